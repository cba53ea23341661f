#include "rules/games.h"

#include <ctype.h>
#include <string.h>

const Game games[GAME_COUNT] = {
    {"aliceatomic", "Alice Atomic", RULES_ALICEATOMIC, false, false},
    {"alice", "Alice Chess", RULES_ALICE, false, false},
    {"lookingglass", "Looking-glass Alice", RULES_ALICE, true, false},
    {"msalice", "Ms. Alice", RULES_MSALICE, false, false},
    {"atomic", "Atomic", RULES_ATOMIC, false, true},
    {"chess", "Chess", RULES_CHESS, false, true},
};

enum { NAME_MAX_READ = 48 };

/* What is left of a name without the marks of a shuffle and a final "chess", where that is not the
 * game's own name. "chess", "chess960" and "fischerandom" leave nothing. */
static const struct {
    const char *rest;
    const char *name;
} aliases[] = {
    {"", "chess"},          {"standard", "chess"},          {"normal", "chess"},
    {"classical", "chess"}, {"atomicalice", "aliceatomic"}, {"lookingglassalice", "lookingglass"},
};

/* Copies the letters and digits that count, in lower case. False if there are too many to be a
 * name, or none. */
static bool fold(const char *name, char folded[NAME_MAX_READ])
{
    size_t length = 0;
    for (; *name; name++) {
        if (strchr("-_.() \t\r\n", *name)) continue;
        if (length == NAME_MAX_READ - 1) return false;
        folded[length++] = (char)tolower((unsigned char)*name);
    }
    folded[length] = '\0';
    return length > 0;
}

static bool cut_out(char *text, const char *word)
{
    char *at = strstr(text, word);
    if (!at) return false;
    char *after = at + strlen(word);
    memmove(at, after, strlen(after) + 1);
    return true;
}

static void cut_end(char *text, const char *word)
{
    size_t length = strlen(text), cut = strlen(word);
    if (length >= cut && strcmp(text + length - cut, word) == 0) text[length - cut] = '\0';
}

static const Game *find_exactly(const char *name)
{
    for (int i = 0; i < GAME_COUNT; i++)
        if (strcmp(games[i].name, name) == 0) return &games[i];
    return NULL;
}

const Game *game_find(const char *name, bool *shuffled, Error *err)
{
    char folded[NAME_MAX_READ];
    const Game *game = NULL;
    bool shuffle = false;
    if (fold(name, folded)) {
        shuffle |= cut_out(folded, "fischerandom");
        shuffle |= cut_out(folded, "fischerrandom");
        shuffle |= cut_out(folded, "frc");
        shuffle |= cut_out(folded, "960");
        cut_end(folded, "chess");
        game = find_exactly(folded);
        for (size_t i = 0; !game && i < sizeof aliases / sizeof *aliases; i++)
            if (strcmp(aliases[i].rest, folded) == 0) game = find_exactly(aliases[i].name);
    }
    if (!game) {
        error_set(err, "`%.30s` is no game played here", name);
        return NULL;
    }
    if (shuffle && shuffled) *shuffled = true;
    return game;
}
