#include "rules/zobrist.h"

#include "base/prng.h"

ZobristTables zobrist;

/* Before main(), like the attack tables. Codes that no man has get numbers too; nobody sees them.
 */
__attribute__((constructor)) static void fill_zobrist(void)
{
    Prng prng = {1876}; /* the year of the Snark */
    for (int man = 0; man < MAN_CODES; man++)
        for (int sq = 0; sq < SQUARE_COUNT; sq++) zobrist.man[man][sq] = prng_next(&prng);
    for (int sq = 0; sq < SQUARE_COUNT; sq++) zobrist.castling[sq] = prng_next(&prng);
    for (int file = 0; file < 8; file++) zobrist.en_passant[file] = prng_next(&prng);
    zobrist.black_to_move = prng_next(&prng);
}
