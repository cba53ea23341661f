#include "talk/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/prng.h"
#include "rules/outcome.h"
#include "search/worker.h"
#include "talk/epd.h"
#include "talk/files.h"
#include "talk/memory.h"
#include "talk/pgn_read.h"

struct Openings {
    Opening **list; /* each allocated by itself, so that it stays where it is */
    size_t count, capacity;
    int64_t first; /* number 0 is list[first] */
    /* Only when they are made on the way; the lock guards list, count and the fields below. */
    OpeningMaker *maker;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int wake; /* eventfd */
    size_t ahead, wanted;
    bool waiting, exhausted, quit;
    Error why;
};

static Opening *add(Openings *openings, const Position *start)
{
    openings->list = grow(openings->list, openings->count, &openings->capacity, sizeof(void *));
    Opening *opening = new_zeroed(1, sizeof *opening);
    opening->start = *start;
    opening->number = openings->count;
    openings->list[openings->count++] = opening;
    return opening;
}

/* --- From a file -------------------------------------------------------------------------------
 */

/* A game that is over already would be won by nobody's merit. */
static bool check_ongoing(const Opening *opening, Error *err)
{
    Position pos = opening->start;
    KeyStack keys = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < opening->count; i++) {
        Undo undo;
        ok = key_stack_push(&keys, pos.key);
        position_make(&pos, opening->moves[i], &undo);
    }
    Outcome outcome = outcome_of(&pos, &keys);
    key_stack_free(&keys);
    if (!ok) return error_set(err, "out of memory");
    return !outcome_is_over(outcome) ||
           error_set(err, "the game is over there: %s", outcome_names[outcome]);
}

static bool load_lines(Openings *openings, FILE *in, const char *path, RulesId rules, Error *err)
{
    char *line = NULL;
    size_t capacity = 0, number = 0;
    bool ok = true;
    while (ok && read_line(in, path, &line, &capacity, err)) {
        Error why;
        Position pos;
        number++;
        if (epd_is_blank(line)) continue;
        ok = epd_read(&pos, rules, line, NULL, &why);
        if (ok) ok = check_ongoing(add(openings, &pos), &why);
        if (!ok) error_set(err, "%s, line %zu: %.150s", shown_path(path).text, number, why.text);
    }
    free(line);
    return ok && !*err->text;
}

static void add_pgn_game(Openings *openings, const PgnGame *game, int plies)
{
    Opening *opening = add(openings, &game->start);
    opening->count = game->move_count;
    if (plies > 0 && opening->count > (size_t)plies) opening->count = (size_t)plies;
    opening->moves = new_zeroed(opening->count, sizeof *opening->moves);
    for (size_t i = 0; i < opening->count; i++) opening->moves[i] = game->moves[i].move;
}

static bool use_game(Openings *openings, const PgnGame *game, size_t number,
                     const OpeningFile *file, const Game *usual, Error *err)
{
    Error why;
    if (game->kind.game->rules != usual->rules)
        return error_set(err, "%s, game %zu is one of %s, not of %s", shown_path(file->path).text,
                         number, game->kind.game->title, usual->title);
    add_pgn_game(openings, game, file->plies);
    return check_ongoing(openings->list[openings->count - 1], &why) ||
           error_set(err, "%s, game %zu: %.150s", shown_path(file->path).text, number, why.text);
}

static bool load_games(Openings *openings, FILE *in, const OpeningFile *file, const Game *usual,
                       Error *err)
{
    PgnReader reader = {.in = in, .path = file->path, .usual = usual};
    PgnSkipped skipped = {0};
    PgnGame game;
    Error first = {""};
    bool ok = true;
    while (ok && (pgn_read(&reader, &game, err) || *err->text)) {
        if (*err->text) {
            if (skipped.count == 0) first = *err;
            pgn_skip(&reader, &game, &skipped, err);
            continue;
        }
        ok = use_game(openings, &game, reader.games, file, usual, err);
        pgn_game_free(&game);
    }
    if (ok && openings->count == 0 && skipped.count > 0) {
        *err = first;
        ok = false;
    }
    if (ok) pgn_skipped_tell(&skipped, "boojum match", "this game is left out");
    pgn_skipped_free(&skipped);
    return ok;
}

/* Fisher and Yates. */
static void shuffle(Openings *openings, uint64_t seed)
{
    Prng prng = {seed};
    for (size_t i = openings->count; i > 1; i--) {
        size_t j = (size_t)prng_below(&prng, i);
        Opening *swapped = openings->list[i - 1];
        openings->list[i - 1] = openings->list[j];
        openings->list[j] = swapped;
    }
}

Openings *openings_load(const OpeningFile *file, const Game *game, uint64_t seed, Error *err)
{
    FILE *in = open_input(file->path, false, err);
    if (!in) return NULL;
    Openings *openings = new_zeroed(1, sizeof *openings);
    openings->wake = -1;
    bool ok = file->pgn ? load_games(openings, in, file, game, err)
                        : load_lines(openings, in, file->path, game->rules, err);
    if (ok && ferror(in)) ok = error_set(err, "%s: cannot be read", shown_path(file->path).text);
    fclose(in);
    if (ok && openings->count == 0) error_set(err, "%s: no openings", shown_path(file->path).text);
    if (!ok || openings->count == 0) {
        openings_destroy(openings);
        return NULL;
    }
    if (file->random) shuffle(openings, seed);
    openings->first = file->start > 0 ? (file->start - 1) % (int64_t)openings->count : 0;
    return openings;
}

/* --- Made on the way ---------------------------------------------------------------------------
 */

static void *make_openings(void *argument)
{
    Openings *openings = argument;
    pthread_mutex_lock(&openings->lock);
    while (!openings->quit && !openings->exhausted) {
        if (openings->count >= openings->wanted + openings->ahead) {
            pthread_cond_wait(&openings->changed, &openings->lock);
            continue;
        }
        Position pos;
        pthread_mutex_unlock(&openings->lock);
        bool made = opening_maker_next(openings->maker, &pos, NULL, &openings->why);
        pthread_mutex_lock(&openings->lock);
        if (made)
            add(openings, &pos)->random = opening_maker_state(openings->maker);
        else
            openings->exhausted = true;
        if (openings->waiting) {
            openings->waiting = false;
            eventfd_write(openings->wake, 1);
        }
    }
    pthread_mutex_unlock(&openings->lock);
    return NULL;
}

Openings *openings_make(const OpeningSettings *settings, const Opening *known, size_t known_count,
                        size_t ahead, Error *err)
{
    Openings *openings = new_zeroed(1, sizeof *openings);
    openings->ahead = ahead;
    openings->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int failure = openings->wake < 0 ? errno : 0;
    openings->maker = opening_maker_create(settings);
    for (size_t i = 0; i < known_count; i++) {
        add(openings, &known[i].start)->random = known[i].random;
        opening_maker_skip(openings->maker, &known[i].start, known[i].random);
    }
    pthread_mutex_init(&openings->lock, NULL);
    pthread_cond_init(&openings->changed, NULL);
    if (failure == 0) failure = search_thread_start(&openings->thread, make_openings, openings);
    if (failure == 0) return openings;
    error_set(err, "no thread for the openings: %s", strerror(failure));
    opening_maker_destroy(openings->maker);
    openings->maker = NULL;
    openings_destroy(openings);
    return NULL;
}

void openings_destroy(Openings *openings)
{
    if (!openings) return;
    if (openings->maker) {
        opening_maker_stop(openings->maker);
        pthread_mutex_lock(&openings->lock);
        openings->quit = true;
        pthread_cond_signal(&openings->changed);
        pthread_mutex_unlock(&openings->lock);
        pthread_join(openings->thread, NULL);
        opening_maker_destroy(openings->maker);
    }
    if (openings->wake >= 0) close(openings->wake);
    for (size_t i = 0; i < openings->count; i++) {
        free(openings->list[i]->moves);
        free(openings->list[i]);
    }
    free(openings->list);
    free(openings);
}

static const Opening *get_made(Openings *openings, size_t number, Error *err)
{
    const Opening *opening = NULL;
    eventfd_t value;
    eventfd_read(openings->wake, &value);
    pthread_mutex_lock(&openings->lock);
    if (openings->exhausted && openings->count == 0) {
        if (err) *err = openings->why;
    } else {
        if (openings->exhausted) number %= openings->count;
        if (number < openings->count) opening = openings->list[number];
        openings->waiting = !opening;
        if (number + 1 > openings->wanted) openings->wanted = number + 1;
        pthread_cond_signal(&openings->changed);
    }
    pthread_mutex_unlock(&openings->lock);
    return opening;
}

const Opening *openings_get(Openings *openings, int64_t number, Error *err)
{
    if (err) err->text[0] = '\0';
    if (openings->maker) return get_made(openings, (size_t)number, err);
    int64_t count = (int64_t)openings->count;
    return openings->list[(openings->first + number % count) % count];
}

int openings_descriptor(const Openings *openings) { return openings->wake; }

int64_t openings_count(const Openings *openings)
{
    return openings->maker ? -1 : (int64_t)openings->count;
}
