/* Boojum: `boojum play`, a game at the terminal. */
#ifndef BOOJUM_TALK_PLAY_CMD_H
#define BOOJUM_TALK_PLAY_CMD_H

/* argv[0] is "play". Returns the exit status: 0 when the person left or the input or its reader
 * went away, 1 if memory is out, 2 for bad usage, with one line on stderr. */
int play_command(int argc, char **argv);

#endif
