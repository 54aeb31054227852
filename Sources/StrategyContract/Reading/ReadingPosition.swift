/// A place in a document at which a rule is broken. Of several broken rules, the first in the document is reported.
struct ReadingPosition: Comparable {
    private let token: Int
    /// Negative before the token.
    private let rank: Int

    /// Before all others.
    static let beginning = ReadingPosition(token: .min, rank: 0)
    /// After all others: the place of rules that are checked after all members.
    static let end = ReadingPosition(token: .max, rank: 0)

    private init(token: Int, rank: Int) {
        self.token = token
        self.rank = rank
    }

    /// The position of a value.
    init(of token: Int) { self.init(token: token, rank: 0) }

    /// The position of absent members of an object with `depth` objects around it, whose contents end before token `next`.
    /// The end of an object in it precedes its own end.
    init(endOfObjectAtDepth depth: Int, before next: Int) { self.init(token: next, rank: -2 * depth - 1) }

    /// The position of an unknown member of an object with `depth` objects around it, before token `next`.
    init(unknownMemberAtDepth depth: Int, before next: Int) { self.init(token: next, rank: -2 * depth - 2) }

    static func < (first: ReadingPosition, second: ReadingPosition) -> Bool {
        (first.token, first.rank) < (second.token, second.rank)
    }
}
