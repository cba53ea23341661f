#include "search/promise.h"

#include <string.h>

#include "search/mate.h"
#include "search/proof.h"

/* Longer wins take too long to be found afresh. What it takes to keep a promise is some
 * milliseconds at most, and well spent with the last seconds on the clock, too. */
enum { MOVES_MAX = 6, NODES_MAX = 1 << 20, NODES_A_MS = 300, KEEPING_NODES = 6000 };
/* The look for a short win: in so many moves, from such a lead (centipawns) on, for such a part of
 * the nodes that the search has cost. */
enum { SHORT_WIN_MOVES = 3, FAR_AHEAD = 500, SHORT_WIN_SHARE = 32 };

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

/* A quarter of the nodes, and of the time that one likes to take; to keep a promise, half of what
 * there is at most, and `least` whatever the clock says. */
static uint64_t nodes_allowed(const SearchLimits *limits, uint64_t least)
{
    uint64_t nodes = NODES_MAX;
    const int64_t ms = least ? limits->budget.hard_ms / 2 : limits->budget.soft_ms / 4;
    if (limits->timed && (uint64_t)ms * NODES_A_MS < nodes) nodes = (uint64_t)ms * NODES_A_MS;
    if (nodes < least) nodes = least;
    if (limits->nodes && limits->nodes / 4 < nodes) nodes = limits->nodes / 4;
    return nodes;
}

/* From here on the thread may spend so much; `stop_allowance` returns to its own limits. False if
 * that is nothing. */
static bool start_allowance(Thread *t, uint64_t least)
{
    const uint64_t nodes = nodes_allowed(t->search->limits, least);
    t->nodes_min = thread_nodes(t) + least;
    t->nodes_max = thread_nodes(t) + nodes;
    return nodes > 0;
}
static void stop_allowance(Thread *t)
{
    t->nodes_min = t->nodes_max = 0;
    t->stopped = false; /* whoever really wants it to stop still does */
}

/* Takes a win as the result, if it begins with a root move. */
static bool take_line(const Thread *t, const Line *line, RootMove *win)
{
    for (int i = 0; i < t->root_count; i++) {
        if (t->roots[i].move != line->moves[0]) continue;
        *win = t->roots[i];
        root_set_win(win, line);
        return true;
    }
    return false;
}

/* Does the line go on to its end here, too? Repetition and the fifty moves may come before it where
 * the same positions have another history. */
static bool holds(Thread *t, const Line *line)
{
    Undo undos[MAX_PLY + 1];
    int made = 0;
    while (made < line->length && !outcome_is_over(outcome_of(&t->pos, &t->keys))) {
        thread_replay(t, line->moves[made], &undos[made]);
        made++;
    }
    const Outcome end = outcome_of(&t->pos, &t->keys);
    const bool whole = made == line->length && (end == CHECKMATE || end == EXPLODED);
    while (made > 0) thread_unmake(t, &undos[--made]);
    return whole;
}

/* Looks afresh for a win in at most so many moves. */
static bool find_win(Thread *t, int moves, Line *line)
{
    return moves <= MOVES_MAX && mate_find(t, moves, line);
}

bool promise_shorten(Thread *t, RootMove *win)
{
    Line line;
    const int moves = t->best.score > SCORE_MATE_BOUND ? score_mate_moves(t->best.score) : 0;
    if (moves < 2) return false;
    const bool found = start_allowance(t, 0) && find_win(t, moves - 1, &line);
    stop_allowance(t);
    return found && take_line(t, &line, win);
}

bool promise_overlooked(Thread *t, RootMove *win)
{
    Line line;
    if (t->params->plain || t->no_short_win || t->best.score < FAR_AHEAD ||
        t->best.score > SCORE_MATE_BOUND)
        return false;
    const uint64_t nodes = thread_nodes(t), share = nodes / SHORT_WIN_SHARE;
    if (share <= t->short_win_nodes) return false;
    t->nodes_max = nodes + share - t->short_win_nodes;
    const bool found = mate_find(t, SHORT_WIN_MOVES, &line);
    t->short_win_nodes += thread_nodes(t) - nodes;
    t->no_short_win = !found && !t->stopped;
    stop_allowance(t);
    return found && take_line(t, &line, win);
}

bool promise_find(const Promise *promise, Thread *t, RootMove *kept)
{
    const Line *rest = &promise->rest;
    if (!rest->length || !t->keys.count || t->keys.keys[t->keys.count - 1] != promise->after_move)
        return false;
    if (t->pos.key == promise->after_answer && holds(t, rest)) return take_line(t, rest, kept);
    /* The opponent went another way, that is no better: a win as short must be there. */
    Line line;
    const bool found =
        start_allowance(t, KEEPING_NODES) &&
        (proof_follow(t, rest->length, &line) || find_win(t, (rest->length + 1) / 2, &line));
    stop_allowance(t);
    return found && take_line(t, &line, kept);
}
