internal import NIOPosix

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The processors that this process may use.
enum Processors {
    /// Their number: fewer than the machine has under `taskset`, in a container, or as a service with a set of its own.
    static let count: Int = {
        #if os(Linux)
            var set = cpu_set_t()
            // SAFETY: the pointer is valid during the calls.
            if unsafe sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 {
                let bits = withUnsafeBytes(of: set) { unsafe $0.reduce(0) { $0 + $1.nonzeroBitCount } }
                return max(1, min(bits, System.coreCount))
            }
        #endif
        return System.coreCount
    }()
}
