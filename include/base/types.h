/* Boojum: the vocabulary of the whole program. Depends on nothing.
 *
 * Squares are 0..63, a1 = 0, h1 = 7, a8 = 56. A bitboard has bit `sq` set for each square in the
 * set. A man is one byte: its kind, its colour and the board it stands on.
 */
#ifndef BOOJUM_BASE_TYPES_H
#define BOOJUM_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef uint64_t Bitboard;
typedef uint64_t Key; /* Zobrist key of a position */

typedef enum { WHITE, BLACK, COLOR_COUNT } Color;
typedef enum { BOARD_A, BOARD_B, BOARD_COUNT } Board;
typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KIND_COUNT } Kind;

/* A man: bits 0-2 its kind, bit 3 its colour, bit 4 set when it stands on board B. */
typedef uint8_t Man;
enum { MAN_BLACK = 8, MAN_GLASS = 16, MAN_CODES = 32, NO_MAN = 7 };

ALWAYS_INLINE Man man_of(Color color, Kind kind, Board board)
{
    return (Man)((unsigned)kind | (unsigned)color << 3 | (unsigned)board << 4);
}
ALWAYS_INLINE Kind man_kind(Man man) { return (Kind)(man & 7); }
ALWAYS_INLINE Color man_color(Man man) { return (Color)(man >> 3 & 1); }
ALWAYS_INLINE Board man_board(Man man) { return (Board)(man >> 4 & 1); }

typedef uint8_t Square;
enum { SQUARE_COUNT = 64, NO_SQUARE = 64 };
/* clang-format off */
enum {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A8 = 56, B8, C8, D8, E8, F8, G8, H8
};
/* clang-format on */

ALWAYS_INLINE int file_of(Square sq) { return sq & 7; }
ALWAYS_INLINE int rank_of(Square sq) { return sq >> 3; }
ALWAYS_INLINE Square square_at(int file, int rank) { return (Square)(rank * 8 + file); }
ALWAYS_INLINE bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}
/* The first (0) to eighth (7) rank as that side sees them. */
ALWAYS_INLINE int relative_rank(Color color, int rank) { return color == WHITE ? rank : 7 - rank; }

/* A move:
 *
 *     15 14 13 12 | 11 10 9 8 7 6 | 5 4 3 2 1 0
 *        kind     |      to       |    from
 *
 *     kind 0 quiet, 1 double step, 2 castling, 3 pass (Ms. Alice), 4 capture, 5 en passant,
 *          8-11 promotion to N B R Q, 12-15 the same with a capture
 *
 * so bit 2 of the kind means "takes a man" and bit 3 "promotes". Castling is king takes own rook:
 * `to` is the rook's square, in every game, from every shuffle.
 */
typedef uint16_t Move;
typedef enum {
    QUIET = 0,
    DOUBLE_STEP = 1,
    CASTLING = 2,
    PASS = 3,
    CAPTURE = 4,
    EN_PASSANT = 5,
    PROMOTION = 8
} MoveKind;
enum { MOVE_NONE = 0 };

ALWAYS_INLINE Move move_of(Square from, Square to, unsigned kind)
{
    return (Move)(from | (unsigned)to << 6 | kind << 12);
}
ALWAYS_INLINE Square move_from(Move move) { return (Square)(move & 63); }
ALWAYS_INLINE Square move_to(Move move) { return (Square)(move >> 6 & 63); }
ALWAYS_INLINE unsigned move_kind(Move move) { return (unsigned)move >> 12; }
ALWAYS_INLINE bool move_is_capture(Move move) { return move & CAPTURE << 12; }
ALWAYS_INLINE bool move_is_promotion(Move move) { return move & PROMOTION << 12; }
/* Only for a promotion. */
ALWAYS_INLINE Kind move_promoted_kind(Move move) { return (Kind)(KNIGHT + (move_kind(move) & 3)); }

/* Castling rights: a bit each, and the index of the right in Position.castle_rook. */
enum { WHITE_KING_SIDE, WHITE_QUEEN_SIDE, BLACK_KING_SIDE, BLACK_QUEEN_SIDE, RIGHT_COUNT };
ALWAYS_INLINE unsigned right_bit(unsigned right) { return 1u << right; }

/* More than any position has: sixteen men a side at 27 moves each, and a pass each. */
enum { MAX_MOVES = 512, MAX_MEN_A_SIDE = 16, MAX_PAWNS_A_SIDE = 8 };

#endif
