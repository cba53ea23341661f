#include "talk/document.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "talk/epd.h"
#include "talk/files.h"
#include "talk/pgn_text.h"
#include "talk/words.h"

/* --- Reading -----------------------------------------------------------------------------------
 */

static DocumentItem *add_item(Document *document)
{
    document->items = grow(document->items, document->item_count, &document->item_capacity,
                           sizeof *document->items);
    DocumentItem *item = &document->items[document->item_count++];
    *item = (DocumentItem){.first = document->task_count};
    return item;
}

static void add_task(Document *document, DocumentItem *item, const Position *pos)
{
    document->tasks = grow(document->tasks, document->task_count, &document->task_capacity,
                           sizeof *document->tasks);
    document->tasks[document->task_count++] = (AnalysisTask){.pos = *pos};
    item->count++;
}

/* Text that is written as it is, without the blanks at its end. */
static void keep(Document *document, const char *text, size_t length)
{
    DocumentItem *item = add_item(document);
    while (length > 0 && strchr(" \t\r\n", text[length - 1])) length--;
    buffer_append(&item->kept, text, length);
    for (char *c = item->kept.data; c < item->kept.data + length; c++)
        if (!memchr("\t\r\n", *c, 3)) *c = harmless_byte(*c);
}

static bool read_epd(Document *document, FILE *in, const char *path, Error *err)
{
    char *line = NULL;
    size_t capacity = 0, number = document->lines_read;
    bool ok = true;
    while (ok && read_line(in, path, &line, &capacity, err)) {
        Error why;
        Position pos;
        const char *operations;
        number++;
        for (char *c = line; *c; c++) *c = harmless_byte(*c);
        if (epd_is_blank(line)) {
            keep(document, line, strlen(line));
            continue;
        }
        ok = epd_read(&pos, document->kind.game->rules, line, &operations, &why);
        if (!ok) {
            error_set(err, "%s, line %zu: %.150s", shown_path(path).text, number, why.text);
        } else {
            DocumentItem *item = add_item(document);
            item->operations = copy_text(operations);
            add_task(document, item, &pos);
        }
    }
    free(line);
    return ok && !*err->text;
}

/* Takes the game over, with a task for each of its positions. */
static bool add_game(Document *document, PgnGame *game)
{
    DocumentItem *item = add_item(document);
    Position pos = game->start;
    item->game = *game;
    *game = (PgnGame){0};
    add_task(document, item, &pos);
    for (size_t i = 0; i < item->game.move_count; i++) {
        Undo undo;
        if (!key_stack_push(&item->keys, pos.key)) return false;
        position_make(&pos, item->game.moves[i].move, &undo);
        add_task(document, item, &pos);
    }
    for (size_t i = 0; i < item->count; i++) {
        document->tasks[item->first + i].before = item->keys;
        document->tasks[item->first + i].before.count = i;
    }
    return true;
}

static bool read_pgn(Document *document, FILE *in, const char *path, Error *err)
{
    PgnReader reader = {.in = in,
                        .path = path,
                        .usual = document->kind.game,
                        .line = document->lines_read,
                        .at_line_start = true,
                        .keeps_text = true};
    PgnGame game;
    Error first = {""};
    bool ok = true;
    while (ok && (pgn_read(&reader, &game, err) || *err->text)) {
        if (*err->text) {
            if (document->skipped.count == 0) first = *err;
            pgn_skip(&reader, &game, &document->skipped, err);
            keep(document, reader.text.data, reader.text.length);
        } else {
            game.kind.chess960 |= document->kind.chess960;
            ok = add_game(document, &game) || error_set(err, "out of memory");
        }
    }
    pgn_game_free(&game);
    buffer_free(&reader.text);
    if (!ok || document->task_count > 0 || !*first.text) return ok;
    *err = first;
    pgn_skipped_free(&document->skipped);
    document->skipped = (PgnSkipped){0};
    return false;
}

bool document_read(Document *document, FILE *in, const char *path, Error *err)
{
    bool ok = document->pgn ? read_pgn(document, in, path, err) : read_epd(document, in, path, err);
    if (ok && ferror(in)) ok = error_set(err, "%s: cannot be read", shown_path(path).text);
    return ok && (document->task_count > 0 ||
                  error_set(err, "%s: nothing is in it", shown_path(path).text));
}

void document_free(Document *document)
{
    for (size_t i = 0; i < document->task_count; i++) analysis_task_free(&document->tasks[i]);
    for (size_t i = 0; i < document->item_count; i++) {
        free(document->items[i].operations);
        buffer_free(&document->items[i].kept);
        pgn_game_free(&document->items[i].game);
        key_stack_free(&document->items[i].keys);
    }
    pgn_skipped_free(&document->skipped);
    free(document->tasks);
    free(document->items);
    *document = (Document){0};
}

/* --- Writing EPD -------------------------------------------------------------------------------
 */

/* The operations that the searches write. */
static bool is_ours(const EpdOperation *operation, int lines)
{
    static const char *const names[] = {"acd", "acn", "acs", "ce", "dm", "pv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (epd_is(operation, names[i])) return true;
    return operation->name_length == 2 && operation->text[0] == 'c' && operation->text[1] > '0' &&
           operation->text[1] < '0' + lines;
}

static void add_line_san(Buffer *out, const Position *start, const AnalysisLine *line)
{
    Position pos = *start;
    for (int i = 0; i < line->length; i++) {
        char san[SAN_MAX];
        Undo undo;
        move_write_san(&pos, line->moves[i], san);
        buffer_add(out, " %s", san);
        position_make(&pos, line->moves[i], &undo);
    }
}

/* As EPD has it: a mate is 32767 less the plies to it. */
static int epd_score(int score)
{
    if (!score_is_mate(score)) return score;
    return score > 0 ? score + (32767 - SCORE_MATE) : score - (32767 - SCORE_MATE);
}

static void add_analysis(Buffer *out, const AnalysisTask *task)
{
    const AnalysisLine *best = &task->lines[0];
    if (task->line_count == 0) return;
    buffer_add(out, " acd %d; acn %" PRIu64 "; acs %" PRId64 "; ce %d;", best->depth, best->nodes,
               best->time_ms / 1000, epd_score(best->score));
    if (score_is_mate(best->score) && best->score > 0)
        buffer_add(out, " dm %d;", score_mate_moves(best->score));
    buffer_add(out, " pv");
    add_line_san(out, &task->pos, best);
    buffer_add(out, ";");
    for (int i = 1; i < task->line_count; i++) {
        buffer_add(out, " c%d \"ce %d acd %d pv", i, epd_score(task->lines[i].score),
                   task->lines[i].depth);
        add_line_san(out, &task->pos, &task->lines[i]);
        buffer_add(out, "\";");
    }
}

/* Is the move among those that an operation like `bm Nf3 e4` names? */
static bool names_move(const Position *pos, const char *names, Move move)
{
    while (*names) {
        char word[24];
        size_t length = strcspn(names, " ");
        if (length > 0 && length < sizeof word) {
            memcpy(word, names, length);
            word[length] = '\0';
            if (move_read_san(pos, word, NULL) == move) return true;
        }
        names += length;
        names += strspn(names, " ");
    }
    return false;
}

static void count_solved(Document *document, const DocumentItem *item, const AnalysisTask *task)
{
    char best[200], avoid[200];
    bool has_best = epd_operation(item->operations, "bm", best, sizeof best);
    bool has_avoid = epd_operation(item->operations, "am", avoid, sizeof avoid);
    if ((!has_best && !has_avoid) || task->line_count == 0) return;
    Move move = task->lines[0].moves[0];
    document->asked++;
    document->solved += (!has_best || names_move(&task->pos, best, move)) &&
                        (!has_avoid || !names_move(&task->pos, avoid, move));
}

/* As it was read; but a quote that does not end there would go on to the next. */
static void add_operation(Buffer *out, const EpdOperation *operation)
{
    bool quoted = false;
    for (size_t i = 0; i < operation->length; i++) quoted ^= operation->text[i] == '"';
    buffer_add(out, " %.*s%s;", (int)operation->length, operation->text, quoted ? "\"" : "");
}

static void write_epd(Document *document, const DocumentItem *item, Buffer *out)
{
    const AnalysisTask *task = &document->tasks[item->first];
    const char *rest = item->operations;
    char fen[FEN_MAX], *end = fen;
    EpdOperation operation;
    fen_write(&task->pos, FEN_TWO_BOARD, document->kind.chess960, fen);
    for (int field = 0; field < 4; field++) end = strchr(end, ' ') + 1;
    end[-1] = '\0';
    /* Before all others, so that none can be taken for the counters of a FEN. */
    buffer_add(out, "%s hmvc %d; fmvn %d;", fen, task->pos.rule50, task->pos.fullmove);
    while (epd_next(&rest, &operation))
        if (!is_ours(&operation, task->line_count) && !epd_is(&operation, "hmvc") &&
            !epd_is(&operation, "fmvn"))
            add_operation(out, &operation);
    add_analysis(out, task);
    buffer_add(out, "\n");
    count_solved(document, item, task);
}

/* --- Writing PGN -------------------------------------------------------------------------------
 */

/* "[%eval 0.31,12]" */
static void add_eval(Buffer *text, const Position *pos, const AnalysisLine *line)
{
    int score = pos->side == WHITE ? line->score : -line->score;
    if (score_is_mate(line->score)) {
        int moves = score_mate_moves(line->score);
        buffer_add(text, "[%%eval #%d,%d]", pos->side == WHITE ? moves : -moves, line->depth);
    } else {
        buffer_add(text, "[%%eval %.2f,%d]", score / 100.0, line->depth);
    }
}

static void add_variation(Paragraph *paragraph, const AnalysisTask *task, const AnalysisLine *line)
{
    Buffer moves = {0}, text = {0};
    Paragraph inner = {&moves, 0};
    Position pos = task->pos;
    for (int i = 0; i < line->length; i++) pgn_add_move(&inner, &pos, line->moves[i], i == 0);
    for (char *c = moves.data; c && *c; c++)
        if (*c == '\n') *c = ' ';
    buffer_add(&text, "(%s {", buffer_text(&moves));
    add_eval(&text, &task->pos, line);
    buffer_add(&text, "})");
    pgn_add_words(paragraph, text.data);
    buffer_free(&moves);
    buffer_free(&text);
}

/* The length of the comment, the variation or the word that the notes begin with. */
static size_t piece_length(const char *notes)
{
    size_t at = 0;
    int depth = 0;
    if (*notes != '{' && *notes != '(') return strcspn(notes, "{( ");
    do {
        if (notes[at] == '{') at += strcspn(notes + at, "}");
        depth += (notes[at] == '(') - (notes[at] == ')');
        at += notes[at] != '\0';
    } while (depth > 0 && notes[at]);
    return at;
}

/* A variation that add_variation() wrote: moves and one evaluation at the end. */
static bool is_our_variation(const char *piece, size_t length)
{
    const char *comment = memchr(piece, '{', length);
    return *piece == '(' && !memchr(piece + 1, '(', length - 1) && comment &&
           strncmp(comment, "{[%eval ", 8) == 0 &&
           strcspn(comment, "]") == (size_t)(piece + length - comment) - 3;
}

/* A comment without evaluations; nothing if they were all of it. */
static void add_comment(Buffer *text, const char *piece, size_t length)
{
    Buffer kept = {0};
    for (size_t at = 0; at < length;) {
        bool eval = strncmp(piece + at, "[%eval ", 7) == 0;
        size_t end = eval ? at + strcspn(piece + at, "]}") : 0;
        if (eval && piece[end] == ']')
            at = end + 1;
        else
            buffer_append(&kept, piece + at++, 1);
    }
    if (kept.length > 2 && strspn(kept.data + 1, " ") < kept.length - 2)
        buffer_add(text, " %s", kept.data);
    buffer_free(&kept);
}

/* Adds the notes without what an earlier analysis has put there. */
static void add_notes(Buffer *text, const char *notes)
{
    while (*notes) {
        size_t length = piece_length(notes);
        if (*notes == '{')
            add_comment(text, notes, length);
        else if (length > 0 && !is_our_variation(notes, length))
            buffer_add(text, " %.*s", (int)length, notes);
        notes += length;
        notes += strspn(notes, " ");
    }
}

/* What stands behind a move: glyphs, the evaluation, what else stood there. */
static void add_move_notes(Buffer *text, const char *notes, const AnalysisTask *after)
{
    while (notes && *notes == '$') {
        size_t length = piece_length(notes);
        buffer_add(text, "%.*s ", (int)length, notes);
        notes += length;
        notes += strspn(notes, " ");
    }
    if (after->line_count > 0) {
        buffer_add(text, "{");
        add_eval(text, &after->pos, &after->lines[0]);
        buffer_add(text, "}");
    }
    if (notes) add_notes(text, notes);
}

static void write_pgn(const Document *document, const DocumentItem *item, Buffer *out)
{
    const PgnGame *game = &item->game;
    Paragraph paragraph = {out, 0};
    Position pos = game->start;
    for (size_t i = 0; i < game->tag_count; i++)
        pgn_add_tag(out, game->tags[i].name, game->tags[i].value);
    /* A comment without a tag before it would be one about the game before. */
    if (game->notes && game->tag_count == 0) pgn_add_tag(out, "Result", result_names[game->result]);
    buffer_add(out, "\n");
    if (game->notes) pgn_add_words(&paragraph, game->notes);
    bool numbered = true;
    for (size_t i = 0; i < game->move_count; i++) {
        const AnalysisTask *task = &document->tasks[item->first + i], *after = task + 1;
        Buffer text = {0};
        pgn_add_move(&paragraph, &pos, game->moves[i].move, numbered);
        add_move_notes(&text, game->moves[i].notes, after);
        pgn_add_words(&paragraph, buffer_text(&text));
        buffer_free(&text);
        numbered = false;
        for (int k = 0; k < task->line_count; k++) {
            if (task->lines[k].moves[0] == game->moves[i].move) continue;
            add_variation(&paragraph, task, &task->lines[k]);
            numbered = true;
        }
    }
    pgn_add_word(&paragraph, result_names[game->result]);
    buffer_add(out, "\n\n");
}

void document_write(Document *document, size_t item, Buffer *out)
{
    const Buffer *kept = &document->items[item].kept;
    if (kept->data) {
        buffer_append(out, kept->data, kept->length);
        buffer_add(out, document->pgn ? "\n\n" : "\n");
    } else if (document->pgn) {
        write_pgn(document, &document->items[item], out);
    } else {
        write_epd(document, &document->items[item], out);
    }
}
