/* Boojum: reproducible random numbers (SplitMix64: Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", OOPSLA 2014). Same seed, same numbers, on every machine. */
#ifndef BOOJUM_BASE_PRNG_H
#define BOOJUM_BASE_PRNG_H

#include "base/types.h"

typedef struct Prng {
    uint64_t state;
} Prng;

ALWAYS_INLINE uint64_t prng_next(Prng *prng)
{
    uint64_t z = (prng->state += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* A number in 0..bound-1; bound must not be 0. The bias is below bound / 2^64. */
ALWAYS_INLINE uint64_t prng_below(Prng *prng, uint64_t bound) { return prng_next(prng) % bound; }

#endif
