#include "talk/play_words.h"

#include "rules/notation.h"

const char *const kind_words[KIND_COUNT] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
const char *const color_words[COLOR_COUNT] = {"White", "Black"};

static void add_square(Buffer *text, Square sq)
{
    char name[3];
    square_write(sq, name);
    buffer_add(text, "%s", name);
}

void add_place(Buffer *text, const Position *pos, Square sq, Board board)
{
    add_square(text, sq);
    if (has_two_boards(pos)) buffer_add(text, " of board %c", board_letter(board));
}

void add_man(Buffer *text, const Position *pos, Square sq)
{
    buffer_add(text, "the %s on ", kind_words[man_kind(pos->men[sq])]);
    add_place(text, pos, sq, board_at(pos, sq));
}

void add_separator(Buffer *text, int item, int count)
{
    if (item > 0) buffer_add(text, "%s", item + 1 == count ? " and " : ", ");
}

void add_men(Buffer *text, const Position *pos, Bitboard squares)
{
    int count = popcount(squares);
    for (int item = 0; squares; item++) {
        add_separator(text, item, count);
        add_man(text, pos, pop_square(&squares));
    }
}

void whole_percent(const int thousandths[3], int percent[3])
{
    int missing = 100, left[3];
    for (int i = 0; i < 3; i++) {
        percent[i] = thousandths[i] / 10;
        left[i] = thousandths[i] % 10;
        missing -= percent[i];
    }
    for (; missing > 0; missing--) {
        int most = left[0] >= left[1] && left[0] >= left[2] ? 0 : left[1] >= left[2] ? 1 : 2;
        percent[most]++;
        left[most] = -1;
    }
}

/* "king e1", "pawns a2, b2 and c2". */
static void add_kind(Buffer *text, Kind kind, Bitboard men)
{
    int count = popcount(men);
    buffer_add(text, "%s%s ", kind_words[kind], count > 1 ? "s" : "");
    for (int item = 0; men; item++) {
        add_separator(text, item, count);
        add_square(text, pop_square(&men));
    }
}

static void describe_side(Buffer *text, const Position *pos, Board board, Color color)
{
    Bitboard men = board_men(pos, board) & pos->colors[color];
    if (has_two_boards(pos)) buffer_add(text, "Board %c, ", board_letter(board));
    buffer_add(text, "%s: ", color_words[color]);
    bool first = true;
    for (int kind = KING; kind >= PAWN; kind--) {
        if (!(men & pos->kinds[kind])) continue;
        if (!first) buffer_add(text, "; ");
        add_kind(text, (Kind)kind, men & pos->kinds[kind]);
        first = false;
    }
    buffer_add(text, first ? "nobody.\n" : ".\n");
}

void describe_position(Buffer *text, const Position *pos)
{
    Board last = has_two_boards(pos) ? BOARD_B : BOARD_A;
    for (int board = BOARD_A; board <= (int)last; board++)
        for (int color = WHITE; color <= BLACK; color++)
            describe_side(text, pos, (Board)board, (Color)color);
}

void describe_turn(Buffer *text, const Position *pos)
{
    Bitboard checkers = position_checkers(pos);
    buffer_add(text, "%s to move", color_words[pos->side]);
    if (checkers) {
        buffer_add(text, ", in check from ");
        add_men(text, pos, checkers);
    }
    buffer_add(text, ".");
}
