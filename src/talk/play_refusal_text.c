#include <stdio.h>

#include "rules/attacks.h"
#include "rules/notation.h"
#include "talk/play_refusal.h"
#include "talk/play_words.h"

static void describe_shape(Buffer *text, const Position *pos, const Refusal *r)
{
    static const char *const shapes[KIND_COUNT] = {
        "goes one square straight ahead (two from its first square) and takes one square aslant",
        "leaps two squares straight and one aside",
        "goes along the diagonals",
        "goes along files and ranks",
        "goes along files, ranks and diagonals",
        "goes one square in any direction",
    };
    char from[3], to[3];
    Kind kind = man_kind(pos->men[r->from]);
    square_write(r->from, from);
    square_write(r->to, to);
    buffer_add(text, "a %s %s, so not from %s to %s", kind_words[kind], shapes[kind], from, to);
}

static void describe_passing(Buffer *text, const Position *pos, const Refusal *r)
{
    if (!rules_en_passant(rules_of((RulesId)pos->rules))) {
        buffer_add(text, "nothing stands there to be taken, and in this game no pawn is taken "
                         "in passing (en passant)");
        return;
    }
    add_man(text, pos, r->square);
    buffer_add(text, " cannot be taken in passing (en passant) now: that goes only at once after "
                     "its double step");
}

static void describe_way(Buffer *text, const Position *pos, const Refusal *r, const char *whose)
{
    buffer_add(text, "%s way is blocked by ", whose);
    add_man(text, pos, r->square);
}

static void describe_other_board(Buffer *text, const Position *pos, const Refusal *r)
{
    buffer_add(text, "the same square on the other board is taken: ");
    add_man(text, pos, r->square);
    buffer_add(text, " is there, and a move may only end where the other board is empty");
}

static void describe_castling(Buffer *text, const Position *pos, const Refusal *r)
{
    buffer_add(text, "castling: ");
    switch (r->reason) {
    case REFUSED_CASTLE_RIGHT:
        buffer_add(text, "there is no right to it on that side, or no longer: neither the king nor "
                         "that rook may have moved");
        return;
    case REFUSED_CASTLE_WAY: describe_way(text, pos, r, "the"); return;
    case REFUSED_CASTLE_LANDING:
        add_man(text, pos, r->square);
        buffer_add(text, " stands where king or rook would pass over to; that must be empty on "
                         "both boards");
        return;
    case REFUSED_CASTLE_CHECK: buffer_add(text, "the king is in check from "); break;
    case REFUSED_CASTLE_CROSSES:
        buffer_add(text, "the king passes through check on ");
        add_place(text, pos, r->square, r->board);
        buffer_add(text, " from ");
        break;
    default:
        buffer_add(text, "the king would be in check on ");
        add_place(text, pos, r->square, r->board);
        buffer_add(text, " from ");
    }
    add_men(text, pos, r->men);
}

/* Does the man come between the king and who gives check, on their board? */
static bool comes_between(const Position *pos, const Refusal *r)
{
    return has_two_boards(pos) && board_at(pos, r->from) == r->board && !more_than_one(r->men) &&
           has(between(r->square, first_square(r->men)), r->to);
}

static void describe_check(Buffer *text, const Position *pos, const Refusal *r)
{
    char square[3];
    square_write(r->square, square);
    if (r->reason == REFUSED_CHECK_STAYS) {
        buffer_add(text, "your king on %s would still be in check", square);
        if (has_two_boards(pos)) buffer_add(text, " on board %c", board_letter(r->board));
        buffer_add(text, ", from ");
    } else if (r->reason == REFUSED_KING_LEAVES) {
        buffer_add(text, "a king may not step onto a square that is attacked on the board it "
                         "leaves, though it passes over at once: ");
        add_place(text, pos, r->square, r->board);
        buffer_add(text, " is attacked by ");
    } else {
        buffer_add(text, "your king would be in check on ");
        add_place(text, pos, r->square, r->board);
        buffer_add(text, ", from ");
    }
    add_men(text, pos, r->men);
    if (r->reason == REFUSED_CHECK_STAYS && comes_between(pos, r))
        buffer_add(text, ", for the %s passes to board %c and blocks nothing here",
                   kind_words[man_kind(pos->men[r->from])], board_letter((Board)!r->board));
}

static void describe_squares(Buffer *text, const Position *pos, const Refusal *r)
{
    char from[3], to[3];
    square_write(r->from, from);
    square_write(r->to, to);
    switch (r->reason) {
    case REFUSED_NOBODY:
        buffer_add(text, "there is no man of yours on %s%s", from,
                   has_two_boards(pos) ? " of either board" : "");
        break;
    case REFUSED_NOT_YOURS:
        buffer_add(text, "there is no man of yours on %s: ", from);
        add_man(text, pos, r->from);
        buffer_add(text, " is your opponent's");
        break;
    case REFUSED_STAYS:
        buffer_add(text, "a man must leave its square; only in Ms. Alice it may pass over "
                         "without moving");
        break;
    case REFUSED_PAWN_BACK: buffer_add(text, "a pawn never goes back"); break;
    case REFUSED_PAWN_STEP:
        buffer_add(text, "a pawn goes two squares only from the second rank of its side");
        break;
    case REFUSED_PAWN_EMPTY:
        buffer_add(text, "a pawn goes aslant only to take, and on ");
        add_place(text, pos, r->to, board_at(pos, r->from));
        buffer_add(text, " nobody stands");
        break;
    case REFUSED_PAWN_AHEAD:
        buffer_add(text, "a pawn does not take straight ahead, and ");
        add_man(text, pos, r->to);
        buffer_add(text, " stands there");
        break;
    default:
        buffer_add(text, "a man of your own stands there: ");
        add_man(text, pos, r->to);
        break;
    }
}

void refusal_describe(Buffer *text, const Position *pos, const Refusal *r)
{
    char whose[32];
    switch (r->reason) {
    case REFUSED_GAME_OVER: buffer_add(text, "the game is over: a king has been blown up"); break;
    case REFUSED_REACH: describe_shape(text, pos, r); break;
    case REFUSED_PAWN_PASSING: describe_passing(text, pos, r); break;
    case REFUSED_WAY:
        snprintf(whose, sizeof whose, "the %s's", kind_words[man_kind(pos->men[r->from])]);
        describe_way(text, pos, r, whose);
        break;
    case REFUSED_OTHER_BOARD: describe_other_board(text, pos, r); break;
    case REFUSED_CASTLE_RIGHT:
    case REFUSED_CASTLE_WAY:
    case REFUSED_CASTLE_LANDING:
    case REFUSED_CASTLE_CHECK:
    case REFUSED_CASTLE_CROSSES:
    case REFUSED_CASTLE_LANDS: describe_castling(text, pos, r); break;
    case REFUSED_KING_TAKES:
        buffer_add(text, "a king may not capture here: it would explode itself");
        break;
    case REFUSED_OWN_BLAST:
        buffer_add(text, "that capture would blow up your own king on ");
        add_place(text, pos, r->square, board_at(pos, r->square));
        break;
    case REFUSED_KING_LEAVES:
    case REFUSED_KING_CHECK:
    case REFUSED_CHECK_OPENS:
    case REFUSED_CHECK_STAYS: describe_check(text, pos, r); break;
    case REFUSED_NOT: buffer_add(text, "it is legal"); break;
    default: describe_squares(text, pos, r); break;
    }
}
