#include "talk/play_levels.h"

void level_limits(int level, SearchLimits *limits)
{
    static const uint64_t nodes[LEVEL_MAX + 1] = {0,     30,    100,    300,     1000,   4000,
                                                  16000, 60000, 250000, 1000000, 4000000};
    if (level == LEVEL_MAX && limits->timed) return;
    limits->nodes = nodes[level];
}
