/* `boojum play`: its drawings and sentences as functions, its sessions through a pipe. */
#include <check.h>
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "placements.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/play_board.h"
#include "talk/play_tell.h"
#include "talk/play_tutorial.h"
#include "talk/play_words.h"
#include "uci_driver.h"

#ifndef TEST_README
#define TEST_README "README.md"
#endif

/* ---- drawings ---- */

/* A line of a drawing, column by column: a letter for each man, whatever he was drawn as. */
typedef struct Row {
    int width;
    char at[256];
    bool escapes;
} Row;

/* The chess men from U+2654; behind a colour, hollow is not used, so the colour tells. */
static char letter_of(unsigned code, bool colored, bool white)
{
    static const char white_letters[] = "KQRBNP", black_letters[] = "kqrbnp";
    if (code >= 0x265a)
        return colored && white ? white_letters[code - 0x265a] : black_letters[code - 0x265a];
    return white_letters[code - 0x2654];
}

static Row read_row(const char *line, size_t length)
{
    Row row = {0};
    bool white = false;
    for (const char *c = line; c < line + length; c++) {
        const unsigned char *u = (const unsigned char *)c;
        if (*c == '\033') {
            row.escapes = true;
            white = strncmp(c, "\033[1;38;5;231", 12) == 0;
            while (*c != 'm') c++;
        } else if (*u < 0x80) {
            row.at[row.width++] = *c;
        } else {
            must_hold(u[0] == 0xe2 && u[1] == 0x99); /* U+2640 to U+267F */
            unsigned code = 0x2640u + (u[2] & 63u);
            must_hold(code >= 0x2654 && code <= 0x265f);
            row.at[row.width++] = letter_of(code, row.escapes, white);
            c += 2;
        }
        must_hold(row.width < 255);
    }
    return row;
}

/* Draws the position and reads it off the drawing again. */
static void check_drawing(const Position *pos, const BoardMarks *marks, BoardStyle style)
{
    Buffer text = {0};
    char seen[BOARD_COUNT][SQUARE_COUNT];
    bool two = has_two_boards(pos), stacked = style.width > 0 && style.width < BOARDS_WIDTH;
    bool dense = stacked && style.width < BOARD_WIDTH;
    int ranks = 0;
    memset(seen, '.', sizeof seen);
    draw_boards(&text, pos, marks, &style);
    for (const char *line = text.data; *line;) {
        size_t length = strcspn(line, "\n");
        Row row = read_row(line, length);
        int most = dense ? DENSE_WIDTH : two && !stacked ? BOARDS_WIDTH : BOARD_WIDTH;
        must(row.width <= most, "%d columns: %.*s", row.width, (int)length, line);
        must_hold(style.color || !row.escapes);
        if (isdigit((unsigned char)row.at[0])) {
            must_hold(row.width == most);
            for (int board = 0; board < (two && !stacked ? 2 : 1); board++)
                for (int column = 0; column < 8; column++) {
                    int at =
                        dense ? 2 + column : board * (BOARD_WIDTH + BOARD_GAP) + 3 + 3 * column;
                    int file = style.flipped ? 7 - column : column;
                    int which = stacked && ranks >= 8 ? 1 : board;
                    seen[which][(row.at[0] - '1') * 8 + file] = row.at[at];
                }
            must_hold(row.at[0] == (style.flipped ? '1' + ranks % 8 : '8' - ranks % 8));
            ranks++;
        }
        line += length + 1;
    }
    must_hold(ranks == (two && stacked ? 16 : 8));
    for (int board = BOARD_A; board <= (two ? BOARD_B : BOARD_A); board++)
        for (int sq = 0; sq < 64; sq++) {
            bool here = has(board_men(pos, (Board)board), (Square)sq);
            char man = here ? man_letter(pos->men[sq]) : '\0';
            char found = seen[board][sq];
            if (here)
                must(found == man, "square %d: %c for %c\n%s", sq, found, man, text.data);
            else
                must(strchr(".x* ", found), "square %d: %c for nobody\n%s", sq, found, text.data);
        }
    buffer_free(&text);
}

START_TEST(drawings_show_the_position)
{
    Prng prng = {(uint64_t)(5 + _i)};
    for (uint64_t i = 0; i < scaled(15); i++) {
        Position pos;
        MoveList list;
        BoardMarks marks = {0};
        char fen[FEN_MAX];
        place_at_random(&prng, &games[_i], &pos);
        fen_write(&pos, FEN_TWO_BOARD, true, fen);
        if (!fen_read(&pos, games[_i].rules, fen, NULL)) continue;
        generate(&pos, GENERATE_ALL, &list);
        if (list.count > 0) {
            Undo undo;
            Move move = list.moves[prng_below(&prng, (uint64_t)list.count)];
            marks = board_marks(&pos, move);
            position_make(&pos, move, &undo);
        }
        static const int widths[] = {
            0, DENSE_WIDTH, BOARD_WIDTH - 1, BOARD_WIDTH, BOARDS_WIDTH - 1, BOARDS_WIDTH, 200};
        for (int k = 0; k < 16 * (int)(sizeof widths / sizeof *widths); k++)
            check_drawing(&pos, &marks,
                          (BoardStyle){.unicode = k & 1,
                                       .color = k >> 1 & 1,
                                       .flipped = k >> 2 & 1,
                                       .eight = k >> 3 & 1,
                                       .width = widths[k / 16]});
    }
}
END_TEST

static const struct {
    const char *game, *fen, *move;
    const char *drawn[4]; /* parts of the drawing */
} marked[] = {
    {"aliceatomic",
     "rb2k3/8/8/8/8/8/8/R3K3|8/np6/8/8/8/8/8/8 w - - 0 1",
     "a1a8",
     {"8  x  b  .  .  k  .  .  .  8   8 [*] .  .", "7   7  *  p  .  .", "1 (.) .  ."}},
    {"atomic",
     "1nk5/1b6/8/8/8/8/8/1R2K3 w - - 0 1",
     "b1b7",
     {"8  .  *  *  .", "7  . [*] .  .", "1  . (.) .  ."}},
    {"alice",
     "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 0 1",
     "e1g1",
     {"1  .  .  .  . (.) .  . (.) 1   1  .  .  .  .  . [R][K] .  1"}},
    {"chess",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "e5d6",
     {"6  .  .  . [P] .", "5  .  .  .  x (.) ."}},
    {"msalice",
     "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 7 1",
     "h1h1",
     {"1  .  .  .  .  K  .  . (.) 1   1  .  .  .  .  .  .  . [R] 1"}},
};
enum { MARKED_COUNT = sizeof marked / sizeof *marked };

START_TEST(drawings_show_the_last_move)
{
    Position pos;
    Undo undo;
    Buffer text = {0};
    set_up(&pos, marked[_i].game, marked[_i].fen);
    Move move = move_read_uci(&pos, marked[_i].move, NULL);
    must_hold(move != MOVE_NONE);
    BoardMarks marks = board_marks(&pos, move);
    position_make(&pos, move, &undo);
    draw_boards(&text, &pos, &marks, &(BoardStyle){0});
    for (int i = 0; i < 4 && marked[_i].drawn[i]; i++)
        must(strstr(text.data, marked[_i].drawn[i]), "no `%s` in\n%s", marked[_i].drawn[i],
             text.data);
    buffer_free(&text);
}
END_TEST

/* ---- sentences ---- */

static const struct {
    const char *game, *fen, *move, *told;
} told[] = {
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3",
     "Ng1-f3 passes to board B"},
    {"aliceatomic", "4k3/8/2n5/4p3/8/5N2/8/4K3|8/8/3q4/8/8/8/8/8 w - - 0 1", "f3e5",
     "Nf3xe5 takes the pawn on e5 of board A and passes to board B, where it explodes: the queen "
     "d6 goes with it"},
    {"aliceatomic", "4k3/8/2n5/4p3/8/5N2/8/4K3|8/8/3q1R2/8/8/8/8/8 w - - 0 1", "f3e5",
     "Nf3xe5 takes the pawn on e5 of board A and passes to board B, where it explodes: the queen "
     "d6 and its own rook f6 go with it"},
    {"aliceatomic", "4k3/8/8/4p3/8/5N2/8/4K3|8/8/3p4/8/8/8/8/8 w - - 0 1", "f3e5",
     "Nf3xe5 takes the pawn on e5 of board A and passes to board B, where it explodes alone"},
    {"aliceatomic", "4k3/8/2n1b3/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2", "e5d6",
     "e5xd6 takes the pawn on d5 of board B in passing and passes to board A, where it explodes: "
     "the knight c6 and the bishop e6 go with it"},
    {"alice", "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 0 1", "e1g1",
     "O-O: king and rook pass to board B"},
    {"alice", "8/P7/8/8/4k3/8/8/4K3 w - - 0 1", "a7a8q",
     "a7-a8 becomes a queen and passes to board B"},
    {"alice", "1n6/P7/8/8/4k3/8/8/4K3 w - - 0 1", "a7b8n",
     "a7xb8 takes the knight on b8 of board A, becomes a knight and passes to board B"},
    {"alice", "4k3/8/8/8/8/8/8/R5K1|8/8/8/8/8/8/8/8 b - - 0 1", "e8e7", "Ke8-e7 passes to board B"},
    {"msalice", "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 7 1", "h1h1",
     "Rh1 passes to board B without moving"},
    {"msalice", "8/8/8/8/8/8/8/4K2R|7k/8/8/8/8/8/8/8 w K - 7 1", "h1h1",
     "Rh1 passes to board B without moving; check from the rook on h1 of board B"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O: king and rook castle"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8", "Rh1-h8; check from the rook on h8"},
    {"chess", "4k3/8/8/8/8/8/7p/4K2R w K - 0 1", "h1h2", "Rh1xh2 takes the pawn on h2"},
    {"atomic", "4k3/8/8/8/8/8/4P2p/4K2R w K - 0 1", "h1h2",
     "Rh1xh2 takes the pawn on h2 and explodes alone"},
    {"atomic", "4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1", "d2d7",
     "Rd2xd7 takes the rook on d7 and explodes: the king e8 goes with it"},
};
enum { TOLD_COUNT = sizeof told / sizeof *told };

START_TEST(moves_are_told)
{
    Position pos;
    Buffer text = {0};
    set_up(&pos, told[_i].game, told[_i].fen);
    Move move = move_read_uci(&pos, told[_i].move, NULL);
    must(move != MOVE_NONE, "%s %s", told[_i].fen, told[_i].move);
    tell_move(&text, &pos, move);
    ck_assert_str_eq(text.data, told[_i].told);
    buffer_free(&text);
}
END_TEST

/* Whatever left the boards, or came to be in check, has its square in the sentence. */
START_TEST(nothing_is_left_untold)
{
    Prng prng = {(uint64_t)(15 + _i)};
    for (uint64_t i = 0; i < scaled(20); i++) {
        Position pos;
        position_start(&pos, &games[_i], (int)prng_below(&prng, SHUFFLE_COUNT));
        for (int ply = 0; ply < 80; ply++) {
            MoveList list;
            Undo undo;
            Buffer text = {0};
            generate(&pos, GENERATE_ALL, &list);
            if (list.count == 0) break;
            Move move = list.moves[prng_below(&prng, (uint64_t)list.count)];
            tell_move(&text, &pos, move);
            position_make(&pos, move, &undo);
            for (int k = 0; k < undo.removed_count && move_kind(move) != CASTLING; k++) {
                char square[3];
                square_write(undo.removed[k].square, square);
                must(strstr(text.data, square), "%s: %s", square, text.data);
            }
            must_hold((strstr(text.data, "check") != NULL) == (position_checkers(&pos) != 0));
            buffer_free(&text);
        }
    }
}
END_TEST

/* Percentages add to a hundred, and none is off by a whole one. */
START_TEST(percentages_add_up)
{
    for (int i = 0; i <= 1000; i++)
        for (int k = 0; i + k <= 1000; k++) {
            const int parts[3] = {i, k, 1000 - i - k};
            int percent[3];
            whole_percent(parts, percent);
            must_hold(percent[0] + percent[1] + percent[2] == 100);
            for (int n = 0; n < 3; n++) must_hold(abs(10 * percent[n] - parts[n]) < 10);
        }
}
END_TEST

/* ---- the tutorial ---- */

static bool is_any(const Position *pos, Move move) { return pos && move; }
static bool is_double_king_pawn(const Position *pos, Move move)
{
    return move_kind(move) == DOUBLE_STEP &&
           file_of(move_from(move)) == file_of(king_square(pos, WHITE));
}
static bool is_to_a5(const Position *pos, Move move)
{
    return man_kind(pos->men[move_from(move)]) == ROOK && file_of(move_to(move)) == 0 &&
           rank_of(move_to(move)) == 4;
}
static Position after(const Position *pos, Move move)
{
    Position next = *pos;
    Undo undo;
    position_make(&next, move, &undo);
    return next;
}
static bool gives_check(const Position *pos, Move move)
{
    Position next = after(pos, move);
    return position_in_check(&next, BLACK);
}
static int count_men(const Position *pos, Color color, Kind kind)
{
    return popcount(men_of(pos, color, kind));
}
static bool blows_up_knight(const Position *pos, Move move)
{
    Position next = after(pos, move);
    return count_men(&next, BLACK, KNIGHT) == 0;
}
static bool blows_up_queen(const Position *pos, Move move)
{
    Position next = after(pos, move);
    return count_men(&next, BLACK, QUEEN) == 0 && count_men(&next, BLACK, KNIGHT) == 1;
}
static bool takes_knight_keeps_queen(const Position *pos, Move move)
{
    Square taken = position_captured_square(pos, move);
    Position next = after(pos, move);
    return taken != NO_SQUARE && man_kind(pos->men[taken]) == KNIGHT &&
           count_men(&next, WHITE, QUEEN) == 1;
}
static bool wins(const Position *pos, Move move)
{
    Position next = after(pos, move);
    return !has_king(&next, BLACK);
}
static bool is_capture(const Position *pos, Move move) { return pos && move_is_capture(move); }
static bool is_block(const Position *pos, Move move)
{
    return man_kind(pos->men[move_from(move)]) != KING;
}
static bool is_king_check(const Position *pos, Move move)
{
    return !is_block(pos, move) && gives_check(pos, move);
}
static bool is_en_passant(const Position *pos, Move move)
{
    return pos && move_kind(move) == EN_PASSANT;
}
static bool is_castling(const Position *pos, Move move)
{
    return pos && move_kind(move) == CASTLING;
}
static bool mates(const Position *pos, Move move)
{
    Position next = after(pos, move);
    return outcome_of(&next, NULL) == CHECKMATE;
}

/* What each lesson asks for, in its order. */
static bool (*const goals[])(const Position *pos, Move move) = {
    is_double_king_pawn,
    is_to_a5,
    gives_check,
    blows_up_knight,
    blows_up_queen,
    takes_knight_keeps_queen,
    wins,
    is_any,
    is_capture,
    is_block,
    is_king_check,
    is_en_passant,
    wins,
    is_castling,
    mates,
};

START_TEST(lessons_have_the_right_solutions)
{
    must_hold(lesson_count == sizeof goals / sizeof *goals);
    for (int i = 0; i < lesson_count; i++) {
        Position pos;
        MoveList list;
        int solutions = 0;
        set_up(&pos, "aliceatomic", lessons[i].fen);
        must_hold(pos.side == WHITE && !outcome_is_over(outcome_of(&pos, NULL)));
        generate(&pos, GENERATE_ALL, &list);
        for (int k = 0; k < list.count; k++) {
            bool reached = goals[i](&pos, list.moves[k]);
            char text[UCI_MOVE_MAX];
            move_write_uci(&pos, list.moves[k], false, text);
            must(lesson_solved_by(&lessons[i], &pos, list.moves[k]) == reached, "%s: %s",
                 lessons[i].title, text);
            solutions += reached;
        }
        must(solutions == count_text(lessons[i].solutions, " ") + 1, "%s", lessons[i].title);
        must_hold(strlen(lessons[i].title) > 0 && strlen(lessons[i].text) > 0 &&
                  strlen(lessons[i].task) > 0 && strlen(lessons[i].hint) > 0);
    }
}
END_TEST

START_TEST(tutorial_can_be_solved)
{
    Buffer input = {0};
    for (int i = 0; i < lesson_count; i++) buffer_add(&input, "hint\n%.4s\n", lessons[i].solutions);
    shell_write("in", input.data);
    Shell run = shell("$BOOJUM play --tutorial <$T/in");
    must(run.status == 0 && !*run.err, "%s", run.err);
    must(count_text(run.out, "Well done.\n") == lesson_count, "%s", run.out);
    must(strstr(run.out, "These are the rules."), "%s", run.out);
    must_hold(!strchr(run.out, '\033'));
    for (int i = 0; i < lesson_count; i++) must_hold(strstr(run.out, lessons[i].hint));
    shell_free(&run);
    buffer_free(&input);
}
END_TEST

/* What `solution` says solves the task, when it is typed. */
START_TEST(tutorial_tells_solutions)
{
    Buffer skips = {0};
    for (int i = 0; i < lesson_count; i++) {
        char san[SAN_MAX];
        Buffer input = {0};
        buffer_add(&input, "%ssolution\n", skips.data ? skips.data : "");
        shell_write("in", input.data);
        Shell run = shell("$BOOJUM play --tutorial <$T/in");
        const char *answer = strstr(run.out, "It is ");
        must(run.status == 0 && answer && sscanf(answer, "It is %15[^. ]", san) == 1, "%d: %s", i,
             run.out);
        shell_free(&run);
        buffer_add(&input, "%s\n", san);
        shell_write("in", input.data);
        run = shell("$BOOJUM play --tutorial <$T/in");
        must(count_text(run.out, "Well done.\n") == 1, "%d, %s: %s", i, san, run.out);
        shell_free(&run);
        buffer_free(&input);
        buffer_add(&skips, "next\n");
    }
    buffer_free(&skips);
}
END_TEST

START_TEST(tutorial_commands)
{
    shell_write("in",
                "help\nRb1\nzzz\nd4\nback\nskip\nboard\ndescribe\nagain\nback\nskip\nskip\nNe5\n"
                "quit\ne4\n");
    Shell run = shell("$BOOJUM play --tutorial --screen-reader <$T/in");
    must(run.status == 0 && !*run.err, "%s", run.err);
    must_hold(strstr(run.out, "back, to the one before"));
    must_hold(strstr(run.out, "Rb1 is not legal: a man of your own stands there"));
    must_hold(strstr(run.out, "`zzz` is neither a move nor"));
    must_hold(strstr(run.out, "d2-d4 passes to board B.\nThat is legal, but not what was asked, so "
                              "it is taken back. Move the pawn"));
    must_hold(count_text(run.out, "1 of 15: ") == 3); /* at first and twice back */
    must_hold(count_text(run.out, "2 of 15: ") == 3);
    must_hold(count_text(run.out, "board A                        board B") == 1);
    must_hold(strstr(run.out, "Ne5 is not legal: the same square on the other board is taken"));
    must_hold(!strstr(run.out, "4 of 15") && !strstr(run.out, "Well done"));
    shell_free(&run);
}
END_TEST

/* ---- sessions through a pipe ---- */

static const struct {
    const char *arguments, *input;
    const char *expected[6]; /* parts of the output, one behind the other; `!` before one: not in
                                it at all */
} sessions[] = {
    {"--two",
     "e4\nd5\nexd5\n",
     {"Alice Atomic. Two people play.", "White to move.", "1. e4: e2-e4 passes to board B.",
      "Black to move.",
      "2. exd5: e4xd5 takes the pawn on d5 of board B and passes to board A, "
      "where it explodes alone.",
      "!\033"}},
    {"--two",
     "e4\nd6\nBb5\nBd7\nBxd7\nd4\nnew\n",
     {"where it explodes: the queen d8 and the king e8 go with it.",
      "Black's king has been blown up. White has won.", "The game is over; `undo` takes",
      "Alice Atomic. Two people"}},
    {"--two -v chess",
     "f3\ne5\ng4\nQh4\nmoves\nundo\nmoves h2\nQg5\n",
     {"2... Qh4#: Qd8-h4; check from the queen on h4.",
      "Checkmate: White's king is in check and no move saves it. Black has won.",
      "Checkmate: White's king", "Black to move.", "There is no man of yours on h2: the pawn",
      "2... Qg5: Qd8-g5"}},
    {"--two -v chess -f '7k/5Q2/8/6K1/8/8/8/8 w - - 0 1'",
     "Kg6\n",
     {"Stalemate: Black is not in check but has no legal move. The game is drawn."}},
    {"--two -v chess -f '7k/8/8/6K1/8/8/8/q7 w - - 99 90'",
     "Kf5\n",
     {"Fifty moves of each side have gone by without a capture", "The game is drawn."}},
    {"--two -v chess -f '7k/8/8/6K1/8/7q/8/8 w - - 99 90'",
     "Kg6\nKg5\nundo\nresign\nundo\nfen\n",
     {"Fifty moves", "The game is over", "White to move.", "White resigns. Black has won.",
      "White to move.", "7k/8/8/6K1/8/7q/8/8 w - - 99 90"}},
    {"--two -v atomic -f '4k3/8/8/8/8/8/r7/R3K3 w - - 0 1'",
     "Rxa2\n",
     {"Too few men are left for either side to win. The game is drawn."}},
    {"--two -v alice",
     "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n",
     {"The same position has come for the third time, every man on the same board. The game"}},
    {"--two", "help\n", {"describe", "save", "quit"}},
    {"--two",
     "e5\ne2e5\nO-O\nfoo\nmoves zz\nmoves e2 e3\nlevel 11\ntime x\nside north\nnew ludo\nfen\n",
     {"e5 is not legal: a pawn goes", "O-O is not legal: castling: the way is blocked",
      "`foo` is neither a move nor a command", "The level is a number from 1 to 10.",
      "`ludo` is no game played here", "PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"}},
    {"--two",
     "fen xxx\nfen 4k3/8/8/8/8/8/8/R3K3|8/8/8/8/8/p7/8/8 w - - 0 1\nRa3\nmoves a1\n",
     {"fen placement", "White to move.",
      "the same square on the other board is taken: the pawn on "
      "a3 of board B",
      "Ra5: Ra1-a5 passes to board B.", "!Ra3:"}},
    {"--two",
     "moves\n",
     {"knight b1 of board A: Na3 Nc3", "pawn a2 of board A: a3 a4", "!Ke2", "!Bc4"}},
    {"--two",
     "moves e1\nmoves e4\n",
     {"The king on e1 of board A has no legal move.",
      "There is no man of yours on e4 of either board."}},
    {"--two",
     "describe\n",
     {"Board A, White: king e1; queen d1; rooks a1 and h1; bishops c1 and f1; knights b1 and g1; "
      "pawns a2, b2, c2, d2, e2, f2, g2 and h2.",
      "Board B, White: nobody.", "White to move."}},
    {"--two -v chess -f '4k3/8/8/8/8/8/8/4K2R w K - 0 1'",
     "Kg1\nKe1g1\nKh1\nKxh1\nKg1=Q\nKg2\ne1g1\n",
     {"Kg1 is not legal: castling is typed O-O or O-O-O.",
      "Ke1g1 is not legal: castling is typed O-O or O-O-O.",
      "Kh1 is not legal: castling is typed O-O or O-O-O.",
      "Kxh1 is not legal: castling is typed O-O or O-O-O.",
      "Kg1=Q is not legal: only a pawn is promoted.", "\n1. O-O: king and rook castle."}},
    {"--two -v chess",
     "resign\ndescribe\nundo\ndescribe\n",
     {"White resigns.", "h2.", "White resigns. Black has won.", "White to move.", "h2.",
      "White to move."}},
    {"--two", "resign\nmoves\nmoves e2\n", {"resigns.", "resigns.", "resigns.", "!e4"}},
    {"--two -v chess -f '4k3/8/8/8/8/8/8/4K2R w K - 0 1'",
     "Kd1\nKe7\nKe1\nKe8\nKd1\nKe7\nKe1\nKe8\nKd1\nKe7\nKe1\nKe8\ndescribe\n",
     {"third time. The game", "White: king", "third time. The game"}},
    {"--two --screen-reader",
     "last\ne4\nd5\nlast\n",
     {"There has been no move yet.", "1... d5: d7-d5 passes to board B.", "White to move.",
      "1... d5: d7-d5 passes to board B.", "!board A  ", "!8  r"}},
    {"--level 1",
     "e4\nflip\n",
     {"You play White, the engine plays at level 1.", "1. e4: e2-e4", "1... ", "White to move.",
      "1  R  "}},
    {"--level 1", "flip\nside black\n", {"8  r  n  b  k  q", "You play Black", "8  r  n  b  k  q"}},
    {"--two -v chess -f '4k3/8/8/8/8/8/4r3/3QK2R w K - 0 1'",
     "Qxd8\nQxe2\n",
     {"Qxd8 is not legal: nobody stands on d8 to be taken", "Qd1xe2 takes"}},
    {"--two -v chess -f '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'",
     "a7xa8\na7a8\n",
     {"a7xa8 is not legal: nobody stands on a8 to be taken", "which piece"}},
    {"--two -v chess",
     "e4\nd5\nd5\nexd5\n",
     {"1... d5: ", "d5 is not legal: no pawn of yours steps there; to take, type exd5.",
      "2. exd5: "}},
    {"--two -v atomic -f '4k3/8/8/1b1b4/2P5/8/8/4K3 w - - 0 1'",
     "b5\n",
     {"b5 is not legal: no pawn of yours steps there; to take, type cxb5."}},
    {"--two -v chess -f '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'",
     "d6\n",
     {"d6 is not legal: no pawn of yours steps there; to take, type exd6."}},
    {"--level 1 --color black",
     "",
     {"You play Black, the engine plays at level 1.", "1  R  N  B  K  Q  B  N  R  1", "1. ",
      "Black to move."}},
    {"--level 1",
     "go\nlevel\nlevel 3\n",
     {"White to move.", "You play Black now.", "1. ", "Black to move.",
      "The engine plays at level 1.", "The engine plays at level 3."}},
    {"--two", "go\ne5\n", {"Two people play.", "You play Black now.", "1. ", "Black to move."}},
    {"--level 1",
     "side both\ne4\ne5\nside black\nundo\n",
     {"Two people play.", "1. e4", "1... e5", "You play Black", "2. ", "Black to move."}},
    {"--level 1 --variant chess",
     "e4\nundo\nundo\nfen\n",
     {"1... ", "White to move.", "There is no move to take back.", "w KQkq - 0 1"}},
    {"--two --variant chess",
     "hint\neval\nnew atomic\nhint\neval\nnew alice960\n",
     {"Try ", "As White sees it, ", " pawns: ", "Atomic. Two people", "Try ",
      "Alice Chess (Chess960). Two people"}},
    {"--two -v chess -f '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1'",
     "eval\nhint\nRa8\neval\nhint\n",
     {"White wins with the next move.", "Try Ra8#", "Checkmate", "Checkmate", "Checkmate"}},
    {"--two",
     "time\ntime 5\ntime 3:00+2\ntime\ntime off\ntime 0\n",
     {"There is no clock", "The engine thinks at most 5 seconds a move.", "White has ",
      "Black has ", "There is no clock", "`0` seconds are too few"}},
    {"--two",
     "time 1\ntime 40/5:00\ntime OFF\ntime 1:75\n",
     {"at most 1 second a move.", "White has ", "Black has ", "There is no clock",
      "time control `1:75`: sixty seconds are a minute. `time 5` is five seconds a move"}},
    {"--level 2 --time 0.05", "e4\nd4\n", {"1... ", "2. d4", "2... ", "White to move."}},
    {"--level 2 --time 1:00+1", "e4\ntime\n", {"1... ", "White has ", "Black has "}},
    {"--level 2 -v chess -f '6k1/5ppp/8/8/8/8/8/R3K3 b Q - 0 1'",
     "",
     {"You play White", "1... ", "White to move"}},
    {"--two -v chess -f '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1'",
     "save\nload\nload /nonexistent\n"
     "save /nonexistent/x\nload $T\nfen\n",
     {"Into which file?", "From which file?", "/nonexistent: No such file",
      "/nonexistent/x: No such file", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"}},
    {"--two", "e4\r\n\r\n  d5  \r\n\te4d5", {"1. e4", "1... d5", "2. exd5"}},
    {"--two", "BOARD\nQuit\ne4\n", {"White to move.", "White to move.", "!1. e4"}},
    {"--two", "Q\ne4\n", {"`Q` is neither", "1. e4"}},
    {"--two",
     "?\nH\nundo 3\nhint x\nflip x\nmoves E2\nNxf3\nquit now\ne4\nq\nd5\n",
     {"describe", "describe",
      "`undo` takes no argument.\n`hint` takes no argument.\n`flip` takes no argument.\n",
      "e3: e2-e3 passes",
      "Nxf3 is not legal: nobody stands on f3 of board A to be taken.\n`quit` takes no "
      "argument.\n1. e4",
      "!d5: "}},
    {"--tutorial", "Hint x\nquit y\n", {"`hint` takes no argument", "`quit` takes no argument"}},
    {"--tutorial", "?\nE2 - E4\nq\nRa5\n", {"skip, to the next", "Well done.", "!Ra1-a5"}},
    {"--two",
     "history\ne4\nd5\nexd5\nhistory\ntakeback\nHISTORY\nhistory 3\n",
     {"There has been no move yet.", "\n1. e4 d5 2. exd5\n", "\n1. e4 d5\n",
      "`history` takes no argument."}},
    {"--two --screen-reader -f '4k3/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/8 b - - 0 9'",
     "Ke7\nRa5\nhistory\n",
     {"\n9... Ke7 10. Ra5\n"}},
    {"--level 1",
     "color both\nCOLOUR black\ncolor north\n",
     {"Two people play.", "You play Black", "Which side"}},
    {"--two",
     "histry\nUndoo 1\nfem\nsaev\ng\nnew game\n",
     {"`histry` is neither a move nor a command; is it `history` that you mean?",
      "`Undoo 1` is neither a move nor a command; is it `undo` that you mean?", "is it `fen` that",
      "`saev` is neither a move nor a command; is it `save` that you mean?",
      "`g` is neither a move nor a command; `help`", "there are aliceatomic, alice, "}},
    {"--two", "\033[31mred\n", {"`?[31mred` is neither a move nor a command", "!\033"}},
    {"--two --frc --seed 7 -v chess", "fen\n", {"(--seed 7 repeats this.)", " w "}},
};
enum { SESSION_COUNT = sizeof sessions / sizeof *sessions };

static void check_parts(const char *out, const char *const parts[6], const char *what)
{
    const char *at = out;
    for (int i = 0; i < 6 && parts[i]; i++) {
        if (parts[i][0] == '!') {
            must(!strstr(out, parts[i] + 1), "%s: `%s` in\n%s", what, parts[i] + 1, out);
            continue;
        }
        const char *found = strstr(at, parts[i]);
        must(found, "%s: no `%s` in\n%s", what, parts[i], at);
        at = found + strlen(parts[i]);
    }
}

START_TEST(sessions_in_a_pipe)
{
    shell_write("in", sessions[_i].input);
    Shell run = shell("$BOOJUM play %s <$T/in", sessions[_i].arguments);
    must(run.status == 0 && !*run.err, "%s: %d %s", sessions[_i].arguments, run.status, run.err);
    check_parts(run.out, sessions[_i].expected, sessions[_i].arguments);
    shell_free(&run);
}
END_TEST

/* What is too long for a line is one bad line, of which nothing is done, and the next is read. */
START_TEST(endless_line)
{
    char *text = malloc(100100);
    must_hold(text != NULL);
    memset(text, 'x', 100000);
    strcpy(text + 100000, "\ne4\n");
    shell_write("in", text);
    free(text);
    Shell run = shell("$BOOJUM play --two <$T/in");
    must_hold(run.status == 0 && !*run.err);
    must_hold(count_text(run.out, "too long; nothing is done.\n") == 1);
    must_hold(!strstr(run.out, "is neither") && strstr(run.out, "1. e4: "));
    shell_free(&run);
}
END_TEST

/* As long as can be, and longer: the name of the file that is asked for is not cut. */
START_TEST(longest_lines)
{
    static const char *const ends[] = {"", "\n", "\nfen\n"};
    for (int length = 2047; length <= 2050; length++)
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            Shell run = shell("cd $T && { printf 'save %%0*d' %d 0; printf '%s'; } | "
                              "$BOOJUM play --two --screen-reader && ls",
                              length - 5, ends[i]);
            bool fits = length <= 2048;
            must(run.status == 0 && !strstr(run.out, "has been added"), "%s", run.out);
            must(count_text(run.out, ": File name too long.\n") == fits, "%d: %s", length, run.out);
            must(count_text(run.out, "A line of more than 2048 bytes is too long") == !fits,
                 "%d: %s", length, run.out);
            must(strstr(run.out, "RNBQKBNR") != NULL || i < 2, "%d: %s", length, run.out);
            shell_free(&run);
        }
}
END_TEST

/* Nor is a NUL the end of a line. */
START_TEST(lines_with_a_nul)
{
    Shell run = shell("printf 'e4\\0junk\\ne4\\0\\nd4\\n' | $BOOJUM play --two --screen-reader");
    must(strstr(run.out, "`e4?junk` is neither a move") && strstr(run.out, "`e4?` is neither") &&
             strstr(run.out, "1. d4: "),
         "%s", run.out);
    shell_free(&run);
}
END_TEST

/* The game goes on from where it was given up, and nobody's clock has run meanwhile. */
START_TEST(undone_resignations)
{
    Shell run = shell("(echo resign; sleep 3; echo undo; echo e4) | "
                      "$BOOJUM play --two --variant chess --time 0:02");
    must(run.status == 0 && strstr(run.out, "White resigns.") && strstr(run.out, "1. e4: "), "%s",
         run.out);
    shell_free(&run);
}
END_TEST

/* The clocks stand where they stood when the game ended, and show who lost on time. */
START_TEST(clocks_of_games_that_are_over)
{
    int one = 0, two = 0;
    Shell run = shell("(echo e4; sleep 4; echo time; echo e5; echo time) | "
                      "$BOOJUM play --two --variant chess --time 0:01.5 --screen-reader");
    must(strstr(run.out,
                "Black's time is up. White has won.\nWhite has 0:01 left.\nBlack has 0:00 left.\n"
                "The game is over; `undo` takes a move back, `new` begins another game.\n"
                "White has 0:01 left.\nBlack has 0:00 left.\n"),
         "%s", run.out);
    shell_free(&run);
    run = shell("(echo hint; echo resign; echo time; sleep 2; echo time) | "
                "$BOOJUM play --two --variant chess --time 1:00 --screen-reader");
    const char *said = strstr(run.out, "White has "),
               *later = said ? strstr(said, "\nWhite has ") : NULL;
    must(later && sscanf(said, "White has 0:%d left.", &one) == 1 &&
             sscanf(later, "\nWhite has 0:%d left.", &two) == 1 && one == two && one < 60,
         "%s", run.out);
    shell_free(&run);
}
END_TEST

/* A game that was given up goes on, and it is said what the file thinks of it. */
START_TEST(loading_what_is_decided)
{
    shell_write("won.pgn", "[Event \"x\"]\n[Result \"0-1\"]\n\n1. e4 d6 0-1\n");
    shell_write("mate.pgn", "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    shell_write("open.pgn", "[Event \"x\"]\n\n1. f3 e5 *\n");
    shell_write("in", "load won.pgn\nd4\nload mate.pgn\nload open.pgn\n");
    Shell run = shell("cd $T && $BOOJUM play --two --screen-reader <in");
    static const char *const parts[6] = {
        "The file gives this game the result 0-1; here it goes on.", "White to move.",
        "2. d4:", "Checkmate: White's king", "White to move."};
    check_parts(run.out, parts, "decided");
    must(count_text(run.out, "The file gives") == 1, "%s", run.out);
    shell_free(&run);
}
END_TEST

/* What is typed is not said to a terminal that would obey it. */
START_TEST(no_escapes_are_echoed)
{
    Shell run = shell("cd $T && printf 'save a\\033b\\177c.pgn\nload d\\033e\n\\033f\nfen \\033\n"
                      "new \\033\ntime \\033\nmoves \\033\nside \\033\nlevel \\033\n' | "
                      "$BOOJUM play --two");
    must(run.status == 0 && strstr(run.out, "The game has been added to a?b?c.pgn."), "%s",
         run.out);
    must(!strchr(run.out, '\033') && !strchr(run.out, '\177'), "%s", run.out);
    shell_free(&run);
}
END_TEST

/* What was saved is loaded again, the last of several; what cannot be loaded changes nothing. */
START_TEST(files)
{
    shell_write("bad.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    shell_write("empty.pgn", "\n");
    shell_write("in", "e4\nd5\nsave games.pgn\nexd5\nNf6\nfen\nresign\nsave games.pgn\nnew alice\n"
                      "load bad.pgn\nload empty.pgn\nload .\nfen\nload games.pgn\nfen\nd4\n");
    Shell run = shell("cd $T && $BOOJUM play --two <in && cp games.pgn $T/out.pgn");
    must(run.status == 0 && !*run.err, "%s", run.err);
    static const char *const parts[6] = {
        "The game has been added to games.pgn.",
        "rnbqkb1r/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/5n2/8/8/8/8/8 w KQkq - 1 3",
        "bad.pgn, line 3: ",
        "empty.pgn: no game is in it",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1",
        "rnbqkb1r/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/5n2/8/8/8/8/8 w KQkq - 1 3"};
    check_parts(run.out, parts, "files");
    must_hold(strstr(run.out, "3. d4"));
    char *pgn = shell_read("games.pgn");
    must(count_text(pgn, "[Variant \"Alice Atomic\"]") == 2 && strstr(pgn, "[Result \"0-1\"]") &&
             strstr(pgn, "Black wins by"),
         "%s", pgn);
    free(pgn);
    shell_free(&run);
}
END_TEST

/* Games that cannot be read are left out, and it is said in one line. */
START_TEST(loading_beside_bad_games)
{
    static const char *const bad = "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    static const struct {
        const char *before, *behind, *told;
    } rows[] = {
        {"", "", "!left out"},
        {bad, "", "\n1 game that cannot be read was left out: x.pgn, line 3: illegal move Ke3.\n"},
        {"", bad, "\n1 game that cannot be read was left out: x.pgn, line 7: illegal move Ke3.\n"},
        {bad, bad, "\n2 games that cannot be read were left out: x.pgn, line 3: illegal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s[Event \"good\"]\n\n1. Nf3 d5 *\n\n%s", rows[i].before,
                 rows[i].behind);
        shell_write("x.pgn", text);
        Shell run = shell("cd $T && printf 'load x.pgn\nhistory\n' | "
                          "$BOOJUM play --two --screen-reader");
        const char *const parts[6] = {rows[i].told, "Chess. Two people play.", "\n1. Nf3 d5\n"};
        check_parts(run.out, parts, "bad games");
        must(count_text(run.out, "left out") == (i > 0), "%s", run.out);
        shell_free(&run);
    }
}
END_TEST

/* A game that does not fit on the disk leaves the file as it was, and the next is saved. */
START_TEST(a_save_that_fails_adds_nothing)
{
    static const char *const ends[] = {"*\n", "*"};
    for (int i = 0; i < 2; i++) {
        Shell run = shell(
            "cd $T && printf '[Event \"x\"]\n\n1. e4 {%%0900d} %s' 0 >g.pgn && cp g.pgn old && "
            "printf 'e4\nsave g.pgn\n' | (ulimit -f 2; $BOOJUM play --two) | cat >told; "
            "cmp g.pgn old && grep g.pgn told && "
            "printf 'd4\nsave g.pgn\nload g.pgn\nhistory\n' | $BOOJUM play --two && cat g.pgn",
            ends[i]);
        must(run.status == 0 && begins_with(run.out, "g.pgn: File too large.\n"), "%s%s", run.out,
             run.err);
        must(strstr(run.out, "\n1. d4\n") &&
                 strstr(run.out, i ? "*\n\n[Event \"Casual" : "*\n[Event \"Casual"),
             "%s", run.out);
        shell_free(&run);
    }
}
END_TEST

/* What stands in a line without an end is not lengthened. */
START_TEST(saving_behind_half_a_line)
{
    Shell run =
        shell("cd $T && printf '[Event \"x\"]\n\n1. e4 *' >g.pgn && "
              "printf 'd4\nsave g.pgn\nsave g.pgn\nsave new.pgn\n' | "
              "$BOOJUM play --two >told && cat g.pgn && cat new.pgn g.pgn | grep -c '^\\[Event '");
    must(run.status == 0 &&
             begins_with(run.out, "[Event \"x\"]\n\n1. e4 *\n\n[Event \"Casual game\"]\n"),
         "%s%s", run.out, run.err);
    must(strstr(run.out, "*\n\n[Event \"Casual") && !strstr(run.out, "\n\n\n") &&
             strstr(run.out, "\n4\n"),
         "%s", run.out);
    shell_free(&run);
}
END_TEST

/* What is said of a game's kind and position, and its banner: from `fen` on. */
static char *after_the_fen(const char *out)
{
    const char *fen = strstr(out, "/PPPPPPPP/");
    fen = fen ? fen : strstr(out, " b ");
    must(fen, "no FEN in %s", out);
    while (fen > out && fen[-1] != '\n') fen--;
    return strdup(fen);
}

/* A game of any kind comes back as what it was, whatever game is in play: its rules and start, and
 * how its castling rights are written. */
START_TEST(saved_games_come_back)
{
    for (int shuffled = 0; shuffled < 2; shuffled++)
        for (int i = 0; i < GAME_COUNT; i++) {
            const char *suffix = shuffled ? "960" : "";
            shell_write("in", "a4\nfen\nsave g.pgn\n");
            Shell saved = shell("cd $T && rm -f g.pgn && $BOOJUM play --two --seed %d -v %s%s "
                                "--screen-reader <in",
                                i, games[_i].name, suffix);
            shell_write("in", "load g.pgn\nfen\n");
            Shell loaded =
                shell("cd $T && $BOOJUM play --two -v %s --screen-reader <in", games[i].name);
            char *one = after_the_fen(saved.out), *two = after_the_fen(loaded.out);
            one[strcspn(one, "\n")] = '\0';
            must(begins_with(two, one), "%s%s in %s: %s became %s", games[_i].name, suffix,
                 games[i].name, one, two);
            must(strstr(loaded.out, games[_i].title), "%s: %s", games[_i].title, loaded.out);
            free(one);
            free(two);
            shell_free(&saved);
            shell_free(&loaded);
        }
}
END_TEST

/* Orthodox chess has no tag Variant. */
START_TEST(games_without_a_variant_are_chess)
{
    shell_write("x.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n");
    Shell run = shell("cd $T && printf 'load x.pgn\nfen\n' | $BOOJUM play --two -v aliceatomic");
    must(strstr(run.out, "Chess. Two people play.") &&
             strstr(run.out, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
         "%s", run.out);
    shell_free(&run);
}
END_TEST

/* The names of files, as people type them. */
START_TEST(names_of_files)
{
    static const struct {
        const char *typed, *file;
    } rows[] = {{"\"a b.pgn\"", "a b.pgn"}, {"'c.pgn'", "c.pgn"},   {"~/d.pgn", "home/d.pgn"},
                {"e f.pgn", "e f.pgn"},     {"g'h.pgn", "g'h.pgn"}, {"~", "~"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Buffer input = {0};
        buffer_add(&input, "e4\nsave %s\nnew alice\nload %s\nfen\n", rows[i].typed, rows[i].typed);
        shell_write("in", input.data);
        buffer_free(&input);
        Shell run = shell("cd $T && mkdir -p home && HOME=$T/home $BOOJUM play --two <in");
        must(run.status == 0 && !*run.err && strstr(run.out, "/8/8/8/4P3/8/8/8 b KQkq - 0 1"),
             "%s: %s%s", rows[i].typed, run.out, run.err);
        const char *said = strstr(run.out, "The game has been added to ");
        size_t length = strlen(rows[i].file);
        said = said ? strchr(said, '\n') : NULL;
        must(said && strncmp(said - 1 - length, rows[i].file, length) == 0, "%s: %s", rows[i].typed,
             run.out);
        shell_free(&run);
        char *pgn = shell_read(rows[i].file);
        must(strstr(pgn, "1. e4"), "%s: %s", rows[i].typed, pgn);
        free(pgn);
    }
    shell_write("in", "load \"\"\nsave \"\"\nload /dev/zero\nfen\n");
    Shell run = shell("$BOOJUM play --two <$T/in");
    must(run.status == 0 && strstr(run.out, "/dev/zero: this is no regular file"), "%s", run.out);
    must(count_text(run.out, "no file is named.") == 2, "%s", run.out);
    shell_free(&run);
    shell_write("in", "save \"x\nsave 'x\"\nsave x'\nload \"x\nload \"\n");
    run = shell("cd $T && rm -f *x* && $BOOJUM play --two <in && ls *x* 2>&1");
    must(count_text(run.out, "a quotation mark lacks its partner.") == 5, "%s", run.out);
    must_hold(run.status != 0); /* no such file */
    shell_free(&run);
}
END_TEST

/* What is no PGN stays as it is; times that are not known are not written. */
START_TEST(saved_into_files_of_others)
{
    static const char game[] = "[Event \"x\"]\n\n1. e4 {+0.1/3 0.508s} e5 *\n";
    shell_write("notes", "Dear diary,\n");
    shell_write("old.pgn", game);
    shell_write("moves.pgn", "\n 1. e4 *\n");
    shell_write("in", "load old.pgn\nNf3\nsave notes\nsave old.pgn\nsave moves.pgn\n");
    Shell run = shell("cd $T && $BOOJUM play --two <in");
    must(strstr(run.out,
                "notes: this file holds no PGN, and no game is added to it.\nThe game has") &&
             count_text(run.out, "The game has been added to") == 2,
         "%s", run.out);
    shell_free(&run);
    char *notes = shell_read("notes"), *old = shell_read("old.pgn");
    ck_assert_str_eq(notes, "Dear diary,\n");
    must(strncmp(old, game, strlen(game)) == 0, "%s", old);
    const char *added = old + strlen(game);
    must(strstr(added, "1. e4 e5 2. Nf3 {") && strstr(added, "s, "), "%s", added);
    free(notes);
    free(old);
}
END_TEST

/* A pipe without a reader, and devices: nothing is waited for. */
START_TEST(saved_into_no_file)
{
    shell_write("in", "save fifo\nsave /dev/full\nsave .\ne4\n");
    Shell run = shell("cd $T && mkfifo fifo && $BOOJUM play --two <in; rm fifo");
    must(count_text(run.out, ": this is no regular file.") == 3 && strstr(run.out, "1. e4: "), "%s",
         run.out);
    shell_free(&run);
}
END_TEST

/* Random games typed in coordinates end where the library says. */
START_TEST(random_games_agree_with_the_library)
{
    Prng prng = {(uint64_t)(99 + _i)};
    for (uint64_t i = 0; i < scaled(3); i++) {
        Position pos;
        Buffer input = {0};
        KeyStack keys = {0};
        bool shuffled = i % 2 == 1;
        char start[FEN_MAX], fen[FEN_MAX];
        position_start(&pos, &games[_i],
                       shuffled ? (int)prng_below(&prng, SHUFFLE_COUNT) : STANDARD_SHUFFLE);
        fen_write(&pos, FEN_TWO_BOARD, true, start);
        for (int ply = 0; ply < 150 && !outcome_is_over(outcome_of(&pos, &keys)); ply++) {
            MoveList list;
            Undo undo;
            char text[SAN_MAX];
            generate(&pos, GENERATE_ALL, &list);
            Move move = list.moves[prng_below(&prng, (uint64_t)list.count)];
            if (ply % 5 == 4)
                move_write_san(&pos, move, text);
            else
                move_write_uci(&pos, move, shuffled, text);
            buffer_add(&input, "%s\n", text);
            must_hold(key_stack_push(&keys, pos.key));
            position_make(&pos, move, &undo);
        }
        buffer_add(&input, "fen\n");
        shell_write("in", input.data);
        fen_write(&pos, FEN_TWO_BOARD, shuffled, fen);
        Shell run = shell("$BOOJUM play --two -v %s %s -f '%s' --screen-reader <$T/in",
                          games[_i].name, shuffled ? "--frc" : "", start);
        must(run.status == 0 && !*run.err, "%s", run.err);
        must(!strstr(run.out, "not legal") && strstr(run.out, fen), "%s: no %s in\n%s", start, fen,
             run.out);
        shell_free(&run);
        buffer_free(&input);
        key_stack_free(&keys);
    }
}
END_TEST

/* A shuffled game that `new` begins is the one that the seed it says begins. */
START_TEST(the_seed_of_a_new_game)
{
    unsigned long seed = 0;
    shell_write("in", "new atomic960\nfen\n");
    Shell one = shell("$BOOJUM play --two --screen-reader <$T/in");
    const char *said = strstr(one.out, "(--seed "), *fen = strstr(one.out, "/pppppppp/8");
    must(said && sscanf(said, "(--seed %lu repeats this.)", &seed) == 1 && fen &&
             strstr(one.out, "\nAtomic (Chess960). Two people play."),
         "%s", one.out);
    while (fen > one.out && fen[-1] != '\n') fen--;
    shell_write("in", "fen\n");
    Shell two = shell("$BOOJUM play --two --screen-reader -v atomic --frc --seed %lu <$T/in", seed);
    must(strstr(two.out, fen), "%s%s", one.out, two.out);
    shell_free(&one);
    shell_free(&two);
}
END_TEST

START_TEST(a_seed_repeats_everything)
{
    shell_write("in", "fen\nnew\nfen\nhint\nnew\nfen\n");
    Shell one = shell("$BOOJUM play --frc --color random --level 1 --seed 1 <$T/in");
    Shell two = shell("$BOOJUM play --frc --color random --level 1 --seed 1 <$T/in");
    must_hold(one.status == 0 && two.status == 0);
    ck_assert_str_eq(one.out, two.out);
    Shell other = shell("$BOOJUM play --frc --color random --level 1 --seed 2 <$T/in");
    must_hold(strcmp(one.out, other.out) != 0);
    shell_free(&one);
    shell_free(&two);
    shell_free(&other);
}
END_TEST

/* ---- what comes to an end ---- */

START_TEST(output_goes_away)
{
    shell_write("in", "e4\nboard\nboard\nboard\nboard\nboard\nboard\nboard\nboard\nboard\nboard\n");
    Shell run = shell("{ $BOOJUM play --level 1 <$T/in; echo $? >$T/status; } | head -c 1");
    must(run.status == 0 && !*run.err, "%s", run.err);
    shell_free(&run);
    run = shell("$BOOJUM play --two <$T/in >/dev/full");
    must(run.status == 1 && strstr(run.err, "cannot write: ") && count_text(run.err, "\n") == 1,
         "%d %s", run.status, run.err);
    shell_free(&run);
    const char *const words[] = {"play", "--two", NULL};
    UciProcess *process = uci_open(words);
    uci_expect(process, "White to move.");
    uci_close_output(process);
    uci_send(process, "e4");
    ck_assert_int_eq(uci_wait(process, UCI_PATIENCE_MS), 0);
}
END_TEST

/* What the pipe says must not matter to signals. */
static void end_with_a_signal(int number, const char *writer)
{
    Shell run =
        shell("mkfifo $T/fifo; %s & writer=$!; env --default-signal $BOOJUM play --two <$T/fifo "
              ">$T/log & "
              "while ! grep -q 'to move' $T/log 2>/dev/null; do sleep 0.02; done; "
              "kill -%d $!; wait $!; status=$?; kill $writer 2>/dev/null; rm $T/fifo $T/log; "
              "exit $status",
              writer, number);
    must(run.status == 0 && !*run.err, "signal %d, %s: %d %s", number, writer, run.status, run.err);
    shell_free(&run);
}

/* As under nohup. */
START_TEST(ignored_signals_stay_ignored)
{
    static const char *const names[] = {"INT", "TERM", "HUP"};
    for (int i = 0; i < 3; i++) {
        Shell run =
            shell("mkfifo $T/fifo; exec 9<>$T/fifo; trap '' %s; "
                  "$BOOJUM play --two --variant chess <$T/fifo >$T/log 9<&- & "
                  "while ! grep -q 'to move' $T/log 2>/dev/null; do sleep 0.02; done; "
                  "kill -%s $!; echo e4 >&9; echo quit >&9; wait $!; status=$?; cat $T/log; "
                  "rm $T/fifo $T/log; exit $status",
                  names[i], names[i]);
        must(run.status == 0 && strstr(run.out, "1. e4: "), "SIG%s: %d %s%s", names[i], run.status,
             run.err, run.out);
        shell_free(&run);
    }
}
END_TEST

START_TEST(signals_in_a_pipe)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        end_with_a_signal(numbers[i], "sleep 100 >$T/fifo");
        end_with_a_signal(numbers[i], "exec yes board >$T/fifo 2>/dev/null");
    }
}
END_TEST

/* It takes seconds to read so many games: nobody has to wait for that. */
START_TEST(reading_games_is_broken_off)
{
    static const char *const names[] = {"INT", "TERM"};
    for (int i = 0; i < 2; i++) {
        Shell run = shell(
            "mkfifo $T/fifo; yes '[Event \"x\"]\n\n1. e4 *\n' | head -n 2000000 >$T/many.pgn; "
            "exec 9<>$T/fifo; "
            "env --default-signal $BOOJUM play --two <$T/fifo >$T/log 9<&- & "
            "printf 'last\\nload %%s/many.pgn\\n' $T >&9; "
            "while ! grep -q 'no move yet' $T/log 2>/dev/null; do sleep 0.02; done; "
            "sleep 0.2; kill -%s $!; echo e4 >&9; echo quit >&9; wait $!; status=$?; "
            "cat $T/log; rm $T/fifo $T/log $T/many.pgn; exit $status",
            names[i]);
        must(run.status == 0 && strstr(run.out, "many.pgn: reading it was broken off"),
             "SIG%s: %d %s%s", names[i], run.status, run.err, run.out);
        must(!strstr(run.out, "1. e4: ") == (i == 1), "SIG%s: %s", names[i], run.out);
        shell_free(&run);
    }
}
END_TEST

static const struct {
    const char *arguments, *error;
} usages[] = {
    {"--variant ludo", "no game played here"},
    {"--variant", "a value is missing after --variant"},
    {"--color green", "play: the color is white, black or random, not `green`"},
    {"--level 0", "from 1 to 10, not `0`"},
    {"--level x", "from 1 to 10, not `x`"},
    {"--seed -1", "the seed is a number from 0 to 9223372036854775807, not `-1`"},
    {"--time soon", "`soon` is no number of seconds"},
    {"--time 0", "too few"},
    {"--fen xyz", "fen "},
    {"--foo", "unknown option --foo"},
    {"foo", "superfluous argument `foo`"},
    {"--two -c black", "--two and --color contradict each other"},
    {"-c white -2", "--two and --color contradict each other"},
    {"--tutorial -v alice", "the tutorial is no game: it does not go with --variant"},
    {"--ascii --two --tutorial", "does not go with --two"},
    {"--tutorial --seed 1", "does not go with --seed"},
    {"--time 1:75", "`1:75`: sixty seconds are a minute"},
    {"--time 40/99999999:00+1", "`40/99999999:00+1`: more than 10000000 seconds"},
    {"--time 99999999", "`99999999` is no number of seconds: more than 10000000 seconds"},
};
enum { USAGE_COUNT = sizeof usages / sizeof *usages };

START_TEST(bad_usage)
{
    Shell run = shell("$BOOJUM play %s", usages[_i].arguments);
    must(run.status == 2 && !*run.out, "%s: %d", usages[_i].arguments, run.status);
    must(strstr(run.err, usages[_i].error) && count_text(run.err, "\n") == 1, "%s: %s",
         usages[_i].arguments, run.err);
    shell_free(&run);
}
END_TEST

/* The README shows a session; what the program draws and says in it must be there. */
START_TEST(readme_shows_what_happens)
{
    char *readme = NULL;
    size_t size = 0;
    FILE *in = fopen(TEST_README, "r");
    must(in && getdelim(&readme, &size, '\0', in) > 0, "cannot read %s", TEST_README);
    fclose(in);
    shell_write("in", "e4\nd6\nBb5\nBd7\nNxd7\nBxd7\n");
    Shell run = shell("$BOOJUM play --two <$T/in");
    char *end = strstr(run.out, "Nxd7 is not legal");
    must(end, "%s", run.out);
    for (char *line = strtok(end, "\n"); line; line = strtok(NULL, "\n")) {
        if (begins_with(line, "3. ")) line[40] = '\0'; /* broken in two there */
        must(strstr(readme, line), "the README has no `%s`", line);
    }
    free(readme);
    shell_free(&run);
}
END_TEST

START_TEST(help_is_there)
{
    Shell run = shell("$BOOJUM play --help");
    must_hold(run.status == 0 && begins_with(run.out, "Usage: boojum play "));
    for (char *line = strtok(run.out, "\n"); line; line = strtok(NULL, "\n"))
        must(strlen(line) <= 96, "`%s` is long", line);
    shell_free(&run);
}
END_TEST

Suite *play_suite(void)
{
    Suite *suite = suite_create("play");
    TCase *parts = tcase_create("drawings and sentences");
    TCase *pipe = tcase_create("in a pipe");
    tcase_set_timeout(parts, 240);
    tcase_set_timeout(pipe, 240);
    tcase_add_checked_fixture(pipe, NULL, shell_clean_up);
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, pipe);
    tcase_add_loop_test(parts, drawings_show_the_position, 0, GAME_COUNT);
    tcase_add_loop_test(parts, drawings_show_the_last_move, 0, MARKED_COUNT);
    tcase_add_loop_test(parts, moves_are_told, 0, TOLD_COUNT);
    tcase_add_loop_test(parts, nothing_is_left_untold, 0, GAME_COUNT);
    tcase_add_test(parts, percentages_add_up);
    tcase_add_test(parts, lessons_have_the_right_solutions);
    tcase_add_test(pipe, tutorial_can_be_solved);
    tcase_add_test(pipe, tutorial_tells_solutions);
    tcase_add_test(pipe, tutorial_commands);
    tcase_add_loop_test(pipe, sessions_in_a_pipe, 0, SESSION_COUNT);
    tcase_add_test(pipe, endless_line);
    tcase_add_test(pipe, longest_lines);
    tcase_add_test(pipe, lines_with_a_nul);
    tcase_add_test(pipe, files);
    tcase_add_test(pipe, loading_beside_bad_games);
    tcase_add_test(pipe, a_save_that_fails_adds_nothing);
    tcase_add_test(pipe, saving_behind_half_a_line);
    tcase_add_loop_test(pipe, saved_games_come_back, 0, GAME_COUNT);
    tcase_add_test(pipe, games_without_a_variant_are_chess);
    tcase_add_test(pipe, names_of_files);
    tcase_add_test(pipe, saved_into_files_of_others);
    tcase_add_test(pipe, saved_into_no_file);
    tcase_add_loop_test(pipe, random_games_agree_with_the_library, 0, GAME_COUNT);
    tcase_add_test(pipe, the_seed_of_a_new_game);
    tcase_add_test(pipe, a_seed_repeats_everything);
    tcase_add_test(pipe, output_goes_away);
    tcase_add_test(pipe, undone_resignations);
    tcase_add_test(pipe, clocks_of_games_that_are_over);
    tcase_add_test(pipe, loading_what_is_decided);
    tcase_add_test(pipe, no_escapes_are_echoed);
    tcase_add_test(pipe, ignored_signals_stay_ignored);
    tcase_add_test(pipe, signals_in_a_pipe);
    tcase_add_test(pipe, reading_games_is_broken_off);
    tcase_add_loop_test(pipe, bad_usage, 0, USAGE_COUNT);
    tcase_add_test(pipe, readme_shows_what_happens);
    tcase_add_test(pipe, help_is_there);
    return suite;
}
