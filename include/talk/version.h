/* Boojum: its name and version, as UCI and the command line say them. */
#ifndef BOOJUM_TALK_VERSION_H
#define BOOJUM_TALK_VERSION_H

#define BOOJUM_VERSION "0.1"
#define BOOJUM_AUTHOR "the Boojum authors"
#define BOOJUM_ABOUT                                                                               \
    "Boojum " BOOJUM_VERSION ", a chess engine for Alice Atomic and the games it is made of. "     \
    "Free software under the GPL-3.0-or-later."

#endif
