#include "talk/results.h"

#include <stdlib.h>
#include <string.h>

#include "talk/memory.h"

void results_start(Results *results, const Schedule *schedule)
{
    *results = (Results){.schedule = *schedule};
    results->tallies = new_zeroed((size_t)schedule_pairings(schedule), sizeof *results->tallies);
    results->faults = new_zeroed((size_t)schedule->engines, sizeof *results->faults);
}

void results_free(Results *results)
{
    free(results->tallies);
    free(results->faults);
    free(results->played);
    free(results->said);
    *results = (Results){0};
}

bool results_has(const Results *results, int64_t number)
{
    return (size_t)number < results->capacity && results->played[number];
}

static void make_room(Results *results, size_t number)
{
    if (number < results->capacity) return;
    size_t capacity = (number + 1) * 2;
    uint8_t *played = new_zeroed(capacity, 1);
    if (results->capacity) memcpy(played, results->played, results->capacity);
    free(results->played);
    results->played = played;
    results->capacity = capacity;
}

/* The other game of the pair, if it has been played. */
static void count_pair(Results *results, const Planned *plan)
{
    int64_t first = plan->half == 0 ? plan->number : plan->number - 1;
    if (!plan->paired || !results_has(results, first) || !results_has(results, first + 1)) return;
    tally_pair(&results->tallies[plan->pairing], results->played[first] - 1,
               results->played[first + 1] - 1);
}

bool results_add(Results *results, int64_t number, Result result, Ending ending, int plies)
{
    if (number < 0 || number >= schedule_count(&results->schedule) || result == RESULT_NONE ||
        results_has(results, number))
        return false;
    Planned plan = schedule_game(&results->schedule, number);
    bool first_is_white = plan.white == plan.first;
    int half_points = result == DRAWN ? 1 : (result == WHITE_WINS) == first_is_white ? 2 : 0;
    make_room(results, (size_t)number);
    results->played[number] = (uint8_t)(1 + half_points);
    tally_game(&results->tallies[plan.pairing], half_points);
    count_pair(results, &plan);
    if (ending_is_fault(ending))
        results->faults[result == WHITE_WINS ? plan.black : plan.white][ending]++;
    results->endings[ending]++;
    results->results[result]++;
    results->games++;
    results->plies += plies;
    return true;
}

Tally results_of_engine(const Results *results, int engine)
{
    Tally sum = {0};
    for (int i = 0; i < schedule_pairings(&results->schedule); i++) {
        int engines[2];
        Tally tally = results->tallies[i];
        schedule_pairing(&results->schedule, i, engines);
        if (engines[0] != engine && engines[1] != engine) continue;
        if (engines[1] == engine) tally = tally_reversed(&tally);
        tally_add(&sum, &tally);
    }
    return sum;
}
