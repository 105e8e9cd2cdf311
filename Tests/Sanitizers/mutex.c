// Tells ThreadSanitizer when a thread waits for a `Mutex` of Swift's Synchronization, or wakes one that waits.
//
// The compiler inlines the other operations, so that it sees them. These two functions are in the toolchain's library, which is
// compiled without it. Programs are linked with this file's functions in their place.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// `_MutexHandle._lockSlow(_: UInt32)` and `_MutexHandle._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void Lock(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

Lock lock __asm__(LOCK);
Unlock unlock __asm__(UNLOCK);

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *mutex) {
    ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *mutex) {
    __tsan_release(mutex);
    ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
