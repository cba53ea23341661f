#include "talk/play_session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "search/strength.h"
#include "talk/play_board.h"
#include "talk/play_commands.h"
#include "talk/play_reading.h"
#include "talk/play_tell.h"
#include "talk/play_words.h"
#include "talk/words.h"

/* At full strength without a clock: a few seconds. */
enum { MOVE_OVERHEAD_MS = 10, UNHURRIED_NODES = 4000000 };

/* ---- showing ---- */

static bool against_engine(const Session *s)
{
    return s->engine_plays[WHITE] || s->engine_plays[BLACK];
}

/* Black's view when only Black is played by a person. */
static bool is_flipped(const Session *s) { return s->engine_plays[WHITE] != s->turned; }

/* The position before the last move, of which there must be one. */
static Position before_last(const Record *record)
{
    Position before = record->start;
    for (size_t i = 0; i + 1 < record->count; i++) {
        Undo undo;
        position_make(&before, record->moves[i].move, &undo);
    }
    return before;
}

static Move last_move(const Record *record) { return record->moves[record->count - 1].move; }

void session_show_board(Session *s)
{
    const Record *record = &s->record;
    BoardStyle style = {s->terminal->unicode, s->terminal->color, is_flipped(s), s->terminal->eight,
                        terminal_width(s->terminal)};
    BoardMarks marks = {0};
    Buffer text = {0};
    if (record->count > 0) {
        Position before = before_last(record);
        marks = board_marks(&before, last_move(record));
    }
    draw_boards(&text, &record->pos, &marks, &style);
    show_text(s->terminal, text.data);
    buffer_free(&text);
}

void session_tell_last(Session *s)
{
    Buffer text = {0};
    char san[SAN_MAX];
    if (s->record.count == 0) {
        say(s->terminal, "There has been no move yet.");
        return;
    }
    Position before = before_last(&s->record);
    Move move = last_move(&s->record);
    move_write_san(&before, move, san);
    buffer_add(&text, "%d%s ", before.fullmove, before.side == WHITE ? "." : "...");
    if (move_kind(move) != CASTLING) buffer_add(&text, "%s: ", san); /* else it is told so */
    tell_move(&text, &before, move);
    say(s->terminal, "%s.", text.data);
    buffer_free(&text);
}

void session_show_state(Session *s)
{
    Buffer text = {0};
    if (session_is_over(s))
        tell_ending(&text, &s->record);
    else
        describe_turn(&text, &s->record.pos);
    say_text(s->terminal, text.data);
    buffer_free(&text);
}

void session_show_players(Session *s)
{
    const char *title = s->kind.game->title;
    const char *start = s->kind.chess960 ? " (Chess960)" : "";
    if (!against_engine(s))
        say(s->terminal, "%s%s. Two people play. `help` lists the commands.", title, start);
    else
        say(s->terminal,
            "%s%s. You play %s, the engine plays at level %d. `help` lists the commands.", title,
            start, s->engine_plays[WHITE] ? "Black" : "White", s->level);
}

static bool engine_is_to_move(const Session *s)
{
    return !session_is_over(s) && s->engine_plays[s->record.pos.side];
}

/* Before the engine answers there is a drawing only if something went off the board. */
static void show_all(Session *s)
{
    const Record *record = &s->record;
    bool quiet = record->count > 0 && !move_is_capture(last_move(record));
    if (engine_is_to_move(s) && quiet) return;
    if (!s->terminal->reader) session_show_board(s);
    session_show_state(s);
}

/* ---- clocks ---- */

bool session_has_clock(const Session *s) { return time_control_has_clock(&s->control); }

void session_start_clocks(Session *s)
{
    for (int color = WHITE; color <= BLACK; color++)
        player_clock_start(&s->clocks[color], &s->control);
    s->turn_us = now_us();
}

void session_stop_clock(Session *s)
{
    int64_t now = now_us(), *left = &s->clocks[s->record.pos.side].left_us;
    *left = *left > now - s->turn_us ? *left - (now - s->turn_us) : 0;
    s->turn_us = now;
}

static bool flag_falls(const Session *s, int64_t used_us)
{
    return session_has_clock(s) && used_us > player_clock_limit(&s->clocks[s->record.pos.side]);
}

/* Accounts for a move that took so long. False if the clock had run out. */
static bool press_clock(Session *s, int64_t used_us)
{
    PlayerClock *clock = &s->clocks[s->record.pos.side];
    if (flag_falls(s, used_us)) {
        session_stop_clock(s);
        record_forfeit(&s->record, (Color)s->record.pos.side, END_TIME, "");
        return false;
    }
    s->turn_us = now_us();
    player_clock_move(clock, used_us);
    return true;
}

/* A person's time may run out while nothing is typed. */
static void watch_clock(Session *s)
{
    const int64_t used_us = now_us() - s->turn_us;
    if (session_is_over(s) || !flag_falls(s, used_us)) return;
    press_clock(s, used_us);
    session_show_state(s);
}

/* ---- playing ---- */

void session_play(Session *s, Move move, const Thought *thought)
{
    char text[UCI_MOVE_MAX];
    int64_t used_us = now_us() - s->turn_us;
    if (press_clock(s, used_us)) {
        move_write_uci(&s->record.pos, move, true, text);
        record_play(&s->record, text, thought, used_us);
        record_judge(&s->record, NULL);
        session_tell_last(s);
    }
    show_all(s);
}

static void set_time(const Session *s, SearchLimits *limits)
{
    const PlayerClock *clock = &s->clocks[s->record.pos.side];
    limits->start_ms = clock_now_ms();
    if (s->control.move_us) {
        limits->timed = limits->fixed_time = true;
        limits->budget = clock_budget_fixed(s->control.move_us / 1000, MOVE_OVERHEAD_MS);
    } else if (session_has_clock(s)) {
        limits->timed = true;
        const int64_t left_us = clock->left_us - (now_us() - s->turn_us);
        limits->budget = clock_budget(left_us / 1000, s->control.increment_us / 1000,
                                      clock->moves_to_go, MOVE_OVERHEAD_MS, 0);
    }
}

bool session_think(Session *s, const SearchLimits *limits, SearchResult *result)
{
    Error err = {""};
    if (!s->thinker && !(s->thinker = thinker_create(&err))) {
        say(s->terminal, "Sorry: %s.", err.text);
        return false;
    }
    ThoughtEnd end = think(s->thinker, &s->record.pos, &s->record.keys, limits, result, &err);
    if (*err.text) say(s->terminal, "Sorry: %s.", err.text);
    if (end == THOUGHT_QUIT) s->quit = true;
    return !s->quit && result->best != MOVE_NONE;
}

static void engine_move(Session *s)
{
    SearchLimits limits = {0};
    SearchResult result;
    set_time(s, &limits);
    limits.elo = elo_of_level(s->level);
    limits.seed = prng_next(&s->prng);
    if (limits.elo == ELO_FULL && !limits.timed) limits.nodes = UNHURRIED_NODES;
    if (line_reader_interactive(s->lines) && s->terminal->screen)
        say(s->terminal, "(The engine thinks; Ctrl-C makes it move.)");
    if (!session_think(s, &limits, &result)) {
        /* Without an engine a person must play for it. */
        s->engine_plays[s->record.pos.side] = false;
        return;
    }
    bool mate = score_is_mate(result.score);
    Thought thought = {true,         mate,
                       true,         mate ? score_mate_moves(result.score) : result.score,
                       result.depth, result.nodes};
    session_play(s, result.best, &thought);
}

/* ---- beginning ---- */

void session_set_seed(Session *s, uint64_t seed)
{
    s->prng = (Prng){seed};
    say(s->terminal, "(--seed %" PRIu64 " repeats this.)", seed);
}

void session_set_color(Session *s, PlayColor color)
{
    s->color = color;
    s->turned = false;
    if (color == PLAY_RANDOM) color = prng_next(&s->prng) & 1 ? PLAY_BLACK : PLAY_WHITE;
    s->engine_plays[WHITE] = color == PLAY_BLACK;
    s->engine_plays[BLACK] = color == PLAY_WHITE;
}

void session_new_game(Session *s, const GameKind *kind, const Position *start)
{
    Position usual;
    if (!start) {
        int shuffle = kind->chess960 ? (int)prng_below(&s->prng, SHUFFLE_COUNT) : STANDARD_SHUFFLE;
        position_start(&usual, kind->game, shuffle);
        start = &usual;
    }
    s->kind = *kind;
    record_start(&s->record, &s->kind, start);
    record_judge(&s->record, NULL);
    if (s->thinker) thinker_new_game(s->thinker);
    session_start_clocks(s);
    session_show_players(s);
    show_all(s);
}

/* ---- the conversation ---- */

static void write_prompt(const Session *s, char prompt[64])
{
    const Position *pos = &s->record.pos;
    int64_t left = (s->clocks[pos->side].left_us - (now_us() - s->turn_us)) / 1000000;
    if (session_is_over(s))
        snprintf(prompt, 64, "Game over> ");
    else if (session_has_clock(s))
        snprintf(prompt, 64, "%s (%" PRId64 ":%02d)> ", color_words[pos->side],
                 (left > 0 ? left : 0) / 60, (int)((left > 0 ? left : 0) % 60));
    else
        snprintf(prompt, 64, "%s> ", color_words[pos->side]);
}

static void play_typed(Session *s, const char *text)
{
    Buffer why = {0};
    Error clean; /* of bytes that could upset a terminal */
    const char *meant = command_like(text);
    Move move = typed_move(&s->record.pos, text, &why);
    error_set(&clean, "%.40s", text);
    if (move == MOVE_NONE && why.length == 0 && meant)
        say(s->terminal, "`%s` is neither a move nor a command; is it `%s` that you mean?",
            clean.text, meant);
    else if (move == MOVE_NONE && why.length == 0)
        say(s->terminal, "`%s` is neither a move nor a command; `help` lists the commands.",
            clean.text);
    else if (session_is_over(s))
        say(s->terminal, "The game is over; `undo` takes a move back, `new` begins another game.");
    else if (move == MOVE_NONE)
        say(s->terminal, "%s.", why.data);
    else
        session_play(s, move, &(Thought){0});
    buffer_free(&why);
}

static void take_line_of_person(Session *s, char *line)
{
    line = trimmed(line);
    if (!*line || run_command(s, line)) return;
    play_typed(s, line);
}

/* Ctrl-C asks a person first; the second in a row, or one where nobody types, is taken for `quit`.
 */
static void interrupted(Session *s, int in_a_row)
{
    if (in_a_row > 1 || !line_reader_interactive(s->lines))
        s->quit = true;
    else
        say(s->terminal, "Once more Ctrl-C, or `quit`, leaves the game.");
}

void session_run(Session *s)
{
    int interrupts = 0;
    line_reader_offer(s->lines, offer_words, s);
    while (!s->quit && !terminal_closed(s->terminal)) {
        if (engine_is_to_move(s)) {
            engine_move(s);
            continue;
        }
        char prompt[64], *line;
        watch_clock(s);
        write_prompt(s, prompt);
        switch (line_read(s->lines, prompt, &line)) {
        case LINE_READ:
            interrupts = 0;
            watch_clock(s);
            take_line_of_person(s, line);
            break;
        case LINE_INTERRUPTED: interrupted(s, ++interrupts); break;
        case LINE_CLEARED:
        case LINE_TOO_LONG: interrupts = 0; break;
        case LINE_END: s->quit = true; break;
        }
    }
}
