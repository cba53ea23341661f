/* Boojum: the legal moves of a position.
 *
 * Only legal moves are ever generated. A finished position (a king blown up) has none.
 * Draws do not matter here: see rules/outcome.h.
 */
#ifndef BOOJUM_RULES_MOVEGEN_H
#define BOOJUM_RULES_MOVEGEN_H

#include "rules/position.h"

typedef struct MoveList {
    int count;
    Move moves[MAX_MOVES];
} MoveList;

typedef enum {
    GENERATE_CAPTURES = 1, /* whatever takes a man, promotions with a capture among them */
    GENERATE_QUIETS = 2,   /* everything else */
    GENERATE_ALL = 3
} GenerateWhat;

/* Replaces the list by the legal moves of the kinds asked for. */
void generate(const Position *pos, GenerateWhat what, MoveList *list);

/* How many legal moves there are: the same generator, counting sets instead of listing moves. */
int count_legal(const Position *pos);

/* Does the side to move have a legal move? */
bool has_legal_move(const Position *pos);

/* Is this any legal move of this position? Safe for any 16 bits. */
bool is_legal(const Position *pos, Move move);

#endif
