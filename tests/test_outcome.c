/* How games end. */
#include "suites.h"
#include "tables.h"

#include <check.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/outcome.h"

#define EMPTY "8/8/8/8/8/8/8/8"
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- a position by itself ---- */

static const struct {
    const char *game, *fen;
    Outcome outcome;
} outcomes[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ONGOING},
    {"chess", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", ONGOING_CHECK},
    {"chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", CHECKMATE},
    {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", STALEMATE},
    {"alice", "8/8/8/8/8/2k5/1q6/8|8/8/8/8/8/8/8/K7 w - - 0 1", STALEMATE},
    {"alice", "7k/5Q2/8/8/8/8/8/K7|" EMPTY " b - - 0 1", STALEMATE},
    {"alice", "rnbqkbnr/ppp1pppp/8/1B6/4p3/8/PPPP1PPP/RNBQK1NR|" EMPTY " b KQkq - 1 3", CHECKMATE},
    {"atomic", "8/8/8/8/8/3k4/8/3RK3 b - - 0 1", ONGOING_CHECK},
    {"atomic", "8/8/8/8/8/8/3k4/3RK3 b - - 0 1", ONGOING}, /* the kings touch */
    {"atomic", "BQ6/Rk6/8/8/8/8/8/4K3 b - - 0 1", CHECKMATE},
    {"atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", EXPLODED},
    {"atomic", "8/8/8/8/8/8/8/4K3 w - - 0 1", EXPLODED},
    {"aliceatomic", EMPTY "|8/8/8/4k3/8/8/8/8 w - - 0 1", EXPLODED},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4R3|8/3K4/8/8/8/8/8/8 b - - 0 1", ONGOING},
    {"aliceatomic", "4k3/3K4/8/8/8/8/8/4R3|" EMPTY " b - - 0 1", ONGOING_CHECK},
    /* A mate on the back rank, which the pawn's capture on g7 does not answer in chess; in Atomic
     * it blows up the king on h8. */
    {"chess", "7k/6p1/5P2/8/8/8/6PP/r6K w - - 0 1", CHECKMATE},
    {"atomic", "7k/6p1/8/8/8/8/6PP/r6K w - - 0 1", CHECKMATE},
    {"atomic", "7k/6p1/5P2/8/8/8/6PP/r6K w - - 0 1", ONGOING_CHECK},
    /* fifty moves: mate, stalemate and explosion come first */
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90", ONGOING},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90", DRAW_FIFTY_MOVES},
    {"chess", "4k3/8/8/8/8/8/8/4RK2 b - - 100 90", DRAW_FIFTY_MOVES}, /* in check */
    {"chess", "R6k/8/6K1/8/8/8/8/8 b - - 100 90", CHECKMATE},
    {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", STALEMATE},
    {"atomic", "8/8/8/8/8/8/8/4K3 b - - 100 90", EXPLODED},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3 w - - 100 90", DRAW_FIFTY_MOVES},
    {"msalice", "4k3/8/8/8/8/8/8/R3K3 w - - 65535 90", DRAW_FIFTY_MOVES},
    /* too little material: stalemate comes first */
    {"chess", "k7/8/1K6/4B3/8/8/8/8 b - - 0 1", STALEMATE},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 100 90", DRAW_MATERIAL},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", DRAW_MATERIAL},
    {"chess", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", DRAW_MATERIAL},
    {"chess", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", DRAW_MATERIAL},   /* both on dark squares */
    {"chess", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", ONGOING},        /* c8 is light, c1 dark */
    {"chess", "4k3/8/8/8/8/4B3/8/B1B1K3 w - - 0 1", DRAW_MATERIAL}, /* three on dark squares */
    {"chess", "2b1k3/1b6/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},  /* on one diagonal */
    {"chess", "1bb1k3/8/8/8/8/8/8/4K3 w - - 0 1", ONGOING},         /* side by side */
    {"chess", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", ONGOING},
    {"chess", "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1", ONGOING},
    {"chess", "2b1k3/8/8/8/8/8/8/1N2K3 w - - 0 1", ONGOING},
    {"chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", ONGOING},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ONGOING},
    {"chess", "4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1", ONGOING},
    {"atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"atomic", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", DRAW_MATERIAL},
    {"atomic", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"atomic", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", ONGOING}, /* two are enough */
    {"atomic", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", ONGOING},
    {"atomic", "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1", ONGOING},
    {"atomic", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", ONGOING},
    {"atomic", "4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1", ONGOING},
    {"atomic", "kbK5/b7/B7/8/8/8/8/8 w - - 0 1", ONGOING}, /* mate in one */
    {"alice", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"alice", "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"lookingglass", EMPTY "|4k3/8/8/8/8/8/8/4K3 b - - 0 1", DRAW_MATERIAL},
    {"msalice", "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/4K3 w - - 0 1", DRAW_MATERIAL},
    {"alice", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", ONGOING},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/5b2 w - - 0 1", ONGOING},
    {"msalice", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", ONGOING},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ONGOING},
    {"aliceatomic", "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/4K3 w - - 0 1", ONGOING},
};

START_TEST(test_outcome)
{
    Position pos;
    set_up(&pos, outcomes[_i].game, outcomes[_i].fen);
    Outcome found = outcome_of(&pos, NULL);
    ck_assert_msg(found == outcomes[_i].outcome, "%s: %s", outcomes[_i].fen, outcome_names[found]);
    KeyStack none = {0};
    ck_assert_int_eq(outcome_of(&pos, &none), outcomes[_i].outcome);
    ck_assert(dead_material(&pos) || outcomes[_i].outcome != DRAW_MATERIAL);
}
END_TEST

/* ---- after some moves ---- */

#define ROOKS "7r/8/8/5k2/2K5/8/8/R7"
#define ROUND "a1a2 h8h7 a2a3 h7h6 a3a1 h6h8 "
#define SHUTTLE "e1d1 e8d8 d1e1 d8e8 "

static const struct {
    const char *game, *fen, *moves; /* the game goes on until the last of them */
    Outcome outcome;
} lines[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", DRAW_REPETITION},
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", DRAW_REPETITION},
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", DRAW_REPETITION},
    /* The rooks come round in three moves: to the same squares, but of the other board. Only every
     * second time is it the same position, and the third such comes after 24 plies. */
    {"chess", ROOKS " w - - 0 1", ROUND ROUND, DRAW_REPETITION},
    {"alice", ROOKS "|" EMPTY " w - - 0 1", ROUND ROUND, ONGOING},
    {"alice", ROOKS "|" EMPTY " w - - 0 1", ROUND ROUND ROUND ROUND, DRAW_REPETITION},
    {"aliceatomic", ROOKS "|" EMPTY " w - - 0 1", ROUND ROUND ROUND ROUND, DRAW_REPETITION},
    /* Passing over twice is a way back. */
    {"msalice", ROOKS "|" EMPTY " w - - 0 1", "a1a1 h8h8 a1a1 h8h8 a1a1 h8h8 a1a1 h8h8",
     DRAW_REPETITION},
    {"msalice", ROOKS "|" EMPTY " w - - 0 1", "a1a1 h8h8 a1a1 h8h8 a1a1 h8h8", ONGOING},
    /* even a pawn's pass: it does not restart the count of fifty */
    {"msalice", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "a2a2 a7a7 a2a2 a7a7 a2a2 a7a7 a2a2 a7a7",
     DRAW_REPETITION},
    /* With a castling right it was another position: one ply later the rest comes a third time. */
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", SHUTTLE SHUTTLE, DRAW_REPETITION},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", SHUTTLE SHUTTLE, ONGOING},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", SHUTTLE SHUTTLE "e1d1", DRAW_REPETITION},
    /* likewise with an en passant capture that could be made, not with one that could not */
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", SHUTTLE SHUTTLE, ONGOING},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", SHUTTLE SHUTTLE "e1d1", DRAW_REPETITION},
    {"chess", "4k3/8/8/3p4/8/8/P7/4K3 w - d6 0 1", SHUTTLE SHUTTLE, DRAW_REPETITION},
    /* the side to move matters: a king that loses a move */
    {"chess", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "e1d1 e8d8 d1d2 d8e8 d2e1 e8e7 e1d1 e7e8 d1e1",
     ONGOING},
    /* repetition comes before fifty moves */
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 92 80", SHUTTLE SHUTTLE, DRAW_REPETITION},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 93 80", SHUTTLE "e1d1 e8d8 d1e1", DRAW_FIFTY_MOVES},
    /* the hundredth ply */
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", CHECKMATE},
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a7", DRAW_FIFTY_MOVES},
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 98 80", "a1a7", ONGOING},
    {"chess", "7k/8/6K1/8/8/8/P7/8 w - - 99 80", "a2a3", ONGOING},
    {"atomic", "4k3/3r4/8/8/8/8/3R4/4K3 w - - 99 80", "d2d7", EXPLODED},
    {"aliceatomic", "8/p7/8/8/8/8/8/R3K3|8/1k6/8/8/8/8/8/8 w - - 99 80", "a1a7", EXPLODED},
    {"msalice", "4k3/8/8/8/8/8/P7/4K3 w - - 99 80", "a2a2", DRAW_FIFTY_MOVES},
    {"msalice", "4k3/8/8/8/8/8/P7/4K3 w - - 99 80", "a2a3", ONGOING},
    /* mates and explosions of rules/cases.tsv */
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "e2e4 d7d5 f1e2 d5e4 e2b5", CHECKMATE},
    {"atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "g1f3 f7f6 f3d4 a7a6 d4e6 a6a5 e6d8", EXPLODED},
    {"atomic", "kbK5/b7/B7/8/8/8/8/8 w - - 0 1", "a6b7", CHECKMATE},
};

START_TEST(test_line)
{
    Position pos;
    KeyStack keys = {0};
    Error err = {"no reason given"};
    set_up(&pos, lines[_i].game, lines[_i].fen);
    char moves[1024];
    ck_assert(strlen(lines[_i].moves) < sizeof moves);
    strcpy(moves, lines[_i].moves);
    char *rest = NULL;
    for (char *text = strtok_r(moves, " ", &rest); text; text = strtok_r(NULL, " ", &rest)) {
        Outcome sofar = outcome_of(&pos, &keys);
        ck_assert_msg(!outcome_is_over(sofar), "before %s: %s", text, outcome_names[sofar]);
        Move move = move_read_uci(&pos, text, &err);
        ck_assert_msg(move != MOVE_NONE, "%s", err.text);
        ck_assert(key_stack_push(&keys, pos.key));
        Undo undo;
        position_make(&pos, move, &undo);
    }
    ck_assert_str_eq(outcome_names[outcome_of(&pos, &keys)], outcome_names[lines[_i].outcome]);
    key_stack_free(&keys);
}
END_TEST

/* ---- the keys of a game ---- */

START_TEST(test_repetitions)
{
    Position pos;
    KeyStack keys = {0};
    set_up(&pos, "alice", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    ck_assert_int_eq(repetitions(&pos, NULL), 0);
    ck_assert_int_eq(repetitions(&pos, &keys), 0);
    for (int ply = 0; ply < 12; ply++) key_stack_push(&keys, ply % 4 ? 1u : pos.key);
    /* The same key 4, 8 and 12 plies ago; but only so many of them since the last capture. */
    static const int expected[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3};
    for (int i = 0; i < COUNT_OF(expected); i++) {
        pos.rule50 = (uint16_t)i;
        ck_assert_int_eq(repetitions(&pos, &keys), expected[i]);
    }
    pos.rule50 = UINT16_MAX; /* more than the stack has: it came with a FEN */
    ck_assert_int_eq(repetitions(&pos, &keys), 3);
    key_stack_free(&keys);
}
END_TEST

START_TEST(test_key_stack)
{
    KeyStack keys = {0};
    for (size_t i = 0; i < 10000; i++) {
        ck_assert(key_stack_push(&keys, i * i));
        ck_assert(keys.count == i + 1 && keys.count <= keys.capacity);
    }
    for (size_t i = 0; i < keys.count; i++) ck_assert_uint_eq(keys.keys[i], i * i);

    ck_assert(key_stack_reserve(&keys, 100000));
    Key *room = keys.keys;
    ck_assert_uint_eq(keys.count, 10000);
    for (size_t i = 0; i < 100000; i++) ck_assert(key_stack_push(&keys, i));
    ck_assert_ptr_eq(keys.keys, room);

    KeyStack before = keys;
    ck_assert(!key_stack_reserve(&keys, SIZE_MAX));
    ck_assert(!key_stack_reserve(&keys, SIZE_MAX / sizeof(Key)));
    ck_assert(before.keys == keys.keys && before.count == keys.count);
    ck_assert_uint_eq(before.capacity, keys.capacity);

    key_stack_free(&keys);
    ck_assert(keys.keys == NULL && keys.count == 0 && keys.capacity == 0);
    ck_assert(key_stack_push(&keys, 7)); /* it can be used again */
    key_stack_free(&keys);
    key_stack_free(&keys);
}
END_TEST

START_TEST(test_names)
{
    static const char *const names[OUTCOME_COUNT] = {
        "ongoing",  "ongoing check",   "checkmate",        "stalemate",
        "exploded", "draw repetition", "draw fifty moves", "draw material"};
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        ck_assert_str_eq(outcome_names[i], names[i]);
        ck_assert(outcome_is_over((Outcome)i) == (i >= 2));
    }
}
END_TEST

Suite *outcome_suite(void)
{
    Suite *suite = suite_create("outcome");
    TCase *positions = tcase_create("positions");
    tcase_add_loop_test(positions, test_outcome, 0, COUNT_OF(outcomes));
    suite_add_tcase(suite, positions);

    TCase *played = tcase_create("lines");
    tcase_add_loop_test(played, test_line, 0, COUNT_OF(lines));
    suite_add_tcase(suite, played);

    TCase *keys = tcase_create("keys");
    tcase_add_test(keys, test_repetitions);
    tcase_add_test(keys, test_key_stack);
    tcase_add_test(keys, test_names);
    suite_add_tcase(suite, keys);
    return suite;
}
