/* Boojum: what the search is allowed to do in each game. Private to the search.
 *
 * A feature that did not gain in a game is off in that game; bench/RESULTS.md holds the matches.
 */
#ifndef BOOJUM_SEARCH_PARAMS_H
#define BOOJUM_SEARCH_PARAMS_H

#include "rules/games.h"

/* Depths are plies, margins centipawns, and 0 is "off" unless something else is said. */
/* clang-format off */
#define SEARCH_PARAMS(X)                                                                           \
    /* nothing is left out, reduced or believed: full-width search, for proofs */                  \
    X(plain)                                                                                       \
    X(aspiration_window)       /* half its width */                                                \
    X(iterative_reduction)     /* from this depth on; nodes without a move to begin with */        \
    X(correction)              /* evaluation corrected by what searches found */                   \
    X(reverse_futility_depth) X(reverse_futility_margin)                                           \
    X(razor_depth) X(razor_margin)                                                                 \
    X(null_move) X(null_base) X(null_verify_depth)                                                 \
    X(probable_cut)            /* by how much a capture must beat beta */                          \
    X(late_move_pruning)       /* so many moves are tried at least, where few are */               \
    X(futility_depth) X(futility_base) X(futility_margin)                                          \
    X(history_pruning)         /* history a ply of depth */                                        \
    X(exchange_quiet) X(exchange_capture) /* margins a ply */                                      \
    X(reduction) X(reduction_base) X(reduction_divisor) /* the latter two in hundredths */         \
    X(history_reduction)       /* history that makes up for a ply */                               \
    X(cutoff_reduction)        /* a ply more where more siblings than this were cut */             \
    X(singular_depth)                                                                              \
    X(check_extension)                                                                             \
    X(threat_is_check)         /* a king about to be blown up is treated as one in check */        \
    X(quiescence_exchange)     /* captures that lose are left out of quiescence */                 \
    X(delta_margin)                                                                                \
    X(killers) X(counter_moves) X(continuation_history) X(capture_history) /* in the order of moves */ \
    X(refuting_history)        /* a quiet move that nothing refuted is rewarded */
/* clang-format on */

typedef struct SearchParams {
#define SEARCH_PARAM(name) int name;
    SEARCH_PARAMS(SEARCH_PARAM)
#undef SEARCH_PARAM
} SearchParams;

const SearchParams *search_params(RulesId rules);
/* For a search whose every verdict is a proof to its depth. */
extern const SearchParams plain_params;

#endif
