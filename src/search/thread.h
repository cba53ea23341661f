/* Boojum: what one searching thread owns, and the search of a node. Private to the search. */
#ifndef BOOJUM_SEARCH_THREAD_H
#define BOOJUM_SEARCH_THREAD_H

#include <stdatomic.h>
#include <stdlib.h>

#include "search/history.h"
#include "search/params.h"
#include "search/search.h"
#include "search/strength.h"
#include "search/worker.h"

enum { NO_EVAL = TT_NO_EVAL, STACK_BEFORE = 4, CURRENT_MOVE_AFTER_MS = 3000 };

/* A line of play from some ply on. */
typedef struct Line {
    int length;
    Move moves[MAX_PLY + 1];
} Line;

/* What a node leaves for those below it. */
typedef struct Node {
    int ply;
    Move move;     /* made from here; MOVE_NONE for a null move */
    Move excluded; /* left out by a singular search */
    Move killers[2];
    int eval; /* corrected static evaluation, or NO_EVAL when in check */
    bool in_check;
    int cutoffs;                /* at this ply, since the node two plies above was entered */
    bool pv;                    /* set by the parent: searched for its exact value and line */
    int extensions;             /* how often a singular move got two plies, from the root to here */
    Continuation *continuation; /* what the move's successors are judged by */
    Line *line;
} Node;

/* What is left of an announced win; see promise.h. */
typedef struct Promise {
    Key after_move, after_answer; /* the positions after the line's first two moves */
    Line rest;                    /* from there to the end; no moves: nothing was promised */
} Promise;

typedef struct RootMove {
    Move move;
    int score;           /* of this iteration; -SCORE_INFINITE if it was not better */
    int last_score;      /* of the iteration before */
    int depth, seldepth; /* of the iteration that gave score and line */
    Bound bound;
    uint64_t nodes; /* spent on it in all */
    Line line;
} RootMove;

typedef struct Thread {
    struct Search *search;
    Worker *worker; /* NULL for the thread that calls search_run() */
    int index;
    Position pos;
    KeyStack keys;
    const SearchParams *params;
    _Atomic uint64_t nodes; /* written by this thread only */
    /* For a search within the search: the clock does not stop it before so many nodes; after so
     * many it stops (0: no such limit). */
    uint64_t nodes_min, nodes_max;
    int seldepth;
    bool no_short_win; /* this search has refuted one, see promise.h; and what that has cost: */
    uint64_t short_win_nodes;
    bool stopped;     /* every value on its way up is worthless now */
    int null_min_ply; /* no null move before this ply: it is being verified */
    int root_depth;

    RootMove *roots; /* MAX_MOVES of them */
    int root_count;
    int pv_index; /* the line being searched: roots before it are done */
    int completed_depth;
    RootMove best; /* the last exact result, what is reported and played */
    int best_depth;
    /* The lines of the last whole iteration, if it had more than one, best first; MAX_MOVES of them
     * have room. */
    RootMove *whole;
    int whole_count;

    Node nodes_stack[MAX_PLY + STACK_BEFORE + 4];
    Line lines[MAX_PLY + 4];
    History history;
} Thread;

/* What all threads share. */
struct Search {
    TransTable tt;
    Thread *threads[THREADS_MAX]; /* threads[0] is the caller's */
    int thread_count;
    atomic_bool end_helpers;
    /* By the side that moved: of its last search, and of one that may have pondered in vain. */
    Promise promise[COLOR_COUNT], pondered[COLOR_COUNT];
    RulesId rules; /* what the table and the histories are about; RULES_COUNT: nothing yet */
    /* Of the search that runs: */
    const SearchLimits *limits;
    SearchSignals *signals;
    const SearchListener *listener;
};

ALWAYS_INLINE uint64_t thread_nodes(const Thread *t)
{
    return atomic_load_explicit(&t->nodes, memory_order_relaxed);
}

ALWAYS_INLINE void thread_count_node(Thread *t)
{
    atomic_store_explicit(&t->nodes, thread_nodes(t) + 1, memory_order_relaxed);
}

/* Plays a move that belongs to the game from then on, for repetitions. Room for the key was made
 * before the search. */
ALWAYS_INLINE void thread_replay(Thread *t, Move move, Undo *undo)
{
    t->keys.keys[t->keys.count++] = t->pos.key;
    position_make(&t->pos, move, undo);
}
/* The same, and counts it. */
ALWAYS_INLINE void thread_make(Thread *t, Move move, Undo *undo)
{
    thread_replay(t, move, undo);
    thread_count_node(t);
}
ALWAYS_INLINE void thread_unmake(Thread *t, const Undo *undo)
{
    position_unmake(&t->pos, undo);
    t->keys.count--;
}

/* The root move wins by force, and this is the line to the end. */
static inline void root_set_win(RootMove *root, const Line *line)
{
    root->line = *line;
    root->score = SCORE_MATE - line->length;
    root->seldepth = line->length;
    root->bound = BOUND_EXACT;
}

/* Does a mate of that score, as the table keeps it, come before the fifty moves are over? On the
 * hundredth ply it does. */
ALWAYS_INLINE bool mate_is_in_time(int score, int rule50)
{
    return rule50 + SCORE_MATE - abs(score) <= FIFTY_MOVES;
}

/* Of all threads. */
uint64_t total_nodes(const struct Search *search);
/* How long the own clock has run: since the command or, after pondering, since the ponderhit. */
int64_t thinking_ms(const struct Search *search);

/* Searches the root to a depth with that window; fills roots[] from pv_index on. Returns the score.
 */
int search_root_window(Thread *t, int alpha, int beta, int depth);

/* In a long search, tells the listener which root move is looked at, counted from 1. */
void report_current(const Thread *t, int depth, Move move, int number);

/* True once the search must end; unwinds quickly from then on. */
bool thread_should_stop(Thread *t);

#endif
