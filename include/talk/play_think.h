/* Boojum play: the engine thinks in a thread of its own, so that Ctrl-C can stop it. */
#ifndef BOOJUM_TALK_PLAY_THINK_H
#define BOOJUM_TALK_PLAY_THINK_H

#include "search/search.h"

typedef struct Thinker Thinker;

/* NULL and an error if memory or a thread cannot be had. */
Thinker *thinker_create(Error *err);
void thinker_destroy(Thinker *thinker);
/* Forgets earlier searches. */
void thinker_new_game(Thinker *thinker);

typedef enum {
    THOUGHT_DONE,
    THOUGHT_STOPPED, /* by Ctrl-C, with the best move found so far */
    THOUGHT_QUIT,    /* by Ctrl-C twice, or a signal that ends the program */
} ThoughtEnd;

/* Searches, and returns when the search has ended by itself or by Ctrl-C (the bell must be open,
 * talk/play_bell.h). err->text is "", or says why the move is only some legal one. */
ThoughtEnd think(Thinker *thinker, const Position *pos, const KeyStack *before,
                 const SearchLimits *limits, SearchResult *result, Error *err);

#endif
