/* Boojum: proving that the side to move wins in so many moves. Private to the search. */
#ifndef BOOJUM_SEARCH_MATE_H
#define BOOJUM_SEARCH_MATE_H

#include "search/thread.h"

/* Looks for the shortest win, by mate or by blowing up the king, in 1, 2, ... `limit` moves of the
 * side to move, among the thread's root moves, until it is found, refuted, or the search must stop.
 * What it finds is proven: each shorter win was refuted, and the line has exactly that length. The
 * thread's best move, score and line become those of the win; without one they stay as they were.
 * The number of moves in which a win was refuted, or found, goes to completed_depth as plies.
 * `report` is called after each number of moves. */
void mate_search(Thread *t, int limit, void (*report)(Thread *t, int depth));

/* If a root move wins at once, it becomes the thread's best: true. Heeds no limit and counts no
 * nodes. */
bool mate_at_once(Thread *t);

/* Looks for the shortest win of the side to move in the thread's position, all its moves allowed,
 * in at most `limit` moves. If there is one and the search need not stop, true, and *line is best
 * play to the end. Counts nodes; nothing else of the thread changes. */
bool mate_find(Thread *t, int limit, Line *line);

#endif
