/* Boojum: what each kind of man attacks.
 *
 * Sliders use fancy magic bitboards (Pradu Kannan's variant, 2007): the relevant occupancy times a
 * magic number, shifted, indexes a table of attack sets. On two boards the same look-up serves
 * both: the caller passes the occupancy of the board in question.
 * The tables are filled before main() runs and are constant from then on.
 */
#ifndef BOOJUM_RULES_ATTACKS_H
#define BOOJUM_RULES_ATTACKS_H

#include "base/bits.h"
#include "base/types.h"

typedef struct Magic {
    Bitboard mask; /* squares whose occupancy matters: the rays without their last square */
    Bitboard magic;
    const Bitboard *attacks; /* 2^popcount(mask) attack sets */
    unsigned shift;          /* 64 - popcount(mask) */
} Magic;

typedef struct AttackTables {
    Magic rook[SQUARE_COUNT];
    Magic bishop[SQUARE_COUNT];
    Bitboard knight[SQUARE_COUNT];
    Bitboard king[SQUARE_COUNT];
    Bitboard pawn[COLOR_COUNT][SQUARE_COUNT]; /* what a pawn of that colour attacks from there */
    Bitboard rook_rays[SQUARE_COUNT];         /* rook attacks on an empty board */
    Bitboard bishop_rays[SQUARE_COUNT];
    Bitboard between[SQUARE_COUNT][SQUARE_COUNT]; /* squares strictly between two on one line */
    Bitboard line[SQUARE_COUNT][SQUARE_COUNT];    /* the whole line through two, or 0 */
} AttackTables;

extern AttackTables attack_tables;

ALWAYS_INLINE Bitboard magic_lookup(const Magic *m, Bitboard occupied)
{
    return m->attacks[(occupied & m->mask) * m->magic >> m->shift];
}
ALWAYS_INLINE Bitboard rook_attacks(Square sq, Bitboard occupied)
{
    return magic_lookup(&attack_tables.rook[sq], occupied);
}
ALWAYS_INLINE Bitboard bishop_attacks(Square sq, Bitboard occupied)
{
    return magic_lookup(&attack_tables.bishop[sq], occupied);
}
ALWAYS_INLINE Bitboard queen_attacks(Square sq, Bitboard occupied)
{
    return rook_attacks(sq, occupied) | bishop_attacks(sq, occupied);
}
ALWAYS_INLINE Bitboard knight_attacks(Square sq) { return attack_tables.knight[sq]; }
ALWAYS_INLINE Bitboard king_attacks(Square sq) { return attack_tables.king[sq]; }
ALWAYS_INLINE Bitboard pawn_attacks(Color color, Square sq)
{
    return attack_tables.pawn[color][sq];
}
ALWAYS_INLINE Bitboard between(Square a, Square b) { return attack_tables.between[a][b]; }
ALWAYS_INLINE Bitboard line_through(Square a, Square b) { return attack_tables.line[a][b]; }

#endif
