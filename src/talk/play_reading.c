#include "talk/play_reading.h"

#include "rules/movegen.h"
#include "rules/notation.h"
#include "talk/play_refusal.h"
#include "talk/play_words.h"

static bool is_coordinates(const San *san)
{
    return san->kind == KIND_COUNT && san->file >= 0 && san->rank >= 0;
}

/* The men that the text can mean, wherever it sends them. */
static Bitboard meant(const Position *pos, const San *san)
{
    Kind kind = san->kind == KIND_COUNT ? PAWN : san->kind;
    Bitboard men = men_of(pos, (Color)pos->side, kind);
    if (san->file >= 0) men &= FILE_A_BITS << san->file;
    if (san->rank >= 0) men &= RANK_1_BITS << 8 * san->rank;
    Bitboard ahead = men & FILE_A_BITS << file_of(san->to);
    return kind == PAWN && san->file < 0 && ahead ? ahead : men; /* `e5` is a pawn of the e-file */
}

/* The squares are right; so the promotion is missing, or there is none. */
static void explain_promotion(Buffer *why, const San *san)
{
    int last = rank_of(san->to);
    if (san->promoted == KIND_COUNT)
        buffer_add(why, "which piece shall the pawn become? Add q, r, b or n");
    else if (last == 0 || last == 7)
        buffer_add(why, "only a pawn is promoted");
    else
        buffer_add(why, "a pawn is promoted on the last rank only");
}

static void explain_ambiguous(const Position *pos, const San *san, Bitboard able, Buffer *why)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    int count = popcount(able);
    buffer_add(why, "%d men can do that: which one? ", count);
    for (int i = 0, item = 0; i < list.count && item < count; i++) {
        Square from = move_from(list.moves[i]);
        char text[SAN_MAX];
        if (!has(able, from) || !san_matches(pos, list.moves[i], san)) continue;
        able &= ~bit(from);
        move_write_san(pos, list.moves[i], text);
        if (item > 0) buffer_add(why, item + 1 == count ? " or " : ", ");
        buffer_add(why, "%s", text);
        if (has_two_boards(pos)) buffer_add(why, " (board %c)", board_letter(board_at(pos, from)));
        item++;
    }
}

static void explain_nobody(const Position *pos, const San *san, Buffer *why)
{
    Kind kind = san->kind == KIND_COUNT ? PAWN : san->kind;
    if (san->file >= 0 && san->rank >= 0) {
        Square from = square_at(san->file, san->rank);
        if (has(pos->colors[pos->side], from)) {
            buffer_add(why, "not a %s but ", kind_words[kind]);
            add_man(why, pos, from);
            buffer_add(why, " stands there");
            return;
        }
    }
    buffer_add(why, "you have no %s", kind_words[kind]);
    if (san->file >= 0 && san->rank >= 0)
        buffer_add(why, " on %c%d", 'a' + san->file, san->rank + 1);
    else if (san->file >= 0)
        buffer_add(why, " on the %c-file", 'a' + san->file);
    else if (san->rank >= 0)
        buffer_add(why, " on rank %d", san->rank + 1);
}

/* None of several men can do it: what hinders the one that comes nearest? */
static void explain_nearest(const Position *pos, const San *san, Bitboard men, Buffer *why)
{
    Kind kind = san->kind == KIND_COUNT ? PAWN : san->kind;
    char to[3];
    Bitboard able = 0;
    Refusal nearest = {.reason = REFUSED_GAME_OVER};
    bool several = more_than_one(men);
    if (!men) {
        explain_nobody(pos, san, why);
        return;
    }
    while (men) {
        Square from = pop_square(&men);
        Refusal refusal = refusal_find(pos, from, san->to);
        if (refusal.reason == REFUSED_NOT) able |= bit(from);
        if (refusal.reason >= nearest.reason) nearest = refusal;
    }
    square_write(san->to, to);
    if (more_than_one(able))
        explain_ambiguous(pos, san, able, why);
    else if (able && kind == KING && san->promoted == KIND_COUNT)
        buffer_add(why, "castling is typed O-O or O-O-O");
    else if (able)
        explain_promotion(why, san);
    else if (several && nearest.reason <= REFUSED_PAWN_BACK && nearest.reason >= REFUSED_STAYS)
        buffer_add(why, "no %s of yours gets to %s", kind_words[kind], to);
    else
        refusal_describe(why, pos, &nearest);
}

static void explain(const Position *pos, const San *san, Buffer *why)
{
    Refusal refusal;
    if (!has_king(pos, WHITE) || !has_king(pos, BLACK)) {
        refusal = (Refusal){.reason = REFUSED_GAME_OVER};
        refusal_describe(why, pos, &refusal);
    } else if (san->castling) {
        refusal = refusal_of_castling(pos, san->king_side);
        refusal_describe(why, pos, &refusal);
    } else if (is_coordinates(san)) {
        refusal = refusal_find(pos, square_at(san->file, san->rank), san->to);
        if (refusal.reason == REFUSED_NOT)
            explain_promotion(why, san);
        else
            refusal_describe(why, pos, &refusal);
    } else {
        explain_nearest(pos, san, meant(pos, san), why);
    }
}

Move typed_move(const Position *pos, const char *text, Buffer *why)
{
    San san;
    buffer_clear(why);
    if (!san_parse(text, &san)) return MOVE_NONE;
    Move move = move_read_san(pos, text, NULL);
    if (move == MOVE_NONE) explain(pos, &san, why);
    return move;
}
