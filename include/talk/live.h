/* Boojum: a block of lines at the bottom of a terminal that is drawn anew as it changes.
 *
 * Where the stream is no terminal nothing is ever drawn. */
#ifndef BOOJUM_TALK_LIVE_H
#define BOOJUM_TALK_LIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "talk/memory.h"

enum { LIVE_INTERVAL_US = 250000 }; /* between two drawings */

typedef struct Live {
    FILE *stream; /* NULL: off */
    int lines;    /* of the block that stands there now */
    int64_t drawn_us;
} Live;

/* On if the stream is a terminal that understands the usual sequences. */
void live_start(Live *live, FILE *stream);
/* Is it on, and time for another drawing? */
bool live_due(const Live *live, int64_t now_us);
/* Draws the text in place of the block before. Lines are cut to the terminal's width. */
void live_draw(Live *live, const char *text, int64_t now_us);
/* Takes the block away, so that something else can be printed. */
void live_erase(Live *live);

/* "[#####.....] 50 %", without any line end. */
void add_bar(Buffer *text, int64_t done, int64_t all);
/* "1:02:03". */
void add_duration(Buffer *text, int64_t us);

#endif
