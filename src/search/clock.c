#include "search/clock.h"

#include <time.h>

enum {
    MOVES_LEFT = 40,   /* a game without a control to come is taken to last so long, at any move */
    RESERVE_MS = 50,   /* kept on the clock: a busy machine may not wake us in time */
    RESERVE_LAGS = 4,  /* more of it where it has been seen to be busy */
    MOVES_AHEAD = 15,  /* what so many moves will lose on their way is kept, too */
    LAG_MAX_MS = 1000, /* what is lost beyond that was not lost on the way */
    LAG_MOVES = 8,     /* what was lost by so many is remembered */
    AMPLE_MS = 200     /* with less, some of the increment is saved */
};

int64_t clock_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t clamped(int64_t ms) { return most(0, least(ms, CLOCK_MAX_MS)); }

/* What is not to be spent: without an increment, what is lost on the way cannot be saved later. */
static int64_t kept_ms(int64_t time_ms, int64_t increment_ms, int64_t moves, int64_t overhead_ms,
                       int64_t lag_ms)
{
    /* With little on the clock, a part: moves must be found in what an increment gives. */
    const int64_t reserve = least(RESERVE_MS + RESERVE_LAGS * lag_ms, time_ms * 3 / 4);
    const int64_t unpaid = most(0, lag_ms - increment_ms);
    return reserve + most(overhead_ms, lag_ms) + unpaid * (least(moves, MOVES_AHEAD) - 1);
}

ClockBudget clock_budget(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                         int64_t overhead_ms, int64_t lag_ms)
{
    time_ms = clamped(time_ms);
    increment_ms = clamped(increment_ms);
    int64_t moves = moves_to_go > 0 ? least(moves_to_go, MOVES_LEFT) : MOVES_LEFT;
    int64_t kept = kept_ms(time_ms, increment_ms, moves, clamped(overhead_ms), clamped(lag_ms));
    int64_t available = most(time_ms - kept, time_ms / 10);
    int64_t target =
        available / moves + increment_ms * 3 / 4 * least(available, AMPLE_MS) / AMPLE_MS;
    /* The next iteration costs as much as all before it or more: begun after the soft limit, it
     * would end beyond the target. The hard limit lets one end that has found something. */
    ClockBudget budget;
    budget.hard_ms = most(1, least(target * 3, available * 3 / 4));
    budget.soft_ms = least(target, budget.hard_ms);
    return budget;
}

ClockBudget clock_budget_fixed(int64_t movetime_ms, int64_t overhead_ms)
{
    movetime_ms = clamped(movetime_ms);
    int64_t ms = most(1, movetime_ms - least(clamped(overhead_ms), movetime_ms / 2));
    return (ClockBudget){ms, ms};
}

int64_t clock_lag(ClockLag *lag, int64_t time_ms, int64_t increment_ms, int64_t moves_to_go)
{
    const bool follows =
        lag->begun && lag->used_ms >= 0 && lag->increment_ms == increment_ms &&
        (moves_to_go > 0 ? lag->moves_to_go > 0 && lag->moves_to_go - 1 == moves_to_go
                         : lag->moves_to_go <= 0);
    const int64_t lost =
        clamped(lag->time_ms) - lag->used_ms + clamped(increment_ms) - clamped(time_ms);
    if (follows && lost >= 0 && lost <= LAG_MAX_MS) lag->lost_ms += lost - lag->lost_ms / LAG_MOVES;
    lag->time_ms = time_ms;
    lag->increment_ms = increment_ms;
    lag->moves_to_go = moves_to_go;
    lag->used_ms = -1;
    lag->begun = true;
    return 2 * lag->lost_ms / LAG_MOVES; /* some moves lose more than the mean */
}

void clock_lag_used(ClockLag *lag, int64_t used_ms)
{
    lag->used_ms = used_ms < 0 ? -1 : clamped(used_ms);
}
