#include "talk/interrupt.h"

#include <stddef.h>
#include <time.h>

static const int endings[ENDING_COUNT] = {SIGINT, SIGTERM, SIGHUP};

static const struct timespec at_once = {0, 0};

static volatile sig_atomic_t interrupted;

static void note_end(int number) { interrupted = number; }

void interrupt_handle(void (*handler)(int), struct sigaction before[ENDING_COUNT])
{
    struct sigaction action = {.sa_handler = handler};
    for (size_t i = 0; i < ENDING_COUNT; i++) {
        struct sigaction old;
        sigaction(endings[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) sigaction(endings[i], &action, NULL);
        if (before) before[i] = old;
    }
}

void interrupt_restore(const struct sigaction before[ENDING_COUNT])
{
    for (size_t i = 0; i < ENDING_COUNT; i++) sigaction(endings[i], &before[i], NULL);
}

void interrupt_catch(void)
{
    interrupted = 0;
    interrupt_handle(note_end, NULL);
}

void interrupt_block(sigset_t *waiting)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < ENDING_COUNT; i++) sigaddset(&blocked, endings[i]);
    sigaddset(&blocked, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &blocked, waiting);
    sigaddset(waiting, SIGCONT);
}

/* With something ready ppoll() does not look for signals. */
int interrupt_poll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                   const sigset_t *waiting)
{
    int ready = ppoll(fds, count, timeout, waiting);
    if (ready > 0) ppoll(NULL, 0, &at_once, waiting);
    return ready;
}

int interrupt_signal(void) { return interrupted; }

/* It is pending: a handler might not be called before poll() has told of what came meanwhile. */
bool interrupt_was_stopped(void)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGCONT);
    return sigtimedwait(&one, NULL, &at_once) == SIGCONT;
}
