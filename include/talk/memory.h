/* Boojum: memory for the command-line tools.
 *
 * `boojum match` and its sisters have no way to go on without memory: these functions say so on
 * stderr and end the process (the guard then ends the engines, see talk/guard.h). The engine itself
 * does not use them.
 */
#ifndef BOOJUM_TALK_MEMORY_H
#define BOOJUM_TALK_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* `count` objects of `size` bytes, all zero. Free with free(). Never NULL. */
void *new_zeroed(size_t count, size_t size);

/* A copy of the text. Free with free(). Never NULL. */
char *copy_text(const char *text);

/* Formatted text. Free with free(). Never NULL. */
char *new_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *new_text_of(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* As realpath(3): NULL if there is no such file. Free with free(). */
char *real_path(const char *path);

/* Makes room for one element more in an array of `count` elements of `size` bytes: returns the
 * array, moved if need be. `*capacity` starts at 0 and the array at NULL. */
void *grow(void *array, size_t count, size_t *capacity, size_t size);

/* Bytes that are put together piece by piece. Start it as `Buffer buffer = {0}`. Unless it is empty
 * from the start, `data[length]` is a NUL. */
typedef struct Buffer {
    char *data;
    size_t length;
    size_t capacity;
} Buffer;

void buffer_append(Buffer *buffer, const char *bytes, size_t length);
void buffer_add(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes bytes off the front. */
void buffer_drop(Buffer *buffer, size_t length);
/* Empties it and keeps the memory. */
void buffer_clear(Buffer *buffer);
void buffer_free(Buffer *buffer);
/* The text so far; "" if nothing was ever added. */
const char *buffer_text(const Buffer *buffer);

#endif
