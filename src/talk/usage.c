#include "talk/usage.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bad_usage(const char *command, const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s%s (see %s --help)\n", command, what, detail, command);
    return USAGE_STATUS;
}

bool read_number(const char *text, long long least, long long most, long long *number)
{
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return end != text && !*end && !errno && *number >= least && *number <= most;
}

const char *unknown_option(char **argv)
{
    /* Within a cluster of letters, `-xy`, optind has not left the word yet. */
    const char *last = argv[optind - 1];
    bool letter = optopt > ' ' && optopt <= '~';
    return letter && !(last[0] == '-' && strchr(last, optopt)) && argv[optind] ? argv[optind]
                                                                               : last;
}
