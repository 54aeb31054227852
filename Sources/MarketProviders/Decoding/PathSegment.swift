extension String {
    /// The text as one segment of a path, percent-encoded; `nil` if it has neither a letter nor a digit, such as `..`.
    var pathSegment: String? {
        utf8.contains(where: PercentEncoding.isAlphanumeric) ? PercentEncoding.encode(self) : nil
    }
}
