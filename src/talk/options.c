#include "talk/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/fen.h"
#include "search/strength.h"
#include "talk/engine.h"
#include "talk/version.h"

typedef enum {
    OPTION_CHECK,    /* a bool */
    OPTION_SPIN,     /* an int from min to max */
    OPTION_COMBO,    /* an int, the index of one of the names */
    OPTION_BUTTON,   /* nothing is stored */
    OPTION_READ_ONLY /* a text that only informs */
} OptionType;

typedef struct Option {
    const char *name;
    OptionType type;
    size_t offset;    /* of its value in OptionValues */
    int initial;      /* its default */
    int min, max;     /* spin */
    const char *text; /* read only */
    /* combo: the index-th name as `uci` lists it, NULL after the last */
    const char *(*name_at)(int index);
    /* combo: what to store for a name; NULL: its index in the list */
    bool (*read)(Engine *engine, const char *value, int *stored, Error *err);
    /* called after a change, not when the same value is set again; may be NULL */
    void (*changed)(Engine *engine);
    /* called after a change that may turn out impossible: false, and it is undone; may be NULL */
    bool (*try_change)(Engine *engine, Error *err);
} Option;

/* --- Single options ----------------------------------------------------------------------------
 */

/* Every game, and then `standard`: cutechess offers chess only to engines that list that word. */
static const char *variant_name(int index)
{
    if (index < GAME_COUNT) return games[index].name;
    return index == GAME_COUNT ? "standard" : NULL;
}

static bool read_variant(Engine *engine, const char *value, int *stored, Error *err)
{
    bool shuffled = false;
    const Game *game = game_find(value, &shuffled, err);
    if (!game) return false;
    if (shuffled && !engine->options.chess960)
        engine->options.chess960 = engine->named_chess960 = true;
    else if (!shuffled && engine->named_chess960)
        engine->options.chess960 = engine->named_chess960 = false;
    *stored = (int)(game - games);
    return true;
}

static void clear_hash(Engine *engine)
{
    if (engine->search) search_new_game(engine->search);
}

static void variant_changed(Engine *engine)
{
    clear_hash(engine); /* the search would do it, but with the clock running */
    engine_start_position(engine);
    const Game *game = engine_game(engine);
    if (game->gui_knows_it) return;
    char fen[FEN_MAX];
    fen_write(&engine->pos, FEN_TWO_BOARD, engine->options.chess960, fen);
    output_line(&engine->output,
                "info string variant %s files 8 ranks 8 pocket 0 template fairy startpos %s",
                game->name, fen);
}

/* The paired form is read only: no program that is still made prints it. */
static const char *fen_style_name(int index)
{
    return index <= FEN_WIDE ? fen_style_names[index] : NULL;
}

/* Hash and Threads are had, or refused, at once and not in the first search. */
static bool resources_changed(Engine *engine, Error *err) { return engine_has_search(engine, err); }

/* --- The table ---------------------------------------------------------------------------------
 */

#define STORED(field) .offset = offsetof(OptionValues, field)

static const Option options[] = {
    {"UCI_Variant", OPTION_COMBO, STORED(variant), .name_at = variant_name, .read = read_variant,
     .changed = variant_changed},
    {"UCI_Chess960", OPTION_CHECK, STORED(chess960)},
    {"Hash", OPTION_SPIN, STORED(hash_mb), .initial = HASH_DEFAULT_MB, .min = 1, .max = TT_MAX_MB,
     .try_change = resources_changed},
    {"Clear Hash", OPTION_BUTTON, .changed = clear_hash},
    {"Threads", OPTION_SPIN, STORED(threads), .initial = 1, .min = 1, .max = THREADS_MAX,
     .try_change = resources_changed},
    {"MultiPV", OPTION_SPIN, STORED(multipv), .initial = 1, .min = 1, .max = MULTIPV_MAX},
    {"Ponder", OPTION_CHECK, STORED(ponder)},
    {"Move Overhead", OPTION_SPIN, STORED(move_overhead), .initial = 10, .min = 0, .max = 5000},
    {"Skill Level", OPTION_SPIN, STORED(skill), .initial = SKILL_MAX, .min = SKILL_MIN,
     .max = SKILL_MAX},
    {"UCI_LimitStrength", OPTION_CHECK, STORED(limit_strength)},
    {"UCI_Elo", OPTION_SPIN, STORED(elo), .initial = ELO_MAX, .min = ELO_MIN, .max = ELO_MAX},
    {"UCI_ShowWDL", OPTION_CHECK, STORED(show_wdl)},
    {"UCI_AnalyseMode", OPTION_CHECK, STORED(analyse_mode)},
    {"FEN Style", OPTION_COMBO, STORED(fen_style), .name_at = fen_style_name},
    {"UCI_EngineAbout", OPTION_READ_ONLY, .text = BOOJUM_ABOUT},
};

enum { OPTION_COUNT = sizeof options / sizeof *options };

static bool *stored_bool(OptionValues *values, const Option *option)
{
    return (bool *)((char *)values + option->offset);
}

static int *stored_int(OptionValues *values, const Option *option)
{
    return (int *)(void *)((char *)values + option->offset);
}

void options_default(OptionValues *values)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *option = &options[i];
        if (option->type == OPTION_CHECK)
            *stored_bool(values, option) = option->initial;
        else if (option->type != OPTION_READ_ONLY && option->type != OPTION_BUTTON)
            *stored_int(values, option) = option->initial;
    }
}

static void print_option(Output *output, const Option *option)
{
    Text text = {0};
    text_add(&text, "option name %s type ", option->name);
    switch (option->type) {
    case OPTION_CHECK:
        text_add(&text, "check default %s", option->initial ? "true" : "false");
        break;
    case OPTION_SPIN:
        text_add(&text, "spin default %d min %d max %d", option->initial, option->min, option->max);
        break;
    case OPTION_COMBO:
        text_add(&text, "combo default %s", option->name_at(option->initial));
        for (int i = 0; option->name_at(i); i++) text_add(&text, " var %s", option->name_at(i));
        break;
    case OPTION_BUTTON: text_add(&text, "button"); break;
    case OPTION_READ_ONLY: text_add(&text, "string default %s", option->text); break;
    }
    output_line(output, "%s", text.buf);
}

void options_print(Output *output)
{
    for (int i = 0; i < OPTION_COUNT; i++) print_option(output, &options[i]);
}

static const Option *option_find(const char *name)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strcasecmp(options[i].name, name) == 0) return &options[i];
    return NULL;
}

static bool read_check(const Option *option, const char *value, int *stored, Error *err)
{
    bool on = strcasecmp(value, "true") == 0;
    if (!on && strcasecmp(value, "false") != 0)
        return error_set(err, "option %s: `%.40s` is neither true nor false", option->name, value);
    *stored = on;
    return true;
}

static bool read_spin(const Option *option, const char *value, int *stored, Error *err)
{
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end)
        return error_set(err, "option %s: `%.40s` is no number", option->name, value);
    if (errno || number < option->min || number > option->max)
        return error_set(err, "option %s: %.40s is not from %d to %d", option->name, value,
                         option->min, option->max);
    *stored = (int)number;
    return true;
}

static bool read_combo(const Option *option, Engine *engine, const char *value, int *stored,
                       Error *err)
{
    if (option->read) {
        Error why;
        if (option->read(engine, value, stored, &why)) return true;
        return error_set(err, "option %s: %.200s", option->name, why.text);
    }
    for (int i = 0; option->name_at(i); i++)
        if (strcasecmp(option->name_at(i), value) == 0) {
            *stored = i;
            return true;
        }
    return error_set(err, "option %s has no value `%.40s`", option->name, value);
}

bool options_set(Engine *engine, const char *name, const char *value, Error *err)
{
    const Option *option = option_find(name);
    if (!option) return error_set(err, "no option `%.40s`", name);
    if (option->type == OPTION_READ_ONLY) /* some GUIs send back what they were told */
        return (value && strcmp(value, option->text) == 0) ||
               error_set(err, "option %s cannot be set", option->name);
    if (option->type == OPTION_BUTTON) {
        option->changed(engine);
        return true;
    }
    if (!value || !*value) return error_set(err, "option %s: the value is missing", option->name);

    int stored = 0, before;
    bool read = false;
    switch (option->type) {
    case OPTION_CHECK: read = read_check(option, value, &stored, err); break;
    case OPTION_SPIN: read = read_spin(option, value, &stored, err); break;
    case OPTION_COMBO: read = read_combo(option, engine, value, &stored, err); break;
    case OPTION_BUTTON:
    case OPTION_READ_ONLY: break;
    }
    if (!read) return false;
    if (option->type == OPTION_CHECK) {
        if (option->offset == offsetof(OptionValues, chess960)) engine->named_chess960 = false;
        before = *stored_bool(&engine->options, option);
        *stored_bool(&engine->options, option) = stored;
    } else {
        before = *stored_int(&engine->options, option);
        *stored_int(&engine->options, option) = stored;
    }
    if (before == stored) return true;
    if (option->try_change && !option->try_change(engine, err)) {
        *stored_int(&engine->options, option) = before;
        return false;
    }
    if (option->changed) option->changed(engine);
    return true;
}
