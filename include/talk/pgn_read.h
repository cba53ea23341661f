/* Boojum: reading games from PGN.
 *
 * PROTOCOL: the PGN standard (S. J. Edwards, 1994), import format, with the tag Variant as programs
 * use it; the games on two boards as pgn_write.h writes them. Comments, glyphs and variations are
 * kept as text. */
#ifndef BOOJUM_TALK_PGN_READ_H
#define BOOJUM_TALK_PGN_READ_H

#include <stdio.h>

#include "talk/record.h"

typedef struct PgnTag {
    char *name, *value;
} PgnTag;

typedef struct PgnMove {
    Move move;
    char *notes; /* what stands behind it: comments with braces, glyphs, variations; or NULL */
} PgnMove;

typedef struct PgnGame {
    PgnTag *tags;
    size_t tag_count, tag_capacity;
    GameKind kind;
    Position start;
    char *notes; /* before the first move, or NULL */
    PgnMove *moves;
    size_t move_count, move_capacity;
    Result result;
} PgnGame;

typedef struct PgnReader {
    FILE *in;
    const char *path;   /* for errors */
    const Game *usual;  /* of games without a tag Variant */
    size_t line, games; /* read so far */
    bool at_line_start;
} PgnReader;

/* The value of a tag, or NULL. */
const char *pgn_tag(const PgnGame *game, const char *name);

/* Reads the next game; free it in any case. False at the end of the file, or with an error (else
 * err->text is ""). */
bool pgn_read(PgnReader *reader, PgnGame *game, Error *err);
void pgn_game_free(PgnGame *game);

#endif
