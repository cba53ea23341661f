#include "talk/engine_spec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "talk/files.h"

/* --- Words -------------------------------------------------------------------------------------
 */

static void replace(char **text, const char *value)
{
    free(*text);
    *text = copy_text(value);
}

static bool read_count(const char *key, const char *value, uint64_t most, uint64_t *number,
                       Error *err)
{
    char *end;
    errno = 0;
    unsigned long long read = strtoull(value, &end, 10);
    if (end == value || *end || *value == '-' || errno || read < 1 || read > most)
        return error_set(err, "%s: `%.40s` is no number from 1 to %llu", key, value,
                         (unsigned long long)most);
    *number = read;
    return true;
}

static bool set_switch(const char *key, const char *value, bool *on, Error *err)
{
    *on = strcmp(value, "on") == 0 || strcmp(value, "true") == 0;
    if (*on || strcmp(value, "off") == 0 || strcmp(value, "auto") == 0 ||
        strcmp(value, "false") == 0)
        return true;
    return error_set(err, "%s is on or off, not `%.40s`", key, value);
}

static bool set_limit(TimeControl *control, const char *key, const char *value, Error *err)
{
    uint64_t number = 0;
    if (strcmp(key, "tc") == 0) return time_control_read(control, value, err);
    if (strcmp(key, "st") == 0)
        return (seconds_read(&control->move_us, value, NULL) && control->move_us >= 1000) ||
               error_set(err, "st: `%.40s` is no number of seconds from 0.001 to 10000000", value);
    if (strcmp(key, "timemargin") == 0) {
        if (strcmp(value, "0") == 0) {
            control->margin_us = 0;
            return true;
        }
        if (!read_count(key, value, 1000000, &number, err)) return false;
        control->margin_us = (int64_t)number * 1000;
        return true;
    }
    if (strcmp(key, "nodes") == 0) return read_count(key, value, INT64_MAX, &control->nodes, err);
    if (!read_count(key, value, 1000, &number, err)) return false;
    control->depth = (int)number;
    return true;
}

static void add_argument(EngineSpec *spec, const char *argument)
{
    spec->arguments = grow(spec->arguments, spec->argument_count + 1, &spec->argument_capacity,
                           sizeof *spec->arguments);
    spec->arguments[spec->argument_count++] = copy_text(argument);
    spec->arguments[spec->argument_count] = NULL;
}

static void set_option(EngineSpec *spec, const char *name, const char *value)
{
    for (size_t i = 0; i < spec->option_count; i++)
        if (strcmp(spec->options[i].name, name) == 0) {
            replace(&spec->options[i].value, value);
            return;
        }
    spec->options =
        grow(spec->options, spec->option_count, &spec->option_capacity, sizeof *spec->options);
    spec->options[spec->option_count++] = (EngineOption){copy_text(name), copy_text(value)};
}

static bool is_limit(const char *key)
{
    static const char *const limits[] = {"tc", "st", "timemargin", "nodes", "depth"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(limits[i], key) == 0) return true;
    return false;
}

/* What other match programs have. */
static const struct {
    const char *key, *instead;
} refused[] = {
    {"ponder", "engines think on their own time only"},
    {"conf", "say cmd= and what else it needs"},
    {"proto", "it is proto=uci"},
    {"book", "openings come from -openings"},
    {"bookdepth", "openings come from -openings, with plies="},
    {"tscale", "say what it has in tc="},
};

static bool unknown(const char *key, const char *value, Error *err)
{
    const char *instead = NULL;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(refused[i].key, key) == 0) instead = refused[i].instead;
    return error_set(err, "there is no `%.40s=%.40s`%s%s", key, value, instead ? ": " : "",
                     instead ? instead : "");
}

bool engine_key_stands_alone(const char *key)
{
    return strcmp(key, "whitepov") == 0 || strcmp(key, "ponder") == 0;
}

/* As cutechess has it, `\n` stands for a line end. */
static void set_init(EngineSpec *spec, const char *value)
{
    replace(&spec->init, value);
    for (char *at = spec->init; (at = strstr(at, "\\n"));) {
        *at = '\n';
        memmove(at + 1, at + 2, strlen(at + 2) + 1);
    }
}

/* Carries out one word. Programs and arguments are put together afterwards. */
static bool apply(EngineSpec *spec, const char *key, const char *value, Error *err)
{
    bool usual = (strcmp(key, "proto") == 0 && strcmp(value, "uci") == 0) ||
                 (strcmp(key, "ponder") == 0 && strcmp(value, "false") == 0);
    if (strchr(value, '\n') || strchr(key, '\n')) return error_set(err, "%s: a line end", key);
    if (is_limit(key)) return set_limit(&spec->control, key, value, err);
    if (strcmp(key, "cmd") == 0)
        replace(&spec->cmd, value);
    else if (strcmp(key, "arg") == 0)
        add_argument(spec, value);
    else if (strcmp(key, "name") == 0 && !*value)
        return error_set(err, "name: it is empty");
    else if (strcmp(key, "name") == 0)
        replace(&spec->name, value);
    else if (strcmp(key, "initstr") == 0)
        set_init(spec, value);
    else if (strcmp(key, "whitepov") == 0)
        return set_switch(key, value, &spec->white_scores, err);
    else if (strcmp(key, "dir") == 0)
        replace(&spec->dir, value);
    else if (strcmp(key, "stderr") == 0)
        replace(&spec->log, value);
    else if (strcmp(key, "restart") == 0)
        return set_switch(key, value, &spec->restart, err);
    else if (strncmp(key, "option.", 7) == 0 && key[7])
        set_option(spec, key + 7, value);
    else if (!usual)
        return unknown(key, value, err);
    return true;
}

bool engine_draft_set(EngineDraft *draft, const char *key, const char *value, Error *err)
{
    EngineSpec trial = {0};
    bool ok = apply(&trial, key, value, err);
    engine_spec_free(&trial);
    if (!ok) return false;
    draft->words = grow(draft->words, draft->count, &draft->capacity, sizeof *draft->words);
    draft->words[draft->count].key = copy_text(key);
    draft->words[draft->count++].value = copy_text(value);
    return true;
}

void engine_draft_free(EngineDraft *draft)
{
    for (size_t i = 0; i < draft->count; i++) {
        free(draft->words[i].key);
        free(draft->words[i].value);
    }
    free(draft->words);
    *draft = (EngineDraft){0};
}

/* --- The program -------------------------------------------------------------------------------
 */

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* NULL if it is not in PATH. Free it with free(). */
static char *find_in_path(const char *name)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        char *file = new_text("%.*s/%s", length, path, name);
        if (length > 0 && is_program(file)) return file;
        free(file);
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* The next word of a command line; quotes of both kinds hold blanks together. NULL at the end. */
static char *cut_word(const char **rest)
{
    const char *at = *rest + strspn(*rest, " \t");
    char *word = new_zeroed(strlen(at) + 1, 1), *out = word;
    char quote = '\0';
    bool any = *at != '\0';
    for (; *at && (quote || (*at != ' ' && *at != '\t')); at++) {
        if (quote ? *at == quote : (*at == '"' || *at == '\''))
            quote = quote ? '\0' : *at;
        else
            *out++ = *at;
    }
    *rest = at;
    if (any) return word;
    free(word);
    return NULL;
}

/* A program given by a path is looked for in its directory first, then in ours; the path is made
 * absolute, since it is run from there. */
static char *find_program(const EngineSpec *spec, const char *word)
{
    char *path = NULL;
    if (spec->dir && *word != '/') {
        char *joined = new_text("%s/%s", spec->dir, word);
        if (is_program(joined)) path = real_path(joined);
        free(joined);
    }
    if (!path && !strchr(word, '/')) path = find_in_path(word);
    return path || !is_program(word) ? path : real_path(word);
}

/* Puts the program, and the rest of the command line, before the arguments. */
static bool make_arguments(EngineSpec *spec, Error *err)
{
    EngineSpec own = {0};
    const char *rest = spec->cmd;
    char *whole = find_program(spec, spec->cmd), *word = NULL;
    if (!whole) {
        word = cut_word(&rest);
        if (word) whole = find_program(spec, word);
        if (!whole) error_set(err, "there is no program `%s`", shown_path(word ? word : "").text);
        free(word);
        if (!whole) return false;
        add_argument(&own, whole);
        while ((word = cut_word(&rest))) {
            add_argument(&own, word);
            free(word);
        }
    } else {
        add_argument(&own, whole);
    }
    free(whole);
    for (size_t i = 0; i < spec->argument_count; i++) {
        add_argument(&own, spec->arguments[i]);
        free(spec->arguments[i]);
    }
    free(spec->arguments);
    spec->arguments = own.arguments;
    spec->argument_count = own.argument_count;
    spec->argument_capacity = own.argument_capacity;
    return true;
}

/* --- The spec ----------------------------------------------------------------------------------
 */

enum { FIXED_TIME_MARGIN_US = 20000 }; /* an engine takes all of `st`, and then has to say so */

static bool is_given(const EngineDraft *draft, const char *key)
{
    for (size_t i = 0; i < draft->count; i++)
        if (strcmp(draft->words[i].key, key) == 0) return true;
    return false;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool engine_spec_make(EngineSpec *spec, const EngineDraft *own, const EngineDraft *each, Error *err)
{
    const EngineDraft *drafts[2] = {each, own};
    *spec = (EngineSpec){0};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < drafts[i]->count; k++)
            if (!apply(spec, drafts[i]->words[k].key, drafts[i]->words[k].value, err)) return false;
    if (!spec->cmd) return error_set(err, "cmd= is missing");
    if (!make_arguments(spec, err)) return false;
    if (spec->dir && access(spec->dir, X_OK) != 0) return file_failed(spec->dir, err);
    if (!spec->name) spec->name = copy_text(base_name(spec->arguments[0]));
    TimeControl *control = &spec->control;
    if (control->move_us && !is_given(own, "timemargin") && !is_given(each, "timemargin"))
        control->margin_us = FIXED_TIME_MARGIN_US;
    if (!time_control_is_timed(control) && !control->nodes && !control->depth)
        return error_set(err, is_given(own, "tc") || is_given(each, "tc")
                                  ? "tc=inf is no limit: st=, nodes= or depth= is needed besides"
                                  : "how long may it think? tc=, st=, nodes= or depth= is missing");
    return true;
}

void engine_spec_free(EngineSpec *spec)
{
    for (size_t i = 0; i < spec->argument_count; i++) free(spec->arguments[i]);
    for (size_t i = 0; i < spec->option_count; i++) {
        free(spec->options[i].name);
        free(spec->options[i].value);
    }
    free(spec->arguments);
    free(spec->options);
    free(spec->name);
    free(spec->cmd);
    free(spec->dir);
    free(spec->log);
    free(spec->init);
    *spec = (EngineSpec){0};
}

/* Has another engine the name? */
static bool is_taken(const EngineSpec *specs, size_t count, size_t but, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (i != but && strcmp(specs[i].name, name) == 0) return true;
    return false;
}

void engine_specs_name_apart(EngineSpec *specs, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (!is_taken(specs, i, i, specs[i].name)) continue; /* those before keep their names */
        Buffer name = {0};
        for (int number = 2; !name.data || is_taken(specs, count, i, name.data); number++) {
            buffer_clear(&name);
            buffer_add(&name, "%s %d", specs[i].name, number);
        }
        free(specs[i].name);
        specs[i].name = name.data;
    }
}
