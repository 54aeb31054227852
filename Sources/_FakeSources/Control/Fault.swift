/// A fault of a source, played for the next requests.
public struct FakeFault: Hashable, Sendable, Codable {
    /// The kind of a fault.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// ``status``, with the body that the source has for it.
        case status
        /// ``status`` (200) with ``body`` unchanged; JSON if it looks like JSON.
        case body
        /// ``status`` (200) with an empty body.
        case empty
        /// ``status`` (502) and a page.
        case html
        /// ``status`` (200) and a sentence.
        case text
        /// The first half of the true answer, as if it were all.
        case truncated
        /// The answer, the length of a true one, is random bytes.
        case garbage
        /// The headers of the true answer come after ``delay`` seconds.
        case slow
        /// The headers of the true response at once, and its body in twenty parts within ``delay`` seconds.
        case trickle
        /// The connection is closed before the first byte.
        case close
        /// The connection is reset before the first byte.
        case reset
        /// The connection is closed in the middle of the true answer.
        case cut
        /// The true response in gzip coding, whether requested or not.
        case gzip
        /// The coding gzip is announced, and random bytes follow.
        case badGzip
        /// ``status`` (302) to `/elsewhere` at another host, where the request is recorded.
        case redirect
        /// The `next_url` of the true response names another host, where the request is recorded.
        case nextURL
        /// 200 with an error of the source: the second shape of CoinGecko, `errors` of Tradier, the message of Alpha
        /// Vantage.
        case twin
    }

    /// The kind.
    public var fault: Kind
    /// The status.
    public var status: Int?
    /// The number of requests; all if it is `nil`.
    public var count: Int?
    /// Seconds.
    public var delay: Double?
    /// The seconds of `Retry-After`; `nil` for none.
    public var retryAfter: Int?
    /// The seconds until the instant that `x-ratelimit-reset` names; `nil` for none.
    public var resetAfter: Int?
    /// The body of the kind ``Kind/body``; for ``Kind/status``, `empty`, `html`, `text` or `other` (the source's other
    /// shape) instead of its usual one.
    public var body: String?
    /// Only requests whose path contains it.
    public var path: String?

    /// Creates a fault.
    public init(
        _ fault: Kind, status: Int? = nil, count: Int? = nil, delay: Double? = nil, retryAfter: Int? = nil,
        resetAfter: Int? = nil, body: String? = nil, path: String? = nil
    ) {
        self.fault = fault
        self.status = status
        self.count = count
        self.delay = delay
        self.retryAfter = retryAfter
        self.resetAfter = resetAfter
        self.body = body
        self.path = path
    }
}
