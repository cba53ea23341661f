/* Boojum play: men, squares and boards in words. */
#ifndef BOOJUM_TALK_PLAY_WORDS_H
#define BOOJUM_TALK_PLAY_WORDS_H

#include "rules/position.h"
#include "talk/memory.h"

extern const char *const kind_words[KIND_COUNT];   /* "pawn", "knight", ... */
extern const char *const color_words[COLOR_COUNT]; /* "White", "Black" */

ALWAYS_INLINE char board_letter(Board board) { return board == BOARD_A ? 'A' : 'B'; }
ALWAYS_INLINE bool has_two_boards(const Position *pos)
{
    return rules_of((RulesId)pos->rules).two_boards;
}
ALWAYS_INLINE bool has_explosions(const Position *pos)
{
    return rules_of((RulesId)pos->rules).explodes;
}

/* "e5" and, where there are two, " of board A". */
void add_place(Buffer *text, const Position *pos, Square sq, Board board);
/* "the knight on c6 of board B": the man who stands on that square. */
void add_man(Buffer *text, const Position *pos, Square sq);
/* "the rook on e8 of board A and the knight on f3 of board A": the men on those squares. */
void add_men(Buffer *text, const Position *pos, Bitboard squares);

/* ", " or " and " before an item of a list, nothing before the first. */
void add_separator(Buffer *text, int item, int count);

/* Three parts of a thousand as percentages that add to 100: those with the largest remainders are
 * rounded up. */
void whole_percent(const int thousandths[3], int percent[3]);

/* The position man by man: a line for each side on each board, "Board A, White: king e1, ...". */
void describe_position(Buffer *text, const Position *pos);

/* "White to move, in check from the rook on e8 of board A." */
void describe_turn(Buffer *text, const Position *pos);

#endif
