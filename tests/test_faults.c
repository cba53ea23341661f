/* Calls that fail: in each session each allocation, each start of a thread, each opening and each
 * writing fails once, and then with all that follow. The program must say so and go on, or say why
 * it cannot; nothing may go wrong in silence. See tests/failing/failing.c.
 *
 * BOOJUM_TEST_SCALE multiplies how many calls of each session and kind are made to fail. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

static const char *const kinds[] = {"memory", "thread", "descriptor", "write", "kill"};
#define MOST_KINDS "memory thread descriptor write"
#define ALL_KINDS MOST_KINDS " kill"
enum { FAULT_KINDS = sizeof kinds / sizeof *kinds, WAYS = 2 };
/* In a session of UCI through pipes there are calls of the first so many. */
enum { UCI_KINDS = 2 };

/* What of the tests' number is the kind, and whether all later calls fail, too. */
static const char *kind_of(int number) { return kinds[number / WAYS % FAULT_KINDS]; }
static const char *way_of(int number) { return number % WAYS ? "+" : ""; }

/* --- Failing -----------------------------------------------------------------------------------
 */

/* build/boojum-failing, beside these tests. */
static void name_program(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    must(length > 0, "where are the tests?");
    path[length] = '\0';
    strcpy(strrchr(path, '/'), "/boojum-failing");
    must(access(path, X_OK) == 0, "there is no %s", path);
    setenv("FAILING", path, 1);
    snprintf(path, sizeof path, "%s/report", shell_directory());
    setenv("BOOJUM_FAIL_REPORT", path, 1);
}

/* How many calls of the kind there were. */
static long calls_made(const char *kind)
{
    char *report = shell_read("report"), *found = strstr(report, kind);
    must(found != NULL, "there is no report: `%s`", report);
    long count = atol(found + strlen(kind));
    free(report);
    return count;
}

typedef struct Sample {
    long all;  /* calls */
    int count; /* of them that are made to fail */
} Sample;

/* There must be calls of the kind, or must be none: else nothing would be tested, unnoticed. */
static Sample sample_of(const char *kind, double most, bool expected)
{
    Sample sample = {.all = calls_made(kind)};
    must((sample.all > 0) == expected, "%ld calls for %s", sample.all, kind);
    uint64_t wanted = scaled(most);
    sample.count = wanted < (uint64_t)sample.all ? (int)wanted : (int)sample.all;
    return sample;
}

/* For who has many of them fail. */
static void tell(const char *name, const char *kind, const char *way, const Sample *sample,
                 int ended, int told)
{
    if (scaled(1) == 1) return;
    printf("faults: %s: %d of %ld calls for %s failed%s: %d times it could not go on, %d times it "
           "did with a message\n",
           name, sample->count, sample->all, kind, *way ? " with all later ones" : "", ended, told);
}

/* Evenly spread; the last is always among them. */
static long sampled(const Sample *sample, int i)
{
    return (long)((double)sample->all * (i + 1) / sample->count);
}

/* --- Commands ----------------------------------------------------------------------------------
 */

/* Shell scripts that end with the status of the program and write down all that it has done, save
 * what differs from run to run. */
#define ENDING(filter) "; status=$?; { " filter "; } 2>&1; exit $status"
#define GAMES(file)                                                                                \
    "sed -e '/Date/d; /Time/d; /Duration/d' " file " | tr -s '\\n' ' ' | sed 's/{[^}]*}//g'"

static const struct {
    const char *name;
    double most;       /* at scale 1 */
    const char *calls; /* the kinds that there are */
    const char *script;
} commands[] = {
    {"UCI into a file", 4, "memory thread write",
     "$FAILING <$T/session >$T/said" ENDING("cat $T/said")},
    {"perft", 2, "memory thread write", "$FAILING perft --variant alice --depth 2 --divide"},
    {"bench", 2, "memory thread write",
     "$FAILING bench --depth 1 --threads 2 --hash 2 --variant msalice >$T/said" ENDING(
         "sed 's/ [0-9]* nps//; s/ [0-9]* nodes//' $T/said")},
    {"openings", 2, "memory thread write",
     "$FAILING openings --variant atomic --plies 4 --count 2 --seed 7"},
    {"analyse an EPD", 2, MOST_KINDS,
     "$FAILING analyse $T/in.epd --variant chess --depth 1 --concurrency 2"},
    {"analyse a PGN", 2, MOST_KINDS,
     "rm -f $T/out.pgn*; $FAILING analyse $T/in.pgn --depth 1 -o $T/out.pgn" ENDING(
         "cat $T/out.pgn")},
    {"play", 2, MOST_KINDS,
     "rm -f $T/saved; $FAILING play --variant atomic --level 1 --seed 3 --ascii <$T/moves "
     ">$T/said" ENDING("cat $T/said; " GAMES("$T/saved"))},
    {"match", 1, ALL_KINDS,
     "rm -f $T/games* $T/found* $T/log*; $FAILING match -engine cmd=$T/engine name=one -engine "
     "cmd=$T/engine name=two -each nodes=30 -variant chess -rounds 1 -maxmoves 3 -seed 5 -lint "
     "file=$T/found -log file=$T/log -pgnout $T/games -json >$T/said" ENDING(
         "sed 's/\"seconds.*//' $T/said; cat $T/found; " GAMES("$T/games"))},
    {"match from a file", 1, ALL_KINDS,
     "rm -f $T/games* $T/state*; $FAILING match -engine cmd=$T/engine name=one -engine "
     "cmd=engine dir=$T name=two -each depth=1 -variant chess -rounds 1 -maxmoves 2 -openings "
     "file=$T/in.epd -pgnout $T/games -state $T/state >$T/said" ENDING(
         "grep -v ' s$' $T/said; " GAMES("$T/games"))},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void write_files(void)
{
    shell_write("in.epd",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"
                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id \"x\";\n");
    shell_write("in.pgn", "[Event \"one\"]\n[Variant \"Atomic\"]\n\n1. e4 {a word} e5 2. Nf3 *\n\n"
                          "[Event \"two\"]\n\n1. d4 d5 1-0\n");
    shell_write("moves", "e4\nmoves g1\nhint\nundo\nNf3\nboard\nsave $T/saved\nfen\nload $T/saved\n"
                         "Nh6\ndescribe\nquit\n");
    shell_write("session", "uci\nisready\nposition startpos moves e2e4\nd\neval\nlegal\n"
                           "setoption name UCI_Variant value alice\ngo perft 2\nquit\n");
    shell_write("engine", "#!/bin/sh\necho $$ >>$FAULTY_PIDS\nexec $BOOJUM\n");
}

static void prepare_files(void)
{
    name_program();
    write_files();
    Shell shell_out = shell("chmod +x $T/engine; sed -i \"s,.T/,$T/,\" $T/moves");
    must(shell_out.status == 0, "%s", shell_out.err);
    shell_free(&shell_out);
}

/* Is it said anywhere that something is not as it should be? */
static bool is_told(const Shell *run)
{
    return *run->err || strstr(run->out, "Sorry") || strstr(run->out, "info string error: ") ||
           strstr(run->out, "out of memory") || strstr(run->out, "Cannot allocate") ||
           strstr(run->out, "No space left") || strstr(run->out, "Too many open files");
}

static void judge_command(const Shell *run, const Shell *good, const char *where)
{
    if (!strchr(where, '!')) return; /* in this run there were fewer calls */
    bool same = strcmp(run->out, good->out) == 0 && strcmp(run->err, good->err) == 0;
    int said = count_text(run->err, "boojum: ") + count_text(run->err, "boojum ");
    if (run->status == 0)
        must(same || is_told(run),
             "%s: a silent fault; it wrote\n%.1500s%.200s\ninstead of\n%.1500s%.200s", where,
             run->out, run->err, good->out, good->err);
    else
        must(run->status < 126 && !strstr(run->err, "Sanitizer") &&
                 (said == 1 || (said > 1 && strchr(where, '+'))),
             "%s: exit status %d, and\n%s", where, run->status, run->err);
}

START_TEST(a_command_says_what_failed)
{
    const int command = _i / (FAULT_KINDS * WAYS);
    const char *kind = kind_of(_i), *way = way_of(_i);
    int ended = 0, differing = 0;
    prepare_files();
    Shell good = shell("%s", commands[command].script);
    must(good.status == 0, "%s: %d %s", commands[command].name, good.status, good.err);
    Sample sample =
        sample_of(kind, commands[command].most, strstr(commands[command].calls, kind) != NULL);
    for (int i = 0; i < sample.count; i++) {
        char where[512];
        Shell run = shell("export BOOJUM_FAIL='%s %ld%s'; %s", kind, sampled(&sample, i), way,
                          commands[command].script);
        char *report = shell_read("report");
        snprintf(where, sizeof where, "%s: %s %ld%s: %.80s", commands[command].name, kind,
                 sampled(&sample, i), way, report);
        judge_command(&run, &good, where);
        shell_check_none_left();
        ended += run.status != 0;
        differing += run.status == 0 && strcmp(run.out, good.out) != 0;
        free(report);
        shell_free(&run);
    }
    tell(commands[command].name, kind, way, &sample, ended, differing);
    shell_free(&good);
}
END_TEST

/* --- Engines that may not be killed --------------------------------------------------------------
 */

/* As another user's. One that does not end when its pipes are closed either ends the match, which
 * says so in one line, however much was to be played. */
START_TEST(an_engine_that_may_not_be_killed)
{
    static const struct {
        const char *fault, *option;
        int rounds;
        bool all; /* games are played */
    } rows[] = {
        {"stays", "", 2, true},
        {"stays", "restart=on", 1000, false},
        {"deaf", "", 2, false},
    };
    name_program();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char played[32];
        Shell match = shell("BOOJUM_FAIL='kill 1+' exec $FAILING match -engine "
                            "cmd=\"$TESTS/engines/faulty.sh %s\" name=faulty nodes=50 %s -engine "
                            "cmd=$BOOJUM name=good nodes=50 -variant chess -openings plies=0 "
                            "-rounds %d -maxmoves 8 -patience 1 -json",
                            rows[i].fault, rows[i].option, rows[i].rounds);
        must(match.status == 1, "%s: %d %s", rows[i].fault, match.status, match.err);
        must(count_text(match.err, "boojum match: ") == 1 &&
                 count_text(match.err, " cannot be ended: Operation not permitted\n") == 1,
             "%s: %s", rows[i].fault, match.err);
        snprintf(played, sizeof played, "\"games\": %d,", 2 * rows[i].rounds);
        must(!strstr(match.out, played) == !rows[i].all, "%s: %s", rows[i].fault, match.out);
        must(shell_check_none_left() > 0, "no process was noted");
        shell_free(&match);
    }
}
END_TEST

/* --- UCI ---------------------------------------------------------------------------------------
 */

static const char *const conversation[] = {
    "uci",
    "isready",
    "d",
    "setoption name Hash value 4",
    "position startpos moves e2e4 e7e5 g1f3",
    "go depth 3",
    "eval",
    "legal",
    "setoption name MultiPV value 3",
    "go nodes 200",
    "setoption name MultiPV value 1",
    "setoption name Hash value 32",
    "ucinewgame",
    "setoption name UCI_Variant value atomic",
    "position startpos moves e2e4",
    "go mate 1",
    "go searchmoves e7e5 g8f6 depth 2",
    "setoption name Clear Hash",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_ShowWDL value true",
    "setoption name FEN Style value wide",
    "position fen nonsense",
    "go perft 1",
    "setoption name Threads value 3",
    "go depth 3",
    "ucinewgame",
    "setoption name Hash value 8",
    "setoption name Threads value 5",
    "position startpos",
    "go nodes 500",
    "setoption name Threads value 2",
    "go movetime 5",
    "setoption name Threads value 1",
    "setoption name Clear Hash", /* what several threads found differs from time to time */
    "go depth 1",
    "isready",
    NULL,
};

/* A game of so many plies, in one line that needs memory, with a `go` that does, too. */
enum { LONG_GAME = 2000 };

typedef struct Conversation {
    char *heard; /* what does not depend on time */
    size_t length;
    int errors; /* that were told */
    bool ended; /* before all was said */
} Conversation;

static void note_line(Conversation *talk, const char *line, bool threads)
{
    bool best = begins_with(line, "bestmove");
    talk->errors += begins_with(line, "info string error: ");
    if (begins_with(line, "info depth")) return;
    size_t length = best && threads ? 8 : strlen(line);
    talk->heard = realloc(talk->heard, talk->length + length + 2);
    must(talk->heard != NULL, "out of memory");
    memcpy(talk->heard + talk->length, line, length);
    memcpy(talk->heard + talk->length + length, "\n", 2);
    talk->length += length + 1;
}

/* Sends the line; waits for what it must be answered with, by a last line that begins so. */
static void converse(Conversation *talk, UciProcess *engine, const char *line, bool threads)
{
    const char *end = begins_with(line, "go perft") ? "Nodes searched"
                      : begins_with(line, "go")     ? "bestmove "
                                                    : "readyok";
    uci_send(engine, "%s", line);
    if (*end == 'r') uci_send(engine, "isready");
    const char *heard;
    do {
        heard = uci_line(engine, UCI_PATIENCE_MS);
        must(heard || uci_ended(engine), "%.100s is not answered", line);
        if (!heard) talk->ended = true;
        if (heard) note_line(talk, heard, threads);
    } while (heard && !begins_with(heard, end) &&
             !(*end == 'N' && begins_with(heard, "info string error: ")));
}

static void converse_long(Conversation *talk, UciProcess *engine)
{
    static const char *const shuffle[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    char line[5 * LONG_GAME + 64] = "position startpos moves";
    for (int i = 0; i < LONG_GAME; i++) strcat(line, shuffle[i % 4]);
    converse(talk, engine, line, false);
    strcpy(line, "go depth 1 searchmoves");
    for (int i = 0; i < LONG_GAME; i++) strcat(line, i % 2 ? " e2e4" : " d2d4");
    if (!talk->ended) converse(talk, engine, line, false);
}

/* Its messages on stderr go to the file `err`. */
static UciProcess *open_failing(void)
{
    char path[256];
    snprintf(path, sizeof path, "%s/err", shell_directory());
    int ours = dup(STDERR_FILENO), file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(ours >= 0 && file >= 0, "no file for messages");
    dup2(file, STDERR_FILENO);
    close(file);
    UciProcess *engine = uci_open(NULL);
    dup2(ours, STDERR_FILENO);
    close(ours);
    return engine;
}

/* Talks to the end, and returns the exit status. */
static int hold_conversation(Conversation *talk)
{
    bool threads = false;
    *talk = (Conversation){0};
    UciProcess *engine = open_failing();
    uci_write(engine, "",
              0); /* what is said without memory for a position or a search is no proof */
    for (int i = 0; conversation[i] && !talk->ended; i++) {
        if (begins_with(conversation[i], "setoption name Threads"))
            threads = !strstr(conversation[i], "value 1");
        converse(talk, engine, conversation[i], threads);
    }
    if (!talk->ended) converse_long(talk, engine);
    if (!talk->ended) uci_send(engine, "quit");
    return uci_wait(engine, UCI_PATIENCE_MS);
}

/* Only what it cannot begin without ends it. */
static void judge_conversation(const Conversation *talk, const Conversation *good, int status,
                               const char *where)
{
    if (!strchr(where, '!')) return; /* in this run there were fewer calls */
    char *err = shell_read("err");
    if (status == 0) {
        must(!talk->ended && !*err, "%s: it ended: %s", where, err);
        must(talk->errors > good->errors || strcmp(talk->heard, good->heard) == 0,
             "%s: a silent fault; it said\n%.1500s\ninstead of\n%.1500s", where, talk->heard,
             good->heard);
    } else {
        must(status == 1 && count_text(err, "\n") == 1 && begins_with(err, "boojum: "),
             "%s: exit status %d: %s", where, status, err);
        must(!talk->heard, "%s: it gave up after\n%.1500s", where, talk->heard);
    }
    free(err);
}

START_TEST(uci_goes_on)
{
    const char *kind = kind_of(_i), *way = way_of(_i);
    int ended = 0, told = 0;
    Conversation good, talk;
    name_program();
    setenv("BOOJUM_ENGINE", getenv("FAILING"), 1);
    unsetenv("BOOJUM_FAIL");
    must(hold_conversation(&good) == 0, "it does not even work without a fault");
    Sample sample = sample_of(kind, 6, true);
    for (int i = 0; i < sample.count; i++) {
        char where[512], wish[64];
        snprintf(wish, sizeof wish, "%s %ld%s", kind, sampled(&sample, i), way);
        setenv("BOOJUM_FAIL", wish, 1);
        int status = hold_conversation(&talk);
        char *report = shell_read("report");
        snprintf(where, sizeof where, "UCI: %s: %.80s", wish, report);
        judge_conversation(&talk, &good, status, where);
        ended += status != 0;
        told += talk.errors > good.errors;
        free(talk.heard);
        free(report);
    }
    tell("UCI", kind, way, &sample, ended, told);
    free(good.heard);
}
END_TEST

Suite *faults_suite(void)
{
    Suite *suite = suite_create("faults");
    TCase *cases = tcase_create("faults");
    tcase_set_timeout(cases, 300.0 * (double)scaled(1));
    tcase_add_checked_fixture(cases, NULL, shell_clean_up);
    tcase_add_test(cases, an_engine_that_may_not_be_killed);
    tcase_add_loop_test(cases, uci_goes_on, 0, UCI_KINDS * WAYS);
    tcase_add_loop_test(cases, a_command_says_what_failed, 0, COMMAND_COUNT * FAULT_KINDS * WAYS);
    suite_add_tcase(suite, cases);
    return suite;
}
