/* `boojum openings` and `boojum analyse`, run as programs. */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/files.h"
#include "talk/opening_maker.h"
#include "talk/pgn_read.h"

/* ---- openings ---- */

static const char *const names[] = {"aliceatomic", "alice",         "lookingglass", "msalice",
                                    "atomic",      "chess",         "chess960",     "atomic960",
                                    "alice960",    "aliceatomic960"};
enum { NAME_COUNT = sizeof names / sizeof *names };

START_TEST(openings_are_good)
{
    enum { COUNT = 40 };
    bool shuffled = false;
    const Game *game = game_find(names[_i], &shuffled, NULL);
    Key keys[COUNT];
    int count = 0;
    Shell made = shell("$BOOJUM openings --variant %s --count %d --plies %d --seed 5 --nodes 2000",
                       names[_i], COUNT, 5 + _i);
    must(made.status == 0 && !*made.err, "%s", made.err);
    for (char *line = strtok(made.out, "\n"); line; line = strtok(NULL, "\n"), count++) {
        Position pos;
        Error err = {""};
        char again[FEN_MAX];
        must(fen_read(&pos, game->rules, line, &err), "%s: %s", line, err.text);
        fen_write(&pos, FEN_TWO_BOARD, shuffled, again);
        ck_assert_str_eq(line, again);
        must(!outcome_is_over(outcome_of(&pos, NULL)), "%s is over", line);
        must(2 * (pos.fullmove - 1) + pos.side == 5 + _i, "%s: how many plies?", line);
        must_hold(count < COUNT);
        keys[count] = pos.key;
        for (int i = 0; i < count; i++) must(keys[i] != pos.key, "%s came twice", line);
    }
    must(count == COUNT, "%d openings", count);
    shell_free(&made);
}
END_TEST

START_TEST(openings_repeat_themselves)
{
    Shell one = shell("$BOOJUM openings --variant aliceatomic --count 30 --seed 9");
    Shell two = shell("$BOOJUM openings -v aliceatomic -c 30 -s 9 -p 8");
    Shell other = shell("$BOOJUM openings --variant aliceatomic --count 30 --seed 10");
    must_hold(one.status == 0 && two.status == 0 && other.status == 0);
    ck_assert_str_eq(one.out, two.out);
    must_hold(strcmp(one.out, other.out) != 0);
    shell_free(&one);
    shell_free(&two);
    shell_free(&other);
}
END_TEST

/* The search that judges them sees both sides within the limit; without the limit many would not
 * be. */
START_TEST(openings_are_balanced)
{
    OpeningSettings settings = {
        .game = must_find_game("aliceatomic"), .plies = 10, .score = 60, .nodes = 20000, .seed = 3};
    OpeningMaker *maker = opening_maker_create(&settings);
    for (int i = 0; i < 30; i++) {
        Position pos;
        int score;
        must_hold(opening_maker_next(maker, &pos, &score, NULL));
        must(abs(score) <= 60, "opening %d: %d", i, score);
    }
    opening_maker_destroy(maker);
}
END_TEST

START_TEST(few_openings)
{
    Shell made = shell("$BOOJUM openings --variant chess --plies 1 --count 21 --nodes 100");
    must(made.status == 1 && count_text(made.out, "\n") == 20, "%s%s", made.out, made.err);
    must(strstr(made.err, "no more openings of 1 plies"), "%s", made.err);
    shell_free(&made);
    made = shell("$BOOJUM openings --variant alice --plies 0 --count 1");
    must_hold(made.status == 0);
    ck_assert_str_eq(made.out, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 "
                               "w KQkq - 0 1\n");
    shell_free(&made);
}
END_TEST

/* ---- analyse ---- */

START_TEST(analyse_epd)
{
    shell_write("in.epd",
                "# a comment\n"
                "\n"
                "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"mate; in one\"; acd 99; c0 \"kept\";\n"
                "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 3 40 bm Kd2;\n"
                "6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Kd2;\n"
                "7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n"
                "\n"
                "#the last\n"
                "7k/5Q2/6K1/8/8/8/8/8 b - - ce 5; 50 60; hmvc 3; id \"no end;\n");
    Shell run = shell("$BOOJUM analyse $T/in.epd --variant chess --depth 3 --multipv 2 -j 2");
    must(run.status == 0, "%s", run.err);
    ck_assert_str_eq(run.err, "solved 2 of 3\n");
    must(count_text(run.out, "\n") == 9, "%s", run.out);
    must(begins_with(run.out,
                     "# a comment\n\n"
                     "6k1/5ppp/8/8/8/8/8/R3K3 w Q - hmvc 0; fmvn 1; bm Ra8#; id \"mate; in one\"; "
                     "c0 \"kept\"; acd "),
         "%s", run.out);
    must(count_text(run.out, "; ce 32766; dm 1; pv Ra8#; c1 \"ce ") == 3, "%s", run.out);
    must(strstr(run.out, " hmvc 3; fmvn 40; bm Kd2;"), "%s", run.out);
    must(strstr(run.out,
                "7k/5Q2/6K1/8/8/8/8/8 b - - hmvc 0; fmvn 1; id \"stalemate\";\n\n#the last\n7k/"),
         "%s", run.out);
    /* What was written can be read, and says the same again. */
    char *first = run.out;
    shell_write("again.epd", first);
    Shell again = shell("$BOOJUM analyse $T/again.epd --variant chess --depth 3 --multipv 2");
    ck_assert_str_eq(again.out, first);
    shell_free(&again);
    shell_free(&run);
}
END_TEST

START_TEST(analyse_pgn)
{
    shell_write("in.pgn",
                "[Event \"Scholar\"]\n[Result \"1-0\"]\n\n"
                "{start} 1. e4 e5 $1 2. Bc4 Nc6 3. Qh5 Nf6 {a blunder} (3... g6 {better}) "
                "4. Qxf7# 1-0\n\n"
                "[Event \"Alice\"]\n[Variant \"alice\"]\n\n1. e4 d5 *\n");
    Shell run = shell("$BOOJUM analyse $T/in.pgn -v chess -d 3 -o $T/out.pgn -j 2");
    must(run.status == 0 && !*run.out && !*run.err, "%s%s", run.out, run.err);
    char *text = shell_read("out.pgn");
    FILE *in = fmemopen(text, strlen(text), "r");
    PgnReader reader = {.in = in, .path = "out.pgn", .usual = must_find_game("chess")};
    PgnGame game;
    Error err = {""};
    must(pgn_read(&reader, &game, &err), "%s\n%s", err.text, text);
    must_hold(game.move_count == 7 && game.result == WHITE_WINS);
    ck_assert_pstr_eq(game.notes, "{start}");
    must(begins_with(game.moves[1].notes, "$1 {[%eval "), "%s", game.moves[1].notes);
    /* The position after the blunder is mate in one for White; the best move is in a variation. */
    must(begins_with(game.moves[5].notes, "{[%eval #1,"), "%s", game.moves[5].notes);
    must(strstr(game.moves[5].notes, "{a blunder} (3... g6 {better}) (3... "), "%s",
         game.moves[5].notes);
    must_hold(game.moves[6].notes == NULL); /* nothing to search after the mate */
    pgn_game_free(&game);
    must(pgn_read(&reader, &game, &err), "%s\n%s", err.text, text);
    must_hold(game.kind.game == must_find_game("alice") && game.move_count == 2);
    pgn_game_free(&game);
    fclose(in);
    Shell again = shell("$BOOJUM analyse $T/out.pgn -v chess -d 3 -o $T/again.pgn && "
                        "cmp $T/out.pgn $T/again.pgn");
    must(again.status == 0, "%s%s", again.out, again.err);
    shell_free(&again);
    shell_free(&run);
    free(text);
}
END_TEST

/* A game that cannot be read stays as it is. */
START_TEST(analyse_leaves_out_bad_games)
{
    shell_write("in.pgn", "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. e4 -- 2. d4 *\n\n"
                          "[Event \"3\"]\n\n1. d4 *\n");
    Shell run = shell("$BOOJUM analyse $T/in.pgn -v chess -d 1");
    must(run.status == 0 && count_text(run.err, "\n") == 1, "%s", run.err);
    must(strstr(run.err, "boojum analyse: warning: ") && strstr(run.err, "in.pgn, line 7: ") &&
             strstr(run.err, "; it stays as it is\n"),
         "%s", run.err);
    must(count_text(run.out, "[%eval ") >= 3 &&
             strstr(run.out, "\n[Event \"2\"]\n\n1. e4 -- 2. d4 *\n\n[Event \"3\"]"),
         "%s", run.out);
    shell_free(&run);
    /* A byte order mark, before a comment and before a position. */
    shell_write("bom1.epd", "\ufeff# x\n4k3/8/8/8/8/8/8/4K2R w K -\n");
    shell_write("bom2.epd", "\ufeff4k3/8/8/8/8/8/8/4K2R w K -\n");
    for (int i = 1; i <= 2; i++) {
        run = shell("$BOOJUM analyse $T/bom%d.epd -v chess -d 1", i);
        must(run.status == 0 && begins_with(run.out, i == 1 ? "\ufeff# x\n4k3/" : "4k3/"), "%s%s",
             run.err, run.out);
        shell_free(&run);
    }
}
END_TEST

/* A pipe has no name that says what is in it. */
START_TEST(analyse_standard_input)
{
    static const struct {
        const char *text; /* for printf */
        const char *out, *err;
    } rows[] = {
        {"[Event \"x\"]\n\n1. e4 *\n", "[Event \"x\"]\n\n1. e4 {[%eval ", ""},
        {"\ufeff\n\n  [Event \"x\"]\n%% y\n1. e4 *\n", "[Event \"x\"]\n\n1. e4 {[%eval ", ""},
        {"\n[Event \"x\"]\n\n1. e5 *\n", "", "stdin, line 4: illegal move e5"},
        {"\n\n4k3/8/8/8/8/8/8/4K2R w K -\n", "4k3/8/8/8/8/8/8/4K2R w K - hmvc 0;", ""},
        {"\ufeff# x\n4k3/8/8/8/8/8/8/4K2R w K -\n", "# x\n4k3/8/8/8/8/8/8/4K2R w K - hmvc 0;", ""},
        {"\n\n4k3/8\n", "", "stdin, line 3: fen "},
        {"", "", "nothing is in it"},
        {"\n", "", "nothing is in it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell run = shell("printf '%s' | $BOOJUM analyse /dev/stdin -v chess -d 1", rows[i].text);
        must(run.status == !!*rows[i].err && begins_with(run.out, rows[i].out) &&
                 strstr(run.err, rows[i].err) && count_text(run.err, "\n") == run.status,
             "row %zu: %d %s%s", i, run.status, run.err, run.out);
        shell_free(&run);
    }
}
END_TEST

/* Files of strangers, written to a terminal: all but the bytes that it would obey. A byte that is
 * NUL ends nothing. */
START_TEST(analyse_writes_no_escapes)
{
    static const struct {
        const char *name, *text; /* for printf */
        const char *wanted[4];
    } rows[] = {
        {"x.pgn",
         "[Event \"a\\033b\\177c\"]\n\n{d\\033e} 1. e4 {f\\007g} (1. d4 {h\\177i}) ;j\\033k\n*",
         {"\"a b c\"", "{d e}", "{f g} (1. d4 {h i})", "{j k}"}},
        {"x.pgn",
         "1. d4 *\n\n[Event \"a\\033b\"]\n\n1. e4\\000 -- {c\\177d}\n\n*\n\n[Event \"e\"]\n\n*\n",
         {"[Event \"a b\"]\n\n1. e4  -- {c d}\n\n*\n\n[Event \"e\"]"}},
        {"x.epd",
         "# a\\033b\n4k3/8/8/8/8/8/8/4K2R w K - id \"c\\177d\"; c0 e\\033f; c1\\011g\\000h;\n",
         {"# a b\n4k3", "id \"c d\";", "c0 e f;", "c1 g?h;"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell run = shell("printf '%s' > $T/%s; $BOOJUM analyse $T/%s -v chess -d 1 > $T/written; "
                          "status=$?; tr -d '\\n\\040-\\176\\200-\\377' < $T/written | wc -c >&2; "
                          "cat $T/written; exit $status",
                          rows[i].text, rows[i].name, rows[i].name);
        const char *count = strrchr(run.err, '0');
        must(run.status == 0 && count && count[1] == '\n' &&
                 (count == run.err || count[-1] == '\n'),
             "row %zu: %d %s", i, run.status, run.err);
        for (int k = 0; k < 4 && rows[i].wanted[k]; k++)
            must(strstr(run.out, rows[i].wanted[k]), "row %zu: no %s in %s", i, rows[i].wanted[k],
                 run.out);
        shell_free(&run);
    }
}
END_TEST

/* What stands behind the result stays, and so does a bracket that is not closed. */
START_TEST(analyse_keeps_comments)
{
    static const char *const rows[][2] = {
        {"1. e4 {54\n%% of these\n%} e5 {c} *\n\n[Event \"2\"]\n\n*\n", "{54 %% of these %} e5 {["},
        {"1. e4 e5 * {a} {b}\n\n[Event \"2\"]\n\n*\n", "{a} {b} *\n\n[Event \"2\"]"},
        {"* {a}\n* {b}\n", "{a} *\n\n[Result \"*\"]\n\n{b} *"},
        {"1. e4 * 0. {a} 1. d4 *\n", "[Result \"*\"]\n\n{a} 1. d4"},
        {"1. e4 {[%eval 0.31} e5 {x]} *\n", "{[%eval 0.31} e5"},
        {"1. e4 {a [%eval 0.31,3] b} e5 {[%eval 0.3]} *\n", "{a b}"},
        {"1. e4 ({[%eval 0.31} 1. d4) e5 {x]} *\n", "({[%eval 0.31} 1. d4)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shell_write("in.pgn", rows[i][0]);
        Shell run = shell("$BOOJUM analyse $T/in.pgn -v chess -d 1 -o $T/out.pgn && $BOOJUM "
                          "analyse $T/out.pgn -v chess -d 1 -o $T/again.pgn && "
                          "cmp $T/out.pgn $T/again.pgn && tr '\\n' ' ' < $T/out.pgn");
        must(run.status == 0 && !*run.err, "%s%s", run.err, run.out);
        shell_free(&run);
        char *out = shell_read("out.pgn");
        must(count_text(out, "[Event ") <= 1 && count_text(out, "{") == count_text(out, "}"), "%s",
             out);
        must(strstr(out, rows[i][1]), "row %zu: no %s in %s", i, rows[i][1], out);
        free(out);
    }
}
END_TEST

/* A file that is there is replaced when all is done, and keeps its rights. */
START_TEST(analyse_in_place)
{
    shell_write("in.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K1R1 w - -\n");
    Shell run = shell("chmod 640 $T/in.epd; ln -s in.epd $T/link.epd; "
                      "$BOOJUM analyse $T/link.epd -v chess -d 2 -o $T/link.epd && "
                      "cd $T && stat -c %%a in.epd && test -L link.epd && ls *.part");
    ck_assert_str_eq(run.out, "640\n");
    shell_free(&run);
    char *text = shell_read("in.epd");
    must(count_text(text, "acd 2;") == 2, "%s", text);
    free(text);
}
END_TEST

/* Tables that the machine has room for one by one, but not together, are refused before anything is
 * searched. One position needs one table only. */
START_TEST(analyse_with_too_much_memory)
{
    enum { TABLES = 64 };
    const char line[] = "4k3/8/8/8/8/8/8/4K2R w K -\n";
    char text[TABLES * sizeof line] = "";
    const long long bytes = (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    const int megabytes = (int)(bytes >> 20) / (TABLES / 4);
    shell_write("one.epd", line);
    for (int i = 0; i < TABLES; i++) strcat(text, line);
    shell_write("many.epd", text);
    Shell run = shell("$BOOJUM analyse $T/many.epd -v chess -d 1 -j %d -s %d -o $T/out.epd; s=$?; "
                      "test -e $T/out.epd.part || exit $s",
                      TABLES, megabytes);
    must(run.status == 1 && strstr(run.err, "boojum analyse: hash: 64 times ") &&
             strstr(run.err, " MB is more than this machine has\n") &&
             count_text(run.err, "\n") == 1,
         "%d %s", run.status, run.err);
    shell_free(&run);
    run = shell("$BOOJUM analyse $T/one.epd -v chess -d 1 -j 512 -s 16");
    must(run.status == 0 && !*run.err, "%d %s", run.status, run.err);
    shell_free(&run);
}
END_TEST

/* An interrupt leaves the old file, and beside it what was finished. */
START_TEST(analyse_interrupted)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    static const char before[] = "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2R w K -\n"
                                 "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2R w K -\n";
    shell_write("in.epd", before);
    pid_t pid = shell_start("exec $BOOJUM analyse $T/in.epd -v chess -t 1 -o $T/in.epd");
    for (bool begun = false; !begun; usleep(10000)) {
        char *part = shell_read("in.epd.part");
        begun = *part != '\0';
        free(part);
    }
    kill(pid, signals[_i]);
    must_hold(shell_wait(pid) == 130);
    char *after = shell_read("in.epd"), *part = shell_read("in.epd.part"), *err = shell_read("err");
    ck_assert_str_eq(after, before);
    must(strstr(part, "acd ") && part[strlen(part) - 1] == '\n', "%s", part);
    must(strstr(err, "boojum analyse: interrupted; ") && strstr(err, ".part has what was finished"),
         "%s", err);
    free(after);
    free(part);
    free(err);
}
END_TEST

/* A descriptor that is closed is not taken for the next file; a lost output shows. */
START_TEST(closed_descriptors)
{
    static const char *const closed[] = {"<&-", "2>&-", ">&-", "<&- >&- 2>&-"};
    static const char *const commands[] = {"--help", "perft --variant chess --depth 1",
                                           "openings -v chess -c 1 --nodes 100",
                                           "analyse $T/good.epd -v chess -d 1", "match --help"};
    shell_write("good.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        Shell run = shell("$BOOJUM %s %s", commands[i], closed[_i]);
        must(run.status == (strstr(closed[_i], " >&-") || closed[_i][0] == '>'), "%s %s: %d %s",
             commands[i], closed[_i], run.status, run.err);
        shell_free(&run);
    }
    Shell run = shell("$BOOJUM analyse $T/good.epd -v chess -d 1 -o $T/out.epd %s", closed[_i]);
    char *out = shell_read("out.epd");
    must(run.status == 0 && count_text(out, "\n") == 1 && !strstr(out, "solved"), "%d %s",
         run.status, out);
    free(out);
    shell_free(&run);
}
END_TEST

/* ---- an output that does not wait ---- */

/* Runs the command with the second of these descriptors as its output, and reads the first slowly.
 * Both are closed. Returns what was written; the caller frees it. */
static char *output_through(int ends[2], const char *command, bool *unchanged)
{
    enum { THEIRS = 9, PIECE = 512, MOST = 1 << 18 }; /* a descriptor that sh can name */
    size_t length = 0;
    char *text = malloc(MOST);
    const int flags = fcntl(ends[1], F_GETFL) | O_NONBLOCK;
    must(text && fcntl(ends[1], F_SETFL, flags) == 0 && dup2(ends[1], THEIRS) == THEIRS, "no pipe");
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t pid = shell_start("exec $BOOJUM %s >&%d", command, THEIRS);
    close(THEIRS);
    poll(&(struct pollfd){ends[0], POLLIN, 0}, 1, -1);
    *unchanged = fcntl(ends[1], F_GETFL) == flags;
    close(ends[1]);
    usleep(50000);
    for (ssize_t got; (got = read(ends[0], text + length, PIECE)) > 0; usleep(500)) {
        length += (size_t)got;
        must(length + PIECE < MOST, "%s: it writes without end", command);
    }
    text[length] = '\0';
    close(ends[0]);
    must(shell_wait(pid) == 0, "%s: it failed after %zu bytes", command, length);
    return text;
}

/* `N nodes M nps` in the end. */
static void cut_speed(char *text)
{
    char *speed = strstr(text, " nps\n");
    while (speed && *speed != 's') *speed-- = '\0';
}

/* The output is added to where the standard output goes; what could not be read again, or is
 * another's, is not written. */
START_TEST(outputs_that_are_something_else)
{
    const char fen[] = "4k3/8/8/8/8/8/8/4K2R w K -";
    shell_write("in.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n");
    Shell run =
        shell("cd $T && A=\"$BOOJUM analyse in.epd -v chess -d 1\" && echo before >all && "
              "{ $A -o /dev/stdout; echo between; $A -o all; echo behind; } >>all; cat all");
    const char *between = strstr(run.out, "between\n"), *behind = strstr(run.out, "behind\n");
    must(run.status == 0 && strncmp(run.out, "before\n4k3", 10) == 0 && between && behind &&
             strstr(between, fen) && strstr(between, fen) < behind && count_text(run.out, fen) == 2,
         "%s%s", run.out, run.err);
    shell_free(&run);
    run = shell("cd $T && ln -s nothing link && $BOOJUM analyse in.epd -v chess -d 1 -o link");
    must(run.status == 1 && strstr(run.err, "link: it is a link to nothing"), "%s", run.err);
    shell_free(&run);
    run = shell("cd $T && echo mine >mine && ln mine own.part && "
                "$BOOJUM analyse in.epd -v chess -d 1 -o own; cat mine");
    must(strcmp(run.out, "mine\n") == 0 && strstr(run.err, "own.part: it would be overwritten"),
         "%s%s", run.out, run.err);
    shell_free(&run);
}
END_TEST

/* The mode is kept in the end, but what is left on the way can be written by the next. */
START_TEST(a_part_of_a_file_that_is_read_only)
{
    char path[256], part[300];
    Error err;
    Replacement file;
    struct stat status;
    snprintf(path, sizeof path, "%s/ro.epd", shell_directory());
    snprintf(part, sizeof part, "%s.part", path);
    shell_write("ro.epd", "old\n");
    must_hold(chmod(path, 0444) == 0);
    const FileMark before = file_mark(path);
    must(replacement_open(&file, path, &before, NULL, &err), "%s", err.text);
    must_hold(stat(part, &status) == 0 && (status.st_mode & 0777) == 0644);
    must(replacement_finish(&file, &err), "%s", err.text);
    must_hold(stat(path, &status) == 0 && (status.st_mode & 0777) == 0444);
}
END_TEST

/* Of a terminal's other end there is one, which cannot be opened again. */
START_TEST(output_into_a_terminal_from_behind)
{
    enum { THEIRS = 9 }; /* a descriptor that sh can name */
    char text[64] = "";
    const int behind = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    must_hold(behind >= 0 && grantpt(behind) == 0 && unlockpt(behind) == 0);
    const int terminal = open(ptsname(behind), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    must_hold(terminal >= 0 && fcntl(behind, F_SETFL, O_NONBLOCK) == 0);
    must_hold(dup2(behind, THEIRS) == THEIRS);
    Shell run = shell("$BOOJUM --version >&%d", THEIRS);
    must(run.status == 0 && read(terminal, text, sizeof text - 1) > 0, "%s", run.err);
    must(strncmp(text, "Boojum ", 7) == 0, "%s", text);
    shell_free(&run);
    close(THEIRS);
    close(terminal);
    close(behind);
}
END_TEST

/* Who reads one line of many is told nothing. */
START_TEST(output_that_nobody_reads_on)
{
    Shell run = shell("$BOOJUM openings -v chess -c 2000 --nodes 1 --score 3000 | head -n 1");
    must(run.status == 0 && count_text(run.out, "\n") == 1 && !*run.err, "%s%s", run.out, run.err);
    shell_free(&run);
}
END_TEST

/* A standard output that others have made non-blocking, a pipe or a socket, loses nothing; and they
 * keep the pipe as it is. */
START_TEST(output_that_does_not_wait)
{
    enum { LINES = 100 };
    static const char *const commands[] = {"match --help", "bench --depth 1",
                                           "openings -v chess -c 150 --nodes 50",
                                           "analyse $T/in.epd -v chess -d 1"};
    const bool is_pipe = _i == 0;
    const char line[] = "4k3/8/8/8/8/8/8/4K2R w K -\n";
    char text[LINES * sizeof line] = "";
    for (int i = 0; i < LINES; i++) strcat(text, line);
    shell_write("in.epd", text);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        int ends[2];
        bool unchanged = false;
        const int size = 4096;
        must((is_pipe ? pipe(ends) : socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) == 0, "no pipe");
        if (is_pipe)
            fcntl(ends[1], F_SETPIPE_SZ, size);
        else
            setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
        char *slow = output_through(ends, commands[i], &unchanged);
        Shell usual = shell("$BOOJUM %s", commands[i]);
        cut_speed(slow);
        cut_speed(usual.out);
        must(unchanged || !is_pipe, "%s: it changed others' descriptor", commands[i]);
        must(strcmp(slow, usual.out) == 0, "%s: %zu bytes of %zu", commands[i], strlen(slow),
             strlen(usual.out));
        shell_free(&usual);
        free(slow);
    }
}
END_TEST

/* ---- a small stack ---- */

/* What each command says does not depend on how much stack the user allows. */
START_TEST(a_small_stack)
{
    static const char *const commands[] = {
        "$BOOJUM --help",
        "$BOOJUM --version",
        "printf '%s\\n' d legal eval 'go depth 6' isready | $BOOJUM | grep -v -e ^info -e ^best",
        "$BOOJUM bench --depth 4 | sed 's/ [0-9]* nps//'",
        "timeout 0.3 $BOOJUM perft --variant alice --depth 99; test $? = 124",
        "$BOOJUM perft --variant aliceatomic --depth 2 --divide",
        "$BOOJUM openings --variant atomic960 --count 5 --nodes 3000",
        "$BOOJUM analyse $T/in.epd -v chess --depth 6",
        "$BOOJUM analyse $T/in.pgn --depth 5 -j 2",
        "printf 'e4\\nhint\\nquit\\n' | $BOOJUM play --level 3 --seed 5 --ascii",
        "$BOOJUM match -engine cmd=$BOOJUM name=a -engine cmd=$BOOJUM name=b -each nodes=500 "
        "-rounds 1 -maxmoves 6 -seed 5 -lint -pgnout $T/games.pgn -state $T/state -json "
        "| sed 's/\"seconds.*//'; rm $T/games.pgn $T/state",
    };
    shell_write("in.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;\n");
    shell_write("in.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        Shell usual = shell("%s", commands[i]);
        Shell small = shell("ulimit -s 64; %s", commands[i]);
        must(usual.status == 0 && small.status == 0, "%s: %d, %d %s", commands[i], usual.status,
             small.status, small.err);
        must(strcmp(small.out, usual.out) == 0 && strcmp(small.err, usual.err) == 0,
             "%s: %.300s%.300s", commands[i], small.out, small.err);
        shell_free(&usual);
        shell_free(&small);
    }
}
END_TEST

/* ---- what cannot be understood: status 2 (files: 1) and one line ---- */

#define TEN "aaaaaaaaaa"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define FIVE_UMLAUTS "\303\274\303\274\303\274\303\274\303\274"
#define UMLAUTS                                                                                    \
    FIVE_UMLAUTS FIVE_UMLAUTS FIVE_UMLAUTS FIVE_UMLAUTS FIVE_UMLAUTS FIVE_UMLAUTS FIVE_UMLAUTS     \
        FIVE_UMLAUTS FIVE_UMLAUTS FIVE_UMLAUTS

static const struct {
    const char *arguments;
    int status;
    const char *error;
} usages[] = {
    {"openings", 2, "which game?"},
    {"openings --variant ludo", 2, "no game"},
    {"openings --variant chess --count 0", 2, "--count: `0` is no number from 1 to 100000000"},
    {"openings --variant chess --count x", 2, "--count: `x` is no number from 1 to 100000000"},
    {"openings --variant chess --plies 61", 2, "--plies: `61` is no number from 0 to 60"},
    {"openings --variant chess --seed -1", 2, "--seed: `-1` is no number from 0 to "},
    {"openings --variant chess --score 0", 2, "--score: `0` is no number from 1 to 30000"},
    {"openings --variant chess --nodes 0", 2, "--nodes: `0` is no number from 1 to "},
    {"openings --variant", 2, "a value is missing"},
    {"openings --variant chess --foo", 2, "unknown option"},
    {"openings --variant chess foo", 2, "superfluous argument `foo`"},
    {"analyse", 2, "which file?"},
    {"bench foo", 2, "superfluous argument `foo`"},
    {"perft foo", 2, "superfluous argument `foo`"},
    {"perft -d x", 2, "the depth is a number from 0 to 99, not `x`"},
    {"--version foo", 2, "superfluous argument `foo`"},
    {"-V --help", 2, "superfluous argument `--help`"},
    {"analyse $T/none.epd", 1, "No such file"},
    {"analyse a.epd b.epd", 2, "superfluous argument `b.epd`"},
    {"analyse $T/bad.epd -v chess", 1, "bad.epd, line 2: fen "},
    {"analyse $T/bad.pgn -v chess", 1, "bad.pgn, line 3: illegal move Ke3"},
    {"analyse $T/empty.epd", 1, "nothing is in it"},
    {"analyse /dev/zero", 1, "no regular file"},
    {"analyse $T", 1, "no regular file"},
    {"analyse $T/bad.epd --depth 0", 2, "--depth: `0` is no number from 1 to 239"},
    {"analyse $T/bad.epd --depth 240", 2, "--depth: `240` is no number from 1 to 239"},
    {"analyse $T/bad.epd --time x", 2,
     "--time: `x` is no number of seconds from 0.001 to 10000000"},
    {"analyse $T/bad.epd --multipv 11", 2, "--multipv: `11` is no number from 1 to 10"},
    {"analyse $T/bad.epd --concurrency 0", 2, "--concurrency: `0` is no number from 1 to 512"},
    {"analyse $T/good.epd -v chess -d 1 -o /nonexistent/x", 1, "No such file"},
    {"analyse $T/good.epd -v chess -d 1 >/dev/full", 1, "cannot write"},
    {"openings -v chess >/dev/full", 1, "cannot write"},
    {"<$T", 1, "cannot read: Is a directory"},
    {"play --two <$T", 1, "cannot read: Is a directory"},
    {"analyse Gr\303\266\303\237e.epd", 1, "boojum analyse: Gr\303\266\303\237e.epd: No such file"},
    {"analyse a\033b\302\205\342\200\256c", 1, ": a?b?????c: No such file"},
    {"analyse a\377\303", 1, ": a??: No such file"},
    {"analyse /" HUNDRED "/" HUNDRED "/games.pgn", 1, "aaaa/games.pgn: No such file"},
    {"analyse /" UMLAUTS "/games.pgn", 1, ": ...\303\274"},
};
enum { USAGE_COUNT = sizeof usages / sizeof *usages };

START_TEST(bad_usage)
{
    shell_write("bad.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8 w - -\n");
    shell_write("good.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n");
    shell_write("bad.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    shell_write("empty.epd", "\n");
    Shell run = shell("$BOOJUM %s", usages[_i].arguments);
    must(run.status == usages[_i].status, "%s: %d", usages[_i].arguments, run.status);
    must(strstr(run.err, usages[_i].error) && count_text(run.err, "\n") == 1, "%s: %s",
         usages[_i].arguments, run.err);
    shell_free(&run);
}
END_TEST

START_TEST(help_is_a_command)
{
    static const char *const commands[] = {"",      "play",     "bench",   "perft",
                                           "match", "openings", "analyse", "foo"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        Shell asked = shell("$BOOJUM %s --help", commands[i]);
        Shell run = shell("$BOOJUM help %s", commands[i]);
        must(run.status == asked.status, "%s: %d", commands[i], run.status);
        ck_assert_str_eq(run.out, asked.out);
        ck_assert_str_eq(run.err, asked.err);
        shell_free(&asked);
        shell_free(&run);
    }
    static const char *const itself[] = {"help", "--help"};
    Shell overview = shell("$BOOJUM --help");
    for (size_t i = 0; i < sizeof itself / sizeof *itself; i++) {
        Shell asked = shell("$BOOJUM help %s", itself[i]);
        must(asked.status == 0 && !*asked.err, "%d %s", asked.status, asked.err);
        ck_assert_str_eq(asked.out, overview.out);
        shell_free(&asked);
    }
    shell_free(&overview);
    Shell run = shell("$BOOJUM help play foo");
    must(run.status == 2 && strstr(run.err, "superfluous argument `foo`"), "%d %s", run.status,
         run.err);
    shell_free(&run);
}
END_TEST

START_TEST(help_is_there)
{
    static const char *const commands[] = {"match", "openings", "analyse"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        Shell run = shell("$BOOJUM %s --help", commands[i]);
        must(run.status == 0 && !*run.err && begins_with(run.out, "Usage: boojum "), "%s%s",
             run.out, run.err);
        for (char *line = strtok(run.out, "\n"); line; line = strtok(NULL, "\n"))
            must(strlen(line) <= 96, "%s: `%s` is long", commands[i], line);
        shell_free(&run);
    }
}
END_TEST

/* PATH.part is where what is written grows: what is there must not be lost. */
START_TEST(the_part_is_not_taken_from_others)
{
    static const char *const scripts[] = {
        "cp $T/keep $T/out.epd.part; $BOOJUM analyse $T/out.epd.part -v chess -d 1 -o $T/out.epd",
        "ln -s keep $T/out.epd.part; $BOOJUM analyse $T/in.epd -v chess -d 1 -o $T/out.epd"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        Shell run = shell("cd $T; rm -f out.epd*; echo '4k3/8/8/8/8/8/8/R3K3 w - - id \"a\";' "
                          "| tee keep >in.epd; (%s); echo $?; cmp keep in.epd && cmp keep "
                          "out.epd.part && echo same",
                          scripts[i]);
        ck_assert_str_eq(run.out, "1\nsame\n");
        must(strstr(run.err, "out.epd.part: it would be overwritten"), "%s", run.err);
        shell_free(&run);
    }
}
END_TEST

/* Two that write one output: the second would empty what the first is writing. */
START_TEST(a_part_has_one_writer)
{
    char path[256];
    Error err;
    Replacement file;
    snprintf(path, sizeof path, "%s/out.epd", shell_directory());
    shell_write("in.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n");
    shell_write("out.epd.part", "what an earlier run left\n");
    const FileMark before = file_mark(path);
    must(replacement_open(&file, path, &before, NULL, &err), "%s", err.text);
    must_hold(fputs("one, ", file.out) >= 0 && fflush(file.out) == 0);
    Shell run = shell("exec $BOOJUM analyse $T/in.epd -v chess -d 1 -o $T/out.epd");
    must(run.status == 1 && count_text(run.err, "\n") == 1 &&
             strstr(run.err, "out.epd.part: another process writes to it\n"),
         "%d %s", run.status, run.err);
    shell_free(&run);
    must_hold(fputs("whole\n", file.out) >= 0);
    must(replacement_finish(&file, &err), "%s", err.text);
    char *text = shell_read("out.epd");
    ck_assert_str_eq(text, "one, whole\n");
    free(text);
    run = shell("exec $BOOJUM analyse $T/in.epd -v chess -d 1 -o $T/out.epd");
    must(run.status == 0, "%s", run.err);
    shell_free(&run);
}
END_TEST

static const struct {
    const char *happening; /* to the output */
    const char *error;     /* or NULL: nothing would be lost */
} touches[] = {
    {"true", NULL},
    {"rm $T/out.epd", NULL},
    {"echo more >>$T/out.epd", "out.epd: it was changed meanwhile"},
    {"cp -p $T/out.epd $T/new && mv $T/new $T/out.epd", "out.epd: it was changed meanwhile"},
    {"touch -d 2001-01-01 $T/out.epd", "out.epd: it was changed meanwhile"},
};
enum { TOUCH_COUNT = sizeof touches / sizeof *touches };

static void touch(const char *happening)
{
    Shell run = shell("%s", happening);
    must(run.status == 0, "%s: %s", happening, run.err);
    shell_free(&run);
}

/* What others put into the output meanwhile stays, and what was made beside it, too: whether that
 * happens before it is opened or while it is written. */
START_TEST(what_others_changed_is_not_replaced)
{
    char path[256];
    Error err;
    Replacement file;
    snprintf(path, sizeof path, "%s/out.epd", shell_directory());
    shell_write("out.epd", "old\n");
    FileMark before = file_mark(path);
    touch(touches[_i].happening);
    bool open = replacement_open(&file, path, &before, NULL, &err);
    must(open == !touches[_i].error && (open || strstr(err.text, touches[_i].error)), "%s",
         err.text);
    if (open) replacement_abandon(&file, false, &err);

    shell_write("out.epd", "old\n");
    before = file_mark(path);
    must(replacement_open(&file, path, &before, NULL, &err), "%s", err.text);
    must_hold(fputs("new\n", file.out) >= 0);
    touch(touches[_i].happening);
    char *there = shell_read("out.epd");
    bool done = replacement_finish(&file, &err);
    must(done == !touches[_i].error && (done || (strstr(err.text, touches[_i].error) &&
                                                 strstr(err.text, ".part has what was finished"))),
         "%s", err.text);
    char *now = shell_read("out.epd"), *part = shell_read("out.epd.part");
    ck_assert_str_eq(now, done ? "new\n" : there);
    ck_assert_str_eq(part, done ? "" : "new\n");
    free(there);
    free(now);
    free(part);
}
END_TEST

START_TEST(what_others_begin_is_not_replaced)
{
    static const char *const happenings[] = {"echo more >$T/out.epd", "rm $T/out.epd.part",
                                             "echo more >$T/new; mv $T/new $T/out.epd.part"};
    static const char *const errors[] = {"out.epd: it was changed meanwhile; ",
                                         "out.epd.part: the file was removed, or another has",
                                         "out.epd.part: the file was removed, or another has"};
    char path[256];
    Error err;
    Replacement file;
    snprintf(path, sizeof path, "%s/out.epd", shell_directory());
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        touch("rm -f $T/out*");
        const FileMark before = file_mark(path);
        must(replacement_open(&file, path, &before, NULL, &err), "%s", err.text);
        touch(happenings[i]);
        must(!replacement_finish(&file, &err) && strstr(err.text, errors[i]), "%s", err.text);
        char *text = shell_read("out.epd");
        ck_assert_str_eq(text, i == 0 ? "more\n" : "");
        free(text);
    }
    /* A match. */
    shell_write("out.epd", "old\n");
    const FileMark before = file_mark(path);
    must(replacement_open(&file, path, &before, NULL, &err), "%s", err.text);
    int match = open(path, O_RDWR);
    must_hold(match >= 0 && lock_file(match));
    must(!replacement_finish(&file, &err) && strstr(err.text, "out.epd: a match writes to it; "),
         "%s", err.text);
    close(match);
}
END_TEST

/* Also what came to a file while it was being read. The pipe is opened for reading when it is known
 * what the output is like. */
START_TEST(analyse_sees_changes_from_the_first)
{
    Shell run = shell("cd $T && mkfifo in.epd && echo old >out.epd || exit 9\n"
                      "{ echo more >>out.epd; echo '4k3/8/8/8/8/8/8/4K2R w K -'; } >in.epd &\n"
                      "$BOOJUM analyse in.epd -v chess -d 1 -o out.epd\n"
                      "status=$?; kill $! 2>/dev/null; cat out.epd; exit $status");
    must(run.status == 1 && strstr(run.err, "out.epd: it was changed meanwhile\n"), "%d %s",
         run.status, run.err);
    ck_assert_str_eq(run.out, "old\nmore\n");
    shell_free(&run);
}
END_TEST

/* A pipe has no other name than the one that leads to it. */
START_TEST(analyse_into_a_pipe)
{
    shell_write("in.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n");
    Shell run = shell("$BOOJUM analyse $T/in.epd -v chess -d 1 -o /dev/stdout | cat");
    must(!*run.err && strstr(run.out, "acd 1;"), "%s", run.err);
    shell_free(&run);
}
END_TEST

Suite *tools_suite(void)
{
    Suite *suite = suite_create("tools");
    TCase *openings = tcase_create("openings");
    TCase *analyse = tcase_create("analyse");
    TCase *usage = tcase_create("usage");
    TCase *const all[] = {openings, analyse, usage};
    for (int i = 0; i < 3; i++) {
        tcase_set_timeout(all[i], 240);
        tcase_add_checked_fixture(all[i], NULL, shell_clean_up);
        suite_add_tcase(suite, all[i]);
    }
    tcase_add_loop_test(openings, openings_are_good, 0, NAME_COUNT);
    tcase_add_test(openings, the_part_is_not_taken_from_others);
    tcase_add_test(openings, openings_repeat_themselves);
    tcase_add_test(openings, openings_are_balanced);
    tcase_add_test(openings, few_openings);
    tcase_add_test(analyse, analyse_epd);
    tcase_add_test(analyse, analyse_pgn);
    tcase_add_test(analyse, analyse_leaves_out_bad_games);
    tcase_add_test(analyse, analyse_standard_input);
    tcase_add_test(analyse, analyse_writes_no_escapes);
    tcase_add_test(analyse, analyse_keeps_comments);
    tcase_add_test(analyse, analyse_in_place);
    tcase_add_test(analyse, analyse_with_too_much_memory);
    tcase_add_loop_test(analyse, analyse_interrupted, 0, 3);
    tcase_add_test(analyse, a_part_has_one_writer);
    tcase_add_loop_test(analyse, what_others_changed_is_not_replaced, 0, TOUCH_COUNT);
    tcase_add_test(analyse, what_others_begin_is_not_replaced);
    tcase_add_test(analyse, analyse_sees_changes_from_the_first);
    tcase_add_test(analyse, analyse_into_a_pipe);
    tcase_add_loop_test(analyse, closed_descriptors, 0, 4);
    tcase_add_loop_test(usage, bad_usage, 0, USAGE_COUNT);
    tcase_add_test(analyse, outputs_that_are_something_else);
    tcase_add_test(analyse, a_part_of_a_file_that_is_read_only);
    tcase_add_test(usage, output_into_a_terminal_from_behind);
    tcase_add_test(usage, output_that_nobody_reads_on);
    tcase_add_loop_test(usage, output_that_does_not_wait, 0, 2);
    tcase_add_test(usage, a_small_stack);
    tcase_add_test(usage, help_is_a_command);
    tcase_add_test(usage, help_is_there);
    return suite;
}
