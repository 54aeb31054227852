internal import COptionsServer
internal import NIOCore

/// The processors that this process may use.
enum Processors {
    /// The number of processors available to the process, which `taskset`, a container or a service may restrict.
    static let count: Int = {
        let allowed = Int(options_server_processors())
        return allowed > 0 ? min(allowed, System.coreCount) : System.coreCount
    }()
}
