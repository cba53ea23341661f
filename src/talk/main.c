#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cpu.h"
#include "talk/analyse_cmd.h"
#include "talk/bench_cmd.h"
#include "talk/match.h"
#include "talk/openings_cmd.h"
#include "talk/perft_cmd.h"
#include "talk/play_cmd.h"
#include "talk/uci.h"
#include "talk/version.h"
#include "talk/usage.h"

static const char help[] =
    "NAME\n"
    "    boojum - a chess engine for Alice Atomic and the games it is made of\n"
    "\n"
    "SYNOPSIS\n"
    "    boojum\n"
    "    boojum play [--variant GAME] [--level N] [--two] [--tutorial] [OPTION]...\n"
    "    boojum bench [--variant GAME] [--depth PLIES] [--threads N] [--hash MB] [--json]\n"
    "    boojum perft --variant GAME --depth PLIES [--fen FEN] [--divide]\n"
    "    boojum match -engine KEY=VALUE... -engine KEY=VALUE... [OPTION]...\n"
    "    boojum openings --variant GAME [--plies N] [--count M] [--seed S]\n"
    "    boojum analyse FILE.epd|FILE.pgn [--depth N] [--nodes N] [--time S]\n"
    "    boojum --help | --version\n"
    "\n"
    "DESCRIPTION\n"
    "    Without arguments it speaks the Universal Chess Interface on standard input and\n"
    "    output, for a chess GUI or a match program. It plays aliceatomic (the default),\n"
    "    alice, lookingglass, msalice, atomic and chess, each also from Chess960 positions;\n"
    "    the option UCI_Variant chooses. At a terminal, try\n"
    "\n"
    "        position startpos moves e2e4\n"
    "        d\n"
    "        legal\n"
    "        go movetime 1000\n"
    "        quit\n"
    "\n"
    "COMMANDS\n"
    "    play       play at the terminal, or learn the rules; see boojum play --help\n"
    "    bench      search a fixed list of positions; see boojum bench --help\n"
    "    perft      count the tree of legal moves; see boojum perft --help\n"
    "    match      let engines play against each other; see boojum match --help\n"
    "    openings   make balanced openings; see boojum openings --help\n"
    "    analyse    search the positions of a file; see boojum analyse --help\n"
    "\n"
    "OPTIONS\n"
    "    -h, --help       print this and exit; so does boojum help\n"
    "    -V, --version    print the version and exit\n"
    "\n"
    "ENVIRONMENT\n"
    "    BOOJUM_CPU=plain    use no instructions that the oldest x86-64 lacks; the results are\n"
    "                        the same. boojum --version says which are used.\n"
    "    NO_COLOR            boojum play uses no colours.\n"
    "    TERM                where it is dumb, boojum play draws with letters.\n"
    "\n"
    "EXIT STATUS\n"
    "    0 if all went well, also if boojum play was left by Ctrl-C; 1 if a file could not be\n"
    "    read, output not be written, memory is out or a match could not be played; 2 for\n"
    "    arguments that could not be understood; 3 after findings of boojum match with -lint\n"
    "    fail=on; 130 after an interrupt of boojum match or boojum analyse.\n"
    "\n"
    "SEE ALSO\n"
    "    UCI_VARIANT.md: the rules, the FEN and the protocol.\n";

static const char version[] =
    "Boojum " BOOJUM_VERSION "\n"
    "Instructions: %s.\n"
    "License GPL-3.0-or-later: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
    "This is free software: you are free to change and redistribute it.\n"
    "There is NO WARRANTY, to the extent permitted by law.\n";

static const struct option long_options[] = {
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"play", play_command},   {"bench", bench_command},       {"perft", perft_command},
    {"match", match_command}, {"openings", openings_command}, {"analyse", analyse_command},
};

static const char command[] = "boojum";

static int run_command(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, argv[0]) == 0) return commands[i].run(argc, argv);
    return bad_usage(command, "unknown command ", argv[0]);
}

/* `boojum help`, and `boojum help play`, which is `boojum play --help`. Help about help is the
 * overview. */
static int help_command(int argc, char **argv)
{
    char option[] = "--help";
    if (argc > 2) return bad_word(command, "superfluous argument", argv[2]);
    if (argc == 2 && strcmp(argv[1], "help") != 0 && strcmp(argv[1], option) != 0)
        return run_command(2, (char *[]){argv[1], option, NULL});
    fputs(help, stdout);
    return 0;
}

static int run(int argc, char **argv)
{
    opterr = 0;
    /* The `+`: what follows a command belongs to the command. */
    for (int c; (c = getopt_long(argc, argv, "+hV", long_options, NULL)) != -1;) {
        switch (c) {
        case 'h': fputs(help, stdout); return 0;
        case 'V':
            if (optind < argc) return bad_word(command, "superfluous argument", argv[optind]);
            printf(version, cpu_description());
            return 0;
        default: return bad_usage(command, "unknown option ", unknown_option(argv));
        }
    }
    if (optind == argc) return uci_loop(stdin, stdout);
    argc -= optind, argv += optind;
    return strcmp(argv[0], "help") == 0 ? help_command(argc, argv) : run_command(argc, argv);
}

/* A standard descriptor that is closed would be the next file that is opened, and messages would
 * go there. Nothing can be written to this output, so that its loss shows in the exit status. */
static void open_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR) != fd)
            _exit(1);
}

/* Who shares a standard output with us may have made it non-blocking, and stdio would lose what
 * finds no room. A pipe or a terminal is opened anew, for us alone, so that nothing changes for the
 * others and what they change later does not matter; without waiting, as a FIFO whose reader is
 * gone would have us do. A socket cannot be, and of a terminal's other end there is one. (UCI's
 * output waits by itself, see write_fully().) */
static void make_blocking(int fd)
{
    char path[32];
    struct stat status;
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || !(flags & O_NONBLOCK) || fstat(fd, &status) != 0 || S_ISREG(status.st_mode))
        return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const bool again = S_ISFIFO(status.st_mode) || (isatty(fd) && !ptsname(fd));
    const int own =
        again ? open(path, (flags & O_ACCMODE) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    if (own >= 0) {
        dup2(own, fd);
        close(own);
    }
    fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
}

int main(int argc, char **argv)
{
    open_standard_descriptors();
    /* A reader that goes away, or a file that may not grow: the write that fails is noticed. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (argc <= 1) return uci_loop(stdin, stdout); /* ends quietly when nobody listens */
    make_blocking(STDOUT_FILENO);
    make_blocking(STDERR_FILENO);
    int status = run(argc, argv);
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    struct pollfd out = {.fd = STDOUT_FILENO}; /* what failed earlier has left no errno */
    if (errno != EPIPE && (poll(&out, 1, 0) != 1 || !(out.revents & POLLERR)))
        fprintf(stderr, "boojum: cannot write: %s\n", strerror(errno ? errno : EIO));
    return status ? status : 1;
}
