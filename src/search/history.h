/* Boojum: what moves did elsewhere in the tree, to order and judge those to come. Private to the
 * search; each thread has its own.
 *
 * Every entry moves towards the bonus it is given and never beyond HISTORY_MAX ("gravity"):
 * entry += bonus - entry * |bonus| / HISTORY_MAX.
 */
#ifndef BOOJUM_SEARCH_HISTORY_H
#define BOOJUM_SEARCH_HISTORY_H

#include "rules/position.h"

enum { HISTORY_MAX = 16384, MAN_INDEXES = 12, CORRECTION_SIZE = 16384, CORRECTION_GRAIN = 256 };

/* One continuation table: by the man that moves now and where it goes. */
typedef int16_t Continuation[MAN_INDEXES][SQUARE_COUNT];

typedef struct History {
    int16_t butterfly[COLOR_COUNT][SQUARE_COUNT][SQUARE_COUNT];
    int16_t capture[MAN_INDEXES][SQUARE_COUNT][KIND_COUNT];
    Continuation continuation[MAN_INDEXES][SQUARE_COUNT]; /* by the earlier move */
    Continuation no_move;                                 /* before the root, after a null move */
    Move counter[MAN_INDEXES][SQUARE_COUNT];
    int16_t correction[COLOR_COUNT][CORRECTION_SIZE]; /* of evaluations, by pawn structure */
} History;

/* Colour and kind, 0..11. */
ALWAYS_INLINE int man_index(Man man) { return (int)man_color(man) * 6 + (int)man_kind(man); }

ALWAYS_INLINE void history_add(int16_t *entry, int bonus)
{
    int change = bonus - *entry * (bonus < 0 ? -bonus : bonus) / HISTORY_MAX;
    *entry = (int16_t)(*entry + change);
}

/* Where the correction of a position's evaluation is kept. */
int16_t *history_correction(History *history, const Position *pos);

void history_clear(History *history);

#endif
