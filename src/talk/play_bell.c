#include "talk/play_bell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "talk/interrupt.h"

static int bell[2] = {-1, -1};
/* Those that do what they always do, but the terminal is given back before. */
static const int leavings[] = {SIGTSTP, SIGQUIT};
enum { LEAVING_COUNT = sizeof leavings / sizeof *leavings };

static volatile sig_atomic_t interrupts, ended, continued, leaving; /* one of them, or 0 */

static struct sigaction before[ENDING_COUNT], before_continuing, before_leaving[LEAVING_COUNT];
static sigset_t waiting;
static void (*give_back)(void);

void bell_ring(void)
{
    int error = errno;
    /* A pipe that is full will wake the reader, too. */
    if (write(bell[1], "!", 1) < 0) errno = 0;
    errno = error;
}

static void note_signal(int number)
{
    if (number == SIGINT)
        interrupts++;
    else if (number == SIGCONT)
        continued = 1;
    else if (number == SIGTSTP || number == SIGQUIT)
        leaving = number;
    else
        ended = 1;
}

/* One signal is blocked, or not. */
static void set_mask(int how, int number)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(how, &one, NULL);
}

bool bell_open(Error *err)
{
    if (pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_set(err, "no pipe to be had: %s", strerror(errno));
    const struct sigaction action = {.sa_handler = note_signal};
    interrupts = ended = continued = leaving = 0;
    interrupt_block(&waiting);
    sigdelset(&waiting, SIGCONT);
    interrupt_handle(note_signal, before);
    sigaction(SIGCONT, &action, &before_continuing);
    for (int i = 0; i < LEAVING_COUNT; i++) {
        sigaction(leavings[i], NULL, &before_leaving[i]);
        if (before_leaving[i].sa_handler == SIG_IGN) continue;
        set_mask(SIG_BLOCK, leavings[i]);
        sigaction(leavings[i], &action, NULL);
    }
    return true;
}

void bell_close(void)
{
    pthread_sigmask(SIG_SETMASK, &waiting, NULL);
    interrupt_restore(before);
    sigaction(SIGCONT, &before_continuing, NULL);
    for (int i = 0; i < LEAVING_COUNT; i++) sigaction(leavings[i], &before_leaving[i], NULL);
    close(bell[0]);
    close(bell[1]);
    bell[0] = bell[1] = -1;
}

void bell_before_leaving(void (*function)(void)) { give_back = function; }

/* As if the signal had not been caught; returns when a program that stopped is continued. */
static void leave(int number)
{
    struct sigaction ours;
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    leaving = 0;
    if (give_back) give_back();
    sigaction(number, &usual, &ours);
    raise(number);
    set_mask(SIG_UNBLOCK, number); /* here it stops, or dies */
    set_mask(SIG_BLOCK, number);
    sigaction(number, &ours, NULL);
    interrupt_was_stopped(); /* it is noted here, and need not come again */
    continued = 1;
}

bool bell_wait(int fd)
{
    struct pollfd fds[2] = {{bell[0], POLLIN, 0}, {fd, POLLIN, 0}};
    char bytes[64];
    int ready = interrupt_poll(fds, 2, NULL, &waiting);
    if (leaving) leave(leaving);
    if (ready <= 0) return false;
    if (fds[0].revents)
        while (read(bell[0], bytes, sizeof bytes) > 0) continue;
    return fd >= 0 && fds[1].revents != 0;
}

bool bell_calls(void)
{
    const struct timespec at_once = {0};
    interrupt_poll(NULL, 0, &at_once, &waiting);
    if (leaving) leave(leaving);
    return interrupts > 0 || ended;
}

int bell_interrupts(void)
{
    int count = interrupts;
    interrupts = 0;
    return count;
}

bool bell_ended(void) { return ended; }

bool bell_continued(void)
{
    bool was = continued;
    continued = 0;
    return was;
}
