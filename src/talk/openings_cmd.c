#include "talk/openings_cmd.h"

#include <getopt.h>
#include <stdio.h>

#include "rules/fen.h"
#include "search/worker.h"
#include "talk/opening_maker.h"
#include "talk/usage.h"

static const char help[] =
    "Usage: boojum openings --variant GAME [--plies N] [--count M] [--seed S] [OPTION]...\n"
    "\n"
    "Make openings: random legal plies from the start, after which a short search finds neither\n"
    "side far ahead. One FEN a line, none twice; the same seed gives the same list.\n"
    "\n"
    "  -v, --variant GAME   aliceatomic, alice, lookingglass, msalice, atomic or chess; with 960\n"
    "                       in its name (atomic960) each begins with a random Chess960 array\n"
    "  -p, --plies N        how many plies, 0 to 60 (default 8)\n"
    "  -c, --count M        how many openings (default 10)\n"
    "  -s, --seed S         of the random numbers (default 1)\n"
    "      --score CP       centipawns a side may be ahead (default 100)\n"
    "      --nodes N        of the search that judges (default 20000)\n"
    "  -h, --help           print this and exit\n";

enum { SCORE = 256, NODES = 257 };

static const struct option long_options[] = {
    {"variant", required_argument, NULL, 'v'}, {"plies", required_argument, NULL, 'p'},
    {"count", required_argument, NULL, 'c'},   {"seed", required_argument, NULL, 's'},
    {"score", required_argument, NULL, SCORE}, {"nodes", required_argument, NULL, NODES},
    {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
};

static const char command[] = "boojum openings";

typedef struct OpeningsRequest {
    OpeningSettings settings;
    long long count;
    int status; /* that it came to */
} OpeningsRequest;

static const NumberOption numbers[] = {
    {'p', "--plies", 0, OPENING_PLIES_MAX}, {'c', "--count", 1, 100000000},
    {'s', "--seed", 0, INT64_MAX},          {SCORE, "--score", 1, 30000},
    {NODES, "--nodes", 1, INT64_MAX},       {0, "", 0, 0},
};

static void set_number(OpeningsRequest *request, int option, long long number)
{
    OpeningSettings *settings = &request->settings;
    switch (option) {
    case 'p': settings->plies = (int)number; break;
    case 'c': request->count = number; break;
    case 's': settings->seed = (uint64_t)number; break;
    case SCORE: settings->score = (int)number; break;
    default: settings->nodes = (uint64_t)number; break;
    }
}

/* -1 when there is work to do, else the exit status. */
static int read_arguments(int argc, char **argv, OpeningsRequest *request)
{
    Error err;
    long long number = 0;
    opterr = 0;
    optind = 0; /* start afresh: main() has been through the words before */
    for (int c; (c = getopt_long(argc, argv, "+:v:p:c:s:h", long_options, NULL)) != -1;) {
        switch (c) {
        case 'v':
            request->settings.game = game_find(optarg, &request->settings.shuffled, &err);
            if (!request->settings.game) return bad_usage(command, "", err.text);
            break;
        case 'h': fputs(help, stdout); return 0;
        case ':': return bad_usage(command, "a value is missing after ", argv[optind - 1]);
        case '?': return bad_usage(command, "unknown option ", unknown_option(argv));
        default:
            if (read_option_number(command, numbers, c, optarg, &number)) return USAGE_STATUS;
            set_number(request, c, number);
        }
    }
    if (optind < argc) return bad_word(command, "superfluous argument", argv[optind]);
    if (!request->settings.game) return bad_usage(command, "which game? --variant is missing", "");
    return -1;
}

static int fail(const Error *err)
{
    fprintf(stderr, "boojum openings: %s\n", err->text);
    return 1;
}

static void make_openings(void *context)
{
    OpeningsRequest *request = context;
    Error err;
    OpeningMaker *maker = opening_maker_create(&request->settings);
    for (long long i = 0; i < request->count && request->status == 0 && !ferror(stdout); i++) {
        Position pos;
        char fen[FEN_MAX];
        if (opening_maker_next(maker, &pos, NULL, &err)) {
            fen_write(&pos, FEN_TWO_BOARD, request->settings.shuffled, fen);
            puts(fen);
        } else {
            request->status = fail(&err);
        }
    }
    opening_maker_destroy(maker);
}

int openings_command(int argc, char **argv)
{
    OpeningsRequest request = {.settings = {.plies = OPENING_PLIES,
                                            .score = OPENING_SCORE,
                                            .nodes = OPENING_NODES,
                                            .seed = 1},
                               .count = 10};
    Error err;
    int status = read_arguments(argc, argv, &request);
    if (status >= 0) return status;
    return worker_run(make_openings, &request, &err) ? request.status : fail(&err);
}
