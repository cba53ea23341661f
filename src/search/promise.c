#include "search/promise.h"

#include <string.h>

#include "search/mate.h"

/* Longer wins take too long to be found afresh. */
enum { MOVES_MAX = 6, NODES_MAX = 1 << 20, NODES_A_MS = 300 };

void promise_make(Promise *promise, const Thread *t)
{
    const Line *line = &t->best.line;
    *promise = (Promise){0};
    /* A win in one leaves nothing to keep; a line that was cut short tells nothing. */
    if (t->best.score <= SCORE_MATE_BOUND || line->length < 3 ||
        line->length != SCORE_MATE - t->best.score)
        return;
    Position pos = t->pos;
    Undo undo;
    position_make(&pos, line->moves[0], &undo);
    promise->after_move = pos.key;
    position_make(&pos, line->moves[1], &undo);
    promise->after_answer = pos.key;
    promise->rest = (Line){.length = line->length - 2};
    memcpy(promise->rest.moves, line->moves + 2, (size_t)promise->rest.length * sizeof(Move));
}

/* A quarter of the nodes and of the time. */
static uint64_t nodes_allowed(const SearchLimits *limits)
{
    uint64_t nodes = NODES_MAX;
    if (limits->nodes && limits->nodes / 4 < nodes) nodes = limits->nodes / 4;
    if (limits->timed && (uint64_t)limits->budget.soft_ms * NODES_A_MS / 4 < nodes)
        nodes = (uint64_t)limits->budget.soft_ms * NODES_A_MS / 4;
    return nodes;
}

static void report_nothing(Thread *t, int depth)
{
    (void)t;
    (void)depth;
}

/* Looks for a win in at most so many moves, without going far. Everything of the thread but its
 * count of nodes stays as it was. */
static bool find_win(Thread *t, int moves, RootMove *win)
{
    if (moves > MOVES_MAX) return false;
    RootMove before = t->best;
    int completed = t->completed_depth;
    t->best.score = -SCORE_INFINITE;
    t->nodes_max = thread_nodes(t) + nodes_allowed(t->search->limits);
    mate_search(t, moves, report_nothing);
    t->nodes_max = 0;
    t->stopped = false; /* whoever really wants it to stop still does */
    t->completed_depth = completed;
    *win = t->best;
    t->best = before;
    return win->score > SCORE_MATE_BOUND;
}

bool promise_shorten(Thread *t, RootMove *win)
{
    int moves = t->best.score > SCORE_MATE_BOUND ? score_mate_moves(t->best.score) : 0;
    return moves > 1 && find_win(t, moves - 1, win);
}

bool promise_find(const Promise *promise, Thread *t, RootMove *kept)
{
    const Line *rest = &promise->rest;
    if (!rest->length || !t->keys.count || t->keys.keys[t->keys.count - 1] != promise->after_move)
        return false;
    /* The opponent went another way, that is no better: a win as short must be there. */
    if (t->pos.key != promise->after_answer) return find_win(t, (rest->length + 1) / 2, kept);
    for (int i = 0; i < t->root_count; i++) {
        if (t->roots[i].move != rest->moves[0]) continue;
        *kept = t->roots[i];
        kept->line = *rest;
        kept->score = SCORE_MATE - rest->length;
        kept->seldepth = rest->length;
        kept->bound = BOUND_EXACT;
        return true;
    }
    return false;
}
