internal import DecimalNumbers
internal import ExactPayoff
internal import StrategyRequests

/// Reads ordinary requests in one pass over their bytes: the fast path of ``RequestReader``.
///
/// An ordinary request is one that programs write: members in any order with spaces between them, plain strings,
/// numbers of up to seven digits before and seven after the decimal point. A text is accepted only if every byte is
/// recognised and no rule is violated, so the result equals that of the general path. All other texts are left to that
/// path: errors, duplicate members, escapes, characters other than printable ASCII, exponents.
///
/// Numbers and names are examined eight bytes at a time (Lemire and Langdale, "Parsing gigabytes of JSON per second",
/// The VLDB Journal 28, 2019, for numbers).
@safe package struct RequestScanner {
    /// The number of bytes after a request that must be readable.
    package static let padding = 32
    /// The maximum length of a text; longer texts have more legs than ``legLimit``.
    static let lengthLimit = 1 << 14
    /// Whether a request with a member unknown to the scanner is left to the general path.
    let isStrict: Bool
    /// A digest of the names in the last request that the scanner does not know; 0 if there are none.
    var unknownNames: UInt64 = 0
    /// The maximum number of legs of an ordinary request.
    static let legLimit = 32

    init(isStrict: Bool) { self.isStrict = isStrict }

    /// Names that the general path supports and this scanner does not: first eight bytes and length. The general path
    /// reads requests that use one.
    private static let otherNames: [(word: UInt64, length: Int)] = {
        let own: Set<String> = [
            "currentPrice", "legs", "id", "type", "position", "strikePrice", "premium", "quantity", "sharesPerContract",
        ]
        return KnownObject.names.filter { !own.contains($0) }.map { name in
            let bytes = Array(name.utf8)
            return (bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }, bytes.count)
        }
    }()

    /// Reads the price and the legs of a request: a line with a line feed after it and ``padding`` more bytes. Returns the
    /// length of the line in bytes without its end, `\n` or `\r\n`, and the range of the identifier; `nil` if the request is
    /// not ordinary. `request` is then unspecified.
    mutating func scan(
        _ text: UnsafePointer<UInt8>, into request: inout CalculationRequest
    ) -> (length: Int, identifier: Range<Int>)? {
        // SAFETY: the cursor stops at the line feed or earlier, since no step passes a byte that it does not recognise,
        // and none recognises a line feed. Words are read up to `padding` bytes beyond.
        var cursor = unsafe Cursor(position: text)
        unknownNames = 0
        var hasPrice = false
        var hasIdentifier = false
        var identifier = 0..<0
        // Removing the few legs one by one is faster than replacing all of them with an empty array.
        while !request.legs.isEmpty { request.legs.removeLast() }
        unsafe cursor.skipSpaces()
        guard unsafe cursor.take("{") else { return nil }
        unsafe cursor.skipSpaces()
        repeat {
            guard unsafe cursor.take("\"") else { return nil }
            let word = unsafe cursor.word
            if word == Word.currentP, unsafe cursor.word(at: 8) & Word.mask5 == Word.rice {
                guard !hasPrice, unsafe cursor.colon(after: 13), let price = unsafe cursor.number(), price.value > 0
                else { return nil }
                request.price = DecimalPrice(significand: price.value, decimals: price.decimals)
                hasPrice = true
            } else if word & Word.mask5 == Word.legs {
                guard request.legs.isEmpty, unsafe cursor.colon(after: 5),
                    unsafe readLegs(&cursor, into: &request.legs)
                else { return nil }
            } else if word & Word.mask3 == Word.id {
                guard !hasIdentifier, unsafe cursor.colon(after: 3) else { return nil }
                let start = unsafe cursor.position - text
                switch unsafe skipValue(&cursor) {
                case .text: unsafe identifier = start..<(cursor.position - text)
                case .other: break
                case nil: return nil
                }
                hasIdentifier = true
            } else {
                guard let next = unsafe afterMember(cursor) else { return nil }
                unsafe cursor = next
            }
        } while unsafe cursor.takeComma()
        guard unsafe cursor.take("}"), hasPrice, !request.legs.isEmpty else { return nil }
        unsafe cursor.skipSpaces()
        let length = unsafe cursor.position - text
        guard unsafe cursor.take("\n") || (cursor.take("\r") && cursor.take("\n")) else { return nil }
        return (length, identifier)
    }

    /// Reads the array of legs; false if it is not ordinary.
    private mutating func readLegs(_ cursor: inout Cursor, into legs: inout [Leg]) -> Bool {
        guard unsafe cursor.take("[") else { return false }
        unsafe cursor.skipSpaces()
        // A local copy can stay in a register.
        var local = unsafe cursor
        var isOrdinary = true
        legs.append(addingCapacity: Self.legLimit) { (legs: inout OutputSpan<Leg>) in
            var cursor = unsafe local
            repeat {
                guard legs.count < Self.legLimit, let leg = unsafe leg(&cursor) else {
                    isOrdinary = false
                    return
                }
                legs.append(leg)
            } while unsafe cursor.takeComma()
            unsafe local = cursor
        }
        unsafe cursor = local
        return unsafe isOrdinary && cursor.take("]")
    }

    /// Reads a leg. The members share one copy of the common code: a copy per member takes so much of the instruction
    /// cache that it is slower.
    @inline(always)
    private mutating func leg(_ cursor: inout Cursor) -> Leg? {
        var kind = Leg.Kind.call
        var isShort = false
        var numbers = InlineArray<4, Cursor.Number>(repeating: (0, 0))
        var seen = 0
        guard unsafe cursor.take("{") else { return nil }
        unsafe cursor.skipSpaces()
        repeat {
            guard unsafe cursor.take("\"") else { return nil }
            let word = unsafe cursor.word
            let member: LegMember
            let length: Int
            if word & Word.mask5 == Word.type {
                (member, length) = (.type, 5)
            } else if word == Word.position, unsafe cursor.byte(at: 8) == UInt8(ascii: "\"") {
                (member, length) = (.position, 9)
            } else if word == Word.strikePr, unsafe cursor.word(at: 8) & Word.mask4 == Word.ice {
                (member, length) = (.strikePrice, 12)
            } else if word == Word.premium {
                (member, length) = (.premium, 8)
            } else if word == Word.quantity, unsafe cursor.byte(at: 8) == UInt8(ascii: "\"") {
                (member, length) = (.quantity, 9)
            } else if word == Word.sharesPe, unsafe cursor.word(at: 8) == Word.rContrac,
                unsafe cursor.word(at: 16) & Word.mask2 == Word.t
            {
                (member, length) = (.sharesPerContract, 18)
            } else {
                guard let next = unsafe afterMember(cursor) else { return nil }
                unsafe cursor = next
                continue
            }
            guard seen & member.bit == 0, unsafe cursor.colon(after: length) else { return nil }
            seen |= member.bit
            switch member {
            case .type:
                let value = unsafe cursor.word
                if value & Word.mask6 == Word.call {
                    kind = .call
                    unsafe cursor.position += 6
                } else if value & Word.mask5 == Word.put {
                    kind = .put
                    unsafe cursor.position += 5
                } else if value & Word.mask7 == Word.stock {
                    kind = .stock
                    unsafe cursor.position += 7
                } else {
                    return nil
                }
            case .position:
                let value = unsafe cursor.word
                isShort = value & Word.mask7 == Word.short
                guard isShort || value & Word.mask6 == Word.long else { return nil }
                unsafe cursor.position += isShort ? 7 : 6
            default:
                guard let number = unsafe cursor.number() else { return nil }
                // The mask spares the check of the index.
                numbers[member.rawValue & 3] = number
            }
        } while unsafe cursor.takeComma()
        let hasStrike = seen & LegMember.strikePrice.bit != 0
        let hasShares = seen & LegMember.sharesPerContract.bit != 0
        let (strike, premium) = (numbers[LegMember.strikePrice.rawValue], numbers[LegMember.premium.rawValue])
        guard unsafe cursor.take("}"), seen & LegMember.required == LegMember.required,
            hasStrike != (kind == .stock), !hasStrike || strike.value > 0,
            let quantity = Self.positiveInteger(numbers[LegMember.quantity.rawValue])
        else { return nil }
        var sharesPerContract: Int64 = kind == .stock ? 1 : 100
        if hasShares {
            guard let integer = Self.positiveInteger(numbers[LegMember.sharesPerContract.rawValue]),
                integer <= 1_000_000
            else { return nil }
            sharesPerContract = integer
        }
        return Leg(
            kind, isShort ? .short : .long,
            strike: DecimalPrice(significand: strike.value, decimals: strike.decimals),
            entry: DecimalPrice(significand: premium.value, decimals: premium.decimals),
            quantity: Int(quantity), sharesPerContract: Int(sharesPerContract))
    }

    /// The members of a leg that the scanner reads. The numbers come first.
    enum LegMember: Int {
        case strikePrice, premium, quantity, sharesPerContract, type, position

        @inline(always)
        var bit: Int { 1 << rawValue }

        static var required: Int {
            LegMember.premium.bit | LegMember.quantity.bit | LegMember.type.bit | LegMember.position.bit
        }
    }

    /// Returns a number that is an integer greater than 0, with or without a decimal point and zeros.
    @inline(always)
    static func positiveInteger(_ number: Cursor.Number) -> Int64? {
        let integer = number.decimals == 0 ? number.value : quotient(number)
        return integer > 0 ? integer : nil
    }

    /// Returns a number with a decimal point if it is an integer; otherwise 0.
    @inline(never)
    private static func quotient(_ number: Cursor.Number) -> Int64 {
        let (integer, fraction) = number.value.quotientAndRemainder(dividingBy: PowersOfTen.small(number.decimals))
        return fraction == 0 ? integer : 0
    }

    /// Skips a member whose name has begun and is unknown to the scanner; `nil` if it is not ordinary.
    private mutating func afterMember(_ name: Cursor) -> Cursor? {
        if isStrict { return nil }
        var cursor = unsafe name
        let start = unsafe cursor.position
        guard unsafe cursor.skipString() else { return nil }
        let length = unsafe cursor.position - start - 1
        for name in Self.otherNames where name.length == length {
            // SAFETY: eight bytes from the start of the name are readable, whatever its length.
            let mask = length < 8 ? (1 << (8 * UInt64(length))) - 1 : UInt64.max
            if unsafe Cursor(position: start).word & mask == name.word { return nil }
        }
        guard unsafe cursor.colon(after: 0), unsafe skipValue(&cursor) != nil else { return nil }
        unknownNames &+= unsafe UnsafeBufferPointer(start: start, count: length).reduce(0) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return unsafe cursor
    }

    /// The maximum nesting depth of arrays and objects in ignored members.
    private static let nestingLimit = 8

    private enum Value {
        /// A string or a number.
        case text
        case other
    }

    /// Skips a value; `nil` if it is not ordinary.
    private func skipValue(_ cursor: inout Cursor, depth: Int = 0) -> Value? {
        let word = unsafe cursor.word
        if unsafe cursor.take("\"") { return unsafe cursor.skipString() ? .text : nil }
        if word & Word.mask4 == Word.null || word & Word.mask4 == Word.true {
            unsafe cursor.position += 4
            return .other
        }
        if word & Word.mask5 == Word.false {
            unsafe cursor.position += 5
            return .other
        }
        if unsafe cursor.take("[") { return unsafe skipContainer(&cursor, end: "]", depth: depth + 1) ? .other : nil }
        if unsafe cursor.take("{") { return unsafe skipContainer(&cursor, end: "}", depth: depth + 1) ? .other : nil }
        _ = unsafe cursor.take("-")
        return unsafe cursor.number() == nil ? nil : .text
    }

    /// Skips an array or object that has begun.
    private func skipContainer(_ cursor: inout Cursor, end: Unicode.Scalar, depth: Int) -> Bool {
        guard depth <= Self.nestingLimit else { return false }
        unsafe cursor.skipSpaces()
        if unsafe cursor.take(end) { return true }
        repeat {
            if end == "}" {
                guard unsafe cursor.take("\""), unsafe cursor.skipString(), unsafe cursor.colon(after: 0)
                else { return false }
            }
            guard unsafe skipValue(&cursor, depth: depth) != nil else { return false }
        } while unsafe cursor.takeComma()
        return unsafe cursor.take(end)
    }
}

/// Names and values of a request as eight bytes in memory, the first one lowest.
private enum Word {
    static let mask2: UInt64 = 0xFFFF
    static let mask3: UInt64 = 0xFF_FFFF
    static let mask4: UInt64 = 0xFFFF_FFFF
    static let mask5: UInt64 = 0xFF_FFFF_FFFF
    static let mask6: UInt64 = 0xFFFF_FFFF_FFFF
    static let mask7: UInt64 = 0xFF_FFFF_FFFF_FFFF

    static let currentP: UInt64 = 0x50746e6572727563
    static let rice: UInt64 = 0x2265636972
    static let legs: UInt64 = 0x227367656c
    static let id: UInt64 = 0x226469
    static let type: UInt64 = 0x2265707974
    static let position: UInt64 = 0x6e6f697469736f70
    static let strikePr: UInt64 = 0x7250656b69727473
    static let ice: UInt64 = 0x22656369
    static let premium: UInt64 = 0x226d75696d657270
    static let quantity: UInt64 = 0x797469746e617571
    static let sharesPe: UInt64 = 0x6550736572616873
    static let rContrac: UInt64 = 0x636172746e6f4372
    static let t: UInt64 = 0x2274
    static let call: UInt64 = 0x226c6c616322
    static let put: UInt64 = 0x2274757022
    static let stock: UInt64 = 0x226b636f747322
    static let long: UInt64 = 0x22676e6f6c22
    static let short: UInt64 = 0x2274726f687322
    static let `true`: UInt64 = 0x65757274
    static let `false`: UInt64 = 0x65736c6166
    static let null: UInt64 = 0x6c6c756e
}
