/* What an earlier search left, in the table or as a promise, must not mislead a later one: of the
 * same positions with another history, or another count of moves to the fifty. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "judge/eval.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "search/mate.h"
#include "search/proof.h"
#include "search/search.h"
#include "search/thread.h"
#include "suites.h"
#include "tables.h"

/* A game as `position` tells it: a FEN, and moves from there. */
typedef struct Told {
    Position pos;
    KeyStack before;
} Told;

static void go_on(Told *told, Move move)
{
    Undo undo;
    must_hold(key_stack_push(&told->before, told->pos.key));
    position_make(&told->pos, move, &undo);
}

static void tell(Told *told, const char *game, const char *fen, const char *moves)
{
    char *words = strdup(moves), *rest = words;
    must_hold(words != NULL);
    *told = (Told){0};
    set_up(&told->pos, game, fen);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        Move move = move_read_uci(&told->pos, word, NULL);
        must(move != MOVE_NONE, "%s: %s", fen, word);
        go_on(told, move);
    }
    free(words);
}

static SearchResult search_told(Search *search, const Told *told, SearchLimits limits)
{
    SearchSignals signals = {0};
    SearchResult result;
    limits.start_ms = clock_now_ms();
    must_hold(
        search_run(search, &told->pos, &told->before, &limits, &signals, NULL, &result, NULL));
    return result;
}

/* After its best move, is the game drawn? */
static bool draws_at_once(const Told *told, Move move)
{
    Position pos = told->pos;
    KeyStack before = {0};
    Undo undo;
    for (size_t i = 0; i < told->before.count; i++)
        must_hold(key_stack_push(&before, told->before.keys[i]));
    must_hold(key_stack_push(&before, pos.key));
    position_make(&pos, move, &undo);
    const Outcome outcome = outcome_of(&pos, &before);
    key_stack_free(&before);
    return outcome_is_over(outcome) && outcome != CHECKMATE && outcome != EXPLODED;
}

/* A win is announced; then the same position comes with a history in which its next move draws. */
static const struct {
    const char *fen, *moves;
    bool wins; /* another way */
} histories[] = {
    {"k7/2K5/8/8/8/8/8/1R6 b - - 0 1", "a8a7 c7c6 a7a8 c6c7 a8a7 c7d6 a7a8 d6d5 a8a7 d5c6 a7a8",
     true},
    {"8/k7/8/3K4/8/8/8/1R6 w - - 97 5", "d5c6 a7a8", false},
};

START_TEST(a_promise_does_not_outlive_its_history)
{
    Told first, second;
    Search *search = search_create(NULL);
    tell(&first, "chess", "8/k7/8/3K4/8/8/8/1R6 w - - 9 5", "");
    tell(&second, "chess", histories[_i].fen, histories[_i].moves);
    SearchResult result = search_told(search, &first, (SearchLimits){.depth = 14});
    must_hold(result.score == SCORE_MATE - 5);
    must_hold(result.best == move_read_uci(&first.pos, "d5c6", NULL));
    result = search_told(search, &second, (SearchLimits){.depth = 8});
    must(score_is_mate(result.score) == histories[_i].wins, "score %d", result.score);
    must(!histories[_i].wins || !draws_at_once(&second, result.best), "the win is thrown away");
    search_destroy(search);
    key_stack_free(&second.before);
}
END_TEST

/* Wins that are in the table and come too late: they are neither wins nor worth nearly one. */
START_TEST(the_fifty_moves_come_before_what_the_table_knows)
{
    static const char *const fens[] = {"8/8/8/3k4/8/8/7Q/K7 w - - %d 80",
                                       "8/k7/8/3K4/8/8/8/1R6 w - - %d 5"};
    static const int counts[] = {84, 90, 94, 97, 98};
    char fen[64];
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
            for (int depth = 1; depth < 8; depth++) {
                Told told;
                Search *search = search_create(NULL);
                snprintf(fen, sizeof fen, fens[i], 0);
                tell(&told, "chess", fen, "");
                SearchResult result = search_told(search, &told, (SearchLimits){.nodes = 20000});
                must(result.score > 400, "%s: %d", fen, result.score);
                snprintf(fen, sizeof fen, fens[i], counts[j]);
                tell(&told, "chess", fen, "");
                result = search_told(search, &told, (SearchLimits){.depth = depth});
                const int plies = SCORE_MATE - result.score;
                must(score_is_mate(result.score) ? counts[j] + plies <= 100
                                                 : abs(result.score) <= EVAL_MAX,
                     "%s, depth %d: %d", fen, depth, result.score);
                search_destroy(search);
            }
}
END_TEST

/* A mate on the hundredth ply stands, in the table, too. */
START_TEST(the_table_knows_mates_on_the_hundredth_ply)
{
    Told told;
    Search *search = search_create(NULL);
    tell(&told, "chess", "8/k7/8/3K4/8/8/8/1R6 w - - 0 5", "");
    must_hold(search_told(search, &told, (SearchLimits){.depth = 14}).score == SCORE_MATE - 5);
    tell(&told, "chess", "8/k7/8/3K4/8/8/8/1R6 w - - 95 5", "");
    SearchResult result = search_told(search, &told, (SearchLimits){.depth = 8});
    must(result.score == SCORE_MATE - 5, "%d", result.score);
    search_destroy(search);
}
END_TEST

/* A stalemate at the horizon, met again by another way. */
START_TEST(a_stalemate_stays_one)
{
    static const char *const fens[] = {"3k4/8/8/n7/P7/4p1p1/4P1P1/5BRK b - - 0 1",
                                       "1k6/8/8/n7/P7/4p1p1/4P1P1/5BRK b - - 0 1"};
    static const char *const aside[] = {"d8c8", "b8c8"};
    Search *search = search_create(NULL);
    for (int time = 0; time < 4; time++) {
        Told told;
        SearchLimits limits = {.depth = 1};
        tell(&told, "chess", fens[time % 2], "");
        limits.moves.moves[limits.moves.count++] = move_read_uci(&told.pos, "a5c6", NULL);
        limits.moves.moves[limits.moves.count++] = move_read_uci(&told.pos, aside[time % 2], NULL);
        const SearchResult result = search_told(search, &told, limits);
        must(result.score == 0, "time %d: %d", time, result.score);
    }
    search_destroy(search);
}
END_TEST

/* Following a win through the table takes no more nodes than are allowed. */
START_TEST(keeping_a_promise_heeds_the_limit_of_nodes)
{
    for (uint64_t nodes = 1; nodes < 200; nodes += nodes < 20 ? 1 : 17) {
        Told told;
        Search *search = search_create(NULL);
        tell(&told, "chess", "8/k7/8/3K4/8/8/8/1R6 w - - 9 5", "");
        must_hold(search_told(search, &told, (SearchLimits){.depth = 14}).score > EVAL_MAX);
        tell(&told, "chess", "8/k7/8/3K4/8/8/8/1R6 w - - 9 5", "d5c6 a7a6");
        const SearchResult result = search_told(search, &told, (SearchLimits){.nodes = nodes});
        must(result.nodes <= nodes, "%d nodes instead of %d", (int)result.nodes, (int)nodes);
        key_stack_free(&told.before);
        search_destroy(search);
    }
}
END_TEST

/* ---- what is proven stays to be found ---- */

/* Each is lost for Black in eight or nine moves. */
static const char *const lost_endings[] = {
    "3k4/8/8/8/8/1Q6/3K4/8 w - - 0 1",  "8/2K5/5k2/1R6/8/P7/8/8 w - - 0 1",
    "8/3K1R2/7k/8/P7/8/8/8 w - - 0 1",  "8/8/8/4K3/2P5/6R1/8/2k5 w - - 0 1",
    "8/8/8/8/8/3K4/P4k2/4R3 w - - 0 1", "8/k7/8/8/8/3K4/2P5/7R w - - 0 1",
};

/* Whatever is answered, the table has the rest of the win. */
static void follow_every_answer(Search *search, const Told *told, int moves)
{
    Thread *t = search->threads[0];
    const SearchLimits limits = {.nodes = 30000};
    SearchSignals signals = {0};
    MoveList answers;
    generate(&told->pos, GENERATE_ALL, &answers);
    for (int i = 0; i < answers.count; i++) {
        char fen[FEN_MAX];
        Undo undo;
        Line line;
        t->pos = told->pos;
        t->keys.count = told->before.count;
        memcpy(t->keys.keys, told->before.keys, told->before.count * sizeof(Key));
        t->stopped = false;
        atomic_store(&t->nodes, 0);
        search->limits = &limits;
        search->signals = &signals;
        thread_make(t, answers.moves[i], &undo);
        fen_write(&t->pos, FEN_TWO_BOARD, false, fen);
        must(proof_follow(t, 2 * moves - 3, &line) || (moves < 7 && mate_find(t, moves - 1, &line)),
             "%s: no win in %d", fen, moves - 1);
    }
}

START_TEST(the_table_has_the_whole_of_a_win)
{
    Prng prng = {(uint64_t)_i + 1};
    Search *search = search_create(NULL);
    for (int game = 0; game < 10; game++) {
        Told told;
        int followed = 0;
        search_new_game(search);
        tell(&told, "chess", lost_endings[_i], "");
        while (!outcome_is_over(outcome_of(&told.pos, &told.before)) && told.before.count < 60) {
            const SearchLimits limits = {.nodes = 20000};
            const SearchResult result = search_told(search, &told, limits);
            const int moves = score_is_mate(result.score) ? score_mate_moves(result.score) : 0;
            go_on(&told, result.best);
            if (outcome_is_over(outcome_of(&told.pos, &told.before))) break;
            if (moves > 2) follow_every_answer(search, &told, moves), followed++;
            MoveList list;
            generate(&told.pos, GENERATE_ALL, &list);
            go_on(&told, list.moves[prng_below(&prng, (unsigned)list.count)]);
        }
        must(followed > 0 || told.before.count < 60, "%s: nothing was proven", lost_endings[_i]);
        key_stack_free(&told.before);
    }
    search_destroy(search);
}
END_TEST

Suite *recall_suite(void)
{
    Suite *suite = suite_create("recall");
    TCase *tcase = tcase_create("recall");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, a_promise_does_not_outlive_its_history, 0,
                        sizeof histories / sizeof *histories);
    tcase_add_test(tcase, the_fifty_moves_come_before_what_the_table_knows);
    tcase_add_test(tcase, the_table_knows_mates_on_the_hundredth_ply);
    tcase_add_test(tcase, a_stalemate_stays_one);
    tcase_add_loop_test(tcase, the_table_has_the_whole_of_a_win, 0,
                        sizeof lost_endings / sizeof *lost_endings);
    tcase_add_test(tcase, keeping_a_promise_heeds_the_limit_of_nodes);
    suite_add_tcase(suite, tcase);
    return suite;
}
