/// A name and a value, not percent-encoded.
struct SourceParameter: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A question to a source over HTTP.
struct SourceRequest: Hashable, Sendable {
    /// The name of the request in messages, such as `quotes`; never part of an address, which may contain a key.
    let endpoint: String
    /// The path relative to the address of the source, percent-encoded, such as `/v3/reference/tickers`.
    let path: String
    /// Whether the path replaces that of the address, and does not follow it.
    var isWholePath = false
    /// Whether a call that fails is retried; `false` where another source is asked instead.
    var isRetried = true
    /// The query, without the key.
    var query: [SourceParameter] = []
    /// The form that is posted; `nil` for a GET request.
    var form: [SourceParameter]?

    init(_ endpoint: String, path: String, query: [SourceParameter] = [], form: [SourceParameter]? = nil) {
        self.endpoint = endpoint
        self.path = path
        self.query = query
        self.form = form
    }
}
