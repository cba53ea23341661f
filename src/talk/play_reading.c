#include "talk/play_reading.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "talk/play_refusal.h"
#include "talk/play_words.h"

/* ---- what people type, as the notation has it ---- */

enum { PLAIN_MAX = 48, SIGN_MAX = 5 };

/* What stands for letters and signs, as in "♘f3" or "e2–e4". */
static const struct {
    const char *typed, *plain;
} signs[] = {
    {" ", ""},       {"\t", ""},       {"\u2654", "K"}, {"\u2655", "Q"},  {"\u2656", "R"},
    {"\u2657", "B"}, {"\u2658", "N"},  {"\u2659", ""},  {"\u265a", "K"},  {"\u265b", "Q"},
    {"\u265c", "R"}, {"\u265d", "B"},  {"\u265e", "N"}, {"\u265f", ""},   {"\ufe0e", ""},
    {"\ufe0f", ""},  {"\u2013", "-"},  {"\u2212", "-"}, {"\u00d7", "x"},  {"OOO", "O-O-O"},
    {"OO", "O-O"},   {"ooo", "O-O-O"}, {"oo", "O-O"},   {"000", "O-O-O"}, {"00", "O-O"},
};

/* Behind "12.", "2..." or "...". */
static const char *without_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    size_t dots = strspn(text + digits, ".");
    return dots > 0 ? text + digits + dots : text;
}

static void cut_end(char *text, const char *end)
{
    size_t length = strlen(text), cut = strlen(end);
    if (length > cut && strcmp(text + length - cut, end) == 0) text[length - cut] = '\0';
}

/* One sign of the text, or one byte: adds what it stands for and returns its length. */
static size_t take_sign(const char *text, char *plain)
{
    size_t length = strlen(plain);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t sign = strlen(signs[i].typed);
        if (strncmp(text, signs[i].typed, sign) != 0) continue;
        strcpy(plain + length, signs[i].plain);
        return sign;
    }
    plain[length] = *text;
    plain[length + 1] = '\0';
    return 1;
}

/* Files in lower case, men in upper case: "E2E4", "NF3", "nf3". A `b` stays what it is. */
static void change_case(char *plain)
{
    if (strchr("nrqk", *plain)) *plain = (char)toupper((unsigned char)*plain);
    for (char *c = plain; *c; c++) {
        bool pawn_takes = c == plain && *c != 'B' && strchr("xX:-", c[1]);
        if (*c >= 'A' && *c <= 'H' && (isdigit((unsigned char)c[1]) || pawn_takes))
            *c = (char)tolower((unsigned char)*c);
        if (*c == 'X') *c = 'x';
    }
}

/* False if that has not the form of a move. */
static bool read_plainly(const char *text, char plain[PLAIN_MAX], San *san)
{
    plain[0] = '\0';
    for (text = without_number(text); *text && strlen(plain) < PLAIN_MAX - SIGN_MAX;)
        text += take_sign(text, plain);
    if (*text || !*plain) return false;
    cut_end(plain, "e.p.");
    cut_end(plain, "="); /* "a8=", and then nothing */
    if (san_parse(plain, san)) return true;
    change_case(plain);
    return san_parse(plain, san);
}

/* ---- what is wrong ---- */

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
    /* `e5` is a pawn of the e-file. */
    return kind == PAWN && san->file < 0 && (ahead || !san->takes) ? ahead : men;
}

/* The squares are right; so the promotion is missing, or there is none. Is it only incomplete? */
static bool explain_promotion(Buffer *why, const San *san)
{
    int last = rank_of(san->to);
    if (san->promoted == KIND_COUNT)
        buffer_add(why, "which piece shall the pawn become? Add q, r, b or n");
    else if (last == 0 || last == 7)
        buffer_add(why, "only a pawn is promoted");
    else
        buffer_add(why, "a pawn is promoted on the last rank only");
    return san->promoted == KIND_COUNT;
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

/* None of several men can do it: what hinders the one that comes nearest? Or several can, and the
 * move is only incomplete? */
static bool explain_nearest(const Position *pos, const San *san, Bitboard men, Buffer *why)
{
    Kind kind = san->kind == KIND_COUNT ? PAWN : san->kind;
    char to[3];
    Bitboard able = 0;
    Refusal nearest = {.reason = REFUSED_GAME_OVER};
    bool several = more_than_one(men);
    if (!men) {
        explain_nobody(pos, san, why);
        return false;
    }
    while (men) {
        Square from = pop_square(&men);
        Refusal refusal = refusal_find(pos, from, san->to);
        if (refusal.reason == REFUSED_NOT) able |= bit(from);
        if (refusal.reason >= nearest.reason) nearest = refusal;
    }
    if (more_than_one(able)) {
        explain_ambiguous(pos, san, able, why);
        return true;
    }
    square_write(san->to, to);
    if (able && kind == KING && san->promoted == KIND_COUNT)
        buffer_add(why, "castling is typed O-O or O-O-O");
    else if (able)
        return explain_promotion(why, san);
    else if (several && nearest.reason <= REFUSED_PAWN_BACK && nearest.reason >= REFUSED_STAYS)
        buffer_add(why, "no %s of yours gets to %s", kind_words[kind], to);
    else
        refusal_describe(why, pos, &nearest);
    return false;
}

/* Says why the move is not legal. Or is it only incomplete? */
static bool explain(const Position *pos, const San *san, Buffer *why)
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
        if (refusal.reason == REFUSED_NOT) return explain_promotion(why, san);
        refusal_describe(why, pos, &refusal);
    } else {
        return explain_nearest(pos, san, meant(pos, san), why);
    }
    return false;
}

/* A capture that is none. */
static void explain_sign(const Position *pos, Move move, Buffer *why)
{
    if (move_kind(move) == CASTLING) {
        buffer_add(why, "castling is typed O-O or O-O-O");
        return;
    }
    buffer_add(why, "nobody stands on ");
    add_place(why, pos, move_to(move), board_at(pos, move_from(move)));
    buffer_add(why, " to be taken");
}

/* The square is empty on both boards, and no pawn could take in passing. */
static bool takes_nobody(const Position *pos, const San *san)
{
    const bool pawn = san->kind == KIND_COUNT
                          ? !is_coordinates(san) || abs(san->file - file_of(san->to)) == 1
                          : san->kind == PAWN;
    return san->takes && !pawn && !has(occupied(pos), san->to);
}

/* Typed as a step of a pawn, but it is another pawn that takes there. Files of games have that now
 * and then; a person has mistyped something. */
static bool takes_unasked(const Position *pos, const San *san, Move move)
{
    return man_kind(pos->men[move_from(move)]) == PAWN && move_is_capture(move) && san->file < 0 &&
           !san->takes;
}

static void explain_unasked(const Position *pos, Move move, Buffer *why)
{
    char text[SAN_MAX];
    move_write_san(pos, move, text);
    buffer_add(why, "no pawn of yours steps there; to take, type %s", text);
}

/* ---- what has almost the form of a move ---- */

/* "h8=K" */
static void explain_wrong_piece(char *plain, Buffer *why)
{
    San san;
    size_t length = strlen(plain);
    char last = length ? (char)tolower((unsigned char)plain[length - 1]) : '\0';
    if (last != 'k' && last != 'p') return;
    plain[--length] = '\0';
    if (length > 0 && strchr("=(/", plain[length - 1])) plain[--length] = '\0';
    if (!san_parse(plain, &san) || (san.kind != KIND_COUNT && san.kind != PAWN)) return;
    if (rank_of(san.to) == 0 || rank_of(san.to) == 7)
        buffer_add(why, "a pawn cannot become a %s", kind_words[last == 'k' ? KING : PAWN]);
}

/* "e2e9" */
static void explain_wrong_square(char *plain, Buffer *why)
{
    San san;
    char wrong[3] = "";
    for (char *c = plain; *c; c++) {
        bool like = islower((unsigned char)*c) && isdigit((unsigned char)c[1]);
        if (!like || square_read(c) != NO_SQUARE) continue;
        if (!*wrong) memcpy(wrong, c, 2);
        memcpy(c, "a1", 2);
    }
    if (*wrong && san_parse(plain, &san)) buffer_add(why, "%s is no square", wrong);
}

static void explain_form(const char *plain, Buffer *why)
{
    char copy[PLAIN_MAX];
    strcpy(copy, plain);
    explain_wrong_square(copy, why);
    if (why->length > 0) return;
    strcpy(copy, plain);
    explain_wrong_piece(copy, why);
}

/* ---- all of it ---- */

Move typed_move(const Position *pos, const char *text, Buffer *why)
{
    San san;
    char plain[PLAIN_MAX];
    Buffer reason = {0};
    Move move = MOVE_NONE;
    bool is_move = read_plainly(text, plain, &san), incomplete = !is_move;
    if (!is_move) {
        explain_form(plain, &reason);
    } else if ((move = move_read_san(pos, plain, NULL)) == MOVE_NONE) {
        char to[3];
        square_write(san.to, to);
        if (takes_nobody(pos, &san))
            buffer_add(&reason, "nobody stands on %s to be taken", to);
        else
            incomplete = explain(pos, &san, &reason);
    } else if (san.takes && !move_is_capture(move)) {
        explain_sign(pos, move, &reason);
        move = MOVE_NONE;
    } else if (takes_unasked(pos, &san, move)) {
        explain_unasked(pos, move, &reason);
        move = MOVE_NONE;
    }
    buffer_clear(why);
    if (reason.length > 0)
        buffer_add(why, "%s%s: %s", plain, incomplete ? "" : " is not legal", reason.data);
    buffer_free(&reason);
    return move;
}

void add_legal_moves(Buffer *lines, const Position *pos)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        char san[SAN_MAX];
        move_write_san(pos, list.moves[i], san);
        buffer_add(lines, "%s\n", san);
    }
}
