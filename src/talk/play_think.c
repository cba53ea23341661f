#include "talk/play_think.h"

#include <stdlib.h>

#include "search/worker.h"
#include "talk/play_bell.h"

struct Thinker {
    Search *search;
    Worker *worker;
    /* Of the search that runs: */
    const Position *pos;
    const KeyStack *before;
    const SearchLimits *limits;
    SearchResult *result;
    Error *err;
    atomic_bool done;
};

Thinker *thinker_create(Error *err)
{
    Thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) {
        error_set(err, "out of memory");
        return NULL;
    }
    if ((thinker->search = search_create(err)) && (thinker->worker = worker_create(err)))
        return thinker;
    thinker_destroy(thinker);
    return NULL;
}

void thinker_destroy(Thinker *thinker)
{
    if (!thinker) return;
    worker_destroy(thinker->worker);
    search_destroy(thinker->search);
    free(thinker);
}

void thinker_new_game(Thinker *thinker) { search_new_game(thinker->search); }

static void search_job(void *context)
{
    Thinker *thinker = context;
    search_run(thinker->search, thinker->pos, thinker->before, thinker->limits,
               worker_signals(thinker->worker), NULL, thinker->result, thinker->err);
    atomic_store(&thinker->done, true);
    bell_ring();
}

ThoughtEnd think(Thinker *thinker, const Position *pos, const KeyStack *before,
                 const SearchLimits *limits, SearchResult *result, Error *err)
{
    int interrupts = 0;
    err->text[0] = '\0';
    thinker->pos = pos;
    thinker->before = before;
    thinker->limits = limits;
    thinker->result = result;
    thinker->err = err;
    atomic_store(&thinker->done, false);
    worker_start(thinker->worker, search_job, thinker, false);
    while (!atomic_load(&thinker->done)) {
        bell_wait(-1);
        interrupts += bell_interrupts();
        if (interrupts > 0 || bell_ended()) worker_stop(thinker->worker);
    }
    worker_wait(thinker->worker);
    interrupts += bell_interrupts();
    if (interrupts > 1 || bell_ended()) return THOUGHT_QUIT;
    return interrupts ? THOUGHT_STOPPED : THOUGHT_DONE;
}
