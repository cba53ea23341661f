#include "talk/words.h"

#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, blanks);
    size_t length = strcspn(word, blanks);
    *rest = word + length;
    if (length == 0) return NULL;
    if (**rest) *(*rest)++ = '\0';
    return word;
}

char *trimmed(char *rest)
{
    rest += strspn(rest, blanks);
    size_t length = strlen(rest);
    while (length > 0 && strchr(blanks, rest[length - 1])) length--;
    rest[length] = '\0';
    return rest;
}

char harmless_byte(char byte)
{
    const unsigned char code = (unsigned char)byte;
    return code < ' ' || code == 0x7f ? ' ' : byte;
}
