/* Boojum: signals that ask a command to end, or that say it was stopped for a while. */
#ifndef BOOJUM_TALK_INTERRUPT_H
#define BOOJUM_TALK_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are only noted, but those that were ignored when the
 * program was started, as under nohup, stay ignored; and SIGCONT is noted. System calls that wait
 * are broken off. */
void interrupt_catch(void);

/* Blocks these signals, for this thread and those that it starts; *before is the mask before. */
void interrupt_block(sigset_t *before);

/* The signal that has asked for the end, or 0. */
int interrupt_signal(void);

/* Was the program stopped and continued since the last call? */
bool interrupt_was_stopped(void);

#endif
