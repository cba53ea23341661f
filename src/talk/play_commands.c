#include "talk/play_commands.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "judge/wdl.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "search/strength.h"
#include "talk/pgn_text.h"
#include "talk/play_files.h"
#include "talk/play_reading.h"
#include "talk/play_refusal.h"
#include "talk/play_tell.h"
#include "talk/play_words.h"
#include "talk/usage.h"

/* What a hint or an evaluation may cost. */
enum { HINT_NODES = 150000 };

/* Of the table of the commands. */
enum { HELP_WIDTH = 80 };

/* ---- looking ---- */

static void command_board(Session *s, char *rest)
{
    (void)rest;
    session_show_board(s);
    session_show_state(s);
}

/* After a command that changed it: who has it read aloud asks for drawings. */
static void show_new_position(Session *s)
{
    if (!s->terminal->reader) session_show_board(s);
    session_show_state(s);
}

static void command_describe(Session *s, char *rest)
{
    Buffer text = {0};
    (void)rest;
    describe_position(&text, &s->record.pos);
    say_text(s->terminal, text.data);
    buffer_free(&text);
    session_show_state(s);
}

static void command_last(Session *s, char *rest)
{
    (void)rest;
    session_tell_last(s);
}

/* As in PGN, whose lines a terminal breaks by its own width. */
static void command_history(Session *s, char *rest)
{
    Buffer text = {0};
    Paragraph paragraph = {&text, 0};
    Position pos = s->record.start;
    (void)rest;
    if (s->record.count == 0) {
        session_tell_last(s);
        return;
    }
    for (size_t i = 0; i < s->record.count; i++)
        pgn_add_move(&paragraph, &pos, s->record.moves[i].move, i == 0);
    if (terminal_width(s->terminal) > 0)
        for (char *c = text.data; (c = strchr(c, '\n'));) *c = ' ';
    say_text(s->terminal, text.data);
    buffer_free(&text);
}

static void command_flip(Session *s, char *rest)
{
    (void)rest;
    s->turned = !s->turned;
    show_new_position(s);
}

/* "knight b1 of board A: Na3 Nc3" */
static void list_moves_of(Buffer *text, const Position *pos, const MoveList *list, Square from)
{
    bool first = true;
    for (int i = 0; i < list->count; i++) {
        char san[SAN_MAX];
        if (move_from(list->moves[i]) != from) continue;
        if (first) {
            buffer_add(text, "%s ", kind_words[man_kind(pos->men[from])]);
            add_place(text, pos, from, board_at(pos, from));
            buffer_add(text, ":");
        }
        first = false;
        move_write_san(pos, list->moves[i], san);
        buffer_add(text, " %s", san);
    }
    if (!first) buffer_add(text, "\n");
}

static void explain_moves_of(Buffer *text, const Position *pos, const MoveList *list, Square from)
{
    for (int i = 0; i < list->count; i++) {
        char san[SAN_MAX];
        if (move_from(list->moves[i]) != from) continue;
        move_write_san(pos, list->moves[i], san);
        buffer_add(text, "%s: ", san);
        tell_move(text, pos, list->moves[i]);
        buffer_add(text, ".\n");
    }
    if (text->length > 0) return;
    if (has(pos->colors[pos->side], from)) {
        add_man(text, pos, from);
        buffer_add(text, " has no legal move");
    } else {
        Refusal refusal = refusal_find(pos, from, from);
        refusal_describe(text, pos, &refusal);
    }
    text->data[0] = (char)toupper((unsigned char)text->data[0]);
    buffer_add(text, ".");
}

static void command_moves(Session *s, char *rest)
{
    const Position *pos = &s->record.pos;
    Buffer text = {0};
    MoveList list;
    if (session_is_over(s)) {
        session_show_state(s);
        return;
    }
    *rest = (char)tolower((unsigned char)*rest);
    Square from = *rest ? square_read(rest) : (Square)NO_SQUARE;
    generate(pos, GENERATE_ALL, &list);
    if (*rest && (from == NO_SQUARE || strlen(rest) != 2)) {
        say(s->terminal, "The moves of which square? `moves e2`, or `moves` for all.");
        return;
    }
    if (from != NO_SQUARE)
        explain_moves_of(&text, pos, &list, from);
    else
        for (Bitboard own = pos->colors[pos->side]; own;)
            list_moves_of(&text, pos, &list, pop_square(&own));
    say_text(s->terminal, buffer_text(&text));
    buffer_free(&text);
}

static bool think_for_person(Session *s, SearchResult *result)
{
    SearchLimits limits = {.nodes = HINT_NODES};
    if (session_is_over(s)) {
        session_show_state(s);
        return false;
    }
    return session_think(s, &limits, result);
}

static void command_hint(Session *s, char *rest)
{
    SearchResult result;
    char san[SAN_MAX];
    Buffer text = {0};
    (void)rest;
    if (!think_for_person(s, &result)) return;
    move_write_san(&s->record.pos, result.best, san);
    tell_move(&text, &s->record.pos, result.best);
    say(s->terminal, "Try %s: %s.", san, text.data);
    buffer_free(&text);
}

static const char *judgement(int score)
{
    int size = abs(score);
    return size < 30    ? "about even"
           : size < 100 ? "a little better for"
           : size < 300 ? "better for"
                        : "winning for";
}

static void command_eval(Session *s, char *rest)
{
    const Position *pos = &s->record.pos;
    SearchResult result;
    (void)rest;
    if (!think_for_person(s, &result)) return;
    int score = pos->side == WHITE ? result.score : -result.score;
    const char *who = score > 0 ? "White" : "Black";
    if (score_is_mate(score)) {
        int moves = abs(score_mate_moves(result.score));
        if (moves == 1)
            say(s->terminal, "%s wins with the next move.", who);
        else
            say(s->terminal, "%s wins, in %d moves at most.", who, moves);
        return;
    }
    Wdl wdl = wdl_of(pos, result.score);
    int white = pos->side == WHITE ? wdl.win : wdl.loss;
    int black = pos->side == WHITE ? wdl.loss : wdl.win;
    int percent[3];
    whole_percent((int[]){white, wdl.draw, black}, percent);
    say(s->terminal,
        "As White sees it, %+.2f pawns: %s%s%s. Chances: White wins %d %%, draw %d %%, Black wins "
        "%d %%. Looked %d half-moves ahead.",
        score / 100.0, judgement(score), abs(score) < 30 ? "" : " ", abs(score) < 30 ? "" : who,
        percent[0], percent[1], percent[2], result.depth);
}

/* ---- playing ---- */

/* Given up, or lost on time: the position itself is not the end. */
static bool ended_off_the_board(const Session *s)
{
    return s->record.ending == END_RESIGN || s->record.ending == END_TIME;
}

static void command_undo(Session *s, char *rest)
{
    (void)rest;
    if (ended_off_the_board(s)) {
        if (s->clocks[s->record.pos.side].left_us == 0) session_start_clocks(s);
        s->turn_us = now_us();
        s->record.result = RESULT_NONE;
        s->record.ending = END_NONE;
        show_new_position(s);
        return;
    }
    if (s->record.count == 0) {
        say(s->terminal, "There is no move to take back.");
        return;
    }
    do record_undo(&s->record);
    while (s->record.count > 0 && s->engine_plays[s->record.pos.side]);
    s->turn_us = now_us();
    show_new_position(s);
}

static void command_new(Session *s, char *rest)
{
    Error err;
    GameKind kind = s->kind;
    if (*rest) {
        kind.chess960 = false;
        kind.game = game_find(rest, &kind.chess960, &err);
    }
    if (!kind.game) {
        say(s->terminal,
            "%s; there are aliceatomic, alice, lookingglass, msalice, atomic and "
            "chess, each also with 960 behind its name.",
            err.text);
        return;
    }
    if (s->color == PLAY_RANDOM || kind.chess960)
        session_set_seed(s, prng_below(&s->prng, PLAY_SEED_COUNT));
    if (s->color == PLAY_RANDOM) session_set_color(s, PLAY_RANDOM);
    session_new_game(s, &kind, NULL);
}

static void command_go(Session *s, char *rest)
{
    (void)rest;
    if (session_is_over(s)) {
        session_show_state(s);
        return;
    }
    session_set_color(s, s->record.pos.side == WHITE ? PLAY_BLACK : PLAY_WHITE);
    say(s->terminal, "You play %s now.", color_words[!s->record.pos.side]);
}

static const char *const side_names[] = {"white", "black", "random", "both"};
enum { SIDE_COUNT = sizeof side_names / sizeof *side_names };

static void command_side(Session *s, char *rest)
{
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (strcasecmp(side_names[i], rest) != 0) continue;
        session_set_color(s, (PlayColor)i);
        session_show_players(s);
        return;
    }
    say(s->terminal, "Which side do you play? `side white`, `side black`, `side random` or "
                     "`side both`.");
}

static void command_resign(Session *s, char *rest)
{
    (void)rest;
    if (!session_is_over(s)) {
        session_stop_clock(s);
        record_forfeit(&s->record, (Color)s->record.pos.side, END_RESIGN, "");
    }
    session_show_state(s);
}

static void command_level(Session *s, char *rest)
{
    long long level;
    if (*rest && !read_number(rest, LEVEL_MIN, LEVEL_MAX, &level)) {
        say(s->terminal, "The level is a number from %d to %d.", LEVEL_MIN, LEVEL_MAX);
        return;
    }
    if (*rest) s->level = (int)level;
    say(s->terminal, "The engine plays at level %d.", s->level);
}

static void show_time(Session *s)
{
    if (s->control.move_us)
        say(s->terminal, "The engine thinks at most %.10g second%s a move.",
            (double)s->control.move_us / 1e6, s->control.move_us == 1000000 ? "" : "s");
    else if (!session_has_clock(s))
        say(s->terminal, "There is no clock; the engine thinks as much as its level says.");
    else
        for (int color = WHITE; color <= BLACK; color++) {
            int64_t left = s->clocks[color].left_us;
            if (color == s->record.pos.side && !session_is_over(s)) left -= now_us() - s->turn_us;
            int64_t seconds = left > 0 ? left / 1000000 : 0;
            say(s->terminal, "%s has %" PRId64 ":%02d left.", color_words[color], seconds / 60,
                (int)(seconds % 60));
        }
}

static void command_time(Session *s, char *rest)
{
    Error err;
    if (*rest) {
        if (!play_time_read(&s->control, rest, &err)) {
            say(s->terminal,
                "%s. `time 5` is five seconds a move, `time 3:00+2` a clock for both with two "
                "seconds more for each move, `time 40/5:00` one for every forty moves, `time off` "
                "neither.",
                err.text);
            return;
        }
        session_start_clocks(s);
    }
    show_time(s);
}

/* ---- positions and files ---- */

static void command_fen(Session *s, char *rest)
{
    char fen[FEN_MAX];
    Position pos;
    Error err;
    if (!*rest) {
        fen_write(&s->record.pos, FEN_TWO_BOARD, s->kind.chess960, fen);
        show_text(s->terminal, fen);
    } else if (!fen_read(&pos, s->kind.game->rules, rest, &err)) {
        say(s->terminal, "%s.", err.text);
    } else {
        session_new_game(s, &s->kind, &pos);
    }
}

static void command_save(Session *s, char *rest)
{
    Error told; /* clean of bytes that could upset a terminal */
    if (!*rest) {
        say(s->terminal, "Into which file? `save games.pgn`");
        return;
    }
    save_game(s, rest, &told);
    say(s->terminal, "%s.", told.text);
}

static void command_load(Session *s, char *rest)
{
    Error err;
    if (!*rest)
        say(s->terminal, "From which file? `load games.pgn`");
    else if (!load_game(s, rest, &err))
        say(s->terminal, "%s.", err.text);
    else
        show_new_position(s);
}

static void command_quit(Session *s, char *rest)
{
    (void)rest;
    s->quit = true;
}

/* ---- all of them ---- */

static void command_help(Session *s, char *rest);

static const struct {
    const char *name, *arguments, *help;
    void (*run)(Session *s, char *rest);
} commands[] = {
    {"help", "", "this list", command_help},
    {"board", "", "draw the position", command_board},
    {"describe", "", "say it in words", command_describe},
    {"last", "", "what the last move did", command_last},
    {"history", "", "the moves of the game", command_history},
    {"flip", "", "see it from the other side", command_flip},
    {"moves", "[e2]", "all legal moves, or what each move of a man does", command_moves},
    {"hint", "", "a good move", command_hint},
    {"eval", "", "who stands better", command_eval},
    {"undo", "", "take back your last move", command_undo},
    {"new", "[GAME]", "a new game, as `new atomic` or `new alice960`", command_new},
    {"side", "COLOR", "you play white, black, random or both", command_side},
    {"go", "", "the engine plays the side to move", command_go},
    {"level", "[1-10]", "how strong the engine plays", command_level},
    {"time", "[5|3:00+2|off]", "seconds a move, or a clock for both", command_time},
    {"fen", "[FEN]", "the position as FEN, or a game from such a position", command_fen},
    {"save", "FILE", "add the game to a PGN file", command_save},
    {"load", "FILE", "take the last game of a PGN file and move next", command_load},
    {"resign", "", "give the game up", command_resign},
    {"quit", "", "leave", command_quit},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* A line of a table, or, where that does not fit, a sentence. */
static void list_command(Terminal *terminal, const char *name, const char *arguments,
                         const char *about)
{
    int width = terminal_width(terminal);
    if (width == 0 || width >= HELP_WIDTH)
        output_line(&terminal->output, "  %-8s %-16s  %s", name, arguments, about);
    else
        say(terminal, "%s%s%s: %s", name, *arguments ? " " : "", arguments, about);
}

static void command_help(Session *s, char *rest)
{
    (void)rest;
    say(s->terminal, "A move is typed as Nf3, exd5, O-O, e8=Q or as g1f3, e4d5, e1g1, e7e8q. "
                     "If it is not legal, you are told why.");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        list_command(s->terminal, commands[i].name, commands[i].arguments, commands[i].help);
    say(s->terminal, "On the boards ( ) is where the last move came from, [ ] where it went, "
                     "x a man that was taken, * one that was blown up.");
}

/* What others call it. */
static const char *usual_name(const char *name)
{
    static const char *const others[][2] = {
        {"?", "help"},     {"h", "help"},      {"q", "quit"},        {"exit", "quit"},
        {"color", "side"}, {"colour", "side"}, {"takeback", "undo"},
    };
    if (strcmp(name, "Q") == 0) return name; /* which is the beginning of a move */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcasecmp(others[i][0], name) == 0) return others[i][1];
    return name;
}

bool run_command(Session *s, char *line)
{
    char word[16];
    size_t length = strcspn(line, " \t");
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    for (size_t i = 0; length < sizeof word && i < COMMAND_COUNT; i++) {
        if (strcasecmp(commands[i].name, usual_name(word)) != 0) continue;
        char *rest = line + length;
        rest += strspn(rest, " \t");
        if (*rest && !*commands[i].arguments)
            say(s->terminal, "`%s` takes no argument.", commands[i].name);
        else
            commands[i].run(s, rest);
        return true;
    }
    return false;
}

/* Does one letter make the difference, at most, or have two beside each other changed places? */
static bool is_near(const char *typed, const char *name)
{
    size_t before = 0, behind = 0, one = strlen(typed), other = strlen(name);
    while (before < one && tolower((unsigned char)typed[before]) == name[before]) before++;
    while (behind + before < one && behind + before < other &&
           tolower((unsigned char)typed[one - behind - 1]) == name[other - behind - 1])
        behind++;
    const char *a = typed + before, *b = name + before;
    if (one == other && one - before - behind == 2)
        return tolower((unsigned char)a[0]) == b[1] && tolower((unsigned char)a[1]) == b[0];
    return one - before - behind <= 1 && other - before - behind <= 1;
}

const char *command_like(const char *line)
{
    char word[16];
    size_t length = strcspn(line, " \t");
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    for (size_t i = 0; length > 2 && i < COMMAND_COUNT; i++)
        if (is_near(word, commands[i].name)) return commands[i].name;
    return NULL;
}

/* What may stand behind that command. */
static void offer_arguments(const Session *s, const char *command, Buffer *words)
{
    char square[3];
    if (strcasecmp(command, "side") == 0)
        for (int i = 0; i < SIDE_COUNT; i++) buffer_add(words, "%s\n", side_names[i]);
    if (strcasecmp(command, "level") == 0)
        for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) buffer_add(words, "%d\n", level);
    if (strcasecmp(command, "new") == 0)
        for (int i = 0; i < GAME_COUNT; i++)
            buffer_add(words, "%s\n%s960\n", games[i].name, games[i].name);
    if (strcasecmp(command, "moves") == 0)
        for (Bitboard own = s->record.pos.colors[s->record.pos.side]; own;) {
            square_write(pop_square(&own), square);
            buffer_add(words, "%s\n", square);
        }
}

void offer_words(void *context, const char *before, Buffer *words)
{
    const Session *s = context;
    if (*before) {
        offer_arguments(s, usual_name(before), words);
        return;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) buffer_add(words, "%s\n", commands[i].name);
    if (!session_is_over(s)) add_legal_moves(words, &s->record.pos);
}
