/// Terminal output: progress lines, numbers and names.
package enum TerminalText {
    /// Removes the line from the terminal.
    package static let clearLine = "\r\u{1B}[K"

    /// Returns a bar of ten characters and the percentage, as in `[####......]  40 %`.
    package static func bar(_ share: Double) -> String {
        let width = 10
        let filled = Int(share * Double(width))
        let percent = "\(Int(share * 100))"
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "] "
            + String(repeating: " ", count: 3 - percent.count) + percent + " %"
    }

    /// Formats a number with thousands separators, as in `1,234,567`.
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in "\(number)".reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Formats a duration, as in `2:05`.
    package static func time(_ seconds: Int) -> String {
        let rest = "\(seconds % 60)"
        return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest
    }

    /// Returns the progress line, cut to the width of the terminal.
    package static func line(_ text: String, columns: Int) -> String {
        "\r\(text.prefix(max(columns - 1, 1)))\u{1B}[K"
    }

    /// Replaces characters that a terminal interprets: control characters and bidirectional formatting marks.
    package static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            let category = scalar.properties.generalCategory
            return category == .control || category == .format ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
