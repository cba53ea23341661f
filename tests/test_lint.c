/* Proving what engines say: each kind of finding with a line that has it and one that nearly has
 * it, and `boojum match -lint`. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "rules/notation.h"
#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/lint.h"

#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
#define MATE_IN_2 "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"
#define MATED_IN_1 "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1"
#define CASTLING "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
#define TWO_MOVES "k7/8/8/8/8/8/8/5r1K w - - 0 1"
#define MATED "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1"
#define STALEMATED "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define FIFTY_MOVES "4k3/8/8/8/8/8/8/R3K3 w - - 100 80"
#define ALMOST_FIFTY "4k3/8/8/8/8/8/8/R3K3 w - - 98 80"
#define ATOMIC_WIN "4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1"
#define EXPLODED_KING "8/8/8/8/8/8/8/3RK3 b - - 0 1"
#define OTHER_EXPLODED "8/8/8/8/8/8/8/3RK3 w - - 0 1"

/* What the Lint under test has found: the names of the kinds, a blank before each. */
typedef struct Findings {
    char kinds[1000];
    char texts[4000];
} Findings;

static void note(void *context, const LintFinding *finding)
{
    Findings *findings = context;
    ck_assert_ptr_nonnull(finding->line);
    must(*finding->text, "%s without a word on `%s`", lint_kind_names[finding->kind],
         finding->line);
    strcat(strcat(findings->kinds, " "), lint_kind_names[finding->kind]);
    strcat(strcat(findings->texts, "; "), finding->text);
}

static void ignore(void *context, const LintFinding *finding)
{
    (void)context;
    (void)finding;
}

static void say_later(Lint *lint, const char *lines, int64_t passed_ms)
{
    char *copy = strdup(lines), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));) lint_line(lint, line, passed_ms);
    free(copy);
}

static void say(Lint *lint, const char *lines) { say_later(lint, lines, INT64_MAX); }

/* ---- one search ---- */

static const struct {
    const char *game, *fen; /* game NULL: chess; "960": with that castling; fen NULL: the start */
    const char *lines;
    const char *finds; /* "" if all is well */
} rows[] = {
    /* Nothing is wrong with these. */
    {NULL, NULL,
     "info string depth x score\n"
     "info depth 1 seldepth 2 multipv 1 score cp 20 nodes 30 nps 30000 hashfull 0 time 1 pv e2e4\n"
     "\n"
     "info depth 2 currmove e2e4 currmovenumber 1\n"
     "info depth 2 seldepth 2 score cp 31 lowerbound wdl 300 500 200 nodes 40 pv e2e4\n"
     "info refutation e2e4 e7e5 currline 1 d2d4 d7d5 cpuload 1000 tbhits 0 sbhits 3\n"
     "info depth 2 seldepth 4 score cp -3 wdl 0 1000 0 nodes 50 hashfull 1000 time 2 pv e2e4 e7e5 "
     "string done\n"
     "bestmove e2e4 ponder e7e5\n"
     "info string ready",
     ""},
    /* syntax */
    {NULL, NULL, "info", " syntax"},
    {NULL, NULL, "info depth", " syntax"},
    {NULL, NULL, "info depth seldepth 3", " syntax"},
    {NULL, NULL, "info depth x", " syntax"},
    {NULL, NULL, "info depth -1", " syntax"},
    {NULL, NULL, "info nodes -1 time -1 nps -1 tbhits -1 seldepth -1",
     " syntax syntax syntax "
     "syntax syntax"},
    {NULL, NULL, "info nodes 1e6", " syntax"},
    {NULL, NULL, "info nodes +5", " syntax"},
    {NULL, NULL, "info nodes 99999999999999999999", " syntax"},
    {NULL, NULL, "info nodes 999999999999999999", ""},
    {NULL, NULL, "info hashfull 1001", " syntax"},
    {NULL, NULL, "info cpuload 1001", " syntax"},
    {NULL, NULL, "info multipv 0", " syntax"},
    {NULL, NULL, "info currmovenumber 0", " syntax"},
    {NULL, NULL, "info currmove", " syntax"},
    {NULL, NULL, "info pv", " syntax"},
    {NULL, NULL, "info currline 1", " syntax"},
    {NULL, NULL, "info score", " syntax"},
    {NULL, NULL, "info score lowerbound", " syntax"},
    {NULL, NULL, "info score 20", " syntax"},
    {NULL, NULL, "info score cp", " syntax"},
    {NULL, NULL, "info score cp 0.3", " syntax"},
    {NULL, NULL, "info score cp -30", ""},
    {NULL, NULL, "info score mate 6351", " syntax"},
    {NULL, NULL, "info score mate -6351 upperbound pv e2e4", " syntax"},
    {NULL, NULL, "info score mate 6351 lowerbound pv e2e4", " syntax"},
    {NULL, NULL, "info score mate 6350 lowerbound pv e2e4", ""},
    {NULL, NULL, "info score mate -6350 upperbound pv e2e4", ""},
    {NULL, NULL, "info score cp 6351", ""},
    {NULL, NULL, "info score cp 1 lowerbound upperbound", " syntax"},
    {NULL, NULL, "info lowerbound", " syntax"},
    {NULL, NULL, "info score cp 1 wdl 500 400 99", " syntax"},
    {NULL, NULL, "info score cp 1 wdl 500 600 -100", " syntax"},
    {NULL, NULL, "info score cp 1 wdl 500 500", " syntax"},
    {NULL, NULL, "info depth 3 nodes 5 depth 3", " syntax"},
    {NULL, NULL, "info score cp 1 score cp 1", " syntax"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4 ponder", " syntax"},
    /* unknown-word */
    {NULL, NULL, "info depht 3", " unknown-word unknown-word"},
    {NULL, NULL, "info string depht 3", ""},
    {NULL, NULL, "thinking hard", " unknown-word"},
    {NULL, NULL, "id name Engine\noption name X type button\nuciok", ""},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4 e7e5", " unknown-word"},
    /* illegal-move */
    {NULL, NULL, "info pv e2e5", " illegal-move"},
    {NULL, NULL, "info pv e2e4 e7e5 e2e4 x y", " illegal-move"},
    {NULL, NULL, "info pv e2e4 e7e5 0000", " illegal-move"},
    {NULL, NULL, "info pv e4", " illegal-move"},
    {NULL, NULL, "info pv e2e4 e7e5 g1f3 b8c6", ""},
    {NULL, NULL, "info currmove e2e5", " illegal-move"},
    {NULL, NULL, "info refutation e2e4 e2e4", " illegal-move"},
    {NULL, NULL, "info currline d2d4 d2d4", " illegal-move"},
    {NULL, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "info pv e1d1", " illegal-move"},
    {NULL, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "info pv e1e2", ""},
    {"alice", NULL, "info pv e2e4 d7d5 e4d5", ""},
    {"alice", NULL, "info pv e2e4 d7d6 d1h5 d6d5 e4d5", " illegal-move"}, /* it is on board B */
    /* notation */
    {NULL, CASTLING, "info pv e1h1", " notation"},
    {NULL, CASTLING, "info pv e1g1 e8e7", ""},
    {NULL, CASTLING, "info currmove e1h1", " notation"},
    {"960", CASTLING, "info pv e1g1", " notation"},
    {"960", CASTLING, "info pv e1h1", ""},
    {NULL, "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "info pv a7a8Q", " notation"},
    {NULL, "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "info pv a7a8q", ""},
    {NULL, CASTLING, "info depth 1 score cp 1 pv e1g1\nbestmove e1h1", " notation"},
    /* past-end */
    {NULL, MATE_IN_1, "info pv a1a8 g8h8", " past-end"},
    {NULL, MATE_IN_1, "info pv a1a8", ""},
    {"atomic", ATOMIC_WIN, "info pv d1d7 e8e7", " past-end"},
    {"atomic", ATOMIC_WIN, "info pv d1d7", ""},
    {NULL, ALMOST_FIFTY, "info pv a1a2 e8e7 a2a3", " past-end"},
    {NULL, ALMOST_FIFTY, "info pv a1a2 e8e7", ""},
    {NULL, FIFTY_MOVES, "info depth 2 score cp 500 pv a1a2 e8e7\nbestmove a1a2", ""}, /* analysis */
    {NULL, NULL, "info pv g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4", " past-end"},
    {NULL, NULL, "info pv g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", ""},
    {NULL, "4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", "info pv e1f2 e8e7", " past-end"},
    {NULL, "4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", "info pv e1f2", ""},
    {NULL, MATED, "info pv g8h8", " past-end"},
    /* finished-game */
    {NULL, NULL, "info depth 0 score cp 3 pv e2e4", " finished-game"},
    {NULL, NULL, "info score mate 0", " finished-game"},
    {NULL, MATED, "info depth 0 score mate 0\nbestmove (none)", ""},
    {NULL, MATED, "info depth 0 score cp -100\nbestmove (none)", " finished-game"},
    {NULL, MATED, "info depth 0 score mate -1\nbestmove (none)", " finished-game"},
    {NULL, STALEMATED, "info depth 0 score cp 0\nbestmove 0000", ""},
    {NULL, STALEMATED, "info depth 0 score mate 0\nbestmove (none)", " finished-game"},
    {NULL, STALEMATED, "info depth 0 score cp 5\nbestmove (none)", " finished-game"},
    {NULL, FIFTY_MOVES, "info depth 0 score cp 0\nbestmove (none)", ""},
    {"atomic", EXPLODED_KING, "info depth 0 score mate 0\nbestmove (none)", ""},
    {"atomic", EXPLODED_KING, "info depth 0 score cp 0\nbestmove (none)", " finished-game"},
    {"atomic", OTHER_EXPLODED, "info depth 0 score cp 20000\nbestmove (none)", ""},
    {"atomic", OTHER_EXPLODED, "info depth 0 score mate 0\nbestmove (none)", " finished-game"},
    /* mate-distance */
    {NULL, MATE_IN_2, "info score mate 2 pv a2a7 h8g8 b1b8", ""},
    {NULL, MATE_IN_2, "info score mate 1 pv a2a7 h8g8 b1b8", " mate-distance"},
    {NULL, MATE_IN_2, "info score mate 3 pv a2a7 h8g8 b1b8", " mate-distance"}, /* earlier */
    {NULL, MATE_IN_2, "info score mate -2 pv a2a7 h8g8 b1b8", " mate-distance"},
    {NULL, MATE_IN_2, "info score mate 2 pv a2a7 h8g8 b1b7", " mate-distance"}, /* no mate */
    {NULL, MATE_IN_2, "info score mate 1 lowerbound pv a2a7 h8g8 b1b8", ""},    /* not exact */
    {NULL, MATE_IN_2, "info score mate 1", ""},                                 /* no pv */
    {NULL, MATED_IN_1, "info score mate -1 pv h8g8 b1b8", ""},
    {NULL, MATED_IN_1, "info score mate 1 pv h8g8 b1b8", " mate-distance"},
    {NULL, MATED_IN_1, "info score mate -2 pv h8g8 b1b8", " mate-distance"},
    {NULL, "4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", "info score mate 3 pv e1f2", " mate-distance"},
    {"atomic", ATOMIC_WIN, "info score mate 1 pv d1d7", ""},
    {"atomic", ATOMIC_WIN, "info score mate 2 pv d1d7", " mate-distance"},
    /* mate-pv-incomplete */
    {NULL, MATE_IN_2, "info score mate 2 pv a2a7 h8g8", " mate-pv-incomplete"},
    {NULL, MATE_IN_2, "info score mate 2 upperbound pv a2a7 h8g8", ""},
    {NULL, MATED_IN_1, "info score mate -1 pv h8g8", " mate-pv-incomplete"},
    /* multipv */
    {NULL, TWO_MOVES, "info multipv 3 score cp 1 pv h1g2", " multipv"},
    {NULL, TWO_MOVES, "info multipv 2 score cp 1 pv h1g2", ""},
    {NULL, NULL,
     "info depth 3 multipv 1 score cp 5 pv e2e4\ninfo depth 3 multipv 2 score cp 5 pv d2d4", ""},
    {NULL, NULL,
     "info depth 3 multipv 1 score cp 5 pv e2e4\ninfo depth 3 multipv 2 score cp 6 pv d2d4",
     " multipv"},
    {NULL, NULL,
     "info depth 3 multipv 2 score cp 6 pv e2e4\ninfo depth 3 multipv 1 score cp 5 pv d2d4",
     " multipv"},
    {NULL, NULL,
     "info depth 2 multipv 2 score cp 6 pv e2e4\ninfo depth 3 multipv 1 score cp 5 pv d2d4",
     ""}, /* of two iterations */
    {NULL, NULL,
     "info depth 3 multipv 1 score cp 5 pv e2e4\ninfo depth 3 multipv 2 score cp 1 pv e2e4",
     " multipv"},
    {NULL, NULL,
     "info depth 3 multipv 1 score cp 5 pv e2e4\ninfo depth 3 multipv 2 score cp 1 pv d2d4\n"
     "info depth 4 multipv 1 score cp 5 pv d2d4\ninfo depth 4 multipv 2 score cp 1 pv e2e4",
     ""}, /* of two batches */
    {NULL, NULL,
     "info depth 3 multipv 1 score mate 9 pv e2e4\ninfo depth 3 multipv 2 score mate 8 pv d2d4",
     " mate-pv-incomplete mate-pv-incomplete multipv"},
    {NULL, NULL,
     "info depth 3 multipv 1 score mate -9 pv e2e4\ninfo depth 3 multipv 2 score mate -8 pv d2d4",
     " mate-pv-incomplete mate-pv-incomplete"},
    {NULL, NULL,
     "info depth 3 multipv 1 score cp 5 pv e2e4\ninfo depth 3 multipv 3 score cp 1 pv d2d4\n"
     "bestmove e2e4",
     " multipv"},
    /* decrease */
    {NULL, NULL, "info nodes 100\ninfo nodes 99", " decrease"},
    {NULL, NULL, "info nodes 100\ninfo nodes 100", ""},
    {NULL, NULL, "info time 10\ninfo depth 2 time 9", " decrease"},
    {NULL, NULL, "info depth 3 score cp 1 pv e2e4\ninfo depth 2 score cp 1 pv e2e4", " decrease"},
    {NULL, NULL, "info depth 3 score cp 1 lowerbound pv e2e4\ninfo depth 2 score cp 1 pv e2e4", ""},
    {NULL, NULL, "info depth 4 currmove e2e4\ninfo depth 3 score cp 1 pv e2e4", ""},
    {NULL, NULL,
     "info depth 3 multipv 1 score cp 1 pv e2e4\ninfo depth 2 multipv 2 score cp 1 pv d2d4", ""},
    /* nps */
    {NULL, NULL, "info nodes 1000000 time 1000 nps 2100000", " nps"},
    {NULL, NULL, "info nodes 1000000 time 1000 nps 400000", " nps"},
    {NULL, NULL, "info nodes 1000000 time 1000 nps 1100000", ""},
    {NULL, NULL, "info nodes 100000 time 100 nps 2100000", " nps"},
    {NULL, NULL, "info nodes 100000 time 99 nps 2100000", ""},
    {NULL, NULL, "info nodes 9223372036854775807 time 100 nps 9223372036854775807", " nps"},
    {NULL, NULL, "info time 1000 nps 2100000", ""},
    /* score: an exact one of a line to the end is a mate, */
    {NULL, MATE_IN_1, "info score cp 30000 pv a1a8", " score"},
    {NULL, MATE_IN_1, "info score cp -5 wdl 0 1000 0 tbhits 0 pv a1a8", " score"},
    {NULL, MATED_IN_1, "info score cp -30000 pv h8g8 b1b8", " score"},
    {"atomic", ATOMIC_WIN, "info score cp 900 pv d1d7", " score"},
    {NULL, MATE_IN_1, "info score cp 30000 lowerbound pv a1a8", ""},
    {NULL, MATE_IN_1, "info score cp 30000 pv a1a7", ""},
    {NULL, MATE_IN_1, "info score cp 20000 tbhits 1 pv a1a8", ""}, /* a line that was made longer */
    {NULL, MATE_IN_1, "info score cp 30000", ""},
    {NULL, MATE_IN_1, "info pv a1a8", ""},
    {NULL, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "info score cp -12 pv g5g6", ""}, /* contempt */
    {NULL, NULL, "info score cp 8 pv g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", ""},
    /* and a mate is certain. */
    {NULL, MATE_IN_1, "info score mate 1 wdl 1000 0 0 pv a1a8", ""},
    {NULL, MATE_IN_1, "info wdl 1000 0 0 score mate 1 pv a1a8", ""},
    {NULL, MATE_IN_1, "info score mate 1 wdl 999 1 0 pv a1a8", " score"},
    {NULL, MATE_IN_1, "info score mate 1 wdl 0 1000 0 pv a1a8", " score"},
    {NULL, MATE_IN_1, "info wdl 0 0 1000 score mate 1 pv a1a8", " score"},
    {NULL, MATE_IN_1, "info score mate 1 wdl 0 0 1001 pv a1a8", " syntax"},
    {NULL, MATE_IN_1, "info score mate 2 lowerbound wdl 990 10 0 pv a1a8", ""},
    {NULL, MATED_IN_1, "info score mate -1 wdl 0 0 1000 pv h8g8 b1b8", ""},
    {NULL, MATED_IN_1, "info score mate -1 wdl 1000 0 0 pv h8g8 b1b8", " score"},
    {NULL, MATED, "info depth 0 score mate 0 wdl 0 0 1000\nbestmove (none)", ""},
    {NULL, MATED, "info depth 0 score mate 0 wdl 0 1000 0\nbestmove (none)", " score"},
    /* unasked */
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nreadyok\nbestmove e2e4", " unasked"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4\nreadyok", " unasked"},
    /* last-line */
    {NULL, NULL, "bestmove e2e4", " last-line"},
    {NULL, NULL, "info depth 1 score cp 1\nbestmove e2e4", " last-line"},
    {NULL, NULL, "info depth 1 score cp 1 pv d2d4\nbestmove e2e4", " last-line"},
    {NULL, NULL, "info depth 1 score cp 1 lowerbound pv e2e4\nbestmove e2e4", " last-score-bound"},
    {NULL, NULL,
     "info depth 1 score cp 1 upperbound pv d2d4\ninfo depth 1 score cp 1 pv e2e4\n"
     "info depth 2 nodes 100\ninfo depth 1 multipv 2 score cp 0 pv d2d4\nbestmove e2e4",
     ""},
    /* bestmove */
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e5", " bestmove"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove", " bestmove"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove (none)", " bestmove"},
    {NULL, MATED, "info depth 0 score mate 0\nbestmove g8h8", " bestmove"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4\nbestmove e2e4", " bestmove"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4\ninfo depth 2", " bestmove"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4\ninfo string bestmove", ""},
    /* ponder */
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4 e7e5\nbestmove e2e4 ponder e7e6", " ponder"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4 e7e5\nbestmove e2e4 ponder e2e4", " ponder"},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4 ponder e7e6", ""},
    {NULL, NULL, "info depth 1 score cp 1 pv e2e4\nbestmove e2e4 ponder e7", " ponder"},
    {NULL, MATE_IN_1, "info depth 1 score mate 1 pv a1a8\nbestmove a1a8 ponder g8h8", " ponder"},
    {NULL, MATED, "info depth 0 score mate 0\nbestmove (none) ponder g8h8", " ponder"},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void set_up_row(int i, Position *pos, bool *chess960)
{
    const char *game = rows[i].game ? rows[i].game : "chess";
    *chess960 = strcmp(game, "960") == 0;
    if (*chess960) game = "chess";
    if (rows[i].fen)
        set_up(pos, game, rows[i].fen);
    else
        position_start(pos, must_find_game(game), STANDARD_SHUFFLE);
}

START_TEST(a_line_and_its_findings)
{
    Position pos;
    bool chess960;
    Findings findings = {0};
    LintTally tally = {0};
    Lint *lint = lint_create(&tally, note, &findings);
    set_up_row(_i, &pos, &chess960);
    lint_search_begin(lint, &pos, NULL, chess960, false);
    say(lint, rows[_i].lines);
    must(strcmp(findings.kinds, rows[_i].finds) == 0, "`%s`: found `%s` (%s), not `%s`",
         rows[_i].lines, findings.kinds, findings.texts, rows[_i].finds);
    int64_t sum =
        tally.kinds[LINT_MATE_SHORT] + tally.kinds[LINT_LAST_BOUND] + lint_tally_findings(&tally);
    ck_assert_int_eq(sum, count_text(findings.kinds, " "));
    lint_destroy(lint);
}
END_TEST

/* Numbers that are none, or not from where they should be. */
START_TEST(what_is_said_of_numbers)
{
    static const struct {
        const char *line, *text;
    } numbers[] = {
        {"info depth x", "; depth: `x` is no number"},
        {"info depth 99999999999999999999", "; depth: 99999999999999999999 is too large"},
        {"info depth 2147483648", "; depth: 2147483648 is too large"},
        {"info depth 2147483647", ""},
        {"info nodes 9223372036854775808", "; nodes: 9223372036854775808 is too large"},
        {"info nodes 9223372036854775807", ""},
        {"info depth 00000000000000000000001", ""},
        {"info depth -1", "; depth: -1 is less than 0"},
        {"info time -99999999999999999999", "; time: -99999999999999999999 is less than 0"},
        {"info hashfull 99999999999999999999",
         "; hashfull: 99999999999999999999 is not from 0 to 1000"},
        {"info score cp 9999999999", "; score: 9999999999 is too large"},
    };
    Position pos;
    LintTally tally = {0};
    Findings findings;
    Lint *lint = lint_create(&tally, note, &findings);
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        findings = (Findings){0};
        lint_search_begin(lint, &pos, NULL, false, false);
        say(lint, numbers[i].line);
        must(strcmp(findings.texts, numbers[i].text) == 0, "`%s`: %s", numbers[i].line,
             findings.texts);
    }
    lint_destroy(lint);
}
END_TEST

/* Scores from White's view: only those of a search for Black are turned round. */
static const struct {
    const char *fen; /* NULL: after 1. e4 */
    const char *lines;
    const char *finds;   /* if they are White's */
    const char *usually; /* if not */
} white_scores[] = {
    {MATED_IN_1, "info score mate 1 pv h8g8 b1b8", "", " mate-distance"},
    {MATED_IN_1, "info score mate -1 pv h8g8 b1b8", " mate-distance", ""},
    {MATE_IN_2, "info score mate 2 pv a2a7 h8g8 b1b8", "", ""}, /* White thinks */
    {MATE_IN_2, "info score mate -2 pv a2a7 h8g8 b1b8", " mate-distance", " mate-distance"},
    {MATED, "info depth 0 score mate 0\nbestmove (none)", "", ""},
    {MATED_IN_1, "info score mate 1 wdl 1000 0 0 pv h8g8 b1b8", "", " mate-distance"},
    {MATED_IN_1, "info score mate 1 wdl 0 0 1000 pv h8g8 b1b8", "", " mate-distance score"},
    {NULL, "info depth 3 multipv 1 score cp -9 pv e7e5\ninfo depth 3 multipv 2 score cp 4 pv d7d5",
     "", " multipv"},
    {NULL, "info depth 3 multipv 1 score cp 9 pv e7e5\ninfo depth 3 multipv 2 score cp 4 pv d7d5",
     " multipv", ""},
};

START_TEST(scores_of_white)
{
    const char *fen = white_scores[_i].fen;
    for (int white = 0; white < 2; white++) {
        const char *wanted = white ? white_scores[_i].finds : white_scores[_i].usually;
        Position pos;
        LintTally tally = {0};
        Findings findings = {0};
        Lint *lint = lint_create(&tally, note, &findings);
        set_up(&pos, "chess",
               fen ? fen : "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        lint_search_begin(lint, &pos, NULL, false, white);
        say(lint, white_scores[_i].lines);
        must(strcmp(findings.kinds, wanted) == 0, "`%s`, %d: found `%s` (%s), not `%s`",
             white_scores[_i].lines, white, findings.kinds, findings.texts, wanted);
        lint_destroy(lint);
    }
}
END_TEST

/* A mate that Black has announced, from White's view. */
START_TEST(a_mate_of_black_is_kept)
{
    static const struct {
        const char *second, *finds;
    } searches[] = {{"info depth 1 score mate -1 pv b1b8\nbestmove b1b8", ""},
                    {"info depth 1 score cp -900 pv b1b7\nbestmove b1b7", " mate-not-kept"}};
    static const char *const moves[] = {"a2a7", "h8g8"};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        Position pos;
        Findings findings = {0};
        LintTally tally = {0};
        KeyStack keys = {0};
        Lint *lint = lint_create(&tally, note, &findings);
        set_up(&pos, "chess", "7K/8/8/8/8/8/r7/1r2k3 b - - 0 1");
        lint_search_begin(lint, &pos, &keys, false, true);
        say(lint, "info depth 3 score mate -2 pv a2a7 h8g8 b1b8\nbestmove a2a7");
        for (int k = 0; k < 2; k++) {
            Undo undo;
            must_hold(key_stack_push(&keys, pos.key));
            position_make(&pos, move_read_uci(&pos, moves[k], NULL), &undo);
        }
        lint_search_begin(lint, &pos, &keys, false, true);
        say(lint, searches[i].second);
        must(strcmp(findings.kinds, searches[i].finds) == 0, "%zu: found `%s` (%s)", i,
             findings.kinds, findings.texts);
        key_stack_free(&keys);
        lint_destroy(lint);
    }
}
END_TEST

/* No engine has thought for longer than we have waited; but clocks differ a little. */
START_TEST(time_that_has_not_passed)
{
    static const struct {
        const char *line;
        int64_t passed_ms;
        const char *finds;
    } times[] = {
        {"info time 1000", 0, ""},
        {"info time 1002", 0, " time"},
        {"info time 3001", 1000, ""},
        {"info time 3002", 1000, " time"},
        {"info time 20", 1000000, ""},
        {"info time 9223372036854775807", 1000000, " time"},
        {"info time 9223372036854775807", INT64_MAX, ""},
        {"info depth 3", 0, ""},
    };
    Position pos;
    LintTally tally = {0};
    Findings findings;
    Lint *lint = lint_create(&tally, note, &findings);
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        findings = (Findings){0};
        lint_search_begin(lint, &pos, NULL, false, false);
        say_later(lint, times[i].line, times[i].passed_ms);
        must(strcmp(findings.kinds, times[i].finds) == 0, "`%s`: %s", times[i].line,
             findings.texts);
    }
    lint_destroy(lint);
}
END_TEST

/* Before the first search there may be remarks, but no answers; of one that was broken off anything
 * may still come. */
START_TEST(what_comes_without_a_search)
{
    static const struct {
        const char *line, *finds;
    } lines[] = {
        {"bestmove e2e4", " bestmove"},
        {"info depth 1 score cp 1 pv e2e4", " bestmove"},
        {"readyok", " unasked"},
        {"info string ready", ""},
        {"Engine 1.0 by Somebody\n\nid name Engine\noption name X type button\nuciok", ""},
    };
    Position pos;
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        LintTally tally = {0};
        Findings findings = {0};
        Lint *lint = lint_create(&tally, note, &findings);
        say(lint, lines[i].line);
        must(strcmp(findings.kinds, lines[i].finds) == 0, "`%s`: %s", lines[i].line,
             findings.texts);
        ck_assert_int_eq(tally.lines, 0);
        findings = (Findings){0};
        lint_search_begin(lint, &pos, NULL, false, false);
        lint_search_abandon(lint);
        say(lint, lines[i].line);
        ck_assert_str_eq(findings.kinds, "");
        lint_destroy(lint);
    }
}
END_TEST

/* Every kind is found in some row, but what takes two searches or a clock. */
START_TEST(every_kind_is_tested)
{
    for (int kind = 0; kind < LINT_KIND_COUNT; kind++) {
        char name[40];
        bool there = kind == LINT_MATE_NOT_KEPT || kind == LINT_TIME;
        snprintf(name, sizeof name, " %s", lint_kind_names[kind]);
        for (int i = 0; i < ROW_COUNT; i++) there |= strcmp(rows[i].finds, name) == 0;
        must(there, "%s", name);
    }
}
END_TEST

/* A Lint is used for search after search: nothing of one is held against the next. */
START_TEST(searches_are_forgotten)
{
    Position pos;
    Findings findings = {0};
    LintTally tally = {0};
    Lint *lint = lint_create(&tally, note, &findings);
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    lint_search_begin(lint, &pos, NULL, false, false);
    say(lint, "info depth 9 multipv 1 score cp 1 nodes 900 time 90 pv e2e4\nbestmove e2e4");
    lint_search_begin(lint, &pos, NULL, false, false);
    say(lint, "info depth 1 multipv 1 score cp 1 nodes 5 time 1 pv d2d4\nbestmove d2d4");
    lint_search_begin(lint, &pos, NULL, false, false);
    say(lint, "info depth 9 score cp 1 nodes 900 time 90 pv e2e4");
    lint_search_abandon(lint);
    say(lint, "info depth x\nbestmove nonsense");
    lint_search_begin(lint, &pos, NULL, false, false);
    say(lint, "info depth 1 multipv 1 score cp 1 nodes 5 time 1 pv d2d4\nbestmove d2d4");
    ck_assert_str_eq(findings.kinds, "");
    ck_assert_int_eq(tally.lines, 7);
    lint_destroy(lint);
}
END_TEST

/* Whatever comes, the next search is read as if nothing had been. */
START_TEST(any_line_can_be_read)
{
    static const char *const words[] = {
        "info",      "info",   "bestmove",   "ponder",  "pv",     "score", "cp",
        "mate",      "depth",  "-1",         "0",       "3",      "1000",  "e2e4",
        "e7e5",      "(none)", "wdl",        "multipv", "",       "nodes", "currmove",
        "currline",  "1e9",    "lowerbound", "\xff",    "string", "g1f3",  "99999999999999999999",
        "refutation"};
    Prng prng = {77};
    Position pos;
    Findings findings = {0};
    LintTally tally = {0};
    Lint *lint = lint_create(&tally, ignore, &findings);
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    for (int i = 0; i < 50000; i++) {
        char line[400] = "";
        for (uint64_t k = prng_below(&prng, 12); k > 0; k--) {
            if (*line) strcat(line, " ");
            strcat(line, words[prng_below(&prng, sizeof words / sizeof *words)]);
        }
        if (i % 3 == 0) lint_search_begin(lint, &pos, NULL, false, false);
        lint_line(lint, line, i % 1000);
    }
    int64_t before = lint_tally_findings(&tally);
    must(before > 10000, "%lld findings", (long long)before);
    lint_search_begin(lint, &pos, NULL, false, false);
    say(lint, "info depth 1 score cp 1 nodes 5 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5");
    ck_assert_int_eq(lint_tally_findings(&tally), before);
    lint_destroy(lint);
}
END_TEST

/* ---- two searches of one game ---- */

static const struct {
    const char *first;  /* search, from MATE_IN_2 */
    const char *moves;  /* that are played then */
    const char *second; /* search */
    const char *finds;  /* in the second */
} kept[] = {
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a7 h8g8",
     "info depth 1 score mate 1 pv b1b8\nbestmove b1b8", ""},
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a7 h8g8",
     "info depth 1 score mate 2 pv b1b8\nbestmove b1b8", " mate-distance mate-not-kept"},
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a7 h8g8",
     "info depth 1 score cp 900 pv b1b7\nbestmove b1b7", " mate-not-kept"},
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a7 h8g8",
     "info depth 1 score cp 900 pv b1b7\ninfo depth 1 score mate 1 pv b1b8\nbestmove b1b8", ""},
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a7 h8g8", "bestmove b1b8",
     " last-line mate-not-kept"},
    /* Another move was played than that it was announced for; or another position is searched. */
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a6 h8g8",
     "info depth 1 score cp 900 pv b1b7\nbestmove b1b7", ""},
    {"info depth 3 score mate 2 pv a2a7 h8g8 b1b8\nbestmove a2a7", "a2a7 h8g8 b1b7 g8f8",
     "info depth 1 score cp 900 pv b7b6\nbestmove b7b6", ""},
    /* Only a bound, or something for the other side. */
    {"info depth 3 score mate 2 lowerbound pv a2a7\ninfo depth 3 score cp 7 pv a2a7\nbestmove a2a7",
     "a2a7 h8g8", "info depth 1 score cp 900 pv b1b7\nbestmove b1b7", ""},
    {"info depth 3 score mate -5 pv a2a7\nbestmove a2a7", "a2a7 h8g8",
     "info depth 1 score cp 900 pv b1b7\nbestmove b1b7", ""},
    /* The game should be over. */
    {"info depth 3 score mate 1 pv a2a7 h8g8\nbestmove a2a7", "a2a7 h8g8",
     "info depth 1 score mate 1 pv b1b8\nbestmove b1b8", " mate-not-kept"},
};

START_TEST(a_mate_is_kept)
{
    Position pos;
    Findings findings = {0};
    LintTally tally = {0};
    KeyStack keys = {0};
    Lint *lint = lint_create(&tally, note, &findings);
    set_up(&pos, "chess", MATE_IN_2);
    lint_search_begin(lint, &pos, &keys, false, false);
    say(lint, kept[_i].first);
    findings = (Findings){0};
    char *moves = strdup(kept[_i].moves), *rest = moves;
    for (char *word; (word = strsep(&rest, " "));) {
        Undo undo;
        Move move = move_read_uci(&pos, word, NULL);
        must(move != MOVE_NONE, "%s", word);
        must_hold(key_stack_push(&keys, pos.key));
        position_make(&pos, move, &undo);
    }
    free(moves);
    lint_search_begin(lint, &pos, &keys, false, false);
    say(lint, kept[_i].second);
    must(strcmp(findings.kinds, kept[_i].finds) == 0, "row %d: found `%s` (%s), not `%s`", _i,
         findings.kinds, findings.texts, kept[_i].finds);
    key_stack_free(&keys);
    lint_destroy(lint);
}
END_TEST

/* The game's earlier positions count for repetitions in a line. */
START_TEST(repetitions_of_the_game)
{
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Position pos;
    Findings findings = {0};
    LintTally tally = {0};
    KeyStack keys = {0};
    Lint *lint = lint_create(&tally, note, &findings);
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    for (int i = 0; i < 4; i++) {
        Undo undo;
        Move move = move_read_uci(&pos, shuffle[i], NULL);
        must_hold(key_stack_push(&keys, pos.key));
        position_make(&pos, move, &undo);
    }
    lint_search_begin(lint, &pos, &keys, false, false);
    say(lint, "info pv g1f3 g8f6 f3g1 f6g8");
    ck_assert_str_eq(findings.kinds, "");
    say(lint, "info pv g1f3 g8f6 f3g1 f6g8 e2e4");
    ck_assert_str_eq(findings.kinds, " past-end");
    key_stack_free(&keys);
    lint_destroy(lint);
}
END_TEST

/* ---- matches ---- */

#define TWO "-engine cmd=$BOOJUM name=A -engine cmd=$BOOJUM name=B "

/* Our own engine says nothing wrong. That it loses a mate it had, within limits as narrow as these,
 * is a matter of strength: that is counted, and not held against it here. */
static const char *const own[] = {
    "nodes=2000 -variant aliceatomic",
    "nodes=2000 -variant alice",
    "nodes=2000 -variant lookingglass",
    "nodes=2000 -variant msalice",
    "nodes=2000 -variant atomic",
    "nodes=2000 -variant chess",
    "nodes=2000 -variant aliceatomic -frc",
    "nodes=2000 option.Threads=2 -variant aliceatomic",
    "nodes=2000 option.Threads=2 -variant chess",
    "nodes=2000 option.MultiPV=3 -variant aliceatomic",
    "nodes=2000 option.MultiPV=3 -variant atomic",
    "nodes=1 -variant alice",
};
enum { OWN_COUNT = sizeof own / sizeof *own };

/* The first kind of finding behind "kinds": { that is not tolerated, or NULL. */
static const char *serious_kind(const char *json)
{
    for (; (json = strstr(json, "\"kinds\": {")); json++) {
        const char *end = strchr(json, '}'), *kind = json + strlen("\"kinds\": {");
        for (; kind < end && *kind == '"'; kind += strcspn(kind, "\"}") /* the next name */) {
            kind++;
            if (!begins_with(kind, "mate-not-kept\"") && !begins_with(kind, "mate-pv-incomplete\""))
                return kind;
            kind += strcspn(kind, "\"") + 1;
        }
    }
    return NULL;
}

START_TEST(our_engine_is_right)
{
    Shell run = shell(
        "exec $BOOJUM match " TWO "-each %s -rounds 3 -seed 8 -concurrency 2 -json -lint", own[_i]);
    must(run.status == 0 && count_text(run.out, "\"lint\": {\"lines\": ") == 2, "%s: %d %s%s",
         own[_i], run.status, run.out, run.err);
    must(!strstr(run.out, "\"lines\": 0"), "%s: %s", own[_i], run.out);
    must(!serious_kind(run.out), "%s: %s%s", own[_i], run.out, run.err);
    shell_free(&run);
}
END_TEST

START_TEST(what_is_tolerated)
{
    ck_assert_ptr_null(serious_kind("{\"kinds\": {}}, {\"kinds\": {}}"));
    ck_assert_ptr_null(serious_kind(
        "{\"kinds\": {}}, {\"kinds\": {\"mate-not-kept\": 12, \"mate-pv-incomplete\": 1}}"));
    ck_assert_ptr_nonnull(serious_kind("{\"kinds\": {}}, {\"kinds\": {\"syntax\": 1}}"));
    ck_assert_ptr_nonnull(serious_kind("{\"kinds\": {\"mate-not-kept\": 1, \"ponder\": 1}}"));
}
END_TEST

static const struct {
    const char *fault;
    const char *kind;
} faults[] = {
    {"says 'info depth x'", "syntax"},
    {"says 'info depht'", "unknown-word"},
    {"says 'Hello there'", "unknown-word"},
    {"says 'info pv a1a1'", "illegal-move"},
    {"says 'info depth 0'", "finished-game"},
    {"says 'info depth 200 score mate 5 pv @'", "mate-not-kept"},
    {"says 'info depth 200 multipv 401 score cp 5 pv @'", "multipv"},
    {"says 'info nodes 0'", "decrease"},
    {"says 'info time 5000 nodes 100000 nps 1'", "nps"},
    {"says 'info time 50000000'", "time"},
    {"says 'readyok'", "unasked"},
    {"guesses", "bestmove"},
    {"ready-twice", "unasked"},
    {"says 'info depth 200 score cp 5'", "last-line"},
    {"ponders", "ponder"},
    {"twice", "bestmove"},
    {"illegal", "bestmove"},
};
enum { FAULT_COUNT = sizeof faults / sizeof *faults };

#define FAULTY_MATCH                                                                               \
    "exec $BOOJUM match -engine cmd=\"$TESTS/engines/faulty.sh %s\" name=bad -engine cmd=$BOOJUM " \
    "name=good -each nodes=50 -variant chess -openings plies=0 -maxmoves 8 "

START_TEST(a_faulty_engine_is_found_out)
{
    char wanted[200];
    Shell run = shell(FAULTY_MATCH "-lint", faults[_i].fault);
    must(run.status == 0, "%s: %d %s", faults[_i].fault, run.status, run.err);
    must(strstr(run.out, ", good 0 findings in "), "%s: %s", faults[_i].fault, run.out);
    must(strstr(run.out, "\nLint of bad: ") && !strstr(run.out, "\nLint of good: "), "%s: %s",
         faults[_i].fault, run.out);
    snprintf(wanted, sizeof wanted, " %s", faults[_i].kind);
    must(strstr(strstr(run.out, "\nLint of bad: "), wanted), "%s: %s", faults[_i].fault, run.out);
    snprintf(wanted, sizeof wanted, ": %s: ", faults[_i].kind);
    const char *told = strstr(run.err, wanted);
    must(told && strstr(run.err, "lint: bad, game 1, ply "), "%s: %s", faults[_i].fault, run.err);
    must(!strstr(run.err, "lint: good"), "%s: %s", faults[_i].fault, run.err);
    shell_check_none_left();
    shell_free(&run);
}
END_TEST

/* The number of games by their end, without which the same. */
START_TEST(findings_change_no_result)
{
    Shell with = shell(FAULTY_MATCH "-seed 1 -pgnout $T/with.pgn -lint file=$T/findings",
                       "says 'info depth x'");
    Shell without = shell(FAULTY_MATCH "-seed 1 -pgnout $T/without.pgn", "says 'info depth x'");
    must(with.status == 0 && without.status == 0 && !*with.err && !*without.err, "%s%s", with.err,
         without.err);
    must(begins_with(with.out, without.out) && strlen(with.out) > strlen(without.out), "%s%s",
         with.out, without.out);
    ck_assert_ptr_null(strstr(without.out, "Lint"));
    Shell same = shell("for i in with without; do tr '\\n' ' ' <$T/$i.pgn | "
                       "sed 's/{[^}]*}//g; s/  */ /g' >$T/$i; done; cmp $T/with $T/without");
    must(same.status == 0, "%s%s", same.out, same.err);
    shell_free(&same);
    shell_free(&with);
    shell_free(&without);
}
END_TEST

/* At most twenty of a kind are told, all are counted; the lesser ones come only into the file. */
START_TEST(where_findings_go)
{
    Shell run = shell(FAULTY_MATCH "-rounds 2 -lint", "says 'info depth x'");
    must(count_text(run.err, "\n") == 20, "%s", run.err);
    must(count_text(run.err, " (more of this kind are only counted)\n") == 1, "%s", run.err);
    must(strstr(run.out, "bad 32 findings in ") && strstr(run.out, "Lint of bad: 32 syntax\n"),
         "%s", run.out);
    must(strstr(run.err, "lint: bad, game 1, ply 1: syntax: depth: `x` is no number: info depth x"),
         "%s", run.err);
    shell_free(&run);

    const char *incomplete = "says 'info depth 200 score mate 300 pv @'";
    run = shell(FAULTY_MATCH "-games 1 -maxmoves 1 -lint", incomplete);
    must(run.status == 0 && !*run.err, "%s", run.err);
    must(strstr(run.out, "Lint of bad: 1 mate-pv-incomplete (lesser)\n"), "%s", run.out);
    must(strstr(run.out, "Lint: bad 0 findings in "), "%s", run.out);
    shell_free(&run);
    run = shell(FAULTY_MATCH "-games 1 -maxmoves 1 -lint file=$T/findings fail=on", incomplete);
    must(run.status == 0 && !*run.err, "%d %s", run.status, run.err);
    char *findings = shell_read("findings");
    must(begins_with(findings, "lint: bad, game 1, ply 1: mate-pv-incomplete: mate 300 takes 599 "
                               "plies, the pv has 1: info depth 200 score mate 300 pv "),
         "%s", findings);
    must_hold(count_text(findings, "\n") == 1);
    free(findings);
    shell_free(&run);

    run = shell(FAULTY_MATCH "-games 1 -maxmoves 1 -lint fail=on",
                "says 'info depth 200 score cp 5 lowerbound pv @'");
    must(run.status == 0 && !*run.err, "%d %s", run.status, run.err);
    must(strstr(run.out, "Lint of bad: 1 last-score-bound (lesser)\n"), "%s", run.out);
    shell_free(&run);
}
END_TEST

/* Black says that it is mated in 300: a lost game if that is its own score, and an announced mate,
 * which it does not keep, if it is White's. */
START_TEST(an_engine_with_scores_of_white)
{
    for (int white = 0; white < 2; white++) {
        Shell run =
            shell("exec $BOOJUM match -engine cmd=$BOOJUM name=good -engine "
                  "cmd=\"$TESTS/engines/faulty.sh says 'info depth 200 score mate -300 pv @'\" "
                  "name=bad %s -each nodes=50 -variant chess -openings plies=0 -games 1 "
                  "-maxmoves 4 -lint",
                  white ? "whitepov" : "");
        must(run.status == 0, "%d %s", run.status, run.err);
        must((strstr(run.out, " mate-not-kept") != NULL) == white, "%d: %s", white, run.out);
        shell_free(&run);
    }
}
END_TEST

/* Each `isready` has its `readyok`, whoever sends it. */
START_TEST(isready_of_the_user)
{
    static const char *const lines[] = {"isready", "isready\\nisready\\nisready",
                                        "setoption name Clear Hash isready"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Shell run = shell("exec $BOOJUM match " TWO "-each nodes=50 initstr='%s' -maxmoves 4 "
                          "-variant chess -patience 5 -lint fail=on",
                          lines[i]);
        must(run.status == 0 && !*run.err, "`%s`: %d %s", lines[i], run.status, run.err);
        must(strstr(run.out, "\nLint: A 0 findings in "), "`%s`: %s", lines[i], run.out);
        shell_free(&run);
    }
}
END_TEST

START_TEST(status_and_json)
{
    Shell run = shell(FAULTY_MATCH "-json -lint fail=on", "ponders");
    must(run.status == 3, "%d %s", run.status, run.err);
    must(strstr(run.out, "\"lint\": {\"lines\": ") &&
             strstr(run.out, "\"findings\": 16, \"kinds\": {\"ponder\": 16}}") &&
             strstr(run.out, "\"findings\": 0, \"kinds\": {}}"),
         "%s", run.out);
    shell_free(&run);
    run = shell(FAULTY_MATCH "-json -lint fail=off", "ponders");
    must(run.status == 0, "%d %s", run.status, run.err);
    shell_free(&run);
    run = shell(FAULTY_MATCH "-json", "ponders");
    must(run.status == 0 && !*run.err && !strstr(run.out, "lint"), "%s%s", run.out, run.err);
    shell_free(&run);
}
END_TEST

/* Bytes that would break the line or do something to a terminal, and a long line. */
START_TEST(strange_lines_are_told_safely)
{
    Shell run = shell(FAULTY_MATCH "-games 1 -maxmoves 1 -lint", "says 'info \x1b[31m\xff'");
    must(strstr(run.err, "unknown-word: `?[31m?` is no word of `info`: info ?[31m?\n"), "%s",
         run.err);
    shell_free(&run);
    run = shell(FAULTY_MATCH "-games 1 -maxmoves 8 -lint", "long-lines");
    must(run.status == 0 && strstr(run.err, "illegal-move"), "%s", run.err);
    must(strlen(run.err) < 20 * 600, "%s", run.err);
    shell_free(&run);
}
END_TEST

START_TEST(resumed)
{
    Shell run = shell(FAULTY_MATCH "-seed 2 -state $T/state -lint file=$T/1", "ponders");
    must(run.status == 0 && strstr(run.out, "\nLint: bad 16 findings in "), "%s%s", run.out,
         run.err);
    shell_free(&run);
    run = shell(FAULTY_MATCH "-rounds 2 -state $T/state -resume -lint file=$T/2", "ponders");
    must(run.status == 0, "%s", run.err);
    must(strstr(run.out, "\nLint: bad 32 findings in ") &&
             strstr(run.out, "Lint of bad: 32 ponder\n"),
         "%s", run.out);
    shell_free(&run);
    /* The first twenty of a sitting are told. */
    char *first = shell_read("1"), *second = shell_read("2");
    must(count_text(first, "\n") == 16 && count_text(second, "\n") == 16, "%s%s", first, second);
    must(strstr(second, "lint: bad, game 3, ply 1: ponder: ") != NULL, "%s", second);
    free(first);
    free(second);
    run = shell(FAULTY_MATCH "-rounds 3 -state $T/state -resume", "ponders");
    must(run.status == 0 && !strstr(run.out, "Lint"), "%s%s", run.out, run.err);
    shell_free(&run);
    run = shell(FAULTY_MATCH "-rounds 4 -state $T/state -resume -lint file=$T/2", "ponders");
    must(run.status == 0, "%s", run.err);
    must(strstr(run.out, "\nLint of some of the games: bad 48 findings in "), "%s", run.out);
    shell_free(&run);
    second = shell_read("2"); /* is added to */
    must(count_text(second, "\n") == 32, "%s", second);
    free(second);
}
END_TEST

/* What was found before the match was resumed counts, even if all games have been played. */
START_TEST(findings_are_not_forgotten)
{
    const char *match = FAULTY_MATCH "-state $T/state -resume -lint file=$T/findings fail=%s";
    Shell run = shell(match, "ponders", "on");
    must(run.status == 3, "%d %s", run.status, run.err);
    shell_free(&run);
    char *before = shell_read("findings");
    must(count_text(before, "\n") == 16, "%s", before);
    run = shell(match, "ponders", "on");
    must(run.status == 3 && strstr(run.out, "\nLint: bad 16 findings in "), "%d %s%s", run.status,
         run.out, run.err);
    shell_free(&run);
    char *after = shell_read("findings");
    ck_assert_str_eq(after, before);
    free(before);
    free(after);
    run = shell(match, "ponders", "off");
    must(run.status == 0, "%d %s", run.status, run.err);
    shell_free(&run);
}
END_TEST

/* Two kinds of output to one file, by one name or by two; nothing is written then. */
START_TEST(files_are_told_apart)
{
    static const struct {
        const char *before, *arguments;
        const char *error; /* or NULL: it may be so */
    } rows_of_files[] = {
        {"", "-pgnout x -lint file=x", "x: the games and the findings cannot be one file"},
        {"", "-pgnout x -lint file=./x", "./x: the games and the findings cannot be one file"},
        {"", "-pgnout x -lint file=x.state", "the state and the findings cannot be one file"},
        {"", "-pgnout x -log file=x", "x: the games and the log cannot be one file"},
        {"", "-state x -log file=$T/x", "/x: the state and the log cannot be one file"},
        {"", "-lint file=x -log file=x", "x: the findings and the log cannot be one file"},
        {"", "-pgnout x -state x", "x: the games and the state cannot be one file"},
        {"", "-pgnout x -each stderr=x", "x: the games and the stderr of an engine cannot"},
        {"", "-state x -each stderr=./x", "./x: the state and the stderr of an engine cannot"},
        {"", "-pgnout x -each stderr=x.state", "x.state: the state and the stderr of an engine"},
        {"", "-lint file=x -each stderr=x", "x: the findings and the stderr of an engine cannot"},
        {"", "-log file=x -each stderr=x", "x: the log and the stderr of an engine cannot"},
        {"echo '8/8/8/8/8/8/8/8' > x", "-openings file=x -each stderr=x",
         "x: the openings and the stderr of an engine cannot be one file"},
        {"touch y; ln y x", "-pgnout x -lint file=y", "y: the games and the findings cannot"},
        {"touch y; ln -s y x", "-log file=x -lint file=y", "x: the findings and the log cannot"},
        {"echo '8/8/8/8/8/8/8/8' > x", "-openings file=x -lint file=x",
         "x: the openings and the findings cannot be one file"},
        {"", "-lint file=/dev/null -log file=/dev/null", NULL},
        {"", "-log file=y -each stderr=x", NULL},
        {"touch y", "-pgnout x -lint file=y -log file=z", NULL},
        {"mkdir d", "-pgnout x -lint file=d/x", NULL},
    };
    for (size_t i = 0; i < sizeof rows_of_files / sizeof *rows_of_files; i++) {
        const char *error = rows_of_files[i].error;
        Shell run = shell("cd $T; rm -rf x x.state y z d; : >before; %s; ls >before; "
                          "$BOOJUM match " TWO "-each nodes=1 -maxmoves 1 %s; status=$?; "
                          "[ $status = 0 ] || ls | cmp - before || status=9; exit $status",
                          *rows_of_files[i].before ? rows_of_files[i].before : ":",
                          rows_of_files[i].arguments);
        must(run.status == (error ? 1 : 0), "%s: %d %s", rows_of_files[i].arguments, run.status,
             run.err);
        must(!error || (strstr(run.err, error) && !*run.out), "%s: %s%s",
             rows_of_files[i].arguments, run.out, run.err);
        shell_free(&run);
    }
}
END_TEST

START_TEST(bad_usage)
{
    static const struct {
        const char *arguments;
        int status;
        const char *error;
    } usages[] = {
        {"-lint fail=maybe", 2, "-lint: fail is true or false, not `maybe`"},
        {"-lint colour=red", 2, "-lint: there is no `colour`"},
        {"-lint fail", 2, "-lint: `fail` is not KEY=VALUE"},
        {"-lint file=", 2, "-lint: which file?"},
        {"-lint file=/nonexistent/x", 1, "/nonexistent/x: No such file"},
        {"-lint file=/dev/full -engine cmd=\"$TESTS/engines/faulty.sh ponders\" -maxmoves 2", 1,
         "/dev/full: cannot be written"},
    };
    for (size_t i = 0; i < sizeof usages / sizeof *usages; i++) {
        Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 %s", usages[i].arguments);
        must(run.status == usages[i].status && strstr(run.err, usages[i].error) &&
                 count_text(run.err, "\n") == 1,
             "%s: %d %s", usages[i].arguments, run.status, run.err);
        shell_free(&run);
    }
}
END_TEST

Suite *lint_suite(void)
{
    Suite *suite = suite_create("lint");
    TCase *lines = tcase_create("lines");
    TCase *matches = tcase_create("matches");
    tcase_add_loop_test(lines, a_line_and_its_findings, 0, ROW_COUNT);
    tcase_add_test(lines, what_is_said_of_numbers);
    tcase_add_loop_test(lines, scores_of_white, 0, sizeof white_scores / sizeof *white_scores);
    tcase_add_test(lines, a_mate_of_black_is_kept);
    tcase_add_test(lines, time_that_has_not_passed);
    tcase_add_test(lines, what_comes_without_a_search);
    tcase_add_test(lines, every_kind_is_tested);
    tcase_add_test(lines, searches_are_forgotten);
    tcase_add_test(lines, any_line_can_be_read);
    tcase_add_loop_test(lines, a_mate_is_kept, 0, sizeof kept / sizeof *kept);
    tcase_add_test(lines, repetitions_of_the_game);
    tcase_set_timeout(matches, 300);
    tcase_add_checked_fixture(matches, NULL, shell_clean_up);
    tcase_add_loop_test(matches, our_engine_is_right, 0, OWN_COUNT);
    tcase_add_test(matches, what_is_tolerated);
    tcase_add_loop_test(matches, a_faulty_engine_is_found_out, 0, FAULT_COUNT);
    tcase_add_test(matches, findings_change_no_result);
    tcase_add_test(matches, where_findings_go);
    tcase_add_test(matches, isready_of_the_user);
    tcase_add_test(matches, status_and_json);
    tcase_add_test(matches, strange_lines_are_told_safely);
    tcase_add_test(matches, an_engine_with_scores_of_white);
    tcase_add_test(matches, resumed);
    tcase_add_test(matches, findings_are_not_forgotten);
    tcase_add_test(matches, files_are_told_apart);
    tcase_add_test(matches, bad_usage);
    suite_add_tcase(suite, lines);
    suite_add_tcase(suite, matches);
    return suite;
}
