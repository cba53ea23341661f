#include "talk/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "boojum match state 1";

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
    buffer_add(text, "schedule %s, %d games, repeat %d, swap %d\n",
               schedule->gauntlet ? "gauntlet" : "round-robin", schedule->games, schedule->repeat,
               schedule->swap);
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
        error_set(err, "%.150s: %s", path, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return fd;
    error_set(err, "%.150s: another match writes to it", path);
    close(fd);
    return -1;
}

static bool write_all(int fd, const char *path, const char *bytes, size_t length, Error *err)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return error_set(err, "%.150s: %s", path, strerror(errno));
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static bool read_all(int fd, const char *path, Buffer *text, Error *err)
{
    char bytes[65536];
    off_t at = 0;
    for (;;) {
        ssize_t got = pread(fd, bytes, sizeof bytes, at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return error_set(err, "%.150s: %s", path, strerror(errno));
        if (got == 0) return true;
        buffer_append(text, bytes, (size_t)got);
        at += got;
    }
}

static bool cut(int fd, const char *path, int64_t length, Error *err)
{
    if (ftruncate(fd, length) == 0) return true;
    return error_set(err, "%.150s: %s", path, strerror(errno));
}

static int64_t length_of(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 ? status.st_size : 0;
}

/* --- Resuming ----------------------------------------------------------------------------------
 */

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

/* "seed N" and "pgn-start N". */
static bool read_start(Journal *journal, MatchOptions *options, char **rest)
{
    char *seed = cut_line(rest), *start = seed ? cut_line(rest) : NULL;
    uint64_t number;
    if (!start || sscanf(seed, "seed %" SCNu64, &number) != 1 ||
        sscanf(start, "pgn-start %" SCNd64, &journal->pgn_length) != 1)
        return false;
    if (options->seeded && options->seed != number) return false;
    match_options_set_seed(options, number);
    return true;
}

static bool read_game(Journal *journal, Results *results, const char *line)
{
    int64_t number, pgn_length;
    char result[16], ending[32];
    int plies, kind = 0;
    if (sscanf(line, "game %" SCNd64 " %15s %31s %d %" SCNd64, &number, result, ending, &plies,
               &pgn_length) != 5)
        return false;
    while (kind < RESULT_COUNT && strcmp(result_names[kind], result) != 0) kind++;
    if (kind == RESULT_COUNT || ending_find(ending) == END_COUNT) return false;
    if (!results_add(results, number - 1, (Result)kind, ending_find(ending), plies)) return false;
    journal->pgn_length = pgn_length;
    return true;
}

/* Takes in the state; what follows its last whole line is cut off, and the PGN where it ended then.
 */
static bool take_up(Journal *journal, MatchOptions *options, Results *results, Buffer *text,
                    Error *err)
{
    char *rest = text->data;
    if (!check_description(journal, options, &rest, err)) return false;
    if (!read_start(journal, options, &rest))
        return error_set(err, "%.150s: the seed is another one, or the beginning is damaged",
                         journal->state_path);
    for (char *line; (line = cut_line(&rest));)
        if (!read_game(journal, results, line))
            return error_set(err, "%.100s: `%.80s` does not belong there", journal->state_path,
                             line);
    if (journal->pgn >= 0) {
        if (length_of(journal->pgn) < journal->pgn_length)
            return error_set(err, "%.150s: games that were played are missing in it",
                             journal->pgn_path);
        if (!cut(journal->pgn, journal->pgn_path, journal->pgn_length, err)) return false;
    }
    return cut(journal->state, journal->state_path, rest - text->data, err);
}

/* --- The whole ---------------------------------------------------------------------------------
 */

static bool start_state(Journal *journal, const MatchOptions *options, Error *err)
{
    Buffer text = {0};
    describe_match(&text, options);
    buffer_add(&text, "seed %" PRIu64 "\npgn-start %" PRId64 "\n", options->seed,
               journal->pgn_length);
    bool ok = cut(journal->state, journal->state_path, 0, err) &&
              write_all(journal->state, journal->state_path, text.data, text.length, err);
    buffer_free(&text);
    return ok;
}

static bool open_state(Journal *journal, MatchOptions *options, Results *results, Error *err)
{
    Buffer text = {0};
    journal->state = open_locked(journal->state_path, err);
    if (journal->state < 0) return false;
    bool ok = read_all(journal->state, journal->state_path, &text, err);
    if (ok && options->resume && memmem(buffer_text(&text), text.length, "\npgn-start ", 11))
        ok = take_up(journal, options, results, &text, err);
    else if (ok && text.length > 0 && strncmp(text.data, first_line, strlen(first_line)) != 0)
        ok = error_set(err, "%.150s is not the state of a match", journal->state_path);
    else if (ok)
        ok = start_state(journal, options, err);
    buffer_free(&text);
    return ok;
}

bool journal_open(Journal *journal, MatchOptions *options, Results *results, Error *err)
{
    *journal =
        (Journal){.pgn_path = options->pgn, .state_path = options->state, .pgn = -1, .state = -1};
    if (journal->pgn_path) {
        journal->pgn = open_locked(journal->pgn_path, err);
        if (journal->pgn < 0) return false;
        journal->pgn_length = length_of(journal->pgn);
    }
    return !journal->state_path || open_state(journal, options, results, err);
}

void journal_close(Journal *journal)
{
    if (journal->pgn >= 0) close(journal->pgn);
    if (journal->state >= 0) close(journal->state);
    journal->pgn = journal->state = -1;
}

bool journal_add(Journal *journal, int64_t number, const Record *record, const char *pgn_text,
                 size_t pgn_length, Error *err)
{
    char line[128];
    if (journal->pgn >= 0) {
        if (!write_all(journal->pgn, journal->pgn_path, pgn_text, pgn_length, err)) return false;
        journal->pgn_length += (int64_t)pgn_length;
    }
    if (journal->state < 0) return true;
    int length = snprintf(line, sizeof line, "game %" PRId64 " %s %s %zu %" PRId64 "\n", number + 1,
                          result_names[record->result], ending_names[record->ending], record->count,
                          journal->pgn_length);
    return write_all(journal->state, journal->state_path, line, (size_t)length, err);
}
