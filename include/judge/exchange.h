/* Boojum: what a capture wins and costs at once. */
#ifndef BOOJUM_JUDGE_EXCHANGE_H
#define BOOJUM_JUDGE_EXCHANGE_H

#include "rules/position.h"

/* More than all men together: a capture that blows up the enemy king gains this. */
enum { GAIN_KING = 100000 };

/* For a legal capture: the centipawns of enemy men that it takes off the board, less those of the
 * own men that go with them (the capturing man and what its explosion takes; where nothing
 * explodes, none). A promotion adds what the pawn becomes, unless it explodes. Looks no move
 * further. */
int capture_gain(const Position *pos, Move move);

#endif
