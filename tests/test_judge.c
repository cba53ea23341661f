/* The judgement without search: evaluation, exchanges, the chances that a score stands for; and the
 * endings whose worth is known. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "judge/eval.h"
#include "judge/exchange.h"
#include "judge/wdl.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "search/search.h"
#include "suites.h"
#include "tables.h"

/* --- Evaluation --------------------------------------------------------------------------------
 */

/* Turned round, with colours exchanged, a position is worth the same to the side to move; and the
 * terms add up. */
static void judge_both_ways(const Position *pos)
{
    Position turned;
    EvalTrace trace;
    position_clear(&turned, (RulesId)pos->rules);
    for (Bitboard men = occupied(pos); men;) {
        Square sq = pop_square(&men);
        position_put(&turned, sq ^ A8, pos->men[sq] ^ MAN_BLACK);
    }
    position_set_side(&turned, (Color)!pos->side);
    must_hold(evaluate(pos) == evaluate(&turned));
    must_hold(abs(evaluate(pos)) <= EVAL_MAX);
    evaluate_explain(pos, &trace);
    /* The terms account for the whole, up to the rounding of each. */
    int sum = 0;
    for (int group = 0; group < EVAL_GROUP_COUNT; group++)
        sum += evaluate_group(pos, &trace, &eval_groups[group]);
    if (pos->side == BLACK) sum = -sum;
    must(abs(sum - trace.total) <= 2 * EVAL_GROUP_COUNT, "terms %d, total %d", sum, trace.total);
    must_hold(evaluate(pos) == trace.total);
}

START_TEST(the_evaluation_has_no_favourite)
{
    Prng prng = {(uint64_t)_i + 1};
    for (uint64_t walks = scaled(40); walks > 0; walks--) {
        Position pos;
        position_start(&pos, &games[_i], (int)prng_below(&prng, 960));
        for (int ply = 0; ply < 150; ply++) {
            MoveList list;
            Undo undo;
            judge_both_ways(&pos);
            generate(&pos, GENERATE_ALL, &list);
            if (list.count == 0) break;
            position_make(&pos, list.moves[prng_below(&prng, (uint64_t)list.count)], &undo);
        }
    }
}
END_TEST

/* --- Exchanges ---------------------------------------------------------------------------------
 */

static const struct {
    const char *game, *fen, *move;
    Kind won[4], lost[4]; /* what the capture takes and costs */
    int won_count, lost_count;
    bool king;
} gains[] = {
    {"chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", {QUEEN}, {PAWN}, 1, 0, false},
    {"alice",
     "4k3/8/8/3r4/4P3/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1",
     "e4d5",
     {ROOK},
     {PAWN},
     1,
     0,
     false},
    {"atomic",
     "4k3/8/2n5/3q1R2/2p1P3/8/8/4K3 w - - 0 1",
     "e4d5",
     {QUEEN, KNIGHT},
     {PAWN},
     2,
     1,
     false},
    {"atomic",
     "4k3/8/2n1B3/3q4/4P3/8/8/4K3 w - - 0 1",
     "e4d5",
     {QUEEN, KNIGHT},
     {PAWN, BISHOP},
     2,
     2,
     false},
    {"aliceatomic",
     "4k3/8/2n5/3q4/4P3/8/8/4K3|8/8/4r3/8/8/8/8/8 w - - 0 1",
     "e4d5",
     {QUEEN, ROOK},
     {PAWN},
     2,
     1,
     false},
    {"atomic", "4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", {QUEEN}, {ROOK}, 1, 1, true},
};

START_TEST(gains_count_the_whole_blast)
{
    Position pos;
    set_up(&pos, gains[_i].game, gains[_i].fen);
    Move move = move_read_uci(&pos, gains[_i].move, NULL);
    ck_assert_uint_ne(move, MOVE_NONE);
    int expected = gains[_i].king ? GAIN_KING : 0;
    for (int i = 0; i < gains[_i].won_count; i++)
        expected += kind_value((RulesId)pos.rules, gains[_i].won[i]);
    for (int i = 0; i < gains[_i].lost_count; i++)
        expected -= kind_value((RulesId)pos.rules, gains[_i].lost[i]);
    ck_assert_int_eq(exchange_value(&pos, move), expected);
}
END_TEST

/* --- Chances -----------------------------------------------------------------------------------
 */

/* The sums are right, a higher score never means less, and what White has, Black has. */
START_TEST(chances_follow_the_score)
{
    Position pos;
    position_start(&pos, &games[_i], STANDARD_SHUFFLE);
    Wdl last = {0, 0, 1000};
    for (int score = -EVAL_MAX; score <= EVAL_MAX; score += 7) {
        Wdl wdl = wdl_of(&pos, score), mirrored = wdl_of(&pos, -score);
        must_hold(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0);
        must_hold(wdl.win + wdl.draw + wdl.loss == 1000);
        must_hold(wdl.win >= last.win && wdl.loss <= last.loss);
        must_hold(wdl.win == mirrored.loss && wdl.loss == mirrored.win);
        last = wdl;
    }
    ck_assert_int_ge(last.win, 999);
}
END_TEST

START_TEST(bare_kings_have_no_chances)
{
    Position pos;
    set_up(&pos, "aliceatomic", "8/8/8/4k3/8/8/8/K7|8/8/8/8/8/8/8/8 w - - 0 1");
    Wdl wdl = wdl_of(&pos, 0);
    must_hold(wdl.win == 0 && wdl.draw == 1000 && wdl.loss == 0);
    set_up(&pos, "aliceatomic", "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8 b - - 0 1");
    wdl = wdl_of(&pos, -EVAL_MAX);
    must_hold(wdl.loss >= 999);
}
END_TEST

/* At a score of `a` it is an even bet that the game is won; b further, it is e to 1. */
START_TEST(chances_are_those_of_the_model)
{
    const WdlModel model = {100, 300, 50, 150};
    ck_assert_double_eq_tol(wdl_win_probability(&model, EVAL_PHASE_MAX, 100), 0.5, 1e-12);
    ck_assert_double_eq_tol(wdl_win_probability(&model, 0, 300), 0.5, 1e-12);
    ck_assert_double_eq_tol(wdl_win_probability(&model, EVAL_PHASE_MAX / 2, 200), 0.5, 1e-12);
    const double e = exp(1);
    ck_assert_double_eq_tol(wdl_win_probability(&model, EVAL_PHASE_MAX, 150), e / (1 + e), 1e-12);
    ck_assert_double_eq_tol(wdl_win_probability(&model, 0, 150), 1 / (1 + e), 1e-12);
}
END_TEST

/* --- Known endings -----------------------------------------------------------------------------
 */

/* Drawn, as bench/endings.c computes from the rules alone, or because nothing is left that could
 * win; but not by rule, so the search has to know. */
static const struct {
    const char *game, *fen;
} drawn[] = {
    {"atomic", "8/2k5/4b3/8/8/4B3/2K5/8 w - - 0 1"},
    {"atomic", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"},
    {"atomic", "8/8/8/3k4/8/8/8/KR6 b - - 0 1"},
    {"chess", "8/8/8/3k4/8/8/8/KNN5 w - - 0 1"},
    /* Kings that touch. */
    {"atomic", "8/8/8/3k4/3K4/8/8/7Q w - - 0 1"},
    {"atomic", "8/8/8/8/1Q6/8/4k3/4K3 w - - 0 1"},
    /* Nobody has to move his king who may pass through where he stands. */
    {"msalice", "8/8/4k3/8/8/8/8/Q7|8/8/8/8/8/4K3/8/8 w - - 0 1"},
    {"msalice", "8/8/4k3/8/8/8/8/R7|8/8/8/8/8/4K3/8/8 w - - 0 1"},
    /* Two bishops on squares of one colour. */
    {"alice", "8/8/4k3/8/8/4K3/8/B1B5|8/8/8/8/8/8/8/8 w - - 0 1"},
    /* The wrong corner, as the books have it. */
    {"chess", "k7/8/8/8/8/P7/1B6/1K6 w - - 0 1"},
    {"chess", "k7/8/K7/P7/8/8/1B6/8 w - - 0 1"},
    {"chess", "8/8/8/5k2/7p/8/8/6bK b - - 0 1"},
    {"chess", "k7/8/8/8/P7/P7/1K6/8 w - - 0 1"},
    {"chess", "k7/8/8/P7/8/8/8/K1B5 w - - 0 1"},
    {"chess", "7k/8/8/7P/8/8/8/K4B2 w - - 0 1"},
    {"chess", "8/1k6/8/P7/8/8/3B4/K7 w - - 0 1"},
    {"chess", "k7/8/8/P7/P7/8/3B4/K7 w - - 0 1"},
    {"chess", "8/3b4/p7/8/8/8/1K6/7k b - - 0 1"},
    /* The queen against a pawn that the king leads. */
    {"chess", "8/8/8/7Q/8/8/pk6/6K1 w - - 0 1"},
    {"chess", "8/6KP/8/q7/8/8/1k6/8 b - - 0 1"},
    /* Little more than the enemy, and no pawns. */
    {"chess", "8/8/4k3/3b4/8/8/1B3N2/1K6 w - - 0 1"},
    {"chess", "8/8/4k3/4n3/8/8/1B3N2/1K6 w - - 0 1"},
    {"chess", "8/8/4k3/4b3/8/8/8/1K5R w - - 0 1"},
    {"chess", "8/8/4k3/4n3/8/8/8/1K5R b - - 0 1"},
    {"chess", "8/8/4k3/8/r7/8/5N2/1K5R w - - 0 1"},
    /* Two minor men. */
    {"atomic", "8/8/8/3k4/8/8/8/KNN5 w - - 0 1"},
    {"atomic", "8/8/8/3k4/8/8/8/KBN5 b - - 0 1"},
    {"atomic", "8/8/8/3k4/8/8/8/KBB5 w - - 0 1"},
    {"aliceatomic", "8/8/8/3k4/8/8/8/KQ6|8/8/8/8/8/8/8/8 w - - 0 1"},
    {"aliceatomic", "8/8/8/8/8/8/8/KQ6|8/8/8/3k4/8/8/8/8 b - - 0 1"},
    {"aliceatomic", "8/8/8/3k4/8/8/8/K7|8/8/8/8/8/8/8/1R6 w - - 0 1"},
    {"aliceatomic", "8/6P1/8/3k4/8/8/8/K7|8/8/8/8/8/8/8/8 w - - 0 1"},
};

static SearchResult search_at(const Position *pos, const KeyStack *before, Search *search,
                              uint64_t nodes)
{
    SearchLimits limits = {.nodes = nodes, .start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    ck_assert(search_run(search, pos, before, &limits, &signals, NULL, &result, NULL));
    return result;
}

START_TEST(drawn_endings_are_near_zero)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, drawn[_i].game, drawn[_i].fen);
    int score = search_at(&pos, NULL, search, 50000).score;
    ck_assert_int_le(abs(score), 50);
    search_destroy(search);
}
END_TEST

/* Won, as bench/endings.c computes: the engine wins them against itself, by the fifty moves. */
static const struct {
    const char *game, *fen;
} won[] = {
    {"chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"},
    {"chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"},
    {"chess", "8/8/4k3/8/8/2BKN3/8/8 w - - 0 1"},
    {"chess", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"},
    {"chess", "7k/8/8/8/8/8/P7/1KB5 w - - 0 1"},  /* far from the corner */
    {"chess", "k7/8/8/8/P7/8/1K6/5B2 w - - 0 1"}, /* the right bishop */
    {"chess", "8/8/8/7Q/8/8/1pk5/6K1 w - - 0 1"}, /* a pawn on a knight's file */
    {"chess", "8/8/8/7Q/3K4/8/pk6/8 w - - 0 1"},  /* her king is near */
    {"msalice", "8/8/4k3/8/8/8/8/QQ6|8/8/8/8/8/4K3/8/8 w - - 0 1"},
    {"alice", "8/8/8/3k4/8/8/8/KQ6|8/8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "8/8/8/3k4/8/8/8/K7|8/8/8/8/8/8/8/1R6 w - - 0 1"},
    {"atomic", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"},
};

START_TEST(won_endings_are_won)
{
    Position pos;
    KeyStack before = {0};
    Outcome outcome;
    Search *search = search_create(NULL);
    set_up(&pos, won[_i].game, won[_i].fen);
    while (!outcome_is_over(outcome = outcome_of(&pos, &before))) {
        Undo undo;
        Move best = search_at(&pos, &before, search, 5000).best;
        ck_assert(key_stack_push(&before, pos.key));
        position_make(&pos, best, &undo);
    }
    ck_assert_int_eq(outcome, CHECKMATE);
    ck_assert_int_eq(pos.side, BLACK);
    key_stack_free(&before);
    search_destroy(search);
}
END_TEST

Suite *judge_suite(void)
{
    Suite *suite = suite_create("judge");
    TCase *tcase = tcase_create("judge");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, the_evaluation_has_no_favourite, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, gains_count_the_whole_blast, 0, sizeof gains / sizeof *gains);
    tcase_add_loop_test(tcase, chances_follow_the_score, 0, GAME_COUNT);
    tcase_add_test(tcase, chances_are_those_of_the_model);
    tcase_add_test(tcase, bare_kings_have_no_chances);
    tcase_add_loop_test(tcase, drawn_endings_are_near_zero, 0, sizeof drawn / sizeof *drawn);
    tcase_add_loop_test(tcase, won_endings_are_won, 0, sizeof won / sizeof *won);
    suite_add_tcase(suite, tcase);
    return suite;
}
