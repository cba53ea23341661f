/* Boojum: `boojum bench`, a fixed amount of searching. */
#ifndef BOOJUM_TALK_BENCH_CMD_H
#define BOOJUM_TALK_BENCH_CMD_H

/* argv[0] is "bench". Returns the exit status: 0, 1 if something failed, 2 for bad usage, with one
 * line on stderr. */
int bench_command(int argc, char **argv);

#endif
