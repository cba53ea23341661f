/* Boojum: everything one engine knows. Several can live in one process. */
#ifndef BOOJUM_TALK_ENGINE_H
#define BOOJUM_TALK_ENGINE_H

#include "base/errors.h"
#include "base/prng.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "search/search.h"
#include "search/worker.h"
#include "talk/options.h"
#include "talk/output.h"

/* What a `go` asks for. */
typedef struct GoRequest {
    SearchLimits limits;
    bool infinite; /* no bestmove before `stop` */
    bool ponder;   /* no bestmove before `stop` or `ponderhit` */
    bool perft;    /* count moves to perft_depth instead of searching */
    int perft_depth;
} GoRequest;

/* The thread that calls the functions below owns the engine. While a search runs, the search thread
 * reads `pos`, `keys`, `options` and `request`; they change only after engine_end_search(). */
typedef struct Engine {
    Output output;
    OptionValues options;
    Position pos;
    KeyStack keys;             /* of the game's positions before `pos` */
    bool debug;                /* `debug on`: also says what it makes of its clock */
    bool quit;                 /* `quit` came */
    bool named_chess960;       /* UCI_Chess960 is set because the name of the game said so */
    Worker *worker;            /* NULL until somebody asks whether the engine is ready */
    Search *search;            /* likewise */
    GoRequest request;         /* of the search that runs or ran last */
    ClockLag lag[COLOR_COUNT]; /* what each side's moves lose of its clock on their way */
    Prng prng;                 /* of what it misjudges when it plays below its strength */
} Engine;

/* An engine at the start of Alice Atomic that writes its lines to the sink, from two threads but
 * never at once. NULL when memory is out. The caller owns it. */
Engine *engine_create(OutputSink sink, void *context);
/* Ends the search that runs (its bestmove is still written) and frees everything. NULL is allowed.
 */
void engine_destroy(Engine *engine);

/* Prints `info string error: ...`. */
void engine_error(Engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));

const Game *engine_game(const Engine *engine);

/* Puts the engine at the start of its game. */
void engine_start_position(Engine *engine);

/* Stops the search that runs, if any, and returns when its bestmove has been printed. */
void engine_end_search(Engine *engine);

/* Makes the search if there is none, with the threads and the table that the options ask for. False
 * and an error if they cannot be had; what was there before is still there. */
bool engine_has_search(Engine *engine, Error *err);

/* Makes all that a search needs, if it is not there; a search that runs is not disturbed. False and
 * an error if it cannot be had. */
bool engine_prepare(Engine *engine, Error *err);

/* Starts what the request asks for in the search thread. No search may be running. If there is no
 * memory or no thread for it, says so and answers with a legal move. */
void engine_go(Engine *engine, const GoRequest *request);

#endif
