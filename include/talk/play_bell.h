/* Boojum play: what wakes the thread that waits for a person: Ctrl-C, or the engine's move.
 *
 * Signals belong to the process, so there is one bell. */
#ifndef BOOJUM_TALK_PLAY_BELL_H
#define BOOJUM_TALK_PLAY_BELL_H

#include <stdbool.h>

#include "base/errors.h"

/* From now on SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGQUIT, as far as they are not ignored, and
 * SIGCONT are noted, but only while bell_wait() waits or bell_calls() looks: threads that are
 * started later don't get them. */
bool bell_open(Error *err);
void bell_close(void);

/* Wakes bell_wait(), now or when it is called next. From any thread. */
void bell_ring(void);

/* Sleeps until the bell rings, a signal comes or there is something to read from `fd` (-1: no
 * matter). Is there something to read? */
bool bell_wait(int fd);

/* For who is busy: lets signals come that have been sent. Is one of them SIGINT, SIGTERM or SIGHUP?
 */
bool bell_calls(void);

/* What is to be done before SIGTSTP stops the program or SIGQUIT ends it: the terminal is given
 * back as it was. NULL for nothing. */
void bell_before_leaving(void (*function)(void));

/* How often SIGINT has come since the last call. */
int bell_interrupts(void);
/* Has SIGTERM or SIGHUP come? */
bool bell_ended(void);
/* Was the program stopped, and has it been continued since the last call? */
bool bell_continued(void);

#endif
