import Testing

@testable import MarketProviders

@Suite struct PolygonPlaceTests {
    @Test(
        arguments: [
            ("https://api.massive.com/v3/reference/tickers?cursor=YWN0", "/v3/reference/tickers?cursor=YWN0"),
            ("https://api.polygon.io/v3/x?cursor=a%3D%3D&limit=5#top", "/v3/x?cursor=a%3D%3D&limit=5"),
            ("http://127.0.0.1:9/v3/x?cursor=a=", "/v3/x?cursor=a="),
            ("https://evil.example/v3/x?apiKey=SECRET&cursor=a", "/v3/x?cursor=a"),
            ("https://evil.example/v3/x?cursor=a&API%4Bey=SECRET", "/v3/x?cursor=a"),
            ("https://evil.example/v3/x?apiKey=SECRET", "/v3/x"),
            ("/v3/x?cursor=a", "/v3/x?cursor=a"),
            ("//evil.example/v3/x", "/v3/x"),
            ("/v3/x?next=https://a/b", "/v3/x?next=https://a/b"),
        ])
    func onlyPathAndQueryAreTaken(address: String, place: String) {
        #expect(PolygonPlace(address)?.text == place)
    }

    @Test(
        arguments: [
            "", "/", "https://host", "https://host/", "https://host?cursor=a", "v3/x", "@evil.example/v3",
            "evil.example/v3",
            "https:/v3/x", "https:////v3/x", "/v3/x y", "/v3\\x", "/v3/\u{e9}", ".evil.example/x", "/v3/%zz", "/v3/<x>",
            "?cursor=a",
        ])
    func whatIsNoAddressIsRefused(address: String) {
        #expect(PolygonPlace(address) == nil)
    }

    @Test func parametersAreDecodedOnce() throws {
        let place = try #require(PolygonPlace("/v3/x?cursor=a%3D%253D&b&c=1=2&d=%zz%4&=e&f=%C3%A9&g=%+1"))
        let request = place.request("x")
        #expect(request.path == "/v3/x")
        #expect(
            request.query == [
                SourceParameter("cursor", "a=%3D"), SourceParameter("b", ""), SourceParameter("c", "1=2"),
                SourceParameter("d", "%zz%4"), SourceParameter("", "e"), SourceParameter("f", "\u{e9}"),
                SourceParameter("g", "%+1"),
            ])
        #expect(request.form == nil)
    }

    @Test func thePlaceOfAPlaceIsTheSame() throws {
        let place = try #require(PolygonPlace("https://api.massive.com/v3/x?cursor=a%3D&limit=1"))
        #expect(PolygonPlace(place.text) == place)
    }
}
