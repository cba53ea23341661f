#include "talk/match_options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <sys/stat.h>

#include "talk/engine_spec.h"
#include "talk/files.h"

static const char *const help[] =
    {/* a compiler need not take longer ones */
     "Usage: boojum match -engine cmd=PROGRAM ... -engine cmd=PROGRAM ... [OPTION]...\n"
     "\n"
     "Let UCI engines play matches. `-each` and `--each` are the same.\n"
     "\n"
     "Engines; what is said of one goes before what is said of each:\n"
     "  -engine KEY=VALUE...   an engine; two at least\n"
     "  -each KEY=VALUE...     for every engine\n"
     "      cmd=PROGRAM        what to run: a program, or a command line with blanks and quotes\n"
     "      arg=ARGUMENT       one argument more; may be repeated\n"
     "      name=NAME          in the table and the PGN (default: the program's)\n"
     "      dir=DIRECTORY      where it runs\n"
     "      stderr=FILE        where its errors go (default: nowhere)\n"
     "      option.NAME=VALUE  a UCI option\n"
     "      tc=[MOVES/]TIME[+INCREMENT]  the clock, in seconds or minutes:seconds; or inf\n"
     "      st=SECONDS         a fixed time for each move\n"
     "      nodes=N depth=N    limits for each move\n"
     "      timemargin=MS      milliseconds it may overstep (default 0; with st= 20). What it has\n"
     "                         used is counted in whole milliseconds.\n"
     "      restart=on|off     a fresh process for each game (default off)\n"
     "      initstr=LINES      to be sent first, `\\n` between two\n"
     "      whitepov           its scores are White's, not those of the side that thinks\n"
     "\n"
     "Games:\n"
     "  -variant GAME          aliceatomic (default), alice, lookingglass, msalice, atomic, chess\n"
     "  -frc                   from Chess960 arrays, castling as king takes rook\n"
     "  -tournament KIND       round-robin (default) or gauntlet: the first against the others\n"
     "  -rounds N              encounters of each pairing (default 1; no limit with -sprt)\n"
     "  -games N               games of an encounter (default 2)\n"
     "  -repeat [N]            N games in a row have the same opening: 2 (default) or 1\n"
     "  -noswap                the engine named first is always White; else colours change from\n"
     "                         game to game of a pairing\n"
     "  -concurrency N         games at a time (default 1)\n"
     "  -seed N                for openings and their order (default: a random one)\n"
     "  -wait MS               between two games of a table\n"
     "  -openings KEY=VALUE... file=FILE format=epd|pgn order=random|sequential start=N plies=N\n"
     "                         policy=round (default: the pairings of a round have the same) or\n"
     "                         encounter. A game of a PGN file that cannot be read is left out.\n"
     "                         Without a file, openings are made: plies=N random plies (default "
     "8)\n"
     "                         after which a search of nodes=N (20000) sees both sides within\n"
     "                         score=CENTIPAWNS (100) of each other.\n"
     "  -patience S            seconds for any answer that no clock limits (default 30)\n"
     "\n",
     "Ends:\n"
     "  -sprt elo0=E elo1=E alpha=A beta=B   stop when one of the hypotheses (logistic Elo) is\n"
     "                         accepted; counts pairs of games, or games if there are no pairs\n"
     "  -resign movecount=N score=CENTIPAWNS [twosided=true]\n"
     "  -draw movenumber=N movecount=N score=CENTIPAWNS\n"
     "  -maxmoves N            a draw after so many moves\n"
     "\n"
     "Output:\n"
     "  -pgnout FILE [min]     add the games to a PGN file; min: without comments\n"
     "  -event NAME -site NAME in the PGN\n"
     "  -ratinginterval N      print the table after every N games\n"
     "  -state FILE            where the state is kept (default: the PGN file's name and .state)\n"
     "  -resume                go on with the match that the state file describes, if there is "
     "one;\n"
     "                         without it the state of a match that has not ended is refused\n"
     "  -json                  print the result as JSON\n"
     "  -debug                 write all that engines are told and say to stderr\n"
     "  -log file=FILE         add it to a file\n"
     "  -lint [file=FILE] [fail=on|off]  prove all that the engines say: grammar, lines of\n"
     "                         play, scores, mates, times, best moves. Findings are counted by\n"
     "                         kind and change no result; the first 20 of each kind by each "
     "engine\n"
     "                         go to FILE, or without the lesser ones to stderr. With fail=on "
     "they\n"
     "                         show in the exit status. With -resume they are added to FILE and\n"
     "                         those before count.\n"
     "  -h, --help             print this and exit\n"
     "\n"
     "What cutechess-cli and fastchess have and is always so here is accepted: -recover,\n"
     "-autosaveinterval, -outcomeinterval, -report penta=true, `-pgnout FILE fi`. Engines do not\n"
     "think on their opponent's time.\n"
     "\n"
     "Exit status: 0 when the match was played or decided, 1 if it could not be, 2 for arguments\n"
     "that could not be understood, 3 after findings with `-lint fail=on`, 130 after an "
     "interrupt.\n"};

/* What is being read. */
typedef struct Reader {
    MatchOptions *options;
    char **at; /* the next argument; NULL at the end */
    EngineDraft *drafts;
    size_t draft_count, draft_capacity;
    EngineDraft each;
    bool rounds_given;
    const char *state;
    Error err;
} Reader;

static bool wrong(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(Reader *reader, const char *format, ...)
{
    char text[ERROR_MAX];
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0) text[0] = '\0';
    va_end(args);
    error_set(&reader->err, "%s", text);
    return false;
}

/* --- Values ------------------------------------------------------------------------------------
 */

static bool read_number(Reader *reader, const char *name, const char *text, int64_t least,
                        int64_t most, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = text ? strtoll(text, &end, 10) : 0;
    if (!text) return wrong(reader, "%s: the number is missing", name);
    if (end == text || *end || errno || value < least || value > most)
        return wrong(reader, "%s: `%.40s` is no number from %lld to %lld", name, text,
                     (long long)least, (long long)most);
    *number = value;
    return true;
}

static bool read_int(Reader *reader, const char *name, const char *text, int least, int most,
                     int *number)
{
    int64_t value = 0;
    if (!read_number(reader, name, text, least, most, &value)) return false;
    *number = (int)value;
    return true;
}

static bool read_real(Reader *reader, const char *name, const char *text, double least, double most,
                      double *number)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return wrong(reader, "%s: `%.40s` is no number from %g to %g", name, text, least, most);
    *number = value;
    return true;
}

/* Is it an option rather than a value? Values may be negative numbers. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] && !strchr("0123456789.", word[1]);
}

static const char *take_value(Reader *reader)
{
    if (!*reader->at || is_option(*reader->at)) return NULL;
    return *reader->at++;
}

static bool take_text(Reader *reader, const char *name, const char **text)
{
    *text = take_value(reader);
    return *text || wrong(reader, "%s: the value is missing", name);
}

/* The next word as KEY=VALUE; the key is copied. False at the next option. */
typedef struct Pair {
    char key[64];
    const char *value;
} Pair;

static bool take_pair(Reader *reader, const char *name, Pair *pair)
{
    const char *word = take_value(reader);
    if (!word) return false;
    const char *equals = strchr(word, '=');
    if (!equals || equals == word || equals - word >= (ptrdiff_t)sizeof pair->key)
        return wrong(reader, "%s: `%.60s` is not KEY=VALUE", name, word);
    snprintf(pair->key, sizeof pair->key, "%.*s", (int)(equals - word), word);
    pair->value = equals + 1;
    return true;
}

static bool read_flag(Reader *reader, const char *name, const Pair *pair, bool *on)
{
    *on = strcmp(pair->value, "true") == 0 || strcmp(pair->value, "on") == 0;
    return *on || strcmp(pair->value, "false") == 0 || strcmp(pair->value, "off") == 0 ||
           wrong(reader, "%s: %s is true or false, not `%.40s`", name, pair->key, pair->value);
}

/* "-openings plies": for what is said about a key's value. Valid until the next call. */
static const char *key_name(const char *name, const Pair *pair)
{
    static char text[128];
    snprintf(text, sizeof text, "%.60s %s", name, pair->key);
    return text;
}

static bool unknown_key(Reader *reader, const char *name, const Pair *pair)
{
    return wrong(reader, "%s: there is no `%s`", name, pair->key);
}

/* --- Options -----------------------------------------------------------------------------------
 */

/* A key that needs no value. */
static bool take_key_alone(Reader *reader, Pair *pair)
{
    if (!*reader->at || !engine_key_stands_alone(*reader->at)) return false;
    snprintf(pair->key, sizeof pair->key, "%s", *reader->at++);
    pair->value = "true";
    return true;
}

static bool read_engine_pairs(Reader *reader, EngineDraft *draft, const char *name)
{
    Pair pair = {"", "true"};
    Error why;
    while (take_key_alone(reader, &pair) || take_pair(reader, name, &pair))
        if (!engine_draft_set(draft, pair.key, pair.value, &why))
            return wrong(reader, "%s: %.200s", name, why.text);
    return !*reader->err.text;
}

static bool read_engine(Reader *reader, const char *name)
{
    reader->drafts =
        grow(reader->drafts, reader->draft_count, &reader->draft_capacity, sizeof *reader->drafts);
    EngineDraft *draft = &reader->drafts[reader->draft_count++];
    *draft = (EngineDraft){0};
    return read_engine_pairs(reader, draft, name);
}

static bool read_each(Reader *reader, const char *name)
{
    return read_engine_pairs(reader, &reader->each, name);
}

static bool read_variant(Reader *reader, const char *name)
{
    const char *text = "";
    Error why;
    if (!take_text(reader, name, &text)) return false;
    const Game *game = game_find(text, &reader->options->kind.chess960, &why);
    if (!game) return wrong(reader, "%s: %.200s", name, why.text);
    reader->options->kind.game = game;
    return true;
}

static bool read_frc(Reader *reader, const char *name)
{
    (void)name;
    reader->options->kind.chess960 = true;
    return true;
}

static bool read_tournament(Reader *reader, const char *name)
{
    const char *text = "";
    if (!take_text(reader, name, &text)) return false;
    reader->options->schedule.gauntlet = strcmp(text, "gauntlet") == 0;
    if (!reader->options->schedule.gauntlet && strcmp(text, "round-robin") != 0 &&
        strcmp(text, "roundrobin") != 0)
        return wrong(reader, "%s: `%.40s` is neither round-robin nor gauntlet", name, text);
    return true;
}

static bool read_rounds(Reader *reader, const char *name)
{
    reader->rounds_given = true;
    return read_number(reader, name, take_value(reader), 1, 100000000,
                       &reader->options->schedule.rounds);
}

static bool read_games(Reader *reader, const char *name)
{
    return read_int(reader, name, take_value(reader), 1, 1000000, &reader->options->schedule.games);
}

static bool read_repeat(Reader *reader, const char *name)
{
    int times = 2;
    const char *text = take_value(reader);
    if (text && !read_int(reader, name, text, 1, 2, &times)) return false;
    reader->options->schedule.repeat = times == 2;
    return true;
}

static bool read_noswap(Reader *reader, const char *name)
{
    (void)name;
    reader->options->schedule.swap = false;
    return true;
}

static bool read_concurrency(Reader *reader, const char *name)
{
    return read_int(reader, name, take_value(reader), 1, 512, &reader->options->concurrency);
}

static bool read_seed(Reader *reader, const char *name)
{
    int64_t seed = 0;
    if (!read_number(reader, name, take_value(reader), 0, INT64_MAX, &seed)) return false;
    reader->options->seed = (uint64_t)seed;
    reader->options->seeded = true;
    return true;
}

static bool read_opening_file_pair(Reader *reader, const char *name, const Pair *pair)
{
    OpeningFile *file = &reader->options->file;
    if (strcmp(pair->key, "file") == 0) {
        if (!*pair->value) return wrong(reader, "%s: which file?", name);
        file->path = pair->value;
        if (is_pgn_path(file->path)) file->pgn = true;
        return true;
    }
    if (strcmp(pair->key, "format") == 0) {
        file->pgn = strcmp(pair->value, "pgn") == 0;
        return file->pgn || strcmp(pair->value, "epd") == 0 || strcmp(pair->value, "fen") == 0 ||
               wrong(reader, "%s: the format is epd or pgn, not `%.40s`", name, pair->value);
    }
    if (strcmp(pair->key, "order") == 0) {
        file->random = strcmp(pair->value, "random") == 0;
        return file->random || strcmp(pair->value, "sequential") == 0 ||
               wrong(reader, "%s: the order is random or sequential, not `%.40s`", name,
                     pair->value);
    }
    if (strcmp(pair->key, "policy") == 0) {
        reader->options->schedule.apart = strcmp(pair->value, "encounter") == 0;
        return reader->options->schedule.apart || strcmp(pair->value, "round") == 0 ||
               strcmp(pair->value, "default") == 0 ||
               wrong(reader, "%s: the policy is round or encounter, not `%.40s`", name,
                     pair->value);
    }
    return unknown_key(reader, name, pair);
}

static bool read_openings(Reader *reader, const char *name)
{
    MatchOptions *options = reader->options;
    Pair pair = {"", ""};
    int64_t number = 0;
    bool ok = true;
    while (ok && take_pair(reader, name, &pair)) {
        if (strcmp(pair.key, "plies") == 0) {
            ok = read_int(reader, key_name(name, &pair), pair.value, 0, OPENING_PLIES_MAX,
                          &options->made.plies);
            options->file.plies = options->made.plies;
        } else if (strcmp(pair.key, "start") == 0) {
            ok = read_number(reader, key_name(name, &pair), pair.value, 1, INT32_MAX,
                             &options->file.start);
        } else if (strcmp(pair.key, "score") == 0) {
            ok =
                read_int(reader, key_name(name, &pair), pair.value, 1, 30000, &options->made.score);
        } else if (strcmp(pair.key, "nodes") == 0) {
            ok = read_number(reader, key_name(name, &pair), pair.value, 1, INT64_MAX, &number);
            if (ok) options->made.nodes = (uint64_t)number;
        } else {
            ok = read_opening_file_pair(reader, name, &pair);
        }
    }
    return ok && !*reader->err.text;
}

static bool read_sprt(Reader *reader, const char *name)
{
    Sprt *sprt = &reader->options->sprt;
    Pair pair = {"", ""};
    bool ok = true, given[2] = {false, false};
    while (ok && take_pair(reader, name, &pair)) {
        if (strcmp(pair.key, "elo0") == 0)
            ok = given[0] = read_real(reader, "elo0", pair.value, -1000, 1000, &sprt->elo0);
        else if (strcmp(pair.key, "elo1") == 0)
            ok = given[1] = read_real(reader, "elo1", pair.value, -1000, 1000, &sprt->elo1);
        else if (strcmp(pair.key, "alpha") == 0)
            ok = read_real(reader, "alpha", pair.value, 1e-6, 0.5, &sprt->alpha);
        else if (strcmp(pair.key, "beta") == 0)
            ok = read_real(reader, "beta", pair.value, 1e-6, 0.5, &sprt->beta);
        else if (strcmp(pair.key, "model") == 0)
            ok = strcmp(pair.value, "logistic") == 0 ||
                 wrong(reader,
                       "%s: the model is logistic, not `%.40s`: say elo0 and elo1 in "
                       "logistic Elo",
                       name, pair.value);
        else
            ok = unknown_key(reader, name, &pair);
    }
    if (!ok || *reader->err.text) return false;
    if (!given[0] || !given[1]) return wrong(reader, "%s: elo0 and elo1 are needed", name);
    if (sprt->elo0 >= sprt->elo1) return wrong(reader, "%s: elo0 is not below elo1", name);
    reader->options->use_sprt = true;
    return true;
}

static bool read_resign(Reader *reader, const char *name)
{
    Adjudication *rules = &reader->options->adjudication;
    Pair pair = {"", ""};
    bool ok = true;
    while (ok && take_pair(reader, name, &pair)) {
        if (strcmp(pair.key, "movecount") == 0)
            ok = read_int(reader, key_name(name, &pair), pair.value, 1, 1000, &rules->resign_moves);
        else if (strcmp(pair.key, "score") == 0)
            ok = read_int(reader, key_name(name, &pair), pair.value, 1, ADJUDICATION_SCORE_MAX,
                          &rules->resign_score);
        else if (strcmp(pair.key, "twosided") == 0)
            ok = read_flag(reader, name, &pair, &rules->resign_two_sided);
        else
            ok = unknown_key(reader, name, &pair);
    }
    if (!ok || *reader->err.text) return false;
    return (rules->resign_moves && rules->resign_score) ||
           wrong(reader, "%s: movecount and score are needed", name);
}

static bool read_draw(Reader *reader, const char *name)
{
    Adjudication *rules = &reader->options->adjudication;
    Pair pair = {"", ""};
    bool ok = true, scored = false;
    while (ok && take_pair(reader, name, &pair)) {
        if (strcmp(pair.key, "movenumber") == 0)
            ok = read_int(reader, key_name(name, &pair), pair.value, 0, 10000, &rules->draw_from);
        else if (strcmp(pair.key, "movecount") == 0)
            ok = read_int(reader, key_name(name, &pair), pair.value, 1, 1000, &rules->draw_moves);
        else if (strcmp(pair.key, "score") == 0)
            ok = scored = read_int(reader, key_name(name, &pair), pair.value, 0,
                                   ADJUDICATION_SCORE_MAX, &rules->draw_score);
        else
            ok = unknown_key(reader, name, &pair);
    }
    if (!ok || *reader->err.text) return false;
    return (rules->draw_moves && scored) ||
           wrong(reader, "%s: movecount and score are needed", name);
}

static bool read_maxmoves(Reader *reader, const char *name)
{
    return read_int(reader, name, take_value(reader), 1, 100000,
                    &reader->options->adjudication.length);
}

static bool read_pgn_word(Reader *reader, const char *name, const char *word)
{
    MatchOptions *options = reader->options;
    if (strcmp(word, "min") == 0 || strcmp(word, "min=true") == 0)
        options->pgn_minimal = true;
    else if (strncmp(word, "file=", 5) == 0)
        options->pgn = word + 5;
    else if (!options->pgn)
        options->pgn = word;
    else if (strcmp(word, "fi") != 0 && strcmp(word, "notation=san") != 0 &&
             strcmp(word, "append=true") != 0 && strcmp(word, "min=false") != 0)
        return wrong(reader, "%s: there is no `%.40s`; min leaves comments out", name, word);
    return true;
}

/* `-pgnout FILE [min] [fi]` as cutechess has it, `-pgnout file=FILE ...` as fastchess. */
static bool read_pgnout(Reader *reader, const char *name)
{
    const char *text = "";
    reader->options->pgn = NULL;
    if (!take_text(reader, name, &text)) return false;
    do
        if (!read_pgn_word(reader, name, text)) return false;
    while ((text = take_value(reader)));
    return (reader->options->pgn && *reader->options->pgn) ||
           wrong(reader, "%s: which file?", name);
}

static bool read_event(Reader *reader, const char *name)
{
    return take_text(reader, name, &reader->options->event);
}

static bool read_site(Reader *reader, const char *name)
{
    return take_text(reader, name, &reader->options->site);
}

/* Something that is there and no regular file: it keeps nothing, and has no state beside it. */
static bool is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static bool read_state(Reader *reader, const char *name)
{
    return take_text(reader, name, &reader->state);
}

static bool read_resume(Reader *reader, const char *name)
{
    (void)name;
    reader->options->resume = true;
    return true;
}

static bool read_json(Reader *reader, const char *name)
{
    (void)name;
    reader->options->json = true;
    return true;
}

static bool read_lint(Reader *reader, const char *name)
{
    MatchOptions *options = reader->options;
    Pair pair = {"", ""};
    options->lint = true;
    while (take_pair(reader, name, &pair)) {
        if (strcmp(pair.key, "file") == 0) {
            options->lint_file = pair.value;
            if (!*pair.value) return wrong(reader, "%s: which file?", name);
        } else if (strcmp(pair.key, "fail") == 0) {
            if (!read_flag(reader, name, &pair, &options->lint_fails)) return false;
        } else {
            return unknown_key(reader, name, &pair);
        }
    }
    return !*reader->err.text;
}

static bool read_ratinginterval(Reader *reader, const char *name)
{
    return read_number(reader, name, take_value(reader), 0, INT32_MAX,
                       &reader->options->rating_interval);
}

static bool read_patience(Reader *reader, const char *name)
{
    const char *text = "";
    Error why;
    if (!take_text(reader, name, &text)) return false;
    if (!seconds_read(&reader->options->patience_us, text, &why))
        return wrong(reader, "%s: %.200s", name, why.text);
    return reader->options->patience_us >= 1000 || wrong(reader, "%s: that is too little", name);
}

static bool read_wait(Reader *reader, const char *name)
{
    int64_t ms = 0;
    if (!read_number(reader, name, take_value(reader), 0, 86400000, &ms)) return false;
    reader->options->wait_us = ms * 1000;
    return true;
}

static bool read_debug(Reader *reader, const char *name)
{
    (void)name;
    if (*reader->at && strcmp(*reader->at, "all") == 0) reader->at++;
    reader->options->trace = true;
    return true;
}

/* As fastchess has it; what engines say is logged always, and nothing else. */
static bool read_log(Reader *reader, const char *name)
{
    Pair pair = {"", ""};
    bool on;
    while (take_pair(reader, name, &pair)) {
        if (strcmp(pair.key, "file") == 0)
            reader->options->trace_file = pair.value;
        else if (strcmp(pair.key, "engine") == 0 || strcmp(pair.key, "append") == 0) {
            if (!read_flag(reader, name, &pair, &on)) return false;
            if (!on) return wrong(reader, "%s: %s=true is the only way", name, pair.key);
        } else if (strcmp(pair.key, "level") != 0 && strcmp(pair.key, "realtime") != 0)
            return unknown_key(reader, name, &pair);
    }
    reader->options->trace = true;
    return !*reader->err.text &&
           (reader->options->trace_file || wrong(reader, "%s: file= is missing", name));
}

static bool read_report(Reader *reader, const char *name)
{
    Pair pair = {"", ""};
    while (take_pair(reader, name, &pair))
        if (strcmp(pair.key, "penta") != 0 || strcmp(pair.value, "true") != 0)
            return wrong(reader, "%s: it is penta=true", name);
    return !*reader->err.text;
}

/* An interval of what is done after every game anyway. */
static bool read_interval(Reader *reader, const char *name)
{
    int64_t games_between = 0;
    return read_number(reader, name, take_value(reader), 0, INT32_MAX, &games_between);
}

/* What cutechess has and we always do. */
static bool read_nothing(Reader *reader, const char *name)
{
    (void)reader;
    (void)name;
    return true;
}

static const struct {
    const char *name;
    bool (*read)(Reader *reader, const char *name);
} rows[] = {
    {"engine", read_engine},
    {"each", read_each},
    {"variant", read_variant},
    {"frc", read_frc},
    {"tournament", read_tournament},
    {"rounds", read_rounds},
    {"games", read_games},
    {"repeat", read_repeat},
    {"noswap", read_noswap},
    {"concurrency", read_concurrency},
    {"seed", read_seed},
    {"srand", read_seed},
    {"openings", read_openings},
    {"sprt", read_sprt},
    {"resign", read_resign},
    {"draw", read_draw},
    {"maxmoves", read_maxmoves},
    {"pgnout", read_pgnout},
    {"event", read_event},
    {"site", read_site},
    {"state", read_state},
    {"resume", read_resume},
    {"json", read_json},
    {"lint", read_lint},
    {"ratinginterval", read_ratinginterval},
    {"patience", read_patience},
    {"wait", read_wait},
    {"debug", read_debug},
    {"log", read_log},
    {"report", read_report},
    {"scoreinterval", read_ratinginterval},
    {"outcomeinterval", read_interval},
    {"autosaveinterval", read_interval},
    {"recover", read_nothing},
};

/* What other match programs have, and what to do instead. */
static const struct {
    const char *name, *instead;
} refused[] = {
    {"config", "-resume with the same arguments goes on with a match"},
    {"output", "-json prints the result as JSON"},
    {"reverse", "colours change from game to game"},
    {"epdout", "-pgnout writes the games"},
    {"bookmode", "-openings plies=N cuts openings"},
    {"tb", "games are played to their end, or adjudicated by -resign and -draw"},
    {"tbpieces", "games are played to their end, or adjudicated by -resign and -draw"},
    {"tbignore50", "games are played to their end, or adjudicated by -resign and -draw"},
    {"seeds", "-tournament is round-robin or gauntlet"},
    {"quick", "say -engine, -each and -openings"},
    {"use-affinity", "taskset binds the match and its engines to processors"},
    {"affinity", "taskset binds the match and its engines to processors"},
    {"ponder", "engines think on their own time only"},
    {"pgnfile", "it is -pgnout"},
};

static bool read_option(Reader *reader, const char *word)
{
    const char *name = word + strspn(word, "-");
    if (*word != '-' || name - word > 2) return wrong(reader, "`%.60s` is no option", word);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0) return rows[i].read(reader, word);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(refused[i].name, name) == 0)
            return wrong(reader, "there is no option %.60s: %s", word, refused[i].instead);
    return wrong(reader, "there is no option %.60s", word);
}

/* --- All together ------------------------------------------------------------------------------
 */

static void set_defaults(MatchOptions *options)
{
    *options = (MatchOptions){
        .kind = {&games[0], false},
        .schedule = {.rounds = 1, .games = 2, .repeat = true, .swap = true},
        .concurrency = 1,
        .made = {.plies = OPENING_PLIES, .score = OPENING_SCORE, .nodes = OPENING_NODES},
        .sprt = {.alpha = 0.05, .beta = 0.05},
        .event = "Boojum match",
        .site = "?",
        .patience_us = 30000000,
    };
}

static bool finish_engines(Reader *reader)
{
    MatchOptions *options = reader->options;
    if (reader->draft_count < 2) return wrong(reader, "two engines at least are needed");
    options->engines = new_zeroed(reader->draft_count, sizeof *options->engines);
    for (size_t i = 0; i < reader->draft_count; i++) {
        Error why;
        options->engine_count++;
        if (!engine_spec_make(&options->engines[i], &reader->drafts[i], &reader->each, &why))
            return wrong(reader, "engine %zu: %.200s", i + 1, why.text);
    }
    engine_specs_name_apart(options->engines, options->engine_count);
    options->schedule.engines = (int)options->engine_count;
    return true;
}

static bool check_together(Reader *reader)
{
    MatchOptions *options = reader->options;
    if (options->use_sprt && options->engine_count != 2)
        return wrong(reader, "-sprt is for two engines");
    if (options->use_sprt && !reader->rounds_given) options->schedule.rounds = 10000000;
    options->made.game = options->kind.game;
    options->made.shuffled = options->kind.chess960;
    if (!options->seeded && getrandom(&options->seed, sizeof options->seed, 0) > 0)
        options->seed &= 0xffffffffu; /* short enough to be typed */
    match_options_set_seed(options, options->seed);
    if (reader->state) options->state = copy_text(reader->state);
    if (!reader->state && options->pgn && !is_device(options->pgn)) {
        Buffer name = {0};
        buffer_add(&name, "%s.state", options->pgn);
        options->state = name.data;
    }
    if (options->resume && !options->state)
        return wrong(reader, "-resume: which match? -state or -pgnout is missing");
    return true;
}

static bool wants_help(char **argv)
{
    for (; *argv; argv++)
        if (strcmp(*argv, "-h") == 0 || strcmp(*argv, "-help") == 0 || strcmp(*argv, "--help") == 0)
            return true;
    return false;
}

int match_options_read(MatchOptions *options, int argc, char **argv)
{
    Reader reader = {.options = options, .at = argv + 1};
    bool ok = true;
    set_defaults(options);
    (void)argc;
    if (wants_help(argv)) {
        for (size_t i = 0; i < sizeof help / sizeof *help; i++) fputs(help[i], stdout);
        return 0;
    }
    while (ok && *reader.at) ok = read_option(&reader, *reader.at++);
    ok = ok && finish_engines(&reader) && check_together(&reader);
    for (size_t i = 0; i < reader.draft_count; i++) engine_draft_free(&reader.drafts[i]);
    free(reader.drafts);
    engine_draft_free(&reader.each);
    if (ok) return -1;
    fprintf(stderr, "boojum match: %s (see boojum match --help)\n", reader.err.text);
    match_options_free(options);
    return 2;
}

void match_options_set_seed(MatchOptions *options, uint64_t seed)
{
    options->seed = options->made.seed = seed;
}

void match_options_free(MatchOptions *options)
{
    free(options->state);
    options->state = NULL;
    for (size_t i = 0; i < options->engine_count; i++) engine_spec_free(&options->engines[i]);
    free(options->engines);
    options->engines = NULL;
    options->engine_count = 0;
}
