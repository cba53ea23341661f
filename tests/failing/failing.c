/* Boojum's tests: system calls that fail. Linked into build/boojum-failing, in front of the C
 * library's functions (ld's --wrap, see the Makefile): so only the calls of our own source fail,
 * not those that the C library or the line editor make inside, and it works under the sanitizers.
 *
 * In the environment:
 *   BOOJUM_FAIL="memory 7"   the 7th call of that kind fails; "memory 7+": and all later ones
 *   BOOJUM_FAIL_REPORT=FILE  at the end, a line there for each kind: its name, and how many calls
 *                            there were; before it, for the first that failed, `! malloc 0x123a`,
 *                            where addr2line(1) finds the call
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <pthread.h>
#include <signal.h>

typedef enum { MEMORY, THREAD, DESCRIPTOR, WRITE, KILL, KIND_COUNT } Kind;

static const struct {
    const char *name;
    int error;
} kinds[KIND_COUNT] = {
    [MEMORY] = {"memory", ENOMEM},
    [THREAD] = {"thread", EAGAIN},
    [DESCRIPTOR] = {"descriptor", EMFILE},
    [WRITE] = {"write", ENOSPC},
    [KILL] = {"kill", EPERM},
};

static atomic_long calls[KIND_COUNT];
static Kind failing = KIND_COUNT;
static long first; /* the number of the call that fails */
static bool later; /* so do those after it */
static _Atomic(const char *) failed;
static atomic_uintptr_t failed_at;

extern const char __executable_start[];

static bool fails(Kind kind, const char *function, const void *caller)
{
    long number = atomic_fetch_add(&calls[kind], 1) + 1;
    if (kind != failing || number < first || (number > first && !later)) return false;
    if (number == first) {
        atomic_store(&failed_at, (uintptr_t)caller - (uintptr_t)__executable_start - 1);
        atomic_store(&failed, function);
    }
    errno = kinds[kind].error;
    return true;
}

#define FAILS(kind, function) fails(kind, function, __builtin_return_address(0))

__attribute__((constructor)) static void read_wish(void)
{
    const char *wish = getenv("BOOJUM_FAIL");
    for (int i = 0; wish && i < KIND_COUNT; i++) {
        size_t length = strlen(kinds[i].name);
        if (strncmp(wish, kinds[i].name, length) != 0) continue;
        char *end;
        first = strtol(wish + length, &end, 10);
        later = *end == '+';
        failing = (Kind)i;
    }
}

/* A function that gives `failure` when it fails. */
#define WRAP(kind, type, name, failure, parameters, arguments)                                     \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        return FAILS(kind, #name) ? (failure) : __real_##name arguments;                           \
    }

WRAP(MEMORY, void *, malloc, NULL, (size_t size), (size))
WRAP(MEMORY, void *, calloc, NULL, (size_t count, size_t size), (count, size))
WRAP(MEMORY, void *, realloc, NULL, (void *old, size_t size), (old, size))
WRAP(MEMORY, char *, strdup, NULL, (const char *text), (text))
WRAP(MEMORY, char *, realpath, NULL, (const char *path, char *resolved), (path, resolved))
WRAP(MEMORY, int, vasprintf, -1, (char **text, const char *format, va_list args),
     (text, format, args))
WRAP(MEMORY, void *, mmap, (void *)-1, (void *at, size_t size, int how, int flags, int fd, off_t o),
     (at, size, how, flags, fd, o))
WRAP(THREAD, int, pthread_create, EAGAIN,
     (pthread_t * id, const pthread_attr_t *attributes, void *(*run)(void *), void *argument),
     (id, attributes, run, argument))
WRAP(DESCRIPTOR, FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
WRAP(DESCRIPTOR, FILE *, fdopen, NULL, (int fd, const char *mode), (fd, mode))
WRAP(DESCRIPTOR, int, pipe2, -1, (int ends[2], int flags), (ends, flags))
WRAP(DESCRIPTOR, int, eventfd, -1, (unsigned initial, int flags), (initial, flags))
WRAP(DESCRIPTOR, DIR *, opendir, NULL, (const char *path), (path))
WRAP(DESCRIPTOR, pid_t, fork, -1, (void), ())
WRAP(WRITE, int, fflush, EOF, (FILE * out), (out))
WRAP(WRITE, int, fsync, -1, (int fd), (fd))
WRAP(WRITE, int, fdatasync, -1, (int fd), (fd))
WRAP(WRITE, int, ftruncate, -1, (int fd, off_t length), (fd, length))
WRAP(WRITE, int, rename, -1, (const char *from, const char *to), (from, to))
WRAP(KILL, int, kill, -1, (pid_t pid, int signal), (pid, signal))

/* Needs memory for a line that is longer than all before; the end of one that it had no room for is
 * still to be read. */
ssize_t __real___getdelim(char **line, size_t *size, int end, FILE *in);
ssize_t __wrap___getdelim(char **line, size_t *size, int end, FILE *in);
ssize_t __wrap_getline(char **line, size_t *size, FILE *in);
ssize_t __wrap___getdelim(char **line, size_t *size, int end, FILE *in)
{
    char *read = NULL;
    size_t capacity = 0;
    ssize_t length = __real___getdelim(&read, &capacity, end, in);
    bool grows = length >= 0 && (!*line || *size <= (size_t)length);
    if (grows && FAILS(MEMORY, "getline")) {
        if (read[length - 1] == end) ungetc(end, in);
        free(read);
        errno = ENOMEM;
        return -1;
    }
    if (grows) {
        free(*line);
        *line = read;
        *size = capacity;
        return length;
    }
    if (length >= 0) memcpy(*line, read, (size_t)length + 1);
    free(read);
    return length;
}

ssize_t __wrap_getline(char **line, size_t *size, FILE *in)
{
    return __wrap___getdelim(line, size, '\n', in);
}

/* No disk that is full stands behind a pipe. */
ssize_t __real_write(int fd, const void *bytes, size_t length);
ssize_t __wrap_write(int fd, const void *bytes, size_t length);
ssize_t __wrap_write(int fd, const void *bytes, size_t length)
{
    struct stat status;
    bool pipe = fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
    return !pipe && FAILS(WRITE, "write") ? -1 : __real_write(fd, bytes, length);
}

int __wrap_asprintf(char **text, const char *format, ...);
int __wrap_asprintf(char **text, const char *format, ...)
{
    if (FAILS(MEMORY, "asprintf")) return -1;
    va_list args;
    va_start(args, format);
    int length = __real_vasprintf(text, format, args);
    va_end(args);
    return length;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return FAILS(DESCRIPTOR, "open") ? -1 : __real_open(path, flags, mode);
}

/* It is closed all the same. */
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_fclose(FILE *file)
{
    bool fault = FAILS(WRITE, "fclose");
    int error = errno, result = __real_fclose(file);
    if (!fault) return result;
    errno = error;
    return EOF;
}

__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("BOOJUM_FAIL_REPORT");
    FILE *out = path ? __real_fopen(path, "w") : NULL;
    if (!out) return;
    if (failed) fprintf(out, "! %s 0x%lx\n", (const char *)failed, (unsigned long)failed_at);
    for (int i = 0; i < KIND_COUNT; i++) fprintf(out, "%s %ld\n", kinds[i].name, (long)calls[i]);
    __real_fclose(out);
}
