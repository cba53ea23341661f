#include "talk/pgn_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "talk/files.h"
#include "talk/words.h"

enum { WORD_MAX_READ = 32, NESTING_MAX = 100, SKIPPED_TOLD = 10 };

/* --- Characters --------------------------------------------------------------------------------
 */

static int take(PgnReader *reader)
{
    int c = getc(reader->in);
    reader->at_line_start = c == '\n';
    reader->line += c == '\n';
    if (reader->keeps_text && c != EOF) buffer_append(&reader->text, &(char){(char)c}, 1);
    return c;
}

/* Without the lines that mean nothing to PGN: they begin with '%', outside of comments. */
static int next_char(PgnReader *reader)
{
    bool begins = reader->at_line_start && !reader->in_comment;
    int c = take(reader);
    while (begins && c == '%') {
        while (c != '\n' && c != EOF) c = take(reader);
        if (c == '\n') c = take(reader);
    }
    return c;
}

static void put_back(PgnReader *reader, int c)
{
    if (c == EOF) return;
    ungetc(c, reader->in);
    if (reader->keeps_text) reader->text.length--;
    reader->line -= c == '\n';
    reader->at_line_start = false;
}

/* Among them the byte that ends files of DOS. */
static bool is_blank(int c) { return isspace(c) || c == 0x1a; }

static int skip_blanks(PgnReader *reader)
{
    int c;
    do c = next_char(reader);
    while (is_blank(c) || c == 0xef || c == 0xbb || c == 0xbf); /* or a byte order mark */
    return c;
}

/* The line of what was read last. */
static size_t line_of(const PgnReader *reader)
{
    return reader->line + (reader->at_line_start ? 0 : 1);
}

static bool wrong_on(const PgnReader *reader, size_t line, Error *err, const char *what,
                     const char *detail)
{
    return error_set(err, "%s, line %zu: %.60s%.60s", shown_path(reader->path).text, line, what,
                     detail);
}

static bool wrong(const PgnReader *reader, Error *err, const char *what, const char *detail)
{
    return wrong_on(reader, line_of(reader), err, what, detail);
}

/* --- Tags --------------------------------------------------------------------------------------
 */

static const PgnTag *find_tag(const PgnGame *game, const char *name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcasecmp(game->tags[i].name, name) == 0) return &game->tags[i];
    return NULL;
}

const char *pgn_tag(const PgnGame *game, const char *name)
{
    const PgnTag *tag = find_tag(game, name);
    return tag ? tag->value : NULL;
}

/* Behind the '['. */
static bool read_tag(PgnReader *reader, PgnGame *game, Error *err)
{
    Buffer name = {0}, value = {0};
    int c = skip_blanks(reader);
    for (; isalnum(c) || c == '_' || c == '-'; c = next_char(reader)) buffer_add(&name, "%c", c);
    while (c == ' ' || c == '\t') c = next_char(reader);
    bool ok = name.length > 0 && c == '"';
    while (ok && (c = next_char(reader)) != '"') {
        if (c == '\\') c = next_char(reader);
        if (c == '\n' || c == EOF || value.length > 4096)
            ok = false;
        else
            buffer_add(&value, "%c", c);
    }
    if (ok) ok = skip_blanks(reader) == ']';
    if (ok) {
        game->tags = grow(game->tags, game->tag_count, &game->tag_capacity, sizeof *game->tags);
        game->tags[game->tag_count++] =
            (PgnTag){copy_text(name.data), copy_text(buffer_text(&value)), line_of(reader)};
    }
    buffer_free(&name);
    buffer_free(&value);
    return ok || wrong(reader, err, "a tag is not [Name \"value\"]", "");
}

/* Values of Variant that name no rules of their own. */
static bool means_chess(const char *variant)
{
    static const char *const names[] = {"from position", "?", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i], variant) == 0) return true;
    return false;
}

/* Castling by the files of the rooks tells of a Chess960 array where Variant does not, as in
 * Atomic.
 */
static bool castles_by_files(const char *fen)
{
    char rights[16] = "";
    return sscanf(fen, "%*s %*s %15s", rights) == 1 && strpbrk(rights, "ABCDEFGHabcdefgh");
}

static bool set_up(PgnReader *reader, PgnGame *game, Error *err)
{
    Error why;
    const PgnTag *variant_tag = find_tag(game, "Variant"), *fen_tag = find_tag(game, "FEN");
    const char *variant = variant_tag ? variant_tag->value : NULL;
    game->kind = (GameKind){reader->usual, false};
    if (variant && means_chess(variant)) variant = "chess";
    if (variant && !(game->kind.game = game_find(variant, &game->kind.chess960, &why)))
        return wrong_on(reader, variant_tag->line, err, "", why.text);
    position_start(&game->start, game->kind.game, STANDARD_SHUFFLE);
    if (!fen_tag) return true;
    if (!fen_read(&game->start, game->kind.game->rules, fen_tag->value, &why))
        return wrong_on(reader, fen_tag->line, err, "", why.text);
    game->kind.chess960 |= castles_by_files(fen_tag->value);
    return true;
}

/* --- Notes -------------------------------------------------------------------------------------
 */

static void add_note(Buffer *notes, int c)
{
    buffer_append(notes, &(char){harmless_byte((char)c)}, 1);
}

/* Behind the '{'. */
static bool read_comment(PgnReader *reader, Buffer *notes, Error *err)
{
    int c;
    reader->in_comment = true;
    add_note(notes, '{');
    while ((c = next_char(reader)) != '}' && c != EOF) add_note(notes, c);
    add_note(notes, '}');
    reader->in_comment = false;
    return c != EOF || wrong(reader, err, "a comment does not end", "");
}

/* Behind the ';': the rest of the line, which becomes an ordinary comment. */
static void read_line_comment(PgnReader *reader, Buffer *notes)
{
    int c;
    add_note(notes, '{');
    while ((c = next_char(reader)) != '\n' && c != EOF)
        if (c != '{' && c != '}') add_note(notes, c);
    add_note(notes, '}');
}

/* Behind the '('. */
static bool read_variation(PgnReader *reader, Buffer *notes, Error *err)
{
    int depth = 1;
    add_note(notes, '(');
    while (depth > 0) {
        int c = next_char(reader);
        if (c == EOF || depth > NESTING_MAX)
            return wrong(reader, err, "a variation does not end", "");
        depth += (c == '(') - (c == ')');
        if (c == '{') {
            if (!read_comment(reader, notes, err)) return false;
        } else if (c == ';') {
            read_line_comment(reader, notes);
        } else {
            add_note(notes, c);
        }
    }
    return true;
}

/* One note more of those that stand together. */
static void gather(Buffer *notes, Buffer *note)
{
    if (note->length) {
        if (notes->length) buffer_append(notes, " ", 1);
        buffer_append(notes, note->data, note->length);
    }
    buffer_free(note);
}

/* All that stands behind the last move, or at the beginning. */
static void attach(PgnGame *game, Buffer *notes)
{
    if (notes->length == 0) return;
    char **place = game->move_count ? &game->moves[game->move_count - 1].notes : &game->notes;
    Buffer all = {0};
    if (*place) buffer_add(&all, "%s ", *place);
    buffer_append(&all, notes->data, notes->length);
    free(*place);
    *place = all.data;
    buffer_clear(notes);
}

/* --- Moves -------------------------------------------------------------------------------------
 */

static bool is_result(const char *word, Result *result)
{
    static const char *const draws[] = {"1/2", "\u00bd-\u00bd", "\u00bd"};
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        if (strcmp(word, draws[i]) == 0) {
            *result = DRAWN;
            return true;
        }
    for (int i = 0; i < RESULT_COUNT; i++)
        if (strcmp(word, result_names[i]) == 0) {
            *result = (Result)i;
            return true;
        }
    return false;
}

/* "e4", or "12.e4" without its number; "" for a number alone. */
static const char *strip_number(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    if (word[digits] == '.') return word + digits + strspn(word + digits, ".");
    if (digits > 0 && word[digits] == '\0') return word + digits;
    return word;
}

/* What people write behind a move, and the glyph that it stands for, if any: the longer before
 * those that they end with. */
static const struct {
    const char *text, *glyph;
} marks[] = {
    {"e.p.", ""},  {"+/-", "$16"}, {"-/+", "$17"}, {"+/=", "$14"}, {"=/+", "$15"}, {"+-", "$18"},
    {"-+", "$19"}, {"+=", "$14"},  {"=+", "$15"},  {"!!", "$3"},   {"??", "$4"},   {"!?", "$5"},
    {"?!", "$6"},  {"!", "$1"},    {"?", "$2"},    {"=", "$10"},
};

/* Cuts the marks off the end of a word, and adds their glyphs. */
static void cut_marks(char *word, Buffer *glyphs)
{
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t mark = strlen(marks[i].text);
        if (length < mark || strcmp(word + length - mark, marks[i].text) != 0) continue;
        word[length - mark] = '\0';
        cut_marks(word, glyphs);
        if (*marks[i].glyph) buffer_add(glyphs, "%s%s", glyphs->length ? " " : "", marks[i].glyph);
        return;
    }
}

static bool play_san(PgnReader *reader, PgnGame *game, Position *pos, const char *text, Error *err)
{
    Error why;
    Undo undo;
    Move move = move_read_san(pos, text, &why);
    if (move == MOVE_NONE) return wrong(reader, err, "", why.text);
    game->moves = grow(game->moves, game->move_count, &game->move_capacity, sizeof *game->moves);
    game->moves[game->move_count++] = (PgnMove){move, NULL};
    position_make(pos, move, &undo);
    return true;
}

/* A move, a number or a mark alone, or a move with them. */
static bool read_move(PgnReader *reader, PgnGame *game, Position *pos, char *word, Buffer *notes,
                      Error *err)
{
    Buffer glyphs = {0};
    cut_marks(word, &glyphs);
    const char *text = strip_number(word);
    if (*text) attach(game, notes);
    const bool ok = *text == '\0' || play_san(reader, game, pos, text, err);
    gather(notes, &glyphs);
    return ok;
}

/* A word of the movetext, that begins with c. */
static void read_word(PgnReader *reader, int c, char word[WORD_MAX_READ])
{
    size_t length = 0;
    while (c != EOF && !is_blank(c) && !strchr("{}();[$", c)) {
        if (length < WORD_MAX_READ - 1) word[length++] = (char)c;
        c = next_char(reader);
    }
    put_back(reader, c);
    word[length] = '\0';
}

/* One piece of the movetext, that begins with c. `notes` are those behind the last move. *over is
 * set at the end of the game. */
static bool read_piece(PgnReader *reader, PgnGame *game, Position *pos, int c, Buffer *notes,
                       bool *over, Error *err)
{
    Buffer note = {0};
    char word[WORD_MAX_READ];
    bool ok = true;
    if (c == '{') {
        ok = read_comment(reader, &note, err);
    } else if (c == ';') {
        read_line_comment(reader, &note);
    } else if (c == '(') {
        ok = read_variation(reader, &note, err);
    } else if (c == '$') {
        read_word(reader, next_char(reader), word);
        buffer_add(&note, "$%s", word);
    } else if (strchr("})]<>", c)) {
        const char text[] = {(char)c, '\0'};
        ok = wrong(reader, err, "misplaced ", text);
    } else {
        read_word(reader, c, word);
        *over = is_result(word, &game->result);
        ok = *over || read_move(reader, game, pos, word, notes, err);
    }
    gather(notes, &note);
    return ok;
}

static bool begins_note(int c) { return c == '{' || c == ';' || c == '(' || c == '$'; }

/* Behind the result only what is said about the game belongs to it. */
static bool read_moves(PgnReader *reader, PgnGame *game, int c, Error *err)
{
    Position pos = game->start;
    Buffer notes = {0};
    bool over = false, ok = true;
    while (ok && c != EOF && (!over || begins_note(c))) {
        if (c == '[') break; /* the next game, though this one had no result */
        ok = read_piece(reader, game, &pos, c, &notes, &over, err);
        if (ok) c = skip_blanks(reader);
    }
    if (ok) put_back(reader, c);
    attach(game, &notes);
    buffer_free(&notes);
    return ok;
}

/* What is said before the tags. False also if there is nothing else. */
static bool read_preface(PgnReader *reader, PgnGame *game, int *c, Error *err)
{
    Buffer notes = {0};
    bool over = false, ok = true;
    while (ok && (*c == '{' || *c == ';')) {
        ok = read_piece(reader, game, NULL, *c, &notes, &over, err);
        if (ok) *c = skip_blanks(reader);
    }
    attach(game, &notes);
    buffer_free(&notes);
    return ok && *c != EOF;
}

/* The first character of the next game. */
static int begin(PgnReader *reader)
{
    if (reader->line == 0 && reader->games == 0) reader->at_line_start = true;
    int c = reader->at_tag ? '[' : skip_blanks(reader);
    reader->at_tag = false;
    reader->in_tags = true;
    buffer_clear(&reader->text);
    if (reader->keeps_text && c != EOF) buffer_append(&reader->text, &(char){(char)c}, 1);
    return c;
}

bool pgn_read(PgnReader *reader, PgnGame *game, Error *err)
{
    *game = (PgnGame){0};
    err->text[0] = '\0';
    int c = begin(reader);
    if (!read_preface(reader, game, &c, err)) return false;
    reader->games++;
    for (; c == '['; c = skip_blanks(reader))
        if (!read_tag(reader, game, err)) return false;
    reader->in_tags = false;
    if (!set_up(reader, game, err)) return false;
    return read_moves(reader, game, c, err);
}

void pgn_game_free(PgnGame *game)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    for (size_t i = 0; i < game->move_count; i++) free(game->moves[i].notes);
    free(game->tags);
    free(game->moves);
    free(game->notes);
    *game = (PgnGame){0};
}

/* --- Leaving games out -------------------------------------------------------------------------
 */

static void skip_line(PgnReader *reader, int c)
{
    while (c != '\n' && c != EOF) c = next_char(reader);
}

/* To a tag that no other tag stands before: there the next game begins. */
static void skip_to_next(PgnReader *reader)
{
    bool in_tags = reader->in_tags;
    if (!reader->at_line_start) skip_line(reader, next_char(reader));
    for (int c; (c = next_char(reader)) != EOF; skip_line(reader, c)) {
        int next = c == '[' ? getc(reader->in) : ' ';
        if (c == '[' && next != EOF) ungetc(next, reader->in);
        bool tag = c == '[' && isalpha(next);
        if (tag && !in_tags) {
            reader->at_tag = true;
            if (reader->keeps_text) reader->text.data[--reader->text.length] = '\0';
            return;
        }
        in_tags = tag;
    }
}

void pgn_skip(PgnReader *reader, PgnGame *game, PgnSkipped *skipped, const Error *why)
{
    skip_to_next(reader);
    pgn_game_free(game);
    if (skipped && skipped->count++ < SKIPPED_TOLD) buffer_add(&skipped->lines, "%s\n", why->text);
}

void pgn_skipped_tell(const PgnSkipped *skipped, const char *command, const char *fate)
{
    for (const char *line = buffer_text(&skipped->lines); *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(stderr, "%s: warning: %.*s; %s\n", command, (int)length, line, fate);
        line += length + 1;
    }
    if (skipped->count > SKIPPED_TOLD)
        fprintf(stderr, "%s: warning: %zu games in all could not be read\n", command,
                skipped->count);
}

void pgn_skipped_free(PgnSkipped *skipped) { buffer_free(&skipped->lines); }
