#include "talk/opening_maker.h"

#include <stdlib.h>

#include "base/prng.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "search/search.h"
#include "talk/memory.h"

enum {
    ATTEMPTS_MAX = 20000, /* in a row, until we give up */
    HASH_MB = 1,          /* is cleared for each search */
    GLANCE = 16           /* a first search has so much less nodes, */
};
static const int glance_score = 2; /* and lets pass a lead so much greater */

/* The keys of the openings made so far: a hash table with linear probing, at most half full. */
typedef struct KeySet {
    Key *slots; /* 0: empty; the key 0 is taken for 1 */
    size_t size, count;
} KeySet;

struct OpeningMaker {
    OpeningSettings settings;
    Prng prng;
    Search *search;
    SearchSignals signals;
    KeySet made;
    KeyStack keys; /* has room for an opening */
    Error err;     /* why nothing can be searched; or empty */
};

static size_t slot_of(const KeySet *set, Key key)
{
    size_t at = (size_t)(key & (set->size - 1));
    while (set->slots[at] && set->slots[at] != key) at = (at + 1) & (set->size - 1);
    return at;
}

static bool key_set_has(const KeySet *set, Key key)
{
    return set->slots[slot_of(set, key ? key : 1)] != 0;
}

static void key_set_add(KeySet *set, Key key)
{
    if (set->count * 2 >= set->size) {
        KeySet larger = {new_zeroed(set->size * 2, sizeof(Key)), set->size * 2, set->count};
        for (size_t i = 0; i < set->size; i++)
            if (set->slots[i]) larger.slots[slot_of(&larger, set->slots[i])] = set->slots[i];
        free(set->slots);
        *set = larger;
    }
    key = key ? key : 1;
    set->slots[slot_of(set, key)] = key;
    set->count++;
}

OpeningMaker *opening_maker_create(const OpeningSettings *settings)
{
    OpeningMaker *maker = new_zeroed(1, sizeof *maker);
    maker->settings = *settings;
    maker->prng.state = settings->seed;
    maker->search = search_create(&maker->err); /* opening_maker_next() says so */
    if (maker->search) search_set_hash(maker->search, HASH_MB, &maker->err);
    if (!key_stack_reserve(&maker->keys, (size_t)settings->plies))
        error_set(&maker->err, "out of memory for openings");
    maker->made.size = 1024;
    maker->made.slots = new_zeroed(maker->made.size, sizeof(Key));
    return maker;
}

void opening_maker_destroy(OpeningMaker *maker)
{
    if (!maker) return;
    search_destroy(maker->search);
    key_stack_free(&maker->keys);
    free(maker->made.slots);
    free(maker);
}

void opening_maker_stop(OpeningMaker *maker) { atomic_store(&maker->signals.stop, true); }

static int random_below(OpeningMaker *maker, int bound)
{
    return (int)prng_below(&maker->prng, (uint64_t)bound);
}

/* False if the game ends on the way. */
static bool play_random_plies(OpeningMaker *maker, Position *pos)
{
    KeyStack *keys = &maker->keys;
    for (int ply = 0; ply < maker->settings.plies; ply++) {
        MoveList list;
        Undo undo;
        generate(pos, GENERATE_ALL, &list);
        if (list.count == 0 || !key_stack_push(keys, pos->key)) return false;
        position_make(pos, list.moves[random_below(maker, list.count)], &undo);
    }
    return !outcome_is_over(outcome_of(pos, keys));
}

static bool is_balanced(OpeningMaker *maker, const Position *pos, uint64_t nodes, int most,
                        int *score)
{
    SearchLimits limits = {.nodes = nodes ? nodes : 1, .start_ms = clock_now_ms()};
    SearchResult result;
    search_new_game(maker->search);
    if (!search_run(maker->search, pos, NULL, &limits, &maker->signals, NULL, &result, &maker->err))
        return false;
    *score = result.score;
    return abs(result.score) <= most;
}

/* Is it new and balanced? The usual start is what it is. */
static bool is_wanted(OpeningMaker *maker, const Position *pos, int *score)
{
    const OpeningSettings *settings = &maker->settings;
    if (key_set_has(&maker->made, pos->key)) return false;
    if (settings->plies == 0 && !settings->shuffled) return true;
    return is_balanced(maker, pos, settings->nodes / GLANCE, settings->score * glance_score,
                       score) &&
           is_balanced(maker, pos, settings->nodes, settings->score, score);
}

bool opening_maker_next(OpeningMaker *maker, Position *opening, int *score, Error *err)
{
    const OpeningSettings *settings = &maker->settings;
    bool found = false;
    int value = 0;
    for (int attempt = 0; !found && !*maker->err.text && attempt < ATTEMPTS_MAX; attempt++) {
        if (atomic_load(&maker->signals.stop)) break;
        int shuffle =
            settings->shuffled ? random_below(maker, SHUFFLE_COUNT) : (int)STANDARD_SHUFFLE;
        position_start(opening, settings->game, shuffle);
        maker->keys.count = 0;
        found = play_random_plies(maker, opening) && is_wanted(maker, opening, &value);
    }
    if (*maker->err.text) return error_set(err, "%s", maker->err.text);
    if (!found)
        return error_set(err, "no more openings of %d plies within %d centipawns were found",
                         settings->plies, settings->score);
    key_set_add(&maker->made, opening->key);
    if (score) *score = value;
    return true;
}

uint64_t opening_maker_state(const OpeningMaker *maker) { return maker->prng.state; }

void opening_maker_skip(OpeningMaker *maker, const Position *opening, uint64_t state)
{
    key_set_add(&maker->made, opening->key);
    maker->prng.state = state;
}
