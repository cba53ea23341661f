/* The search of one node and everything below it: principal variation search, quiescence. */
#include <stdlib.h>
#include <string.h>

#include "judge/eval.h"
#include "judge/exchange.h"
#include "judge/threat.h"
#include "search/picker.h"
#include "search/thread.h"

enum { POLL_NODES = 1024 };

/* 1000 * ln(i). */
static const int log_table[64] = {
    0,    0,    693,  1099, 1386, 1609, 1792, 1946, 2079, 2197, 2303, 2398, 2485, 2565, 2639, 2708,
    2773, 2833, 2890, 2944, 2996, 3045, 3091, 3135, 3178, 3219, 3258, 3296, 3332, 3367, 3401, 3434,
    3466, 3497, 3526, 3555, 3584, 3611, 3638, 3664, 3689, 3714, 3738, 3761, 3784, 3807, 3829, 3850,
    3871, 3892, 3912, 3932, 3951, 3970, 3989, 4007, 4025, 4043, 4060, 4078, 4094, 4111, 4127, 4143};

static int log_of(int n) { return log_table[n < 64 ? n : 63]; }
static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static int mated_score(int ply) { return ply - SCORE_MATE; }

/* ---- stopping ---- */

static bool out_of_time(const struct Search *s)
{
    const SearchLimits *limits = s->limits;
    if (!limits->timed || atomic_load(&s->signals->ponder)) return false;
    const bool forced = s->threads[0]->root_count == 1 && !limits->fixed_time;
    return forced || thinking_ms(s) >= limits->budget.hard_ms;
}

/* The limit is for all threads together; helpers get no more than their share of it, lest they
 * leave the thread that answers without a move that was looked at. */
static bool out_of_nodes(const Thread *t)
{
    const struct Search *s = t->search;
    uint64_t limit = s->limits->nodes, own = thread_nodes(t);
    if (t->nodes_max && own >= t->nodes_max) return true;
    if (!limit) return false;
    if (s->limits->elo && t->root_depth <= 1) return false; /* all it chooses from is looked at */
    if (t->index > 0 && own >= limit / (uint64_t)s->thread_count) return true;
    return (s->thread_count == 1 ? own : total_nodes(s)) >= limit;
}

bool thread_should_stop(Thread *t)
{
    if (t->stopped) return true;
    struct Search *s = t->search;
    if (out_of_nodes(t)) return t->stopped = true;
    if (t->index > 0)
        return t->stopped = atomic_load_explicit(&s->end_helpers, memory_order_relaxed);
    /* Not at node 0: the first iteration is worth having. */
    if (thread_nodes(t) % POLL_NODES == POLL_NODES - 1)
        t->stopped = atomic_load_explicit(&s->signals->stop, memory_order_relaxed) ||
                     (thread_nodes(t) >= t->nodes_min && out_of_time(s));
    return t->stopped;
}

/* ---- moves ---- */

static void play(Thread *t, Node *node, Move move, Undo *undo)
{
    node->move = move;
    node->continuation =
        &t->history.continuation[man_index(t->pos.men[move_from(move)])][move_to(move)];
    thread_make(t, move, undo);
    tt_prefetch(&t->search->tt, t->pos.key);
    if (node->ply + 1 > t->seldepth) t->seldepth = node->ply + 1;
}

static void play_null(Thread *t, Node *node, Undo *undo)
{
    node->move = MOVE_NONE;
    node->continuation = &t->history.no_move;
    t->keys.keys[t->keys.count++] = t->pos.key;
    position_make_null(&t->pos, undo);
    tt_prefetch(&t->search->tt, t->pos.key);
    thread_count_node(t);
}

static void take_back_null(Thread *t, const Undo *undo)
{
    position_unmake_null(&t->pos, undo);
    t->keys.count--;
}

static PickerHints hints_of(Thread *t, const Node *node, Move first)
{
    const SearchParams *params = t->params;
    const Node *last = node - 1;
    PickerHints hints = {
        .history = &t->history, .use_capture_history = params->capture_history, .first = first};
    if (params->continuation_history) {
        hints.continuation1 = (const int16_t(*)[SQUARE_COUNT]) * last->continuation;
        hints.continuation2 = (const int16_t(*)[SQUARE_COUNT]) * (node - 2)->continuation;
    }
    if (params->killers) {
        hints.killers[0] = node->killers[0];
        hints.killers[1] = node->killers[1];
    }
    if (params->counter_moves && last->move != MOVE_NONE) {
        Square to = move_to(last->move);
        Man man = t->pos.men[to];
        if (man != NO_MAN) hints.counter = t->history.counter[man_index(man)][to];
    }
    return hints;
}

/* ---- ends of the game ---- */

/* A position that stood at the root or after it is a draw the second time: whoever can do better
 * could have done so the first time. Of the game's earlier positions the third time counts. */
static bool is_repetition(const Thread *t, int ply)
{
    size_t back = t->pos.rule50;
    if (back > t->keys.count) back = t->keys.count;
    int before_root = 0;
    for (size_t i = 4; i <= back; i += 2) {
        if (t->keys.keys[t->keys.count - i] != t->pos.key) continue;
        if (i <= (size_t)ply || ++before_root == 2) return true;
    }
    return false;
}

/* Has the game ended here, other than by mate or stalemate with less than fifty moves on the count?
 * Then *score is what that is worth. */
static bool game_is_over(const Thread *t, int ply, int *score)
{
    const Position *pos = &t->pos;
    *score = 0;
    if (!has_king(pos, (Color)pos->side)) {
        *score = mated_score(ply);
        return true;
    }
    if (pos->rule50 >= FIFTY_MOVES) { /* a mate on the hundredth ply stands */
        if (position_checkers(pos) && !has_legal_move(pos)) *score = mated_score(ply);
        return true;
    }
    return is_repetition(t, ply) || dead_material(pos);
}

static void extend_line(Node *node, Move move)
{
    Line *line = node->line;
    const Line *rest = (node + 1)->line;
    line->moves[0] = move;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length * sizeof(Move));
    line->length = rest->length + 1;
}

/* ---- the table ---- */

/* Mates are kept by their distance from the node. */
static int score_to_table(int score, int ply)
{
    if (score > SCORE_MATE_BOUND) return score + ply;
    if (score < -SCORE_MATE_BOUND) return score - ply;
    return score;
}

/* What the table has on the node; its score, for the node, is 0 if there is none. A mate that the
 * fifty moves may come before says nothing: such an entry has no bound. */
static bool recall(const Thread *t, const Node *node, TtEntry *entry, int *score)
{
    *score = 0;
    if (!tt_probe(&t->search->tt, t->pos.key, entry)) return false;
    *score = entry->score;
    if (!score_is_mate(entry->score)) return true;
    if (!mate_is_in_time(entry->score, t->pos.rule50)) {
        *score = 0;
        entry->bound = BOUND_NONE;
        entry->depth = TT_DEPTH_MIN;
    } else {
        *score += entry->score > 0 ? -node->ply : node->ply;
    }
    return true;
}

static bool bound_allows(Bound bound, int score, int beta)
{
    return bound & (score >= beta ? BOUND_LOWER : BOUND_UPPER);
}

/* Does it prove that the side to move wins, or loses, in so many plies at the latest? */
static bool is_proof(int score, Bound bound)
{
    return (score > SCORE_MATE_BOUND && bound & BOUND_LOWER) ||
           (score < -SCORE_MATE_BOUND && bound & BOUND_UPPER);
}

/* A proof stays until there is one of a sooner end: no search can refute it, only overlook it, and
 * one that looks in vain for a sooner end says nothing of the later one. Being true to any depth,
 * it takes the place of what a deeper search found. Where the fifty moves come first it proves
 * nothing. Returns false if the entry is to be left out. */
static bool keep_proof(const TransTable *tt, Key key, int rule50, TtEntry *entry)
{
    TtEntry known;
    if (!tt_probe(tt, key, &known)) return true;
    const bool known_proof =
        is_proof(known.score, known.bound) && mate_is_in_time(known.score, rule50);
    if (known_proof && entry->score == known.score) entry->bound |= known.bound;
    const bool proof = is_proof(entry->score, entry->bound);
    if (proof) entry->depth = most(entry->depth, known.depth);
    return !known_proof || (proof && abs(entry->score) >= abs(known.score));
}

static void store(Thread *t, Key key, const Node *node, Move move, int score, int raw_eval,
                  int depth, Bound bound)
{
    TtEntry entry = {.move = move,
                     .score = score_to_table(score, node->ply),
                     .eval = raw_eval,
                     .depth = depth,
                     .bound = bound};
    if (keep_proof(&t->search->tt, key, t->pos.rule50, &entry))
        tt_store(&t->search->tt, key, &entry);
}

/* ---- evaluation, corrected by what searches of such positions have found ---- */

static int corrected(Thread *t, int raw_eval)
{
    if (!t->params->correction) return raw_eval;
    int value = raw_eval + *history_correction(&t->history, &t->pos) / CORRECTION_GRAIN;
    return clamp(value, -EVAL_MAX, EVAL_MAX);
}

/* `eval` is corrected already: of an error that lasts, half is learnt. All of it was tried, and
 * worse. */
static void learn_correction(Thread *t, int eval, int score, int depth)
{
    enum { LIMIT = 64 * CORRECTION_GRAIN };
    int16_t *entry = history_correction(&t->history, &t->pos);
    int error = clamp(score - eval, -200, 200) * CORRECTION_GRAIN;
    int weight = least(depth + 1, 16);
    int value = (*entry * (256 - weight) + error * weight) / 256;
    *entry = (int16_t)clamp(value, -LIMIT, LIMIT);
}

/* ---- quiescence ---- */

/* Where few of the enemy's men are left, what a man is worth says little of what it is worth to
 * take it: without its last pawn the win may be gone. */
static bool enemy_has_few_men(const Position *pos)
{
    return popcount(pos->colors[!pos->side]) <= 4;
}

/* Captures until it is quiet; where standing pat is not allowed (check, or a blast about to take
 * the king), every move. */
static int quiescence(Thread *t, Node *node, int alpha, int beta, int depth)
{
    const Position *pos = &t->pos;
    const SearchParams *params = t->params;
    const bool pv = node->pv;
    int score;
    node->line->length = 0;
    if (game_is_over(t, node->ply, &score)) return score;
    if (node->ply >= MAX_PLY) return evaluate(pos);

    TtEntry entry;
    int tt_score;
    const bool hit = recall(t, node, &entry, &tt_score);
    if (hit && !pv && !params->plain && bound_allows(entry.bound, tt_score, beta)) return tt_score;

    node->in_check = position_checkers(pos) != 0;
    bool must_move = node->in_check;
    if (!must_move && params->threat_is_check && depth == 0)
        must_move = blast_threatened(pos, (Color)pos->side);

    int best = -SCORE_INFINITE, raw_eval = NO_EVAL;
    const int old_alpha = alpha;
    if (!must_move) {
        raw_eval = hit && entry.eval != NO_EVAL ? entry.eval : evaluate(pos);
        best = corrected(t, raw_eval);
        if (hit && !params->plain && !score_is_mate(tt_score) &&
            bound_allows(entry.bound, tt_score, best + (tt_score > best ? 0 : 1)))
            best = tt_score;
        if (best >= beta) {
            if (!has_legal_move(pos)) return 0; /* stalemate */
            if (!hit) store(t, pos->key, node, MOVE_NONE, best, raw_eval, -1, BOUND_LOWER);
            return best;
        }
        if (best > alpha) alpha = best;
    }
    const int stand = best;

    PickerHints hints = hints_of(t, node, hit ? entry.move : (Move)MOVE_NONE);
    Picker picker;
    picker_start(&picker, pos, must_move ? GENERATE_ALL : GENERATE_CAPTURES, &hints);
    if (picker.list.count == 0) {
        if (must_move) return node->in_check ? mated_score(node->ply) : 0;
        if (!has_legal_move(pos)) return 0; /* stalemate */
    }
    const bool explodes = rules_of((RulesId)pos->rules).explodes;
    const bool may_guess = !enemy_has_few_men(pos);
    Move best_move = MOVE_NONE;
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (!must_move && params->quiescence_exchange) {
            int value = exchange_value(pos, move);
            if (value < 0) continue;
            if (may_guess && value < GAIN_KING / 2 && !move_is_promotion(move)) {
                Square taken = position_captured_square(pos, move);
                int gain =
                    explodes ? value : kind_value((RulesId)pos->rules, man_kind(pos->men[taken]));
                const int hope = stand + gain + params->delta_margin;
                if (hope <= alpha) {
                    best = most(best, hope);
                    continue;
                }
            }
        } else if (!params->plain && best > -SCORE_MATE_BOUND && !move_is_capture(move) &&
                   !node->in_check && exchange_value(pos, move) < 0) {
            continue;
        }
        if (thread_should_stop(t)) return 0;
        Undo undo;
        play(t, node, move, &undo);
        (node + 1)->pv = pv;
        score = -quiescence(t, node + 1, -beta, -alpha, depth - 1);
        thread_unmake(t, &undo);
        if (t->stopped) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        best_move = move;
        alpha = score;
        if (pv) extend_line(node, move);
        if (score >= beta) break;
    }
    Bound bound = best >= beta ? BOUND_LOWER : best > old_alpha ? BOUND_EXACT : BOUND_UPPER;
    store(t, pos->key, node, best_move, best, raw_eval, must_move ? 0 : -1, bound);
    return best;
}

/* ---- histories ---- */

static void reward_quiet(Thread *t, const Node *node, Move move, int bonus)
{
    const Position *pos = &t->pos;
    Square from = move_from(move), to = move_to(move);
    int man = man_index(pos->men[from]);
    history_add(&t->history.butterfly[pos->side][from][to], bonus);
    history_add(&(*(node - 1)->continuation)[man][to], bonus);
    history_add(&(*(node - 2)->continuation)[man][to], bonus);
}

static void reward_capture(Thread *t, Move move, int bonus)
{
    const Position *pos = &t->pos;
    int man = man_index(pos->men[move_from(move)]);
    Kind victim = man_kind(pos->men[position_captured_square(pos, move)]);
    history_add(&t->history.capture[man][move_to(move)][victim], bonus);
}

typedef struct Tried {
    int quiets, captures;
    Move quiet[64], capture[32];
} Tried;

static void note_tried(Tried *tried, Move move)
{
    if (move_is_capture(move)) {
        if (tried->captures < 32) tried->capture[tried->captures++] = move;
    } else if (tried->quiets < 64) {
        tried->quiet[tried->quiets++] = move;
    }
}

/* `best` refuted; what was tried before did not. */
static void learn_order(Thread *t, Node *node, Move best, const Tried *tried, int depth)
{
    int bonus = least(32 * depth * depth + 64 * depth, 2400);
    if (move_is_capture(best)) {
        reward_capture(t, best, bonus);
    } else {
        reward_quiet(t, node, best, bonus);
        if (node->killers[0] != best) {
            node->killers[1] = node->killers[0];
            node->killers[0] = best;
        }
        Move last = (node - 1)->move;
        if (last != MOVE_NONE && t->pos.men[move_to(last)] != NO_MAN)
            t->history.counter[man_index(t->pos.men[move_to(last)])][move_to(last)] = best;
        for (int i = 0; i < tried->quiets; i++)
            if (tried->quiet[i] != best) reward_quiet(t, node, tried->quiet[i], -bonus);
    }
    for (int i = 0; i < tried->captures; i++)
        if (tried->capture[i] != best) reward_capture(t, tried->capture[i], -bonus);
}

/* ---- the node ---- */

static int search_node(Thread *t, Node *node, int alpha, int beta, int depth, bool cut_node);

/* Has the side to move more than a king and pawns? Else to have to move may be a misfortune, and
 * the one move that holds may be a quiet one that looks like any other. */
static bool has_pieces(const Position *pos)
{
    return pos->colors[pos->side] & ~pos->kinds[PAWN] & ~pos->kinds[KING];
}

/* Does passing the turn still leave the opponent nothing? Then the node is cut. Returns beta or
 * more if so, otherwise -SCORE_INFINITE. */
static int try_null_move(Thread *t, Node *node, int beta, int depth, int eval)
{
    if (!has_pieces(&t->pos) || (node - 1)->move == MOVE_NONE || node->ply < t->null_min_ply)
        return -SCORE_INFINITE;
    int reduced = depth - t->params->null_base - depth / 3 - least((eval - beta) / 200, 3);
    Undo undo;
    play_null(t, node, &undo);
    (node + 1)->pv = false;
    int score = -search_node(t, node + 1, -beta, -beta + 1, reduced, true);
    take_back_null(t, &undo);
    if (t->stopped || score < beta) return -SCORE_INFINITE;
    if (score > SCORE_MATE_BOUND) score = beta;
    if (depth < t->params->null_verify_depth || t->null_min_ply) return score;
    t->null_min_ply = node->ply + 3 * most(reduced, 1) / 4 + 1;
    int verified = search_node(t, node, beta - 1, beta, most(reduced, 1), false);
    t->null_min_ply = 0;
    return !t->stopped && verified >= beta ? score : -SCORE_INFINITE;
}

/* How many plies a late move is looked at less: base + ln(depth) ln(number) / divisor. */
static int reduction_of(const SearchParams *params, int depth, int number)
{
    if (!params->reduction) return 0;
    int divisor = params->reduction_divisor;
    return (params->reduction_base * divisor + log_of(depth) * log_of(number) / 100) /
           (100 * divisor);
}

/* Is a quiet move of this number so late that it is left out, and all others after it? */
static bool is_too_late(const SearchParams *params, int number, int depth, bool improving)
{
    return params->late_move_pruning &&
           number > (params->late_move_pruning + depth * depth) / (improving ? 1 : 2);
}

/* May this move be left out, unsearched? */
static bool prune_move(Thread *t, const Node *node, const PickerHints *hints, Move move, int number,
                       int depth, int alpha, bool improving)
{
    const SearchParams *params = t->params;
    if (params->plain) return false;
    const Position *pos = &t->pos;
    int reduced = most(0, depth - reduction_of(params, depth, number));
    if (move_is_capture(move)) {
        return params->exchange_capture && depth <= 6 &&
               exchange_value(pos, move) < -params->exchange_capture * depth;
    }
    if (is_too_late(params, number, depth, improving)) return true;
    if (move_is_promotion(move)) return false;
    if (reduced < params->futility_depth && !node->in_check &&
        node->eval + params->futility_base + params->futility_margin * reduced <= alpha)
        return true;
    if (params->history_pruning && reduced < 4 &&
        quiet_history(pos, hints, move) < -params->history_pruning * depth)
        return true;
    return params->exchange_quiet && reduced <= 8 &&
           exchange_value(pos, move) < -params->exchange_quiet * reduced * reduced;
}

/* Is the table's move so much better than all others that it deserves a ply more? Returns the
 * extension; *cut is set, and holds a score, if even the others are too good for the opponent. */
static int singular_extension(Thread *t, Node *node, Move move, int tt_score, int beta, int depth,
                              bool pv, bool cut_node, int *cut)
{
    int margin_beta = tt_score - 2 * depth;
    node->excluded = move;
    node->pv = false;
    int score = search_node(t, node, margin_beta - 1, margin_beta, (depth - 1) / 2, cut_node);
    node->excluded = MOVE_NONE;
    node->pv = pv;
    if (t->stopped) return 0;
    if (score < margin_beta) {
        if (!pv && score < margin_beta - 25 && node->extensions < 8) {
            node->extensions++;
            return 2;
        }
        return 1;
    }
    if (margin_beta >= beta) {
        *cut = margin_beta;
        return 0;
    }
    return tt_score >= beta ? -1 : 0;
}

static void prepare_node(Node *node)
{
    (node + 1)->killers[0] = (node + 1)->killers[1] = MOVE_NONE;
    (node + 1)->excluded = MOVE_NONE;
    (node + 2)->cutoffs = 0;
    node->extensions = node->ply ? (node - 1)->extensions : 0;
}

static RootMove *find_root(Thread *t, Move move)
{
    for (int i = t->pv_index; i < t->root_count; i++)
        if (t->roots[i].move == move) return &t->roots[i];
    return NULL;
}

void report_current(const Thread *t, int depth, Move move, int number)
{
    const struct Search *s = t->search;
    if (!s->listener || !s->listener->current || t->pv_index > 0) return;
    if (clock_now_ms() - s->limits->start_ms >= CURRENT_MOVE_AFTER_MS)
        s->listener->current(s->listener->context, depth, move, number);
}

/* What is known of a node before its moves are tried. */
typedef struct View {
    TtEntry entry; /* valid if `hit`; else without a move and an evaluation */
    bool hit;
    int tt_score;
    Move tt_move; /* what to try first, or MOVE_NONE */
    bool tt_capture;
    bool threatened; /* the king is about to be blown up */
    int raw_eval;    /* as the evaluation says; NO_EVAL in check */
    int eval;        /* the best guess: corrected, or what the table has */
    bool improving;  /* better than two plies ago */
} View;

static void look_up(const Thread *t, const Node *node, View *view)
{
    view->entry = (TtEntry){.move = MOVE_NONE, .eval = NO_EVAL};
    view->tt_score = 0;
    view->hit = !node->excluded && recall(t, node, &view->entry, &view->tt_score);
    view->tt_move = node->ply == 0 ? t->roots[t->pv_index].move : view->entry.move;
    view->tt_capture = view->tt_move != MOVE_NONE && move_is_capture(view->tt_move);
}

/* Does the table say enough? A proof stays one, however little was searched for it. */
static bool table_decides(const Thread *t, const Node *node, const View *view, int beta, int depth)
{
    return view->hit && !node->pv && !t->params->plain &&
           (view->entry.depth >= depth || is_proof(view->tt_score, view->entry.bound)) &&
           t->pos.rule50 < 90 && bound_allows(view->entry.bound, view->tt_score, beta);
}

static void judge(Thread *t, Node *node, View *view)
{
    const Position *pos = &t->pos;
    node->in_check = position_checkers(pos) != 0;
    view->threatened = t->params->threat_is_check && blast_threatened(pos, (Color)pos->side);
    view->raw_eval = view->eval = node->eval = NO_EVAL;
    view->improving = false;
    if (node->in_check) return;
    view->raw_eval = view->entry.eval != NO_EVAL ? view->entry.eval : evaluate(pos);
    node->eval = view->eval = corrected(t, view->raw_eval);
    if (view->hit && !score_is_mate(view->tt_score) &&
        bound_allows(view->entry.bound, view->tt_score,
                     view->eval + (view->tt_score > view->eval ? 0 : 1)))
        view->eval = view->tt_score;
    int before = node->ply >= 2 && (node - 2)->eval != NO_EVAL ? (node - 2)->eval
                 : node->ply >= 4                              ? (node - 4)->eval
                                                               : NO_EVAL;
    view->improving = before != NO_EVAL && node->eval > before;
}

/* What can be said without trying moves, in quiet positions off the principal variation:
 * -SCORE_INFINITE if nothing. */
static int cut_early(Thread *t, Node *node, const View *view, int alpha, int beta, int depth)
{
    const SearchParams *params = t->params;
    if (node->pv || node->in_check || view->threatened || node->excluded || score_is_mate(beta))
        return -SCORE_INFINITE;
    /* Reverse futility: so far ahead that the opponent would not have come here. */
    if (depth <= params->reverse_futility_depth &&
        view->eval - params->reverse_futility_margin * (depth - view->improving) >= beta)
        return has_legal_move(&t->pos) ? (view->eval + beta) / 2 : 0;
    /* Razoring: so far behind that only captures could help. */
    if (depth <= params->razor_depth && view->eval + params->razor_margin * depth <= alpha) {
        int score = quiescence(t, node, alpha, alpha + 1, 0);
        if (score <= alpha || t->stopped) return score;
    }
    if (params->null_move && depth >= 3 && view->eval >= beta &&
        node->eval + 20 * depth >= beta + 60)
        return try_null_move(t, node, beta, depth, view->eval);
    return -SCORE_INFINITE;
}

/* Probable cut: a capture that beats beta by far in a shallower search would do so in the whole. */
static int cut_by_capture(Thread *t, Node *node, const View *view, int beta, int depth,
                          bool cut_node)
{
    const Position *pos = &t->pos;
    if (!t->params->probable_cut || node->pv || node->excluded || depth < 5 || score_is_mate(beta))
        return -SCORE_INFINITE;
    const int raised = beta + t->params->probable_cut - 50 * view->improving;
    if (view->hit && view->entry.depth >= depth - 3 && view->tt_score < raised)
        return -SCORE_INFINITE;
    PickerHints hints = hints_of(t, node, view->tt_capture ? view->tt_move : (Move)MOVE_NONE);
    Picker picker;
    picker_start(&picker, pos, GENERATE_CAPTURES, &hints);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (exchange_value(pos, move) < (node->eval == NO_EVAL ? 0 : raised - node->eval)) continue;
        Undo undo;
        play(t, node, move, &undo);
        (node + 1)->pv = false;
        int score = -quiescence(t, node + 1, -raised, -raised + 1, 0);
        if (score >= raised)
            score = -search_node(t, node + 1, -raised, -raised + 1, depth - 4, !cut_node);
        thread_unmake(t, &undo);
        if (t->stopped) return 0;
        if (score < raised) continue;
        store(t, pos->key, node, move, score, view->raw_eval, depth - 3, BOUND_LOWER);
        return score;
    }
    return -SCORE_INFINITE;
}

static bool may_be_singular(const Thread *t, const Node *node, const View *view, Move move,
                            int depth)
{
    const TtEntry *entry = &view->entry;
    return node->ply > 0 && move == view->tt_move && !node->excluded && t->params->singular_depth &&
           depth >= t->params->singular_depth && view->hit && entry->depth >= depth - 3 &&
           entry->bound & BOUND_LOWER && abs(view->tt_score) < SCORE_MATE_BOUND &&
           node->ply < 2 * t->root_depth;
}

/* By how many plies a late move is searched less, as far as its node and its number tell. */
static int reduce_by(const Thread *t, const Node *node, const View *view, const PickerHints *hints,
                     Move move, int number, int depth, bool cut_node)
{
    const SearchParams *params = t->params;
    int r = reduction_of(params, depth, number);
    const bool much_cut =
        params->cutoff_reduction && (node + 1)->cutoffs > params->cutoff_reduction;
    if (move_is_capture(move)) return r / 2 + much_cut;
    r += much_cut + cut_node + !view->improving + view->tt_capture - node->pv;
    r -= move == node->killers[0] || move == node->killers[1] || move == hints->counter;
    return r;
}

/* A move that has been played, and how it is to be searched. */
typedef struct Trial {
    Move move;
    int number; /* 1 for the first */
    int depth;  /* for it, unreduced */
    bool late;  /* to be tried with less depth first */
    int reduction;
} Trial;

/* Principal variation search: late moves first with less depth, all but the first with no window.
 */
static int search_move(Thread *t, Node *node, const Trial *trial, int alpha, int beta,
                       bool cut_node)
{
    int score = alpha + 1;
    (node + 1)->pv = false;
    if (trial->late) {
        int reduced = clamp(trial->depth - trial->reduction, 1, most(trial->depth, 1));
        score = -search_node(t, node + 1, -alpha - 1, -alpha, reduced, true);
        if (score > alpha && reduced < trial->depth)
            score = -search_node(t, node + 1, -alpha - 1, -alpha, trial->depth, !cut_node);
    } else if (!node->pv || trial->number > 1) {
        score = -search_node(t, node + 1, -alpha - 1, -alpha, trial->depth, !cut_node);
    }
    if (node->pv && (trial->number == 1 || score > alpha)) {
        (node + 1)->pv = true;
        score = -search_node(t, node + 1, -beta, -alpha, trial->depth, false);
    }
    return score;
}

static void note_root_move(Thread *t, Node *node, RootMove *root, const Trial *trial, int score,
                           int alpha, int beta)
{
    if (trial->number > 1 && score <= alpha) {
        root->score = -SCORE_INFINITE;
        return;
    }
    root->score = score;
    root->depth = t->root_depth;
    root->seldepth = t->seldepth;
    root->bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
    extend_line(node, trial->move);
    root->line = *node->line;
}

/* Nothing here refuted the opponent's quiet move: it deserves to be tried sooner. */
static void reward_unrefuted(Thread *t, const Node *node, int depth)
{
    const Position *pos = &t->pos;
    Move move = (node - 1)->move;
    if (node->ply == 0 || node->excluded || move == MOVE_NONE || move_is_capture(move) ||
        pos->men[move_to(move)] == NO_MAN)
        return;
    int bonus = least(32 * depth * depth + 64 * depth, 1200);
    int man = man_index(pos->men[move_to(move)]);
    history_add(&t->history.butterfly[!pos->side][move_from(move)][move_to(move)], bonus);
    history_add(&(*(node - 2)->continuation)[man][move_to(move)], bonus);
}

static int search_node(Thread *t, Node *node, int alpha, int beta, int depth, bool cut_node)
{
    const SearchParams *params = t->params;
    const Position *pos = &t->pos;
    const bool root = node->ply == 0, pv = node->pv;
    const Move excluded = node->excluded;
    int score;

    if (depth <= 0) return quiescence(t, node, alpha, beta, 0);
    node->line->length = 0;
    if (thread_should_stop(t)) return 0;
    if (!root) {
        if (game_is_over(t, node->ply, &score)) return score;
        if (node->ply >= MAX_PLY) return evaluate(pos);
        /* A shorter mate than one already found cannot come from here. */
        if (!pv) {
            alpha = most(alpha, mated_score(node->ply));
            beta = least(beta, -mated_score(node->ply + 1));
            if (alpha >= beta) return alpha;
        }
    }
    prepare_node(node);

    View view;
    look_up(t, node, &view);
    if (table_decides(t, node, &view, beta, depth)) return view.tt_score;
    judge(t, node, &view);
    score = cut_early(t, node, &view, alpha, beta, depth);
    if (t->stopped) return 0;
    if (score > -SCORE_INFINITE) return score;
    /* Without a move to begin with, a shallower search finds one first. */
    if (params->iterative_reduction && depth >= params->iterative_reduction &&
        view.tt_move == MOVE_NONE && !excluded && (pv || cut_node))
        depth--;
    score = cut_by_capture(t, node, &view, beta, depth, cut_node);
    if (t->stopped) return 0;
    if (score > -SCORE_INFINITE) return score;

    PickerHints hints = hints_of(t, node, view.tt_move);
    CheckSquares checks;
    check_squares(pos, &checks);
    Picker picker;
    picker_start(&picker, pos, GENERATE_ALL, &hints);
    if (picker.list.count == 0) return node->in_check ? mated_score(node->ply) : 0;

    const int old_alpha = alpha;
    const bool may_prune = has_pieces(pos), hopeful = view.improving || view.threatened;
    int best = -SCORE_INFINITE, number = 0;
    Move best_move = MOVE_NONE;
    const int extensions = node->extensions;
    Tried tried;
    tried.quiets = tried.captures = 0;
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (move == excluded) continue;
        RootMove *root_move = root ? find_root(t, move) : NULL;
        if (root && !root_move) continue;
        number += 1 + picker_passed(&picker);
        if (root && t->index == 0) report_current(t, depth, move, number);
        if (!root && best > -SCORE_MATE_BOUND && may_prune &&
            prune_move(t, node, &hints, move, number, depth, alpha, hopeful) &&
            !gives_check(pos, &checks, move)) {
            if (!move_is_capture(move) && is_too_late(params, number, depth, hopeful))
                picker_drop_quiets(&picker, &checks);
            continue;
        }

        int extension = 0, cut = -SCORE_INFINITE;
        if (may_be_singular(t, node, &view, move, depth)) {
            extension =
                singular_extension(t, node, move, view.tt_score, beta, depth, pv, cut_node, &cut);
            if (t->stopped) return 0;
            if (cut > -SCORE_INFINITE) return cut;
        }

        if (thread_should_stop(t)) return 0;
        const int history = move_is_capture(move) ? 0 : quiet_history(pos, &hints, move);
        const uint64_t nodes_before = thread_nodes(t);
        Undo undo;
        play(t, node, move, &undo);
        const bool in_check = position_checkers(pos) != 0;
        if (extension == 0 && in_check && params->check_extension &&
            node->ply < 2 * t->root_depth && (pv || picker_last_was_good(&picker)))
            extension = 1;
        Trial trial = {.move = move, .number = number, .depth = depth - 1 + extension};
        trial.late = params->reduction && depth >= 2 && number > 1 + 2 * root;
        if (trial.late) {
            trial.reduction = reduce_by(t, node, &view, &hints, move, number, depth, cut_node);
            trial.reduction -= in_check + view.threatened;
            trial.reduction -= params->history_reduction ? history / params->history_reduction : 0;
        }
        score = search_move(t, node, &trial, alpha, beta, cut_node);
        thread_unmake(t, &undo);
        if (t->stopped) return 0;

        node->extensions = extensions; /* those of this move are not its siblings' */
        if (root) {
            root_move->nodes += thread_nodes(t) - nodes_before;
            note_root_move(t, node, root_move, &trial, score, alpha, beta);
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv && !root) extend_line(node, move);
                if (score >= beta) break;
                alpha = score;
            }
        }
        note_tried(&tried, move);
    }
    if (number == 0) return excluded ? alpha : best;

    if (best >= beta) {
        node->cutoffs++;
        learn_order(t, node, best_move, &tried, depth);
    } else if (best <= old_alpha && params->refuting_history) {
        reward_unrefuted(t, node, depth);
    }
    if (excluded) return best;
    /* What the best of some moves is worth says nothing of the position. */
    const bool whole = !root || (t->pv_index == 0 && t->search->limits->moves.count == 0);
    Bound bound = best >= beta ? BOUND_LOWER : best > old_alpha ? BOUND_EXACT : BOUND_UPPER;
    if (!node->in_check && (best_move == MOVE_NONE || !move_is_capture(best_move)) &&
        abs(best) < SCORE_MATE_BOUND && whole &&
        bound_allows(bound, best, node->eval + (best > node->eval ? 0 : 1)))
        learn_correction(t, node->eval, best, depth);
    if (whole) store(t, pos->key, node, best_move, best, view.raw_eval, depth, bound);
    return best;
}

int search_root_window(Thread *t, int alpha, int beta, int depth)
{
    Node *node = &t->nodes_stack[STACK_BEFORE];
    node->pv = true;
    return search_node(t, node, alpha, beta, depth, false);
}
