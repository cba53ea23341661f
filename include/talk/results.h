/* Boojum: the results of a match so far. */
#ifndef BOOJUM_TALK_RESULTS_H
#define BOOJUM_TALK_RESULTS_H

#include "talk/lint.h"
#include "talk/record.h"
#include "talk/schedule.h"
#include "talk/stats.h"

typedef struct Results {
    Schedule schedule;
    Tally *tallies;               /* of each pairing, from the view of its first engine */
    int64_t (*faults)[END_COUNT]; /* of each engine: how often it lost like that */
    int64_t endings[END_COUNT];
    int64_t results[RESULT_COUNT]; /* by colour */
    int64_t games, plies;
    LintTally *said;   /* of each engine: what was found in what it said; NULL without `-lint` */
    bool said_in_part; /* ... without games that were played without `-lint` */
    uint8_t
        *played; /* by game: 0 not yet, else 1 + the half points of the pairing's first engine */
    size_t capacity;
} Results;

/* For the schedule; free with results_free(). */
void results_start(Results *results, const Schedule *schedule);
void results_free(Results *results);

bool results_has(const Results *results, int64_t number);
/* Counts a game, once. False if it is counted already or not in the schedule. */
bool results_add(Results *results, int64_t number, Result result, Ending ending, int plies);

/* One engine against all others. */
Tally results_of_engine(const Results *results, int engine);

#endif
