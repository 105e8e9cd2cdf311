// The signal handler, and the table of ranges that it reads without a lock.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CMappedFiles.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RANGE_COUNT = 8192 };

/// The start of an entry that is being filled; no mapping begins there.
static const uintptr_t taken = 1;

/// An entry is free while `start` is 0. Every other member is written before `start` gets the address of the range.
static struct {
    _Atomic(uintptr_t) start;
    _Atomic(size_t) length;
    _Atomic(bool) has_fault;
} ranges[RANGE_COUNT];

/// The number of entries that have ever been used, all at the beginning of the table.
static _Atomic(int32_t) used_count;

static pthread_once_t installed = PTHREAD_ONCE_INIT;
static bool is_installed;
static uintptr_t page_size;
static struct sigaction previous;

bool cmapped_repair(const void *information) {
    const siginfo_t *fault = information;
    // Only signals of the kernel have an address.
    if (fault->si_code <= 0) return false;
    const uintptr_t place = (uintptr_t)fault->si_addr;
    const int32_t count = atomic_load(&used_count);
    for (int32_t number = 0; number < count; number++) {
        const uintptr_t start = atomic_load(&ranges[number].start);
        const size_t length = atomic_load(&ranges[number].length);
        if (start <= taken || place < start || place - start >= length) continue;
        // Noted first: a reader that sees the zeros also sees the fault.
        atomic_store(&ranges[number].has_fault, true);
        const uintptr_t page = place & ~(page_size - 1);
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
        return mmap((void *)page, start + length - page, PROT_READ, flags, -1, 0) != MAP_FAILED;
    }
    return false;
}

/// Does what would have happened without our handler.
static void pass_on(int number, siginfo_t *info, void *context) {
    if (previous.sa_flags & SA_SIGINFO) {
        previous.sa_sigaction(number, info, context);
        return;
    }
    const bool was_sent = info->si_code <= 0;
    if (previous.sa_handler == SIG_IGN && was_sent) return;
    if (previous.sa_handler != SIG_IGN && previous.sa_handler != SIG_DFL) {
        previous.sa_handler(number);
        return;
    }
    // The system ends the process when the instruction faults again after our return.
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
    if (was_sent) raise(number);
}

static void handle(int number, siginfo_t *info, void *context) {
    const int code = errno;
    if (!cmapped_repair(info)) pass_on(number, info, context);
    errno = code;
}

static void install(void) {
    const long size = sysconf(_SC_PAGESIZE);
    if (size <= 0) return;
    page_size = (uintptr_t)size;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    // Read before ours is installed, because it may be needed at once.
    if (sigaction(SIGBUS, NULL, &previous) != 0) return;
    is_installed = sigaction(SIGBUS, &action, NULL) == 0;
}

int32_t cmapped_register(const void *start, size_t length) {
    pthread_once(&installed, install);
    if (!is_installed || length == 0) return -1;
    for (int32_t number = 0; number < RANGE_COUNT; number++) {
        uintptr_t free_start = 0;
        if (!atomic_compare_exchange_strong(&ranges[number].start, &free_start, taken)) continue;
        atomic_store(&ranges[number].has_fault, false);
        // The system maps whole pages.
        atomic_store(&ranges[number].length, (length + page_size - 1) & ~(page_size - 1));
        int32_t count = atomic_load(&used_count);
        while (count <= number && !atomic_compare_exchange_weak(&used_count, &count, number + 1)) {
        }
        atomic_store(&ranges[number].start, (uintptr_t)start);
        return number;
    }
    return -1;
}

void cmapped_unregister(int32_t number) {
    if (number >= 0 && number < RANGE_COUNT) atomic_store(&ranges[number].start, 0);
}

bool cmapped_has_fault(int32_t number) {
    return number >= 0 && number < RANGE_COUNT && atomic_load(&ranges[number].has_fault);
}
