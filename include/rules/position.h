/* Boojum: a position, and how moves change it.
 *
 * No square ever has men on both boards. So a position on two boards is a position on one board and
 * one set more, the `glass`: the squares whose man stands on board B. On one board it is empty.
 */
#ifndef BOOJUM_RULES_POSITION_H
#define BOOJUM_RULES_POSITION_H

#include "base/bits.h"
#include "base/errors.h"
#include "base/types.h"
#include "rules/games.h"

typedef struct Position {
    Bitboard colors[COLOR_COUNT];
    Bitboard kinds[KIND_COUNT];
    Bitboard glass;      /* squares whose man stands on board B */
    Bitboard castle_men; /* kings and rooks that a castling right still depends on */
    Key key;
    Man men[SQUARE_COUNT]; /* NO_MAN where nobody stands */
    Square
        castle_rook[RIGHT_COUNT]; /* where the right's rook stands; meaningless without the right */
    uint16_t rule50;              /* plies since the last capture or pawn move */
    uint16_t fullmove;            /* starts at 1, counts after Black's move */
    uint8_t rules;                /* RulesId */
    uint8_t side;                 /* Color to move */
    uint8_t rights;               /* set of right_bit() */
    Square ep; /* the square passed over, only if an en passant capture there is legal now */
} Position;

_Static_assert(sizeof(Position) <= 256, "a position is at most 256 bytes");

typedef struct Placed {
    Square square;
    Man man;
} Placed;

/* What a move took off the board and what it put on: enough to take it back, to update an
 * evaluation, and to show a blast. */
typedef struct Undo {
    Key key;
    Bitboard castle_men;
    uint16_t rule50;
    uint16_t fullmove;
    uint8_t rights;
    Square ep;
    uint8_t removed_count;
    uint8_t added_count;
    Placed removed[10]; /* the mover first, then what was taken, then the blast (castling: king,
                           rook) */
    Placed added[2];
} Undo;

_Static_assert(sizeof(Undo) <= 64, "an undo record is at most 64 bytes");

ALWAYS_INLINE Bitboard occupied(const Position *pos) { return pos->colors[0] | pos->colors[1]; }
ALWAYS_INLINE Bitboard men_of(const Position *pos, Color color, Kind kind)
{
    return pos->colors[color] & pos->kinds[kind];
}
/* Every square where that board could have a man, as far as the glass tells. */
ALWAYS_INLINE Bitboard board_mask(const Position *pos, Board board)
{
    return board == BOARD_B ? pos->glass : ~pos->glass;
}
ALWAYS_INLINE Bitboard board_men(const Position *pos, Board board)
{
    return occupied(pos) & board_mask(pos, board);
}
ALWAYS_INLINE Board board_at(const Position *pos, Square sq)
{
    return (Board)(pos->glass >> sq & 1);
}
ALWAYS_INLINE bool has_king(const Position *pos, Color color)
{
    return men_of(pos, color, KING) != 0;
}
/* NO_SQUARE when it has been blown up. */
ALWAYS_INLINE Square king_square(const Position *pos, Color color)
{
    Bitboard king = men_of(pos, color, KING);
    return king ? first_square(king) : (Square)NO_SQUARE;
}

/* An empty board of that rule set, White to move, counters 0 and 1. */
void position_clear(Position *pos, RulesId rules);

/* Puts a man on an empty square. Together with position_take() the only way to change the
 * placement: the two keep bitboards, men[], glass and key in step. */
void position_put(Position *pos, Square sq, Man man);
/* Takes the man off a square that has one. */
void position_take(Position *pos, Square sq);

/* Gives a castling right; the king must stand on its first rank and the rook beside it on that
 * side, on the same board. */
void position_add_right(Position *pos, unsigned right, Square rook);

/* Sets the side to move. */
void position_set_side(Position *pos, Color side);

/* Records that the last move was a double step over `sq`; sets pos->ep only if an en passant
 * capture there is legal. The pawn that made the step stands beyond `sq`. */
void position_set_en_passant(Position *pos, Square sq);

/* The game's start from a Chess960 array, 0..959; STANDARD_SHUFFLE (518) is the usual one.
 * Both sides have the same array. */
void position_start(Position *pos, const Game *game, int shuffle);

/* Plays a legal move and fills the record. Playing anything else is a fault of the caller. */
void position_make(Position *pos, Move move, Undo *undo);
/* Takes back the last move made, with the record that position_make() filled. */
void position_unmake(Position *pos, const Undo *undo);

/* Passes the turn without a move, for searches only: no game allows it. The count of fifty starts
 * anew, so that no repetition is found across it. Not when in check. */
void position_make_null(Position *pos, Undo *undo);
void position_unmake_null(Position *pos, const Undo *undo);

/* The men that give check to the side to move; 0 when it has no king. */
Bitboard position_checkers(const Position *pos);
/* Is that side's king in check, whoever is to move? False when it has no king. */
bool position_in_check(const Position *pos, Color color);

/* The squares where king and rook land when they castle. */
Square castling_king_target(unsigned right);
Square castling_rook_target(unsigned right);

/* The men that the move would take off the board besides the mover and the man it takes: the blast.
 * 0 for a move that does not explode. The move must be legal, but for what it does to kings. */
Bitboard position_blast(const Position *pos, Move move);
/* The square of the man the move takes, or NO_SQUARE. */
Square position_captured_square(const Position *pos, Move move);

/* Computes the key afresh from everything else. */
Key position_fresh_key(const Position *pos);

/* Looks for a contradiction between the fields (bitboards, men, key, rights, en passant). False and
 * a description if there is one. Builds with assertions call it after every make and unmake. */
bool position_consistent(const Position *pos, Error *err);

#endif
