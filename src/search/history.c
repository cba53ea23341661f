#include "search/history.h"

#include <string.h>

int16_t *history_correction(History *history, const Position *pos)
{
    /* A hash of where the pawns of each colour and board stand; multipliers from SplitMix64. */
    Bitboard pawns = pos->kinds[PAWN];
    uint64_t hash = (pawns & pos->colors[WHITE]) * 0xbf58476d1ce4e5b9ull;
    hash ^= (pawns & pos->colors[BLACK]) * 0x94d049bb133111ebull;
    hash ^= (pawns & pos->glass) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
    hash *= 0xbf58476d1ce4e5b9ull;
    return &history->correction[pos->side][hash >> 50];
}

void history_clear(History *history) { memset(history, 0, sizeof *history); }
