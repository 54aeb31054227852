internal import NIOCore

/// The value of `X-Request-ID` of a request and of its response.
enum RequestIdentifier: Sendable, CustomStringConvertible {
    case given(String)
    /// A number of the server's own, which makes 16 hexadecimal digits.
    case made(UInt64)

    var description: String {
        switch self {
        case .given(let text): text
        case .made(let number): number.sixteenDigits
        }
    }

    func append(to bytes: inout ByteBuffer) {
        switch self {
        case .given(let text): bytes.writeString(text)
        case .made(let number):
            // A string of 16 digits would be the only memory that most requests allocate for it.
            bytes.writeInteger(Self.digits(UInt32(truncatingIfNeeded: number >> 32)))
            bytes.writeInteger(Self.digits(UInt32(truncatingIfNeeded: number)))
        }
    }

    /// Eight hexadecimal digits in ASCII, the first one in the highest byte.
    private static func digits(_ number: UInt32) -> UInt64 {
        stride(from: 28, through: 0, by: -4).reduce(0) { text, shift in
            let digit = UInt64(number >> UInt32(shift) & 15)
            return text << 8 | (digit + (digit < 10 ? 48 : 87))
        }
    }
}

extension UInt64 {
    /// Hexadecimal digits, with leading zeros.
    var sixteenDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
