/* Boojum: an option as a UCI engine announces it. */
#ifndef BOOJUM_TALK_UCI_OPTION_H
#define BOOJUM_TALK_UCI_OPTION_H

#include <stdbool.h>
#include <stddef.h>

/* Points into the line that was read. */
typedef struct UciOption {
    const char *name;
    const char *type; /* "spin"; "" if it does not say */
    bool bounded;     /* a spin with a least and a most */
    long long least, most;
    char *values; /* of a combo: "var A var B"; "" if none are listed */
} UciOption;

/* Takes what follows the word `option` apart; the text is changed. False if it names none. */
bool uci_option_read(UciOption *option, char *text);

/* The next value that a combo lists; *rest begins as `values`. NULL at the end. The text is
 * changed. */
char *uci_option_next_value(char **rest);

/* Is the value one that the option may have? If not, `why` says so: "Hash=0 is not from 1 to 99".
 * The option's values are used up. */
bool uci_option_allows(UciOption *option, const char *value, char *why, size_t size);

#endif
