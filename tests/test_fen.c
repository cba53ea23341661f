/* FEN in all its forms, and the names of the games. */
#include "suites.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "rules/fen.h"
#include "rules/movegen.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define EMPTY "8/8/8/8/8/8/8/8"
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

static RulesId rules_named(const char *name)
{
    Error err;
    const Game *game = game_find(name, NULL, &err);
    ck_assert_msg(game != NULL, "%s", err.text);
    return game->rules;
}

static void read_good(Position *pos, const char *game, const char *fen)
{
    Error err = {"no reason given"};
    ck_assert_msg(fen_read(pos, rules_named(game), fen, &err), "%s: %s: %s", game, fen, err.text);
    ck_assert_msg(position_consistent(pos, &err), "%s: %s: %s", game, fen, err.text);
}

/* Every field that means something. */
static void assert_same(const Position *a, const Position *b, const char *what)
{
    ck_assert_msg(memcmp(a->men, b->men, sizeof a->men) == 0, "men: %s", what);
    ck_assert_msg(a->key == b->key, "key: %s", what);
    ck_assert_msg(a->rights == b->rights && a->castle_men == b->castle_men, "rights: %s", what);
    for (unsigned right = 0; right < RIGHT_COUNT; right++)
        if (a->rights & right_bit(right))
            ck_assert_msg(a->castle_rook[right] == b->castle_rook[right], "rooks: %s", what);
    ck_assert_msg(a->ep == b->ep && a->side == b->side && a->rules == b->rules, "ep: %s", what);
    ck_assert_msg(a->rule50 == b->rule50 && a->fullmove == b->fullmove, "counters: %s", what);
}

/* ---- what is refused ---- */

static const struct {
    const char *game, *fen, *error;
} refusals[] = {
    {"chess", "", "fen: empty"},
    {"chess", " \t ", "fen: empty"},
    {"alice", "", "fen: empty"},
    /* placement: the shape */
    {"chess", "8 w - - 0 1", "fen placement: 1 rank, not 8"},
    {"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "fen placement: 7 ranks, not 8"},
    {"chess", "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "fen placement: 9 ranks, not 8"},
    {"chess", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "fen placement: 9 ranks, not 8"},
    {"chess", "4k3/8/8/8/8/p8/8/4K3 w - - 0 1", "fen placement: rank 3 has 9 squares"},
    {"chess", "4k3/8/8/8/8/9/8/4K3 w - - 0 1", "fen placement: rank 3 has 9 squares"},
    {"chess", "4k3/8/8/8/8/7/8/4K3 w - - 0 1", "fen placement: rank 3 has 7 squares"},
    {"chess", "4k3/8/8//8/8/8/4K3 w - - 0 1", "fen placement: rank 5 has 0 squares"},
    {"chess", "4k3/8/8/44/8/8/8/4K3 w - - 0 1", "fen placement: `44` is no number of squares"},
    {"chess", "4k3/8/8/08/8/8/8/4K3 w - - 0 1", "fen placement: `08` is no number of squares"},
    {"chess", "4k3/8/8/pppp0pppp/8/8/8/4K3 w - - 0 1",
     "fen placement: `0` is no number of squares"},
    {"chess", "4k3/8/8/7x/8/8/8/4K3 w - - 0 1", "fen placement: `x` is no man"},
    {"chess", "4k3/8/8/7\xff/8/8/8/4K3 w - - 0 1", "fen placement: `?` is no man"},
    {"chess", START "|" EMPTY " w KQkq - 0 1", "fen placement: two boards in a game on one"},
    {"atomic", "4|k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen placement: two boards in a game on one"},
    {"chess", "rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq - 0 1",
     "fen placement: two boards in a game on one"},
    {"chess", START " w KQkq - 0 1 | " EMPTY " w - - 0 1",
     "fen placement: two boards in a game on one"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8 w - - 0 1", "fen placement: 7 ranks, not 8"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8 w - - 0 1", "fen placement: 2 ranks, not 8"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8 w - - 0 1", "fen placement: `|` before no man"},
    {"alice", "4k3/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8/8 w - - 0 1", "fen placement: 7 ranks, not 8"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|" EMPTY "|" EMPTY " w - - 0 1",
     "fen placement: 15 ranks, not 8"},
    {"alice", "|", "fen placement: 1 rank, not 8"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/9/8/8/8 w - - 0 1",
     "fen placement: rank 4 has 9 squares"},
    {"alice", "4|k3/8/8/8/8/8/8/4K2| w - - 0 1", "fen placement: `|` before no man"},
    {"alice", "4k3/8/8/|8/8/8/8/4K3 w - - 0 1", "fen placement: `|` before no man"},
    {"alice", "4k3/8/8/8|/8/8/8/4K3 w - - 0 1", "fen placement: `|` before no man"},
    {"alice", "4k3/8/8/||P7/8/8/8/4K3 w - - 0 1", "fen placement: `|` is no man"},
    {"alice", "4k11/16/16/16/16/17/16/4K11 w - - 0 1", "fen placement: rank 3 has 17 squares"},
    {"alice", "4k11/16/16/16/16/8/16/4K11 w - - 0 1", "fen placement: rank 3 has 8 squares"},
    {"alice", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 8/8/8/8/8/8/8 w - - 0 1",
     "fen placement: 7 ranks, not 8"},
    {"alice", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 |", "fen placement: 1 rank, not 8"},
    {"alice", EMPTY "|4k3/8/8/8/8/8/8/4K3 w - - 0 1 | " EMPTY " w - - 0 1",
     "fen placement: 15 ranks, not 8"},
    /* placement: the men */
    {"alice", "4k3/8/8/8/4R3/8/8/4K3|8/8/8/8/4n3/8/8/8 w - - 0 1", "fen placement: two men on e4"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 | 8/8/8/8/8/8/8/7r w - - 0 1",
     "fen placement: two men on h1"},
    {"alice", "4k11/16/16/16/4R7n3/16/16/4K11 w - - 0 1", "fen placement: two men on e4"},
    {"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "fen placement: no white king"},
    {"alice", "8/8/8/8/8/8/8/4K3|" EMPTY " w - - 0 1", "fen placement: no black king"},
    {"chess", EMPTY " w - - 0 1", "fen placement: no kings"},
    {"atomic", EMPTY " w - - 0 1", "fen placement: no kings"},
    {"aliceatomic", EMPTY "|8/8/8/8/4P3/8/8/8 w - - 0 1", "fen placement: no kings"},
    {"chess", "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "fen placement: two black kings"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/6K1 w - - 0 1", "fen placement: two white kings"},
    {"chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen placement: pawn on a8"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/7p w - - 0 1", "fen placement: pawn on h1"},
    {"chess", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "fen placement: more than 8 white pawns"},
    {"chess", "4k3/nnnnnnnn/nnnnnnnn/8/8/8/8/4K3 w - - 0 1",
     "fen placement: more than 16 black men"},
    {"alice", "4k3/nnnnnnnn/8/8/8/8/8/4K3|8/8/nnnnnnnn/8/8/8/8/8 w - - 0 1",
     "fen placement: more than 16 black men"},
    /* side to move */
    {"chess", START, "fen side to move: missing"},
    {"chess", START " x KQkq - 0 1", "fen side to move: `x` is neither w nor b"},
    {"chess", START " white KQkq - 0 1", "fen side to move: `white` is neither w nor b"},
    {"chess", START " W KQkq - 0 1", "fen side to move: `W` is neither w nor b"},
    {"alice", START " w KQkq - 0 1 | " EMPTY " b - - 0 1",
     "fen side to move: the two halves differ"},
    {"alice", START " | " EMPTY " w - - 0 1", "fen side to move: missing"},
    /* castling */
    {"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "fen castling: no rook for `K`"},
    {"chess", "4k2r/8/8/8/8/8/8/R3K3 w K - 0 1", "fen castling: no rook for `K`"},
    {"chess", "4k2r/8/8/8/8/8/8/4K3 w q - 0 1", "fen castling: no rook for `q`"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w G - 0 1", "fen castling: no rook for `G`"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w E - 0 1", "fen castling: no rook for `E`"},
    {"chess", "4k3/8/8/8/8/8/8/4K2r b K - 0 1", "fen castling: no rook for `K`"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/7R w K - 0 1", "fen castling: no rook for `K`"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/7R w H - 0 1", "fen castling: no rook for `H`"},
    {"chess", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "fen castling: no king on its first rank for `K`"},
    {"chess", "8/4k2r/8/8/8/8/8/4K3 w h - 0 1", "fen castling: no king on its first rank for `h`"},
    {"chess", "4K2R/8/8/8/8/8/8/4k3 w K - 0 1", "fen castling: no king on its first rank for `K`"},
    {"atomic", "4k3/8/8/8/8/8/8/7R b K - 0 1", "fen castling: no king on its first rank for `K`"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KK - 0 1",
     "fen castling: a second right on one side by `K`"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KH - 0 1",
     "fen castling: a second right on one side by `H`"},
    {"chess", "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
     "fen castling: a second right on one side by `G`"},
    {"chess", START " w KQxq - 0 1", "fen castling: `x` is no right"},
    {"chess", START " w I - 0 1", "fen castling: `I` is no right"},
    {"chess", START " w K- - 0 1", "fen castling: `-` is no right"},
    {"chess", START " w -- - 0 1", "fen castling: `-` is no right"},
    {"chess", START " w 0 1", "fen castling: `0` is no right"},
    {"chess", START " w \xc3\xa9 - 0 1", "fen castling: `?` is no right"},
    {"lookingglass",
     "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/8/8 w - - 0 1",
     "fen castling: the king of `k` is on the other board"},
    /* en passant */
    {"chess", START " w KQkq x 0 1", "fen en passant: `x` is no square"},
    {"chess", START " w KQkq e9 0 1", "fen en passant: `e9` is no square"},
    {"chess", START " w KQkq e6e 0 1", "fen en passant: `e6e` is no square"},
    {"chess", START " w KQkq e 0 1", "fen en passant: `e` is no square"},
    {"chess", START " w KQkq E6 0 1", "fen en passant: `E6` is no square"},
    {"chess", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "fen en passant: e3 is on the wrong rank"},
    {"chess", "4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "fen en passant: e6 is on the wrong rank"},
    {"chess", "4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1", "fen en passant: e5 is on the wrong rank"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "fen en passant: no pawn has passed over e6"},
    {"chess", "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", "fen en passant: no pawn has passed over e6"},
    {"chess", "4k3/8/8/4n3/8/8/8/4K3 w - e6 0 1", "fen en passant: no pawn has passed over e6"},
    {"chess", "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "fen en passant: e7 is not empty"},
    {"chess", "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "fen en passant: e6 is not empty"},
    {"atomic", "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "fen en passant: e3 is not empty"},
    /* the pawn came from board A: there d6 was passed */
    {"aliceatomic", "4k3/8/3n4/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 1",
     "fen en passant: d6 is not empty"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/3n4/8/3pP3/8/8/8/8 w - d6 0 1",
     "fen en passant: d7 is not empty"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - e6 0 1",
     "fen en passant: no pawn has passed over e6"},
    {"alice", START " w KQkq e3 0 1", "fen en passant: e3 is on the wrong rank"},
    {"alice", START " w KQkq ee 0 1", "fen en passant: `ee` is no square"},
    {"aliceatomic", "4k3/8/8/5p2/8/8/8/4K3 w - f6 0 1 | 8/8/8/3pP3/8/8/8/8 w - d6 0 1",
     "fen en passant: the two halves differ"},
    /* counters */
    {"chess", START " w KQkq - x 1", "fen halfmove clock: `x` is no number"},
    {"chess", START " w KQkq - -1 1", "fen halfmove clock: `-1` is no number"},
    {"chess", START " w KQkq - 1.5 1", "fen halfmove clock: `1.5` is no number"},
    {"chess", START " w KQkq - 65536 1", "fen halfmove clock: more than 65535"},
    {"chess", START " w KQkq - 99999999999999999999 1", "fen halfmove clock: more than 65535"},
    {"chess", START " w KQkq - 0 +1", "fen fullmove number: `+1` is no number"},
    {"chess", START " w KQkq - 0 65536", "fen fullmove number: more than 65535"},
    {"alice", START " w KQkq - 0 1 | " EMPTY " w - - 1 1",
     "fen halfmove clock: the two halves differ"},
    {"alice", START " w KQkq - 0 1 | " EMPTY " w - - 0 2",
     "fen fullmove number: the two halves differ"},
    {"chess", START " w KQkq - 0 1 more", "fen: `more` after the sixth field"},
    {"chess", START " w KQkq - 0 1 moves e2e4 e7e5", "fen: `moves` after the sixth field"},
    {"chess", START " w KQkq - 0 1 averylongword", "fen: `averylon` after the sixth field"},
    {"alice", START " w KQkq - 0 1 | " EMPTY " w - - 0 1 x", "fen: `x` after the sixth field"},
    /* the position as a whole */
    {"chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "fen: the side not to move is in check"},
    {"alice", "8/8/8/8/8/8/8/5K2|4k3/8/8/8/8/8/8/4R3 w - - 0 1",
     "fen: the side not to move is in check"},
    {"aliceatomic", "4k3/3K4/8/8/8/8/8/4R3|" EMPTY " w - - 0 1",
     "fen: the side not to move is in check"},
    {"chess", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "fen: the side not to move is in check"},
};

START_TEST(test_refusal)
{
    Position pos, before;
    position_start(&pos, &games[0], 0);
    memcpy(&before, &pos, sizeof pos);
    Error err = {"no reason given"};
    const char *fen = refusals[_i].fen;
    ck_assert_msg(!fen_read(&pos, rules_named(refusals[_i].game), fen, &err), "read: %s", fen);
    ck_assert_msg(strcmp(err.text, refusals[_i].error) == 0, "%s: %s", fen, err.text);
    ck_assert_msg(memcmp(&pos, &before, sizeof pos) == 0, "changed by: %s", fen);
    ck_assert(!fen_read(&pos, rules_named(refusals[_i].game), fen, NULL));
}
END_TEST

/* ---- what is read, and as what ---- */

/* The same position in other words. */
static const struct {
    const char *game, *fen, *other;
} synonyms[] = {
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq - 0 1"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq"},
    {"alice", START "|" EMPTY " w KQkq - 0 1",
     "rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq -"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq - 0 1 | " EMPTY " w - - 0 1"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq - 0 1|" EMPTY " w - - 0 1"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq - 0 1| " EMPTY " w - - 0 1"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq - 0 1 |" EMPTY " w"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq | " EMPTY},
    {"alice", START "|" EMPTY " w KQkq - 5 3", START " w KQkq - | " EMPTY " w - - 5 3"},
    {"alice", START "|" EMPTY " w KQkq - 5 3", START " w KQkq - 5 | " EMPTY " w - - 5 3"},
    {"alice", START "|" EMPTY " w KQkq - 5 3", START " w KQkq - 5 3 | " EMPTY " w - - 5"},
    {"alice", START "|" EMPTY " w KQkq - 5 3", START " w KQkq - 5 3 | " EMPTY " w - -"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START " w KQkq - 0 0 | " EMPTY " w - - 0 1"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", " \t" START "|" EMPTY "  w\tKQkq  -   0 1 \r\n"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START "|" EMPTY " w qkQK - 000 0"},
    {"alice", START "|" EMPTY " w KQkq - 0 1", START "|" EMPTY " w HAha - 0"},
    {"alice", START "|" EMPTY " w - - 0 1", START "|" EMPTY " w"},
    {"chess", START " w KQkq - 0 1", START " w KQkq - 0 0"},
    {"chess", START " w - - 0 1", START " w"},
    {"chess", START " b - - 65535 65535", START " b - - 065535 65535"},
    /* after 1 e4 */
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     "rnbqkbnr8/pppppppp8/16/16/12P3/16/PPPP1PPP8/RNBQKBNR8 b KQkq - 0 1"},
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 8/8/8/8/4P3/8/8/8 b - - 0 1"},
    /* everybody on board B, in the marked form even the last man */
    {"alice", EMPTY "|1k6/8/8/8/8/8/8/R3K2R w KQ - 3 7", "1|k6/8/8/8/8/8/8/|R3|K2|R w KQ - 3 7"},
    {"alice", EMPTY "|1k6/8/8/8/8/8/8/R3K2R w KQ - 3 7", "9k6/16/16/16/16/16/16/8R3K2R w QK - 3 7"},
    {"alice", EMPTY "|1k6/8/8/8/8/8/8/R3K2R w KQ - 3 7",
     EMPTY " w - - 3 7 | 1k6/8/8/8/8/8/8/R3K2R w KQ - 3 7"},
    /* en passant may stand in either half */
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2",
     "4k3/8/8/8/8/8/8/4K3 w - d6 0 2 | 8/8/8/3pP3/8/8/8/8 w - - 0 2"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2",
     "4k3/8/8/8/8/8/8/4K3 w - - 0 2 | 8/8/8/3pP3/8/8/8/8 w - d6 0 2"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2",
     "4k3/8/8/8/8/8/8/4K3 w - d6 0 2 | 8/8/8/3pP3/8/8/8/8 w - d6 0 2"},
};

START_TEST(test_synonym)
{
    Position a, b;
    read_good(&a, synonyms[_i].game, synonyms[_i].fen);
    read_good(&b, synonyms[_i].game, synonyms[_i].other);
    assert_same(&a, &b, synonyms[_i].other);
}
END_TEST

START_TEST(test_start)
{
    const Game *game = &games[_i];
    for (int shuffle = 0; shuffle < SHUFFLE_COUNT; shuffle++) {
        Position start, read;
        char fen[FEN_MAX];
        position_start(&start, game, shuffle);
        fen_write(&start, FEN_TWO_BOARD, false, fen);
        const char *fields = game->rules == RULES_CHESS || game->rules == RULES_ATOMIC
                                 ? " w KQkq - 0 1"
                                 : "|8/8/8/8/8/8/8/8 w KQkq - 0 1";
        if (game->black_on_b) fields = "/pppppppp/8/8/8/8/8/8 w KQkq - 0 1";
        ck_assert_msg(strstr(fen, fields) != NULL, "%s", fen);
        read_good(&read, game->name, fen);
        assert_same(&start, &read, fen);
    }
}
END_TEST

/* ---- what is written ---- */

static const struct {
    const char *game, *fen;
    FenStyle style;
    bool shredder;
    const char *written; /* NULL: the same again */
} writings[] = {
    {"chess", START " w KQkq - 0 1", FEN_TWO_BOARD, false, NULL},
    {"chess", START " w KQkq - 0 1", FEN_MARKED, false, NULL},
    {"chess", START " w KQkq - 0 1", FEN_WIDE, false, NULL},
    {"atomic", START " b KQkq - 3 4", FEN_PAIRED, false, NULL},
    {"chess", START " w KQkq - 0 1", FEN_TWO_BOARD, true, START " w HAha - 0 1"},
    {"alice", START " w KQkq -", FEN_TWO_BOARD, false, START "|" EMPTY " w KQkq - 0 1"},
    {"alice", START " w KQkq -", FEN_MARKED, false, START " w KQkq - 0 1"},
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     FEN_TWO_BOARD, false, NULL},
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     FEN_MARKED, false, "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     FEN_WIDE, false, "rnbqkbnr8/pppppppp8/16/16/12P3/16/PPPP1PPP8/RNBQKBNR8 b KQkq - 0 1"},
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1",
     FEN_PAIRED, false,
     "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 8/8/8/8/4P3/8/8/8 b - - 0 1"},
    {"lookingglass", "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq - 0 1",
     FEN_PAIRED, false,
     "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/8/8 w kq - 0 1"},
    {"lookingglass", "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq - 0 1",
     FEN_PAIRED, true,
     "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w HA - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/8/8 w ha - 0 1"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2", FEN_PAIRED, false,
     "4k3/8/8/8/8/8/8/4K3 w - - 0 2 | 8/8/8/3pP3/8/8/8/8 w - d6 0 2"},
    {"aliceatomic", "4k3/8/8/8/3pP3/8/8/8|8/8/8/8/8/8/8/4K3 b - e3 0 2", FEN_PAIRED, false,
     "4k3/8/8/8/3pP3/8/8/8 b - e3 0 2 | 8/8/8/8/8/8/8/4K3 b - - 0 2"},
    {"alice", "8/8/8/8/8/8/8/8|1k6/8/8/8/8/8/8/R3K2R w KQ - 3 7", FEN_MARKED, false,
     "1|k6/8/8/8/8/8/8/|R3|K2|R w KQ - 3 7"},
    {"alice", "8/8/8/8/8/8/8/8|1k6/8/8/8/8/8/8/R3K2R w KQ - 3 7", FEN_WIDE, false,
     "9k6/16/16/16/16/16/16/8R3K2R w KQ - 3 7"},
    /* en passant is kept only where the capture is legal */
    {"chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", FEN_TWO_BOARD, false,
     NULL},
    {"chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", FEN_TWO_BOARD, false,
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"chess", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", FEN_TWO_BOARD, false,
     "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"}, /* both pawns would leave the rank */
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/3n4/3pP3/8/8/8/8 w - d6 0 2", FEN_TWO_BOARD, false,
     "4k3/8/8/8/8/8/8/4K3|8/8/3n4/3pP3/8/8/8/8 w - - 0 2"}, /* d6 is taken where it would land */
    {"aliceatomic", "4k3/8/8/4P3/8/8/8/4K3|8/8/8/3p4/8/8/8/8 w - d6 0 2", FEN_TWO_BOARD, false,
     "4k3/8/8/4P3/8/8/8/4K3|8/8/8/3p4/8/8/8/8 w - - 0 2"}, /* the white pawn is on the other board
                                                            */
    {"atomic", "8/8/2k5/3pP3/8/8/8/4K3 w - d6 0 2", FEN_TWO_BOARD, false, NULL},
    {"atomic", "4k3/8/4K3/3pP3/8/8/8/8 w - d6 0 2", FEN_TWO_BOARD, false,
     "4k3/8/4K3/3pP3/8/8/8/8 w - - 0 2"}, /* the blast would take the own king */
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2", FEN_TWO_BOARD, false,
     "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - - 0 2"}, /* never in Alice */
    {"alice", "4k3/8/8/8/8/8/8/4K3 w - d6 0 2", FEN_MARKED, false, "4k3/8/8/8/8/8/8/4K3 w - - 0 2"},
    /* finished games */
    {"atomic", "rn3bnr/1pppp1pp/5p2/p7/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 4", FEN_TWO_BOARD, false,
     NULL},
    {"atomic", "4k3/8/8/8/8/8/8/8 b - - 0 4", FEN_TWO_BOARD, false, NULL},
    {"aliceatomic", "8/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2", FEN_TWO_BOARD, false,
     "8/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - - 0 2"},
    /* castling: X-FEN and Shredder letters */
    {"chess", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", FEN_TWO_BOARD, false, NULL},
    {"chess", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", FEN_TWO_BOARD, true,
     "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"},
    {"chess", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w bGg - 0 1", FEN_TWO_BOARD, false,
     "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Kkq - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", FEN_TWO_BOARD, true,
     "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", FEN_TWO_BOARD, false, NULL},
    {"chess", "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1", FEN_TWO_BOARD, false,
     "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1"},
    {"chess", "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1", FEN_TWO_BOARD, false, NULL},
    {"chess", "rr2k3/8/8/8/8/8/8/4K3 b q - 0 1", FEN_TWO_BOARD, true,
     "rr2k3/8/8/8/8/8/8/4K3 b a - 0 1"},
    {"chess", "4k3/8/8/8/8/8/8/4KR1r w K - 0 1", FEN_TWO_BOARD, true,
     "4k3/8/8/8/8/8/8/4KR1r w F - 0 1"}, /* the rook further out is the enemy's */
    {"alice", "4k3/8/8/8/8/8/8/4KR2|8/8/8/8/8/8/8/7R w K - 0 1", FEN_TWO_BOARD, true,
     "4k3/8/8/8/8/8/8/4KR2|8/8/8/8/8/8/8/7R w F - 0 1"}, /* ... or on the other board */
    {"alice", "4k3/8/8/8/8/8/8/4KR2|8/8/8/8/8/8/8/7R w F - 0 1", FEN_TWO_BOARD, false,
     "4k3/8/8/8/8/8/8/4KR2|8/8/8/8/8/8/8/7R w K - 0 1"},
};

START_TEST(test_writing)
{
    Position pos;
    char fen[FEN_MAX];
    read_good(&pos, writings[_i].game, writings[_i].fen);
    fen_write(&pos, writings[_i].style, writings[_i].shredder, fen);
    const char *wanted = writings[_i].written ? writings[_i].written : writings[_i].fen;
    ck_assert_msg(strcmp(fen, wanted) == 0, "%s\nwritten: %s", writings[_i].fen, fen);
}
END_TEST

/* A move at random; false at the end of the game. */
static bool wander(Position *pos, Prng *prng)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    if (list.count == 0) return false;
    Undo undo;
    position_make(pos, list.moves[prng_below(prng, (uint64_t)list.count)], &undo);
    return true;
}

/* Whatever can be reached can be written in every way and read again. */
START_TEST(test_round_trip)
{
    Prng prng = {(uint64_t)_i + 1};
    for (int n = 0; n < 15; n++) {
        Position pos, again;
        position_start(&pos, &games[_i], (int)prng_below(&prng, SHUFFLE_COUNT));
        for (int ply = 0; ply < 120; ply++) {
            bool more = wander(&pos, &prng);
            for (unsigned how = 0; how < 2 * FEN_STYLE_COUNT; how++) {
                char fen[FEN_MAX];
                fen_write(&pos, (FenStyle)(how / 2), how % 2, fen);
                read_good(&again, games[_i].name, fen);
                assert_same(&pos, &again, fen);
            }
            if (!more) break;
        }
    }
}
END_TEST

/* Spoilt FENs are refused or read as a sound position, which then can be written and read. */
START_TEST(test_spoilt)
{
    static const char bytes[] = "||//1234567890pnbrqkPNBRQK  -wbabcdefgh\x80\xff\n";
    Prng prng = {(uint64_t)_i + 77};
    Position pos, again;
    position_start(&pos, &games[_i], STANDARD_SHUFFLE);
    for (int n = 0; n < 6000; n++) {
        char text[FEN_MAX];
        Error err = {""};
        if (n % 10 == 0) position_start(&pos, &games[_i], (int)prng_below(&prng, SHUFFLE_COUNT));
        wander(&pos, &prng);
        fen_write(&pos, (FenStyle)(n % FEN_STYLE_COUNT), n % 3 == 0, text);
        for (uint64_t k = prng_below(&prng, 4) + 1; k > 0; k--)
            text[prng_below(&prng, strlen(text))] = bytes[prng_below(&prng, sizeof bytes - 1)];
        if (!fen_read(&again, games[_i].rules, text, &err)) {
            ck_assert_msg(strncmp(err.text, "fen", 3) == 0, "%s", err.text);
            continue;
        }
        ck_assert_msg(position_consistent(&again, &err), "%s: %s", text, err.text);
        fen_write(&again, (FenStyle)(n % FEN_STYLE_COUNT), false, text);
        Position third;
        read_good(&third, games[_i].name, text);
        assert_same(&again, &third, text);
    }
}
END_TEST

START_TEST(test_long)
{
    enum { LENGTH = 200000 };
    static const char fill[] = "19krP/| \xffw";
    char *text = malloc(LENGTH + 1);
    ck_assert_ptr_nonnull(text);
    static const char *const starts[] = {"", START, START " w ", START " w KQkq - 0 ", START "|"};
    for (int i = 0; i < COUNT_OF(starts); i++) {
        for (const char *c = fill; *c; c++) {
            memset(text, *c, LENGTH);
            text[LENGTH] = '\0';
            memcpy(text, starts[i], strlen(starts[i]));
            for (RulesId rules = RULES_CHESS; rules < RULES_COUNT; rules++) {
                Position pos;
                Error err = {""};
                if (*c == ' ' && strchr(starts[i], 'w')) continue; /* blanks at the end are none */
                ck_assert(!fen_read(&pos, rules, text, &err));
                ck_assert_msg(strlen(err.text) < 80, "%s", err.text);
            }
        }
    }
    free(text);
}
END_TEST

/* ---- the names of the games ---- */

static const struct {
    const char *spelling, *name;
    bool shuffled;
} spellings[] = {
    {"aliceatomic", "aliceatomic", false},
    {"AliceAtomic", "aliceatomic", false},
    {"alice-atomic", "aliceatomic", false},
    {"alice_atomic", "aliceatomic", false},
    {"Alice Atomic", "aliceatomic", false},
    {"aliceatomic960", "aliceatomic", true},
    {"alice", "alice", false},
    {"Alice Chess", "alice", false},
    {"alice960", "alice", true},
    {"lookingglass", "lookingglass", false},
    {"looking-glass alice", "lookingglass", false},
    {"Looking-Glass Alice Chess", "lookingglass", false},
    {"msalice", "msalice", false},
    {"ms. alice", "msalice", false},
    {"MS ALICE", "msalice", false},
    {"atomic", "atomic", false},
    {"atomic960", "atomic", true},
    {"Atomic Chess960", "atomic", true},
    {"chess", "chess", false},
    {"Chess", "chess", false},
    {"standard", "chess", false},
    {"chess960", "chess", true},
    {"fischerandom", "chess", true},
    {"Fischer Random", "chess", true},
    {"fischerandom chess", "chess", true},
    {"FRC", "chess", true},
    {"Chess960 (FRC)", "chess", true},
    {"Fischer Random (FRC)", "chess", true},
    {"Atomic FRC", "atomic", true},
};

START_TEST(test_spelling)
{
    bool shuffled = false;
    Error err = {""};
    const Game *game = game_find(spellings[_i].spelling, &shuffled, &err);
    ck_assert_msg(game != NULL, "%s", err.text);
    ck_assert_str_eq(game->name, spellings[_i].name);
    ck_assert(shuffled == spellings[_i].shuffled);
    shuffled = true; /* a name that says nothing of it leaves the caller's wish alone */
    ck_assert_ptr_eq(game_find(spellings[_i].spelling, &shuffled, NULL), game);
    ck_assert(shuffled);
    ck_assert_ptr_eq(game_find(spellings[_i].spelling, NULL, NULL), game);
}
END_TEST

START_TEST(test_no_game)
{
    static const char *const names[] = {"",           " ",        "-",
                                        "crazyhouse", "alicex",   "xalice",
                                        "alicealice", "960960",   "atomicatomic",
                                        "standardx",  "\xff\xfe", "()"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        bool shuffled = false;
        ck_assert_msg(!game_find(names[i], &shuffled, NULL), "%s", names[i]);
        ck_assert(!shuffled);
    }
    Error err;
    ck_assert_ptr_null(game_find("crazyhouse", NULL, &err));
    ck_assert_str_eq(err.text, "`crazyhouse` is no game played here");
    char longest[5000];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    ck_assert_ptr_null(game_find(longest, NULL, &err));
    ck_assert_str_eq(err.text, "`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa` is no game played here");
}
END_TEST

START_TEST(test_games)
{
    static const char *const names[GAME_COUNT] = {"aliceatomic", "alice",  "lookingglass",
                                                  "msalice",     "atomic", "chess"};
    for (int i = 0; i < GAME_COUNT; i++) {
        ck_assert_str_eq(games[i].name, names[i]);
        ck_assert_ptr_eq(game_find(games[i].title, NULL, NULL), &games[i]);
        bool known = games[i].rules == RULES_CHESS || games[i].rules == RULES_ATOMIC;
        ck_assert(games[i].gui_knows_it == known);
    }
    ck_assert_int_eq(games[0].rules, RULES_ALICEATOMIC);
    ck_assert_int_eq(games[1].rules, RULES_ALICE);
    ck_assert(games[2].rules == RULES_ALICE && games[2].black_on_b);
    ck_assert_int_eq(games[3].rules, RULES_MSALICE);
}
END_TEST

Suite *fen_suite(void)
{
    Suite *suite = suite_create("fen");
    TCase *reading = tcase_create("reading");
    tcase_add_loop_test(reading, test_refusal, 0, COUNT_OF(refusals));
    tcase_add_loop_test(reading, test_synonym, 0, COUNT_OF(synonyms));
    tcase_add_test(reading, test_long);
    suite_add_tcase(suite, reading);

    TCase *writing = tcase_create("writing");
    tcase_set_timeout(writing, 60);
    tcase_add_loop_test(writing, test_writing, 0, COUNT_OF(writings));
    tcase_add_loop_test(writing, test_start, 0, GAME_COUNT);
    tcase_add_loop_test(writing, test_round_trip, 0, GAME_COUNT);
    tcase_add_loop_test(writing, test_spoilt, 0, GAME_COUNT);
    suite_add_tcase(suite, writing);

    TCase *names = tcase_create("games");
    tcase_add_loop_test(names, test_spelling, 0, COUNT_OF(spellings));
    tcase_add_test(names, test_no_game);
    tcase_add_test(names, test_games);
    suite_add_tcase(suite, names);
    return suite;
}
