/* The transposition table: what goes in comes out, from several threads as well. */
#include <pthread.h>
#include <string.h>

#include "base/prng.h"
#include "search/tt.h"
#include "suites.h"
#include "tables.h"

static TransTable make_table(size_t megabytes)
{
    TransTable tt = {0};
    Error err;
    ck_assert_msg(tt_resize(&tt, megabytes, 2, &err), "%s", err.text);
    return tt;
}

static TtEntry random_entry(Prng *prng)
{
    return (TtEntry){.move = (Move)prng_next(prng),
                     .score = (int)prng_below(prng, 64003) - 32001,
                     .eval = (int)prng_below(prng, 40001) - 20000,
                     .depth = (int)prng_below(prng, 240) - 1,
                     .bound = (Bound)(1 + prng_below(prng, 3))};
}

static bool same(const TtEntry *a, const TtEntry *b)
{
    return a->move == b->move && a->score == b->score && a->eval == b->eval &&
           a->depth == b->depth && a->bound == b->bound;
}

START_TEST(what_goes_in_comes_out)
{
    TransTable tt = make_table(1);
    Prng prng = {1};
    for (int i = 0; i < 100000; i++) {
        Key key = prng_next(&prng);
        TtEntry entry = random_entry(&prng), found;
        if (entry.move == MOVE_NONE) continue;
        entry.bound = BOUND_EXACT; /* exact entries always get in */
        tt_store(&tt, key, &entry);
        must_hold(tt_probe(&tt, key, &found));
        must_hold(same(&entry, &found));
        must_hold(!tt_probe(&tt, key ^ 1ull << (i % 64), &found));
    }
    tt_free(&tt);
}
END_TEST

START_TEST(edges_survive)
{
    TransTable tt = make_table(1);
    static const TtEntry edges[] = {
        {1, 32000, TT_NO_EVAL, TT_DEPTH_MAX, BOUND_EXACT},
        {0xffff, -32000, -20000, TT_DEPTH_MIN, BOUND_EXACT},
        {2, 0, 0, 0, BOUND_EXACT},
    };
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        TtEntry found;
        tt_store(&tt, 77 + i, &edges[i]);
        ck_assert(tt_probe(&tt, 77 + i, &found));
        ck_assert(same(&edges[i], &found));
    }
    tt_free(&tt);
}
END_TEST

START_TEST(the_move_is_kept_and_depth_respected)
{
    TransTable tt = make_table(1);
    TtEntry deep = {.move = 99, .depth = 12, .bound = BOUND_LOWER, .score = 40}, found;
    tt_store(&tt, 5, &deep);
    TtEntry shallow = {.move = 7, .depth = 2, .bound = BOUND_UPPER, .score = 10};
    tt_store(&tt, 5, &shallow);
    ck_assert(tt_probe(&tt, 5, &found));
    ck_assert_int_eq(found.depth, 12);
    TtEntry no_move = {.move = MOVE_NONE, .depth = 14, .bound = BOUND_UPPER, .score = 10};
    tt_store(&tt, 5, &no_move);
    ck_assert(tt_probe(&tt, 5, &found));
    ck_assert_int_eq(found.depth, 14);
    ck_assert_uint_eq(found.move, 99);
    tt_free(&tt);
}
END_TEST

START_TEST(clearing_ageing_and_hashfull)
{
    TransTable tt = make_table(1);
    TtEntry entry = {.move = 1, .depth = 3, .bound = BOUND_EXACT}, found;
    Prng prng = {3};
    ck_assert_int_eq(tt_hashfull(&tt), 0);
    for (int i = 0; i < 2000000; i++) tt_store(&tt, prng_next(&prng), &entry);
    ck_assert_int_ge(tt_hashfull(&tt), 950);
    tt_new_search(&tt);
    ck_assert_int_eq(tt_hashfull(&tt), 0); /* of this search */
    tt_store(&tt, 42, &entry);
    tt_clear(&tt, 3);
    ck_assert(!tt_probe(&tt, 42, &found));
    tt_free(&tt);
}
END_TEST

START_TEST(impossible_sizes_change_nothing)
{
    TransTable tt = make_table(2);
    TtEntry entry = {.move = 1, .depth = 3, .bound = BOUND_EXACT}, found;
    static const size_t sizes[] = {0, TT_MAX_MB, (size_t)TT_MAX_MB + 1, SIZE_MAX};
    Error err;
    tt_store(&tt, 42, &entry);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ck_assert(!tt_resize(&tt, sizes[i], 1, &err));
        ck_assert(strncmp(err.text, "hash: ", 6) == 0);
    }
    ck_assert(tt_probe(&tt, 42, &found));
    ck_assert_uint_eq(tt.bytes, 2 << 20);
    tt_free(&tt);
}
END_TEST

/* Entries that belong together: the score says the move. A torn one would break that. */
static void *hammer(void *context)
{
    TransTable *tt = context;
    Prng prng = {(uint64_t)(uintptr_t)&prng};
    for (int i = 0; i < 200000; i++) {
        Key key = prng_below(&prng, 4096) * 0x9e3779b97f4a7c15ull;
        TtEntry found;
        if (tt_probe(tt, key, &found))
            must_hold(found.move == MOVE_NONE || found.score == (int)found.move % 1000);
        Move move = (Move)(1 + prng_below(&prng, 60000));
        TtEntry entry = {.move = move, .score = move % 1000, .depth = 5, .bound = BOUND_EXACT};
        tt_store(tt, key, &entry);
    }
    return NULL;
}

START_TEST(threads_share_it)
{
    TransTable tt = make_table(1);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) ck_assert_int_eq(pthread_create(&threads[i], NULL, hammer, &tt), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    tt_free(&tt);
}
END_TEST

Suite *tt_suite(void)
{
    Suite *suite = suite_create("tt");
    TCase *tcase = tcase_create("table");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, what_goes_in_comes_out);
    tcase_add_test(tcase, edges_survive);
    tcase_add_test(tcase, the_move_is_kept_and_depth_respected);
    tcase_add_test(tcase, clearing_ageing_and_hashfull);
    tcase_add_test(tcase, impossible_sizes_change_nothing);
    tcase_add_test(tcase, threads_share_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
