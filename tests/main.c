/* Runs the suites. `run-tests` runs all, `run-tests perft uci` only those named, and
 * `run-tests -perft -uci` all others.
 *
 * BOOJUM_TEST_SCALE (a number, default 1) multiplies what the suites that can go on for ever do:
 * random positions, perft leaves, self-play games. `make check-slow` sets it, so do the sanitizer
 * runs, which use less. CK_FORK=no runs in one process, for debuggers and sanitizers.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "uci_driver.h"

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
    {"attacks", attacks_suite},
    {"position", position_suite},
    {"oracle", oracle_suite},
    {"perft", perft_suite},
    {"rules", rules_suite},
    {"fen", fen_suite},
    {"notation", notation_suite},
    {"outcome", outcome_suite},
    {"differential", differential_suite},
    {"tt", tt_suite},
    {"judge", judge_suite},
    {"search", search_suite},
    {"mates", mates_suite},
    {"recall", recall_suite},
    {"strength", strength_suite},
    {"uci", uci_suite},
    {"uci-order", uci_order_suite},
    {"soak", soak_suite},
    {"selfplay", selfplay_suite},
    {"manual", manual_suite},
    {"pgn", pgn_suite},
    {"tools", tools_suite},
    {"match-stats", match_stats_suite},
    {"match", match_suite},
    {"match-faults", match_faults_suite},
    {"faults", faults_suite},
    {"lint", lint_suite},
    {"play-refusal", play_refusal_suite},
    {"play", play_suite},
    {"play-terminal", play_terminal_suite},
    {"documents", documents_suite},
};
enum { SUITE_COUNT = sizeof suites / sizeof suites[0] };

static bool wanted(const char *name, int argc, char **argv)
{
    bool all = true;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0) return true;
        if (argv[i][0] == '-' && strcmp(argv[i] + 1, name) == 0) return false;
        all &= argv[i][0] == '-';
    }
    return all;
}

static bool known(const char *name)
{
    for (int i = 0; i < SUITE_COUNT; i++)
        if (strcmp(suites[i].name, name) == 0) return true;
    return false;
}

int main(int argc, char **argv)
{
    /* Some tests send these; under nohup, or behind a shell's `&`, the programs that are tested
     * would not hear of them. */
    static const int ignored[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGTSTP};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_DFL);
    for (int i = 1; i < argc; i++) {
        if (known(argv[i] + (argv[i][0] == '-'))) continue;
        fprintf(stderr, "run-tests: there is no suite `%s`\n", argv[i]);
        return 2;
    }
    /* Check gives a test four seconds; under a sanitizer on a busy machine that is not enough. A
     * test that hangs is still ended. */
    setenv("CK_DEFAULT_TIMEOUT", "300", 0);
    int run = 0, failed = 0;
    const long long start_ms = uci_now_ms();
    for (int i = 0; i < SUITE_COUNT; i++) {
        if (!wanted(suites[i].name, argc, argv)) continue;
        /* One at a time, to see how long each takes. */
        const long long suite_ms = uci_now_ms();
        SRunner *runner = srunner_create(suites[i].make());
        srunner_run_all(runner, CK_ENV);
        run += srunner_ntests_run(runner);
        failed += srunner_ntests_failed(runner);
        srunner_free(runner);
        printf("%s took %lld s\n", suites[i].name, (uci_now_ms() - suite_ms + 500) / 1000);
        fflush(stdout);
    }
    printf("%d of %d checks failed, in %lld s\n", failed, run,
           (uci_now_ms() - start_ms + 500) / 1000);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
