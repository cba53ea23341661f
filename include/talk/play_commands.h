/* Boojum play: what a person can ask for besides moves. */
#ifndef BOOJUM_TALK_PLAY_COMMANDS_H
#define BOOJUM_TALK_PLAY_COMMANDS_H

#include "talk/play_session.h"

/* Runs the command if the line, which may be changed only then, begins with the name of one. False
 * if it does not. */
bool run_command(Session *session, char *line);

/* The command that whoever typed such a line seems to mean, or NULL. */
const char *command_like(const char *line);

/* What can be typed now, as LineWords has it (talk/play_line.h); the context is the session. */
void offer_words(void *context, const char *before, Buffer *words);

#endif
