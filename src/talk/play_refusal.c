#include "talk/play_refusal.h"

#include <stdlib.h>

#include "rules/attacks.h"

/* ---- a copy of the position, as the move would make it ---- */

static Man on_that_board(Man man, Board board)
{
    return man_of(man_color(man), man_kind(man), board);
}

static Board other_board(const Position *pos, Board board)
{
    return rules_of((RulesId)pos->rules).two_boards ? (Board)!board : board;
}

static void remove_men(Position *pos, Bitboard squares)
{
    while (squares) position_take(pos, pop_square(&squares));
}

/* Puts a man there, in place of whoever stands there. */
static void place(Position *pos, Square sq, Man man)
{
    if (pos->men[sq] != NO_MAN) position_take(pos, sq);
    position_put(pos, sq, man);
}

/* Moves, takes, passes over, explodes, whatever that does to kings. */
static Position carried_out(const Position *pos, Move move)
{
    Position after = *pos;
    Square from = move_from(move), taken = position_captured_square(pos, move);
    Man man = pos->men[from];
    position_take(&after, from);
    if (taken != NO_SQUARE) position_take(&after, taken);
    remove_men(&after, position_blast(pos, move));
    if (taken != NO_SQUARE && rules_of((RulesId)pos->rules).explodes) return after;
    position_put(&after, move_to(move), on_that_board(man, other_board(pos, man_board(man))));
    return after;
}

/* ---- what it does to the own king ---- */

static Refusal refused(RefusalReason reason, Square from, Square to, Square square)
{
    return (Refusal){.reason = reason, .from = from, .to = to, .square = square};
}

/* If the king of the side to move is in check in `after`, the refusal becomes one for that reason.
 */
static bool king_attacked(Refusal *refusal, const Position *after, RefusalReason reason)
{
    Bitboard checkers = position_checkers(after);
    if (!checkers) return false;
    refusal->reason = reason;
    refusal->square = king_square(after, (Color)after->side);
    refusal->board = board_at(after, refusal->square);
    refusal->men = checkers;
    return true;
}

/* A man who can get there: may he? */
static Refusal judge_king(const Position *pos, Move move)
{
    Square from = move_from(move), to = move_to(move);
    Color us = (Color)pos->side;
    Rules rules = rules_of((RulesId)pos->rules);
    Refusal refusal = refused(REFUSED_NOT, from, to, NO_SQUARE);
    bool king_moves = man_kind(pos->men[from]) == KING;
    if (rules.explodes && move_is_capture(move)) {
        Bitboard blast = position_blast(pos, move);
        if (king_moves) return refused(REFUSED_KING_TAKES, from, to, NO_SQUARE);
        if (blast & men_of(pos, us, KING))
            return refused(REFUSED_OWN_BLAST, from, to, king_square(pos, us));
        if (blast & men_of(pos, (Color)!us, KING)) return refusal;
    }
    Position after = carried_out(pos, move);
    bool same = (position_checkers(pos) & position_checkers(&after)) != 0;
    RefusalReason reason = king_moves ? REFUSED_KING_CHECK
                           : same     ? REFUSED_CHECK_STAYS
                                      : REFUSED_CHECK_OPENS;
    if (king_attacked(&refusal, &after, reason)) return refusal;
    if (king_moves && rules.two_boards && !rules.explodes && from != to) {
        Position left = *pos;
        position_take(&left, from);
        place(&left, to, pos->men[from]);
        king_attacked(&refusal, &left, REFUSED_KING_LEAVES);
    }
    return refusal;
}

/* ---- how men move ---- */

/* Where such a man could go on an empty board. */
static Bitboard reach_of(Kind kind, Square from)
{
    switch (kind) {
    case KNIGHT: return knight_attacks(from);
    case BISHOP: return bishop_attacks(from, 0);
    case ROOK: return rook_attacks(from, 0);
    case QUEEN: return queen_attacks(from, 0);
    case KING: return king_attacks(from);
    case PAWN:
    case KIND_COUNT: break;
    }
    return 0;
}

/* The first man in the way from one square to another, on that board; or NO_SQUARE. */
static Square in_the_way(const Position *pos, Square from, Square to, Board board)
{
    Bitboard men = between(from, to) & board_men(pos, board);
    if (!men) return NO_SQUARE;
    if (to > from) return first_square(men);
    return (Square)(63 - __builtin_clzll(men));
}

static bool stands_on(const Position *pos, Square sq, Board board)
{
    return has(board_men(pos, board), sq);
}

static Refusal judge_push(const Position *pos, Square from, Square to, int steps)
{
    Board board = board_at(pos, from);
    Color us = (Color)pos->side;
    if (steps == 2 && relative_rank(us, rank_of(from)) != 1)
        return refused(REFUSED_PAWN_STEP, from, to, NO_SQUARE);
    Square way = in_the_way(pos, from, to, board);
    if (way != NO_SQUARE) return refused(REFUSED_WAY, from, to, way);
    if (stands_on(pos, to, board)) {
        bool own = has(pos->colors[us], to);
        return refused(own ? REFUSED_OWN_MAN : REFUSED_PAWN_AHEAD, from, to, to);
    }
    if (has(occupied(pos), to)) return refused(REFUSED_OTHER_BOARD, from, to, to);
    return judge_king(pos, move_of(from, to, steps == 2 ? DOUBLE_STEP : QUIET));
}

/* The pawn beside may not be taken in passing. A position does not tell whether it has just made
 * its double step if that could not be answered so; then the king is what forbids it. Else it is
 * too late. */
static Refusal judge_passing(const Position *pos, Square from, Square to, Square beside)
{
    Refusal late = refused(REFUSED_PAWN_PASSING, from, to, beside);
    Square origin = square_at(file_of(to), 2 * rank_of(to) - rank_of(beside));
    if (!rules_en_passant(rules_of((RulesId)pos->rules)) || has(occupied(pos), origin)) return late;
    Refusal refusal = judge_king(pos, move_of(from, to, EN_PASSANT));
    return refusal.reason == REFUSED_NOT ? late : refusal;
}

static Refusal judge_pawn_capture(const Position *pos, Square from, Square to)
{
    Board board = board_at(pos, from);
    Color us = (Color)pos->side;
    if (stands_on(pos, to, board)) {
        if (has(pos->colors[us], to)) return refused(REFUSED_OWN_MAN, from, to, to);
        return judge_king(pos, move_of(from, to, CAPTURE));
    }
    if (has(occupied(pos), to)) return refused(REFUSED_OTHER_BOARD, from, to, to);
    Square beside = square_at(file_of(to), rank_of(from));
    bool pawn = stands_on(pos, beside, board) && has(men_of(pos, (Color)!us, PAWN), beside);
    if (pawn && pos->ep == to) return judge_king(pos, move_of(from, to, EN_PASSANT));
    if (pawn && relative_rank(us, rank_of(from)) == 4) return judge_passing(pos, from, to, beside);
    return refused(REFUSED_PAWN_EMPTY, from, to, NO_SQUARE);
}

static Refusal judge_pawn(const Position *pos, Square from, Square to)
{
    int up = relative_rank((Color)pos->side, rank_of(to)) -
             relative_rank((Color)pos->side, rank_of(from));
    int aside = abs(file_of(to) - file_of(from));
    if (aside == 0 && (up == 1 || up == 2)) return judge_push(pos, from, to, up);
    if (aside == 1 && up == 1) return judge_pawn_capture(pos, from, to);
    bool back = aside <= 1 && up < 0 && up >= -2;
    return refused(back ? REFUSED_PAWN_BACK : REFUSED_REACH, from, to, NO_SQUARE);
}

static Refusal judge_piece(const Position *pos, Square from, Square to)
{
    Board board = board_at(pos, from);
    if (!has(reach_of(man_kind(pos->men[from]), from), to))
        return refused(REFUSED_REACH, from, to, NO_SQUARE);
    Square way = in_the_way(pos, from, to, board);
    if (way != NO_SQUARE) return refused(REFUSED_WAY, from, to, way);
    if (!has(occupied(pos), to)) return judge_king(pos, move_of(from, to, QUIET));
    if (!stands_on(pos, to, board)) return refused(REFUSED_OTHER_BOARD, from, to, to);
    if (has(pos->colors[pos->side], to)) return refused(REFUSED_OWN_MAN, from, to, to);
    return judge_king(pos, move_of(from, to, CAPTURE));
}

/* ---- castling ---- */

static Bitboard inclusive(Square a, Square b) { return between(a, b) | bit(a) | bit(b); }

/* The position with the king alone somewhere else on its board. */
static Position king_on(const Position *pos, Square king, Square sq)
{
    Position there = *pos;
    position_take(&there, king);
    place(&there, sq, pos->men[king]);
    return there;
}

static Position castled_on(const Position *pos, unsigned right, Square king, Board board)
{
    Position there = *pos;
    Square rook = pos->castle_rook[right];
    position_take(&there, king);
    position_take(&there, rook);
    position_put(&there, castling_king_target(right), on_that_board(pos->men[king], board));
    position_put(&there, castling_rook_target(right), on_that_board(pos->men[rook], board));
    return there;
}

static Refusal judge_castling_attacks(const Position *pos, unsigned right, Refusal refusal)
{
    Square king = refusal.from, king_to = castling_king_target(right);
    Board home = board_at(pos, king);
    if (king_attacked(&refusal, pos, REFUSED_CASTLE_CHECK)) return refusal;
    for (Bitboard crossed = between(king, king_to); crossed;) {
        Position there = king_on(pos, king, pop_square(&crossed));
        if (king_attacked(&refusal, &there, REFUSED_CASTLE_CROSSES)) return refusal;
    }
    Position landed = castled_on(pos, right, king, home);
    if (king_attacked(&refusal, &landed, REFUSED_CASTLE_LANDS)) return refusal;
    landed = castled_on(pos, right, king, other_board(pos, home));
    king_attacked(&refusal, &landed, REFUSED_CASTLE_LANDS);
    return refusal;
}

Refusal refusal_of_castling(const Position *pos, bool king_side)
{
    unsigned right =
        (pos->side == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE) + (king_side ? 0u : 1u);
    Square king = king_square(pos, (Color)pos->side);
    if (king == NO_SQUARE || !has_king(pos, (Color)!pos->side))
        return refused(REFUSED_GAME_OVER, king, king, NO_SQUARE);
    Square king_to = castling_king_target(right), rook_to = castling_rook_target(right);
    if (!(pos->rights & right_bit(right)))
        return refused(REFUSED_CASTLE_RIGHT, king, king_to, NO_SQUARE);

    Square rook = pos->castle_rook[right];
    Bitboard leaving = bit(king) | bit(rook), landing = bit(king_to) | bit(rook_to);
    Bitboard path = inclusive(king, king_to) | inclusive(rook, rook_to) | between(king, rook);
    Bitboard way = path & board_men(pos, board_at(pos, king)) & ~leaving;
    if (way) return refused(REFUSED_CASTLE_WAY, king, king_to, first_square(way));
    Bitboard taken = landing & occupied(pos) & ~leaving;
    if (taken) return refused(REFUSED_CASTLE_LANDING, king, king_to, first_square(taken));
    return judge_castling_attacks(pos, right, refused(REFUSED_NOT, king, king_to, NO_SQUARE));
}

/* Do these squares of king and target mean castling, and to which side? */
static bool means_castling(const Position *pos, Square from, Square to, bool *king_side)
{
    Color us = (Color)pos->side;
    int home = us == WHITE ? 0 : 7;
    if (rank_of(from) != home || rank_of(to) != home || from == to) return false;
    unsigned right = us == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
    *king_side = to > from;
    if (has(men_of(pos, us, ROOK), to) && board_at(pos, to) == board_at(pos, from)) {
        unsigned which = right + (*king_side ? 0u : 1u);
        if (pos->rights & right_bit(which)) return pos->castle_rook[which] == to;
        return file_of(from) == file_of(E1) && !has(king_attacks(from), to);
    }
    for (unsigned side = 0; side < 2; side++) {
        if (castling_king_target(right + side) != to) continue;
        *king_side = side == 0;
        bool two_steps = file_of(from) == file_of(E1);
        return two_steps || (pos->rights & right_bit(right + side));
    }
    return false;
}

/* Without leaving its square; but a king who stands where he lands may castle that way. */
static Refusal judge_stay(const Position *pos, Square sq)
{
    Refusal stay = refused(REFUSED_STAYS, sq, sq, NO_SQUARE);
    if (rules_of((RulesId)pos->rules).passes) stay = judge_king(pos, move_of(sq, sq, PASS));
    if (stay.reason == REFUSED_NOT || man_kind(pos->men[sq]) != KING) return stay;
    unsigned right = pos->side == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
    for (unsigned side = 0; side < 2; side++)
        if (castling_king_target(right + side) == sq &&
            refusal_of_castling(pos, side == 0).reason == REFUSED_NOT)
            stay.reason = REFUSED_NOT;
    return stay;
}

static Refusal judge_king_move(const Position *pos, Square from, Square to)
{
    bool king_side = false;
    Refusal step = judge_piece(pos, from, to);
    if (step.reason == REFUSED_NOT || !means_castling(pos, from, to, &king_side)) return step;
    Refusal castling = refusal_of_castling(pos, king_side);
    bool plain = has(king_attacks(from), to) && step.reason != REFUSED_OWN_MAN;
    if (castling.reason == REFUSED_NOT || !plain) {
        castling.to = to;
        return castling;
    }
    return step;
}

/* ---- all of it ---- */

Refusal refusal_find(const Position *pos, Square from, Square to)
{
    Color us = (Color)pos->side;
    if (!has_king(pos, WHITE) || !has_king(pos, BLACK))
        return refused(REFUSED_GAME_OVER, from, to, NO_SQUARE);
    if (!has(occupied(pos), from)) return refused(REFUSED_NOBODY, from, to, NO_SQUARE);
    if (!has(pos->colors[us], from)) return refused(REFUSED_NOT_YOURS, from, to, from);
    if (from == to) return judge_stay(pos, from);
    switch (man_kind(pos->men[from])) {
    case PAWN: return judge_pawn(pos, from, to);
    case KING: return judge_king_move(pos, from, to);
    default: return judge_piece(pos, from, to);
    }
}
