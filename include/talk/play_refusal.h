/* Boojum play: which rule forbids a move.
 *
 * Nothing here knows the rules a second time: men are moved on a copy of the position as the move
 * would do it, and the rules library is asked whether a king is in check there. */
#ifndef BOOJUM_TALK_PLAY_REFUSAL_H
#define BOOJUM_TALK_PLAY_REFUSAL_H

#include "rules/position.h"
#include "talk/memory.h"

/* In the order of how near the move came to being legal. */
typedef enum {
    REFUSED_GAME_OVER, /* a king has been blown up */
    REFUSED_NOBODY,    /* nobody stands on `from` */
    REFUSED_NOT_YOURS, /* an enemy stands there */
    REFUSED_STAYS,     /* a man must leave its square */
    REFUSED_REACH,     /* such a man does not move so */
    REFUSED_PAWN_BACK,
    REFUSED_PAWN_STEP,    /* a double step not from the second rank */
    REFUSED_PAWN_EMPTY,   /* aslant without anything to take */
    REFUSED_PAWN_PASSING, /* too late for en passant, or not in this game: `square` has the pawn */
    REFUSED_PAWN_AHEAD,   /* a pawn does not take straight ahead, and an enemy stands there */
    REFUSED_WAY,          /* the man on `square` is in the way */
    REFUSED_OWN_MAN,      /* a man of its own stands there */
    REFUSED_OTHER_BOARD,  /* the square of arrival is taken on the other board */
    REFUSED_CASTLE_RIGHT,
    REFUSED_CASTLE_WAY,     /* the man on `square` is in the way */
    REFUSED_CASTLE_LANDING, /* the man on `square`, on the other board */
    REFUSED_CASTLE_CHECK,   /* `men` give check now */
    REFUSED_CASTLE_CROSSES, /* `men` attack `square`, which the king crosses */
    REFUSED_CASTLE_LANDS,   /* `men` attack `square`, where the king lands, on the board `board` */
    REFUSED_KING_TAKES,     /* kings do not capture where captures explode */
    REFUSED_OWN_BLAST,      /* the king on `square` would be blown up */
    REFUSED_KING_LEAVES, /* `men` attack `square`, the king's step, on the board that it leaves */
    REFUSED_KING_CHECK,  /* `men` would give check to the king that moves, on `square` */
    REFUSED_CHECK_OPENS, /* `men` would give check to the king on `square` */
    REFUSED_CHECK_STAYS, /* `men` would still do so */
    REFUSED_NOT          /* it is legal */
} RefusalReason;

typedef struct Refusal {
    RefusalReason reason;
    Square from, to;
    Square square; /* see above; else NO_SQUARE */
    Board board;   /* of `square` where a king would be attacked */
    Bitboard men;
} Refusal;

/* Why a move between these squares is not legal, with any promotion. Castling is king takes rook or
 * king to its landing square. */
Refusal refusal_find(const Position *pos, Square from, Square to);

/* The same of castling to that side. */
Refusal refusal_of_castling(const Position *pos, bool king_side);

/* Adds a sentence that says so to the side to move, without the final full stop. */
void refusal_describe(Buffer *text, const Position *pos, const Refusal *refusal);

#endif
