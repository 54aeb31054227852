import Hummingbird
import Testing

@testable import OptionsServer

@Suite("Admission")
struct AdmissionTests {
    private static func route(isStream: Bool) -> Route {
        Route(.get, "/a", "", isStream: isStream) { _, _ in Response(status: .ok) }
    }

    @Test("streams and other requests have places of their own", arguments: [false, true])
    func places(isStream: Bool) {
        var limits = ServerLimits()
        (limits.requestsInProgress, limits.streams) = (2, 3)
        let admission = Admission(limits)
        let places = admission.places(for: Self.route(isStream: isStream))
        let others = admission.places(for: Self.route(isStream: !isStream))
        let count = isStream ? 3 : 2
        for _ in 0..<count { #expect(places.take()) }
        #expect(!places.take())
        #expect(places.taken == count && others.taken == 0)
        #expect(others.take())
        places.giveBack()
        #expect(places.take() && !places.take())
    }

    @Test("the documented numbers of places")
    func documented() {
        let limits = ServerLimits()
        #expect(limits.requestsInProgress == 256 && limits.streams == 2048)
    }

    @Test("streams of events are marked in the table of routes")
    func marked() throws {
        let (configuration, folder) = (ServerConfiguration(), TemporaryFolder())
        let routes = try ServedMarket.temporary(configuration, folder).routes.filter(\.isStream)
        #expect(
            Set(routes.map(\.path)) == [
                "/api/rest/jobs/{id}/events", "/api/rest/stream", "/v1/markets/quotes/stream",
                "/api/rest/stocks/{ticker}/options/chain/stream",
            ])
    }
}
