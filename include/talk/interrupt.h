/* Boojum: signals that ask a command to end, or that say it was stopped for a while. */
#ifndef BOOJUM_TALK_INTERRUPT_H
#define BOOJUM_TALK_INTERRUPT_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>

enum { ENDING_COUNT = 3 };

/* From now on SIGINT, SIGTERM and SIGHUP call the handler, but those that were ignored when the
 * program was started, as under nohup, stay ignored. `before` may be NULL. */
void interrupt_handle(void (*handler)(int), struct sigaction before[ENDING_COUNT]);
/* Undoes it. */
void interrupt_restore(const struct sigaction before[ENDING_COUNT]);

/* From now on SIGINT, SIGTERM and SIGHUP, as far as they are not ignored, are only noted. System
 * calls that wait are broken off. */
void interrupt_catch(void);

/* Blocks these signals and SIGCONT, for this thread and those that it starts. *waiting is the mask
 * for interrupt_poll(): as before, but for SIGCONT. */
void interrupt_block(sigset_t *waiting);

/* As ppoll(); only meanwhile do blocked signals come through, and they do even where `fds` are
 * always ready. NULL as the timeout is none. */
int interrupt_poll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                   const sigset_t *waiting);

/* The signal that has asked for the end, or 0. */
int interrupt_signal(void);

/* Was the program stopped and continued since the last call? Only after interrupt_block(). */
bool interrupt_was_stopped(void);

#endif
