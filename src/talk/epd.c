#include "talk/epd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"

enum { LINE_MAX_READ = 600 };

static const char blanks[] = " \t\r\n\x1a"; /* the last ends files of DOS */

/* Behind blanks and a byte order mark. */
static const char *beginning(const char *line)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (strncmp(line, mark, sizeof mark - 1) == 0) line += sizeof mark - 1;
    return line + strspn(line, blanks);
}

bool epd_is_blank(const char *line)
{
    line = beginning(line);
    return *line == '\0' || *line == '#';
}

static const char *skip_word(const char *text)
{
    text += strcspn(text, blanks);
    return text + strspn(text, blanks);
}

static const char *skip_number(const char *text)
{
    text += strspn(text, "0123456789");
    return text + strspn(text, blanks);
}

/* What ends it is a blank or the line's end, as with any word, or the ';' of an operation. */
static bool is_number(const char *word)
{
    size_t length = strspn(word, "0123456789");
    return length > 0 && length < 6 && (word[length] == ';' || strchr(blanks, word[length]));
}

/* Where the FEN ends: behind its fourth field, or its counters if it has them, of which there may
 * be one. A paired one has a ` | ` and another half. *counters is the most that a half has. */
static const char *end_of_fen(const char *line, int *counters)
{
    const char *rest = line;
    int count = 0;
    for (int field = 0; field < 4; field++) rest = skip_word(rest);
    for (; count < 2 && is_number(rest); count++) rest = skip_number(rest);
    if (count > *counters) *counters = count;
    if (rest[0] == '|' && strchr(blanks, rest[1]) && rest[1]) return end_of_fen(rest + 2, counters);
    return rest;
}

/* As far as a FEN can say it. */
static uint16_t counter(const char *operations, const char *name, uint16_t least)
{
    char text[16];
    if (!epd_operation(operations, name, text, sizeof text)) return least;
    long number = strtol(text, NULL, 10);
    return number >= least && number <= UINT16_MAX ? (uint16_t)number : least;
}

bool epd_read(Position *pos, RulesId rules, const char *line, const char **operations, Error *err)
{
    char fen[LINE_MAX_READ];
    int counters = 0;
    line = beginning(line);
    const char *rest = end_of_fen(line, &counters);
    if ((size_t)(rest - line) >= sizeof fen) return error_set(err, "the line is too long");
    int length = snprintf(fen, sizeof fen, "%.*s", (int)(rest - line), line);
    while (length > 0 && strchr(blanks, fen[length - 1])) fen[--length] = '\0';
    if (operations) *operations = rest;
    if (!fen_read(pos, rules, fen, err)) return false;
    if (counters < 1) pos->rule50 = counter(rest, "hmvc", 0);
    if (counters < 2) pos->fullmove = counter(rest, "fmvn", 1);
    return true;
}

/* The end of an operation: the next ';' outside quotes, or the end of the text. */
static const char *end_of_operation(const char *text)
{
    bool quoted = false;
    for (; *text && (quoted || *text != ';'); text++) quoted ^= *text == '"';
    return text;
}

bool epd_next(const char **operations, EpdOperation *operation)
{
    const char *start = *operations + strspn(*operations, " \t\r\n;");
    const char *end = end_of_operation(start);
    *operations = *end ? end + 1 : end;
    while (end > start && strchr(blanks, end[-1])) end--;
    operation->text = start;
    operation->length = (size_t)(end - start);
    operation->name_length = strcspn(start, " \t\r\n;");
    return end > start;
}

bool epd_is(const EpdOperation *operation, const char *name)
{
    return operation->name_length == strlen(name) &&
           strncmp(operation->text, name, operation->name_length) == 0;
}

bool epd_operation(const char *operations, const char *name, char *operands, size_t size)
{
    EpdOperation operation;
    while (epd_next(&operations, &operation)) {
        if (!epd_is(&operation, name)) continue;
        const char *value = operation.text + operation.name_length;
        const char *end = operation.text + operation.length;
        while (value < end && strchr(blanks, *value)) value++;
        if (end - value >= 2 && *value == '"' && end[-1] == '"') value++, end--;
        snprintf(operands, size, "%.*s", (int)(end - value), value);
        return true;
    }
    return false;
}
