#include "talk/live.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR_WIDTH = 20 };

void live_start(Live *live, FILE *stream)
{
    const char *term = getenv("TERM");
    *live = (Live){0};
    if (isatty(fileno(stream)) && term && *term && strcmp(term, "dumb") != 0) live->stream = stream;
}

bool live_due(const Live *live, int64_t now_us)
{
    return live->stream && now_us - live->drawn_us >= LIVE_INTERVAL_US;
}

void live_erase(Live *live)
{
    if (!live->stream || live->lines == 0) return;
    fprintf(live->stream, "\033[%dA\r\033[J", live->lines);
    fflush(live->stream);
    live->lines = 0;
}

/* As much of a line as there is room for, but no half of a character. */
static size_t shown_length(const char *text, size_t length, size_t width)
{
    if (length <= width) return length;
    while (width > 0 && ((unsigned char)text[width] & 0xc0) == 0x80) width--;
    return width;
}

void live_draw(Live *live, const char *text, int64_t now_us)
{
    struct winsize size;
    if (!live->stream) return;
    size_t width = 80;
    int rows = 24; /* the cursor stands below the last of them */
    if (ioctl(fileno(live->stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        width = size.ws_col - 1u, rows = size.ws_row;
    if (live->lines > 0) fprintf(live->stream, "\033[%dA\r", live->lines);
    live->lines = 0;
    while (*text) {
        size_t length = strcspn(text, "\n"), shown = shown_length(text, length, width);
        const bool last = live->lines + 2 >= rows, more = text[length] && text[length + 1];
        if (last && more) /* what scrolls away could not be drawn again */
            fputs("...\033[K\n", live->stream);
        else
            fprintf(live->stream, "%.*s\033[K\n", (int)shown, text);
        live->lines++;
        if (last) break;
        text += length + (text[length] == '\n');
    }
    fputs("\033[J", live->stream);
    fflush(live->stream);
    live->drawn_us = now_us;
}

void add_bar(Buffer *text, int64_t done, int64_t all)
{
    int64_t filled = all > 0 ? done * BAR_WIDTH / all : 0;
    buffer_add(text, "[");
    for (int i = 0; i < BAR_WIDTH; i++) buffer_append(text, i < filled ? "#" : ".", 1);
    buffer_add(text, "] %" PRId64 " %%", all > 0 ? done * 100 / all : 0);
}

void add_duration(Buffer *text, int64_t us)
{
    int64_t seconds = us / 1000000;
    buffer_add(text, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
               (int)(seconds % 60));
}
