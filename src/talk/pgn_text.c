#include "talk/pgn_text.h"

#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "talk/words.h"

enum { LINE_WIDTH = 80 };

void pgn_add_tag(Buffer *out, const char *name, const char *value)
{
    buffer_add(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') buffer_append(out, "\\", 1);
        buffer_append(out, &(char){harmless_byte(*value)}, 1);
    }
    buffer_add(out, "\"]\n");
}

/* A line that begins with '%' would mean nothing to PGN. */
static void add_bytes(Paragraph *paragraph, const char *word, size_t length)
{
    if (paragraph->column > 0) {
        bool fits = paragraph->column + 1 + length <= LINE_WIDTH || *word == '%';
        buffer_append(paragraph->out, fits ? " " : "\n", 1);
        paragraph->column = fits ? paragraph->column + 1 : 0;
    }
    buffer_append(paragraph->out, word, length);
    paragraph->column += length;
}

void pgn_add_word(Paragraph *paragraph, const char *word)
{
    add_bytes(paragraph, word, strlen(word));
}

/* Up to the next blank; but `[%eval 0.31,12]` is one word, since not every program reads it in two
 * lines. */
static size_t word_length(const char *text)
{
    size_t length = strcspn(text, " ");
    const char *command = memmem(text, length, "[%", 2);
    const char *end = command ? strchr(command, ']') : NULL;
    return end ? (size_t)(end - text) + strcspn(end, " ") : length;
}

void pgn_add_words(Paragraph *paragraph, const char *text)
{
    while (*text) {
        size_t length = word_length(text);
        if (length > 0) add_bytes(paragraph, text, length);
        text += length;
        text += strspn(text, " ");
    }
}

void pgn_add_move(Paragraph *paragraph, Position *pos, Move move, bool numbered)
{
    char san[SAN_MAX], number[16];
    Undo undo;
    if (pos->side == WHITE || numbered) {
        snprintf(number, sizeof number, "%d%s", pos->fullmove, pos->side == WHITE ? "." : "...");
        pgn_add_word(paragraph, number);
    }
    move_write_san(pos, move, san);
    pgn_add_word(paragraph, san);
    position_make(pos, move, &undo);
}
