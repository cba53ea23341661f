/* Boojum: `boojum analyse`, searching the positions of a file. */
#ifndef BOOJUM_TALK_ANALYSE_CMD_H
#define BOOJUM_TALK_ANALYSE_CMD_H

/* argv[0] is "analyse". Returns the exit status: 0, 1 if something cannot be written or memory is
 * out, 2 for bad usage or a file that cannot be understood, with one line on stderr. */
int analyse_command(int argc, char **argv);

#endif
