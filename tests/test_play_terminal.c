/* `boojum play` at a terminal. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "pty_driver.h"
#include "rules/fen.h"
#include "suites.h"
#include "tables.h"
#include "talk/play_board.h"

#define XTERM "TERM=xterm-256color LC_ALL=C.UTF-8 "

static bool has_bytes_above_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80) return true;
    return false;
}

static bool has_colors(const char *raw) { return strstr(raw, ";48;5;") != NULL; }

/* ---- what the terminal can ---- */

static const struct {
    const char *command;
    int columns;
    bool unicode, colors, stacked;
} looks[] = {
    {XTERM "boojum play --two", 80, true, true, false},
    {XTERM "boojum play --two", BOARDS_WIDTH, true, true, false},
    {XTERM "boojum play --two", BOARDS_WIDTH - 1, true, true, true},
    {XTERM "boojum play --two", 10, true, true, true},
    {XTERM "boojum play --two", 9, false, false, true},
    {XTERM "boojum play --two --ascii", 80, false, true, false},
    {XTERM "boojum play --two --no-color", 80, true, false, false},
    {XTERM "NO_COLOR=1 boojum play --two", 80, true, false, false},
    {XTERM "NO_COLOR= boojum play --two", 80, true, true, false},
    {XTERM "boojum play --two --ascii --no-color", 80, false, false, false},
    {"TERM=xterm LC_ALL=C boojum play --two", 80, false, true, false},
    {"TERM=dumb LC_ALL=C.UTF-8 boojum play --two", 80, false, false, false},
    {"TERM= LC_ALL=C.UTF-8 boojum play --two", 80, false, false, false},
    {"TERM=vt100 LC_ALL=C.UTF-8 boojum play --two", 80, true, false, false},
};
enum { LOOK_COUNT = sizeof looks / sizeof *looks };

START_TEST(looks_are_what_the_terminal_can)
{
    PtyProcess *process = pty_open(looks[_i].command, looks[_i].columns);
    pty_expect(process, "White> ");
    must(has_bytes_above_ascii(pty_raw(process)) == looks[_i].unicode, "%s: unicode?\n%s",
         looks[_i].command, pty_raw(process));
    must(has_colors(pty_raw(process)) == looks[_i].colors, "%s: colours?", looks[_i].command);
    bool side_by_side = strstr(pty_text(process), "h  g") == NULL &&
                        strstr(pty_text(process), "board A                        board B");
    must(side_by_side != looks[_i].stacked, "%s, %d columns:\n%s", looks[_i].command,
         looks[_i].columns, pty_text(process));
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

static bool has_eight_colors(const char *raw) { return strstr(raw, "\033[30;46m") != NULL; }

/* Those that have fewer colours are not sent others, and tell the men apart without them. */
START_TEST(terminals_with_few_colors)
{
    static const struct {
        const char *command;
        bool eight;
        const char *king; /* White's */
    } rows[] = {{"TERM=linux LC_ALL=C.UTF-8 boojum play --two", true, " K "},
                {"TERM=ansi LC_ALL=C.UTF-8 boojum play --two", true, " \u2654 "},
                {"TERM=screen LC_ALL=C boojum play --two", true, " K "},
                {"TERM=screen.xterm-256color LC_ALL=C boojum play --two", false, " K "},
                {"TERM=screen COLORTERM=truecolor LC_ALL=C boojum play --two", false, " K "},
                {"TERM=linux NO_COLOR=1 boojum play --two", false, " K "},
                {"TERM=xterm LC_ALL=C.UTF-8 boojum play --two", false, " \u265a "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PtyProcess *process = pty_open(rows[i].command, 80);
        pty_expect(process, "White> ");
        must(has_eight_colors(pty_raw(process)) == rows[i].eight, "%s: colours?", rows[i].command);
        must(!has_colors(pty_raw(process)) || !rows[i].eight, "%s: colours", rows[i].command);
        must(strstr(pty_text(process), rows[i].king), "%s: %s", rows[i].command, pty_text(process));
        pty_type(process, "quit\n");
        ck_assert_int_eq(pty_wait(process), 0);
    }
}
END_TEST

/* ---- what a person does ---- */

START_TEST(resizing)
{
    PtyProcess *process = pty_open(XTERM "boojum play --two --ascii --no-color", 80);
    pty_expect(process, "board A                        board B");
    pty_expect(process, "White> ");
    pty_type(process, "e");
    pty_resize(process, 40);
    pty_type(process, "4\n");
    pty_expect(process, "passes to board B.");
    pty_expect(process, "board A\n8  r"); /* alone on its line */
    pty_expect(process, "board B\n8  .");
    pty_expect(process, "Black> ");
    pty_resize(process, 100);
    pty_type(process, "board\n");
    pty_expect(process, "board A                        board B");
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

START_TEST(typing_and_end_of_file)
{
    PtyProcess *process = pty_open(XTERM "boojum play --two", 80);
    pty_expect(process, "White> ");
    pty_type(process, "e5\177"
                      "4\n"); /* rubbed out */
    pty_expect(process, "1. e4: e2-e4 passes to board B.");
    pty_expect(process, "Black> ");
    pty_type(process, "\n");
    pty_expect(process, "Black> ");
    pty_type(process, "\004");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

/* Tab: commands and legal moves, and after `save` and `load` files. */
START_TEST(completing)
{
    static const char *const rows[][3] = {
        {"--two", "desc\t\n", "Board A, White: king e1"},
        {"--two", "Nf\t\n", "1. Nf3: Ng1-f3"},
        {"--two", "load Makef\t", "ile"},
        {"--two", "N\t\t", "Na3  Nc3  Nf3  Nh3"},
        {"--two -v chess", "fen 8/P7/8/8/8/k7/8/K7 w - -\na8=R\t\n", "a7-a8 becomes a rook"},
        {"--tutorial", "solu\t\n", "It is e4."},
        {"--two", "side bo\t\n", "Two people play."},
        {"--two", " color bl\t\n", "You play Black"},
        {"--two", "new chess9\t\n", "Chess (Chess960)"},
        {"--two", "level \t\t", "10  2   3"},
        {"--two", "moves g\t\t", "g1  g2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[128];
        snprintf(command, sizeof command, XTERM "boojum play %s", rows[i][0]);
        PtyProcess *process = pty_open(command, 80);
        pty_expect(process, "> ");
        if (pty_is_raw(process)) { /* the program can do without a library */
            pty_type(process, rows[i][1]);
            pty_expect(process, rows[i][2]);
        }
        pty_type(process, "\nquit\n");
        ck_assert_int_eq(pty_wait(process), 0);
    }
}
END_TEST

START_TEST(interrupting_the_engine)
{
    PtyProcess *process = pty_open(XTERM "boojum play --time 1000 --level 10", 80);
    pty_expect(process, "White> ");
    for (int i = 0; i < 2; i++) {
        pty_type(process, i ? "d4\n" : "e4\n");
        pty_expect(process, "(The engine thinks; Ctrl-C makes it move.)");
        pty_signal(process, SIGINT);
        pty_expect(process, i ? "2... " : "1... ");
        pty_expect(process, "White> ");
    }
    pty_type(process, "Nc3\n");
    pty_expect(process, "(The engine thinks");
    pty_signal(process, SIGTERM);
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

/* The terminal itself makes a SIGINT of \003. */
START_TEST(interrupting_at_the_prompt)
{
    const char *const commands[] = {XTERM "boojum play --two", XTERM "boojum play --tutorial",
                                    "TERM=dumb boojum play --two"};
    for (int i = 0; i < 3; i++) {
        PtyProcess *process = pty_open(commands[i], 80);
        pty_expect(process, "> ");
        pty_type(process, "\003");
        pty_expect(process, "Once more Ctrl-C, or `quit`, leaves");
        pty_expect(process, "> ");
        if (pty_is_raw(process)) { /* else the terminal edits, and we know nothing of it */
            pty_type(process, "junk");
            pty_expect(process, "junk");
            pty_type(process, "\003");
            pty_expect(process, "> ");
        }
        pty_type(process, "e4\n");
        pty_expect(process, "e2-e4 passes to board B");
        pty_expect(process, "> ");
        pty_type(process, "\003");
        pty_expect(process, "Once more");
        pty_expect(process, "> ");
        pty_type(process, "\003");
        ck_assert_int_eq(pty_wait(process), 0);
    }
}
END_TEST

/* Ctrl-Z and `fg`: what was typed is there again, and goes on. */
START_TEST(stopping_at_the_prompt)
{
    const char *const commands[] = {XTERM "boojum play --two", XTERM "boojum play --tutorial",
                                    "TERM=dumb boojum play --two"};
    for (int i = 0; i < 3; i++) {
        PtyProcess *process = pty_open(commands[i], 80);
        pty_expect(process, "> ");
        const bool edits = pty_is_raw(process); /* the program can do without */
        must_hold(i < 2 || !edits);
        if (edits) {
            pty_type(process, "e");
            pty_expect(process, "e");
        }
        pty_suspend(process);
        pty_expect(process, edits ? "> e" : "> ");
        must(pty_is_raw(process) == edits, "%s: the mode of the terminal", commands[i]);
        pty_type(process, edits ? "4\n" : "e4\n");
        pty_expect(process, "e2-e4 passes to board B");
        pty_expect(process, "> ");
        pty_type(process, "quit\n");
        ck_assert_int_eq(pty_wait(process), 0);
    }
}
END_TEST

/* Not every shell mends the mode of the terminal. */
START_TEST(ctrl_z_gives_the_terminal_back)
{
    PtyProcess *process = pty_open_shell(
        "export " XTERM "; $BOOJUM play --two --ascii; echo stopped; read line; fg", 80);
    pty_expect(process, "> ");
    const bool edits = pty_is_raw(process);
    pty_type(process, "\032");
    pty_expect(process, "stopped");
    must_hold(!pty_is_raw(process));
    pty_type(process, "\n");
    pty_expect(process, "> ");
    must_hold(pty_is_raw(process) == edits);
    pty_type(process, "e4\n");
    pty_expect(process, "e2-e4 passes to board B");
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

/* It ends as it would have, and the terminal is as it was. */
START_TEST(ctrl_backslash_gives_the_terminal_back)
{
    static const char *const terms[] = {XTERM, "TERM=dumb "};
    for (int i = 0; i < 2; i++) {
        char script[200];
        snprintf(script, sizeof script,
                 "ulimit -c 0; export %s; $BOOJUM play --two --ascii; echo status $?; read line",
                 terms[i]);
        PtyProcess *process = pty_open_shell(script, 80);
        pty_expect(process, "> ");
        pty_type(process, "\034");
        pty_expect(process, "status 131");
        must_hold(!pty_is_raw(process));
        pty_type(process, "\n");
        pty_wait(process);
    }
}
END_TEST

/* What is too long is refused, and what was typed before can still be had. */
START_TEST(long_lines)
{
    static const char *const terms[] = {XTERM, "TERM=dumb "};
    for (int i = 0; i < 2; i++) {
        char command[100], line[2052];
        snprintf(command, sizeof command, "%sboojum play --two --ascii --no-color", terms[i]);
        PtyProcess *process = pty_open(command, 80);
        pty_expect(process, "> ");
        memset(line, 'x', 2049);
        strcpy(line + 2049, "\n");
        pty_type(process, line);
        pty_expect(process, "A line of more than 2048 bytes is too long; nothing is done.");
        pty_expect(process, "> ");
        pty_type(process, "e4\n");
        pty_expect(process, "e2-e4 passes to board B");
        pty_type(process, "quit\n");
        ck_assert_int_eq(pty_wait(process), 0);
    }
}
END_TEST

/* The moves of a game are broken where the terminal ends. */
START_TEST(the_history_fits)
{
    static const char *const reader[] = {"", " --screen-reader"};
    for (int i = 0; i < 2; i++) {
        char command[100];
        snprintf(command, sizeof command, "TERM=dumb boojum play --two%s", reader[i]);
        PtyProcess *process = pty_open(command, 40);
        for (int k = 0; k < 10; k++) {
            static const char *const moves[] = {"Nf3\n", "Nf6\n", "Ng1\n", "Ng8\n"};
            pty_expect(process, "> ");
            pty_type(process, k < 9 ? moves[k % 4] : "history\n");
        }
        pty_expect(process, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1\nNg8");
        pty_type(process, "quit\n");
        ck_assert_int_eq(pty_wait(process), 0);
    }
}
END_TEST

START_TEST(black_sees_the_board_from_his_side)
{
    PtyProcess *process =
        pty_open(XTERM "boojum play --level 1 --color black --ascii --no-color", 80);
    pty_expect(process, "1  R  N  B  K  Q  B  N  R  1");
    pty_expect(process, "Black> ");
    pty_type(process, "flip\n");
    pty_expect(process, "8  r  n  b  q  k  b  n  r  8");
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

START_TEST(the_clock_is_in_the_prompt)
{
    PtyProcess *process = pty_open(XTERM "boojum play --two --time 3:00+2", 80);
    pty_expect(process, "White (");
    pty_type(process, "e4\n");
    pty_expect(process, "Black (");
    pty_type(process, "time 0.001+0\n");
    pty_expect(process, "Black (0:00)> ");
    pty_type(process, "hint\ne5\n"); /* a hint takes longer than that */
    pty_expect(process, "Black's time is up. White has won.");
    pty_expect(process, "Game over> ");
    pty_type(process, "time off\nundo\n");
    pty_expect(process, "Black> ");
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

/* No line of a board or a table is broken by the terminal, as far down as a board can be drawn. */
START_TEST(narrow_terminals)
{
    static const int widths[] = {80, 79, 40, BOARD_WIDTH, BOARD_WIDTH - 1, 20};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        PtyProcess *process = pty_open("TERM=dumb boojum play --two", widths[i]);
        pty_expect(process, widths[i] < BOARD_WIDTH ? "8 rnbqkbnr\n7 pppppppp\n" : "8  r  n  b");
        pty_expect(process, "White> ");
        pty_type(process, "help\n");
        pty_expect(process, "quit");
        pty_expect(process, "White> ");
        int column = 0;
        for (const char *c = pty_text(process); *c; c++) {
            column = *c == '\n' ? 0 : column + 1;
            must(column <= widths[i], "%d columns: %s", widths[i], pty_text(process));
        }
        pty_type(process, "quit\n");
        ck_assert_int_eq(pty_wait(process), 0);
    }
    PtyProcess *process = pty_open("TERM=dumb boojum play --two", DENSE_WIDTH - 1);
    pty_expect(process, "`describe`");
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

/* Sentences are broken between words. */
START_TEST(sentences_fit)
{
    PtyProcess *process = pty_open("TERM=dumb boojum play --tutorial", 40);
    pty_expect(process, "Your move> ");
    int column = 0;
    for (const char *c = pty_text(process); *c; c++) {
        column = *c == '\n' ? 0 : column + 1;
        must(column <= 40, "%s", pty_text(process));
    }
    pty_type(process, "quit\n");
    ck_assert_int_eq(pty_wait(process), 0);
}
END_TEST

Suite *play_terminal_suite(void)
{
    Suite *suite = suite_create("play-terminal");
    TCase *tcase = tcase_create("at a terminal");
    tcase_set_timeout(tcase, 240);
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, looks_are_what_the_terminal_can, 0, LOOK_COUNT);
    tcase_add_test(tcase, terminals_with_few_colors);
    tcase_add_test(tcase, resizing);
    tcase_add_test(tcase, typing_and_end_of_file);
    tcase_add_test(tcase, completing);
    tcase_add_test(tcase, interrupting_the_engine);
    tcase_add_test(tcase, interrupting_at_the_prompt);
    tcase_add_test(tcase, stopping_at_the_prompt);
    tcase_add_test(tcase, ctrl_z_gives_the_terminal_back);
    tcase_add_test(tcase, ctrl_backslash_gives_the_terminal_back);
    tcase_add_test(tcase, long_lines);
    tcase_add_test(tcase, the_history_fits);
    tcase_add_test(tcase, black_sees_the_board_from_his_side);
    tcase_add_test(tcase, the_clock_is_in_the_prompt);
    tcase_add_test(tcase, narrow_terminals);
    tcase_add_test(tcase, sentences_fit);
    return suite;
}
