/* The match: one loop that waits for whatever happens next at any table. */
#include "talk/match.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "talk/files.h"
#include "talk/guard.h"
#include "talk/interrupt.h"
#include "talk/journal.h"
#include "talk/live.h"
#include "talk/pgn_write.h"
#include "talk/report.h"
#include "talk/report_json.h"
#include "talk/table.h"

enum { FAULTS_TOLD = 20 }; /* of each kind by each engine */
enum { BUSY_US = 20000 };  /* so long without a look at the engines is too long */

/* Who reads what one side of a table says. */
typedef struct Witness {
    struct Match *match;
    const struct Seat *seat;
    Color color;
    Lint *lint; /* during a game, if anybody wants to know; else NULL */
} Witness;

typedef struct Seat {
    Table table;
    Planned plan;
    bool waiting;          /* for the opening of `plan`, */
    int64_t not_before_us; /* or for this time */
    Witness witnesses[COLOR_COUNT];
} Seat;

typedef struct Match {
    const MatchOptions *options;
    Guard guard;
    Openings *openings;
    Results results;
    Journal journal;
    Live live;
    int64_t started_us;
    int64_t games_before;   /* those that were played before the match was resumed */
    bool *warned;           /* of each engine: of what is wrong with its options */
    LintTally *said_before; /* of each engine: what was found before the match was resumed */
    FILE *findings;         /* the file for them, or NULL */
    FILE *trace;            /* where all that engines are told and say goes, or NULL */
    int64_t seen_us;        /* when poll() returned last */
    char date[16];
    Seat *seats;
    int64_t next;     /* the first game that nobody plays or has played */
    Player **players; /* all that have a process or soon will */
    size_t player_count, player_capacity;
    bool *busy; /* of each player: it sits at a table */
    size_t busy_capacity;
    struct pollfd *fds;
    size_t fds_capacity;
    bool stopping; /* no game is begun or counted any more */
    Error err;     /* why the match cannot go on */
} Match;

/* --- Players -----------------------------------------------------------------------------------
 */

static Player *add_player(Match *match, const EngineSpec *spec)
{
    size_t count = match->player_count;
    match->players = grow(match->players, count, &match->player_capacity, sizeof(void *));
    match->busy = grow(match->busy, count, &match->busy_capacity, sizeof *match->busy);
    ChildSetting setting = {&match->guard, match->trace, spec->name};
    Player *player =
        player_create(spec, &match->options->kind, match->options->patience_us, &setting);
    match->players[count] = player;
    match->busy[count] = true;
    match->player_count++;
    return player;
}

/* An engine that has left a process behind is no engine to go on with. */
static void remove_player(Match *match, size_t at)
{
    const Player *player = match->players[at];
    if (*player->left.text) {
        if (!*match->err.text)
            error_set(&match->err, "%s: %s", player->spec->name, player->left.text);
        match->stopping = true;
    }
    player_destroy(match->players[at]);
    match->player_count--;
    for (; at < match->player_count; at++) {
        match->players[at] = match->players[at + 1];
        match->busy[at] = match->busy[at + 1];
    }
}

static bool is_idle(const Match *match, size_t at)
{
    return !match->busy[at] && match->players[at]->state != PLAYER_LEAVING;
}

static Player *seat_player(Match *match, int engine)
{
    const EngineSpec *spec = &match->options->engines[engine];
    for (size_t i = 0; i < match->player_count; i++) {
        if (!is_idle(match, i) || match->players[i]->spec != spec) continue;
        match->busy[i] = true;
        return match->players[i];
    }
    return add_player(match, spec);
}

/* The player's game is over: it waits for the next, or goes. */
static void release_player(Match *match, const Player *player)
{
    size_t at = 0;
    while (match->players[at] != player) at++;
    match->busy[at] = false;
    if (player->spec->restart) player_leave(match->players[at]);
}

/* Sends the one idle for longest away when there are many; forgets those that are gone. */
static void tend_players(Match *match)
{
    size_t idle = 0, most = match->options->engine_count;
    for (size_t i = match->player_count; i-- > 0;) {
        Player *player = match->players[i];
        if (match->busy[i]) continue;
        bool gone = player->state == PLAYER_FAILED || player->state == PLAYER_ABSENT;
        if (gone)
            remove_player(match, i);
        else if (player->state != PLAYER_LEAVING && (++idle > most || match->stopping))
            player_leave(player);
    }
}

/* --- What engines say ---------------------------------------------------------------------------
 */

enum { LINE_TOLD = 200 }; /* bytes of it */

static int engine_at(const Seat *seat, int color)
{
    return color == WHITE ? seat->plan.white : seat->plan.black;
}

/* What a stranger wrote, on one line and without what a terminal would obey. */
static void add_quoted(Buffer *text, const char *line)
{
    for (int i = 0; i < LINE_TOLD && line[i]; i++)
        buffer_append(text, line[i] >= ' ' && line[i] <= '~' ? &line[i] : "?", 1);
    if (strlen(line) > LINE_TOLD) buffer_add(text, "...");
}

/* A line about something that went wrong: above the live table, else on stderr. */
static void notify(Match *match, const char *text)
{
    live_erase(&match->live);
    fprintf(match->live.stream ? match->live.stream : stderr, "%s\n", text);
    match->live.drawn_us = 0;
}

static void take_finding(void *context, const LintFinding *finding)
{
    const Witness *witness = context;
    Match *match = witness->match;
    const Seat *seat = witness->seat;
    int engine = engine_at(seat, (int)witness->color);
    int64_t times = match->results.said[engine].kinds[finding->kind] -
                    match->said_before[engine].kinds[finding->kind];
    if (times > FAULTS_TOLD || (lint_is_lesser(finding->kind) && !match->findings)) return;
    Buffer text = {0};
    buffer_add(&text, "lint: %s, game %" PRId64 ", ply %zu: %s: %s: ",
               match->options->engines[engine].name, seat->plan.number + 1,
               seat->table.record.count + 1, lint_kind_names[finding->kind], finding->text);
    add_quoted(&text, finding->line);
    if (times == FAULTS_TOLD) buffer_add(&text, " (more of this kind are only counted)");
    if (match->findings)
        fprintf(match->findings, "%s\n", text.data);
    else
        notify(match, text.data);
    buffer_free(&text);
}

static void add_witnesses(Match *match, Seat *seat)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        Witness *witness = &seat->witnesses[color];
        *witness = (Witness){.match = match, .seat = seat, .color = (Color)color};
        witness->lint =
            lint_create(&match->results.said[engine_at(seat, color)], take_finding, witness);
        seat->table.players[color]->lint = witness->lint;
    }
}

static void remove_witnesses(Seat *seat)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        Witness *witness = &seat->witnesses[color];
        if (!witness->lint) continue;
        seat->table.players[color]->lint = NULL;
        lint_destroy(witness->lint);
        witness->lint = NULL;
    }
}

/* --- Games -------------------------------------------------------------------------------------
 */

static bool is_played(const Match *match, int64_t number)
{
    if (results_has(&match->results, number)) return true;
    for (int i = 0; i < match->options->concurrency; i++) {
        const Seat *seat = &match->seats[i];
        if ((seat->waiting || seat->table.state != TABLE_FREE) && seat->plan.number == number)
            return true;
    }
    return false;
}

/* Plans the next game for the seat. False if there is none left. */
static bool plan_game(Match *match, Seat *seat)
{
    int64_t count = schedule_count(&match->options->schedule);
    while (match->next < count && is_played(match, match->next)) match->next++;
    if (match->next >= count) return false;
    seat->plan = schedule_game(&match->options->schedule, match->next++);
    seat->waiting = true;
    return true;
}

static void start_game(Match *match, Seat *seat, int64_t now)
{
    Error err;
    if ((!seat->waiting && !plan_game(match, seat)) || now < seat->not_before_us) return;
    const Opening *opening = openings_get(match->openings, seat->plan.opening, &err);
    if (!opening) {
        if (*err.text) {
            match->err = err;
            match->stopping = true;
        }
        return;
    }
    if (!journal_note_opening(&match->journal, match->options, opening, &match->err)) {
        match->stopping = true;
        return;
    }
    seat->waiting = false;
    table_start(&seat->table, &match->options->kind, opening, seat_player(match, seat->plan.white),
                seat_player(match, seat->plan.black), &match->options->adjudication);
    if (match->options->lint) add_witnesses(match, seat);
}

/* Notes what is found so far in the words of the game's engines. */
static bool keep_findings(Match *match, const Seat *seat)
{
    const LintTally *said = match->results.said;
    if (!said) return journal_note_unread(&match->journal, &match->err);
    for (int color = 0; color < COLOR_COUNT; color++) {
        int engine = engine_at(seat, color);
        if (!journal_note_said(&match->journal, engine, &said[engine], &match->err)) return false;
    }
    return true;
}

/* Adds the game to the files. */
static bool keep_game(Match *match, const Seat *seat)
{
    const MatchOptions *options = match->options;
    const EngineSpec *white = &options->engines[seat->plan.white];
    const EngineSpec *black = &options->engines[seat->plan.black];
    PgnHeader header = {.event = options->event,
                        .site = options->site,
                        .date = match->date,
                        .white = white->name,
                        .black = black->name,
                        .controls = {&white->control, &black->control},
                        .minimal = options->pgn_minimal};
    Buffer text = {0};
    snprintf(header.round, sizeof header.round, "%" PRId64, seat->plan.number + 1);
    pgn_write(&text, &seat->table.record, &header);
    bool kept = keep_findings(match, seat) &&
                journal_add(&match->journal, seat->plan.number, &seat->table.record, text.data,
                            text.length, &match->err);
    buffer_free(&text);
    return kept;
}

/* Of an engine that fails in the same way again and again the first times. */
static void report_fault(Match *match, const Seat *seat)
{
    char end[200];
    Buffer text = {0};
    const EngineSpec *engines = match->options->engines;
    const Record *record = &seat->table.record;
    int loser = record->result == WHITE_WINS ? seat->plan.black : seat->plan.white;
    int64_t times = match->results.faults[loser][record->ending];
    if (times > FAULTS_TOLD) return;
    record_describe(record, end);
    buffer_add(&text, "game %" PRId64 " (%s vs %s): %s", seat->plan.number + 1,
               engines[seat->plan.white].name, engines[seat->plan.black].name, end);
    if (times == FAULTS_TOLD) buffer_add(&text, " (more of this kind are only counted)");
    notify(match, text.data);
    buffer_free(&text);
}

static void warn_of_options(Match *match, const Seat *seat)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        const Player *player = seat->table.players[color];
        bool *warned = &match->warned[engine_at(seat, color)];
        for (size_t i = 0; !*warned && i < player->spec->option_count; i++) {
            Buffer text = {0};
            if (!player_complaint(player, i)) continue;
            buffer_add(&text, "warning: %s %s", player->spec->name, player_complaint(player, i));
            notify(match, text.data);
            buffer_free(&text);
        }
        *warned |= player->options_seen;
    }
}

static void print_table(Match *match)
{
    Buffer text = {0};
    live_erase(&match->live);
    report_table(&text, match->options, &match->results);
    fputs(buffer_text(&text), stdout);
    fflush(stdout);
    buffer_free(&text);
}

static bool is_decided(const Match *match)
{
    double llr;
    return match->options->use_sprt &&
           report_verdict(match->options, &match->results, &llr) != SPRT_GOES_ON;
}

static void finish_game(Match *match, Seat *seat)
{
    const MatchOptions *options = match->options;
    const Record *record = &seat->table.record;
    warn_of_options(match, seat);
    remove_witnesses(seat);
    for (int color = 0; color < COLOR_COUNT; color++)
        release_player(match, seat->table.players[color]);
    seat->table.state = TABLE_FREE;
    strays_collect();
    if (!keep_game(match, seat)) {
        match->stopping = true;
        return;
    }
    results_add(&match->results, seat->plan.number, record->result, record->ending,
                (int)record->count);
    if (ending_is_fault(record->ending)) report_fault(match, seat);
    if (options->rating_interval && !options->json &&
        match->results.games % options->rating_interval == 0)
        print_table(match);
    match->stopping = is_decided(match);
}

/* Is it decided, or are all games played? */
static bool is_finished(const Match *match)
{
    return match->results.games == schedule_count(&match->options->schedule) || is_decided(match);
}

/* --- The live table ----------------------------------------------------------------------------
 */

static void add_progress(Buffer *text, const Match *match, int64_t now)
{
    int64_t planned = schedule_count(&match->options->schedule), games_now = match->results.games;
    int64_t gone = now - match->started_us, fresh = games_now - match->games_before;
    bool open_ended = match->options->use_sprt;
    if (!open_ended) {
        add_bar(text, games_now, planned);
        buffer_add(text, ", ");
    }
    buffer_add(text, "game %" PRId64, games_now);
    if (!open_ended) buffer_add(text, " of %" PRId64, planned);
    buffer_add(text, ", ");
    add_duration(text, gone);
    buffer_add(text, " gone");
    if (!open_ended && fresh > 0) {
        buffer_add(text, ", about ");
        add_duration(text, (int64_t)((double)gone / (double)fresh * (double)(planned - games_now)));
        buffer_add(text, " left");
    }
    buffer_add(text, "\n");
}

static void draw(Match *match, int64_t now)
{
    if (!live_due(&match->live, now)) return;
    Buffer text = {0};
    add_progress(&text, match, now);
    report_table(&text, match->options, &match->results);
    live_draw(&match->live, text.data, now);
    buffer_free(&text);
}

/* --- The loop ----------------------------------------------------------------------------------
 */

/* The match cannot go on: an engine cannot be started, or does not play the game. */
static void break_off(Match *match, const Seat *seat)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        const Player *player = seat->table.players[color];
        if (player->state == PLAYER_FAILED)
            error_set(&match->err, "%s: %s", player->spec->name, player->failure);
    }
    match->stopping = true;
}

/* Two pipes a player; the usual limit of 1024 descriptors is soon reached. */
static void allow_many_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    rlim_t wanted = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
    if (limit.rlim_cur >= wanted) return;
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool step_seats(Match *match, int64_t now)
{
    bool playing = false;
    for (int i = 0; i < match->options->concurrency; i++) {
        Seat *seat = &match->seats[i];
        if (match->stopping) break;
        if (seat->table.state == TABLE_FREE) start_game(match, seat, now);
        table_step(&seat->table, now);
        if (seat->table.state == TABLE_BROKEN) break_off(match, seat);
        if (seat->table.state == TABLE_OVER) {
            finish_game(match, seat);
            seat->not_before_us = match->options->wait_us ? now + match->options->wait_us : 0;
            if (!match->stopping) start_game(match, seat, now);
        }
        playing |= seat->waiting || seat->table.state != TABLE_FREE;
    }
    return playing;
}

static int64_t nearest_deadline(const Match *match)
{
    int64_t nearest = TIME_NEVER;
    if (match->live.stream) nearest = match->live.drawn_us + 1000000; /* the time goes on */
    for (size_t i = 0; i < match->player_count; i++)
        if (match->players[i]->deadline_us < nearest) nearest = match->players[i]->deadline_us;
    for (int i = 0; !match->stopping && i < match->options->concurrency; i++) {
        const Seat *seat = &match->seats[i];
        if (seat->waiting && seat->not_before_us > match->seen_us && seat->not_before_us < nearest)
            nearest = seat->not_before_us;
    }
    return nearest;
}

/* Two descriptors a player, and that of the openings. */
static nfds_t collect_descriptors(Match *match)
{
    nfds_t count = 0;
    size_t needed = 2 * match->player_count + 1;
    if (needed > match->fds_capacity) {
        free(match->fds);
        match->fds = new_zeroed(2 * needed, sizeof *match->fds);
        match->fds_capacity = 2 * needed;
    }
    for (size_t i = 0; i < match->player_count; i++) {
        const Child *child = &match->players[i]->child;
        bool pending = child->pending.length > 0;
        match->fds[count++] = (struct pollfd){child->out, POLLIN, 0};
        match->fds[count++] = (struct pollfd){pending ? child->in : -1, POLLOUT, 0};
    }
    int openings = match->stopping ? -1 : openings_descriptor(match->openings);
    match->fds[count++] = (struct pollfd){openings, POLLIN, 0};
    return count;
}

/* The match was stopped, by the terminal or a signal, and the engines were not; or it was busy for
 * long, with writing to who does not read or with what another engine had to say. Nobody is to lose
 * by that. */
static void forgive(Match *match, int64_t now)
{
    const int64_t pause_us = now - match->seen_us;
    for (size_t i = 0; i < match->player_count; i++) {
        Player *player = match->players[i];
        player->asked_us += pause_us;
        if (player->asked_us > now) player->asked_us = now; /* asked when the pause had begun */
        if (player->deadline_us != TIME_NEVER) player->deadline_us += pause_us;
    }
    match->seen_us = now;
}

/* Waits until a player says something, a deadline passes or a signal comes, and lets the players
 * take note. Returns when that was. */
static int64_t wait_for_players(Match *match, const sigset_t *signals)
{
    nfds_t count = collect_descriptors(match);
    const int64_t begun = now_us();
    if (begun - match->seen_us > BUSY_US) forgive(match, begun);
    int64_t deadline = nearest_deadline(match), wait = deadline - begun + 1;
    if (wait < 0) wait = 0;
    struct timespec timeout = {wait / 1000000, wait % 1000000 * 1000};
    int ready =
        interrupt_poll(match->fds, count, deadline == TIME_NEVER ? NULL : &timeout, signals);
    int64_t now = now_us();
    if (interrupt_was_stopped()) forgive(match, now);
    match->seen_us = now;
    for (size_t i = 0; i < match->player_count; i++) {
        Player *player = match->players[i];
        if (ready > 0 && match->fds[2 * i + 1].revents) player_write(player);
        if (ready > 0 && match->fds[2 * i].revents) player_read(player, now);
        if (now > player->deadline_us) player_overdue(player);
    }
    return now;
}

static void play(Match *match, const sigset_t *signals)
{
    int64_t now = match->seen_us = now_us();
    while (!interrupt_signal() && step_seats(match, now) && !match->stopping) {
        draw(match, now);
        now = wait_for_players(match, signals);
        tend_players(match);
    }
}

/* Everybody goes; who does not is killed. */
static void dismiss_players(Match *match, const sigset_t *signals)
{
    match->stopping = true;
    for (int i = 0; i < match->options->concurrency; i++) remove_witnesses(&match->seats[i]);
    for (size_t i = 0; i < match->player_count; i++) match->busy[i] = false;
    tend_players(match);
    while (match->player_count > 0) {
        wait_for_players(match, signals);
        tend_players(match);
    }
}

/* --- Beginning and end -------------------------------------------------------------------------
 */

/* Openings from a file: they are read before signals are caught, so that this can be interrupted.
 */
static bool load_openings(Match *match)
{
    const MatchOptions *options = match->options;
    if (!options->file.path) return true;
    match->openings = openings_load(&options->file, options->kind.game, options->seed, &match->err);
    return match->openings != NULL;
}

/* Openings that are made, by a thread that signals must not come to. */
static bool make_openings(Match *match)
{
    const MatchOptions *options = match->options;
    if (options->file.path) return true;
    match->openings =
        openings_make(&options->made, match->journal.openings, match->journal.opening_count,
                      4 + (size_t)options->concurrency, &match->err);
    return match->openings != NULL;
}

/* Of two files that do not exist: would they be the same? */
static bool is_same_path(const char *one, const char *two)
{
    const char *names[2] = {one, two};
    char *places[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(names[i], '/');
        char *directory = copy_text(slash ? names[i] : ".");
        if (slash) {
            directory[slash == names[i] ? 1 : slash - names[i]] = '\0';
            names[i] = slash + 1;
        }
        places[i] = real_path(directory);
        free(directory);
    }
    bool same = places[0] && places[1] && strcmp(places[0], places[1]) == 0 &&
                strcmp(names[0], names[1]) == 0;
    free(places[0]);
    free(places[1]);
    return same;
}

/* Devices and pipes may be named twice. */
static bool is_same_file(const char *one, const char *two)
{
    struct stat first, second;
    bool there = stat(one, &first) == 0;
    if (there != (stat(two, &second) == 0)) return false;
    if (!there) return is_same_path(one, two);
    return S_ISREG(first.st_mode) && is_same_inode(&first, &second);
}

typedef struct NamedFile {
    const char *what, *path; /* or NULL */
} NamedFile;

static bool are_apart(NamedFile one, NamedFile two, Error *err)
{
    return !one.path || !two.path || !is_same_file(one.path, two.path) ||
           error_set(err, "%s: the %s and the %s cannot be one file", shown_path(two.path).text,
                     one.what, two.what);
}

/* Does each file have its own? Only games may be added to the file that openings come from, and
 * several engines may have one for their messages. */
static bool tell_files_apart(const MatchOptions *options, Error *err)
{
    const NamedFile files[] = {{"openings", options->file.path},
                               {"games", options->pgn},
                               {"state", options->state},
                               {"findings", options->lint_file},
                               {"log", options->trace_file}};
    const size_t count = sizeof files / sizeof *files;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1 + (i == 0); k < count; k++)
            if (!are_apart(files[i], files[k], err)) return false;
        for (size_t k = 0; k < options->engine_count; k++) {
            const NamedFile messages = {"stderr of an engine", options->engines[k].log};
            if (!are_apart(files[i], messages, err)) return false;
        }
    }
    return true;
}

/* A tally for each engine; a state that is taken up adds to it. */
static void start_lint(Match *match)
{
    size_t count = match->options->engine_count;
    if (!match->options->lint) return;
    match->results.said = new_zeroed(count, sizeof *match->results.said);
    match->said_before = new_zeroed(count, sizeof *match->said_before);
}

/* A file that this match alone adds to. NULL and an error if it cannot be had. */
static FILE *open_own(const char *path, Error *err)
{
    FILE *file = fopen(path, "ae");
    if (!file) {
        file_failed(path, err);
    } else if (!lock_file(fileno(file))) {
        error_set(err, "%s: another match writes to it", shown_path(path).text);
        fclose(file);
        file = NULL;
    }
    return file;
}

/* The findings' file. */
static bool open_lint(Match *match)
{
    const MatchOptions *options = match->options;
    for (size_t i = 0; options->lint && i < options->engine_count; i++)
        match->said_before[i] = match->results.said[i];
    if (!options->lint_file) return true;
    match->findings = open_own(options->lint_file, &match->err);
    if (match->findings) setlinebuf(match->findings);
    return match->findings != NULL;
}

static bool open_trace(Match *match)
{
    const MatchOptions *options = match->options;
    if (!options->trace) return true;
    match->trace = options->trace_file ? open_own(options->trace_file, &match->err) : stderr;
    if (match->trace) setlinebuf(match->trace);
    return match->trace != NULL;
}

/* All that the match needs is there: what an earlier one left in the files may go. */
static bool begin(Match *match)
{
    const MatchOptions *options = match->options;
    if (!journal_begin(&match->journal, options, &match->err)) return false;
    if (!match->findings || options->resume || ftruncate(fileno(match->findings), 0) == 0 ||
        errno == EINVAL) /* what is no file of a disk has nothing in it */
        return true;
    return file_failed(options->lint_file, &match->err);
}

/* What could not be written is a fault, as with any other file. */
static void close_log(Match *match, FILE **file, const char *path)
{
    if (!*file || !path) return;
    bool failed = ferror(*file) != 0;
    if (fclose(*file) != 0) failed = true;
    if (failed && !*match->err.text)
        error_set(&match->err, "%s: cannot be written", shown_path(path).text);
    *file = NULL;
}

static bool has_findings(const Match *match)
{
    for (size_t i = 0; i < match->options->engine_count; i++)
        if (match->results.said && lint_tally_findings(&match->results.said[i]) > 0) return true;
    return false;
}

static void note_date(Match *match)
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(match->date, sizeof match->date, "%Y.%m.%d", &local);
}

static void free_match(Match *match)
{
    for (int i = 0; i < match->options->concurrency; i++) table_free(&match->seats[i].table);
    for (size_t i = 0; i < match->player_count; i++) player_destroy(match->players[i]);
    journal_close(&match->journal);
    free(match->warned);
    free(match->said_before);
    openings_destroy(match->openings);
    results_free(&match->results);
    free(match->seats);
    free(match->players);
    free(match->busy);
    free(match->fds);
}

static void print_result(Match *match)
{
    Buffer text = {0};
    if (!match->options->json) {
        print_table(match);
        return;
    }
    report_json(&text, match->options, &match->results, interrupt_signal() != 0);
    fputs(text.data, stdout);
    buffer_free(&text);
}

static void tell_of_interrupt(const Match *match)
{
    fprintf(stderr, "boojum match: interrupted after %" PRId64 " of %" PRId64 " games%s\n",
            match->results.games, schedule_count(&match->options->schedule),
            match->options->state && !*match->err.text ? "; -resume goes on" : "");
}

static bool prepare(Match *match, MatchOptions *options)
{
    start_lint(match);
    return tell_files_apart(options, &match->err) &&
           journal_open(&match->journal, options, &match->results, &match->err) &&
           open_lint(match) && open_trace(match) && load_openings(match);
}

static void play_and_report(Match *match, const sigset_t *signals)
{
    bool traced = match->trace == stderr; /* which would tear the table apart */
    if (!match->options->json && !traced) live_start(&match->live, stdout);
    match->started_us = now_us();
    match->games_before = match->results.games;
    if (!is_finished(match)) play(match, signals);
    dismiss_players(match, signals);
    for (size_t i = 0; match->results.said && !*match->err.text && i < match->options->engine_count;
         i++) /* also of games that were broken off */
        journal_note_said(&match->journal, (int)i, &match->results.said[i], &match->err);
    if (!*match->err.text) journal_in_place(&match->journal, &match->err);
    if (is_finished(match) && !*match->err.text) journal_finish(&match->journal, &match->err);
    if (match->results.games > 0 || !*match->err.text) print_result(match);
    if (interrupt_signal()) tell_of_interrupt(match);
}

int match_run(MatchOptions *options)
{
    Match match = {.options = options, .journal = {.pgn = -1, .state = -1}};
    sigset_t signals;
    bool guarded = guard_start(&match.guard, &match.err);
    allow_many_descriptors();
    note_date(&match);
    results_start(&match.results, &options->schedule);
    match.seats = new_zeroed((size_t)options->concurrency, sizeof *match.seats);
    match.warned = new_zeroed(options->engine_count, sizeof *match.warned);
    bool prepared = guarded && prepare(&match, options);
    interrupt_block(&signals); /* they only come through while poll() waits */
    interrupt_catch();
    if (prepared && make_openings(&match) && begin(&match)) play_and_report(&match, &signals);
    close_log(&match, &match.findings, options->lint_file);
    close_log(&match, &match.trace, options->trace_file);
    int status = interrupt_signal() ? 130 : options->lint_fails && has_findings(&match) ? 3 : 0;
    free_match(&match);
    if (guarded) guard_stop(&match.guard);
    pthread_sigmask(SIG_SETMASK, &signals, NULL);
    if (*match.err.text) {
        fprintf(stderr, "boojum match: %s\n", match.err.text);
        return 1;
    }
    return status;
}

int match_command(int argc, char **argv)
{
    MatchOptions options;
    int status = match_options_read(&options, argc, argv);
    if (status >= 0) return status;
    status = match_run(&options);
    match_options_free(&options);
    return status;
}
