internal import GRDB
internal import MarketData

// Decimals, days and instants are stored as text, so that every program shows them and none rounds them.

extension ExactDecimal {
    var databaseValue: DatabaseValue { description.databaseValue }
}

extension ExactDecimal {
    /// Parses the format of ``description``, several times as fast as the general initializer, which accepts this
    /// format only.
    fileprivate init?(stored text: String) {
        var (significand, decimals, isFraction): (Int64, Int, Bool) = (0, 0, false)
        let bytes = text.utf8
        let isNegative = bytes.first == UInt8(ascii: "-")
        guard (1...18).contains(bytes.count) else {
            self.init(text)
            return
        }
        for byte in bytes.dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else {
                self.init(text)
                return
            }
            significand = significand * 10 + Int64(digit)
            if isFraction { decimals += 1 }
        }
        self.init(significand: isNegative ? -significand : significand, exponent: -decimals)
    }
}

extension CalendarDate {
    var databaseValue: DatabaseValue { description.databaseValue }
}

extension Timestamp {
    var databaseValue: DatabaseValue { rfc3339.databaseValue }
}

extension Optional {
    /// The value of a column that may be null.
    func column(_ value: (Wrapped) -> DatabaseValue) -> DatabaseValue { map(value) ?? .null }
}

extension Row {
    /// The text of a column, as a value; `nil` for null.
    func value<Value>(_ column: Int, as make: (String) -> Value?) throws -> Value? {
        guard let text = self[column] as String? else { return nil }
        guard let value = make(text) else { throw DatabaseError.malformed(text) }
        return value
    }

    /// The text of a column that is not null, as a value.
    func required<Value>(_ column: Int, as make: (String) -> Value?) throws -> Value {
        guard let value = try value(column, as: make) else { throw DatabaseError.malformed("NULL") }
        return value
    }

    func decimal(_ column: Int) throws -> ExactDecimal { try required(column) { ExactDecimal(stored: $0) } }
    func optionalDecimal(_ column: Int) throws -> ExactDecimal? { try value(column) { ExactDecimal(stored: $0) } }
    func date(_ column: Int) throws -> CalendarDate { try required(column) { CalendarDate($0) } }
    func optionalDate(_ column: Int) throws -> CalendarDate? { try value(column) { CalendarDate($0) } }
    func range(_ first: Int, _ last: Int) throws -> ClosedRange<CalendarDate> {
        let (first, last) = (try date(first), try date(last))
        guard first <= last else { throw DatabaseError.malformed("\(first) to \(last)") }
        return first...last
    }
    func instant(_ column: Int) throws -> Timestamp { try required(column) { Timestamp($0) } }
    func optionalInstant(_ column: Int) throws -> Timestamp? { try value(column) { Timestamp($0) } }
    func source(_ column: Int) throws -> MarketSource { try required(column) { MarketSource(rawValue: $0) } }
    func asset(_ column: Int) throws -> Asset { try required(column) { Asset($0) } }
    func ticker(_ column: Int) throws -> Ticker { try required(column) { Ticker($0) } }
}

extension Collection<String> {
    /// The texts as one argument, for `json_each`. They need no escapes.
    var jsonArgument: String { "[" + map { "\"\($0)\"" }.joined(separator: ",") + "]" }
}
