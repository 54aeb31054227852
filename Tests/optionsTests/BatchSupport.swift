import Foundation
import Testing
import _TestSupport

/// Whether the programs run with a sanitizer. Its runtime reserves more address space than `ulimit -v` leaves in some tests.
let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains { ProcessInfo.processInfo.environment[$0] != nil }

/// A folder for one test, removed after it.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: url.appending(path: name), withIntermediateDirectories: false)
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func size(_ name: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path(name))[.size] as? Int) ?? 0
    }

    /// The names of the files in the folder, sorted.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    /// Runs `options` here.
    func run(_ arguments: [String], input: String = "") throws -> Run {
        try Run(arguments, input: Data(input.utf8), in: url)
    }

    /// Runs a shell command line here, in which `options` is the executable.
    func run(shell line: String) throws -> Run { try Run(shell: "cd '\(url.path)' && \(line)") }

    /// The bytes compressed by gzip.
    func packed(_ text: some Sequence<UInt8>) throws -> Data {
        try write(text, to: "packed")
        let run = try run(shell: "gzip -f packed")
        try #require(run.status == 0, "\(run.error)")
        defer { try? FileManager.default.removeItem(atPath: path("packed.gz")) }
        return try bytes("packed.gz")
    }
}

/// A request and its answers, identified by a number.
struct Numbered {
    let number: Int

    init(_ number: Int) { self.number = number }

    var request: String {
        #"{"id":\#(number),"currentPrice":100,"legs":[{"type":"put","position":"long","strikePrice":100,"premium":5,"quantity":\#(number)}]}"#
    }

    /// With `--metrics-only`.
    var answer: String {
        #"{"id":\#(number),"metrics":{"netCost":\#(500 * number),"maxProfit":\#(9500 * number),"maxLoss":\#(-500 * number),"breakEvenPoints":[95]}}"#
    }

    static func requests(_ numbers: some Sequence<Int>) -> String { lines(numbers) { $0.request } }

    static func answers(_ numbers: some Sequence<Int>) -> String { lines(numbers) { $0.answer } }

    private static func lines(_ numbers: some Sequence<Int>, _ text: (Numbered) -> String) -> String {
        numbers.map { text(Numbered($0)) + "\n" }.joined()
    }
}

/// Random requests as programs write them.
struct StrategyLines {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Lines without their ends; `share` of them are damaged.
    mutating func lines(_ count: Int, damaged share: Double = 0) -> [[UInt8]] {
        (0..<count).map { _ in
            let line = Array(request().utf8)
            return random.uniform(0, 1) < share ? damaged(line) : line
        }
    }

    private mutating func request() -> String {
        let price = cents(20_00...500_00)
        let legs = (0..<Int.random(in: 1...4, using: &random)).map { _ in leg(price) }
        return #"{"currentPrice":\#(Double(price) / 100),"legs":[\#(legs.joined(separator: ","))]}"#
    }

    private mutating func leg(_ price: Int) -> String {
        let type = ["call", "put", "call", "put", "stock"].randomElement(using: &random) ?? "call"
        let strike = Double(cents(price * 7 / 10...price * 13 / 10) / 50) / 2
        let premium = Double(type == "stock" ? price : cents(1...price / 10)) / 100
        return #"{"type":"\#(type)","position":"\#(Bool.random(using: &random) ? "long" : "short")","#
            + (type == "stock" ? "" : #""strikePrice":\#(strike),"#)
            + #""premium":\#(premium),"quantity":\#(Int.random(in: 1...20, using: &random)),"sharesPerContract":100}"#
    }

    private mutating func cents(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// The line cut short, or with a bit flipped in one to three of its bytes; one line still, and not blank.
    private mutating func damaged(_ line: [UInt8]) -> [UInt8] {
        if random.uniform(0, 1) < 0.3 { return Array(line.prefix(Int.random(in: 1..<line.count, using: &random))) }
        var bytes = line
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = bytes.indices.randomElement(using: &random) ?? 0
            let byte = bytes[place] ^ 1 << UInt8.random(in: 0...7, using: &random)
            if byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r") { bytes[place] = byte }
        }
        return bytes
    }
}

extension Sequence<[UInt8]> {
    /// The lines with their ends.
    var joinedLines: Data {
        reduce(into: Data()) { text, line in
            text += line
            text.append(UInt8(ascii: "\n"))
        }
    }
}

/// A running program, whose pipes the test reads and writes.
final class LiveRun {
    struct TimeLimit: Error {}

    /// A time-out, long enough that only a failure exceeds it.
    private static let limit = 30

    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let error = Pipe()
    private let end = DispatchSemaphore(value: 0)
    private var received = Data()

    /// - Parameters:
    ///   - arguments: The arguments of the program.
    ///   - folder: The working folder.
    ///   - standardInput: The standard input; by default a pipe to which the test writes.
    ///   - executable: The program; by default `options`.
    /// - Throws: When it cannot be run.
    init(
        _ arguments: [String], in folder: TemporaryFolder, standardInput: FileHandle? = nil,
        executable: URL = Run.executable
    ) throws {
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        // This end stays open here too, so that writing to a program that has ended raises no signal.
        process.standardInput = standardInput ?? input.fileHandleForReading
        process.standardOutput = output
        process.standardError = error
        process.terminationHandler = { [end] _ in end.signal() }
        // The threads of tests block signals, which a program inherits.
        var (none, blocked) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
    }

    deinit {
        if process.isRunning { signal(SIGKILL) }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    func send(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    func closeInput() throws { try input.fileHandleForWriting.close() }

    func closeOutput() throws { try output.fileHandleForReading.close() }

    /// The next line of standard output with its end; the rest of the output at its end.
    func line() throws -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received = Data(received[(end + 1)...]) }
                return String(decoding: received[...end], as: UTF8.self)
            }
            let more = try read()
            if more.isEmpty {
                defer { received = Data() }
                return String(decoding: received, as: UTF8.self)
            }
            received += more
        }
    }

    /// Available bytes of standard output; empty at its end.
    func read() throws -> Data {
        let reader = output.fileHandleForReading
        var request = pollfd(fd: reader.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, Int32(Self.limit * 1000)) == 1 else { throw TimeLimit() }
        return reader.availableData
    }

    #if os(Linux)
        /// The peak resident memory of the program so far; 0 when it has ended.
        var peakResidentBytes: Int {
            let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            return Int(status?.firstMatch(of: /VmHWM:\s*(\d+) kB/)?.1 ?? "0").map { $0 << 10 } ?? 0
        }
    #endif

    /// Waits for the end. Returns the exit status (128 plus the signal, if any) and standard error.
    func ended() throws -> (status: Int32, error: String) {
        guard end.wait(timeout: .now() + .seconds(Self.limit)) == .success else { throw TimeLimit() }
        end.signal()
        let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let status = process.terminationStatus
        return (process.terminationReason == .exit ? status : 128 + status, text)
    }

    /// Waits until something is true or the program has ended.
    func wait(until condition: () throws -> Bool) throws {
        let start = ContinuousClock.now
        while process.isRunning, try !condition() {
            guard start.duration(to: .now) < .seconds(Self.limit) else { throw TimeLimit() }
            usleep(200)
        }
    }
}
