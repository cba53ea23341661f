#include "search/params.h"

/* clang-format off */
#define CHESS_PARAMS                                                                               \
    .reverse_futility_depth = 8, .reverse_futility_margin = 75, .razor_depth = 2,                  \
    .razor_margin = 250, .null_move = true, .null_verify_depth = 14, .futility_depth = 7,          \
    .futility_base = 80, .futility_margin = 90, .late_move_pruning = true,                         \
    .history_pruning = 2500, .exchange_quiet = 20, .exchange_capture = 90, .reduction_base = 60,   \
    .reduction_divisor = 215, .singular_depth = 7, .check_extension = true, .delta_margin = 180

#define ALICE_PARAMS                                                                               \
    .reverse_futility_depth = 8, .reverse_futility_margin = 75, .razor_depth = 2,                  \
    .razor_margin = 250, .null_move = true, .null_verify_depth = 14, .futility_depth = 7,          \
    .futility_base = 80, .futility_margin = 90, .late_move_pruning = true, .exchange_quiet = 20,   \
    .exchange_capture = 90, .reduction_base = 60, .reduction_divisor = 215, .singular_depth = 7,   \
    .delta_margin = 180

#define ATOMIC_PARAMS                                                                              \
    .reverse_futility_depth = 7, .reverse_futility_margin = 110, .razor_depth = 2,                 \
    .razor_margin = 350, .null_move = true, .null_verify_depth = 9, .futility_depth = 6,           \
    .futility_base = 150, .futility_margin = 130, .late_move_pruning = true,                       \
    .exchange_quiet = 40, .exchange_capture = 120, .reduction_base = 40,  \
    .reduction_divisor = 240, .singular_depth = 7, .check_extension = true,                        \
    .threat_is_check = true, .delta_margin = 200
#define ALICEATOMIC_PARAMS                                                                         \
    .reverse_futility_depth = 5, .reverse_futility_margin = 110, .razor_depth = 2,                 \
    .razor_margin = 350, .null_move = true, .null_verify_depth = 9, .futility_depth = 6,           \
    .futility_base = 150, .futility_margin = 130, .late_move_pruning = true,                       \
    .exchange_quiet = 40, .exchange_capture = 120, .reduction_base = 40,                           \
    .reduction_divisor = 240, .singular_depth = 7,                         \
    .threat_is_check = true, .delta_margin = 200
/* clang-format on */

static const SearchParams params[RULES_COUNT] = {
    [RULES_CHESS] = {CHESS_PARAMS},
    [RULES_ATOMIC] = {ATOMIC_PARAMS},
    [RULES_ALICE] = {ALICE_PARAMS},
    [RULES_MSALICE] = {ALICE_PARAMS},
    [RULES_ALICEATOMIC] = {ALICEATOMIC_PARAMS},
};

const SearchParams *search_params(RulesId rules) { return &params[rules]; }

const SearchParams plain_params = {.plain = true};
