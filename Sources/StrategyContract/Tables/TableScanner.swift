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

    /// What the columns have; empty if rows are no legs, or columns pass through to the answers. No strategy is ordinary then.
    private let members: [Member]
    /// The number of columns before the first one of a leg. The cells of a strategy there are usually those of its first row.
    private let leadingCount: Int

    /// What the rows of a strategy have in common.
    @safe private struct First {
        /// The cells before those of the leg, with their commas.
        var leading = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        var price = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        var currentPrice = DecimalPrice(significand: 0, decimals: 0)
    }

    /// Creates a scanner of strategies.
    package init(_ columns: TableColumns) {
        let isScanned = columns.rows == .legs && !columns.columns.contains { $0.place == .extra }
        let columns = isScanned ? columns.columns : []
        members = columns.map { Member(String(decoding: $0.prefix.dropFirst().dropLast(2), as: UTF8.self)) }
        leadingCount = columns.prefix { $0.place != .leg }.count
    }

    /// Reads a strategy from its rows, after which ``RequestScanner/padding`` bytes are readable. Returns false if it is not
    /// ordinary; `request` is then unspecified. `identifier` receives the identifier in JSON, nothing if there is none.
    func scan(
        _ rows: Span<TableRow>, of bytes: UnsafePointer<UInt8>, into request: inout CalculationRequest,
        identifier: inout [UInt8]
    ) -> Bool {
        guard !members.isEmpty, rows.count <= RequestScanner.legLimit else { return false }
        while !request.legs.isEmpty { request.legs.removeLast() }
        var first = First()
        var isOrdinary = true
        request.legs.append(addingCapacity: RequestScanner.legLimit) { (legs: inout OutputSpan<Leg>) in
            for index in rows.indices {
                let row = rows[index]
                let start = unsafe bytes + row.offset
                let text = unsafe TableText.withoutEnd(UnsafeRawBufferPointer(start: start, count: row.length))
                guard
                    let leg = unsafe leg(
                        start, to: start + text.count, isFirst: index == 0, &first, members.span, &identifier)
                else {
                    isOrdinary = false
                    return
                }
                legs.append(leg)
            }
        }
        guard unsafe isOrdinary && !first.price.isEmpty && !request.legs.isEmpty else { return false }
        request.price = first.currentPrice
        return true
    }

    /// Reads a row.
    @inline(always)
    private func leg(
        _ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, isFirst: Bool, _ first: inout First,
        _ members: Span<Member>, _ identifier: inout [UInt8]
    ) -> Leg? {
        var cursor = unsafe Cursor(position: start)
        var kind = Leg.Kind.call
        var isShort = false
        var numbers = InlineArray<4, Cursor.Number>(repeating: (0, 0))
        var seen = 0
        var index = 0
        let leading = unsafe UnsafeRawBufferPointer(start: start, count: first.leading.count)
        if unsafe !isFirst && leading.isEqual(to: first.leading) {
            unsafe cursor.position += leading.count
            index = leadingCount
        }
        while index < members.count {
            if index == leadingCount, isFirst {
                unsafe first.leading = UnsafeRawBufferPointer(start: start, count: cursor.position - start)
            }
            let cell = unsafe cursor.position
            let word = unsafe cursor.word
            let member = members[index]
            if unsafe cell == end || cell.pointee == UInt8(ascii: ",") {
                // The cell is empty.
            } else if member.rawValue <= Member.sharesPerContract.rawValue {
                guard let number = unsafe cursor.number() else { return nil }
                // The mask spares the check of the index.
                numbers[member.rawValue & 3] = number
                seen |= 1 << member.rawValue
            } else if member == .type {
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
            } else if member == .position {
                isShort = word & 0xFF_FFFF_FFFF == Self.short
                guard isShort || word & 0xFFFF_FFFF == Self.long else { return nil }
                unsafe cursor.position += isShort ? 5 : 4
                seen |= 1 << member.rawValue
            } else {
                guard let next = unsafe afterCommonCell(cursor, to: end, member, isFirst, &first, &identifier)
                else { return nil }
                unsafe cursor = next
            }
            index += 1
            if index < members.count {
                guard unsafe cursor.position < end, unsafe cursor.take(",") else { return nil }
            }
        }
        guard unsafe cursor.position == end else { return nil }
        return Self.leg(kind, isShort, numbers, seen)
    }

    /// Reads a cell that the rows of a strategy have in common.
    private func afterCommonCell(
        _ start: Cursor, to end: UnsafePointer<UInt8>, _ member: Member, _ isFirst: Bool, _ first: inout First,
        _ identifier: inout [UInt8]
    ) -> Cursor? {
        var cursor = unsafe start
        let cell = unsafe cursor.position
        switch member {
        case .currentPrice where isFirst:
            guard let number = unsafe cursor.number(), number.value > 0 else { return nil }
            first.currentPrice = DecimalPrice(significand: number.value, decimals: number.decimals)
            unsafe first.price = UnsafeRawBufferPointer(start: cell, count: cursor.position - cell)
        case .currentPrice:
            guard unsafe UnsafeRawBufferPointer(start: cell, count: first.price.count).isEqual(to: first.price)
            else { return nil }
            unsafe cursor.position += first.price.count
        case .identifier where unsafe cell.pointee == TableText.quote: return nil
        case .identifier where isFirst: return unsafe Self.identifier(cursor, to: end, &identifier)
        case .identifier: unsafe cursor.position += TableText.cell(from: cell, to: end).count
        default: return nil
        }
        return unsafe cursor
    }

    /// Returns the leg of the members that were seen; `nil` if it is not ordinary. `RequestScanner` has the same rules within its
    /// loop: if it called this function, a line of JSON would take 1.6 % more instructions.
    @inline(always)
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
