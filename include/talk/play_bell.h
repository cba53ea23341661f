/* Boojum play: what wakes the thread that waits for a person: Ctrl-C, or the engine's move.
 *
 * Signals belong to the process, so there is one bell. */
#ifndef BOOJUM_TALK_PLAY_BELL_H
#define BOOJUM_TALK_PLAY_BELL_H

#include <stdbool.h>

#include "base/errors.h"

/* Catches SIGINT, SIGTERM and SIGHUP from now on. */
bool bell_open(Error *err);
void bell_close(void);

/* Wakes bell_wait(), now or when it is called next. From any thread or signal handler. */
void bell_ring(void);

/* Sleeps until the bell rings or there is something to read from `fd` (-1: the bell only). Is there
 * something to read? */
bool bell_wait(int fd);

/* How often SIGINT has come since the last call. */
int bell_interrupts(void);
/* Has SIGTERM or SIGHUP come? */
bool bell_ended(void);

#endif
