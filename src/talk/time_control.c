#include "talk/time_control.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS_MAX = 10000000 }; /* four months */

int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A plain decimal number; leaves *text behind it. */
static bool take_number(const char **text, double *value)
{
    size_t length = strspn(*text, "0123456789.");
    if (length == 0 || length > 20) return false;
    char digits[24], *end;
    memcpy(digits, *text, length);
    digits[length] = '\0';
    *value = strtod(digits, &end);
    if (*end) return false;
    *text += length;
    return true;
}

/* "90" or "1:30". If that is one and too much, *why says so. */
static bool take_duration(const char **text, int64_t *us, const char **why)
{
    double value, seconds;
    if (!take_number(text, &value)) return false;
    if (**text == ':') {
        ++*text;
        if (!take_number(text, &seconds)) return false;
        if (seconds >= 60) *why = ": sixty seconds are a minute";
        value = value * 60 + seconds;
    }
    if (value > SECONDS_MAX) *why = ": more than 10000000 seconds";
    if (**why) return false;
    *us = llround(value * 1e6);
    return true;
}

bool seconds_read(int64_t *us, const char *text, Error *err)
{
    const char *rest = text, *why = "";
    if (!take_duration(&rest, us, &why) || *rest)
        return error_set(err, "`%.40s` is no number of seconds%s", text, why);
    return true;
}

bool time_control_read(TimeControl *control, const char *text, Error *err)
{
    TimeControl read = *control;
    const char *rest = text, *slash = strchr(text, '/'), *why = "";
    read.moves = 0;
    read.time_us = read.increment_us = 0;
    if (strcmp(text, "inf") == 0 || strcmp(text, "infinite") == 0) {
        *control = read;
        return true;
    }
    if (slash) {
        double moves;
        if (!take_number(&rest, &moves) || rest != slash || moves > 1000 || floor(moves) < moves)
            return error_set(err, "time control `%.40s`: no number of moves before the /", text);
        read.moves = (int)moves;
        rest++;
    }
    if (!take_duration(&rest, &read.time_us, &why) || (*rest && *rest != '+'))
        return error_set(err, "time control `%.40s`%s", text,
                         *why ? why : " is not [moves/]time[+increment]");
    if (*rest == '+') {
        rest++;
        if (!take_duration(&rest, &read.increment_us, &why) || *rest)
            return error_set(err, "time control `%.40s`%s", text,
                             *why ? why : ": no increment after the +");
    }
    if (read.time_us == 0 && read.increment_us == 0)
        return error_set(err, "time control `%.40s` leaves no time", text);
    if (read.time_us == 0) read.time_us = read.increment_us;
    *control = read;
    return true;
}

bool time_control_has_clock(const TimeControl *control)
{
    return control->time_us > 0 && control->move_us == 0;
}

bool time_control_is_timed(const TimeControl *control)
{
    return control->time_us > 0 || control->move_us > 0;
}

void time_control_write(const TimeControl *control, char buf[64])
{
    char moves[16] = "";
    if (control->move_us) {
        snprintf(buf, 64, "1/%.10g", (double)control->move_us / 1e6);
        return;
    }
    if (!time_control_has_clock(control)) {
        snprintf(buf, 64, "-");
        return;
    }
    if (control->moves) snprintf(moves, sizeof moves, "%d/", control->moves);
    int length = snprintf(buf, 64, "%s%.10g", moves, (double)control->time_us / 1e6);
    if (control->increment_us)
        snprintf(buf + length, 64 - (size_t)length, "+%.10g", (double)control->increment_us / 1e6);
}

void time_control_describe(const TimeControl *control, char buf[128])
{
    int length = 0;
    buf[0] = '\0';
#define ADD(...) length += snprintf(buf + length, 128 - (size_t)length, __VA_ARGS__)
    if (time_control_has_clock(control)) {
        char clock[64];
        time_control_write(control, clock);
        ADD("%s", clock);
    }
    if (control->move_us)
        ADD("%s%.10g s a move", length ? ", " : "", (double)control->move_us / 1e6);
    if (control->nodes) ADD("%s%" PRIu64 " nodes", length ? ", " : "", control->nodes);
    if (control->depth) ADD("%sdepth %d", length ? ", " : "", control->depth);
#undef ADD
}

void player_clock_start(PlayerClock *clock, const TimeControl *control)
{
    *clock = (PlayerClock){control, control->time_us, control->moves};
}

static int64_t whole_ms(int64_t us) { return us - us % 1000; }

int64_t player_clock_limit(const PlayerClock *clock)
{
    const TimeControl *control = clock->control;
    if (!time_control_is_timed(control)) return TIME_NEVER;
    int64_t left = control->move_us ? control->move_us : clock->left_us;
    return whole_ms(left + control->margin_us) + 999;
}

int64_t player_clock_late_ms(const PlayerClock *clock, int64_t used_us)
{
    return used_us / 1000 - player_clock_limit(clock) / 1000;
}

void player_clock_move(PlayerClock *clock, int64_t used_us)
{
    const TimeControl *control = clock->control;
    if (!time_control_has_clock(control)) return;
    clock->left_us += control->increment_us - whole_ms(used_us);
    if (clock->moves_to_go == 0 || --clock->moves_to_go > 0) return;
    clock->left_us += control->time_us;
    clock->moves_to_go = control->moves;
}

static int64_t in_ms(int64_t us) { return us >= 1000 ? us / 1000 : 1; }

void go_parameters(const PlayerClock clocks[2], int side, Buffer *text)
{
    const TimeControl *own = clocks[side].control;
    if (time_control_has_clock(own)) {
        for (int color = 0; color < 2; color++) {
            const TimeControl *control = clocks[color].control;
            /* To one who has a clock, a player without one has all the time there is. */
            int64_t left =
                time_control_has_clock(control) ? in_ms(clocks[color].left_us) : 86400000;
            buffer_add(text, " %ctime %" PRId64, "wb"[color], left);
        }
        for (int color = 0; color < 2; color++)
            if (clocks[color].control->increment_us)
                buffer_add(text, " %cinc %" PRId64, "wb"[color],
                           clocks[color].control->increment_us / 1000);
        if (clocks[side].moves_to_go) buffer_add(text, " movestogo %d", clocks[side].moves_to_go);
    }
    if (own->move_us) buffer_add(text, " movetime %" PRId64, in_ms(own->move_us));
    if (own->nodes) buffer_add(text, " nodes %" PRIu64, own->nodes);
    if (own->depth) buffer_add(text, " depth %d", own->depth);
}
