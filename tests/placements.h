/* Boojum's tests: positions that no game leads to. */
#ifndef BOOJUM_TESTS_PLACEMENTS_H
#define BOOJUM_TESTS_PLACEMENTS_H

#include "base/prng.h"
#include "rules/position.h"

/* Puts a random number of men on random squares, kings always, with castling rights now and then.
 * It need not be a position: the side that is not to move may be in check. */
void place_at_random(Prng *prng, const Game *game, Position *pos);

#endif
