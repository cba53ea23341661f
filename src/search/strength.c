#include "search/strength.h"

#include <stdlib.h>

#include "base/prng.h"
#include "search/search.h"

/* Who is so many centipawns ahead does not err, and thinks so many nodes. In an ending, where as
 * much is won with less, that is a quarter of the centipawns, and harder to do. */
enum { WON = 500, WON_NODES = 8000, ENDING_NODES = 120000 };
enum { ENDING_MEN = 6, ENDING_FACTOR = 4 };

enum { RUNGS = LEVEL_MAX - LEVEL_MIN, ELO_STEP = (ELO_MAX - ELO_MIN) / (RUNGS - 1) };

/* clang-format off */
#define CHESS_LADDER                                                                               \
    {480, 285}, {850, 180}, {1350, 117}, {1950, 82}, {2800, 52}, {3700, 31}, {6000, 9}
#define ATOMIC_LADDER                                                                              \
    {320, 1000}, {640, 610}, {950, 425}, {1600, 265}, {2600, 160}, {4000, 85}, {6000, 32}
#define ALICE_LADDER                                                                               \
    {560, 335}, {900, 220}, {1400, 143}, {2050, 92}, {2900, 57}, {4100, 30}, {6300, 7}
#define ALICEATOMIC_LADDER                                                                         \
    {500, 420}, {780, 283}, {1100, 205}, {1750, 130}, {2700, 78}, {4100, 40}, {6000, 15}
#define WITHOUT_ERROR {7500, 0}, {14500, 0}
/* clang-format on */

/* Level 1 to 9; level n is played at ELO_MIN + (n - 1) * ELO_STEP. */
static const Strength ladders[RULES_COUNT][RUNGS] = {
    [RULES_CHESS] = {CHESS_LADDER, WITHOUT_ERROR},
    [RULES_ATOMIC] = {ATOMIC_LADDER, WITHOUT_ERROR},
    [RULES_ALICE] = {ALICE_LADDER, WITHOUT_ERROR},
    [RULES_MSALICE] = {ALICE_LADDER, WITHOUT_ERROR},
    [RULES_ALICEATOMIC] = {ALICEATOMIC_LADDER, WITHOUT_ERROR},
};

Strength strength_of(int elo, RulesId rules)
{
    int above_min = elo < ELO_MIN ? 0 : elo > ELO_MAX ? ELO_MAX - ELO_MIN : elo - ELO_MIN;
    int rung = above_min / ELO_STEP;
    const Strength *below = &ladders[rules][rung];
    const Strength *above = rung < RUNGS - 1 ? below + 1 : below;
    int part = above_min % ELO_STEP;
    uint64_t more = (above->nodes - below->nodes) * (uint64_t)part / ELO_STEP;
    int less = (below->error - above->error) * part / ELO_STEP;
    return (Strength){below->nodes + more, below->error - less};
}

/* Few men are left, or the opponent has nothing but pawns. */
static bool is_ending(const Position *pos)
{
    const Bitboard pieces = pos->colors[!pos->side] & ~pos->kinds[PAWN];
    return !more_than_one(pieces) || popcount(occupied(pos)) <= ENDING_MEN;
}

Strength strength_at(Strength strength, const Position *pos, int eval)
{
    const bool lone_king = !more_than_one(pos->colors[!pos->side]), ending = is_ending(pos);
    const uint64_t nodes = ending ? ENDING_NODES : WON_NODES;
    if (ending) eval *= ENDING_FACTOR;
    int ahead = eval <= 0 ? 0 : eval < WON && !lone_king ? eval : WON;
    strength.error = strength.error * (WON - ahead) / WON;
    if (strength.nodes < nodes) strength.nodes += (nodes - strength.nodes) * (uint64_t)ahead / WON;
    return strength;
}

int strength_candidates(Strength strength)
{
    if (!strength.error) return 1;
    int count = 2 + strength.error / 30;
    return count < CANDIDATES_MAX ? count : CANDIDATES_MAX;
}

/* From -most to most, more often small than large. */
static int misjudgement(Prng *prng, int most)
{
    const uint64_t values = 2 * (uint64_t)most + 1;
    return (int)(prng_below(prng, values) + prng_below(prng, values)) / 2 - most;
}

int strength_choice(Strength strength, const int *scores, int count, uint64_t seed)
{
    Prng prng = {seed};
    int choice = 0, most = 0;
    if (scores[0] > SCORE_MATE_BOUND) return 0; /* a win that is seen is taken */
    for (int i = 0; i < count && (i == 0 || scores[i] >= -SCORE_MATE_BOUND); i++) {
        int value = scores[i] + misjudgement(&prng, strength.error);
        if (i == 0 || value > most) choice = i, most = value;
    }
    return choice;
}

int elo_of_level(int level)
{
    return level >= LEVEL_MAX ? ELO_FULL : ELO_MIN + (level - LEVEL_MIN) * ELO_STEP;
}

int elo_of_skill(int skill)
{
    if (skill >= SKILL_MAX) return ELO_FULL;
    return ELO_MIN + (ELO_MAX - ELO_MIN) * (skill - SKILL_MIN) / (SKILL_MAX - 1 - SKILL_MIN);
}
