/*
 * The oracle against the tables it must agree with: the worked examples of the rules, and the
 * move counts. What the tables leave out (castling's forms, draws, arrays) is asked here.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "suites.h"
#include "tables.h"

#ifndef TEST_DATA
#define TEST_DATA "tests"
#endif

enum { LINE = 4096, PERFT_LIMIT = 50000 };

static FILE *open_data(const char *name)
{
    char path[LINE];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    must(file != NULL, "cannot read %s", path);
    return file;
}

static Oracle *must_read(const char *game, const char *fen)
{
    Oracle *o = oracle_new(game, fen);
    must(o != NULL, "%s refused: %s", game, fen);
    return o;
}

static void must_play(Oracle *o, const char *moves)
{
    char copy[LINE];
    char *rest = NULL;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *m = strtok_r(copy, " ", &rest); m != NULL; m = strtok_r(NULL, " ", &rest)) {
        must(oracle_play(o, m), "%s refused in: %s", m, moves);
    }
}

static void expect_fen(const Oracle *o, bool shredder, const char *fen)
{
    char text[ORACLE_FEN_SIZE];
    oracle_fen(o, shredder, text, sizeof text);
    ck_assert_str_eq(text, fen);
}

static bool is_listed(const OracleMove *list, int count, const char *uci)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].uci, uci) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- the worked examples of the rules ----------------------------------------------------- */

/* A move is meant by a listed one if both lead to the same position (e1c1 and e1a1). */
static bool same_move(const Oracle *o, const char *one, const char *other)
{
    char fens[2][ORACLE_FEN_SIZE];
    const char *both[2] = {one, other};
    for (int i = 0; i < 2; i++) {
        Oracle *copy = oracle_copy(o);
        bool played = oracle_play(copy, both[i]);
        oracle_fen(copy, true, fens[i], sizeof fens[i]);
        oracle_free(copy);
        if (!played) {
            return false;
        }
    }
    return strcmp(fens[0], fens[1]) == 0;
}

/* The list expected, in any order and with either form of castling, and nothing else. */
static void expect_moves(Oracle *o, const char *expected, const char *line)
{
    OracleMove list[ORACLE_MAX_MOVES];
    int count = oracle_moves(o, list);
    int found = 0;
    char copy[LINE];
    char *rest = NULL;
    snprintf(copy, sizeof copy, "%s", expected);
    for (char *m = strtok_r(copy, " ", &rest); m != NULL; m = strtok_r(NULL, " ", &rest)) {
        int meant = 0;
        while (meant < count && !same_move(o, m, list[meant].uci)) {
            meant++;
        }
        must(meant < count, "%s is not legal: %s", m, line);
        found++;
    }
    must(found == count, "%d moves, expected %d: %s", count, found, line);
}

/* Plays all moves; the last may be illegal. Was it legal? */
static bool play_sequence(Oracle *o, const char *moves, const char *line)
{
    char copy[LINE];
    char *rest = NULL;
    bool legal = true;
    if (strcmp(moves, "-") == 0) {
        return true;
    }
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *m = strtok_r(copy, " ", &rest); m != NULL; m = strtok_r(NULL, " ", &rest)) {
        must(legal, "a move before %s was refused: %s", m, line);
        legal = oracle_play(o, m);
    }
    return legal;
}

/* A row `FEN # state`: in a disputed row the FEN is the table's and the state is ours. */
static void expect_result(Oracle *o, const char *expected, const Disputed *disputed,
                          const char *line)
{
    char result[LINE], fen[ORACLE_FEN_SIZE], wanted[LINE];
    snprintf(wanted, sizeof wanted, "%s", expected);
    if (disputed) {
        snprintf(wanted, sizeof wanted, "%.*s # %s", (int)strcspn(expected, "#") - 1, expected,
                 disputed->state);
    }
    oracle_fen(o, false, fen, sizeof fen);
    snprintf(result, sizeof result, "%s # %s", fen, oracle_state(o));
    must(strcmp(result, wanted) == 0, "%s: %s", result, line);
}

static void check_case(const char *line)
{
    char copy[LINE];
    char *rest = NULL;
    snprintf(copy, sizeof copy, "%s", line);
    const char *game = strtok_r(copy, "\t", &rest);
    const char *start = strtok_r(NULL, "\t", &rest);
    const char *moves = strtok_r(NULL, "\t", &rest);
    const char *expected = strtok_r(NULL, "\t", &rest);
    must(expected != NULL, "no case: %s", line);
    const Disputed *disputed = find_disputed(start, moves);
    if (disputed && disputed->refusal) {
        must(oracle_new(game, start) == NULL, "not refused: %s", line);
        return;
    }
    Oracle *o = must_read(game, start);
    bool legal = play_sequence(o, moves, line);
    must(legal == (strcmp(expected, "illegal") != 0), "last move %s: %s",
         legal ? "allowed" : "refused", line);
    if (strncmp(expected, "state: ", 7) == 0) {
        ck_assert_str_eq(oracle_state(o), expected + 7);
    } else if (strncmp(expected, "moves: ", 7) == 0) {
        expect_moves(o, expected + 7, line);
    } else if (legal) {
        expect_result(o, expected, disputed, line);
    }
    oracle_free(o);
}

static const struct {
    const char *file;
    int rows;
} CASES[] = {{"rules/cases.tsv", 80}, {"rules/field.tsv", 22}, {"rules/own.tsv", 30}};

START_TEST(rule_cases)
{
    FILE *file = open_data(CASES[_i].file);
    char line[LINE];
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0') {
            check_case(line);
            rows++;
        }
    }
    fclose(file);
    ck_assert_int_ge(rows, CASES[_i].rows);
}
END_TEST

/* ---- move counts -------------------------------------------------------------------------- */

static const struct {
    const char *game, *file;
} PERFT[] = {
    {"aliceatomic", "aliceatomic"}, {"aliceatomic", "aliceatomic960"}, {"alice", "alice"},
    {"alice", "alice960"},          {"lookingglass", "alice"},         {"lookingglass", "alice960"},
    {"atomic", "atomic"},           {"atomic", "atomic960"},           {"chess", "chess"},
    {"chess", "chess960"},
};

/* A row is `FEN ;D1 n ;D2 n ...`; counts beyond the limit are left out. Counts compared. */
static int check_perft_row(const char *game, char *line)
{
    int compared = 0;
    char *next = strchr(line, ';');
    must(next != NULL, "no perft row: %s", line);
    *next = '\0';
    Oracle *o = must_read(game, line);
    while (next != NULL) {
        char *end;
        int depth = (int)strtol(next + 2, &end, 10); /* past ";D", or past the NUL and "D" */
        uint64_t count = strtoull(end, NULL, 10);
        if (count <= scaled(PERFT_LIMIT)) {
            must(oracle_perft(o, depth) == count, "%s: %s depth %d", game, line, depth);
            compared++;
        }
        next = strchr(next + 1, ';');
    }
    oracle_free(o);
    return compared;
}

START_TEST(perft_rows)
{
    char name[64], line[LINE];
    int compared = 0;
    snprintf(name, sizeof name, "perft/%s.epd", PERFT[_i].file);
    FILE *file = open_data(name);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            compared += check_perft_row(PERFT[_i].game, line);
        }
    }
    fclose(file);
    ck_assert_int_ge(compared, 100);
}
END_TEST

/* ---- starts ------------------------------------------------------------------------------- */

static const struct {
    const char *game;
    int shuffle;
    const char *fen;
} STARTS[] = {
    {"chess", -1, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"atomic", 518, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"chess", 0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"},
    {"chess", 959, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"},
    {"msalice", 534, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"},
    {"aliceatomic", -1, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"},
    {"lookingglass", -1,
     "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq - 0 1"},
};

START_TEST(starts)
{
    Oracle *o = oracle_start(STARTS[_i].game, STARTS[_i].shuffle);
    ck_assert_ptr_nonnull(o);
    expect_fen(o, false, STARTS[_i].fen);
    ck_assert_str_eq(oracle_state(o), "ongoing");
    oracle_free(o);
}
END_TEST

/* All 960 arrays differ, and read back what they write. */
START_TEST(arrays)
{
    static char fens[960][ORACLE_FEN_SIZE];
    for (int n = 0; n < 960; n++) {
        Oracle *o = oracle_start("lookingglass", n);
        oracle_fen(o, true, fens[n], sizeof fens[n]);
        oracle_free(o);
        o = must_read("lookingglass", fens[n]);
        expect_fen(o, true, fens[n]);
        oracle_free(o);
        for (int before = 0; before < n; before++) {
            ck_assert_str_ne(fens[before], fens[n]);
        }
    }
    ck_assert_ptr_null(oracle_start("chess", 960));
    ck_assert_ptr_null(oracle_start("chess", -2));
    ck_assert_ptr_null(oracle_start("bughouse", -1));
}
END_TEST

/* ---- sequences: what the tables leave out ------------------------------------------------- */

#define SHUFFLE_KNIGHTS "g1f3 g8f6 f3g1 f6g8"
#define THERE_AND_BACK "h1h2 h8h7 h2h1 h7h8"

static const struct {
    const char *game, *fen, *moves, *expected, *state;
} SEQUENCES[] = {
    /* castling in both forms, and the order in which a text is understood */
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
     "ongoing"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
     "ongoing"},
    {"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/6KR b - - 1 1", "ongoing"},
    {"chess", "4k3/8/8/8/8/8/8/R5KR w KQ - 0 1", "g1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1",
     "ongoing"},
    {"chess", "4k3/8/8/8/8/8/8/R5KR w KQ - 0 1", "g1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1",
     "ongoing"},
    {"msalice", "4k3/8/8/8/8/8/8/R5KR|8/8/8/8/8/8/8/8 w KQ - 0 1", "g1g1",
     "4k3/8/8/8/8/8/8/R6R|8/8/8/8/8/8/8/6K1 b - - 1 1", "ongoing"},
    /* Black castles where he stands, on board B */
    {"lookingglass", "8/8/8/8/8/8/8/4K2R|4k2r/5p2/8/8/8/8/8/8 w Kk - 0 1", "e1g1 e8h8",
     "5rk1/8/8/8/8/8/8/8|8/5p2/8/8/8/8/8/5RK1 w - - 2 2", "ongoing"},
    /* X-FEN: an outer rook gives the inner one a file letter; one on the other board does not */
    {"chess", "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "", "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
     "ongoing"},
    {"alice", "4k3/8/8/8/8/8/8/2R1K3|8/8/8/8/8/8/8/R7 w C - 0 1", "",
     "4k3/8/8/8/8/8/8/2R1K3|8/8/8/8/8/8/8/R7 w Q - 0 1", "ongoing"},
    /* Ms. Alice: a pass counts as a move for castling, and not as a pawn's */
    {"msalice", "4k3/8/8/8/8/8/8/R3K2R|8/8/8/8/8/8/8/8 w KQ - 7 1", "h1h1 e8e8 h1h1",
     "8/8/8/8/8/8/8/R3K2R|4k3/8/8/8/8/8/8/8 b Q - 10 2", "ongoing"},
    {"msalice", "4k3/8/8/8/8/8/4P3/4K3|8/8/8/8/8/8/8/8 w - - 7 1", "e2e2 e8d8 e2e4",
     "8/8/8/8/4P3/8/8/4K3|3k4/8/8/8/8/8/8/8 b - - 0 2", "ongoing"},
    /* the en passant square is written only where such a capture is legal */
    {"chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
     "ongoing"},
    {"chess", "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2",
     "ongoing"},
    {"chess", "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "", "8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1",
     "ongoing"},
    {"aliceatomic", "4k3/3p4/8/8/8/8/8/4K3|8/8/8/4P3/8/8/8/8 b - - 0 1", "d7d5",
     "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2", "ongoing"},
    {"aliceatomic", "4k3/2Kp4/8/8/8/8/8/8|8/8/8/4P3/8/8/8/8 b - - 0 1", "d7d5",
     "4k3/2K5/8/8/8/8/8/8|8/8/8/3pP3/8/8/8/8 w - - 0 2", "ongoing"},
    {"alice", "4k3/3p4/8/8/8/8/8/4K3|8/8/8/4P3/8/8/8/8 b - - 0 1", "d7d5",
     "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - - 0 2", "ongoing"},
    /* what two disputed examples mean to show, with no two men on one square */
    {"aliceatomic", "rb2k3/8/8/8/8/8/8/R3K3|8/np6/8/8/8/8/8/8 w - - 0 1", "a1a8",
     "1b2k3/8/8/8/8/8/8/4K3|8/1p6/8/8/8/8/8/8 b - - 0 1", "ongoing"},
    {"aliceatomic", "3nk3/2P5/8/8/8/8/8/4K3|8/4n3/8/8/8/8/8/8 w - - 0 1", "c7d8q",
     "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 b - - 0 1", "ongoing"},
    /* repetition; on two boards a man comes home only after an even number of moves */
    {"chess", "6nk/8/8/8/8/8/8/6NK w - - 0 1", SHUFFLE_KNIGHTS " " SHUFFLE_KNIGHTS,
     "6nk/8/8/8/8/8/8/6NK w - - 8 5", "draw repetition"},
    {"chess", "6nk/8/8/8/8/8/8/6NK w - - 0 1", SHUFFLE_KNIGHTS, "6nk/8/8/8/8/8/8/6NK w - - 4 3",
     "ongoing"},
    {"alice", "6nk/8/8/8/8/8/8/6NK|8/8/8/8/8/8/8/8 w - - 0 1", SHUFFLE_KNIGHTS " " SHUFFLE_KNIGHTS,
     "6nk/8/8/8/8/8/8/6NK|8/8/8/8/8/8/8/8 w - - 8 5", "draw repetition"},
    /* with the right to castle it was another position */
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", THERE_AND_BACK " " THERE_AND_BACK,
     "r3k2r/8/8/8/8/8/8/R3K2R w Qq - 8 5", "ongoing"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     THERE_AND_BACK " " THERE_AND_BACK " " THERE_AND_BACK, "r3k2r/8/8/8/8/8/8/R3K2R w Qq - 12 7",
     "draw repetition"},
    /* a triangle: the same squares, but the boards differ */
    {"msalice", "7k/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/8 w - - 0 1", "a1a1 h8g8 a1a1 g8h8 e1e1 h8h8",
     "8/8/8/8/8/8/8/R7|7k/8/8/8/8/8/8/4K3 w - - 6 4", "ongoing"},
    /* fifty moves, and a mate or a blast on the hundredth ply */
    {"chess", "7k/8/8/8/8/8/8/R6K w - - 99 80", "a1a2", "7k/8/8/8/8/8/R7/7K b - - 100 80",
     "draw fifty moves"},
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", "R6k/8/6K1/8/8/8/8/8 b - - 100 80",
     "checkmate"},
    {"aliceatomic", "7k/8/8/8/8/8/8/R6K w - - 99 80", "a1a2",
     "7k/8/8/8/8/8/8/7K|8/8/8/8/8/8/R7/8 b - - 100 80", "draw fifty moves"},
    /* material */
    {"chess", "7k/8/8/8/8/8/8/6NK w - - 0 1", "", "7k/8/8/8/8/8/8/6NK w - - 0 1", "draw material"},
    {"chess", "5bnk/8/8/8/8/8/8/7K w - - 0 1", "", "5bnk/8/8/8/8/8/8/7K w - - 0 1", "ongoing"},
    {"chess", "5bk1/8/8/8/8/8/8/B1B4K w - - 0 1", "", "5bk1/8/8/8/8/8/8/B1B4K w - - 0 1",
     "draw material"},
    {"chess", "4b1k1/8/8/8/8/8/8/B6K w - - 0 1", "", "4b1k1/8/8/8/8/8/8/B6K w - - 0 1", "ongoing"},
    {"atomic", "5bk1/8/8/8/8/8/8/B6K w - - 0 1", "", "5bk1/8/8/8/8/8/8/B6K w - - 0 1", "ongoing"},
    {"atomic", "6k1/8/8/8/8/8/8/B6K w - - 0 1", "", "6k1/8/8/8/8/8/8/B6K w - - 0 1",
     "draw material"},
    {"alice", "7k/8/8/8/8/8/8/7K|8/8/8/8/8/8/8/8 w - - 0 1", "",
     "7k/8/8/8/8/8/8/7K|8/8/8/8/8/8/8/8 w - - 0 1", "draw material"},
    {"alice", "7k/8/8/8/8/8/8/6NK|8/8/8/8/8/8/8/8 w - - 0 1", "",
     "7k/8/8/8/8/8/8/6NK|8/8/8/8/8/8/8/8 w - - 0 1", "ongoing"},
    {"aliceatomic", "7k/8/8/8/8/8/8/7K|8/8/8/8/8/8/8/8 w - - 0 1", "",
     "7k/8/8/8/8/8/8/7K|8/8/8/8/8/8/8/8 w - - 0 1", "ongoing"},
    /* no draw pre-empts a mate on the board */
    {"atomic", "kbK5/b7/B7/8/8/8/8/8 w - - 0 1", "a6b7", "kbK5/bB6/8/8/8/8/8/8 b - - 1 1",
     "checkmate"},
    /* a king short: over, whoever is to move */
    {"atomic", "8/8/8/8/8/8/8/R6K w - - 0 1", "", "8/8/8/8/8/8/8/R6K w - - 0 1", "exploded"},
    {"aliceatomic", "8/8/8/8/8/8/8/R6K b - - 0 1", "",
     "8/8/8/8/8/8/8/R6K|8/8/8/8/8/8/8/8 b - - 0 1", "exploded"},
    /* missing counters */
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - -", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "ongoing"},
};

START_TEST(sequences)
{
    Oracle *o = must_read(SEQUENCES[_i].game, SEQUENCES[_i].fen);
    must_play(o, SEQUENCES[_i].moves);
    expect_fen(o, false, SEQUENCES[_i].expected);
    ck_assert_str_eq(oracle_state(o), SEQUENCES[_i].state);
    oracle_free(o);
}
END_TEST

/* ---- castling, checkers, passes: single questions ------------------------------------------ */

static const struct {
    const char *game, *fen, *uci;
    bool legal;
} LISTED[] = {
    /* Chess960: neither through check, nor may the rook's leaving open a line to his landing */
    {"chess", "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", "e1b1", false},
    {"chess", "4k3/8/8/8/8/8/8/nR2K3 w B - 0 1", "e1b1", true},
    {"chess", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", false},
    {"alice", "4k3/8/8/8/8/8/8/rRK5|8/8/8/8/8/8/8/8 w B - 0 1", "c1b1", false},
    {"chess", "4k3/8/8/8/8/8/8/1RNK4 w B - 0 1", "d1b1", false},
    {"alice", "4k3/8/8/8/8/8/8/1R1K4|8/8/8/8/8/8/8/2N5 w B - 0 1", "d1b1", false},
    {"alice", "4k3/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/1N6 w Q - 0 1", "e1a1", true},
    /* a king's step in alice is judged twice, in aliceatomic only where it ends */
    {"alice", "3rk3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e1d1", false},
    {"aliceatomic", "3rk3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e1d1", true},
    /* the step leaves its own square behind: no hiding from a slider in his own shadow */
    {"alice", "4r2k/8/8/8/8/4K3/8/8|8/8/8/8/8/8/8/8 w - - 0 1", "e3e2", false},
    /* Ms. Alice's pass: only the position after it counts */
    {"msalice", "4r2k/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e1e1", true},
    {"msalice", "7k/8/8/8/8/8/8/4K3|4r3/8/8/8/8/8/8/8 w - - 0 1", "e1e1", false},
    {"msalice", "4r2k/8/8/8/8/8/4R3/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e2e2", false},
    {"msalice", "4r2k/8/8/8/8/8/8/4K3|8/8/8/8/8/8/4P3/8 w - - 0 1", "e2e2", true},
    {"alice", "7k/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e1e1", false},
};

START_TEST(listed)
{
    OracleMove list[ORACLE_MAX_MOVES];
    Oracle *o = must_read(LISTED[_i].game, LISTED[_i].fen);
    int count = oracle_moves(o, list);
    must(is_listed(list, count, LISTED[_i].uci) == LISTED[_i].legal, "%s %s %s", LISTED[_i].game,
         LISTED[_i].fen, LISTED[_i].uci);
    oracle_free(o);
}
END_TEST

static const struct {
    const char *game, *fen, *checkers;
} CHECKERS[] = {
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"chess", "4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1", "d3 e8"},
    {"alice", "4r2k/8/8/8/8/3n4/8/8|8/8/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"alice", "4r2k/8/8/8/8/8/8/4K3|8/8/8/8/4R3/3n4/8/8 w - - 0 1", "e8"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4R3|8/3K4/8/8/8/8/8/8 b - - 0 1", ""},
    {"aliceatomic", "4k3/3K4/8/8/8/8/8/4R3|8/8/8/8/8/8/8/8 b - - 0 1", "e1"},
    {"atomic", "8/8/8/8/8/8/3kr3/4K3 w - - 0 1", ""},
    {"atomic", "8/8/8/8/8/3k4/4r3/4K3 w - - 0 1", "e2"},
};

START_TEST(checkers)
{
    char text[ORACLE_FEN_SIZE];
    Oracle *o = must_read(CHECKERS[_i].game, CHECKERS[_i].fen);
    oracle_checkers(o, text, sizeof text);
    ck_assert_str_eq(text, CHECKERS[_i].checkers);
    oracle_free(o);
}
END_TEST

/* ---- what is no position, and what is no move ---------------------------------------------- */

static const struct {
    const char *game, *fen;
} REFUSED[] = {
    {"chess", ""},
    {"chess", "nonsense"},
    {"bughouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k4/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/9/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w \xe9 - 0 1"},
    {"chess", "4k3/8/8/8/8/8/4K3/7R w K - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more"},
    {"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/8 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"},
    {"chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2p w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|4K3/8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|4r3/8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 w - - 0 1"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/7R w K - 0 1"},
    {"atomic", "8/8/8/8/8/8/8/8 w - - 0 1"},
    {"atomic", "4k3/8/8/8/8/8/8/7R w K - 0 1"},
    {"chess", "4k3/8/8/8/8/8/NNNNNNNN/NNNNNNNNK w - - 0 1"},
    {"chess", "4k3/8/8/8/8/N7/NNNNNNNN/NNNNNNNK w - - 0 1"},
};

START_TEST(refused)
{
    Oracle *o = oracle_new(REFUSED[_i].game, REFUSED[_i].fen);
    must(o == NULL, "%s: %s", REFUSED[_i].game, REFUSED[_i].fen);
}
END_TEST

START_TEST(illegal_moves_change_nothing)
{
    static const char *const BAD[] = {"",     "e2",     "e2e5", "e2e4q", "e7e5",
                                      "0000", "e1g1",   "e1h1", "zzzz",  "e2e4e4e4e4e4",
                                      "e2e2", "e1\xe9", "h1e1", "a1a3"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        Oracle *o = oracle_start("aliceatomic", -1);
        must(!oracle_play(o, BAD[i]), "%s was played", BAD[i]);
        expect_fen(o, false,
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1");
        oracle_free(o);
    }
}
END_TEST

/* A copy goes its own way, history and all. */
START_TEST(copies)
{
    Oracle *o = must_read("chess", "6nk/8/8/8/8/8/8/6NK w - - 0 1");
    must_play(o, SHUFFLE_KNIGHTS);
    Oracle *copy = oracle_copy(o);
    must_play(copy, SHUFFLE_KNIGHTS);
    ck_assert_str_eq(oracle_state(copy), "draw repetition");
    ck_assert_str_eq(oracle_state(o), "ongoing");
    must_play(o, "g1h3");
    expect_fen(copy, false, "6nk/8/8/8/8/8/8/6NK w - - 8 5");
    oracle_free(copy);
    oracle_free(o);
}
END_TEST

/* Random games of every game: what the oracle writes it reads again, with the same moves. */
START_TEST(random_games)
{
    static const char *const GAMES[] = {"aliceatomic", "alice",  "lookingglass",
                                        "msalice",     "atomic", "chess"};
    OracleMove list[ORACLE_MAX_MOVES], again[ORACLE_MAX_MOVES];
    unsigned seed = 1;
    for (int number = 0; number < 20; number++) {
        Oracle *o = oracle_start(GAMES[_i], number % 2 == 0 ? -1 : 48 * number);
        int count = oracle_moves(o, list);
        for (int ply = 0; ply < 200 && count > 0; ply++) {
            char fen[ORACLE_FEN_SIZE];
            oracle_fen(o, ply % 2 == 0, fen, sizeof fen);
            Oracle *read = must_read(GAMES[_i], fen);
            expect_fen(read, ply % 2 == 0, fen);
            ck_assert_int_eq(oracle_moves(read, again), count);
            for (int i = 0; i < count; i++) {
                ck_assert_str_eq(list[i].uci, again[i].uci);
            }
            oracle_free(read);
            seed = seed * 1103515245u + 12345u;
            must_play(o, list[(seed >> 16) % (unsigned)count].uci);
            count = oracle_moves(o, list);
        }
        oracle_free(o);
    }
}
END_TEST

#define ROWS(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* Declared in suites.h, for the runner of all suites. */
Suite *oracle_suite(void)
{
    Suite *suite = suite_create("oracle");
    TCase *rules = tcase_create("rules");
    TCase *counts = tcase_create("perft");
    tcase_set_timeout(rules, 120);
    tcase_set_timeout(counts, 600); /* the sanitizers are slow */
    tcase_add_loop_test(rules, rule_cases, 0, ROWS(CASES));
    tcase_add_loop_test(rules, starts, 0, ROWS(STARTS));
    tcase_add_test(rules, arrays);
    tcase_add_loop_test(rules, sequences, 0, ROWS(SEQUENCES));
    tcase_add_loop_test(rules, listed, 0, ROWS(LISTED));
    tcase_add_loop_test(rules, checkers, 0, ROWS(CHECKERS));
    tcase_add_loop_test(rules, refused, 0, ROWS(REFUSED));
    tcase_add_test(rules, illegal_moves_change_nothing);
    tcase_add_test(rules, copies);
    tcase_add_loop_test(rules, random_games, 0, 6);
    tcase_add_loop_test(counts, perft_rows, 0, ROWS(PERFT));
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, counts);
    return suite;
}
