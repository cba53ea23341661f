/* Boojum: what the results of a match say.
 *
 * Two games with the same opening and colours changed are one trial with five outcomes, 0 to 4 half
 * points (pentanomial): openings that favour one colour then add no noise. Without pairs each game
 * is a trial with three outcomes (trinomial), for which the same formulas hold. Sources:
 *   - Elo: A. Elo, "The Rating of Chessplayers", 1978, in the logistic form.
 *   - The error of a mean of pairs, and the generalised SPRT for outcomes of any distribution:
 *     M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized Elo"
 *     (hardy.uhasselt.be/Fishtest); Chess Programming Wiki, "Match Statistics" and "Sequential
 *     Probability Ratio Test".
 *   - SPRT: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945.
 */
#ifndef BOOJUM_TALK_STATS_H
#define BOOJUM_TALK_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Counted from the view of one of the two engines. */
typedef struct Tally {
    int64_t wins, losses, draws;
    int64_t pairs[5];  /* whole pairs by half points: LL, LD, DD or WL, WD, WW */
    int64_t even_wins; /* of pairs[2], those with a win and a loss */
} Tally;

int64_t tally_games(const Tally *tally);
int64_t tally_pairs(const Tally *tally);
/* A game's half points: 0, 1 or 2. */
void tally_game(Tally *tally, int half_points);
void tally_pair(Tally *tally, int first_half_points, int second_half_points);
/* The same from the opponent's view. */
Tally tally_reversed(const Tally *tally);
void tally_add(Tally *sum, const Tally *more);

typedef struct Estimate {
    double score;             /* 0 to 1 */
    double elo;               /* infinite if all was won or lost */
    double elo_error;         /* half of the 95 % confidence interval; NaN if nothing can be said */
    double elo_low, elo_high; /* its ends */
    double los;               /* likelihood of superiority, 0 to 1; NaN like the error */
    double draw_rate;         /* of games */
    bool paired;              /* the errors come from pairs of games */
} Estimate;

/* Errors come from whole pairs if there are any that differ, else from single games. Needs one
 * game. */
Estimate estimate(const Tally *tally);

double elo_to_score(double elo);
double score_to_elo(double score);

typedef struct Sprt {
    double elo0, elo1;  /* the hypotheses, logistic Elo */
    double alpha, beta; /* how often H1 may be accepted wrongly, and H0 */
} Sprt;

typedef enum { SPRT_GOES_ON, SPRT_H0, SPRT_H1 } SprtVerdict;

double sprt_lower_bound(const Sprt *sprt);
double sprt_upper_bound(const Sprt *sprt);
/* The log-likelihood ratio: of whole pairs, or of single games if `paired` is false. */
double sprt_llr(const Sprt *sprt, const Tally *tally, bool paired);
SprtVerdict sprt_verdict(const Sprt *sprt, double llr);

#endif
