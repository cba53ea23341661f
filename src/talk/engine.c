#include "talk/engine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "judge/wdl.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "search/strength.h"

Engine *engine_create(OutputSink sink, void *context)
{
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    if (!output_init(&engine->output, sink, context)) {
        free(engine);
        return NULL;
    }
    options_default(&engine->options);
    engine->prng.state = (uint64_t)clock_now_ms();
    engine_start_position(engine);
    return engine;
}

void engine_destroy(Engine *engine)
{
    if (!engine) return;
    worker_destroy(engine->worker);
    search_destroy(engine->search);
    key_stack_free(&engine->keys);
    output_free(&engine->output);
    free(engine);
}

void engine_error(Engine *engine, const char *format, ...)
{
    char text[ERROR_MAX];
    Error clean; /* of bytes that could break the line */
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0) text[0] = '\0';
    va_end(args);
    error_set(&clean, "%s", text);
    for (char *c = clean.text; *c; c++) /* not every GUI reads more */
        if (*c < ' ' || *c > '~') *c = '?';
    output_line(&engine->output, "info string error: %s", clean.text);
}

const Game *engine_game(const Engine *engine) { return &games[engine->options.variant]; }

void engine_start_position(Engine *engine)
{
    position_start(&engine->pos, engine_game(engine), STANDARD_SHUFFLE);
    engine->keys.count = 0;
}

void engine_end_search(Engine *engine)
{
    if (!engine->worker) return;
    worker_stop(engine->worker);
    worker_wait(engine->worker);
}

/* --- In the search thread ----------------------------------------------------------------------
 */

/* A line without moves is that of a game that is over: there are no chances, but certainty. */
static void add_wdl(Text *text, const Position *pos, const SearchLine *line)
{
    Wdl wdl;
    if (line->length > 0 && !score_is_mate(line->score))
        wdl = wdl_of(pos, line->score);
    else if (line->score == 0)
        wdl = (Wdl){.draw = 1000};
    else
        wdl = line->score > 0 ? (Wdl){.win = 1000} : (Wdl){.loss = 1000};
    text_add(text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
}

static void add_score(Text *text, const Engine *engine, const SearchLine *line)
{
    if (score_is_mate(line->score))
        text_add(text, " score mate %d", score_mate_moves(line->score));
    else
        text_add(text, " score cp %d", line->score);
    if (line->bound == BOUND_LOWER) text_add(text, " lowerbound");
    if (line->bound == BOUND_UPPER) text_add(text, " upperbound");
    if (engine->options.show_wdl) add_wdl(text, &engine->pos, line);
}

static void add_pv(Text *text, const Engine *engine, const SearchLine *line)
{
    Position pos = engine->pos;
    text_add(text, " pv");
    for (int i = 0; i < line->length; i++) {
        char move[UCI_MOVE_MAX];
        Undo undo;
        move_write_uci(&pos, line->moves[i], engine->options.chess960, move);
        text_add(text, " %s", move);
        position_make(&pos, line->moves[i], &undo);
    }
}

/* A search for a reader who has gone would never be stopped. */
static void stop_if_unheard(Engine *engine)
{
    if (output_closed(&engine->output)) atomic_store(&worker_signals(engine->worker)->stop, true);
}

/* Depth 0 is said of finished games only: a search that ended within its first iteration has looked
 * at something. */
static void print_line(void *context, const SearchLine *line)
{
    Engine *engine = context;
    Text text = {0};
    int depth = line->depth == 0 && line->length > 0 ? 1 : line->depth;
    text_add(&text, "info depth %d", depth);
    if (line->length > 0) text_add(&text, " seldepth %d multipv %d", line->seldepth, line->multipv);
    add_score(&text, engine, line);
    if (line->length > 0) {
        int64_t ms = line->time_ms > 0 ? line->time_ms : 1;
        text_add(&text, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, line->nodes,
                 line->nodes * 1000 / (uint64_t)ms, line->hashfull, line->time_ms);
        add_pv(&text, engine, line);
    }
    output_line(&engine->output, "%s", text.buf);
    stop_if_unheard(engine);
}

static void print_current(void *context, int depth, Move move, int number)
{
    Engine *engine = context;
    char text[UCI_MOVE_MAX];
    move_write_uci(&engine->pos, move, engine->options.chess960, text);
    output_line(&engine->output, "info depth %d currmove %s currmovenumber %d", depth, text,
                number);
    stop_if_unheard(engine);
}

static void print_bestmove(Engine *engine, Move best, Move ponder)
{
    if (best == MOVE_NONE) {
        output_line(&engine->output, "bestmove (none)");
        return;
    }
    char text[UCI_MOVE_MAX];
    Text line = {0};
    move_write_uci(&engine->pos, best, engine->options.chess960, text);
    text_add(&line, "bestmove %s", text);
    if (ponder != MOVE_NONE) {
        Position pos = engine->pos;
        Undo undo;
        position_make(&pos, best, &undo);
        move_write_uci(&pos, ponder, engine->options.chess960, text);
        text_add(&line, " ponder %s", text);
    }
    output_line(&engine->output, "%s", line.buf);
}

/* A game that is over, though there are moves. Who analyses may look beyond the end of a game. */
static bool drawn_by_rule(const Engine *engine)
{
    return !engine->options.analyse_mode &&
           outcome_is_over(outcome_of(&engine->pos, &engine->keys)) && has_legal_move(&engine->pos);
}

/* A clock that did not run for this move, as when it pondered in vain, says nothing of the next.
 * What it took beyond the hard limit was not spent but lost, for want of a processor. */
static int64_t clock_used(const Engine *engine)
{
    const SearchSignals *signals = worker_signals(engine->worker);
    const SearchLimits *limits = &engine->request.limits;
    const int64_t hit = atomic_load(&signals->ponderhit_ms);
    if (!limits->timed || atomic_load(&signals->ponder)) return -1;
    const int64_t used = clock_now_ms() - (hit ? hit : limits->start_ms);
    return used < limits->budget.hard_ms ? used : limits->budget.hard_ms;
}

static void search_job(void *context)
{
    Engine *engine = context;
    const GoRequest *request = &engine->request;
    const SearchListener listener = {print_line, print_current, engine};
    SearchResult result;
    Error err;
    if (drawn_by_rule(engine)) {
        print_line(engine, &(SearchLine){.bound = BOUND_EXACT});
        worker_hold(engine->worker, request->infinite);
        print_bestmove(engine, MOVE_NONE, MOVE_NONE);
        return;
    }
    if (!search_run(engine->search, &engine->pos, &engine->keys, &request->limits,
                    worker_signals(engine->worker), &listener, &result, &err))
        engine_error(engine, "%s", err.text);
    worker_hold(engine->worker, request->infinite);
    clock_lag_used(&engine->lag[engine->pos.side], clock_used(engine));
    print_bestmove(engine, result.best, result.ponder);
}

static void perft_job(void *context)
{
    Engine *engine = context;
    const atomic_bool *stop = &worker_signals(engine->worker)->stop;
    Position pos = engine->pos;
    MoveList list;
    uint64_t total = 0;
    generate(&pos, GENERATE_ALL, &list);
    int depth = engine->request.perft_depth;
    for (int i = 0; depth > 0 && i < list.count; i++) {
        char move[UCI_MOVE_MAX];
        Undo undo;
        move_write_uci(&pos, list.moves[i], engine->options.chess960, move);
        position_make(&pos, list.moves[i], &undo);
        uint64_t count = perft(&pos, depth - 1, stop);
        position_unmake(&pos, &undo);
        if (atomic_load(stop)) {
            engine_error(engine, "perft was stopped: the count is of the moves above");
            break;
        }
        output_line(&engine->output, "%s: %" PRIu64, move, count);
        stop_if_unheard(engine);
        total += count;
    }
    if (depth == 0) total = 1;
    output_line(&engine->output, "%s", "");
    output_line(&engine->output, "Nodes searched: %" PRIu64, total);
}

/* --- Starting it -------------------------------------------------------------------------------
 */

bool engine_has_search(Engine *engine, Error *err)
{
    const OptionValues *options = &engine->options;
    if (!engine->search && !(engine->search = search_create(err))) return false;
    return search_set_threads(engine->search, options->threads, err) &&
           search_set_hash(engine->search, options->hash_mb, err);
}

bool engine_prepare(Engine *engine, Error *err)
{
    if (!engine->worker && !(engine->worker = worker_create(err))) return false;
    return engine_has_search(engine, err);
}

static void answer_without_search(Engine *engine)
{
    MoveList list;
    generate(&engine->pos, GENERATE_ALL, &list);
    print_bestmove(engine, list.count ? list.moves[0] : (Move)MOVE_NONE, MOVE_NONE);
}

/* Who analyses wants the truth. */
static int elo_to_play_at(const OptionValues *options)
{
    if (options->analyse_mode) return ELO_FULL;
    return options->limit_strength ? options->elo : elo_of_skill(options->skill);
}

void engine_go(Engine *engine, const GoRequest *request)
{
    Error err;
    engine->request = *request;
    engine->request.limits.multipv = engine->options.multipv;
    engine->request.limits.elo = elo_to_play_at(&engine->options);
    engine->request.limits.seed = prng_next(&engine->prng);
    if (!engine_prepare(engine, &err)) {
        engine_error(engine, "%s", err.text);
        if (!request->perft) answer_without_search(engine);
        return;
    }
    if (engine->debug && request->limits.timed)
        output_line(&engine->output,
                    "info string soft limit %" PRId64 " ms, hard limit %" PRId64 " ms",
                    request->limits.budget.soft_ms, request->limits.budget.hard_ms);
    worker_start(engine->worker, request->perft ? perft_job : search_job, engine, request->ponder);
}
