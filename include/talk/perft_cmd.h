/* Boojum: `boojum perft`, counting moves from the command line. */
#ifndef BOOJUM_TALK_PERFT_CMD_H
#define BOOJUM_TALK_PERFT_CMD_H

/* argv[0] is "perft". Returns the exit status: 0, 1 if the output cannot be written, 2 for bad
 * usage, with one line on stderr. */
int perft_command(int argc, char **argv);

#endif
