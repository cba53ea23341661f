/* Commands of UCI in any order and at any pace: each `go` gets one `bestmove`, each `isready` its
 * `readyok`, and the process ends when it is told to, or when nobody is there any more.
 *
 * BOOJUM_TEST_SCALE multiplies how many scripts there are, and how long the long ones are. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/prng.h"
#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

static const char *const commands[] = {
    "go infinite",
    "go depth 2",
    "go nodes 300",
    "go movetime 3",
    "go ponder wtime 50 btime 50",
    "go wtime 20 btime 20",
    "go mate 1",
    "go ponder",
    "go wtime 0 btime 0",
    "go searchmoves a2a3 e1e2 depth 3",
    "go perft 2",
    "go depth",
    "go movetime 1\r",
    "  go\tnodes 1",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "isready",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "position fen nonsense",
    "setoption name UCI_Variant value atomic",
    "setoption name UCI_Variant value aliceatomic",
    "setoption name Move Overhead value 20",
    "setoption name Threads value 1",
    "setoption name Threads value 3",
    "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name Hash value 2",
    "setoption name UCI_ShowWDL value true",
    "setoption name Skill Level value 2",
    "setoption name Skill Level value 20",
    "ucinewgame",
    "setoption name Clear Hash",
    "setoption name No Such value 1",
    "d",
    "legal",
    "eval",
    "uci",
    "debug on",
    "nonsense",
    "",
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

typedef struct Tally {
    int go, isready;       /* sent */
    int bestmove, readyok; /* seen */
} Tally;

static void tally_sent(Tally *tally, const char *command)
{
    command += strspn(command, " ");
    tally->go += strncmp(command, "go", 2) == 0 && strncmp(command, "go perft", 8) != 0;
    tally->isready += strcmp(command, "isready") == 0;
}

static void tally_line(Tally *tally, const char *line)
{
    if (strncmp(line, "bestmove ", 9) == 0) tally->bestmove++;
    if (strcmp(line, "readyok") == 0) tally->readyok++;
    must(tally->bestmove <= tally->go, "a bestmove too many");
    must(tally->readyok <= tally->isready, "a readyok too many");
}

static const char *any_command(Prng *prng) { return commands[prng_below(prng, COMMAND_COUNT)]; }

/* --- How long readyok takes: measured, not asserted ----------------------------------------------
 */

enum { LATENCIES_MAX = 1 << 16, WANTED_MS = 50 };

typedef struct Latencies {
    int ms[LATENCIES_MAX];
    int count;
} Latencies;

static int by_size(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void tell_latencies(Latencies *taken)
{
    int late = 0;
    if (taken->count == 0) return;
    qsort(taken->ms, (size_t)taken->count, sizeof *taken->ms, by_size);
    for (int i = 0; i < taken->count; i++) late += taken->ms[i] > WANTED_MS;
    printf(
        "uci-order: of %d readyok half came within %d ms, the slowest after %d ms, %d after more "
        "than %d ms\n",
        taken->count, taken->ms[taken->count / 2], taken->ms[taken->count - 1], late, WANTED_MS);
}

/* --- Short scripts, each in a process of its own -------------------------------------------------
 */

typedef enum { BY_QUIT, BY_END_OF_INPUT, UNREAD, END_COUNT } End;
typedef enum { AT_ONCE, IN_PIECES, BY_LINES, PACE_COUNT } Pace;

enum { SHORTEST = 10, LONGEST = 40 };

typedef struct Script {
    uint64_t seed;
    End end;
    Pace pace;
    char text[LONGEST * 64];
    size_t length;
    Tally tally;
} Script;

static void make_script(Script *script, Prng *prng)
{
    int lines = SHORTEST + (int)prng_below(prng, LONGEST - SHORTEST + 1);
    script->end = (End)prng_below(prng, END_COUNT);
    script->pace = (Pace)prng_below(prng, PACE_COUNT);
    for (int i = 0; i < lines; i++) {
        const char *command = any_command(prng);
        tally_sent(&script->tally, command);
        script->length += (size_t)sprintf(script->text + script->length, "%s\n", command);
    }
    if (script->end == BY_QUIT)
        script->length += (size_t)sprintf(script->text + script->length, "quit\n");
    else if (prng_below(prng, 2)) /* the last line's end is missing */
        script->length--;
}

static void listen(Script *script, UciProcess *engine, int ms)
{
    if (uci_ended(engine)) return;
    for (const char *line; (line = uci_line(engine, ms)); ms = 0) tally_line(&script->tally, line);
}

static void send_in_pieces(Script *script, Prng *prng, UciProcess *engine)
{
    for (size_t at = 0; at < script->length;) {
        size_t piece = 1 + prng_below(prng, 60);
        if (piece > script->length - at) piece = script->length - at;
        uci_write(engine, script->text + at, piece);
        at += piece;
        listen(script, engine, (int)prng_below(prng, 4));
    }
}

static void send_by_lines(Script *script, Prng *prng, UciProcess *engine, Latencies *taken)
{
    for (char *line = script->text, *end; line < script->text + script->length; line = end + 1) {
        end = strchrnul(line, '\n');
        long long start = uci_now_ms();
        int ready = script->tally.readyok;
        uci_write(engine, line, (size_t)(end - line) + (*end == '\n'));
        if (strncmp(line, "isready\n", 8) == 0) {
            const char *heard;
            while (script->tally.readyok == ready && (heard = uci_line(engine, UCI_PATIENCE_MS)))
                tally_line(&script->tally, heard);
            must(script->tally.readyok > ready, "script %llu: no readyok",
                 (unsigned long long)script->seed);
            if (taken->count < LATENCIES_MAX)
                taken->ms[taken->count++] = (int)(uci_now_ms() - start);
        }
        listen(script, engine, (int)prng_below(prng, 4));
    }
}

/* The output is closed while there is still something to say, or when all is said. */
static void end_script(Script *script, Prng *prng, UciProcess *engine)
{
    const unsigned long long seed = script->seed;
    const Tally *tally = &script->tally;
    if (script->end == UNREAD) {
        listen(script, engine, (int)prng_below(prng, 10));
        uci_close_output(engine);
    }
    if (script->end != BY_QUIT) uci_close_input(engine);
    listen(script, engine, UCI_PATIENCE_MS);
    while (!uci_ended(engine)) {
        const char *line = uci_line(engine, UCI_PATIENCE_MS);
        must(line || uci_ended(engine), "script %llu: it does not end:\n%s", seed, script->text);
        if (line) tally_line(&script->tally, line);
    }
    if (script->end != UNREAD)
        must(tally->bestmove == tally->go && tally->readyok == tally->isready,
             "script %llu: %d go, %d bestmove; %d isready, %d readyok:\n%s", seed, tally->go,
             tally->bestmove, tally->isready, tally->readyok, script->text);
    int status = uci_wait(engine, UCI_PATIENCE_MS);
    must(status == 0, "script %llu: exit status %d:\n%s", seed, status, script->text);
}

START_TEST(any_script_is_answered)
{
    static Latencies taken;
    const uint64_t count = scaled(50);
    int ends[END_COUNT] = {0}, gos = 0;
    for (uint64_t i = 0; i < count; i++) {
        Script script = {.seed = (uint64_t)_i * count + i + 1};
        Prng prng = {script.seed};
        UciProcess *engine = uci_open(NULL);
        make_script(&script, &prng);
        switch (script.pace) {
        case IN_PIECES: send_in_pieces(&script, &prng, engine); break;
        case BY_LINES: send_by_lines(&script, &prng, engine, &taken); break;
        default: uci_write(engine, script.text, script.length);
        }
        end_script(&script, &prng, engine);
        ends[script.end]++;
        gos += script.tally.go;
    }
    printf("uci-order: %d scripts ended by quit, %d by the end of input, %d unread; %d searches\n",
           ends[BY_QUIT], ends[BY_END_OF_INPUT], ends[UNREAD], gos);
    tell_latencies(&taken);
}
END_TEST

/* --- Long ones, proven as they go (uci_lint.h) ---------------------------------------------------
 */

START_TEST(a_long_script_is_answered)
{
    Prng prng = {(uint64_t)_i + 1};
    Tally tally = {0};
    UciProcess *engine = uci_open(NULL);
    int steps = (int)scaled(300);
    for (int i = 0; i < steps; i++) {
        const char *command = any_command(&prng);
        uci_send(engine, "%s", command);
        tally_sent(&tally, command);
        /* The even seeds send everything at once, the odd ones with pauses. */
        int pause = _i % 2 ? (int)prng_below(&prng, 5) : 0;
        for (const char *line; (line = uci_line(engine, pause));) tally_line(&tally, line);
    }
    uci_send(engine, "isready");
    tally.isready++;
    uci_send(engine, "quit");
    for (const char *line; (line = uci_line(engine, UCI_PATIENCE_MS));) tally_line(&tally, line);
    ck_assert(uci_ended(engine));
    ck_assert_int_eq(tally.bestmove, tally.go);
    ck_assert_int_eq(tally.readyok, tally.isready);
    ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 0);
}
END_TEST

Suite *uci_order_suite(void)
{
    Suite *suite = suite_create("uci-order");
    TCase *scripts = tcase_create("scripts"), *longer = tcase_create("long");
    tcase_set_timeout(scripts, 600.0 * (double)scaled(1));
    tcase_set_timeout(longer, 600.0 * (double)scaled(1));
    tcase_add_loop_test(scripts, any_script_is_answered, 0, 4);
    tcase_add_loop_test(longer, a_long_script_is_answered, 0, 4);
    suite_add_tcase(suite, scripts);
    suite_add_tcase(suite, longer);
    return suite;
}
