#include "talk/play_options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "search/strength.h"
#include "talk/usage.h"

static const char help[] =
    "Usage: boojum play [OPTION]...\n"
    "\n"
    "Play against the engine at the terminal, or two people against each other. Moves are typed\n"
    "as `Nf3` or `g1f3`; `help` lists the commands. An illegal move is answered with the rule\n"
    "that forbids it.\n"
    "\n"
    "  -v, --variant GAME   aliceatomic (the default), alice, lookingglass, msalice, atomic or\n"
    "                       chess\n"
    "      --frc            from a random Chess960 array\n"
    "  -c, --color COLOR    you play white (the default), black or random\n"
    "  -2, --two            two people play\n"
    "  -l, --level N        the engine's strength, 1 to 10 (default 5)\n"
    "  -t, --time TIME      5: at most five seconds a move; 3:00+2: a clock for both, three\n"
    "                       minutes and two seconds more for each move; 40/5:00: five minutes\n"
    "                       for every forty moves; off: neither (the default)\n"
    "  -f, --fen FEN        the position to start from\n"
    "      --tutorial       learn the rules of Alice Atomic in fifteen small tasks\n"
    "      --ascii          letters instead of chess men\n"
    "      --no-color       no colours\n"
    "      --screen-reader  no drawings unless asked for; `describe` puts a position in words\n"
    "      --seed N         repeats what was random with that number\n"
    "  -h, --help           print this and exit\n"
    "\n"
    "Where output is no terminal, TERM is dumb, or the locale is not one of UTF-8 (LANG=C.UTF-8\n"
    "is), boards are drawn with letters; the variable NO_COLOR does what --no-color does. Ctrl-C\n"
    "makes an engine that thinks move at once, and twice at the prompt it leaves.\n"
    "\n"
    "The exit status is 0 however you leave, 1 if output could not be written or memory is out,\n"
    "2 for arguments that could not be understood.\n";

enum { FRC = 256, TUTORIAL, ASCII, NO_COLOR, READER, SEED, OPTION_COUNT };

static const struct option long_options[] = {
    {"variant", required_argument, NULL, 'v'},
    {"color", required_argument, NULL, 'c'},
    {"colour", required_argument, NULL, 'c'},
    {"level", required_argument, NULL, 'l'},
    {"time", required_argument, NULL, 't'},
    {"fen", required_argument, NULL, 'f'},
    {"two", no_argument, NULL, '2'},
    {"frc", no_argument, NULL, FRC},
    {"tutorial", no_argument, NULL, TUTORIAL},
    {"ascii", no_argument, NULL, ASCII},
    {"no-color", no_argument, NULL, NO_COLOR},
    {"no-colour", no_argument, NULL, NO_COLOR},
    {"screen-reader", no_argument, NULL, READER},
    {"seed", required_argument, NULL, SEED},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const char command[] = "boojum play";

bool play_time_read(TimeControl *control, const char *text, Error *err)
{
    TimeControl read = {0};
    bool ok = true, off = strcasecmp(text, "off") == 0;
    if (!off && strpbrk(text, "+:/"))
        ok = time_control_read(&read, text, err);
    else if (!off)
        ok = seconds_read(&read.move_us, text, err) &&
             (read.move_us >= 1000 || error_set(err, "`%.40s` seconds are too few", text));
    if (ok) *control = read;
    return ok;
}

static bool read_color(const char *text, PlayColor *color)
{
    static const char *const names[] = {"white", "black", "random"};
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(text, names[i]) != 0) continue;
        *color = (PlayColor)i;
        return true;
    }
    return false;
}

/* -1 if the option was understood, else the exit status. */
static int read_option(PlayOptions *options, int option, const char *value)
{
    Error err;
    long long number = 0;
    switch (option) {
    case 'v':
        options->kind.game = game_find(value, &options->kind.chess960, &err);
        return options->kind.game ? -1 : bad_usage(command, "", err.text);
    case 'c':
        if (read_color(value, &options->color)) return -1;
        return bad_word(command, "the color is white, black or random, not", value);
    case 'l':
        if (!read_number(value, LEVEL_MIN, LEVEL_MAX, &number))
            return bad_word(command, "the level is a number from 1 to 10, not", value);
        options->level = (int)number;
        return -1;
    case 't':
        return play_time_read(&options->control, value, &err) ? -1
                                                              : bad_usage(command, "", err.text);
    case SEED:
        if (!read_number(value, 0, INT64_MAX, &number))
            return bad_word(command, "the seed is a number from 0 to 9223372036854775807, not",
                            value);
        options->seed = (uint64_t)number;
        return -1;
    case 'f': options->fen = value; return -1;
    case '2': options->color = PLAY_BOTH; return -1;
    case FRC: options->kind.chess960 = true; return -1;
    case TUTORIAL: options->tutorial = true; return -1;
    case ASCII: options->wishes.ascii = true; return -1;
    case NO_COLOR: options->wishes.no_color = true; return -1;
    default: options->wishes.reader = true; return -1;
    }
}

/* Options that were given and do not go together: 0 if there are none, else the exit status. */
static int check_given(const bool given[OPTION_COUNT])
{
    if (given['2'] && given['c'])
        return bad_usage(command, "--two and --color contradict each other", "");
    if (!given[TUTORIAL]) return 0;
    for (const struct option *o = long_options; o->name; o++)
        if (given[o->val] && o->val != TUTORIAL && o->val != ASCII && o->val != NO_COLOR &&
            o->val != READER)
            return bad_usage(command, "the tutorial is no game: it does not go with --", o->name);
    return 0;
}

int play_options_read(int argc, char **argv, PlayOptions *options)
{
    bool given[OPTION_COUNT] = {false};
    *options = (PlayOptions){.kind.game = &games[0], .level = LEVEL_DEFAULT};
    options->seed = ((uint64_t)now_us() ^ (uint64_t)getpid() << 20) % PLAY_SEED_COUNT;
    opterr = 0;
    optind = 0; /* start afresh: main() has been through the words before */
    for (int c; (c = getopt_long(argc, argv, "+:v:c:2l:t:f:h", long_options, NULL)) != -1;) {
        if (c == 'h') {
            fputs(help, stdout);
            return 0;
        }
        if (c == ':') return bad_usage(command, "a value is missing after ", argv[optind - 1]);
        if (c == '?') return bad_usage(command, "unknown option ", unknown_option(argv));
        int status = read_option(options, c, optarg);
        if (status >= 0) return status;
        given[c] = true;
    }
    if (optind < argc) return bad_word(command, "superfluous argument", argv[optind]);
    return check_given(given) ? USAGE_STATUS : -1;
}
