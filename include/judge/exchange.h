/* Boojum: what a move wins and costs on the square it goes to, without search.
 *
 * Where nothing explodes it is the usual static exchange: both sides take on that square, cheapest
 * man first, as long as it pays. On two boards every capture carries the taker to the other board,
 * so the next one must be made from there.
 * Where captures explode there is one blast and no second capture: its value is what it takes from
 * the enemy less what it takes from oneself. A quiet move is worth what the enemy's cheapest
 * exploder would make of the man where it has arrived.
 */
#ifndef BOOJUM_JUDGE_EXCHANGE_H
#define BOOJUM_JUDGE_EXCHANGE_H

#include "rules/position.h"

/* More than all men together: a blast that takes the enemy king is worth at least half of this. */
enum { GAIN_KING = 100000 };

/* For a legal move: centipawns for the side that makes it. Castling and passes are worth 0. */
int exchange_value(const Position *pos, Move move);

#endif
