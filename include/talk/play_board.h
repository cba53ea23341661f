/* Boojum play: drawing a position. */
#ifndef BOOJUM_TALK_PLAY_BOARD_H
#define BOOJUM_TALK_PLAY_BOARD_H

#include "rules/position.h"
#include "talk/memory.h"

typedef struct BoardStyle {
    bool unicode; /* chess men instead of letters */
    bool color;   /* with escape codes */
    bool flipped; /* seen by Black */
    bool eight;   /* only eight colours */
    int width;    /* of the terminal in columns; 0: as wide as need be */
} BoardStyle;

/* Squares of each board that the last move has changed. */
typedef struct BoardMarks {
    Bitboard left[BOARD_COUNT];   /* (.) the mover came from here */
    Bitboard landed[BOARD_COUNT]; /* [N] stands here now, or [*] exploded here */
    Bitboard taken[BOARD_COUNT];  /* x   was taken here */
    Bitboard blown[BOARD_COUNT];  /* *   was blown up here */
} BoardMarks;

enum {
    BOARD_WIDTH = 28,
    BOARD_GAP = 3,
    BOARDS_WIDTH = 2 * BOARD_WIDTH + BOARD_GAP,
    DENSE_WIDTH = 10
};

/* What the move, legal in that position, changes. */
BoardMarks board_marks(const Position *before, Move move);

/* Adds the lines of the drawing: the boards side by side, or one above the other where the width is
 * less than BOARDS_WIDTH. A board is BOARD_WIDTH columns wide, or, where the width is less than
 * that, DENSE_WIDTH; where it is less than that, too, there is a line that says so. */
void draw_boards(Buffer *text, const Position *pos, const BoardMarks *marks,
                 const BoardStyle *style);

#endif
