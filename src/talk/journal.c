#include "talk/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
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

static bool failed(const char *path, Error *err)
{
    return error_set(err, "%.150s: %s", path, strerror(errno));
}

/* A lock on the open file. It outlives this process only as long as a child that has not become an
 * engine yet, and so for moments only: those are waited for. (The other lock that fcntl() offers
 * would go as soon as anybody here closes the same file, read for its openings for example.) */
#ifdef F_OFD_SETLK
enum { SET_LOCK = F_OFD_SETLK };
#else
enum { SET_LOCK = F_SETLK };
#endif
enum { LOCK_TRIES = 20, LOCK_PAUSE_MS = 50 };

static bool lock(int fd)
{
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};
        if (fcntl(fd, SET_LOCK, &all) == 0 || (errno != EACCES && errno != EAGAIN)) return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

static int open_locked(const char *path, Error *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        failed(path, err);
        return -1;
    }
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode))
        error_set(err, "%.150s: this is no file", path);
    else if (lock(fd))
        return fd;
    else
        error_set(err, "%.150s: another match writes to it", path);
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
        if (got < 0) return failed(path, err);
        if (got == 0) break;
        buffer_append(text, bytes, (size_t)got);
    }
    return true;
}

static bool cut(int fd, const char *path, int64_t length, Error *err)
{
    return ftruncate(fd, length) == 0 || failed(path, err);
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
    return fstat(one, &first) == 0 && fstat(two, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
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
    int plies;
    int64_t start; /* of its PGN */
    size_t length;
    uint64_t checksum;
    bool is_void;   /* the state says so: it was played again, or was going to be */
    bool is_broken; /* it is not in the PGN as it was written */
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
    size_t length; /* of the whole lines */
} State;

/* The next line, ended by a NUL; NULL if there is no whole one. */
static char *cut_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    if (!end) return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

static bool check_description(const Journal *journal, const MatchOptions *options, char **rest,
                              Error *err)
{
    Buffer own = {0};
    describe_match(&own, options);
    bool same = true;
    for (char *mine = own.data, *line; same && (line = cut_line(&mine));) {
        char *theirs = cut_line(rest);
        same = theirs && strcmp(line, theirs) == 0;
        if (!same)
            error_set(err, "%.80s is of another match: it says `%.60s`, this one is `%.60s`",
                      journal->state_path, theirs ? theirs : "", line);
    }
    buffer_free(&own);
    return same;
}

static bool read_game(State *state, const char *line)
{
    Entry entry = {0};
    char result[16], ending[32];
    int kind = 0;
    if (sscanf(line, "game %" SCNd64 " %15s %31s %d %" SCNd64 " %zu %" SCNx64, &entry.number,
               result, ending, &entry.plies, &entry.start, &entry.length, &entry.checksum) != 7)
        return false;
    while (kind < RESULT_COUNT && strcmp(result_names[kind], result) != 0) kind++;
    entry.number--;
    entry.result = (Result)kind;
    entry.ending = ending_find(ending);
    if (kind == RESULT_COUNT || entry.ending == END_COUNT || entry.length > GAME_MAX) return false;
    state->entries = grow(state->entries, state->count, &state->capacity, sizeof entry);
    state->entries[state->count++] = entry;
    return true;
}

static bool read_opening(State *state, const MatchOptions *options, const char *line)
{
    Opening opening = {0};
    int fen = 0;
    if (sscanf(line, "opening %zu %" SCNu64 " %n", &opening.number, &opening.random, &fen) != 2 ||
        fen == 0 || opening.number-- != state->opening_count + 1 ||
        !fen_read(&opening.start, options->kind.game->rules, line + fen, NULL))
        return false;
    state->openings =
        grow(state->openings, state->opening_count, &state->opening_capacity, sizeof opening);
    state->openings[state->opening_count++] = opening;
    return true;
}

/* The last game of that number does not count. */
static bool read_void(State *state, const char *line)
{
    int64_t number;
    if (sscanf(line, "void %" SCNd64, &number) != 1) return false;
    for (size_t i = state->count; i-- > 0;)
        if (state->entries[i].number == number - 1) return state->entries[i].is_void = true;
    return false;
}

/* What an engine had said by then: "lint 2 lines 40 syntax 3 ponder 1". */
static bool read_said(State *state, const MatchOptions *options, const char *line)
{
    LintTally said = {0};
    char name[32];
    size_t engine;
    int length = 0;
    if (sscanf(line, "lint %zu lines %" SCNd64 "%n", &engine, &said.lines, &length) != 2 ||
        engine < 1 || engine > options->engine_count)
        return false;
    for (line += length; *line; line += length) {
        int64_t count;
        int kind = 0;
        if (sscanf(line, " %31s %" SCNd64 "%n", name, &count, &length) != 2) return false;
        while (kind < LINT_KIND_COUNT && strcmp(lint_kind_names[kind], name) != 0) kind++;
        if (kind == LINT_KIND_COUNT) return false;
        said.kinds[kind] = count;
    }
    state->said[engine - 1] = said;
    return true;
}

static bool take_line(State *state, const MatchOptions *options, const char *line)
{
    if (strncmp(line, "lint ", 5) == 0) return read_said(state, options, line);
    if (strcmp(line, "unread") == 0) return state->said_in_part = true;
    if (strncmp(line, "game ", 5) == 0) return read_game(state, line);
    if (strncmp(line, "opening ", 8) == 0) return read_opening(state, options, line);
    if (strncmp(line, "void ", 5) == 0) return read_void(state, line);
    if (strncmp(line, "saved ", 6) == 0)
        return sscanf(line, "saved %zu", &state->saved) == 1 && state->saved <= state->count;
    return strcmp(line, "finished") == 0;
}

static bool read_state(State *state, const Journal *journal, const MatchOptions *options,
                       Buffer *text, Error *err)
{
    char *rest = text->data;
    if (!check_description(journal, options, &rest, err)) return false;
    const char *seed = cut_line(&rest);
    if (!seed || sscanf(seed, "seed %" SCNu64, &state->seed) != 1 ||
        (options->seeded && options->seed != state->seed))
        return error_set(err, "%.150s: the seed is another one", journal->state_path);
    for (char *line; (line = cut_line(&rest));)
        if (!take_line(state, options, line))
            return error_set(err, "%.100s: `%.80s` does not belong there", journal->state_path,
                             line);
    state->length = (size_t)(rest - text->data);
    return true;
}

/* --- The PGN against the state -----------------------------------------------------------------
 */

/* Takes in the games that are in the PGN as they were written. One that is not, and was never
 * saved, was being written when the match was killed. */
static bool take_games(const Journal *journal, State *state, Results *results, Error *err)
{
    Buffer text = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < state->count; i++) {
        Entry *entry = &state->entries[i];
        if (entry->is_void) continue;
        ok = journal->pgn < 0 ||
             read_at(journal->pgn, journal->pgn_path, entry->start, entry->length, &text, err);
        bool whole = journal->pgn < 0 || (text.length == entry->length &&
                                          checksum(text.data, text.length) == entry->checksum);
        if (ok && !whole && i < state->saved)
            ok = error_set(err, "%.150s: game %" PRId64 " is not in it as it was written",
                           journal->pgn_path, entry->number + 1);
        else if (ok && whole && entry->number >= schedule_count(&results->schedule))
            ok = error_set(err,
                           "%.150s: game %" PRId64 " has been played, but -rounds %" PRId64
                           " ends with game %" PRId64,
                           journal->state_path, entry->number + 1, results->schedule.rounds,
                           schedule_count(&results->schedule));
        else if (ok && whole &&
                 !results_add(results, entry->number, entry->result, entry->ending, entry->plies))
            ok = error_set(err, "%.150s: game %" PRId64 " does not belong there",
                           journal->state_path, entry->number + 1);
        entry->is_broken = ok && !whole;
    }
    buffer_free(&text);
    return ok;
}

/* How many bytes, of what is in the place of a broken game, are of it: if it begins as our games
 * do, those before the next game. */
static size_t broken_length(const Buffer *text, const MatchOptions *options)
{
    Buffer tag = {0};
    pgn_add_tag(&tag, "Event", options->event);
    size_t common = text->length < tag.length ? text->length : tag.length;
    bool ours = common > 0 && memcmp(text->data, tag.data, common) == 0;
    const char *next = ours ? memmem(text->data + 1, text->length - 1, "[Event \"", 8) : NULL;
    buffer_free(&tag);
    return !ours ? 0 : next ? (size_t)(next - text->data) : text->length;
}

/* Cuts a broken game off. If others have added games behind it these stay where they are, and its
 * place becomes empty lines. */
static bool remove_broken(const Journal *journal, const MatchOptions *options, const Entry *entry,
                          Error *err)
{
    Buffer text = {0};
    bool ok = read_at(journal->pgn, journal->pgn_path, entry->start, entry->length, &text, err);
    size_t length = ok ? broken_length(&text, options) : 0;
    if (length > 0 && entry->start + (int64_t)length == length_of(journal->pgn)) {
        ok = cut(journal->pgn, journal->pgn_path, entry->start, err);
    } else if (length > 0) {
        int flags = fcntl(journal->pgn, F_GETFL);
        memset(text.data, '\n', length);
        ok = fcntl(journal->pgn, F_SETFL, flags & ~O_APPEND) == 0 &&
             pwrite(journal->pgn, text.data, length, entry->start) == (ssize_t)length;
        if (!ok) failed(journal->pgn_path, err);
        fcntl(journal->pgn, F_SETFL, flags);
    }
    buffer_free(&text);
    return ok;
}

static bool remove_all_broken(const Journal *journal, const MatchOptions *options,
                              const State *state, Error *err)
{
    for (size_t i = state->count; journal->pgn >= 0 && i-- > state->saved;) {
        char line[32];
        const Entry *entry = &state->entries[i];
        if (!entry->is_broken) continue;
        int length = snprintf(line, sizeof line, "void %" PRId64 "\n", entry->number + 1);
        if (!remove_broken(journal, options, entry, err) ||
            !write_all(journal->state, journal->state_path, line, (size_t)length, err))
            return false;
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
        return error_set(err, "%.150s: -resume needs a regular file", journal->pgn_path);
    State state = {.said = new_zeroed(options->engine_count, sizeof *state.said)};
    bool ok = read_state(&state, journal, options, text, err) &&
              take_games(journal, &state, results, err) &&
              cut(journal->state, journal->state_path, (int64_t)state.length, err) &&
              remove_all_broken(journal, options, &state, err);
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
    buffer_add(&text, "seed %" PRIu64 "\n", options->seed);
    bool ok = cut(journal->state, journal->state_path, 0, err) &&
              write_all(journal->state, journal->state_path, text.data, text.length, err);
    buffer_free(&text);
    return ok;
}

static const char *last_of(const char *text, const char *part)
{
    const char *last = NULL;
    while ((text = strstr(text, part))) last = text++;
    return last;
}

/* Has it games, and no end behind them? */
static bool is_unfinished(const char *text)
{
    const char *game = last_of(text, "\ngame "), *end = last_of(text, "\nfinished\n");
    return game && (!end || end < game);
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
        return error_set(err, "%.150s is not the state of a match of this version",
                         journal->state_path);
    if (options->resume && strstr(buffer_text(text), "\nseed "))
        return take_up(journal, options, results, text, err);
    if (is_unfinished(buffer_text(text)))
        return error_set(err,
                         "%.150s: the state of a match that has not ended; -resume goes on with "
                         "it; to begin anew, remove that file",
                         journal->state_path);
    return start_state(journal, options, err);
}

static bool open_state(Journal *journal, MatchOptions *options, Results *results, Error *err)
{
    Buffer text = {0};
    journal->state = open_locked(journal->state_path, err);
    if (journal->state < 0) return false;
    if (!is_regular(journal->state) || length_of(journal->state) > STATE_MAX)
        return error_set(err, "%.150s is not the state of a match", journal->state_path);
    if (journal->pgn >= 0 && is_same_file(journal->pgn, journal->state))
        return error_set(err, "%.150s: the state and the games go to one file",
                         journal->state_path);
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
    return (!journal->state_path || open_state(journal, options, results, err)) &&
           end_last_line(journal, err);
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
    char line[32];
    int length = snprintf(line, sizeof line, "saved %" PRId64 "\n", count);
    return put_on_disk(journal->pgn) &&
           write_all(journal->state, journal->state_path, line, (size_t)length, NULL) &&
           put_on_disk(journal->state);
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

static bool add_line(const Journal *journal, const Buffer *line, Error *err)
{
    return journal->state < 0 ||
           write_all(journal->state, journal->state_path, line->data, line->length, err);
}

bool journal_note_opening(Journal *journal, const MatchOptions *options, const Opening *opening,
                          Error *err)
{
    char fen[FEN_MAX];
    Buffer line = {0};
    if (options->file.path || opening->number != journal->noted) return true;
    fen_write(&opening->start, FEN_TWO_BOARD, options->kind.chess960, fen);
    buffer_add(&line, "opening %zu %" PRIu64 " %s\n", opening->number + 1, opening->random, fen);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    journal->noted++;
    return ok;
}

bool journal_note_said(Journal *journal, int engine, const LintTally *said, Error *err)
{
    Buffer line = {0};
    buffer_add(&line, "lint %d lines %" PRId64, engine + 1, said->lines);
    for (int i = 0; i < LINT_KIND_COUNT; i++)
        if (said->kinds[i]) buffer_add(&line, " %s %" PRId64, lint_kind_names[i], said->kinds[i]);
    buffer_add(&line, "\n");
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

bool journal_add(Journal *journal, int64_t number, const Record *record, const char *pgn_text,
                 size_t pgn_length, Error *err)
{
    Buffer line = {0};
    int64_t start = journal->pgn >= 0 ? length_of(journal->pgn) : 0;
    buffer_add(&line, "game %" PRId64 " %s %s %zu %" PRId64 " %zu %" PRIx64 "\n", number + 1,
               result_names[record->result], ending_names[record->ending], record->count, start,
               pgn_length, checksum(pgn_text, pgn_length));
    if (!journal->saving && journal->state >= 0)
        journal->saving =
            pthread_create(&journal->thread, NULL, save_again_and_again, journal) == 0;
    pthread_mutex_lock(&journal->lock);
    bool broken = journal->broken;
    pthread_mutex_unlock(&journal->lock);
    bool ok = !broken && add_line(journal, &line, err) &&
              add_pgn(journal, start, pgn_text, pgn_length, err);
    if (broken) error_set(err, "%.150s: games cannot be put on the disk", journal->state_path);
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
