/* Boojum: what the search is allowed to do in each game. Private to the search.
 *
 * Margins are centipawns, depths plies. A feature that did not gain in a game is off in that game;
 * bench/RESULTS.md holds the matches. */
#ifndef BOOJUM_SEARCH_PARAMS_H
#define BOOJUM_SEARCH_PARAMS_H

#include "rules/games.h"

typedef struct SearchParams {
    bool plain; /* nothing is left out, reduced or believed: full-width search, for proofs */
    int reverse_futility_depth; /* 0: off; likewise below */
    int reverse_futility_margin;
    int razor_depth;
    int razor_margin;
    bool null_move;
    int null_verify_depth; /* from this depth on a null move is verified */
    int futility_depth;
    int futility_base, futility_margin;
    bool late_move_pruning;
    int history_pruning;                   /* for each ply of depth; 0: off */
    int exchange_quiet, exchange_capture;  /* margins a ply; 0: off */
    int reduction_base, reduction_divisor; /* hundredths */
    int singular_depth;
    bool check_extension;
    bool threat_is_check; /* a king about to be blown up is treated as one in check */
    int delta_margin;     /* quiescence */
    bool quiet_checks;    /* in the first ply of quiescence */
} SearchParams;

const SearchParams *search_params(RulesId rules);
/* For a search whose every verdict is a proof to its depth. */
extern const SearchParams plain_params;

#endif
