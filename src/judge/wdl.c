#include "judge/wdl.h"

#include <math.h>

#include "judge/eval.h"

/* From 589,000 positions of self-play at 1,200 nodes a move; bench/RESULTS.md tells how well it
 * fits. Ms. Alice has Alice's. */
const WdlModel wdl_models[RULES_COUNT] = {
    [RULES_CHESS] = {81, 264, 255, 110},        [RULES_ATOMIC] = {53, 278, 402, 119},
    [RULES_ALICE] = {61, 260, 264, 136},        [RULES_MSALICE] = {61, 260, 264, 136},
    [RULES_ALICEATOMIC] = {145, 423, 222, 116},
};

double wdl_win_probability(const WdlModel *model, int phase, double score)
{
    double full = (double)phase / EVAL_PHASE_MAX;
    double a = model->a_full * full + model->a_bare * (1 - full);
    double b = model->b_full * full + model->b_bare * (1 - full);
    return 1 / (1 + exp((a - score) / b));
}

Wdl wdl_of(const Position *pos, int score)
{
    const WdlModel *model = &wdl_models[pos->rules];
    int phase = game_phase(pos);
    Wdl wdl;
    /* Two kings and nobody else harm each other in none of the games. */
    if (occupied(pos) == pos->kinds[KING] && has_king(pos, WHITE) && has_king(pos, BLACK))
        return (Wdl){0, 1000, 0};
    wdl.win = (int)lround(1000 * wdl_win_probability(model, phase, score));
    wdl.loss = (int)lround(1000 * wdl_win_probability(model, phase, -score));
    /* a is not negative, so both together are at most 1000, but for the rounding. */
    if (wdl.win + wdl.loss > 1000) wdl.loss = 1000 - wdl.win;
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
