/* Boojum: is a king about to be blown up? */
#ifndef BOOJUM_JUDGE_THREAT_H
#define BOOJUM_JUDGE_THREAT_H

#include "rules/position.h"

/* Could the other side, if it were to move, take a man so that the blast takes that colour's king
 * and not its own? Looks at attacks only: a taker that is pinned counts, for blowing up the king is
 * lawful whatever happens to one's own. False where nothing explodes. */
bool blast_threatened(const Position *pos, Color color);

/* From where the side to move would give check to the enemy king. */
typedef struct CheckSquares {
    Bitboard squares[KIND_COUNT]; /* by the kind that arrives there, on the king's board */
    Bitboard discoverers;         /* own men that alone stand between an own slider and the king */
    Board board;                  /* the king's */
    Square king;                  /* NO_SQUARE: it is gone, nothing gives check */
} CheckSquares;

void check_squares(const Position *pos, CheckSquares *checks);

/* Would a legal quiet move give check? Castling, and kings that shield by touching, are left out of
 * account, so this is a judgement for ordering and pruning, not a rule. */
bool gives_check(const Position *pos, const CheckSquares *checks, Move move);

#endif
