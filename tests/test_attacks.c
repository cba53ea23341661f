/* The attack tables against walking square by square. */
#include "base/prng.h"
#include "rules/attacks.h"
#include "suites.h"
#include "tables.h"

/* What a slider sees from sq when it steps (df, dr) until somebody stands in the way. */
static Bitboard walk(Square sq, int df, int dr, Bitboard occ)
{
    Bitboard seen = 0;
    for (int f = file_of(sq) + df, r = rank_of(sq) + dr; on_board(f, r); f += df, r += dr) {
        seen |= bit(square_at(f, r));
        if (has(occ, square_at(f, r))) break;
    }
    return seen;
}

static Bitboard walk_rook(Square sq, Bitboard occ)
{
    return walk(sq, 1, 0, occ) | walk(sq, -1, 0, occ) | walk(sq, 0, 1, occ) | walk(sq, 0, -1, occ);
}

static Bitboard walk_bishop(Square sq, Bitboard occ)
{
    return walk(sq, 1, 1, occ) | walk(sq, -1, 1, occ) | walk(sq, 1, -1, occ) |
           walk(sq, -1, -1, occ);
}

/* Every relevant occupancy of every square, so no magic can have a harmful collision. */
START_TEST(magics_every_occupancy)
{
    Square sq = (Square)_i;
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        const Magic *m = diagonal ? &attack_tables.bishop[sq] : &attack_tables.rook[sq];
        Bitboard subset = 0;
        do {
            Bitboard expected = diagonal ? walk_bishop(sq, subset) : walk_rook(sq, subset);
            must(magic_lookup(m, subset) == expected, "square %d", sq);
            subset = (subset - m->mask) & m->mask;
        } while (subset);
    }
}
END_TEST

/* And occupancies with bits outside the mask, which must not matter. */
START_TEST(magics_random_occupancy)
{
    Prng prng = {7};
    for (int i = 0; i < 200000; i++) {
        Square sq = (Square)prng_below(&prng, SQUARE_COUNT);
        Bitboard occ = prng_next(&prng) & prng_next(&prng);
        must_hold(rook_attacks(sq, occ) == walk_rook(sq, occ));
        must_hold(bishop_attacks(sq, occ) == walk_bishop(sq, occ));
        must_hold(queen_attacks(sq, occ) == (walk_rook(sq, occ) | walk_bishop(sq, occ)));
    }
}
END_TEST

START_TEST(leapers)
{
    for (int a = 0; a < SQUARE_COUNT; a++)
        for (int b = 0; b < SQUARE_COUNT; b++) {
            Square from = (Square)a, to = (Square)b;
            int df = file_of(to) - file_of(from), dr = rank_of(to) - rank_of(from);
            bool knight = df * df + dr * dr == 5;
            bool king = a != b && df >= -1 && df <= 1 && dr >= -1 && dr <= 1;
            must_hold(has(knight_attacks(from), to) == knight);
            must_hold(has(king_attacks(from), to) == king);
            must_hold(has(pawn_attacks(WHITE, from), to) == (df * df == 1 && dr == 1));
            must_hold(has(pawn_attacks(BLACK, from), to) == (df * df == 1 && dr == -1));
        }
}
END_TEST

START_TEST(lines)
{
    for (int a = 0; a < SQUARE_COUNT; a++)
        for (int b = 0; b < SQUARE_COUNT; b++) {
            Square from = (Square)a, to = (Square)b;
            Bitboard way = 0, whole = 0;
            for (int df = -1; df <= 1; df++)
                for (int dr = -1; dr <= 1; dr++) {
                    if (!df && !dr) continue;
                    Bitboard ray = walk(from, df, dr, 0);
                    if (!has(ray, to)) continue;
                    way = walk(from, df, dr, bit(to)) & ~bit(to);
                    whole = ray | bit(from) | walk(from, -df, -dr, 0);
                }
            must_hold(between(from, to) == way);
            must_hold(line_through(from, to) == whole);
        }
}
END_TEST

/* Sets of squares: the small tools of base/bits.h. */
START_TEST(sets)
{
    for (int a = 0; a < SQUARE_COUNT; a++) {
        Square sq = (Square)a;
        must_hold(dilate(bit(sq)) == (king_attacks(sq) | bit(sq)));
        must_hold((shift_east(bit(sq)) == 0) == (file_of(sq) == 7));
        must_hold((shift_west(bit(sq)) == 0) == (file_of(sq) == 0));
        must_hold((shift_forward(WHITE, bit(sq)) == 0) == (rank_of(sq) == 7));
        must_hold((shift_forward(BLACK, bit(sq)) == 0) == (rank_of(sq) == 0));
        must_hold(has(DARK_BITS, sq) == ((file_of(sq) + rank_of(sq)) % 2 == 0));
    }
}
END_TEST

Suite *attacks_suite(void)
{
    Suite *suite = suite_create("attacks");
    TCase *tcase = tcase_create("tables");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, magics_every_occupancy, 0, SQUARE_COUNT);
    tcase_add_test(tcase, magics_random_occupancy);
    tcase_add_test(tcase, leapers);
    tcase_add_test(tcase, lines);
    tcase_add_test(tcase, sets);
    suite_add_tcase(suite, tcase);
    return suite;
}
