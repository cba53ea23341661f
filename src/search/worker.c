#include "search/worker.h"

#include <stdlib.h>
#include <string.h>

#include "search/clock.h"

/* Far more than the deepest search needs, which is a few hundred KiB. */
enum { STACK_BYTES = 8 << 20 };

struct Worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* any of the fields below, or a signal */
    WorkerJob job;          /* NULL when idle */
    void *context;
    bool quit;
    SearchSignals signals;
};

int search_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure) return failure;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    failure = pthread_create(thread, &attributes, run, argument);
    pthread_attr_destroy(&attributes);
    return failure;
}

static void *worker_main(void *argument)
{
    Worker *worker = argument;
    pthread_mutex_lock(&worker->lock);
    for (;;) {
        while (!worker->job && !worker->quit) pthread_cond_wait(&worker->changed, &worker->lock);
        if (!worker->job) break;
        WorkerJob job = worker->job;
        void *context = worker->context;
        pthread_mutex_unlock(&worker->lock);
        job(context);
        pthread_mutex_lock(&worker->lock);
        worker->job = NULL;
        pthread_cond_broadcast(&worker->changed);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

Worker *worker_create(Error *err)
{
    Worker *worker = calloc(1, sizeof *worker);
    if (!worker) {
        error_set(err, "out of memory for the search thread");
        return NULL;
    }
    int failure = pthread_mutex_init(&worker->lock, NULL);
    if (failure) goto no_lock;
    failure = pthread_cond_init(&worker->changed, NULL);
    if (failure) goto no_condition;
    failure = search_thread_start(&worker->thread, worker_main, worker);
    if (failure) goto no_thread;
    return worker;

no_thread:
    pthread_cond_destroy(&worker->changed);
no_condition:
    pthread_mutex_destroy(&worker->lock);
no_lock:
    free(worker);
    error_set(err, "cannot start the search thread: %s", strerror(failure));
    return NULL;
}

void worker_dismiss(Worker *worker)
{
    if (!worker) return;
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->signals.stop, true);
    worker->quit = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_destroy(Worker *worker)
{
    if (!worker) return;
    worker_dismiss(worker);
    pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

void worker_start(Worker *worker, WorkerJob job, void *context, bool ponder)
{
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->signals.stop, false);
    atomic_store(&worker->signals.ponderhit_ms, 0);
    atomic_store(&worker->signals.ponder, ponder);
    worker->job = job;
    worker->context = context;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

/* The lock is held while the signals change, so that worker_hold() cannot miss one. */
void worker_stop(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->signals.stop, true);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_ponderhit(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    if (atomic_load(&worker->signals.ponder)) {
        atomic_store(&worker->signals.ponderhit_ms, clock_now_ms());
        atomic_store(&worker->signals.ponder, false);
        pthread_cond_broadcast(&worker->changed);
    }
    pthread_mutex_unlock(&worker->lock);
}

void worker_wait(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (worker->job) pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
}

SearchSignals *worker_signals(Worker *worker) { return &worker->signals; }

void worker_hold(Worker *worker, bool infinite)
{
    pthread_mutex_lock(&worker->lock);
    while (!atomic_load(&worker->signals.stop) &&
           (infinite || atomic_load(&worker->signals.ponder)))
        pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_run(WorkerJob job, void *context, Error *err)
{
    Worker *worker = worker_create(err);
    if (!worker) return false;
    worker_start(worker, job, context, false);
    worker_wait(worker);
    worker_destroy(worker);
    return true;
}
