/* Boojum: the thread that searches while another one listens.
 *
 * A search goes some hundred plies deep: not every thread has room for that on its stack, not even
 * the first, whose room the user limits. So searches run in workers, or in threads that
 * search_thread_start() has made.
 *
 * One persistent thread runs one job at a time. All functions but worker_hold() and
 * worker_signals() are for the thread that owns the worker.
 */
#ifndef BOOJUM_SEARCH_WORKER_H
#define BOOJUM_SEARCH_WORKER_H

#include <pthread.h>

#include "base/errors.h"
#include "search/search.h"

typedef struct Worker Worker;
typedef void (*WorkerJob)(void *context);

/* NULL and an error if memory or the thread cannot be had. */
Worker *worker_create(Error *err);
/* Stops what runs and lets the thread end, without waiting for it: of many, all end at once. After
 * it only worker_destroy() may follow. NULL is allowed. */
void worker_dismiss(Worker *worker);
/* Stops what runs, waits for it, ends the thread. NULL is allowed. */
void worker_destroy(Worker *worker);

/* Clears the signals (`ponder` is set as told) and runs the job. The worker must be idle. */
void worker_start(Worker *worker, WorkerJob job, void *context, bool ponder);
/* Asks the job to end. Does not wait. */
void worker_stop(Worker *worker);
/* The move pondered on was played: from now on the clock counts. */
void worker_ponderhit(Worker *worker);
/* Until no job runs. */
void worker_wait(Worker *worker);

/* What the job polls. */
SearchSignals *worker_signals(Worker *worker);

/* For the job: sleeps until stopped or, unless `infinite`, until it does not ponder (any more). */
void worker_hold(Worker *worker, bool infinite);

/* Runs the job in a worker that lasts as long as that, and waits for it. False and an error if it
 * cannot be had. */
bool worker_run(WorkerJob job, void *context, Error *err);

/* Starts a thread that has room for a search. The result is that of pthread_create(): 0, or the
 * number of the error. */
int search_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
