extension StringProtocol {
    /// The text without spaces and tabs at its beginning and end.
    var trimmed: String {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
