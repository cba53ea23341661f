/* Boojum: sets of squares. */
#ifndef BOOJUM_BASE_BITS_H
#define BOOJUM_BASE_BITS_H

#include "base/types.h"

#define FILE_A_BITS 0x0101010101010101ull
#define FILE_H_BITS 0x8080808080808080ull
#define RANK_1_BITS 0x00000000000000ffull
#define RANK_8_BITS 0xff00000000000000ull
#define DARK_BITS 0xaa55aa55aa55aa55ull /* a1 is dark */

ALWAYS_INLINE Bitboard bit(Square sq) { return 1ull << sq; }
ALWAYS_INLINE bool has(Bitboard set, Square sq) { return set >> sq & 1; }
ALWAYS_INLINE int popcount(Bitboard set) { return __builtin_popcountll(set); }
ALWAYS_INLINE bool more_than_one(Bitboard set) { return set & (set - 1); }

/* The lowest square of a set that is not empty. */
ALWAYS_INLINE Square first_square(Bitboard set) { return (Square)__builtin_ctzll(set); }
ALWAYS_INLINE Square pop_square(Bitboard *set)
{
    Square sq = first_square(*set);
    *set &= *set - 1;
    return sq;
}

ALWAYS_INLINE Bitboard shift_east(Bitboard set) { return set << 1 & ~FILE_A_BITS; }
ALWAYS_INLINE Bitboard shift_west(Bitboard set) { return set >> 1 & ~FILE_H_BITS; }
/* One rank forward as that side sees it. */
ALWAYS_INLINE Bitboard shift_forward(Color color, Bitboard set)
{
    return color == WHITE ? set << 8 : set >> 8;
}
/* The set and every square beside one of it. */
ALWAYS_INLINE Bitboard dilate(Bitboard set)
{
    set |= shift_east(set) | shift_west(set);
    return set | set << 8 | set >> 8;
}

#endif
