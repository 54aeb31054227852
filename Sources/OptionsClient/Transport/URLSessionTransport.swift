import Dispatch

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A transport that uses `URLSession`.
///
/// Redirects are not followed, because the bearer token would be sent to another address. There is no cache and there
/// are no cookies. A request ends when its task is cancelled, or when no data was sent or received for the
/// `timeoutInterval` of the `URLRequest`.
public final class URLSessionTransport: OptionsTransport {
    /// A transport with ``standardConfiguration``.
    public static let shared = URLSessionTransport()

    private let session: URLSession
    private let exchanges: SessionExchanges

    /// An ephemeral configuration without cache and cookies.
    public static var standardConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        // Each job whose events are followed keeps a connection.
        configuration.httpMaximumConnectionsPerHost = 32
        return configuration
    }

    /// Creates a transport with a session of its own.
    public init(configuration: URLSessionConfiguration = URLSessionTransport.standardConfiguration) {
        exchanges = SessionExchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    // A session keeps its delegate until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request, and returns when the head of the response has arrived.
    public func answer(to request: URLRequest) async throws -> TransportAnswer {
        try Task.checkCancellation()
        let task = session.dataTask(with: request)
        let exchange = SessionExchange(timeout: request.timeoutInterval) { task.cancel() }
        exchanges.add(exchange, of: task)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.waitForHead(continuation)
                task.resume()
            }
        } onCancel: {
            exchange.end(URLError(.cancelled))
            task.cancel()
        }
    }
}

/// The requests in progress of a session.
private final class SessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var exchanges: [Int: SessionExchange] = [:]

    func add(_ exchange: SessionExchange, of task: URLSessionTask) {
        lock.lock()
        defer { lock.unlock() }
        exchanges[task.taskIdentifier] = exchange
    }

    private func exchange(of task: URLSessionTask) -> SessionExchange? {
        lock.lock()
        defer { lock.unlock() }
        return exchanges[task.taskIdentifier]
    }

    private func remove(_ task: URLSessionTask) -> SessionExchange? {
        lock.lock()
        defer { lock.unlock() }
        return exchanges.removeValue(forKey: task.taskIdentifier)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.beginBody(response)
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.restartTimer()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.append(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.end(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// One request: waits for its head, then passes its body on.
private final class SessionExchange: @unchecked Sendable {
    private let lock = NSLock()
    private var head: CheckedContinuation<TransportAnswer, any Error>?
    private var failure: (any Error)?
    private let pieces: AsyncThrowingStream<Data, any Error>
    private let body: AsyncThrowingStream<Data, any Error>.Continuation
    // FoundationNetworking ignores the time-out of a request and uses that of the session.
    private let timer: any DispatchSourceTimer
    private let timeout: TimeInterval

    init(timeout: TimeInterval, cancel: @escaping @Sendable () -> Void) {
        self.timeout = timeout
        timer = DispatchSource.makeTimerSource()
        (pieces, body) = AsyncThrowingStream.makeStream()
        timer.setEventHandler { [weak self] in
            self?.end(URLError(.timedOut))
            cancel()
        }
        timer.schedule(deadline: .now() + timeout)
        timer.activate()
        body.onTermination = { termination in
            if case .cancelled = termination { cancel() }
        }
    }

    deinit { timer.cancel() }

    func restartTimer() { timer.schedule(deadline: .now() + timeout) }

    func waitForHead(_ continuation: CheckedContinuation<TransportAnswer, any Error>) {
        lock.lock()
        let failure = failure
        if failure == nil { head = continuation }
        lock.unlock()
        if let failure { continuation.resume(throwing: failure) }
    }

    private func takeHead(failing error: (any Error)? = nil) -> CheckedContinuation<TransportAnswer, any Error>? {
        lock.lock()
        defer { lock.unlock() }
        if let error, failure == nil { failure = error }
        defer { head = nil }
        return head
    }

    func beginBody(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return end(URLError(.badServerResponse)) }
        restartTimer()
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String { headers[name] = value as? String }
        }
        takeHead()?.resume(
            returning: TransportAnswer(status: response.statusCode, headers: headers, pieces: pieces))
    }

    func append(_ data: Data) {
        restartTimer()
        body.yield(data)
    }

    /// Ends the request. Without an error, the body is complete.
    func end(_ error: (any Error)?) {
        timer.cancel()
        takeHead(failing: error ?? URLError(.badServerResponse))?
            .resume(throwing: error ?? URLError(.badServerResponse))
        body.finish(throwing: error)
    }
}
