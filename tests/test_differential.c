/* The engine's rules against the oracle's (tests/oracle.h), position by position.
 *
 * Two sources of positions: random games from random shuffles, and random placements of men, which
 * have more pins, checks and blasts in one position than games ever get. In each position the two
 * must agree about the legal moves, the FEN, the checkers and the state; and what the engine
 * promises of itself must hold: make and unmake, keys, FEN forms, SAN.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "oracle.h"
#include "placements.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "suites.h"
#include "tables.h"

typedef struct Walk {
    const Game *game;
    Position pos;
    KeyStack before;
    Oracle *oracle;
    Prng prng;
    uint64_t positions;
} Walk;

#define WHERE(walk, fen) (walk)->game->name, fen

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* ---- what the engine promises of itself ---- */

static void check_make_unmake(Walk *w, const MoveList *list, const char *fen)
{
    Position before = w->pos;
    Error err;
    for (int i = 0; i < list->count; i++) {
        Undo undo;
        position_make(&w->pos, list->moves[i], &undo);
        must(position_consistent(&w->pos, &err), "%s %s: %s", WHERE(w, fen), err.text);
        must_hold(undo.removed_count <= 10);
        must_hold(undo.added_count <= 2);
        must_hold(undo.key == before.key);
        must_hold(w->pos.key != before.key);
        position_unmake(&w->pos, &undo);
        must(memcmp(&w->pos, &before, sizeof before) == 0, "%s %s: unmake", WHERE(w, fen));
    }
}

static void check_generator(Walk *w, const MoveList *all, const char *fen)
{
    MoveList captures, quiets;
    generate(&w->pos, GENERATE_CAPTURES, &captures);
    generate(&w->pos, GENERATE_QUIETS, &quiets);
    must(count_legal(&w->pos) == all->count, "%s %s: counted %d, listed %d", WHERE(w, fen),
         count_legal(&w->pos), all->count);
    must_hold(captures.count + quiets.count == all->count);
    for (int i = 0; i < captures.count; i++) {
        must_hold(move_is_capture(captures.moves[i]));
        must_hold(is_legal(&w->pos, captures.moves[i]));
    }
    for (int i = 0; i < quiets.count; i++) must_hold(!move_is_capture(quiets.moves[i]));
    must_hold(has_legal_move(&w->pos) == (all->count > 0));
}

static void check_fen_forms(Walk *w, const char *fen)
{
    for (int style = 0; style < FEN_STYLE_COUNT; style++)
        for (int shredder = 0; shredder < 2; shredder++) {
            char text[FEN_MAX], again[FEN_MAX];
            Position read;
            Error err;
            fen_write(&w->pos, (FenStyle)style, shredder, text);
            bool ok = fen_read(&read, (RulesId)w->pos.rules, text, &err);
            must(ok, "%s %s as %s: %s", WHERE(w, fen), text, ok ? "" : err.text);
            /* Where there is no right, castle_rook says nothing. */
            for (int right = 0; right < RIGHT_COUNT; right++)
                if (!(read.rights & right_bit((unsigned)right)))
                    read.castle_rook[right] = w->pos.castle_rook[right];
            must(memcmp(&read, &w->pos, sizeof read) == 0, "%s %s: read back from %s",
                 WHERE(w, fen), text);
            fen_write(&read, (FenStyle)style, shredder, again);
            must_hold(strcmp(again, text) == 0);
        }
}

static void check_san(Walk *w, const MoveList *list, const char *fen)
{
    static char sans[MAX_MOVES][SAN_MAX];
    for (int i = 0; i < list->count; i++) {
        move_write_san(&w->pos, list->moves[i], sans[i]);
        Move read = move_read_san(&w->pos, sans[i], NULL);
        must(read == list->moves[i], "%s %s: SAN %s read as another move", WHERE(w, fen), sans[i]);
    }
    qsort(sans, (size_t)list->count, sizeof sans[0], by_text);
    for (int i = 1; i < list->count; i++)
        must(strcmp(sans[i - 1], sans[i]) != 0, "%s %s: two moves are %s", WHERE(w, fen), sans[i]);
}

/* A man that stands on the other board makes another key. */
static void check_key_knows_boards(Walk *w)
{
    if (!rules_of(w->game->rules).two_boards) return;
    for (Bitboard men = occupied(&w->pos) & ~w->pos.castle_men; men;) {
        Square sq = pop_square(&men);
        Position other = w->pos;
        Man man = other.men[sq];
        position_take(&other, sq);
        position_put(&other, sq, man ^ MAN_GLASS);
        must_hold(other.key != w->pos.key);
    }
}

/* ---- the engine against the oracle ---- */

static void check_against_oracle(Walk *w, const MoveList *list, const char *fen)
{
    char theirs[FEN_MAX], ours[FEN_MAX];
    for (int shredder = 0; shredder < 2; shredder++) {
        oracle_fen(w->oracle, shredder, theirs, sizeof theirs);
        fen_write(&w->pos, FEN_TWO_BOARD, shredder, ours);
        must(strcmp(ours, theirs) == 0, "%s: FEN\n%s, the oracle has\n%s", w->game->name, ours,
             theirs);
    }

    static OracleMove expected[ORACLE_MAX_MOVES];
    static char found[MAX_MOVES][UCI_MOVE_MAX];
    int count = oracle_moves(w->oracle, expected);
    for (int i = 0; i < list->count; i++) move_write_uci(&w->pos, list->moves[i], true, found[i]);
    qsort(found, (size_t)list->count, sizeof found[0], by_text);
    for (int i = 0; i < count || i < list->count; i++) {
        const char *have = i < list->count ? found[i] : "-";
        const char *should = i < count ? expected[i].uci : "-";
        must(strcmp(have, should) == 0, "%s %s: move %s, the oracle has %s", WHERE(w, fen), have,
             should);
        must_hold(move_read_uci(&w->pos, have, NULL) != MOVE_NONE);
    }

    const char *state = outcome_names[outcome_of(&w->pos, &w->before)];
    must(strcmp(state, oracle_state(w->oracle)) == 0, "%s %s: %s, the oracle says %s",
         WHERE(w, fen), state, oracle_state(w->oracle));

    char checkers[256], squares[256] = "";
    oracle_checkers(w->oracle, checkers, sizeof checkers);
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            if (has(position_checkers(&w->pos), square_at(file, rank))) {
                if (squares[0]) strcat(squares, " ");
                square_write(square_at(file, rank), squares + strlen(squares));
            }
    must(strcmp(squares, checkers) == 0, "%s %s: checkers %s, the oracle has %s", WHERE(w, fen),
         squares, checkers);
}

static void check_position(Walk *w, MoveList *list)
{
    char fen[FEN_MAX];
    fen_write(&w->pos, FEN_TWO_BOARD, true, fen);
    generate(&w->pos, GENERATE_ALL, list);
    check_against_oracle(w, list, fen);
    check_generator(w, list, fen);
    check_make_unmake(w, list, fen);
    check_fen_forms(w, fen);
    check_san(w, list, fen);
    check_key_knows_boards(w);
    w->positions++;
}

/* ---- random games ---- */

/* Captures a little oftener than chance would have them, so that boards get empty. */
static Move random_move(Walk *w, const MoveList *list)
{
    Move move = list->moves[prng_below(&w->prng, (uint64_t)list->count)];
    if (!move_is_capture(move) && prng_below(&w->prng, 8) == 0)
        move = list->moves[prng_below(&w->prng, (uint64_t)list->count)];
    return move;
}

static void play_one_game(Walk *w, uint64_t most)
{
    int shuffle = prng_below(&w->prng, 2) ? (int)prng_below(&w->prng, SHUFFLE_COUNT) : -1;
    position_start(&w->pos, w->game, shuffle < 0 ? STANDARD_SHUFFLE : shuffle);
    w->oracle = oracle_start(w->game->name, shuffle);
    must_hold(w->oracle != NULL);
    w->before.count = 0;
    for (int ply = 0; ply < 300 && w->positions < most; ply++) {
        MoveList list;
        check_position(w, &list);
        if (list.count == 0) break;
        char uci[UCI_MOVE_MAX];
        Undo undo;
        Move move = random_move(w, &list);
        move_write_uci(&w->pos, move, true, uci);
        must_hold(key_stack_push(&w->before, w->pos.key));
        position_make(&w->pos, move, &undo);
        must(oracle_play(w->oracle, uci), "%s: the oracle refuses %s", w->game->name, uci);
    }
    oracle_free(w->oracle);
}

START_TEST(random_games)
{
    Walk w = {.game = &games[_i], .prng = {(uint64_t)(1 + _i)}};
    uint64_t most = scaled(2000);
    while (w.positions < most) play_one_game(&w, most);
    key_stack_free(&w.before);
    printf("differential: %s, %llu positions of random games\n", w.game->name,
           (unsigned long long)w.positions);
}
END_TEST

/* ---- random placements ---- */

/* A few double steps lead to en passant, so a placement is also played on from. */
static void play_on(Walk *w, uint64_t most)
{
    for (int ply = 0; ply < 3 && w->positions < most; ply++) {
        MoveList list;
        check_position(w, &list);
        if (list.count == 0) return;
        Move move = random_move(w, &list);
        for (int i = 0; i < list.count; i++)
            if (move_kind(list.moves[i]) == DOUBLE_STEP && prng_below(&w->prng, 3) == 0)
                move = list.moves[i];
        char uci[UCI_MOVE_MAX];
        Undo undo;
        move_write_uci(&w->pos, move, true, uci);
        must_hold(key_stack_push(&w->before, w->pos.key));
        position_make(&w->pos, move, &undo);
        must_hold(oracle_play(w->oracle, uci));
    }
}

START_TEST(random_placements)
{
    Walk w = {.game = &games[_i], .prng = {(uint64_t)(101 + _i)}};
    uint64_t most = scaled(2000), refused = 0;
    while (w.positions < most) {
        char fen[FEN_MAX];
        Position read;
        place_at_random(&w.prng, w.game, &w.pos);
        fen_write(&w.pos, FEN_TWO_BOARD, true, fen);
        bool ok = fen_read(&read, w.game->rules, fen, NULL);
        w.oracle = oracle_new(w.game->name, fen);
        must(ok == (w.oracle != NULL), "%s %s: %s, the oracle thinks otherwise", WHERE(&w, fen),
             ok ? "read" : "refused");
        w.before.count = 0;
        if (ok)
            play_on(&w, most);
        else
            refused++;
        oracle_free(w.oracle);
    }
    key_stack_free(&w.before);
    printf("differential: %s, %llu positions from random placements, %llu more refused by both\n",
           w.game->name, (unsigned long long)w.positions, (unsigned long long)refused);
    if (most >= 500) ck_assert_uint_gt(refused, 0);
}
END_TEST

Suite *differential_suite(void)
{
    Suite *suite = suite_create("differential");
    TCase *tcase = tcase_create("engine and oracle");
    tcase_set_timeout(tcase, 7200);
    tcase_add_loop_test(tcase, random_games, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, random_placements, 0, GAME_COUNT);
    suite_add_tcase(suite, tcase);
    return suite;
}
