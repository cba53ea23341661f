/* Boojum: a win that is in the transposition table, followed to its end. Private to the search. */
#ifndef BOOJUM_SEARCH_PROOF_H
#define BOOJUM_SEARCH_PROOF_H

#include "search/thread.h"

/* Does the side to move win in at most so many plies, whatever the opponent plays, by what earlier
 * searches left in the table? Where the table has a gap near the end, the mate finder fills it. If
 * so, true, and *line is best play as far as that is known: no defence known lasts longer. Counts
 * the nodes of the thread and heeds its limits; its position and keys are as before. */
bool proof_follow(Thread *t, int plies, Line *line);

#endif
