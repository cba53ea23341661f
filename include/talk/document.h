/* Boojum: a file of positions or games that is analysed: what is in it, and how it is written with
 * what the searches found.
 *
 * EPD gets the operations acd, acn, acs, ce, dm, pv (and c1, c2, ... for further lines). A PGN game
 * gets after each move `[%eval 0.31,12]` (White's view, pawns or `#moves`, and depth: as lichess
 * writes it) for the position after it, and the best line as a variation where it begins with
 * another move. */
#ifndef BOOJUM_TALK_DOCUMENT_H
#define BOOJUM_TALK_DOCUMENT_H

#include "talk/analysis.h"
#include "talk/pgn_read.h"

/* One line of EPD or one game. */
typedef struct DocumentItem {
    size_t first, count; /* its tasks */
    char *operations;    /* EPD: as they were read */
    Buffer kept;         /* without tasks: a comment in EPD, a game that cannot be read */
    PgnGame game;        /* PGN */
    KeyStack keys;       /* of the game's positions */
} DocumentItem;

typedef struct Document {
    bool pgn;
    GameKind kind;     /* of positions that do not say */
    size_t lines_read; /* by whoever opened the file: empty ones */
    AnalysisTask *tasks;
    size_t task_count, task_capacity;
    DocumentItem *items;
    size_t item_count, item_capacity;
    PgnSkipped skipped;
    size_t asked,
        solved; /* positions that name a best move (or one to avoid), and answers like that */
} Document;

/* Reads a whole file; `pgn`, `kind` and `lines_read` are set before. False and an error that names
 * the line. Free it in any case. Games that cannot be read are counted, and will be written as they
 * are (but for bytes that a terminal would obey), unless there are no others. So will be comments
 * and empty lines of EPD. */
bool document_read(Document *document, FILE *in, const char *path, Error *err);
void document_free(Document *document);

/* Adds an item whose tasks are done, and counts it as solved or not. */
void document_write(Document *document, size_t item, Buffer *out);

#endif
