internal import Synchronization
internal import UnixSignals
internal import _OptionsMath

/// The signals that stop a command. It finishes its current work first.
final class StopSignals: Sendable {
    private let caught = Mutex<Int32?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Waits for SIGINT, SIGTERM and SIGHUP, unless the program was started to ignore them.
    ///
    /// - Parameter stop: Called with the first signal. A second one ends the program at once.
    init(_ stop: @escaping @Sendable () async -> Void) async {
        let all: [(number: Int32, signal: UnixSignal)] = [(SIGINT, .sigint), (SIGTERM, .sigterm), (SIGHUP, .sighup)]
        let signals = await UnixSignalsSequence(trapping: all.filter { !Self.isIgnored($0.number) }.map(\.signal))
        let task = Task { [weak self] in
            for await signal in signals {
                guard let number = all.first(where: { $0.signal == signal })?.number else { continue }
                let isFirst = self?.caught.withLock { caught in
                    defer { caught = caught ?? number }
                    return caught == nil
                }
                if isFirst != true { Self.end(by: number) }
                Task { await stop() }
            }
        }
        self.task.withLock { $0 = task }
    }

    /// Ends the program with the caught signal, as if it had not been caught; returns if there was none.
    func endIfCaught(telling message: String) {
        guard let number = caught.withLock({ $0 }) else { return }
        Process.tell("options-server: \(message)")
        Self.end(by: number)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        // SAFETY: the pointer is valid during the call, and the handler is only compared.
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        // The threads of Dispatch block the signals that it watches.
        // SAFETY: the pointers are valid during the calls.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        exit(128 + number)
    }
}
