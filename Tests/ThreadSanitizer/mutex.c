// Reports the contended lock of `Mutex` (Synchronization) to the thread sanitizer.
//
// `withLock` is inlined into instrumented code. If the lock is contended, it calls functions of libswiftSynchronization, which are not
// instrumented, and the sanitizer reports the accesses of the next owner as races. This library is loaded first (LD_PRELOAD). It replaces
// `_lockSlow`, `_tryLockSlow` and `_unlockSlow` of `_MutexHandle` (Swift 6.3) by functions that call them and inform the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The functions of the sanitizer; null in a program without it.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*next)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK_SLOW);
    next(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) {
    SWIFT bool (*next)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    bool is_locked = next(self);
    if (is_locked && __tsan_acquire) __tsan_acquire(self);
    return is_locked;
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*next)(SELF) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(self);
    next(self);
}
