/* The statistics of a match, its schedule and its clocks. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "suites.h"
#include "tables.h"
#include "talk/results.h"
#include "talk/stats.h"
#include "talk/time_control.h"

/* ---- values computed elsewhere ---- */

/* Computed with mpmath (40 digits) by another way than ours: the constrained maximum likelihood
 * with both Lagrange multipliers, by Newton's method in two dimensions, zero counts taken as 0.001;
 * the normal distribution by mpmath.ncdf and its quantile by findroot. The formulas: M. Van den
 * Bergh, "A practical introduction to the GSPRT"; Chess Programming Wiki, "Match Statistics". The
 * last column is the normal approximation N (s1 - s0) (2 m - s0 - s1) / (2 v), which must come near
 * where N is large. */
static const struct {
    int wins, losses, draws;
    int pairs[5]; /* none: all zero */
    double elo0, elo1;
    double elo, low, high, los; /* NAN where the variance is zero */
    double llr, approximation;
} values[] = {
    {53,
     26,
     23,
     {2, 3, 23, 12, 11},
     0,
     30,
     94.211378763,
     43.7300868029,
     148.934265085,
     0.999900020732,
     2.94869102221,
     NAN},
    {16014,
     15660,
     29958,
     {189, 7026, 16062, 7320, 219},
     0,
     2,
     1.99561185492,
     0.599151201738,
     3.39213698921,
     0.997451970532,
     3.92217712351,
     3.9224964},
    {40,
     44,
     116,
     {3, 28, 42, 24, 3},
     -3,
     1,
     -6.94963842777,
     -36.7361556635,
     22.7348330709,
     0.323003912645,
     -0.103537549109,
     -0.10396573},
    {10, 0, 0, {0, 0, 0, 0, 5}, 0, 10, INFINITY, NAN, NAN, NAN, 0.14189665692, NAN},
    {600,
     500,
     900,
     {20, 230, 440, 250, 60},
     0,
     5,
     17.3862775124,
     7.80322324716,
     26.9958438622,
     0.999813041764,
     3.14274338644,
     3.1188343},
    {1, 1, 0, {0, 0, 1, 0, 0}, 0, 5, 0, NAN, NAN, 0.5, -0.0112819214036, NAN},
    {5,
     3,
     4,
     {0, 0, 0, 0, 0},
     0,
     20,
     58.4512142713,
     -102.056137644,
     251.276866103,
     0.764949620063,
     0.143337179977,
     0.14895231},
    {300,
     250,
     450,
     {0, 0, 0, 0, 0},
     0,
     10,
     17.3862775124,
     1.43816765231,
     33.40798267,
     0.983695684766,
     1.86502302011,
     1.8716644},
};
enum { VALUE_COUNT = sizeof values / sizeof *values };

static void must_be_near(double got, double wanted, double tolerance, const char *what)
{
    if (isnan(wanted)) return;
    bool same = isinf(wanted) ? isinf(got) && (got > 0) == (wanted > 0)
                              : fabs(got - wanted) <= tolerance * (1 + fabs(wanted));
    must(same, "%s: %.12g instead of %.12g", what, got, wanted);
}

static Tally tally_of(int i)
{
    Tally tally = {values[i].wins, values[i].losses, values[i].draws, {0}, 0};
    for (int k = 0; k < 5; k++) tally.pairs[k] = values[i].pairs[k];
    return tally;
}

START_TEST(estimates)
{
    Tally tally = tally_of(_i);
    Estimate e = estimate(&tally);
    must_be_near(e.elo, values[_i].elo, 1e-9, "elo");
    must_be_near(e.elo_low, values[_i].low, 1e-9, "low");
    must_be_near(e.elo_high, values[_i].high, 1e-9, "high");
    must_be_near(e.elo_error, (values[_i].high - values[_i].low) / 2, 1e-9, "error");
    must_be_near(e.los, values[_i].los, 1e-9, "los");
    must_be_near(e.draw_rate, values[_i].draws / (double)tally_games(&tally), 1e-12, "draws");

    Tally reversed = tally_reversed(&tally);
    Estimate r = estimate(&reversed);
    must_be_near(r.elo, -values[_i].elo, 1e-9, "elo from the other side");
    must_be_near(r.los, 1 - values[_i].los, 1e-9, "los from the other side");
}
END_TEST

START_TEST(likelihood_ratios)
{
    Tally tally = tally_of(_i);
    bool paired = tally_pairs(&tally) > 0;
    Sprt sprt = {values[_i].elo0, values[_i].elo1, 0.05, 0.05};
    double llr = sprt_llr(&sprt, &tally, paired);
    must_be_near(llr, values[_i].llr, 1e-6, "llr");
    must_be_near(llr, values[_i].approximation, 0.01, "llr, approximately");
    /* From the other side, with the hypotheses turned round. */
    Tally reversed = tally_reversed(&tally);
    Sprt turned = {-sprt.elo1, -sprt.elo0, 0.05, 0.05};
    must_be_near(sprt_llr(&turned, &reversed, paired), -llr, 1e-9, "llr from the other side");
}
END_TEST

/* 100 Elo are 64 %, 191 are 75 %, 400 are 10 : 1 (Elo 1978); Wald's bounds at 5 % are +-ln 19. */
START_TEST(well_known_values)
{
    const Sprt sprt = {0, 5, 0.05, 0.05}, uneven = {0, 5, 0.01, 0.1};
    must_be_near(elo_to_score(100), 0.640065, 1e-6, "100 Elo");
    must_be_near(elo_to_score(400), 10 / 11.0, 1e-12, "400 Elo");
    must_be_near(score_to_elo(0.75), 190.848501887865, 1e-12, "75 %");
    must_be_near(sprt_upper_bound(&sprt), 2.94443897916644, 1e-12, "upper bound");
    must_be_near(sprt_lower_bound(&sprt), -2.94443897916644, 1e-12, "lower bound");
    must_be_near(sprt_upper_bound(&uneven), log(0.9 / 0.01), 1e-12, "uneven upper bound");
    must_be_near(sprt_lower_bound(&uneven), log(0.1 / 0.99), 1e-12, "uneven lower bound");
    must_hold(sprt_verdict(&sprt, 2.95) == SPRT_H1 && sprt_verdict(&sprt, -2.95) == SPRT_H0);
    must_hold(sprt_verdict(&sprt, 2.94) == SPRT_GOES_ON);
    must_hold(score_to_elo(1) == INFINITY && score_to_elo(0) == -INFINITY);
    Tally nothing = {0};
    must_hold(sprt_llr(&sprt, &nothing, true) == 0 && sprt_llr(&sprt, &nothing, false) == 0);
}
END_TEST

/* While all pairs are of one kind the games speak; while these are of one kind, nothing does. */
START_TEST(nothing_is_said_without_variance)
{
    static const Tally speaks[] = {{0, 1, 1, {0, 1, 0, 0, 0}, 0}, {2, 2, 0, {0, 0, 2, 0, 0}, 2}};
    static const Tally silent[] = {
        {4, 0, 0, {0, 0, 0, 0, 2}, 0}, {0, 1, 0, {0}, 0}, {0, 0, 2, {0, 0, 1, 0, 0}, 0}};
    for (size_t i = 0; i < sizeof speaks / sizeof *speaks; i++) {
        Estimate e = estimate(&speaks[i]);
        must_hold(!e.paired && e.elo_error > 0 && !isnan(e.elo_low) && e.los > 0.01);
    }
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        Estimate e = estimate(&silent[i]);
        must_hold(isnan(e.elo_error) && isnan(e.los) && !isnan(e.elo));
    }
}
END_TEST

/* ---- matches of known strength ---- */

/* Of a pair between engines that far apart: LL, LD, DD or WL, WD, WW. Weight moves from LD to WD
 * until the mean is exactly the score. */
static void distribution(double elo, double p[5])
{
    static const double even[5] = {0.06, 0.20, 0.48, 0.20, 0.06};
    double shift = 2 * (elo_to_score(elo) - 0.5);
    for (int i = 0; i < 5; i++) p[i] = even[i];
    p[1] -= shift;
    p[3] += shift;
}

static void play_pair(Tally *tally, const double p[5], Prng *prng)
{
    double x = (double)(prng_next(prng) >> 11) / 9007199254740992.0;
    int outcome = 0;
    while (outcome < 4 && x >= p[outcome]) x -= p[outcome++];
    int first = outcome / 2, second = outcome - first;
    tally_game(tally, first);
    tally_game(tally, second);
    tally_pair(tally, first, second);
}

static SprtVerdict simulate(const Sprt *sprt, double elo, Prng *prng, int64_t *pairs)
{
    double p[5];
    Tally tally = {0};
    SprtVerdict verdict = SPRT_GOES_ON;
    distribution(elo, p);
    while (verdict == SPRT_GOES_ON) {
        play_pair(&tally, p, prng);
        verdict = sprt_verdict(sprt, sprt_llr(sprt, &tally, true));
    }
    *pairs += tally_pairs(&tally);
    return verdict;
}

static const struct {
    Sprt sprt;
    double elo; /* true */
    SprtVerdict wrong;
    double rate; /* how often that may be said, at most */
} tests[] = {
    {{0, 20, 0.05, 0.05}, 0, SPRT_H1, 0.05},    {{0, 20, 0.05, 0.05}, 20, SPRT_H0, 0.05},
    {{0, 20, 0.05, 0.05}, -20, SPRT_H1, 0.005}, {{0, 20, 0.05, 0.05}, 40, SPRT_H0, 0.005},
    {{-15, 15, 0.10, 0.02}, -15, SPRT_H1, 0.1}, {{-15, 15, 0.10, 0.02}, 15, SPRT_H0, 0.02},
    {{0, 60, 0.05, 0.05}, 0, SPRT_H1, 0.05},    {{0, 60, 0.05, 0.05}, 60, SPRT_H0, 0.05},
};
enum { TEST_COUNT = sizeof tests / sizeof *tests };

/* The error rates are what was promised, within three standard deviations of the simulation; and
 * not a quarter of it, which would mean that games are wasted. */
START_TEST(sprt_error_rates)
{
    const int matches = (int)scaled(600);
    Prng prng = {(uint64_t)_i + 1};
    int wrong = 0;
    int64_t pairs = 0;
    for (int i = 0; i < matches; i++)
        wrong += simulate(&tests[_i].sprt, tests[_i].elo, &prng, &pairs) == tests[_i].wrong;
    double rate = tests[_i].rate, error = 3 * sqrt(rate * (1 - rate) / matches);
    must((double)wrong / matches <= rate + error, "%d of %d wrong instead of %g", wrong, matches,
         rate);
    must(rate < 0.02 || matches < 300 || (double)wrong / matches >= rate / 4 - error,
         "%d of %d wrong: it plays too long for %g", wrong, matches, rate);
}
END_TEST

/* The 95 % interval holds the truth in 95 % of matches; LOS is above 95 % in 5 % of matches between
 * equals. */
START_TEST(interval_coverage)
{
    static const double strengths[] = {0, 30, -60};
    const int matches = (int)scaled(3000), pairs = 200;
    Prng prng = {99};
    for (size_t k = 0; k < sizeof strengths / sizeof *strengths; k++) {
        int inside = 0, sure = 0;
        double p[5];
        distribution(strengths[k], p);
        for (int i = 0; i < matches; i++) {
            Tally tally = {0};
            for (int n = 0; n < pairs; n++) play_pair(&tally, p, &prng);
            Estimate e = estimate(&tally);
            must_hold(e.paired);
            inside += e.elo_low <= strengths[k] && strengths[k] <= e.elo_high;
            sure += e.los > 0.95;
        }
        double error = 4 * sqrt(0.05 * 0.95 / matches);
        must(fabs((double)inside / matches - 0.95) <= error + 0.005, "%d of %d", inside, matches);
        if (strengths[k] == 0)
            must(fabs((double)sure / matches - 0.05) <= error + 0.005, "%d of %d", sure, matches);
    }
}
END_TEST

/* ---- the schedule ---- */

static const Schedule schedules[] = {
    {2, false, 5, 2, true, true, false},  {2, false, 3, 4, true, true, false},
    {2, false, 3, 3, true, true, false},  {2, false, 7, 1, false, true, false},
    {2, false, 3, 2, false, true, false}, {2, false, 4, 2, true, false, false},
    {5, false, 2, 2, true, true, false},  {4, true, 3, 2, true, true, false},
    {3, false, 2, 3, false, true, false}, {2, false, 7, 1, true, true, false},
    {4, false, 3, 1, true, true, false},  {4, false, 3, 2, true, true, true},
    {3, true, 2, 3, true, true, true},
};
enum { SCHEDULE_COUNT = sizeof schedules / sizeof *schedules };

START_TEST(schedule_is_complete)
{
    const Schedule *s = &schedules[_i];
    int64_t count = schedule_count(s);
    int met[5][5] = {{0}}, openings[64] = {0};
    int64_t pairs = 0;
    int pairings = s->gauntlet ? s->engines - 1 : s->engines * (s->engines - 1) / 2;
    must_hold(count == s->rounds * pairings * s->games);
    for (int64_t n = 0; n < count; n++) {
        Planned plan = schedule_game(s, n);
        must_hold(plan.number == n && plan.white != plan.black && plan.opening >= 0);
        must_hold(plan.first == (plan.white < plan.black ? plan.white : plan.black));
        met[plan.white][plan.black]++;
        openings[plan.opening]++;
        if (!plan.paired) continue;
        Planned partner = schedule_game(s, plan.half == 0 ? n + 1 : n - 1);
        must_hold(partner.paired && partner.half == !plan.half);
        must_hold(partner.opening == plan.opening && partner.pairing == plan.pairing);
        must_hold((partner.white == plan.black) == s->swap);
        pairs++;
    }
    must_hold(schedule_has_pairs(s) == (pairs > 0));
    must_hold(pairs == (s->repeat ? count / s->games * (s->games / 2 * 2) : 0));
    for (int a = 0; a < s->engines; a++)
        for (int b = a + 1; b < s->engines; b++) {
            bool meet = !s->gauntlet || a == 0;
            must_hold(met[a][b] + met[b][a] == (meet ? s->rounds * s->games : 0));
            if (s->swap) must_hold(abs(met[a][b] - met[b][a]) <= 1);
        }
    for (int k = 1; k < 64; k++) /* none is left out, and none plays a larger part */
        must_hold(openings[k] == 0 || openings[k - 1] == openings[0] || s->games == 3);
}
END_TEST

/* However the games come in: the same tallies; no game counts twice. */
START_TEST(results_in_any_order)
{
    const Schedule *s = &schedules[_i];
    Results forward, backward;
    int64_t count = schedule_count(s);
    results_start(&forward, s);
    results_start(&backward, s);
    for (int64_t n = 0; n < 2 * count; n++) {
        int64_t number = n < count ? n : 2 * count - 1 - n;
        Result result = (Result)(WHITE_WINS + (number * 7 + number / 3) % 3);
        Ending ending = result == DRAWN ? END_STALEMATE : number % 4 ? END_CHECKMATE : END_TIME;
        Results *results = n < count ? &forward : &backward;
        must_hold(results_add(results, number, result, ending, 10));
        must_hold(!results_add(results, number, DRAWN, END_STALEMATE, 10));
    }
    must_hold(!results_add(&forward, count, DRAWN, END_STALEMATE, 1));
    must_hold(!results_add(&forward, -1, DRAWN, END_STALEMATE, 1));
    must_hold(forward.games == count && forward.plies == 10 * count);
    for (int i = 0; i < schedule_pairings(s); i++) {
        must_hold(memcmp(&forward.tallies[i], &backward.tallies[i], sizeof(Tally)) == 0);
        const Tally *tally = &forward.tallies[i];
        must_hold(tally_games(tally) == s->rounds * s->games);
        must_hold(tally_pairs(tally) == (s->repeat ? s->rounds * (s->games / 2) : 0));
        if (!s->repeat || s->games % 2) continue;
        int64_t half_points = 0;
        for (int k = 0; k < 5; k++) half_points += k * tally->pairs[k];
        must_hold(half_points == 2 * tally->wins + tally->draws);
    }
    int64_t sum = 0;
    for (int engine = 0; engine < s->engines; engine++) {
        Tally tally = results_of_engine(&forward, engine);
        sum += 2 * tally.wins + tally.draws;
    }
    must_hold(sum == 2 * count);
    results_free(&forward);
    results_free(&backward);
}
END_TEST

/* ---- clocks ---- */

static const struct {
    const char *text;
    int moves;
    int64_t time_us, increment_us; /* -1: refused */
} controls[] = {
    {"10+0.1", 0, 10000000, 100000},
    {"1+0.01", 0, 1000000, 10000},
    {"40/60", 40, 60000000, 0},
    {"40/1:30+2", 40, 90000000, 2000000},
    {"0.25", 0, 250000, 0},
    {"0+1", 0, 1000000, 1000000},
    {"inf", 0, 0, 0},
    {"", 0, -1, 0},
    {"x", 0, -1, 0},
    {"10+", 0, -1, 0},
    {"10+x", 0, -1, 0},
    {"0/10", 0, 10000000, 0},
    {"0/1+0.01", 0, 1000000, 10000},
    {"1.5/10", 0, -1, 0},
    {"/10", 0, -1, 0},
    {"40/", 0, -1, 0},
    {"-5", 0, -1, 0},
    {"10 ", 0, -1, 0},
    {"0", 0, -1, 0},
    {"1e3", 0, -1, 0},
    {"99999999999", 0, -1, 0},
    {"1:2:3", 0, -1, 0},
};
enum { CONTROL_COUNT = sizeof controls / sizeof *controls };

START_TEST(time_controls)
{
    Error err = {""};
    TimeControl control = {.nodes = 5};
    bool ok = time_control_read(&control, controls[_i].text, &err);
    if (controls[_i].time_us < 0) {
        must(!ok && *err.text, "`%s` was read", controls[_i].text);
        must_hold(control.time_us == 0 && control.nodes == 5);
        return;
    }
    must(ok, "%s", err.text);
    must_hold(control.moves == controls[_i].moves && control.nodes == 5);
    must_hold(control.time_us == controls[_i].time_us);
    must_hold(control.increment_us == controls[_i].increment_us);
    char text[64];
    TimeControl again = {0};
    time_control_write(&control, text);
    if (strcmp(text, "-") == 0) return;
    must(time_control_read(&again, text, &err), "%s: %s", text, err.text);
    must_hold(again.time_us == control.time_us && again.increment_us == control.increment_us &&
              again.moves == control.moves);
}
END_TEST

START_TEST(a_clock)
{
    TimeControl control = {.margin_us = 50000};
    PlayerClock clocks[2];
    Buffer go = {0};
    must_hold(time_control_read(&control, "3/10+1", NULL));
    player_clock_start(&clocks[0], &control);
    player_clock_start(&clocks[1], &control);
    must_hold(player_clock_limit(&clocks[0]) == 10050999);
    player_clock_move(&clocks[0], 4000999); /* whole milliseconds count */
    must_hold(clocks[0].left_us == 7000000 && clocks[0].moves_to_go == 2);
    go_parameters(clocks, 0, &go);
    ck_assert_str_eq(go.data, " wtime 7000 btime 10000 winc 1000 binc 1000 movestogo 2");
    player_clock_move(&clocks[0], 0);
    player_clock_move(&clocks[0], 1000000);
    must_hold(clocks[0].left_us == 18000000 && clocks[0].moves_to_go == 3);

    TimeControl fixed = {.move_us = 100000, .margin_us = 5000, .nodes = 7, .depth = 3};
    player_clock_start(&clocks[1], &fixed);
    must_hold(player_clock_limit(&clocks[1]) == 105999);
    must_hold(player_clock_late_ms(&clocks[1], 106000) == 1);
    player_clock_move(&clocks[1], 90000);
    must_hold(player_clock_limit(&clocks[1]) == 105999);
    buffer_clear(&go);
    go_parameters(clocks, 1, &go);
    ck_assert_str_eq(go.data, " movetime 100 nodes 7 depth 3");

    TimeControl nodes = {.nodes = 9};
    player_clock_start(&clocks[1], &nodes);
    must_hold(player_clock_limit(&clocks[1]) == TIME_NEVER);
    buffer_free(&go);
}
END_TEST

Suite *match_stats_suite(void)
{
    Suite *suite = suite_create("match-stats");
    TCase *statistics = tcase_create("statistics");
    tcase_add_loop_test(statistics, estimates, 0, VALUE_COUNT);
    tcase_add_loop_test(statistics, likelihood_ratios, 0, VALUE_COUNT);
    tcase_add_test(statistics, well_known_values);
    tcase_add_test(statistics, nothing_is_said_without_variance);
    suite_add_tcase(suite, statistics);
    TCase *simulations = tcase_create("simulations");
    tcase_set_timeout(simulations, 600);
    tcase_add_loop_test(simulations, sprt_error_rates, 0, TEST_COUNT);
    tcase_add_test(simulations, interval_coverage);
    suite_add_tcase(suite, simulations);
    TCase *schedule = tcase_create("schedule");
    tcase_add_loop_test(schedule, schedule_is_complete, 0, SCHEDULE_COUNT);
    tcase_add_loop_test(schedule, results_in_any_order, 0, SCHEDULE_COUNT);
    suite_add_tcase(suite, schedule);
    TCase *clock = tcase_create("clock");
    tcase_add_loop_test(clock, time_controls, 0, CONTROL_COUNT);
    tcase_add_test(clock, a_clock);
    suite_add_tcase(suite, clock);
    return suite;
}
