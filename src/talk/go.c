#include "talk/go.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/notation.h"
#include "talk/words.h"

/* How long to think when all that was asked for could not be read. */
enum { SHORT_SEARCH_MS = 100 };

/* The numbers that may follow `go`. */
typedef enum {
    WTIME,
    BTIME,
    WINC,
    BINC,
    MOVESTOGO,
    DEPTH,
    NODES,
    MATE,
    MOVETIME,
    PERFT,
    NUMBER_COUNT
} Number;

static const struct {
    const char *name;
    int64_t min, max;
} numbers[NUMBER_COUNT] = {
    [WTIME] = {"wtime", -CLOCK_MAX_MS,
               CLOCK_MAX_MS}, /* GUIs send less than 0 after the flag fell */
    [BTIME] = {"btime", -CLOCK_MAX_MS, CLOCK_MAX_MS},
    [WINC] = {"winc", 0, CLOCK_MAX_MS},
    [BINC] = {"binc", 0, CLOCK_MAX_MS},
    [MOVESTOGO] = {"movestogo", 0, INT32_MAX},
    [DEPTH] = {"depth", 1, MAX_PLY - 1},
    [NODES] = {"nodes", 1, INT64_MAX},
    [MATE] = {"mate", 1, MAX_PLY / 2},
    [MOVETIME] = {"movetime", 0, CLOCK_MAX_MS},
    [PERFT] = {"perft", 0, MAX_PLY},
};

typedef struct GoReader {
    Engine *engine;
    char *rest;
    char *pending; /* a word that was looked at and belongs to what follows */
    bool given[NUMBER_COUNT];
    int64_t value[NUMBER_COUNT];
    bool perft_wanted;
    bool unknown_word; /* one was reported; one is enough */
    bool wrong;        /* something could not be read */
} GoReader;

static char *take_word(GoReader *reader)
{
    char *word = reader->pending;
    reader->pending = NULL;
    return word ? word : next_word(&reader->rest);
}

/* NUMBER_COUNT if the word is no such name. */
static Number number_named(const char *word)
{
    int i = 0;
    while (i < NUMBER_COUNT && strcmp(numbers[i].name, word) != 0) i++;
    return (Number)i;
}

static bool is_keyword(const char *word)
{
    return number_named(word) != NUMBER_COUNT || strcmp(word, "searchmoves") == 0 ||
           strcmp(word, "ponder") == 0 || strcmp(word, "infinite") == 0;
}

static void read_number(GoReader *reader, Number number)
{
    const char *name = numbers[number].name;
    char *word = take_word(reader);
    if (!word || is_keyword(word)) {
        reader->pending = word;
        reader->wrong = true;
        engine_error(reader->engine, "go %s: the number is missing", name);
        return;
    }
    char *end;
    errno = 0;
    int64_t value = strtoll(word, &end, 10);
    if (end == word || *end) {
        reader->wrong = true;
        engine_error(reader->engine, "go %s: `%.40s` is no number", name, word);
        return;
    }
    if (value < numbers[number].min) {
        reader->wrong = true;
        engine_error(reader->engine, "go %s: %.40s is less than %lld", name, word,
                     (long long)numbers[number].min);
        return;
    }
    if (errno || value > numbers[number].max) {
        value = numbers[number].max;
        engine_error(reader->engine, "go %s: %.40s is taken as %lld", name, word, (long long)value);
    }
    reader->given[number] = true;
    reader->value[number] = value;
}

static void add_move(MoveList *list, Move move)
{
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move) return;
    list->moves[list->count++] = move;
}

/* Everything up to the next keyword. The first illegal move is named; the legal ones stay. */
static void read_searchmoves(GoReader *reader, MoveList *list)
{
    Error first = {""};
    bool bad = false;
    char *word;
    while ((word = take_word(reader)) && !is_keyword(word)) {
        Error err;
        Move move = move_read_uci(&reader->engine->pos, word, &err);
        if (move != MOVE_NONE) {
            add_move(list, move);
        } else if (!bad) {
            first = err;
            bad = true;
        }
    }
    reader->pending = word;
    if (list->count == 0)
        engine_error(reader->engine, "go searchmoves: no legal move, so all are searched");
    else if (bad)
        engine_error(reader->engine, "go searchmoves: %.200s", first.text);
    reader->wrong |= bad || list->count == 0;
}

/* Fixed time goes before the game clock. A clock of which only other parts were given stands at
 * zero. */
static void read_clock(GoReader *reader, SearchLimits *limits)
{
    int64_t overhead = reader->engine->options.move_overhead;
    bool black = reader->engine->pos.side == BLACK;
    Number time = black ? BTIME : WTIME, increment = black ? BINC : WINC;
    if (reader->given[MOVETIME]) {
        limits->timed = limits->fixed_time = true;
        limits->budget = clock_budget_fixed(reader->value[MOVETIME], overhead);
        return;
    }
    if (!reader->given[WTIME] && !reader->given[BTIME] && !reader->given[WINC] &&
        !reader->given[BINC] && !reader->given[MOVESTOGO])
        return;
    if (!reader->given[time] && !reader->wrong)
        engine_error(reader->engine, "go: no %s, and %s is to move", numbers[time].name,
                     black ? "Black" : "White");
    const int64_t lag =
        clock_lag(&reader->engine->lag[reader->engine->pos.side], reader->value[time],
                  reader->value[increment], reader->value[MOVESTOGO]);
    limits->timed = true;
    limits->budget = clock_budget(reader->value[time], reader->value[increment],
                                  reader->value[MOVESTOGO], overhead, lag);
}

static void make_limits(GoReader *reader, GoRequest *request)
{
    SearchLimits *limits = &request->limits;
    limits->depth = (int)reader->value[DEPTH];
    limits->mate = (int)reader->value[MATE];
    limits->nodes = (uint64_t)reader->value[NODES];
    request->perft = reader->given[PERFT];
    request->perft_depth = (int)reader->value[PERFT];
    if (request->infinite) return;
    read_clock(reader, limits);
    if (limits->timed || limits->depth || limits->mate || limits->nodes) return;
    if (request->ponder) { /* has thought enough when the ponderhit comes */
        limits->timed = true;
        limits->budget = clock_budget(0, 0, 0, 0, 0);
    } else if (reader->wrong) {
        limits->timed = limits->fixed_time = true;
        limits->budget = clock_budget_fixed(SHORT_SEARCH_MS, 0);
    }
}

bool go_read(Engine *engine, char *text, int64_t start_ms, GoRequest *request)
{
    GoReader reader = {.engine = engine, .rest = text};
    memset(request, 0, sizeof *request);
    request->limits.start_ms = start_ms;
    char *word;
    while ((word = take_word(&reader))) {
        Number number = number_named(word);
        if (number != NUMBER_COUNT) {
            reader.perft_wanted |= number == PERFT;
            read_number(&reader, number);
        } else if (strcmp(word, "searchmoves") == 0) {
            read_searchmoves(&reader, &request->limits.moves);
        } else if (strcmp(word, "ponder") == 0) {
            request->ponder = true;
        } else if (strcmp(word, "infinite") == 0) {
            request->infinite = true;
        } else {
            if (!reader.unknown_word) engine_error(engine, "go: `%.40s` is not known here", word);
            reader.unknown_word = reader.wrong = true;
        }
    }
    if (reader.perft_wanted && !reader.given[PERFT]) return false;
    make_limits(&reader, request);
    return true;
}
