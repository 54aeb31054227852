#if compiler(>=6.3)
    internal import COptionsBinding
    internal import Synchronization
    internal import _OptionsMath

    /// Work in parts on threads that end before the call returns, so that a process may fork between calls.
    enum Parallel {
        /// So many threads; for 0, one per processor.
        static func threadCount(_ threads: Int32) -> Int { threads > 0 ? Int(threads) : Int(options_processor_count()) }

        /// Calls `body` once for each part of `0..<count`, of `length` elements or less for the last one, on up to so many threads; 0 means
        /// one per processor. Each thread makes a state of its own.
        static func forEachPart<State: ~Copyable>(
            of count: Int, length: Int, threads: Int32, makeState: @escaping @Sendable () -> State,
            _ body: @escaping @Sendable (inout State, Range<Int>) -> Void
        ) {
            let parts = Parts(of: count, length: length)
            // The closures escape, because a check that they do not would add the path of this file to the program.
            let work: @Sendable () -> Void = {
                var state = makeState()
                while let part = parts.next() { body(&state, part) }
            }
            run(work, onThreads: min(threadCount(threads), parts.count))
        }

        /// The parts of `0..<count`, which threads take in turn.
        private final class Parts: Sendable {
            private let total: Int
            private let length: Int
            private let taken = Atomic(0)

            init(of total: Int, length: Int) {
                self.total = total
                self.length = length
            }

            var count: Int { (total + length - 1) / length }

            func next() -> Range<Int>? {
                let start = taken.wrappingAdd(1, ordering: .relaxed).oldValue * length
                return start < total ? start..<min(start + length, total) : nil
            }
        }

        private static func run(_ work: @escaping @Sendable () -> Void, onThreads count: Int) {
            var started: [pthread_t] = []
            for _ in 1..<max(count, 1) {
                guard let thread = start(work) else { break }
                started.append(thread)
            }
            work()
            for thread in started { pthread_join(thread, nil) }
        }

        private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
            final class Box {
                let work: @Sendable () -> Void
                init(_ work: @escaping @Sendable () -> Void) { self.work = work }
            }
            let context = unsafe Unmanaged.passRetained(Box(work)).toOpaque()
            #if canImport(Darwin)
                var thread: pthread_t?
            #else
                var thread = pthread_t()
            #endif
            // SAFETY: the thread takes ownership of the box.
            let status = unsafe pthread_create(
                &thread, nil,
                { (context: UnsafeMutableRawPointer?) in
                    if let context = unsafe context {
                        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
                    }
                    return nil
                }, context)
            guard status == 0 else {
                unsafe Unmanaged<Box>.fromOpaque(context).release()
                return nil
            }
            return thread
        }
    }

    /// A value that several threads use, each another part of it.
    struct Shared<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
#endif
