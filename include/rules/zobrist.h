/* Boojum: the random numbers that a position's key is made of.
 *
 * key = XOR of man[man][square] over all men (a man's code knows its board), castling[square of the
 * rook] over all rights, en_passant[file] where such a capture is legal, and black_to_move.
 * (A. L. Zobrist, "A new hashing method with application for game playing", 1970.)
 * The numbers come from a fixed seed and are the same on every machine.
 */
#ifndef BOOJUM_RULES_ZOBRIST_H
#define BOOJUM_RULES_ZOBRIST_H

#include "base/types.h"

typedef struct ZobristTables {
    Key man[MAN_CODES][SQUARE_COUNT];
    Key castling[SQUARE_COUNT];
    Key en_passant[8];
    Key black_to_move;
} ZobristTables;

extern ZobristTables zobrist;

#endif
