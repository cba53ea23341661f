/* Boojum: the order in which moves are tried. Private to the search. */
#ifndef BOOJUM_SEARCH_PICKER_H
#define BOOJUM_SEARCH_PICKER_H

#include "rules/movegen.h"
#include "search/search.h"

/* What quiet moves did well elsewhere in the tree. Cleared before each search. */
typedef struct History {
    Move killers[MAX_PLY + 1][2];                           /* the last that refuted at that ply */
    int butterfly[COLOR_COUNT][SQUARE_COUNT][SQUARE_COUNT]; /* below HISTORY_MAX */
} History;

/* A legal quiet move caused a cutoff at that depth. */
void history_reward(History *history, const Position *pos, Move move, int depth, int ply);

/* Legal moves with their ranks, best first as they are picked. */
typedef struct Picker {
    MoveList list;
    int next;
    int ranks[MAX_MOVES];
} Picker;

/* Fills the picker. `first` comes first, if it is among the moves. */
void picker_start(Picker *picker, const Position *pos, GenerateWhat what, const History *history,
                  Move first, int ply);
/* MOVE_NONE when there are no more. */
Move picker_next(Picker *picker);

#endif
