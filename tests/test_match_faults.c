/* Engines with faults in a match: each loses for the right reason, the match goes on, and no
 * process is left. The engines are tests/engines/faulty.sh. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/player.h"

#define FAULTY "$TESTS/engines/faulty.sh "

static const struct {
    const char *fault;
    const char *limits; /* the faulty engine's */
    const char *good;   /* the other one's */
    const char *counts; /* "faults" in the JSON, of four games */
    const char *reason; /* on stderr */
} faults[] = {
    {"mute", "nodes=50", "nodes=50", "{\"start\": 4}", "it does not answer `uci` within 1 s"},
    {"deaf", "nodes=50", "nodes=50", "{\"start\": 4}", "it does not answer `uci` within 1 s"},
    {"dead", "nodes=50", "nodes=50", "{\"start\": 4}", "its process ended, exit status 3"},
    {"crash", "nodes=50", "nodes=50", "{\"crash\": 4}", "its process ended, signal 11"},
    {"exit", "nodes=50", "nodes=50", "{\"crash\": 4}", "its process ended, exit status 5"},
    {"close", "nodes=50", "nodes=50", "{\"crash\": 4}", "it closed its output"},
    {"hang", "nodes=50", "nodes=50", "{\"hang\": 4}", "it is silent for 1 s"},
    {"hang", "st=0.2 timemargin=500", "nodes=50", "{\"time\": 4}", "loses on time"},
    {"hang", "tc=1 timemargin=500", "nodes=50", "{\"time\": 4}", "loses on time"},
    {"late", "st=0.2 timemargin=300", "nodes=50", "{\"time\": 4}", "loses on time"},
    {"flood", "st=0.2 timemargin=500", "nodes=50", "{\"time\": 4}", "loses on time"},
    {"flood", "nodes=50", "nodes=50", "{\"hang\": 4}", "it floods its output"},
    {"idle-flood", "nodes=50", "st=2 timemargin=2000", "{\"hang\": 4}", "it floods its output"},
    {"illegal", "nodes=50", "nodes=50", "{\"illegal-move\": 4}", "makes an illegal move: e1e8"},
    {"nonsense", "nodes=50", "nodes=50", "{\"illegal-move\": 4}", "an illegal move: ???ponder"},
    {"none", "nodes=50", "nodes=50", "{\"illegal-move\": 4}", "makes an illegal move: (none)"},
    {"empty", "nodes=50", "nodes=50", "{\"illegal-move\": 4}", "makes an illegal move: no move"},
    {"twice", "nodes=50", "st=1 timemargin=3000", "{\"protocol\": 4}",
     "it sends a bestmove unasked"},
    {"long-lines", "nodes=50", "nodes=50", "{}", NULL},
    {"stays", "nodes=50", "nodes=50", "{}", NULL},
};
enum { FAULT_COUNT = sizeof faults / sizeof *faults };

START_TEST(a_fault_loses)
{
    const int i = _i;
    Shell match = shell("exec $BOOJUM match -engine cmd=\"" FAULTY "%s\" name=faulty %s "
                        "-engine cmd=$BOOJUM name=good %s -variant chess -openings plies=0 -rounds "
                        "2 -concurrency 2 "
                        "-patience 1 -maxmoves 16 -pgnout $T/out.pgn -json",
                        faults[i].fault, faults[i].limits, faults[i].good);
    char wanted[128];
    must(match.status == 0, "%s: status %d: %s", faults[i].fault, match.status, match.err);
    must(strstr(match.out, "\"games\": 4,"), "%s: %s", faults[i].fault, match.out);
    snprintf(wanted, sizeof wanted, "\"faults\": %s}", faults[i].counts);
    char *faulty = strstr(match.out, "\"name\": \"faulty\""),
         *good = faulty ? strchr(faulty, '\n') : NULL;
    must(good != NULL, "%s: %s", faults[i].fault, match.out);
    *good++ = '\0';
    must(strstr(faulty, wanted), "%s: %s%s", faults[i].fault, faulty, match.err);
    must(strstr(good, "\"faults\": {}}"), "%s: %s%s", faults[i].fault, good, match.err);
    if (faults[i].reason)
        must(count_text(match.err, faults[i].reason) == 4, "%s: %s", faults[i].fault, match.err);
    else
        must(*match.err == '\0', "%s: %s", faults[i].fault, match.err);
    char *pgn = shell_read("out.pgn");
    must(count_text(pgn, "[Event ") == 4, "%s: %s", faults[i].fault, pgn);
    free(pgn);
    must(shell_check_none_left() > 0, "no process was noted");
    shell_free(&match);
}
END_TEST

/* Whose opponent fails while it thinks is told to stop, and plays the next game undisturbed. */
START_TEST(the_other_one_does_not_think_on)
{
    Shell match = shell("exec $BOOJUM match -engine cmd=\"" FAULTY "twice\" name=faulty nodes=50 "
                        "-engine cmd=\"" FAULTY "slow\" name=good nodes=50 -variant chess "
                        "-openings plies=0 -maxmoves 8 -rounds 2 -patience 3 -json");
    must(match.status == 0, "status %d: %s", match.status, match.err);
    char *good = strstr(match.out, "\"name\": \"good\"");
    must(good && strstr(good, "\"faults\": {}}"), "%s%s", match.out, match.err);
    must(strstr(match.out, "\"faults\": {\"protocol\": 4}}"), "%s%s", match.out, match.err);
    shell_check_none_left();
    shell_free(&match);
}
END_TEST

/* The match waits for who reads its trace, and the engines' clocks wait with it. */
START_TEST(a_slow_reader_costs_nobody_time)
{
    Shell match = shell("mkfifo $T/fifo; (exec 3<$T/fifo; sleep 4; cat <&3 >/dev/null) & "
                        "$BOOJUM match -engine cmd=$BOOJUM name=a -engine cmd=$BOOJUM name=b -each "
                        "st=0.05 timemargin=400 -variant chess -openings plies=0 -maxmoves 50 "
                        "-rounds 1 -debug -json 2>$T/fifo; status=$?; wait; exit $status");
    must(match.status == 0, "status %d: %s", match.status, match.err);
    must(count_text(match.out, "\"faults\": {}}") == 2, "%s", match.out);
    shell_free(&match);
}
END_TEST

/* Nor does it wait for ever for a reader who never comes. */
START_TEST(a_fifo_is_no_file)
{
    static const char *const places[] = {"stderr=$T/fifo", "name=a -pgnout $T/fifo"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        Shell match = shell("mkfifo $T/fifo; exec timeout 20 $BOOJUM match -engine cmd=$BOOJUM "
                            "name=b -each nodes=10 -engine cmd=$BOOJUM %s -variant chess -games 2",
                            places[i]);
        must(match.status != 0 && match.status != 124, "%s: status %d", places[i], match.status);
        must(strstr(match.err, "fifo: "), "%s: %s", places[i], match.err);
        shell_free(&match);
    }
}
END_TEST

/* It does not get ready for its second game, so loses that one only. */
START_TEST(unready_for_the_second_game)
{
    Shell match =
        shell("exec $BOOJUM match -engine cmd=\"" FAULTY "unready\" name=faulty nodes=50 "
              "-engine cmd=$BOOJUM nodes=50 -variant chess -openings plies=0 -maxmoves 16 "
              "-patience 1 -json");
    must(match.status == 0, "status %d: %s", match.status, match.err);
    must(strstr(match.out, "\"faults\": {\"start\": 1}}"), "%s", match.out);
    must(strstr(match.err, "game 2 (boojum vs faulty): Black is not ready to play: it does not "
                           "answer `isready` within 1 s"),
         "%s", match.err);
    shell_check_none_left();
    shell_free(&match);
}
END_TEST

/* A deadline from now on, or from a moment ago. */
static void must_wait(const Player *player, PlayerState state, int64_t wait_us)
{
    int64_t wait = player->deadline_us - now_us();
    must(player->state == state, "state %d, not %d", (int)player->state, (int)state);
    must(wait <= wait_us && wait > wait_us / 2, "%lld us to wait, not %lld", (long long)wait,
         (long long)wait_us);
}

/* What an answer may take is counted for each that is awaited: to `stop` little, then to `isready`
 * as much as ever, whichever was sent first. */
START_TEST(patience_after_a_stop)
{
    enum { PATIENCE_US = 60000000, STOP_PATIENCE_US = 2000000 };
    char program[] = "/bin/cat", uciok[] = "uciok", readyok[] = "readyok";
    char *arguments[] = {program, NULL};
    const EngineSpec spec = {.name = "cat", .arguments = arguments};
    const GameKind kind = {must_find_game("chess"), false};
    Guard guard;
    Error err;
    must(guard_start(&guard, &err), "%s", err.text);
    const ChildSetting setting = {.guard = &guard, .name = "cat"};
    Player *player = player_create(&spec, &kind, PATIENCE_US, &setting);
    player_new_game(player);
    must_wait(player, PLAYER_STARTING, PATIENCE_US);
    player_line(player, uciok, now_us());
    must_wait(player, PLAYER_GETTING_READY, PATIENCE_US);
    player_line(player, readyok, now_us());
    must_hold(player->state == PLAYER_READY && player->deadline_us == TIME_NEVER);
    for (int order = 0; order < 3; order++) {
        char bestmove[] = "bestmove e2e4", ready[] = "readyok";
        player_think(player, "startpos", " depth 1", TIME_NEVER);
        player_stop(player);
        must_wait(player, PLAYER_GETTING_READY, STOP_PATIENCE_US);
        if (order == 0) player_line(player, bestmove, now_us());
        if (order == 0) must_hold(player->deadline_us == TIME_NEVER);
        player_new_game(player);
        must_wait(player, PLAYER_GETTING_READY, order == 0 ? PATIENCE_US : STOP_PATIENCE_US);
        if (order == 1) player_line(player, bestmove, now_us());
        if (order == 1) must_wait(player, PLAYER_GETTING_READY, PATIENCE_US);
        player_line(player, ready, now_us());
        if (order == 2) must_wait(player, PLAYER_GETTING_READY, STOP_PATIENCE_US);
        if (order == 2) player_line(player, bestmove, now_us());
        must_hold(player->state == PLAYER_READY && player->deadline_us == TIME_NEVER);
    }
    player_destroy(player);
    guard_stop(&guard);
}
END_TEST

/* An engine that cannot play at all is no match: refused in one line. */
static const struct {
    const char *engine, *match; /* arguments */
    const char *error;
} unfit[] = {
    {FAULTY "no-variant", "-variant atomic",
     "it does not play atomic: it has no option UCI_Variant"},
    {FAULTY "no-variant", "-variant chess -frc",
     "it does not play Chess960: it has no option UCI_Chess960"},
    {FAULTY "variants 'var chess var xiangqi'", "-variant atomic",
     "it does not play atomic: its UCI_Variant does not list it"},
    {FAULTY "variants 'var atomic960 var chess'", "-variant atomic", "it does not play atomic"},
    {FAULTY "variants 'var xiangqi var shogi'", "-variant chess", "it does not play chess"},
    {"$T/garbage", "-variant chess", "it cannot be executed: not a program"},
};
enum { UNFIT_COUNT = sizeof unfit / sizeof *unfit };

START_TEST(an_unfit_engine)
{
    shell_write("garbage", "\x01\x02 this is no program\n");
    Shell match = shell("chmod +x $T/garbage; exec $BOOJUM match -engine cmd=\"%s\" name=faulty "
                        "-engine cmd=$BOOJUM -each nodes=50 %s -concurrency 2",
                        unfit[_i].engine, unfit[_i].match);
    must(match.status == 1 && count_text(match.err, "\n") == 1, "%d %s", match.status, match.err);
    must(!*match.out, "%s", match.out);
    must(begins_with(match.err, "boojum match: faulty: ") && strstr(match.err, unfit[_i].error),
         "%s", match.err);
    shell_check_none_left();
    shell_free(&match);
}
END_TEST

/* It is told the game in its own spelling. */
START_TEST(spellings_of_games)
{
    static const struct {
        const char *list, *match, *told;
    } rows[] = {
        {"var normal var atomic", "chess", "normal"},
        {"var standard", "chess", "standard"},
        {"var fischerandom var chess", "chess", "chess"},
        {"var chess960 var Atomic", "atomic", "Atomic"},
        {"var Atomic var atomic", "atomic", "atomic"},
        {"var atomic960", "atomic960", "atomic960"},
        {"var fischerandom", "chess960", "fischerandom"},
        {"var Looking-glass Alice var b", "lookingglass", "Looking-glass Alice"},
        {"", "alice", "alice"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char wanted[128];
        Shell match =
            shell("rm -f $T/log; exec $BOOJUM match -engine cmd=\"" FAULTY "variants '%s'\" "
                  "name=faulty -engine cmd=$BOOJUM -each nodes=50 -variant %s -games 1 -log "
                  "file=$T/log",
                  rows[i].list, rows[i].match);
        must(match.status == 0, "%s: %s", rows[i].list, match.err);
        char *log = shell_read("log");
        snprintf(wanted, sizeof wanted, ": setoption name UCI_Variant value %s\n", rows[i].told);
        must(strstr(log, wanted), "%s: %s", rows[i].list, log);
        free(log);
        shell_free(&match);
    }
}
END_TEST

/* What an engine has started ends with it, in whatever session it is, with or without a parent. */
START_TEST(no_stray_is_left)
{
    Shell match = shell("exec $BOOJUM match -engine cmd=\"" FAULTY "daemons\" restart=on -engine "
                        "cmd=$BOOJUM -each nodes=50 -variant chess -rounds 2 -maxmoves 4");
    must(match.status == 0 && !*match.err, "%d %s", match.status, match.err);
    must(shell_check_none_left() == 4 * 6, "not all processes were noted");
    shell_free(&match);
}
END_TEST

START_TEST(no_stray_is_left_by_a_killed_match)
{
    pid_t pid = shell_start("exec $BOOJUM match -engine cmd=\"" FAULTY "daemons\" -engine "
                            "cmd=$BOOJUM -each nodes=50 -variant chess -rounds 2000 "
                            "-maxmoves 4 -pgnout $T/out.pgn");
    for (bool played = false; !played; usleep(10000)) {
        char *pgn = shell_read("out.pgn");
        played = *pgn != '\0';
        free(pgn);
    }
    kill(pid, SIGKILL);
    shell_wait(pid);
    must(shell_check_none_left() == 6, "not all processes were noted");
}
END_TEST

/* Children from before the `exec` are not the match's, nor are their orphans, which it adopts. */
START_TEST(children_of_others_live_on)
{
    Shell match =
        shell("sleep 1000 & echo $! >>$T/mine; "
              "(sleep 1000 & echo $! >>$T/mine; until [ -s $FAULTY_PIDS ]; do sleep 0.01; done) & "
              "mkfifo $T/pipe; (cat <$T/pipe >$T/copy; mv $T/copy $T/copied) & "
              "exec $BOOJUM match -engine cmd=\"" FAULTY "daemons\" restart=on -engine cmd=$BOOJUM "
              "-each nodes=50 -variant chess -rounds 2 -maxmoves 4 -json >$T/pipe");
    int count = 0, alive = 0;
    char *mine = shell_read("mine"), *copied = shell_read("copied");
    for (char *pid = strtok(mine, "\n"); pid; pid = strtok(NULL, "\n"), count++) {
        alive += shell_is_alive(pid);
        kill((pid_t)atoi(pid), SIGKILL);
    }
    must(count == 2 && alive == 2, "of %d processes %d are alive", count, alive);
    for (; !*copied; usleep(10000), copied = shell_read("copied")) free(copied);
    must(match.status == 0 && !*match.err, "%d %s", match.status, match.err);
    must(strstr(copied, "\"games\": 4,"), "%s", copied);
    must(shell_check_none_left() == 4 * 6, "not all processes were noted");
    free(mine);
    free(copied);
    shell_free(&match);
}
END_TEST

/* After each game no orphan is left as a zombie, not even behind one that is not the match's. */
START_TEST(orphans_are_collected)
{
    Shell match = shell("%s exec $BOOJUM match -engine cmd=\"" FAULTY "orphans\" restart=%s "
                        "-engine cmd=$BOOJUM -each nodes=50 -variant chess -openings plies=0 "
                        "-rounds 2 -maxmoves 4",
                        _i & 1 ? "true &" : "", _i & 2 ? "on" : "off");
    char *played = shell_read("games"), *orphans = shell_read("orphans");
    char *uncollected = shell_read("uncollected");
    must(match.status == 0 && !*match.err, "%d %s", match.status, match.err);
    must(count_text(played, "\n") == 4, "%s", played);
    must(count_text(orphans, "\n") >= 4, "%s", orphans);
    must(!*uncollected, "of %s these are left: %s", orphans, uncollected);
    free(played);
    free(orphans);
    free(uncollected);
    shell_free(&match);
}
END_TEST

/* Both at fault: never a draw. */
START_TEST(two_faulty_engines)
{
    Shell match = shell("exec $BOOJUM match -engine cmd=\"" FAULTY "mute\" -engine cmd=\"" FAULTY
                        "mute\" -each nodes=50 -rounds 2 -concurrency 4 -patience 0.5 -json");
    must(match.status == 0, "status %d: %s", match.status, match.err);
    must(strstr(match.out, "\"draw\": 0}"), "%s", match.out);
    must(strstr(match.out, "\"games\": 4,"), "%s", match.out);
    shell_check_none_left();
    shell_free(&match);
}
END_TEST

/* Of each option one line, once. */
START_TEST(options_that_do_not_fit)
{
    static const struct {
        const char *option, *warning;
    } rows[] = {
        {"option.Nonsense=3", "warning: boojum has no option Nonsense\n"},
        {"option.Hash=16", ""},
        {"option.Hash=0", "warning: boojum Hash=0 is not from 1 to "},
        {"option.Hash=much", "warning: boojum Hash=much is not from 1 to "},
        {"\"option.FEN Style=wide\"", ""},
        {"\"option.FEN Style=bold\"", "warning: boojum FEN Style=bold is none of its values\n"},
        {"option.UCI_ShowWDL=maybe", "warning: boojum UCI_ShowWDL=maybe is neither true nor"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell match = shell("exec $BOOJUM match -engine cmd=$BOOJUM %s "
                            "-engine cmd=$BOOJUM -each nodes=5 -rounds 3 -maxmoves 16",
                            rows[i].option);
        must(match.status == 0, "status %d: %s", match.status, match.err);
        must(begins_with(match.err, rows[i].warning) &&
                 count_text(match.err, "\n") == (*rows[i].warning != '\0'),
             "%s: %s", rows[i].option, match.err);
        shell_free(&match);
    }
    Shell match = shell("exec $BOOJUM match -engine cmd=$BOOJUM option.Nonsense=3 option.Hash=0 "
                        "-engine cmd=$BOOJUM -each nodes=5 -rounds 3 -maxmoves 16");
    must(count_text(match.err, "\n") == 2, "%s", match.err);
    shell_free(&match);
}
END_TEST

Suite *match_faults_suite(void)
{
    Suite *suite = suite_create("match-faults");
    TCase *cases = tcase_create("faults");
    tcase_set_timeout(cases, 300);
    tcase_add_checked_fixture(cases, NULL, shell_clean_up);
    tcase_add_loop_test(cases, a_fault_loses, 0, FAULT_COUNT);
    tcase_add_test(cases, a_slow_reader_costs_nobody_time);
    tcase_add_test(cases, a_fifo_is_no_file);
    tcase_add_test(cases, the_other_one_does_not_think_on);
    tcase_add_test(cases, unready_for_the_second_game);
    tcase_add_test(cases, patience_after_a_stop);
    tcase_add_loop_test(cases, an_unfit_engine, 0, UNFIT_COUNT);
    tcase_add_test(cases, spellings_of_games);
    tcase_add_test(cases, no_stray_is_left);
    tcase_add_test(cases, no_stray_is_left_by_a_killed_match);
    tcase_add_test(cases, children_of_others_live_on);
    tcase_add_loop_test(cases, orphans_are_collected, 0, 4);
    tcase_add_test(cases, two_faulty_engines);
    tcase_add_test(cases, options_that_do_not_fit);
    suite_add_tcase(suite, cases);
    return suite;
}
