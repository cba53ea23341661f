/* Boojum: the order in which moves are tried. Private to the search. */
#ifndef BOOJUM_SEARCH_PICKER_H
#define BOOJUM_SEARCH_PICKER_H

#include "judge/threat.h"
#include "rules/movegen.h"
#include "search/history.h"

/* What the order depends on besides the position. */
typedef struct PickerHints {
    const History *history;
    bool use_capture_history;
    const int16_t (*continuation1)[SQUARE_COUNT]; /* after the opponent's last move */
    const int16_t (*continuation2)[SQUARE_COUNT]; /* after the own last move */
    Move first;                                   /* from the table; tried first if legal */
    Move killers[2];
    Move counter;
} PickerHints;

/* Legal moves, best first as they are picked. */
typedef struct Picker {
    const Position *pos;
    const PickerHints *hints;
    MoveList list;
    int next, end; /* of all; from list.count on they are dropped and only their ranks are known */
    bool ranked;
    int ranks[MAX_MOVES];
} Picker;

/* Generates the moves. */
void picker_start(Picker *picker, const Position *pos, GenerateWhat what, const PickerHints *hints);
/* MOVE_NONE when there are no more. */
Move picker_next(Picker *picker);

/* The quiet moves that are left and give no check will not be picked. */
void picker_drop_quiets(Picker *picker, const CheckSquares *checks);
/* How many of these, not counted yet, would have come before the move that was picked last? */
int picker_passed(Picker *picker);

/* Was it a capture whose exchange value speaks for it, or the move that the hints put first? Known
 * from the ranking. */
bool picker_last_was_good(const Picker *picker);

/* What the histories say about a quiet move, -4 * HISTORY_MAX .. 4 * HISTORY_MAX. */
int quiet_history(const Position *pos, const PickerHints *hints, Move move);

#endif
