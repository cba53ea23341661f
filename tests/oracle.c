/*
 * See oracle.h. Everything here is meant to be read beside the rules and seen to be right: two
 * boards of letters, and a move is lawful if it can be played on a copy and the copy looks well.
 */
#include "oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    bool two;      /* two boards: what moves passes over */
    bool explodes; /* captures explode */
    bool pass;     /* a man may pass over without moving (Ms. Alice) */
    bool apart;    /* Black starts on board B (Looking-glass Alice) */
} Game;

static const Game GAMES[] = {
    {"aliceatomic", true, true, false, false},  {"alice", true, false, false, false},
    {"lookingglass", true, false, false, true}, {"msalice", true, false, true, false},
    {"atomic", false, true, false, false},      {"chess", false, false, false, false},
};

enum { WHITE, BLACK };
enum { KING_SIDE, QUEEN_SIDE };
enum { NONE = -1 };

typedef struct {
    char man[2][8][8]; /* [board][rank][file], a1 is [0][0]; '.' is empty; one board uses [0] */
    int turn;          /* WHITE or BLACK */
    int rook[2][2];    /* [colour][wing]: the file of the rook one may castle with, or NONE */
    int ep;            /* the file on which a pawn has just made its double step, or NONE */
    int half;          /* plies since the last capture or pawn move */
    int full;
} Position;

typedef struct {
    int board, rank, file;
} Place;

typedef enum { PLAIN, CASTLE, PASS } Kind;

typedef struct {
    Kind kind;
    Place from; /* when castling: the king's place */
    int rank;   /* where to; when castling: the rook's place */
    int file;
    char promo; /* the new man's letter in its colour, or 0 */
    char uci[6];
} Move;

typedef struct {
    Move move[ORACLE_MAX_MOVES];
    int count;
} MoveList;

struct Oracle {
    const Game *game;
    Position pos;
    MoveList moves; /* the legal moves of pos, sorted; valid if known */
    bool known;
    char (*history)[ORACLE_FEN_SIZE]; /* every position so far as text, the present one last */
    size_t count, room;
};

/* ---- men and squares ---------------------------------------------------------------------- */

static bool inside(int rank, int file) { return rank >= 0 && rank < 8 && file >= 0 && file < 8; }

static bool belongs(char man, int colour)
{
    return colour == WHITE ? man >= 'A' && man <= 'Z' : man >= 'a' && man <= 'z';
}

/* The letter of a kind of man ('K', 'P', ...) in a colour. */
static char man_of(int colour, char kind)
{
    return colour == WHITE ? kind : (char)tolower((unsigned char)kind);
}

static char kind_of(char man) { return (char)toupper((unsigned char)man); }

static int colour_of(char man) { return belongs(man, WHITE) ? WHITE : BLACK; }

static int back_rank(int colour) { return colour == WHITE ? 0 : 7; }

static int forward(int colour) { return colour == WHITE ? 1 : -1; }

/* Where a man that moves on this board ends up, and where his capture explodes. */
static int arrival_board(const Game *game, int board) { return game->two ? 1 - board : board; }

static bool empty_on_both(const Position *pos, int rank, int file)
{
    return pos->man[0][rank][file] == '.' && pos->man[1][rank][file] == '.';
}

static bool next_to(int rank1, int file1, int rank2, int file2)
{
    int dr = abs(rank1 - rank2);
    int df = abs(file1 - file2);
    return dr <= 1 && df <= 1 && dr + df > 0;
}

static bool find_king(const Position *pos, int colour, Place *place)
{
    char king = man_of(colour, 'K');
    for (int b = 0; b < 2; b++) {
        for (int r = 0; r < 8; r++) {
            for (int f = 0; f < 8; f++) {
                if (pos->man[b][r][f] == king) {
                    *place = (Place){b, r, f};
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- attacks and check -------------------------------------------------------------------- */

/* Are the squares strictly between two squares of a line empty on this board? */
static bool clear_between(const Position *pos, Place from, int rank, int file)
{
    int dr = (rank > from.rank) - (rank < from.rank);
    int df = (file > from.file) - (file < from.file);
    int r = from.rank + dr;
    int f = from.file + df;
    while (r != rank || f != file) {
        if (pos->man[from.board][r][f] != '.') {
            return false;
        }
        r += dr;
        f += df;
    }
    return true;
}

/* Could the man who stands here capture on that square of the same board? */
static bool reaches(const Game *game, const Position *pos, Place from, int rank, int file)
{
    char man = pos->man[from.board][from.rank][from.file];
    int dr = rank - from.rank;
    int df = file - from.file;
    bool straight = (dr == 0) != (df == 0);
    bool diagonal = dr != 0 && abs(dr) == abs(df);
    switch (kind_of(man)) {
    case 'P': return dr == forward(colour_of(man)) && abs(df) == 1;
    case 'N': return abs(dr * df) == 2;
    case 'B': return diagonal && clear_between(pos, from, rank, file);
    case 'R': return straight && clear_between(pos, from, rank, file);
    case 'Q': return (straight || diagonal) && clear_between(pos, from, rank, file);
    case 'K': /* where captures explode kings cannot capture, and so give no check */
        return !game->explodes && next_to(rank, file, from.rank, from.file);
    default: return false;
    }
}

/*
 * Where captures explode, an attack is none if the explosion would take the attacker's own king:
 * if that king stands next to the square, on the board where the attacker would explode.
 */
static bool shielded(const Game *game, const Position *pos, Place at, int attacker)
{
    Place king;
    return game->explodes && find_king(pos, attacker, &king) &&
           king.board == arrival_board(game, at.board) &&
           next_to(king.rank, king.file, at.rank, at.file);
}

/* Would a king on this place be in check from men of the attacker's colour? */
static bool attacked(const Game *game, const Position *pos, Place at, int attacker)
{
    if (shielded(game, pos, at, attacker)) {
        return false;
    }
    for (int r = 0; r < 8; r++) {
        for (int f = 0; f < 8; f++) {
            Place from = {at.board, r, f};
            if (belongs(pos->man[at.board][r][f], attacker) &&
                reaches(game, pos, from, at.rank, at.file)) {
                return true;
            }
        }
    }
    return false;
}

static bool in_check(const Game *game, const Position *pos, int colour)
{
    Place king;
    return find_king(pos, colour, &king) && attacked(game, pos, king, 1 - colour);
}

/* The game is over once a king has been blown up. */
static bool king_missing(const Position *pos)
{
    Place king;
    return !find_king(pos, WHITE, &king) || !find_king(pos, BLACK, &king);
}

/* ---- playing a move ----------------------------------------------------------------------- */

/* Removes the man who has just captured, and all but pawns around him. */
static void explode(Position *pos, int board, int rank, int file)
{
    pos->man[board][rank][file] = '.';
    for (int r = 0; r < 8; r++) {
        for (int f = 0; f < 8; f++) {
            if (next_to(r, f, rank, file) && kind_of(pos->man[board][r][f]) != 'P') {
                pos->man[board][r][f] = '.';
            }
        }
    }
}

static int king_lands(int wing) { return wing == KING_SIDE ? 6 : 2; }

static int rook_lands(int wing) { return wing == KING_SIDE ? 5 : 3; }

/* Takes king and castling rook up, and puts them down on their landing squares of a board. */
static void put_castled(Position *pos, Place king, int rook_file, int board)
{
    int wing = rook_file > king.file ? KING_SIDE : QUEEN_SIDE;
    char k = pos->man[king.board][king.rank][king.file];
    char r = pos->man[king.board][king.rank][rook_file];
    pos->man[king.board][king.rank][king.file] = '.';
    pos->man[king.board][king.rank][rook_file] = '.';
    pos->man[board][king.rank][king_lands(wing)] = k;
    pos->man[board][king.rank][rook_lands(wing)] = r;
}

/* A right lasts while king and rook stand where they stood. */
static void keep_rights(const Position *before, const Move *move, Position *after)
{
    for (int colour = WHITE; colour <= BLACK; colour++) {
        Place was, is;
        int rank = back_rank(colour);
        bool stood = find_king(before, colour, &was) && find_king(after, colour, &is) &&
                     was.board == is.board && was.rank == is.rank && was.file == is.file;
        if (move->kind == CASTLE && colour == before->turn) {
            stood = false; /* in Chess960 he may castle and yet stand where he stood */
        }
        for (int wing = KING_SIDE; wing <= QUEEN_SIDE; wing++) {
            int file = after->rook[colour][wing];
            if (file != NONE &&
                (!stood || after->man[was.board][rank][file] != man_of(colour, 'R'))) {
                after->rook[colour][wing] = NONE;
            }
        }
    }
}

/* Moves a man that steps, captures or promotes. Was it a capture? */
static bool play_plain(const Game *game, Position *pos, const Move *move)
{
    int board = move->from.board;
    int to_board = arrival_board(game, board);
    char man = pos->man[board][move->from.rank][move->from.file];
    bool capture = pos->man[board][move->rank][move->file] != '.';
    if (kind_of(man) == 'P' && move->file != move->from.file && !capture) {
        pos->man[board][move->from.rank][move->file] = '.'; /* en passant: the man beside */
        capture = true;
    }
    pos->man[board][move->from.rank][move->from.file] = '.';
    pos->man[board][move->rank][move->file] = '.';
    pos->man[to_board][move->rank][move->file] = move->promo ? move->promo : man;
    if (capture && game->explodes) {
        explode(pos, to_board, move->rank, move->file);
    }
    return capture;
}

/* Plays a move that the man can make, without asking what becomes of his king. */
static void play(const Game *game, const Position *before, const Move *move, Position *after)
{
    Place from = move->from;
    char man = before->man[from.board][from.rank][from.file];
    *after = *before;
    after->ep = NONE;
    after->half = before->half + 1;
    if (move->kind == CASTLE) {
        put_castled(after, from, move->file, arrival_board(game, from.board));
    } else if (move->kind == PASS) {
        after->man[from.board][from.rank][from.file] = '.';
        after->man[1 - from.board][from.rank][from.file] = man;
    } else {
        bool capture = play_plain(game, after, move);
        bool pawn = kind_of(man) == 'P';
        if (capture || pawn) {
            after->half = 0;
        }
        /* Of the two-board games only those that explode know en passant. */
        if (pawn && abs(move->rank - from.rank) == 2 && !(game->two && !game->explodes)) {
            after->ep = from.file;
        }
    }
    keep_rights(before, move, after);
    after->turn = 1 - before->turn;
    after->full = before->full + (before->turn == BLACK);
}

/* ---- lawful moves ------------------------------------------------------------------------- */

/* In Alice chess a king's step has to be safe on the board it leaves, as if it ended there. */
static bool step_is_safe(const Game *game, const Position *pos, const Move *move)
{
    Position there = *pos;
    Place from = move->from;
    Place to = {from.board, move->rank, move->file};
    there.man[from.board][from.rank][from.file] = '.';
    there.man[to.board][to.rank][to.file] = man_of(pos->turn, 'K');
    return !attacked(game, &there, to, 1 - pos->turn);
}

/* Is this move, which its man can make, also allowed by what becomes of the kings? */
static bool lawful(const Game *game, const Position *pos, const Move *move)
{
    Position after;
    Place king;
    Place from = move->from;
    bool by_king = kind_of(pos->man[from.board][from.rank][from.file]) == 'K';
    play(game, pos, move, &after);
    if (!find_king(&after, pos->turn, &king)) {
        return false; /* blew up his own king */
    }
    if (!find_king(&after, 1 - pos->turn, &king)) {
        return true; /* blew up the other king, and so won at once */
    }
    if (in_check(game, &after, pos->turn)) {
        return false;
    }
    if (game->two && !game->explodes && by_king && move->kind == PLAIN) {
        return step_is_safe(game, pos, move);
    }
    return true;
}

static void write_uci(Move *move)
{
    char *s = move->uci;
    s[0] = (char)('a' + move->from.file);
    s[1] = (char)('1' + move->from.rank);
    s[2] = (char)('a' + move->file);
    s[3] = (char)('1' + move->rank);
    s[4] = move->promo ? (char)tolower((unsigned char)move->promo) : '\0';
    s[5] = '\0';
}

static void consider(const Game *game, const Position *pos, const Move *move, MoveList *list)
{
    if (list->count < ORACLE_MAX_MOVES && lawful(game, pos, move)) {
        list->move[list->count] = *move;
        write_uci(&list->move[list->count]);
        list->count++;
    }
}

/* Is there an enemy to capture on this square of this board, and room to arrive? */
static bool can_capture(const Position *pos, int board, int rank, int file)
{
    return belongs(pos->man[board][rank][file], 1 - pos->turn) &&
           pos->man[1 - board][rank][file] == '.';
}

static void piece_moves(const Game *game, const Position *pos, Place from, MoveList *list)
{
    bool king = kind_of(pos->man[from.board][from.rank][from.file]) == 'K';
    for (int r = 0; r < 8; r++) {
        for (int f = 0; f < 8; f++) {
            Move move = {PLAIN, from, r, f, 0, ""};
            /* A king's step is no capture, so it must not be asked whether kings can capture. */
            bool gets_there =
                king ? next_to(r, f, from.rank, from.file) : reaches(game, pos, from, r, f);
            bool quiet = empty_on_both(pos, r, f);
            bool capture = can_capture(pos, from.board, r, f) && !(king && game->explodes);
            if (gets_there && (quiet || capture)) {
                consider(game, pos, &move, list);
            }
        }
    }
}

/* A pawn's move; on the last rank it is four. */
static void pawn_move(const Game *game, const Position *pos, Place from, int rank, int file,
                      MoveList *list)
{
    Move move = {PLAIN, from, rank, file, 0, ""};
    if (rank != back_rank(1 - pos->turn)) {
        consider(game, pos, &move, list);
        return;
    }
    for (const char *p = "QRBN"; *p != '\0'; p++) {
        move.promo = man_of(pos->turn, *p);
        consider(game, pos, &move, list);
    }
}

/* The square an enemy pawn has just passed over lies on this rank, the pawn on the next one. */
static int ep_rank(const Position *pos) { return pos->turn == WHITE ? 5 : 2; }

/* Can a pawn that stands here take the pawn that has just made its double step? */
static bool can_take_en_passant(const Position *pos, Place from)
{
    return pos->ep != NONE && abs(from.file - pos->ep) == 1 &&
           from.rank + forward(pos->turn) == ep_rank(pos) &&
           pos->man[from.board][from.rank][from.file] == man_of(pos->turn, 'P') &&
           pos->man[from.board][from.rank][pos->ep] == man_of(1 - pos->turn, 'P') &&
           empty_on_both(pos, ep_rank(pos), pos->ep);
}

static void pawn_moves(const Game *game, const Position *pos, Place from, MoveList *list)
{
    int ahead = from.rank + forward(pos->turn);
    int second = back_rank(pos->turn) + forward(pos->turn);
    int fourth = second + 2 * forward(pos->turn);
    if (empty_on_both(pos, ahead, from.file)) {
        pawn_move(game, pos, from, ahead, from.file, list);
    }
    /* The square passed over needs to be empty on the pawn's own board only. */
    if (from.rank == second && pos->man[from.board][ahead][from.file] == '.' &&
        empty_on_both(pos, fourth, from.file)) {
        pawn_move(game, pos, from, fourth, from.file, list);
    }
    for (int file = from.file - 1; file <= from.file + 1; file += 2) {
        if (inside(ahead, file) && can_capture(pos, from.board, ahead, file)) {
            pawn_move(game, pos, from, ahead, file, list);
        }
    }
    if (can_take_en_passant(pos, from)) {
        pawn_move(game, pos, from, ahead, pos->ep, list);
    }
}

/* ---- castling ----------------------------------------------------------------------------- */

/*
 * Every square from one file to another on the castling board must be empty, but for the king
 * and the rook themselves.
 */
static bool clear_way(const Position *pos, Place king, int rook_file, int from, int to)
{
    int low = from < to ? from : to;
    int high = from < to ? to : from;
    for (int f = low; f <= high; f++) {
        if (f != king.file && f != rook_file && pos->man[king.board][king.rank][f] != '.') {
            return false;
        }
    }
    return true;
}

/* No check where he stands, where he crosses (he being lifted), and where both have landed. */
static bool safe_way(const Game *game, const Position *pos, Place king, int rook_file)
{
    int enemy = 1 - pos->turn;
    int landing = king_lands(rook_file > king.file ? KING_SIDE : QUEEN_SIDE);
    int step = landing > king.file ? 1 : -1;
    Position lifted = *pos;
    Position landed = *pos;
    Place end = {king.board, king.rank, landing};
    lifted.man[king.board][king.rank][king.file] = '.';
    put_castled(&landed, king, rook_file, king.board);
    if (attacked(game, pos, king, enemy) || attacked(game, &landed, end, enemy)) {
        return false;
    }
    if (landing == king.file) {
        return true;
    }
    for (int f = king.file + step; f != landing; f += step) {
        Place crossed = {king.board, king.rank, f};
        if (attacked(game, &lifted, crossed, enemy)) {
            return false;
        }
    }
    return true;
}

static void castling_moves(const Game *game, const Position *pos, Place king, MoveList *list)
{
    for (int wing = KING_SIDE; wing <= QUEEN_SIDE; wing++) {
        int rook_file = pos->rook[pos->turn][wing];
        int other = 1 - king.board;
        Move move = {CASTLE, king, king.rank, rook_file, 0, ""};
        if (rook_file != NONE && clear_way(pos, king, rook_file, king.file, king_lands(wing)) &&
            clear_way(pos, king, rook_file, rook_file, rook_lands(wing)) &&
            pos->man[other][king.rank][king_lands(wing)] == '.' &&
            pos->man[other][king.rank][rook_lands(wing)] == '.' &&
            safe_way(game, pos, king, rook_file)) {
            consider(game, pos, &move, list);
        }
    }
}

static void moves_of(const Game *game, const Position *pos, Place from, MoveList *list)
{
    char kind = kind_of(pos->man[from.board][from.rank][from.file]);
    if (kind == 'P') {
        pawn_moves(game, pos, from, list);
    } else {
        piece_moves(game, pos, from, list);
    }
    if (kind == 'K') {
        castling_moves(game, pos, from, list);
    }
    if (game->pass) {
        Move move = {PASS, from, from.rank, from.file, 0, ""};
        consider(game, pos, &move, list);
    }
}

static void legal_moves(const Game *game, const Position *pos, MoveList *list)
{
    list->count = 0;
    if (king_missing(pos)) {
        return;
    }
    for (int b = 0; b < 2; b++) {
        for (int r = 0; r < 8; r++) {
            for (int f = 0; f < 8; f++) {
                if (belongs(pos->man[b][r][f], pos->turn)) {
                    moves_of(game, pos, (Place){b, r, f}, list);
                }
            }
        }
    }
}

/* ---- writing positions -------------------------------------------------------------------- */

static char *write_placement(const char man[8][8], char *s)
{
    for (int r = 7; r >= 0; r--) {
        int empty = 0;
        for (int f = 0; f < 8; f++) {
            if (man[r][f] == '.') {
                empty++;
                continue;
            }
            if (empty > 0) {
                *s++ = (char)('0' + empty);
                empty = 0;
            }
            *s++ = man[r][f];
        }
        if (empty > 0) {
            *s++ = (char)('0' + empty);
        }
        if (r > 0) {
            *s++ = '/';
        }
    }
    return s;
}

/* The file of the rook furthest from the king on his board, rank and that side, or NONE. */
static int outermost_rook(const Position *pos, int colour, int wing, Place king)
{
    int edge = wing == KING_SIDE ? 7 : 0;
    int step = wing == KING_SIDE ? -1 : 1;
    for (int f = edge; f != king.file; f += step) {
        if (pos->man[king.board][king.rank][f] == man_of(colour, 'R')) {
            return f;
        }
    }
    return NONE;
}

static char *write_castling(const Position *pos, bool shredder, char *s)
{
    char *start = s;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        for (int wing = KING_SIDE; wing <= QUEEN_SIDE; wing++) {
            Place king;
            int file = pos->rook[colour][wing];
            if (file == NONE || !find_king(pos, colour, &king)) {
                continue;
            }
            if (!shredder && file == outermost_rook(pos, colour, wing, king)) {
                *s++ = man_of(colour, wing == KING_SIDE ? 'K' : 'Q');
            } else {
                *s++ = man_of(colour, (char)('A' + file));
            }
        }
    }
    if (s == start) {
        *s++ = '-';
    }
    return s;
}

/* Is there a lawful en passant capture? */
static bool ep_is_legal(const Game *game, const Position *pos)
{
    if (pos->ep == NONE || king_missing(pos)) {
        return false;
    }
    for (int b = 0; b < 2; b++) {
        for (int f = 0; f < 8; f++) {
            Place from = {b, ep_rank(pos) - forward(pos->turn), f};
            Move move = {PLAIN, from, ep_rank(pos), pos->ep, 0, ""};
            if (can_take_en_passant(pos, from) && lawful(game, pos, &move)) {
                return true;
            }
        }
    }
    return false;
}

/* The first four fields: what has to be the same when a position is repeated. */
static void write_position(const Game *game, const Position *pos, bool shredder,
                           char buf[ORACLE_FEN_SIZE])
{
    char *s = write_placement(pos->man[0], buf);
    if (game->two) {
        *s++ = '|';
        s = write_placement(pos->man[1], s);
    }
    *s++ = ' ';
    *s++ = pos->turn == WHITE ? 'w' : 'b';
    *s++ = ' ';
    s = write_castling(pos, shredder, s);
    *s++ = ' ';
    if (ep_is_legal(game, pos)) {
        *s++ = (char)('a' + pos->ep);
        *s++ = (char)('1' + ep_rank(pos));
    } else {
        *s++ = '-';
    }
    *s = '\0';
}

/* ---- reading positions -------------------------------------------------------------------- */

static bool read_placement(const char *s, size_t length, char man[8][8])
{
    int r = 7;
    int f = 0;
    for (size_t i = 0; i < length; i++) {
        if (s[i] == '/') {
            if (f != 8 || r == 0) {
                return false;
            }
            r--;
            f = 0;
        } else if (s[i] >= '1' && s[i] <= '8') {
            f += s[i] - '0';
        } else if (strchr("PNBRQKpnbrqk", s[i]) != NULL && f < 8) {
            man[r][f++] = s[i];
        } else {
            return false;
        }
        if (f > 8) {
            return false;
        }
    }
    return r == 0 && f == 8;
}

static bool read_boards(const Game *game, const char *s, Position *pos)
{
    const char *bar = strchr(s, '|');
    memset(pos->man, '.', sizeof pos->man);
    if (bar == NULL) {
        return read_placement(s, strlen(s), pos->man[0]);
    }
    return game->two && read_placement(s, (size_t)(bar - s), pos->man[0]) &&
           read_placement(bar + 1, strlen(bar + 1), pos->man[1]);
}

static int count_men(const Position *pos, char man)
{
    int count = 0;
    for (int b = 0; b < 2; b++) {
        for (int r = 0; r < 8; r++) {
            for (int f = 0; f < 8; f++) {
                count += pos->man[b][r][f] == man;
            }
        }
    }
    return count;
}

static int count_army(const Position *pos, int colour)
{
    int count = 0;
    for (const char *p = "PNBRQK"; *p != '\0'; p++) {
        count += count_men(pos, man_of(colour, *p));
    }
    return count;
}

/* One man a square, no pawn on an outer rank, the kings there, and no more than 16 a side. */
static bool men_are_possible(const Game *game, const Position *pos)
{
    int kings[2] = {count_men(pos, 'K'), count_men(pos, 'k')};
    for (int r = 0; r < 8; r++) {
        for (int f = 0; f < 8; f++) {
            char a = pos->man[0][r][f];
            char b = pos->man[1][r][f];
            bool pawn = kind_of(a) == 'P' || kind_of(b) == 'P';
            if ((a != '.' && b != '.') || (pawn && (r == 0 || r == 7))) {
                return false;
            }
        }
    }
    if (kings[WHITE] > 1 || kings[BLACK] > 1) {
        return false;
    }
    return kings[WHITE] + kings[BLACK] >= (game->explodes ? 1 : 2) &&
           count_army(pos, WHITE) <= 16 && count_army(pos, BLACK) <= 16;
}

/* One letter of the castling field: K, Q, or the file of a rook. */
static bool read_right(char letter, Position *pos)
{
    int colour = colour_of(letter);
    char upper = kind_of(letter);
    Place king;
    int file, wing;
    if (!isalpha((unsigned char)letter) || !find_king(pos, colour, &king) ||
        king.rank != back_rank(colour)) {
        return false;
    }
    if (upper == 'K' || upper == 'Q') {
        wing = upper == 'K' ? KING_SIDE : QUEEN_SIDE;
        file = outermost_rook(pos, colour, wing, king);
    } else {
        file = upper - 'A';
        wing = file > king.file ? KING_SIDE : QUEEN_SIDE;
    }
    if (!inside(king.rank, file) || pos->rook[colour][wing] != NONE ||
        pos->man[king.board][king.rank][file] != man_of(colour, 'R')) {
        return false;
    }
    pos->rook[colour][wing] = file;
    return true;
}

static bool read_castling(const char *s, Position *pos)
{
    memset(pos->rook, NONE, sizeof pos->rook); /* every byte 0xff: every number -1 */
    if (strcmp(s, "-") == 0) {
        return true;
    }
    for (; *s != '\0'; s++) {
        if (!read_right(*s, pos)) {
            return false;
        }
    }
    return true;
}

static bool read_ep(const Game *game, const char *s, Position *pos)
{
    int rank = ep_rank(pos);
    int start = rank + forward(pos->turn);
    int end = rank - forward(pos->turn);
    char pawn = man_of(1 - pos->turn, 'P');
    pos->ep = NONE;
    if (strcmp(s, "-") == 0) {
        return true;
    }
    if (strlen(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] != '1' + rank) {
        return false;
    }
    int file = s[0] - 'a';
    bool pawn_there = pos->man[0][end][file] == pawn || pos->man[1][end][file] == pawn;
    if (pawn_there && empty_on_both(pos, rank, file) && empty_on_both(pos, start, file) &&
        !(game->two && !game->explodes)) {
        pos->ep = file;
    }
    return true;
}

/* A counter of at most six digits. */
static bool read_counter(const char *s, int least, int *value)
{
    size_t length = strlen(s);
    if (length == 0 || length > 6 || strspn(s, "0123456789") != length) {
        return false;
    }
    *value = (int)strtol(s, NULL, 10);
    return *value >= least;
}

static bool read_fen(const Game *game, const char *fen, Position *pos)
{
    char boards[ORACLE_FEN_SIZE], turn[8], castling[8], ep[8];
    char half[16] = "0", full[16] = "1", rest[2] = "";
    int fields = sscanf(fen, "%191s %7s %7s %7s %15s %15s %1s", boards, turn, castling, ep, half,
                        full, rest);
    if (fields < 4 || fields > 6 || strlen(turn) != 1 || strchr("wb", turn[0]) == NULL) {
        return false;
    }
    pos->turn = turn[0] == 'w' ? WHITE : BLACK;
    return read_boards(game, boards, pos) && men_are_possible(game, pos) &&
           read_castling(castling, pos) && read_ep(game, ep, pos) &&
           read_counter(half, 0, &pos->half) && read_counter(full, 1, &pos->full) &&
           (king_missing(pos) || !in_check(game, pos, 1 - pos->turn));
}

/* ---- the state of the game ---------------------------------------------------------------- */

/* Are all bishops of both sides on squares of one colour? */
static bool bishops_on_one_colour(const Position *pos)
{
    int seen[2] = {0, 0};
    for (int r = 0; r < 8; r++) {
        for (int f = 0; f < 8; f++) {
            if (kind_of(pos->man[0][r][f]) == 'B') {
                seen[(r + f) % 2]++;
            }
        }
    }
    return seen[0] == 0 || seen[1] == 0;
}

static bool too_little_material(const Game *game, const Position *pos)
{
    int all = count_army(pos, WHITE) + count_army(pos, BLACK);
    int bishops = count_men(pos, 'B') + count_men(pos, 'b');
    int knights = count_men(pos, 'N') + count_men(pos, 'n');
    if (game->two) {
        return !game->explodes && all == 2; /* two bare kings; where men explode, never */
    }
    if (all == 2 || (all == 3 && bishops + knights == 1)) {
        return true;
    }
    return !game->explodes && all == 2 + bishops && bishops_on_one_colour(pos);
}

static bool repeated_thrice(const Oracle *o)
{
    int times = 0;
    for (size_t i = 0; i < o->count; i++) {
        times += strcmp(o->history[i], o->history[o->count - 1]) == 0;
    }
    return times >= 3;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Move *)a)->uci, ((const Move *)b)->uci);
}

/* The legal moves now; found once for each position, for several functions ask. */
static const MoveList *current_moves(Oracle *o)
{
    if (!o->known) {
        legal_moves(o->game, &o->pos, &o->moves);
        qsort(o->moves.move, (size_t)o->moves.count, sizeof o->moves.move[0], by_text);
        o->known = true;
    }
    return &o->moves;
}

static void *must(void *memory)
{
    if (memory == NULL) {
        abort();
    }
    return memory;
}

/* Makes this the present position. */
static void enter(Oracle *o, const Position *pos)
{
    if (o->count == o->room) {
        o->room = o->room == 0 ? 64 : 2 * o->room;
        o->history = must(realloc(o->history, o->room * sizeof o->history[0]));
    }
    o->pos = *pos;
    o->known = false;
    write_position(o->game, pos, true, o->history[o->count]);
    o->count++;
}

/* ---- what the header promises ------------------------------------------------------------- */

static const Game *find_game(const char *name)
{
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        if (strcmp(GAMES[i].name, name) == 0) {
            return &GAMES[i];
        }
    }
    return NULL;
}

Oracle *oracle_new(const char *game, const char *fen)
{
    const Game *found = find_game(game);
    Position pos;
    if (found == NULL || !read_fen(found, fen, &pos)) {
        return NULL;
    }
    Oracle *o = must(calloc(1, sizeof *o));
    o->game = found;
    enter(o, &pos);
    return o;
}

/* Puts a man on the n-th empty square of a rank, counted from 0. */
static void put_nth(char rank[9], int n, char man)
{
    for (int f = 0; f < 8; f++) {
        if (rank[f] == '.' && n-- == 0) {
            rank[f] = man;
            return;
        }
    }
}

/* Scharnagl's numbering: bishop on light, bishop on dark, queen, knights; then rook, king, rook. */
static void array_of(int number, char rank[9])
{
    static const int KNIGHTS[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    const int *knights = KNIGHTS[number / 96];
    memcpy(rank, "........", 9);
    rank[2 * (number % 4) + 1] = 'B';
    rank[2 * (number / 4 % 4)] = 'B';
    put_nth(rank, number / 16 % 6, 'Q');
    put_nth(rank, knights[1], 'N'); /* the further one first: it does not shift the nearer */
    put_nth(rank, knights[0], 'N');
    put_nth(rank, 0, 'R');
    put_nth(rank, 0, 'K');
    put_nth(rank, 0, 'R');
}

Oracle *oracle_start(const char *game, int shuffle)
{
    const Game *found = find_game(game);
    char white[9], black[9], fen[ORACLE_FEN_SIZE];
    if (found == NULL || shuffle < -1 || shuffle > 959) {
        return NULL;
    }
    array_of(shuffle == -1 ? 518 : shuffle, white);
    for (int i = 0; i < 9; i++) {
        black[i] = (char)tolower((unsigned char)white[i]);
    }
    if (found->apart) {
        snprintf(fen, sizeof fen, "8/8/8/8/8/8/PPPPPPPP/%s|%s/pppppppp/8/8/8/8/8/8 w KQkq - 0 1",
                 white, black);
    } else {
        snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
    }
    return oracle_new(game, fen);
}

Oracle *oracle_copy(const Oracle *o)
{
    Oracle *copy = must(malloc(sizeof *copy));
    *copy = *o;
    copy->history = must(malloc(o->room * sizeof o->history[0]));
    memcpy(copy->history, o->history, o->count * sizeof o->history[0]);
    return copy;
}

void oracle_free(Oracle *o)
{
    if (o != NULL) {
        free(o->history);
        free(o);
    }
}

int oracle_moves(Oracle *o, OracleMove out[ORACLE_MAX_MOVES])
{
    const MoveList *list = current_moves(o);
    for (int i = 0; i < list->count; i++) {
        memcpy(out[i].uci, list->move[i].uci, sizeof out[i].uci);
    }
    return list->count;
}

/* Castling written with the king's landing square. */
static bool castles_to(const Move *move, const char *uci)
{
    Move short_form = *move;
    short_form.file = king_lands(move->file > move->from.file ? KING_SIDE : QUEEN_SIDE);
    write_uci(&short_form);
    return move->kind == CASTLE && strcmp(short_form.uci, uci) == 0;
}

bool oracle_play(Oracle *o, const char *uci)
{
    const MoveList *list = current_moves(o);
    const Move *found = NULL;
    /* King-takes-rook and ordinary moves never read alike: a man of one's own stands there. */
    for (int i = 0; i < list->count && found == NULL; i++) {
        if (strcmp(list->move[i].uci, uci) == 0) {
            found = &list->move[i];
        }
    }
    for (int i = 0; i < list->count && found == NULL; i++) {
        if (castles_to(&list->move[i], uci)) {
            found = &list->move[i];
        }
    }
    if (found == NULL) {
        return false;
    }
    Position after;
    play(o->game, &o->pos, found, &after);
    enter(o, &after);
    return true;
}

void oracle_fen(const Oracle *o, bool shredder, char *buf, size_t size)
{
    char fields[ORACLE_FEN_SIZE];
    write_position(o->game, &o->pos, shredder, fields);
    snprintf(buf, size, "%s %d %d", fields, o->pos.half, o->pos.full);
}

const char *oracle_state(Oracle *o)
{
    if (king_missing(&o->pos)) {
        return "exploded";
    }
    bool check = in_check(o->game, &o->pos, o->pos.turn);
    if (current_moves(o)->count == 0) {
        return check ? "checkmate" : "stalemate";
    }
    if (too_little_material(o->game, &o->pos)) {
        return "draw material";
    }
    if (repeated_thrice(o)) {
        return "draw repetition";
    }
    if (o->pos.half >= 100) {
        return "draw fifty moves";
    }
    return check ? "ongoing check" : "ongoing";
}

static uint64_t perft(const Game *game, const Position *pos, int depth)
{
    MoveList list;
    uint64_t total = 0;
    if (depth <= 0) {
        return 1;
    }
    legal_moves(game, pos, &list);
    if (depth == 1) {
        return (uint64_t)list.count;
    }
    for (int i = 0; i < list.count; i++) {
        Position after;
        play(game, pos, &list.move[i], &after);
        total += perft(game, &after, depth - 1);
    }
    return total;
}

uint64_t oracle_perft(Oracle *o, int depth) { return perft(o->game, &o->pos, depth); }

void oracle_checkers(const Oracle *o, char *buf, size_t size)
{
    int enemy = 1 - o->pos.turn;
    char text[3 * 64 + 1];
    size_t length = 0;
    Place king;
    /* Files outside, ranks inside: so the squares come sorted. */
    if (find_king(&o->pos, o->pos.turn, &king) && !shielded(o->game, &o->pos, king, enemy)) {
        for (int f = 0; f < 8; f++) {
            for (int r = 0; r < 8; r++) {
                Place from = {king.board, r, f};
                if (belongs(o->pos.man[king.board][r][f], enemy) &&
                    reaches(o->game, &o->pos, from, king.rank, king.file)) {
                    text[length++] = (char)('a' + f);
                    text[length++] = (char)('1' + r);
                    text[length++] = ' ';
                }
            }
        }
    }
    text[length > 0 ? length - 1 : 0] = '\0';
    snprintf(buf, size, "%s", text);
}
