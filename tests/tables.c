#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "suites.h"

int for_each_row(const char *name, void (*row)(char *line, int number, void *context),
                 void *context)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", path);
    char *line = NULL;
    size_t size = 0;
    int number = 0, rows = 0;
    while (getline(&line, &size, file) >= 0) {
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (!line[0] || line[0] == '#') continue;
        row(line, number, context);
        rows++;
    }
    free(line);
    fclose(file);
    return rows;
}

int split(char *line, char separator, char *fields[], int max)
{
    int count = 0;
    while (count < max) {
        fields[count++] = line;
        line = strchr(line, separator);
        if (!line) break;
        *line++ = '\0';
    }
    return count;
}

static const Disputed disputed[] = {
    /* Two men on one square: "a FEN that puts two men on one square is refused". own.tsv shows the
     * same on squares of their own. */
    {"r3k3/1b6/8/8/8/8/8/R3K3|8/np6/8/8/8/8/8/8 w - - 0 1", "a1a8", "fen placement: two men on b7",
     NULL},
    {"3nk3/2P5/8/8/8/8/8/4K3|8/2n5/8/8/8/8/8/8 w - - 0 1", "c7d8q", "fen placement: two men on c7",
     NULL},
    /* Called ongoing, but what is left is kings (once with a lone knight), and in Atomic "nothing
     * left but the kings and at most one knight or bishop" is dead by material. */
    {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6", NULL, "draw material"},
    {"4k3/3p4/1n2b3/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6", NULL, "draw material"},
    {"4k3/8/8/8/4r3/3p4/4P3/4K3 w - - 0 1", "e2d3", NULL, "draw material"},
    {"1n2k3/P1n5/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", NULL, "draw material"},
    {"7k/8/8/7q/8/8/7P/4K2R b K - 0 1", "h5h2", NULL, "draw material"},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", NULL, "draw material"},
};

const Disputed *find_disputed(const char *fen, const char *moves)
{
    for (size_t i = 0; i < sizeof disputed / sizeof disputed[0]; i++)
        if (strcmp(disputed[i].fen, fen) == 0 && strcmp(disputed[i].moves, moves) == 0)
            return &disputed[i];
    return NULL;
}

uint64_t scaled(double base)
{
    const char *text = getenv("BOOJUM_TEST_SCALE");
    double scale = text ? strtod(text, NULL) : 1;
    double value = base * (scale > 0 ? scale : 1);
    return value < 1 ? 1 : (uint64_t)value;
}

const Game *must_find_game(const char *name)
{
    Error err;
    const Game *game = game_find(name, NULL, &err);
    ck_assert_msg(game != NULL, "%s", err.text);
    return game;
}

void set_up(Position *pos, const char *game, const char *fen)
{
    Error err = {"no reason given"};
    ck_assert_msg(fen_read(pos, must_find_game(game)->rules, fen, &err), "%s: %s: %s", game, fen,
                  err.text);
}
