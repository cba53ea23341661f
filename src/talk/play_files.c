#include "talk/play_files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "rules/notation.h"
#include "talk/files.h"
#include "talk/pgn_read.h"
#include "talk/pgn_write.h"
#include "talk/play_bell.h"

static bool is_quote(char c) { return c == '"' || c == '\''; }

/* The file that somebody means who types this. False and an error for half a pair of quotes. */
static bool typed_path(Buffer *path, const char *typed, Error *err)
{
    const char *home = getenv("HOME");
    size_t length = strlen(typed);
    const char first = *typed, last = length ? typed[length - 1] : '\0';
    const bool quoted = length >= 2 && is_quote(first) && last == first;
    if (!quoted && (is_quote(first) || is_quote(last)))
        return error_set(err, "%s: a quotation mark lacks its partner", shown_path(typed).text);
    if (quoted)
        typed++, length -= 2;
    else if (home && strncmp(typed, "~/", 2) == 0) {
        buffer_add(path, "%s", home);
        typed++, length--;
    }
    buffer_add(path, "%.*s", (int)length, typed);
    if (path->length == 0) return error_set(err, "no file is named");
    return true;
}

static void write_game(const Session *s, Buffer *text)
{
    char date[16] = "????.??.??";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local)) strftime(date, sizeof date, "%Y.%m.%d", &local);
    PgnHeader header = {.event = "Casual game", .site = "?", .date = date, .round = "-"};
    header.white = s->engine_plays[WHITE] ? "Boojum" : "?";
    header.black = s->engine_plays[BLACK] ? "Boojum" : "?";
    header.controls[WHITE] = header.controls[BLACK] = &s->control;
    pgn_write(text, &s->record, &header);
}

/* Does a file begin as no PGN does? A slip of the hand is to harm nobody's text. */
static bool holds_other_things(const char *path)
{
    struct stat status;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE *in = regular ? fopen(path, "r") : NULL;
    int c = EOF;
    if (!in) return false;
    do c = getc(in);
    while (isspace(c));
    fclose(in);
    return c != EOF && !isdigit(c) && !memchr("[{;%\xef", c, 5);
}

void save_game(Session *s, const char *typed, Error *told)
{
    Buffer text = {0}, path = {0};
    write_game(s, &text);
    if (!typed_path(&path, typed, told)) {
        /* told */
    } else if (holds_other_things(path.data))
        error_set(told, "%s: this file holds no PGN, and no game is added to it",
                  shown_path(path.data).text);
    else if (add_to_file(path.data, &text, told))
        error_set(told, "The game has been added to %s", path.data);
    buffer_free(&text);
    buffer_free(&path);
}

static void take_over(Session *s, const PgnGame *game)
{
    s->kind = game->kind;
    record_start(&s->record, &s->kind, &game->start);
    for (size_t i = 0; i < game->move_count; i++) {
        char text[UCI_MOVE_MAX];
        move_write_uci(&s->record.pos, game->moves[i].move, true, text);
        record_play(&s->record, text, &(Thought){0}, TIME_UNKNOWN);
    }
    record_judge(&s->record, NULL);
    if (s->thinker) thinker_new_game(s->thinker);
    if (s->engine_plays[WHITE] || s->engine_plays[BLACK])
        session_set_color(s, s->record.pos.side == WHITE ? PLAY_WHITE : PLAY_BLACK);
    session_start_clocks(s);
}

/* The last game of the file that can be read, and how many cannot: `why` is about the first of
 * those. False and an error if there is none. */
static bool read_last_game(const char *path, PgnGame *last, size_t *left_out, Error *why,
                           Error *err)
{
    PgnGame game;
    FILE *in = open_input(path, false, err);
    if (!in) return false;
    PgnReader reader = {.in = in, .path = path, .usual = game_find("chess", NULL, NULL)};
    bool broken_off = false;
    while (!(broken_off = bell_calls()) && (pgn_read(&reader, &game, err) || *err->text)) {
        if (*err->text) {
            if ((*left_out)++ == 0) *why = *err;
            pgn_skip(&reader, &game, NULL, err);
        } else {
            pgn_game_free(last);
            *last = game;
        }
    }
    if (!broken_off) pgn_game_free(&game);
    if (broken_off) {
        bell_interrupts();
        error_set(err, "%s: reading it was broken off", shown_path(path).text);
    } else if (ferror(in))
        file_failed(path, err);
    else if (!last->kind.game && *left_out > 0)
        *err = *why;
    else if (!last->kind.game)
        error_set(err, "%s: no game is in it", shown_path(path).text);
    fclose(in);
    return !*err->text;
}

bool load_game(Session *s, const char *typed, Error *err)
{
    PgnGame last = {0};
    Buffer path = {0};
    size_t left_out = 0;
    Error why = {""};
    const bool ok =
        typed_path(&path, typed, err) && read_last_game(path.data, &last, &left_out, &why, err);
    buffer_free(&path);
    if (ok && left_out > 0)
        say(s->terminal, "%zu game%s that cannot be read %s left out: %s.", left_out,
            left_out == 1 ? "" : "s", left_out == 1 ? "was" : "were", why.text);
    if (ok) {
        take_over(s, &last);
        session_show_players(s);
    }
    if (ok && last.result != RESULT_NONE && last.result != s->record.result)
        say(s->terminal, "The file gives this game the result %s; here it %s.",
            result_names[last.result], session_is_over(s) ? "ends otherwise" : "goes on");
    pgn_game_free(&last);
    return ok;
}
