/* Boojum: playing a match. */
#ifndef BOOJUM_TALK_MATCH_H
#define BOOJUM_TALK_MATCH_H

#include "talk/match_options.h"

/* Plays it, or what is left of it (the seed may then change), prints what is to be printed, and
 * leaves no process behind. Returns the exit status: 0, 1 after one line on stderr if it could not
 * be played, 3 if there were findings and `lint_fails`, 130 after SIGINT, SIGTERM or SIGHUP. */
int match_run(MatchOptions *options);

/* `boojum match`: argv[0] is "match". Returns the exit status. */
int match_command(int argc, char **argv);

#endif
