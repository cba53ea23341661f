#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "judge/eval.h"
#include "search/picker.h"

enum { POLL_NODES = 1024, CURRENT_MOVE_AFTER_MS = 3000 };

/* A line of play from some ply on. */
typedef struct Line {
    int length;
    Move moves[MAX_PLY + 1];
} Line;

struct Search {
    /* Set for each search. */
    Position pos;  /* the node looked at; made and unmade in place */
    KeyStack keys; /* of the positions before it: the game's, then the path from the root */
    const SearchLimits *limits;
    SearchSignals *signals;
    const SearchListener *listener;
    uint64_t nodes; /* moves made */
    int seldepth;
    bool stopped;
    History history;

    MoveList root_moves; /* the best first, the rest in the order of their first look */
    Line best;           /* the best line so far, its score and depth: what is reported */
    int best_score;
    int best_depth;
    int best_seldepth;
    uint64_t reported_nodes; /* when it was reported last */
    bool reported_last;      /* nothing else was reported since */

    Line lines[MAX_PLY + 2]; /* the triangular principal variation: lines[ply] starts at ply */
};

Search *search_create(void) { return calloc(1, sizeof(Search)); }

void search_destroy(Search *search)
{
    if (!search) return;
    key_stack_free(&search->keys);
    free(search);
}

/* --- Limits ------------------------------------------------------------------------------------
 */

static int64_t elapsed_ms(const Search *s) { return clock_now_ms() - s->limits->start_ms; }

/* The own clock runs from the command or, after pondering, from the ponderhit. */
static bool out_of_time(const Search *s)
{
    if (!s->limits->timed || atomic_load(&s->signals->ponder)) return false;
    int64_t hit = atomic_load(&s->signals->ponderhit_ms);
    int64_t since = hit ? hit : s->limits->start_ms;
    return clock_now_ms() - since >= s->limits->budget.hard_ms;
}

/* Once true, every value on its way up is worthless and the search unwinds. */
static bool should_stop(Search *s)
{
    if (s->stopped) return true;
    if (s->limits->nodes && s->nodes >= s->limits->nodes) return s->stopped = true;
    if (s->nodes % POLL_NODES == 0) s->stopped = atomic_load(&s->signals->stop) || out_of_time(s);
    return s->stopped;
}

/* --- Nodes -------------------------------------------------------------------------------------
 */

static void play(Search *s, Move move, Undo *undo)
{
    s->keys.keys[s->keys.count++] = s->pos.key; /* room was made before the search */
    position_make(&s->pos, move, undo);
    s->nodes++;
}

static void take_back(Search *s, const Undo *undo)
{
    position_unmake(&s->pos, undo);
    s->keys.count--;
}

/* A position that stood at the root or after it is a draw the second time: whoever can do better
 * could have done so the first time. Of the game's earlier positions the third time counts. */
static bool is_repetition(const Search *s, int ply)
{
    size_t back = s->pos.rule50;
    if (back > s->keys.count) back = s->keys.count;
    int before_root = 0;
    for (size_t i = 4; i <= back; i += 2) {
        if (s->keys.keys[s->keys.count - i] != s->pos.key) continue;
        if (i <= (size_t)ply || ++before_root == 2) return true;
    }
    return false;
}

static int mated_score(int ply) { return ply - SCORE_MATE; }

/* Has the game ended here, other than by mate or stalemate with less than fifty moves on the count?
 * Then *score is what that is worth. */
static bool game_is_over(const Search *s, int ply, int *score)
{
    const Position *pos = &s->pos;
    *score = 0;
    if (!has_king(pos, (Color)pos->side)) {
        *score = mated_score(ply);
        return true;
    }
    if (pos->rule50 >= 100) { /* a mate on the hundredth ply stands */
        if (position_checkers(pos) && !has_legal_move(pos)) *score = mated_score(ply);
        return true;
    }
    return is_repetition(s, ply) || dead_material(pos);
}

static void extend_line(Search *s, int ply, Move move)
{
    Line *line = &s->lines[ply];
    const Line *rest = &s->lines[ply + 1];
    line->moves[0] = move;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length * sizeof(Move));
    line->length = rest->length + 1;
}

/* Captures until it is quiet; in check, every move. Standing pat is allowed where it is not check.
 */
static int quiescence(Search *s, int alpha, int beta, int ply)
{
    int score;
    s->lines[ply].length = 0;
    if (game_is_over(s, ply, &score)) return score;
    if (ply >= MAX_PLY) return evaluate(&s->pos);

    bool in_check = position_checkers(&s->pos) != 0;
    int best = -SCORE_INFINITE;
    Picker picker;
    picker_start(&picker, &s->pos, in_check ? GENERATE_ALL : GENERATE_CAPTURES, &s->history,
                 MOVE_NONE, ply);
    if (in_check) {
        if (picker.list.count == 0) return mated_score(ply);
    } else {
        if (picker.list.count == 0 && !has_legal_move(&s->pos)) return 0; /* stalemate */
        best = evaluate(&s->pos);
        if (best >= beta) return best;
        if (best > alpha) alpha = best;
    }
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (should_stop(s)) return 0;
        Undo undo;
        play(s, move, &undo);
        if (ply + 1 > s->seldepth) s->seldepth = ply + 1;
        score = -quiescence(s, -beta, -alpha, ply + 1);
        take_back(s, &undo);
        if (s->stopped) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        extend_line(s, ply, move);
        if (score >= beta) break;
    }
    return best;
}

/* Plain alpha-beta, fail-soft. `on_pv` while the path is the last iteration's best line. */
static int search_node(Search *s, int alpha, int beta, int depth, int ply, bool on_pv)
{
    if (depth <= 0) return quiescence(s, alpha, beta, ply);
    int score;
    s->lines[ply].length = 0;
    if (game_is_over(s, ply, &score)) return score;
    if (ply >= MAX_PLY) return evaluate(&s->pos);

    Move first = on_pv && ply < s->best.length ? s->best.moves[ply] : (Move)MOVE_NONE;
    Picker picker;
    picker_start(&picker, &s->pos, GENERATE_ALL, &s->history, first, ply);
    if (picker.list.count == 0) return position_checkers(&s->pos) ? mated_score(ply) : 0;

    int best = -SCORE_INFINITE;
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (should_stop(s)) return 0;
        Undo undo;
        play(s, move, &undo);
        if (ply + 1 > s->seldepth) s->seldepth = ply + 1;
        score = -search_node(s, -beta, -alpha, depth - 1, ply + 1, on_pv && move == first);
        take_back(s, &undo);
        if (s->stopped) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        extend_line(s, ply, move);
        if (score < beta) continue;
        if (!move_is_capture(move)) history_reward(&s->history, &s->pos, move, depth, ply);
        break;
    }
    return best;
}

/* --- Root --------------------------------------------------------------------------------------
 */

static void report_best(Search *s)
{
    s->reported_nodes = s->nodes;
    s->reported_last = true;
    if (!s->listener || !s->listener->line) return;
    SearchLine line = {.depth = s->best_depth,
                       .seldepth = s->best_seldepth,
                       .score = s->best_score,
                       .nodes = s->nodes,
                       .time_ms = elapsed_ms(s),
                       .length = s->best.length,
                       .moves = s->best.moves};
    s->listener->line(s->listener->context, &line);
}

static void report_current(Search *s, int depth, int number)
{
    if (!s->listener || !s->listener->current) return;
    if (elapsed_ms(s) < CURRENT_MOVE_AFTER_MS) return;
    s->reported_last = false;
    s->listener->current(s->listener->context, depth, s->root_moves.moves[number - 1], number);
}

static void root_move_to_front(Search *s, int index)
{
    Move move = s->root_moves.moves[index];
    memmove(s->root_moves.moves + 1, s->root_moves.moves, (size_t)index * sizeof(Move));
    s->root_moves.moves[0] = move;
}

/* What the position after one root move looks like to the side that made it. */
static int first_look(Search *s, Move move)
{
    Undo undo;
    int score;
    play(s, move, &undo);
    if (!game_is_over(s, 1, &score)) {
        if (has_legal_move(&s->pos))
            score = evaluate(&s->pos);
        else
            score = position_checkers(&s->pos) ? mated_score(1) : 0;
    }
    take_back(s, &undo);
    return -score;
}

/* Puts the root moves in order by a first look at each, so that there is a move to play, and a line
 * to report, however early the search is stopped. */
static void look_at_root_moves(Search *s)
{
    MoveList *list = &s->root_moves;
    int scores[MAX_MOVES] = {0};
    for (int i = 0; i < list->count; i++) {
        if (i > 0 && s->limits->nodes && s->nodes >= s->limits->nodes) break;
        Move move = list->moves[i];
        int score = first_look(s, move);
        int place = i;
        for (; place > 0 && scores[place - 1] < score; place--) {
            scores[place] = scores[place - 1];
            list->moves[place] = list->moves[place - 1];
        }
        scores[place] = score;
        list->moves[place] = move;
    }
    s->best.moves[0] = list->moves[0];
    s->best.length = 1;
    s->best_score = scores[0];
    s->best_depth = s->best_seldepth = 1;
}

/* One iteration. A better move than the last iteration's, found before time was up, is kept: its
 * score is exact at this depth. */
static void search_root(Search *s, int depth)
{
    int best = -SCORE_INFINITE;
    Move last_best = s->best.moves[0];
    Line found = {0};
    for (int i = 0; i < s->root_moves.count; i++) {
        if (should_stop(s)) break;
        report_current(s, depth, i + 1);
        Move move = s->root_moves.moves[i];
        Undo undo;
        play(s, move, &undo);
        if (s->seldepth < 1) s->seldepth = 1;
        int score = -search_node(s, -SCORE_INFINITE, -best, depth - 1, 1, move == last_best);
        take_back(s, &undo);
        if (s->stopped) break;
        if (score <= best) continue;
        best = score;
        s->lines[0].length = 0;
        extend_line(s, 0, move);
        found = s->lines[0];
        root_move_to_front(s, i);
    }
    if (s->stopped && (found.length == 0 || found.moves[0] == last_best)) return;
    s->best = found;
    s->best_score = best;
    s->best_depth = depth;
    s->best_seldepth = s->seldepth;
    report_best(s);
}

/* Is it proven that no deeper search can change the score? Every shorter mate was looked at. */
static bool mate_is_exact(const Search *s, int depth)
{
    return score_is_mate(s->best_score) && depth >= SCORE_MATE - abs(s->best_score);
}

static bool enough(Search *s, int depth)
{
    const SearchLimits *limits = s->limits;
    if (depth >= MAX_PLY - 1 || (limits->depth && depth >= limits->depth)) return true;
    if (mate_is_exact(s, depth)) return true;
    if (limits->mate) {
        if (depth >= 2 * limits->mate - 1) return true;
        if (s->best_score > SCORE_MATE_BOUND && score_mate_moves(s->best_score) <= limits->mate)
            return true;
    }
    if (!limits->timed || atomic_load(&s->signals->ponder)) return false;
    if (s->root_moves.count == 1 && !limits->fixed_time) return true;
    return elapsed_ms(s) >= limits->budget.soft_ms;
}

static void iterate(Search *s)
{
    look_at_root_moves(s);
    int completed = 0;
    for (int depth = 1; !s->stopped; depth++) {
        s->seldepth = 0;
        search_root(s, depth);
        if (s->stopped) break;
        completed = depth;
        if (enough(s, depth)) break;
    }
    if (!s->reported_last || s->reported_nodes != s->nodes) report_best(s);
    s->best_depth = completed;
}

static void choose_root_moves(Search *s)
{
    generate(&s->pos, GENERATE_ALL, &s->root_moves);
    const MoveList *wanted = &s->limits->moves;
    if (wanted->count == 0) return;
    MoveList kept = {0};
    for (int i = 0; i < s->root_moves.count; i++)
        for (int j = 0; j < wanted->count; j++)
            if (s->root_moves.moves[i] == wanted->moves[j]) {
                kept.moves[kept.count++] = wanted->moves[j];
                break;
            }
    if (kept.count) s->root_moves = kept;
}

static bool copy_keys(Search *s, const KeyStack *before)
{
    size_t count = before ? before->count : 0;
    s->keys.count = 0;
    if (!key_stack_reserve(&s->keys, count + MAX_PLY + 2)) return false;
    if (count) memcpy(s->keys.keys, before->keys, count * sizeof(Key));
    s->keys.count = count;
    return true;
}

static void report_finished(Search *s)
{
    s->best.length = 0;
    s->best_depth = s->best_seldepth = 0;
    bool lost =
        !has_king(&s->pos, WHITE) || !has_king(&s->pos, BLACK) || position_checkers(&s->pos) != 0;
    s->best_score = lost ? mated_score(0) : 0;
    report_best(s);
}

bool search_run(Search *search, const Position *pos, const KeyStack *before,
                const SearchLimits *limits, SearchSignals *signals, const SearchListener *listener,
                SearchResult *result, Error *err)
{
    Search *s = search;
    s->pos = *pos;
    s->limits = limits;
    s->signals = signals;
    s->listener = listener;
    s->nodes = 0;
    s->stopped = false;
    s->reported_last = false;
    memset(&s->history, 0, sizeof s->history);
    choose_root_moves(s);
    if (!copy_keys(s, before)) {
        *result = (SearchResult){.best = s->root_moves.count ? s->root_moves.moves[0] : (Move)0};
        return error_set(err, "out of memory for the search");
    }
    if (s->root_moves.count == 0)
        report_finished(s);
    else
        iterate(s);
    *result = (SearchResult){.best = s->best.length > 0 ? s->best.moves[0] : (Move)MOVE_NONE,
                             .ponder = s->best.length > 1 ? s->best.moves[1] : (Move)MOVE_NONE,
                             .score = s->best_score,
                             .depth = s->best_depth,
                             .nodes = s->nodes};
    return true;
}
