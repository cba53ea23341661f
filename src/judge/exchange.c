#include "judge/exchange.h"

#include "judge/eval.h"
#include "rules/attacks.h"

static int worth(const Position *pos, Kind kind)
{
    return kind == KING ? GAIN_KING : kind_value((RulesId)pos->rules, kind);
}
static int worth_at(const Position *pos, Square sq) { return worth(pos, man_kind(pos->men[sq])); }

static Board passed(Rules rules, Board board) { return rules.two_boards ? (Board)!board : board; }

/* Who of `men` attacks the square on a board with that occupancy. */
static Bitboard takers(const Position *pos, Color by, Square sq, Bitboard occ, Bitboard men)
{
    const Bitboard *kinds = pos->kinds;
    Bitboard found = (knight_attacks(sq) & kinds[KNIGHT]) | (king_attacks(sq) & kinds[KING]) |
                     (pawn_attacks((Color)!by, sq) & kinds[PAWN]) |
                     (rook_attacks(sq, occ) & (kinds[ROOK] | kinds[QUEEN])) |
                     (bishop_attacks(sq, occ) & (kinds[BISHOP] | kinds[QUEEN]));
    return found & men & pos->colors[by];
}

static Square cheapest(const Position *pos, Bitboard men)
{
    for (int kind = PAWN; kind < KING; kind++)
        if (men & pos->kinds[kind]) return first_square(men & pos->kinds[kind]);
    return first_square(men);
}

/* ---- nothing explodes ---- */

static int swap_value(const Position *pos, Rules rules, Move move)
{
    enum { MOST = 34 };
    Square from = move_from(move), to = move_to(move);
    Square taken = position_captured_square(pos, move);
    Board board = board_at(pos, from);
    Bitboard occ[BOARD_COUNT] = {board_men(pos, BOARD_A), board_men(pos, BOARD_B)};
    int gain[MOST], depth = 0;
    int standing = worth_at(pos, from); /* the man that now stands there */

    gain[0] = taken == NO_SQUARE ? 0 : worth_at(pos, taken);
    if (taken != NO_SQUARE) occ[board] &= ~bit(taken);
    if (move_is_promotion(move)) {
        standing = worth(pos, move_promoted_kind(move));
        gain[0] += standing - worth(pos, PAWN);
    }
    occ[board] &= ~bit(from);
    board = passed(rules, board);
    Color side = (Color)!pos->side;
    while (depth + 1 < MOST) {
        occ[board] &= ~bit(to); /* x-rays look through the square */
        Bitboard men = takers(pos, side, to, occ[board], occ[board]);
        if (!men) break;
        Square taker = cheapest(pos, men);
        depth++;
        gain[depth] = standing - gain[depth - 1];
        standing = worth_at(pos, taker);
        /* Nobody goes on when even winning the next man for nothing would not help. */
        if (gain[depth] < 0 && -gain[depth - 1] < 0) break;
        occ[board] &= ~bit(taker);
        board = passed(rules, board);
        side = (Color)!side;
    }
    while (depth > 0) {
        if (-gain[depth] < gain[depth - 1]) gain[depth - 1] = -gain[depth];
        depth--;
    }
    return gain[0];
}

/* ---- captures explode ---- */

static int blast_balance(const Position *pos, Color us, Bitboard blast)
{
    int balance = 0;
    while (blast) {
        Square sq = pop_square(&blast);
        balance += man_color(pos->men[sq]) == us ? -worth_at(pos, sq) : worth_at(pos, sq);
    }
    return balance;
}

static int explosion_value(const Position *pos, Move move)
{
    Color us = (Color)pos->side;
    return worth_at(pos, position_captured_square(pos, move)) - worth_at(pos, move_from(move)) +
           blast_balance(pos, us, position_blast(pos, move));
}

/* The enemy takes the man where it has arrived. */
static int answer_value(const Position *pos, Rules rules, Move move)
{
    Color us = (Color)pos->side, them = (Color)!pos->side;
    Square from = move_from(move), to = move_to(move);
    Board board = passed(rules, board_at(pos, from));
    Bitboard here = board_men(pos, board) & ~bit(from);
    Bitboard men = takers(pos, them, to, here, here) & ~pos->kinds[KING];
    if (!men) return 0;
    Bitboard zone =
        king_attacks(to) & board_men(pos, passed(rules, board)) & ~pos->kinds[PAWN] & ~bit(from);
    if (zone & men_of(pos, them, KING)) return 0; /* they may not */
    Square taker = cheapest(pos, men);
    int standing =
        move_is_promotion(move) ? worth(pos, move_promoted_kind(move)) : worth_at(pos, from);
    int lost = standing - worth_at(pos, taker) - blast_balance(pos, us, zone & ~bit(taker));
    return lost > 0 ? -lost : 0;
}

int exchange_value(const Position *pos, Move move)
{
    Rules rules = rules_of((RulesId)pos->rules);
    unsigned kind = move_kind(move);
    if (kind == CASTLING || kind == PASS) return 0;
    if (!rules.explodes) return swap_value(pos, rules, move);
    if (move_is_capture(move)) return explosion_value(pos, move);
    int promoted =
        move_is_promotion(move) ? worth(pos, move_promoted_kind(move)) - worth(pos, PAWN) : 0;
    return promoted + answer_value(pos, rules, move);
}
