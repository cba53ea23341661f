/* Forced wins, mate and explosion: the table is proven here by exhaustive search over the rules
 * alone (tests/prover.h), and then the mate finder and the ordinary search are held against it. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "search/search.h"
#include "suites.h"
#include "tables.h"
#include "talk/epd.h"

/* ---- the table ---- */

typedef struct Row {
    Position pos;
    char fen[FEN_MAX];
    int moves; /* a win in so many, no sooner; or no win in so many */
    bool wins;
} Row;

enum { MOST_ROWS = 128, LONGEST = 5 };

typedef struct Rows {
    const Game *game;
    Row rows[MOST_ROWS];
    int count;
} Rows;

static void take_row(char *line, int number, void *context)
{
    Rows *rows = context;
    must(rows->count < MOST_ROWS, "%s: too many rows", rows->game->name);
    Row *row = &rows->rows[rows->count++];
    const char *operations;
    char operand[8];
    Error err = {""};
    must(epd_read(&row->pos, rows->game->rules, line, &operations, &err), "%s, line %d: %s",
         rows->game->name, number, err.text);
    row->wins = epd_operation(operations, "dm", operand, sizeof operand);
    must(row->wins || epd_operation(operations, "nodm", operand, sizeof operand),
         "%s, line %d: neither dm nor nodm", rows->game->name, number);
    row->moves = atoi(operand);
    must(row->moves >= 1 && row->moves <= LONGEST, "line %d: %d moves", number, row->moves);
    fen_write(&row->pos, FEN_TWO_BOARD, true, row->fen);
}

/* The rows of games[index]; constant until the next call. */
static const Rows *rows_of(int index)
{
    static Rows rows;
    char name[64];
    rows = (Rows){.game = &games[index]};
    snprintf(name, sizeof name, "mates/%s.epd", rows.game->name);
    for_each_row(name, take_row, &rows);
    return &rows;
}

/* Is this one of the rows, evenly spread, that make up that share of all? The scale multiplies it.
 */
static bool in_share(int row, double share)
{
    double part = share * (double)scaled(1000) / 1000;
    if (part >= 1) return true;
    return (int)((row + 1) * part) > (int)(row * part);
}

static bool is_main_game(const Game *game)
{
    return strcmp(game->name, "lookingglass") != 0 && strcmp(game->name, "msalice") != 0;
}

START_TEST(there_are_enough)
{
    const Rows *rows = rows_of(_i);
    const bool main_game = is_main_game(rows->game);
    int wins[LONGEST + 1] = {0}, none = 0;
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (row->wins)
            wins[row->moves]++;
        else
            none++;
        for (int j = 0; j < i; j++)
            must(strcmp(rows->rows[j].fen, row->fen) != 0, "%s comes twice", row->fen);
        must(!outcome_is_over(outcome_of(&row->pos, NULL)), "%s is over", row->fen);
        must(row->pos.rule50 + 2 * LONGEST < 100, "%s: the fifty moves are near", row->fen);
    }
    for (int moves = 1; moves <= LONGEST; moves++)
        must(wins[moves] >= (!main_game   ? 2
                             : moves <= 3 ? 12
                                          : 10),
             "%s: %d wins in %d", rows->game->name, wins[moves], moves);
    must(none >= (main_game ? 6 : 2), "%s: %d without", rows->game->name, none);
}
END_TEST

/* ---- proofs ---- */

/* What the rules alone say costs much for the long ones: some of them here, all in the slow run. */
static double share_to_prove(int moves) { return moves <= 3 ? 1 : moves == 4 ? 0.5 : 0.05; }

START_TEST(the_rules_prove_them)
{
    const Rows *rows = rows_of(_i);
    Prover *prover = prover_new();
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (!in_share(i, share_to_prove(row->moves))) continue;
        int none = row->wins ? row->moves - 1 : row->moves;
        must(!prover_wins(prover, &row->pos, none), "%s: a win in %d", row->fen, none);
        must(!row->wins || prover_wins(prover, &row->pos, row->moves), "%s: no win in %d", row->fen,
             row->moves);
    }
    prover_free(prover);
}
END_TEST

static double share_for_oracle(int moves)
{
    return moves == 1 ? 1 : moves == 2 ? 0.2 : moves == 3 ? 0.01 : 0;
}

START_TEST(the_oracle_proves_them)
{
    const Rows *rows = rows_of(_i);
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (!in_share(i, share_for_oracle(row->moves))) continue;
        Oracle *oracle = oracle_new(rows->game->name, row->fen);
        must(oracle != NULL, "%s: no position to the oracle", row->fen);
        int none = row->wins ? row->moves - 1 : row->moves;
        must(!oracle_wins(oracle, none), "%s: a win in %d", row->fen, none);
        must(!row->wins || oracle_wins(oracle, row->moves), "%s: no win in %d", row->fen,
             row->moves);
        oracle_free(oracle);
    }
}
END_TEST

/* ---- running a search ---- */

/* Checks what a search reports; stops it when it announces a win in `enough` moves. */
typedef struct Watch {
    const Position *root;
    SearchSignals signals;
    int enough; /* 0: never */
    int score, depth, length;
    uint64_t nodes;
    Move best;
} Watch;

/* The line is legal; after a win or a loss announced it ends with just that. */
static void check_line(const Position *root, const SearchLine *line)
{
    Position pos = *root;
    for (int i = 0; i < line->length; i++) {
        Undo undo;
        must(is_legal(&pos, line->moves[i]), "an illegal line");
        position_make(&pos, line->moves[i], &undo);
    }
    if (!score_is_mate(line->score) || line->bound != BOUND_EXACT) return;
    Outcome outcome = outcome_of(&pos, NULL);
    must(outcome == CHECKMATE || outcome == EXPLODED, "the line ends in %s",
         outcome_names[outcome]);
    must(line->length == SCORE_MATE - abs(line->score), "%d plies for score %d", line->length,
         line->score);
}

static void take_line(void *context, const SearchLine *line)
{
    Watch *watch = context;
    check_line(watch->root, line);
    must(line->nodes >= watch->nodes, "the nodes run backwards");
    watch->score = line->score;
    watch->depth = line->depth;
    watch->length = line->length;
    watch->nodes = line->nodes;
    watch->best = line->length ? line->moves[0] : (Move)MOVE_NONE;
    if (watch->enough && line->score == SCORE_MATE - (2 * watch->enough - 1))
        atomic_store(&watch->signals.stop, true);
}

static SearchResult search_with(Search *search, const Position *pos, const KeyStack *before,
                                const SearchLimits *limits, int enough)
{
    Watch watch = {.root = pos, .enough = enough};
    SearchListener listener = {take_line, NULL, &watch};
    SearchResult result;
    must_hold(search_run(search, pos, before, limits, &watch.signals, &listener, &result, NULL));
    must(result.score == watch.score && result.best == watch.best && result.nodes == watch.nodes,
         "the last line is not the result");
    return result;
}

static SearchResult find_mate(Search *search, const Position *pos, int moves)
{
    SearchLimits limits = {.mate = moves, .start_ms = clock_now_ms()};
    return search_with(search, pos, NULL, &limits, 0);
}

static bool announces_win_within(const SearchResult *result, int moves)
{
    return result->score > SCORE_MATE_BOUND && score_mate_moves(result->score) <= moves;
}

/* ---- the mate finder ---- */

/* The finder refuted a win in so many moves. */
static void must_refute(Search *search, const Row *row, int moves)
{
    if (moves == 0) return;
    SearchResult result = find_mate(search, &row->pos, moves);
    must(!announces_win_within(&result, moves), "%s: mate in %d found", row->fen, moves);
    must(result.depth == 2 * moves - 1 && is_legal(&row->pos, result.best), "%s: to depth %d",
         row->fen, result.depth);
}

START_TEST(the_finder_proves_and_refutes_them)
{
    const Rows *rows = rows_of(_i);
    Search *search = search_create(NULL);
    Prover *prover = prover_new();
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (!in_share(i, row->moves <= 4 ? 1 : 0.15)) continue;
        search_new_game(search);
        must_refute(search, row, row->wins ? row->moves - 1 : row->moves);
        if (!row->wins) continue;
        SearchResult result = find_mate(search, &row->pos, row->moves);
        must(result.score == SCORE_MATE - (2 * row->moves - 1), "%s: no mate in %d, but score %d",
             row->fen, row->moves, result.score);
        if (row->moves > 3) continue;
        Position after = row->pos;
        Undo undo;
        position_make(&after, result.best, &undo);
        must(prover_loses(prover, &after, row->moves - 1), "%s: the move does not win", row->fen);
    }
    prover_free(prover);
    search_destroy(search);
}
END_TEST

/* What it remembers of one search must not mislead the next: other attackers, other lengths. */
START_TEST(what_is_remembered_stays_true)
{
    const Rows *rows = rows_of(_i);
    Search *search = search_create(NULL);
    Prover *prover = prover_new();
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (row->moves > 3 || !in_share(i, 0.5)) continue;
        Position pos = row->pos;
        for (int ply = 0; ply < 6 && !outcome_is_over(outcome_of(&pos, NULL)); ply++) {
            SearchResult result;
            for (int moves = 3; moves >= 1; moves--) {
                result = find_mate(search, &pos, moves);
                must(announces_win_within(&result, moves) == prover_wins(prover, &pos, moves),
                     "%s, ply %d: a win in %d?", row->fen, ply, moves);
            }
            Undo undo;
            position_make(&pos, result.best, &undo);
        }
    }
    prover_free(prover);
    search_destroy(search);
}
END_TEST

/* Nothing is reduced in a plain search, so that it sees each win at its depth. */
START_TEST(a_plain_search_finds_them_at_their_depth)
{
    const Rows *rows = rows_of(_i);
    Search *search = search_create(NULL);
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (!row->wins || row->moves > 3 || !in_share(i, 0.4)) continue;
        SearchLimits limits = {
            .plain = true, .depth = 2 * row->moves - 1, .start_ms = clock_now_ms()};
        search_new_game(search);
        SearchResult result = search_with(search, &row->pos, NULL, &limits, row->moves);
        must(result.score == SCORE_MATE - (2 * row->moves - 1), "%s: score %d", row->fen,
             result.score);
    }
    search_destroy(search);
}
END_TEST

/* ---- the transposition table ---- */

/* ld's --wrap puts this in the place of tt_probe(). */
bool __real_tt_probe(const TransTable *tt, Key key, TtEntry *entry);
bool __wrap_tt_probe(const TransTable *tt, Key key, TtEntry *entry);

static atomic_bool table_is_off; /* other suites search with several threads */
static atomic_int probes;

bool __wrap_tt_probe(const TransTable *tt, Key key, TtEntry *entry)
{
    atomic_fetch_add_explicit(&probes, 1, memory_order_relaxed);
    return !table_is_off && __real_tt_probe(tt, key, entry);
}

/* The verdicts of the mate finder, of a plain search, and of the ordinary one. */
typedef struct Verdicts {
    int finder, plain;
    bool sooner; /* does the ordinary search announce what is not there? */
} Verdicts;

static Verdicts verdicts_of(Search *search, const Row *row, bool without_table)
{
    Verdicts found;
    SearchLimits plain = {.plain = true, .depth = 2 * row->moves - 1, .start_ms = clock_now_ms()};
    SearchLimits ordinary = {.depth = 7, .start_ms = clock_now_ms()};
    table_is_off = without_table;
    search_new_game(search);
    found.finder = find_mate(search, &row->pos, row->moves).score;
    search_new_game(search);
    found.plain = search_with(search, &row->pos, NULL, &plain, 0).score;
    search_new_game(search);
    SearchResult result = search_with(search, &row->pos, NULL, &ordinary, 0);
    found.sooner = announces_win_within(&result, row->wins ? row->moves - 1 : row->moves);
    table_is_off = false;
    return found;
}

START_TEST(the_table_changes_no_verdict)
{
    const Rows *rows = rows_of(_i);
    Search *search = search_create(NULL);
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (!in_share(i, row->moves <= 2 ? 0.5 : row->moves == 3 ? 0.05 : 0)) continue;
        probes = 0;
        Verdicts with = verdicts_of(search, row, false), without = verdicts_of(search, row, true);
        must_hold(probes > 0);
        int score = SCORE_MATE - (2 * row->moves - 1);
        must((with.finder == score) == row->wins && (without.finder == score) == row->wins,
             "%s: the finder says %d, without the table %d", row->fen, with.finder, without.finder);
        must(with.plain == without.plain && (with.plain == score) == row->wins,
             "%s: a plain search says %d, without the table %d", row->fen, with.plain,
             without.plain);
        must(!with.sooner && !without.sooner, "%s: a sooner win is announced", row->fen);
    }
    search_destroy(search);
}
END_TEST

/* ---- draws on the way ---- */

static const struct {
    const char *fen;
    int moves;
    bool wins;
} counted[] = {
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", 1, true}, /* the mate stands on the hundredth ply */
    {"7k/8/8/8/8/8/R7/1R2K3 w - - 97 80", 2, true},
    {"7k/8/8/8/8/8/R7/1R2K3 w - - 98 80", 2, false},
    {"7k/8/8/8/8/8/R7/1R2K3 w - - 98 80", 5, false},
    {"7k/8/8/8/8/8/R7/1R2K3 w - - 100 80", 1, false},
};

START_TEST(the_fifty_moves_count)
{
    Position pos;
    Search *search = search_create(NULL);
    Prover *prover = prover_new();
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        set_up(&pos, "chess", counted[i].fen);
        SearchResult result = find_mate(search, &pos, counted[i].moves);
        must(announces_win_within(&result, counted[i].moves) == counted[i].wins, "%s, %d moves: %d",
             counted[i].fen, counted[i].moves, result.score);
        if (pos.rule50 < 100)
            must_hold(prover_wins(prover, &pos, counted[i].moves) == counted[i].wins);
    }
    prover_free(prover);
    search_destroy(search);
}
END_TEST

/* The third time is a draw, the second is not: the rook's move, with the position after it seen
 * once or twice before. */
START_TEST(the_history_of_the_game_counts)
{
    Position pos, after;
    Undo undo;
    set_up(&pos, "chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 20 40");
    after = pos;
    Move move = move_read_uci(&pos, "a2a7", NULL);
    position_make(&after, move, &undo);
    Key once[] = {after.key, 1, 2}, twice[] = {after.key, 1, after.key, 3, 4};
    KeyStack before_once = {once, 3, 3}, before_twice = {twice, 5, 5};
    SearchLimits limits = {.mate = 2, .start_ms = clock_now_ms()};
    limits.moves.moves[limits.moves.count++] = move;
    Search *search = search_create(NULL);
    /* In this order, as what was remembered of the first must not speak for the second. */
    for (int round = 0; round < 2; round++) {
        SearchResult result = search_with(search, &pos, &before_once, &limits, 0);
        must_hold(announces_win_within(&result, 2));
        result = search_with(search, &pos, &before_twice, &limits, 0);
        must_hold(!announces_win_within(&result, 2));
        must_hold(result.best == move);
    }
    /* Other moves still win. */
    limits.moves.count = 0;
    SearchResult result = search_with(search, &pos, &before_twice, &limits, 0);
    must_hold(announces_win_within(&result, 2) && result.best != move);
    search_destroy(search);
}
END_TEST

/* ---- limits ---- */

START_TEST(limits_are_kept)
{
    const Rows *rows = rows_of(_i);
    Search *search = search_create(NULL);
    must_hold(search_set_threads(search, 2, NULL));
    for (int i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (row->moves < 3 || !in_share(i, 0.1)) continue;
        for (uint64_t nodes = 1; nodes < 20000; nodes = 3 * nodes + 1) {
            SearchLimits limits = {.mate = row->moves, .nodes = nodes, .start_ms = clock_now_ms()};
            search_new_game(search);
            SearchResult result = search_with(search, &row->pos, NULL, &limits, 0);
            must(result.nodes <= nodes, "%llu nodes", (unsigned long long)result.nodes);
            must_hold(is_legal(&row->pos, result.best));
        }
    }
    search_destroy(search);
}
END_TEST

/* The search is over its limit of time at once. */
START_TEST(it_can_be_stopped)
{
    Position pos;
    position_start(&pos, &games[_i], STANDARD_SHUFFLE);
    SearchLimits limits = {.mate = 30, .timed = true, .start_ms = clock_now_ms()};
    limits.budget = clock_budget_fixed(20, 0);
    Search *search = search_create(NULL);
    SearchResult result = search_with(search, &pos, NULL, &limits, 0);
    must_hold(is_legal(&pos, result.best) && result.depth < 59);
    search_destroy(search);
}
END_TEST

/* The side that is being mated gets a move and an honest score. */
START_TEST(the_loser_is_told)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, "chess", "7k/R7/8/8/8/8/8/1R2K3 b - - 1 1");
    SearchResult result = find_mate(search, &pos, 3);
    ck_assert_int_eq(result.score, 2 - SCORE_MATE);
    ck_assert(is_legal(&pos, result.best));
    ck_assert_int_eq(result.depth, 5);
    search_destroy(search);
}
END_TEST

/* ---- the ordinary search ---- */

/* What the search missed. */
static void note_depth(void *context, const SearchLine *line) { *(int *)context = line->depth; }

typedef struct Tally {
    int tried, missed;
    char text[8192];
} Tally;

/* Is the win found, at its length, within so many nodes? A shorter one there is not. */
static void try_row(Search *search, const Row *row, uint64_t nodes, Tally *tally)
{
    SearchLimits limits = {.nodes = nodes, .start_ms = clock_now_ms()};
    search_new_game(search);
    SearchResult result = search_with(search, &row->pos, NULL, &limits, row->moves);
    must(!announces_win_within(&result, row->moves - 1), "%s: score %d", row->fen, result.score);
    tally->tried++;
    if (announces_win_within(&result, row->moves)) return;
    tally->missed++;
    size_t used = strlen(tally->text);
    snprintf(tally->text + used, sizeof tally->text - used, "\n  %s dm %d, score %d", row->fen,
             row->moves, result.score);
}

/* Tries wins of those lengths in all games. At most one in `of` may be missed, none if that is 0.
 */
static void must_find_most(int from, int to, double share, uint64_t nodes, int of)
{
    Search *search = search_create(NULL);
    Tally tally = {0};
    int of_them = 0;
    for (int index = 0; index < GAME_COUNT; index++) {
        const Rows *rows = rows_of(index);
        for (int i = 0; i < rows->count; i++) {
            const Row *row = &rows->rows[i];
            if (row->wins && row->moves >= from && row->moves <= to && in_share(of_them++, share))
                try_row(search, row, nodes, &tally);
        }
    }
    search_destroy(search);
    must(tally.tried >= 4 || scaled(1000) < 1000, "only %d were tried", tally.tried);
    must(of ? of * tally.missed <= tally.tried + of - 1 : tally.missed == 0, "%d of %d missed:%s",
         tally.missed, tally.tried, tally.text);
}

START_TEST(the_ordinary_search_finds_all_short_ones) { must_find_most(1, 3, 0.2, 500000, 0); }
END_TEST

START_TEST(the_ordinary_search_finds_most_long_ones) { must_find_most(4, 5, 0.05, 10000000, 4); }
END_TEST

/* Short wins that the reductions of the ordinary search hide from it for long. */
static const struct {
    const char *game, *fen;
    int moves;
} overlooked[] = {
    {"alice", "1r6/5Q2/2n4p/8/8/8/P1P2P1P/3R4|2b1k3/pppp4/8/1Bb1p3/3P4/2P2N2/6r1/1R3K2 w - - 0 1",
     3},
    {"alice", "8/1p6/4Q3/r2P4/2p1KP2/8/1PP1PP2/8|8/7k/8/7p/8/5N2/8/8 w - - 0 1", 3},
};

START_TEST(short_wins_are_not_overlooked)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, overlooked[_i].game, overlooked[_i].fen);
    SearchLimits limits = {.nodes = 200000, .start_ms = clock_now_ms()};
    SearchResult result = search_with(search, &pos, NULL, &limits, 0);
    ck_assert_int_eq(result.score, SCORE_MATE - (2 * overlooked[_i].moves - 1));
    search_destroy(search);
}
END_TEST

/* A win that takes longer than was asked for is not announced, though it is seen. */
START_TEST(longer_wins_are_not_announced)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, "atomic", "3K4/8/8/8/2R5/8/p7/1k6 w - - 0 1");
    for (int moves = 1; moves <= 3; moves++) {
        SearchResult result = find_mate(search, &pos, moves);
        must(moves < 3 ? !score_is_mate(result.score) : result.score == SCORE_MATE - 5,
             "mate %d: %d", moves, result.score);
    }
    search_destroy(search);
}
END_TEST

/* The look at the position that comes before the proof leaves most of the nodes to it. */
START_TEST(few_nodes_are_spent_on_the_proof)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    SearchLimits limits = {.mate = 2, .nodes = 200, .start_ms = clock_now_ms()};
    SearchResult result = search_with(search, &pos, NULL, &limits, 2);
    ck_assert_int_eq(result.score, SCORE_MATE - 3);
    search_destroy(search);
}
END_TEST

/* Broken off after any number of nodes, it does not say that there is no win. */
static const struct {
    const char *game, *fen;
    int moves;
} broken_off[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
    {"chess", "1B4k1/8/p7/3P4/P3P3/4bq2/8/4K3 b - - 0 1", 2},
    {"atomic", "3rk2r/ppn5/2p1P1p1/7p/3p4/P2B1P2/1P1Q2PP/R4RK1 w - - 0 1", 2},
};

START_TEST(what_is_broken_off_refutes_nothing)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, broken_off[_i].game, broken_off[_i].fen);
    for (uint64_t nodes = 1; nodes < 700; nodes += nodes < 60 ? 1 : 7) {
        SearchLimits limits = {
            .mate = broken_off[_i].moves, .nodes = nodes, .start_ms = clock_now_ms()};
        int depth = 0;
        SearchResult result;
        SearchSignals signals = {0};
        const SearchListener listener = {note_depth, NULL, &depth};
        search_new_game(search);
        must_hold(search_run(search, &pos, NULL, &limits, &signals, &listener, &result, NULL));
        must(announces_win_within(&result, broken_off[_i].moves) ||
                 (depth < 2 * broken_off[_i].moves - 1 && result.depth <= depth),
             "%d nodes: depth %d and %d, score %d", (int)nodes, depth, result.depth, result.score);
        must(broken_off[_i].moves > 1 || result.score == SCORE_MATE - 1, "%d nodes: %d", (int)nodes,
             result.score);
    }
    search_destroy(search);
}
END_TEST

/* Wins too long for the mate finder, from games of the engine against itself. */
static const struct {
    const char *game, *fen;
} long_wins[] = {
    {"chess", "8/1Q6/4k1P1/P7/8/6n1/1P6/6K1 w - - 9 58"},
    {"chess", "8/8/3K1R2/7k/4N3/6p1/8/8 w - - 0 85"},
    {"chess", "8/8/5Q2/2k5/5N2/7P/1P5P/6K1 w - - 1 61"},
    {"alice", "8/8/1Q6/1P6/8/8/1PP5/8|8/8/8/5K2/8/8/3k4/8 w - - 1 98"},
    {"alice", "2k5/2P5/2r2n2/1N1pp3/3P1P2/8/8/8|8/1N2R3/6p1/6P1/8/P3B3/8/2K5 w - - 0 61"},
    {"atomic", "8/1k6/1P3p2/5P2/P7/8/6p1/6K1 w - - 0 31"},
    {"atomic", "2b1k3/1r6/pB1p4/3P4/2P4p/P4rPP/2n5/R1K3R1 b - - 3 27"},
    {"aliceatomic", "8/8/8/8/pp6/8/6P1/8|8/8/8/5pKp/5P1P/PP1Q2p1/5k2/8 w - - 59 89"},
};
enum { LONG_WINS = sizeof long_wins / sizeof *long_wins };

static void play_on(Position *pos, KeyStack *before, Move move)
{
    Undo undo;
    must_hold(key_stack_push(before, pos->key));
    position_make(pos, move, &undo);
}

/* A reply that the engine did not expect, where there is another. */
static Move unexpected_reply(const Position *pos, Move expected, unsigned number)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    Move move = list.moves[number % (unsigned)list.count];
    return move == expected ? list.moves[(number + 1) % (unsigned)list.count] : move;
}

/* Ponders on the expected reply. */
static SearchResult ponder(Search *search, const Position *root, KeyStack *before, Move expected)
{
    Position pos = *root;
    play_on(&pos, before, expected);
    SearchLimits limits = {.nodes = 3000, .start_ms = clock_now_ms()};
    SearchSignals signals = {.ponder = true};
    SearchResult result;
    must_hold(search_run(search, &pos, before, &limits, &signals, NULL, &result, NULL));
    before->count--;
    return result;
}

/* Whatever the opponent replies, each search after one that announced a win announces a sooner one,
 * to the end; though it has a hundredth of the nodes, or its time is over when it begins. */
START_TEST(an_announced_win_is_kept)
{
    enum { NODES = 400000, FEWER_NODES = 4000, GAMES = 6 };
    Search *search = search_create(NULL);
    for (unsigned game = 0; game < GAMES; game++) {
        Position pos;
        KeyStack before = {0};
        set_up(&pos, long_wins[_i].game, long_wins[_i].fen);
        search_new_game(search);
        SearchLimits limits = {.nodes = NODES, .start_ms = clock_now_ms()};
        SearchResult result = search_with(search, &pos, NULL, &limits, 0);
        must(announces_win_within(&result, MAX_PLY), "%s: no win", long_wins[_i].fen);
        for (int moves = score_mate_moves(result.score); moves > 1;) {
            play_on(&pos, &before, result.best);
            if (game == 5) { /* looks for the other side, too */
                limits = (SearchLimits){.nodes = FEWER_NODES, .start_ms = clock_now_ms()};
                search_with(search, &pos, &before, &limits, 0);
            }
            if (game == 1) ponder(search, &pos, &before, result.ponder); /* in vain */
            if (game == 3 && moves > 2) { /* what is expected comes, after the pondering */
                const Move expected = result.ponder;
                result = ponder(search, &pos, &before, expected);
                must(announces_win_within(&result, moves - 1), "%s: pondering lost the win",
                     long_wins[_i].fen);
                play_on(&pos, &before, expected);
                moves = score_mate_moves(result.score);
                if (moves == 1) break;
                play_on(&pos, &before, result.best);
            }
            play_on(&pos, &before, unexpected_reply(&pos, result.ponder, game + (unsigned)moves));
            /* Few nodes, or no time at all. */
            limits = (SearchLimits){.nodes = FEWER_NODES, .start_ms = clock_now_ms()};
            if (game == 2)
                limits = (SearchLimits){
                    .timed = true, .budget = {0, 1}, .start_ms = limits.start_ms - 9};
            if (game == 4) limits.multipv = 3;
            result = search_with(search, &pos, &before, &limits, 0);
            char fen[FEN_MAX];
            fen_write(&pos, FEN_TWO_BOARD, true, fen);
            must(announces_win_within(&result, moves - 1),
                 "%s, game %u, at %s: a win in %d was announced, and now %d", long_wins[_i].fen,
                 game, fen, moves, result.score);
            moves = score_mate_moves(result.score);
        }
        key_stack_free(&before);
    }
    search_destroy(search);
}
END_TEST

Suite *mates_suite(void)
{
    Suite *suite = suite_create("mates");
    TCase *tcase = tcase_create("mates");
    tcase_set_timeout(tcase, 1800);
    tcase_add_loop_test(tcase, there_are_enough, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, the_rules_prove_them, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, the_oracle_proves_them, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, the_finder_proves_and_refutes_them, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, what_is_remembered_stays_true, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, a_plain_search_finds_them_at_their_depth, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, the_table_changes_no_verdict, 0, GAME_COUNT);
    tcase_add_test(tcase, the_fifty_moves_count);
    tcase_add_test(tcase, the_history_of_the_game_counts);
    tcase_add_loop_test(tcase, limits_are_kept, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, it_can_be_stopped, 0, GAME_COUNT);
    tcase_add_test(tcase, the_loser_is_told);
    tcase_add_test(tcase, the_ordinary_search_finds_all_short_ones);
    tcase_add_test(tcase, the_ordinary_search_finds_most_long_ones);
    tcase_add_loop_test(tcase, short_wins_are_not_overlooked, 0,
                        sizeof overlooked / sizeof *overlooked);
    tcase_add_test(tcase, longer_wins_are_not_announced);
    tcase_add_test(tcase, few_nodes_are_spent_on_the_proof);
    tcase_add_loop_test(tcase, what_is_broken_off_refutes_nothing, 0,
                        sizeof broken_off / sizeof *broken_off);
    tcase_add_loop_test(tcase, an_announced_win_is_kept, 0, LONG_WINS);
    suite_add_tcase(suite, tcase);
    return suite;
}
