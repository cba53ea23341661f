#include "rules/notation.h"

#include "rules/movegen.h"

#include <string.h>

/* How much of what was sent an error repeats. */
#define QUOTE "%.20s"

static const char kind_letters[] = "PNBRQK";

void square_write(Square sq, char buf[3])
{
    if (sq >= SQUARE_COUNT) {
        memcpy(buf, "-", 2);
        return;
    }
    buf[0] = (char)('a' + file_of(sq));
    buf[1] = (char)('1' + rank_of(sq));
    buf[2] = '\0';
}

Square square_read(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return NO_SQUARE;
    return square_at(text[0] - 'a', text[1] - '1');
}

static bool is_castling(Move move) { return move_kind(move) == CASTLING; }

/* The rook a king takes in castling is on the side to which they castle. */
static bool is_king_side(Move castling)
{
    return file_of(move_to(castling)) > file_of(move_from(castling));
}

static Square castling_landing(const Position *pos, Move castling)
{
    unsigned right = pos->side == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
    return castling_king_target(right + (is_king_side(castling) ? 0u : 1u));
}

/* The kind that a letter of either case promotes to; KIND_COUNT if to none. */
static Kind promotion_kind(char letter)
{
    static const char letters[] = "nbrqNBRQ";
    const char *at = letter ? strchr(letters, letter) : NULL;
    return at ? (Kind)(KNIGHT + (at - letters) % 4) : KIND_COUNT;
}

/* ---- coordinates ---- */

void move_write_uci(const Position *pos, Move move, bool chess960, char buf[UCI_MOVE_MAX])
{
    if (move == MOVE_NONE) {
        memcpy(buf, "0000", 5);
        return;
    }
    Square from = move_from(move), to = move_to(move);
    if (is_castling(move) && !chess960 && file_of(from) == file_of(E1) &&
        (file_of(to) == 0 || file_of(to) == 7))
        to = castling_landing(pos, move);
    square_write(from, buf);
    square_write(to, buf + 2);
    if (move_is_promotion(move)) {
        buf[4] = "nbrq"[move_promoted_kind(move) - KNIGHT];
        buf[5] = '\0';
    }
}

/* The legal move of those squares, or MOVE_NONE. A king that takes its own rook castles; a plain
 * move comes before castling to the king's landing square, which in Chess960 may be a step away.
 * `promoted` is KIND_COUNT for a move that does not promote. */
static Move find_by_squares(const Position *pos, const MoveList *list, Square from, Square to,
                            Kind promoted)
{
    Move castling = MOVE_NONE;
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        if (move_from(move) != from) continue;
        Kind kind = move_is_promotion(move) ? move_promoted_kind(move) : KIND_COUNT;
        if (move_to(move) == to && kind == promoted) return move;
        if (is_castling(move) && promoted == KIND_COUNT && castling_landing(pos, move) == to)
            castling = move;
    }
    return castling;
}

Move move_read_uci(const Position *pos, const char *text, Error *err)
{
    size_t length = strnlen(text, UCI_MOVE_MAX);
    Square from = length >= 4 ? square_read(text) : (Square)NO_SQUARE;
    Square to = length >= 4 ? square_read(text + 2) : (Square)NO_SQUARE;
    Kind promoted = length == 5 ? promotion_kind(text[4]) : KIND_COUNT;
    if (from == NO_SQUARE || to == NO_SQUARE || length == UCI_MOVE_MAX ||
        (length == 5 && promoted == KIND_COUNT)) {
        error_set(err, "`" QUOTE "` is no move", text);
        return MOVE_NONE;
    }
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    Move move = find_by_squares(pos, &list, from, to, promoted);
    if (!move) error_set(err, "illegal move " QUOTE, text);
    return move;
}

/* ---- standard algebraic notation ---- */

/* Writes as much of the origin as tells the move from every other legal move of such a man to the
 * same square: the file if that does, else the rank, else both. A pawn that takes always names its
 * file; one that does not cannot be mistaken for a pawn of another file. */
static char *write_origin(const Position *pos, Move move, char *out)
{
    Square from = move_from(move);
    Kind kind = man_kind(pos->men[from]);
    bool shared = false, same_file = false, same_rank = false;
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        Move other = list.moves[i];
        Square start = move_from(other);
        if (start == from || move_to(other) != move_to(move) || is_castling(other) ||
            man_kind(pos->men[start]) != kind || (kind == PAWN && file_of(start) != file_of(from)))
            continue;
        shared = true;
        same_file |= file_of(start) == file_of(from);
        same_rank |= rank_of(start) == rank_of(from);
    }
    bool pawn_takes = kind == PAWN && move_is_capture(move);
    if (pawn_takes || (shared && (!same_file || same_rank))) *out++ = (char)('a' + file_of(from));
    if (same_file) *out++ = (char)('1' + rank_of(from));
    return out;
}

static char *write_suffix(const Position *pos, Move move, char *out)
{
    Position after = *pos;
    Undo undo;
    position_make(&after, move, &undo);
    if (!has_king(&after, (Color)after.side))
        *out++ = '#';
    else if (position_checkers(&after))
        *out++ = has_legal_move(&after) ? '+' : '#';
    return out;
}

void move_write_san(const Position *pos, Move move, char buf[SAN_MAX])
{
    char *out = buf;
    Kind kind = man_kind(pos->men[move_from(move)]);
    if (is_castling(move)) {
        out = stpcpy(out, is_king_side(move) ? "O-O" : "O-O-O");
    } else {
        if (kind != PAWN) *out++ = kind_letters[kind];
        out = write_origin(pos, move, out);
        if (move_is_capture(move)) *out++ = 'x';
        square_write(move_to(move), out);
        out += 2;
        if (move_is_promotion(move)) {
            *out++ = '=';
            *out++ = kind_letters[move_promoted_kind(move)];
        }
    }
    out = write_suffix(pos, move, out);
    *out = '\0';
}

static bool is_one_of(char c, const char *set) { return c != '\0' && strchr(set, c); }

static bool parse_castling(const char *text, size_t length, San *san)
{
    static const char *const spellings[] = {"O-O", "0-0", "o-o", "O-O-O", "0-0-0", "o-o-o"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (length != strlen(spellings[i]) || strncmp(text, spellings[i], length) != 0) continue;
        san->castling = true;
        san->king_side = length == 3;
        return true;
    }
    return false;
}

/* Letter, file and rank of the origin, each of which may be missing, and nothing else. */
static bool parse_origin(const char *text, size_t length, San *san)
{
    size_t at = 0;
    if (at < length && is_one_of(text[at], kind_letters))
        san->kind = (Kind)(strchr(kind_letters, text[at++]) - kind_letters);
    if (at < length && text[at] >= 'a' && text[at] <= 'h') san->file = text[at++] - 'a';
    if (at < length && text[at] >= '1' && text[at] <= '8') san->rank = text[at++] - '1';
    return at == length;
}

/* Takes the text apart from its end, where it is most regular. */
bool san_parse(const char *text, San *san)
{
    size_t length = strnlen(text, SAN_MAX + 4);
    *san = (San){.kind = KIND_COUNT, .promoted = KIND_COUNT, .file = -1, .rank = -1};
    if (length == SAN_MAX + 4) return false;
    while (length > 0 && is_one_of(text[length - 1], "+#!?")) length--;
    if (parse_castling(text, length, san)) return true;

    if (length > 0 && text[length - 1] == ')') length--;
    if (length > 0 && promotion_kind(text[length - 1]) != KIND_COUNT) {
        san->promoted = promotion_kind(text[--length]);
        if (length > 0 && is_one_of(text[length - 1], "=(/")) length--;
    }
    if (length < 2) return false;
    length -= 2;
    san->to = square_read(text + length);
    san->takes = length > 0 && is_one_of(text[length - 1], "x:");
    if (length > 0 && is_one_of(text[length - 1], "x:-")) length--;
    return san->to != NO_SQUARE && parse_origin(text, length, san);
}

bool san_matches(const Position *pos, Move move, const San *san)
{
    if (san->castling) return is_castling(move) && is_king_side(move) == san->king_side;
    Square from = move_from(move);
    Kind kind = san->kind == KIND_COUNT ? PAWN : san->kind;
    if (is_castling(move) || move_to(move) != san->to || man_kind(pos->men[from]) != kind)
        return false;
    if (san->file >= 0 && file_of(from) != san->file) return false;
    if (san->rank >= 0 && rank_of(from) != san->rank) return false;
    return san->promoted == KIND_COUNT ||
           (move_is_promotion(move) && move_promoted_kind(move) == san->promoted);
}

Move move_read_san(const Position *pos, const char *text, Error *err)
{
    San san;
    if (!san_parse(text, &san)) {
        error_set(err, "`" QUOTE "` is no move", text);
        return MOVE_NONE;
    }
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    Move found = MOVE_NONE;
    if (san.kind == KIND_COUNT && san.file >= 0 && san.rank >= 0) {
        found = find_by_squares(pos, &list, square_at(san.file, san.rank), san.to, san.promoted);
    } else {
        for (int i = 0; i < list.count; i++) {
            if (!san_matches(pos, list.moves[i], &san)) continue;
            if (found) {
                error_set(err, "ambiguous move " QUOTE, text);
                return MOVE_NONE;
            }
            found = list.moves[i];
        }
    }
    if (!found) error_set(err, "illegal move " QUOTE, text);
    return found;
}
