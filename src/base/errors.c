#include "base/errors.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

bool error_set(Error *err, const char *format, ...)
{
    if (!err) return false;
    va_list args;
    va_start(args, format);
    if (vsnprintf(err->text, sizeof err->text, format, args) < 0) err->text[0] = '\0';
    va_end(args);
    for (char *c = err->text; *c;) {
        const size_t length = utf8_shown_length(c);
        if (length == 0) *c = '?';
        c += length ? length : 1;
    }
    return false;
}
