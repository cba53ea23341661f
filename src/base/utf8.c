#include "base/utf8.h"

#include <stdbool.h>

size_t utf8_length(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t length = *byte < 0x80   ? 1
                    : *byte < 0xc2 ? 0
                    : *byte < 0xe0 ? 2
                    : *byte < 0xf0 ? 3
                    : *byte < 0xf5 ? 4
                                   : 0;
    for (size_t i = 1; i < length; i++)
        if ((byte[i] & 0xc0) != 0x80) return 0;
    bool bad = (*byte == 0xe0 && byte[1] < 0xa0) || (*byte == 0xed && byte[1] > 0x9f) ||
               (*byte == 0xf0 && byte[1] < 0x90) || (*byte == 0xf4 && byte[1] > 0x8f);
    return bad ? 0 : length;
}

size_t utf8_shown_length(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    const size_t length = utf8_length(text);
    if (length == 1) return *byte >= ' ' && *byte <= '~';
    const bool control = length == 2 && *byte == 0xc2 && byte[1] < 0xa0;
    /* U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069 */
    const bool turns = length == 3 && *byte == 0xe2 &&
                       ((byte[1] == 0x80 && (byte[2] == 0x8e || byte[2] == 0x8f ||
                                             (byte[2] >= 0xa8 && byte[2] <= 0xae))) ||
                        (byte[1] == 0x81 && byte[2] >= 0xa6 && byte[2] <= 0xa9));
    return control || turns ? 0 : length;
}
