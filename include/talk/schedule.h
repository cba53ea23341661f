/* Boojum: which games a match is made of.
 *
 * The plan is a function of the game's number, so nothing of it need be stored. Games are numbered
 * from 0. A pairing is two engines, an encounter their games in one round; the pairings of a round
 * play the same openings, unless they are kept apart. */
#ifndef BOOJUM_TALK_SCHEDULE_H
#define BOOJUM_TALK_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Schedule {
    int engines;
    bool gauntlet; /* the first against all others; else all against all */
    int64_t rounds;
    int games;   /* of an encounter */
    bool repeat; /* two games in a row have the same opening */
    bool swap;   /* colours change from game to game of a pairing */
    bool apart;  /* the pairings of a round play different openings */
} Schedule;

typedef struct Planned {
    int64_t number;
    int64_t round; /* from 0 */
    int pairing;   /* from 0 */
    int white, black;
    int first;       /* the engine whose score the pairing's tally keeps */
    int64_t opening; /* from 0 */
    int half;        /* 0 or 1: which game of a pair with one opening */
    bool paired;     /* the other game of the pair is played, too */
} Planned;

int schedule_pairings(const Schedule *schedule);
/* The two engines of a pairing. */
void schedule_pairing(const Schedule *schedule, int pairing, int engines[2]);
int64_t schedule_count(const Schedule *schedule);
/* Are there whole pairs of games with one opening? */
bool schedule_has_pairs(const Schedule *schedule);
Planned schedule_game(const Schedule *schedule, int64_t number);

#endif
