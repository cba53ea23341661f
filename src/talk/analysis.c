#include "talk/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "search/worker.h"
#include "talk/memory.h"

struct Analysis {
    AnalysisTask *tasks;
    size_t count;
    AnalysisLimits limits;
    pthread_t *threads;
    int thread_count;
    SearchSignals signals; /* for all threads: `stop` only */
    pthread_mutex_t lock;  /* of the fields below and of the tasks' `done` */
    pthread_cond_t changed;
    size_t next, done;
    Error err;
};

static void keep_line(void *context, const SearchLine *found)
{
    AnalysisTask *task = context;
    if (found->length == 0 || found->bound != BOUND_EXACT || found->multipv > ANALYSIS_LINES_MAX)
        return;
    AnalysisLine *line = &task->lines[found->multipv - 1];
    free(line->moves);
    line->moves = new_zeroed((size_t)found->length, sizeof *line->moves);
    memcpy(line->moves, found->moves, (size_t)found->length * sizeof *line->moves);
    line->length = found->length;
    line->score = found->score;
    line->depth = found->depth;
    line->nodes = found->nodes;
    line->time_ms = found->time_ms;
}

/* An iteration that was broken off may have found a new best move, and left the line below that it
 * had before. */
static void count_lines(AnalysisTask *task)
{
    int kept = 0;
    for (int i = 0; i < ANALYSIS_LINES_MAX; i++) {
        AnalysisLine line = task->lines[i];
        bool again = line.length == 0;
        for (int k = 0; !again && k < kept; k++) again = task->lines[k].moves[0] == line.moves[0];
        task->lines[i] = (AnalysisLine){0};
        if (again)
            free(line.moves);
        else
            task->lines[kept++] = line;
    }
    task->line_count = kept;
}

/* Each position is searched afresh, so that what is found does not depend on who searched what
 * before. */
static bool search_task(Analysis *analysis, Search *search, AnalysisTask *task, Error *err)
{
    const AnalysisLimits *allowed = &analysis->limits;
    SearchLimits limits = {
        .depth = allowed->depth, .nodes = allowed->nodes, .multipv = allowed->lines};
    SearchListener listener = {keep_line, NULL, task};
    SearchResult result;
    if (outcome_is_over(outcome_of(&task->pos, NULL))) return true;
    if (allowed->time_ms) {
        limits.timed = limits.fixed_time = true;
        limits.budget = clock_budget_fixed(allowed->time_ms, 0);
    }
    search_new_game(search);
    limits.start_ms = clock_now_ms();
    if (!search_run(search, &task->pos, &task->before, &limits, &analysis->signals, &listener,
                    &result, err))
        return false;
    count_lines(task);
    return true;
}

static void *analyse(void *argument)
{
    Analysis *analysis = argument;
    Error err = {""};
    Search *search = search_create(&err);
    bool ok = search && search_set_hash(search, analysis->limits.hash_mb, &err);
    pthread_mutex_lock(&analysis->lock);
    while (ok && analysis->next < analysis->count && !atomic_load(&analysis->signals.stop)) {
        AnalysisTask *task = &analysis->tasks[analysis->next++];
        pthread_mutex_unlock(&analysis->lock);
        ok = search_task(analysis, search, task, &err);
        pthread_mutex_lock(&analysis->lock);
        task->done = ok;
        analysis->done += ok;
        pthread_cond_broadcast(&analysis->changed);
    }
    if (!ok) analysis->err = err;
    pthread_cond_broadcast(&analysis->changed);
    pthread_mutex_unlock(&analysis->lock);
    search_destroy(search);
    return NULL;
}

Analysis *analysis_start(AnalysisTask *tasks, size_t count, const AnalysisLimits *limits,
                         int threads, Error *err)
{
    if ((size_t)threads > count) threads = (int)count;
    if (threads > 1 && !tt_fits((size_t)limits->hash_mb, threads, err)) return NULL;
    Analysis *analysis = new_zeroed(1, sizeof *analysis);
    analysis->tasks = tasks;
    analysis->count = count;
    analysis->limits = *limits;
    analysis->threads = new_zeroed((size_t)threads, sizeof *analysis->threads);
    pthread_mutex_init(&analysis->lock, NULL);
    pthread_cond_init(&analysis->changed, NULL);
    int failure = 0;
    for (int i = 0; i < threads && failure == 0; i++) {
        failure = search_thread_start(&analysis->threads[i], analyse, analysis);
        if (failure == 0) analysis->thread_count++;
    }
    if (failure == 0) return analysis;
    error_set(err, "no thread: %s", strerror(failure));
    analysis_stop(analysis);
    return NULL;
}

bool analysis_wait(Analysis *analysis, size_t task, int timeout_ms, Error *err)
{
    struct timespec until;
    int waited = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t ns = until.tv_nsec + (int64_t)timeout_ms * 1000000;
    until.tv_sec += ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    pthread_mutex_lock(&analysis->lock);
    while (!analysis->tasks[task].done && !*analysis->err.text && waited == 0)
        waited = pthread_cond_timedwait(&analysis->changed, &analysis->lock, &until);
    bool done = analysis->tasks[task].done;
    *err = analysis->err;
    pthread_mutex_unlock(&analysis->lock);
    return done;
}

size_t analysis_done(Analysis *analysis)
{
    pthread_mutex_lock(&analysis->lock);
    size_t done = analysis->done;
    pthread_mutex_unlock(&analysis->lock);
    return done;
}

void analysis_stop(Analysis *analysis)
{
    if (!analysis) return;
    atomic_store(&analysis->signals.stop, true);
    for (int i = 0; i < analysis->thread_count; i++) pthread_join(analysis->threads[i], NULL);
    pthread_mutex_destroy(&analysis->lock);
    pthread_cond_destroy(&analysis->changed);
    free(analysis->threads);
    free(analysis);
}

void analysis_task_free(AnalysisTask *task)
{
    for (int i = 0; i < ANALYSIS_LINES_MAX; i++) free(task->lines[i].moves);
    memset(task->lines, 0, sizeof task->lines);
    task->line_count = 0;
}
