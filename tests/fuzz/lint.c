/* Any lines as what an engine says while it thinks, for the one who proves it. `position` and `go`
 * among them are what it was asked. */
#include <stdlib.h>
#include <string.h>

#include "shared/watch.h"
#include "talk/lint.h"
#include "talk/uci.h"

static void count(void *context, const LintFinding *finding)
{
    must_say(finding->text);
    if (!finding->line) wrong("a finding without a line");
    ++*(int64_t *)context;
}

static bool ignore(void *context, const char *line, size_t length)
{
    (void)context;
    return line && length > 0;
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t found = 0, sum = 0;
    LintTally tally = {0};
    Lint *lint = lint_create(&tally, count, &found);
    Engine *asked = engine_create(ignore, NULL); /* never searches */
    char *text = text_of(data, size), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (begins(line, "position ") || begins(line, "setoption name UCI_"))
            uci_execute(asked, line, strlen(line));
        else if (begins(line, "go"))
            lint_search_begin(lint, &asked->pos, &asked->keys, asked->options.chess960,
                              line[2] == 'w');
        else
            lint_line(lint, line, (int64_t)strlen(line) * 100);
    }
    for (int i = 0; i < LINT_KIND_COUNT; i++) sum += tally.kinds[i];
    if (sum != found) wrong("findings are lost");
    free(text);
    engine_destroy(asked);
    lint_destroy(lint);
    return 0;
}
