/* Iterative deepening at the root, the threads that share the work, the time they take. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "judge/eval.h"
#include "search/mate.h"
#include "search/promise.h"
#include "search/thread.h"

enum { ASPIRATION_DEPTH = 5, GLANCE_DEPTH = 3, GLANCE_SHARE = 4 };

/* ---- making and ending ---- */

static void thread_destroy(Thread *t)
{
    if (!t) return;
    worker_destroy(t->worker);
    key_stack_free(&t->keys);
    free(t->roots);
    free(t->whole);
    free(t);
}

/* The last threads go, until so many are left. */
static void keep_threads(Search *s, int count)
{
    for (int i = count; i < s->thread_count; i++)
        if (s->threads[i]) worker_dismiss(s->threads[i]->worker);
    while (s->thread_count > count) thread_destroy(s->threads[--s->thread_count]);
}

static Thread *thread_create(struct Search *search, int index, Error *err)
{
    Thread *t = calloc(1, sizeof *t);
    if (t) t->roots = calloc(MAX_MOVES, sizeof *t->roots);
    if (t && index == 0) t->whole = calloc(MAX_MOVES, sizeof *t->whole);
    if (!t || !t->roots || (index == 0 && !t->whole)) {
        thread_destroy(t);
        error_set(err, "out of memory for a search thread");
        return NULL;
    }
    t->search = search;
    t->index = index;
    if (index > 0 && !(t->worker = worker_create(err))) {
        thread_destroy(t);
        return NULL;
    }
    return t;
}

Search *search_create(Error *err)
{
    Search *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(err, "out of memory for the search");
        return NULL;
    }
    s->thread_count = 1;
    s->rules = RULES_COUNT;
    s->threads[0] = thread_create(s, 0, err);
    if (!s->threads[0] || !tt_resize(&s->tt, HASH_DEFAULT_MB, 1, err)) {
        search_destroy(s);
        return NULL;
    }
    return s;
}

void search_destroy(Search *search)
{
    if (!search) return;
    keep_threads(search, 0);
    tt_free(&search->tt);
    free(search);
}

bool search_set_hash(Search *search, int megabytes, Error *err)
{
    if ((size_t)megabytes << 20 == search->tt.bytes) return true;
    return tt_resize(&search->tt, megabytes < 0 ? 0 : (size_t)megabytes, search->thread_count, err);
}

bool search_set_threads(Search *search, int threads, Error *err)
{
    if (threads < 1 || threads > THREADS_MAX)
        return error_set(err, "threads: %d is not between 1 and %d", threads, THREADS_MAX);
    int before = search->thread_count;
    keep_threads(search, threads);
    while (search->thread_count < threads) {
        Thread *t = thread_create(search, search->thread_count, err);
        if (!t) {
            keep_threads(search, before);
            return false;
        }
        search->threads[search->thread_count++] = t;
    }
    return true;
}

void search_new_game(Search *search)
{
    tt_clear(&search->tt, search->thread_count);
    for (int i = 0; i < search->thread_count; i++) history_clear(&search->threads[i]->history);
    memset(search->promise, 0, sizeof search->promise);
    memset(search->pondered, 0, sizeof search->pondered);
    search->rules = RULES_COUNT;
}

/* ---- reports ---- */

static int64_t elapsed_ms(const Search *s) { return clock_now_ms() - s->limits->start_ms; }

int64_t thinking_ms(const Search *s)
{
    int64_t hit = atomic_load(&s->signals->ponderhit_ms);
    return clock_now_ms() - (hit ? hit : s->limits->start_ms);
}

uint64_t total_nodes(const Search *s)
{
    uint64_t nodes = 0;
    for (int i = 0; i < s->thread_count; i++) nodes += thread_nodes(s->threads[i]);
    return nodes;
}

static void report_line(Search *s, const RootMove *root, int multipv, int depth, int score,
                        Bound bound)
{
    if (!s->listener || !s->listener->line) return;
    SearchLine line = {.depth = depth,
                       .seldepth = root->seldepth,
                       .multipv = multipv,
                       .score = score,
                       .bound = bound,
                       .hashfull = tt_hashfull(&s->tt),
                       .nodes = total_nodes(s),
                       .time_ms = elapsed_ms(s),
                       .length = root->line.length,
                       .moves = root->line.moves};
    s->listener->line(s->listener->context, &line);
}

/* Keeps the first root move as the result if its score is exact and of this iteration. */
static void keep_best(Thread *t, int depth)
{
    const RootMove *root = &t->roots[0];
    if (root->score == -SCORE_INFINITE || root->bound != BOUND_EXACT) return;
    t->best = *root;
    t->best_depth = depth;
}

/* Keeps the lines of a whole iteration: for who chooses among them, and for when the next one is
 * broken off. */
static void keep_lines(Thread *t, int lines)
{
    if (t->index > 0 || t->stopped || lines < 2) return;
    t->whole_count = lines;
    memcpy(t->whole, t->roots, (size_t)lines * sizeof *t->whole);
}

static void report_best(const Thread *t)
{
    report_line(t->search, &t->best, 1, t->best_depth, t->best.score, BOUND_EXACT);
}

/* ---- the order of the root moves ---- */

static int by_score(const void *a, const void *b)
{
    const RootMove *x = a, *y = b;
    if (x->score != y->score) return x->score > y->score ? -1 : 1;
    if (x->last_score != y->last_score) return x->last_score > y->last_score ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Insertion keeps the order of equals, as the result must not depend on the C library's sort. */
static void sort_roots(RootMove *roots, int from, int to)
{
    for (int i = from + 1; i < to; i++) {
        if (by_score(&roots[i - 1], &roots[i]) <= 0) continue;
        RootMove moved = roots[i];
        int j = i;
        for (; j > from && by_score(&roots[j - 1], &moved) > 0; j--) roots[j] = roots[j - 1];
        roots[j] = moved;
    }
}

static void put_first(Thread *t, Move move)
{
    for (int i = 1; i < t->root_count; i++) {
        if (t->roots[i].move != move) continue;
        RootMove first = t->roots[i];
        memmove(t->roots + 1, t->roots, (size_t)i * sizeof *t->roots);
        t->roots[0] = first;
    }
}

/* What an iteration that was broken off has found so far, and behind it what the one before had
 * found of other moves: the best first, the others by score. */
static void settle_lines(Thread *t)
{
    for (int i = 0; i < t->root_count; i++) {
        RootMove *root = &t->roots[i];
        if (root->score > -SCORE_INFINITE && root->bound == BOUND_EXACT) continue;
        root->score = -SCORE_INFINITE;
        for (int j = 0; j < t->whole_count; j++)
            if (t->whole[j].move == root->move) *root = t->whole[j];
    }
    put_first(t, t->best.move);
    t->roots[0] = t->best;
    sort_roots(t->roots, 1, t->root_count);
}

static void report_lines(Thread *t, int lines)
{
    if (lines > 1 && t->stopped) settle_lines(t);
    report_best(t);
    for (int i = 1; i < lines; i++) {
        const RootMove *root = &t->roots[i];
        if (root->score > -SCORE_INFINITE)
            report_line(t->search, root, i + 1, root->depth, root->score, root->bound);
    }
}

/* A win that was found beside the iterations becomes the best line. */
static void take_win(Thread *t, const RootMove *win)
{
    t->best = *win;
    put_first(t, win->move);
    t->roots[0] = *win;
}

/* ---- one thread's iterations ---- */

/* Searches line number pv_index to that depth, in a window around its last score that widens until
 * the score is inside. */
static void aspirate(Thread *t, int depth)
{
    RootMove *root = &t->roots[t->pv_index];
    int delta = t->params->aspiration_window, alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    if (delta && depth >= ASPIRATION_DEPTH && root->last_score > -SCORE_INFINITE &&
        !score_is_mate(root->last_score)) {
        alpha = root->last_score - delta;
        beta = root->last_score + delta;
    }
    for (int failed_high = 0;;) {
        int searched = depth - (t->params->plain ? 0 : failed_high < 3 ? failed_high : 3);
        int score = search_root_window(t, alpha, beta, searched < 1 ? 1 : searched);
        sort_roots(t->roots, t->pv_index, t->root_count);
        if (t->stopped) return;
        if (score > alpha && score < beta) return;
        if (t->index == 0 && t->pv_index == 0 && !score_is_mate(score) &&
            elapsed_ms(t->search) > CURRENT_MOVE_AFTER_MS)
            report_line(t->search, &t->roots[0], 1, depth, score,
                        score <= alpha ? BOUND_UPPER : BOUND_LOWER);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score - delta < -SCORE_INFINITE || score < -SCORE_MATE_BOUND ? -SCORE_INFINITE
                                                                                 : score - delta;
            failed_high = 0;
        } else {
            beta = score + delta > SCORE_INFINITE || score > SCORE_MATE_BOUND ? SCORE_INFINITE
                                                                              : score + delta;
            failed_high++;
        }
        delta += delta;
        if (delta > 1500) alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    }
}

/* What the end of an iteration says about going on. */
typedef struct Pace {
    Move best;
    int stable; /* iterations with the same best move */
    int last_score;
} Pace;

/* The share of the soft limit to use, in hundredths. */
static int share_of_time(Thread *t, Pace *pace, int depth)
{
    const RootMove *best = &t->roots[0];
    pace->stable = best->move == pace->best ? pace->stable + 1 : 0;
    pace->best = best->move;
    int share = 140 - 12 * (pace->stable < 6 ? pace->stable : 6);
    int drop = pace->last_score - best->score;
    if (depth > 5 && !score_is_mate(best->score)) share += drop > 80 ? 60 : drop > 20 ? 30 : 0;
    pace->last_score = best->score;
    /* A move that took nearly all the nodes has no rival. */
    uint64_t nodes = thread_nodes(t);
    if (depth > 6 && nodes) share = share * (int)(170 - best->nodes * 100 / nodes) / 100;
    return share;
}

/* Are the wins and losses found so many plies deep that nothing shorter can turn up? */
static bool all_decided(const Thread *t, int lines, int depth)
{
    for (int i = 0; i < lines; i++) {
        const int score = t->roots[i].score, plies = SCORE_MATE - abs(score);
        if (!score_is_mate(score) || (plies > 2 && depth <= 2 * plies + 6)) return false;
    }
    return true;
}

static bool enough(Thread *t, Pace *pace, int lines, int depth)
{
    const SearchLimits *limits = t->search->limits;
    if (depth >= MAX_PLY - 1 || (limits->depth && depth >= limits->depth)) return true;
    if (all_decided(t, lines, depth)) return true;
    int share = share_of_time(t, pace, depth);
    if (!limits->timed || atomic_load(&t->search->signals->ponder)) return false;
    if (limits->fixed_time) return false;
    if (t->root_count == 1) return true;
    return thinking_ms(t->search) * 100 >= limits->budget.soft_ms * share;
}

static void prepare_thread(Thread *t)
{
    atomic_store_explicit(&t->nodes, 0, memory_order_relaxed);
    t->stopped = t->no_short_win = false;
    t->short_win_nodes = 0;
    t->null_min_ply = 0;
    t->completed_depth = t->best_depth = t->whole_count = 0;
    t->best = t->roots[0]; /* in case that not even one iteration ends */
    t->best.score = evaluate(&t->pos);
    memset(t->nodes_stack, 0, sizeof t->nodes_stack);
    for (int i = 0; i < MAX_PLY + STACK_BEFORE + 4; i++) {
        Node *node = &t->nodes_stack[i];
        node->ply = i - STACK_BEFORE;
        node->continuation = &t->history.no_move;
        node->eval = NO_EVAL;
        node->line = &t->lines[node->ply < 0             ? 0
                               : node->ply < MAX_PLY + 3 ? node->ply
                                                         : MAX_PLY + 3];
    }
}

static int lines_wanted(const Thread *t)
{
    const int lines = t->search->limits->multipv;
    return lines < 1 ? 1 : lines < t->root_count ? lines : t->root_count;
}

/* `kept` is a win that was promised, or NULL. */
static void iterate(Thread *t, const RootMove *kept)
{
    const SearchLimits *limits = t->search->limits;
    const int lines = lines_wanted(t);
    Pace pace = {0};
    for (int depth = 1; depth < MAX_PLY && !t->stopped; depth++) {
        /* Every other helper is a ply ahead, so that they do not all do the same. */
        t->root_depth = depth + (t->index & 1 && depth < MAX_PLY - 1);
        for (int i = 0; i < t->root_count; i++) {
            t->roots[i].last_score =
                t->roots[i].score > -SCORE_INFINITE ? t->roots[i].score : t->roots[i].last_score;
            t->roots[i].score = -SCORE_INFINITE;
        }
        for (t->pv_index = 0; t->pv_index < lines && !t->stopped; t->pv_index++) {
            t->seldepth = 0;
            aspirate(t, t->root_depth);
            sort_roots(t->roots, 0,
                       t->pv_index + 1 < t->root_count ? t->pv_index + 1 : t->root_count);
        }
        t->pv_index = 0;
        keep_best(t, t->root_depth);
        if (t->stopped && kept && kept->score > t->best.score) take_win(t, kept);
        keep_lines(t, lines);
        if (t->index > 0) continue;
        if (!t->stopped) t->completed_depth = depth;
        RootMove win;
        if (lines == 1 && !limits->mate && !t->stopped && promise_overlooked(t, &win)) {
            take_win(t, &win);
            report_best(t);
            break;
        }
        report_lines(t, lines);
        if (!t->stopped && enough(t, &pace, lines, depth)) break;
    }
    /* What was said last is what is played. */
    if (t->index == 0 && lines > 1) report_best(t);
}

/* What an earlier search promised, or a move of the worst score. */
static void find_promise(Thread *t, RootMove *kept)
{
    const Search *s = t->search;
    const Color side = (Color)t->pos.side;
    if (!promise_find(&s->promise[side], t, kept) && !promise_find(&s->pondered[side], t, kept))
        kept->score = -SCORE_INFINITE;
}

/* One thread's whole search, with what an earlier one promised. */
static void iterate_with_promise(Thread *t)
{
    RootMove kept = {.score = -SCORE_INFINITE}, shorter;
    const bool plain = t->params->plain;
    const int lines = lines_wanted(t);
    if (!plain) find_promise(t, &kept);
    iterate(t, &kept);
    const uint64_t nodes = thread_nodes(t);
    if (!plain && !t->stopped && promise_shorten(t, &shorter)) kept = shorter;
    if (kept.score > t->best.score) {
        take_win(t, &kept);
        if (lines > 1) report_lines(t, lines);
    } else if (!plain && !t->completed_depth && mate_at_once(t)) {
        /* Not even the first iteration was ended. */
    } else if (thread_nodes(t) == nodes) {
        return; /* nothing new to report, not even the nodes of the last look */
    }
    report_best(t);
}

static void helper_job(void *context) { iterate(context, NULL); }

/* ---- a search ---- */

/* What an earlier search thought best, or MOVE_NONE. */
static Move known_best(const Thread *t)
{
    TtEntry entry;
    return !t->params->plain && tt_probe(&t->search->tt, t->pos.key, &entry) ? entry.move
                                                                             : (Move)MOVE_NONE;
}

static void choose_root_moves(Thread *t)
{
    MoveList list;
    const MoveList *wanted = &t->search->limits->moves;
    generate(&t->pos, GENERATE_ALL, &list);
    t->root_count = 0;
    for (int pass = 0; pass < 2 && t->root_count == 0; pass++)
        for (int i = 0; i < list.count; i++) {
            bool take = pass == 1 || wanted->count == 0;
            for (int j = 0; j < wanted->count && !take; j++)
                take = wanted->moves[j] == list.moves[i];
            if (!take) continue;
            t->roots[t->root_count++] = (RootMove){.move = list.moves[i],
                                                   .score = -SCORE_INFINITE,
                                                   .last_score = -SCORE_INFINITE,
                                                   .seldepth = 1,
                                                   .line = {1, {list.moves[i]}}};
        }
    put_first(t, known_best(t));
}

static bool copy_keys(Thread *t, const KeyStack *before)
{
    size_t count = before ? before->count : 0;
    t->keys.count = 0;
    if (!key_stack_reserve(&t->keys, count + MAX_PLY + 8)) return false;
    if (count) memcpy(t->keys.keys, before->keys, count * sizeof(Key));
    t->keys.count = count;
    return true;
}

static int report_finished(Search *s)
{
    const Position *pos = &s->threads[0]->pos;
    const Color side = (Color)pos->side;
    RootMove none = {0};
    int score = 0;
    if (!has_king(pos, !side))
        score = EVAL_MAX; /* nobody comes here by playing */
    else if (!has_king(pos, side) || position_checkers(pos))
        score = -SCORE_MATE;
    report_line(s, &none, 1, 0, score, BOUND_EXACT);
    return score;
}

/* How much a thread's opinion counts: by how deep and how good it is. */
static int64_t votes_of(const Thread *t, int lowest)
{
    return (int64_t)(t->best.score - lowest + 14) * t->best_depth;
}

/* The threads have looked at different parts of the tree: the move that most speaks for is played.
 * A win is not put to the vote. */
static const Thread *elected(const Search *s)
{
    const Thread *winner = s->threads[0];
    int lowest = winner->best.score;
    for (int i = 1; i < s->thread_count; i++)
        if (s->threads[i]->best_depth && s->threads[i]->best.score < lowest)
            lowest = s->threads[i]->best.score;
    int64_t most = 0;
    for (int i = 0; i < s->thread_count; i++) {
        const Thread *t = s->threads[i];
        if (!t->best_depth) continue;
        int64_t votes = 0;
        for (int j = 0; j < s->thread_count; j++)
            if (s->threads[j]->best_depth && s->threads[j]->best.move == t->best.move)
                votes += votes_of(s->threads[j], lowest);
        bool wins = winner->best.score > SCORE_MATE_BOUND || t->best.score > SCORE_MATE_BOUND;
        if (wins ? t->best.score > winner->best.score : votes > most) winner = t, most = votes;
    }
    return winner;
}

static void take_elected(Search *s)
{
    Thread *main = s->threads[0];
    const Thread *winner = elected(s);
    if (winner->best.move == main->best.move && winner->best.score <= SCORE_MATE_BOUND) return;
    if (winner == main) return;
    main->best = winner->best;
    if (winner->best_depth > main->best_depth) main->best_depth = winner->best_depth;
    report_best(main);
}

static void run_threads(Search *s)
{
    atomic_store(&s->end_helpers, false);
    for (int i = 1; i < s->thread_count; i++)
        worker_start(s->threads[i]->worker, helper_job, s->threads[i], false);
    iterate_with_promise(s->threads[0]);
    atomic_store(&s->end_helpers, true);
    for (int i = 1; i < s->thread_count; i++) worker_wait(s->threads[i]->worker);
    if (s->thread_count > 1 && s->limits->multipv <= 1) take_elected(s);
}

/* The same of a search at full width. */
static void report_width(Thread *t, int depth)
{
    t->best_depth = depth;
    report_best(t);
}

/* Iterates within other limits and without a word to the listener, from an earlier promise on if
 * `kept` is not NULL. */
static void iterate_aside(Search *s, const SearchLimits *limits, RootMove *kept)
{
    Thread *t = s->threads[0];
    const SearchLimits *whole = s->limits;
    const SearchListener *listener = s->listener;
    s->limits = limits;
    s->listener = NULL;
    if (kept) find_promise(t, kept);
    iterate(t, NULL);
    s->limits = whole;
    s->listener = listener;
}

/* Fewer positions, and of the best moves not always the first. Earlier promises are kept. */
static void run_weaker_search(Search *s)
{
    Thread *t = s->threads[0];
    SearchLimits weaker = *s->limits;
    RootMove kept;
    int scores[CANDIDATES_MAX];
    const Strength strength =
        strength_at(strength_of(weaker.elo, (RulesId)t->pos.rules), &t->pos, evaluate(&t->pos));
    if (!weaker.nodes || weaker.nodes > strength.nodes) weaker.nodes = strength.nodes;
    weaker.multipv = strength_candidates(strength);
    iterate_aside(s, &weaker, &kept);
    for (int i = 0; i < t->whole_count; i++) scores[i] = t->whole[i].score;
    if (kept.score > t->best.score)
        t->best = kept;
    else if (t->whole_count > 1 && t->best.score <= SCORE_MATE_BOUND)
        t->best = t->whole[strength_choice(strength, scores, t->whole_count, weaker.seed)];
    report_best(t);
}

/* An ordinary glance first, for a move to play and a score to tell where no win is proven. */
static void run_mate_search(Search *s)
{
    Thread *t = s->threads[0];
    const SearchLimits *limits = s->limits;
    SearchLimits glance = *limits;
    glance.depth = GLANCE_DEPTH;
    glance.multipv = 1;
    glance.nodes = (limits->nodes + GLANCE_SHARE - 1) / GLANCE_SHARE;
    iterate_aside(s, &glance, NULL);
    t->completed_depth = 0;
    t->stopped = false; /* it was the glance that was over; whoever wants all to stop still does */
    int moves = limits->mate;
    if (limits->depth && limits->depth < 2 * moves - 1) moves = (limits->depth + 1) / 2;
    /* A win that is longer was not asked for. */
    if (t->best.score > SCORE_MATE_BOUND && score_mate_moves(t->best.score) > moves) {
        t->best.score = EVAL_MAX;
        t->best.line.length = 1;
    }
    mate_search(t, moves, report_width);
    if (!t->stopped) return;
    /* What was not looked at may win: only of the first moves one knows. */
    if (!t->completed_depth) {
        mate_at_once(t);
        t->completed_depth = 1;
    }
    report_width(t, t->completed_depth);
}

bool search_run(Search *search, const Position *pos, const KeyStack *before,
                const SearchLimits *limits, SearchSignals *signals, const SearchListener *listener,
                SearchResult *result, Error *err)
{
    Search *s = search;
    Thread *main = s->threads[0];
    /* Keys do not tell games apart. */
    if (s->rules != RULES_COUNT && s->rules != (RulesId)pos->rules) search_new_game(s);
    s->rules = (RulesId)pos->rules;
    s->limits = limits;
    s->signals = signals;
    s->listener = listener;
    bool memory = true;
    for (int i = 0; i < s->thread_count; i++) {
        Thread *t = s->threads[i];
        t->pos = *pos;
        t->params = limits->plain ? &plain_params : search_params((RulesId)pos->rules);
        memory = copy_keys(t, before) && memory;
        choose_root_moves(t);
    }
    *result = (SearchResult){.best = main->root_count ? main->roots[0].move : (Move)MOVE_NONE};
    if (!memory) return error_set(err, "out of memory for the search");
    if (main->root_count == 0) {
        result->score = report_finished(s);
        return true;
    }
    tt_new_search(&s->tt);
    for (int i = 0; i < s->thread_count; i++) prepare_thread(s->threads[i]);
    if (limits->mate)
        run_mate_search(s);
    else if (limits->elo)
        run_weaker_search(s);
    else
        run_threads(s);

    /* If it pondered in vain, the game is elsewhere, and what was promised before still holds. */
    promise_make((atomic_load(&signals->ponder) ? s->pondered : s->promise) + pos->side, main);
    const RootMove *best = &main->best;
    result->best = best->move;
    result->ponder = best->line.length > 1 ? best->line.moves[1] : (Move)MOVE_NONE;
    result->score = best->score;
    result->depth = main->completed_depth;
    result->nodes = total_nodes(s);
    return true;
}
