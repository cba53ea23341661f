/* Boojum: writing games as PGN.
 *
 * Chess and Atomic come out as other programs read them; the two-board games with the FEN of
 * UCI_VARIANT.md and the SAN of the mover's own board. */
#ifndef BOOJUM_TALK_PGN_WRITE_H
#define BOOJUM_TALK_PGN_WRITE_H

#include "talk/record.h"

typedef struct PgnHeader {
    const char *event, *site, *date; /* date: "2024.12.31" */
    char round[32];
    const char *white, *black;
    const TimeControl *controls[COLOR_COUNT];
    bool minimal; /* only the tags that are needed, and no comments */
} PgnHeader;

/* The value of the tag Variant; NULL for usual chess, which needs none. */
const char *pgn_variant(const GameKind *kind);

/* Adds the tags, the moves with comments `{+0.31/12 0.105s}` (score in pawns for the mover, `+M3`
 * for mate in three moves; depth; time), the result and an empty line. */
void pgn_write(Buffer *out, const Record *record, const PgnHeader *header);

#endif
