#include "talk/pgn_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "talk/pgn_text.h"

const char *pgn_variant(const GameKind *kind)
{
    static const char *const shuffled[] = {
        "Alice Atomic 960", "Alice Chess 960", "Looking-glass Alice 960",
        "Ms. Alice 960",    "Atomic",          "Chess960"};
    if (kind->chess960) return shuffled[kind->game - games];
    return kind->game->rules == RULES_CHESS ? NULL : kind->game->title;
}

static void add_time_controls(Buffer *out, const PgnHeader *header)
{
    char white[64], black[64];
    time_control_write(header->controls[WHITE], white);
    time_control_write(header->controls[BLACK], black);
    if (strcmp(white, black) == 0) {
        pgn_add_tag(out, "TimeControl", white);
    } else {
        pgn_add_tag(out, "WhiteTimeControl", white);
        pgn_add_tag(out, "BlackTimeControl", black);
    }
}

static void add_tags(Buffer *out, const Record *record, const PgnHeader *header)
{
    char text[32];
    pgn_add_tag(out, "Event", header->event);
    pgn_add_tag(out, "Site", header->site);
    pgn_add_tag(out, "Date", header->date);
    pgn_add_tag(out, "Round", header->round);
    pgn_add_tag(out, "White", header->white);
    pgn_add_tag(out, "Black", header->black);
    pgn_add_tag(out, "Result", result_names[record->result]);
    if (pgn_variant(record->kind)) pgn_add_tag(out, "Variant", pgn_variant(record->kind));
    if (!record->usual_start || record->kind->chess960) {
        char fen[FEN_MAX];
        fen_write(&record->start, FEN_TWO_BOARD, record->kind->chess960, fen);
        pgn_add_tag(out, "SetUp", "1");
        pgn_add_tag(out, "FEN", fen);
    }
    if (header->minimal) return;
    add_time_controls(out, header);
    snprintf(text, sizeof text, "%zu", record->count);
    pgn_add_tag(out, "PlyCount", text);
    pgn_add_tag(out, "Termination", record_termination(record));
}

/* "" if nothing is known of it. */
static void write_comment(const PlayedMove *played, char buf[96])
{
    const Thought *thought = &played->thought;
    int length = 0;
    buf[0] = '\0';
    if (played->book) {
        snprintf(buf, 96, "book");
        return;
    }
    if (thought->scored && thought->mate)
        length = snprintf(buf, 96, "%cM%d", thought->score > 0 ? '+' : '-',
                          thought->score > 0 ? thought->score : -thought->score);
    else if (thought->scored)
        length = snprintf(buf, 96, "%+.2f", thought->score / 100.0);
    if (thought->scored)
        length += snprintf(buf + length, 96 - (size_t)length, "/%d ", thought->depth);
    if (played->used_us != TIME_UNKNOWN)
        snprintf(buf + length, 96 - (size_t)length, "%.3fs", (double)played->used_us / 1e6);
}

static void add_moves(Paragraph *paragraph, const Record *record, bool minimal)
{
    Position pos = record->start;
    for (size_t i = 0; i < record->count; i++) {
        char comment[96], text[400], end[200];
        bool last = i + 1 == record->count;
        pgn_add_move(paragraph, &pos, record->moves[i].move, i == 0);
        if (minimal) continue;
        write_comment(&record->moves[i], comment);
        if (last) record_describe(record, end);
        if (!*comment && !last) continue;
        snprintf(text, sizeof text, "{%s%s%s}", comment, *comment && last ? ", " : "",
                 last ? end : "");
        pgn_add_words(paragraph, text);
    }
}

void pgn_write(Buffer *out, const Record *record, const PgnHeader *header)
{
    Paragraph paragraph = {out, 0};
    add_tags(out, record, header);
    buffer_append(out, "\n", 1);
    if (record->count == 0 && !header->minimal) {
        char end[200], text[204];
        record_describe(record, end);
        snprintf(text, sizeof text, "{%s}", end);
        pgn_add_words(&paragraph, text);
    }
    add_moves(&paragraph, record, header->minimal);
    pgn_add_word(&paragraph, result_names[record->result]);
    buffer_append(out, "\n\n", 2);
}
