/* Boojum: what a score means for the result of the game.
 *
 * For a score of x centipawns the side to move wins with probability 1 / (1 + exp((a - x) / b)) and
 * loses as the other side would win with -x; the rest are draws. a (the score that wins every other
 * game) and b (how fast the chances rise) depend on the game and, in a straight line, on the
 * material left. They were fitted to self-play by `bench/tune.c wdl`, for the largest likelihood;
 * the shape is that of an ordered logistic regression (P. McCullagh, "Regression models for ordinal
 * data", 1980).
 */
#ifndef BOOJUM_JUDGE_WDL_H
#define BOOJUM_JUDGE_WDL_H

#include "rules/position.h"

/* Thousandths, 1000 in all, for the side to move. */
typedef struct Wdl {
    int win, draw, loss;
} Wdl;

/* `score` in centipawns, of a search or an evaluation of that position; no mate score. */
Wdl wdl_of(const Position *pos, int score);

/* For all material on the board and for none: the parameters of one game, in centipawns. */
typedef struct WdlModel {
    double a_full, a_bare, b_full, b_bare;
} WdlModel;
extern const WdlModel wdl_models[RULES_COUNT];

/* The probability that the side to move wins; `phase` as of game_phase(). */
double wdl_win_probability(const WdlModel *model, int phase, double score);

#endif
