/* Reading and writing FEN. The reader cuts the text into fields and has one small validator a
 * field, each of which gives its reason; it builds a position of its own and hands it over only
 * when all have agreed. */
#include "rules/fen.h"

#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

const char *const fen_style_names[FEN_STYLE_COUNT] = {"two-board", "marked", "wide", "paired"};

static const char *const color_names[COLOR_COUNT] = {"white", "black"};

/* A piece of the text; not ended by a NUL. */
typedef struct Span {
    const char *text;
    size_t length;
} Span;

enum {
    FIELD_PLACEMENT,
    FIELD_SIDE,
    FIELD_CASTLING,
    FIELD_EN_PASSANT,
    FIELD_HALFMOVE,
    FIELD_FULLMOVE,
    FIELD_COUNT
};

/* The fields of one whole FEN; those that are missing are empty. */
typedef struct Fields {
    Span field[FIELD_COUNT];
} Fields;

/* What was read: one FEN, or the two halves of a paired one, board A's first. */
typedef struct Halves {
    int count;
    Fields half[BOARD_COUNT];
} Halves;

/* How a placement is written. */
typedef enum { SHAPE_PLAIN, SHAPE_MARKED, SHAPE_WIDE } Shape;

/* How much of a field is repeated in an error. */
enum { QUOTE_MAX = 8 };
static int quote_length(Span span)
{
    return span.length < QUOTE_MAX ? (int)span.length : QUOTE_MAX;
}

char man_letter(Man man)
{
    char letter = "PNBRQK??"[man & 7];
    return man_color(man) == BLACK && letter != '?' ? (char)(letter - 'A' + 'a') : letter;
}

/* The rook that `K` or `Q` means: of those on the king's side or the queen's side of the king, on
 * its rank and board, the one furthest out. NO_SQUARE if there is none. */
static Square outermost_rook(const Position *pos, Color color, bool king_side)
{
    Square king = king_square(pos, color);
    if (king == NO_SQUARE) return NO_SQUARE;
    int step = king_side ? 1 : -1;
    Man rook = man_of(color, ROOK, board_at(pos, king));
    Square found = NO_SQUARE;
    for (int file = file_of(king) + step; file >= 0 && file < 8; file += step) {
        Square sq = square_at(file, rank_of(king));
        if (pos->men[sq] == rook) found = sq;
    }
    return found;
}

static unsigned right_of(Color color, bool king_side)
{
    return (color == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE) + (king_side ? 0u : 1u);
}

/* ---- the text and its fields ---- */

static bool is_blank(char c) { return c != '\0' && strchr(" \t\r\n\v\f", c); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Cuts the next word off the text; an empty one if none is left. */
static Span next_word(Span *text)
{
    size_t start = 0;
    while (start < text->length && is_blank(text->text[start])) start++;
    size_t end = start;
    while (end < text->length && !is_blank(text->text[end])) end++;
    Span word = {text->text + start, end - start};
    *text = (Span){text->text + end, text->length - end};
    return word;
}

static bool split_fields(Span text, Fields *fields, Error *err)
{
    for (int i = 0; i < FIELD_COUNT; i++) fields->field[i] = next_word(&text);
    Span more = next_word(&text);
    if (more.length)
        return error_set(err, "fen: `%.*s` after the sixth field", quote_length(more), more.text);
    return true;
}

/* A `|` after the first field stands between two whole FENs. */
static bool split_halves(const char *fen, Halves *halves, Error *err)
{
    Span text = {fen, strlen(fen)};
    Span rest = text;
    if (!next_word(&rest).length) return error_set(err, "fen: empty");
    const char *bar = memchr(rest.text, '|', rest.length);
    halves->count = bar ? 2 : 1;
    if (!bar) return split_fields(text, &halves->half[0], err);
    Span left = {fen, (size_t)(bar - fen)};
    Span right = {bar + 1, text.length - left.length - 1};
    return split_fields(left, &halves->half[0], err) && split_fields(right, &halves->half[1], err);
}

/* ---- placement ---- */

static bool put_man(Position *pos, Square sq, char letter, Board board, Error *err)
{
    static const char letters[] = "PNBRQKpnbrqk";
    const char *at = letter ? strchr(letters, letter) : NULL;
    if (!at) return error_set(err, "fen placement: `%c` is no man", letter);
    unsigned index = (unsigned)(at - letters);
    Color color = index < 6 ? WHITE : BLACK;
    Kind kind = (Kind)(index % 6);
    char name[3];
    square_write(sq, name);

    if (pos->men[sq] != NO_MAN) return error_set(err, "fen placement: two men on %s", name);
    if (kind == PAWN && (rank_of(sq) == 0 || rank_of(sq) == 7))
        return error_set(err, "fen placement: pawn on %s", name);
    if (kind == KING && has_king(pos, color))
        return error_set(err, "fen placement: two %s kings", color_names[color]);
    if (popcount(pos->colors[color]) == MAX_MEN_A_SIDE)
        return error_set(err, "fen placement: more than %d %s men", MAX_MEN_A_SIDE,
                         color_names[color]);
    if (kind == PAWN && popcount(men_of(pos, color, PAWN)) == MAX_PAWNS_A_SIDE)
        return error_set(err, "fen placement: more than %d %s pawns", MAX_PAWNS_A_SIDE,
                         color_names[color]);
    position_put(pos, sq, man_of(color, kind, board));
    return true;
}

/* Reads a number of empty squares at text[*at] and steps over it. Only in ranks of sixteen squares
 * may it have two digits. 0 if there is no such number. */
static size_t read_gap(Span text, size_t *at, Shape shape)
{
    size_t start = *at, gap = 0;
    for (; *at < text.length && is_digit(text.text[*at]); ++*at)
        if (gap < 100) gap = gap * 10 + (size_t)(text.text[*at] - '0');
    size_t digits = *at - start;
    return text.text[start] == '0' || (digits > 1 && shape != SHAPE_WIDE) ? 0 : gap;
}

/* Reads one rank at text[*at], up to the next slash or the end. */
static bool read_rank(Position *pos, Span text, size_t *at, int rank, Shape shape, Board board,
                      Error *err)
{
    size_t width = shape == SHAPE_WIDE ? 16 : 8, squares = 0;
    while (*at < text.length && text.text[*at] != '/') {
        if (is_digit(text.text[*at])) {
            size_t start = *at, gap = read_gap(text, at, shape);
            Span digits = {text.text + start, *at - start};
            if (!gap)
                return error_set(err, "fen placement: `%.*s` is no number of squares",
                                 quote_length(digits), digits.text);
            squares += gap;
            continue;
        }
        Board on = shape == SHAPE_WIDE && squares >= 8 ? BOARD_B : board;
        if (text.text[*at] == '|' && shape == SHAPE_MARKED) {
            on = BOARD_B;
            ++*at;
            if (*at == text.length || is_digit(text.text[*at]) || text.text[*at] == '/')
                return error_set(err, "fen placement: `|` before no man");
        }
        if (squares < width &&
            !put_man(pos, square_at((int)(squares & 7), rank), text.text[*at], on, err))
            return false;
        squares++;
        ++*at;
    }
    if (squares != width)
        return error_set(err, "fen placement: rank %d has %zu squares", rank + 1, squares);
    return true;
}

static size_t count_char(Span text, char wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) count += text.text[i] == wanted;
    return count;
}

/* Reads eight ranks; whoever stands there stands on `board` unless the shape says otherwise. */
static bool read_ranks(Position *pos, Span text, Shape shape, Board board, Error *err)
{
    size_t ranks = count_char(text, '/') + 1;
    if (ranks != 8)
        return error_set(err, "fen placement: %zu rank%s, not 8", ranks, ranks == 1 ? "" : "s");
    size_t at = 0;
    for (int rank = 7; rank >= 0; rank--) {
        if (!read_rank(pos, text, &at, rank, shape, board, err)) return false;
        at++; /* the slash */
    }
    return true;
}

/* Is the first rank one of sixteen squares? */
static bool looks_wide(Span text)
{
    size_t squares = 0;
    for (size_t at = 0; at < text.length && text.text[at] != '/';) {
        if (is_digit(text.text[at])) {
            squares += read_gap(text, &at, SHAPE_WIDE);
        } else {
            squares++;
            at++;
        }
    }
    return squares == 16;
}

static bool read_placement(Position *pos, const Halves *halves, Error *err)
{
    Span text = halves->half[0].field[FIELD_PLACEMENT];
    if (!text.length) return error_set(err, "fen placement: empty");
    const char *bar = memchr(text.text, '|', text.length);
    bool paired = halves->count == 2, wide = !bar && looks_wide(text);
    if (!rules_of((RulesId)pos->rules).two_boards && (paired || bar || wide))
        return error_set(err, "fen placement: two boards in a game on one");
    if (paired)
        return read_ranks(pos, text, SHAPE_PLAIN, BOARD_A, err) &&
               read_ranks(pos, halves->half[1].field[FIELD_PLACEMENT], SHAPE_PLAIN, BOARD_B, err);
    if (bar && count_char(text, '/') > 7) {
        Span a = {text.text, (size_t)(bar - text.text)};
        Span b = {bar + 1, text.length - a.length - 1};
        return read_ranks(pos, a, SHAPE_PLAIN, BOARD_A, err) &&
               read_ranks(pos, b, SHAPE_PLAIN, BOARD_B, err);
    }
    Shape shape = bar ? SHAPE_MARKED : wide ? SHAPE_WIDE : SHAPE_PLAIN;
    return read_ranks(pos, text, shape, BOARD_A, err);
}

/* Where captures explode one king may be gone: a finished game. */
static bool check_kings(const Position *pos, Error *err)
{
    if (!has_king(pos, WHITE) && !has_king(pos, BLACK))
        return error_set(err, "fen placement: no kings");
    for (Color color = WHITE; color <= BLACK; color++)
        if (!has_king(pos, color) && !rules_of((RulesId)pos->rules).explodes)
            return error_set(err, "fen placement: no %s king", color_names[color]);
    return true;
}

/* ---- the other fields ---- */

static bool read_side(Position *pos, const Halves *halves, Error *err)
{
    for (int i = 0; i < halves->count; i++) {
        Span text = halves->half[i].field[FIELD_SIDE];
        if (!text.length) {
            if (i == 1) continue;
            return error_set(err, "fen side to move: missing");
        }
        if (text.length != 1 || (*text.text != 'w' && *text.text != 'b'))
            return error_set(err, "fen side to move: `%.*s` is neither w nor b", quote_length(text),
                             text.text);
        Color side = *text.text == 'w' ? WHITE : BLACK;
        if (i == 1 && side != (Color)pos->side)
            return error_set(err, "fen side to move: the two halves differ");
        position_set_side(pos, side);
    }
    return true;
}

/* One letter of the castling field: the sides' letters, or the file of the rook. */
static bool read_right(Position *pos, char letter, Error *err)
{
    Color color = letter >= 'a' ? BLACK : WHITE;
    char lower = color == WHITE ? (char)(letter - 'A' + 'a') : letter;
    bool named = lower == 'k' || lower == 'q';
    if (!named && (lower < 'a' || lower > 'h'))
        return error_set(err, "fen castling: `%c` is no right", letter);

    Square king = king_square(pos, color);
    if (king == NO_SQUARE || relative_rank(color, rank_of(king)) != 0)
        return error_set(err, "fen castling: no king on its first rank for `%c`", letter);
    bool king_side = named ? lower == 'k' : lower - 'a' > file_of(king);
    Square rook =
        named ? outermost_rook(pos, color, king_side) : square_at(lower - 'a', rank_of(king));
    if (rook == NO_SQUARE || pos->men[rook] != man_of(color, ROOK, board_at(pos, king)))
        return error_set(err, "fen castling: no rook for `%c`", letter);
    unsigned right = right_of(color, king_side);
    if (pos->rights & right_bit(right))
        return error_set(err, "fen castling: a second right on one side by `%c`", letter);
    position_add_right(pos, right, rook);
    return true;
}

/* In a paired FEN each half has the rights of the kings on its own board. */
static bool read_castling(Position *pos, const Halves *halves, Error *err)
{
    for (int i = 0; i < halves->count; i++) {
        Span text = halves->half[i].field[FIELD_CASTLING];
        if (text.length == 1 && *text.text == '-') continue;
        for (size_t at = 0; at < text.length; at++) {
            char letter = text.text[at];
            if (!read_right(pos, letter, err)) return false;
            Square king = king_square(pos, letter >= 'a' ? BLACK : WHITE);
            if (halves->count == 2 && board_at(pos, king) != (Board)i)
                return error_set(err, "fen castling: the king of `%c` is on the other board",
                                 letter);
        }
    }
    return true;
}

/* Can the enemy's last move have been a double step over that square? The pawn then stands beyond
 * it, on the other board than it came from if there are two. */
static bool check_en_passant(const Position *pos, Square sq, Error *err)
{
    char name[3];
    square_write(sq, name);
    Color mover = pos->side == WHITE ? BLACK : WHITE;
    if (relative_rank(mover, rank_of(sq)) != 2)
        return error_set(err, "fen en passant: %s is on the wrong rank", name);
    Rules rules = rules_of((RulesId)pos->rules);
    if (!rules_en_passant(rules)) return true;

    int forward = mover == WHITE ? 8 : -8;
    Square origin = (Square)(sq - forward), pawn = (Square)(sq + forward);
    if (!has(men_of(pos, mover, PAWN), pawn))
        return error_set(err, "fen en passant: no pawn has passed over %s", name);
    Board from = board_at(pos, pawn);
    if (rules.two_boards) from = from == BOARD_A ? BOARD_B : BOARD_A;
    if (has(board_men(pos, from), sq))
        return error_set(err, "fen en passant: %s is not empty", name);
    square_write(origin, name);
    if (has(occupied(pos), origin)) return error_set(err, "fen en passant: %s is not empty", name);
    return true;
}

static bool read_en_passant(const Position *pos, const Halves *halves, Square *passed, Error *err)
{
    *passed = NO_SQUARE;
    for (int i = 0; i < halves->count; i++) {
        Span text = halves->half[i].field[FIELD_EN_PASSANT];
        if (!text.length || (text.length == 1 && *text.text == '-')) continue;
        Square sq = text.length == 2 ? square_read(text.text) : (Square)NO_SQUARE;
        if (sq == NO_SQUARE)
            return error_set(err, "fen en passant: `%.*s` is no square", quote_length(text),
                             text.text);
        if (*passed != NO_SQUARE && *passed != sq)
            return error_set(err, "fen en passant: the two halves differ");
        if (!check_en_passant(pos, sq, err)) return false;
        *passed = sq;
    }
    return true;
}

static bool read_number(Span text, const char *name, uint16_t *number, Error *err)
{
    unsigned value = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (!is_digit(text.text[i]))
            return error_set(err, "fen %s: `%.*s` is no number", name, quote_length(text),
                             text.text);
        value = value * 10 + (unsigned)(text.text[i] - '0');
        if (value > UINT16_MAX) return error_set(err, "fen %s: more than %d", name, UINT16_MAX);
    }
    *number = (uint16_t)value;
    return true;
}

/* A missing counter is `least`, and so is one below it: some programs count moves from 0. */
static bool read_counter(const Halves *halves, int field, const char *name, uint16_t least,
                         uint16_t *counter, Error *err)
{
    bool said = false;
    *counter = least;
    for (int i = 0; i < halves->count; i++) {
        Span text = halves->half[i].field[field];
        if (!text.length) continue;
        uint16_t number = 0;
        if (!read_number(text, name, &number, err)) return false;
        if (number < least) number = least;
        if (said && number != *counter)
            return error_set(err, "fen %s: the two halves differ", name);
        *counter = number;
        said = true;
    }
    return true;
}

bool fen_read(Position *pos, RulesId rules, const char *fen, Error *err)
{
    Halves halves = {0};
    Position made;
    Square passed;
    position_clear(&made, rules);
    if (!split_halves(fen, &halves, err) || !read_placement(&made, &halves, err) ||
        !check_kings(&made, err) || !read_side(&made, &halves, err) ||
        !read_castling(&made, &halves, err) || !read_en_passant(&made, &halves, &passed, err) ||
        !read_counter(&halves, FIELD_HALFMOVE, "halfmove clock", 0, &made.rule50, err) ||
        !read_counter(&halves, FIELD_FULLMOVE, "fullmove number", 1, &made.fullmove, err))
        return false;

    bool finished = !has_king(&made, WHITE) || !has_king(&made, BLACK);
    if (!finished && position_in_check(&made, made.side == WHITE ? BLACK : WHITE))
        return error_set(err, "fen: the side not to move is in check");
    if (!finished && passed != NO_SQUARE && rules_en_passant(rules_of(rules)))
        position_set_en_passant(&made, passed);
    *pos = made;
    return true;
}

/* ---- writing: each function returns where it stopped ---- */

static char *write_gap(char *out, int gap)
{
    if (gap >= 10) *out++ = (char)('0' + gap / 10);
    if (gap > 0) *out++ = (char)('0' + gap % 10);
    return out;
}

/* A plain placement shows the men of one board. */
static char *write_placement(const Position *pos, Shape shape, Board board, char *out)
{
    int width = shape == SHAPE_WIDE ? 16 : 8;
    for (int rank = 7; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < width; file++) {
            Man man = pos->men[square_at(file & 7, rank)];
            Board shown = shape == SHAPE_WIDE ? (Board)(file >> 3) : board;
            if (man == NO_MAN || (shape != SHAPE_MARKED && man_board(man) != shown)) {
                gap++;
                continue;
            }
            out = write_gap(out, gap);
            gap = 0;
            if (shape == SHAPE_MARKED && man_board(man) == BOARD_B) *out++ = '|';
            *out++ = man_letter(man);
        }
        out = write_gap(out, gap);
        if (rank > 0) *out++ = '/';
    }
    return out;
}

/* The rights of the kings that stand on one of those squares. */
static char *write_castling(const Position *pos, Bitboard where, bool shredder, char *out)
{
    static const char names[RIGHT_COUNT] = {'K', 'Q', 'k', 'q'};
    char *start = out;
    for (unsigned right = 0; right < RIGHT_COUNT; right++) {
        if (!(pos->rights & right_bit(right))) continue;
        Color color = right < BLACK_KING_SIDE ? WHITE : BLACK;
        if (!(men_of(pos, color, KING) & where)) continue;
        Square rook = pos->castle_rook[right];
        bool king_side = right == right_of(color, true);
        if (!shredder && rook == outermost_rook(pos, color, king_side))
            *out++ = names[right];
        else
            *out++ = (char)((color == WHITE ? 'A' : 'a') + file_of(rook));
    }
    if (out == start) *out++ = '-';
    return out;
}

/* Everything after the placement, as far as it belongs to those squares. */
static char *write_fields(const Position *pos, Bitboard where, bool shredder, char *out)
{
    *out++ = ' ';
    *out++ = pos->side == WHITE ? 'w' : 'b';
    *out++ = ' ';
    out = write_castling(pos, where, shredder, out);

    char passed[3] = "-";
    if (pos->ep != NO_SQUARE) {
        Square pawn = (Square)(pos->side == WHITE ? pos->ep - 8 : pos->ep + 8);
        if (has(where, pawn)) square_write(pos->ep, passed);
    }
    return out + sprintf(out, " %s %u %u", passed, (unsigned)pos->rule50, (unsigned)pos->fullmove);
}

void fen_write(const Position *pos, FenStyle style, bool shredder, char buf[FEN_MAX])
{
    char *out = buf;
    if (!rules_of((RulesId)pos->rules).two_boards) {
        out = write_placement(pos, SHAPE_PLAIN, BOARD_A, out);
    } else if (style == FEN_MARKED || style == FEN_WIDE) {
        out = write_placement(pos, style == FEN_WIDE ? SHAPE_WIDE : SHAPE_MARKED, BOARD_A, out);
    } else {
        out = write_placement(pos, SHAPE_PLAIN, BOARD_A, out);
        if (style == FEN_PAIRED) {
            out = write_fields(pos, board_mask(pos, BOARD_A), shredder, out);
            *out++ = ' ';
        }
        *out++ = '|';
        if (style == FEN_PAIRED) *out++ = ' ';
        out = write_placement(pos, SHAPE_PLAIN, BOARD_B, out);
        if (style == FEN_PAIRED) {
            write_fields(pos, board_mask(pos, BOARD_B), shredder, out);
            return;
        }
    }
    write_fields(pos, ~0ull, shredder, out);
}
