/* Positions: starts, records of moves, keys, and that contradictions are noticed. */
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/position.h"
#include "rules/zobrist.h"
#include "suites.h"
#include "tables.h"

static Position must_read(const char *game, const char *fen)
{
    Position pos;
    set_up(&pos, game, fen);
    return pos;
}

static Undo must_play(Position *pos, const char *uci)
{
    Undo undo;
    Error err;
    Move move = move_read_uci(pos, uci, &err);
    ck_assert_msg(move != MOVE_NONE, "%s", uci);
    position_make(pos, move, &undo);
    return undo;
}

/* Chess960 numbers and arrays from the published table (518 is the usual one). */
static const struct {
    int shuffle;
    const char *array;
} arrays[] = {
    {0, "BBQNNRKR"},   {1, "BQNBNRKR"},   {2, "BQNNRBKR"},   {518, "RNBQKBNR"},
    {534, "RNBKQBNR"}, {959, "RKRNNQBB"}, {958, "RKRNNBBQ"}, {4, "QBBNNRKR"},
};

START_TEST(shuffles)
{
    Position pos;
    position_start(&pos, must_find_game("chess"), arrays[_i].shuffle);
    for (int file = 0; file < 8; file++) {
        ck_assert_int_eq(man_letter(pos.men[file]), arrays[_i].array[file]);
        ck_assert_int_eq(pos.men[A8 + file], pos.men[file] | MAN_BLACK);
    }
    ck_assert_int_eq(pos.rights, 15);
}
END_TEST

START_TEST(every_shuffle_is_sound)
{
    for (int shuffle = 0; shuffle < SHUFFLE_COUNT; shuffle++) {
        Position pos;
        Error err;
        position_start(&pos, &games[_i], shuffle);
        must(position_consistent(&pos, &err), "%d: %s", shuffle, err.text);
        must_hold(popcount(occupied(&pos)) == 32);
        must_hold(popcount(pos.kinds[BISHOP] & DARK_BITS) == 2);
        must_hold(popcount(pos.kinds[ROOK] & RANK_1_BITS) == 2);
        Bitboard rooks = men_of(&pos, WHITE, ROOK);
        must_hold(first_square(rooks) < king_square(&pos, WHITE));
        must_hold((rooks & ~((bit(king_square(&pos, WHITE)) << 1) - 1)) != 0);
        must_hold(pos.glass == (games[_i].black_on_b ? pos.colors[BLACK] : 0));
    }
}
END_TEST

/* What a record says: removed and added, in order, as text. */
static const struct {
    const char *game, *fen, *move, *removed, *added;
} records[] = {
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "Pe2", "Pe4"},
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "Pe4 pd5", "Pd5"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "Pe5 pd5", "Pd6"},
    {"chess", "3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", "Pc7 nd8", "Qd8"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "Ke1 Rh1", "Kg1 Rf1"},
    {"alice", "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 0 1", "e1g1", "Ke1 Rh1", "Kg1' Rf1'"},
    {"msalice", "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w - - 0 1", "h1h1", "Rh1", "Rh1'"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "Pe4' pd5'", "Pd5"},
    {"aliceatomic", "k7/8/8/2n1b3/2rP4/2N1p3/8/7K|8/8/8/3b4/4P3/8/8/8 w - - 0 1", "e4d5",
     "Pe4' bd5' rc4 nc5 be5", ""},
    {"aliceatomic", "k7/8/2rnb3/2r1b3/2rn4/8/8/7K|8/8/8/3q4/4P3/8/8/8 w - - 0 1", "e4d5",
     "Pe4' qd5' rc4 nd4 rc5 be5 rc6 nd6 be6", ""},
    {"atomic", "7k/8/2rnb3/2rqb3/2rnP3/8/8/7K w - - 0 1", "e4d5",
     "Pe4 qd5 rc4 nd4 rc5 be5 rc6 nd6 be6", ""},
    {"atomic", "7k/8/2rnb3/2rqb3/2rnr3/8/8/3R3K w - - 0 1", "d1d4", "Rd1 nd4 rc4 re4 rc5 qd5 be5",
     ""},
};
enum { RECORD_COUNT = sizeof records / sizeof records[0] };

static void write_placed(const Placed *placed, int count, char *buf)
{
    *buf = '\0';
    for (int i = 0; i < count; i++) {
        if (i) strcat(buf, " ");
        size_t used = strlen(buf);
        buf[used] = man_letter(placed[i].man);
        square_write(placed[i].square, buf + used + 1);
        if (man_board(placed[i].man) == BOARD_B) strcat(buf, "'");
    }
}

START_TEST(record)
{
    Position pos = must_read(records[_i].game, records[_i].fen);
    Undo undo = must_play(&pos, records[_i].move);
    char removed[64], added[64];
    write_placed(undo.removed, undo.removed_count, removed);
    write_placed(undo.added, undo.added_count, added);
    ck_assert_str_eq(removed, records[_i].removed);
    ck_assert_str_eq(added, records[_i].added);
}
END_TEST

/* Keys that must be equal: the same position reached by other ways. */
START_TEST(transposition)
{
    Position a, b;
    position_start(&a, &games[_i], STANDARD_SHUFFLE);
    b = a;
    must_play(&a, "g1f3"), must_play(&a, "g8f6"), must_play(&a, "b1c3"), must_play(&a, "b8c6");
    must_play(&b, "b1c3"), must_play(&b, "b8c6"), must_play(&b, "g1f3"), must_play(&b, "g8f6");
    ck_assert_uint_eq(a.key, b.key);
}
END_TEST

/* Pairs of positions that differ in one thing that matters. */
static const struct {
    const char *game, *one, *other;
} different[] = {
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1", "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w - - 0 1",
     "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/7R w - - 0 1"},
};

/* ... and in one that does not: en passant squares where nobody can take, counters. */
static const struct {
    const char *game, *one, *other;
} same[] = {
    {"chess", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 7 9"},
    /* the taker is pinned */
    {"chess", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 1",
     "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - - 0 1"},
    /* the taker stands on the board that the pawn has left */
    {"aliceatomic", "4k3/8/8/4P3/8/8/8/4K3|8/8/8/3p4/8/8/8/8 w - d6 0 1",
     "4k3/8/8/4P3/8/8/8/4K3|8/8/8/3p4/8/8/8/8 w - - 0 1"},
    /* the blast on d6 would take the own king */
    {"atomic", "4k3/8/8/K7/8/8/8/8 w - - 0 1", "4k3/8/8/K7/8/8/8/8 w - - 3 4"},
    {"atomic", "7k/8/4K3/3pP3/8/8/8/8 w - d6 0 1", "7k/8/4K3/3pP3/8/8/8/8 w - - 0 1"},
};

START_TEST(keys_differ)
{
    ck_assert_uint_ne(must_read(different[_i].game, different[_i].one).key,
                      must_read(different[_i].game, different[_i].other).key);
}
END_TEST

START_TEST(keys_agree)
{
    ck_assert_uint_eq(must_read(same[_i].game, same[_i].one).key,
                      must_read(same[_i].game, same[_i].other).key);
}
END_TEST

/* A plausible mistake of each kind is seen. */
START_TEST(contradictions_are_seen)
{
    Position start, pos;
    Error err;
    position_start(&start, must_find_game("aliceatomic"), STANDARD_SHUFFLE);
    ck_assert(position_consistent(&start, &err));
    pos = start, pos.glass ^= 1;
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.colors[WHITE] ^= bit(square_at(4, 3));
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.kinds[PAWN] ^= bit(square_at(4, 1));
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.men[A1] = NO_MAN;
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.key ^= 1;
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.castle_rook[0] = G1;
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.castle_men = 0;
    ck_assert(!position_consistent(&pos, &err));
    pos = start, pos.ep = square_at(4, 5);
    ck_assert(!position_consistent(&pos, &err));
}
END_TEST

/* No two numbers of the key are equal or zero: a careless table would show itself here. */
START_TEST(zobrist_numbers_differ)
{
    const Key *keys = (const Key *)&zobrist;
    const size_t count = sizeof zobrist / sizeof(Key);
    for (size_t i = 0; i < count; i++) {
        must(keys[i] != 0, "number %zu is 0", i);
        for (size_t j = 0; j < i; j++) must(keys[i] != keys[j], "numbers %zu and %zu", i, j);
    }
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

Suite *position_suite(void)
{
    Suite *suite = suite_create("position");
    TCase *tcase = tcase_create("position");
    tcase_add_loop_test(tcase, shuffles, 0, COUNT(arrays));
    tcase_add_loop_test(tcase, every_shuffle_is_sound, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, record, 0, RECORD_COUNT);
    tcase_add_loop_test(tcase, transposition, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, keys_differ, 0, COUNT(different));
    tcase_add_loop_test(tcase, keys_agree, 0, COUNT(same));
    tcase_add_test(tcase, contradictions_are_seen);
    tcase_add_test(tcase, zobrist_numbers_differ);
    suite_add_tcase(suite, tcase);
    return suite;
}
