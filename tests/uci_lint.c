#include "uci_lint.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/fen.h"
#include "tables.h"
#include "talk/lint.h"
#include "talk/memory.h"
#include "talk/uci.h"

/* A search that was asked for and has not been answered. */
typedef struct Asked {
    Position pos;
    KeyStack keys;
    bool chess960;
} Asked;

struct UciLint {
    Engine *shadow; /* never searches */
    Lint *lint;
    LintTally tally;
    Asked *asked; /* oldest first */
    size_t count, capacity;
    size_t readies; /* `isready` without an answer */
};

static bool ignore(void *context, const char *line, size_t length)
{
    (void)context;
    (void)line;
    (void)length;
    return true;
}

/* A search of a few nodes may lose a mate that it had; that is weak, not wrong. */
static void fail_on(void *context, const LintFinding *finding)
{
    const UciLint *follower = context;
    char fen[FEN_MAX];
    if (finding->kind == LINT_MATE_SHORT || finding->kind == LINT_MATE_NOT_KEPT) return;
    fen_write(&follower->asked[0].pos, FEN_TWO_BOARD, true, fen);
    ck_abort_msg("%s: %s: `%s` in %s", lint_kind_names[finding->kind], finding->text, finding->line,
                 fen);
}

UciLint *uci_lint_open(void)
{
    UciLint *follower = new_zeroed(1, sizeof *follower);
    follower->shadow = engine_create(ignore, NULL);
    ck_assert_ptr_nonnull(follower->shadow);
    follower->lint = lint_create(&follower->tally, fail_on, follower);
    return follower;
}

void uci_lint_close(UciLint *follower)
{
    if (!follower) return;
    for (size_t i = 0; i < follower->count; i++) key_stack_free(&follower->asked[i].keys);
    free(follower->asked);
    lint_destroy(follower->lint);
    engine_destroy(follower->shadow);
    free(follower);
}

static void begin_first(UciLint *follower)
{
    const Asked *first = &follower->asked[0];
    lint_search_begin(follower->lint, &first->pos, &first->keys, first->chess960, false);
}

static void ask(UciLint *follower)
{
    const Engine *shadow = follower->shadow;
    Asked asked = {.pos = shadow->pos, .chess960 = shadow->options.chess960};
    for (size_t i = 0; i < shadow->keys.count; i++)
        ck_assert(key_stack_push(&asked.keys, shadow->keys.keys[i]));
    follower->asked =
        grow(follower->asked, follower->count, &follower->capacity, sizeof *follower->asked);
    follower->asked[follower->count++] = asked;
    if (follower->count == 1) begin_first(follower);
}

static bool begins(const char *text, const char *beginning)
{
    return strncasecmp(text, beginning, strlen(beginning)) == 0;
}

void uci_lint_sent(UciLint *follower, const char *command)
{
    command += strspn(command, " \t");
    if (begins(command, "go") && !begins(command, "go perft"))
        ask(follower);
    else if (begins(command, "isready"))
        follower->readies++;
    else if (begins(command, "position") || begins(command, "setoption name UCI_"))
        uci_execute(follower->shadow, command, strlen(command));
}

void uci_lint_heard(UciLint *follower, const char *line)
{
    bool best = begins(line, "bestmove");
    if (begins(line, "readyok"))
        ck_assert_msg(follower->readies-- > 0, "a readyok unasked: `%s`", line);
    if (!best && !begins(line, "info")) return;
    ck_assert_msg(!best || follower->count > 0, "a bestmove unasked: `%s`", line);
    lint_line(follower->lint, line, INT64_MAX);
    if (!best) return;
    key_stack_free(&follower->asked[0].keys);
    follower->count--;
    memmove(follower->asked, follower->asked + 1, follower->count * sizeof *follower->asked);
    if (follower->count > 0) begin_first(follower);
}

long long uci_lint_lines(const UciLint *follower) { return follower->tally.lines; }
