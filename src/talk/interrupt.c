#include "talk/interrupt.h"

#include <stddef.h>
#include <time.h>

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof endings / sizeof *endings };

static const struct timespec at_once = {0, 0};

static volatile sig_atomic_t interrupted;

static void note_end(int number) { interrupted = number; }

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note_end}, before;
    interrupted = 0;
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(endings[i], &action, NULL);
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
