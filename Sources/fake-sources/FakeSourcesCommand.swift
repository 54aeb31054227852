internal import ArgumentParser
internal import UnixSignals
internal import _FakeSources

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Imitations of the data sources as a process.
@main
struct FakeSourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fake-sources",
        abstract: "Imitates the data sources of options-server on one loopback port, for tests.",
        discussion: """
            Each source has a path: /polygon, /tradier, /yahoo, /coingecko, /alphavantage and /twelvedata. \
            /control is for tests. Ends on SIGTERM and SIGINT.
            """)

    @Option(help: "The port; 0 for any free one.") var port = 0

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint])
        let sources = try await FakeSources.start(port: port)
        // The parent process waits for the line, which may be piped.
        print("listening on \(sources.address)")
        fflush(nil)
        // Connections that are still open are not waited for.
        for await _ in signals { Self.exit() }
    }
}
