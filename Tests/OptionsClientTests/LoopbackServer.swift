import Foundation

/// A server on the loopback interface that sends raw bytes, for responses that violate the protocol.
final class LoopbackServer: @unchecked Sendable {
    /// The response to the request on a connection.
    enum Answer: Sendable {
        /// The bytes are sent, and the connection is closed.
        case close(String)
        /// The bytes are sent, and the connection stays open until the client closes it.
        case hang(String)
    }

    let address: URL
    private let socket: Int32
    private let answer: @Sendable (String) -> Answer
    private let condition = NSCondition()
    private var heads: [String] = []
    private var hungUp = 0

    init(_ answer: @escaping @Sendable (_ head: String) -> Answer) throws {
        self.answer = answer
        #if os(Linux)
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let size = length
        let descriptor = socket
        let isListening = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))") else {
            throw CocoaError(.fileNoSuchFile)
        }
        address = url
        let thread = Thread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, let self else { return }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
        thread.start()
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var head = ""
        while !head.contains("\r\n\r\n") {
            guard let more = Self.read(connection) else { return }
            head += more
        }
        condition.lock()
        heads.append(head)
        condition.broadcast()
        condition.unlock()
        switch answer(head) {
        case .close(let bytes): Self.send(bytes, connection)
        case .hang(let bytes):
            Self.send(bytes, connection)
            while Self.read(connection) != nil {}
            condition.lock()
            hungUp += 1
            condition.broadcast()
            condition.unlock()
        }
    }

    private static func read(_ connection: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }

    private static func send(_ text: String, _ connection: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// The heads of the requests so far.
    var requests: [String] {
        condition.lock()
        defer { condition.unlock() }
        return heads
    }

    /// Waits until a number of requests have arrived. False after ten minutes.
    func waitForRequests(_ count: Int) async -> Bool { await wait { $0.heads.count >= count } }

    /// Waits until the client has closed a number of hanging connections. False after ten minutes.
    func waitForClosedConnections(_ count: Int) async -> Bool { await wait { $0.hungUp >= count } }

    private func wait(_ isDone: @escaping @Sendable (LoopbackServer) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let limit = Date().addingTimeInterval(600)
                self.condition.lock()
                while !isDone(self), self.condition.wait(until: limit) {}
                let result = isDone(self)
                self.condition.unlock()
                continuation.resume(returning: result)
            }
        }
    }
}
