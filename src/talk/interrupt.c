#include "talk/interrupt.h"

#include <stddef.h>

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof endings / sizeof *endings };

static volatile sig_atomic_t interrupted, continued;

static void note_end(int number) { interrupted = number; }

static void note_continuation(int number)
{
    (void)number;
    continued = 1;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note_end}, before;
    interrupted = continued = 0;
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(endings[i], &action, NULL);
    action.sa_handler = note_continuation;
    sigaction(SIGCONT, &action, NULL);
}

void interrupt_block(sigset_t *before)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < ENDING_COUNT; i++) sigaddset(&blocked, endings[i]);
    sigaddset(&blocked, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

int interrupt_signal(void) { return interrupted; }

bool interrupt_was_stopped(void)
{
    bool was = continued;
    continued = 0;
    return was;
}
