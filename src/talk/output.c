#include "talk/output.h"

#include <errno.h>
#include <stdarg.h>

#include "talk/files.h"

bool output_init(Output *output, OutputSink sink, void *context)
{
    pthread_mutexattr_t attributes;
    if (pthread_mutexattr_init(&attributes)) return false;
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    bool made = pthread_mutex_init(&output->lock, &attributes) == 0;
    pthread_mutexattr_destroy(&attributes);
    output->sink = sink;
    output->context = context;
    atomic_init(&output->closed, false);
    return made;
}

void output_free(Output *output) { pthread_mutex_destroy(&output->lock); }

void output_hold(Output *output) { pthread_mutex_lock(&output->lock); }
void output_release(Output *output) { pthread_mutex_unlock(&output->lock); }

bool output_closed(Output *output) { return atomic_load(&output->closed); }

static void add_formatted(Text *text, const char *format, va_list args)
{
    size_t room = TEXT_MAX - text->length;
    int wanted = vsnprintf(text->buf + text->length, room, format, args);
    if (wanted < 0) return;
    text->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

void text_add(Text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_formatted(text, format, args);
    va_end(args);
}

void output_line(Output *output, const char *format, ...)
{
    Text text;
    text.length = 0;
    va_list args;
    va_start(args, format);
    add_formatted(&text, format, args);
    va_end(args);
    if (text.length > TEXT_MAX - 2) text.length = TEXT_MAX - 2;
    text.buf[text.length++] = '\n';
    text.buf[text.length] = '\0';

    output_hold(output);
    errno = 0;
    if (!output_closed(output) && !output->sink(output->context, text.buf, text.length)) {
        output->error = errno;
        atomic_store(&output->closed, true);
    }
    output_release(output);
}

bool output_to_file(void *file, const char *line, size_t length)
{
    return write_fully(fileno((FILE *)file), line, length);
}
