#include "talk/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Without error and LOS where nothing can be said of them. */
static void add_elo(Buffer *out, const Estimate *e)
{
    buffer_add(out, "Elo difference: %.1f", e->elo);
    if (!isnan(e->elo_error)) buffer_add(out, " +/- %.1f", e->elo_error);
    if (!isnan(e->los)) buffer_add(out, ", LOS: %.1f %%", 100 * e->los);
    buffer_add(out, ", DrawRatio: %.1f %%\n", 100 * e->draw_rate);
}

static void add_tally(Buffer *out, const Tally *tally)
{
    if (tally_games(tally) == 0) return;
    Estimate e = estimate(tally);
    add_elo(out, &e);
    if (tally_pairs(tally) > 0)
        buffer_add(out,
                   "Ptnml(0-2): [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
                   "], WL/DD: %" PRId64 "/%" PRId64 "\n",
                   tally->pairs[0], tally->pairs[1], tally->pairs[2], tally->pairs[3],
                   tally->pairs[4], tally->even_wins, tally->pairs[2] - tally->even_wins);
}

SprtVerdict report_verdict(const MatchOptions *options, const Results *results, double *llr)
{
    *llr = sprt_llr(&options->sprt, &results->tallies[0], schedule_has_pairs(&options->schedule));
    return sprt_verdict(&options->sprt, *llr);
}

static void add_sprt(Buffer *out, const MatchOptions *options, const Results *results)
{
    static const char *const verdicts[] = {"", " - H0 was accepted", " - H1 was accepted"};
    const Sprt *sprt = &options->sprt;
    double llr, lower = sprt_lower_bound(sprt), upper = sprt_upper_bound(sprt);
    SprtVerdict verdict = report_verdict(options, results, &llr);
    buffer_add(out, "SPRT: llr %.2f (%.1f%%), lbound %.2f, ubound %.2f, elo0 %g, elo1 %g%s\n", llr,
               100 * llr / (llr < 0 ? -lower : upper), lower, upper, sprt->elo0, sprt->elo1,
               verdicts[verdict]);
}

static void add_pairing(Buffer *out, const MatchOptions *options, const Results *results,
                        int pairing)
{
    int engines[2];
    const Tally *tally = &results->tallies[pairing];
    schedule_pairing(&options->schedule, pairing, engines);
    double count = (double)tally_games(tally);
    double score = count > 0 ? ((double)tally->wins + 0.5 * (double)tally->draws) / count : 0;
    buffer_add(out, "Score of %s vs %s: %" PRId64 " - %" PRId64 " - %" PRId64 "  [%.3f] %.0f\n",
               options->engines[engines[0]].name, options->engines[engines[1]].name, tally->wins,
               tally->losses, tally->draws, score, count);
}

typedef struct Ranked {
    int engine;
    Tally tally;
    Estimate estimate;
} Ranked;

static int by_score(const void *a, const void *b)
{
    const Ranked *one = a, *two = b;
    if (one->estimate.score < two->estimate.score) return 1;
    if (one->estimate.score > two->estimate.score) return -1;
    return one->engine - two->engine;
}

static void add_ranking(Buffer *out, const MatchOptions *options, const Results *results)
{
    size_t count = options->engine_count;
    Ranked *list = new_zeroed(count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        list[i].engine = (int)i;
        list[i].tally = results_of_engine(results, (int)i);
        if (tally_games(&list[i].tally) > 0) list[i].estimate = estimate(&list[i].tally);
    }
    qsort(list, count, sizeof *list, by_score);
    buffer_add(out, "Rank Name                          Elo     +/-   Games   Score    Draw\n");
    for (size_t i = 0; i < count; i++) {
        const Estimate *e = &list[i].estimate;
        char error[32] = "-";
        if (!isnan(e->elo_error)) snprintf(error, sizeof error, "%.0f", e->elo_error);
        buffer_add(out, "%4zu %-25.25s %7.0f %7s %7" PRId64 " %6.1f%% %6.1f%%\n", i + 1,
                   options->engines[list[i].engine].name, e->elo, error,
                   tally_games(&list[i].tally), 100 * e->score, 100 * e->draw_rate);
    }
    free(list);
}

static void add_faults(Buffer *out, const MatchOptions *options, const Results *results)
{
    for (size_t i = 0; i < options->engine_count; i++) {
        const char *before = NULL;
        for (int k = 0; k < END_COUNT; k++) {
            if (results->faults[i][k] == 0) continue;
            if (!before) buffer_add(out, "Lost by a fault: %s", options->engines[i].name);
            buffer_add(out, "%s %" PRId64 " %s", before ? "," : ":", results->faults[i][k],
                       ending_names[k]);
            before = ",";
        }
        if (before) buffer_add(out, "\n");
    }
}

/* "12,345" */
static void add_grouped(Buffer *out, int64_t number)
{
    if (number >= 1000) {
        add_grouped(out, number / 1000);
        buffer_add(out, ",%03d", (int)(number % 1000));
    } else {
        buffer_add(out, "%d", (int)number);
    }
}

static void add_lint_kinds(Buffer *out, const char *name, const LintTally *said)
{
    const char *before = ":";
    for (int k = 0; k < LINT_KIND_COUNT; k++) {
        if (said->kinds[k] == 0) continue;
        if (*before == ':') buffer_add(out, "Lint of %s", name);
        buffer_add(out, "%s %" PRId64 " %s%s", before, said->kinds[k], lint_kind_names[k],
                   lint_is_lesser((LintKind)k) ? " (lesser)" : "");
        before = ",";
    }
    if (*before == ',') buffer_add(out, "\n");
}

static void add_lint(Buffer *out, const MatchOptions *options, const Results *results)
{
    buffer_add(out, "Lint%s:", results->said_in_part ? " of some of the games" : "");
    for (size_t i = 0; i < options->engine_count; i++) {
        const LintTally *said = &results->said[i];
        int64_t findings = lint_tally_findings(said);
        buffer_add(out, "%s %s ", i ? "," : "", options->engines[i].name);
        add_grouped(out, findings);
        buffer_add(out, " finding%s in ", findings == 1 ? "" : "s");
        add_grouped(out, said->lines);
        buffer_add(out, " lines");
    }
    buffer_add(out, "\n");
    for (size_t i = 0; i < options->engine_count; i++)
        add_lint_kinds(out, options->engines[i].name, &results->said[i]);
}

void report_table(Buffer *out, const MatchOptions *options, const Results *results)
{
    bool many = options->engine_count > 2;
    if (many) add_ranking(out, options, results);
    for (int i = 0; i < schedule_pairings(&options->schedule); i++)
        add_pairing(out, options, results, i);
    if (!many) {
        add_tally(out, &results->tallies[0]);
        if (options->use_sprt) add_sprt(out, options, results);
    }
    add_faults(out, options, results);
    if (results->said) add_lint(out, options, results);
}
