/* `boojum match`, run as a program. Faulty engines are in test_match_faults.c. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/prng.h"
#include "rules/fen.h"
#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/files.h"
#include "talk/pgn_read.h"
#include "uci_driver.h"

#define TWO "-engine cmd=$BOOJUM name=A -engine cmd=$BOOJUM name=B "

/* ---- reading what it wrote ---- */

enum { GAMES_MAX = 400 };

/* The games of a PGN file of the test, by their Round; each may be there once. Returns how many. */
static int read_games(const char *name, const Game *usual, PgnGame list[GAMES_MAX])
{
    char *text = shell_read(name);
    int count = 0;
    memset(list, 0, GAMES_MAX * sizeof *list);
    FILE *in = *text ? fmemopen(text, strlen(text), "r") : NULL;
    PgnReader reader = {.in = in, .path = name, .usual = usual};
    PgnGame game = {0};
    Error err = {""};
    while (in && pgn_read(&reader, &game, &err)) {
        int round = atoi(pgn_tag(&game, "Round"));
        must(round >= 1 && round < GAMES_MAX, "round %d", round);
        must(list[round].tags == NULL, "round %d is there twice", round);
        must(game.result != RESULT_NONE, "round %d has no result", round);
        list[round] = game;
        count++;
    }
    must(!*err.text, "%s", err.text);
    pgn_game_free(&game);
    if (in) fclose(in);
    free(text);
    return count;
}

static void free_games(PgnGame list[GAMES_MAX])
{
    for (int i = 0; i < GAMES_MAX; i++) pgn_game_free(&list[i]);
}

static bool same_tag(const PgnGame *a, const char *name, const PgnGame *b, const char *other)
{
    const char *one = pgn_tag(a, name), *two = pgn_tag(b, other);
    return one && two && strcmp(one, two) == 0;
}

/* A number in the JSON, behind the first `"name": ` after `from`; -1 if there is none. */
static double number_in(const char *json, const char *from, const char *name)
{
    char key[64];
    const char *at = strstr(json, from);
    snprintf(key, sizeof key, "\"%s\": ", name);
    at = at ? strstr(at, key) : NULL;
    return at ? strtod(at + strlen(key), NULL) : -1;
}

/* ---- the games ---- */

static const char *const kinds[] = {
    "-variant aliceatomic", "-variant alice", "-variant lookingglass", "-variant msalice",
    "-variant atomic",      "-variant chess", "-variant chess -frc",   "-variant aliceatomic -frc",
    "-variant atomic960"};
enum { KIND_NAMES = sizeof kinds / sizeof *kinds };

START_TEST(openings_twice_with_colours_swapped)
{
    static PgnGame list[GAMES_MAX];
    Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 %s -rounds 6 -concurrency 3 -seed 3 "
                      "-pgnout $T/out.pgn -maxmoves 40 -json",
                      kinds[_i]);
    must(run.status == 0 && !*run.err, "%s%s", run.out, run.err);
    int count = read_games("out.pgn", must_find_game("chess"), list);
    must(count == 12 && number_in(run.out, "{", "games") == 12, "%d games\n%s", count, run.out);
    for (int i = 1; i <= 12; i += 2) {
        must(list[i].start.key == list[i + 1].start.key, "%d and %d begin otherwise", i, i + 1);
        must(same_tag(&list[i], "White", &list[i + 1], "Black") &&
                 same_tag(&list[i], "Black", &list[i + 1], "White"),
             "%d and %d: the colours", i, i + 1);
        must(i == 1 || list[i].start.key != list[i - 2].start.key, "%d: an opening again", i);
    }
    free_games(list);
    shell_free(&run);
}
END_TEST

/* However many games at a time, and in however many sittings. */
START_TEST(the_same_seed_gives_the_same_games)
{
    static PgnGame one[GAMES_MAX], two[GAMES_MAX];
    Shell run =
        shell("exec $BOOJUM match " TWO "-each nodes=60 -rounds 8 -seed 11 -pgnout $T/1.pgn "
              "-maxmoves 60");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=60 -rounds 8 -seed 11 -pgnout $T/2.pgn "
                "-maxmoves 60 -concurrency 4");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
    must_hold(read_games("1.pgn", &games[0], one) == 16);
    must_hold(read_games("2.pgn", &games[0], two) == 16);
    for (int i = 1; i <= 16; i++) {
        must(one[i].move_count == two[i].move_count && one[i].start.key == two[i].start.key,
             "game %d is another", i);
        for (size_t k = 0; k < one[i].move_count; k++)
            must(one[i].moves[k].move == two[i].moves[k].move, "game %d, ply %zu", i, k);
    }
    free_games(one);
    free_games(two);
}
END_TEST

START_TEST(openings_from_files)
{
    static PgnGame list[GAMES_MAX];
    shell_write("book.epd", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"one\";\n"
                            "# two\n"
                            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"
                            "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1\n");
    static const char moved[] = {'e', 'd', 'c'};
    Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 -variant chess -rounds 4 "
                      "-openings file=$T/book.epd start=2 -pgnout $T/out.pgn -maxmoves 10");
    must(run.status == 0, "%s", run.err);
    must_hold(read_games("out.pgn", must_find_game("chess"), list) == 8);
    for (int i = 1; i <= 8; i++) /* the second, the third, the first, the second */
        must(list[i].start.men[square_at(moved[((i - 1) / 2 + 1) % 3] - 'a', 3)] != NO_MAN,
             "game %d", i);
    free_games(list);
    shell_free(&run);

    shell_write("book.pgn", "[Event \"1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n"
                            "[Event \"bad\"]\n\n1. e4 -- 2. d4 1/2\n\n"
                            "[Event \"2\"]\n\n1. d4 {x} d5 (1... Nf6) 2. c4 *\n\n");
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -variant chess -rounds 2 "
                "-openings file=$T/book.pgn plies=3 -pgnout $T/out2.pgn -maxmoves 10");
    must(run.status == 0 && count_text(run.err, "\n") == 1 &&
             strstr(run.err, "book.pgn, line 7: ") && strstr(run.err, "this game is left out"),
         "%s", run.err);
    must_hold(read_games("out2.pgn", must_find_game("chess"), list) == 4);
    for (int i = 1; i <= 4; i++) {
        const PgnGame *game = &list[i];
        must_hold(pgn_tag(game, "FEN") == NULL && game->move_count > 3);
        must(move_to(game->moves[2].move) == square_at(i <= 2 ? 5 : 2, i <= 2 ? 2 : 3), "game %d",
             i);
        ck_assert_pstr_eq(game->moves[2].notes, "{book}");
        must_hold(strcmp(game->moves[3].notes, "{book}") != 0);
    }
    free_games(list);
    shell_free(&run);
}
END_TEST

/* The name of a file says what it is, however its end is written. */
START_TEST(formats_by_name)
{
    static const struct {
        const char *path;
        bool pgn;
    } rows[] = {{"x.pgn", true},  {"/a.b/x.PGN", true}, {"x.Pgn", true}, {".pgn", true},
                {"x.epd", false}, {"x.pgn.epd", false}, {"xpgn", false}, {"pgn", false},
                {"", false},      {"x.pgn ", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        must(is_pgn_path(rows[i].path) == rows[i].pgn, "%s", rows[i].path);
    shell_write("BOOK.PGN", "[Event \"1\"]\n\n1. e4 e5 *\n");
    Shell run = shell("$BOOJUM match " TWO "-each nodes=1 -variant chess -rounds 1 -openings "
                      "file=$T/BOOK.PGN -maxmoves 3 && $BOOJUM analyse $T/BOOK.PGN -d 1");
    must(run.status == 0 && strstr(run.out, "[Event \"1\"]"), "%s", run.err);
    shell_free(&run);
}
END_TEST

START_TEST(random_order_by_seed)
{
    static PgnGame one[GAMES_MAX], two[GAMES_MAX], three[GAMES_MAX];
    int same = 0;
    Shell run =
        shell("set -e; $BOOJUM openings --variant alice --count 50 --seed 2 > $T/book.epd\n"
              "for i in 1 2 3; do\n"
              "    $BOOJUM match " TWO
              "-each nodes=1 -variant alice -rounds 50 -maxmoves 1 -concurrency 2 "
              "    -openings file=$T/book.epd order=random -seed $((i / 2)) -pgnout $T/$i.pgn\n"
              "done");
    must(run.status == 0, "%s", run.err);
    must_hold(read_games("1.pgn", &games[0], one) == 100);
    must_hold(read_games("2.pgn", &games[0], two) == 100);
    must_hold(read_games("3.pgn", &games[0], three) == 100);
    for (int i = 1; i <= 100; i++) {
        for (int k = 1; k <= 100; k++) /* each opening comes once */
            must_hold((one[i].start.key == one[k].start.key) == ((i - 1) / 2 == (k - 1) / 2));
        must_hold(two[i].start.key == three[i].start.key);
        same += one[i].start.key == two[i].start.key;
    }
    must(same < 20, "the seed does not matter");
    free_games(one);
    free_games(two);
    free_games(three);
    shell_free(&run);
}
END_TEST

START_TEST(tournaments)
{
    Shell run = shell("exec $BOOJUM match " TWO "-engine cmd=$BOOJUM name=C -engine cmd=$BOOJUM "
                      "-each depth=1 -rounds 2 -concurrency 2 -maxmoves 20 -json");
    must(run.status == 0, "%s", run.err);
    must(number_in(run.out, "{", "games") == 24, "%s", run.out);
    must_hold(count_text(run.out, "\"first\"") == 6);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-engine cmd=$BOOJUM name=C -engine cmd=$BOOJUM "
                "-each depth=1 -rounds 2 -maxmoves 20 -tournament gauntlet");
    must(run.status == 0, "%s", run.err);
    must(begins_with(run.out, "Rank Name ") && count_text(run.out, "Score of A vs ") == 3 &&
             count_text(run.out, "Score of ") == 3,
         "%s", run.out);
    shell_free(&run);
}
END_TEST

START_TEST(sprt_ends_a_match)
{
    Shell run =
        shell("exec $BOOJUM match -engine cmd=$BOOJUM name=A nodes=3000 -engine cmd=$BOOJUM "
              "name=B nodes=10 -concurrency 2 -sprt elo0=0 elo1=100 -json -variant alice");
    must(run.status == 0, "%s", run.err);
    must(strstr(run.out, "\"accepted\": \"H1\"}"), "%s", run.out);
    must(number_in(run.out, "{", "games") < 200, "%s", run.out);
    must(number_in(run.out, "sprt", "llr") >= number_in(run.out, "sprt", "upper_bound"), "%s",
         run.out);
    shell_free(&run);
    run = shell("exec $BOOJUM match -engine cmd=$BOOJUM name=A nodes=10 -engine cmd=$BOOJUM name=B "
                "nodes=3000 -concurrency 2 -sprt elo0=0 elo1=100 -variant alice");
    must(strstr(run.out, "elo0 0, elo1 100 - H0 was accepted\n"), "%s", run.out);
    must(begins_with(run.out, "Score of A vs B: "), "%s", run.out);
    shell_free(&run);
}
END_TEST

/* Without pairs single games are counted. */
START_TEST(sprt_without_pairs)
{
    static const char *const arguments[] = {"-games 1", "-repeat 1"};
    for (int i = 0; i < 2; i++) {
        Shell run = shell("exec $BOOJUM match -engine cmd=$BOOJUM name=A nodes=3000 -engine "
                          "cmd=$BOOJUM name=B nodes=10 -concurrency 2 -sprt elo0=0 elo1=100 -json "
                          "-variant alice %s -pgnout $T/out%d.pgn",
                          arguments[i], i);
        must(run.status == 0 && strstr(run.out, "\"accepted\": \"H1\"}"), "%s", run.out);
        must(number_in(run.out, "{", "games") < 200, "%s", run.out);
        must(!strstr(run.out, "pentanomial"), "%s", run.out);
        shell_free(&run);
    }
}
END_TEST

/* However few games have been played, no nan. */
START_TEST(nothing_is_nan)
{
    static const char *const arguments[] = {"-games 1", "-games 2", "-games 3", "-maxmoves 2"};
    for (int i = 0; i < 4; i++) {
        Shell run = shell("exec $BOOJUM match -engine cmd=$BOOJUM name=X nodes=500 -engine "
                          "cmd=$BOOJUM name=Y nodes=1 %s%s -each depth=99 %s -variant atomic "
                          "-ratinginterval 1",
                          i % 2 ? "-engine cmd=$BOOJUM nodes=1 " : "",
                          i == 0 ? "-sprt elo0=0 elo1=5 -rounds 2" : "", arguments[i]);
        must(run.status == 0 && strstr(run.out, "Score of X vs Y"), "%s", run.err);
        must(!strstr(run.out, "nan"), "%s", run.out);
        shell_free(&run);
    }
}
END_TEST

/* ---- the engines ---- */

START_TEST(restarting)
{
    Shell run =
        shell("exec $BOOJUM match -engine cmd=\"$TESTS/engines/faulty.sh ok\" name=A restart=on "
              "-engine cmd=$BOOJUM name=B -each nodes=5 -rounds 2 -maxmoves 4");
    must(run.status == 0 && !*run.err, "%s", run.err);
    must(shell_check_none_left() == 8, "not one process (and its child) a game");
    shell_free(&run);
    run = shell("rm $T/pids; exec $BOOJUM match -engine cmd=\"$TESTS/engines/faulty.sh ok\" name=A "
                "-engine cmd=$BOOJUM name=B -each nodes=5 -rounds 2 -maxmoves 4");
    must(run.status == 0 && !*run.err, "%s", run.err);
    must(shell_check_none_left() == 2, "not one process for all games");
    shell_free(&run);
}
END_TEST

START_TEST(arguments_directories_and_logs)
{
    shell_write("engine.sh", "#!/bin/sh\n"
                             "printf '%s|' \"$PWD\" \"$@\" >&2\n"
                             "exec \"$BOOJUM\"\n");
    Shell run =
        shell("set -e; mkdir -p \"$T/a dir\"; mv $T/engine.sh \"$T/a dir\"; "
              "chmod +x \"$T/a dir/engine.sh\"\n"
              "exec $BOOJUM match -engine cmd=\"./engine.sh one 'two three'\" \"dir=$T/a dir\" "
              "arg=\"four  five\" stderr=$T/log name=A -engine cmd=$BOOJUM -each nodes=5 "
              "-maxmoves 2 -games 1");
    must(run.status == 0 && !*run.err, "%s", run.err);
    char *log = shell_read("log"), wanted[256];
    snprintf(wanted, sizeof wanted, "%s/a dir|one|two three|four  five|", shell_directory());
    ck_assert_str_eq(log, wanted);
    free(log);
    shell_free(&run);
}
END_TEST

/* The match's descriptors: its engines' limit is not below its own, and the process that outlives
 * it holds nothing of its caller's. */
START_TEST(descriptors)
{
    shell_write("look.sh", "#!/bin/sh\n"
                           "read -r guard rest </proc/$PPID/task/$PPID/children\n"
                           "ls /proc/$guard/fd | wc -l >$T/held\n"
                           "ulimit -Sn >$T/limit\n"
                           "exec $BOOJUM\n");
    Shell run = shell("chmod +x $T/look.sh; ulimit -Sn $(ulimit -Hn) && ulimit -Sn && "
                      "exec bash -c 'exec 300</dev/null; exec $BOOJUM match -engine cmd=$T/look.sh "
                      "-engine cmd=$BOOJUM -each nodes=5 -games 1 -maxmoves 2 >&2'");
    must(run.status == 0, "%s", run.err);
    char *held = shell_read("held"), *limit = shell_read("limit");
    ck_assert_str_eq(held, "1\n");
    ck_assert_str_eq(limit, run.out);
    free(held);
    free(limit);
    shell_free(&run);
}
END_TEST

/* Options reach the engine, and the game and its clock do. */
START_TEST(what_an_engine_is_told)
{
    shell_write("tee.sh", "#!/bin/sh\nexec tee -a $T/told | $BOOJUM\n");
    Shell run =
        shell("chmod +x $T/tee.sh; exec $BOOJUM match -engine cmd=$T/tee.sh name=A "
              "\"option.Move Overhead=7\" tc=40/60+0.5 -engine cmd=$BOOJUM name=B st=1 depth=1 "
              "-each depth=2 -variant alice -frc -games 1 -maxmoves 8 -seed 1");
    must(run.status == 0 && !*run.err, "%s", run.err);
    char *told = shell_read("told");
    must(begins_with(told, "uci\nsetoption name Move Overhead value 7\n"
                           "setoption name UCI_Variant value alice\n"
                           "setoption name UCI_Chess960 value true\n"
                           "ucinewgame\nisready\nposition fen "),
         "%s", told);
    must(strstr(told, "\ngo wtime 60000 btime 86400000 winc 500 movestogo 40 depth 2\n"), "%s",
         told);
    must(strstr(told, " movestogo 39 depth 2\n") && strstr(told, "\nquit\n"), "%s", told);
    free(told);
    shell_free(&run);
}
END_TEST

/* What users of other match programs type. */
START_TEST(other_programs_spellings)
{
    Shell run = shell("exec $BOOJUM match " TWO "-each tc=0/1+0.01 whitepov proto=uci ponder=false "
                      "-openings policy=default -outcomeinterval 5 -autosaveinterval 0 -report "
                      "penta=true -sprt elo0=0 elo1=5 model=logistic -recover -wait 5 -maxmoves 2 "
                      "-rounds 1 -pgnout file=$T/out.pgn min fi -log file=$T/log level=trace "
                      "-scoreinterval 10 --concurrency 1");
    must(run.status == 0 && !*run.err, "%s", run.err);
    char *pgn = shell_read("out.pgn"), *log = shell_read("log");
    must(count_text(pgn, "[Event ") == 2 && !strchr(pgn, '{') && !strstr(pgn, "Termination"), "%s",
         pgn);
    must_hold(count_text(log, "): uci\n") == 2 && count_text(log, "): uciok\n") == 2);
    must_hold(strstr(log, " >A(") && strstr(log, " <B(") && strstr(log, ": bestmove "));
    free(pgn);
    free(log);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 2 -debug -concurrency 2");
    must_hold(run.status == 0 && count_text(run.err, "): ucinewgame\n") == 4);
    must(begins_with(run.out, "Score of "), "%s", run.out);
    shell_free(&run);
}
END_TEST

/* Is the text UTF-8? By iconv, which is none of ours. */
START_TEST(json_is_utf8)
{
    static const char *const rows[] = {"plain",    "\u00e9\u20ac\U0001f600", "\xe9t\xe9",
                                       "\xc3",     "\xed\xa0\x80",           "\xf4\x90\x80\x80",
                                       "\xc0\xaf", "\xe0\x80\xaf",           "a\tb\"c\\\\d",
                                       "\xff\xfe"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell run = shell("$BOOJUM match -engine cmd=$BOOJUM name='%s' -engine cmd=$BOOJUM name=B "
                          "-each nodes=1 -games 1 -maxmoves 1 -json > $T/json && "
                          "iconv -f UTF-8 -t UTF-16 $T/json > $T/utf16",
                          rows[i]);
        must(run.status == 0, "row %zu: %s", i, run.err);
        char *json = shell_read("json");
        must(strstr(json, "\ufffd") == NULL && (i < 2) == (strstr(json, rows[i]) != NULL) &&
                 (i < 2 || i == 8) == (strstr(json, "\\ufffd") == NULL),
             "row %zu: %s", i, json);
        free(json);
        shell_free(&run);
    }
}
END_TEST

START_TEST(names_are_apart)
{
    static const struct {
        const char *given, *wanted;
    } rows[] = {
        {"a|a|a 2", "a|a 3|a 2"},           {"a|a|a", "a|a 2|a 3"},
        {"a 2|a|a", "a 2|a|a 3"},           {"a|a 2|a", "a|a 2|a 3"},
        {"a|a|a 2|a 2", "a|a 3|a 2|a 2 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell run =
            shell("NAMES='%s'; IFS='|'; set --; for name in $NAMES; do set -- \"$@\" -engine "
                  "cmd=$BOOJUM name=\"$name\"; done; $BOOJUM match \"$@\" -each nodes=1 -games 1 "
                  "-maxmoves 1 -json | sed -n 's/.*\"name\": \"\\([^\"]*\\)\".*/\\1/p' | "
                  "paste -s -d '|' | tr -d '\\n'",
                  rows[i].given);
        ck_assert_str_eq(run.out, rows[i].wanted);
        shell_free(&run);
    }
}
END_TEST

/* An engine that thinks 0.2 of its 0.5 seconds does not lose because the match was stopped for
 * longer than that. */
START_TEST(stopped_and_continued)
{
    shell_write("slow.sh", "#!/bin/sh\n"
                           "while read -r line; do\n"
                           "    case $line in go*) sleep 0.2 ;; esac\n"
                           "    echo \"$line\"\n"
                           "done | $BOOJUM\n");
    pid_t pid = shell_start("chmod +x $T/slow.sh; exec $BOOJUM match -engine cmd=$T/slow.sh name=A "
                            "-engine cmd=$BOOJUM name=B nodes=5 -each st=1 timemargin=500 "
                            "-games 1 -maxmoves 4 -variant chess -openings plies=0 -pgnout "
                            "$T/out.pgn -json");
    for (int i = 0; i < 3; i++) {
        usleep(300000);
        kill(pid, SIGSTOP);
        usleep(2000000);
        kill(pid, SIGCONT);
    }
    must_hold(shell_wait(pid) == 0);
    char *out = shell_read("out");
    must(count_text(out, "\"faults\": {}") == 2, "%s", out);
    free(out);
}
END_TEST

/* With an engine that answers at once: what the referee itself takes. Measured, not asserted; 200 a
 * second are promised, thousands usual. */
START_TEST(little_overhead)
{
    long long start = uci_now_ms();
    Shell run = shell("exec $BOOJUM match " TWO "-each depth=1 -variant chess -rounds 20 -json");
    double seconds = (double)(uci_now_ms() - start) / 1000;
    must(run.status == 0, "%s", run.err);
    double plies = number_in(run.out, "{", "plies");
    must(plies > 500, "%s", run.out);
    printf("match: %.0f moves a second with engines that answer at once\n", plies / seconds);
    shell_free(&run);
}
END_TEST

/* ---- interrupted and resumed ---- */

/* The engines' processes are noted by the faulty engine without a fault. */
#define RESUMED                                                                                    \
    "exec $BOOJUM match -engine cmd=\"$TESTS/engines/faulty.sh ok\" name=A -engine cmd=$BOOJUM "   \
    "name=B "                                                                                      \
    "-each nodes=5 -variant atomic -rounds 120 -concurrency 3 -maxmoves 12 -pgnout $T/out.pgn "    \
    "-resume "

/* Every planned game once, each pair with one opening. */
static void check_resumed(int wanted)
{
    static PgnGame list[GAMES_MAX];
    int count = read_games("out.pgn", must_find_game("atomic"), list);
    must(count == wanted, "%d games", count);
    for (int i = 1; i <= wanted; i += 2)
        must(list[i].start.key == list[i + 1].start.key &&
                 (i == 1 || list[i].start.key != list[i - 2].start.key),
             "the openings of games %d and %d", i, i + 1);
    free_games(list);
    char *state = shell_read("out.pgn.state");
    must(count_text(state, "\ngame ") - count_text(state, "\nvoid ") == wanted, "%s", state);
    free(state);
}

static void wait_for_game(void)
{
    long long deadline = uci_now_ms() + UCI_PATIENCE_MS;
    for (bool played = false; !played; usleep(10000)) {
        char *state = shell_read("out.pgn.state");
        played = strstr(state, "\ngame ") != NULL;
        free(state);
        must(uci_now_ms() < deadline, "no game is played");
    }
}

START_TEST(killed_twenty_times)
{
    Prng prng = {(uint64_t)getpid()};
    int kills = 0;
    while (kills < 20) {
        pid_t pid = shell_start(RESUMED);
        usleep((unsigned)(20000 + prng_below(&prng, 80000)));
        kill(pid, SIGKILL); /* the match alone; not the group of its shell and engines */
        int status = shell_wait(pid);
        char *err = shell_read("err");
        must(!*err, "%s", err); /* nothing that it left behind holds the files */
        free(err);
        if (status == 0) break;
        kills++;
    }
    must(kills >= 10, "only %d kills before the end", kills); /* a very fast machine */
    Shell run = shell(RESUMED "-json");
    must(run.status == 0 && !*run.err, "%s", run.err);
    must(number_in(run.out, "{", "games") == 240, "%s", run.out);
    check_resumed(240);
    must(shell_check_none_left() > 20, "no process was noted");
    /* Once more: there is nothing left to play. */
    Shell again = shell(RESUMED "-json");
    must(again.status == 0, "%s", again.err);
    ck_assert_str_eq(again.out, run.out);
    check_resumed(240);
    shell_free(&again);
    shell_free(&run);
}
END_TEST

START_TEST(interrupted)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    pid_t pid = shell_start(RESUMED);
    wait_for_game();
    kill(pid, signals[_i]);
    must_hold(shell_wait(pid) == 130);
    char *out = shell_read("out"), *err = shell_read("err");
    must(begins_with(out, "Score of A vs B: "), "%s", out);
    must(strstr(err, "boojum match: interrupted after ") && strstr(err, "; -resume goes on\n"),
         "%s", err);
    must_hold(shell_check_none_left() > 0);
    free(out);
    free(err);
    Shell run = shell(RESUMED);
    must(run.status == 0, "%s", run.err);
    check_resumed(240);
    shell_free(&run);
}
END_TEST

#define UNLIKE "does not belong there: it is not written like that"
/* sed: another part of game 2 */
#define GAME_2(part, other) "/^game 2 /s/" part "/" other "/"

/* An older PGN stays in front; another match, or a damaged state, is refused and nothing is
 * changed. */
START_TEST(resume_is_careful)
{
    static const struct {
        const char *change;    /* sed on the state file */
        const char *arguments; /* or others */
        const char *error;
    } rows[] = {
        {"", "-variant alice -rounds 2",
         "it says `variant aliceatomic`, this one is `variant alice`"},
        {"", "-rounds 2 -resign movecount=3 score=500", "is of another match"},
        {"", "-rounds 2 -each initstr=x", "is of another match"},
        {"", "-rounds 2 -seed 5", "the seed is another one"},
        {"s/^game 2 .*/game 2 1-0 nonsense/", "-rounds 2", "does not belong there"},
        {"s/^game 2 /game 1 /", "-rounds 2", "game 1 is there twice"},
        {"s/^saved .*/saved 99/", "-rounds 2", "there are not so many games"},
        {"s/^opening 1 /opening 2 /", "-rounds 2", "line 10: `opening 2 "},
        {"s/^opening 1 \\([0-9]*\\) .*/opening 1 \\1 8/", "-rounds 2", "this is no position"},
        {"s/match state/x/", "-rounds 2", "is not the state of a match"},
        {"s/match state 3/match state 2/", "-rounds 2", "not the state of a match of this version"},
        {"s/^unread/lint 3 lines 4/", "-rounds 2", "there is no such engine"},
        {"s/^unread/lint 1 lines 4 bestmove/", "-rounds 2", "it is not written like that"},
        {"s/^unread/lint 1 lines 4 worstmove 3/", "-rounds 2", "there is no such finding"},
        /* Numbers that are none, too large, or not as they are written. */
        {"s/^game 2 /game 99 /", "-rounds 2",
         "game 99 has been played, but -rounds 2 ends with game 4"},
        {"s/^game 2 /game 0 /", "-rounds 2", "the first game is number 1"},
        {"s/^game 2 /game -2 /", "-rounds 2", "the first game is number 1"},
        {"s/^game 2 /game 99999999999999999999 /", "-rounds 2", UNLIKE},
        {"s/^game 2 /game 18446744073709551618 /", "-rounds 2", UNLIKE},
        {"s/^game 2 /game -9223372036854775808 /", "-rounds 2", "the first game is number 1"},
        {"s/^game 2 /game 02 /", "-rounds 2", UNLIKE},
        {GAME_2("6", "-6"), "-rounds 2", UNLIKE},
        {GAME_2("6", "4294967302"), "-rounds 2", "so many moves are more than its PGN"},
        {GAME_2("[0-9]* [0-9]* [0-9a-f]*$", "-1 9 ff"), "-rounds 2", "no PGN is there"},
        {GAME_2("[0-9]* [0-9]* [0-9a-f]*$", "9223372036854775807 9 ff"), "-rounds 2", "no PGN is"},
        {GAME_2("[0-9]* [0-9]* [0-9a-f]*$", "30 67108865 ff"), "-rounds 2", "no PGN is there"},
        {GAME_2("[0-9]* [0-9]* [0-9a-f]*$", "30 99999999999999999999 ff"), "-rounds 2", UNLIKE},
        {GAME_2("[0-9]* [0-9]* [0-9a-f]*$", "30 400 ff"), "-rounds 2", "in the place of another"},
        {GAME_2("[0-9]* [0-9a-f]*$", "40 ff"), "-rounds 2",
         "game 2 is not in it as it was written (line 1"},
        {"s/^\\(game 2 .*\\)/\\1 1/", "-rounds 2", UNLIKE},
        {"s/^\\(game 2 .*\\)/\\1\\n\\1/", "-rounds 2", "game 2 is in the place of another"},
        {"s/^\\(opening 1 .*\\)/\\1\\n\\1/", "-rounds 2", "it is not the next one"},
        {"s/^opening 1 /opening 1 9/", "-rounds 2", UNLIKE},
        {"s/^saved .*/saved -1/", "-rounds 2", UNLIKE},
        {"$ a saved 1", "-rounds 2", "more were saved before"},
        {"$ a void 2", "-rounds 2", "no game that was not saved has this number"},
        {"/^saved/d; s/^finished/void 2\\nvoid 2/", "-rounds 2",
         "no game that was not saved has this number"},
        {"s/^finished/void 18446744073709551618/", "-rounds 2", UNLIKE},
        {"s/^seed 4/seed 18446744073709551620/", "-rounds 2", "line 9: the seed is missing"},
        {"/^seed/d", "-rounds 2", "line 9: the seed is missing"},
        {"s/^unread/lint 1 lines -4/", "-rounds 2", UNLIKE},
        {"s/^unread/lint 1 lines 4 syntax -1/", "-rounds 2", UNLIKE},
        {"s/^unread/lint 1 lines 4 syntax 1 syntax 1/", "-rounds 2", UNLIKE},
        {"s/^unread/lint 1 lines 99999999999999999999/", "-rounds 2", UNLIKE},
        /* Zero bytes hide nothing. */
        {"s/^seed/\\x00seed/", "-rounds 2", "line 9: the seed is missing"},
        {"s/^game 2/\\x00game 2/", "-rounds 2", "there are zero bytes"},
        {"s/^game 1/\\x00game 1/; /^finished/d", "-rounds 2", "line 12: there are zero bytes"},
    };
    shell_write("out.pgn", "[Event \"older\"]\n\n*\n\n");
    Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -rounds 1 -seed 4 "
                      "-pgnout $T/out.pgn");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run = shell(
            "cp $T/out.pgn $T/pgn.copy; cp $T/out.pgn.state $T/state.copy; "
            "sed -i '%s' $T/out.pgn.state; cp $T/out.pgn.state $T/state.changed\n"
            "$BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -pgnout $T/out.pgn -resume %s; "
            "status=$?; cmp $T/out.pgn $T/pgn.copy >&2; cmp $T/out.pgn.state $T/state.changed "
            ">&2; cp $T/state.copy $T/out.pgn.state; exit $status",
            rows[i].change, rows[i].arguments);
        must(run.status == 1 && strstr(run.err, rows[i].error) && count_text(run.err, "\n") == 1,
             "row %zu: %d %s", i, run.status, run.err);
        shell_free(&run);
    }
    /* More rounds may be added. */
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -pgnout $T/out.pgn -resume "
                "-rounds 3 -json");
    must(run.status == 0 && number_in(run.out, "{", "games") == 6, "%s%s", run.err, run.out);
    must(number_in(run.out, "{", "seed") == 4, "%s", run.out);
    char *pgn = shell_read("out.pgn");
    must(begins_with(pgn, "[Event \"older\"]\n\n*\n\n[Event \"Boojum match\"]") &&
             count_text(pgn, "[Event ") == 7,
         "%s", pgn);
    free(pgn);
    shell_free(&run);
    /* Those that were played cannot be taken back. */
    run = shell("cp $T/out.pgn.state $T/state.copy; "
                "$BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -pgnout $T/out.pgn -resume "
                "-rounds 2; status=$?; cmp $T/out.pgn.state $T/state.copy >&2; exit $status");
    must(run.status == 1 && count_text(run.err, "\n") == 1 &&
             strstr(run.err, "out.pgn.state, line ") &&
             strstr(run.err, ": game 5 has been played, but -rounds 2 ends with game 4"),
         "%d %s", run.status, run.err);
    shell_free(&run);
}
END_TEST

/* However far on two lines differ, the refusal shows where. */
START_TEST(another_match_shows_the_difference)
{
    static const char *const rows[][3] = {
        /* what is in both, and what differs */
        {"", "1", "2"},
        {"a word or two and many more than fit into a line of an error ", "1", "2"},
        {"a-single-word-of-more-bytes-than-fit-into-a-line-of-an-error-and-yet-more", "1", "2"},
        {"a word or two and many more than fit into a line of an error ", "1", "1 more"},
        {"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9",
         "\u00e9", "\u00e8"},
        {"\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac", "1", "2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *one = rows[i][1], *two = rows[i][2];
        char its[64], ours[64];
        snprintf(its, sizeof its, "%s`, this one is `", one);
        snprintf(ours, sizeof ours, "%s`\n", two);
        Shell run =
            shell("rm -f $T/state; for last in '%s' '%s'; do $BOOJUM match " TWO
                  "-each nodes=1 initstr=\"%s$last\" -maxmoves 1 -state $T/state -resume; done",
                  one, two, rows[i][0]);
        const char *shown = strstr(run.err, its);
        must(run.status == 1 && shown && strstr(shown, ours) && !strstr(run.err, "?") &&
                 count_text(run.err, "\n") == 1,
             "row %zu: %d %s", i, run.status, run.err);
        must(count_text(run.err, "`...") == 2, "row %zu: %s", i, run.err);
        shell_free(&run);
    }
}
END_TEST

#define OTHERS_GAME "[Event \"other\"]\\n[Round \"2\"]\\n\\n1. e4 *\\n\\n"

/* What happens to the files between two sittings of a match. `kill` makes of the state one that was
 * left when the match was killed while it wrote the last game. */
#define KILL "sed -i '/^saved/d;/^finished/d' $T/out.pgn.state"
static const struct {
    const char *happening;
    const char *error; /* or NULL: it goes on */
    int others;        /* games in the PGN that are not ours */
} sittings[] = {
    {"printf '" OTHERS_GAME "' >> $T/out.pgn", NULL, 1},
    {"printf '" OTHERS_GAME "' >> $T/out.pgn; " KILL, NULL, 1},
    {"printf '1. e4 *' >> $T/out.pgn", NULL, 0},
    {KILL "; truncate -s -20 $T/out.pgn", NULL, 0},
    {KILL "; truncate -s -20 $T/out.pgn; printf '" OTHERS_GAME "' >> $T/out.pgn", NULL, 1},
    {KILL "; truncate -s $SECOND $T/out.pgn", NULL, 0},
    {KILL "; truncate -s $SECOND $T/out.pgn; printf '" OTHERS_GAME "' >> $T/out.pgn", NULL, 1},
    {KILL "; truncate -s $((SECOND + 5)) $T/out.pgn", NULL, 0},
    {KILL "; truncate -s -3 $T/out.pgn; printf '" OTHERS_GAME "' >> $T/out.pgn", NULL, 1},
    {KILL "; sed -i 's/^\\(game 2 .*\\) [0-9]* [0-9a-f]*$/\\1 40 ff/' $T/out.pgn.state",
     "out.pgn: game 2 is not in it as it was written", 0}, /* more of it is there */
    {KILL "; sed -i 's/^\\(game 2 .*\\) [0-9]* [0-9]* [0-9a-f]*$/\\1 0 40 ff/' $T/out.pgn.state",
     "game 2 is in the place of another", 0},
    {"truncate -s -20 $T/out.pgn", "out.pgn: game 2 is not in it as it was written", 0},
    {"truncate -s 0 $T/out.pgn", "out.pgn: game 1 is not in it as it was written", 0},
    {"rm $T/out.pgn", "out.pgn: game 1 is not in it as it was written", 0},
    {"sed -i 's/Black \"B\"/Black \"C\"/' $T/out.pgn", "out.pgn: game 1 is not in it", 0},
    {"sed -i '1 i [x]' $T/out.pgn", "out.pgn: game 1 is not in it as it was written", 0},
};
enum { SITTING_COUNT = sizeof sittings / sizeof *sittings };

START_TEST(what_others_wrote_stays)
{
    static PgnGame list[GAMES_MAX];
    Shell run = shell("$BOOJUM match " TWO "-each nodes=1 -variant chess -maxmoves 3 -rounds 1 "
                      "-pgnout $T/out.pgn; SECOND=$(sed -n 's/^game 2 .* \\([0-9]*\\) [0-9]* "
                      "[0-9a-f]*$/\\1/p' $T/out.pgn.state); %s; cp $T/out.pgn $T/copy",
                      sittings[_i].happening);
    must(run.status == 0 || sittings[_i].error, "%s", run.err);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -variant chess -maxmoves 3 -rounds 3 "
                "-pgnout $T/out.pgn -resume -json");
    if (sittings[_i].error) {
        must(run.status == 1 && strstr(run.err, sittings[_i].error) &&
                 count_text(run.err, "\n") == 1,
             "%s", run.err);
        shell_free(&run);
        run = shell("test ! -e $T/copy || cmp $T/out.pgn $T/copy");
        must(run.status == 0, "the PGN was changed");
        shell_free(&run);
        return;
    }
    must(run.status == 0 && number_in(run.out, "{", "games") == 6, "%s%s", run.err, run.out);
    shell_free(&run);
    char *pgn = shell_read("out.pgn");
    must(count_text(pgn, "[Event \"Boojum match\"]") == 6, "%s", pgn);
    must(count_text(pgn, "[Event \"other\"]\n[Round \"2\"]\n\n1. e4 *\n\n") == sittings[_i].others,
         "%s", pgn);
    free(pgn);
    if (sittings[_i].others == 0 && !strstr(sittings[_i].happening, "e4"))
        must_hold(read_games("out.pgn", must_find_game("chess"), list) == 6);
    free_games(list);
    /* And once more, with what is in the state now: as after a kill and as after an end. */
    for (int again = 0; again < 2; again++) {
        run = shell("%s; exec $BOOJUM match " TWO "-each nodes=1 -variant chess -maxmoves 3 "
                    "-rounds %d -pgnout $T/out.pgn -resume -json",
                    again ? "true" : KILL, 4 + again);
        must(run.status == 0 && number_in(run.out, "{", "games") == 8 + 2 * again, "%s%s", run.err,
             run.out);
        shell_free(&run);
        pgn = shell_read("out.pgn");
        must(count_text(pgn, "[Event \"Boojum match\"]") == 8 + 2 * again, "%s", pgn);
        free(pgn);
    }
}
END_TEST

/* A match that has not ended is not begun anew over its own state; one that has may be. */
START_TEST(an_unfinished_match_is_not_forgotten)
{
    pid_t pid = shell_start(RESUMED);
    wait_for_game();
    kill(pid, SIGTERM);
    must_hold(shell_wait(pid) == 130);
    char *before = shell_read("out.pgn.state");
    Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 -pgnout $T/out.pgn");
    must(run.status == 1 && count_text(run.err, "\n") == 1 &&
             strstr(run.err, "out.pgn.state: the state of a match that has not ended; -resume"),
         "%d %s", run.status, run.err);
    char *after = shell_read("out.pgn.state");
    ck_assert_str_eq(after, before);
    free(after);
    free(before);
    shell_free(&run);
    run = shell("sed -i 's/^seed/\\x00seed/' $T/out.pgn.state; exec $BOOJUM match " TWO
                "-each nodes=1 -pgnout $T/out.pgn");
    must(run.status == 1 && strstr(run.err, "the state of a match that has not ended; -resume"),
         "%d %s", run.status, run.err);
    shell_free(&run);
    run = shell("rm $T/out.pgn.state; for i in 1 2; do "
                "$BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -pgnout $T/out.pgn || exit; done");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
}
END_TEST

/* The openings of a match are not made again. */
START_TEST(openings_are_kept)
{
    static PgnGame whole[GAMES_MAX], parts[GAMES_MAX];
    Shell run = shell("set -e; for games in 2 4 8; do $BOOJUM match " TWO "-each nodes=1 -maxmoves "
                      "3 -variant chess -seed 6 -rounds $games -resume -pgnout $T/parts.pgn; done; "
                      "exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -variant chess -seed 6 "
                      "-rounds 8 -pgnout $T/whole.pgn");
    must(run.status == 0, "%s", run.err);
    must_hold(read_games("whole.pgn", must_find_game("chess"), whole) == 16);
    must_hold(read_games("parts.pgn", must_find_game("chess"), parts) == 16);
    for (int i = 1; i <= 16; i++)
        must(whole[i].start.key == parts[i].start.key, "the opening of game %d", i);
    free_games(whole);
    free_games(parts);
    shell_free(&run);
    char *state = shell_read("parts.pgn.state");
    must(count_text(state, "\nopening ") == 8, "%s", state);
    free(state);
}
END_TEST

START_TEST(closed_descriptors)
{
    static const char *const closed[] = {"<&-", "2>&-", ">&-", "<&- >&- 2>&-"};
    Shell run = shell("$BOOJUM match " TWO "-each nodes=1 -maxmoves 3 -pgnout $T/out.pgn "
                      "-engine cmd=$BOOJUM option.Nonsense=1 %s",
                      closed[_i]);
    must(run.status == (_i >= 2), "%s: %d", closed[_i], run.status);
    char *pgn = shell_read("out.pgn");
    must(begins_with(pgn, "[Event ") && !strstr(pgn, "Rank Name") && !strstr(pgn, "warning"), "%s",
         pgn);
    free(pgn);
    shell_free(&run);
}
END_TEST

/* As after nohup, or in the background of a shell without job control. */
START_TEST(ignored_signals_stay_ignored)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"HUP", SIGHUP}, {"INT", SIGINT}, {"TERM", SIGTERM}};
    pid_t pid = shell_start("trap '' %s; exec $BOOJUM match " TWO
                            "-each nodes=50 -rounds 10 -maxmoves 10 -pgnout $T/out.pgn -json",
                            signals[_i].name);
    wait_for_game();
    kill(pid, signals[_i].number);
    must_hold(shell_wait(pid) == 0);
    char *out = shell_read("out");
    must(number_in(out, "{", "games") == 20, "%s", out);
    free(out);
}
END_TEST

/* Devices and pipes may have no end. */
START_TEST(only_regular_files)
{
    static const char *const arguments[] = {"-openings file=$T/fifo",
                                            "-openings file=/dev/zero",
                                            "-openings file=$T",
                                            "-openings file=$T/fifo format=pgn",
                                            "-state /dev/zero",
                                            "-state /dev/full",
                                            "-state $T/fifo",
                                            "-pgnout $T/one -state $T/one",
                                            "-pgnout $T/fifo -state $T/state -resume"};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        Shell run = shell("rm -f $T/fifo; mkfifo $T/fifo; printf 'boojum match state 3\n' > $T/s; "
                          "exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 2 -rounds 1 %s",
                          arguments[i]);
        bool fifo_pgn = strstr(arguments[i], "-pgnout $T/fifo") != NULL; /* nothing to resume */
        must(fifo_pgn || (run.status == 1 && count_text(run.err, "\n") == 1), "%s: %d %s",
             arguments[i], run.status, run.err);
        shell_free(&run);
    }
}
END_TEST

START_TEST(a_file_that_may_not_grow)
{
    Shell run = shell("ulimit -f 8; exec $BOOJUM match " TWO "-each nodes=1 -rounds 30 "
                      "-pgnout $T/out.pgn");
    must(run.status == 1 && strstr(run.err, "out.pgn: File too large\n"), "%d %s", run.status,
         run.err);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -rounds 30 -pgnout $T/out.pgn -resume "
                "-json");
    must(run.status == 0 && number_in(run.out, "{", "games") == 60, "%s", run.err);
    char *pgn = shell_read("out.pgn");
    must(count_text(pgn, "[Event ") == 60, "not every game once");
    free(pgn);
    shell_free(&run);
}
END_TEST

START_TEST(two_matches_do_not_share_a_file)
{
    pid_t pid = shell_start(RESUMED);
    wait_for_game();
    Shell other = {0};
    pid_t second = shell_start("exec $BOOJUM match " TWO "-each nodes=1 -pgnout $T/out.pgn "
                               "2>$T/err2");
    other.status = shell_wait(second);
    char *err = shell_read("err2");
    must(other.status == 1 && strstr(err, "out.pgn: another match writes to it\n"), "%s", err);
    free(err);
    kill(pid, SIGTERM);
    must_hold(shell_wait(pid) == 130);
}
END_TEST

/* Nor when the match has read its openings from the PGN that it writes to. */
START_TEST(the_lock_outlives_the_openings)
{
    Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 -variant chess -rounds 2 -seed 5 "
                      "-pgnout $T/out.pgn");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
    pid_t pid = shell_start("exec $BOOJUM match " TWO "-each nodes=20000 -variant chess "
                            "-rounds 200 -openings file=$T/out.pgn plies=4 -pgnout $T/out.pgn "
                            "-state $T/one.state >/dev/null 2>&1");
    for (bool played = false; !played; usleep(10000)) {
        Shell look = shell("grep -q '^game ' $T/one.state 2>/dev/null");
        played = look.status == 0;
        shell_free(&look);
    }
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -variant chess -pgnout $T/out.pgn "
                "-state $T/two.state");
    must(run.status == 1 && strstr(run.err, "out.pgn: another match writes to it\n"), "%d %s",
         run.status, run.err);
    shell_free(&run);
    kill(pid, SIGTERM);
    must_hold(shell_wait(pid) == 130);
}
END_TEST

/* What is put in its place would not get the games that are still to come. */
START_TEST(nobody_takes_the_place_of_a_file_in_use)
{
    pid_t pid = shell_start("exec $BOOJUM match " TWO "-each nodes=20000 -variant chess "
                            "-rounds 200 -pgnout $T/out.pgn >/dev/null 2>$T/err");
    for (bool played = false; !played; usleep(10000)) {
        Shell look = shell("grep -q '^game ' $T/out.pgn.state 2>/dev/null");
        played = look.status == 0;
        shell_free(&look);
    }
    Shell run = shell("exec $BOOJUM analyse $T/out.pgn -d 1 -o $T/out.pgn");
    must(run.status == 1 && strstr(run.err, "out.pgn: a match writes to it\n"), "%d %s", run.status,
         run.err);
    shell_free(&run);
    run = shell("cp $T/out.pgn $T/new && mv $T/new $T/out.pgn");
    shell_free(&run);
    must_hold(shell_wait(pid) == 1);
    char *err = shell_read("err");
    must(strstr(err, "out.pgn: the file was removed, or another has taken its place\n"), "%s", err);
    free(err);
}
END_TEST

static const char *const own_files[] = {"out.pgn", "out.pgn.state"};

/* A match that has lost one of its files could not be resumed. */
START_TEST(a_lost_file_is_noticed)
{
    char wanted[128];
    pid_t pid = shell_start("exec $BOOJUM match " TWO "-each nodes=1000 -variant chess "
                            "-rounds 200 -pgnout $T/out.pgn >/dev/null 2>$T/said");
    wait_for_game();
    Shell run = shell("rm $T/%s", own_files[_i]);
    must_hold(run.status == 0);
    shell_free(&run);
    must_hold(shell_wait(pid) == 1);
    char *err = shell_read("said");
    snprintf(wanted, sizeof wanted, "%s: the file was removed, or another has", own_files[_i]);
    must(strstr(err, wanted), "%s", err);
    free(err);
}
END_TEST

/* Nor, if it is interrupted before the game ends, does it say that it could be. */
START_TEST(no_resuming_is_promised_without_files)
{
    pid_t pid = shell_start("exec $BOOJUM match " TWO "-each nodes=1000000000 -variant chess "
                            "-pgnout $T/out.pgn >/dev/null 2>$T/said");
    for (bool begun = false; !begun; usleep(10000)) {
        char *state = shell_read("out.pgn.state");
        begun = strstr(state, "\nopening ") != NULL;
        free(state);
    }
    Shell run = shell("rm $T/%s", own_files[_i]);
    must_hold(run.status == 0);
    shell_free(&run);
    kill(pid, SIGTERM);
    must_hold(shell_wait(pid) == 1);
    char *said = shell_read("said");
    must(strstr(said, "the file was removed, or another has taken its place\n") &&
             strstr(said, "interrupted after 0 of 2 games\n"),
         "%s", said);
    free(said);
}
END_TEST

/* Nor what they find and log. */
START_TEST(two_matches_do_not_share_what_they_find)
{
    static const char *const rows[] = {"-lint file=$T/own", "-log file=$T/own"};
    char path[256];
    snprintf(path, sizeof path, "%s/own", shell_directory());
    shell_write("own", "found\n");
    int other = open(path, O_RDWR);
    must_hold(other >= 0 && lock_file(other));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 2 %s", rows[i]);
        must(run.status == 1 && count_text(run.err, "\n") == 1 &&
                 strstr(run.err, "own: another match writes to it\n"),
             "%s: %d %s", rows[i], run.status, run.err);
        char *own = shell_read("own");
        ck_assert_str_eq(own, "found\n");
        free(own);
        shell_free(&run);
    }
    close(other);
}
END_TEST

/* But what is no file, as /dev/null, is nobody's. */
START_TEST(devices_and_pipes_are_shared)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char path[256];
    Shell run = shell("mkfifo $T/fifo");
    snprintf(path, sizeof path, "%s/fifo", shell_directory());
    int other = open(path, O_RDWR);
    must_hold(run.status == 0 && other >= 0 && fcntl(other, F_OFD_SETLK, &all) == 0);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 2 -lint file=$T/fifo "
                "-log file=$T/fifo");
    must(run.status == 0, "%d %s", run.status, run.err);
    shell_free(&run);
    close(other);
}
END_TEST

/* A match that cannot begin leaves what an ended one wrote. */
START_TEST(files_are_kept_until_the_match_begins)
{
    Shell run = shell("$BOOJUM match " TWO "-each nodes=1 -maxmoves 2 -rounds 1 -pgnout $T/s.pgn "
                      "-lint file=$T/found && echo found >> $T/found && "
                      "cp $T/s.pgn.state $T/before && cp $T/s.pgn $T/games");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 2 -rounds 1 -pgnout $T/s.pgn "
                "-lint file=$T/found -openings file=$T/missing.epd");
    must(run.status == 1 && strstr(run.err, "missing.epd: No such file"), "%s", run.err);
    shell_free(&run);
    run = shell("cmp $T/s.pgn.state $T/before && cmp $T/s.pgn $T/games && grep found $T/found");
    must(run.status == 0, "%s%s", run.out, run.err);
    shell_free(&run);
    run = shell("exec $BOOJUM match " TWO "-each nodes=1 -maxmoves 2 -rounds 1 -pgnout $T/s.pgn "
                "-lint file=$T/found");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
    char *found = shell_read("found");
    must(!*found, "%s", found);
    free(found);
}
END_TEST

/* A device keeps nothing, and nothing is left beside it. */
START_TEST(a_device_has_no_state)
{
    Shell run = shell("rm -f $T/null && ln -s /dev/null $T/null && exec $BOOJUM match " TWO
                      "-each nodes=1 -rounds 1 -pgnout $T/null");
    must(run.status == 0, "%d %s", run.status, run.err);
    shell_free(&run);
    run = shell("test ! -e $T/null.state");
    must_hold(run.status == 0);
    shell_free(&run);
}
END_TEST

/* What the machine refuses is nobody's loss. */
START_TEST(no_descriptors_left)
{
    Shell run = shell("ulimit -n 30; exec $BOOJUM match " TWO
                      "-each nodes=1 -concurrency 20 -openings plies=0 "
                      "-rounds 20 -maxmoves 2 -json");
    must(run.status == 1 && strstr(run.err, "no process or pipe: Too many open files"), "%d %s",
         run.status, run.err);
    must(!*run.out || count_text(run.out, "\"faults\": {}") == 2, "%s", run.out);
    shell_free(&run);
}
END_TEST

START_TEST(output_that_cannot_be_written)
{
    Shell run = shell("$BOOJUM match " TWO "-each nodes=1 -pgnout /dev/full -state $T/state");
    must(run.status == 1 && strstr(run.err, "/dev/full: No space left"), "%d %s", run.status,
         run.err);
    shell_free(&run);
    run = shell("$BOOJUM match " TWO "-each nodes=1 -maxmoves 2 > /dev/full");
    must(run.status == 1, "%d %s", run.status, run.err);
    shell_free(&run);
}
END_TEST

/* On a terminal there is a table that is drawn again and again, with how much time is left. */
START_TEST(live_on_a_terminal)
{
    Shell run = shell("TERM=xterm script -qec '\"$BOOJUM\" match " TWO "-each nodes=2000 -rounds 8 "
                      "-maxmoves 40' /dev/null </dev/null");
    must(run.status == 0, "%s%s", run.out, run.err);
    must(strstr(run.out, "] 0 %, game 0 of 16, 0:00:00 gone"), "%s", run.out);
    must(strstr(run.out, " left") && strstr(run.out, "\033[J"), "%s", run.out);
    const char *last = strstr(run.out, "[1.000] 16");
    if (!last) last = strstr(run.out, "] 16\r\n");
    must(last && strstr(last, "Ptnml(0-2): "), "%s", run.out);
    shell_free(&run);
}
END_TEST

/* What has scrolled away cannot be drawn again. */
START_TEST(a_table_fits_the_screen)
{
    Shell run = shell("TERM=xterm script -qec 'stty rows 5 cols 20; exec \"$BOOJUM\" match " TWO
                      "-engine cmd=\"$BOOJUM\" name=\303\251\303\251\303\251\303\251\303\251"
                      "\303\251\303\251\303\251\303\251\303\251\303\251\303\251 "
                      "-each nodes=500 -rounds 1 -maxmoves 4' /dev/null </dev/null");
    must(run.status == 0, "%s%s", run.out, run.err);
    must(strstr(run.out, "\r\n...\033[K\r\n\033[J"), "%s", run.out);
    must(!strstr(run.out, "\033[5A") && strstr(run.out, "\033[4A"), "%s", run.out);
    must(!strstr(run.out, "\303\033"), "%s", run.out);
    shell_free(&run);
}
END_TEST

/* What engines say reaches a file as it is, and a terminal without what that would obey. */
START_TEST(no_escapes_on_a_terminal)
{
    shell_write("red.sh", "#!/bin/sh\nprintf 'info string \\033[31mred\\177\\n'\nexec $BOOJUM\n");
    Shell run = shell("chmod +x $T/red.sh; TERM=xterm script -qec '\"$BOOJUM\" match -engine "
                      "cmd=$T/red.sh -engine cmd=\"$BOOJUM\" -each nodes=5 -games 1 -maxmoves 2 "
                      "-debug' /dev/null </dev/null");
    must(run.status == 0 && strstr(run.out, ": info string  [31mred \r\n"), "%s%s", run.out,
         run.err);
    must(!strchr(run.out, '\033') && !strchr(run.out, '\177'), "%s", run.out);
    shell_free(&run);
    run = shell("exec $BOOJUM match -engine cmd=$T/red.sh -engine cmd=$BOOJUM -each nodes=5 "
                "-games 1 -maxmoves 2 -log file=$T/log");
    char *log = shell_read("log");
    must(run.status == 0 && strstr(log, ": info string \033[31mred\177\n"), "%s", log);
    free(log);
    shell_free(&run);
}
END_TEST

/* ---- what cannot be understood: status 2 and one line ---- */

static const struct {
    const char *arguments;
    const char *error;
} usages[] = {
    {"", "two engines at least"},
    {"-engine cmd=$BOOJUM nodes=1", "two engines at least"},
    {"-engine cmd=$BOOJUM -engine cmd=$BOOJUM", "how long may it think?"},
    {TWO "-each nodes=0", "nodes: `0` is no number"},
    {TWO "-each nodes=-5", "nodes: `-5` is no number"},
    {TWO "-each tc=inf", "tc=inf is no limit: st=, nodes= or depth= is needed besides"},
    {TWO "-each nodes=1 tc=x", "time control `x`"},
    {TWO "-each nodes=1 st=0", "st: `0` is no number of seconds from 0.001 to "},
    {TWO "-each nodes=1 st=x", "st: `x` is no number of seconds from 0.001 to "},
    {TWO "-each nodes=1 depth=x", "depth: `x` is no number"},
    {TWO "-each nodes=1 restart=maybe", "restart is on or off"},
    {TWO "-each nodes=1 timemargin=x", "timemargin: `x`"},
    {TWO "-each nodes=1 colour=red", "there is no `colour=red`"},
    {TWO "-each nodes=1 proto=xboard", "there is no `proto=xboard`: it is proto=uci"},
    {TWO "-each nodes", "`nodes` is not KEY=VALUE"},
    {TWO "-each nodes=1 dir=/nonexistent", "/nonexistent: No such file"},
    {"-engine cmd=/nonexistent -engine cmd=$BOOJUM -each nodes=1", "no program `/nonexistent`"},
    {"-engine cmd=/tmp -engine cmd=$BOOJUM -each nodes=1", "no program `/tmp`"},
    {"-engine cmd= -engine cmd=$BOOJUM -each nodes=1", "no program ``"},
    {"-engine name=x -engine cmd=$BOOJUM -each nodes=1", "cmd= is missing"},
    {TWO "-each nodes=1 -variant ludo", "`ludo` is no game"},
    {TWO "-each nodes=1 -variant", "the value is missing"},
    {TWO "-each nodes=1 -rounds 0", "-rounds: `0` is no number"},
    {TWO "-each nodes=1 -rounds", "-rounds: the number is missing"},
    {TWO "-each nodes=1 -rounds 5x", "-rounds: `5x` is no number"},
    {TWO "-each nodes=1 -games 0", "-games: `0`"},
    {TWO "-each nodes=1 -repeat 3", "-repeat: `3`"},
    {TWO "-each nodes=1 -concurrency 0", "-concurrency: `0`"},
    {TWO "-each nodes=1 -concurrency 100000", "-concurrency: `100000`"},
    {TWO "-each nodes=1 -seed x", "-seed: `x`"},
    {TWO "-each nodes=1 -tournament knockout", "neither round-robin nor gauntlet"},
    {TWO "-each nodes=1 -openings file=/nonexistent", "/nonexistent: No such file"},
    {TWO "-each nodes=1 -openings file=$T/bad.epd", "bad.epd, line 1: fen "},
    {TWO "-each nodes=1 -openings file=$T/over.epd", "over.epd, line 1: the game is over there"},
    {TWO "-each nodes=1 -openings file=$T/chess.pgn",
     "game 1 is one of Chess, not of Alice Atomic"},
    {TWO "-each nodes=1 -openings file=", "-openings: which file?"},
    {TWO "-each nodes=1 -openings file=$T/empty.epd", "empty.epd: no openings"},
    {TWO "-each nodes=1 -openings order=backwards", "the order is random or sequential"},
    {TWO "-each nodes=1 -openings format=doc", "the format is epd or pgn"},
    {TWO "-each nodes=1 -openings plies=x", "-openings plies: `x` is no number from 0 to 60"},
    {TWO "-each nodes=1 -openings start=0", "-openings start: `0` is no number from 1 to "},
    {TWO "-each nodes=1 -openings score=0", "-openings score: `0` is no number from 1 to 30000"},
    {TWO "-each nodes=1 -openings nodes=0", "-openings nodes: `0` is no number from 1 to "},
    {TWO "-each nodes=1 -openings policy=none", "the policy is round or encounter"},
    {TWO "-each nodes=1 -resign movecount=3 score=5 twosided=maybe",
     "-resign: twosided is true or false, not `maybe`"},
    {TWO "-each nodes=1 -resign movecount=0 score=5", "-resign movecount: `0`"},
    {TWO "-each nodes=1 -sprt elo0=0 elo1=5 model=normalized", "the model is logistic"},
    {TWO "-each nodes=1 -lint fail=maybe", "fail is true or false, not `maybe`"},
    {TWO "-each nodes=1 -log level=trace", "-log: file= is missing"},
    {TWO "-each nodes=1 -log engine=false", "engine=true is the only way"},
    {TWO "-each nodes=1 -report penta=false", "it is penta=true"},
    {TWO "-each nodes=1 -wait x", "-wait: `x` is no number from 0 to"},
    {TWO "-each nodes=1 -pgnout x.pgn foo", "-pgnout: there is no `foo`"},
    {TWO "-each nodes=1 -pgnout min", "-pgnout: which file?"},
    {TWO "-each nodes=1 ponder", "there is no `ponder=true`: engines think on their own time only"},
    {TWO "-each nodes=1 conf=x", "there is no `conf=x`: say cmd="},
    {TWO "-each nodes=1 -reverse", "no option -reverse: colours change"},
    {TWO "-each nodes=1 -tb /x", "no option -tb: games are played to their end"},
    {TWO "-each nodes=1 name=", "name: it is empty"},
    {TWO "-each nodes=1 -openings colour=red", "-openings: there is no `colour`"},
    {TWO "-each nodes=1 -sprt elo0=0", "elo0 and elo1 are needed"},
    {TWO "-each nodes=1 -sprt elo0=5 elo1=0", "elo0 is not below elo1"},
    {TWO "-each nodes=1 -sprt elo0=0 elo1=5 alpha=2", "alpha: `2` is no number"},
    {TWO "-each nodes=1 -sprt elo0=0 elo1=nan", "elo1: `nan` is no number"},
    {TWO "-engine cmd=$BOOJUM -each nodes=1 -sprt elo0=0 elo1=5", "-sprt is for two engines"},
    {TWO "-each nodes=1 -resign score=5", "movecount and score are needed"},
    {TWO "-each nodes=1 -draw movecount=5", "movecount and score are needed"},
    {TWO "-each nodes=1 -maxmoves x", "-maxmoves: `x`"},
    {TWO "-each nodes=1 -patience 0", "that is too little"},
    {TWO "-each nodes=1 -resume", "which match?"},
    {TWO "-each nodes=1 -pgnout", "-pgnout: the value is missing"},
    {TWO "-each nodes=1 -foo", "there is no option -foo"},
    {TWO "-each nodes=1 ---foo", "is no option"},
    {TWO "-each nodes=1 -seed 1 foo", "`foo` is no option"},
};
enum { USAGE_COUNT = sizeof usages / sizeof *usages };

START_TEST(bad_usage)
{
    shell_write("bad.epd", "4k3/8/8/8/8/8/8 w - -\n");
    shell_write("over.epd", "8/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1\n");
    shell_write("empty.epd", "\n");
    shell_write("chess.pgn", "[Variant \"chess\"]\n\n1. e4 *\n");
    Shell run = shell("exec $BOOJUM match %s", usages[_i].arguments);
    bool file = strstr(usages[_i].arguments, "file=") && !strstr(usages[_i].error, "which file");
    must(run.status == (file ? 1 : 2), "%s: %d %s", usages[_i].arguments, run.status, run.err);
    must(strstr(run.err, usages[_i].error) && count_text(run.err, "\n") == 1, "%s: %s",
         usages[_i].arguments, run.err);
    must(!*run.out, "%s: %s", usages[_i].arguments, run.out);
    shell_free(&run);
}
END_TEST

Suite *match_suite(void)
{
    Suite *suite = suite_create("match");
    TCase *play = tcase_create("games");
    TCase *engines = tcase_create("engines");
    TCase *resume = tcase_create("resume");
    TCase *usage = tcase_create("usage");
    TCase *const all[] = {play, engines, resume, usage};
    for (int i = 0; i < 4; i++) {
        tcase_set_timeout(all[i], 300);
        tcase_add_checked_fixture(all[i], NULL, shell_clean_up);
        suite_add_tcase(suite, all[i]);
    }
    tcase_add_loop_test(play, openings_twice_with_colours_swapped, 0, KIND_NAMES);
    tcase_add_test(play, the_same_seed_gives_the_same_games);
    tcase_add_test(play, openings_from_files);
    tcase_add_test(play, formats_by_name);
    tcase_add_test(play, random_order_by_seed);
    tcase_add_test(play, tournaments);
    tcase_add_test(play, sprt_ends_a_match);
    tcase_add_test(play, sprt_without_pairs);
    tcase_add_test(play, nothing_is_nan);
    tcase_add_test(play, live_on_a_terminal);
    tcase_add_test(play, a_table_fits_the_screen);
    tcase_add_test(play, no_escapes_on_a_terminal);
    tcase_add_test(engines, restarting);
    tcase_add_test(engines, arguments_directories_and_logs);
    tcase_add_test(engines, descriptors);
    tcase_add_test(engines, what_an_engine_is_told);
    tcase_add_test(engines, other_programs_spellings);
    tcase_add_test(engines, json_is_utf8);
    tcase_add_test(engines, names_are_apart);
    tcase_add_test(engines, stopped_and_continued);
    tcase_add_test(engines, little_overhead);
    tcase_add_test(resume, killed_twenty_times);
    tcase_add_loop_test(resume, interrupted, 0, 3);
    tcase_add_test(resume, resume_is_careful);
    tcase_add_test(resume, another_match_shows_the_difference);
    tcase_add_loop_test(resume, what_others_wrote_stays, 0, SITTING_COUNT);
    tcase_add_test(resume, an_unfinished_match_is_not_forgotten);
    tcase_add_test(resume, openings_are_kept);
    tcase_add_loop_test(resume, closed_descriptors, 0, 4);
    tcase_add_loop_test(resume, ignored_signals_stay_ignored, 0, 3);
    tcase_add_test(resume, only_regular_files);
    tcase_add_test(resume, a_file_that_may_not_grow);
    tcase_add_test(resume, two_matches_do_not_share_a_file);
    tcase_add_test(resume, the_lock_outlives_the_openings);
    tcase_add_test(resume, nobody_takes_the_place_of_a_file_in_use);
    tcase_add_test(resume, two_matches_do_not_share_what_they_find);
    tcase_add_test(resume, devices_and_pipes_are_shared);
    tcase_add_loop_test(resume, a_lost_file_is_noticed, 0, 2);
    tcase_add_loop_test(resume, no_resuming_is_promised_without_files, 0, 2);
    tcase_add_test(resume, files_are_kept_until_the_match_begins);
    tcase_add_test(resume, a_device_has_no_state);
    tcase_add_test(resume, no_descriptors_left);
    tcase_add_test(resume, output_that_cannot_be_written);
    tcase_add_loop_test(usage, bad_usage, 0, USAGE_COUNT);
    return suite;
}
