#include "talk/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/fen.h"
#include "talk/files.h"
#include "talk/pgn_text.h"

enum {
    STATE_MAX = 1 << 30, /* bytes; more is no state file */
    GAME_MAX = 1 << 26,  /* bytes of one game's PGN */
    SAVE_INTERVAL_S = 1
};

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

/* --- Files -------------------------------------------------------------------------------------
 */

static int open_locked(const char *path, Error *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        file_failed(path, err);
        return -1;
    }
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode))
        error_set(err, "%s: this is no file", shown_path(path).text);
    else if (lock_file(fd))
        return fd;
    else
        error_set(err, "%s: another match writes to it", shown_path(path).text);
    close(fd);
    return -1;
}

/* Reads so much from there, or what there is. */
static bool read_at(int fd, const char *path, int64_t at, size_t length, Buffer *text, Error *err)
{
    char bytes[65536];
    buffer_clear(text);
    while (text->length < length) {
        size_t wanted = length - text->length;
        ssize_t got = pread(fd, bytes, wanted < sizeof bytes ? wanted : sizeof bytes,
                            (off_t)(at + (int64_t)text->length));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return file_failed(path, err);
        if (got == 0) break;
        buffer_append(text, bytes, (size_t)got);
    }
    return true;
}

static bool cut(int fd, const char *path, int64_t length, Error *err)
{
    return ftruncate(fd, length) == 0 || file_failed(path, err);
}

static int64_t length_of(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 ? status.st_size : 0;
}

static bool is_regular(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_same_file(int one, int two)
{
    struct stat first, second;
    return fstat(one, &first) == 0 && fstat(two, &second) == 0 && is_same_inode(&first, &second);
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t checksum(const char *bytes, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return sum;
}

/* --- Reading the state -------------------------------------------------------------------------
 */

/* A game's line. */
typedef struct Entry {
    int64_t number; /* from 0 */
    Result result;
    Ending ending;
    size_t plies;
    int64_t start; /* of its PGN */
    size_t length;
    uint64_t checksum;
    size_t line;    /* of the state */
    bool is_void;   /* the state says so: it was played again, or was going to be */
    bool is_broken; /* it is not in the PGN as it was written */
    size_t remains; /* bytes of it there, if it is broken */
} Entry;

typedef struct State {
    Entry *entries;
    size_t count, capacity;
    size_t saved;
    Opening *openings;
    size_t opening_count, opening_capacity;
    uint64_t seed;
    LintTally *said; /* of each engine */
    bool said_in_part;
    size_t line;   /* the number of the one that is read */
    size_t length; /* of the whole lines */
} State;

/* --- Its lines. One that is read must be what would be written: so nothing is cut short, too large
 * or left over. */

static void add_game(Buffer *text, const Entry *entry)
{
    buffer_add(text, "game %" PRId64 " %s %s %zu %" PRId64 " %zu %" PRIx64 "\n", entry->number + 1,
               result_names[entry->result], ending_names[entry->ending], entry->plies, entry->start,
               entry->length, entry->checksum);
}

static void add_opening(Buffer *text, const MatchOptions *options, const Opening *opening)
{
    char fen[FEN_MAX];
    fen_write(&opening->start, FEN_TWO_BOARD, options->kind.chess960, fen);
    buffer_add(text, "opening %zu %" PRIu64 " %s\n", opening->number + 1, opening->random, fen);
}

static void add_said(Buffer *text, size_t engine, const LintTally *said)
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

static bool check_description(State *state, const Journal *journal, const MatchOptions *options,
                              char **rest, Error *err)
{
    Buffer own = {0};
    describe_match(&own, options);
    bool same = true;
    for (char *mine = own.data, *line; same && (line = cut_line(&mine));) {
        char *theirs = cut_line(rest);
        same = theirs && strcmp(line, theirs) == 0;
        state->line++;
        if (!same)
            error_set(err,
                      "%.70s, line %zu, is of another match: it says `%.60s`, this one is "
                      "`%.60s`",
                      journal->state_path, state->line, theirs ? theirs : "", line);
    }
    buffer_free(&own);
    return same;
}

/* Those that read a line say what is wrong with it, or NULL. */
static const char unlike[] = "it is not written like that";

static const char *read_game(State *state, const char *line)
{
    Entry entry = {.line = state->line};
    Buffer again = {0};
    char result[16], ending[32];
    int kind = 0;
    if (sscanf(line, "game %" SCNd64 " %15s %31s %zu %" SCNd64 " %zu %" SCNx64, &entry.number,
               result, ending, &entry.plies, &entry.start, &entry.length, &entry.checksum) != 7)
        return unlike;
    if (entry.number < 1) return "the first game is number 1";
    while (kind < RESULT_COUNT && strcmp(result_names[kind], result) != 0) kind++;
    entry.number--;
    entry.result = (Result)kind;
    entry.ending = ending_find(ending);
    if (kind == RESULT_COUNT || kind == RESULT_NONE || entry.ending == END_COUNT)
        return "no game ends like that";
    add_game(&again, &entry);
    if (!is_line(line, &again)) return unlike;
    if (entry.start < 0 || entry.start > INT64_MAX / 2 || entry.length > GAME_MAX)
        return "no PGN is there";
    if (entry.plies > entry.length) return "so many moves are more than its PGN";
    state->entries = grow(state->entries, state->count, &state->capacity, sizeof entry);
    state->entries[state->count++] = entry;
    return NULL;
}

static const char *read_opening(State *state, const MatchOptions *options, const char *line)
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
    add_opening(&again, options, &opening);
    if (!is_line(line, &again)) return unlike;
    state->openings =
        grow(state->openings, state->opening_count, &state->opening_capacity, sizeof opening);
    state->openings[state->opening_count++] = opening;
    return NULL;
}

/* The last game of that number does not count. It was not saved by then. */
static const char *read_void(State *state, const char *line)
{
    uint64_t number;
    if (!read_number(line, "void", &number)) return unlike;
    for (size_t i = state->count; i-- > state->saved;) {
        Entry *entry = &state->entries[i];
        if ((uint64_t)entry->number + 1 != number) continue;
        if (entry->is_void) break;
        entry->is_void = true;
        return NULL;
    }
    return "no game that was not saved has this number";
}

static const char *read_saved(State *state, const char *line)
{
    uint64_t saved;
    if (!read_number(line, "saved", &saved)) return unlike;
    if (saved < state->saved) return "more were saved before";
    if (saved > state->count) return "there are not so many games";
    state->saved = (size_t)saved;
    return NULL;
}

/* What an engine had said by then: "lint 2 lines 40 syntax 3 ponder 1". */
static const char *read_said(State *state, const MatchOptions *options, const char *line)
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
    add_said(&again, engine - 1, &said);
    if (!is_line(line, &again)) return unlike;
    state->said[engine - 1] = said;
    return NULL;
}

static const char *take_line(State *state, const MatchOptions *options, const char *line)
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

static bool read_state(State *state, const Journal *journal, const MatchOptions *options,
                       Buffer *text, Error *err)
{
    char *rest = text->data;
    const char *path = journal->state_path;
    if (!check_description(state, journal, options, &rest, err)) return false;
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

/* --- The PGN against the state -----------------------------------------------------------------
 */

static const char event_tag[] = "[Event \"";

static bool refuse_game(const Journal *journal, const Entry *entry, const char *reason, Error *err)
{
    return error_set(err, "%s, line %zu: game %" PRId64 " %s", shown_path(journal->state_path).text,
                     entry->line, entry->number + 1, reason);
}

/* Reads what is in the game's place, and a bit more: enough to see whether the next one begins. */
static bool read_entry(const Journal *journal, const Entry *entry, Buffer *text, Error *err)
{
    return read_at(journal->pgn, journal->pgn_path, entry->start,
                   entry->length + sizeof event_tag - 1, text, err);
}

static bool is_whole(const Entry *entry, const Buffer *text)
{
    return text->length >= entry->length && checksum(text->data, entry->length) == entry->checksum;
}

/* How many bytes, of what is in the place of a broken game, are of it: if it begins as our games
 * do, those before the next game. False if those are more than were to be written. */
static bool measure_broken(Entry *entry, const Buffer *text, const MatchOptions *options)
{
    Buffer tag = {0};
    pgn_add_tag(&tag, "Event", options->event);
    size_t common = text->length < tag.length ? text->length : tag.length;
    bool ours = common > 0 && memcmp(text->data, tag.data, common) == 0;
    const char *next =
        ours ? memmem(text->data + 1, text->length - 1, event_tag, sizeof event_tag - 1) : NULL;
    entry->remains = !ours ? 0 : next ? (size_t)(next - text->data) : text->length;
    buffer_free(&tag);
    return entry->remains <= entry->length;
}

/* Looks the game up in the PGN. One that is not there as it was written, and was never saved, was
 * being written when the match was killed. */
static bool find_game(const Journal *journal, const MatchOptions *options, Entry *entry, bool saved,
                      Error *err)
{
    Buffer text = {0};
    bool ok = read_entry(journal, entry, &text, err);
    entry->is_broken = ok && !is_whole(entry, &text);
    if (entry->is_broken && (saved || !measure_broken(entry, &text, options)))
        ok = error_set(err,
                       "%s: game %" PRId64 " is not in it as it was written (line %zu of %.80s)",
                       shown_path(journal->pgn_path).text, entry->number + 1, entry->line,
                       journal->state_path);
    buffer_free(&text);
    return ok;
}

static bool take_game(const Journal *journal, const Entry *entry, Results *results, Error *err)
{
    char reason[100];
    int64_t count = schedule_count(&results->schedule);
    snprintf(reason, sizeof reason,
             "has been played, but -rounds %" PRId64 " ends with game %" PRId64,
             results->schedule.rounds, count);
    if (entry->number >= count) return refuse_game(journal, entry, reason, err);
    return results_add(results, entry->number, entry->result, entry->ending, (int)entry->plies) ||
           refuse_game(journal, entry, "is there twice", err);
}

/* Takes in the games that are in the PGN. There they stand one behind the other. */
static bool take_games(const Journal *journal, const MatchOptions *options, State *state,
                       Results *results, Error *err)
{
    int64_t end = 0;
    for (size_t i = 0; i < state->count; i++) {
        Entry *entry = &state->entries[i];
        if (entry->is_void) continue;
        if (journal->pgn >= 0) {
            if (entry->start < end)
                return refuse_game(journal, entry, "is in the place of another", err);
            end = entry->start + (int64_t)entry->length;
            if (!find_game(journal, options, entry, i < state->saved, err)) return false;
        }
        if (!entry->is_broken && !take_game(journal, entry, results, err)) return false;
    }
    return true;
}

/* Cuts a broken game off. If others have added games behind it these stay where they are, and its
 * place becomes empty lines. */
static bool remove_broken(const Journal *journal, const Entry *entry, Error *err)
{
    if (entry->remains == 0) return true;
    if (entry->start + (int64_t)entry->remains == length_of(journal->pgn))
        return cut(journal->pgn, journal->pgn_path, entry->start, err);
    int flags = fcntl(journal->pgn, F_GETFL);
    char *blank = new_zeroed(entry->remains, 1);
    memset(blank, '\n', entry->remains);
    bool ok = fcntl(journal->pgn, F_SETFL, flags & ~O_APPEND) == 0 &&
              pwrite(journal->pgn, blank, entry->remains, entry->start) == (ssize_t)entry->remains;
    if (!ok) file_failed(journal->pgn_path, err);
    fcntl(journal->pgn, F_SETFL, flags);
    free(blank);
    return ok;
}

static bool add_line(const Journal *journal, const Buffer *line, Error *err)
{
    return journal->state < 0 ||
           write_all(journal->state, journal->state_path, line->data, line->length, err);
}

static bool remove_all_broken(const Journal *journal, const State *state, Error *err)
{
    for (size_t i = state->count; journal->pgn >= 0 && i-- > state->saved;) {
        Buffer line = {0};
        const Entry *entry = &state->entries[i];
        if (!entry->is_broken) continue;
        add_number(&line, "void", (uint64_t)entry->number + 1);
        bool ok = remove_broken(journal, entry, err) && add_line(journal, &line, err);
        buffer_free(&line);
        if (!ok) return false;
    }
    return true;
}

/* --- Opening -----------------------------------------------------------------------------------
 */

/* Takes in the state. Nothing is changed before all is found to be right. */
static bool take_up(Journal *journal, MatchOptions *options, Results *results, Buffer *text,
                    Error *err)
{
    if (journal->pgn >= 0 && !is_regular(journal->pgn))
        return error_set(err, "%s: -resume needs a regular file",
                         shown_path(journal->pgn_path).text);
    State state = {.said = new_zeroed(options->engine_count, sizeof *state.said)};
    bool ok = read_state(&state, journal, options, text, err) &&
              take_games(journal, options, &state, results, err) &&
              cut(journal->state, journal->state_path, (int64_t)state.length, err) &&
              remove_all_broken(journal, &state, err);
    if (ok) {
        match_options_set_seed(options, state.seed);
        journal->games = journal->saved = (int64_t)state.count;
        results->said_in_part = state.said_in_part;
        for (size_t i = 0; results->said && i < options->engine_count; i++)
            results->said[i] = state.said[i];
    }
    journal->openings = state.openings;
    journal->opening_count = journal->noted = state.opening_count;
    free(state.entries);
    free(state.said);
    return ok;
}

static bool start_state(Journal *journal, const MatchOptions *options, Error *err)
{
    Buffer text = {0};
    describe_match(&text, options);
    add_number(&text, "seed", options->seed);
    bool ok = cut(journal->state, journal->state_path, 0, err) &&
              write_all(journal->state, journal->state_path, text.data, text.length, err);
    buffer_free(&text);
    return ok;
}

/* Behind zero bytes, too. */
static const char *last_of(const Buffer *text, const char *part)
{
    const char *last = NULL, *from = buffer_text(text), *end = from + text->length;
    while ((from = memmem(from, (size_t)(end - from), part, strlen(part)))) last = from++;
    return last;
}

/* Has it games, and no end behind them? */
static bool is_unfinished(const Buffer *text)
{
    const char *game = last_of(text, "\ngame "), *end = last_of(text, "\nfinished\n");
    return game && (!end || end < game);
}

/* Nothing, or the beginning of our own, which was not written whole. */
static bool is_begun(const Buffer *text, const MatchOptions *options)
{
    Buffer own = {0};
    describe_match(&own, options);
    size_t common = text->length < own.length ? text->length : own.length;
    bool begun = memcmp(own.data, buffer_text(text), common) == 0 &&
                 !memchr(buffer_text(text) + common, '\n', text->length - common);
    buffer_free(&own);
    return begun;
}

static bool is_state(const Buffer *text)
{
    size_t length = strlen(first_line);
    return strncmp(buffer_text(text), first_line, text->length < length ? text->length : length) ==
           0;
}

static bool use_state(Journal *journal, MatchOptions *options, Results *results, Buffer *text,
                      Error *err)
{
    if (!is_state(text))
        return error_set(err, "%s is not the state of a match of this version",
                         shown_path(journal->state_path).text);
    if (options->resume && !is_begun(text, options))
        return take_up(journal, options, results, text, err);
    if (is_unfinished(text))
        return error_set(err,
                         "%s: the state of a match that has not ended; -resume goes on with "
                         "it; to begin anew, remove that file",
                         shown_path(journal->state_path).text);
    journal->fresh = true;
    return true;
}

static bool open_state(Journal *journal, MatchOptions *options, Results *results, Error *err)
{
    Buffer text = {0};
    journal->state = open_locked(journal->state_path, err);
    if (journal->state < 0) return false;
    if (!is_regular(journal->state) || length_of(journal->state) > STATE_MAX)
        return error_set(err, "%s is not the state of a match",
                         shown_path(journal->state_path).text);
    if (journal->pgn >= 0 && is_same_file(journal->pgn, journal->state))
        return error_set(err, "%s: the state and the games go to one file",
                         shown_path(journal->state_path).text);
    bool ok = read_at(journal->state, journal->state_path, 0, STATE_MAX, &text, err) &&
              use_state(journal, options, results, &text, err);
    buffer_free(&text);
    return ok;
}

/* Ends the last line of the PGN if somebody has left it open. */
static bool end_last_line(const Journal *journal, Error *err)
{
    return journal->pgn < 0 || !ends_within_line(journal->pgn) ||
           write_all(journal->pgn, journal->pgn_path, "\n\n", 2, err);
}

bool journal_open(Journal *journal, MatchOptions *options, Results *results, Error *err)
{
    *journal =
        (Journal){.pgn_path = options->pgn, .state_path = options->state, .pgn = -1, .state = -1};
    pthread_mutex_init(&journal->lock, NULL);
    pthread_cond_init(&journal->changed, NULL);
    if (journal->pgn_path && (journal->pgn = open_locked(journal->pgn_path, err)) < 0) return false;
    return !journal->state_path || open_state(journal, options, results, err);
}

bool journal_begin(Journal *journal, const MatchOptions *options, Error *err)
{
    return (!journal->fresh || start_state(journal, options, err)) && end_last_line(journal, err);
}

/* --- Saving ------------------------------------------------------------------------------------
 */

/* What is no file of a disk cannot be saved, and need not be. */
static bool put_on_disk(int fd)
{
    return fd < 0 || fdatasync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/* So many games are written: puts them on the disk, and says so. */
static bool save_games(const Journal *journal, int64_t count)
{
    Buffer line = {0};
    add_number(&line, "saved", (uint64_t)count);
    bool ok =
        put_on_disk(journal->pgn) && add_line(journal, &line, NULL) && put_on_disk(journal->state);
    buffer_free(&line);
    return ok;
}

/* With the lock: saves what is new. */
static void save_now(Journal *journal)
{
    int64_t count = journal->games;
    if (journal->saved == count || journal->broken || journal->state < 0) return;
    pthread_mutex_unlock(&journal->lock);
    bool ok = save_games(journal, count);
    pthread_mutex_lock(&journal->lock);
    journal->saved = count;
    journal->broken |= !ok;
}

static void *save_again_and_again(void *argument)
{
    Journal *journal = argument;
    pthread_mutex_lock(&journal->lock);
    while (!journal->quit) {
        struct timespec until;
        save_now(journal);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += SAVE_INTERVAL_S;
        int waited = 0;
        while (!journal->quit && waited == 0)
            waited = pthread_cond_timedwait(&journal->changed, &journal->lock, &until);
    }
    pthread_mutex_unlock(&journal->lock);
    return NULL;
}

void journal_close(Journal *journal)
{
    if (journal->saving) {
        pthread_mutex_lock(&journal->lock);
        journal->quit = true;
        pthread_cond_signal(&journal->changed);
        pthread_mutex_unlock(&journal->lock);
        pthread_join(journal->thread, NULL);
        pthread_mutex_lock(&journal->lock);
        save_now(journal);
        pthread_mutex_unlock(&journal->lock);
    }
    if (journal->pgn >= 0) close(journal->pgn);
    if (journal->state >= 0) close(journal->state);
    free(journal->openings);
    *journal = (Journal){.pgn = -1, .state = -1};
}

/* --- Writing -----------------------------------------------------------------------------------
 */

bool journal_note_opening(Journal *journal, const MatchOptions *options, const Opening *opening,
                          Error *err)
{
    Buffer line = {0};
    if (options->file.path || opening->number != journal->noted) return true;
    add_opening(&line, options, opening);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    journal->noted++;
    return ok;
}

bool journal_note_said(Journal *journal, int engine, const LintTally *said, Error *err)
{
    Buffer line = {0};
    add_said(&line, (size_t)engine, said);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    return ok;
}

bool journal_note_unread(Journal *journal, Error *err)
{
    static const char line[] = "unread\n";
    bool noted = journal->unread;
    journal->unread = true;
    return noted || journal->state < 0 ||
           write_all(journal->state, journal->state_path, line, sizeof line - 1, err);
}

/* What was not written whole is cut off. */
static bool add_pgn(const Journal *journal, int64_t start, const char *text, size_t length,
                    Error *err)
{
    if (journal->pgn < 0 || write_all(journal->pgn, journal->pgn_path, text, length, err))
        return true;
    if (is_regular(journal->pgn) && length_of(journal->pgn) < start + (int64_t)length)
        cut(journal->pgn, journal->pgn_path, start, NULL);
    return false;
}

/* Or has somebody put another in its place, to which nothing of ours would come? */
static bool is_in_place(const Journal *journal)
{
    struct stat open, named;
    return journal->pgn < 0 || !is_regular(journal->pgn) ||
           (fstat(journal->pgn, &open) == 0 && stat(journal->pgn_path, &named) == 0 &&
            is_same_inode(&open, &named));
}

bool journal_add(Journal *journal, int64_t number, const Record *record, const char *pgn_text,
                 size_t pgn_length, Error *err)
{
    Buffer line = {0};
    if (!is_in_place(journal))
        return error_set(err, "%s: the file was removed, or another has taken its place",
                         shown_path(journal->pgn_path).text);
    int64_t start = journal->pgn >= 0 ? length_of(journal->pgn) : 0;
    const Entry entry = {.number = number,
                         .result = record->result,
                         .ending = record->ending,
                         .plies = record->count,
                         .start = start,
                         .length = pgn_length,
                         .checksum = checksum(pgn_text, pgn_length)};
    add_game(&line, &entry);
    if (!journal->saving && journal->state >= 0)
        journal->saving =
            pthread_create(&journal->thread, NULL, save_again_and_again, journal) == 0;
    pthread_mutex_lock(&journal->lock);
    bool broken = journal->broken;
    pthread_mutex_unlock(&journal->lock);
    bool ok = !broken && add_line(journal, &line, err) &&
              add_pgn(journal, start, pgn_text, pgn_length, err);
    if (broken)
        error_set(err, "%s: games cannot be put on the disk", shown_path(journal->state_path).text);
    buffer_free(&line);
    pthread_mutex_lock(&journal->lock);
    journal->games++;
    journal->broken |= !ok;
    if (!journal->saving) save_now(journal); /* there was no thread to be had for it */
    pthread_mutex_unlock(&journal->lock);
    return ok;
}

bool journal_finish(Journal *journal, Error *err)
{
    static const char line[] = "finished\n";
    return journal->state < 0 ||
           write_all(journal->state, journal->state_path, line, sizeof line - 1, err);
}
