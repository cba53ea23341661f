#include "talk/match_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "talk/files.h"

enum { GAME_MAX = 1 << 26 }; /* bytes of one game's PGN */

static const char first_line[] = "boojum match state 3";

/* --- Which match it is -------------------------------------------------------------------------
 */

static void add_engine(Buffer *text, const EngineSpec *spec)
{
    char limits[128];
    time_control_describe(&spec->control, limits);
    buffer_add(text, "engine %s, %s, margin %" PRId64 ", in %s:", spec->name, limits,
               spec->control.margin_us, spec->dir ? spec->dir : ".");
    for (size_t i = 0; i < spec->argument_count; i++) buffer_add(text, " %s", spec->arguments[i]);
    for (size_t i = 0; i < spec->option_count; i++)
        buffer_add(text, ", %s=%s", spec->options[i].name, spec->options[i].value);
    if (spec->init) buffer_add(text, ", initstr %s", spec->init);
    if (spec->white_scores) buffer_add(text, ", whitepov");
    buffer_add(text, "\n");
}

/* Everything that decides which games are played, but the seed and their number. */
static void describe_match(Buffer *text, const MatchOptions *options)
{
    const Schedule *schedule = &options->schedule;
    const OpeningSettings *made = &options->made;
    const Adjudication *rules = &options->adjudication;
    buffer_add(text, "%s\n", first_line);
    buffer_add(text, "variant %s%s\n", options->kind.game->name,
               options->kind.chess960 ? " frc" : "");
    buffer_add(text, "schedule %s, %d games, repeat %d, swap %d, apart %d\n",
               schedule->gauntlet ? "gauntlet" : "round-robin", schedule->games, schedule->repeat,
               schedule->swap, schedule->apart);
    if (options->file.path)
        buffer_add(text, "openings %s, %s, start %" PRId64 ", plies %d\n", options->file.path,
                   options->file.random ? "random" : "sequential", options->file.start,
                   options->file.plies);
    else
        buffer_add(text, "openings of %d plies, score %d, nodes %" PRIu64 "\n", made->plies,
                   made->score, made->nodes);
    buffer_add(text, "adjudication resign %d %d %d, draw %d %d %d, length %d\n",
               rules->resign_moves, rules->resign_score, rules->resign_two_sided, rules->draw_from,
               rules->draw_moves, rules->draw_score, rules->length);
    for (size_t i = 0; i < options->engine_count; i++) add_engine(text, &options->engines[i]);
    buffer_add(text, "pgn %s\n", options->pgn ? options->pgn : "none");
}

/* FNV-1a (Fowler, Noll, Vo). */
uint64_t match_state_checksum(const char *pgn, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)pgn[i]) * 0x100000001b3u;
    return sum;
}

/* --- Its lines ---------------------------------------------------------------------------------
 */

void match_state_add_game(Buffer *text, const StateGame *game)
{
    buffer_add(text, "game %" PRId64 " %s %s %zu %" PRId64 " %zu %" PRIx64 "\n", game->number + 1,
               result_names[game->result], ending_names[game->ending], game->plies, game->start,
               game->length, game->checksum);
}

void match_state_add_opening(Buffer *text, const MatchOptions *options, const Opening *opening)
{
    char fen[FEN_MAX];
    fen_write(&opening->start, FEN_TWO_BOARD, options->kind.chess960, fen);
    buffer_add(text, "opening %zu %" PRIu64 " %s\n", opening->number + 1, opening->random, fen);
}

void match_state_add_said(Buffer *text, size_t engine, const LintTally *said)
{
    buffer_add(text, "lint %zu lines %" PRId64, engine + 1, said->lines);
    for (int i = 0; i < LINT_KIND_COUNT; i++)
        if (said->kinds[i]) buffer_add(text, " %s %" PRId64, lint_kind_names[i], said->kinds[i]);
    buffer_add(text, "\n");
}

static void add_number(Buffer *text, const char *word, uint64_t number)
{
    buffer_add(text, "%s %" PRIu64 "\n", word, number);
}

void match_state_begin(Buffer *text, const MatchOptions *options)
{
    describe_match(text, options);
    add_number(text, "seed", options->seed);
}

void match_state_add_void(Buffer *text, int64_t number)
{
    add_number(text, "void", (uint64_t)number + 1);
}

void match_state_add_saved(Buffer *text, int64_t count)
{
    add_number(text, "saved", (uint64_t)count);
}

void match_state_add_unread(Buffer *text) { buffer_add(text, "unread\n"); }

void match_state_add_finished(Buffer *text) { buffer_add(text, "finished\n"); }

/* --- Reading them ------------------------------------------------------------------------------
 */

/* Is it that text, but for the newline? Frees the text. */
static bool is_line(const char *line, Buffer *text)
{
    size_t length = strlen(line);
    bool same = length + 1 == text->length && memcmp(line, text->data, length) == 0;
    buffer_free(text);
    return same;
}

/* The word and one number. */
static bool read_number(const char *line, const char *word, uint64_t *number)
{
    Buffer again = {0};
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ') return false;
    *number = strtoull(line + length, NULL, 10);
    add_number(&again, word, *number);
    return is_line(line, &again);
}

/* The next line, ended by a NUL; NULL if there is no whole one. */
static char *cut_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    if (!end) return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

enum { DIFFERING_SHOWN = 45, SAME_SHOWN = 20 }; /* bytes; two fit into an error */

/* Where to begin with showing two lines, so that one sees what differs: at a word, if there is one.
 */
static size_t differing_part(const char *one, const char *two)
{
    size_t same = 0;
    while (one[same] && one[same] == two[same]) same++;
    if (same <= SAME_SHOWN) return 0;
    const char *start = one + same - SAME_SHOWN, *blank = memchr(start, ' ', SAME_SHOWN);
    if (blank) return (size_t)(blank + 1 - one);
    while (((unsigned char)*start & 0xc0) == 0x80) start++; /* no half of a character */
    return (size_t)(start - one);
}

static bool refuse_line(const MatchState *state, const char *path, const char *theirs,
                        const char *ours, Error *err)
{
    const size_t start = differing_part(ours, theirs);
    const char *gap = start > 0 ? "..." : "";
    return error_set(err,
                     "%s, line %zu, is of another match: it says `%s%.*s`, this one is `%s%.*s`",
                     shown_path(path).text, state->line, gap, DIFFERING_SHOWN, theirs + start, gap,
                     DIFFERING_SHOWN, ours + start);
}

static bool check_description(MatchState *state, const char *path, const MatchOptions *options,
                              char **rest, Error *err)
{
    Buffer own = {0};
    describe_match(&own, options);
    bool same = true;
    for (char *mine = own.data, *line; same && (line = cut_line(&mine));) {
        const char *theirs = cut_line(rest);
        state->line++;
        same = (theirs && strcmp(line, theirs) == 0) ||
               refuse_line(state, path, theirs ? theirs : "", line, err);
    }
    buffer_free(&own);
    return same;
}

/* Those that read a line say what is wrong with it, or NULL. */
static const char unlike[] = "it is not written like that";

static const char *read_game(MatchState *state, const char *line)
{
    StateGame game = {.line = state->line};
    Buffer again = {0};
    char result[16], ending[32];
    int kind = 0;
    if (sscanf(line, "game %" SCNd64 " %15s %31s %zu %" SCNd64 " %zu %" SCNx64, &game.number,
               result, ending, &game.plies, &game.start, &game.length, &game.checksum) != 7)
        return unlike;
    if (game.number < 1) return "the first game is number 1";
    while (kind < RESULT_COUNT && strcmp(result_names[kind], result) != 0) kind++;
    game.number--;
    game.result = (Result)kind;
    game.ending = ending_find(ending);
    if (kind == RESULT_COUNT || kind == RESULT_NONE || game.ending == END_COUNT)
        return "no game ends like that";
    match_state_add_game(&again, &game);
    if (!is_line(line, &again)) return unlike;
    if (game.start < 0 || game.start > INT64_MAX / 2 || game.length > GAME_MAX)
        return "no PGN is there";
    if (game.plies > game.length) return "so many moves are more than its PGN";
    state->games = grow(state->games, state->count, &state->capacity, sizeof game);
    state->games[state->count++] = game;
    return NULL;
}

static const char *read_opening(MatchState *state, const MatchOptions *options, const char *line)
{
    Opening opening = {0};
    Buffer again = {0};
    int fen = 0;
    if (sscanf(line, "opening %zu %" SCNu64 " %n", &opening.number, &opening.random, &fen) != 2 ||
        fen == 0)
        return unlike;
    if (opening.number-- != state->opening_count + 1) return "it is not the next one";
    if (!fen_read(&opening.start, options->kind.game->rules, line + fen, NULL))
        return "this is no position";
    match_state_add_opening(&again, options, &opening);
    if (!is_line(line, &again)) return unlike;
    state->openings =
        grow(state->openings, state->opening_count, &state->opening_capacity, sizeof opening);
    state->openings[state->opening_count++] = opening;
    return NULL;
}

/* The last game of that number does not count. It was not saved by then. */
static const char *read_void(MatchState *state, const char *line)
{
    uint64_t number;
    if (!read_number(line, "void", &number)) return unlike;
    for (size_t i = state->count; i-- > state->saved;) {
        StateGame *game = &state->games[i];
        if ((uint64_t)game->number + 1 != number) continue;
        if (game->is_void) break;
        game->is_void = true;
        return NULL;
    }
    return "no game that was not saved has this number";
}

static const char *read_saved(MatchState *state, const char *line)
{
    uint64_t saved;
    if (!read_number(line, "saved", &saved)) return unlike;
    if (saved < state->saved) return "more were saved before";
    if (saved > state->count) return "there are not so many games";
    state->saved = (size_t)saved;
    return NULL;
}

/* What an engine had said by then: "lint 2 lines 40 syntax 3 ponder 1". */
static const char *read_said(MatchState *state, const MatchOptions *options, const char *line)
{
    LintTally said = {0};
    Buffer again = {0};
    const char *rest = line;
    char name[32];
    size_t engine;
    int length = 0;
    if (sscanf(line, "lint %zu lines %" SCNd64 "%n", &engine, &said.lines, &length) != 2 ||
        said.lines < 0)
        return unlike;
    if (engine < 1 || engine > options->engine_count) return "there is no such engine";
    for (rest += length; *rest; rest += length) {
        int64_t count;
        int kind = 0;
        if (sscanf(rest, " %31s %" SCNd64 "%n", name, &count, &length) != 2 || count < 0)
            return unlike;
        while (kind < LINT_KIND_COUNT && strcmp(lint_kind_names[kind], name) != 0) kind++;
        if (kind == LINT_KIND_COUNT) return "there is no such finding";
        said.kinds[kind] = count;
    }
    match_state_add_said(&again, engine - 1, &said);
    if (!is_line(line, &again)) return unlike;
    state->said[engine - 1] = said;
    return NULL;
}

static const char *take_line(MatchState *state, const MatchOptions *options, const char *line)
{
    if (strncmp(line, "lint ", 5) == 0) return read_said(state, options, line);
    if (strncmp(line, "game ", 5) == 0) return read_game(state, line);
    if (strncmp(line, "opening ", 8) == 0) return read_opening(state, options, line);
    if (strncmp(line, "void ", 5) == 0) return read_void(state, line);
    if (strncmp(line, "saved ", 6) == 0) return read_saved(state, line);
    if (strcmp(line, "unread") == 0)
        state->said_in_part = true;
    else if (strcmp(line, "finished") != 0)
        return "a state has no such line";
    return NULL;
}

bool match_state_read(MatchState *state, const char *path, const MatchOptions *options,
                      Buffer *text, Error *err)
{
    char *rest = text->data;
    *state = (MatchState){.said = new_zeroed(options->engine_count, sizeof *state->said)};
    if (!check_description(state, path, options, &rest, err)) return false;
    const char *seed = cut_line(&rest);
    state->line++;
    if (!seed || !read_number(seed, "seed", &state->seed))
        return error_set(err, "%s, line %zu: the seed is missing", shown_path(path).text,
                         state->line);
    if (options->seeded && options->seed != state->seed)
        return error_set(err, "%s, line %zu: the seed is another one", shown_path(path).text,
                         state->line);
    for (char *line; (line = cut_line(&rest));) {
        state->line++;
        const char *reason = take_line(state, options, line);
        if (reason)
            return error_set(err, "%s, line %zu: `%.60s` does not belong there: %s",
                             shown_path(path).text, state->line, line, reason);
    }
    state->length = (size_t)(rest - text->data);
    /* A line that was being written, or that only became zeros, has no others behind it. */
    if (memchr(rest, '\n', text->length - state->length))
        return error_set(err, "%s, line %zu: there are zero bytes", shown_path(path).text,
                         state->line + 1);
    return true;
}

void match_state_free(MatchState *state)
{
    free(state->games);
    free(state->openings);
    free(state->said);
    *state = (MatchState){0};
}

/* --- What it looks like ------------------------------------------------------------------------
 */

/* Behind zero bytes, too. */
static const char *last_of(const Buffer *text, const char *part)
{
    const char *last = NULL, *from = buffer_text(text), *end = from + text->length;
    while ((from = memmem(from, (size_t)(end - from), part, strlen(part)))) last = from++;
    return last;
}

bool is_match_state_unfinished(const Buffer *text)
{
    const char *game = last_of(text, "\ngame "), *end = last_of(text, "\nfinished\n");
    return game && (!end || end < game);
}

bool is_match_state_begun(const Buffer *text, const MatchOptions *options)
{
    Buffer own = {0};
    describe_match(&own, options);
    size_t common = text->length < own.length ? text->length : own.length;
    bool begun = memcmp(own.data, buffer_text(text), common) == 0 &&
                 !memchr(buffer_text(text) + common, '\n', text->length - common);
    buffer_free(&own);
    return begun;
}

bool is_match_state(const Buffer *text)
{
    size_t length = strlen(first_line);
    return strncmp(buffer_text(text), first_line, text->length < length ? text->length : length) ==
           0;
}
