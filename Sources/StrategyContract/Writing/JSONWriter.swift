internal import CSimdjson

/// Appends JSON to a buffer of bytes.
struct JSONWriter {
    var bytes: [UInt8] = []
    let pretty: Bool

    /// - Parameter pretty: Whether there are line ends and spaces between the parts.
    init(pretty: Bool = false) {
        self.pretty = pretty
    }

    mutating func append(_ text: StaticString) {
        // SAFETY: a static string is valid for its code units as long as the program runs.
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A string with its quotes and escapes.
    mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append(#"\""#)
            case UInt8(ascii: "\\"): append(#"\\"#)
            case 0..<0x20:
                append(#"\u00"#)
                for digit in [byte >> 4, byte & 15] {
                    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The shortest decimal that reads back as `value`, which is finite: plain digits from 10⁻¹⁰ up to 10¹⁶, with an
    /// exponent beyond; never `-0`.
    mutating func append(_ value: Double) {
        let magnitude = value.magnitude
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        // An integer below 10¹⁶ is its own shortest decimal. An integer below 10¹⁵ whose quotient by a power of ten is the
        // value has the value's shortest digits, because no two decimals of 15 digits share a double.
        if magnitude < 1e16, magnitude == magnitude.rounded(.towardZero) {
            append(Int64(magnitude), decimals: 0)
        } else if let scaled = Self.integer(magnitude, times: 1e4) {
            append(scaled, decimals: 4)
        } else if let scaled = Self.integer(magnitude, times: 1e8) {
            append(scaled, decimals: 8)
        } else if let scaled = Self.integer(magnitude, times: 1e10) {
            append(scaled, decimals: 10)
        } else {
            append(shortestOf: magnitude)
        }
    }

    /// A value that may be infinite, which JSON has no number for: then `null`.
    mutating func append(finite value: Double) {
        if value.isFinite { append(value) } else { append("null") }
    }

    /// Appends what `body` writes to `bytes`, without copying them.
    static func append(to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        swap(&writer.bytes, &bytes)
        body(&writer)
        swap(&writer.bytes, &bytes)
    }

    /// `value` as it stands in JSON; for messages.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        var writer = JSONWriter()
        writer.append(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func integer(_ magnitude: Double, times power: Double) -> Int64? {
        let scaled = magnitude * power
        guard scaled < 1e15 else { return nil }
        let nearest = Int64(scaled + 0.5)
        return Double(nearest) / power == magnitude ? nearest : nil
    }

    /// `scaled / 10^decimals`, which is not negative.
    private mutating func append(_ scaled: Int64, decimals: Int) {
        // SAFETY: the longest text has 17 digits and a point, and up to eight bytes behind it are scribbled on.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { buffer in
            guard let start = buffer.baseAddress else { return }
            var end = unsafe start
            unsafe end.put(scaled, decimals: decimals)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
        }
    }

    /// The shortest digits, found by C++, which makes no string for them.
    private mutating func append(shortestOf magnitude: Double) {
        let isPlain = magnitude >= 1e-10 && magnitude < 1e16
        // SAFETY: the buffer's memory is written within its count and read as far as it was written. The longest text is
        // plain and has ten zeros, a point and 17 digits.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
            let count = unsafe json_write_number(magnitude, isPlain, buffer.baseAddress, buffer.count)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

extension [UInt8] {
    /// Appends a finite number as JSON has it.
    package mutating func append(jsonNumber value: Double) {
        JSONWriter.append(to: &self) { $0.append(value) }
    }
}
