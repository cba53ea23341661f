/* Any bytes as a FEN of any game: refused, or a sound position that is written and read back the
 * same. */
#include <stdlib.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "shared/watch.h"

static void check(RulesId rules, const char *text)
{
    Position pos, again;
    Error err;
    if (!fen_read(&pos, rules, text, &err)) {
        must_say(err.text);
        return;
    }
    if (!position_consistent(&pos, &err)) wrong("%s", err.text);
    if (count_legal(&pos) > MAX_MOVES) wrong("too many moves");
    for (int style = 0; style < FEN_STYLE_COUNT; style++) {
        char fen[FEN_MAX];
        fen_write(&pos, (FenStyle)style, true, fen);
        if (!fen_read(&again, rules, fen, &err) || again.key != pos.key)
            wrong("%s: read back as something else", fen);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    for (int rules = 0; rules < RULES_COUNT; rules++) check((RulesId)rules, text);
    free(text);
    return 0;
}
