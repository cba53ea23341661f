#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
