#include "talk/play_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#if defined(BOOJUM_READLINE)
#include <readline/readline.h>
#include <readline/history.h>
#define HAS_EDITOR 1
#elif defined(BOOJUM_EDITLINE)
#include <editline/readline.h>
#define HAS_EDITOR 1
#else
#define HAS_EDITOR 0
#endif

#include "talk/play_bell.h"

struct LineReader {
    Terminal *terminal;
    bool person;     /* input is a terminal */
    bool edits;      /* the library is used */
    bool ended;      /* end of file */
    int error;       /* errno of what ended it, or 0 */
    bool too_long;   /* the rest of the line is to be thrown away */
    LineWords words; /* NULL: nothing is offered */
    void *words_context;
    size_t start, length;
    char bytes[LINE_MAX_READ + 1]; /* read and not handed out yet: bytes[start..length) */
    char line[LINE_MAX_READ + 1];
};

static bool can_edit(const LineReader *reader)
{
#if HAS_EDITOR
    const char *term = getenv("TERM");
    return reader->person && reader->terminal->screen && term && *term && strcmp(term, "dumb") != 0;
#else
    (void)reader;
    return false;
#endif
}

LineReader *line_reader_create(Terminal *terminal)
{
    LineReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->terminal = terminal;
    reader->person = isatty(STDIN_FILENO);
    reader->edits = can_edit(reader);
    return reader;
}

void line_reader_destroy(LineReader *reader) { free(reader); }

void line_reader_offer(LineReader *reader, LineWords words, void *context)
{
    reader->words = words;
    reader->words_context = context;
}

bool line_reader_interactive(const LineReader *reader) { return reader->person; }

int line_reader_error(const LineReader *reader) { return reader->error; }

static LineEvent too_long(const LineReader *reader)
{
    say(reader->terminal, "A line of more than %d bytes is too long; nothing is done.",
        LINE_MAX_READ);
    return LINE_TOO_LONG;
}

/* ---- with the library ---- */

#if HAS_EDITOR

/* The library calls back without a context. */
static char *edited_line;
static bool edited;

static const LineReader *editing;
static char word_before[16]; /* the one that is completed; "" if that is the first */

/* The next of the words that begin like that, for the library to free. Starts anew at state 0. */
static char *next_word_like(const char *beginning, int state)
{
    static Buffer words;
    static const char *at;
    if (state == 0) {
        buffer_clear(&words);
        editing->words(editing->words_context, word_before, &words);
        at = buffer_text(&words);
    }
    while (*at) {
        const char *word = at;
        size_t length = strcspn(word, "\n");
        at += length + 1;
        if (strncmp(word, beginning, strlen(beginning)) == 0) return strndup(word, length);
    }
    buffer_free(&words);
    return NULL;
}

static bool wants_file(const char *line)
{
    return strncasecmp(line, "save ", 5) == 0 || strncasecmp(line, "load ", 5) == 0;
}

static char **complete(const char *text, int start, int end)
{
    const char *first = rl_line_buffer + strspn(rl_line_buffer, " \t");
    const bool file = editing->words && wants_file(first),
               is_first = first - rl_line_buffer >= start;
    (void)end;
    rl_attempted_completion_over = !file;
    if (!editing->words || file) return NULL;
    snprintf(word_before, sizeof word_before, "%.*s", is_first ? 0 : (int)strcspn(first, " \t"),
             first);
    return rl_completion_matches(text, next_word_like);
}

static void take_edited(char *line)
{
    edited_line = line;
    edited = true;
    rl_callback_handler_remove();
}

/* Who stopped the program has the terminal as shells like it, and has written on it. */
static void edit_on(void)
{
    rl_deprep_terminal();
    rl_prep_terminal(1);
    rl_on_new_line();
    rl_forced_update_display();
}

static LineEvent edited_event(LineReader *reader, const char *prompt, char **line)
{
    edited = false;
    edited_line = NULL;
    editing = reader;
    rl_readline_name = "boojum";
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = " \t"; /* `e8=Q` is one word */
    rl_catch_signals = 0;
    bell_continued();
    rl_end = 0; /* libedit leaves it as it was */
    rl_callback_handler_install(prompt, take_edited);
    bell_before_leaving(rl_deprep_terminal);
    while (!edited) {
        bool ready = bell_wait(STDIN_FILENO);
        if (bell_continued()) edit_on();
        if (bell_ended() || bell_interrupts() > 0) {
            bool typed = rl_end > 0;
            rl_callback_handler_remove();
            output_line(&reader->terminal->output, "%s", "");
            return bell_ended() ? LINE_END : typed ? LINE_CLEARED : LINE_INTERRUPTED;
        }
        if (ready) rl_callback_read_char();
    }
    if (!edited_line) {
        output_line(&reader->terminal->output, "%s", "");
        return LINE_END;
    }
    const bool fits = strlen(edited_line) <= LINE_MAX_READ;
    if (fits) strcpy(reader->line, edited_line);
    if (fits && *edited_line) add_history(edited_line);
    free(edited_line);
    edited_line = NULL;
    *line = reader->line;
    return fits ? LINE_READ : too_long(reader);
}

static LineEvent edit_line(LineReader *reader, const char *prompt, char **line)
{
    LineEvent event = edited_event(reader, prompt, line);
    bell_before_leaving(NULL);
    return event;
}

#endif

/* ---- without ---- */

/* Takes a line out of the bytes, if there is one, or finds that it is too long; at the end of the
 * file the last needs no end. */
static bool take_line(LineReader *reader, LineEvent *event)
{
    char *start = reader->bytes + reader->start;
    size_t held = reader->length - reader->start;
    char *end = memchr(start, '\n', held);
    bool full = !end && held == sizeof reader->bytes, rest = reader->too_long;
    if (!end && !full && !(reader->ended && held > 0)) return false;
    size_t length = end ? (size_t)(end - start) : held;
    reader->start += length + (end ? 1 : 0);
    reader->too_long = full;
    if (rest) return take_line(reader, event);
    *event = full ? LINE_TOO_LONG : LINE_READ;
    if (full) return true;
    memcpy(reader->line, start, length);
    reader->line[length] = '\0';
    for (char *nul; (nul = memchr(reader->line, '\0', length));) *nul = '\1'; /* which is no end */
    return true;
}

static void fill(LineReader *reader)
{
    memmove(reader->bytes, reader->bytes + reader->start, reader->length - reader->start);
    reader->length -= reader->start;
    reader->start = 0;
    ssize_t got =
        read(STDIN_FILENO, reader->bytes + reader->length, sizeof reader->bytes - reader->length);
    if (got > 0)
        reader->length += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        reader->ended = true;
        if (got < 0 && !reader->person) reader->error = errno; /* a terminal only hangs up */
    }
}

static void write_prompt(LineReader *reader, const char *prompt)
{
    Output *output = &reader->terminal->output;
    if (reader->person) output->sink(output->context, prompt, strlen(prompt));
}

static LineEvent plain_line(LineReader *reader, const char *prompt, char **line)
{
    LineEvent event = LINE_END;
    *line = reader->line;
    bell_continued();
    write_prompt(reader, prompt);
    while (!take_line(reader, &event)) {
        if (reader->ended) return LINE_END;
        bool ready = bell_wait(STDIN_FILENO);
        if (bell_continued()) write_prompt(reader, prompt);
        if (bell_ended()) return LINE_END;
        if (bell_interrupts() > 0) return LINE_INTERRUPTED;
        if (ready) fill(reader);
    }
    return event == LINE_TOO_LONG ? too_long(reader) : event;
}

LineEvent line_read(LineReader *reader, const char *prompt, char **line)
{
#if HAS_EDITOR
    if (reader->edits) return edit_line(reader, prompt, line);
#endif
    LineEvent event = plain_line(reader, prompt, line);
    if (reader->person && event != LINE_READ && event != LINE_TOO_LONG)
        output_line(&reader->terminal->output, "%s", "");
    return event;
}
