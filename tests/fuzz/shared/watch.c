#include "watch.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "talk/lint.h"
#include "talk/uci.h"

enum { NODES = 100, COST_MAX = 4 };

struct Watch {
    Engine *engine;
    Lint *lint;
    LintTally tally;
    int asked, answered; /* searches */
    int ready;           /* `readyok` */
};

void wrong(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("wrong: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) wrong("out of memory");
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

void must_say(const char *text)
{
    if (!*text) wrong("not a word");
    for (size_t length; *text; text += length)
        if ((length = utf8_shown_length(text)) == 0) wrong("a byte that is not printable");
}

/* A search of a few nodes may lose a mate that it had; that is weak, not wrong. */
static void fail_on(void *context, const LintFinding *finding)
{
    (void)context;
    if (finding->kind == LINT_MATE_SHORT || finding->kind == LINT_MATE_NOT_KEPT) return;
    wrong("%s: %s: `%s`", lint_kind_names[finding->kind], finding->text, finding->line);
}

static bool begins(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && !isgraph((unsigned char)text[length]);
}

static bool hear(void *context, const char *line, size_t length)
{
    Watch *watch = context;
    if (length == 0 || line[length - 1] != '\n') wrong("a line without an end");
    char *text = text_of((const uint8_t *)line, length - 1);
    if (*text) must_say(text);
    watch->ready += begins(text, "readyok");
    watch->answered += begins(text, "bestmove");
    if (begins(text, "info") || begins(text, "bestmove")) lint_line(watch->lint, text, INT64_MAX);
    free(text);
    return true;
}

Watch *watch_open(void)
{
    Watch *watch = calloc(1, sizeof *watch);
    if (!watch || !(watch->engine = engine_create(hear, watch))) wrong("out of memory");
    watch->lint = lint_create(&watch->tally, fail_on, watch);
    watch->engine->options.hash_mb = 1;
    return watch;
}

static bool is_costly(const char *line)
{
    if (!strcasestr(line, "hash") && !strcasestr(line, "threads")) return false;
    for (; *line; line += *line != '\0') {
        line += strcspn(line, "0123456789");
        if (strtoull(line, NULL, 10) > COST_MAX) return true;
        line += strspn(line, "0123456789");
    }
    return false;
}

/* The search gets a limit that comes last and so holds. Unless it waits for another word, its end
 * is awaited. */
static void say_go(Watch *watch, const char *line)
{
    Engine *engine = watch->engine;
    char *limited = NULL;
    int length = asprintf(&limited, "%s nodes %d", line, NODES);
    if (length < 0) wrong("out of memory");
    engine_end_search(engine);
    lint_search_begin(watch->lint, &engine->pos, &engine->keys, engine->options.chess960, false);
    engine->request.perft = true; /* and so it stays if there is nothing to do */
    uci_execute(engine, limited, (size_t)length);
    free(limited);
    const GoRequest *request = &engine->request;
    watch->asked += !request->perft;
    if (!request->perft && !request->infinite && !request->ponder) worker_wait(engine->worker);
}

bool watch_say(Watch *watch, const char *line, size_t length)
{
    Engine *engine = watch->engine;
    Error err;
    char *text = text_of((const uint8_t *)line, length);
    for (char *c = text; (c = memchr(c, '\0', length - (size_t)(c - text)));) *c = '?';
    const char *first = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text; /* byte order */
    if (begins(first + strspn(first, " \t\r\n\v\f"), "go"))
        say_go(watch, text);
    else if (!is_costly(text))
        uci_execute(engine, line, length);
    free(text);
    if (!position_consistent(&engine->pos, &err)) wrong("%s", err.text);
    return !engine->quit;
}

void watch_close(Watch *watch)
{
    watch->engine->quit = false;
    engine_end_search(watch->engine);
    if (watch->asked != watch->answered)
        wrong("%d searches, %d best moves", watch->asked, watch->answered);
    watch->ready = 0;
    if (!uci_execute(watch->engine, "isready", 7) || watch->ready != 1) wrong("no readyok");
    engine_destroy(watch->engine);
    lint_destroy(watch->lint);
    free(watch);
}
