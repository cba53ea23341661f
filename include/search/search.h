/* Boojum: looking ahead.
 *
 * Iterative deepening principal variation search with a transposition table, on one thread or
 * several. A Search owns the memory and the threads it works with; one thread at a time may call
 * it. It prints nothing: what it finds goes to the listener.
 */
#ifndef BOOJUM_SEARCH_SEARCH_H
#define BOOJUM_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/errors.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "search/clock.h"
#include "search/tt.h"

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
    int mate;        /* prove a win in so many moves or that there is none; see search_run() */
    uint64_t nodes;  /* never exceeded but by the first */
    bool timed;      /* the budget holds, counted from start_ms or the ponderhit */
    bool fixed_time; /* ... and all of it is to be used, even with one legal move */
    bool plain;      /* leave nothing out: slow, but what it says to its depth is proven */
    int multipv;     /* how many best moves to report lines for; 0 is 1 */
    int elo;         /* to play no better than that, see search/strength.h; 0: full strength */
    uint64_t seed;   /* of what a weaker player misjudges */
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

/* A result on its way: a good line. */
typedef struct SearchLine {
    int depth;
    int seldepth; /* the deepest ply looked at */
    int multipv;  /* 1 for the best line, 2 for the second ... */
    int score;
    Bound bound;  /* BOUND_EXACT, or which side the score is on */
    int hashfull; /* thousandths */
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

enum { HASH_DEFAULT_MB = 16, THREADS_MAX = 256, MULTIPV_MAX = 256 };

/* One thread, a table of HASH_DEFAULT_MB. NULL and an error when memory is out. */
Search *search_create(Error *err);
/* NULL is allowed. */
void search_destroy(Search *search);

/* The size of the table in MiB; forgets what was in it. On failure the old one stays. */
bool search_set_hash(Search *search, int megabytes, Error *err);
/* How many threads search, 1..THREADS_MAX. On failure as many as before. */
bool search_set_threads(Search *search, int threads, Error *err);
/* Forgets everything about earlier searches. */
void search_new_game(Search *search);

/* Searches. `before` are the keys of the game's earlier positions, as in rules/outcome.h; may be
 * NULL. `listener` may be NULL. The last line reported with multipv 1 is exact and has the
 * result's best move in front. False and an error when memory is out; *result then still holds a
 * legal move if there is one. On one thread, after search_new_game(), the same call limited by
 * depth or nodes gives the same result, node for node.
 *
 * With limits->mate: a win reported with at most so many moves is proven, and there is no shorter
 * one; a result of depth 2 * mate - 1 without one means that there is none. One thread, one line.
 * Without a win, score and line are those of a short ordinary search.
 *
 * With limits->elo: one thread, and only the line played is reported, when it has been chosen. */
bool search_run(Search *search, const Position *pos, const KeyStack *before,
                const SearchLimits *limits, SearchSignals *signals, const SearchListener *listener,
                SearchResult *result, Error *err);

#endif
