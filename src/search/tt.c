#include "search/tt.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The second word of an entry, from bit 0: move 16, score 16, eval 16, depth 8 (from TT_DEPTH_MIN),
 * bound 2, age 6. A word of zeros is an empty entry: its bound is BOUND_NONE. */
enum { AGES = 64, HUGE_PAGE = 2 << 20 };

static uint64_t pack(const TtEntry *entry, unsigned age)
{
    int depth = entry->depth;
    if (depth < TT_DEPTH_MIN) depth = TT_DEPTH_MIN;
    if (depth > TT_DEPTH_MAX) depth = TT_DEPTH_MAX;
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)(depth - TT_DEPTH_MIN) << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)age << 58;
}
static Bound bound_of(uint64_t data) { return (Bound)(data >> 56 & 3); }
static int depth_of(uint64_t data) { return (int)(data >> 48 & 0xff) + TT_DEPTH_MIN; }
static unsigned age_of(uint64_t data) { return (unsigned)(data >> 58); }

static TtEntry unpack(uint64_t data)
{
    return (TtEntry){.move = (Move)data,
                     .score = (int16_t)(data >> 16),
                     .eval = (int16_t)(data >> 32),
                     .depth = depth_of(data),
                     .bound = bound_of(data)};
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}
static void save(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}
static unsigned present_age(const TransTable *tt)
{
    return atomic_load_explicit(&tt->age, memory_order_relaxed);
}

bool tt_probe(const TransTable *tt, Key key, TtEntry *entry)
{
    const TtCluster *cluster = tt_cluster(tt, key);
    for (int i = 0; i < TT_CLUSTER; i++) {
        uint64_t data = load(&cluster->slots[i].data);
        if ((load(&cluster->slots[i].check) ^ data) != key || bound_of(data) == BOUND_NONE)
            continue;
        *entry = unpack(data);
        return true;
    }
    return false;
}

/* Deep entries of this search are worth most; four plies of depth make up for one search of age. */
static int worth(uint64_t data, unsigned age)
{
    if (bound_of(data) == BOUND_NONE) return -1000;
    return depth_of(data) - 4 * (int)((age - age_of(data)) % AGES);
}

void tt_store(TransTable *tt, Key key, const TtEntry *entry)
{
    TtCluster *cluster = tt_cluster(tt, key);
    unsigned age = present_age(tt);
    TtSlot *place = NULL;
    int least = 0;
    TtEntry fresh = *entry;
    for (int i = 0; i < TT_CLUSTER; i++) {
        TtSlot *slot = &cluster->slots[i];
        uint64_t data = load(&slot->data);
        if ((load(&slot->check) ^ data) == key && bound_of(data) != BOUND_NONE) {
            /* The same position: a much shallower bound does not replace what is known. */
            if (entry->bound != BOUND_EXACT && age_of(data) == age &&
                entry->depth + 4 < depth_of(data))
                return;
            if (fresh.move == MOVE_NONE) fresh.move = (Move)data;
            place = slot;
            break;
        }
        int value = worth(data, age);
        if (!place || value < least) place = slot, least = value;
    }
    uint64_t data = pack(&fresh, age);
    save(&place->data, data);
    save(&place->check, key ^ data);
}

void tt_new_search(TransTable *tt)
{
    atomic_store_explicit(&tt->age, (uint8_t)((present_age(tt) + 1) % AGES), memory_order_relaxed);
}

int tt_hashfull(const TransTable *tt)
{
    size_t sample = tt->count < 250 ? tt->count : 250;
    unsigned full = 0, age = present_age(tt);
    for (size_t i = 0; i < sample; i++)
        for (int j = 0; j < TT_CLUSTER; j++) {
            uint64_t data = load(&tt->clusters[i].slots[j].data);
            full += bound_of(data) != BOUND_NONE && age_of(data) == age;
        }
    return sample ? (int)(full * 1000 / (sample * TT_CLUSTER)) : 0;
}

/* ---- memory ---- */

typedef struct ClearPart {
    char *start;
    size_t bytes;
} ClearPart;

static void *clear_part(void *context)
{
    ClearPart *part = context;
    memset(part->start, 0, part->bytes);
    return NULL;
}

/* A thread that cannot be had does not matter: its part is cleared here. */
static void clear_memory(char *memory, size_t bytes, int threads)
{
    enum { MOST = 64 };
    pthread_t ids[MOST];
    bool started[MOST] = {false};
    ClearPart parts[MOST];
    if (threads > MOST) threads = MOST;
    if (threads < 1 || bytes < (size_t)threads * HUGE_PAGE) threads = 1;
    size_t share = bytes / (size_t)threads;
    for (int i = 0; i < threads; i++) {
        size_t from = share * (size_t)i;
        parts[i] = (ClearPart){memory + from, i == threads - 1 ? bytes - from : share};
        started[i] = i > 0 && pthread_create(&ids[i], NULL, clear_part, &parts[i]) == 0;
        if (i > 0 && !started[i]) clear_part(&parts[i]);
    }
    clear_part(&parts[0]);
    for (int i = 1; i < threads; i++)
        if (started[i]) pthread_join(ids[i], NULL);
}

void tt_clear(TransTable *tt, int threads)
{
    clear_memory((char *)tt->clusters, tt->count * sizeof(TtCluster), threads);
    atomic_store_explicit(&tt->age, 0, memory_order_relaxed);
}

/* What the system could give without swapping, as it says itself; 0 if it does not. */
static size_t available_bytes(void)
{
    char line[128];
    unsigned long long kib = 0;
    FILE *file = fopen("/proc/meminfo", "re");
    while (file && kib == 0 && fgets(line, sizeof line, file))
        if (strncmp(line, "MemAvailable:", 13) == 0) kib = strtoull(line + 13, NULL, 10);
    if (file) fclose(file);
    return (size_t)kib << 10;
}

/* Memory that is not there must be refused here: the system would promise it and kill us later. Of
 * much we ask whether it is free; the old table goes when the new one comes. */
static bool machine_has(size_t bytes, size_t freed)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const size_t installed = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0;
    if (bytes < installed / 8) return true;
    const size_t available = available_bytes();
    return available ? bytes < available + freed : !installed || bytes < installed;
}

bool tt_fits(size_t megabytes, int tables, Error *err)
{
    return machine_has((megabytes << 20) * (size_t)tables, 0) ||
           error_set(err, "hash: %d times %zu MB is more than this machine has", tables, megabytes);
}

bool tt_resize(TransTable *tt, size_t megabytes, int threads, Error *err)
{
    if (megabytes < 1 || megabytes > TT_MAX_MB)
        return error_set(err, "hash: %zu MB is not between 1 and %d", megabytes, TT_MAX_MB);
    size_t bytes = megabytes << 20;
    if (!machine_has(bytes, tt->bytes))
        return error_set(err, "hash: %zu MB is more than this machine has", megabytes);
    /* Two MiB more than needed, to begin on the border of a huge page. */
    size_t mapped = bytes + HUGE_PAGE;
    char *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return error_set(err, "hash: no memory for %zu MB", megabytes);
    size_t skip = (size_t)(-(uintptr_t)memory % HUGE_PAGE);
    if (skip) munmap(memory, skip);
    if (HUGE_PAGE - skip) munmap(memory + skip + bytes, HUGE_PAGE - skip);
    memory += skip;
    madvise(memory, bytes, MADV_HUGEPAGE); /* a wish; without it the table is only slower */

    tt_free(tt);
    tt->clusters = (TtCluster *)(void *)memory;
    tt->bytes = bytes;
    tt->count = bytes / sizeof(TtCluster);
    tt_clear(tt, threads);
    return true;
}

void tt_free(TransTable *tt)
{
    if (tt->clusters) munmap(tt->clusters, tt->bytes);
    tt->clusters = NULL;
    tt->count = tt->bytes = 0;
}
