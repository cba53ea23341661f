/* Boojum: a win that was announced is kept. Private to the search.
 *
 * A search that ended with a win in n moves has proven it, but the next one, two plies later, may
 * have less time or a fuller table and overlook it. So it begins with what is left of the promise:
 * the rest of the line, if the opponent followed it, else a search for the shorter win alone. */
#ifndef BOOJUM_SEARCH_PROMISE_H
#define BOOJUM_SEARCH_PROMISE_H

#include "search/thread.h"

/* Remembers the win that the thread's best line ends with, or that there is none. The thread's
 * position is the one searched. */
void promise_make(Promise *promise, const Thread *t);

/* If the game has gone on from the promise to the thread's position, and the win that is left can
 * be had: true, and *kept is a root move with it. Spends a part of what the search is allowed. */
bool promise_find(const Promise *promise, Thread *t, RootMove *kept);

#endif
