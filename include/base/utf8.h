/* Boojum: characters of more than one byte. */
#ifndef BOOJUM_BASE_UTF8_H
#define BOOJUM_BASE_UTF8_H

#include <stddef.h>

/* How many bytes the character takes that stands there; 0 if it is not UTF-8 (RFC 3629: nothing
 * longer than need be, no surrogates, nothing beyond U+10FFFF). */
size_t utf8_length(const char *text);

/* The same; 0 also of what a terminal would obey and not show: controls, and what turns the
 * direction of a line. */
size_t utf8_shown_length(const char *text);

#endif
