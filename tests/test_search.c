/* The search: forced wins proved beside it by brute force, alpha-beta against plain minimax, the
 * limits, the clock. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "judge/eval.h"
#include "judge/exchange.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "search/search.h"
#include "search/thread.h"
#include "search/worker.h"
#include "suites.h"
#include "tables.h"

/* --- Running it --------------------------------------------------------------------------------
 */

/* Collects what the search reports, and checks each line. */
typedef struct Reports {
    Position root;
    KeyStack keys; /* of the game before the root */
    SearchLine last;
    Move moves[MAX_PLY + 1];
    int count;
} Reports;

/* Every move of the line is legal, and only its last position may end the game (by mate, stalemate,
 * or explosion; a third repetition or the fifty moves end it as well). */
static void check_line(Reports *reports, const SearchLine *line)
{
    Position pos = reports->root;
    size_t before = reports->keys.count;
    for (int i = 0; i < line->length; i++) {
        Undo undo;
        ck_assert_msg(i == 0 || !outcome_is_over(outcome_of(&pos, &reports->keys)),
                      "the line goes on after the end of the game");
        ck_assert(is_legal(&pos, line->moves[i]));
        ck_assert(key_stack_push(&reports->keys, pos.key));
        position_make(&pos, line->moves[i], &undo);
    }
    Outcome outcome = outcome_of(&pos, &reports->keys);
    reports->keys.count = before;
    if (!score_is_mate(line->score)) return;
    int plies = SCORE_MATE - abs(line->score);
    ck_assert_int_eq(line->length, plies);
    ck_assert(outcome == CHECKMATE || outcome == EXPLODED);
    if (plies > 0) ck_assert_int_eq(line->score > 0, plies % 2);
}

static void take_report(void *context, const SearchLine *line)
{
    Reports *reports = context;
    check_line(reports, line);
    ck_assert_uint_ge(line->nodes, reports->last.nodes);
    ck_assert_int_ge(line->depth, reports->last.depth);
    ck_assert(line->length == 0 || line->seldepth >= 1);
    reports->last = *line;
    memcpy(reports->moves, line->moves, (size_t)line->length * sizeof(Move));
    reports->count++;
}

static SearchResult run(const Position *pos, const SearchLimits *limits)
{
    Reports reports = {.root = *pos};
    SearchSignals signals = {0};
    SearchListener listener = {take_report, NULL, &reports};
    SearchResult result;
    Search *search = search_create(NULL);
    ck_assert_ptr_nonnull(search);
    ck_assert(search_run(search, pos, NULL, limits, &signals, &listener, &result, NULL));
    ck_assert_int_ge(reports.count, 1);
    ck_assert_int_eq(result.score, reports.last.score);
    ck_assert_uint_eq(result.nodes, reports.last.nodes);
    if (result.best == MOVE_NONE) {
        ck_assert_int_eq(reports.last.length, 0);
    } else {
        ck_assert(is_legal(pos, result.best));
        ck_assert_uint_eq(result.best, reports.moves[0]);
    }
    ck_assert_uint_eq(result.ponder, reports.last.length > 1 ? reports.moves[1] : MOVE_NONE);
    search_destroy(search);
    key_stack_free(&reports.keys);
    return result;
}

static SearchResult run_depth(const Position *pos, int depth)
{
    SearchLimits limits = {.depth = depth, .start_ms = clock_now_ms()};
    return run(pos, &limits);
}

static SearchResult run_plain(const Position *pos, int depth)
{
    SearchLimits limits = {.depth = depth, .plain = true, .start_ms = clock_now_ms()};
    return run(pos, &limits);
}

/* --- Forced wins -------------------------------------------------------------------------------
 */

static const struct {
    const char *game, *fen;
    int moves; /* to the win */
} wins[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
    {"chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2},
    {"chess", "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1", 2},
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
    {"chess", "rn1qkb2/2pb2p1/1p1pp2r/pB3p1p/3P4/2PQP1Kn/PP4PP/RNB3NR b q - 1 14", 2},
    {"chess", "5b1r/2p1p1k1/1p1q2pn/4p1p1/4bpPP/P3n3/RP2KP2/NB4R1 b - - 1 30", 2},
    /* The mate stands although the hundredth ply is played with it. */
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", 1},
    {"chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 97 80", 2},
    {"atomic", "4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1", 1},
    {"atomic", "kbK5/b7/B7/8/8/8/8/8 w - - 0 1", 1}, /* mate, before too little material */
    {"atomic", "r3k2r/2p2p2/8/8/8/8/8/R2QK3 w - - 0 1", 1},
    {"atomic", "4k3/4p3/8/8/8/8/3Q4/4K3 w - - 0 1", 2},
    {"atomic", "r1b1k1nr/ppnppp1p/1q6/2p3p1/2N1P2P/3P4/P1PQBPP1/4K1NR w Kkq - 0 8", 2},
    {"atomic", "1nbqkb2/r3p1pr/2pp4/3nPp1p/Pp3PPP/3P4/P3KN2/RN1QBB1R b - - 4 17", 2},
    {"alice", "rnbqkbnr/ppp1pppp/8/8/4p3/8/PPPP1PPP/RNBQK1NR|8/8/8/8/8/8/4B3/8 w KQkq - 0 3", 1},
    {"alice", "k7/8/K7/8/8/8/8/8|8/8/8/8/8/8/8/7Q w - - 0 1", 1},
    {"alice", "7k/8/8/8/8/8/R7/1R2K3|8/8/8/8/8/8/8/8 w - - 0 1", 2},
    {"alice", "2k2b1r/4pp2/8/2pQ2B1/7N/8/1P2PP2/R3KB2|8/r7/p2PPn1p/8/6n1/N6P/7R/8 w Q - 2 21", 2},
    {"lookingglass",
     "3Q4/8/4p2p/2Pp2p1/6n1/8/PP2PPPP/R1B2B1R|r1b1kbnr/ppp2p2/8/8/5q2/2NP3N/8/3K4 b kq - 2 10", 2},
    {"msalice",
     "1n2k1n1/3pB3/p7/2pN4/1bP5/1P6/P2P1P2/R2QKbN1|8/8/1p3p1p/q6p/8/3BP3/6P1/8 w - - 6 25", 2},
    {"msalice",
     "r2k4/ppp1p2p/1b6/3p2pr/5P2/8/QP1P4/2B4R|2b5/5p2/8/PN3R2/1nP5/3B1N2/4P1Pn/4K3 b - - 13 25", 2},
    {"aliceatomic", "8/3p4/8/8/8/8/8/3RK3|4k3/8/8/8/8/8/8/8 w - - 0 1", 1},
    {"aliceatomic", "8/p7/8/8/4r3/8/8/R3K3|8/1k6/8/8/8/8/8/8 w - - 0 1", 1},
    {"aliceatomic", "5b2/8/8/PQP5/4P3/2r5/3P1P2/B5N1|3k4/3n4/ppppb1pp/4p3/R7/5pPB/8/5K2 w - - 1 23",
     2},
    {"aliceatomic", "4kb2/2r1p3/8/8/5Pp1/3K4/4P3/5B2|Q7/3n4/p7/1p3p1p/3P4/P6P/8/8 w - - 2 24", 2},
    {"aliceatomic",
     "rnb1kb1r/pp2p1pp/8/8/5B2/8/PPP1PPPP/RN2KBNR|8/8/1Qpp1n2/5p2/3P4/8/3q4/8 b KQkq - 5 6", 2},
};

static bool has_won(const Position *pos)
{
    Outcome outcome = outcome_of(pos, NULL);
    return outcome == CHECKMATE || outcome == EXPLODED;
}

static bool wins_within(Position *pos, int moves);

/* Has the side that has just moved won, or does it win in so many moves against every answer? */
static bool lost_within(Position *pos, int moves)
{
    if (has_won(pos)) return true;
    if (moves == 0 || outcome_is_over(outcome_of(pos, NULL))) return false;
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    bool lost = true;
    for (int i = 0; i < list.count && lost; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        lost = !outcome_is_over(outcome_of(pos, NULL)) && wins_within(pos, moves);
        position_unmake(pos, &undo);
    }
    return lost;
}

/* Brute force: does the side to move mate or blow up the king in at most so many moves? */
static bool wins_within(Position *pos, int moves)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    bool won = false;
    for (int i = 0; i < list.count && !won; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        won = lost_within(pos, moves - 1);
        position_unmake(pos, &undo);
    }
    return won;
}

START_TEST(forced_wins_are_found_and_proved)
{
    Position pos;
    Undo undo;
    int moves = wins[_i].moves;
    set_up(&pos, wins[_i].game, wins[_i].fen);
    ck_assert_msg(wins_within(&pos, moves), "%s: no win in %d", wins[_i].fen, moves);
    ck_assert_msg(moves == 1 || !wins_within(&pos, moves - 1), "%s: a faster win", wins[_i].fen);

    SearchLimits much = {.nodes = 1000000, .start_ms = clock_now_ms()};
    SearchResult result = run(&pos, &much);
    ck_assert_msg(result.score == SCORE_MATE - (2 * moves - 1), "%s: score %d", wins[_i].fen,
                  result.score);
    ck_assert_int_eq(score_mate_moves(result.score), moves);

    SearchLimits limits = {.mate = moves, .start_ms = clock_now_ms()};
    ck_assert_int_eq(run(&pos, &limits).score, result.score);

    /* The move found wins, and from the other side it is a loss of the same length. */
    position_make(&pos, result.best, &undo);
    ck_assert(lost_within(&pos, moves - 1));
    if (moves == 1) return;
    SearchResult answer = run_depth(&pos, 4);
    ck_assert_int_eq(answer.score, -(SCORE_MATE - 2 * (moves - 1)));
    ck_assert_int_eq(score_mate_moves(answer.score), -(moves - 1));
}
END_TEST

/* --- Minimax -----------------------------------------------------------------------------------
 */

static const struct {
    const char *game, *fen;
    int depth;
} minimax_rows[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3},
    {"chess", "4k2r/6P1/8/8/8/8/1q6/R3K3 w Qk - 0 1", 3},
    {"chess", "8/8/8/8/8/5k2/7p/7K w - - 0 1", 3},     /* stalemate is near */
    {"chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 98 80", 3}, /* and so are the fifty moves */
    {"atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3},
    {"atomic", "4k3/4p3/8/8/8/8/3Q4/4K3 w - - 0 1", 3},
    {"atomic", "r1b1k1nr/ppnppp1p/1q6/2p3p1/2N1P2P/3P4/P1PQBPP1/4K1NR w Kkq - 0 8", 2},
    {"atomic", "8/8/8/2kK4/2Pp4/8/4R3/8 b - c3 0 1", 3}, /* kings that touch */
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1", 2},
    {"alice", "4k3/8/8/3q4/8/8/3P4/R3K2R|8/8/2n5/8/4P3/8/8/8 w KQ - 0 1", 3},
    {"alice", "7k/8/8/8/8/8/R7/1R2K3|8/8/8/8/8/8/8/8 w - - 0 1", 3},
    {"lookingglass", "8/8/8/8/8/8/PPP2PPP/R3K2R|r3k2r/ppp2ppp/8/8/8/8/8/8 w KQkq - 0 1", 2},
    {"msalice", "4k3/8/8/3q4/8/8/3P4/4K2R|8/8/2n5/8/4P3/8/8/8 w K - 0 1", 3},
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1", 2},
    {"aliceatomic", "4k3/3p4/8/8/8/8/8/R3K2R|8/8/8/4P3/8/2n5/1P6/8 b KQ - 0 1", 3},
    {"aliceatomic", "4kb2/2r1p3/8/8/5Pp1/3K4/4P3/5B2|Q7/3n4/p7/1p3p1p/3P4/P6P/8/8 w - - 2 24", 2},
};

/* The keys from the root to the node, for repetition. */
typedef struct Path {
    Key keys[MAX_PLY + 1];
    uint64_t leaves;
} Path;

/* By the definition: no bounds, no order, the same leaves. */
static int minimax(Position *pos, Path *path, int depth, int ply)
{
    const int mated = ply - SCORE_MATE;
    /* Each passed assertion is a system call: not here. */
    if (ply >= MAX_PLY) ck_abort_msg("a line without end");
    if (ply > 0) {
        if (!has_king(pos, (Color)pos->side)) return mated;
        if (outcome_of(pos, NULL) == CHECKMATE) return mated;
        if (outcome_is_over(outcome_of(pos, NULL))) return 0;
        for (int i = ply - 2; i >= 0; i -= 2)
            if (path->keys[i] == pos->key) return 0;
    }
    path->keys[ply] = pos->key;
    path->leaves++;
    bool quiet_only = depth <= 0 && !position_checkers(pos);
    int best = quiet_only ? evaluate(pos) : -SCORE_INFINITE;
    MoveList list;
    generate(pos, quiet_only ? GENERATE_CAPTURES : GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        int score = -minimax(pos, path, depth - 1, ply + 1);
        position_unmake(pos, &undo);
        if (score > best) best = score;
    }
    return best;
}

START_TEST(alpha_beta_is_minimax)
{
    Position pos;
    Path *path = calloc(1, sizeof *path);
    ck_assert_ptr_nonnull(path);
    set_up(&pos, minimax_rows[_i].game, minimax_rows[_i].fen);
    for (int depth = 1; depth <= minimax_rows[_i].depth; depth++) {
        Position copy = pos;
        int expected = minimax(&copy, path, depth, 0);
        SearchResult result = run_plain(&pos, depth);
        if (result.depth < depth) /* it saw that the mate is exact, and stopped */
            ck_assert(score_is_mate(result.score));
        ck_assert_msg(result.score == expected, "%s, depth %d: %d, by minimax %d",
                      minimax_rows[_i].fen, depth, result.score, expected);
    }
    free(path);
}
END_TEST

/* --- Limits ------------------------------------------------------------------------------------
 */

static const char *const game_names[] = {"aliceatomic", "alice",  "lookingglass",
                                         "msalice",     "atomic", "chess"};
enum { GAME_NAMES = sizeof game_names / sizeof *game_names };

START_TEST(node_limits_are_kept)
{
    Position pos;
    position_start(&pos, must_find_game(game_names[_i]), STANDARD_SHUFFLE);
    for (uint64_t nodes = 1; nodes < 20000; nodes = nodes * 2 + 1) {
        SearchLimits limits = {.nodes = nodes, .start_ms = clock_now_ms()};
        SearchResult result = run(&pos, &limits);
        ck_assert_uint_le(result.nodes, nodes);
        ck_assert_uint_ne(result.best, MOVE_NONE);
    }
}
END_TEST

/* Helpers leave the thread that answers its share of the nodes, even if it is late. */
START_TEST(threads_share_the_limit_of_nodes)
{
    enum { NODES = 4000, THREADS = 3 };
    Position pos;
    position_start(&pos, must_find_game(game_names[_i]), STANDARD_SHUFFLE);
    Search *search = search_create(NULL);
    ck_assert(search_set_threads(search, THREADS, NULL));
    for (int i = 0; i < 20; i++) {
        SearchLimits limits = {.nodes = NODES, .start_ms = clock_now_ms()};
        SearchSignals signals = {0};
        SearchResult result;
        search_new_game(search);
        ck_assert(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
        ck_assert_uint_le(result.nodes, NODES + THREADS); /* each may be at its last */
        ck_assert_int_ge(result.depth, 1);
    }
    search_destroy(search);
}
END_TEST

START_TEST(the_same_search_counts_the_same_nodes)
{
    Position pos;
    position_start(&pos, must_find_game(game_names[_i]), STANDARD_SHUFFLE);
    SearchResult first = run_depth(&pos, 4), second = run_depth(&pos, 4);
    ck_assert_uint_eq(first.nodes, second.nodes);
    ck_assert_uint_eq(first.best, second.best);
    ck_assert_int_eq(first.score, second.score);
    ck_assert_int_eq(first.depth, 4);
}
END_TEST

START_TEST(only_the_moves_asked_for_are_searched)
{
    Position pos;
    MoveList list;
    position_start(&pos, must_find_game(game_names[_i]), STANDARD_SHUFFLE);
    generate(&pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        SearchLimits limits = {.depth = 1, .start_ms = clock_now_ms()};
        limits.moves.moves[limits.moves.count++] = list.moves[i];
        ck_assert_uint_eq(run(&pos, &limits).best, list.moves[i]);
    }
}
END_TEST

/* The same men have the same key in every game. */
START_TEST(games_do_not_mix)
{
    static const char *const fens[] = {
        "rnbqkbnr/1ppppppp/p7/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 2",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"};
    static const char *const pairs[][2] = {{"atomic", "chess"}, {"chess", "atomic"}};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        for (size_t j = 0; j < sizeof pairs / sizeof *pairs; j++) {
            SearchLimits limits = {.depth = 7, .start_ms = clock_now_ms()};
            SearchResult results[2];
            for (int mixed = 0; mixed < 2; mixed++) {
                Search *search = search_create(NULL);
                for (int second = !mixed; second < 2; second++) {
                    Position pos;
                    SearchSignals signals = {0};
                    set_up(&pos, pairs[j][second], fens[i]);
                    must_hold(search_run(search, &pos, NULL, &limits, &signals, NULL,
                                         &results[mixed], NULL));
                }
                search_destroy(search);
            }
            must(results[0].nodes == results[1].nodes && results[0].score == results[1].score,
                 "%s after %s: %s: %llu nodes, not %llu", pairs[j][1], pairs[j][0], fens[i],
                 (unsigned long long)results[1].nodes, (unsigned long long)results[0].nodes);
        }
}
END_TEST

/* What some moves are worth is not kept as what the position is worth. */
START_TEST(a_search_of_some_moves_is_not_believed_of_all)
{
    Position pos;
    set_up(&pos, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    Search *search = search_create(NULL);
    SearchLimits limits = {.depth = 6, .start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    TtEntry entry;
    limits.moves.moves[limits.moves.count++] = move_read_uci(&pos, "g1h1", NULL);
    must_hold(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
    must_hold(result.score < 1000 && !tt_probe(&search->tt, pos.key, &entry));
    limits.moves.count = 0;
    must_hold(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
    must_hold(result.score == SCORE_MATE - 1);
    must_hold(tt_probe(&search->tt, pos.key, &entry) && entry.score == SCORE_MATE - 1);
    search_destroy(search);
}
END_TEST

/* The numbers of the lines as they come, and the depth of each. */
typedef struct Lines {
    int depths[3];
    char numbers[64];
} Lines;

static void note_line(void *context, const SearchLine *line)
{
    Lines *lines = context;
    must_hold(line->multipv <= 3);
    lines->depths[line->multipv - 1] = line->depth;
    lines->numbers[strlen(lines->numbers)] = (char)('0' + line->multipv);
}

/* That the first line has won says nothing of the others. The best comes first, and once more at
 * the end. */
START_TEST(all_lines_are_searched)
{
    Position pos;
    SearchLimits limits = {.depth = 9, .multipv = 3, .start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    Lines lines = {0};
    const SearchListener listener = {note_line, NULL, &lines};
    set_up(&pos, "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    Search *search = search_create(NULL);
    must_hold(search_run(search, &pos, NULL, &limits, &signals, &listener, &result, NULL));
    search_destroy(search);
    ck_assert_int_eq(result.score, SCORE_MATE - 1);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(lines.depths[i], 9);
    ck_assert_str_eq(lines.numbers, "1231231231231231231231231231");
}
END_TEST

/* The last line of each number. */
typedef struct Ranks {
    SearchLine lines[3];
    Move first[3];
} Ranks;

static void note_rank(void *context, const SearchLine *line)
{
    Ranks *ranks = context;
    must_hold(line->multipv <= 3 && line->bound == BOUND_EXACT && line->length > 0);
    ranks->lines[line->multipv - 1] = *line;
    ranks->first[line->multipv - 1] = line->moves[0];
}

/* Wherever the search is broken off, the last line of each number is of another move, and those of
 * one depth are in order. */
START_TEST(the_last_lines_agree)
{
    Position pos;
    Search *search = search_create(NULL);
    position_start(&pos, must_find_game(game_names[_i]), STANDARD_SHUFFLE);
    for (uint64_t nodes = 1; nodes < 8000; nodes += 1 + nodes / 7) {
        SearchLimits limits = {.nodes = nodes, .multipv = 3, .start_ms = clock_now_ms()};
        SearchSignals signals = {0};
        SearchResult result;
        Ranks ranks = {0};
        const SearchListener listener = {note_rank, NULL, &ranks};
        search_new_game(search);
        must_hold(search_run(search, &pos, NULL, &limits, &signals, &listener, &result, NULL));
        must_hold(ranks.first[0] == result.best && ranks.lines[0].score == result.score);
        must(nodes < 400 || (ranks.first[1] && ranks.first[2]), "%d nodes", (int)nodes);
        for (int i = 1; i < 3 && ranks.first[i]; i++)
            for (int j = 0; j < i; j++) {
                must(ranks.first[i] != ranks.first[j], "%d nodes: lines %d and %d", (int)nodes,
                     j + 1, i + 1);
                must(ranks.lines[i].depth != ranks.lines[j].depth ||
                         ranks.lines[i].score <= ranks.lines[j].score,
                     "%d nodes: line %d is better than %d", (int)nodes, i + 1, j + 1);
            }
    }
    search_destroy(search);
}
END_TEST

/* However few nodes there are, or though it is stopped before it begins. */
static const struct {
    const char *game, *fen;
} at_once[] = {
    {"atomic", "7Q/2q5/1B6/7K/5N2/8/k3pP2/8 w - - 0 1"},
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"},
};

START_TEST(a_win_in_one_is_always_seen)
{
    Position pos;
    Search *search = search_create(NULL);
    set_up(&pos, at_once[_i].game, at_once[_i].fen);
    for (uint64_t nodes = 1; nodes < 100; nodes++) {
        SearchLimits limits = {.nodes = nodes, .start_ms = clock_now_ms()};
        SearchSignals signals = {0};
        SearchResult result;
        atomic_store(&signals.stop, nodes == 99);
        search_new_game(search);
        must_hold(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
        must(result.score == SCORE_MATE - 1, "%d nodes: %d", (int)nodes, result.score);
    }
    search_destroy(search);
}
END_TEST

/* However much time there is. */
START_TEST(a_forced_move_is_played_at_once)
{
    Position pos;
    SearchLimits limits = {.timed = true, .start_ms = clock_now_ms()};
    limits.budget = (ClockBudget){100000, 200000};
    set_up(&pos, "chess", "k7/5p2/8/8/8/8/1r6/K7 w - - 0 1");
    SearchResult result = run(&pos, &limits);
    must(result.nodes < 5000 && result.best != MOVE_NONE, "%llu nodes",
         (unsigned long long)result.nodes);
}
END_TEST

START_TEST(a_stop_before_the_start_still_gives_a_move)
{
    Position pos;
    SearchLimits limits = {.start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    Search *search = search_create(NULL);
    position_start(&pos, must_find_game(game_names[_i]), STANDARD_SHUFFLE);
    atomic_store(&signals.stop, true);
    ck_assert(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
    ck_assert(is_legal(&pos, result.best));
    search_destroy(search);
}
END_TEST

static const struct {
    const char *game, *fen;
    int score;
} finished[] = {
    {"chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1", -SCORE_MATE},
    {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
    {"atomic", "8/8/8/8/8/8/8/3RK3 b - - 0 1", -SCORE_MATE},
    {"aliceatomic", "8/8/8/8/8/8/8/3RK3|8/8/8/8/8/8/8/8 b - - 0 1", -SCORE_MATE},
    {"aliceatomic", "8/8/8/8/8/8/8/3RK3|8/8/8/8/8/8/8/8 w - - 0 1", EVAL_MAX},
};

START_TEST(finished_positions_have_no_move)
{
    Position pos;
    set_up(&pos, finished[_i].game, finished[_i].fen);
    SearchResult result = run_depth(&pos, 5);
    ck_assert_uint_eq(result.best, MOVE_NONE);
    ck_assert_int_eq(result.score, finished[_i].score);
    ck_assert_int_eq(result.depth, 0);
}
END_TEST

/* Drawn by rule with moves left: a move is still found, whatever the score. */
START_TEST(drawn_positions_still_have_a_move)
{
    static const char *const fens[] = {"7k/8/8/8/8/8/R7/1R2K3 w - - 100 80",
                                       "7k/8/8/8/8/8/8/4K3 w - - 0 1",
                                       "7k/8/8/8/8/8/P7/4K3 w - - 150 90"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        Position pos;
        set_up(&pos, "chess", fens[i]);
        ck_assert_uint_ne(run_depth(&pos, 6).best, MOVE_NONE);
    }
}
END_TEST

/* White, a queen up, would be drawn by a third repetition and looks for something else; Black takes
 * it. The history decides it: the same search without it finds the queen's worth. */
START_TEST(the_third_repetition_is_a_draw)
{
    static const char *const shuffle[] = {"g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8", "h1g1"};
    Position pos;
    KeyStack keys = {0};
    Undo undo;
    set_up(&pos, "chess", "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1");
    for (size_t i = 0; i < sizeof shuffle / sizeof *shuffle; i++) {
        ck_assert(key_stack_push(&keys, pos.key));
        Move move = move_read_uci(&pos, shuffle[i], NULL);
        ck_assert_uint_ne(move, MOVE_NONE);
        position_make(&pos, move, &undo);
    }
    SearchLimits limits = {.depth = 2, .start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    Search *search = search_create(NULL);
    ck_assert(search_run(search, &pos, &keys, &limits, &signals, NULL, &result, NULL));
    ck_assert_uint_eq(result.best, move_read_uci(&pos, "h8g8", NULL));
    ck_assert_int_eq(result.score, 0);
    ck_assert(search_run(search, &pos, NULL, &limits, &signals, NULL, &result, NULL));
    ck_assert_int_lt(result.score, -500);
    search_destroy(search);
    key_stack_free(&keys);
}
END_TEST

/* --- Clock -------------------------------------------------------------------------------------
 */

START_TEST(the_clock_never_runs_out)
{
    static const int64_t times[] = {INT64_MIN, -5,   0,     1,       10,           100,
                                    1000,      5000, 60000, 7200000, CLOCK_MAX_MS, INT64_MAX};
    static const int64_t moves[] = {INT64_MIN, -1, 0, 1, 2, 40, 1000, INT64_MAX};
    static const int64_t overheads[] = {0, 10, 5000};
    enum { TIMES = sizeof times / sizeof *times };
    for (size_t t = 0; t < TIMES; t++)
        for (size_t inc = 0; inc < TIMES; inc++)
            for (size_t m = 0; m < sizeof moves / sizeof *moves; m++)
                for (size_t o = 0; o < 3; o++) {
                    ClockBudget budget = clock_budget(times[t], times[inc], moves[m], overheads[o],
                                                      overheads[(o + m) % 3]);
                    ck_assert_int_ge(budget.hard_ms, 1);
                    ck_assert_int_ge(budget.soft_ms, 0);
                    ck_assert_int_le(budget.soft_ms, budget.hard_ms);
                    ck_assert(budget.hard_ms == 1 || budget.hard_ms < times[t]);
                    if (times[t] > 10 * overheads[o])
                        ck_assert(budget.hard_ms == 1 || budget.hard_ms + overheads[o] < times[t]);
                }
}
END_TEST

/* Moves that lose more on their way than the engine was told: it learns, and is in time. */
START_TEST(what_moves_lose_is_learned)
{
    static const struct {
        int64_t time, increment, moves, least, most, last; /* the last: at the control */
    } controls[] = {
        {1000, 0, 40, 12, 12, 12}, {1000, 0, 40, 0, 25, 25},   {1000, 15, 0, 14, 14, 0},
        {1000, 10, 0, 0, 18, 0},   {10000, 0, 40, 30, 90, 90}, {60000, 500, 0, 300, 400, 0},
        {1000, 0, 40, 10, 10, 10}, {500, 5, 0, 5, 5, 0},       {60000, 0, 40, 100, 100, 100},
        {300, 0, 5, 20, 20, 20},   {1000, 0, 40, 0, 8, 40},    {1000, 0, 40, 3, 12, 90},
        {1000, 0, 40, 0, 0, 40}};
    Prng prng = {7};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        for (int game = 0; game < 200; game++) {
            ClockLag lag = {0};
            const int64_t increment = controls[i].increment, moves = controls[i].moves;
            int64_t left = controls[i].time;
            for (int move = 0; move < (moves ? 3 * moves : 150); move++) {
                if (moves && move && move % moves == 0) left += controls[i].time;
                const int64_t to_go = moves ? moves - move % moves : 0;
                int64_t expected = clock_lag(&lag, left, increment, to_go);
                ClockBudget budget = clock_budget(left, increment, to_go, 10, expected);
                clock_lag_used(&lag, budget.soft_ms);
                const int64_t span = controls[i].most - controls[i].least + 1;
                left -=
                    budget.soft_ms +
                    (to_go == 1 ? controls[i].last
                                : controls[i].least + (int64_t)prng_below(&prng, (uint64_t)span));
                must(left > 0, "row %zu, game %d, move %d: %d ms", i, game, move + 1, (int)left);
                left += increment;
            }
        }
}
END_TEST

START_TEST(only_a_clock_that_goes_on_tells_what_moves_lose)
{
    ClockLag lag = {0};
    ck_assert_int_eq(clock_lag(&lag, 1000, 10, 0), 0);
    clock_lag_used(&lag, 30);
    ck_assert_int_eq(clock_lag(&lag, 900, 10, 0), 2 * 80 / 8); /* 1000 - 30 + 10 - 900 */
    ck_assert_int_eq(clock_lag(&lag, 800, 10, 0), 20);         /* no move in between */
    clock_lag_used(&lag, -1);
    ck_assert_int_eq(clock_lag(&lag, 700, 10, 0), 20); /* the clock did not run */
    clock_lag_used(&lag, 10);
    ck_assert_int_eq(clock_lag(&lag, 1000, 10, 0), 20); /* another game */
    clock_lag_used(&lag, 10);
    ck_assert_int_eq(clock_lag(&lag, 900, 0, 0), 20); /* another control */
    clock_lag_used(&lag, 10);
    ck_assert_int_eq(clock_lag(&lag, 850, 0, 3), 20); /* and another */
    clock_lag_used(&lag, 10);
    ck_assert_int_eq(clock_lag(&lag, 840, 0, 2), 2 * 70 / 8); /* nothing was lost this time */
    clock_lag_used(&lag, 0);
    static const int64_t numbers[] = {INT64_MIN, -1, 0, 1, CLOCK_MAX_MS, INT64_MAX};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    for (size_t i = 0; i < NUMBERS * NUMBERS * NUMBERS * NUMBERS; i++) {
        const int64_t expected =
            clock_lag(&lag, numbers[i % NUMBERS], numbers[i / NUMBERS % NUMBERS],
                      numbers[i / NUMBERS / NUMBERS % NUMBERS]);
        clock_lag_used(&lag, numbers[i / NUMBERS / NUMBERS / NUMBERS]);
        must(expected >= 0 && expected <= 2000, "%lld ms", (long long)expected);
    }
}
END_TEST

START_TEST(the_clock_is_used)
{
    ClockBudget minute = clock_budget(60000, 0, 0, 10, 0);
    ck_assert_int_gt(minute.soft_ms, 300);
    ck_assert_int_lt(minute.hard_ms, 10000);
    ck_assert_int_gt(clock_budget(60000, 1000, 0, 10, 0).soft_ms, minute.soft_ms);
    ck_assert_int_gt(clock_budget(60000, 0, 5, 10, 0).soft_ms, minute.soft_ms);
    ck_assert_int_eq(clock_budget_fixed(1000, 10).hard_ms, 990);
    ck_assert_int_eq(clock_budget_fixed(1000, 5000).hard_ms, 500);
    ck_assert_int_eq(clock_budget_fixed(0, 10).hard_ms, 1);
    ck_assert_int_eq(clock_budget_fixed(-7, 10).hard_ms, 1);
}
END_TEST

/* --- Worker ------------------------------------------------------------------------------------
 */

static void count_up(void *context) { ++*(int *)context; }

typedef struct HeldJob {
    Worker *worker;
    atomic_bool ended;
} HeldJob;

static void hold_job(void *context)
{
    HeldJob *job = context;
    worker_hold(job->worker, false);
    atomic_store(&job->ended, true);
}

START_TEST(the_worker_runs_and_holds_jobs)
{
    int count = 0;
    Worker *worker = worker_create(NULL);
    ck_assert_ptr_nonnull(worker);
    worker_wait(worker); /* nothing to wait for */
    for (int i = 0; i < 1000; i++) {
        worker_start(worker, count_up, &count, false);
        if (i % 2) worker_stop(worker);
        worker_wait(worker);
    }
    ck_assert_int_eq(count, 1000);

    for (int i = 0; i < 200; i++) {
        HeldJob job = {.worker = worker};
        worker_start(worker, hold_job, &job, true);
        ck_assert(!atomic_load(&job.ended));
        if (i % 2)
            worker_stop(worker);
        else
            worker_ponderhit(worker);
        worker_wait(worker);
        ck_assert(atomic_load(&job.ended));
    }
    worker_destroy(worker);
}
END_TEST

/* The score of that one move, one ply deep, with those keys before the root. */
static int score_of_move(const Position *pos, const char *uci, const KeyStack *before)
{
    SearchLimits limits = {.depth = 1, .start_ms = clock_now_ms()};
    SearchSignals signals = {0};
    SearchResult result;
    Move move = move_read_uci(pos, uci, NULL);
    ck_assert_uint_ne(move, MOVE_NONE);
    limits.moves.moves[limits.moves.count++] = move;
    Search *search = search_create(NULL);
    ck_assert(search_run(search, pos, before, &limits, &signals, NULL, &result, NULL));
    search_destroy(search);
    return result.score;
}

/* Of the game's earlier positions only the third occurrence is a draw, not the second. */
START_TEST(the_second_repetition_of_the_game_is_none)
{
    Position pos, after;
    Undo undo;
    set_up(&pos, "chess", "k7/8/8/8/8/8/5Q2/K7 w - - 20 40");
    after = pos;
    position_make(&after, move_read_uci(&pos, "f2e2", NULL), &undo);
    /* With the root's own key behind these, the position after the move stood four, or four and
     * six, plies before it. */
    Key once[] = {after.key, 1, 2}, twice[] = {after.key, 1, after.key, 3, 4};
    KeyStack before_once = {once, 3, 3}, before_twice = {twice, 5, 5};
    ck_assert_int_gt(score_of_move(&pos, "f2e2", &before_once), 300);
    ck_assert_int_eq(score_of_move(&pos, "f2e2", &before_twice), 0);
}
END_TEST

/* Where the search ends and its quiescence begins. */
START_TEST(stalemate_at_the_horizon_is_a_draw)
{
    Position pos;
    set_up(&pos, "chess", "7k/8/8/8/8/8/5Q2/K7 w - - 0 1");
    ck_assert_int_eq(score_of_move(&pos, "f2f7", NULL), 0);
    ck_assert_int_gt(score_of_move(&pos, "f2f5", NULL), 300);
    /* A queen on the other board guards every square the king would come to. */
    set_up(&pos, "alice", "7k/8/8/8/8/8/5Q2/K7|8/8/8/8/8/8/8/8 w - - 0 1");
    ck_assert_int_eq(score_of_move(&pos, "f2f7", NULL), 0);
}
END_TEST

Suite *search_suite(void)
{
    Suite *suite = suite_create("search");
    TCase *tcase = tcase_create("search");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, forced_wins_are_found_and_proved, 0, sizeof wins / sizeof *wins);
    tcase_add_loop_test(tcase, alpha_beta_is_minimax, 0,
                        sizeof minimax_rows / sizeof *minimax_rows);
    tcase_add_loop_test(tcase, node_limits_are_kept, 0, GAME_NAMES);
    tcase_add_loop_test(tcase, threads_share_the_limit_of_nodes, 0, GAME_NAMES);
    tcase_add_loop_test(tcase, the_same_search_counts_the_same_nodes, 0, GAME_NAMES);
    tcase_add_loop_test(tcase, only_the_moves_asked_for_are_searched, 0, GAME_NAMES);
    tcase_add_test(tcase, games_do_not_mix);
    tcase_add_test(tcase, a_search_of_some_moves_is_not_believed_of_all);
    tcase_add_test(tcase, all_lines_are_searched);
    tcase_add_loop_test(tcase, the_last_lines_agree, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, a_win_in_one_is_always_seen, 0, sizeof at_once / sizeof *at_once);
    tcase_add_test(tcase, a_forced_move_is_played_at_once);
    tcase_add_loop_test(tcase, a_stop_before_the_start_still_gives_a_move, 0, GAME_NAMES);
    tcase_add_loop_test(tcase, finished_positions_have_no_move, 0,
                        sizeof finished / sizeof *finished);
    tcase_add_test(tcase, drawn_positions_still_have_a_move);
    tcase_add_test(tcase, the_third_repetition_is_a_draw);
    tcase_add_test(tcase, the_second_repetition_of_the_game_is_none);
    tcase_add_test(tcase, stalemate_at_the_horizon_is_a_draw);
    tcase_add_test(tcase, the_clock_never_runs_out);
    tcase_add_test(tcase, what_moves_lose_is_learned);
    tcase_add_test(tcase, only_a_clock_that_goes_on_tells_what_moves_lose);
    tcase_add_test(tcase, the_clock_is_used);
    tcase_add_test(tcase, the_worker_runs_and_holds_jobs);
    suite_add_tcase(suite, tcase);
    return suite;
}
