/* Boojum: counting the tree of legal moves. */
#ifndef BOOJUM_RULES_PERFT_H
#define BOOJUM_RULES_PERFT_H

#include <stdatomic.h>

#include "rules/position.h"

/* The number of leaves at that depth in plies; 1 at depth 0. Repetition and the fifty moves end no
 * line; mate, stalemate and explosion do. The last ply is counted, not played. The position is
 * changed and restored. If `stop` is not NULL and becomes true, returns early with a smaller count.
 */
uint64_t perft(Position *pos, int depth, const atomic_bool *stop);

#endif
