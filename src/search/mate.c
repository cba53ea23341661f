/* The mate finder.
 *
 * A tree of yes and no: at the attacker's nodes one move must win, at the defender's every move
 * must lose. Each node is searched for a win in one move, in two, ... up to what was asked for,
 * which finds the shortest, and orders the attacker's moves: those whose refutation took longest
 * come first (after the checks, while nothing is known). At the attacker's last move only moves are
 * played that might give check or take a man where that explodes.
 *
 * Repetitions within the tree can be left out of account. Whoever follows the shortest win comes
 * nearer to it with each move, so no position comes twice: a position's distance is the same at
 * both places, or longer at the second, where the count of fifty has gone on. Only positions that
 * the game has seen twice before the root are draws, and they are draws wherever they are met.
 *
 * What is known of a node lies in the transposition table, under keys of its own: as depth the
 * number of moves in which a win is refuted, as score that in which it is proven (0: not yet). */
#include "search/mate.h"

#include <assert.h>
#include <string.h>

#include "judge/threat.h"
#include "rules/attacks.h"
#include "search/ranked.h"

enum { MAX_DRAWN = 128, KILLERS = 2, HISTORY_LIMIT = 1 << 20 };

/* What holds when White attacks says nothing about Black's attack from the same position. */
#define WHITE_SALT 0x6d61746566696e64ull
#define BLACK_SALT 0xb1c5d0a74e93f862ull
#define FIFTY_SALT 0x9e3779b97f4a7c15ull

typedef struct Mates {
    Thread *t;
    Position *pos;
    Key salt; /* of all table keys: who attacks, after what history */
    Key drawn[MAX_DRAWN];
    int drawn_count; /* positions that the game had twice before the root */
    Move killers[MAX_PLY + 2][KILLERS];
    uint32_t history[COLOR_COUNT][SQUARE_COUNT][SQUARE_COUNT]; /* moves that refuted */
} Mates;

/* What is known of a node: no win in `refuted` moves of the attacker, a win in `proven` (0: not
 * known). */
typedef struct Known {
    int refuted, proven;
    Move move; /* the attacker's win, or the defender's refutation */
} Known;

/* ---- the table ---- */

/* Near the fifty moves the count is a part of the position. */
static Key table_key(const Mates *m, int moves)
{
    const Position *pos = m->pos;
    Key key = pos->key ^ m->salt;
    if (pos->rule50 + 2 * moves > FIFTY_MOVES) key ^= (pos->rule50 + 1u) * FIFTY_SALT;
    return key;
}

static Known recall(const Mates *m, int moves)
{
    TtEntry entry;
    if (!tt_probe(&m->t->search->tt, table_key(m, moves), &entry)) return (Known){0};
    return (Known){entry.depth, entry.score, entry.move};
}

static void remember(const Mates *m, int moves, Known known)
{
    TtEntry entry = {
        .move = known.move, .score = known.proven, .depth = known.refuted, .bound = BOUND_EXACT};
    tt_store(&m->t->search->tt, table_key(m, moves), &entry);
}

/* ---- moves ---- */

static void play(Mates *m, Move move, Undo *undo)
{
    position_make(m->pos, move, undo);
    thread_count_node(m->t);
}

/* How the enemy king can be reached. */
typedef struct Targets {
    CheckSquares checks;
    Bitboard screen; /* squares of its board between it and own sliders that point at it */
} Targets;

static void find_targets(const Position *pos, Targets *targets)
{
    check_squares(pos, &targets->checks);
    targets->screen = 0;
    Square king = targets->checks.king;
    if (king == NO_SQUARE) return;
    Bitboard own = board_men(pos, targets->checks.board) & pos->colors[pos->side];
    Bitboard rooks = pos->kinds[ROOK] | pos->kinds[QUEEN];
    Bitboard bishops = pos->kinds[BISHOP] | pos->kinds[QUEEN];
    Bitboard sliders = own & ((attack_tables.rook_rays[king] & rooks) |
                              (attack_tables.bishop_rays[king] & bishops));
    while (sliders) targets->screen |= between(king, pop_square(&sliders));
}

/* A capture may open a line by what it removes from the king's board; where it explodes it may take
 * the king. Where it neither explodes nor passes over, the taker fills the gap. */
static bool capture_might_win(const Position *pos, Rules rules, const Targets *targets, Move move)
{
    if (!rules.explodes && !rules.two_boards) return false;
    Board home = targets->checks.board, board = board_at(pos, move_from(move));
    Bitboard removed = board == home ? bit(move_from(move)) | bit(move_to(move)) : 0;
    Board landing = rules.two_boards ? (Board)!board : board;
    if (rules.explodes && landing == home) {
        Bitboard zone = king_attacks(move_to(move));
        if (has(zone, targets->checks.king)) return true;
        removed |= zone;
    }
    return (removed & targets->screen) != 0;
}

/* False only if the legal move neither gives check nor blows up the enemy king. */
static bool might_win(const Position *pos, Rules rules, const Targets *targets, Move move)
{
    if (targets->checks.king == NO_SQUARE) return false;
    if (move_is_promotion(move)) return true; /* the pawn may have hidden its own target */
    if (move_kind(move) == CASTLING || move_kind(move) == EN_PASSANT) return true;
    if (move_is_capture(move) && capture_might_win(pos, rules, targets, move)) return true;
    /* What explodes stands nowhere; what does not may give check where it comes to. */
    if (move_is_capture(move) && rules.explodes) return false;
    /* A king that shields the other from check by touching it may step away. */
    if (rules.explodes && man_kind(pos->men[move_from(move)]) == KING) return true;
    return gives_check(pos, &targets->checks, move);
}

/* ---- nodes ---- */

/* Drawn by rule, other than by stalemate? */
static bool is_drawn(const Mates *m)
{
    const Position *pos = m->pos;
    if (pos->rule50 >= FIFTY_MOVES || dead_material(pos)) return true;
    for (int i = 0; i < m->drawn_count; i++)
        if (m->drawn[i] == pos->key) return true;
    return false;
}

/* Is the side to move mated, or its king blown up? */
static bool has_lost(const Position *pos)
{
    if (!has_king(pos, (Color)pos->side)) return true;
    return position_checkers(pos) && !has_legal_move(pos);
}

static bool wins_at_once(Position *pos, Move move)
{
    Undo undo;
    position_make(pos, move, &undo);
    bool won = has_lost(pos);
    position_unmake(pos, &undo);
    return won;
}

/* The first of these moves that wins at once, or MOVE_NONE. */
static Move winning_move(Mates *m, const MoveList *list)
{
    Position *pos = m->pos;
    const Rules rules = rules_of((RulesId)pos->rules);
    Targets targets;
    find_targets(pos, &targets);
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        if (!might_win(pos, rules, &targets, move)) {
            assert(!wins_at_once(pos, move));
            continue;
        }
        if (thread_should_stop(m->t)) return MOVE_NONE;
        thread_count_node(m->t);
        if (wins_at_once(pos, move)) return move;
    }
    return MOVE_NONE;
}

static bool attack(Mates *m, int moves, int ply);

static void rank_defences(const Mates *m, Ranked *defences, Move first, int ply)
{
    const Position *pos = m->pos;
    const Move *killers = m->killers[ply];
    for (int i = 0; i < defences->list.count; i++) {
        Move move = defences->list.moves[i];
        uint32_t rank = m->history[pos->side][move_from(move)][move_to(move)];
        if (move_is_capture(move)) rank += HISTORY_LIMIT;
        if (move == killers[0] || move == killers[1]) rank = 3 * HISTORY_LIMIT;
        if (move == first) rank = 4 * HISTORY_LIMIT;
        defences->ranks[i] = rank;
    }
}

static void note_defence(Mates *m, Move move, int moves, int ply)
{
    Move *killers = m->killers[ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    uint32_t *history = &m->history[m->pos->side][move_from(move)][move_to(move)];
    *history += (uint32_t)(moves * moves);
    if (*history < HISTORY_LIMIT) return;
    uint32_t *all = &m->history[0][0][0];
    for (size_t i = 0; i < sizeof m->history / sizeof *all; i++) all[i] /= 2;
}

/* Has the side to move lost, or does it lose in at most so many moves of the attacker, whatever it
 * plays? */
static bool defend(Mates *m, int moves, int ply)
{
    Position *pos = m->pos;
    if (moves == 0 || !has_king(pos, (Color)pos->side)) return has_lost(pos);
    const bool keep = moves > 1;
    Known known = keep ? recall(m, moves) : (Known){0};
    if (known.proven && known.proven <= moves) return true;
    if (known.refuted >= moves) return false;

    Ranked defences;
    generate(pos, GENERATE_ALL, &defences.list);
    if (defences.list.count == 0) return position_checkers(pos) != 0;
    if (is_drawn(m)) return false;
    rank_defences(m, &defences, known.move, ply);
    for (int i = 0; i < defences.list.count; i++) {
        Move move = ranked_pick(&defences, i);
        if (thread_should_stop(m->t)) return false;
        Undo undo;
        play(m, move, &undo);
        bool lost = attack(m, moves, ply + 1);
        position_unmake(pos, &undo);
        if (m->t->stopped) return false;
        if (lost) continue;
        note_defence(m, move, moves, ply);
        if (keep) remember(m, moves, (Known){moves, 0, move});
        return false;
    }
    if (keep) remember(m, moves, (Known){known.refuted, moves, known.move});
    return true;
}

static void rank_attacks(const Mates *m, Ranked *attacks, Move first)
{
    const Position *pos = m->pos;
    const Rules rules = rules_of((RulesId)pos->rules);
    Targets targets;
    find_targets(pos, &targets);
    for (int i = 0; i < attacks->list.count; i++) {
        Move move = attacks->list.moves[i];
        attacks->ranks[i] = move == first ? 2 : might_win(pos, rules, &targets, move);
    }
}

/* The move that wins in exactly so many moves, two or more, or MOVE_NONE. Leaves what each took as
 * its rank for the next time. */
static Move winning_attack(Mates *m, Ranked *attacks, int moves, int ply)
{
    uint32_t effort[MAX_MOVES];
    for (int i = 0; i < attacks->list.count; i++) {
        Move move = ranked_pick(attacks, i);
        const uint64_t before = thread_nodes(m->t);
        if (thread_should_stop(m->t)) return MOVE_NONE;
        Undo undo;
        play(m, move, &undo);
        bool won = defend(m, moves - 1, ply + 1);
        position_unmake(m->pos, &undo);
        if (won) return move;
        if (m->t->stopped) return MOVE_NONE;
        uint64_t nodes = thread_nodes(m->t) - before;
        effort[i] = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    }
    memcpy(attacks->ranks, effort, (size_t)attacks->list.count * sizeof *effort);
    return MOVE_NONE;
}

/* Does the side to move win in at most so many moves, one or more? */
static bool attack(Mates *m, int moves, int ply)
{
    const Position *pos = m->pos;
    if (ply > m->t->seldepth) m->t->seldepth = ply;
    if (!has_king(pos, (Color)pos->side) || is_drawn(m)) return false;
    const bool keep = moves > 1;
    Known known = keep ? recall(m, moves) : (Known){0};
    if (known.proven && known.proven <= moves) return true;
    if (known.refuted >= moves) return false;

    Ranked attacks;
    generate(pos, GENERATE_ALL, &attacks.list);
    Move win = MOVE_NONE;
    int in = known.refuted + 1;
    if (in == 1) {
        win = winning_move(m, &attacks.list);
        if (!keep) return win != MOVE_NONE;
        if (win == MOVE_NONE) in++;
    }
    if (win == MOVE_NONE) rank_attacks(m, &attacks, known.move);
    while (win == MOVE_NONE && in <= moves && !m->t->stopped) {
        win = winning_attack(m, &attacks, in, ply);
        if (win == MOVE_NONE) in++;
    }
    if (m->t->stopped) return false;
    if (win == MOVE_NONE)
        remember(m, moves, (Known){moves, 0, MOVE_NONE});
    else
        remember(m, moves, (Known){in - 1, in, win});
    return win != MOVE_NONE;
}

/* ---- the line ---- */

/* The defender's move after which the attacker needs all of so many moves. */
static Move longest_defence(Mates *m, int moves, int ply)
{
    MoveList list;
    generate(m->pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        if (moves == 1) return list.moves[i];
        if (thread_should_stop(m->t)) return MOVE_NONE;
        play(m, list.moves[i], &undo);
        bool sooner = attack(m, moves - 1, ply + 1);
        position_unmake(m->pos, &undo);
        if (!sooner && !m->t->stopped) return list.moves[i];
    }
    return MOVE_NONE;
}

static Move shortest_attack(Mates *m, int moves, int ply)
{
    Ranked attacks;
    generate(m->pos, GENERATE_ALL, &attacks.list);
    if (moves == 1) return winning_move(m, &attacks.list);
    rank_attacks(m, &attacks, recall(m, moves).move);
    return winning_attack(m, &attacks, moves, ply);
}

/* Adds best play to a line whose first move wins in so many moves. False if stopped on the way, or
 * misled by keys that collide. */
static bool complete_line(Mates *m, Line *line, int moves)
{
    Position root = *m->pos;
    Undo undo;
    position_make(m->pos, line->moves[0], &undo);
    while (line->length < 2 * moves - 1) {
        int left = moves - (line->length + 1) / 2;
        Move move = line->length % 2 ? longest_defence(m, left, line->length)
                                     : shortest_attack(m, left, line->length);
        if (move == MOVE_NONE) break;
        line->moves[line->length++] = move;
        position_make(m->pos, move, &undo);
    }
    *m->pos = root;
    return line->length == 2 * moves - 1;
}

/* ---- the root ---- */

/* Those whose refutation has taken longest come first. */
static void sort_roots_by_effort(Thread *t)
{
    for (int i = 1; i < t->root_count; i++) {
        RootMove moved = t->roots[i];
        int j = i;
        for (; j > 0 && t->roots[j - 1].nodes < moved.nodes; j--) t->roots[j] = t->roots[j - 1];
        t->roots[j] = moved;
    }
}

static RootMove *winning_root(Mates *m, int moves)
{
    Thread *t = m->t;
    for (int i = 0; i < t->root_count; i++) {
        RootMove *root = &t->roots[i];
        const uint64_t before = thread_nodes(t);
        if (thread_should_stop(t)) return NULL;
        report_current(t, 2 * moves - 1, root->move, i + 1);
        Undo undo;
        play(m, root->move, &undo);
        bool won = defend(m, moves - 1, 1);
        position_unmake(m->pos, &undo);
        if (t->stopped) return NULL;
        if (won) return root;
        root->nodes = thread_nodes(t) - before;
    }
    return NULL;
}

/* The positions that stood twice before the root, since the last move that cannot be undone. */
static void find_drawn(Mates *m)
{
    const KeyStack *stack = &m->t->keys;
    size_t back = stack->count < m->pos->rule50 ? stack->count : m->pos->rule50;
    const Key *keys = stack->keys + (stack->count - back);
    for (size_t i = 0; i < back; i++) {
        size_t earlier = 0;
        for (size_t j = 0; j < i; j++) earlier += keys[j] == keys[i];
        if (earlier != 1 || m->drawn_count == MAX_DRAWN) continue;
        m->drawn[m->drawn_count++] = keys[i];
        m->salt ^= keys[i];
    }
}

static void start(Mates *m, Thread *t)
{
    *m = (Mates){.t = t, .pos = &t->pos, .salt = t->pos.side == WHITE ? WHITE_SALT : BLACK_SALT};
    find_drawn(m);
}

static bool set_win(Mates *m, RootMove *root, int moves)
{
    Thread *t = m->t;
    Line line = {1, {root->move}};
    if (!complete_line(m, &line, moves)) return false;
    root_set_win(root, &line);
    if (t->seldepth > root->seldepth) root->seldepth = t->seldepth;
    t->best = *root;
    return true;
}

bool mate_at_once(Thread *t)
{
    for (int i = 0; i < t->root_count; i++) {
        if (!wins_at_once(&t->pos, t->roots[i].move)) continue;
        t->best = t->roots[i];
        root_set_win(&t->best, &(Line){1, {t->best.move}});
        return true;
    }
    return false;
}

bool mate_find(Thread *t, int limit, Line *line)
{
    const int seldepth = t->seldepth;
    Mates mates, *m = &mates;
    start(m, t);
    bool found = false;
    for (int moves = 1; moves <= limit && !found && !t->stopped; moves++) {
        if (!attack(m, moves, 0)) continue;
        *line = (Line){1, {shortest_attack(m, moves, 0)}};
        found = line->moves[0] != MOVE_NONE && complete_line(m, line, moves);
    }
    t->seldepth = seldepth;
    return found;
}

void mate_search(Thread *t, int limit, void (*report)(Thread *t, int depth))
{
    Mates mates, *m = &mates;
    start(m, t);
    for (int i = 0; i < t->root_count; i++) t->roots[i].nodes = 0;
    for (int moves = 1; moves <= limit; moves++) {
        t->seldepth = 2 * moves - 1;
        RootMove *root = winning_root(m, moves);
        if (root && !set_win(m, root, moves)) t->stopped = true;
        if (t->stopped) return;
        t->completed_depth = 2 * moves - 1;
        report(t, t->completed_depth);
        if (root) return;
        sort_roots_by_effort(t);
    }
}
