#include "talk/schedule.h"

int schedule_pairings(const Schedule *schedule)
{
    int n = schedule->engines;
    return schedule->gauntlet ? n - 1 : n * (n - 1) / 2;
}

void schedule_pairing(const Schedule *schedule, int pairing, int engines[2])
{
    int first = 0, others = schedule->engines - 1;
    while (!schedule->gauntlet && pairing >= others) {
        pairing -= others--;
        first++;
    }
    engines[0] = first;
    engines[1] = first + 1 + pairing;
}

int64_t schedule_count(const Schedule *schedule)
{
    return schedule->rounds * schedule_pairings(schedule) * schedule->games;
}

bool schedule_has_pairs(const Schedule *schedule)
{
    return schedule->repeat && schedule->games > 1;
}

Planned schedule_game(const Schedule *schedule, int64_t number)
{
    int games = schedule->games, pairings = schedule_pairings(schedule);
    int64_t encounter = number / games;
    int within = (int)(number % games);
    int engines[2];
    Planned plan = {
        .number = number,
        .round = encounter / pairings,
        .pairing = (int)(encounter % pairings),
    };
    schedule_pairing(schedule, plan.pairing, engines);
    int64_t block = schedule->apart ? encounter : plan.round; /* of openings */
    if (schedule->repeat) {
        plan.opening = block * ((games + 1) / 2) + within / 2;
        plan.half = within % 2;
        plan.paired = (within | 1) < games;
    } else {
        plan.opening = block * games + within;
    }
    bool swapped = schedule->swap && (plan.round * games + within) % 2 == 1;
    plan.first = engines[0];
    plan.white = engines[swapped];
    plan.black = engines[!swapped];
    return plan;
}
