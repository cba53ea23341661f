#include "talk/report_json.h"

#include <inttypes.h>
#include <math.h>

#include "base/utf8.h"
#include "talk/report.h"

/* Bytes that are no UTF-8 become U+FFFD. */
static void add_string(Buffer *out, const char *text)
{
    buffer_append(out, "\"", 1);
    while (*text) {
        size_t length = utf8_length(text);
        if (*text == '"' || *text == '\\')
            buffer_add(out, "\\%c", *text);
        else if (length == 1 && *text < ' ')
            buffer_add(out, "\\u%04x", (unsigned)*text);
        else if (length == 0)
            buffer_add(out, "\\ufffd");
        else
            buffer_append(out, text, length);
        text += length ? length : 1;
    }
    buffer_append(out, "\"", 1);
}

static void add_real(Buffer *out, const char *name, double value)
{
    if (isfinite(value))
        buffer_add(out, ", \"%s\": %.6g", name, value);
    else
        buffer_add(out, ", \"%s\": null", name);
}

static void add_tally(Buffer *out, const Tally *tally, bool paired)
{
    buffer_add(out, "\"wins\": %" PRId64 ", \"losses\": %" PRId64 ", \"draws\": %" PRId64,
               tally->wins, tally->losses, tally->draws);
    if (paired)
        buffer_add(out,
                   ", \"pentanomial\": [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
                   ", %" PRId64 "], \"won_and_lost\": %" PRId64,
                   tally->pairs[0], tally->pairs[1], tally->pairs[2], tally->pairs[3],
                   tally->pairs[4], tally->even_wins);
    if (tally_games(tally) == 0) return;
    Estimate e = estimate(tally);
    add_real(out, "score", e.score);
    add_real(out, "elo", e.elo);
    add_real(out, "elo_error", e.elo_error);
    add_real(out, "elo_low", e.elo_low);
    add_real(out, "elo_high", e.elo_high);
    add_real(out, "los", e.los);
    add_real(out, "draw_rate", e.draw_rate);
}

static void add_counts(Buffer *out, const int64_t counts[END_COUNT], bool faults_only)
{
    const char *comma = "";
    buffer_add(out, "{");
    for (int i = 0; i < END_COUNT; i++) {
        if (counts[i] == 0 || (faults_only && !ending_is_fault((Ending)i))) continue;
        buffer_add(out, "%s\"%s\": %" PRId64, comma, ending_names[i], counts[i]);
        comma = ", ";
    }
    buffer_add(out, "}");
}

static void add_lint(Buffer *out, const LintTally *said)
{
    const char *comma = "";
    buffer_add(out, ", \"lint\": {\"lines\": %" PRId64 ", \"findings\": %" PRId64 ", \"kinds\": {",
               said->lines, lint_tally_findings(said));
    for (int i = 0; i < LINT_KIND_COUNT; i++) {
        if (said->kinds[i] == 0) continue;
        buffer_add(out, "%s\"%s\": %" PRId64, comma, lint_kind_names[i], said->kinds[i]);
        comma = ", ";
    }
    buffer_add(out, "}}");
}

static void add_engines(Buffer *out, const MatchOptions *options, const Results *results)
{
    buffer_add(out, "  \"engines\": [");
    for (size_t i = 0; i < options->engine_count; i++) {
        char limits[128];
        Tally tally = results_of_engine(results, (int)i);
        time_control_describe(&options->engines[i].control, limits);
        buffer_add(out, "%s\n    {\"name\": ", i ? "," : "");
        add_string(out, options->engines[i].name);
        buffer_add(out, ", \"limits\": ");
        add_string(out, limits);
        buffer_add(out, ", ");
        add_tally(out, &tally, schedule_has_pairs(&options->schedule));
        buffer_add(out, ", \"faults\": ");
        add_counts(out, results->faults[i], true);
        if (results->said) add_lint(out, &results->said[i]);
        buffer_add(out, "}");
    }
    buffer_add(out, "\n  ],\n");
}

static void add_pairings(Buffer *out, const MatchOptions *options, const Results *results)
{
    buffer_add(out, "  \"pairings\": [");
    for (int i = 0; i < schedule_pairings(&options->schedule); i++) {
        int engines[2];
        schedule_pairing(&options->schedule, i, engines);
        buffer_add(out, "%s\n    {\"first\": ", i ? "," : "");
        add_string(out, options->engines[engines[0]].name);
        buffer_add(out, ", \"second\": ");
        add_string(out, options->engines[engines[1]].name);
        buffer_add(out, ", ");
        add_tally(out, &results->tallies[i], schedule_has_pairs(&options->schedule));
        buffer_add(out, "}");
    }
    buffer_add(out, "\n  ],\n");
}

static void add_sprt(Buffer *out, const MatchOptions *options, const Results *results)
{
    static const char *const verdicts[] = {"null", "\"H0\"", "\"H1\""};
    const Sprt *sprt = &options->sprt;
    double llr;
    SprtVerdict verdict = report_verdict(options, results, &llr);
    buffer_add(out, "  \"sprt\": {\"elo0\": %g, \"elo1\": %g, \"alpha\": %g, \"beta\": %g",
               sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta);
    add_real(out, "llr", llr);
    add_real(out, "lower_bound", sprt_lower_bound(sprt));
    add_real(out, "upper_bound", sprt_upper_bound(sprt));
    buffer_add(out, ", \"accepted\": %s},\n", verdicts[verdict]);
}

void report_json(Buffer *out, const MatchOptions *options, const Results *results, bool interrupted)
{
    buffer_add(out, "{\n  \"variant\": ");
    add_string(out, options->kind.game->name);
    buffer_add(out, ",\n  \"chess960\": %s,\n", options->kind.chess960 ? "true" : "false");
    buffer_add(out, "  \"seed\": %" PRIu64 ",\n", options->seed);
    buffer_add(out, "  \"games\": %" PRId64 ",\n  \"planned\": %" PRId64 ",\n", results->games,
               schedule_count(&options->schedule));
    buffer_add(out, "  \"plies\": %" PRId64 ",\n", results->plies);
    buffer_add(out, "  \"interrupted\": %s,\n", interrupted ? "true" : "false");
    add_engines(out, options, results);
    add_pairings(out, options, results);
    if (options->use_sprt) add_sprt(out, options, results);
    buffer_add(out,
               "  \"results\": {\"white\": %" PRId64 ", \"black\": %" PRId64 ", \"draw\": %" PRId64
               "},\n  \"endings\": ",
               results->results[WHITE_WINS], results->results[BLACK_WINS], results->results[DRAWN]);
    add_counts(out, results->endings, false);
    buffer_add(out, "\n}\n");
}
