/* Boojum: files that are read whole, that are added to, and that take another's place. */
#ifndef BOOJUM_TALK_FILES_H
#define BOOJUM_TALK_FILES_H

#include <stdio.h>
#include <sys/stat.h>

#include "base/errors.h"
#include "talk/memory.h"

/* Does the name end in .pgn, or in .epd, however that is written? */
bool is_pgn_path(const char *path);
bool is_epd_path(const char *path);

/* Opens a regular file (or, if `pipes`, a pipe) for reading: a device may have no end, and a pipe
 * may keep us waiting. NULL and an error if there is none. */
FILE *open_input(const char *path, bool pipes, Error *err);

/* Adds the text, after an empty line if the last line there has no end, to a regular file or a new
 * one: a device or a pipe may keep us waiting. False and an error if that cannot be; nothing is
 * added then. */
bool add_to_file(const char *path, const Buffer *text, Error *err);

/* Writes all of it, and waits for room if others have made the descriptor one that does not. False
 * and `errno` if that cannot be; some may have been written. */
bool write_fully(int fd, const char *bytes, size_t length);
/* The same, with an error. */
bool write_all(int fd, const char *path, const char *bytes, size_t length, Error *err);

/* Does a regular file, open for reading, end in a line without its end? */
bool ends_within_line(int fd);

/* A path as messages show it: of a long one the end, which tells most. */
typedef struct ShownPath {
    char text[100];
} ShownPath;
ShownPath shown_path(const char *path);

/* Says what errno means for a path: "PATH: No such file or directory". Always returns false. */
bool file_failed(const char *path, Error *err);

/* Is it one file that both tell of? */
bool is_same_inode(const struct stat *one, const struct stat *two);

/* Locks the open file against others who write it. What cannot be locked at all, or is no regular
 * file, counts as locked. False if somebody else has it. */
bool lock_file(int fd);

/* Does the path still name the open file, or is that no regular one? False and an error if it was
 * removed, or another has its place, to which nothing of ours would come. */
bool file_in_place(int fd, const char *path, Error *err);

/* Reads the next line with its end into *line, as getline(3), but each NUL becomes a '?'. False at
 * the end, with an empty error, or if it cannot be read. */
bool read_line(FILE *in, const char *path, char **line, size_t *capacity, Error *err);

/* What a file is like, to see later whether others have changed it. */
typedef struct FileMark {
    bool exists;
    struct stat status;
} FileMark;
FileMark file_mark(const char *path);

/* A file that is written beside another, PATH.part, and takes its place only when it is whole. What
 * is no regular file, as /dev/stdout, is written as it is. */
typedef struct Replacement {
    FILE *out;
    char *path; /* links are followed */
    char *part; /* locked; NULL if it is written as it is */
    FileMark before;
} Replacement;

/* `before` is what the path was like before `source` (or NULL) was read. False and an error if it
 * cannot be opened, if others write to it or to PATH.part or have changed it since, or if PATH.part
 * is the source or no regular file. What an earlier run left there is overwritten. */
bool replacement_open(Replacement *file, const char *path, const FileMark *before,
                      const char *source, Error *err);
/* Puts it in the other's place. False and an error if something was not written, or if others write
 * to the path or have changed it: the part stays then, which is added to the error. */
bool replacement_finish(Replacement *file, Error *err);
/* Leaves the other as it was. The part stays if `keep`: this is added to the error. */
void replacement_abandon(Replacement *file, bool keep, Error *err);

#endif
