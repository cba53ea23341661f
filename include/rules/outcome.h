/* Boojum: whether the game is over, and how. */
#ifndef BOOJUM_RULES_OUTCOME_H
#define BOOJUM_RULES_OUTCOME_H

#include "rules/position.h"

/* The keys of the positions that came before, oldest first. Owns its memory. Start it with
 * `KeyStack keys = {0}`, end it with key_stack_free(). */
typedef struct KeyStack {
    Key *keys;
    size_t count;
    size_t capacity;
} KeyStack;

/* False when memory is out; the stack is then as before. */
bool key_stack_push(KeyStack *stack, Key key);
/* Makes room, so that the next `more` pushes cannot fail. False when memory is out. */
bool key_stack_reserve(KeyStack *stack, size_t more);
void key_stack_free(KeyStack *stack);

typedef enum {
    ONGOING,
    ONGOING_CHECK,
    CHECKMATE, /* the side to move has lost */
    STALEMATE,
    EXPLODED, /* the side without a king has lost */
    DRAW_REPETITION,
    DRAW_FIFTY_MOVES,
    DRAW_MATERIAL,
    OUTCOME_COUNT
} Outcome;

/* After so many plies without a capture or a pawn's move the game is drawn, unless mate is on the
 * board. */
enum { FIFTY_MOVES = 100 };

/* As `d` prints them after `State: `. */
extern const char *const outcome_names[OUTCOME_COUNT];

ALWAYS_INLINE bool outcome_is_over(Outcome outcome) { return outcome > ONGOING_CHECK; }

/* The game's true state. `before` holds the keys of all earlier positions of the game (not that of
 * `pos`); it may be NULL. Explosion, mate and stalemate come before any other draw. */
Outcome outcome_of(const Position *pos, const KeyStack *before);

/* How often the position stood before, looking back no further than the last irreversible move. */
int repetitions(const Position *pos, const KeyStack *before);

/* Is it a draw because neither side has the material to win, by the rules of the game? */
bool dead_material(const Position *pos);

#endif
