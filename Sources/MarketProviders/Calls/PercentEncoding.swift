/// Writes texts into addresses and forms.
enum PercentEncoding {
    /// Percent-encodes all but letters, digits, `-`, `.`, `_` and `~`.
    ///
    /// The result is valid in a path, a query and a form: a space is `%20` in all of them.
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns parameters as a query or a form has them, `a=1&b=2`.
    static func encode(_ parameters: [SourceParameter]) -> String {
        parameters.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Whether a text can be the path of an address: it starts with `/`, contains no query and no character that must
    /// be percent-encoded, and each `%` precedes two hexadecimal digits.
    static func isPath(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/") else { return false }
        return bytes.indices.allSatisfy { index in
            guard bytes[index] == UInt8(ascii: "%") else {
                return isUnreserved(bytes[index]) || "/!$&'()*+,;=:@".utf8.contains(bytes[index])
            }
            let digits = bytes[(index + 1)...].prefix(2)
            return digits.count == 2 && digits.allSatisfy(isHexadecimal)
        }
    }

    /// Whether a byte is a letter or a digit of ASCII.
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// Whether a byte is a hexadecimal digit.
    static func isHexadecimal(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) && byte & 0xDF <= UInt8(ascii: "F")
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }
}
