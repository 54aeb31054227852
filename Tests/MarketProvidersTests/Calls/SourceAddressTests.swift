import Testing

@testable import MarketProviders

@Suite("Addresses of sources")
struct SourceAddressTests {
    @Test(
        "are read, and written without a slash at the end",
        arguments: [
            ("https://api.massive.com", "https://api.massive.com", "api.massive.com"),
            ("https://api.massive.com/", "https://api.massive.com", "api.massive.com"),
            ("https://api.tradier.com/v1", "https://api.tradier.com/v1", "api.tradier.com"),
            ("https://api.coingecko.com/api/v3//", "https://api.coingecko.com/api/v3", "api.coingecko.com"),
            ("HTTPS://API.Example.COM/Path", "https://api.example.com/Path", "api.example.com"),
            ("http://localhost:8081", "http://localhost:8081", "localhost"),
            ("http://127.0.0.1:0080/a%20b", "http://127.0.0.1:80/a%20b", "127.0.0.1"),
            ("http://[::1]:9000/x", "http://[::1]:9000/x", "[::1]"),
            ("http://[::ffff:127.0.0.1]", "http://[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"),
            ("http://my_fake-1:65535", "http://my_fake-1:65535", "my_fake-1"),
        ])
    func read(text: String, description: String, host: String) throws {
        let address = try #require(SourceAddress(text))
        #expect(address.description == description)
        #expect(address.host == host)
    }

    @Test(
        "other texts are rejected",
        arguments: [
            "", "api.massive.com", "//api.massive.com", "ftp://api.massive.com", "file:///etc/passwd", "https:/a",
            "https://",
            "https:///path", "http://:80", "http://user@host", "http://user:password@host", "http://@host",
            "http://host?key=1", "http://host/?", "http://host/path?key=1", "http://host#part", "http://host/#",
            "http://host:", "http://host:0", "http://host:65536", "http://host:-1", "http://host:8o",
            "http://host:80:80", "http://ho st", "http://host/a b", "http://host/a\\b", "http://hôte", "http://host/é",
            "http://host/%", "http://host/%2", "http://host/%zz", "http://a..b", "http://.a", "http://host\n",
            " http://host",
            "http://[::1", "http://[]", "http://[abc]", "http://[::1]x", "http://::1", "http://host/\u{7f}",
            "http://host/a\r\nHost: evil",
        ])
    func notRead(text: String) {
        #expect(SourceAddress(text) == nil)
    }

    @Test(
        "percent-encoding leaves letters, digits and four marks",
        arguments: [
            ("", ""),
            ("AZaz09-._~", "AZaz09-._~"),
            ("^GSPC", "%5EGSPC"),
            ("EURUSD=X", "EURUSD%3DX"),
            ("BRK/B", "BRK%2FB"),
            ("a b+c", "a%20b%2Bc"),
            ("A,B&c=d?e#f", "A%2CB%26c%3Dd%3Fe%23f"),
            ("100%", "100%25"),
            ("é\n", "%C3%A9%0A"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
    }

    @Test("queries and forms")
    func parameters() {
        #expect(PercentEncoding.encode([]) == "")
        let parameters = [SourceParameter("symbols", "A,B"), SourceParameter("a b", "x&y"), SourceParameter("e", "")]
        #expect(PercentEncoding.encode(parameters) == "symbols=A%2CB&a%20b=x%26y&e=")
    }

    @Test(
        "paths begin with a slash and have no query",
        arguments: [
            ("/v3/reference/tickers", true), ("/v3/snapshot/options/ZZCO/O:ZZCO260213C00165000", true), ("/", true),
            ("/a%20b", true), ("", false), ("v3", false), ("@evil.com/", false), ("/a?b", false), ("/a#b", false),
            ("/a b", false), ("/a%2", false), ("/a\r\nb", false), ("/é", false), ("/[x]", false),
        ])
    func paths(text: String, isPath: Bool) {
        #expect(PercentEncoding.isPath(text) == isPath)
    }
}
