/* Boojum play: what a level of strength means. This is the only place that knows. */
#ifndef BOOJUM_TALK_PLAY_LEVELS_H
#define BOOJUM_TALK_PLAY_LEVELS_H

#include "search/search.h"

enum { LEVEL_MIN = 1, LEVEL_MAX = 10, LEVEL_DEFAULT = 5 };

/* Adds to the limits of a search what the engine may spend on a move at that level. The highest
 * level has no limit of its own where `limits` have a time. */
void level_limits(int level, SearchLimits *limits);

#endif
