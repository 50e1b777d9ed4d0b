#pragma once
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

/* What the Glibc module leaves out; nothing else lives here. */
static inline int linux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
static inline int linux_signalfd(const sigset_t *mask) { return signalfd(-1, mask, SFD_NONBLOCK | SFD_CLOEXEC); }
static inline void linux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
/* A GNU function that the headers hide from Swift. */
extern void *memmem(const void *text, size_t length, const void *wanted, size_t wanted_length);
static inline const void *linux_find(const void *text, size_t length, const void *wanted, size_t wanted_length) {
    return memmem(text, length, wanted, wanted_length);
}
