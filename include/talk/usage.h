/* Boojum: what the commands of the command line have in common: refusing what was typed. */
#ifndef BOOJUM_TALK_USAGE_H
#define BOOJUM_TALK_USAGE_H

#include <stdbool.h>

/* The exit status of a command that was called wrongly. */
enum { USAGE_STATUS = 2 };

/* Says in one line on stderr what is wrong with the command, and where its help is. `command` is
 * "boojum" or "boojum COMMAND". */
void tell_usage(const char *command, const char *what, const char *detail);

/* The same; returns USAGE_STATUS, which analysers of the source are to see. */
static inline int bad_usage(const char *command, const char *what, const char *detail)
{
    tell_usage(command, what, detail);
    return USAGE_STATUS;
}

/* The same of one word, which is quoted: WHAT `WORD`. */
int bad_word(const char *command, const char *what, const char *word);

/* Reads a whole number from least to most. False, and *number is undefined, if it is none. */
bool read_number(const char *text, long long least, long long most, long long *number);

/* An option that takes a whole number: its value for getopt_long(), and which numbers. */
typedef struct NumberOption {
    int option; /* 0: the end of the list */
    const char *name;
    long long least, most;
} NumberOption;

/* Reads the number of an option of the list. Returns 0, or, after one line on stderr that names the
 * option and its range, USAGE_STATUS. */
int read_option_number(const char *command, const NumberOption *list, int option, const char *text,
                       long long *number);

/* The option that getopt_long() has just refused with `?` or ':'. Constant or part of argv. */
const char *unknown_option(char **argv);

#endif
