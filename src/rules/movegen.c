/* The legal moves, from masks.
 *
 * All that a move can do to its own king it does on the king's board, here called home. So the
 * generator looks once at home: who gives check, which men stand between the king and an enemy
 * slider. From that it derives, for each board the mover may stand on, where a quiet move may go,
 * what may be taken without more ado, and what may be taken only after a look at the blast or the
 * lines that it opens.
 *
 * On two boards a man leaves his board when he moves. Hence on home no quiet move answers a check,
 * a pinned man makes none at all, and a man of the other board may always move, and blocks a check
 * by arriving in the way.
 */
#include "rules/movegen.h"

#include "base/cpu.h"
#include "rules/safety.h"

/* Where the moves go: into a list, or only into a count. */
typedef struct Sink {
    Move *next; /* NULL when counting */
    int count;
} Sink;

/* How the own king stands. */
typedef struct Danger {
    Bitboard checkers;
    Bitboard lines;  /* men standing alone or with others between the king and an enemy slider */
    Bitboard single; /* those of them that stand alone there: own men are pinned */
} Danger;

/* What a man of one board may do. */
typedef struct Allowed {
    Bitboard quiet; /* squares a quiet move may go to */
    Bitboard wins;  /* men whose capture blows up the enemy king, lawful whatever else happens */
    Bitboard take;  /* men that may be taken; when the taker stands on a line, see `look` */
    Bitboard look;  /* men that may be taken only if capture_is_legal() says so */
    Bitboard lines; /* takers that stand on a line, so that leaving may open it */
    Bitboard pinned;
} Allowed;

/* Everything that the steps below share. */
typedef struct Scene {
    const Position *pos;
    Color us;
    Square king;
    Board home; /* the board of the king */
    Bitboard home_mask;
    Bitboard all;      /* men of both boards */
    Bitboard quiets;   /* all squares, or none when only captures are wanted */
    Bitboard captures; /* likewise */
    Danger danger;
} Scene;

ALWAYS_INLINE void emit_set(Sink *sink, Square from, Bitboard targets, unsigned kind)
{
    if (!sink->next) {
        sink->count += popcount(targets);
        return;
    }
    while (targets) *sink->next++ = move_of(from, pop_square(&targets), kind);
}

ALWAYS_INLINE void emit_one(Sink *sink, Square from, Square to, unsigned kind)
{
    if (sink->next)
        *sink->next++ = move_of(from, to, kind);
    else
        sink->count++;
}

/* ---- the king's danger ---- */

ALWAYS_INLINE Danger look_at_danger(const Scene *s, Rules rules)
{
    const Position *pos = s->pos;
    Color them = opponent(s->us);
    Danger danger = {0};
    if (shielded_by_king(pos, rules, them, s->king, s->home)) return danger;

    Bitboard occ = s->all & s->home_mask, men = pos->colors[them] & s->home_mask;
    Bitboard queens = pos->kinds[QUEEN];
    danger.checkers = men & ((knight_attacks(s->king) & pos->kinds[KNIGHT]) |
                             (pawn_attacks(s->us, s->king) & pos->kinds[PAWN]));
    Bitboard sliders = men & ((attack_tables.rook_rays[s->king] & (pos->kinds[ROOK] | queens)) |
                              (attack_tables.bishop_rays[s->king] & (pos->kinds[BISHOP] | queens)));
    while (sliders) {
        Square slider = pop_square(&sliders);
        Bitboard way = between(s->king, slider) & occ;
        if (!way) danger.checkers |= bit(slider);
        if (!more_than_one(way)) danger.single |= way;
        danger.lines |= way;
    }
    return danger;
}

/* ---- what is allowed, by game ---- */

/* Squares where a man arriving at home answers every check: all, those in the way, or none. */
ALWAYS_INLINE Bitboard blocks(const Scene *s)
{
    Bitboard checkers = s->danger.checkers;
    if (!checkers) return ~0ull;
    if (more_than_one(checkers)) return 0;
    return between(s->king, first_square(checkers));
}

/* Captures that explode on the board `mask`; `removes` are the men that leave home with the taken
 * man (home is the board of the blast). */
ALWAYS_INLINE void allow_blasts_at_home(const Scene *s, Bitboard enemies, Bitboard removes,
                                        Allowed *a)
{
    const Position *pos = s->pos;
    Bitboard enemy_king = men_of(pos, opponent(s->us), KING) & s->home_mask;
    enemies &= ~king_attacks(s->king);
    if (enemy_king) a->wins = enemies & king_attacks(first_square(enemy_king));
    Bitboard rest = enemies & ~a->wins;
    if (s->danger.checkers) {
        a->look = rest;
        return;
    }
    if (s->danger.lines) {
        Bitboard risky = dilate(s->danger.lines & ~pos->kinds[PAWN]) | removes;
        a->look = rest & risky;
    }
    a->take = rest & ~a->look;
}

/* Men that stand on the king's board. On one board, all. */
ALWAYS_INLINE Allowed allow_at_home(const Scene *s, Rules rules)
{
    const Position *pos = s->pos;
    const Danger *d = &s->danger;
    Bitboard own = pos->colors[s->us];
    Bitboard enemies = pos->colors[opponent(s->us)] & s->home_mask;
    Allowed a = {.lines = d->lines & own, .pinned = d->single & own};

    if (!rules.two_boards) {
        a.quiet = blocks(s) & ~s->all;
        if (rules.explodes)
            allow_blasts_at_home(s, enemies, d->lines, &a);
        else
            a.take = !d->checkers ? enemies : more_than_one(d->checkers) ? 0 : d->checkers;
        return a;
    }
    /* Taker and taken both leave home. Nothing comes to home, nothing explodes there. */
    a.quiet = d->checkers ? 0 : ~s->all;
    a.take = !d->checkers ? enemies : more_than_one(d->checkers) ? 0 : d->checkers;
    a.take &= ~d->single;
    if (rules.explodes) {
        Bitboard enemy_king = men_of(pos, opponent(s->us), KING) & ~s->home_mask;
        if (enemy_king) a.wins = enemies & king_attacks(first_square(enemy_king));
        a.take &= ~a.wins;
    }
    return a;
}

/* Men that stand on the other board and come to home. */
ALWAYS_INLINE Allowed allow_elsewhere(const Scene *s, Rules rules)
{
    Bitboard enemies = s->pos->colors[opponent(s->us)] & ~s->home_mask;
    Allowed a = {.quiet = blocks(s) & ~s->all};
    if (rules.explodes)
        allow_blasts_at_home(s, enemies, 0, &a);
    else
        a.take = enemies & blocks(s);
    return a;
}

/* The same for a man that stands on a line to the king. */
ALWAYS_INLINE Allowed narrowed(const Scene *s, Rules rules, Allowed a, Square from)
{
    bool pinned = has(a.pinned, from);
    if (pinned) a.quiet &= rules.two_boards ? 0 : line_through(s->king, from);
    if (!rules.two_boards && !rules.explodes) {
        if (pinned) a.take &= line_through(s->king, from);
    } else {
        a.look |= a.take;
        a.take = 0;
    }
    return a;
}

/* ---- men ---- */

ALWAYS_INLINE void emit_looked_at(const Scene *s, Rules rules, Sink *sink, Square from,
                                  Bitboard targets, unsigned kind)
{
    while (targets) {
        Square to = pop_square(&targets);
        if (capture_is_legal(s->pos, rules, s->us, from, to, to)) emit_one(sink, from, to, kind);
    }
}

ALWAYS_INLINE void emit_piece(const Scene *s, Rules rules, Sink *sink, const Allowed *allowed,
                              Square from, Bitboard reach)
{
    Allowed a = *allowed;
    if (has(a.lines, from)) a = narrowed(s, rules, a, from);
    Bitboard quiet = reach & a.quiet & s->quiets;
    Bitboard take = reach & (a.wins | a.take) & s->captures;
    if (!sink->next) {
        sink->count += popcount(quiet | take);
    } else {
        emit_set(sink, from, quiet, QUIET);
        emit_set(sink, from, take, CAPTURE);
    }
    Bitboard look = reach & a.look & s->captures;
    if (look) emit_looked_at(s, rules, sink, from, look, CAPTURE);
}

ALWAYS_INLINE void emit_pieces(const Scene *s, Rules rules, Sink *sink, const Allowed *a,
                               Bitboard mask)
{
    const Position *pos = s->pos;
    Bitboard occ = s->all & mask, own = pos->colors[s->us] & mask;
    const Bitboard *kinds = pos->kinds;
    for (Bitboard men = own & kinds[KNIGHT]; men;) {
        Square from = pop_square(&men);
        emit_piece(s, rules, sink, a, from, knight_attacks(from));
    }
    for (Bitboard men = own & kinds[BISHOP]; men;) {
        Square from = pop_square(&men);
        emit_piece(s, rules, sink, a, from, bishop_attacks(from, occ));
    }
    for (Bitboard men = own & kinds[ROOK]; men;) {
        Square from = pop_square(&men);
        emit_piece(s, rules, sink, a, from, rook_attacks(from, occ));
    }
    for (Bitboard men = own & kinds[QUEEN]; men;) {
        Square from = pop_square(&men);
        emit_piece(s, rules, sink, a, from, queen_attacks(from, occ));
    }
}

/* ---- pawns ---- */

static const unsigned promotions[4] = {3, 2, 1, 0}; /* queen first */

ALWAYS_INLINE void emit_promotions(Sink *sink, Square from, Square to, unsigned kind)
{
    for (int i = 0; i < 4; i++) emit_one(sink, from, to, kind | PROMOTION | promotions[i]);
}

/* `step` leads from a pawn to its target. */
ALWAYS_INLINE void emit_pawn_set(Sink *sink, Bitboard targets, int step, unsigned kind)
{
    const Bitboard last = RANK_1_BITS | RANK_8_BITS;
    if (!sink->next) {
        sink->count += popcount(targets) + 3 * popcount(targets & last);
        return;
    }
    for (Bitboard rest = targets & ~last; rest;) {
        Square to = pop_square(&rest);
        emit_one(sink, (Square)(to - step), to, kind);
    }
    for (Bitboard rest = targets & last; rest;) {
        Square to = pop_square(&rest);
        emit_promotions(sink, (Square)(to - step), to, kind);
    }
}

ALWAYS_INLINE void emit_pawn_captures(const Scene *s, Rules rules, Sink *sink, const Allowed *a,
                                      Bitboard reach, int step)
{
    emit_pawn_set(sink, reach & (a->wins | a->take) & s->captures, step, CAPTURE);
    for (Bitboard look = reach & a->look & s->captures; look;) {
        Square to = pop_square(&look), from = (Square)(to - step);
        if (capture_is_legal(s->pos, rules, s->us, from, to, to))
            emit_pawn_set(sink, bit(to), step, CAPTURE);
    }
}

ALWAYS_INLINE void emit_pawns(const Scene *s, Rules rules, Sink *sink, const Allowed *a,
                              Bitboard pawns, Bitboard occ)
{
    const int up = s->us == WHITE ? 8 : -8;
    const Bitboard third = s->us == WHITE ? RANK_1_BITS << 16 : RANK_8_BITS >> 16;
    Bitboard forward = shift_forward(s->us, pawns);
    Bitboard target = a->quiet & s->quiets;
    /* What is passed over must be empty on the pawn's own board, what is landed on, on both:
     * a->quiet has no occupied square. */
    emit_pawn_set(sink, forward & target, up, QUIET);
    emit_pawn_set(sink, shift_forward(s->us, forward & third & ~occ) & target, 2 * up, DOUBLE_STEP);
    emit_pawn_captures(s, rules, sink, a, shift_west(forward), up - 1);
    emit_pawn_captures(s, rules, sink, a, shift_east(forward), up + 1);
}

ALWAYS_INLINE void emit_all_pawns(const Scene *s, Rules rules, Sink *sink, const Allowed *a,
                                  Bitboard mask)
{
    Bitboard pawns = men_of(s->pos, s->us, PAWN) & mask, occ = s->all & mask;
    emit_pawns(s, rules, sink, a, pawns & ~a->lines, occ);
    for (Bitboard rest = pawns & a->lines; rest;) {
        Square from = pop_square(&rest);
        Allowed narrow = narrowed(s, rules, *a, from);
        emit_pawns(s, rules, sink, &narrow, bit(from), occ);
    }
}

ALWAYS_INLINE void emit_en_passant(const Scene *s, Rules rules, Sink *sink)
{
    const Position *pos = s->pos;
    if (!rules_en_passant(rules) || pos->ep == NO_SQUARE || !s->captures) return;
    Square taken = en_passant_taken(s->us, pos->ep);
    for (Bitboard takers = en_passant_takers(pos, rules, s->us, pos->ep, taken); takers;) {
        Square from = pop_square(&takers);
        if (capture_is_legal(pos, rules, s->us, from, pos->ep, taken))
            emit_one(sink, from, pos->ep, EN_PASSANT);
    }
}

/* ---- the king ---- */

/* May the king step there (or take there, where kings take)? */
ALWAYS_INLINE bool step_is_safe(const Scene *s, Rules rules, Square to)
{
    const Position *pos = s->pos;
    Color them = opponent(s->us);
    Bitboard enemies = pos->colors[them];
    Bitboard left = s->all & s->home_mask & ~bit(s->king); /* home without the king */
    if (!rules.two_boards)
        return !attacked(pos, rules, them, to, s->home, left, enemies & ~bit(to));
    /* Alice: the board that is left as well as the one that is come to. */
    if (!rules.explodes && attackers(pos, rules, them, to, left, enemies & left & ~bit(to)))
        return false;
    Bitboard come_to = s->all & ~s->home_mask;
    return !attacked(pos, rules, them, to, passed_over(rules, s->home), come_to, enemies & come_to);
}

ALWAYS_INLINE void emit_king(const Scene *s, Rules rules, Sink *sink)
{
    Bitboard reach = king_attacks(s->king);
    for (Bitboard quiet = reach & ~s->all & s->quiets; quiet;) {
        Square to = pop_square(&quiet);
        if (step_is_safe(s, rules, to)) emit_one(sink, s->king, to, QUIET);
    }
    if (rules.explodes) return;
    Bitboard enemies = s->pos->colors[opponent(s->us)] & s->home_mask;
    for (Bitboard take = reach & enemies & s->captures; take;) {
        Square to = pop_square(&take);
        if (step_is_safe(s, rules, to)) emit_one(sink, s->king, to, CAPTURE);
    }
}

ALWAYS_INLINE Bitboard inclusive(Square a, Square b) { return between(a, b) | bit(a) | bit(b); }

ALWAYS_INLINE bool castling_is_legal(const Scene *s, Rules rules, unsigned right)
{
    const Position *pos = s->pos;
    Color them = opponent(s->us);
    Square rook = pos->castle_rook[right];
    Square king_to = castling_king_target(right), rook_to = castling_rook_target(right);
    Bitboard leaving = bit(s->king) | bit(rook), landing = bit(king_to) | bit(rook_to);
    Bitboard occ = s->all & s->home_mask;
    Bitboard enemies = pos->colors[them] & s->home_mask;

    Bitboard path = inclusive(s->king, king_to) | inclusive(rook, rook_to) | between(s->king, rook);
    if (path & occ & ~leaving) return false;
    if (landing & s->all & ~leaving) return false;
    Bitboard crossed = between(s->king, king_to);
    while (crossed)
        if (attacked(pos, rules, them, pop_square(&crossed), s->home, occ & ~bit(s->king), enemies))
            return false;
    if (attacked(pos, rules, them, king_to, s->home, (occ & ~leaving) | landing, enemies))
        return false;
    if (!rules.two_boards) return true;
    Bitboard other = s->all & ~s->home_mask;
    return !attacked(pos, rules, them, king_to, passed_over(rules, s->home), other | landing,
                     pos->colors[them] & other);
}

ALWAYS_INLINE void emit_castling(const Scene *s, Rules rules, Sink *sink)
{
    const unsigned first = s->us == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
    const unsigned ours = right_bit(first) | right_bit(first + 1);
    if (!(s->pos->rights & ours) || s->danger.checkers || !s->quiets) return;
    for (unsigned right = first; right <= first + 1; right++)
        if (s->pos->rights & right_bit(right) && castling_is_legal(s, rules, right))
            emit_one(sink, s->king, s->pos->castle_rook[right], CASTLING);
}

/* ---- Ms. Alice's pass ---- */

ALWAYS_INLINE void emit_passes(const Scene *s, Rules rules, Sink *sink, const Allowed *home)
{
    const Position *pos = s->pos;
    Color them = opponent(s->us);
    if (!s->quiets) return;
    Bitboard own = pos->colors[s->us] & ~bit(s->king);
    Bitboard leave = s->danger.checkers ? 0 : own & s->home_mask & ~home->pinned;
    Bitboard arrive = own & ~s->home_mask & blocks(s);
    for (Bitboard men = leave | arrive; men;) {
        Square sq = pop_square(&men);
        emit_one(sink, sq, sq, PASS);
    }
    /* The king: only the position after it is judged. */
    Bitboard come_to = s->all & ~s->home_mask;
    if (!attacked(pos, rules, them, s->king, passed_over(rules, s->home), come_to,
                  pos->colors[them] & come_to))
        emit_one(sink, s->king, s->king, PASS);
}

/* ---- all of it ---- */

/* All moves, or with `any` some, if there are any: it ends as soon as it has found one. */
ALWAYS_INLINE void emit_moves(const Position *pos, Rules rules, Color us, GenerateWhat what,
                              bool any, Sink *sink)
{
    if (!has_king(pos, us) || !has_king(pos, opponent(us))) return;
    Scene s = {.pos = pos, .us = us, .king = king_square(pos, us), .all = occupied(pos)};
    s.home = board_of(pos, rules, s.king);
    s.home_mask = mask_of(pos, rules, s.home);
    s.quiets = what & GENERATE_QUIETS ? ~0ull : 0;
    s.captures = what & GENERATE_CAPTURES ? ~0ull : 0;
    s.danger = look_at_danger(&s, rules);

    Allowed home = allow_at_home(&s, rules);
    emit_all_pawns(&s, rules, sink, &home, s.home_mask);
    if (any && sink->count) return;
    emit_pieces(&s, rules, sink, &home, s.home_mask);
    if (any && sink->count) return;
    if (rules.two_boards) {
        Allowed elsewhere = allow_elsewhere(&s, rules);
        emit_all_pawns(&s, rules, sink, &elsewhere, ~s.home_mask);
        emit_pieces(&s, rules, sink, &elsewhere, ~s.home_mask);
        if (any && sink->count) return;
    }
    emit_en_passant(&s, rules, sink);
    emit_king(&s, rules, sink);
    emit_castling(&s, rules, sink);
    if (rules.passes) emit_passes(&s, rules, sink, &home);
}

ALWAYS_INLINE void emit_moves_of(const Position *pos, GenerateWhat what, bool any, Sink *sink)
{
#ifdef BOOJUM_UNSPECIALISED
    SPECIALISED(pos, emit_moves(pos, rules, (Color)pos->side, what, any, sink))
#else
    if (pos->side == WHITE)
        SPECIALISED(pos, emit_moves(pos, rules, WHITE, what, any, sink))
    else
        SPECIALISED(pos, emit_moves(pos, rules, BLACK, what, any, sink))
#endif
}

ALWAYS_INLINE int count_moves(const Position *pos, bool any)
{
    Sink sink = {0};
    emit_moves_of(pos, GENERATE_ALL, any, &sink);
    return sink.count;
}
WIDE_CPU static int count_wide(const Position *pos) { return count_moves(pos, false); }
static int count_plain(const Position *pos) { return count_moves(pos, false); }

int count_legal(const Position *pos) { return cpu_is_wide() ? count_wide(pos) : count_plain(pos); }

WIDE_CPU static bool any_wide(const Position *pos) { return count_moves(pos, true) > 0; }
static bool any_plain(const Position *pos) { return count_moves(pos, true) > 0; }

bool has_legal_move(const Position *pos) { return cpu_is_wide() ? any_wide(pos) : any_plain(pos); }

void generate(const Position *pos, GenerateWhat what, MoveList *list)
{
    Sink sink = {.next = list->moves};
    emit_moves_of(pos, what, false, &sink);
    list->count = (int)(sink.next - list->moves);
}

bool is_legal(const Position *pos, Move move)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] == move) return true;
    return false;
}
