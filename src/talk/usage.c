#include "talk/usage.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tell_usage(const char *command, const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s%s (see %s --help)\n", command, what, detail, command);
}

int bad_word(const char *command, const char *what, const char *word)
{
    fprintf(stderr, "%s: %s `%s` (see %s --help)\n", command, what, word, command);
    return USAGE_STATUS;
}

bool read_number(const char *text, long long least, long long most, long long *number)
{
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return end != text && !*end && !errno && *number >= least && *number <= most;
}

int read_option_number(const char *command, const NumberOption *list, int option, const char *text,
                       long long *number)
{
    char range[160];
    while (list->option && list->option != option) list++;
    if (read_number(text, list->least, list->most, number)) return 0;
    snprintf(range, sizeof range, "%s: `%.40s` is no number from %lld to %lld", list->name, text,
             list->least, list->most);
    return bad_usage(command, range, "");
}

const char *unknown_option(char **argv)
{
    /* Within a cluster of letters, `-xy`, optind has not left the word yet. */
    const char *last = argv[optind - 1];
    bool letter = optopt > ' ' && optopt <= '~';
    return letter && !(last[0] == '-' && strchr(last, optopt)) && argv[optind] ? argv[optind]
                                                                               : last;
}
