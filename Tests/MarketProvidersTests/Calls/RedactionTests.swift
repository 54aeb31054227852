import Testing

@testable import MarketProviders

@Suite("Keys in messages")
struct RedactionTests {
    @Test(
        "are replaced, percent-encoded ones too",
        arguments: [
            ("the key k/9+Z== is not valid", "the key … is not valid"),
            ("GET /query?apikey=k%2F9%2BZ%3D%3D&x=1", "GET /query?apikey=…&x=1"),
            ("GET /query?apikey=k%2f9%2bZ%3d%3d", "GET /query?apikey=…"),
            ("k/9+Z==k/9+Z== and abc", "…… and …"),
            // Of two keys of which one contains the other, the longer is replaced whole.
            ("abcdef", "…"),
            ("nothing here", "nothing here"),
        ])
    func replaced(message: String, cleaned: String) {
        #expect(Redaction(["k/9+Z==", "abc", "", "abcdef"]).clean(message) == cleaned)
    }

    @Test("messages are one line of at most 300 characters")
    func line() {
        #expect(Redaction([]).clean("<html>\r\n <p>\tbad\u{0} gateway\u{1B}[0m\n") == "<html> <p> bad gateway [0m")
        let long = Redaction([]).clean(String(repeating: "a", count: 1000))
        #expect(long == String(repeating: "a", count: 299) + "…")
        #expect(Redaction([]).clean(String(repeating: "a", count: 300)).last == "a")
    }
}
