/* Boojum: the openings of a match, from a file or made on the way by a thread of its own. */
#ifndef BOOJUM_TALK_OPENINGS_H
#define BOOJUM_TALK_OPENINGS_H

#include "talk/opening_maker.h"

/* A position, and moves played from it that nobody thinks about. */
typedef struct Opening {
    Position start;
    Move *moves;
    size_t count;
    size_t number;   /* from 0 */
    uint64_t random; /* of one that was made: the state of the random numbers behind it */
} Opening;

typedef struct Openings Openings;

typedef struct OpeningFile {
    const char *path;
    bool pgn;      /* else EPD or FENs, one a line */
    bool random;   /* shuffled by the seed */
    int64_t start; /* the first to be played, from 1, after shuffling */
    int plies;     /* at most so many moves of a PGN game; 0: all */
} OpeningFile;

/* Reads the whole file. NULL and an error that names the line if it cannot. Games of a PGN file
 * that cannot be read are left out, with warnings on stderr. */
Openings *openings_load(const OpeningFile *file, const Game *game, uint64_t seed, Error *err);

/* Starts to make openings, `ahead` more than was asked for; the first that these settings give may
 * be known from before, and are copied. NULL and an error if there is no thread to be had. */
Openings *openings_make(const OpeningSettings *settings, const Opening *known, size_t known_count,
                        size_t ahead, Error *err);

/* Ends the thread and frees everything. NULL is allowed. */
void openings_destroy(Openings *openings);

/* The opening of that number, from 0; after the last the first comes again. NULL if it is not made
 * yet, or, with an error (else err->text is ""), if there are none. What it points to lives as long
 * as `openings`. */
const Opening *openings_get(Openings *openings, int64_t number, Error *err);

/* Becomes readable when an opening that was asked for in vain is there; -1 if that never happens.
 */
int openings_descriptor(const Openings *openings);

/* How many there are; -1 if as many as are asked for. */
int64_t openings_count(const Openings *openings);

#endif
