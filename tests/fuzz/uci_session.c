/* Any lines for one engine, one after the other: all that it says is true, and each search is
 * answered once. */
#include <string.h>

#include "shared/watch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Watch *watch = watch_open();
    const char *line = (const char *)data, *end = line + size;
    for (bool goes_on = true; goes_on && line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const char *next = stop ? stop + 1 : end;
        goes_on = watch_say(watch, line, (size_t)(next - line));
        line = next;
    }
    watch_close(watch);
    return 0;
}
