#include "talk/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (memory) return memory;
    fputs("boojum: out of memory\n", stderr);
    exit(1);
}

void *new_zeroed(size_t count, size_t size) { return need(calloc(count ? count : 1, size)); }

char *copy_text(const char *text) { return need(strdup(text)); }

char *new_text_of(const char *format, va_list args)
{
    char *text;
    return vasprintf(&text, format, args) < 0 ? need(NULL) : text;
}

char *new_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = new_text_of(format, args);
    va_end(args);
    return text;
}

char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    return real || errno != ENOMEM ? real : need(NULL);
}

void *grow(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return array;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    if (wanted > SIZE_MAX / 2 / size) return need(NULL);
    array = need(realloc(array, wanted * size));
    *capacity = wanted;
    return array;
}

static void make_room(Buffer *buffer, size_t more)
{
    if (more < buffer->capacity - buffer->length) return;
    size_t wanted = buffer->capacity ? buffer->capacity : 128;
    while (wanted - buffer->length <= more) {
        if (wanted > SIZE_MAX / 2) need(NULL);
        wanted *= 2;
    }
    buffer->data = need(realloc(buffer->data, wanted));
    buffer->capacity = wanted;
}

void buffer_append(Buffer *buffer, const char *bytes, size_t length)
{
    make_room(buffer, length);
    memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
}

void buffer_add(Buffer *buffer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0) return;
    make_room(buffer, (size_t)length);
    va_start(args, format);
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, args);
    va_end(args);
    buffer->length += (size_t)length;
}

void buffer_drop(Buffer *buffer, size_t length)
{
    if (length == 0) return;
    buffer->length -= length;
    memmove(buffer->data, buffer->data + length, buffer->length + 1);
}

void buffer_clear(Buffer *buffer)
{
    buffer->length = 0;
    if (buffer->data) buffer->data[0] = '\0';
}

void buffer_free(Buffer *buffer)
{
    free(buffer->data);
    *buffer = (Buffer){0};
}

const char *buffer_text(const Buffer *buffer) { return buffer->data ? buffer->data : ""; }
