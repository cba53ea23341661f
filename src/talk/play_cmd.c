#include "talk/play_cmd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "talk/play_bell.h"
#include "talk/play_session.h"
#include "talk/play_tutorial.h"
#include "talk/usage.h"

static void play(const PlayOptions *options, Terminal *terminal, LineReader *lines,
                 const Position *start)
{
    Session session = {.terminal = terminal,
                       .lines = lines,
                       .prng = {options->seed},
                       .level = options->level,
                       .control = options->control};
    if (options->color == PLAY_RANDOM || (options->kind.chess960 && !start))
        session_set_seed(&session, options->seed);
    session_set_color(&session, options->color);
    session_new_game(&session, &options->kind, start);
    session_run(&session);
    thinker_destroy(session.thinker);
    record_free(&session.record);
}

/* What could not be written, unless the reader has gone: then nobody is there to be told. */
static int status_of(Terminal *terminal)
{
    if (!terminal_closed(terminal) || terminal->output.error == EPIPE) return 0;
    fprintf(stderr, "boojum: cannot write: %s\n", strerror(terminal->output.error));
    return 1;
}

static int no_memory(void)
{
    fputs("boojum: out of memory\n", stderr);
    return 1;
}

static int play_at(const PlayOptions *options, Terminal *terminal, const Position *start)
{
    LineReader *lines = line_reader_create(terminal);
    if (!lines) return no_memory();
    if (options->tutorial)
        tutorial_run(terminal, lines);
    else
        play(options, terminal, lines, start);
    const int error = line_reader_error(lines);
    line_reader_destroy(lines);
    if (error) fprintf(stderr, "boojum: cannot read: %s\n", strerror(error));
    return error ? 1 : status_of(terminal);
}

int play_command(int argc, char **argv)
{
    PlayOptions options;
    Position start;
    Terminal terminal;
    Error err;
    int status = play_options_read(argc, argv, &options);
    if (status >= 0) return status;
    if (options.fen && !fen_read(&start, options.kind.game->rules, options.fen, &err))
        return bad_usage("boojum play", "", err.text);
    if (!bell_open(&err)) {
        fprintf(stderr, "boojum: %s\n", err.text);
        return 1;
    }
    status = 1;
    if (terminal_open(&terminal, &options.wishes)) {
        status = play_at(&options, &terminal, options.fen ? &start : NULL);
        terminal_close(&terminal);
    } else {
        no_memory();
    }
    bell_close();
    return status;
}
