/* Searches the magic numbers that src/rules/attacks.c uses, and prints them as C.
 *
 *     cc -O2 -Iinclude -o find_magics bench/find_magics.c && ./find_magics
 *
 * Sparse random numbers are tried until one maps every relevant occupancy of the square, without a
 * harmful collision, to as many bits as the occupancy has. It uses no table of the engine's: rays
 * are walked square by square.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/prng.h"

static const int steps[2][4][2] = {{{0, 1}, {0, -1}, {1, 0}, {-1, 0}},
                                   {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

static Bitboard walk(int diagonal, Square sq, Bitboard occupied, bool keep_edge)
{
    Bitboard attacks = 0;
    for (int i = 0; i < 4; i++) {
        int df = steps[diagonal][i][0], dr = steps[diagonal][i][1];
        int file = file_of(sq) + df, rank = rank_of(sq) + dr;
        for (; on_board(file, rank); file += df, rank += dr) {
            if (!keep_edge && !on_board(file + df, rank + dr)) break;
            attacks |= bit(square_at(file, rank));
            if (has(occupied, square_at(file, rank))) break;
        }
    }
    return attacks;
}

static bool works(int diagonal, Square sq, Bitboard mask, Bitboard magic, unsigned shift)
{
    static Bitboard table[4096];
    static bool used[4096];
    memset(used, 0, sizeof used);
    Bitboard subset = 0;
    do {
        Bitboard attacks = walk(diagonal, sq, subset, true);
        size_t index = (size_t)(subset * magic >> shift);
        if (used[index] && table[index] != attacks) return false;
        used[index] = true;
        table[index] = attacks;
        subset = (subset - mask) & mask;
    } while (subset);
    return true;
}

int main(void)
{
    Prng prng = {2026};
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        printf("static const Bitboard %s_magics[SQUARE_COUNT] = {\n", diagonal ? "bishop" : "rook");
        for (int i = 0; i < SQUARE_COUNT; i++) {
            Square sq = (Square)i;
            Bitboard mask = walk(diagonal, sq, 0, false), magic;
            unsigned shift = 64 - (unsigned)popcount(mask);
            do magic = prng_next(&prng) & prng_next(&prng) & prng_next(&prng);
            while (popcount((mask * magic) & 0xff00000000000000ull) < 6 ||
                   !works(diagonal, sq, mask, magic, shift));
            printf("%s0x%016" PRIx64 "ull,%s", i % 4 == 0 ? "    " : " ", magic,
                   i % 4 == 3 ? "\n" : "");
        }
        printf("};\n\n");
    }
    return 0;
}
