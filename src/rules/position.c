#include "rules/position.h"

#include <assert.h>
#include <string.h>

#include "rules/safety.h"
#include "rules/zobrist.h"

void position_clear(Position *pos, RulesId rules)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->men, NO_MAN, sizeof pos->men);
    pos->rules = (uint8_t)rules;
    pos->side = WHITE;
    pos->ep = NO_SQUARE;
    pos->fullmove = 1;
}

ALWAYS_INLINE void flip_man(Position *pos, Square sq, Man man)
{
    Bitboard b = bit(sq);
    pos->colors[man_color(man)] ^= b;
    pos->kinds[man_kind(man)] ^= b;
    pos->glass ^= (Bitboard)man_board(man) << sq;
    pos->key ^= zobrist.man[man][sq];
}
ALWAYS_INLINE void put(Position *pos, Square sq, Man man)
{
    assert(sq < SQUARE_COUNT && pos->men[sq] == NO_MAN);
    pos->men[sq] = man;
    flip_man(pos, sq, man);
}
ALWAYS_INLINE void take(Position *pos, Square sq)
{
    assert(sq < SQUARE_COUNT && pos->men[sq] != NO_MAN);
    flip_man(pos, sq, pos->men[sq]);
    pos->men[sq] = NO_MAN;
}

void position_put(Position *pos, Square sq, Man man) { put(pos, sq, man); }
void position_take(Position *pos, Square sq) { take(pos, sq); }

/* ---- castling rights, side, en passant ---- */

static Color right_color(unsigned right) { return right < BLACK_KING_SIDE ? WHITE : BLACK; }

static Bitboard castle_men_of(const Position *pos)
{
    Bitboard men = 0;
    for (unsigned right = 0; right < RIGHT_COUNT; right++)
        if (pos->rights & right_bit(right))
            men |= bit(pos->castle_rook[right]) | men_of(pos, right_color(right), KING);
    return men;
}

void position_add_right(Position *pos, unsigned right, Square rook)
{
    pos->rights = (uint8_t)(pos->rights | right_bit(right));
    pos->castle_rook[right] = rook;
    pos->castle_men = castle_men_of(pos);
    pos->key ^= zobrist.castling[rook];
}

/* Some king or rook of a right has left its square: which rights went with it? */
static void drop_rights(Position *pos)
{
    for (unsigned right = 0; right < RIGHT_COUNT; right++) {
        if (!(pos->rights & right_bit(right))) continue;
        Color color = right_color(right);
        Square rook = pos->castle_rook[right];
        bool rook_stays = has(men_of(pos, color, ROOK) & pos->castle_men, rook);
        bool king_stays = (men_of(pos, color, KING) & pos->castle_men) != 0;
        if (rook_stays && king_stays) continue;
        pos->rights = (uint8_t)(pos->rights & ~right_bit(right));
        pos->key ^= zobrist.castling[rook];
    }
    pos->castle_men = castle_men_of(pos);
}

void position_set_side(Position *pos, Color side)
{
    if (pos->side == side) return;
    pos->side = (uint8_t)side;
    pos->key ^= zobrist.black_to_move;
}

Square castling_king_target(unsigned right)
{
    static const Square target[RIGHT_COUNT] = {G1, C1, G8, C8};
    return target[right];
}
Square castling_rook_target(unsigned right)
{
    static const Square target[RIGHT_COUNT] = {F1, D1, F8, D8};
    return target[right];
}

ALWAYS_INLINE void set_en_passant(Position *pos, Rules rules, Square sq)
{
    Color us = (Color)pos->side;
    Square taken = en_passant_taken(us, sq);
    if (!rules_en_passant(rules) || has(occupied(pos), sq)) return;
    Bitboard takers = en_passant_takers(pos, rules, us, sq, taken);
    if (!takers || !has_king(pos, us)) return;
    while (takers) {
        if (!capture_is_legal(pos, rules, us, pop_square(&takers), sq, taken)) continue;
        pos->ep = sq;
        pos->key ^= zobrist.en_passant[file_of(sq)];
        return;
    }
}

void position_set_en_passant(Position *pos, Square sq)
{
    set_en_passant(pos, rules_of((RulesId)pos->rules), sq);
}

/* ---- making and unmaking ---- */

ALWAYS_INLINE void remove_man(Position *pos, Undo *undo, Square sq)
{
    undo->removed[undo->removed_count++] = (Placed){sq, pos->men[sq]};
    take(pos, sq);
}
ALWAYS_INLINE void add_man(Position *pos, Undo *undo, Square sq, Man man)
{
    undo->added[undo->added_count++] = (Placed){sq, man};
    put(pos, sq, man);
}

ALWAYS_INLINE Man man_passed_over(Rules rules, Man man)
{
    return rules.two_boards ? (Man)(man ^ MAN_GLASS) : man;
}

ALWAYS_INLINE void castle(Position *pos, Rules rules, Undo *undo, Square king, Square rook)
{
    unsigned right = pos->side == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
    if (rook < king) right++;
    Man king_man = man_passed_over(rules, pos->men[king]);
    Man rook_man = man_passed_over(rules, pos->men[rook]);
    remove_man(pos, undo, king);
    remove_man(pos, undo, rook);
    add_man(pos, undo, castling_king_target(right), king_man);
    add_man(pos, undo, castling_rook_target(right), rook_man);
}

ALWAYS_INLINE Square taken_square(const Position *pos, Move move)
{
    Square to = move_to(move);
    return move_kind(move) == EN_PASSANT ? en_passant_taken((Color)pos->side, to) : to;
}

ALWAYS_INLINE void explode(Position *pos, Rules rules, Undo *undo, Move move)
{
    Square from = move_from(move), to = move_to(move);
    Bitboard zone = blast_zone(pos, rules, from, to);
    Square taken = taken_square(pos, move);
    remove_man(pos, undo, from);
    remove_man(pos, undo, taken);
    for (Bitboard blast = zone & occupied(pos) & ~pos->kinds[PAWN]; blast;)
        remove_man(pos, undo, pop_square(&blast));
}

ALWAYS_INLINE void pass_over(Position *pos, Rules rules, Undo *undo, Move move)
{
    Square from = move_from(move);
    Man man = man_passed_over(rules, pos->men[from]);
    remove_man(pos, undo, from);
    if (move_is_capture(move)) remove_man(pos, undo, taken_square(pos, move));
    if (move_is_promotion(move)) man = (Man)((man & ~7) | (Man)move_promoted_kind(move));
    add_man(pos, undo, move_to(move), man);
}

ALWAYS_INLINE void make(Position *pos, const Rules rules, Move move, Undo *undo)
{
    Color us = (Color)pos->side;
    Square from = move_from(move), to = move_to(move);
    undo->key = pos->key;
    undo->castle_men = pos->castle_men;
    undo->rule50 = pos->rule50;
    undo->fullmove = pos->fullmove;
    undo->rights = pos->rights;
    undo->ep = pos->ep;
    undo->removed_count = undo->added_count = 0;

    if (rules_en_passant(rules) && pos->ep != NO_SQUARE) {
        pos->key ^= zobrist.en_passant[file_of(pos->ep)];
        pos->ep = NO_SQUARE;
    }
    bool irreversible = move_is_capture(move) ||
                        (has(pos->kinds[PAWN], from) && (!rules.passes || move_kind(move) != PASS));
    pos->rule50 = irreversible ? 0 : (uint16_t)(pos->rule50 + (pos->rule50 < UINT16_MAX));

    if (move_kind(move) == CASTLING)
        castle(pos, rules, undo, from, to);
    else if (rules.explodes && move_is_capture(move))
        explode(pos, rules, undo, move);
    else
        pass_over(pos, rules, undo, move);

    if (pos->castle_men) {
        Bitboard left = 0;
        for (unsigned i = 0; i < undo->removed_count; i++) left |= bit(undo->removed[i].square);
        if (pos->castle_men & left) {
            pos->castle_men &= ~left;
            drop_rights(pos);
        }
    }
    pos->side = (uint8_t)opponent(us);
    pos->key ^= zobrist.black_to_move;
    pos->fullmove = (uint16_t)(pos->fullmove + (us == BLACK && pos->fullmove < UINT16_MAX));
    if (move_kind(move) == DOUBLE_STEP) set_en_passant(pos, rules, (Square)((from + to) / 2));
}

void position_make(Position *pos, Move move, Undo *undo)
{
    SPECIALISED(pos, make(pos, rules, move, undo))
    assert(position_consistent(pos, NULL));
}

void position_unmake(Position *pos, const Undo *undo)
{
    for (unsigned i = undo->added_count; i-- > 0;) take(pos, undo->added[i].square);
    for (unsigned i = undo->removed_count; i-- > 0;)
        put(pos, undo->removed[i].square, undo->removed[i].man);
    pos->key = undo->key;
    pos->castle_men = undo->castle_men;
    pos->rule50 = undo->rule50;
    pos->fullmove = undo->fullmove;
    pos->rights = undo->rights;
    pos->ep = undo->ep;
    pos->side = !pos->side;
    assert(position_consistent(pos, NULL));
}

void position_make_null(Position *pos, Undo *undo)
{
    undo->key = pos->key;
    undo->rule50 = pos->rule50;
    undo->ep = pos->ep;
    if (pos->ep != NO_SQUARE) {
        pos->key ^= zobrist.en_passant[file_of(pos->ep)];
        pos->ep = NO_SQUARE;
    }
    pos->rule50 = 0;
    pos->side = !pos->side;
    pos->key ^= zobrist.black_to_move;
}

void position_unmake_null(Position *pos, const Undo *undo)
{
    pos->key = undo->key;
    pos->rule50 = undo->rule50;
    pos->ep = undo->ep;
    pos->side = !pos->side;
}

/* ---- questions ---- */

Bitboard position_checkers(const Position *pos)
{
    return checkers_of(pos, rules_of((RulesId)pos->rules), (Color)pos->side);
}

bool position_in_check(const Position *pos, Color color)
{
    return checkers_of(pos, rules_of((RulesId)pos->rules), color) != 0;
}

Bitboard position_blast(const Position *pos, Move move)
{
    Rules rules = rules_of((RulesId)pos->rules);
    if (!rules.explodes || !move_is_capture(move)) return 0;
    Bitboard gone = bit(move_from(move)) | bit(taken_square(pos, move));
    return blast_zone(pos, rules, move_from(move), move_to(move)) & occupied(pos) &
           ~pos->kinds[PAWN] & ~gone;
}

Square position_captured_square(const Position *pos, Move move)
{
    return move_is_capture(move) ? taken_square(pos, move) : (Square)NO_SQUARE;
}

/* ---- the start ---- */

/* The array of a Chess960 number: bishops, then queen, then knights, then rook, king, rook on what
 * is left (R. Scharnagl's numbering). */
static void shuffled_array(int shuffle, Kind array[8])
{
    static const int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    static const Kind last[3] = {ROOK, KING, ROOK};
    for (int file = 0; file < 8; file++) array[file] = KIND_COUNT;
    array[shuffle % 4 * 2 + 1] = BISHOP;
    shuffle /= 4;
    array[shuffle % 4 * 2] = BISHOP;
    shuffle /= 4;
    for (int file = 0, empty = 0; file < 8; file++)
        if (array[file] == KIND_COUNT && empty++ == shuffle % 6) array[file] = QUEEN;
    shuffle /= 6;
    for (int file = 0, empty = 0, next = 0; file < 8; file++) {
        if (array[file] != KIND_COUNT) continue;
        bool knight = empty == knights[shuffle][0] || empty == knights[shuffle][1];
        array[file] = knight ? KNIGHT : last[next++];
        empty++;
    }
}

void position_start(Position *pos, const Game *game, int shuffle)
{
    Kind array[8];
    shuffled_array(shuffle, array);
    position_clear(pos, game->rules);
    Board black = game->black_on_b ? BOARD_B : BOARD_A;
    for (int file = 0; file < 8; file++) {
        put(pos, square_at(file, 0), man_of(WHITE, array[file], BOARD_A));
        put(pos, square_at(file, 1), man_of(WHITE, PAWN, BOARD_A));
        put(pos, square_at(file, 6), man_of(BLACK, PAWN, black));
        put(pos, square_at(file, 7), man_of(BLACK, array[file], black));
    }
    for (Bitboard rooks = pos->kinds[ROOK]; rooks;) {
        Square rook = pop_square(&rooks);
        Color color = man_color(pos->men[rook]);
        unsigned right = color == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
        if (rook < king_square(pos, color)) right++;
        position_add_right(pos, right, rook);
    }
}

/* ---- proof ---- */

Key position_fresh_key(const Position *pos)
{
    Key key = pos->side == BLACK ? zobrist.black_to_move : 0;
    for (Bitboard rest = occupied(pos); rest;) {
        Square sq = pop_square(&rest);
        key ^= zobrist.man[pos->men[sq]][sq];
    }
    for (unsigned right = 0; right < RIGHT_COUNT; right++)
        if (pos->rights & right_bit(right)) key ^= zobrist.castling[pos->castle_rook[right]];
    if (pos->ep != NO_SQUARE) key ^= zobrist.en_passant[file_of(pos->ep)];
    return key;
}

static bool placement_consistent(const Position *pos, Error *err)
{
    Bitboard colors[COLOR_COUNT] = {0}, kinds[8] = {0}, glass = 0;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        Man man = pos->men[i];
        if (man == NO_MAN) continue;
        if (man_kind(man) >= KIND_COUNT || man >= MAN_CODES)
            return error_set(err, "square %d holds no man: %d", i, man);
        colors[man_color(man)] |= bit((Square)i);
        kinds[man_kind(man)] |= bit((Square)i);
        glass |= (Bitboard)man_board(man) << i;
    }
    if (memcmp(colors, pos->colors, sizeof colors) != 0) return error_set(err, "colors");
    if (memcmp(kinds, pos->kinds, sizeof pos->kinds) != 0) return error_set(err, "kinds");
    if (glass != pos->glass) return error_set(err, "glass");
    return true;
}

static bool rights_consistent(const Position *pos, Error *err)
{
    for (unsigned right = 0; right < RIGHT_COUNT; right++) {
        if (!(pos->rights & right_bit(right))) continue;
        Color color = right_color(right);
        Square king = king_square(pos, color), rook = pos->castle_rook[right];
        if (king == NO_SQUARE || relative_rank(color, rank_of(king)) != 0)
            return error_set(err, "right %u without its king", right);
        if (rook >= SQUARE_COUNT || rank_of(rook) != rank_of(king) ||
            pos->men[rook] != man_of(color, ROOK, board_at(pos, king)) ||
            (rook < king) != (right == WHITE_QUEEN_SIDE || right == BLACK_QUEEN_SIDE))
            return error_set(err, "right %u without its rook", right);
    }
    if (pos->castle_men != castle_men_of(pos)) return error_set(err, "castle_men");
    return true;
}

static bool en_passant_consistent(const Position *pos, Error *err)
{
    if (pos->ep == NO_SQUARE) return true;
    Position again = *pos;
    again.ep = NO_SQUARE;
    position_set_en_passant(&again, pos->ep);
    if (again.ep == pos->ep) return true;
    return error_set(err, "en passant square without a legal capture");
}

bool position_consistent(const Position *pos, Error *err)
{
    if (!placement_consistent(pos, err) || !rights_consistent(pos, err) ||
        !en_passant_consistent(pos, err))
        return false;
    if (!rules_of((RulesId)pos->rules).two_boards && pos->glass)
        return error_set(err, "two boards in a one-board game");
    if (pos->key != position_fresh_key(pos)) return error_set(err, "key");
    return true;
}
