#include "talk/uci.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "search/clock.h"
#include "talk/go.h"
#include "talk/show.h"
#include "talk/version.h"
#include "talk/words.h"

/* --- Commands: each gets what follows its name and may take it apart ----------------------------
 */

static void command_uci(Engine *engine, char *rest)
{
    (void)rest;
    output_hold(&engine->output);
    output_line(&engine->output, "id name Boojum %s", BOOJUM_VERSION);
    output_line(&engine->output, "id author %s", BOOJUM_AUTHOR);
    options_print(&engine->output);
    output_line(&engine->output, "uciok");
    output_release(&engine->output);
}

static void command_debug(Engine *engine, char *rest)
{
    const char *word = next_word(&rest);
    if (word && strcmp(word, "on") == 0)
        engine->debug = true;
    else if (word && strcmp(word, "off") == 0)
        engine->debug = false;
    else
        engine_error(engine, "debug: on or off?");
}

static void command_isready(Engine *engine, char *rest)
{
    Error err;
    (void)rest;
    /* Else the first search would do it, with the clock running. */
    if (!engine_prepare(engine, &err)) engine_error(engine, "%s", err.text);
    output_line(&engine->output, "readyok");
}

/* The words of an option's name, joined by single blanks, up to the word `value`; the value is the
 * rest of the line, whatever is in it. */
static void command_setoption(Engine *engine, char *rest)
{
    char *word = next_word(&rest);
    engine_end_search(engine);
    if (!word || strcmp(word, "name") != 0) {
        engine_error(engine, "setoption: `name` is missing");
        return;
    }
    char *value = NULL;
    Text name = {0};
    while ((word = next_word(&rest))) {
        if (strcmp(word, "value") == 0) {
            value = trimmed(rest);
            break;
        }
        text_add(&name, "%s%s", name.length ? " " : "", word);
    }
    Error err;
    if (!options_set(engine, name.buf, value, &err)) engine_error(engine, "%s", err.text);
}

static void command_register(Engine *engine, char *rest)
{
    (void)rest; /* a free engine: everybody is registered */
    output_line(&engine->output, "registration ok");
}

/* Nothing is remembered from one game to the next but options and what moves lose of their clock.
 */
static void command_ucinewgame(Engine *engine, char *rest)
{
    (void)rest;
    engine_end_search(engine);
    if (engine->search) search_new_game(engine->search);
    for (Color color = WHITE; color <= BLACK; color++) engine->lag[color].begun = false;
}

/* Cuts off everything before the word `moves`, or the whole text. */
static char *cut_before_moves(char **rest)
{
    char *start = trimmed(*rest);
    char *end = start;
    *rest = start;
    for (char *word; (word = next_word(rest));) {
        if (strcmp(word, "moves") == 0) break;
        /* Words are rejoined, by single blanks, where they stood. */
        size_t length = strlen(word);
        if (end != start) *end++ = ' ';
        memmove(end, word, length);
        end += length;
    }
    *end = '\0';
    return start;
}

/* Plays the moves from *pos on; `keys` is empty. */
static bool play_moves(Position *pos, KeyStack *keys, char *moves, Error *err)
{
    int number = 0;
    for (char *word; (word = next_word(&moves));) {
        Error why;
        Undo undo;
        number++;
        Move move = move_read_uci(pos, word, &why);
        if (move == MOVE_NONE) return error_set(err, "position: move %d: %.200s", number, why.text);
        if (!key_stack_push(keys, pos->key))
            return error_set(err, "position: out of memory at move %d", number);
        position_make(pos, move, &undo);
    }
    return true;
}

static bool read_position(const Engine *engine, char *rest, Position *pos, KeyStack *keys,
                          Error *err)
{
    const char *word = next_word(&rest);
    if (!word) return error_set(err, "position: startpos or fen?");
    if (strcmp(word, "startpos") == 0) {
        position_start(pos, engine_game(engine), STANDARD_SHUFFLE);
        const char *more = cut_before_moves(&rest);
        if (*more) return error_set(err, "position: `%.40s` after startpos", more);
    } else if (strcmp(word, "fen") == 0) {
        if (!fen_read(pos, engine_game(engine)->rules, cut_before_moves(&rest), err)) return false;
    } else {
        return error_set(err, "position: `%.40s` is neither startpos nor fen", word);
    }
    return play_moves(pos, keys, rest, err);
}

static void command_position(Engine *engine, char *rest)
{
    Position pos;
    KeyStack keys = {0};
    Error err;
    engine_end_search(engine);
    if (read_position(engine, rest, &pos, &keys, &err)) {
        key_stack_free(&engine->keys);
        engine->keys = keys;
        engine->pos = pos;
    } else {
        key_stack_free(&keys);
        engine_error(engine, "%s", err.text);
    }
}

static void command_go(Engine *engine, char *rest)
{
    int64_t start_ms = clock_now_ms();
    GoRequest request;
    engine_end_search(engine);
    if (go_read(engine, rest, start_ms, &request)) engine_go(engine, &request);
}

static void command_stop(Engine *engine, char *rest)
{
    (void)rest;
    if (engine->worker) worker_stop(engine->worker);
}

static void command_ponderhit(Engine *engine, char *rest)
{
    (void)rest;
    if (engine->worker) worker_ponderhit(engine->worker);
}

static void command_quit(Engine *engine, char *rest)
{
    (void)rest;
    engine->quit = true;
}

static void command_d(Engine *engine, char *rest)
{
    (void)rest;
    show_position(engine);
}

static void command_eval(Engine *engine, char *rest)
{
    (void)rest;
    show_evaluation(engine);
}

static void command_legal(Engine *engine, char *rest)
{
    const char *word = next_word(&rest);
    Square from = NO_SQUARE;
    if (word) {
        from = square_read(word);
        if (from == NO_SQUARE || strlen(word) != 2) {
            engine_error(engine, "legal: `%.40s` is no square", word);
            output_line(&engine->output, "legalok 0"); /* what a script waits for */
            return;
        }
    }
    show_legal_moves(engine, from);
}

static const struct {
    const char *name;
    void (*run)(Engine *engine, char *rest);
} commands[] = {
    {"uci", command_uci},           {"debug", command_debug},
    {"isready", command_isready},   {"setoption", command_setoption},
    {"register", command_register}, {"ucinewgame", command_ucinewgame},
    {"position", command_position}, {"go", command_go},
    {"stop", command_stop},         {"ponderhit", command_ponderhit},
    {"quit", command_quit},         {"d", command_d},
    {"eval", command_eval},         {"legal", command_legal},
};

/* Of a line that is not whole only `go` is heeded: it must be answered. */
static void run_command(Engine *engine, char *line, bool whole)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of byte order: some editors begin files with it */
    char *rest = strncmp(line, mark, sizeof mark - 1) == 0 ? line + sizeof mark - 1 : line;
    const char *word = next_word(&rest);
    if (!word) return;
    if (!whole) {
        engine_error(engine, "no room for so long a line: %.60s", word);
        if (strcmp(word, "go") != 0) return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, word) == 0) {
            commands[i].run(engine, rest);
            return;
        }
    engine_error(engine, "unknown command %.60s", word);
}

/* Usual lines need no memory that may not be there, and none is as long as the last: a game of a
 * million moves. */
enum { LINE_ROOM = 4096, LINE_USUAL = 1 << 16, LINE_MOST = 1 << 23 };

static bool execute(Engine *engine, char *line, size_t length, bool whole)
{
    /* A NUL belongs to no word that means anything. */
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0') line[i] = '?';
    line[length] = '\0';
    run_command(engine, line, whole);
    return !engine->quit;
}

bool uci_execute(Engine *engine, const char *line, size_t length)
{
    char room[LINE_ROOM];
    char *copy = length < LINE_ROOM ? room : malloc(length + 1);
    bool whole = copy != NULL;
    if (!whole) {
        copy = room;
        length = LINE_ROOM - 1;
    }
    memcpy(copy, line, length);
    bool more = execute(engine, copy, length, whole);
    if (copy != room) free(copy);
    return more;
}

/* As getc(); but others may have made the descriptor one that does not wait. */
static int next_byte(FILE *in)
{
    for (int c;;) {
        errno = 0;
        if ((c = getc(in)) != EOF || !ferror(in) || (errno != EAGAIN && errno != EINTR)) return c;
        clearerr(in);
        poll(&(struct pollfd){fileno(in), POLLIN, 0}, 1, -1);
    }
}

/* A line without its end, and its length; of one that is too long or that there is no memory for,
 * the beginning, and it is not whole. False at the end of the input. */
static bool next_line(FILE *in, char **line, size_t *capacity, size_t *length, bool *whole)
{
    int c;
    *length = 0;
    *whole = true;
    if (*capacity > LINE_USUAL) { /* that of an unusual line is given back */
        char *smaller = realloc(*line, LINE_USUAL);
        if (smaller) {
            *line = smaller;
            *capacity = LINE_USUAL;
        }
    }
    while ((c = next_byte(in)) != EOF && c != '\n') {
        if (*whole && *length + 1 == *capacity) {
            char *larger = *capacity < LINE_MOST ? realloc(*line, *capacity * 2) : NULL;
            if (larger) {
                *line = larger;
                *capacity *= 2;
            }
            *whole = larger != NULL;
        }
        if (*whole) (*line)[(*length)++] = (char)c;
    }
    return c != EOF || *length > 0;
}

int uci_loop(FILE *in, FILE *out)
{
    size_t capacity = LINE_ROOM;
    char *line = malloc(capacity);
    Engine *engine = line ? engine_create(output_to_file, out) : NULL;
    if (!engine) {
        free(line);
        fprintf(stderr, "boojum: out of memory\n");
        return 1;
    }
    if (isatty(fileno(out)))
        output_line(&engine->output,
                    "Boojum %s, speaking UCI; `boojum --help` says what else there is",
                    BOOJUM_VERSION);
    size_t length;
    bool whole;
    while (!output_closed(&engine->output) && next_line(in, &line, &capacity, &length, &whole) &&
           execute(engine, line, length, whole))
        continue;
    int unread = ferror(in) ? errno : 0;
    free(line);
    engine_end_search(engine);
    /* A reader who has gone is no fault; a full disk is. */
    int error = output_closed(&engine->output) ? engine->output.error : 0;
    engine_destroy(engine);
    if (unread) fprintf(stderr, "boojum: cannot read: %s\n", strerror(unread));
    if (error && error != EPIPE) fprintf(stderr, "boojum: cannot write: %s\n", strerror(error));
    return unread || (error && error != EPIPE);
}
