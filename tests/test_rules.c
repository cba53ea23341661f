/* The worked cases of tests/rules/ (cases.tsv and field.tsv were given, own.tsv is this project's):
 * one line a case, `game FEN moves expected what it shows`. expected is `FEN # state` after the
 * moves, `illegal` (the last move), `state: S`, or `moves: m1 m2 ...`, all the legal moves in
 * alphabetical order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "suites.h"
#include "tables.h"

typedef struct Case {
    const char *file;
    int number;
    Position pos;
    KeyStack before;
    const Disputed *disputed; /* or NULL */
} Case;

/* Plays the moves; true if the last one was refused. */
static bool play_moves(Case *c, char *moves)
{
    char *words[64];
    if (strcmp(moves, "-") == 0) return false;
    int count = split(moves, ' ', words, 64);
    for (int i = 0; i < count; i++) {
        Error err;
        Undo undo;
        Move move = move_read_uci(&c->pos, words[i], &err);
        if (move == MOVE_NONE) {
            ck_assert_msg(i == count - 1, "%s:%d: %s", c->file, c->number, err.text);
            return true;
        }
        ck_assert(key_stack_push(&c->before, c->pos.key));
        position_make(&c->pos, move, &undo);
    }
    return false;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void write_moves(const Position *pos, char *buf, size_t size)
{
    MoveList list;
    char texts[MAX_MOVES][UCI_MOVE_MAX];
    generate(pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) move_write_uci(pos, list.moves[i], false, texts[i]);
    qsort(texts, (size_t)list.count, sizeof texts[0], by_text);
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < list.count; i++)
        used += (size_t)snprintf(buf + used, size - used, "%s%s", i ? " " : "", texts[i]);
}

static void check_state(const Case *c, const char *expected)
{
    const char *state = outcome_names[outcome_of(&c->pos, &c->before)];
    if (c->disputed) expected = c->disputed->state;
    ck_assert_msg(strcmp(state, expected) == 0, "%s:%d: state %s, not %s", c->file, c->number,
                  state, expected);
}

static void check_expected(const Case *c, char *expected, bool refused)
{
    char buf[4096];
    ck_assert_msg(refused == (strcmp(expected, "illegal") == 0), "%s:%d: %s", c->file, c->number,
                  refused ? "refused" : "not refused");
    if (refused) return;
    if (strncmp(expected, "state: ", 7) == 0) {
        check_state(c, expected + 7);
    } else if (strncmp(expected, "moves: ", 7) == 0) {
        write_moves(&c->pos, buf, sizeof buf);
        ck_assert_msg(strcmp(buf, expected + 7) == 0, "%s:%d:\n  has    %s\n  should %s", c->file,
                      c->number, buf, expected + 7);
    } else {
        char *state = strstr(expected, " # ");
        ck_assert_msg(state != NULL, "%s:%d: not understood", c->file, c->number);
        *state = '\0';
        fen_write(&c->pos, FEN_TWO_BOARD, false, buf);
        ck_assert_msg(strcmp(buf, expected) == 0, "%s:%d:\n  has    %s\n  should %s", c->file,
                      c->number, buf, expected);
        check_state(c, state + 3);
    }
}

static void case_row(char *line, int number, void *context)
{
    Case c = {.file = context, .number = number};
    char *fields[5];
    Error err;
    ck_assert_msg(split(line, '\t', fields, 5) == 5, "%s:%d: not five fields", c.file, number);
    RulesId rules = must_find_game(fields[0])->rules;
    c.disputed = find_disputed(fields[1], fields[2]);
    if (c.disputed && c.disputed->refusal) {
        ck_assert(!fen_read(&c.pos, rules, fields[1], &err));
        ck_assert_str_eq(err.text, c.disputed->refusal);
        return;
    }
    ck_assert_msg(fen_read(&c.pos, rules, fields[1], &err), "%s:%d: %s", c.file, number, err.text);
    bool refused = play_moves(&c, fields[2]);
    check_expected(&c, fields[3], refused);
    key_stack_free(&c.before);
}

START_TEST(cases) { ck_assert_int_eq(for_each_row("rules/cases.tsv", case_row, "cases.tsv"), 80); }
END_TEST

START_TEST(field) { ck_assert_int_eq(for_each_row("rules/field.tsv", case_row, "field.tsv"), 22); }
END_TEST

START_TEST(own) { ck_assert_int_gt(for_each_row("rules/own.tsv", case_row, "own.tsv"), 30); }
END_TEST

Suite *rules_suite(void)
{
    Suite *suite = suite_create("rules");
    TCase *tables = tcase_create("tables");
    tcase_add_test(tables, cases);
    tcase_add_test(tables, field);
    tcase_add_test(tables, own);
    suite_add_tcase(suite, tables);
    return suite;
}
