/* Boojum: playing below full strength. The only place that knows what a level or an Elo number
 * means.
 *
 * A weaker player looks at fewer positions and misjudges the moves it likes best by a little, more
 * so the weaker it is. The numbers were chosen by matches, which are in bench/RESULTS.md. */
#ifndef BOOJUM_SEARCH_STRENGTH_H
#define BOOJUM_SEARCH_STRENGTH_H

#include <stdint.h>

#include "rules/position.h"

/* Levels of play; the highest is full strength. */
enum { LEVEL_MIN = 1, LEVEL_MAX = 10, LEVEL_DEFAULT = 5 };
/* UCI's `Skill Level`; the highest is full strength. */
enum { SKILL_MIN = 0, SKILL_MAX = 20 };
/* Elo numbers that can be asked for. */
enum { ELO_MIN = 1100, ELO_MAX = 2540 };
enum { CANDIDATES_MAX = 24 };
/* In place of an Elo number: as strong as can be. */
enum { ELO_FULL = 0 };

/* How a player of some strength thinks. */
typedef struct Strength {
    uint64_t nodes; /* for a move */
    int error;      /* centipawns by which a move is misjudged, at most, either way */
} Strength;

/* In that game. `elo` is taken for the nearest that there is. */
Strength strength_of(int elo, RulesId rules);

/* The same in a position whose static evaluation is `eval`, in centipawns: who is ahead, or has a
 * lone king against it, errs less and thinks more, so that what is won is won at every level. In
 * endings a small advantage is enough for that. */
Strength strength_at(Strength strength, const Position *pos, int eval);

/* How many of the best moves such a player chooses from, at most CANDIDATES_MAX. */
int strength_candidates(Strength strength);

/* Which of the moves with these scores, in centipawns or mates, best first, it plays. The same seed
 * makes the same choice. */
int strength_choice(Strength strength, const int *scores, int count, uint64_t seed);

int elo_of_level(int level);
int elo_of_skill(int skill);

#endif
