#include "judge/wdl.h"

#include <math.h>

#include "judge/eval.h"

const WdlModel wdl_models[RULES_COUNT] = {
    [RULES_CHESS] = {200, 200, 100, 100},       [RULES_ATOMIC] = {200, 200, 100, 100},
    [RULES_ALICE] = {200, 200, 100, 100},       [RULES_MSALICE] = {200, 200, 100, 100},
    [RULES_ALICEATOMIC] = {200, 200, 100, 100},
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
    wdl.win = (int)lround(1000 * wdl_win_probability(model, phase, score));
    wdl.loss = (int)lround(1000 * wdl_win_probability(model, phase, -score));
    /* a is not negative, so both together are at most 1000, but for the rounding. */
    if (wdl.win + wdl.loss > 1000) wdl.loss = 1000 - wdl.win;
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
