/* What the table-driven tests share: reading the data files, and how much to do. */
#ifndef BOOJUM_TESTS_TABLES_H
#define BOOJUM_TESTS_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <check.h>

#include "rules/position.h"

/* Calls `row` with each line of TEST_DATA/name that is neither empty nor begins with `#`; the line
 * may be changed. Fails the test if the file cannot be read. Returns the number of rows. */
int for_each_row(const char *name, void (*row)(char *line, int number, void *context),
                 void *context);

/* Cuts the line at each `separator`; returns how many fields there are (at most `max`). */
int split(char *line, char separator, char *fields[], int max);

/* A row of tests/rules/ that contradicts the rules it illustrates. The rules are followed, the rows
 * stay as they came, and what is said of them instead is tested just as strictly. */
typedef struct Disputed {
    const char *fen, *moves;
    const char *refusal; /* the FEN is no position, for this reason; or NULL */
    const char *state;   /* the state after the moves, where the FEN is one */
} Disputed;

/* NULL for a row that is not disputed. */
const Disputed *find_disputed(const char *fen, const char *moves);

/* base * BOOJUM_TEST_SCALE, at least 1. */
uint64_t scaled(double base);

/* As ck_assert_msg() and ck_assert(), for hot loops: those write to a file at each success. */
#define must(condition, ...)                                                                       \
    do {                                                                                           \
        if (!(condition)) ck_abort_msg(__VA_ARGS__);                                               \
    } while (0)
#define must_hold(condition) must(condition, "%s does not hold", #condition)

/* Fails the test if there is no such game. */
const Game *must_find_game(const char *name);

/* Reads a position of that game; fails the test if it is none. */
void set_up(Position *pos, const char *game, const char *fen);

#endif
