import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportAnswer {
    /// Whether the response has a media type. A response without `Content-Type` matches any.
    func isOf(_ mediaType: String) -> Bool {
        guard let type = headers["content-type"]?.prefix(while: { $0 != ";" }) else { return true }
        return type.trimmingCharacters(in: .whitespaces).lowercased() == mediaType
    }
}

extension OptionsClientError.Refusal {
    /// Reads the status, the members and the headers of an error.
    init(_ answer: TransportAnswer, _ body: Data) {
        struct Sentence: Decodable {
            let error: String?
            let detail: String?
            let code: String?
            let path: String?
        }
        let sentence = try? JSONDecoder().decode(Sentence.self, from: body)
        self.init(
            status: answer.status,
            message: sentence?.error ?? sentence?.detail
                ?? HTTPURLResponse.localizedString(forStatusCode: answer.status),
            code: sentence?.code, path: sentence?.path,
            retryAfter: answer.retryAfter, requestIdentifier: answer.headers["x-request-id"])
    }
}

extension TransportAnswer {
    /// The seconds of `Retry-After`, which is a number, or an instant compared with `Date`.
    var retryAfter: TimeInterval? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = TimeInterval(text) { return seconds.isFinite ? max(0, seconds) : nil }
        guard let then = Self.date(text) else { return nil }
        let now = headers["date"].flatMap(Self.date) ?? Date()
        return max(0, then.timeIntervalSince(now))
    }

    /// The seconds of `max-age` in `Cache-Control`.
    var maxAge: TimeInterval? {
        for directive in headers["cache-control"]?.lowercased().split(separator: ",") ?? [] {
            let parts = directive.trimmingCharacters(in: .whitespaces).split(separator: "=")
            if parts.count == 2, parts[0] == "max-age", let seconds = Int(parts[1]), seconds >= 0 {
                return TimeInterval(seconds)
            }
        }
        return nil
    }

    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text)
    }
}
