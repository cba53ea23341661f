/* Boojum: writing whole lines from several threads.
 *
 * Lines go to a sink, one call a line, never two at once. When the sink refuses a line, the reader
 * has gone: nothing more is written, and output_closed() says so.
 */
#ifndef BOOJUM_TALK_OUTPUT_H
#define BOOJUM_TALK_OUTPUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Takes one line with its newline; it must reach the reader at once. False if it cannot. */
typedef bool (*OutputSink)(void *context, const char *line, size_t length);

typedef struct Output {
    pthread_mutex_t lock; /* recursive: see output_hold() */
    OutputSink sink;
    void *context;
    atomic_bool closed;
    int error; /* errno of the write that failed; read it when `closed` */
} Output;

/* False when the system has no mutex to give. */
bool output_init(Output *output, OutputSink sink, void *context);
void output_free(Output *output);

/* Writes one line; the newline is added. What is longer than TEXT_MAX - 2 bytes is cut. */
void output_line(Output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Keeps other threads' lines out of a block of lines, until output_release(). */
void output_hold(Output *output);
void output_release(Output *output);

bool output_closed(Output *output);

/* A sink for a stdio stream (the context): writes to its descriptor, past its buffer. */
bool output_to_file(void *file, const char *line, size_t length);

/* A line that is put together piece by piece. Start it as `Text text = {0}`. What does not fit is
 * left out. */
enum { TEXT_MAX = 4096 };
typedef struct Text {
    size_t length;
    char buf[TEXT_MAX];
} Text;

void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
