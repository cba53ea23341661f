#include "talk/words.h"

#include <getopt.h>
#include <stdbool.h>
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

const char *unknown_option(char **argv)
{
    /* Within a cluster of letters, `-xy`, optind has not left the word yet. */
    const char *last = argv[optind - 1];
    bool letter = optopt > ' ' && optopt <= '~';
    return letter && !(last[0] == '-' && strchr(last, optopt)) && argv[optind] ? argv[optind]
                                                                               : last;
}
