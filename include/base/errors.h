/* Boojum: how a function says why it refused.
 *
 * A function that can refuse takes an `Error *` as its last argument (NULL when the caller does not
 * care), returns false or NULL or MOVE_NONE, leaves what it was to change as it was, and puts one
 * line of text, without a newline, into the error.
 */
#ifndef BOOJUM_BASE_ERRORS_H
#define BOOJUM_BASE_ERRORS_H

#include <stdbool.h>

enum { ERROR_MAX = 256 };

typedef struct Error {
    char text[ERROR_MAX];
} Error;

/* Writes the text, cut to ERROR_MAX - 1 bytes and with every byte replaced by '?' that is of no
 * character one can see (utf8_shown_length()), so that what a stranger sent can be repeated safely.
 * Always returns false: `return error_set(err, "...")`. */
bool error_set(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
