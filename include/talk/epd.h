/* Boojum: lines of an EPD file or a list of FENs.
 *
 * PROTOCOL: EPD as in the PGN standard (1994), 16.2: four fields, then operations, each a word, its
 * operands and a ';'. A FEN's two counters, or the first alone, may stand before the operations,
 * with a ';' behind them. */
#ifndef BOOJUM_TALK_EPD_H
#define BOOJUM_TALK_EPD_H

#include "rules/position.h"

/* Reads a line. The counters come from the FEN or from the operations hmvc and fmvn. *operations
 * (may be NULL) becomes the rest of the line, "" if there is none. On refusal *pos is as it was. */
bool epd_read(Position *pos, RulesId rules, const char *line, const char **operations, Error *err);

/* An operation: its text up to the ';', without blanks around it. */
typedef struct EpdOperation {
    const char *text;
    size_t length, name_length;
} EpdOperation;

/* The next operation; *operations moves behind it. False at the end. */
bool epd_next(const char **operations, EpdOperation *operation);

/* Is that its name? */
bool epd_is(const EpdOperation *operation, const char *name);

/* Finds an operation: copies its operands, without quotes, cut to size. False if there is none. */
bool epd_operation(const char *operations, const char *name, char *operands, size_t size);

/* Is there nothing on the line, but perhaps a comment that begins with '#'? */
bool epd_is_blank(const char *line);

#endif
