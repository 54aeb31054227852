internal import _OptionsMath

/// A mutex with a condition variable. (`Synchronization.Mutex` has none.)
@safe package final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(change, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(change)
        unsafe pthread_mutex_destroy(mutex)
        unsafe change.deallocate()
        unsafe mutex.deallocate()
    }

    package func whileLocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Unlocks the mutex and waits for ``wakeAll()``; requires the lock.
    package func wait() { unsafe pthread_cond_wait(change, mutex) }

    /// Wakes all waiting threads.
    package func wakeAll() { unsafe pthread_cond_broadcast(change) }
}

/// Runs `body` on a new, detached thread. Returns whether the thread was created.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let context = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    // SAFETY: the thread takes ownership of the box.
    let status = unsafe pthread_create(
        &thread, nil,
        { context in
            #if canImport(Darwin)
                let box = unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
            #else
                guard let context = unsafe context else { return nil }
                let box = unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
            #endif
            box.body()
            return nil
        }, context)
    guard status == 0 else {
        unsafe Unmanaged<Box>.fromOpaque(context).release()
        return false
    }
    #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
    #else
        pthread_detach(thread)
    #endif
    return true
}
