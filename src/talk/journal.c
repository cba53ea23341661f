#include "talk/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "talk/files.h"
#include "talk/match_state.h"
#include "talk/pgn_text.h"

enum {
    STATE_MAX = 1 << 30, /* bytes; more is no state file */
    SAVE_INTERVAL_S = 1
};

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
    char bytes[8192];
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

/* --- The PGN against the state -----------------------------------------------------------------
 */

static const char event_tag[] = "[Event \"";

static bool refuse_game(const Journal *journal, const StateGame *game, const char *reason,
                        Error *err)
{
    return error_set(err, "%s, line %zu: game %" PRId64 " %s", shown_path(journal->state_path).text,
                     game->line, game->number + 1, reason);
}

/* Reads what is in the game's place, and a bit more: enough to see whether the next one begins. */
static bool read_entry(const Journal *journal, const StateGame *game, Buffer *text, Error *err)
{
    return read_at(journal->pgn, journal->pgn_path, game->start,
                   game->length + sizeof event_tag - 1, text, err);
}

static bool is_whole(const StateGame *game, const Buffer *text)
{
    return text->length >= game->length &&
           match_state_checksum(text->data, game->length) == game->checksum;
}

/* How many bytes, of what is in the place of a broken game, are of it: if it begins as our games
 * do, those before the next game. False if those are more than were to be written. */
static bool measure_broken(StateGame *game, const Buffer *text, const MatchOptions *options)
{
    Buffer tag = {0};
    pgn_add_tag(&tag, "Event", options->event);
    size_t common = text->length < tag.length ? text->length : tag.length;
    bool ours = common > 0 && memcmp(text->data, tag.data, common) == 0;
    const char *next =
        ours ? memmem(text->data + 1, text->length - 1, event_tag, sizeof event_tag - 1) : NULL;
    game->remains = !ours ? 0 : next ? (size_t)(next - text->data) : text->length;
    buffer_free(&tag);
    return game->remains <= game->length;
}

/* Looks the game up in the PGN. One that is not there as it was written, and was never saved, was
 * being written when the match was killed. */
static bool find_game(const Journal *journal, const MatchOptions *options, StateGame *game,
                      bool saved, Error *err)
{
    Buffer text = {0};
    bool ok = read_entry(journal, game, &text, err);
    game->is_broken = ok && !is_whole(game, &text);
    if (game->is_broken && (saved || !measure_broken(game, &text, options)))
        ok = error_set(
            err, "%s: game %" PRId64 " is not in it as it was written (line %zu of %.80s)",
            shown_path(journal->pgn_path).text, game->number + 1, game->line, journal->state_path);
    buffer_free(&text);
    return ok;
}

static bool take_game(const Journal *journal, const StateGame *game, Results *results, Error *err)
{
    char reason[100];
    int64_t count = schedule_count(&results->schedule);
    snprintf(reason, sizeof reason,
             "has been played, but -rounds %" PRId64 " ends with game %" PRId64,
             results->schedule.rounds, count);
    if (game->number >= count) return refuse_game(journal, game, reason, err);
    return results_add(results, game->number, game->result, game->ending, (int)game->plies) ||
           refuse_game(journal, game, "is there twice", err);
}

/* Takes in the games that are in the PGN. There they stand one behind the other. */
static bool take_games(const Journal *journal, const MatchOptions *options, MatchState *state,
                       Results *results, Error *err)
{
    int64_t end = 0;
    for (size_t i = 0; i < state->count; i++) {
        StateGame *game = &state->games[i];
        if (game->is_void) continue;
        if (journal->pgn >= 0) {
            if (game->start < end)
                return refuse_game(journal, game, "is in the place of another", err);
            end = game->start + (int64_t)game->length;
            if (!find_game(journal, options, game, i < state->saved, err)) return false;
        }
        if (!game->is_broken && !take_game(journal, game, results, err)) return false;
    }
    return true;
}

/* Cuts a broken game off. If others have added games behind it these stay where they are, and its
 * place becomes empty lines. */
static bool remove_broken(const Journal *journal, const StateGame *game, Error *err)
{
    if (game->remains == 0) return true;
    if (game->start + (int64_t)game->remains == length_of(journal->pgn))
        return cut(journal->pgn, journal->pgn_path, game->start, err);
    int flags = fcntl(journal->pgn, F_GETFL);
    char *blank = new_zeroed(game->remains, 1);
    memset(blank, '\n', game->remains);
    bool ok = fcntl(journal->pgn, F_SETFL, flags & ~O_APPEND) == 0 &&
              pwrite(journal->pgn, blank, game->remains, game->start) == (ssize_t)game->remains;
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

static bool remove_all_broken(const Journal *journal, const MatchState *state, Error *err)
{
    for (size_t i = state->count; journal->pgn >= 0 && i-- > state->saved;) {
        Buffer line = {0};
        const StateGame *game = &state->games[i];
        if (!game->is_broken) continue;
        match_state_add_void(&line, game->number);
        bool ok = remove_broken(journal, game, err) && add_line(journal, &line, err);
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
    MatchState state;
    bool ok = match_state_read(&state, journal->state_path, options, text, err) &&
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
    state.openings = NULL; /* they are the journal's */
    match_state_free(&state);
    return ok;
}

static bool start_state(Journal *journal, const MatchOptions *options, Error *err)
{
    Buffer text = {0};
    match_state_begin(&text, options);
    bool ok = cut(journal->state, journal->state_path, 0, err) &&
              write_all(journal->state, journal->state_path, text.data, text.length, err);
    buffer_free(&text);
    return ok;
}

static bool use_state(Journal *journal, MatchOptions *options, Results *results, Buffer *text,
                      Error *err)
{
    if (!is_match_state(text))
        return error_set(err, "%s is not the state of a match of this version",
                         shown_path(journal->state_path).text);
    if (options->resume && !is_match_state_begun(text, options))
        return take_up(journal, options, results, text, err);
    if (is_match_state_unfinished(text))
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
    match_state_add_saved(&line, count);
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
    match_state_add_opening(&line, options, opening);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    journal->noted++;
    return ok;
}

bool journal_note_said(Journal *journal, int engine, const LintTally *said, Error *err)
{
    Buffer line = {0};
    match_state_add_said(&line, (size_t)engine, said);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    return ok;
}

bool journal_note_unread(Journal *journal, Error *err)
{
    Buffer line = {0};
    if (journal->unread) return true;
    match_state_add_unread(&line);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    journal->unread = true;
    return ok;
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

bool journal_in_place(const Journal *journal, Error *err)
{
    return (journal->pgn < 0 || file_in_place(journal->pgn, journal->pgn_path, err)) &&
           (journal->state < 0 || file_in_place(journal->state, journal->state_path, err));
}

bool journal_add(Journal *journal, int64_t number, const Record *record, const char *pgn_text,
                 size_t pgn_length, Error *err)
{
    Buffer line = {0};
    if (!journal_in_place(journal, err)) return false;
    int64_t start = journal->pgn >= 0 ? length_of(journal->pgn) : 0;
    const StateGame game = {.number = number,
                            .result = record->result,
                            .ending = record->ending,
                            .plies = record->count,
                            .start = start,
                            .length = pgn_length,
                            .checksum = match_state_checksum(pgn_text, pgn_length)};
    match_state_add_game(&line, &game);
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
    Buffer line = {0};
    match_state_add_finished(&line);
    bool ok = add_line(journal, &line, err);
    buffer_free(&line);
    return ok;
}
