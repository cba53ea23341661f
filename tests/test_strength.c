/* Playing below full strength: what the levels mean, and that even the lowest does the obvious. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "search/search.h"
#include "search/strength.h"
#include "suites.h"
#include "tables.h"

/* ---- the ladder ---- */

START_TEST(more_elo_is_more_nodes_and_less_error)
{
    for (int rules = 0; rules < RULES_COUNT; rules++) {
        Strength before = strength_of(ELO_MIN, (RulesId)rules);
        ck_assert_int_gt(before.error, 0);
        for (int elo = ELO_MIN + 1; elo <= ELO_MAX; elo++) {
            Strength strength = strength_of(elo, (RulesId)rules);
            must(strength.nodes >= before.nodes && strength.error <= before.error, "Elo %d", elo);
            ck_assert_int_le(strength_candidates(strength), CANDIDATES_MAX);
            before = strength;
        }
        ck_assert_int_eq(before.error, 0);
        ck_assert_uint_eq(strength_of(-1000000, (RulesId)rules).nodes,
                          strength_of(ELO_MIN, (RulesId)rules).nodes);
        ck_assert_uint_eq(strength_of(1000000, (RulesId)rules).nodes, before.nodes);
    }
}
END_TEST

START_TEST(levels_and_skills_end_at_full_strength)
{
    ck_assert_int_eq(elo_of_level(LEVEL_MIN), ELO_MIN);
    ck_assert_int_eq(elo_of_level(LEVEL_MAX - 1), ELO_MAX);
    ck_assert_int_eq(elo_of_level(LEVEL_MAX), ELO_FULL);
    ck_assert_int_eq(elo_of_skill(SKILL_MIN), ELO_MIN);
    ck_assert_int_eq(elo_of_skill(SKILL_MAX - 1), ELO_MAX);
    ck_assert_int_eq(elo_of_skill(SKILL_MAX), ELO_FULL);
    for (int level = LEVEL_MIN; level < LEVEL_MAX - 1; level++)
        ck_assert_int_lt(elo_of_level(level), elo_of_level(level + 1));
    for (int skill = SKILL_MIN; skill < SKILL_MAX - 1; skill++)
        ck_assert_int_lt(elo_of_skill(skill), elo_of_skill(skill + 1));
}
END_TEST

/* ---- the choice ---- */

START_TEST(errors_are_in_proportion)
{
    const Strength strength = {1000, 100};
    static const int scores[] = {50, 40, 0, -149, -151, -SCORE_MATE + 4};
    int chosen[6] = {0};
    for (uint64_t seed = 0; seed < 10000; seed++) {
        int choice = strength_choice(strength, scores, 6, seed);
        ck_assert_int_eq(choice, strength_choice(strength, scores, 6, seed));
        chosen[choice]++;
    }
    must(chosen[0] > chosen[1] && chosen[1] > chosen[2] && chosen[2] > chosen[3],
         "%d %d %d %d times", chosen[0], chosen[1], chosen[2], chosen[3]);
    must(chosen[1] > 2000 && chosen[2] > 500, "%d and %d times", chosen[1], chosen[2]);
    must(chosen[4] == 0, "a move that is worse by more than twice the error");
    must(chosen[5] == 0, "a move that loses by force");
}
END_TEST

START_TEST(who_is_ahead_errs_less)
{
    const Strength strength = {1000, 200};
    Position pos;
    position_start(&pos, must_find_game("chess"), STANDARD_SHUFFLE);
    static const int winning[] = {SCORE_MATE - 5, SCORE_MATE - 7, 900};
    for (int eval = -1000; eval < 1000; eval++) {
        Strength here = strength_at(strength, &pos, eval),
                 better = strength_at(strength, &pos, eval + 1);
        ck_assert_int_ge(here.error, better.error);
        ck_assert_uint_le(here.nodes, better.nodes);
    }
    ck_assert_int_eq(strength_at(strength, &pos, -1000).error, 200);
    ck_assert_int_eq(strength_at(strength, &pos, 0).error, 200);
    ck_assert_uint_eq(strength_at(strength, &pos, 0).nodes, 1000);
    ck_assert_int_eq(strength_at(strength, &pos, 1000).error, 0);
    ck_assert_uint_eq(strength_at((Strength){50000, 0}, &pos, 1000).nodes, 50000);
    Position ending;
    set_up(&ending, "chess", "8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1");
    ck_assert_int_eq(strength_at(strength, &ending, 0).error, 200);
    ck_assert_int_eq(strength_at(strength, &ending, 150).error, 0);
    ck_assert_uint_gt(strength_at(strength, &ending, 150).nodes,
                      strength_at(strength, &pos, 1000).nodes);
    for (uint64_t seed = 0; seed < 1000; seed++)
        ck_assert_int_eq(strength_choice(strength, winning, 3, seed), 0);
}
END_TEST

/* ---- weaker players at the board ---- */

static Move weaker_plays(Search *search, const Position *pos, const KeyStack *keys, int elo,
                         uint64_t seed)
{
    SearchLimits limits = {.elo = elo, .seed = seed, .start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    ck_assert(search_run(search, pos, keys, &limits, &signals, NULL, &result, NULL));
    ck_assert(is_legal(pos, result.best));
    return result.best;
}

static const struct {
    const char *game, *fen;
} wins_in_one[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"},
    {"chess", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"},
    {"atomic", "4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1"},
    {"atomic", "r3k2r/2p2p2/8/8/8/8/8/R2QK3 w - - 0 1"},
    {"alice", "rnbqkbnr/ppp1pppp/8/8/4p3/8/PPPP1PPP/RNBQK1NR|8/8/8/8/8/8/4B3/8 w KQkq - 0 3"},
    {"alice", "k7/8/K7/8/8/8/8/8|8/8/8/8/8/8/8/7Q w - - 0 1"},
    {"aliceatomic", "8/3p4/8/8/8/8/8/3RK3|4k3/8/8/8/8/8/8/8 w - - 0 1"},
    {"aliceatomic", "8/p7/8/8/4r3/8/8/R3K3|8/1k6/8/8/8/8/8/8 w - - 0 1"},
};
enum { WINS_IN_ONE = sizeof wins_in_one / sizeof *wins_in_one };

START_TEST(a_win_in_one_is_taken)
{
    Position pos;
    set_up(&pos, wins_in_one[_i].game, wins_in_one[_i].fen);
    for (uint64_t seed = 0; seed < 20; seed++) {
        Search *search = search_create(NULL);
        Position after = pos;
        Undo undo;
        position_make(&after, weaker_plays(search, &pos, NULL, ELO_MIN, seed), &undo);
        Outcome outcome = outcome_of(&after, NULL);
        must(outcome == CHECKMATE || outcome == EXPLODED, "%s, seed %d", wins_in_one[_i].fen,
             (int)seed);
        search_destroy(search);
    }
}
END_TEST

/* Won by White to move; see the small endings in bench/RESULTS.md. */
static const struct {
    const char *game, *fen;
} won[] = {
    {"chess", "8/8/3k4/8/8/8/8/KQ6 w - - 0 1"},
    {"chess", "8/8/3k4/8/8/8/8/KR6 w - - 0 1"},
    {"chess", "8/4k3/8/4K3/8/4P3/8/8 w - - 0 1"},
    {"chess", "8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1"},
    {"chess", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"},
    {"chess", "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1"},
    {"atomic", "8/8/3k4/8/8/8/8/KQR5 w - - 0 1"},
    {"atomic", "8/8/3k4/8/8/8/8/KRR5 w - - 0 1"},
    {"alice", "8/8/3k4/8/8/8/8/KQ6|8/8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "8/8/3k4/8/8/8/8/K7|8/8/8/8/8/8/8/1R6 w - - 0 1"},
    {"aliceatomic", "8/8/3k1p2/8/4p3/8/PPP5/KQR5|8/8/8/8/8/5p2/8/5B2 w - - 0 1"},
    {"aliceatomic", "8/8/8/4k3/8/8/8/KQRR4|8/8/8/8/8/8/8/8 w - - 0 1"},
    {"aliceatomic", "4k3/ppp5/8/8/8/8/PPP5/R2QK3|8/8/8/8/8/8/8/8 w - - 0 1"},
};
enum { WON = sizeof won / sizeof *won };

static bool weaker_wins(const char *game, const char *fen, int elo, uint64_t seed)
{
    Search *weaker = search_create(NULL), *defender = search_create(NULL);
    KeyStack keys = {0};
    Position pos;
    Undo undo;
    set_up(&pos, game, fen);
    for (uint64_t ply = 0; !outcome_is_over(outcome_of(&pos, &keys)); ply++) {
        Move move;
        if (ply % 2 == 0) {
            move = weaker_plays(weaker, &pos, &keys, elo, 1000 * seed + ply);
        } else {
            SearchLimits limits = {.nodes = 20000, .start_ms = clock_now_ms()};
            SearchSignals signals = {0};
            SearchResult result;
            ck_assert(search_run(defender, &pos, &keys, &limits, &signals, NULL, &result, NULL));
            move = result.best;
        }
        ck_assert(key_stack_push(&keys, pos.key));
        position_make(&pos, move, &undo);
    }
    Outcome outcome = outcome_of(&pos, &keys);
    key_stack_free(&keys);
    search_destroy(weaker);
    search_destroy(defender);
    return (outcome == CHECKMATE || outcome == EXPLODED) && pos.side == BLACK;
}

/* At the lowest level, and at the highest that is not full strength. */
START_TEST(a_won_ending_is_won)
{
    int count = (int)scaled(4), wins = 0;
    for (int game = 0; game < count; game++)
        wins += weaker_wins(won[_i].game, won[_i].fen, (game + _i) % 2 ? ELO_MAX : ELO_MIN,
                            (uint64_t)game);
    must(wins == count, "%s: %d of %d", won[_i].fen, wins, count);
}
END_TEST

/* ---- limits ---- */

START_TEST(a_weaker_search_repeats_itself_and_keeps_its_nodes)
{
    const int middle = (ELO_MIN + ELO_MAX) / 2;
    Position pos;
    position_start(&pos, must_find_game("aliceatomic"), STANDARD_SHUFFLE);
    int different = 0;
    Move first = MOVE_NONE;
    for (uint64_t seed = 0; seed < 20; seed++) {
        Move moves[2];
        for (int i = 0; i < 2; i++) {
            Search *search = search_create(NULL);
            ck_assert(search_set_threads(search, i + 1, NULL)); /* it thinks on one all the same */
            SearchLimits limits = {.elo = middle, .seed = seed, .start_ms = clock_now_ms()};
            SearchSignals signals = {0};
            SearchResult result;
            ck_assert(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
            ck_assert_uint_le(result.nodes,
                              strength_at(strength_of(middle, RULES_ALICEATOMIC), &pos, 100).nodes);
            moves[i] = result.best;
            search_destroy(search);
        }
        ck_assert_uint_eq(moves[0], moves[1]);
        if (!seed) first = moves[0];
        different += moves[0] != first;
    }
    ck_assert_int_gt(different, 0);
}
END_TEST

Suite *strength_suite(void)
{
    Suite *suite = suite_create("strength");
    TCase *tcase = tcase_create("strength");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, more_elo_is_more_nodes_and_less_error);
    tcase_add_test(tcase, levels_and_skills_end_at_full_strength);
    tcase_add_test(tcase, errors_are_in_proportion);
    tcase_add_test(tcase, who_is_ahead_errs_less);
    tcase_add_loop_test(tcase, a_win_in_one_is_taken, 0, WINS_IN_ONE);
    tcase_add_loop_test(tcase, a_won_ending_is_won, 0, WON);
    tcase_add_test(tcase, a_weaker_search_repeats_itself_and_keeps_its_nodes);
    suite_add_tcase(suite, tcase);
    return suite;
}
