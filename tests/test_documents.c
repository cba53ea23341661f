/* What is written about the program beside the program: the man page, the completion and the lists
 * in the documents, against what it says of itself; and its installation. */
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/version.h"

static const char *const commands[] = {"",      "play",     "bench",  "perft",
                                       "match", "openings", "analyse"};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands, WORDS_MAX = 128, WORD_SIZE = 64 };

/* ---- words ---- */

typedef struct Words {
    char word[WORDS_MAX][WORD_SIZE];
    int count;
} Words;

static bool has_word(const Words *words, const char *word)
{
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->word[i], word) == 0) return true;
    return false;
}

static void add_word(Words *words, const char *start, size_t length)
{
    char word[WORD_SIZE];
    must(length < WORD_SIZE && words->count < WORDS_MAX, "no room for %.80s", start);
    snprintf(word, sizeof word, "%.*s", (int)length, start);
    if (!has_word(words, word)) memcpy(words->word[words->count++], word, sizeof word);
}

static bool is_option_letter(char c) { return isalnum((unsigned char)c) || c == '-'; }

/* Adds the options that stand in the first column of a line: `-x`, `--long`, `-long`, up to two
 * blanks. */
static void add_options(Words *words, const char *line)
{
    const char *end = strstr(line, "  ");
    if (!end) end = line + strlen(line);
    for (const char *at = line; at < end; at++) {
        if (*at != '-' || (at > line && at[-1] != ' ') || !is_option_letter(at[1])) continue;
        const char *start = at;
        while (is_option_letter(*at)) at++;
        add_word(words, start, (size_t)(at - start));
    }
}

/* The lines of a text, one by one; the text is changed. NULL after the last. */
static char *next_line(char **text)
{
    char *line = *text;
    if (!*line) return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end) *end = '\0';
    return line;
}

static Words options_in_help(const char *command)
{
    Words words = {.count = 0};
    Shell help = shell("$BOOJUM %s --help", command);
    must(help.status == 0, "%s --help: %s", command, help.err);
    char *text = help.out;
    for (char *line; (line = next_line(&text));) {
        const char *start = line + strspn(line, " ");
        if (start > line && *start == '-') add_options(&words, start);
    }
    must(words.count >= 2, "%s --help: where are the options?", command);
    shell_free(&help);
    return words;
}

/* A whole document; the caller frees it. */
static char *document(const char *name)
{
    Shell text = shell("cat '%s'", name);
    must(text.status == 0 && *text.out, "%s: %s", name, text.err);
    free(text.err);
    return text.out;
}

/* ---- the man page ---- */

/* As it reads: without `\fB`, `\fI`, `\fR`, and with hyphens for `\-`. */
static char *man_page(void)
{
    char *page = document("boojum.1"), *to = page;
    for (const char *from = page; *from;) {
        if (from[0] == '\\' && from[1] == 'f') {
            from += 3;
        } else {
            from += from[0] == '\\' && from[1];
            *to++ = *from++;
        }
    }
    *to = '\0';
    return page;
}

/* The options of a command in the man page: the lines after `.TP` in its section. */
static Words options_in_man_page(const char *command)
{
    Words words = {.count = 0};
    char heading[64], *page = man_page(), *text = page;
    bool inside = false, tag = false;
    snprintf(heading, sizeof heading, ".SS boojum%s%s", *command ? " " : "", command);
    for (char *line; (line = next_line(&text));) {
        if (begins_with(line, ".S")) inside = strcmp(line, heading) == 0;
        if (inside && tag) add_options(&words, line);
        tag = strcmp(line, ".TP") == 0;
    }
    free(page);
    return words;
}

START_TEST(man_page_has_the_options)
{
    const char *command = commands[_i];
    Words help = options_in_help(command), man = options_in_man_page(command);
    for (int i = 0; i < help.count; i++)
        ck_assert_msg(has_word(&man, help.word[i]), "boojum.1 has no %s %s", command, help.word[i]);
    for (int i = 0; i < man.count; i++)
        ck_assert_msg(has_word(&help, man.word[i]), "boojum.1 has %s %s, which is none", command,
                      man.word[i]);
}
END_TEST

/* The keys of `boojum match -engine`, `-openings` ... as the help has them: `file=`. */
static Words keys_of_match(void)
{
    Words words = {.count = 0};
    Shell help = shell("$BOOJUM match --help | grep '^ ' | grep -oE '\\b[a-z0-9]+=' | sort -u");
    char *text = help.out;
    for (char *line; (line = next_line(&text));) add_word(&words, line, strlen(line));
    must(words.count >= 20, "%d keys", words.count);
    shell_free(&help);
    return words;
}

START_TEST(man_page_has_the_keys)
{
    Words keys = keys_of_match();
    char *page = man_page();
    for (int i = 0; i < keys.count; i++)
        ck_assert_msg(strstr(page, keys.word[i]) != NULL, "boojum.1 has no %s", keys.word[i]);
    ck_assert_msg(strstr(page, "\"Boojum " BOOJUM_VERSION "\"") != NULL, "boojum.1: the version");
    free(page);
}
END_TEST

/* ---- options of UCI ---- */

typedef struct UciOption {
    char name[32], type[16], initial[160], min[16], max[16];
} UciOption;

/* What `uci` lists; returns how many. */
static int read_uci_options(UciOption *options, int most)
{
    int count = 0;
    Shell said = shell("printf 'uci\\nquit\\n' | $BOOJUM");
    must(said.status == 0, "uci: %s", said.err);
    char *text = said.out;
    for (char *line; (line = next_line(&text));) {
        if (!begins_with(line, "option name ")) continue;
        must(count < most, "too many options");
        UciOption *option = &options[count++];
        *option = (UciOption){.name = ""};
        char *type = strstr(line, " type "), *initial = strstr(line, " default ");
        must(type != NULL, "%s: no type", line);
        snprintf(option->name, sizeof option->name, "%.*s", (int)(type - line) - 12, line + 12);
        must(sscanf(type, " type %15s", option->type) == 1, "%s", line);
        if (initial && strcmp(option->type, "string") != 0)
            must(sscanf(initial, " default %150s min %15s max %15s", option->initial, option->min,
                        option->max) >= 1,
                 "%s", line);
    }
    must(count >= 10, "%d options", count);
    shell_free(&said);
    return count;
}

START_TEST(man_page_has_the_uci_options)
{
    UciOption options[64];
    int count = read_uci_options(options, 64), found = 0;
    char *page = man_page(), *section = strstr(page, ".SH UCI OPTIONS\n");
    must(section != NULL, "no such section");
    char *end = strstr(section + 1, ".SH ");
    if (end) *end = '\0';
    for (int i = 0; i < count; i++) {
        const UciOption *o = &options[i];
        char *line = NULL;
        int length;
        if (*o->min)
            length = asprintf(&line, ".TP\n%s (%s to %s, default %s)\n", o->name, o->min, o->max,
                              o->initial);
        else if (*o->initial)
            length = asprintf(&line, ".TP\n%s (default %s)\n", o->name, o->initial);
        else
            length = asprintf(&line, ".TP\n%s\n", o->name);
        must(length > 0, "out of memory");
        ck_assert_msg(strstr(section, line) != NULL, "boojum.1 lacks %s", line + 4);
        free(line);
    }
    for (const char *at = section; (at = strstr(at, ".TP\n")); at++) found++;
    ck_assert_int_eq(found, count);
    free(page);
}
END_TEST

/* Takes away what only shows: blanks at both ends and backquotes around. */
static char *bare(char *cell)
{
    cell += strspn(cell, " `");
    size_t length = strlen(cell);
    while (length > 0 && strchr(" `", cell[length - 1])) cell[--length] = '\0';
    return cell;
}

/* The document's table of the options has each with its type, its range where it has one (`spin, 1
 * to 256`) and its default; and no others. */
static void check_table(const char *name)
{
    UciOption options[64];
    int count = read_uci_options(options, 64), rows = 0;
    char *whole = document(name), *text = strstr(whole, "| option | type | default | ");
    must(text != NULL, "%s: no table of the options", name);
    next_line(&text);
    next_line(&text);
    for (char *line; (line = next_line(&text)) && *line == '|'; rows++) {
        char *cells[5] = {NULL}, type[64];
        must(split(line, '|', cells, 5) == 5, "%s: %s", name, line);
        must(rows < count, "%s: more options than there are", name);
        const UciOption *o = &options[rows];
        if (*o->min)
            snprintf(type, sizeof type, "%s, %s to %s", o->type, o->min, o->max);
        else
            snprintf(type, sizeof type, "%s", o->type);
        must(strcmp(bare(cells[1]), o->name) == 0, "%s: the engine lists %s where it has %s", name,
             o->name, bare(cells[1]));
        must(strcmp(bare(cells[2]), type) == 0, "%s: %s is %s", name, o->name, type);
        must(strcmp(bare(cells[3]), o->initial) == 0, "%s: %s has the default %s", name, o->name,
             o->initial);
    }
    must(rows == count, "%s: %d options, the engine lists %d", name, rows, count);
    free(whole);
}

START_TEST(tables_of_the_options)
{
    check_table("README.md");
    check_table("UCI_VARIANT.md");
}
END_TEST

/* ---- the map of the source ---- */

/* A header may stand there with its ending or without. */
static int check_modules(const char *readme, const char *top, const char *floor)
{
    char path[32];
    int count = 0;
    snprintf(path, sizeof path, "%s/%s", top, floor);
    DIR *directory = opendir(path);
    must(directory != NULL, "no %s", path);
    for (struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name);
        char bare_name[300], name[300];
        bool header = length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0;
        if (!header && (length < 3 || strcmp(entry->d_name + length - 2, ".c") != 0)) continue;
        snprintf(bare_name, sizeof bare_name, "`%.*s`", (int)length - 2, entry->d_name);
        snprintf(name, sizeof name, "`%s`", entry->d_name);
        must(strstr(readme, bare_name) || (header && strstr(readme, name)),
             "README.md does not say what %s/%s is", path, entry->d_name);
        count++;
    }
    closedir(directory);
    return count;
}

START_TEST(readme_names_every_module)
{
    static const char *const floors[] = {"base", "rules", "judge", "search", "talk"};
    char *readme = document("README.md");
    int count = 0;
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
        count +=
            check_modules(readme, "src", floors[i]) + check_modules(readme, "include", floors[i]);
    must(count > 100, "%d files", count);
    free(readme);
}
END_TEST

/* No two sections of a version have one name. */
START_TEST(changelog_has_each_section_once)
{
    Words seen = {.count = 0};
    char *whole = document("CHANGELOG.md"), *text = whole;
    for (char *line; (line = next_line(&text));) {
        if (begins_with(line, "## ")) seen.count = 0;
        if (!begins_with(line, "### ")) continue;
        must(!has_word(&seen, line), "CHANGELOG.md: a second %s", line);
        add_word(&seen, line, strlen(line));
    }
    must(seen.count > 0, "no sections");
    free(whole);
}
END_TEST

/* The contents of a document name all its chapters. */
START_TEST(contents_are_complete)
{
    char *whole = document("UCI_VARIANT.md"), *text = whole;
    char *copy = document("UCI_VARIANT.md");
    int chapters = 0;
    for (char *line; (line = next_line(&text));) {
        char entry[128];
        if (!begins_with(line, "## ")) continue;
        chapters++;
        snprintf(entry, sizeof entry, "\n%d. [%s](#%d-", chapters, line + strlen("## 1. "),
                 chapters);
        must(strstr(copy, entry), "UCI_VARIANT.md: the contents lack %s", line);
    }
    must(chapters >= 8, "%d chapters", chapters);
    free(whole);
    free(copy);
}
END_TEST

START_TEST(changelog_knows_the_version)
{
    char *text = document("CHANGELOG.md");
    ck_assert_msg(strstr(text, "\n## [" BOOJUM_VERSION "]") || strstr(text, "\n## [Unreleased]"),
                  "CHANGELOG.md: nothing about %s", BOOJUM_VERSION);
    free(text);
}
END_TEST

/* ---- completion ---- */

/* What bash offers after these words, of which the last is being typed. */
static Words completions(const char *typed)
{
    Words words = {.count = 0};
    Shell run = shell("bash -c '. ./boojum.bash; COMP_WORDS=(boojum \"$@\"); COMP_CWORD=$#; "
                      "_boojum \"$BOOJUM\"; printf \"%%s\\n\" \"${COMPREPLY[@]}\"' completion %s",
                      typed);
    must(run.status == 0 && !*run.err, "%s: %s", typed, run.err);
    char *text = run.out;
    for (char *line; (line = next_line(&text));)
        if (*line) add_word(&words, line, strlen(line));
    shell_free(&run);
    return words;
}

START_TEST(completion_of_options)
{
    const char *command = commands[_i];
    char typed[64];
    Words help = options_in_help(command);
    snprintf(typed, sizeof typed, "%s -", command);
    Words offered = completions(typed);
    for (int i = 0; i < help.count; i++)
        ck_assert_msg(has_word(&offered, help.word[i]), "`boojum %s` does not offer %s", typed,
                      help.word[i]);
    for (int i = 0; i < offered.count; i++)
        ck_assert_msg(has_word(&help, offered.word[i]), "`boojum %s` offers %s", typed,
                      offered.word[i]);
}
END_TEST

START_TEST(completion_of_keys)
{
    Words keys = keys_of_match(), offered = {.count = 0};
    static const char *const options[] = {"engine", "openings", "sprt", "resign",
                                          "draw",   "log",      "lint"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char typed[64];
        snprintf(typed, sizeof typed, "match -%s ''", options[i]);
        Words some = completions(typed);
        must(some.count > 0, "%s: nothing", typed);
        for (int k = 0; k < some.count; k++)
            if (!has_word(&offered, some.word[k]))
                add_word(&offered, some.word[k], strlen(some.word[k]));
    }
    for (int i = 0; i < keys.count; i++)
        ck_assert_msg(has_word(&offered, keys.word[i]), "no %s is offered", keys.word[i]);
}
END_TEST

/* Each row: what is typed, and what must be all that is offered. */
START_TEST(completion_of_words)
{
    static const char *const rows[][2] = {
        {"''", "play bench perft match openings analyse help -h --help -V --version"},
        {"help p", "play perft"},
        {"help play -", ""},
        {"match --rou", "--rounds"},
        {"match --h", "--help"},
        {"match -rou", "-rounds"},
        {"match --tournament g", "gauntlet"},
        {"p", "play perft"},
        {"nonsense -", ""},
        {"play --var", "--variant"},
        {"play --variant a", "aliceatomic alice atomic"},
        {"play --variant = a", "aliceatomic alice atomic"},
        {"perft -v ''", "aliceatomic alice lookingglass msalice atomic chess"},
        {"match -variant l", "lookingglass"},
        {"match -engine cmd = x -variant m", "msalice"},
        {"play --level ''", "1 2 3 4 5 6 7 8 9 10"},
        {"play --color w", "white"},
        {"bench --depth ''", ""},
        {"match -tournament g", "gauntlet"},
        {"match -engine cm", "cmd="},
        {"match --each rest", "restart="},
        {"match -engine cmd = x restart = ''", "on off"},
        {"match -engine cmd = x name = y t", "tc= timemargin="},
        {"match -engine cmd = install", "install.sh"},
        {"match -openings order = r", "random"},
        {"match -openings file = READ", "README.md"},
        {"match -engine dir = inc", "include"},
        {"match -lint fail = ''", "on off"},
        {"match -openings policy = ''", "round encounter"},
        {"match -log file = READ", "README.md"},
        {"match -pgnout Make", "Makefile"},
        {"analyse READ", "README.md"},
        {"analyse x.epd -o READ", "README.md"},
        {"analyse x.epd --dep", "--depth"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Words offered = completions(rows[i][0]);
        char expected[128], *fields[WORDS_MAX];
        snprintf(expected, sizeof expected, "%s", rows[i][1]);
        int count = *expected ? split(expected, ' ', fields, WORDS_MAX) : 0;
        for (int k = 0; k < count; k++)
            ck_assert_msg(has_word(&offered, fields[k]), "`boojum %s` does not offer %s",
                          rows[i][0], fields[k]);
        ck_assert_msg(offered.count == count, "`boojum %s` offers %d words, among them %s",
                      rows[i][0], offered.count, offered.word[0]);
    }
}
END_TEST

/* ---- installing ---- */

/* Installs twice to a place that is not there yet, and takes everything away again. */
START_TEST(nothing_is_left_behind)
{
    static const struct {
        const char *place, *program, *stays; /* DESTDIR stays, and is empty */
    } rows[] = {
        {"DESTDIR=\"$T/a b\" PREFIX=/usr", "$T/a b/usr/bin/boojum", "$T/a b"},
        {"DESTDIR=\"$T/d/\" PREFIX=", "$T/d/bin/boojum", "$T/d"},
        {"DESTDIR= PREFIX=\"$T/e f/g\"", "$T/e f/g/bin/boojum", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Shell in = shell("export %s; sh install.sh install \"$BOOJUM\" && "
                         "sh install.sh install \"$BOOJUM\" && \"%s\" --version",
                         rows[i].place, rows[i].program);
        must(in.status == 0, "%s", in.err);
        must(strstr(in.out, "\nBoojum " BOOJUM_VERSION "\n") != NULL, "%s", in.out);
        must(strstr(in.out, "/share/man/man1/boojum.1\n") != NULL, "%s", in.out);
        must(strstr(in.out, "/share/bash-completion/completions/boojum\n") != NULL, "%s", in.out);
        shell_free(&in);
        Shell away = shell("export %s; stays=\"%s\"; sh install.sh uninstall && "
                           "{ [ -z \"$stays\" ] || rmdir \"$stays\"; } && "
                           "find \"$T\" -mindepth 1 ! -name out ! -name err",
                           rows[i].place, rows[i].stays);
        must(away.status == 0 && !*away.out, "%s: left: %s%s", rows[i].place, away.out, away.err);
        shell_free(&away);
    }
}
END_TEST

/* What was there before stays: directories, even empty ones, and files of others. */
START_TEST(what_was_there_stays)
{
    Shell run =
        shell("mkdir -p \"$T/p/bin\" \"$T/p/share\" && export PREFIX=\"$T/p\" && "
              "sh install.sh install \"$BOOJUM\" >\"$T/log\" && : >\"$T/p/share/man/man1/x.1\" && "
              "sh install.sh uninstall && cd \"$T/p\" && find . | sort | tr '\\n' ' '");
    must(run.status == 0, "%s", run.err);
    ck_assert_str_eq(run.out, ". ./bin ./share ./share/man ./share/man/man1 ./share/man/man1/x.1 ");
    shell_free(&run);
}
END_TEST

/* ---- building ---- */

/* An object is made when its flags are others than before, and only then. */
START_TEST(objects_depend_on_flags)
{
    static const struct {
        const char *arguments;
        int made;
    } rows[] = {
        {"LINE_EDITOR=none", 1},
        {"LINE_EDITOR=none", 0},
        {"LINE_EDITOR=none WERROR=1", 0},
        {"LINE_EDITOR=none EXE=$T/other", 0},
        {"LINE_EDITOR=libedit", 1},
        {"LINE_EDITOR=none", 1},
        {"LINE_EDITOR=none CFLAGS=-DONE", 1},
        {"LINE_EDITOR=none CFLAGS=\"-DONE='a b'\"", 1},
        {"LINE_EDITOR=none CFLAGS=\"-DONE='a b'\"", 0},
        {"LINE_EDITOR=none CFLAGS=\"-DONE='a b'\" LDFLAGS=-s", 1},
        {"LINE_EDITOR=none CC=\"${CC:-cc} -w\"", 1},
        {"LINE_EDITOR=none CC=\"${CC:-cc} -w\" BUILD=$T/another", 1},
        {"LINE_EDITOR=none CC=\"${CC:-cc} -w\"", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *build = strstr(rows[i].arguments, "BUILD=") ? "another" : "build";
        /* Not the variables of a make that runs the tests. */
        Shell run = shell("env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u WERROR make BUILD=$T/build "
                          "%s $T/%s/base/errors.o",
                          rows[i].arguments, build);
        must(run.status == 0, "%s: %s", rows[i].arguments, run.err);
        must(count_text(run.out, " -c ") == rows[i].made, "row %zu, %s: %s", i, rows[i].arguments,
             run.out);
        shell_free(&run);
    }
}
END_TEST

/* ---- instructions ---- */

START_TEST(plain_instructions_are_told)
{
    Shell plain = shell("BOOJUM_CPU=plain $BOOJUM --version"), usual = shell("$BOOJUM --version");
    must(plain.status == 0 && strstr(usual.out, "\nInstructions: "), "%s", usual.out);
    /* Built for one machine, or for another kind, it has nothing to choose from. */
    if (!strstr(usual.out, "built for"))
        must(strstr(plain.out, "\nInstructions: plain x86-64.\n"), "%s", plain.out);
    shell_free(&plain);
    shell_free(&usual);
}
END_TEST

Suite *documents_suite(void)
{
    Suite *suite = suite_create("documents");
    TCase *tests = tcase_create("documents");
    tcase_add_checked_fixture(tests, NULL, shell_clean_up);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, man_page_has_the_options, 0, COMMAND_COUNT);
    tcase_add_test(tests, man_page_has_the_keys);
    tcase_add_test(tests, man_page_has_the_uci_options);
    tcase_add_test(tests, tables_of_the_options);
    tcase_add_test(tests, readme_names_every_module);
    tcase_add_test(tests, changelog_has_each_section_once);
    tcase_add_test(tests, contents_are_complete);
    tcase_add_test(tests, changelog_knows_the_version);
    tcase_add_loop_test(tests, completion_of_options, 0, COMMAND_COUNT);
    tcase_add_test(tests, completion_of_keys);
    tcase_add_test(tests, completion_of_words);
    tcase_add_test(tests, nothing_is_left_behind);
    tcase_add_test(tests, what_was_there_stays);
    tcase_add_test(tests, objects_depend_on_flags);
    tcase_add_test(tests, plain_instructions_are_told);
    suite_add_tcase(suite, tests);
    return suite;
}
