#include "judge/threat.h"

#include "rules/attacks.h"

static bool can_be_taken(const Position *pos, Color by, Square sq, Bitboard occ)
{
    const Bitboard *kinds = pos->kinds;
    Bitboard men = occ & pos->colors[by];
    if (knight_attacks(sq) & kinds[KNIGHT] & men) return true;
    if (pawn_attacks((Color)!by, sq) & kinds[PAWN] & men) return true;
    if (rook_attacks(sq, occ) & (kinds[ROOK] | kinds[QUEEN]) & men) return true;
    return (bishop_attacks(sq, occ) & (kinds[BISHOP] | kinds[QUEEN]) & men) != 0;
}

bool blast_threatened(const Position *pos, Color color)
{
    Rules rules = rules_of((RulesId)pos->rules);
    Square king = king_square(pos, color), enemy = king_square(pos, (Color)!color);
    if (!rules.explodes || king == NO_SQUARE || enemy == NO_SQUARE) return false;
    Board home = board_at(pos, king);
    Board board = rules.two_boards ? (Board)!home : home; /* where the capture would be made */
    Bitboard occ = board_men(pos, board);
    Bitboard near = king_attacks(king) & occ & pos->colors[color];
    /* A blast beside their own king is forbidden to them. */
    if (board_at(pos, enemy) == home) near &= ~king_attacks(enemy);
    while (near)
        if (can_be_taken(pos, (Color)!color, pop_square(&near), occ)) return true;
    return false;
}

void check_squares(const Position *pos, CheckSquares *checks)
{
    Color us = (Color)pos->side;
    checks->king = king_square(pos, (Color)!us);
    if (checks->king == NO_SQUARE) return;
    Square king = checks->king;
    checks->board = board_at(pos, king);
    Bitboard occ = board_men(pos, checks->board), own = occ & pos->colors[us];
    Bitboard *squares = checks->squares;
    squares[PAWN] = pawn_attacks((Color)!us, king);
    squares[KNIGHT] = knight_attacks(king);
    squares[BISHOP] = bishop_attacks(king, occ);
    squares[ROOK] = rook_attacks(king, occ);
    squares[QUEEN] = squares[BISHOP] | squares[ROOK];
    squares[KING] = 0;
    checks->discoverers = 0;
    Bitboard queens = pos->kinds[QUEEN];
    Bitboard sliders = own & ((attack_tables.rook_rays[king] & (pos->kinds[ROOK] | queens)) |
                              (attack_tables.bishop_rays[king] & (pos->kinds[BISHOP] | queens)));
    while (sliders) {
        Bitboard way = between(king, pop_square(&sliders)) & occ;
        if (way && !more_than_one(way)) checks->discoverers |= way & own;
    }
}

bool gives_check(const Position *pos, const CheckSquares *checks, Move move)
{
    if (checks->king == NO_SQUARE) return false;
    Square from = move_from(move), to = move_to(move);
    bool two_boards = rules_of((RulesId)pos->rules).two_boards;
    Board board = board_at(pos, from), landing = two_boards ? (Board)!board : board;
    Kind kind = move_is_promotion(move) ? move_promoted_kind(move) : man_kind(pos->men[from]);
    if (landing == checks->board && has(checks->squares[kind], to)) return true;
    if (board != checks->board || !has(checks->discoverers, from)) return false;
    return two_boards || !has(line_through(checks->king, from), to);
}
