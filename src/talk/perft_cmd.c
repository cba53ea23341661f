#include "talk/perft_cmd.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "search/worker.h"
#include "talk/usage.h"

static const char help[] =
    "Usage: boojum perft --variant GAME --depth PLIES [--fen FEN] [--divide]\n"
    "\n"
    "Count the leaves of the tree of legal moves.\n"
    "\n"
    "  -v, --variant GAME   aliceatomic, alice, lookingglass, msalice, atomic or chess\n"
    "  -d, --depth PLIES    how deep, from 0\n"
    "  -f, --fen FEN        the position (default: the start of the game)\n"
    "      --divide         also print the count below each move, `move: count`\n"
    "  -h, --help           print this and exit\n"
    "\n"
    "Repetition and the fifty moves end no line. With a game named like atomic960, castling is\n"
    "written king takes rook.\n";

enum { DIVIDE = 256, DEPTH_MAX = 99 };

static const struct option long_options[] = {
    {"variant", required_argument, NULL, 'v'}, {"depth", required_argument, NULL, 'd'},
    {"fen", required_argument, NULL, 'f'},     {"divide", no_argument, NULL, DIVIDE},
    {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
};

typedef struct PerftRequest {
    const Game *game;
    const char *fen;
    int depth;
    bool chess960;
    bool divide;
    Position pos;
} PerftRequest;

static const char command[] = "boojum perft";

/* -1 when there is work to do, else the exit status. */
static int read_arguments(int argc, char **argv, PerftRequest *request)
{
    Error err;
    long long depth = -1;
    opterr = 0;
    optind = 0; /* start afresh: main() has been through the words before */
    for (int c; (c = getopt_long(argc, argv, "+:v:d:f:h", long_options, NULL)) != -1;) {
        switch (c) {
        case 'v':
            request->game = game_find(optarg, &request->chess960, &err);
            if (!request->game) return bad_usage(command, "", err.text);
            break;
        case 'd':
            if (!read_number(optarg, 0, DEPTH_MAX, &depth))
                return bad_word(command, "the depth is a number from 0 to 99, not", optarg);
            break;
        case 'f': request->fen = optarg; break;
        case DIVIDE: request->divide = true; break;
        case 'h': fputs(help, stdout); return 0;
        case ':': return bad_usage(command, "a value is missing after ", argv[optind - 1]);
        default: return bad_usage(command, "unknown option ", unknown_option(argv));
        }
    }
    if (optind < argc) return bad_word(command, "superfluous argument", argv[optind]);
    if (!request->game) return bad_usage(command, "which game? --variant is missing", "");
    if (depth < 0) return bad_usage(command, "how deep? --depth is missing", "");
    request->depth = (int)depth;
    return -1;
}

static void print_counts(void *context)
{
    PerftRequest *request = context;
    Position *pos = &request->pos;
    if (!request->divide || request->depth == 0) {
        printf("Nodes searched: %" PRIu64 "\n", perft(pos, request->depth, NULL));
        return;
    }
    MoveList list;
    uint64_t total = 0;
    generate(pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        char move[UCI_MOVE_MAX];
        Undo undo;
        move_write_uci(pos, list.moves[i], request->chess960, move);
        position_make(pos, list.moves[i], &undo);
        uint64_t count = perft(pos, request->depth - 1, NULL);
        position_unmake(pos, &undo);
        printf("%s: %" PRIu64 "\n", move, count);
        total += count;
    }
    printf("\nNodes searched: %" PRIu64 "\n", total);
}

int perft_command(int argc, char **argv)
{
    PerftRequest request = {0};
    Error err;
    int status = read_arguments(argc, argv, &request);
    if (status >= 0) return status;
    position_start(&request.pos, request.game, STANDARD_SHUFFLE);
    if (request.fen && !fen_read(&request.pos, request.game->rules, request.fen, &err))
        return bad_usage(command, "", err.text);
    if (worker_run(print_counts, &request, &err)) return 0;
    fprintf(stderr, "boojum perft: %s\n", err.text);
    return 1;
}
