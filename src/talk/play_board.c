#include "talk/play_board.h"

#include "rules/fen.h"
#include "talk/play_words.h"

static const char *const filled[KIND_COUNT] = {"\u265f", "\u265e", "\u265d",
                                               "\u265c", "\u265b", "\u265a"};
static const char *const hollow[KIND_COUNT] = {"\u2659", "\u2658", "\u2657",
                                               "\u2656", "\u2655", "\u2654"};

BoardMarks board_marks(const Position *before, Move move)
{
    BoardMarks marks = {0};
    Board from = board_at(before, move_from(move));
    Board to = has_two_boards(before) ? (Board)!from : from;
    Square taken = position_captured_square(before, move);
    marks.left[from] = bit(move_from(move));
    marks.landed[to] = bit(move_to(move));
    if (move_kind(move) == CASTLING) {
        unsigned right = before->side == WHITE ? WHITE_KING_SIDE : BLACK_KING_SIDE;
        right += file_of(move_to(move)) > file_of(move_from(move)) ? 0 : 1;
        marks.left[from] |= bit(move_to(move));
        marks.landed[to] = bit(castling_king_target(right)) | bit(castling_rook_target(right));
    }
    if (taken != NO_SQUARE) marks.taken[from] = bit(taken);
    marks.blown[to] = position_blast(before, move);
    return marks;
}

/* ---- squares ---- */

typedef enum { MARK_NONE, MARK_LEFT, MARK_LANDED, MARK_TAKEN, MARK_BLOWN, MARK_COUNT } Mark;

static Mark mark_of(const BoardMarks *marks, Board board, Square sq)
{
    if (!marks) return MARK_NONE;
    if (has(marks->landed[board], sq)) return MARK_LANDED;
    if (has(marks->blown[board], sq)) return MARK_BLOWN;
    if (has(marks->taken[board], sq)) return MARK_TAKEN;
    return has(marks->left[board], sq) ? MARK_LEFT : MARK_NONE;
}

static void add_symbol(Buffer *text, Man man, Mark mark, const BoardStyle *style)
{
    if (man == NO_MAN) {
        static const char *const empty[MARK_COUNT] = {".", ".", "*", "x", "*"};
        /* Squares have colours of their own then; the dot would only disturb. */
        buffer_add(text, "%s", style->color && mark == MARK_NONE ? " " : empty[mark]);
    } else if (style->unicode) {
        /* Eight colours differ from screen to screen: men are told apart without them. */
        bool outline = (!style->color || style->eight) && man_color(man) == WHITE;
        buffer_add(text, "%s", (outline ? hollow : filled)[man_kind(man)]);
    } else {
        buffer_add(text, "%c", man_letter(man));
    }
}

/* Light and dark squares on which both white and black men are seen well. */
static void add_colors(Buffer *text, bool white, Mark mark, bool dark, bool eight)
{
    static const int ground[MARK_COUNT][2] = {
        {138, 95}, {66, 66}, {65, 65}, {131, 131}, {167, 167}};
    static const int ground_of_eight[MARK_COUNT][2] = {
        {46, 42}, {43, 43}, {43, 43}, {41, 41}, {41, 41}};
    if (eight)
        buffer_add(text, "\033[%s;%dm", white ? "1;37" : "30", ground_of_eight[mark][dark]);
    else
        buffer_add(text, "\033[%s;48;5;%dm", white ? "1;38;5;231" : "38;5;16", ground[mark][dark]);
}

/* Are the squares one column wide, and the boards without frills? */
static bool is_dense(const BoardStyle *style)
{
    return style->width > 0 && style->width < BOARD_WIDTH;
}

/* Three columns: the man between the brackets of its mark. Dense, the man alone. */
static void add_square(Buffer *text, Man man, Mark mark, bool dark, const BoardStyle *style)
{
    static const char open[MARK_COUNT] = {' ', '(', '[', ' ', ' '};
    static const char shut[MARK_COUNT] = {' ', ')', ']', ' ', ' '};
    bool white = man != NO_MAN && man_color(man) == WHITE;
    if (style->color) add_colors(text, white, mark, dark, style->eight);
    if (!is_dense(style)) buffer_add(text, "%c", open[mark]);
    add_symbol(text, man, mark, style);
    if (!is_dense(style)) buffer_add(text, "%c", shut[mark]);
    buffer_add(text, "%s", style->color ? "\033[0m" : "");
}

/* ---- lines ---- */

static void add_rank(Buffer *text, const Position *pos, Board board, int rank,
                     const BoardMarks *marks, const BoardStyle *style)
{
    buffer_add(text, "%d ", rank + 1);
    for (int column = 0; column < 8; column++) {
        Square sq = square_at(style->flipped ? 7 - column : column, rank);
        Man man = has(board_men(pos, board), sq) ? pos->men[sq] : (Man)NO_MAN;
        add_square(text, man, mark_of(marks, board, sq), has(DARK_BITS, sq), style);
    }
    if (!is_dense(style)) buffer_add(text, " %d", rank + 1);
}

static void add_files(Buffer *text, const BoardStyle *style)
{
    buffer_add(text, "  ");
    for (int column = 0; column < 8; column++)
        buffer_add(text, is_dense(style) ? "%c" : " %c ",
                   style->flipped ? 'h' - column : 'a' + column);
    if (!is_dense(style)) buffer_add(text, "  ");
}

/* Heading, eight ranks, files. */
enum { HEADING, FILES = 9, LINE_COUNT };

static void add_line(Buffer *text, const Position *pos, Board board, int line,
                     const BoardMarks *marks, const BoardStyle *style)
{
    if (line == HEADING)
        buffer_add(text, "%*sboard %c%*s", is_dense(style) ? 2 : 10, "", board_letter(board), 11,
                   "");
    else if (line == FILES)
        add_files(text, style);
    else
        add_rank(text, pos, board, style->flipped ? line - 1 : 8 - line, marks, style);
}

static void end_line(Buffer *text)
{
    size_t blanks = 0;
    while (blanks < text->length && text->data[text->length - 1 - blanks] == ' ') blanks++;
    text->length -= blanks;
    buffer_append(text, "\n", 1);
}

static void draw_one(Buffer *text, const Position *pos, Board board, const BoardMarks *marks,
                     const BoardStyle *style)
{
    for (int line = has_two_boards(pos) ? HEADING : 1; line < LINE_COUNT; line++) {
        add_line(text, pos, board, line, marks, style);
        end_line(text);
    }
}

void draw_boards(Buffer *text, const Position *pos, const BoardMarks *marks,
                 const BoardStyle *style)
{
    if (style->width > 0 && style->width < DENSE_WIDTH) {
        buffer_add(text, "Too narrow for a board: `describe` puts it in words.\n");
        return;
    }
    if (!has_two_boards(pos) || (style->width > 0 && style->width < BOARDS_WIDTH)) {
        draw_one(text, pos, BOARD_A, marks, style);
        if (has_two_boards(pos)) draw_one(text, pos, BOARD_B, marks, style);
        return;
    }
    for (int line = HEADING; line < LINE_COUNT; line++) {
        add_line(text, pos, BOARD_A, line, marks, style);
        buffer_add(text, "%*s", BOARD_GAP, "");
        add_line(text, pos, BOARD_B, line, marks, style);
        end_line(text);
    }
}
