#include "search/params.h"

/* clang-format off */
#define ALL_PARAMS                                                                                 \
    .aspiration_window = 18, .iterative_reduction = 4, .correction = 1, .razor_depth = 2,          \
    .null_move = 1, .null_base = 3, .late_move_pruning = 3, .reduction = 1,                        \
    .history_reduction = 12000, .singular_depth = 7, .quiescence_exchange = 1, .killers = 1,       \
    .counter_moves = 1, .continuation_history = 1, .capture_history = 1

#define QUIET_GAME_PARAMS                                                                          \
    ALL_PARAMS, .reverse_futility_depth = 8, .reverse_futility_margin = 75, .razor_margin = 250,   \
    .null_verify_depth = 14, .futility_depth = 7, .futility_base = 80, .futility_margin = 90,      \
    .exchange_quiet = 20, .exchange_capture = 90, .reduction_base = 60, .reduction_divisor = 215,  \
    .delta_margin = 180, .cutoff_reduction = 2
#define CHESS_PARAMS QUIET_GAME_PARAMS, .history_pruning = 2500, .check_extension = 1, .refuting_history = 1
#define ALICE_PARAMS QUIET_GAME_PARAMS

/* Captures change more here: wider margins, less pruning. */
#define EXPLODING_GAME_PARAMS                                                                      \
    ALL_PARAMS, .reverse_futility_margin = 110, .razor_margin = 350, .null_verify_depth = 9,       \
    .exchange_quiet = 40, .exchange_capture = 120, .reduction_base = 40, .reduction_divisor = 240, \
    .threat_is_check = 1, .delta_margin = 200
#define ATOMIC_PARAMS                                                                              \
    EXPLODING_GAME_PARAMS, .reverse_futility_depth = 7, .futility_depth = 6, .futility_base = 150, \
    .futility_margin = 130, .check_extension = 1, .probable_cut = 200
#define ALICEATOMIC_PARAMS EXPLODING_GAME_PARAMS, .reverse_futility_depth = 5
/* clang-format on */

#ifdef BOOJUM_TUNABLE
#define MAYBE_CONST
#else
#define MAYBE_CONST const
#endif

static MAYBE_CONST SearchParams params[RULES_COUNT] = {
    [RULES_CHESS] = {CHESS_PARAMS},
    [RULES_ATOMIC] = {ATOMIC_PARAMS},
    [RULES_ALICE] = {ALICE_PARAMS},
    [RULES_MSALICE] = {ALICE_PARAMS},
    [RULES_ALICEATOMIC] = {ALICEATOMIC_PARAMS},
};

const SearchParams plain_params = {.plain = 1};

#ifdef BOOJUM_TUNABLE
/* `make tunable` builds a program that takes other values from the environment, for measuring what
 * a feature is worth: BOOJUM_PARAMS="null_move=0 razor_depth=3", in every game alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_param(const char *name, int value)
{
    for (int rules = 0; rules < RULES_COUNT; rules++) {
#define SET_PARAM(each)                                                                            \
    if (strcmp(name, #each) == 0) {                                                                \
        params[rules].each = value;                                                                \
        continue;                                                                                  \
    }
        SEARCH_PARAMS(SET_PARAM)
#undef SET_PARAM
        fprintf(stderr, "BOOJUM_PARAMS: no parameter `%s`\n", name);
        exit(EXIT_FAILURE);
    }
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *at = getenv("BOOJUM_PARAMS");
    char name[64];
    int value, length;
    for (; at && sscanf(at, " %63[a-z_] = %d%n", name, &value, &length) == 2; at += length)
        set_param(name, value);
    if (at && at[strspn(at, " ")]) {
        fprintf(stderr, "BOOJUM_PARAMS: cannot read `%s`\n", at);
        exit(EXIT_FAILURE);
    }
}
#endif

const SearchParams *search_params(RulesId rules) { return &params[rules]; }
