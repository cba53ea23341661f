#include "talk/play_tell.h"

#include "rules/movegen.h"
#include "rules/notation.h"
#include "talk/play_words.h"

/* "Nf3xe5", "e7-e8", "O-O". */
static void add_long_name(Buffer *text, const Position *pos, Move move)
{
    Square from = move_from(move), to = move_to(move);
    Kind kind = man_kind(pos->men[from]);
    char origin[3], target[3];
    if (move_kind(move) == CASTLING) {
        buffer_add(text, "%s", file_of(to) > file_of(from) ? "O-O" : "O-O-O");
        return;
    }
    square_write(from, origin);
    square_write(to, target);
    if (kind != PAWN) buffer_add(text, "%c", "PNBRQK"[kind]);
    buffer_add(text, "%s", origin);
    if (from != to) buffer_add(text, "%c%s", move_is_capture(move) ? 'x' : '-', target);
}

static void add_blast(Buffer *text, const Position *pos, Bitboard blast)
{
    int count = popcount(blast);
    if (count == 0) {
        buffer_add(text, "explodes alone");
        return;
    }
    buffer_add(text, "explodes: ");
    for (int item = 0; blast; item++) {
        Square sq = pop_square(&blast);
        char name[3];
        bool own = man_color(pos->men[sq]) == pos->side;
        square_write(sq, name);
        add_separator(text, item, count);
        buffer_add(text, "%s %s %s", own ? "its own" : "the", kind_words[man_kind(pos->men[sq])],
                   name);
    }
    buffer_add(text, " %s with it", count == 1 ? "goes" : "go");
}

static void add_capture(Buffer *text, const Position *pos, Move move)
{
    buffer_add(text, " takes ");
    add_man(text, pos, position_captured_square(pos, move));
    if (move_kind(move) == EN_PASSANT) buffer_add(text, " in passing");
}

/* What follows the name, up to the passing over. */
static void add_doings(Buffer *text, const Position *pos, Move move)
{
    Board board = board_at(pos, move_from(move));
    bool two = has_two_boards(pos), takes = move_is_capture(move), joined = false;
    if (takes) {
        add_capture(text, pos, move);
        joined = true;
    }
    if (move_is_promotion(move)) {
        buffer_add(text, "%s becomes a %s", joined ? "," : "",
                   kind_words[move_promoted_kind(move)]);
        joined = true;
    }
    if (move_kind(move) == CASTLING)
        buffer_add(text, two ? ": king and rook pass to board %c" : ": king and rook castle",
                   board_letter((Board)!board));
    else if (two)
        buffer_add(text, "%s passes to board %c", joined ? " and" : "",
                   board_letter((Board)!board));
    if (move_kind(move) == PASS) buffer_add(text, " without moving");
    if (takes && has_explosions(pos)) {
        buffer_add(text, two ? ", where it " : " and ");
        add_blast(text, pos, position_blast(pos, move));
    }
}

void tell_move(Buffer *text, const Position *before, Move move)
{
    Position after = *before;
    Undo undo;
    add_long_name(text, before, move);
    add_doings(text, before, move);
    position_make(&after, move, &undo);
    Bitboard checkers = position_checkers(&after);
    if (!checkers) return;
    buffer_add(text, "; check from ");
    add_men(text, &after, checkers);
}

/* ---- the end ---- */

static Color loser_of(const Record *record) { return record->result == WHITE_WINS ? BLACK : WHITE; }

static void tell_loss(Buffer *text, const Record *record)
{
    const char *loser = color_words[loser_of(record)];
    switch (record->ending) {
    case END_CHECKMATE:
        buffer_add(text, "Checkmate: %s's king is in check and no move saves it.", loser);
        break;
    case END_EXPLOSION: buffer_add(text, "%s's king has been blown up.", loser); break;
    case END_TIME: buffer_add(text, "%s's time is up.", loser); break;
    case END_RESIGN: buffer_add(text, "%s resigns.", loser); break;
    default: break;
    }
    buffer_add(text, " %s has won.", color_words[!loser_of(record)]);
}

void tell_ending(Buffer *text, const Record *record)
{
    switch (record->ending) {
    case END_STALEMATE:
        buffer_add(text, "Stalemate: %s is not in check but has no legal move.",
                   color_words[record->pos.side]);
        break;
    case END_REPETITION:
        buffer_add(text, "The same position has come for the third time%s.",
                   has_two_boards(&record->pos) ? ", every man on the same board" : "");
        break;
    case END_FIFTY_MOVES:
        buffer_add(text, "Fifty moves of each side have gone by without a capture or a pawn's "
                         "move.");
        break;
    case END_MATERIAL: buffer_add(text, "Too few men are left for either side to win."); break;
    default: tell_loss(text, record); return;
    }
    buffer_add(text, " The game is drawn.");
}
