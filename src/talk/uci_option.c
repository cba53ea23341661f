#include "talk/uci_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "talk/words.h"

/* Cuts the text off where the word stands: returns what is behind it, or NULL. */
static char *cut_at(char *text, const char *word)
{
    char *at = strstr(text, word);
    if (!at) return NULL;
    *at = '\0';
    return at + strlen(word);
}

bool uci_option_read(UciOption *option, char *text)
{
    char *name = trimmed(text);
    *option = (UciOption){.type = ""};
    if (strncmp(name, "name ", 5) != 0) return false;
    name += 5;
    char *rest = cut_at(name, " type ");
    option->name = trimmed(name);
    option->values = name + strlen(name); /* "" */
    if (!rest) return true;
    const char *type = next_word(&rest);
    if (type) option->type = type;
    const char *least = strstr(rest, "min "), *most = strstr(rest, "max ");
    if (strcmp(option->type, "spin") == 0 && least && most) {
        option->bounded = true;
        option->least = strtoll(least + 4, NULL, 10);
        option->most = strtoll(most + 4, NULL, 10);
    }
    char *values = strncmp(rest, "var ", 4) == 0 ? rest : strstr(rest, " var ");
    if (strcmp(option->type, "combo") == 0 && values) option->values = trimmed(values);
    return true;
}

char *uci_option_next_value(char **rest)
{
    if (strncmp(*rest, "var ", 4) != 0) return NULL;
    char *value = *rest + 4, *next = strstr(value, " var ");
    *rest = next ? next + 1 : value + strlen(value);
    if (next) *next = '\0';
    return trimmed(value);
}

static bool lists(UciOption *option, const char *value)
{
    bool found = false;
    for (char *one; !found && (one = uci_option_next_value(&option->values));)
        found = strcasecmp(one, value) == 0;
    return found;
}

bool uci_option_allows(UciOption *option, const char *value, char *why, size_t size)
{
    char *end;
    why[0] = '\0';
    if (option->bounded) {
        long long number = strtoll(value, &end, 10);
        if (end == value || *end || number < option->least || number > option->most)
            snprintf(why, size, "%.60s=%.40s is not from %lld to %lld", option->name, value,
                     option->least, option->most);
    } else if (strcmp(option->type, "check") == 0) {
        if (strcasecmp(value, "true") != 0 && strcasecmp(value, "false") != 0)
            snprintf(why, size, "%.60s=%.40s is neither true nor false", option->name, value);
    } else if (*option->values && !lists(option, value)) {
        snprintf(why, size, "%.60s=%.40s is none of its values", option->name, value);
    }
    return !*why;
}
