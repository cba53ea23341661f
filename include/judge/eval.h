/* Boojum: how good a position looks without searching it.
 *
 * A linear evaluation: each term (a man on a square, a square it can go to, a passed pawn, ...) has
 * two weights, one for the middlegame and one for the endgame, mixed by the material left. All
 * attacks are by board: a man sees only the men of its own. The weights of each game are in
 * src/judge/weights.c and come from bench/tune.c.
 */
#ifndef BOOJUM_JUDGE_EVAL_H
#define BOOJUM_JUDGE_EVAL_H

#include "rules/position.h"

/* No evaluation is larger than this, in centipawns. Scores beyond are mates (search/search.h). */
enum { EVAL_MAX = 20000 };

/* The terms, and where in the list of weights each begins. */
#define EVAL_TERMS(TERM)                                                                           \
    TERM(MATERIAL, 5, "Material")        /* by kind, pawn to queen */                              \
    TERM(PLACEMENT, 6 * 32, "Placement") /* by kind and square, White's, files mirrored to a-d */  \
    TERM(KING_BOARD, 5, "King's board")  /* by kind: on the enemy king's board */                  \
    TERM(HOME_BOARD, 5, "Home board")    /* by kind: on the own king's board */                    \
    TERM(MOBILITY, 4 * 28, "Mobility")   /* by kind, knight to queen, and squares it can go to */  \
    TERM(PASSED, 8, "Passed pawns")      /* by rank */                                             \
    TERM(PAWNS, 3, "Pawn structure")     /* isolated, doubled, guarded by a pawn */                \
    TERM(PAIR, 1, "Bishop pair")                                                                   \
    TERM(RING, 5, "King attack")        /* by attacker's kind: squares it sees around the king */  \
    TERM(RING_SEEN, 8, "King exposure") /* by count: own men around the king that are attacked */  \
    TERM(SHELTER, 2, "Shelter")         /* own pawns, own pieces around the king */                \
    TERM(THREAT, 5, "Threats")          /* by victim's kind: by a lesser man; a pawn, by any */    \
    TERM(CHECKS, 4, "Checks")           /* by kind: squares from which it would give check */      \
    TERM(LONE_KING, 12, "Lone king")    /* the enemy has nothing else: how far that king is from   \
                                           the centre, 0-3; the way between the kings, 0-7 */      \
    TERM(TEMPO, 1, "Tempo")

enum {
#define EVAL_TERM_RANGE(name, count, title)                                                        \
    EVAL_##name, EVAL_##name##_LAST = EVAL_##name + (count)-1,
    EVAL_TERMS(EVAL_TERM_RANGE)
#undef EVAL_TERM_RANGE
        EVAL_WEIGHT_COUNT
};

/* Middlegame and endgame weight in one number, so that one addition adds both: eg << 16 + mg. */
typedef int32_t Weight;
#define WEIGHT(mg, eg) ((Weight)((uint32_t)(eg) << 16) + (mg))
ALWAYS_INLINE int weight_mg(Weight w) { return (int16_t)(uint16_t)(uint32_t)w; }
ALWAYS_INLINE int weight_eg(Weight w) { return (int16_t)(uint16_t)((uint32_t)(w + 0x8000) >> 16); }

typedef struct EvalGroup {
    const char *title;
    int first, count; /* of the weights */
} EvalGroup;
enum {
#define EVAL_GROUP_INDEX(name, count, title) EVAL_GROUP_##name,
    EVAL_TERMS(EVAL_GROUP_INDEX)
#undef EVAL_GROUP_INDEX
        EVAL_GROUP_COUNT
};
extern const EvalGroup eval_groups[EVAL_GROUP_COUNT];

extern const Weight eval_weights[RULES_COUNT][EVAL_WEIGHT_COUNT];

/* How much of the sum of all terms counts, in 64ths: material that cannot win is worth little, and
 * how little depends on what both sides have left; where captures explode, above all on whether
 * there is anything left to blow up. By the side that stands better: its pieces (0, 1, 2, 3 and
 * more) and pawns (0, 1, 2 and more), the other's pieces (0, 1, 2 and more) and pawns (0 to 3 and
 * more). */
enum { EVAL_SCALE_COUNT = 4 * 3 * 3 * 4, EVAL_SCALE_MAX = 64 };
extern const uint8_t eval_scales[RULES_COUNT][EVAL_SCALE_COUNT];

/* How an evaluation came about, from White's side: how often each term counted for White, less how
 * often for Black. */
typedef struct EvalTrace {
    int16_t terms[EVAL_WEIGHT_COUNT];
    int phase;       /* EVAL_PHASE_MAX with all pieces on the board, 0 with none */
    int scale_index; /* of eval_scales */
    int certainty;   /* what else says draw, EVAL_SCALE_MAX where nothing does */
    int total;       /* for the side to move: exactly what evaluate() returns */
} EvalTrace;

enum { EVAL_PHASE_MAX = 24 };

/* Centipawns for the side to move, within -EVAL_MAX..EVAL_MAX. Any position, finished ones too, but
 * it does not look whether the game is over. */
int evaluate(const Position *pos);

/* The same, and how it came about. */
void evaluate_explain(const Position *pos, EvalTrace *trace);

/* What one group gives White (less what it gives Black), in centipawns, as it enters the total. */
int evaluate_group(const Position *pos, const EvalTrace *trace, const EvalGroup *group);

/* How much is left of the pieces: EVAL_PHASE_MAX at the start, 0 when only kings and pawns stand.
 */
int game_phase(const Position *pos);

/* What a man is worth in that game, in centipawns, for comparing exchanges; a king is worth 0. */
int kind_value(RulesId rules, Kind kind);

#endif
