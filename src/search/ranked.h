/* Boojum, private to the floor `search`: moves taken in the order of a rank. */
#ifndef BOOJUM_SEARCH_RANKED_H
#define BOOJUM_SEARCH_RANKED_H

#include "rules/movegen.h"

typedef struct Ranked {
    MoveList list;
    uint32_t ranks[MAX_MOVES]; /* the highest comes first */
} Ranked;

/* Brings the best of the moves from `next` on to `next`, and returns it. */
static inline Move ranked_pick(Ranked *moves, int next)
{
    int best = next;
    for (int i = next + 1; i < moves->list.count; i++)
        if (moves->ranks[i] > moves->ranks[best]) best = i;
    const Move move = moves->list.moves[best];
    const uint32_t rank = moves->ranks[best];
    moves->list.moves[best] = moves->list.moves[next];
    moves->ranks[best] = moves->ranks[next];
    moves->list.moves[next] = move;
    moves->ranks[next] = rank;
    return move;
}

#endif
