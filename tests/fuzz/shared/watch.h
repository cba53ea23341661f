/* What the targets share: bytes as a text, an engine under watch, files that are written and read
 * again. Whatever must not be ends the process by abort(), with a line on stderr. */
#ifndef FUZZ_WATCH_H
#define FUZZ_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes and a NUL, in memory of their own size, so that the sanitizer sees who reads on. Free
 * it with free(). */
char *text_of(const uint8_t *data, size_t size);

/* Says what is wrong and ends the process. */
_Noreturn void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A word on what is wrong is there, in printable characters of UTF-8. */
void must_say(const char *text);

/* A UCI engine whose every word is proven. Its searches are short. */
typedef struct Watch Watch;

Watch *watch_open(void);
/* A line for the engine; what would take much memory or many threads is left out. False after
 * `quit`. */
bool watch_say(Watch *watch, const char *line, size_t length);
/* Ends the search that runs. Every `go` must have had its answer, and the engine must still listen.
 */
void watch_close(Watch *watch);

#endif
