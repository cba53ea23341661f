#include "judge/eval.h"

#include "rules/attacks.h"

const char *const eval_term_names[EVAL_TERM_COUNT] = {"Material", "Placement", "Mobility"};

/* Where captures explode a man seldom takes more than once, so the pieces are closer together and a
 * pawn, which only a direct hit removes, is worth more beside them. */
static const int values[RULES_COUNT][KIND_COUNT] = {
    [RULES_CHESS] = {100, 320, 330, 500, 950, 0},
    [RULES_ATOMIC] = {100, 180, 190, 290, 560, 0},
    [RULES_ALICE] = {100, 300, 310, 500, 900, 0},
    [RULES_MSALICE] = {100, 300, 310, 500, 900, 0},
    [RULES_ALICEATOMIC] = {100, 190, 200, 320, 600, 0},
};

/* Centipawns for each step nearer to the centre, and for each quiet move. */
static const int centre_weight[KIND_COUNT] = {0, 6, 4, 1, 2, 0};
static const int mobility_weight[KIND_COUNT] = {0, 3, 3, 2, 1, 0};

/* By rank as its side sees it, and for each file nearer to the middle. */
static const int pawn_advance[8] = {0, 0, 5, 12, 25, 45, 80, 0};
static const int pawn_file_weight = 3;

/* How far from the edge, 0 in the corner to 6 in the centre. */
static int from_edge(int coordinate) { return coordinate < 4 ? coordinate : 7 - coordinate; }
static int centrality(Square sq) { return from_edge(file_of(sq)) + from_edge(rank_of(sq)); }

/* A king hides in the corner while the enemy has pieces, and walks to the centre when they are
 * gone. */
static int king_centre_weight(const Position *pos, Color color)
{
    Bitboard enemy = pos->colors[!color];
    int force = popcount(enemy & (pos->kinds[KNIGHT] | pos->kinds[BISHOP] | pos->kinds[ROOK])) +
                2 * popcount(enemy & pos->kinds[QUEEN]);
    int weight = 8 - 2 * force;
    return weight < -8 ? -8 : weight;
}

static int placement(Color color, Kind kind, Square sq, int king_weight)
{
    if (kind == PAWN)
        return pawn_advance[relative_rank(color, rank_of(sq))] +
               pawn_file_weight * from_edge(file_of(sq));
    if (kind == KING) return king_weight * centrality(sq);
    return centre_weight[kind] * (centrality(sq) - 3);
}

/* The squares a piece could go to without taking anything: nobody may stand there on either board,
 * but only the men of its own board are in its way. */
static Bitboard quiet_targets(const Position *pos, Kind kind, Square sq)
{
    Bitboard in_the_way = board_men(pos, board_at(pos, sq));
    Bitboard attacks = 0;
    if (kind == KNIGHT) attacks = knight_attacks(sq);
    if (kind == BISHOP || kind == QUEEN) attacks |= bishop_attacks(sq, in_the_way);
    if (kind == ROOK || kind == QUEEN) attacks |= rook_attacks(sq, in_the_way);
    return attacks & ~occupied(pos);
}

static void evaluate_side(const Position *pos, Color color, EvalTrace *trace)
{
    const int *value = values[pos->rules];
    int king_weight = king_centre_weight(pos, color);
    int material = 0, placed = 0, mobility = 0;
    for (Bitboard men = pos->colors[color]; men;) {
        Square sq = pop_square(&men);
        Kind kind = man_kind(pos->men[sq]);
        material += value[kind];
        placed += placement(color, kind, sq, king_weight);
        if (mobility_weight[kind])
            mobility += mobility_weight[kind] * popcount(quiet_targets(pos, kind, sq));
    }
    trace->terms[EVAL_MATERIAL][color] = material;
    trace->terms[EVAL_PLACEMENT][color] = placed;
    trace->terms[EVAL_MOBILITY][color] = mobility;
}

void evaluate_explain(const Position *pos, EvalTrace *trace)
{
    evaluate_side(pos, WHITE, trace);
    evaluate_side(pos, BLACK, trace);
    Color us = (Color)pos->side;
    int total = 0;
    for (int term = 0; term < EVAL_TERM_COUNT; term++)
        total += trace->terms[term][us] - trace->terms[term][!us];
    if (total > EVAL_MAX) total = EVAL_MAX;
    if (total < -EVAL_MAX) total = -EVAL_MAX;
    trace->total = total;
}

int evaluate(const Position *pos)
{
    EvalTrace trace;
    evaluate_explain(pos, &trace);
    return trace.total;
}

int kind_value(RulesId rules, Kind kind) { return values[rules][kind]; }
