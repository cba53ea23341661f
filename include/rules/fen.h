/* Boojum: positions as text. PROTOCOL: UCI_VARIANT.md, "FEN". */
#ifndef BOOJUM_RULES_FEN_H
#define BOOJUM_RULES_FEN_H

#include "rules/position.h"

enum { FEN_MAX = 256 }; /* the longest text that fen_write() makes, with its final NUL */

/* How a position on two boards is written. On one board all four are the ordinary FEN. */
typedef enum {
    FEN_TWO_BOARD, /* `<board A>|<board B> w KQkq - 0 1`, the canonical form */
    FEN_MARKED,    /* one placement, a `|` before each man on board B */
    FEN_WIDE,      /* sixteen files: a-h of A, then a-h of B */
    FEN_PAIRED,    /* two whole FENs with ` | ` between them */
    FEN_STYLE_COUNT
} FenStyle;

extern const char *const fen_style_names[FEN_STYLE_COUNT]; /* "two-board", "marked", ... */

/* Reads a FEN of any style, and an ordinary one-board FEN (everybody on board A). Missing counters
 * are 0 and 1. In the exploding games one king may be missing: the game is over. On refusal *pos is
 * as it was and the error names the field: "fen placement: two men on e4". */
bool fen_read(Position *pos, RulesId rules, const char *fen, Error *err);

/* Writes the position; castling as file letters if shredder, else KQkq where that is unambiguous.
 */
void fen_write(const Position *pos, FenStyle style, bool shredder, char buf[FEN_MAX]);

/* 'P', 'n' and so on. */
char man_letter(Man man);

#endif
