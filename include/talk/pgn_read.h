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
    size_t line; /* of the file */
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
    bool in_comment; /* between braces */
    bool in_tags;    /* no move of the game has been read yet */
    bool at_tag;     /* the '[' of the next game has been read already */
    bool keeps_text; /* set by the owner: `text` is what was read of the game; free it in the end */
    Buffer text;
} PgnReader;

/* Games that could not be read, and were left out. */
typedef struct PgnSkipped {
    size_t count;
    Buffer lines; /* why, of the first */
} PgnSkipped;

/* The value of a tag, or NULL. */
const char *pgn_tag(const PgnGame *game, const char *name);

/* Reads the next game; free it in any case. False at the end of the file, or with an error (else
 * err->text is ""). */
bool pgn_read(PgnReader *reader, PgnGame *game, Error *err);
void pgn_game_free(PgnGame *game);

/* After an error of pgn_read(): goes on to the next game, notes why this one is left out (`skipped`
 * may be NULL) and frees it. */
void pgn_skip(PgnReader *reader, PgnGame *game, PgnSkipped *skipped, const Error *why);
/* Prints a warning about each of the first, "COMMAND: warning: WHY; FATE", and how many there are
 * if they are more. */
void pgn_skipped_tell(const PgnSkipped *skipped, const char *command, const char *fate);
void pgn_skipped_free(PgnSkipped *skipped);

#endif
