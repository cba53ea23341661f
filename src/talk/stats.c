#include "talk/stats.h"

#include <math.h>

static const double z95 = 1.959963984540054; /* of the normal distribution: 97.5 % lie below */

int64_t tally_games(const Tally *tally) { return tally->wins + tally->losses + tally->draws; }

int64_t tally_pairs(const Tally *tally)
{
    int64_t sum = 0;
    for (int i = 0; i < 5; i++) sum += tally->pairs[i];
    return sum;
}

void tally_game(Tally *tally, int half_points)
{
    if (half_points == 2)
        tally->wins++;
    else if (half_points == 1)
        tally->draws++;
    else
        tally->losses++;
}

void tally_pair(Tally *tally, int first_half_points, int second_half_points)
{
    tally->pairs[first_half_points + second_half_points]++;
    tally->even_wins += first_half_points + second_half_points == 2 && first_half_points != 1;
}

Tally tally_reversed(const Tally *tally)
{
    Tally reversed = {.wins = tally->losses,
                      .losses = tally->wins,
                      .draws = tally->draws,
                      .even_wins = tally->even_wins};
    for (int i = 0; i < 5; i++) reversed.pairs[i] = tally->pairs[4 - i];
    return reversed;
}

void tally_add(Tally *sum, const Tally *more)
{
    sum->wins += more->wins;
    sum->losses += more->losses;
    sum->draws += more->draws;
    sum->even_wins += more->even_wins;
    for (int i = 0; i < 5; i++) sum->pairs[i] += more->pairs[i];
}

double elo_to_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double score_to_elo(double score)
{
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* A distribution of scores 0, 1/(n-1), ..., 1. */
typedef struct Moments {
    double count, mean, variance;
} Moments;

static Moments moments_of(const double *counts, int n)
{
    Moments m = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        m.count += counts[i];
        m.mean += counts[i] * i / (n - 1);
    }
    if (m.count <= 0) return m;
    m.mean /= m.count;
    for (int i = 0; i < n; i++)
        m.variance += counts[i] * (i / (double)(n - 1) - m.mean) * (i / (double)(n - 1) - m.mean);
    m.variance /= m.count;
    return m;
}

/* How often each outcome came, of pairs or of games: returns how many outcomes there are. */
static int counts_of(const Tally *tally, bool paired, double counts[5])
{
    counts[0] = (double)tally->losses;
    counts[1] = (double)tally->draws;
    counts[2] = (double)tally->wins;
    for (int i = 0; paired && i < 5; i++) counts[i] = (double)tally->pairs[i];
    return paired ? 5 : 3;
}

Estimate estimate(const Tally *tally)
{
    double count = (double)tally_games(tally);
    Estimate e = {.score = ((double)tally->wins + 0.5 * (double)tally->draws) / count,
                  .draw_rate = (double)tally->draws / count,
                  .paired = true};
    double counts[5];
    Moments m = moments_of(counts, counts_of(tally, true, counts));
    if (m.variance <= 0) { /* no pairs, or all of one kind */
        e.paired = false;
        m = moments_of(counts, counts_of(tally, false, counts));
    }
    double deviation = sqrt(m.variance / m.count); /* of the mean */
    e.elo = score_to_elo(e.score);
    e.elo_low = score_to_elo(e.score - z95 * deviation);
    e.elo_high = score_to_elo(e.score + z95 * deviation);
    e.elo_error = deviation > 0 ? (e.elo_high - e.elo_low) / 2 : NAN;
    double lead = e.score - 0.5;
    e.los = deviation > 0 ? 0.5 * erfc(-lead / deviation / sqrt(2)) : NAN;
    return e;
}

double sprt_lower_bound(const Sprt *sprt) { return log(sprt->beta / (1 - sprt->alpha)); }
double sprt_upper_bound(const Sprt *sprt) { return log((1 - sprt->beta) / sprt->alpha); }

/* The likeliest distribution p with mean s, given the counts: p_i = n_i / N / (1 + t (a_i - s)),
 * where t makes the mean s. The sum below falls as t grows between the poles, so bisection finds
 * its zero. */
static double tilt(const double *share, int n, double s)
{
    double low = -1 / (1 - s), high = 1 / s;
    for (int step = 0; step < 64; step++) {
        double t = (low + high) / 2, sum = 0;
        for (int i = 0; i < n; i++) {
            double a = i / (double)(n - 1) - s;
            sum += share[i] * a / (1 + t * a);
        }
        if (sum > 0)
            low = t;
        else
            high = t;
    }
    return (low + high) / 2;
}

/* The generalised likelihood ratio, exact rather than in its normal approximation: that one takes
 * the variance of a handful of trials at its word, and stops at the first lost pair. Outcomes that
 * never came count as a thousandth, as on Fishtest. */
double sprt_llr(const Sprt *sprt, const Tally *tally, bool paired)
{
    double share[5], llr = 0;
    int n = counts_of(tally, paired, share);
    if ((paired ? tally_pairs(tally) : tally_games(tally)) == 0) return 0;
    for (int i = 0; i < n; i++)
        if (share[i] < 1e-3) share[i] = 1e-3;
    double s0 = elo_to_score(sprt->elo0), s1 = elo_to_score(sprt->elo1);
    double t0 = tilt(share, n, s0), t1 = tilt(share, n, s1);
    for (int i = 0; i < n; i++) {
        double a = i / (double)(n - 1);
        llr += share[i] * log((1 + t0 * (a - s0)) / (1 + t1 * (a - s1)));
    }
    return llr;
}

SprtVerdict sprt_verdict(const Sprt *sprt, double llr)
{
    if (llr >= sprt_upper_bound(sprt)) return SPRT_H1;
    if (llr <= sprt_lower_bound(sprt)) return SPRT_H0;
    return SPRT_GOES_ON;
}
