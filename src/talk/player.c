#include "talk/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "talk/uci_option.h"
#include "talk/words.h"

enum {
    STOP_PATIENCE_US = 2000000, /* from `stop` to the bestmove */
    QUIT_PATIENCE_US = 1000000,
    LAST_BREATH_MS = 20,           /* from the end of the output to that of the process */
    IDLE_OUTPUT_MAX = 16 << 20,    /* bytes from an engine that was asked for nothing */
    THOUGHT_OUTPUT_MAX = 256 << 20 /* bytes about one move that no clock limits */
};

/* --- Ends --------------------------------------------------------------------------------------
 */

static void end_process(Player *player, char how[64])
{
    child_end(&player->child, how, &player->left);
}

static void fail(Player *player, PlayerFault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(Player *player, PlayerFault fault, const char *format, ...)
{
    Error clean; /* of bytes that could break a line or a PGN comment */
    char text[sizeof player->failure];
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0) text[0] = '\0';
    va_end(args);
    error_set(&clean, "%s", text);
    memcpy(player->failure, clean.text, sizeof player->failure);
    player->failure[sizeof player->failure - 1] = '\0';
    end_process(player, NULL);
    player->fault = fault;
    player->state = PLAYER_FAILED;
    player->deadline_us = TIME_NEVER;
}

/* Behind `boojum-cannot-execute`, if that is what the process has said (see talk/child.h). */
static const char *reason_not_executed(const char *line)
{
    static const char head[] = "boojum-cannot-execute ";
    return strncmp(line, head, sizeof head - 1) == 0 ? line + sizeof head - 1 : NULL;
}

/* The process may have ended before it was told `uci`, and what it has said not been read yet. */
static bool fail_not_executed(Player *player)
{
    const char *reason = NULL;
    if (player->state != PLAYER_STARTING) return false;
    child_read(&player->child);
    char *line = child_line(&player->child);
    if (line) reason = reason_not_executed(line);
    if (reason) fail(player, FAULT_UNFIT, "it cannot be executed: %.80s", reason);
    return reason != NULL;
}

/* A pipe has closed. How the process ended is known a moment later, if it has ended. */
static void fail_crashed(Player *player)
{
    char how[64];
    PlayerFault fault = player->state == PLAYER_STARTING ? FAULT_START : FAULT_CRASH;
    const char *pipe = player->child.out < 0 ? "output" : "input";
    for (int ms = 0; ms < LAST_BREATH_MS && !child_has_ended(&player->child); ms++) usleep(1000);
    if (fail_not_executed(player)) return;
    end_process(player, how);
    if (*how)
        fail(player, fault, "its process ended, %s", how);
    else
        fail(player, fault, "it closed its %s", pipe);
}

static void send_line(Player *player, const char *line)
{
    if (!child_send(&player->child, "%s\n", line)) fail_crashed(player);
}

/* --- Starting ----------------------------------------------------------------------------------
 */

Player *player_create(const EngineSpec *spec, const GameKind *kind, int64_t patience_us,
                      const ChildSetting *setting)
{
    Player *player = new_zeroed(1, sizeof *player);
    player->spec = spec;
    player->kind = kind;
    player->patience_us = patience_us;
    player->child = child_none(*setting);
    player->deadline_us = TIME_NEVER;
    player->complaints = new_zeroed(spec->option_count, sizeof *player->complaints);
    player->is_text = new_zeroed(spec->option_count, sizeof *player->is_text);
    return player;
}

static void complain(Player *player, size_t option, const char *text)
{
    free(player->complaints[option]);
    player->complaints[option] = text ? copy_text(text) : NULL;
}

void player_destroy(Player *player)
{
    if (!player) return;
    end_process(player, NULL);
    for (size_t i = 0; i < player->spec->option_count; i++) complain(player, i, NULL);
    free(player->complaints);
    free(player->is_text);
    free(player);
}

static void start(Player *player)
{
    Error err;
    const EngineSpec *spec = player->spec;
    end_process(player, NULL);
    if (*player->left.text) { /* there would be one more of these in each game */
        fail(player, FAULT_SYSTEM, "%.100s", player->left.text);
        return;
    }
    player->readies = 0;
    player->stopped = player->has_variant = player->has_chess960 = player->options_seen = false;
    player->variants_listed = false;
    player->variant[0] = '\0';
    for (size_t i = 0; i < spec->option_count; i++) {
        char text[128];
        snprintf(text, sizeof text, "has no option %.100s", spec->options[i].name);
        complain(player, i, text);
    }
    player->fault = FAULT_NONE;
    player->quiet_from = 0;
    if (!child_start(&player->child, spec->arguments, spec->dir, spec->log, &err)) {
        fail(player, FAULT_SYSTEM, "%.100s", err.text);
        return;
    }
    player->state = PLAYER_STARTING;
    player->deadline_us = now_us() + player->patience_us;
    send_line(player, "uci");
}

static void ask_ready(Player *player)
{
    player->state = PLAYER_GETTING_READY;
    player->readies++;
    player->quiet_from = player->child.received;
    player->deadline_us = now_us() + (player->stopped ? STOP_PATIENCE_US : player->patience_us);
    send_line(player, "ucinewgame\nisready");
}

void player_new_game(Player *player)
{
    bool alive = child_runs(&player->child) && player->state != PLAYER_LEAVING;
    if (player->state == PLAYER_STARTING && alive) return;
    if (alive && !player->spec->restart)
        ask_ready(player);
    else
        start(player);
}

/* Of the values that UCI_Variant lists, that which means our game; our own name before others. */
static void choose_variant(Player *player, UciOption *option)
{
    const GameKind *kind = player->kind;
    for (char *value; (value = uci_option_next_value(&option->values));) {
        bool shuffled = false, exact = strcmp(value, kind->game->name) == 0;
        player->variants_listed = true;
        if (game_find(value, &shuffled, NULL) != kind->game || (shuffled && !kind->chess960))
            continue;
        if (exact || !*player->variant)
            snprintf(player->variant, sizeof player->variant, "%.31s", value);
    }
}

static void note_option(Player *player, char *rest)
{
    const EngineSpec *spec = player->spec;
    UciOption option;
    if (!uci_option_read(&option, rest)) return;
    player->has_chess960 |= strcasecmp(option.name, "UCI_Chess960") == 0;
    if (strcasecmp(option.name, "UCI_Variant") == 0) {
        player->has_variant = true;
        choose_variant(player, &option);
    }
    for (size_t i = 0; i < spec->option_count; i++) {
        char why[160];
        if (strcasecmp(option.name, spec->options[i].name) != 0) continue;
        bool allowed = uci_option_allows(&option, spec->options[i].value, why, sizeof why);
        complain(player, i, allowed ? NULL : why);
        player->is_text[i] = strcmp(option.type, "string") == 0;
        break; /* the values are used up */
    }
}

/* How many answers the lines ask for. */
static int count_isready(const char *lines)
{
    int count = 0;
    for (const char *at = lines; at && (at = strstr(at, "isready")); at++)
        count += at == lines || at[-1] == '\n';
    return count;
}

static void send_options(Player *player)
{
    const EngineSpec *spec = player->spec;
    Buffer text = {0};
    if (spec->init) buffer_add(&text, "%s\n", spec->init);
    player->readies += count_isready(spec->init);
    for (size_t i = 0; i < spec->option_count; i++) {
        const EngineOption *option = &spec->options[i];
        buffer_add(&text, "setoption name %s", option->name);
        if (*option->value)
            buffer_add(&text, " value %s", option->value);
        else if (player->is_text[i]) /* a button has no value, and a text one that is empty */
            buffer_add(&text, " value <empty>");
        buffer_add(&text, "\n");
    }
    if (player->has_variant)
        buffer_add(&text, "setoption name UCI_Variant value %s\n",
                   *player->variant ? player->variant : player->kind->game->name);
    if (player->has_chess960)
        buffer_add(&text, "setoption name UCI_Chess960 value %s\n",
                   player->kind->chess960 ? "true" : "false");
    if (text.length > 0 && !child_send(&player->child, "%s", text.data)) fail_crashed(player);
    buffer_free(&text);
}

/* Does it play the game? */
static bool is_fit(Player *player)
{
    const GameKind *kind = player->kind;
    const char *name = kind->game->name;
    if (kind->game->rules != RULES_CHESS && !player->has_variant)
        fail(player, FAULT_UNFIT, "it does not play %s: it has no option UCI_Variant", name);
    else if (player->variants_listed && !*player->variant)
        fail(player, FAULT_UNFIT, "it does not play %s: its UCI_Variant does not list it", name);
    else if (kind->chess960 && !player->has_chess960)
        fail(player, FAULT_UNFIT, "it does not play Chess960: it has no option UCI_Chess960");
    return player->state != PLAYER_FAILED;
}

static void configure(Player *player)
{
    player->options_seen = true;
    if (!is_fit(player)) return;
    send_options(player);
    if (player->state != PLAYER_FAILED) ask_ready(player);
}

const char *player_complaint(const Player *player, size_t option)
{
    return player->options_seen ? player->complaints[option] : NULL;
}

/* --- Playing -----------------------------------------------------------------------------------
 */

void player_think(Player *player, const char *position, const char *go, int64_t limit_us)
{
    player->thought = (Thought){0};
    player->quiet_from = player->child.received;
    player->state = PLAYER_THINKING;
    player->go_us = player->asked_us = now_us();
    player->deadline_us =
        player->asked_us + (limit_us == TIME_NEVER ? player->patience_us : limit_us);
    player->best_move[0] = '\0';
    player->clocked = limit_us != TIME_NEVER;
    if (!child_send(&player->child, "position %s\ngo%s\n", position, go)) fail_crashed(player);
}

void player_stop(Player *player)
{
    if (player->state != PLAYER_THINKING) return;
    player->stopped = true;
    player->state = PLAYER_GETTING_READY;
    player->deadline_us = now_us() + STOP_PATIENCE_US;
    if (player->lint) lint_search_abandon(player->lint);
    send_line(player, "stop");
}

static bool take_int(char **rest, int *value)
{
    char *word = next_word(rest), *end;
    if (!word) return false;
    long long number = strtoll(word, &end, 10);
    if (*end || number < -100000000 || number > 100000000) return false;
    *value = (int)number;
    return true;
}

/* What an `info` line says of the first of its lines of play. Bounds count only until an exact
 * score has come. */
static void note_info(Player *player, char *rest)
{
    Thought read = {.exact = true, .depth = player->thought.depth, .nodes = player->thought.nodes};
    int line = 1;
    for (char *word; (word = next_word(&rest));) {
        if (strcmp(word, "string") == 0 || strcmp(word, "pv") == 0) break;
        if (strcmp(word, "depth") == 0) {
            take_int(&rest, &read.depth);
        } else if (strcmp(word, "multipv") == 0) {
            take_int(&rest, &line);
        } else if (strcmp(word, "nodes") == 0) {
            char *number = next_word(&rest);
            if (number) read.nodes = strtoull(number, NULL, 10);
        } else if (strcmp(word, "score") == 0) {
            char *unit = next_word(&rest);
            if (!unit) break;
            read.mate = strcmp(unit, "mate") == 0;
            read.scored = (read.mate || strcmp(unit, "cp") == 0) && take_int(&rest, &read.score);
        } else if (strcmp(word, "lowerbound") == 0 || strcmp(word, "upperbound") == 0) {
            read.exact = false;
        }
    }
    player->thought.nodes = read.nodes;
    if (line != 1 || !read.scored) return;
    if (read.exact || !player->thought.scored || !player->thought.exact) player->thought = read;
}

static void note_best_move(Player *player, char *rest, int64_t now)
{
    if (player->stopped) { /* the one that was asked for in the last game */
        player->stopped = false;
        if (player->state != PLAYER_GETTING_READY) return;
        if (player->readies == 0) player->state = PLAYER_READY;
        player->deadline_us = player->readies == 0 ? TIME_NEVER : now + player->patience_us;
    } else if (player->state == PLAYER_THINKING) {
        const char *move = next_word(&rest);
        snprintf(player->best_move, sizeof player->best_move, "%.15s", move ? move : "");
        player->moved_us = now - player->asked_us;
        player->state = PLAYER_MOVED;
        player->quiet_from = player->child.received;
        player->deadline_us = TIME_NEVER;
    } else if (player->state == PLAYER_READY || player->state == PLAYER_MOVED) {
        fail(player, FAULT_PROTOCOL, "it sends a bestmove unasked");
    }
}

static void note_ready(Player *player)
{
    if (player->readies > 0) player->readies--;
    if (player->state != PLAYER_GETTING_READY || player->readies > 0 || player->stopped) return;
    player->state = PLAYER_READY;
    player->deadline_us = TIME_NEVER;
}

/* What it still says of a search that was stopped does not matter. `now` is too early here: the
 * line may have been written since. */
static void prove_line(const Player *player, const char *line)
{
    bool awaited = player->readies > 0 && strncmp(line + strspn(line, " \t"), "readyok", 7) == 0;
    if (player->lint && !player->stopped && !awaited)
        lint_line(player->lint, line, (now_us() - player->go_us) / 1000);
}

void player_line(Player *player, char *line, int64_t now)
{
    char *rest = line;
    prove_line(player, line);
    const char *reason = player->state == PLAYER_STARTING ? reason_not_executed(line) : NULL;
    if (reason) {
        fail(player, FAULT_UNFIT, "it cannot be executed: %.80s", reason);
        return;
    }
    char *word = next_word(&rest);
    if (!word) return;
    if (strcmp(word, "info") == 0) {
        if (player->state == PLAYER_THINKING) note_info(player, rest);
    } else if (strcmp(word, "bestmove") == 0) {
        note_best_move(player, rest, now);
    } else if (strcmp(word, "readyok") == 0) {
        note_ready(player);
    } else if (player->state == PLAYER_STARTING) {
        if (strcmp(word, "option") == 0)
            note_option(player, rest);
        else if (strcmp(word, "uciok") == 0)
            configure(player);
    }
}

void player_read(Player *player, int64_t now)
{
    if (!child_runs(&player->child)) return;
    bool open = child_read(&player->child);
    for (char *line; player->state != PLAYER_FAILED && (line = child_line(&player->child));)
        player_line(player, line, now);
    if (player->state == PLAYER_FAILED) return;
    if (player->state == PLAYER_LEAVING) {
        if (!open) player_overdue(player);
        return;
    }
    if (!open) {
        fail_crashed(player);
        return;
    }
    uint64_t said = player->child.received - player->quiet_from;
    bool thinking = player->state == PLAYER_THINKING;
    if (thinking && !player->clocked) player->deadline_us = now + player->patience_us;
    if (said <= (thinking ? THOUGHT_OUTPUT_MAX : IDLE_OUTPUT_MAX)) return;
    if (player->stopped)
        start(player); /* the game that it did so in is lost already */
    else if (!thinking || !player->clocked)
        fail(player, FAULT_HANG, "it floods its output");
}

void player_write(Player *player)
{
    if (!child_runs(&player->child) || player->state == PLAYER_FAILED) return;
    if (!child_flush(&player->child) && player->state != PLAYER_LEAVING) fail_crashed(player);
}

void player_overdue(Player *player)
{
    double patience = (double)player->patience_us / 1e6;
    switch (player->state) {
    case PLAYER_STARTING:
        fail(player, FAULT_START, "it does not answer `uci` within %g s", patience);
        break;
    case PLAYER_GETTING_READY:
        if (player->stopped)
            start(player); /* the game that it hangs in is lost already */
        else
            fail(player, FAULT_START, "it does not answer `isready` within %g s", patience);
        break;
    case PLAYER_THINKING:
        if (player->clocked) break; /* the owner's affair */
        fail(player, FAULT_HANG, "it is silent for %g s", patience);
        break;
    case PLAYER_LEAVING:
        end_process(player, NULL);
        player->state = PLAYER_ABSENT;
        player->deadline_us = TIME_NEVER;
        break;
    case PLAYER_ABSENT:
    case PLAYER_READY:
    case PLAYER_MOVED:
    case PLAYER_FAILED: break;
    }
}

void player_leave(Player *player)
{
    if (!child_runs(&player->child)) {
        player->state = PLAYER_ABSENT;
        return;
    }
    player->state = PLAYER_LEAVING;
    player->deadline_us = now_us() + QUIT_PATIENCE_US;
    child_send(&player->child, "%squit\n", player->stopped ? "stop\n" : "");
    child_close_input(&player->child);
}
