/*
 * The oracle: the rules of the six games written a second time, slowly and plainly, so that the
 * engine has something to be compared with. It knows nothing of the engine: all they share is
 * the text of positions (canonical FEN) and of moves (UCI coordinates).
 *
 * Games: aliceatomic, alice, lookingglass, msalice, atomic, chess. All read Chess960 castling.
 */
#ifndef BOOJUM_TESTS_ORACLE_H
#define BOOJUM_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ORACLE_MAX_MOVES = 512, /* 16 men a side (more are refused) cannot have as many moves */
    ORACLE_FEN_SIZE = 192   /* room for the longest FEN of two boards, and to spare */
};

/* One game: a position and all the positions before it. Only through the functions below. */
typedef struct Oracle Oracle;

/* A move as text; castling is king-takes-rook. */
typedef struct {
    char uci[6];
} OracleMove;

/*
 * A game from a position. The FEN is the canonical one (`A|B` in the two-board games), or one
 * placement, which then is board A. Castling is read as KQkq, X-FEN or Shredder letters; missing
 * counters are 0 1. An en passant square that no double step can have left is read as `-`.
 * NULL when the game is unknown or the FEN no position of the game (this includes more than 16
 * men of a side, rights without their rook, and a check to the side that is not to move). In the
 * exploding games one king may be missing. The caller frees the result.
 */
Oracle *oracle_new(const char *game, const char *fen);

/*
 * A game from its start. shuffle -1 is the usual array, 0..959 a Chess960 number (518 is the
 * usual array again); Black mirrors White. In lookingglass Black's army stands on board B. NULL
 * when there is no such game or number. The caller frees the result.
 */
Oracle *oracle_start(const char *game, int shuffle);

/* A second game with the same position and the same history. The caller frees it. */
Oracle *oracle_copy(const Oracle *o);

/* Frees a game; NULL is allowed. */
void oracle_free(Oracle *o);

/* Writes the legal moves, sorted by strcmp, castling as king-takes-rook (e1h1); their number. */
int oracle_moves(Oracle *o, OracleMove out[ORACLE_MAX_MOVES]);

/*
 * Plays a move. Castling is understood in both forms; a text that could be several things is
 * king-takes-rook first, then an ordinary move (in msalice also a pass), then castling by the
 * king's landing square. False, and nothing changed, when the move is illegal.
 */
bool oracle_play(Oracle *o, const char *uci);

/*
 * Writes the canonical FEN, cut off at size. Castling is X-FEN (KQkq for the outermost rook of
 * the king's board and side, else the file's letter), or always the file's letter if shredder.
 * The en passant square appears only where such a capture is legal now.
 */
void oracle_fen(const Oracle *o, bool shredder, char *buf, size_t size);

/*
 * The state of the game: the first that holds of exploded, checkmate, stalemate, draw material,
 * draw repetition, draw fifty moves, ongoing check, ongoing.
 */
const char *oracle_state(Oracle *o);

/* The number of move sequences of this length; draws other than stalemate do not end one. */
uint64_t oracle_perft(Oracle *o, int depth);

/* Writes the squares of the men that check the side to move: sorted, spaced, "" if none. */
void oracle_checkers(const Oracle *o, char *buf, size_t size);

#endif
