/* One process for a long time: games of every kind on changing threads, tables and options, ended
 * and cut off in every way. Each line it says is proven (uci_lint.h), and what it holds of the
 * system, memory, descriptors and threads, does not grow.
 *
 * BOOJUM_TEST_SCALE multiplies the games; BOOJUM_SOAK_SECONDS goes on for so long instead. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/prng.h"
#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

/* What is taken at first is never given back whole, by the C library for one. */
enum { GAMES_BETWEEN = 6, WARM_UP = 2, GROWTH_KIB = 2048, PLIES_MAX = 40, GAME_TEXT = 8 * 1024 };

typedef struct Soak {
    UciProcess *engine;
    Prng prng;
    long long games, searches;
} Soak;

static int below(Soak *soak, unsigned number) { return (int)prng_below(&soak->prng, number); }

/* ---- what the process holds ---- */

typedef struct Holdings {
    long kib, descriptors, threads;
} Holdings;

static long entries_of(int pid, const char *what)
{
    char path[64];
    long count = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
    DIR *directory = opendir(path);
    must_hold(directory != NULL);
    while (readdir(directory)) count++;
    closedir(directory);
    return count - 2; /* . and .. */
}

/* With the fewest threads, the smallest table, and nothing in it. */
static Holdings count_holdings(Soak *soak)
{
    const int pid = uci_pid(soak->engine);
    Holdings held = {0};
    char path[64], line[128];
    uci_send(soak->engine, "setoption name Threads value 1");
    uci_send(soak->engine, "setoption name Hash value 1");
    uci_send(soak->engine, "ucinewgame");
    uci_send(soak->engine, "position startpos");
    uci_send(soak->engine, "isready");
    uci_expect(soak->engine, "readyok");
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    must_hold(file != NULL);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0) held.kib = strtol(line + 6, NULL, 10);
    fclose(file);
    held.descriptors = entries_of(pid, "fd");
    held.threads = entries_of(pid, "task");
    must_hold(held.kib > 0 && held.descriptors >= 3 && held.threads >= 1);
    return held;
}

/* A sanitizer keeps what is freed, on purpose. */
static long growth_allowed(void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    return 1 << 30;
#else
    return GROWTH_KIB;
#endif
}

/* ---- games ---- */

static void change_options(Soak *soak)
{
    static const char *const kinds[] = {"chess",       "atomic",  "alice",
                                        "aliceatomic", "msalice", "lookingglass"};
    UciProcess *engine = soak->engine;
    uci_send(engine, "setoption name UCI_Variant value %s", kinds[below(soak, 6)]);
    uci_send(engine, "setoption name UCI_Chess960 value %s", below(soak, 2) ? "true" : "false");
    uci_send(engine, "setoption name Threads value %d", 1 + below(soak, 5));
    uci_send(engine, "setoption name Hash value %d", 1 << below(soak, 7));
    uci_send(engine, "setoption name MultiPV value %d", below(soak, 3) ? 1 : 1 + below(soak, 5));
    uci_send(engine, "setoption name Ponder value %s", below(soak, 2) ? "true" : "false");
    uci_send(engine, "setoption name UCI_ShowWDL value %s", below(soak, 2) ? "true" : "false");
    uci_send(engine, "setoption name Skill Level value %d", below(soak, 4) ? 20 : below(soak, 20));
    uci_send(engine, "setoption name No Such Option value %d", below(soak, 1000));
    if (below(soak, 2)) uci_send(engine, "ucinewgame");
}

/* Some limit, and what ends the search where that does not. */
static void start_search(Soak *soak)
{
    UciProcess *engine = soak->engine;
    switch (below(soak, 10)) {
    case 0: uci_send(engine, "go depth %d", 1 + below(soak, 6)); break;
    case 1: uci_send(engine, "go movetime %d", below(soak, 12)); break;
    case 2:
        uci_send(engine, "go wtime %d btime %d winc 1", below(soak, 300), below(soak, 300));
        break;
    case 3: uci_send(engine, "go mate %d nodes 3000", 1 + below(soak, 4)); break;
    case 4:
        uci_send(engine, "go infinite");
        if (below(soak, 2)) uci_send(engine, "isready");
        if (below(soak, 2)) uci_send(engine, "position fen nonsense");
        uci_send(engine, "stop");
        break;
    case 5:
        uci_send(engine, "go ponder wtime %d btime %d", below(soak, 100), below(soak, 100));
        uci_send(engine, below(soak, 2) ? "ponderhit" : "stop");
        break;
    default: uci_send(engine, "go nodes %d", 1 + below(soak, 4000)); break;
    }
}

/* The engine against itself. */
static void play_game(Soak *soak)
{
    char text[GAME_TEXT] = "position startpos";
    size_t length = strlen(text);
    change_options(soak);
    const int plies = 1 + below(soak, PLIES_MAX);
    for (int ply = 0; ply < plies; ply++) {
        char move[8] = "";
        uci_send(soak->engine, "%s", text);
        start_search(soak);
        soak->searches++;
        const char *answer = uci_expect(soak->engine, "bestmove *");
        must_hold(sscanf(answer, "bestmove %7s", move) == 1);
        if (strcmp(move, "(none)") == 0) break;
        length += (size_t)sprintf(text + length, "%s %s", ply ? "" : " moves", move);
    }
    soak->games++;
}

START_TEST(it_does_not_grow)
{
    const char *seconds = getenv("BOOJUM_SOAK_SECONDS");
    const long long end = uci_now_ms() + (seconds ? atoll(seconds) : 0) * 1000;
    const long long wanted = seconds ? 0 : (long long)scaled(24);
    Soak soak = {.engine = uci_open(NULL), .prng = {11}};
    Holdings first = {0}, held = {0};
    for (int counted = 0;
         counted <= WARM_UP || soak.games < wanted || (seconds && uci_now_ms() < end); counted++) {
        for (int i = 0; i < GAMES_BETWEEN; i++) play_game(&soak);
        held = count_holdings(&soak);
        if (counted < WARM_UP) first = held;
        if (held.kib < first.kib) first.kib = held.kib;
        must(held.kib <= first.kib + growth_allowed() && held.descriptors == first.descriptors &&
                 held.threads == first.threads,
             "after %lld games: %ld KiB, %ld descriptors, %ld threads; before %ld, %ld, %ld",
             soak.games, held.kib, held.descriptors, held.threads, first.kib, first.descriptors,
             first.threads);
    }
    printf("soak: %lld games, %lld searches, %lld lines proven; %ld KiB at first, %ld at the end\n",
           soak.games, soak.searches, uci_proven(soak.engine), first.kib, held.kib);
    uci_quit(soak.engine);
    /* Check 0.15 would note how long this took, in microseconds that fit into an int: so a test of
     * more than 35 minutes ends by itself. */
    exit(EXIT_SUCCESS);
}
END_TEST

Suite *soak_suite(void)
{
    Suite *suite = suite_create("soak");
    TCase *tcase = tcase_create("soak");
    tcase_set_timeout(tcase, 0); /* every single answer has its limit */
    tcase_add_exit_test(tcase, it_does_not_grow, EXIT_SUCCESS);
    suite_add_tcase(suite, tcase);
    return suite;
}
