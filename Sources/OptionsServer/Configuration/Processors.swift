internal import COptionsServer
internal import NIOCore

/// The processors that this process may use.
enum Processors {
    /// Their number: fewer than the machine has under `taskset`, in a container, or as a service with a set of its own.
    static let count: Int = {
        let allowed = Int(options_server_processors())
        return allowed > 0 ? min(allowed, System.coreCount) : System.coreCount
    }()
}
