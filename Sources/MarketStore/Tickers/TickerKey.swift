internal import GRDB
internal import MarketData

/// The keys of tickers: integers in the order of the symbols.
///
/// A full-text index returns its matches in the order of keys. If that is the order of the symbols, a search reads no
/// more matches than it returns, instead of sorting all of them.
///
/// The first eleven characters form a number in base 42, which leaves room for twelve keys between neighbours. The
/// first of them belongs to the symbol itself, the others to longer symbols. If these do not suffice, keys are negative
/// and out of order.
enum TickerKey {
    private static let (length, base, room) = (11, 42, 12)

    /// Returns the number that the first eleven characters form, times the room.
    static func base(of ticker: Ticker) -> Int {
        var number = 0
        var symbol = ticker.symbol.utf8.prefix(length).makeIterator()
        for _ in 0..<length { number = number * base + (symbol.next().map(digit) ?? 0) }
        return number * room
    }

    /// Returns the key of a symbol: the stored one, otherwise a free one.
    static func key(of ticker: Ticker, in database: Database) throws -> Int {
        let first = base(of: ticker)
        if ticker.symbol.utf8.count <= length { return first }
        let symbol = [ticker.symbol]
        if let key = try Int.fetchOne(
            database, sql: "SELECT id FROM tickers WHERE symbol = ?", arguments: .init(symbol))
        {
            return key
        }
        let taken = try Set(
            Int.fetchAll(
                database, sql: "SELECT id FROM tickers WHERE id BETWEEN ? AND ?",
                arguments: [first, first + room - 1]))
        if let free = (first + 1..<first + room).first(where: { !taken.contains($0) }) { return free }
        let lowest = try Int.fetchOne(database, sql: "SELECT min(id) FROM tickers") ?? 0
        return min(lowest, 0) - 1
    }

    /// The digit of a character, 1 to 41, in the order of bytes.
    private static func digit(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "-"): 1
        case UInt8(ascii: "."): 2
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 3 + Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: ":"): 13
        case UInt8(ascii: "="): 14
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 15 + Int(byte - UInt8(ascii: "A"))
        default: 41
        }
    }
}
