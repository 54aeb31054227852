internal import DecimalNumbers
internal import ExactPayoff
internal import StrategyRequests

/// Reads ordinary strategies from rows of CSV: the fast path beside ``TableRequest``, which writes the others as JSON.
///
/// Ordinary is what ``RequestScanner`` accepts: plain numbers and words of the members that it knows. Other columns are empty,
/// and no cell is in quotation marks.
@safe package struct TableScanner {
    /// What a column has. The numbers of a leg come first, as in `RequestScanner.LegMember`.
    private enum Member: Int {
        case strikePrice, premium, quantity, sharesPerContract, type, position
        case currentPrice, identifier, other

        init(_ name: String) {
            switch name {
            case "strikePrice": self = .strikePrice
            case "premium": self = .premium
            case "quantity": self = .quantity
            case "sharesPerContract": self = .sharesPerContract
            case "type": self = .type
            case "position": self = .position
            case "currentPrice": self = .currentPrice
            case "id": self = .identifier
            default: self = .other
            }
        }
    }

    private let members: [Member]

    /// Creates a scanner of strategies; `nil` if rows are no legs, or columns pass through to the answers.
    package init?(_ columns: TableColumns) {
        guard columns.rows == .legs, !columns.columns.contains(where: { $0.place == .extra }) else { return nil }
        members = columns.columns.map { Member(String(decoding: $0.prefix.dropFirst().dropLast(2), as: UTF8.self)) }
    }

    /// Reads a strategy from its rows, after which ``RequestScanner/padding`` bytes are readable. Returns false if it is not
    /// ordinary; `request` is then unspecified. `identifier` receives the identifier in JSON, nothing if there is none.
    func scan(
        _ rows: Span<TableRow>, of bytes: UnsafePointer<UInt8>, into request: inout CalculationRequest,
        identifier: inout [UInt8]
    ) -> Bool {
        guard rows.count <= RequestScanner.legLimit else { return false }
        while !request.legs.isEmpty { request.legs.removeLast() }
        var price = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        for index in rows.indices {
            let row = rows[index]
            let start = unsafe bytes + row.offset
            let text = unsafe TableText.withoutEnd(UnsafeRawBufferPointer(start: start, count: row.length))
            guard
                let leg = unsafe leg(
                    Cursor(position: start), to: start + text.count, isFirst: index == 0, &price, &request.price,
                    &identifier)
            else { return false }
            request.legs.append(leg)
        }
        return unsafe !price.isEmpty && !request.legs.isEmpty
    }

    /// Reads a row.
    @inline(__always)
    private func leg(
        _ start: Cursor, to end: UnsafePointer<UInt8>, isFirst: Bool, _ firstPrice: inout UnsafeRawBufferPointer,
        _ currentPrice: inout DecimalPrice, _ identifier: inout [UInt8]
    ) -> Leg? {
        var cursor = unsafe start
        var kind = Leg.Kind.call
        var isShort = false
        var numbers = InlineArray<4, Cursor.Number>(repeating: (0, 0))
        var seen = 0
        let count = members.count
        for index in 0..<count {
            if index > 0 {
                guard unsafe cursor.position < end, unsafe cursor.take(",") else { return nil }
            }
            let cell = unsafe cursor.position
            if unsafe cell == end || cell.pointee == UInt8(ascii: ",") { continue }
            let member = members[index]
            let word = unsafe cursor.word
            switch member {
            case .strikePrice, .premium, .quantity, .sharesPerContract:
                guard let number = unsafe cursor.number() else { return nil }
                // The mask spares the check of the index.
                numbers[member.rawValue & 3] = number
                seen |= 1 << member.rawValue
            case .type:
                let length: Int
                if word & 0xFFFF_FFFF == Self.call {
                    (kind, length) = (.call, 4)
                } else if word & 0xFF_FFFF == Self.put {
                    (kind, length) = (.put, 3)
                } else if word & 0xFF_FFFF_FFFF == Self.stock {
                    (kind, length) = (.stock, 5)
                } else {
                    return nil
                }
                unsafe cursor.position += length
                seen |= 1 << member.rawValue
            case .position:
                isShort = word & 0xFF_FFFF_FFFF == Self.short
                guard isShort || word & 0xFFFF_FFFF == Self.long else { return nil }
                unsafe cursor.position += isShort ? 5 : 4
                seen |= 1 << member.rawValue
            case .currentPrice:
                if isFirst {
                    guard let number = unsafe cursor.number(), number.value > 0 else { return nil }
                    currentPrice = DecimalPrice(significand: number.value, decimals: number.decimals)
                    unsafe firstPrice = UnsafeRawBufferPointer(start: cell, count: cursor.position - cell)
                } else {
                    for offset in 0..<firstPrice.count where unsafe cell[offset] != firstPrice[offset] { return nil }
                    unsafe cursor.position += firstPrice.count
                }
            case .identifier:
                guard unsafe cell.pointee != TableText.quote else { return nil }
                if isFirst {
                    guard let next = unsafe Self.identifier(cursor, to: end, &identifier) else { return nil }
                    unsafe cursor = next
                } else {
                    unsafe cursor.position += TableText.cell(from: cell, to: end).count
                }
            case .other: return nil
            }
        }
        guard unsafe cursor.position == end else { return nil }
        return Self.leg(kind, isShort, numbers, seen)
    }

    /// Returns the leg of the members that were seen; `nil` if it is not ordinary. `RequestScanner` has the same rules within its
    /// loop: if it called this function, a line of JSON would take 1.6 % more instructions.
    @inline(__always)
    private static func leg(
        _ kind: Leg.Kind, _ isShort: Bool, _ numbers: InlineArray<4, Cursor.Number>, _ seen: Int
    ) -> Leg? {
        typealias Member = RequestScanner.LegMember
        let (strike, premium) = (numbers[Member.strikePrice.rawValue], numbers[Member.premium.rawValue])
        let hasStrike = seen & Member.strikePrice.bit != 0
        guard seen & Member.required == Member.required, hasStrike != (kind == .stock), !hasStrike || strike.value > 0,
            let quantity = RequestScanner.positiveInteger(numbers[Member.quantity.rawValue])
        else { return nil }
        var shares: Int64 = kind == .stock ? 1 : 100
        if seen & Member.sharesPerContract.bit != 0 {
            guard
                let integer = RequestScanner.positiveInteger(numbers[Member.sharesPerContract.rawValue]),
                integer <= 1_000_000
            else { return nil }
            shares = integer
        }
        return Leg(
            kind, isShort ? .short : .long,
            strike: DecimalPrice(significand: strike.value, decimals: strike.decimals),
            entry: DecimalPrice(significand: premium.value, decimals: premium.decimals),
            quantity: Int(quantity), sharesPerContract: Int(shares))
    }

    /// Writes an identifier in JSON: a number, or a text of printable ASCII without quotation marks and backslashes.
    @inline(__always)
    private static func identifier(
        _ start: Cursor, to end: UnsafePointer<UInt8>, _ json: inout [UInt8]
    ) -> Cursor? {
        var cursor = unsafe start
        let cell = unsafe UnsafeBufferPointer(
            start: start.position, count: TableText.cell(from: start.position, to: end).count)
        if unsafe cursor.number() != nil {
            guard unsafe cursor.position == start.position + cell.count else { return nil }
            unsafe json.append(contentsOf: cell)
            return unsafe cursor
        }
        // A text that begins like a number may be one.
        guard let first = unsafe cell.first, first != UInt8(ascii: "-"), !(UInt8(ascii: "0")...0x39).contains(first),
            unsafe cell.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != TableText.quote && $0 != UInt8(ascii: "\\") })
        else { return nil }
        json.append(TableText.quote)
        unsafe json.append(contentsOf: cell)
        json.append(TableText.quote)
        unsafe cursor.position = start.position + cell.count
        return unsafe cursor
    }

    // Words as eight bytes in memory, the first one lowest.
    private static let call: UInt64 = 0x6c6c_6163
    private static let put: UInt64 = 0x74_7570
    private static let stock: UInt64 = 0x6b_636f_7473
    private static let long: UInt64 = 0x676e_6f6c
    private static let short: UInt64 = 0x74_726f_6873
}
