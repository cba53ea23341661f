/* Boojum: moves and squares as text. */
#ifndef BOOJUM_RULES_NOTATION_H
#define BOOJUM_RULES_NOTATION_H

#include "rules/position.h"

enum { UCI_MOVE_MAX = 6, SAN_MAX = 16 }; /* with the final NUL */

/* "e4". For NO_SQUARE "-". */
void square_write(Square sq, char buf[3]);
/* NO_SQUARE unless the text begins with a square. */
Square square_read(const char *text);

/* Coordinates: `e2e4`, `e7e8q`. Castling is king takes rook if chess960 is set, or if the king does
 * not stand on the e-file or the rook not in the corner (where `e1g1` could mean something else),
 * otherwise the king's own squares, `e1g1`. Ms. Alice's pass is `e4e4`. MOVE_NONE is `0000`. */
void move_write_uci(const Position *pos, Move move, bool chess960, char buf[UCI_MOVE_MAX]);

/* Reads a legal move; both forms of castling always. MOVE_NONE and an error for anything else. */
Move move_read_uci(const Position *pos, const char *text, Error *err);

/* Standard algebraic notation of the mover's own board, disambiguated among all men of both boards;
 * `+` for check, `#` for mate and for a king blown up. The move must be legal. */
void move_write_san(const Position *pos, Move move, char buf[SAN_MAX]);

/* What a move as text says, before any position is asked. */
typedef struct San {
    bool castling, king_side;
    bool takes;    /* has a sign for a capture */
    Kind kind;     /* KIND_COUNT if no letter says so */
    Kind promoted; /* KIND_COUNT if it does not say */
    int file;      /* of the origin, -1 if it does not say */
    int rank;
    Square to;
} San;

/* Takes SAN or coordinates apart, as leniently as move_read_san(). Coordinates have a file and a
 * rank and no kind. False, and *san is undefined, if the text has not the form of a move. */
bool san_parse(const char *text, San *san);

/* Is this legal move what the text (but coordinates) says? */
bool san_matches(const Position *pos, Move move, const San *san);

/* Reads SAN leniently: missing or extra `x`, `+`, `#`, `!`, `?`, `=`, zeros for castling, more
 * disambiguation than needed, and coordinates. MOVE_NONE and an error if it is not exactly one
 * legal move. */
Move move_read_san(const Position *pos, const char *text, Error *err);

#endif
