/* Boojum: looking ahead.
 *
 * Iterative deepening alpha-beta with quiescence. A Search owns the memory that a search works in;
 * it belongs to one thread at a time. It prints nothing: what it finds goes to the listener.
 */
#ifndef BOOJUM_SEARCH_SEARCH_H
#define BOOJUM_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/errors.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "search/clock.h"

/* Plies from the root; deeper nothing is looked at. */
enum { MAX_PLY = 240 };

/* Scores are centipawns for the side to move, or mates: SCORE_MATE - n is a win, by mate or by
 * blowing up the king, that stands on the board in n plies, n - SCORE_MATE a loss. */
enum {
    SCORE_MATE = 32000,
    SCORE_MATE_BOUND = SCORE_MATE - MAX_PLY - 1, /* the longest win is above this */
    SCORE_INFINITE = 32001
};

ALWAYS_INLINE bool score_is_mate(int score)
{
    return score > SCORE_MATE_BOUND || score < -SCORE_MATE_BOUND;
}
/* For a mate score: the moves to the end as UCI counts them, negative for a loss. */
ALWAYS_INLINE int score_mate_moves(int score)
{
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score) / 2;
}

/* What a search is allowed. Zero means no such limit, but for a clock that has run out: `timed`
 * says that there is one. */
typedef struct SearchLimits {
    MoveList moves;  /* the root moves to look at; empty: all */
    int depth;       /* plies, at most MAX_PLY - 1 */
    int mate;        /* look for a win in so many moves, no deeper */
    uint64_t nodes;  /* never exceeded but by the first */
    bool timed;      /* the budget holds, counted from start_ms or the ponderhit */
    bool fixed_time; /* ... and all of it is to be used, even with one legal move */
    ClockBudget budget;
    int64_t start_ms; /* clock_now_ms() when the command came */
} SearchLimits;

/* How other threads talk to a running search. */
typedef struct SearchSignals {
    atomic_bool stop;
    atomic_bool ponder; /* the clock does not count yet */
    _Atomic int64_t
        ponderhit_ms; /* since when it counts, once `ponder` is false again; 0: from the start */
} SearchSignals;

/* A result on its way: exact, the best line so far. */
typedef struct SearchLine {
    int depth;
    int seldepth; /* the deepest ply looked at */
    int score;
    uint64_t nodes;
    int64_t time_ms;
    int length;        /* plies in `moves`; 0 only when the game is over */
    const Move *moves; /* legal from the root, belongs to the search */
} SearchLine;

/* Called from the thread that searches. Either may be NULL. */
typedef struct SearchListener {
    void (*line)(void *context, const SearchLine *line);
    /* In searches longer than three seconds: the root move now looked at, counted from 1. */
    void (*current)(void *context, int depth, Move move, int number);
    void *context;
} SearchListener;

typedef struct SearchResult {
    Move best;   /* MOVE_NONE only if there is no legal move */
    Move ponder; /* the answer expected, or MOVE_NONE */
    int score;
    int depth; /* the last iteration that was completed */
    uint64_t nodes;
} SearchResult;

typedef struct Search Search;

/* NULL when memory is out. */
Search *search_create(void);
/* NULL is allowed. */
void search_destroy(Search *search);

/* Searches. `before` are the keys of the game's earlier positions, as in rules/outcome.h; may be
 * NULL. `listener` may be NULL. The last line reported has the result's best move in front. False
 * and an error when memory is out; *result then still holds a legal move if there is one. At fixed
 * depth or nodes the same call gives the same result, node for node. */
bool search_run(Search *search, const Position *pos, const KeyStack *before,
                const SearchLimits *limits, SearchSignals *signals, const SearchListener *listener,
                SearchResult *result, Error *err);

#endif
