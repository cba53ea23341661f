#include "talk/files.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

ShownPath shown_path(const char *path)
{
    static const char mark[] = "...";
    ShownPath shown;
    const size_t length = strlen(path), most = sizeof shown.text - 1;
    const char *start = path;
    if (length > most) {
        start += length - most + sizeof mark - 1;
        while (((unsigned char)*start & 0xc0) == 0x80) start++; /* no half of a character */
    }
    snprintf(shown.text, sizeof shown.text, "%s%s", length > most ? mark : "", start);
    return shown;
}

bool is_same_inode(const struct stat *one, const struct stat *two)
{
    return one->st_dev == two->st_dev && one->st_ino == two->st_ino;
}

bool file_failed(const char *path, Error *err)
{
    return error_set(err, "%s: %s", shown_path(path).text, strerror(errno ? errno : EIO));
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted && strcasecmp(path + length - wanted, ending) == 0;
}

bool is_pgn_path(const char *path) { return ends_in(path, ".pgn"); }

bool is_epd_path(const char *path) { return ends_in(path, ".epd"); }

FILE *open_input(const char *path, bool pipes, Error *err)
{
    struct stat status;
    FILE *in = NULL;
    if (stat(path, &status) != 0)
        file_failed(path, err);
    else if (!S_ISREG(status.st_mode) && !(pipes && S_ISFIFO(status.st_mode)))
        error_set(err, "%s: this is no regular file", shown_path(path).text);
    else if (!(in = fopen(path, "re")))
        file_failed(path, err);
    return in;
}

/* A lock on the open file. It outlives its process only as long as a child that has not become an
 * engine yet, and so for moments only: those are waited for. (The other lock that fcntl() offers
 * would go as soon as anybody there closes the same file, read for its openings for example.) */
#ifdef F_OFD_SETLK
enum { SET_LOCK = F_OFD_SETLK, GET_LOCK = F_OFD_GETLK };
#else
enum { SET_LOCK = F_SETLK, GET_LOCK = F_GETLK };
#endif
enum { LOCK_TRIES = 20, LOCK_PAUSE_MS = 50 };

bool lock_file(int fd)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && !S_ISREG(status.st_mode)) return true;
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};
        if (fcntl(fd, SET_LOCK, &all) == 0 || (errno != EACCES && errno != EAGAIN)) return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

static bool is_locked(const char *path)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    const bool locked = fd >= 0 && fcntl(fd, GET_LOCK, &all) == 0 && all.l_type != F_UNLCK;
    if (fd >= 0) close(fd);
    return locked;
}

bool read_line(FILE *in, const char *path, char **line, size_t *capacity, Error *err)
{
    err->text[0] = '\0';
    errno = 0;
    ssize_t length = getline(line, capacity, in);
    for (ssize_t i = 0; i < length; i++)
        if ((*line)[i] == '\0') (*line)[i] = '?';
    if (length >= 0) return true;
    if (!feof(in)) file_failed(path, err);
    return false;
}

bool write_fully(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){fd, POLLOUT, 0}, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool write_all(int fd, const char *path, const char *bytes, size_t length, Error *err)
{
    return write_fully(fd, bytes, length) || file_failed(path, err);
}

bool ends_within_line(int fd)
{
    char last;
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
           pread(fd, &last, 1, status.st_size - 1) == 1 && last != '\n';
}

/* What was written only in part is taken away again. */
static bool add_whole(int fd, const char *path, const Buffer *text, Error *err)
{
    struct stat before, after;
    if (fstat(fd, &before) != 0) return file_failed(path, err);
    const char *gap = ends_within_line(fd) ? "\n\n" : "";
    if (write_all(fd, path, gap, strlen(gap), err) &&
        write_all(fd, path, text->data, text->length, err))
        return true;
    const off_t whole = before.st_size + (off_t)(strlen(gap) + text->length);
    if (fstat(fd, &after) == 0 && after.st_size < whole && ftruncate(fd, before.st_size) != 0)
        file_failed(path, err);
    return false;
}

bool add_to_file(const char *path, const Buffer *text, Error *err)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(err, "%s: this is no regular file", shown_path(path).text);
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) return file_failed(path, err);
    bool ok = add_whole(fd, path, text, err);
    return (close(fd) == 0 || (ok && file_failed(path, err))) && ok;
}

bool file_in_place(int fd, const char *path, Error *err)
{
    struct stat open, named;
    return (fstat(fd, &open) == 0 && (!S_ISREG(open.st_mode) ||
                                      (stat(path, &named) == 0 && is_same_inode(&open, &named)))) ||
           error_set(err, "%s: the file was removed, or another has taken its place",
                     shown_path(path).text);
}

/* --- Replacing ---------------------------------------------------------------------------------
 */

FileMark file_mark(const char *path)
{
    FileMark mark = {0};
    mark.exists = stat(path, &mark.status) == 0;
    return mark;
}

/* What was removed meanwhile cannot be lost. */
static bool was_changed(const char *path, const FileMark *before)
{
    const FileMark now = file_mark(path);
    const struct stat *one = &before->status, *two = &now.status;
    if (!now.exists) return false;
    return !before->exists || !is_same_inode(one, two) || one->st_size != two->st_size ||
           one->st_mtim.tv_sec != two->st_mtim.tv_sec ||
           one->st_mtim.tv_nsec != two->st_mtim.tv_nsec;
}

/* Nobody writes to what is to be replaced, or has written to it. */
static bool is_untouched(const Replacement *file, Error *err)
{
    if (is_locked(file->path))
        return error_set(err, "%s: a match writes to it", shown_path(file->path).text);
    return !was_changed(file->path, &file->before) ||
           error_set(err, "%s: it was changed meanwhile", shown_path(file->path).text);
}

/* Always returns false. */
static bool forget(Replacement *file)
{
    free(file->path);
    free(file->part);
    *file = (Replacement){0};
    return false;
}

/* Would something be lost that is not ours? */
static bool is_taken(const char *part, const char *source)
{
    struct stat there, read;
    if (lstat(part, &there) != 0) return false;
    if (!S_ISREG(there.st_mode) || there.st_nlink > 1) return true;
    return source && stat(source, &read) == 0 && is_same_inode(&read, &there);
}

/* Opens it as it is, and empties it when it is ours: another may be writing to it, and may rename
 * it while we wait. -1 and an error if it is not. */
static int open_part(const Replacement *file, Error *err)
{
    const char *part = file->part;
    int fd = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        file_failed(part, err);
        return -1;
    }
    if (!lock_file(fd))
        error_set(err, "%s: another process writes to it", shown_path(part).text);
    else if (file_in_place(fd, part, err) && (ftruncate(fd, 0) == 0 || file_failed(part, err)))
        return fd;
    close(fd);
    return -1;
}

/* That of what it replaces, and more. */
static void set_mode(const Replacement *file, mode_t more)
{
    const FileMark *before = &file->before;
    if (before->exists && fchmod(fileno(file->out), (before->status.st_mode & 0777) | more) != 0)
        errno = 0; /* not ours to change */
}

static bool start_part(Replacement *file, const char *source, Error *err)
{
    file->part = new_text("%s.part", file->path);
    if (is_taken(file->part, source))
        return error_set(err, "%s: it would be overwritten", shown_path(file->part).text);
    int fd = open_part(file, err);
    if (fd < 0) return false;
    if (!(file->out = fdopen(fd, "w"))) {
        file_failed(file->part, err);
        close(fd);
        return false;
    }
    set_mode(file, S_IWUSR); /* a later run must be able to take what this one may leave */
    return true;
}

/* Is that the file which our standard output goes to? */
static bool is_standard_output(const FileMark *mark)
{
    struct stat out;
    return mark->exists && fstat(STDOUT_FILENO, &out) == 0 && is_same_inode(&out, &mark->status);
}

/* As it is, from where the standard output stands if that is it. */
static bool open_as_it_is(Replacement *file, Error *err)
{
    if (is_standard_output(&file->before)) {
        int fd = fflush(stdout) == 0 ? dup(STDOUT_FILENO) : -1;
        file->out = fd >= 0 ? fdopen(fd, "a") : NULL;
        if (!file->out && fd >= 0) close(fd);
    } else {
        file->out = fopen(file->path, "we");
    }
    return file->out || file_failed(file->path, err);
}

bool replacement_open(Replacement *file, const char *path, const FileMark *before,
                      const char *source, Error *err)
{
    const bool regular =
        !before->exists || (S_ISREG(before->status.st_mode) && !is_standard_output(before));
    struct stat status;
    char *real = real_path(path);
    if (!real && regular && access(path, F_OK) == 0) return file_failed(path, err); /* no name */
    if (!real && !before->exists && lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        return error_set(err, "%s: it is a link to nothing", shown_path(path).text);
    *file = (Replacement){.path = copy_text(real ? real : path), .before = *before};
    free(real);
    if (regular) return (is_untouched(file, err) && start_part(file, source, err)) || forget(file);
    return open_as_it_is(file, err) || forget(file);
}

static void tell_of_part(const Replacement *file, Error *err)
{
    size_t length = strlen(err->text);
    snprintf(err->text + length, sizeof err->text - length, "; %s has what was finished",
             shown_path(file->part).text);
}

static bool put_in_place(const Replacement *file, Error *err)
{
    if (!file_in_place(fileno(file->out), file->part, err)) return false;
    set_mode(file, 0);
    if (is_untouched(file, err) &&
        (rename(file->part, file->path) == 0 || file_failed(file->path, err)))
        return true;
    tell_of_part(file, err);
    return false;
}

/* It is closed, and so no longer locked, when it has its new name: else others could take it for
 * what an earlier run left. */
bool replacement_finish(Replacement *file, Error *err)
{
    bool ok = (fflush(file->out) == 0 && (!file->part || fsync(fileno(file->out)) == 0)) ||
              file_failed(file->path, err);
    ok = ok && (!file->part || put_in_place(file, err));
    if (fclose(file->out) != 0 && ok) ok = file_failed(file->path, err);
    forget(file);
    return ok;
}

void replacement_abandon(Replacement *file, bool keep, Error *err)
{
    if (file->part && keep)
        tell_of_part(file, err);
    else if (file->part && file_in_place(fileno(file->out), file->part, NULL))
        unlink(file->part);
    fclose(file->out);
    forget(file);
}
