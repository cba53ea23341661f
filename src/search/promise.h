/* Boojum: a win that was announced is kept, and is the shortest. Private to the search.
 *
 * A search that ended with a win in n moves has proven it, but the next one, two plies later, may
 * have less time or a fuller table and overlook it. So it begins with what is left of the promise:
 * the rest of the line, if the opponent followed it, else the proof as it lies in the table (see
 * proof.h), else a search for the shorter win alone. And as the ordinary search may find a long win
 * before a short one, a last look is for a shorter. */
#ifndef BOOJUM_SEARCH_PROMISE_H
#define BOOJUM_SEARCH_PROMISE_H

#include "search/thread.h"

/* Remembers the win that the thread's best line ends with, or that there is none. The thread's
 * position is the one searched. */
void promise_make(Promise *promise, const Thread *t);

/* If the game has gone on from the promise to the thread's position, and the win that is left can
 * be had: true, and *kept is a root move with it. Spends a part of what the search is allowed. */
bool promise_find(const Promise *promise, Thread *t, RootMove *kept);

/* The thread's best move is far ahead, but not known to win: if a win in a few moves is to be had
 * that was reduced away, true, and *win is a root move with it. Spends a small part of what the
 * search has cost so far; once it is sure that there is none it spends no more. */
bool promise_overlooked(Thread *t, RootMove *win);

/* The thread's best move wins: if a shorter win is to be had, true, and *win is a root move with
 * it. Spends a part of what the search is allowed. */
bool promise_shorten(Thread *t, RootMove *win);

#endif
