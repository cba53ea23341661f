#include "talk/bench_cmd.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "rules/fen.h"
#include "search/worker.h"
#include "talk/usage.h"

enum { DEPTH_DEFAULT = 10 };

static const char help[] =
    "Usage: boojum bench [--variant GAME] [--depth PLIES] [--threads N] [--hash MB] [--json]\n"
    "\n"
    "Search a fixed list of positions of every game to a fixed depth. On one thread the number\n"
    "of nodes is the same on every machine; it tells whether two programs search alike.\n"
    "\n"
    "  -v, --variant GAME   only the positions of that game\n"
    "  -d, --depth PLIES    how deep (default: 10)\n"
    "  -t, --threads N      how many threads (default: 1)\n"
    "  -s, --hash MB        the transposition table (default: 16)\n"
    "  -j, --json           one JSON object instead of lines\n"
    "  -h, --help           print this and exit\n"
    "\n"
    "The last line is `N nodes M nps`.\n";

static const struct option long_options[] = {
    {"variant", required_argument, NULL, 'v'},
    {"depth", required_argument, NULL, 'd'},
    {"threads", required_argument, NULL, 't'},
    {"hash", required_argument, NULL, 's'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Starts, and middlegames of random games (the rows of tests/perft). */
static const struct {
    const char *game, *fen;
} positions[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"chess", "2b3n1/1B4k1/p7/p3p3/PNP3rR/1R1nP3/3P1P2/1K6 b - - 6 36"},
    {"chess", "r2k4/pbn1bpn1/3pp2p/P6r/1R1PP1P1/1P2KN2/2PQ3P/6R1 b - - 8 29"},
    {"chess", "r1bqkb1r/1ppp1ppp/8/p3p3/PP1n2n1/1Q2B2P/2P1PPP1/RN2KBNR b KQkq - 1 11"},
    {"chess", "1nbqkb1r/2ppp3/rp3pp1/p6p/P3PB2/2PP2P1/1P3n1P/RN1QKBN1 b - - 3 15"},
    {"chess", "5k1r/1b1pqp2/1pn4n/rBp3p1/3pP1Pp/NPP1BP1P/4RK1R/3Q4 w - - 0 29"},
    {"chess", "3n1kn1/1r2prb1/p5n1/3Pp2P/PB1pP2r/B5P1/5R2/1R1K4 w - - 10 19"},
    {"chess", "1nb1kQ2/2rp3p/p1pb1p2/1p2P3/PPPB1P2/2Q2q2/6BP/RN1R2KN b - - 0 27"},
    {"chess", "1n3b1r/r3k2B/1p2ppQ1/p7/P4Pn1/R4PNP/3p2P1/2Bb2KR w - - 6 38"},
    {"chess", "8/3QP3/2P3kr/2p1Q2r/5p2/3Pn1N1/r2p1K2/R1q4R w - - 5 20"},
    {"atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"atomic", "rnq1kb1r/pb1p1pp1/2p1p3/Pp6/6P1/7P/1PP1PP2/RN1QKBNR w KQkq - 0 9"},
    {"atomic", "r4k1r/6pp/3p1p2/1P2p3/2PP1P2/4P3/3K1Q1P/1N3BNR w - - 2 25"},
    {"atomic", "5qr1/5p1p/1p2p2b/2p1k2P/2P3p1/5PN1/P5P1/RN3K1R w - - 1 24"},
    {"atomic", "Q7/1P1k4/4p2n/p1P5/Pp2P2N/4B3/1K6/2R5 w - - 0 16"},
    {"atomic", "rnb1k3/3pppb1/pqp3p1/1p3B2/4N3/6P1/PPPPPP1P/R1BQK2R w KQq - 1 11"},
    {"atomic", "4k1n1/4p2r/p3Nb2/3Pp2P/P2pPnP1/8/1B2n3/R2KB3 w - - 11 19"},
    {"atomic", "r1b1k3/1p1p1pp1/p2bp3/n1p5/PP1P2P1/2PKP3/4N2P/RNB2B1R w - - 2 17"},
    {"atomic", "1rb2k1r/1p1n2n1/p3p2p/P2p3P/3P2P1/N1P1b3/2K1PP1R/B1R2B2 w - - 3 35"},
    {"atomic", "r3kbn1/n3p1p1/2pp4/p6p/PpP5/1R3P2/1P1P2PP/1NB2KNR b q - 0 16"},
    {"alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"},
    {"alice",
     "4kb1r/3p1pp1/R6N/1p6/3n4/8/3P1PP1/1NB1KB1R|8/1b2n2r/4p3/q1p4p/PP5P/2P1P3/2Q5/8 w K - 3 15"},
    {"alice", "rnb5/3pbp1p/8/1N5P/8/8/1PPPP1P1/2BQKB2|3k2r1/8/p1p3p1/4p3/P7/5P1R/7R/8 b - - 0 15"},
    {"alice", "5k2/8/8/8/8/8/8/8|8/7b/1rB2P2/P4Pp1/3p4/4R3/1B2K3/6Rr b - - 1 35"},
    {"alice", "1n5r/1q4p1/1R6/4pb1k/1pP4P/BN1B4/P2P2p1/R7|8/4b3/r2p1p2/2p5/8/8/8/6K1 w - - 14 45"},
    {"alice", "8/8/4R3/8/1ppPN1rP/3B2R1/7P/2B5|3k4/4q3/8/1p1p1b1p/P7/5P1N/2n5/3Kb3 b - - 6 45"},
    {"alice", "8/1B3P2/7R/8/5p2/5P2/1R6/5BN1|6k1/2p5/2p5/2Qr4/R1Pr3P/8/5K2/8 b - - 4 14"},
    {"alice", "4k3/8/8/P5P1/rP4R1/2P5/8/1N3B2|8/8/1N1p3n/1p1P4/8/7p/1n1K4/3r4 w - - 3 18"},
    {"alice", "1n2k2r/7p/q3P3/2P3p1/P7/3p3b/6PP/6NR|8/4P1B1/1r6/5b2/8/N7/1p1p4/5K2 w k - 0 13"},
    {"alice", "4r3/p7/R4p2/8/2P5/b3p3/8/4K1N1|7R/6k1/8/1Br4P/8/2n5/1QP4p/8 b - - 3 11"},
    {"aliceatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"},
    {"aliceatomic", "r5n1/6p1/5k2/8/8/2P5/2B5/RN6|8/8/3p2P1/1p1P4/8/N2P4/1K6/2n5 w - - 0 18"},
    {"aliceatomic", "8/8/6p1/p7/5p2/2P4R/8/8|8/P7/2k5/5rPp/nP6/p2K4/6P1/8 w - - 7 20"},
    {"aliceatomic", "8/8/8/1pK5/5pQ1/8/2P5/6N1|5nr1/B1kn4/5b2/4p3/1P1pP3/5PpP/8/5B2 w - - 0 39"},
    {"aliceatomic",
     "4k2r/1p2rp2/8/6p1/2PP1Pn1/6K1/2b3PP/1N4NR|8/8/7b/p2pp2p/P7/R4B2/3B4/8 w - - 2 31"},
    {"aliceatomic", "8/2b5/8/6p1/1k4Pp/8/2BP4/4K1N1|3n4/8/1p2bp2/8/P7/4P2P/1B3N2/8 w - - 1 40"},
    {"aliceatomic",
     "r1b3n1/3p1kr1/8/3N4/4p2P/8/3P1PP1/R5K1|8/8/q1p2p1b/1p5p/P5R1/B3P3/8/8 b - - 0 22"},
    {"aliceatomic", "7b/8/8/5p2/Pp4PR/8/5P2/8|8/8/2n1p1pn/p2N3k/8/2pPB3/8/2NK4 b - - 4 36"},
    {"aliceatomic",
     "rn3b1r/pp2p1pp/4k3/8/1q6/8/P6P/R1BQ1BNR|8/8/7n/1Ppp1p2/8/N1PPPP2/3K4/8 w - - 5 15"},
    {"aliceatomic",
     "5k1r/5n1p/8/pp1p1P2/6P1/8/Pr5P/4K2R|8/8/5p2/4p1p1/1P6/3BPN2/8/2R5 w - - 10 26"},
    {"lookingglass", "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq - 0 1"},
    {"msalice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"},
};
enum { POSITION_COUNT = sizeof positions / sizeof *positions };

typedef struct BenchRequest {
    const Game *game; /* NULL: all */
    int depth, threads, hash_mb;
    bool json;
} BenchRequest;

typedef struct BenchRun {
    const BenchRequest *request;
    bool ok;
    Error err; /* why it is not */
} BenchRun;

static const char command[] = "boojum bench";

/* -1 when there is work to do, else the exit status. */
static int read_arguments(int argc, char **argv, BenchRequest *request)
{
    Error err;
    long long number;
    opterr = 0;
    optind = 0;
    for (int c; (c = getopt_long(argc, argv, "+:v:d:t:s:jh", long_options, NULL)) != -1;) {
        switch (c) {
        case 'v':
            request->game = game_find(optarg, NULL, &err);
            if (!request->game) return bad_usage(command, "", err.text);
            break;
        case 'd':
            if (!read_number(optarg, 1, MAX_PLY - 1, &number))
                return bad_usage(command, "no such depth: ", optarg);
            request->depth = (int)number;
            break;
        case 't':
            if (!read_number(optarg, 1, THREADS_MAX, &number))
                return bad_usage(command, "no such number of threads: ", optarg);
            request->threads = (int)number;
            break;
        case 's':
            if (!read_number(optarg, 1, TT_MAX_MB, &number))
                return bad_usage(command, "no such size: ", optarg);
            request->hash_mb = (int)number;
            break;
        case 'j': request->json = true; break;
        case 'h': fputs(help, stdout); return 0;
        case ':': return bad_usage(command, "a value is missing after ", argv[optind - 1]);
        default: return bad_usage(command, "unknown option ", unknown_option(argv));
        }
    }
    if (optind < argc) return bad_word(command, "superfluous argument", argv[optind]);
    return -1;
}

/* False and an error if a search could not be made. */
static bool search_all(Search *search, const BenchRequest *request, uint64_t *nodes, Error *err)
{
    int number = 0;
    for (int i = 0; i < POSITION_COUNT; i++) {
        const Game *game = game_find(positions[i].game, NULL, NULL);
        if (request->game && request->game != game) continue;
        Position pos;
        SearchSignals signals = {0};
        SearchLimits limits = {.depth = request->depth, .start_ms = clock_now_ms()};
        SearchResult result;
        search_new_game(search);
        if (!fen_read(&pos, game->rules, positions[i].fen, err) ||
            !search_run(search, &pos, NULL, &limits, &signals, NULL, &result, err))
            return false;
        if (!request->json)
            printf("%2d %-12s %10" PRIu64 " nodes  %s\n", ++number, game->name, result.nodes,
                   positions[i].fen);
        *nodes += result.nodes;
    }
    return true;
}

static void print_sum(const BenchRequest *request, uint64_t nodes, int64_t ms)
{
    uint64_t nps = nodes * 1000 / (uint64_t)(ms > 0 ? ms : 1);
    if (request->json)
        printf("{\"depth\": %d, \"threads\": %d, \"hash\": %d, \"milliseconds\": %" PRId64
               ", \"nodes\": %" PRIu64 ", \"nps\": %" PRIu64 "}\n",
               request->depth, request->threads, request->hash_mb, ms, nodes, nps);
    else
        printf("%" PRIu64 " nodes %" PRIu64 " nps\n", nodes, nps);
}

/* False and an error if a search could not be made. */
static bool measure(Search *search, const BenchRequest *request, Error *err)
{
    uint64_t nodes = 0;
    if (!search_set_threads(search, request->threads, err) ||
        !search_set_hash(search, request->hash_mb, err))
        return false;
    int64_t start = clock_now_ms();
    if (!search_all(search, request, &nodes, err)) return false;
    print_sum(request, nodes, clock_now_ms() - start);
    return true;
}

static void bench(void *context)
{
    BenchRun *run = context;
    Search *search = search_create(&run->err);
    run->ok = search && measure(search, run->request, &run->err);
    search_destroy(search);
}

int bench_command(int argc, char **argv)
{
    BenchRequest request = {.depth = DEPTH_DEFAULT, .threads = 1, .hash_mb = HASH_DEFAULT_MB};
    BenchRun run = {.request = &request};
    int status = read_arguments(argc, argv, &request);
    if (status >= 0) return status;
    if (worker_run(bench, &run, &run.err) && run.ok) return 0;
    fprintf(stderr, "boojum bench: %s\n", run.err.text);
    return 1;
}
