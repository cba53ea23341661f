/* Boojum, private to the rules: what attacks what, and whether a capture leaves its own king safe.
 *
 * Every function takes the rule set as an argument. The hot callers pass constants and the compiler
 * drops what that game does not need; the others pass rules_of(pos->rules).
 */
#ifndef BOOJUM_RULES_SAFETY_H
#define BOOJUM_RULES_SAFETY_H

#include "rules/attacks.h"
#include "rules/position.h"

/* Runs `body` with `rules` as a constant of the position's rule set. BOOJUM_UNSPECIALISED builds
 * run it once for all, with `rules` read at run time: the same text, compiled in a tenth of the
 * time. The sanitizer builds need that. */
#ifdef BOOJUM_UNSPECIALISED
#define SPECIALISED(pos, body)                                                                     \
    do {                                                                                           \
        const Rules rules = rules_of((RulesId)(pos)->rules);                                       \
        body;                                                                                      \
    } while (0);
#else
#define SPECIALISED(pos, body)                                                                     \
    switch ((RulesId)(pos)->rules) {                                                               \
        SPECIALISED_CASE(RULES_CHESS, body)                                                        \
        SPECIALISED_CASE(RULES_ATOMIC, body)                                                       \
        SPECIALISED_CASE(RULES_ALICE, body)                                                        \
        SPECIALISED_CASE(RULES_MSALICE, body)                                                      \
        SPECIALISED_CASE(RULES_ALICEATOMIC, body)                                                  \
    case RULES_COUNT: break;                                                                       \
    }
#define SPECIALISED_CASE(id, body)                                                                 \
    case id: {                                                                                     \
        const Rules rules = rules_of(id);                                                          \
        body;                                                                                      \
        break;                                                                                     \
    }
#endif

ALWAYS_INLINE Color opponent(Color color) { return (Color)!color; }

/* The board a man comes to when it moves on that board. */
ALWAYS_INLINE Board passed_over(Rules rules, Board board)
{
    return rules.two_boards ? (Board)!board : board;
}
ALWAYS_INLINE Bitboard mask_of(const Position *pos, Rules rules, Board board)
{
    return rules.two_boards ? board_mask(pos, board) : ~0ull;
}
ALWAYS_INLINE Board board_of(const Position *pos, Rules rules, Square sq)
{
    return rules.two_boards ? board_at(pos, sq) : BOARD_A;
}

/* Who of `men`, men of that colour on one board, attacks a square of that board, whose occupancy is
 * `occ`. Kings attack where kings capture. */
ALWAYS_INLINE Bitboard attackers(const Position *pos, Rules rules, Color by, Square sq,
                                 Bitboard occ, Bitboard men)
{
    const Bitboard *kinds = pos->kinds;
    Bitboard found = (knight_attacks(sq) & kinds[KNIGHT]) |
                     (pawn_attacks(opponent(by), sq) & kinds[PAWN]) |
                     (rook_attacks(sq, occ) & (kinds[ROOK] | kinds[QUEEN])) |
                     (bishop_attacks(sq, occ) & (kinds[BISHOP] | kinds[QUEEN]));
    if (!rules.explodes) found |= king_attacks(sq) & kinds[KING];
    return found & men;
}

/* Would a capture by that colour on that square of that board blow up its own king, so that it
 * attacks nothing there? */
ALWAYS_INLINE bool shielded_by_king(const Position *pos, Rules rules, Color by, Square sq,
                                    Board board)
{
    return rules.explodes && (king_attacks(sq) & men_of(pos, by, KING) &
                              mask_of(pos, rules, passed_over(rules, board)));
}

/* Is a king of the other side attacked on that square? Arguments as in attackers(). */
ALWAYS_INLINE bool attacked(const Position *pos, Rules rules, Color by, Square sq, Board board,
                            Bitboard occ, Bitboard men)
{
    return !shielded_by_king(pos, rules, by, sq, board) &&
           attackers(pos, rules, by, sq, occ, men) != 0;
}

/* The men that give check to that colour's king. */
ALWAYS_INLINE Bitboard checkers_of(const Position *pos, Rules rules, Color color)
{
    Square king = king_square(pos, color);
    if (king == NO_SQUARE) return 0;
    Color them = opponent(color);
    Board board = board_of(pos, rules, king);
    if (shielded_by_king(pos, rules, them, king, board)) return 0;
    Bitboard men = occupied(pos) & mask_of(pos, rules, board);
    return attackers(pos, rules, them, king, men, men & pos->colors[them]);
}

/* Where an explosion reaches: the squares around, on the board the capturing man comes to. */
ALWAYS_INLINE Bitboard blast_zone(const Position *pos, Rules rules, Square from, Square to)
{
    return king_attacks(to) & mask_of(pos, rules, passed_over(rules, board_of(pos, rules, from)));
}

/* May a man (not the king) make this capture, which it can reach? `taken` is the square of the man
 * it takes. Looks at the king's board as it is afterwards. */
ALWAYS_INLINE bool capture_is_legal(const Position *pos, Rules rules, Color us, Square from,
                                    Square to, Square taken)
{
    Color them = opponent(us);
    Square king = king_square(pos, us);
    Board home = board_of(pos, rules, king), board = board_of(pos, rules, from);
    Bitboard occ = occupied(pos) & mask_of(pos, rules, home);

    if (rules.explodes) {
        Bitboard zone = blast_zone(pos, rules, from, to);
        if (zone & men_of(pos, us, KING)) return false;
        if (zone & men_of(pos, them, KING)) return true;
        if (shielded_by_king(pos, rules, them, king, home)) return true;
        if (passed_over(rules, board) == home) occ &= ~zone | pos->kinds[PAWN];
    }
    if (board == home) occ &= ~(bit(from) | bit(taken));
    Bitboard men = pos->colors[them] & occ;
    if (!rules.explodes && passed_over(rules, board) == home) occ |= bit(to);
    return !attackers(pos, rules, them, king, occ, men);
}

/* The pawns that could take the one that has just stepped over `sq`, judged by movement alone. */
ALWAYS_INLINE Bitboard en_passant_takers(const Position *pos, Rules rules, Color us, Square sq,
                                         Square taken)
{
    return pawn_attacks(opponent(us), sq) & men_of(pos, us, PAWN) &
           mask_of(pos, rules, board_of(pos, rules, taken));
}
/* The square of the pawn that stepped over `sq`, seen from the side that may take it. */
ALWAYS_INLINE Square en_passant_taken(Color us, Square sq)
{
    return (Square)(us == WHITE ? sq - 8 : sq + 8);
}

#endif
