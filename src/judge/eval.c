#include "judge/eval.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "rules/attacks.h"

const EvalGroup eval_groups[EVAL_GROUP_COUNT] = {
#define EVAL_GROUP(name, count, title) {title, EVAL_##name, count},
    EVAL_TERMS(EVAL_GROUP)
#undef EVAL_GROUP
};

/* The sum so far, from White's side. `trace` is NULL but when somebody wants to know. */
typedef struct Tally {
    const Weight *weights;
    Weight sum;
    EvalTrace *trace;
} Tally;

/* What one side's terms need of the other. */
typedef struct SideView {
    Square king; /* NO_SQUARE when it is gone */
    Board king_board;
    Bitboard ring;    /* the squares around the king */
    Board ring_board; /* where an enemy must attack one of them to harm the king */
    Bitboard rook_checks, bishop_checks, knight_checks; /* squares that give check to it */
    Bitboard attacked[BOARD_COUNT];                     /* by this side, on each board */
    Bitboard attacked_by_pawns[BOARD_COUNT];
    Bitboard attacked_by_minors[BOARD_COUNT];
    Bitboard attacked_by_rooks[BOARD_COUNT];
} SideView;

ALWAYS_INLINE void add(Tally *tally, Color color, int index, int count)
{
    int signed_count = color == WHITE ? count : -count;
    tally->sum += tally->weights[index] * signed_count;
    if (tally->trace)
        tally->trace->terms[index] = (int16_t)(tally->trace->terms[index] + signed_count);
}

/* The 32 squares of PLACEMENT: ranks as the side sees them, files mirrored. */
ALWAYS_INLINE int placement_index(Color color, Square sq)
{
    int file = file_of(sq);
    return relative_rank(color, rank_of(sq)) * 4 + (file < 4 ? file : 7 - file);
}

ALWAYS_INLINE Bitboard pawn_attack_set(Color color, Bitboard pawns)
{
    Bitboard forward = shift_forward(color, pawns);
    return shift_east(forward) | shift_west(forward);
}

ALWAYS_INLINE Bitboard attacks_of(Kind kind, Square sq, Bitboard occ)
{
    switch (kind) {
    case KNIGHT: return knight_attacks(sq);
    case BISHOP: return bishop_attacks(sq, occ);
    case ROOK: return rook_attacks(sq, occ);
    case QUEEN: return queen_attacks(sq, occ);
    default: return king_attacks(sq);
    }
}

/* ---- pawns ---- */

static const Bitboard passed_span_files[8] = {
    FILE_A_BITS * 3,      FILE_A_BITS * 7,      FILE_A_BITS * 7 << 1, FILE_A_BITS * 7 << 2,
    FILE_A_BITS * 7 << 3, FILE_A_BITS * 7 << 4, FILE_A_BITS * 7 << 5, FILE_A_BITS * 3 << 6};

ALWAYS_INLINE Bitboard ranks_ahead(Color color, Square sq)
{
    int rank = rank_of(sq);
    if (color == WHITE) return rank == 7 ? 0 : ~0ull << (rank + 1) * 8;
    return rank == 0 ? 0 : ~0ull >> (8 - rank) * 8;
}

/* Pawns change boards as they walk, so both boards' pawns may meet: structure looks at all. */
ALWAYS_INLINE void tally_pawns(Tally *tally, const Position *pos, Color color)
{
    Bitboard own = men_of(pos, color, PAWN), enemy = men_of(pos, (Color)!color, PAWN);
    Bitboard guarded = pawn_attack_set(color, own) & own;
    add(tally, color, EVAL_PAWNS + 2, popcount(guarded));
    for (Bitboard pawns = own; pawns;) {
        Square sq = pop_square(&pawns);
        Bitboard file = FILE_A_BITS << file_of(sq), span = passed_span_files[file_of(sq)];
        Bitboard ahead = ranks_ahead(color, sq);
        if (!(span & ahead & enemy) && !(file & ahead & own))
            add(tally, color, EVAL_PASSED + relative_rank(color, rank_of(sq)), 1);
        if (!(span & ~file & own)) add(tally, color, EVAL_PAWNS, 1);
        if (file & ahead & own) add(tally, color, EVAL_PAWNS + 1, 1);
    }
}

/* ---- pieces ---- */

ALWAYS_INLINE void look_at_king(SideView *view, const Position *pos, Rules rules, Color color)
{
    view->king = king_square(pos, color);
    if (view->king == NO_SQUARE) {
        view->ring = view->rook_checks = view->bishop_checks = view->knight_checks = 0;
        view->king_board = view->ring_board = BOARD_A;
        return;
    }
    view->king_board = board_at(pos, view->king);
    view->ring = king_attacks(view->king);
    /* An explosion on the king's board is made by a capture on the other. */
    bool across = rules.two_boards && rules.explodes;
    view->ring_board = across ? (Board)!view->king_board : view->king_board;
    Bitboard occ = board_men(pos, view->king_board);
    view->rook_checks = rook_attacks(view->king, occ);
    view->bishop_checks = bishop_attacks(view->king, occ);
    view->knight_checks = knight_attacks(view->king);
}

ALWAYS_INLINE void tally_piece(Tally *tally, const Position *pos, Rules rules, Color color,
                               SideView *own, const SideView *other, Kind kind, Square sq)
{
    Board board = rules.two_boards ? board_at(pos, sq) : BOARD_A;
    Bitboard occ = rules.two_boards ? board_men(pos, board) : occupied(pos);
    Bitboard seen = attacks_of(kind, sq, occ);
    /* It can go where nobody stands, on either board, and no pawn of that board looks... */
    Bitboard targets = seen & ~occupied(pos);
    Board landing = rules.two_boards ? (Board)!board : board;
    targets &= ~other->attacked_by_pawns[landing];
    add(tally, color, EVAL_MOBILITY + ((int)kind - KNIGHT) * 28 + popcount(targets), 1);

    own->attacked[board] |= seen;
    if (kind == KNIGHT || kind == BISHOP) own->attacked_by_minors[board] |= seen;
    if (kind == ROOK) own->attacked_by_rooks[board] |= seen;
    if (board == other->ring_board)
        add(tally, color, EVAL_RING + (int)kind, popcount(seen & other->ring));
    if (landing == other->king_board) {
        Bitboard checks = kind == KNIGHT   ? other->knight_checks
                          : kind == BISHOP ? other->bishop_checks
                          : kind == ROOK   ? other->rook_checks
                                           : other->rook_checks | other->bishop_checks;
        add(tally, color, EVAL_CHECKS + (int)kind - KNIGHT, popcount(targets & checks));
    }
}

ALWAYS_INLINE void tally_men(Tally *tally, const Position *pos, Rules rules, Color color,
                             SideView *own, const SideView *other)
{
    Board boards = rules.two_boards ? BOARD_B : BOARD_A;
    for (int kind = PAWN; kind <= KING; kind++) {
        Bitboard men = men_of(pos, color, (Kind)kind);
        if (kind != KING) {
            add(tally, color, EVAL_MATERIAL + kind, popcount(men));
            if (rules.two_boards) {
                Bitboard there = men & board_mask(pos, other->king_board);
                Bitboard home = men & board_mask(pos, own->king_board);
                add(tally, color, EVAL_KING_BOARD + kind, popcount(there));
                add(tally, color, EVAL_HOME_BOARD + kind, popcount(home));
            }
        }
        while (men) {
            Square sq = pop_square(&men);
            add(tally, color, EVAL_PLACEMENT + kind * 32 + placement_index(color, sq), 1);
            if (kind >= KNIGHT && kind <= QUEEN)
                tally_piece(tally, pos, rules, color, own, other, (Kind)kind, sq);
        }
    }
    for (Board board = BOARD_A; board <= boards; board++)
        own->attacked[board] |= own->attacked_by_pawns[board];
    if (own->king != NO_SQUARE && !rules.explodes) own->attacked[own->king_board] |= own->ring;
}

/* ---- what needs both sides' attacks ---- */

ALWAYS_INLINE void tally_safety(Tally *tally, const Position *pos, Rules rules, Color color,
                                const SideView *own, const SideView *other)
{
    if (own->king != NO_SQUARE) {
        Bitboard near = own->ring & pos->colors[color];
        if (rules.two_boards) near &= board_mask(pos, own->ring_board);
        int seen = popcount(near & other->attacked[own->ring_board]);
        add(tally, color, EVAL_RING_SEEN + (seen > 7 ? 7 : seen), 1);
        Bitboard around = own->ring & pos->colors[color];
        if (rules.two_boards) around &= board_mask(pos, own->king_board);
        add(tally, color, EVAL_SHELTER, popcount(around & pos->kinds[PAWN]));
        add(tally, color, EVAL_SHELTER + 1, popcount(around & ~pos->kinds[PAWN]));
    }
    Board boards = rules.two_boards ? BOARD_B : BOARD_A;
    for (Board board = BOARD_A; board <= boards; board++) {
        Bitboard men = pos->colors[color];
        if (rules.two_boards) men &= board_mask(pos, board);
        Bitboard rooks = pos->kinds[ROOK], queens = pos->kinds[QUEEN];
        Bitboard by_pawn = other->attacked_by_pawns[board];
        Bitboard by_minor = by_pawn | other->attacked_by_minors[board];
        Bitboard by_rook = by_minor | other->attacked_by_rooks[board];
        add(tally, color, EVAL_THREAT + PAWN,
            popcount(men & pos->kinds[PAWN] & other->attacked[board]));
        add(tally, color, EVAL_THREAT + KNIGHT, popcount(men & pos->kinds[KNIGHT] & by_pawn));
        add(tally, color, EVAL_THREAT + BISHOP, popcount(men & pos->kinds[BISHOP] & by_pawn));
        add(tally, color, EVAL_THREAT + ROOK, popcount(men & rooks & by_minor));
        add(tally, color, EVAL_THREAT + QUEEN, popcount(men & queens & by_rook));
    }
}

static int distance(Square a, Square b)
{
    int files = abs(file_of(a) - file_of(b)), ranks = abs(rank_of(a) - rank_of(b));
    return files > ranks ? files : ranks;
}

static bool has_bishop_and_knight_only(const Position *pos, Color color)
{
    Bitboard pieces = pos->colors[color] & ~men_of(pos, color, KING);
    Bitboard bishops = pieces & pos->kinds[BISHOP], knights = pieces & pos->kinds[KNIGHT];
    return popcount(pieces) == 2 && bishops && knights;
}

/* How far the lone enemy king is from the centre and from the own king. In chess bishop and knight
 * mate in the bishop's corners only: how far it is from the diagonal between the others. */
ALWAYS_INLINE void tally_lone_king(Tally *tally, const Position *pos, Color color)
{
    Square king = king_square(pos, color), lone = king_square(pos, (Color)!color);
    if (king == NO_SQUARE || lone == NO_SQUARE) return;
    int from_centre_file = abs(2 * file_of(lone) - 7) / 2;
    int from_centre_rank = abs(2 * rank_of(lone) - 7) / 2;
    int out = from_centre_file > from_centre_rank ? from_centre_file : from_centre_rank;
    if ((RulesId)pos->rules == RULES_CHESS && has_bishop_and_knight_only(pos, color)) {
        bool dark = men_of(pos, color, BISHOP) & DARK_BITS;
        int aside = dark ? rank_of(lone) + file_of(lone) - 7 : rank_of(lone) - file_of(lone);
        add(tally, color, EVAL_LONE_KING + 1, 4 * abs(aside));
    } else {
        add(tally, color, EVAL_LONE_KING + out, 1);
    }
    add(tally, color, EVAL_LONE_KING + 4 + distance(king, lone), 1);
}

int game_phase(const Position *pos)
{
    int phase = popcount(pos->kinds[KNIGHT] | pos->kinds[BISHOP]) + 2 * popcount(pos->kinds[ROOK]) +
                4 * popcount(pos->kinds[QUEEN]);
    return phase > EVAL_PHASE_MAX ? EVAL_PHASE_MAX : phase;
}

/* ---- draws that are no draws by rule ---- */

static int least(int a, int b) { return a < b ? a : b; }

static int scale_index(const Position *pos, Color strong)
{
    Bitboard pawns = pos->kinds[PAWN], pieces = ~(pawns | pos->kinds[KING]);
    Bitboard own = pos->colors[strong], other = pos->colors[!strong];
    return ((least(popcount(own & pieces), 3) * 3 + least(popcount(own & pawns), 2)) * 3 +
            least(popcount(other & pieces), 2)) *
               4 +
           least(popcount(other & pawns), 3);
}

/* In atomic a king that touches the other cannot be taken or driven away: does the lone king, or
 * can it with its next move? */
static bool clings(const Position *pos, Color lone)
{
    Square white = king_square(pos, WHITE), black = king_square(pos, BLACK);
    return white != NO_SQUARE && black != NO_SQUARE &&
           distance(white, black) <= (pos->side == lone ? 2 : 1);
}

/* In chess pawns on one file at the edge do not win, with bishops that do not command the corner,
 * if the lone king is there or beside it; if it is two steps away, hardly ever. */
static int certainty_of_edge_pawns(const Position *pos, Color strong)
{
    Bitboard own = pos->colors[strong], pawns = own & pos->kinds[PAWN];
    Bitboard bishops = own & pos->kinds[BISHOP];
    const bool file_a = !(pawns & ~FILE_A_BITS), file_h = !(pawns & ~FILE_H_BITS);
    if ((!file_a && !file_h) || own & ~(pawns | bishops | pos->kinds[KING])) return EVAL_SCALE_MAX;
    Square corner = square_at(file_a ? 0 : 7, strong == WHITE ? 7 : 0);
    const bool dark = bit(corner) & DARK_BITS;
    if (dark ? bishops & DARK_BITS : bishops & ~DARK_BITS) return EVAL_SCALE_MAX;
    const int away = distance(corner, king_square(pos, (Color)!strong));
    return away < 2 ? 2 : away == 2 ? 8 : EVAL_SCALE_MAX;
}

/* In the points of the books: a rook 5, a queen 9. */
static int points_of_pieces(const Position *pos, Color color)
{
    Bitboard own = pos->colors[color];
    return 3 * popcount(own & (pos->kinds[KNIGHT] | pos->kinds[BISHOP])) +
           5 * popcount(own & pos->kinds[ROOK]) + 9 * popcount(own & pos->kinds[QUEEN]);
}

/* In chess, without pawns, a minor piece more does not win as a rule, nor the exchange. */
static bool leads_by_little(const Position *pos, Color strong)
{
    return points_of_pieces(pos, strong) - points_of_pieces(pos, (Color)!strong) <= 3;
}

/* In chess a queen does not win against a pawn that is one step from its goal, on a rook's or a
 * bishop's file with its king beside the goal, unless her own king is near. Such a pawn, or none.
 */
static Bitboard holding_pawn(const Position *pos, Color strong)
{
    const Bitboard pawn = pos->kinds[PAWN] & pos->colors[!strong], own = pos->colors[strong];
    const Bitboard files = FILE_A_BITS | FILE_A_BITS << 2 | FILE_H_BITS | FILE_H_BITS >> 2;
    const Bitboard seventh = (Bitboard)0xff << (strong == WHITE ? 8 : 48);
    const bool alone =
        popcount(own) == 2 && own & pos->kinds[QUEEN] && popcount(pos->colors[!strong]) == 2;
    return alone ? pawn & files & seventh : 0;
}

static int certainty_against_pawn(const Position *pos, Color strong, Bitboard pawn)
{
    const Square goal = (Square)(first_square(pawn) + (strong == WHITE ? -8 : 8));
    const int away = distance(goal, king_square(pos, strong));
    const bool on_edge = file_of(goal) == 0 || file_of(goal) == 7;
    if (distance(goal, king_square(pos, (Color)!strong)) > 1) return EVAL_SCALE_MAX;
    if (on_edge) return away > 4 ? 2 : away == 4 ? 16 : EVAL_SCALE_MAX;
    return away > 2 ? 2 : EVAL_SCALE_MAX;
}

static bool on_both_colors(Bitboard men) { return (men & DARK_BITS) && (men & ~DARK_BITS); }

/* What the number of men does not tell, for the side that stands better. What can be won against a
 * lone king was computed by bench/endings.c; bench/RESULTS.md has the list. */
static int certainty_of(const Position *pos, Rules rules, Color strong)
{
    Bitboard pawns = pos->kinds[PAWN], bishops = pos->kinds[BISHOP];
    Bitboard own = pos->colors[strong];
    int pieces = popcount(own & ~pos->kinds[KING] & ~pawns);
    bool lone = pos->colors[!strong] == men_of(pos, (Color)!strong, KING);
    if (lone && rules.explodes && rules.two_boards) {
        /* Nothing is left to blow up, and mate takes more than two men: that two win was neither
         * seen in play nor ruled out. */
        int men = popcount(own) - 1;
        return men <= 1 ? 2 : men == 2 ? 16 : EVAL_SCALE_MAX;
    }
    if (own & pawns) {
        if (lone && !rules.two_boards && !rules.explodes)
            return certainty_of_edge_pawns(pos, strong);
        /* Bishops on squares of different colours. */
        bool one_each = popcount(bishops & pos->colors[WHITE]) == 1 &&
                        popcount(bishops & pos->colors[BLACK]) == 1;
        bool both = on_both_colors(bishops);
        bool only = !(occupied(pos) & ~(pawns | bishops | pos->kinds[KING]));
        return !rules.two_boards && one_each && both && only ? 32 : EVAL_SCALE_MAX;
    }
    bool queen = own & pos->kinds[QUEEN], rook = own & pos->kinds[ROOK];
    if ((RulesId)pos->rules == RULES_CHESS && !lone) {
        const Bitboard pawn = holding_pawn(pos, strong);
        if (pawn) return certainty_against_pawn(pos, strong, pawn);
        if (leads_by_little(pos, strong)) return 12;
    }
    if (pieces > 1) {
        if (rules.explodes) { /* two minor men do not win; of three nothing is known */
            return lone && !queen && !rook ? (pieces == 2 ? 2 : 16) : EVAL_SCALE_MAX;
        }
        /* Two knights do not win, nor bishops on squares of one colour. */
        Bitboard knights = own & pos->kinds[KNIGHT];
        bishops &= own;
        bool one_color = popcount(bishops) == pieces && !on_both_colors(bishops);
        return one_color || (pieces == 2 && popcount(knights) == 2) ? 2 : EVAL_SCALE_MAX;
    }
    if (rules.explodes) {
        return queen && !rules.two_boards && !(lone && clings(pos, (Color)!strong)) ? EVAL_SCALE_MAX
                                                                                    : 2;
    }
    if (lone && (RulesId)pos->rules == RULES_MSALICE) return 2;
    return queen || rook ? EVAL_SCALE_MAX : 2;
}

/* ---- all of it ---- */

static int mixed(Weight sum, int phase)
{
    return (weight_mg(sum) * phase + weight_eg(sum) * (EVAL_PHASE_MAX - phase)) / EVAL_PHASE_MAX;
}

static int scaled(const Position *pos, int total, int index, int certainty)
{
    return total * eval_scales[pos->rules][index] / EVAL_SCALE_MAX * certainty / EVAL_SCALE_MAX;
}

int evaluate_group(const Position *pos, const EvalTrace *trace, const EvalGroup *group)
{
    Weight sum = 0;
    for (int i = group->first; i < group->first + group->count; i++)
        sum += eval_weights[pos->rules][i] * trace->terms[i];
    return scaled(pos, mixed(sum, trace->phase), trace->scale_index, trace->certainty);
}

ALWAYS_INLINE int evaluate_in(const Position *pos, const Rules rules, EvalTrace *trace)
{
    Tally tally = {.weights = eval_weights[pos->rules], .trace = trace};
    SideView view[COLOR_COUNT];
    memset(view, 0, sizeof view);
    for (int color = WHITE; color <= BLACK; color++) {
        look_at_king(&view[color], pos, rules, (Color)color);
        Bitboard pawns = men_of(pos, (Color)color, PAWN);
        for (Board board = BOARD_A; board <= BOARD_B; board++) {
            Bitboard here = pawns & board_mask(pos, board);
            view[color].attacked_by_pawns[board] = pawn_attack_set((Color)color, here);
        }
    }
    for (int color = WHITE; color <= BLACK; color++) {
        tally_pawns(&tally, pos, (Color)color);
        tally_men(&tally, pos, rules, (Color)color, &view[color], &view[!color]);
        if (popcount(men_of(pos, (Color)color, BISHOP)) >= 2)
            add(&tally, (Color)color, EVAL_PAIR, 1);
    }
    for (int color = WHITE; color <= BLACK; color++)
        tally_safety(&tally, pos, rules, (Color)color, &view[color], &view[!color]);
    for (int color = WHITE; color <= BLACK; color++)
        if (pos->colors[!color] == men_of(pos, (Color)!color, KING))
            tally_lone_king(&tally, pos, (Color)color);
    add(&tally, (Color)pos->side, EVAL_TEMPO, 1);

    int phase = game_phase(pos);
    int total = mixed(tally.sum, phase);
    Color strong = total >= 0 ? WHITE : BLACK;
    int index = scale_index(pos, strong), certainty = certainty_of(pos, rules, strong);
    total = scaled(pos, total, index, certainty);
    if (pos->side == BLACK) total = -total;
    if (total > EVAL_MAX) total = EVAL_MAX;
    if (total < -EVAL_MAX) total = -EVAL_MAX;
    if (trace) {
        trace->phase = phase;
        trace->scale_index = index;
        trace->certainty = certainty;
        trace->total = total;
    }
    return total;
}

ALWAYS_INLINE int evaluate_any(const Position *pos, EvalTrace *trace)
{
    switch ((RulesId)pos->rules) {
    case RULES_ATOMIC: return evaluate_in(pos, rules_of(RULES_ATOMIC), trace);
    case RULES_ALICE:
    case RULES_MSALICE: return evaluate_in(pos, rules_of(RULES_ALICE), trace);
    case RULES_ALICEATOMIC: return evaluate_in(pos, rules_of(RULES_ALICEATOMIC), trace);
    case RULES_CHESS:
    case RULES_COUNT: break;
    }
    return evaluate_in(pos, rules_of(RULES_CHESS), trace);
}

WIDE_CPU static int evaluate_wide(const Position *pos) { return evaluate_any(pos, NULL); }
static int evaluate_plain(const Position *pos) { return evaluate_any(pos, NULL); }

int evaluate(const Position *pos)
{
    return cpu_is_wide() ? evaluate_wide(pos) : evaluate_plain(pos);
}

void evaluate_explain(const Position *pos, EvalTrace *trace)
{
    memset(trace, 0, sizeof *trace);
    evaluate_any(pos, trace);
}
