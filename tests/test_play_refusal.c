/* Which rule forbids a move (talk/play_refusal.h) and what is said of a typed one.
 *
 * In random games and placements every pair of squares is asked about. "It is legal" must agree
 * with the generator; what is said otherwise is proved by other means: squares by counting files
 * and ranks on an array of letters, checks by setting the position up for the oracle, which
 * refuses one whose side that has just moved is in check, and names the men who give it. */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "placements.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "suites.h"
#include "tables.h"
#include "talk/play_reading.h"
#include "talk/play_refusal.h"

/* ---- positions as letters, and what can be counted on them ---- */

typedef struct Letters {
    char at[2][64]; /* a man's letter or '\0' */
} Letters;

static Letters letters_of(const Position *pos)
{
    Letters letters = {0};
    for (int sq = 0; sq < 64; sq++)
        if (pos->men[sq] != NO_MAN)
            letters.at[man_board(pos->men[sq])][sq] = man_letter(pos->men[sq]);
    return letters;
}

static int distance(int a, int b)
{
    int files = abs(a % 8 - b % 8), ranks = abs(a / 8 - b / 8);
    return files > ranks ? files : ranks;
}

static bool two_boards(const Game *game) { return rules_of(game->rules).two_boards; }

/* The placement with that side to move, as the oracle reads it. */
static void write_letters(const Game *game, const Letters *letters, Color side, char fen[FEN_MAX])
{
    char *out = fen;
    for (int board = 0; board < (two_boards(game) ? 2 : 1); board++) {
        if (board) *out++ = '|';
        for (int rank = 7; rank >= 0; rank--) {
            for (int file = 0; file < 8; file++) {
                char letter = letters->at[board][rank * 8 + file];
                *out++ = letter ? letter : '1';
            }
            if (rank) *out++ = '/';
        }
    }
    sprintf(out, " %c - - 0 1", side == WHITE ? 'w' : 'b');
}

/* Is that side in check there, by the oracle? It refuses the position if the other is to move. */
static bool oracle_in_check(const Game *game, const Letters *letters, Color side)
{
    char fen[FEN_MAX], checkers[256];
    write_letters(game, letters, side, fen);
    Oracle *oracle = oracle_new(game->name, fen);
    if (oracle) {
        oracle_checkers(oracle, checkers, sizeof checkers);
        oracle_free(oracle);
        return *checkers != '\0';
    }
    write_letters(game, letters, (Color)!side, fen);
    oracle = oracle_new(game->name, fen);
    oracle_free(oracle);
    return oracle == NULL;
}

/* The squares the oracle says check comes from; false if it cannot tell. */
static bool oracle_names(const Game *game, const Letters *letters, Color side, Bitboard *men)
{
    char fen[FEN_MAX], checkers[256];
    write_letters(game, letters, side, fen);
    Oracle *oracle = oracle_new(game->name, fen);
    *men = 0;
    if (!oracle) return false;
    oracle_checkers(oracle, checkers, sizeof checkers);
    oracle_free(oracle);
    for (char *word = strtok(checkers, " "); word; word = strtok(NULL, " "))
        *men |= bit(square_read(word));
    return true;
}

/* ---- what is said, proved ---- */

typedef struct Scene {
    const Game *game;
    const Position *pos;
    Letters letters;
    char fen[FEN_MAX];
    int count[REFUSED_NOT + 1];
} Scene;

#define PROVED(s, r, condition)                                                                    \
    must(condition, "%s %s: %d to %d, reason %d: " #condition, (s)->game->name, (s)->fen,          \
         (r)->from, (r)->to, (int)(r)->reason)

static bool is_own(const Scene *s, char letter)
{
    return letter && (isupper((unsigned char)letter) != 0) == (s->pos->side == WHITE);
}

/* Takes the move out on the letters, not looking at kings: what stands where afterwards. */
static Letters carried_out(const Scene *s, const Refusal *r)
{
    Letters after = s->letters;
    int board = after.at[1][r->from] != '\0', to_board = two_boards(s->game) ? !board : board;
    char man = after.at[board][r->from];
    int taken = -1;
    if (after.at[board][r->to]) taken = r->to;
    if (toupper((unsigned char)man) == 'P' && r->from % 8 != r->to % 8 && taken < 0)
        taken = r->from / 8 * 8 + r->to % 8;
    if (r->from == r->to) taken = -1;
    after.at[board][r->from] = '\0';
    if (taken >= 0) after.at[board][taken] = '\0';
    if (taken >= 0 && rules_of(s->game->rules).explodes) {
        for (int sq = 0; sq < 64; sq++)
            if (distance(sq, r->to) == 1 && toupper((unsigned char)after.at[to_board][sq]) != 'P')
                after.at[to_board][sq] = '\0';
        return after;
    }
    after.at[to_board][r->to] = man;
    return after;
}

static void prove_check(const Scene *s, const Refusal *r, const Letters *after)
{
    Bitboard men;
    Color us = (Color)s->pos->side;
    char king = us == WHITE ? 'K' : 'k';
    PROVED(s, r, after->at[r->board][r->square] == king);
    PROVED(s, r, r->men != 0);
    PROVED(s, r, oracle_in_check(s->game, after, us));
    if (oracle_names(s->game, after, us, &men)) PROVED(s, r, men == r->men);
}

static void prove_blast(const Scene *s, const Refusal *r)
{
    int board = s->letters.at[1][r->from] != '\0';
    int there = two_boards(s->game) ? !board : board;
    PROVED(s, r, distance(r->to, r->square) == 1);
    PROVED(s, r, s->letters.at[there][r->square] == (s->pos->side == WHITE ? 'K' : 'k'));
}

/* The man named stands on one line with the two squares, between them, and nobody before him. */
static void prove_way(const Scene *s, const Refusal *r)
{
    int board = s->letters.at[1][r->from] != '\0', steps = distance(r->from, r->to);
    int step = (r->to - r->from) / steps, at = r->from + step;
    while (at != r->to && !s->letters.at[board][at]) at += step;
    PROVED(s, r, at == r->square && at != r->to);
}

static void prove_castling(const Scene *s, const Refusal *r)
{
    Letters after = s->letters;
    int home = after.at[1][r->from] != '\0';
    bool king_side = r->to > r->from || r->to % 8 == 6;
    unsigned right =
        (s->pos->side == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE) + (king_side ? 0u : 1u);
    char king = s->pos->side == WHITE ? 'K' : 'k';
    if (r->reason == REFUSED_CASTLE_CROSSES) {
        after.at[home][r->from] = '\0';
        after.at[home][r->square] = king;
        prove_check(s, r, &after);
    } else if (r->reason == REFUSED_CASTLE_CHECK) {
        prove_check(s, r, &after);
    } else if (r->reason == REFUSED_CASTLE_LANDS) {
        Square rook = s->pos->castle_rook[right];
        PROVED(s, r, r->square == castling_king_target(right));
        after.at[home][r->from] = after.at[home][rook] = '\0';
        after.at[r->board][r->square] = king;
        after.at[r->board][castling_rook_target(right)] = king == 'K' ? 'R' : 'r';
        prove_check(s, r, &after);
    } else if (r->reason == REFUSED_CASTLE_WAY) {
        PROVED(s, r, s->letters.at[home][r->square] != '\0');
    } else if (r->reason == REFUSED_CASTLE_LANDING) {
        PROVED(s, r, s->letters.at[!home][r->square] != '\0');
    }
}

static void prove(const Scene *s, const Refusal *r)
{
    int board = s->letters.at[1][r->from] != '\0';
    char man = s->letters.at[board][r->from];
    Letters after;
    switch (r->reason) {
    case REFUSED_GAME_OVER:
        PROVED(s, r, !has_king(s->pos, WHITE) || !has_king(s->pos, BLACK));
        break;
    case REFUSED_NOBODY: PROVED(s, r, !man); break;
    case REFUSED_NOT_YOURS: PROVED(s, r, man && !is_own(s, man)); break;
    case REFUSED_STAYS: PROVED(s, r, r->from == r->to && s->game->rules != RULES_MSALICE); break;
    case REFUSED_OWN_MAN: PROVED(s, r, is_own(s, s->letters.at[board][r->to])); break;
    case REFUSED_OTHER_BOARD:
        PROVED(s, r, two_boards(s->game) && s->letters.at[!board][r->to]);
        break;
    case REFUSED_WAY: prove_way(s, r); break;
    case REFUSED_PAWN_AHEAD:
        PROVED(s, r, toupper((unsigned char)man) == 'P' && s->letters.at[board][r->to]);
        PROVED(s, r, !is_own(s, s->letters.at[board][r->to]));
        break;
    case REFUSED_KING_TAKES:
        PROVED(s, r,
               rules_of(s->game->rules).explodes && toupper((unsigned char)man) == 'K' &&
                   s->letters.at[board][r->to] && !is_own(s, s->letters.at[board][r->to]));
        break;
    case REFUSED_OWN_BLAST: prove_blast(s, r); break;
    case REFUSED_CHECK_STAYS:
        PROVED(s, r, oracle_in_check(s->game, &s->letters, (Color)s->pos->side));
        /* fall through */
    case REFUSED_CHECK_OPENS:
    case REFUSED_KING_CHECK:
        after = carried_out(s, r);
        prove_check(s, r, &after);
        break;
    case REFUSED_KING_LEAVES:
        after = s->letters;
        after.at[board][r->from] = '\0';
        after.at[board][r->to] = man;
        prove_check(s, r, &after);
        break;
    default: prove_castling(s, r); break;
    }
}

/* ---- over all pairs of squares ---- */

static bool generator_has(const Position *pos, Square from, Square to)
{
    char text[8];
    square_write(from, text);
    square_write(to, text + 2);
    if (move_read_uci(pos, text, NULL) != MOVE_NONE) return true;
    return move_read_uci(pos, strcat(text, "q"), NULL) != MOVE_NONE;
}

static void ask_about_all(Scene *s, const Position *pos)
{
    Buffer text = {0};
    s->pos = pos;
    s->letters = letters_of(pos);
    fen_write(pos, FEN_TWO_BOARD, true, s->fen);
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++) {
            Refusal r = refusal_find(pos, (Square)from, (Square)to);
            s->count[r.reason]++;
            bool legal = has(pos->colors[pos->side], (Square)from) &&
                         generator_has(pos, (Square)from, (Square)to);
            PROVED(s, &r, legal == (r.reason == REFUSED_NOT));
            if (legal) continue;
            prove(s, &r);
            buffer_clear(&text);
            refusal_describe(&text, pos, &r);
            PROVED(s, &r, text.length > 10 && text.length < 250 && !strchr(text.data, '\n'));
        }
    buffer_free(&text);
}

/* A game of random moves, every few of which all pairs are asked about. */
static void walk_game(Scene *s, Prng *prng, const Position *start, int plies, int every)
{
    Position pos = *start;
    for (int ply = 0; ply < plies; ply++) {
        MoveList list;
        Undo undo;
        if (ply % every == every - 1) ask_about_all(s, &pos);
        generate(&pos, GENERATE_ALL, &list);
        if (list.count == 0) {
            ask_about_all(s, &pos);
            return;
        }
        position_make(&pos, list.moves[prng_below(prng, (uint64_t)list.count)], &undo);
    }
}

START_TEST(every_refusal_is_true)
{
    Scene s = {.game = &games[_i]};
    Prng prng = {(uint64_t)(31 + _i)};
    Rules rules = rules_of(s.game->rules);
    uint64_t placements = scaled(160), plays = scaled(6);
    for (uint64_t i = 0; i < plays; i++) {
        Position start;
        bool usual = i % 2 == 0;
        int shuffle = usual ? STANDARD_SHUFFLE : (int)prng_below(&prng, SHUFFLE_COUNT);
        position_start(&start, s.game, shuffle);
        walk_game(&s, &prng, &start, 120, 5);
    }
    for (uint64_t i = 0; i < placements;) {
        Position placed, pos;
        char fen[FEN_MAX];
        place_at_random(&prng, s.game, &placed);
        fen_write(&placed, FEN_TWO_BOARD, true, fen);
        if (!fen_read(&pos, s.game->rules, fen, NULL)) continue;
        walk_game(&s, &prng, &pos, 2, 1);
        i++;
    }
    if (scaled(100) < 100) return; /* too few to have seen everything */
    /* Whatever can be said in this game has been said. */
    for (int reason = REFUSED_NOBODY; reason <= REFUSED_NOT; reason++) {
        bool possible = true;
        switch (reason) {
        case REFUSED_STAYS: possible = !rules.passes; break;
        case REFUSED_OTHER_BOARD:
        case REFUSED_CASTLE_LANDING: possible = rules.two_boards; break;
        case REFUSED_KING_TAKES:
        case REFUSED_OWN_BLAST: possible = rules.explodes; break;
        case REFUSED_KING_LEAVES: possible = rules.two_boards && !rules.explodes; break;
        default: break;
        }
        must((s.count[reason] > 0) == possible, "%s: reason %d came %d times", s.game->name, reason,
             s.count[reason]);
    }
}
END_TEST

/* ---- what is said of a typed move ---- */

static const struct {
    const char *game, *fen, *typed, *says;
} said[] = {
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"
#define CHESS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    {"aliceatomic", START, "e4e5", "there is no man of yours on e4 of either board"},
    {"chess", CHESS, "e4e5", "there is no man of yours on e4"},
    {"chess", CHESS, "e7e5", "there is no man of yours on e7: the pawn on e7 is your opponent's"},
    {"chess", CHESS, "e5", "a pawn goes one square straight ahead"},
    {"chess", CHESS, "Bc4", "the bishop's way is blocked by the pawn on e2"},
    {"aliceatomic", START, "Bc4", "the bishop's way is blocked by the pawn on e2 of board A"},
    {"chess", CHESS, "Nd2", "a man of your own stands there: the pawn on d2"},
    {"chess", CHESS, "Ng5", "no knight of yours gets to g5"},
    {"chess", CHESS, "g1g3", "a knight leaps two squares straight and one aside"},
    {"chess", CHESS, "Ng1h1", "a knight leaps"},
    {"chess", CHESS, "Bg1f3", "not a bishop but the knight on g1 stands there"},
    {"chess", CHESS, "Nab3", "you have no knight on the a-file"},
    {"chess", CHESS, "N5b3", "you have no knight on rank 5"},
    {"chess", CHESS, "exd3", "a pawn goes aslant only to take, and on d3 nobody stands"},
    {"chess", CHESS, "O-O", "castling: the way is blocked by the bishop on f1"},
    {"chess", CHESS, "e1g1", "castling: the way is blocked by the bishop on f1"},
    {"chess", CHESS, "e2e2", "a man must leave its square"},
    {"chess", CHESS, "e2e4q", "a pawn is promoted on the last rank only"},
    {"chess", CHESS, "zebra", NULL},
    {"chess", CHESS, "1.", NULL},
    {"chess", CHESS, "\u2658", NULL},
    {"chess", CHESS, "e\001e4", NULL},
    {"chess", CHESS, "k", NULL},
    {"chess", CHESS, "e2e9", "e2e9: e9 is no square"},
    {"chess", CHESS, "i4", "i4: i4 is no square"},
    {"chess", CHESS, "N x h0", "Nxh0: h0 is no square"},
    {"chess", CHESS, "h8=K", "h8=K: a pawn cannot become a king"},
    {"chess", CHESS, "gxh8p", "gxh8p: a pawn cannot become a pawn"},
    {"chess", CHESS, "Nxf3", "Nxf3 is not legal: nobody stands on f3 to be taken"},
    {"chess", CHESS, "e2xe4", "nobody stands on e4 to be taken"},
    {"aliceatomic", START, "Nxf3", "nobody stands on f3 of board A to be taken"},
    {"aliceatomic", "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/6N1 w - - 0 1", "1. Nxf3",
     "Nxf3 is not legal: nobody stands on f3 of board B to be taken"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1xh1", "castling is typed O-O or O-O-O"},
    {"chess", "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", "Ra2", "Ra2: 2 men can do that: which one?"},
    {"chess", CHESS, "", NULL},
    {"chess", CHESS, "O-O-O-O", NULL},
    {"chess", CHESS, "OOOO", NULL},
    {"chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "a pawn does not take straight ahead"},
    {"chess", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e6", "only from the second rank"},
    {"chess", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", "a pawn never goes back"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "a8: which piece shall the pawn become?"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=", "a8: which piece shall the pawn become?"},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7 a8",
     "a7a8: which piece shall the pawn become?"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O",
     "castling: there is no right to it on that side, or no longer"},
    {"chess", "4k3/8/8/8/8/8/8/3RK2R w K - 0 1", "Kd1", "a man of your own stands there"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1h1",
     "castling: there is no right to it on that side, or no longer"},
    {"chess", "4k3/8/8/8/8/8/8/3R2K1 w - - 0 1", "Kd1", "a king goes one square in any direction"},
    {"chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O",
     "castling: the king passes through check on f1 from the rook on f8"},
    {"chess", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0",
     "castling: the king would be in check on g1 from the rook on g8"},
    {"chess", "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O",
     "castling: the king is in check from the rook on e8"},
    {"chess", "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rh2",
     "your king on e1 would still be in check, from the rook on e8"},
    {"chess", "1k2r3/8/8/8/8/4N3/8/4K3 w - - 0 1", "Nc4",
     "your king would be in check on e1, from the rook on e8"},
    {"chess", "4k3/8/8/8/8/N7/8/N3K3 w - - 0 1", "Nc2",
     "2 men can do that: which one? N1c2 or N3c2"},
    {"chess", "4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 1", "cxd6",
     "the pawn on d5 cannot be taken in passing (en passant) now: that goes only at once after"},
    {"chess", "4k3/3p4/8/2Pp4/7K/8/8/3r4 w - - 0 1", "cxd6",
     "the pawn on d5 cannot be taken in passing (en passant) now"},
    {"chess", "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 2", "exd6",
     "your king would be in check on h5, from the rook on a5"},
    {"chess", "4k3/3p4/8/r2pP2K/8/8/8/8 w - - 0 2", "exd6", "only at once after"},
    {"atomic", "4k3/8/8/2KpP3/8/8/8/8 w - d6 0 2", "exd6",
     "that capture would blow up your own king on c5"},
    {"aliceatomic", "4k3/8/8/2K5/8/8/8/8|8/8/8/3pP3/8/8/8/8 w - d6 0 2", "exd6",
     "that capture would blow up your own king on c5 of board A"},
    {"aliceatomic", "8/8/8/8/8/8/8/k7|4r3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6",
     "your king would be in check on e1 of board B, from the rook on e8 of board B"},
    {"aliceatomic", "4k3/8/8/8/4N3/8/4P3/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e4",
     "a man of your own stands there: the knight on e4 of board A"},
    {"chess", "4k3/8/8/8/4P3/4N3/4P3/4K3 w - - 0 1", "e2e3",
     "a man of your own stands there: the knight on e3"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|8/8/8/2Pp4/8/8/8/8 w - - 0 1", "cxd6",
     "in this game no pawn is taken in passing"},
    {"alice", "4k3/8/8/8/8/5N2/8/4K3|8/8/8/4p3/8/8/8/8 w - - 0 1", "Ne5",
     "the same square on the other board is taken: the pawn on e5 of board B is there"},
    {"alice", "3rk3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "Kd1",
     "attacked on the board it leaves, though it passes over at once: d1 of board A is attacked by "
     "the rook on d8 of board A"},
    {"alice", "4k3/8/8/8/8/8/8/4K3|3r4/8/8/8/8/8/8/8 w - - 0 1", "e1d1",
     "your king would be in check on d1 of board B, from the rook on d8 of board B"},
    {"alice", "7k/8/8/8/8/8/8/8|4r3/8/8/8/8/8/6N1/4K3 w - - 0 1", "Ne3",
     "your king on e1 would still be in check on board B, from the rook on e8 of board B"},
    {"alice", "7k/8/8/8/8/8/8/8|4r3/8/8/8/7B/8/8/4K3 w - - 0 1", "Be7",
     "still be in check on board B, from the rook on e8 of board B, for the bishop passes to board "
     "A "
     "and blocks nothing here"},
    {"alice", "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/5n2 w K - 0 1", "O-O",
     "castling: the knight on f1 of board B stands where king or rook would pass over to"},
    {"alice", "4k3/8/8/8/8/8/8/4K2R|6r1/8/8/8/8/8/8/8 w K - 0 1", "O-O",
     "castling: the king would be in check on g1 of board B from the rook on g8 of board B"},
    {"alice", "4k3/8/8/8/8/8/8/N3K3|8/8/8/8/8/N7/8/8 w - - 0 1", "Nc2",
     "2 men can do that: which one? N1c2 (board A) or N3c2 (board B)"},
    {"msalice", "4r2k/8/8/8/8/8/4N3/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e2e2",
     "your king would be in check on e1 of board A"},
    {"atomic", "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1", "Qxe2",
     "that capture would blow up your own king on e1"},
    {"atomic", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2",
     "a king may not capture here: it would explode itself"},
    {"aliceatomic", "4k3/8/8/8/8/8/r7/R7|8/8/8/8/8/8/8/1K6 w - - 0 1", "Rxa2",
     "that capture would blow up your own king on b1 of board B"},
    {"aliceatomic", "8/8/8/8/8/8/8/R7|8/8/8/8/8/8/8/1K6 w - - 0 1", "Ra2",
     "the game is over: a king has been blown up"},
};
enum { SAID_COUNT = sizeof said / sizeof *said };

START_TEST(typed_moves)
{
    Position pos;
    Buffer why = {0};
    set_up(&pos, said[_i].game, said[_i].fen);
    Move move = typed_move(&pos, said[_i].typed, &why);
    if (said[_i].says) {
        must(move == MOVE_NONE && strstr(buffer_text(&why), said[_i].says), "%s %s: `%s`",
             said[_i].fen, said[_i].typed, buffer_text(&why));
    } else {
        must(why.length == 0, "%s: `%s`", said[_i].typed, buffer_text(&why));
    }
    buffer_free(&why);
}
END_TEST

/* Types the move in ways of people: "12. nf3", "... nf3", "E2E4", "e2 - e4", "OO", with a chess man
 * for the letter. */
static void check_habits(const Position *pos, Move move, const char *san, const char *uci)
{
    static const char letters[] = "KQRBN";
    enum { HABITS = 7 };
    char typed[HABITS][40];
    Buffer why = {0};
    snprintf(typed[0], sizeof *typed, "12. %s", san);
    snprintf(typed[1], sizeof *typed, "3...%s", san);
    snprintf(typed[2], sizeof *typed, "%.2s - %s", uci, uci + 2);
    snprintf(typed[3], sizeof *typed, "%s", uci);
    for (char *c = typed[3]; *c; c++) *c = (char)toupper((unsigned char)*c);
    const char *letter = strchr(letters, *san);
    if (letter)
        snprintf(typed[4], sizeof *typed, "\u2654%s", san + 1);
    else
        snprintf(typed[4], sizeof *typed, "%s e.p.", san);
    if (letter) typed[4][2] = (char)(typed[4][2] + (letter - letters));
    snprintf(typed[5], sizeof *typed, "... %s", san);
    snprintf(typed[6], sizeof *typed, "%s", san);
    for (char *dash; (dash = strchr(typed[6], '-'));) memmove(dash, dash + 1, strlen(dash));
    for (int i = 0; i < HABITS; i++) must(typed_move(pos, typed[i], &why) == move, "%s", typed[i]);
    if (letter && *san != 'B') {
        snprintf(typed[0], sizeof *typed, "%c%s", tolower((unsigned char)*san), san + 1);
        must(typed_move(pos, typed[0], &why) == move, "%s", typed[0]);
    }
    buffer_free(&why);
}

/* Every legal move is understood in both notations. */
START_TEST(legal_moves_are_understood)
{
    Prng prng = {(uint64_t)(77 + _i)};
    Buffer why = {0};
    for (uint64_t i = 0; i < scaled(5); i++) {
        Position pos;
        position_start(&pos, &games[_i], (int)prng_below(&prng, SHUFFLE_COUNT));
        for (int ply = 0; ply < 60; ply++) {
            MoveList list;
            Undo undo;
            generate(&pos, GENERATE_ALL, &list);
            if (list.count == 0) break;
            for (int k = 0; k < list.count; k++) {
                char san[SAN_MAX], uci[UCI_MOVE_MAX];
                move_write_san(&pos, list.moves[k], san);
                move_write_uci(&pos, list.moves[k], true, uci);
                must_hold(typed_move(&pos, san, &why) == list.moves[k]);
                must_hold(typed_move(&pos, uci, &why) == list.moves[k]);
                check_habits(&pos, list.moves[k], san, uci);
            }
            position_make(&pos, list.moves[prng_below(&prng, (uint64_t)list.count)], &undo);
        }
    }
    buffer_free(&why);
}
END_TEST

Suite *play_refusal_suite(void)
{
    Suite *suite = suite_create("play-refusal");
    TCase *tcase = tcase_create("why a move is refused");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, every_refusal_is_true, 0, GAME_COUNT);
    tcase_add_loop_test(tcase, typed_moves, 0, SAID_COUNT);
    tcase_add_loop_test(tcase, legal_moves_are_understood, 0, GAME_COUNT);
    suite_add_tcase(suite, tcase);
    return suite;
}
