#include "talk/analyse_cmd.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "talk/document.h"
#include "talk/files.h"
#include "talk/interrupt.h"
#include "talk/live.h"
#include "talk/usage.h"

static const char help[] =
    "Usage: boojum analyse FILE.epd|FILE.pgn [OPTION]...\n"
    "\n"
    "Search each position of an EPD file (or a list of FENs), or of each game of a PGN file, and\n"
    "write the file with what was found: EPD operations acd, acn, acs, ce, dm, pv; in games\n"
    "[%eval] comments (White's view) and the best line where another move was played. A file\n"
    "whose name ends in neither .epd nor .pgn, as /dev/stdin, is PGN if it begins with a `['.\n"
    "\n"
    "  -v, --variant GAME     of positions, and of games that do not say; default\n"
    "                         aliceatomic for EPD, chess for PGN\n"
    "  -d, --depth PLIES      how far to search each position\n"
    "  -n, --nodes N          how many nodes\n"
    "  -t, --time SECONDS     how long; one of the three, or several (default: 1 second)\n"
    "  -m, --multipv N        N best moves, 1 to 10\n"
    "  -s, --hash MB          each one's transposition table (default 16)\n"
    "  -j, --concurrency N    positions at a time (default 1)\n"
    "  -o, --output FILE      where to write (default: standard output). A file that is there\n"
    "                         already, FILE.epd itself for example, is replaced when all is done;\n"
    "                         what was finished before an interrupt is in FILE.part, and all\n"
    "                         of it if others have changed FILE meanwhile\n"
    "  -h, --help             print this and exit\n"
    "\n"
    "Where positions have a best move (bm, am), how many were found is said in the end.\n"
    "\n"
    "Exit status: 0 when all was analysed, 1 for files that cannot be read or written, 2 for\n"
    "arguments that could not be understood, 130 after an interrupt.\n";

static const struct option long_options[] = {
    {"variant", required_argument, NULL, 'v'}, {"depth", required_argument, NULL, 'd'},
    {"nodes", required_argument, NULL, 'n'},   {"time", required_argument, NULL, 't'},
    {"multipv", required_argument, NULL, 'm'}, {"concurrency", required_argument, NULL, 'j'},
    {"hash", required_argument, NULL, 's'},    {"output", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
};

typedef struct AnalyseRequest {
    GameKind kind;
    const char *path, *output;
    FileMark before; /* the output, before the file is read */
    AnalysisLimits limits;
    int threads;
} AnalyseRequest;

static const char command[] = "boojum analyse";

static const NumberOption numbers[] = {
    {'d', "--depth", 1, MAX_PLY - 1},
    {'n', "--nodes", 1, INT64_MAX},
    {'m', "--multipv", 1, ANALYSIS_LINES_MAX},
    {'s', "--hash", 1, TT_MAX_MB},
    {'j', "--concurrency", 1, 512},
    {0, "", 0, 0},
};

static void set_number(AnalyseRequest *request, int option, long long number)
{
    AnalysisLimits *limits = &request->limits;
    switch (option) {
    case 'd': limits->depth = (int)number; break;
    case 'n': limits->nodes = (uint64_t)number; break;
    case 'm': limits->lines = (int)number; break;
    case 's': limits->hash_mb = (int)number; break;
    default: request->threads = (int)number; break;
    }
}

static int read_time(AnalyseRequest *request, const char *text)
{
    char why[128];
    int64_t us = 0;
    if (seconds_read(&us, text, NULL) && us >= 1000) {
        request->limits.time_ms = us / 1000;
        return 0;
    }
    snprintf(why, sizeof why, "--time: `%.40s` is no number of seconds from 0.001 to 10000000",
             text);
    return bad_usage(command, why, "");
}

/* -1 when there is work to do, else the exit status. */
static int read_arguments(int argc, char **argv, AnalyseRequest *request)
{
    Error err;
    long long number = 0;
    opterr = 0;
    optind = 0; /* start afresh: main() has been through the words before */
    for (int c; (c = getopt_long(argc, argv, ":v:d:n:t:m:s:j:o:h", long_options, NULL)) != -1;) {
        switch (c) {
        case 'v':
            request->kind.game = game_find(optarg, &request->kind.chess960, &err);
            if (!request->kind.game) return bad_usage(command, "", err.text);
            break;
        case 'o':
            if (!*optarg) return bad_usage(command, "no file is named behind -o", "");
            request->output = optarg;
            break;
        case 'h': fputs(help, stdout); return 0;
        case ':': return bad_usage(command, "a value is missing after ", argv[optind - 1]);
        case '?': return bad_usage(command, "unknown option ", unknown_option(argv));
        case 't':
            if (read_time(request, optarg)) return USAGE_STATUS;
            break;
        default:
            if (read_option_number(command, numbers, c, optarg, &number)) return USAGE_STATUS;
            set_number(request, c, number);
        }
    }
    if (optind == argc) return bad_usage(command, "which file?", "");
    if (optind + 1 < argc) return bad_word(command, "superfluous argument", argv[optind + 1]);
    request->path = argv[optind];
    AnalysisLimits *limits = &request->limits;
    if (!limits->depth && !limits->nodes && !limits->time_ms) limits->time_ms = 1000;
    return -1;
}

/* A file whose name does not say what is in it is PGN if a tag comes first, which no EPD begins
 * with. In a pipe only one character can be put back: what means nothing before it is gone. */
static bool is_pgn(Document *document, FILE *in, const char *path)
{
    int c;
    if (is_pgn_path(path) || is_epd_path(path)) return is_pgn_path(path);
    while (isspace(c = getc(in)) || c == 0xef || c == 0xbb || c == 0xbf) /* a byte order mark */
        document->lines_read += c == '\n';
    ungetc(c, in);
    return c == '[';
}

static bool read_document(Document *document, const AnalyseRequest *request, Error *err)
{
    FILE *in = open_input(request->path, true, err);
    if (!in) return false;
    document->pgn = is_pgn(document, in, request->path);
    document->kind = request->kind;
    if (!request->kind.game &&
        !(document->kind.game = game_find(document->pgn ? "chess" : "aliceatomic", NULL, err)))
        return false;
    bool ok = document_read(document, in, request->path, err);
    fclose(in);
    return ok;
}

static void draw_progress(Live *live, Analysis *analysis, size_t all, int64_t started)
{
    int64_t now = now_us(), done = (int64_t)analysis_done(analysis);
    if (!live_due(live, now)) return;
    Buffer text = {0};
    add_bar(&text, done, (int64_t)all);
    buffer_add(&text, ", position %" PRId64 " of %zu, ", done, all);
    add_duration(&text, now - started);
    buffer_add(&text, " gone");
    if (done > 0) {
        buffer_add(&text, ", about ");
        add_duration(&text, (int64_t)((double)(now - started) / (double)done *
                                      (double)((int64_t)all - done)));
        buffer_add(&text, " left");
    }
    buffer_add(&text, "\n");
    live_draw(live, text.data, now);
    buffer_free(&text);
}

/* Waits until all tasks of an item are done. */
static bool await_item(const Document *document, const DocumentItem *item, Analysis *analysis,
                       Live *live, int64_t started, Error *err)
{
    for (size_t task = item->first; task < item->first + item->count;) {
        draw_progress(live, analysis, document->task_count, started);
        task += analysis_wait(analysis, task, LIVE_INTERVAL_US / 1000, err);
        if (*err->text) return false;
        if (interrupt_signal()) return error_set(err, "interrupted");
    }
    return true;
}

static bool write_item(Document *document, size_t at, FILE *out, Error *err)
{
    DocumentItem *item = &document->items[at];
    Buffer text = {0};
    document_write(document, at, &text);
    for (size_t i = 0; i < item->count; i++) analysis_task_free(&document->tasks[item->first + i]);
    bool ok = (fwrite(text.data, 1, text.length, out) == text.length && fflush(out) == 0) ||
              error_set(err, "cannot write: %s", strerror(errno));
    buffer_free(&text);
    return ok;
}

/* Writes each item as soon as it and all before it are done. *written is how many that were. */
static bool write_items(Document *document, Analysis *analysis, FILE *out, size_t *written,
                        Error *err)
{
    Live live;
    int64_t started = now_us();
    live_start(&live, isatty(fileno(out)) ? out : stderr);
    if (isatty(fileno(out))) live.stream = NULL; /* the lines themselves show how it goes on */
    while (*written < document->item_count &&
           await_item(document, &document->items[*written], analysis, &live, started, err) &&
           write_item(document, *written, out, err))
        ++*written;
    live_erase(&live);
    return *written == document->item_count;
}

static bool analyse(const AnalyseRequest *request, Document *document, Error *err)
{
    Replacement file = {.out = stdout};
    size_t written = 0;
    if (request->output &&
        !replacement_open(&file, request->output, &request->before, request->path, err))
        return false;
    Analysis *analysis = analysis_start(document->tasks, document->task_count, &request->limits,
                                        request->threads, err);
    bool ok = analysis && write_items(document, analysis, file.out, &written, err);
    int error = errno;
    analysis_stop(analysis);
    /* main() looks at stdout, too; whoever closed a pipe need not be told of it. */
    if (!ok && file.out == stdout) clearerr(stdout);
    if (request->output && !ok) replacement_abandon(&file, written > 0, err);
    if (request->output && ok) ok = replacement_finish(&file, err);
    errno = error;
    if (ok && document->asked > 0)
        fprintf(stderr, "solved %zu of %zu\n", document->solved, document->asked);
    return ok;
}

int analyse_command(int argc, char **argv)
{
    AnalyseRequest request = {.limits = {.lines = 1, .hash_mb = HASH_DEFAULT_MB}, .threads = 1};
    Document document = {0};
    Error err;
    int status = read_arguments(argc, argv, &request);
    if (status >= 0) return status;
    if (request.output) request.before = file_mark(request.output);
    errno = 0;
    bool ok = read_document(&document, &request, &err);
    pgn_skipped_tell(&document.skipped, command, "it stays as it is");
    if (ok) interrupt_catch();
    ok = ok && analyse(&request, &document, &err);
    if (!ok && errno != EPIPE) fprintf(stderr, "boojum analyse: %s\n", err.text);
    status = ok ? 0 : interrupt_signal() ? 130 : 1;
    document_free(&document);
    return status;
}
