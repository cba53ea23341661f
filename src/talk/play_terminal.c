#include "talk/play_terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PARAGRAPH_WIDTH = 80, WIDTH_MIN = 20 };

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

/* By its name: a library that knows more would be there for nothing else. */
static bool has_eight_colors(const char *term)
{
    static const char *const names[] = {"linux",  "ansi",   "screen", "tmux", "rxvt",
                                        "cygwin", "pcansi", "cons25", "sun"};
    const size_t length = strcspn(term, "-.");
    if (is_set("COLORTERM") || strstr(term, "256color") || strstr(term, "direct")) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(term, names[i], length) == 0) return true;
    return false;
}

bool terminal_open(Terminal *terminal, const TerminalWishes *wishes)
{
    const char *term = getenv("TERM");
    bool clever = term && *term && strcmp(term, "dumb") != 0;
    setlocale(LC_CTYPE, "");
    terminal->screen = isatty(STDOUT_FILENO);
    terminal->reader = wishes->reader;
    bool plain = !terminal->screen || !clever || wishes->reader;
    /* The font of the Linux console has no chess men. */
    terminal->unicode = !plain && !wishes->ascii && strcmp(term, "linux") != 0 &&
                        strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal->color =
        !plain && !wishes->no_color && !is_set("NO_COLOR") && strncmp(term, "vt", 2) != 0;
    terminal->eight = terminal->color && has_eight_colors(term);
    return output_init(&terminal->output, output_to_file, stdout);
}

void terminal_close(Terminal *terminal) { output_free(&terminal->output); }

int terminal_width(const Terminal *terminal)
{
    struct winsize size;
    if (!terminal->screen) return 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return PARAGRAPH_WIDTH;
    return size.ws_col;
}

bool terminal_closed(Terminal *terminal) { return output_closed(&terminal->output); }

/* How much of the text goes into a line: up to a blank, or all of a word that is too long. */
static size_t line_length(const char *text, size_t length, size_t width)
{
    if (width == 0 || length <= width) return length;
    size_t end = width;
    while (end > 0 && text[end] != ' ') end--;
    if (end > 0) return end;
    const char *blank = memchr(text, ' ', length);
    return blank ? (size_t)(blank - text) : length;
}

/* Lines after the first are indented like the first. */
static void say_line(Terminal *terminal, const char *text, size_t length)
{
    int columns = terminal_width(terminal);
    if (columns > PARAGRAPH_WIDTH) columns = PARAGRAPH_WIDTH;
    if (columns > 0 && columns < WIDTH_MIN) columns = WIDTH_MIN;
    size_t width = (size_t)columns;
    size_t indent = strspn(text, " ");
    if (indent > length) indent = length;
    if (width > 0 && indent >= width) indent = 0;
    const char *end = text + length;
    text += indent;
    do {
        size_t part = line_length(text, (size_t)(end - text), width ? width - indent : 0);
        output_line(&terminal->output, "%*s%.*s", (int)indent, "", (int)part, text);
        text += part;
        while (text < end && *text == ' ') text++;
    } while (text < end);
}

void say_text(Terminal *terminal, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        say_line(terminal, text, length);
        text += length + (text[length] == '\n');
    }
}

void say(Terminal *terminal, const char *format, ...)
{
    Text text;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text.buf, TEXT_MAX, format, args);
    va_end(args);
    if (length < 0) return;
    say_line(terminal, text.buf, strlen(text.buf));
}

void show_text(Terminal *terminal, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        output_line(&terminal->output, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
}
