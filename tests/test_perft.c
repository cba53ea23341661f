/* The move counts of tests/perft/, which were made by a program written apart from this one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/perft.h"
#include "suites.h"
#include "tables.h"

static const char *const files[] = {"chess", "chess960", "atomic",      "atomic960",
                                    "alice", "alice960", "aliceatomic", "aliceatomic960"};
enum { FILE_COUNT = sizeof files / sizeof files[0] };

typedef struct PerftFile {
    const char *name;
    RulesId rules;
    uint64_t most; /* leaves of one count */
    int left_out;
} PerftFile;

static void perft_row(char *line, int number, void *context)
{
    PerftFile *file = context;
    char *fields[16];
    int count = split(line, ';', fields, 16);
    ck_assert_msg(count > 1, "%s:%d: no counts", file->name, number);
    Position pos, before;
    Error err;
    ck_assert_msg(fen_read(&pos, file->rules, fields[0], &err), "%s:%d: %s", file->name, number,
                  err.text);
    before = pos;
    for (int i = 1; i < count; i++) {
        int depth;
        uint64_t expected;
        ck_assert_int_eq(sscanf(fields[i], "D%d %" SCNu64, &depth, &expected), 2);
        if (expected > file->most) {
            file->left_out++;
            continue;
        }
        uint64_t leaves = perft(&pos, depth, NULL);
        ck_assert_msg(leaves == expected, "%s:%d depth %d: %" PRIu64 ", not %" PRIu64 "\n%s",
                      file->name, number, depth, leaves, expected, fields[0]);
        ck_assert_mem_eq(&pos, &before, sizeof pos);
    }
}

START_TEST(every_row)
{
    char path[64];
    PerftFile file = {.name = files[_i], .most = scaled(1e9)};
    file.rules = must_find_game(file.name)->rules;
    snprintf(path, sizeof path, "perft/%s.epd", file.name);
    int rows = for_each_row(path, perft_row, &file);
    ck_assert_int_ge(rows, 50);
    if (file.left_out)
        printf("perft/%s.epd: %d counts above %" PRIu64 " leaves left out at this scale\n",
               file.name, file.left_out, file.most);
}
END_TEST

/* Counting the last ply and playing it must agree: both sinks of the generator. */
static uint64_t count_by_playing(Position *pos, int depth)
{
    if (depth == 0) return 1;
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        leaves += count_by_playing(pos, depth - 1);
        position_unmake(pos, &undo);
    }
    return leaves;
}

START_TEST(counting_is_playing)
{
    Position pos;
    position_start(&pos, &games[_i], STANDARD_SHUFFLE);
    ck_assert_uint_eq(perft(&pos, 0, NULL), 1);
    ck_assert_uint_eq(perft(&pos, 3, NULL), count_by_playing(&pos, 3));
}
END_TEST

START_TEST(stops_when_told)
{
    Position pos, before;
    position_start(&pos, &games[_i], STANDARD_SHUFFLE);
    before = pos;
    atomic_bool stop = true;
    ck_assert_uint_lt(perft(&pos, 6, &stop), 10000000);
    ck_assert_mem_eq(&pos, &before, sizeof pos);
}
END_TEST

Suite *perft_suite(void)
{
    Suite *suite = suite_create("perft");
    TCase *tables = tcase_create("tables");
    tcase_set_timeout(tables, 3600);
    tcase_add_loop_test(tables, every_row, 0, FILE_COUNT);
    suite_add_tcase(suite, tables);
    TCase *sinks = tcase_create("sinks");
    tcase_set_timeout(sinks, 600);
    tcase_add_loop_test(sinks, counting_is_playing, 0, GAME_COUNT);
    tcase_add_loop_test(sinks, stops_when_told, 0, GAME_COUNT);
    suite_add_tcase(suite, sinks);
    return suite;
}
