/* Proofs of forced wins that owe nothing to the engine's search: exhaustive search over the rules
 * alone, once over the library's and once, slower, over the oracle's.
 *
 * A win is checkmate or the enemy king blown up. On the way stalemate, dead material and the fifty
 * moves are draws; a game has no history before its first position. A position cannot come a third
 * time on a shortest way to a win, so repetition needs no looking after. */
#ifndef BOOJUM_TESTS_PROVER_H
#define BOOJUM_TESTS_PROVER_H

#include "oracle.h"
#include "rules/position.h"

typedef struct Prover Prover;

/* The caller frees it; it remembers what it proved of any positions. Ends the process if memory is
 * out. */
Prover *prover_new(void);
void prover_free(Prover *prover);

/* Does the side to move win in at most so many of its moves, whatever is answered? False for 0. */
bool prover_wins(Prover *prover, const Position *pos, int moves);
/* Is the side to move mated or blown up, or does it lose in at most so many moves of the other? */
bool prover_loses(Prover *prover, const Position *pos, int moves);

/* The same by the oracle's rules. The game comes back as it was. */
bool oracle_wins(const Oracle *game, int moves);

#endif
