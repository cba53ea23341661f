/* Boojum: openings for games that have no book.
 *
 * Random legal plies from the start of the game, or from a random Chess960 array; a short search
 * then sees to it that neither side is lost. The same settings give the same openings in the same
 * order, on every machine, with the same evaluation and search. */
#ifndef BOOJUM_TALK_OPENING_MAKER_H
#define BOOJUM_TALK_OPENING_MAKER_H

#include "rules/position.h"

typedef struct OpeningSettings {
    const Game *game;
    bool shuffled;
    int plies;
    int score;      /* centipawns that a side may be ahead, for the search */
    uint64_t nodes; /* of that search */
    uint64_t seed;
} OpeningSettings;

enum { OPENING_PLIES = 8, OPENING_SCORE = 100, OPENING_NODES = 20000, OPENING_PLIES_MAX = 60 };

typedef struct OpeningMaker OpeningMaker;

/* Never NULL. */
OpeningMaker *opening_maker_create(const OpeningSettings *settings);
/* NULL is allowed. */
void opening_maker_destroy(OpeningMaker *maker);

/* From another thread: what opening_maker_next() does is given up soon. */
void opening_maker_stop(OpeningMaker *maker);

/* The next opening, none twice. *score (may be NULL) is what the search says, for the side to move.
 * False and an error if none is found in a great many attempts. */
bool opening_maker_next(OpeningMaker *maker, Position *opening, int *score, Error *err);

/* The state of its random numbers; with it another maker can go on from here. */
uint64_t opening_maker_state(const OpeningMaker *maker);
/* As if it had just made that opening, and its state were this. */
void opening_maker_skip(OpeningMaker *maker, const Position *opening, uint64_t state);

#endif
