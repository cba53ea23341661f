#include "talk/engine_spec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
        return seconds_read(&control->move_us, value, err) &&
               (control->move_us > 0 || error_set(err, "st: no time"));
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

/* Carries out one word. Programs and arguments are put together afterwards. */
static bool apply(EngineSpec *spec, const char *key, const char *value, Error *err)
{
    bool proto_ok = strcmp(key, "proto") == 0 && strcmp(value, "uci") == 0;
    if (strchr(value, '\n') || strchr(key, '\n')) return error_set(err, "%s: a line end", key);
    if (is_limit(key)) return set_limit(&spec->control, key, value, err);
    if (strcmp(key, "cmd") == 0)
        replace(&spec->cmd, value);
    else if (strcmp(key, "arg") == 0)
        add_argument(spec, value);
    else if (strcmp(key, "name") == 0)
        replace(&spec->name, value);
    else if (strcmp(key, "dir") == 0)
        replace(&spec->dir, value);
    else if (strcmp(key, "stderr") == 0)
        replace(&spec->log, value);
    else if (strcmp(key, "restart") == 0)
        return set_switch(key, value, &spec->restart, err);
    else if (strncmp(key, "option.", 7) == 0 && key[7])
        set_option(spec, key + 7, value);
    else if (!proto_ok)
        return error_set(err, "there is no `%.40s=%.40s`", key, value);
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

static bool is_in_path(const char *name)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t length = strcspn(path, ":");
        char file[4096];
        snprintf(file, sizeof file, "%.*s/%s", (int)length, path, name);
        if (is_program(file)) return true;
        path += length + (path[length] == ':');
    }
    return false;
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
    char *joined = NULL;
    if (!strchr(word, '/')) {
        if (spec->dir && asprintf(&joined, "%s/%s", spec->dir, word) > 0 && is_program(joined)) {
            char *path = realpath(joined, NULL);
            free(joined);
            return path;
        }
        free(joined);
        if (is_in_path(word)) return copy_text(word);
        return is_program(word) ? realpath(word, NULL) : NULL;
    }
    if (spec->dir && *word != '/' && asprintf(&joined, "%s/%s", spec->dir, word) > 0) {
        char *path = is_program(joined) ? realpath(joined, NULL) : NULL;
        free(joined);
        if (path) return path;
    }
    return is_program(word) ? realpath(word, NULL) : NULL;
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
        if (!whole) error_set(err, "there is no program `%.100s`", word ? word : "");
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
    if (spec->dir && access(spec->dir, X_OK) != 0)
        return error_set(err, "%.100s: %s", spec->dir, strerror(errno));
    if (!spec->name) spec->name = copy_text(base_name(spec->arguments[0]));
    const TimeControl *control = &spec->control;
    if (!time_control_is_timed(control) && !control->nodes && !control->depth)
        return error_set(err, "how long may it think? tc=, st=, nodes= or depth= is missing");
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
    *spec = (EngineSpec){0};
}

void engine_specs_name_apart(EngineSpec *specs, size_t count)
{
    for (size_t i = count; i-- > 1;) { /* from the last, so that those before keep their names */
        int same = 1;
        for (size_t k = 0; k < i; k++) same += strcmp(specs[k].name, specs[i].name) == 0;
        char *numbered = NULL;
        if (same == 1 || asprintf(&numbered, "%s %d", specs[i].name, same) < 0) continue;
        free(specs[i].name);
        specs[i].name = numbered;
    }
}
