/* Boojum: how good a position looks without searching it.
 *
 * A plain evaluation: material with values of its own for each rule set, where the men stand, and
 * how many quiet moves the pieces have on their own boards. It knows nothing of threats.
 */
#ifndef BOOJUM_JUDGE_EVAL_H
#define BOOJUM_JUDGE_EVAL_H

#include "rules/position.h"

/* No evaluation is larger than this, in centipawns. Scores beyond are mates (search/search.h). */
enum { EVAL_MAX = 20000 };

typedef enum { EVAL_MATERIAL, EVAL_PLACEMENT, EVAL_MOBILITY, EVAL_TERM_COUNT } EvalTerm;

extern const char *const eval_term_names[EVAL_TERM_COUNT];

/* What each term gives each side, in centipawns. */
typedef struct EvalTrace {
    int terms[EVAL_TERM_COUNT][COLOR_COUNT];
    int total; /* for the side to move: exactly what evaluate() returns */
} EvalTrace;

/* Centipawns for the side to move, within -EVAL_MAX..EVAL_MAX. Any position, finished ones too, but
 * it does not look whether the game is over. */
int evaluate(const Position *pos);

/* The same, and how it came about. */
void evaluate_explain(const Position *pos, EvalTrace *trace);

/* What a man is worth in that game, in centipawns; a king is worth nothing here. */
int kind_value(RulesId rules, Kind kind);

#endif
