/* The examples of UCI_VARIANT.md and README.md, run against the real engine.
 *
 * Examples are fenced blocks; what stands behind the fence says what is in them:
 *
 *     uci                a session: `> ` what is sent, every other line what is answered, in order;
 *                        `...` any number of lines, `*` any text within a line
 *     fen GAME           FENs, one a line, that are read
 *     fen GAME same      ... and are all the same position; the first is how the engine writes it
 *     fen GAME refused   `FEN  # message`, FENs that are refused for that reason
 *     names GAME [shuffled]   spellings of the game's name
 *
 * Each block has an engine of its own. Blanks at the end of a line do not count.
 */
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

#ifndef TEST_MANUAL
#define TEST_MANUAL "UCI_VARIANT.md"
#endif
#ifndef TEST_README
#define TEST_README "README.md"
#endif

/* ---- lists of lines ---- */

typedef struct Lines {
    char **line;
    size_t count;
} Lines;

static void lines_add(Lines *lines, const char *text)
{
    lines->line = realloc(lines->line, (lines->count + 1) * sizeof *lines->line);
    must(lines->line != NULL, "out of memory");
    char *copy = strdup(text);
    must(copy != NULL, "out of memory");
    size_t length = strlen(copy);
    while (length > 0 && strchr(" \t\r\n", copy[length - 1])) copy[--length] = '\0';
    lines->line[lines->count++] = copy;
}

static void lines_free(Lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) free(lines->line[i]);
    free(lines->line);
    *lines = (Lines){0};
}

static bool starts(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* ---- blocks ---- */

enum { BLOCKS_MAX = 256, INFO_MAX = 64 };

typedef struct Block {
    const char *document;
    int number; /* of the line with the opening fence */
    char info[INFO_MAX];
    Lines text;
} Block;

static Block blocks[BLOCKS_MAX];
static int block_count;

/* Is it an example that is run? In the manual there are no others: a misspelt word behind a fence
 * would be an example that nobody tests. */
static bool is_example(const char *document, const char *info)
{
    if (strcmp(document, TEST_MANUAL) == 0) return true;
    return strcmp(info, "uci") == 0;
}

/* Takes up to `indent` blanks off the line: those before its fence. */
static const char *unindented(const char *line, size_t indent)
{
    while (indent-- > 0 && *line == ' ') line++;
    return line;
}

/* Adds the document's examples to blocks[]. A document that cannot be read has none. */
static void read_blocks(const char *document)
{
    FILE *file = fopen(document, "r");
    char *line = NULL;
    size_t size = 0, indent = 0;
    Block *open = NULL;
    bool inside = false;
    for (int number = 1; file && getline(&line, &size, file) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *text = line + (inside ? 0 : strspn(line, " "));
        if (inside) text = unindented(line, indent);
        if (!starts(text, "```")) {
            if (open) lines_add(&open->text, text);
            continue;
        }
        if (!inside && is_example(document, text + 3) && block_count < BLOCKS_MAX) {
            open = &blocks[block_count++];
            open->document = document;
            open->number = number;
            snprintf(open->info, INFO_MAX, "%s", text + 3);
        } else {
            open = NULL;
        }
        if (!inside) indent = (size_t)(text - line);
        inside = !inside;
    }
    free(line);
    if (file) fclose(file);
}

/* The block's line, counted in its document; index 0 is the one after the fence. */
static int document_line(const Block *block, size_t index)
{
    return block->number + 1 + (int)index;
}

/* ---- talking ---- */

/* Everything the engine says to the command and is not done saying when it answers `isready`. What
 * a search says comes later: its last line is waited for. */
static Lines ask(UciProcess *engine, const char *command, const char *last)
{
    Lines said = {0};
    uci_send(engine, "%s", command);
    bool searches =
        starts(command, "go") || starts(command, "stop") || starts(command, "ponderhit");
    for (const char *line; searches && last && (line = uci_line(engine, UCI_PATIENCE_MS));) {
        lines_add(&said, line);
        if (starts(last, "bestmove") ? starts(line, "bestmove") : strcmp(line, last) == 0) break;
    }
    int readies = strcmp(command, "isready") == 0 ? 2 : 1;
    uci_send(engine, "isready");
    while (readies > 0) {
        const char *line = uci_line(engine, UCI_PATIENCE_MS);
        must(line != NULL, "no answer to isready after `%s`", command);
        if (strcmp(line, "readyok") == 0 && --readies == 0) break;
        lines_add(&said, line);
    }
    return said;
}

/* What the engine says in answer to a command that is not a search. */
__attribute__((format(printf, 2, 3))) static Lines told(UciProcess *engine, const char *format, ...)
{
    char command[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return ask(engine, command, NULL);
}

/* ---- sessions ---- */

/* `*` stands for any text. */
static bool line_matches(const char *pattern, const char *line)
{
    for (; *pattern != '*'; pattern++, line++) {
        if (*pattern != *line) return false;
        if (!*pattern) return true;
    }
    for (;; line++) {
        if (line_matches(pattern + 1, line)) return true;
        if (!*line) return false;
    }
}

static bool is_gap(const char *pattern) { return strcmp(pattern, "...") == 0; }

/* Do the patterns match the lines, all of both? *furthest is the last pattern that was looked at in
 * vain. */
static bool lines_match(char **patterns, size_t pattern_count, char **lines, size_t line_count,
                        char ***furthest)
{
    if (patterns > *furthest) *furthest = patterns;
    if (pattern_count == 0) return line_count == 0;
    if (is_gap(*patterns)) {
        for (size_t skip = 0; skip <= line_count; skip++)
            if (lines_match(patterns + 1, pattern_count - 1, lines + skip, line_count - skip,
                            furthest))
                return true;
        return false;
    }
    return line_count > 0 && line_matches(*patterns, *lines) &&
           lines_match(patterns + 1, pattern_count - 1, lines + 1, line_count - 1, furthest);
}

static char *joined(const Lines *lines)
{
    size_t length = 1;
    for (size_t i = 0; i < lines->count; i++) length += strlen(lines->line[i]) + 3;
    char *text = calloc(1, length), *end = text;
    must(text != NULL, "out of memory");
    for (size_t i = 0; i < lines->count; i++) end += sprintf(end, "  %s\n", lines->line[i]);
    return text;
}

/* Sends the block's line `at` and compares what comes back with the lines up to `end`. */
static void run_exchange(UciProcess *engine, const Block *block, size_t at, size_t end)
{
    const char *command = block->text.line[at] + 2;
    char **patterns = block->text.line + at + 1;
    size_t count = end - at - 1;
    bool open_end = count == 0 || is_gap(patterns[count - 1]);
    Lines said = ask(engine, command, open_end ? NULL : patterns[count - 1]);
    char **furthest = patterns;
    if (!lines_match(patterns, count, said.line, said.count, &furthest)) {
        size_t where = (size_t)(furthest - block->text.line);
        ck_abort_msg("%s:%d: `%s` is answered otherwise; expected here: %s\nit says:\n%s",
                     block->document, document_line(block, where), command,
                     furthest < patterns + count ? *furthest : "nothing more", joined(&said));
    }
    lines_free(&said);
}

static void run_session(const Block *block)
{
    const Lines *text = &block->text;
    must(text->count > 0 && starts(text->line[0], "> "), "%s:%d: it begins with no command",
         block->document, block->number);
    UciProcess *engine = uci_open(NULL);
    bool running = true;
    for (size_t at = 0, end; running && at < text->count; at = end) {
        for (end = at + 1; end < text->count && !starts(text->line[end], "> ");) end++;
        running = strcmp(text->line[at], "> quit") != 0;
        if (running)
            run_exchange(engine, block, at, end);
        else
            must(end == text->count && end == at + 1, "%s:%d: something after quit",
                 block->document, document_line(block, at));
    }
    uci_quit(engine);
}

/* ---- FENs ---- */

/* The line of `d` that begins so, without that. */
static void shown(UciProcess *engine, const char *label, char value[512])
{
    Lines said = told(engine, "d");
    value[0] = '\0';
    for (size_t i = 0; i < said.count; i++)
        if (starts(said.line[i], label)) snprintf(value, 512, "%s", said.line[i] + strlen(label));
    must(*value, "d prints no `%s`", label);
    lines_free(&said);
}

static void must_read(UciProcess *engine, const Block *block, size_t i)
{
    Lines said = told(engine, "position fen %s", block->text.line[i]);
    must(said.count == 0, "%s:%d: %s", block->document, document_line(block, i), said.line[0]);
    lines_free(&said);
}

static void must_be_the_same(UciProcess *engine, const Block *block, size_t i, char key[512])
{
    char fen[512], this_key[512];
    shown(engine, "Fen: ", fen);
    shown(engine, "Key: ", this_key);
    if (i == 0) memcpy(key, this_key, sizeof this_key);
    must(strcmp(fen, block->text.line[0]) == 0 && strcmp(key, this_key) == 0,
         "%s:%d: it is another position, %s", block->document, document_line(block, i), fen);
}

static void must_refuse(UciProcess *engine, const Block *block, size_t i)
{
    char line[1024], expected[512], before[512], after[512];
    int number = document_line(block, i);
    snprintf(line, sizeof line, "%s", block->text.line[i]);
    char *message = strstr(line, "  # ");
    must(message != NULL, "%s:%d: no message", block->document, number);
    *message = '\0';
    snprintf(expected, sizeof expected, "info string error: %s", message + 4);

    shown(engine, "Fen: ", before);
    Lines said = told(engine, "position fen %s", line);
    must(said.count == 1, "%s:%d: not refused", block->document, number);
    must(strcmp(said.line[0], expected) == 0, "%s:%d: %s", block->document, number, said.line[0]);
    lines_free(&said);
    shown(engine, "Fen: ", after);
    must(strcmp(before, after) == 0, "%s:%d: the position is changed", block->document, number);
}

static void run_fens(const Block *block, const char *game, const char *what)
{
    char key[512] = "";
    UciProcess *engine = uci_open(NULL);
    Lines said = told(engine, "setoption name UCI_Variant value %s", must_find_game(game)->name);
    lines_free(&said);
    for (size_t i = 0; i < block->text.count; i++) {
        if (strcmp(what, "refused") == 0) {
            must_refuse(engine, block, i);
            continue;
        }
        must_read(engine, block, i);
        if (strcmp(what, "same") == 0)
            must_be_the_same(engine, block, i, key);
        else
            must(!*what, "%s:%d: what is `%s`?", block->document, block->number, what);
    }
    uci_quit(engine);
}

/* ---- spellings ---- */

/* The engine takes the name, and game_find(), which it asks, says what for; a shuffle shows in the
 * letters of the castling rights. */
static void must_mean(UciProcess *engine, const Block *block, size_t i, const Game *game,
                      bool shuffled)
{
    const char *name = block->text.line[i];
    int number = document_line(block, i);
    Error err;
    char fen[512];
    const Game *found = game_find(name, NULL, &err);
    must(found == game, "%s:%d: %s is %s", block->document, number, name,
         found ? found->name : err.text);
    Lines said = told(engine, "setoption name UCI_Chess960 value false");
    lines_free(&said);
    said = told(engine, "setoption name UCI_Variant value %s", name);
    must(said.count == 0 || !starts(said.line[0], "info string error"), "%s:%d: %s",
         block->document, number, said.line[0]);
    lines_free(&said);
    shown(engine, "Fen: ", fen);
    must((strstr(fen, shuffled ? " w HAha " : " w KQkq ") != NULL), "%s:%d: shuffled or not? %s",
         block->document, number, fen);
}

static void run_names(const Block *block, const char *game, const char *what)
{
    bool shuffled = strcmp(what, "shuffled") == 0;
    must(shuffled || !*what, "%s:%d: what is `%s`?", block->document, block->number, what);
    UciProcess *engine = uci_open(NULL);
    for (size_t i = 0; i < block->text.count; i++)
        must_mean(engine, block, i, must_find_game(game), shuffled);
    uci_quit(engine);
}

/* ---- the suite ---- */

START_TEST(example)
{
    const Block *block = &blocks[_i];
    char info[INFO_MAX];
    char *words[3] = {info, NULL, NULL};
    memcpy(info, block->info, INFO_MAX);
    int count = split(info, ' ', words, 3);
    must(block->text.count > 0, "%s:%d: empty", block->document, block->number);
    if (count == 1 && strcmp(words[0], "uci") == 0)
        run_session(block);
    else if (count >= 2 && strcmp(words[0], "fen") == 0)
        run_fens(block, words[1], count > 2 ? words[2] : "");
    else if (count >= 2 && strcmp(words[0], "names") == 0)
        run_names(block, words[1], count > 2 ? words[2] : "");
    else
        ck_abort_msg("%s:%d: what are examples of `%s`?", block->document, block->number,
                     block->info);
}
END_TEST

static int count_blocks(const char *word)
{
    int count = 0;
    for (int i = 0; i < block_count; i++)
        count += strcmp(blocks[i].document, TEST_MANUAL) == 0 && starts(blocks[i].info, word);
    return count;
}

/* So that a manual that was not found, or whose examples were not, is no success. */
START_TEST(there_are_examples)
{
    ck_assert_msg(block_count < BLOCKS_MAX, "more examples than there is room for");
    ck_assert_int_ge(count_blocks("uci"), 25);
    ck_assert_int_ge(count_blocks("fen"), 12);
    ck_assert_int_ge(count_blocks("names"), 8);
}
END_TEST

Suite *manual_suite(void)
{
    if (block_count == 0) {
        read_blocks(TEST_MANUAL);
        read_blocks(TEST_README);
    }
    Suite *suite = suite_create("manual");
    TCase *examples = tcase_create("examples");
    tcase_set_timeout(examples, 120);
    tcase_add_test(examples, there_are_examples);
    tcase_add_loop_test(examples, example, 0, block_count);
    suite_add_tcase(suite, examples);
    return suite;
}
