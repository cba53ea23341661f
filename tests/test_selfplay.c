/* Whole games: the engine against itself through UCI, each move checked by the rules library and
 * whatever is said of it by the driver, up to a lawful end. The environment's BOOJUM_SELFPLAY_GAMES
 * says how many of each game. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

enum { OPENING_PLIES = 8, MAX_GAME_PLIES = 6000, PLY_TEXT = 6 };

/* The game so far as both sides of the pipe know it. */
typedef struct Record {
    Position pos;
    KeyStack keys;
    char start[FEN_MAX];
    char *moves; /* " e2e4 e7e5" */
    size_t length;
    int plies;
    bool chess960;
} Record;

static void play(Record *record, Move move)
{
    char text[UCI_MOVE_MAX];
    Undo undo;
    move_write_uci(&record->pos, move, record->chess960, text);
    record->length += (size_t)sprintf(record->moves + record->length, " %s", text);
    if (!key_stack_push(&record->keys, record->pos.key)) ck_abort_msg("out of memory");
    position_make(&record->pos, move, &undo);
    record->plies++;
}

static void begin(Record *record, const Game *game, int shuffle)
{
    position_start(&record->pos, game, shuffle);
    fen_write(&record->pos, FEN_TWO_BOARD, record->chess960, record->start);
    record->keys.count = 0;
    record->moves[0] = '\0';
    record->length = 0;
    record->plies = 0;
}

static Outcome outcome(const Record *record) { return outcome_of(&record->pos, &record->keys); }

/* Random moves; once more from the start if that ends the game. */
static void play_opening(Record *record, const Game *game, int shuffle, Prng *prng)
{
    begin(record, game, shuffle);
    while (record->plies < OPENING_PLIES) {
        MoveList list;
        generate(&record->pos, GENERATE_ALL, &list);
        play(record, list.moves[prng_below(prng, (uint64_t)list.count)]);
        if (outcome_is_over(outcome(record))) begin(record, game, shuffle);
    }
}

/* The engine's FEN and state are those of the library. */
static void compare(UciProcess *engine, const Record *record)
{
    char fen[FEN_MAX];
    fen_write(&record->pos, FEN_TWO_BOARD, record->chess960, fen);
    uci_send(engine, "d");
    const char *line = uci_expect(engine, "Fen: *");
    if (strcmp(line + 5, fen) != 0) ck_abort_msg("`%s` should be `%s`", line, fen);
    line = uci_expect(engine, "State: *");
    const char *state = outcome_names[outcome(record)];
    if (strcmp(line + 7, state) != 0) ck_abort_msg("%s: `%s` should be `%s`", fen, line, state);
}

static void play_game(UciProcess *engine, Record *record)
{
    for (;;) {
        uci_send(engine, "position fen %s moves%s", record->start, record->moves);
        compare(engine, record);
        if (outcome_is_over(outcome(record))) return;
        if (record->plies >= MAX_GAME_PLIES) ck_abort_msg("a game without end");
        uci_send(engine, "go nodes 200");
        char move_text[8];
        const char *line = uci_expect(engine, "bestmove *");
        if (sscanf(line, "bestmove %7s", move_text) != 1) ck_abort_msg("`%s`", line);
        Error err;
        Move move = move_read_uci(&record->pos, move_text, &err);
        if (!move) ck_abort_msg("%s%s: %s", record->start, record->moves, err.text);
        play(record, move);
    }
}

/* When the game is over, drawn games among them, there is nothing to play. */
static void ask_once_more(UciProcess *engine, const Record *record)
{
    uci_send(engine, "go nodes 200");
    const char *line = uci_expect(engine, "bestmove *");
    ck_assert_msg(strcmp(line, "bestmove (none)") == 0, "`%s` after the end: %s", line,
                  outcome_names[outcome(record)]);
}

static int games_to_play(void)
{
    const char *wanted = getenv("BOOJUM_SELFPLAY_GAMES");
    return wanted ? atoi(wanted) : (int)scaled(3);
}

START_TEST(games_end_lawfully)
{
    const Game *game = &games[_i];
    Prng prng = {(uint64_t)_i};
    Record record = {.moves = malloc(MAX_GAME_PLIES * PLY_TEXT + 1)};
    ck_assert_ptr_nonnull(record.moves);
    UciProcess *engine = uci_open(NULL);
    uci_send(engine, "setoption name UCI_Variant value %s", game->name);
    for (int i = 0; i < games_to_play(); i++) {
        /* Every other game from a shuffle. */
        record.chess960 = i % 2;
        uci_send(engine, "ucinewgame");
        uci_send(engine, "setoption name UCI_Chess960 value %s", i % 2 ? "true" : "false");
        int shuffle = i % 2 ? (int)prng_below(&prng, SHUFFLE_COUNT) : STANDARD_SHUFFLE;
        play_opening(&record, game, shuffle, &prng);
        play_game(engine, &record);
        ask_once_more(engine, &record);
        if (getenv("BOOJUM_SELFPLAY_VERBOSE"))
            printf("%s %d: %d plies, %s\n", game->name, i, record.plies,
                   outcome_names[outcome(&record)]);
    }
    ck_assert_int_gt(uci_proven(engine), record.plies);
    uci_quit(engine);
    key_stack_free(&record.keys);
    free(record.moves);
}
END_TEST

Suite *selfplay_suite(void)
{
    Suite *suite = suite_create("selfplay");
    TCase *tcase = tcase_create("selfplay");
    tcase_set_timeout(tcase, 3600);
    tcase_add_loop_test(tcase, games_end_lawfully, 0, GAME_COUNT);
    suite_add_tcase(suite, tcase);
    return suite;
}
