/* Boojum: `boojum openings`, making openings from the command line. */
#ifndef BOOJUM_TALK_OPENINGS_CMD_H
#define BOOJUM_TALK_OPENINGS_CMD_H

/* argv[0] is "openings". Returns the exit status: 0, 1 if no more can be found or written, 2 for
 * bad usage, with one line on stderr. */
int openings_command(int argc, char **argv);

#endif
