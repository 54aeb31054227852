internal import Synchronization
internal import SystemPackage
internal import _OptionsMath
internal import _OptionsThreads

/// A buffered log output to standard error. Logging never blocks: lines are buffered, and a thread writes them. If the
/// reader is too slow, lines are dropped and counted.
public final class LogOutput: Sendable {
    private struct Pending {
        var bytes: [UInt8] = []
        var droppedLines = 0
    }

    /// The number of bytes that may wait.
    private static let capacity = 4 << 20

    private let pending = Mutex(Pending())
    private let second = Mutex((number: 0, text: ""))
    private let descriptor: Int32
    private let isWriting = Atomic(false)

    /// Creates an output. A thread writes its lines after ``start()``.
    ///
    /// - Parameter descriptor: The file descriptor; standard error by default.
    public init(descriptor: Int32 = 2) { self.descriptor = descriptor }

    /// Returns the present time. The text of each second is formatted once.
    func time() -> String {
        let now = UTCTime.now
        let second = second.withLock { second in
            if second.number != now.seconds { second = (now.seconds, now.secondText) }
            return second.text
        }
        return second + now.fractionText
    }

    /// Adds a line with its end.
    func append(_ line: [UInt8]) {
        pending.withLock { pending in
            guard pending.bytes.count < Self.capacity else {
                pending.droppedLines += 1
                return
            }
            pending.bytes.append(contentsOf: line)
        }
    }

    /// Writes the buffered lines, and returns when they are written.
    public func flush() {
        let bytes = pending.withLock { pending in
            var bytes: [UInt8] = []
            swap(&bytes, &pending.bytes)
            if pending.droppedLines > 0 {
                bytes.append(contentsOf: "\(pending.droppedLines) log lines were dropped\n".utf8)
                pending.droppedLines = 0
            }
            return bytes
        }
        _ = try? FileDescriptor(rawValue: descriptor).writeAll(bytes)
    }

    /// Starts the writing of lines, several times a second. The output has its own thread, because writing may block.
    public func start() {
        _ = startThread { [self] in
            while true {
                usleep(100_000)
                isWriting.store(true, ordering: .sequentiallyConsistent)
                flush()
                isWriting.store(false, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// Waits until the buffered lines are written, but at most a second.
    public func finish() async {
        for _ in 0..<20 {
            let isEmpty = pending.withLock { $0.bytes.isEmpty && $0.droppedLines == 0 }
            if isEmpty, !isWriting.load(ordering: .sequentiallyConsistent) { return }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
