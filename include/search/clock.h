/* Boojum: how long to think. All times are milliseconds. */
#ifndef BOOJUM_SEARCH_CLOCK_H
#define BOOJUM_SEARCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* No clock or duration is larger: about thirty years. Callers clamp what they are given. */
#define CLOCK_MAX_MS INT64_C(1000000000000)

/* A clock that never goes back; its zero means nothing. */
int64_t clock_now_ms(void);

/* After `soft_ms` no new iteration is begun; at `hard_ms` the search is broken off. */
typedef struct ClockBudget {
    int64_t soft_ms;
    int64_t hard_ms;
} ClockBudget;

/* For a game clock with `time_ms` left (zero or less: answer at once), an increment after each
 * move, `moves_to_go` moves until the next control (0: none comes), `overhead_ms` that this move
 * may lose on its way, and `lag_ms` that each of the coming ones may lose, from clock_lag(). The
 * hard limit is below what is left, but at least 1. A pure function. */
ClockBudget clock_budget(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                         int64_t overhead_ms, int64_t lag_ms);

/* For a fixed time a move: all of it but the overhead, of which at most half of the time is spent.
 */
ClockBudget clock_budget_fixed(int64_t movetime_ms, int64_t overhead_ms);

/* What a move costs on the way between the engine and whoever keeps the clock, learned from the
 * clocks that the engine is told: start it with all zero. A busy machine or a slow network takes
 * more than the engine was told to expect. */
typedef struct ClockLag {
    int64_t time_ms, increment_ms, moves_to_go; /* as it was told before its last move */
    int64_t used_ms;                            /* for that move, or below 0: not known */
    int64_t lost_ms;                            /* by the last eight moves together, about */
    bool begun;
} ClockLag;

/* A clock is told before a move, as to clock_budget(). Returns what the next moves may lose each,
 * in milliseconds. If the clock does not fit the one before, as in another game, only that of
 * earlier moves counts. */
int64_t clock_lag(ClockLag *lag, int64_t time_ms, int64_t increment_ms, int64_t moves_to_go);
/* The move has been found, in so many milliseconds; below 0: without a clock running. */
void clock_lag_used(ClockLag *lag, int64_t used_ms);

#endif
