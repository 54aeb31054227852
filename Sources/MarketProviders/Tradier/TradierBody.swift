/// The member of an answer of Tradier that has its data.
protocol TradierMember: Decodable, Sendable {
    /// The name of the member.
    static var name: String { get }
}

/// A Tradier response: an object whose only member has the data, or is `null` without data.
struct TradierBody<Member: TradierMember>: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// An error of Tradier's gateway, which has any status.
    let fault: TradierFault?
    let hasErrors: Bool
    /// Whether there is the member, also as `null`.
    let hasMember: Bool
    let member: Member?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        fault =
            container.contains(Key("fault")) ? container.value(TradierFault.self, Key("fault")) ?? TradierFault() : nil
        hasErrors = container.contains(Key("errors")) || container.contains(Key("error"))
        hasMember = container.contains(Key(Member.name))
        member = hasMember ? try container.decode(Rows<Member>.self, forKey: Key(Member.name)).rows.first : nil
    }
}

/// An error of the gateway in front of Tradier.
struct TradierFault: Decodable {
    private enum CodingKeys: String, CodingKey {
        case faultstring, detail, errorcode
    }

    private let words: String

    /// Creates an error without details.
    init() { words = "" }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            words = text.lowercased()
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let detail = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .detail)
        words = [container.text(.faultstring), detail?.text(.errorcode)].compactMap { $0 }.joined(separator: " ")
            .lowercased()
    }

    /// Whether the token is rejected: it is unknown, has expired, or belongs to the sandbox.
    var isKeyRefused: Bool {
        ["access_token", "access token", "apiproduct", "apikey"].contains { words.contains($0) }
    }

    /// Whether a limit of calls is reached.
    var isLimit: Bool { ["ratelimit", "rate limit", "quota"].contains { words.contains($0) } }
}
