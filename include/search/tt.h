/* Boojum: the transposition table, what earlier searches found out about positions.
 *
 * Shared by all threads without locks. An entry is two words; the first is the position's key XOR
 * the second, so that a torn entry is the entry of no position (R. Hyatt and T. Mann, "A lock-less
 * transposition table implementation for parallel search chess engines", 2002). Both words are
 * relaxed atomics: no data race in the sense of the language. Four entries share a cache line.
 */
#ifndef BOOJUM_SEARCH_TT_H
#define BOOJUM_SEARCH_TT_H

#include <stdatomic.h>

#include "base/errors.h"
#include "base/types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* What is known of a position. Scores are those of search/search.h, mates counted from this
 * position. */
typedef struct TtEntry {
    Move move; /* the best one found, or MOVE_NONE; of another position if keys collided */
    int score;
    int eval; /* static evaluation, centipawns; TT_NO_EVAL if not known */
    int depth;
    Bound bound;
} TtEntry;

enum { TT_NO_EVAL = 32002, TT_MAX_MB = 1 << 20, TT_DEPTH_MIN = -8, TT_DEPTH_MAX = 247 };

typedef struct TtSlot {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
} TtSlot;

enum { TT_CLUSTER = 4 };
typedef struct TtCluster {
    TtSlot slots[TT_CLUSTER];
} TtCluster;

typedef struct TransTable {
    TtCluster *clusters; /* owned */
    size_t count;
    size_t bytes;        /* of the memory mapped */
    _Atomic uint8_t age; /* of the present search, 0..63 */
} TransTable;

/* Makes a table of that many MiB (1..TT_MAX_MB), empty, cleared by so many threads. On failure
 * (size out of range, more than the machine's memory, no memory) false and an error; the table that
 * was there stays as it was. Start with a TransTable that is all zero. No search may be running. */
bool tt_resize(TransTable *tt, size_t megabytes, int threads, Error *err);
void tt_free(TransTable *tt);
/* Has the machine memory for so many tables of that size? Of each by itself tt_resize() would find
 * that there is, as long as the others are not filled. False and an error if it has not. */
bool tt_fits(size_t megabytes, int tables, Error *err);
/* Forgets everything. */
void tt_clear(TransTable *tt, int threads);
/* Entries of earlier searches are replaced first from now on. */
void tt_new_search(TransTable *tt);
/* Entries of the present search, in thousandths. */
int tt_hashfull(const TransTable *tt);

__extension__ typedef unsigned __int128 TtWide;

ALWAYS_INLINE TtCluster *tt_cluster(const TransTable *tt, Key key)
{
    return &tt->clusters[(size_t)((TtWide)key * tt->count >> 64)];
}
ALWAYS_INLINE void tt_prefetch(const TransTable *tt, Key key)
{
    __builtin_prefetch(tt_cluster(tt, key));
}

/* Finds a position; false if nothing is known of it. */
bool tt_probe(const TransTable *tt, Key key, TtEntry *entry);
/* Remembers it, in place of whatever is worth least in its cluster. An entry without a move keeps
 * the move known before. */
void tt_store(TransTable *tt, Key key, const TtEntry *entry);

#endif
