/* Squares and moves as text. */
#include "suites.h"
#include "tables.h"

#include <check.h>
#include <string.h>

#include "base/prng.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define EMPTY "8/8/8/8/8/8/8/8"
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

START_TEST(test_squares)
{
    char text[3];
    for (unsigned i = 0; i < SQUARE_COUNT; i++) {
        square_write((Square)i, text);
        ck_assert_int_eq(text[0], 'a' + (int)i % 8);
        ck_assert_int_eq(text[1], '1' + (int)i / 8);
        ck_assert_uint_eq(square_read(text), i);
    }
    square_write(NO_SQUARE, text);
    ck_assert_str_eq(text, "-");
    static const char *const none[] = {"", "-", "e", "i1", "a0", "a9", "A1", "1a", "\xff\xff"};
    for (int i = 0; i < COUNT_OF(none); i++) ck_assert_uint_eq(square_read(none[i]), NO_SQUARE);
    ck_assert_uint_eq(square_read("e4e5"), 28);
}
END_TEST

/* ---- coordinates ---- */

/* Castling is named by the king's and the rook's square throughout, as a Move holds it. */
static const struct {
    const char *game, *fen, *text;
    unsigned kind; /* of the move that is meant */
    const char *squares, *written, *written960;
} coordinates[] = {
    {"chess", START " w KQkq - 0 1", "e2e4", DOUBLE_STEP, "e2e4", "e2e4", "e2e4"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 11, "a7a8", "a7a8q", "a7a8q"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8N", 8, "a7a8", "a7a8n", "a7a8n"},
    {"chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8B", 13, "a7b8", "a7b8b", "a7b8b"},
    {"atomic", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", EN_PASSANT, "e5d6", "e5d6", "e5d6"},
    {"msalice", START " w KQkq - 0 1", "e2e2", PASS, "e2e2", "e2e2", "e2e2"},
    {"msalice", START " w KQkq - 0 1", "a1a1", PASS, "a1a1", "a1a1", "a1a1"},
    /* castling, both forms in every game */
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", CASTLING, "e1h1", "e1g1", "e1h1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", CASTLING, "e1h1", "e1g1", "e1h1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", CASTLING, "e1a1", "e1c1", "e1a1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", CASTLING, "e1a1", "e1c1", "e1a1"},
    {"alice", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", CASTLING, "e8h8", "e8g8", "e8h8"},
    {"aliceatomic", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", CASTLING, "e8a8", "e8c8",
     "e8a8"},
    /* from the e-file with a rook elsewhere than in the corner: king takes rook, always */
    {"chess", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1g1", CASTLING, "e1g1", "e1g1", "e1g1"},
    {"chess", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1b1", CASTLING, "e1b1", "e1b1", "e1b1"},
    {"chess", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1c1", CASTLING, "e1b1", "e1b1", "e1b1"},
    /* from f1: the step and the castling both end on g1, so castling is always f1h1 */
    {"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", QUIET, "f1g1", "f1g1", "f1g1"},
    {"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", CASTLING, "f1h1", "f1h1", "f1h1"},
    /* no step is possible where the rook stands */
    {"chess", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", CASTLING, "f1g1", "f1g1", "f1g1"},
    /* the king already on g1 */
    {"chess", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", CASTLING, "g1h1", "g1h1", "g1h1"},
    {"chess", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1", CASTLING, "g1h1", "g1h1", "g1h1"},
    /* where the king passes over without moving, that comes first */
    {"msalice", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1", PASS, "g1g1", "g1g1", "g1g1"},
    {"msalice", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "h1h1", PASS, "h1h1", "h1h1", "h1h1"},
    /* The rook on board B attacks g1 there, so the step is illegal; castling puts the own rook on
     * f1 of that board, in between. */
    {"alice", "4k3/8/8/8/8/8/8/5K1R|8/8/8/8/8/8/8/r7 w K - 0 1", "f1g1", CASTLING, "f1h1", "f1h1",
     "f1h1"},
};

START_TEST(test_coordinates)
{
    Position pos;
    char text[UCI_MOVE_MAX];
    Error err = {"no reason given"};
    set_up(&pos, coordinates[_i].game, coordinates[_i].fen);
    Move move = move_read_uci(&pos, coordinates[_i].text, &err);
    ck_assert_msg(move != MOVE_NONE, "%s", err.text);
    ck_assert_uint_eq(move_from(move), square_read(coordinates[_i].squares));
    ck_assert_uint_eq(move_to(move), square_read(coordinates[_i].squares + 2));
    ck_assert_uint_eq(move_kind(move), coordinates[_i].kind);
    move_write_uci(&pos, move, false, text);
    ck_assert_str_eq(text, coordinates[_i].written);
    move_write_uci(&pos, move, true, text);
    ck_assert_str_eq(text, coordinates[_i].written960);
}
END_TEST

static const struct {
    const char *game, *fen, *text, *error;
} no_coordinates[] = {
    {"chess", START " w KQkq - 0 1", "", "`` is no move"},
    {"chess", START " w KQkq - 0 1", "foo", "`foo` is no move"},
    {"chess", START " w KQkq - 0 1", "e2e", "`e2e` is no move"},
    {"chess", START " w KQkq - 0 1", "e2i4", "`e2i4` is no move"},
    {"chess", START " w KQkq - 0 1", "e2e9", "`e2e9` is no move"},
    {"chess", START " w KQkq - 0 1", "E2E4", "`E2E4` is no move"},
    {"chess", START " w KQkq - 0 1", "e2-e4", "`e2-e4` is no move"},
    {"chess", START " w KQkq - 0 1", "e2e4 ", "`e2e4 ` is no move"},
    {"chess", START " w KQkq - 0 1", "0000", "`0000` is no move"},
    {"chess", START " w KQkq - 0 1", "(none)", "`(none)` is no move"},
    {"chess", START " w KQkq - 0 1", "e2e4e5e6e7e8e1e2e3e4e5e6",
     "`e2e4e5e6e7e8e1e2e3e4` is no move"},
    {"chess", START " w KQkq - 0 1", "e2e\xff", "`e2e?` is no move"},
    {"chess", START " w KQkq - 0 1", "e2e5", "illegal move e2e5"},
    {"chess", START " w KQkq - 0 1", "e7e5", "illegal move e7e5"},
    {"chess", START " w KQkq - 0 1", "e4e5", "illegal move e4e5"},
    {"chess", START " w KQkq - 0 1", "e2e2", "illegal move e2e2"},
    {"alice", START " w KQkq - 0 1", "e2e2", "illegal move e2e2"},
    {"chess", START " w KQkq - 0 1", "e2e4q", "illegal move e2e4q"},
    {"chess", START " w KQkq - 0 1", "e1g1", "illegal move e1g1"},
    {"chess", START " w KQkq - 0 1", "e1h1", "illegal move e1h1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "illegal move e1g1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "illegal move e1g1q"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1n", "illegal move e1h1n"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "illegal move a7a8"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "`a7a8k` is no move"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8p", "`a7a8p` is no move"},
    {"aliceatomic", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", "illegal move e1d2"},
    {"atomic", "4k3/8/8/8/8/8/8/8 w - - 0 1", "e8e7", "illegal move e8e7"},
};

START_TEST(test_no_coordinates)
{
    Position pos;
    Error err = {"no reason given"};
    set_up(&pos, no_coordinates[_i].game, no_coordinates[_i].fen);
    ck_assert_uint_eq(move_read_uci(&pos, no_coordinates[_i].text, &err), MOVE_NONE);
    ck_assert_str_eq(err.text, no_coordinates[_i].error);
    ck_assert_uint_eq(move_read_uci(&pos, no_coordinates[_i].text, NULL), MOVE_NONE);
}
END_TEST

START_TEST(test_no_move)
{
    Position pos;
    char text[UCI_MOVE_MAX];
    position_start(&pos, &games[0], STANDARD_SHUFFLE);
    move_write_uci(&pos, MOVE_NONE, false, text);
    ck_assert_str_eq(text, "0000");
}
END_TEST

/* ---- standard algebraic notation ---- */

static const struct {
    const char *game, *fen, *uci, *san;
} sans[] = {
    {"chess", START " w KQkq - 0 1", "e2e4", "e4"},
    {"chess", START " w KQkq - 0 1", "g1f3", "Nf3"},
    /* which of two, of three */
    {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
    {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2"},
    {"chess", "4k3/8/8/8/8/5N2/3p4/1N2K3 w - - 0 1", "f3d2", "Nfxd2"},
    {"chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
    {"chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3"},
    {"chess", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
    {"chess", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
    {"chess", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
    {"chess", "3kr3/8/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3", "Nc3"}, /* the other is pinned */
    {"alice", "4k3/8/8/8/8/8/8/1N2K3|8/8/8/8/8/5N2/8/8 w - - 0 1", "b1d2", "Nbd2"},
    {"alice", "4k3/8/8/8/8/8/8/1N2K3|8/8/8/8/8/5N2/8/8 w - - 0 1", "f3d2", "Nfd2"},
    /* on board B stands what only a man of board B can take */
    {"alice", "4k3/8/8/8/8/8/8/1N2K3|8/8/8/8/8/5N2/3p4/8 w - - 0 1", "f3d2", "Nxd2"},
    /* pawns */
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
    {"chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "axb8=R+"},
    {"alice", "4k3/8/8/8/8/8/4P3/4K3|8/8/8/8/8/4P3/8/8 w - - 0 1", "e2e4", "2e4"},
    {"alice", "4k3/8/8/8/8/8/4P3/4K3|8/8/8/8/8/4P3/8/8 w - - 0 1", "e3e4", "3e4"},
    {"aliceatomic", "4k3/3p4/8/8/8/8/8/4K3|8/8/3p4/8/8/8/8/8 b - - 0 1", "d7d5", "7d5"},
    {"aliceatomic", "4k3/3p4/8/8/8/8/8/4K3|8/8/3p4/8/8/8/8/8 b - - 0 1", "d6d5", "6d5"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 1", "e5d6", "exd6"},
    {"aliceatomic", "4k3/8/8/3p4/8/8/8/4K3|8/8/8/8/4P3/8/8/8 w - - 0 1", "e4e5", "e5"},
    /* castling */
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
    {"chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {"chess", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"},
    {"chess", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "O-O-O"},
    /* passing over */
    {"msalice", "4k3/8/8/8/4N3/8/P7/4K3 w - - 0 1", "e4e4", "Ne4"},
    {"msalice", "4k3/8/8/8/4N3/8/P7/4K3 w - - 0 1", "a2a2", "a2"},
    {"msalice", "4k3/8/8/8/4N3/8/P7/4K3 w - - 0 1", "e1e1", "Ke1"},
    {"msalice", "4k3/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/4R3 w - - 0 1", "e1e1", "Re1+"},
    /* the end: mate, the king blown up */
    {"chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"},
    {"alice", "rnbqkbnr/ppp1pppp/8/8/4p3/8/PPPP1PPP/RNBQK1NR|8/8/8/8/8/8/4B3/8 w KQkq - 0 3",
     "e2b5", "Bb5#"},
    {"atomic", "rnbqkbnr/1pppp1pp/4Np2/p7/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 4", "e6d8", "Nxd8#"},
    {"aliceatomic", "8/p7/8/8/8/8/8/R3K3|8/1k6/8/8/8/8/8/8 w - - 0 1", "a1a7", "Rxa7#"},
    {"aliceatomic", "7k/3p4/8/1B6/8/8/8/8|4r3/8/8/8/8/8/8/4K3 w - - 0 1", "b5d7", "Bxd7"},
    {"atomic", "kbK5/b7/B7/8/8/8/8/8 w - - 0 1", "a6b7", "Bb7#"},
};

START_TEST(test_san)
{
    Position pos;
    char san[SAN_MAX];
    Error err = {"no reason given"};
    set_up(&pos, sans[_i].game, sans[_i].fen);
    Move move = move_read_uci(&pos, sans[_i].uci, &err);
    ck_assert_msg(move != MOVE_NONE, "%s", err.text);
    Position before = pos;
    move_write_san(&pos, move, san);
    ck_assert_str_eq(san, sans[_i].san);
    ck_assert_mem_eq(&pos, &before, sizeof pos);
    ck_assert_msg(move_read_san(&pos, san, &err) == move, "%s: %s", san, err.text);
}
END_TEST

#define TWO_KNIGHTS "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
#define PROMOTING "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static const struct {
    const char *game, *fen, *text, *uci;
} lenient[] = {
    {"chess", START " w KQkq - 0 1", "Ng1f3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "Ng1-f3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "Ngf3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "N1f3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "Nxf3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "Nf3!?", "g1f3"},
    {"chess", START " w KQkq - 0 1", "Nf3+", "g1f3"},
    {"chess", START " w KQkq - 0 1", "Nf3#!!", "g1f3"},
    {"chess", START " w KQkq - 0 1", "g1f3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "g1-f3", "g1f3"},
    {"chess", START " w KQkq - 0 1", "e2e4", "e2e4"},
    {"chess", START " w KQkq - 0 1", "e2-e4!", "e2e4"},
    {"chess", START " w KQkq - 0 1", "Pe4", "e2e4"},
    {"chess", START " w KQkq - 0 1", "Pe2-e4", "e2e4"},
    {"chess", START " w KQkq - 0 1", "ee4", "e2e4"},
    {"chess", START " w KQkq - 0 1", "2e4", "e2e4"},
    {"chess", TWO_KNIGHTS, "Nb1d2", "b1d2"},
    {"chess", TWO_KNIGHTS, "N3d2", "f3d2"},
    {"chess", PROMOTING, "axb8=Q+", "a7b8q"},
    {"chess", PROMOTING, "axb8Q", "a7b8q"},
    {"chess", PROMOTING, "ab8q", "a7b8q"},
    {"chess", PROMOTING, "a:b8=b", "a7b8b"},
    {"chess", PROMOTING, "a8(R)", "a7a8r"},
    {"chess", PROMOTING, "a8/N", "a7a8n"},
    {"chess", PROMOTING, "a7a8n", "a7a8n"},
    {"chess", PROMOTING, "a7xb8=N", "a7b8n"},
    {"chess", PROMOTING, "b8=N", "a7b8n"}, /* the `x` and the file are missing */
    {"chess", CASTLES, "O-O", "e1g1"},
    {"chess", CASTLES, "0-0", "e1g1"},
    {"chess", CASTLES, "o-o-o", "e1c1"},
    {"chess", CASTLES, "0-0-0+", "e1c1"},
    {"chess", CASTLES, "O-O-O!", "e1c1"},
    {"chess", CASTLES, "e1g1", "e1g1"},
    {"chess", CASTLES, "e1h1", "e1g1"},
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "cd5", "c4d5"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "e5d6"},
    {"chess", "4k3/8/8/8/3b4/8/1P6/1B2K3 b - - 0 1", "Bxb2", "d4b2"},
    {"chess", "4k3/8/8/8/8/2b5/1P6/B3K3 w - - 0 1", "bxc3", "b2c3"}, /* the file, not the bishop */
    {"msalice", "4k3/8/8/8/4N3/8/P7/4K3 w - - 0 1", "Ne4e4", "e4e4"},
    {"msalice", "4k3/8/8/8/4N3/8/P7/4K3 w - - 0 1", "e4e4", "e4e4"},
};

START_TEST(test_lenient)
{
    Position pos;
    char uci[UCI_MOVE_MAX];
    Error err = {"no reason given"};
    set_up(&pos, lenient[_i].game, lenient[_i].fen);
    Move move = move_read_san(&pos, lenient[_i].text, &err);
    ck_assert_msg(move != MOVE_NONE, "%s", err.text);
    move_write_uci(&pos, move, false, uci);
    ck_assert_str_eq(uci, lenient[_i].uci);
}
END_TEST

static const struct {
    const char *game, *fen, *text, *error;
} no_sans[] = {
    {"chess", START " w KQkq - 0 1", "", "`` is no move"},
    {"chess", START " w KQkq - 0 1", "+", "`+` is no move"},
    {"chess", START " w KQkq - 0 1", "N", "`N` is no move"},
    {"chess", START " w KQkq - 0 1", "foo", "`foo` is no move"},
    {"chess", START " w KQkq - 0 1", "Xf3", "`Xf3` is no move"},
    {"chess", START " w KQkq - 0 1", "Nf9", "`Nf9` is no move"},
    {"chess", START " w KQkq - 0 1", "NNf3", "`NNf3` is no move"},
    {"chess", START " w KQkq - 0 1", "Nf3xxe5", "`Nf3xxe5` is no move"},
    {"chess", START " w KQkq - 0 1", "1-0", "`1-0` is no move"},
    {"chess", START " w KQkq - 0 1", "*", "`*` is no move"},
    {"chess", START " w KQkq - 0 1", "O-O-O-O", "`O-O-O-O` is no move"},
    {"chess", START " w KQkq - 0 1", "Nf3!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
     "`Nf3!!!!!!!!!!!!!!!!!` is no move"},
    {"chess", START " w KQkq - 0 1", "\xff\xff", "`??` is no move"},
    {"chess", PROMOTING, "ab=N", "`ab=N` is no move"},
    {"chess", START " w KQkq - 0 1", "Nd4", "illegal move Nd4"},
    {"chess", START " w KQkq - 0 1", "Kf3", "illegal move Kf3"},
    {"chess", START " w KQkq - 0 1", "e5", "illegal move e5"},
    {"chess", START " w KQkq - 0 1", "e4=Q", "illegal move e4=Q"},
    {"chess", START " w KQkq - 0 1", "O-O", "illegal move O-O"},
    {"chess", START " w KQkq - 0 1", "e2e5", "illegal move e2e5"},
    {"chess", START " w KQkq - 0 1", "Nbf3", "illegal move Nbf3"},
    {"chess", CASTLES, "Kg1", "illegal move Kg1"}, /* castling has its own name */
    {"chess", TWO_KNIGHTS, "Nd2", "ambiguous move Nd2"},
    {"chess", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "Qe1", "ambiguous move Qe1"},
    {"chess", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "Qhe1", "ambiguous move Qhe1"},
    {"chess", "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "Q4e1", "ambiguous move Q4e1"},
    {"chess", PROMOTING, "a8", "ambiguous move a8"}, /* to what? */
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", "ambiguous move xd5"},
    {"alice", "4k3/8/8/8/8/8/4P3/4K3|8/8/8/8/8/4P3/8/8 w - - 0 1", "e4", "ambiguous move e4"},
};

START_TEST(test_no_san)
{
    Position pos;
    Error err = {"no reason given"};
    set_up(&pos, no_sans[_i].game, no_sans[_i].fen);
    ck_assert_uint_eq(move_read_san(&pos, no_sans[_i].text, &err), MOVE_NONE);
    ck_assert_str_eq(err.text, no_sans[_i].error);
    ck_assert_uint_eq(move_read_san(&pos, no_sans[_i].text, NULL), MOVE_NONE);
}
END_TEST

/* Every legal move can be written and read again, in every notation, and no two are written alike.
 */
static void check_inverse(const Position *pos)
{
    static char written[MAX_MOVES][SAN_MAX];
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.moves[i];
        char uci[UCI_MOVE_MAX];
        Error err = {""};
        for (int chess960 = 0; chess960 < 2; chess960++) {
            move_write_uci(pos, move, chess960, uci);
            must(move_read_uci(pos, uci, &err) == move, "%s: %s", uci, err.text);
            must(move_read_san(pos, uci, &err) == move, "%s: %s", uci, err.text);
        }
        move_write_san(pos, move, written[i]);
        must(move_read_san(pos, written[i], &err) == move, "%s: %s", written[i], err.text);
        for (int j = 0; j < i; j++) must_hold(strcmp(written[i], written[j]) != 0);
    }
}

START_TEST(test_inverse)
{
    Prng prng = {(uint64_t)_i + 5};
    for (int n = 0; n < 6; n++) {
        Position pos;
        int shuffle = n % 2 ? STANDARD_SHUFFLE : (int)prng_below(&prng, SHUFFLE_COUNT);
        position_start(&pos, &games[_i], shuffle);
        for (int ply = 0; ply < 150; ply++) {
            MoveList list;
            Undo undo;
            check_inverse(&pos);
            generate(&pos, GENERATE_ALL, &list);
            if (list.count == 0) break;
            position_make(&pos, list.moves[prng_below(&prng, (uint64_t)list.count)], &undo);
        }
    }
}
END_TEST

/* Bytes at random never harm. */
START_TEST(test_noise)
{
    static const char bytes[] = "abcdefgh12345678NBRQKPnbrqkO0-x=+#!?()/:\xff ";
    Prng prng = {99};
    Position pos;
    position_start(&pos, &games[_i], STANDARD_SHUFFLE);
    for (int n = 0; n < 20000; n++) {
        char text[32];
        size_t length = prng_below(&prng, n % 2 ? 6 : sizeof text);
        for (size_t i = 0; i < length; i++) text[i] = bytes[prng_below(&prng, sizeof bytes - 1)];
        text[length] = '\0';
        Move move = move_read_san(&pos, text, NULL);
        must_hold(move == MOVE_NONE || is_legal(&pos, move));
        move = move_read_uci(&pos, text, NULL);
        must_hold(move == MOVE_NONE || is_legal(&pos, move));
    }
}
END_TEST

Suite *notation_suite(void)
{
    Suite *suite = suite_create("notation");
    TCase *uci = tcase_create("coordinates");
    tcase_add_test(uci, test_squares);
    tcase_add_loop_test(uci, test_coordinates, 0, COUNT_OF(coordinates));
    tcase_add_loop_test(uci, test_no_coordinates, 0, COUNT_OF(no_coordinates));
    tcase_add_test(uci, test_no_move);
    suite_add_tcase(suite, uci);

    TCase *san = tcase_create("san");
    tcase_add_loop_test(san, test_san, 0, COUNT_OF(sans));
    tcase_add_loop_test(san, test_lenient, 0, COUNT_OF(lenient));
    tcase_add_loop_test(san, test_no_san, 0, COUNT_OF(no_sans));
    suite_add_tcase(suite, san);

    TCase *both = tcase_create("both");
    tcase_set_timeout(both, 120);
    tcase_add_loop_test(both, test_inverse, 0, GAME_COUNT);
    tcase_add_loop_test(both, test_noise, 0, GAME_COUNT);
    suite_add_tcase(suite, both);
    return suite;
}
