#include "papers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "talk/document.h"
#include "watch.h"

static bool take_in(Document *document, const char *text, size_t size, Error *err)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, size, "r");
    if (!in) wrong("no memory file");
    err->text[0] = '\0';
    bool ok = document_read(document, in, "input", err);
    fclose(in);
    return ok;
}

/* As if each search had found the first legal move. */
static void analyse(Document *document)
{
    for (size_t i = 0; i < document->task_count; i++) {
        AnalysisTask *task = &document->tasks[i];
        MoveList list;
        Error err;
        if (!position_consistent(&task->pos, &err)) wrong("%s", err.text);
        generate(&task->pos, GENERATE_ALL, &list);
        if (list.count == 0) continue;
        Move *moves = malloc(sizeof *moves);
        if (!moves) wrong("out of memory");
        *moves = list.moves[0];
        task->lines[0] = (AnalysisLine){.score = 31, .depth = 1, .length = 1, .moves = moves};
        task->line_count = 1;
    }
}

static void put_out(Document *document, Buffer *out)
{
    analyse(document);
    for (size_t i = 0; i < document->item_count; i++) document_write(document, i, out);
}

static void check_again(const Document *first, const Buffer *text)
{
    Document second = {.pgn = first->pgn, .kind = first->kind};
    Buffer again = {0};
    Error err;
    bool ok = take_in(&second, text->data, text->length, &err);
    if (first->skipped.count == 0) {
        if (!ok) wrong("what was written is refused: %s\n%s", err.text, text->data);
        if (first->task_count != second.task_count) wrong("other moves:\n%s", text->data);
        for (size_t i = 0; i < first->task_count; i++)
            if (first->tasks[i].pos.key != second.tasks[i].pos.key)
                wrong("another position:\n%s", text->data);
        put_out(&second, &again);
        if (strcmp(text->data, again.data) != 0)
            wrong("written:\n%s\nand again:\n%s", text->data, again.data);
    }
    buffer_free(&again);
    document_free(&second);
}

void check_papers(const uint8_t *data, size_t size, bool pgn)
{
    if (size < 2) return;
    Document document = {.pgn = pgn, .kind = {&games[data[0] % GAME_COUNT], data[0] >= 'a'}};
    Buffer text = {0};
    Error err;
    char *file = text_of(data + 1, size - 1);
    if (take_in(&document, file, size - 1, &err)) {
        put_out(&document, &text);
        check_again(&document, &text);
    } else {
        must_say(err.text);
    }
    buffer_free(&text);
    document_free(&document);
    free(file);
}
