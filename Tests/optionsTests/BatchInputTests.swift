import Foundation
import Testing
import _TestSupport

/// The inputs of `options batch`.
@Suite("options batch: inputs")
struct BatchInputTests {
    static let lines = Numbered.requests(1...3)
    static let array = "[\(Numbered(1).request),\(Numbered(2).request),\(Numbered(3).request)]"
    static let notAnObject = #"{"error":"the request must be a JSON object, got 7","code":"wrong_type"}"# + "\n"
    static let tooLong = #"{"error":"the request must be at most 16777216 bytes, got more","code":"too_large"}"# + "\n"
    static let emptyElement =
        #"{"error":"the request is missing: an element of the array is empty","code":"malformed"}"# + "\n"
    static let arrayWithoutEnd = #"{"error":"the request is missing: the array has no end","code":"malformed"}"# + "\n"
    static let afterArray =
        #"{"error":"the request is not valid JSON: something follows the array","code":"malformed"}"# + "\n"
    /// Bytes of a request.
    static let limit = 16 << 20

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func batch(_ arguments: String..., input: String = "") throws -> Run {
        try folder.run(["batch", "--metrics-only", "--quiet"] + arguments, input: input)
    }

    private func expect(_ run: Run, _ output: String, status: Int32 = 0, _ location: SourceLocation = #_sourceLocation)
    {
        #expect(run.output == output, sourceLocation: location)
        #expect(run.error == "", sourceLocation: location)
        #expect(run.status == status, sourceLocation: location)
    }

    /// The request over several lines, as users write it.
    private func pretty(_ number: Int) -> String {
        Numbered(number).request.replacingOccurrences(of: ",", with: ",\r\n  ").replacingOccurrences(
            of: ":", with: " :\n\t")
    }

    @Test(
        "files of lines, whatever their name",
        arguments: ["a.ndjson", "a.jsonl", "A.NDJSON", "a.txt", "a", "two words.ndjson", ".ndjson", "-a"])
    func lineFiles(name: String) throws {
        try folder.write(Self.lines, to: name)
        try expect(batch("--", name), Numbered.answers(1...3))
        try expect(batch(folder.path(name)), Numbered.answers(1...3))
    }

    @Test("standard input, when nothing or - is given")
    func standardInput() throws {
        try expect(batch(input: Self.lines), Numbered.answers(1...3))
        try expect(batch("-", input: Self.lines), Numbered.answers(1...3))
        try expect(batch(), "")
    }

    @Test("an array in a file, on one line or many", arguments: ["a.json", "B.JSON"])
    func arrays(name: String) throws {
        let spread = "\n[\n  \((1...3).map(pretty).joined(separator: "\n , \r\n "))\n]\n"
        for text in [Self.array, spread, "\u{FEFF}\(Self.array)\n", "\u{FEFF}\r\n\(spread)"] {
            try folder.write(text, to: name)
            try expect(batch(name), Numbered.answers(1...3))
        }
        for text in ["[]", " [ \n] \n"] {
            try folder.write(text, to: name)
            try expect(batch(name), "")
        }
    }

    @Test("brackets, commas and quotation marks in the strings of an array do not separate elements")
    func strings() throws {
        let text = #"[ {"note":"],[}{\"","a\\":"\\"},"#
        let requests = (1...2).map { text.dropFirst(2).dropLast(2) + "," + Numbered($0).request.dropFirst() }
        try folder.write("[\(requests.joined(separator: ","))]", to: "a.json")
        try expect(batch("a.json"), Numbered.answers(1...2))
    }

    @Test("one object in a file, on one line or many")
    func singleObjects() throws {
        for text in [Numbered(7).request, pretty(7), "\u{FEFF}\(pretty(7))\n\n", " \n\(Numbered(7).request)"] {
            try folder.write(text, to: "a.json")
            try expect(batch("a.json"), Numbered.answers([7]))
        }
        try folder.write("7", to: "a.json")
        try expect(batch("a.json"), Self.notAnObject, status: 1)
        for text in ["", " \n\t"] {
            try folder.write(text, to: "a.json")
            try expect(
                batch("a.json"), #"{"error":"the request is not valid JSON: it is empty","code":"malformed"}"# + "\n",
                status: 1)
        }
        try folder.write(Self.lines, to: "a.json")
        let run = try batch("a.json")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix(#"{"error":"the request is not valid JSON: something follows the value"#))
    }

    @Test("a folder: files in the order of their names; files of other types are ignored")
    func folders() throws {
        try folder.makeFolder("in")
        try folder.makeFolder("in/sub.json")
        try folder.write(Numbered.requests([9]), to: "in/sub.json/z.ndjson")
        try folder.write(Numbered.requests([5, 6]), to: "in/d.ndjson")
        try folder.write("[\(Numbered(1).request),\(Numbered(2).request)]", to: "in/a.json")
        try folder.write(Numbered(4).request, to: "in/c.jsonl")
        try folder.write(folder.packed(Numbered.requests([3]).utf8), to: "in/b.ndjson.gz")
        try folder.write(folder.packed(pretty(7).utf8), to: "in/e.json.gz")
        try folder.write(Numbered.requests([8]), to: "in/f.JSONL")
        for name in ["a.txt", "README", "b.gz", "json", "c.ndjson.bak", "d.csv", "ndjson.partial"] {
            try folder.write(Numbered.requests([0]), to: "in/\(name)")
        }
        try expect(batch("in"), Numbered.answers(1...8))
        try expect(batch("in/"), Numbered.answers(1...8))
    }

    @Test("a folder names the files that it skips, and why")
    func skipped() throws {
        try folder.makeFolder("in")
        try folder.makeFolder("in/sub.json")
        try folder.write(Numbered.requests([1]), to: "in/a.ndjson")
        try folder.write("id,netCost,maxProfit,maxLoss,breakEvenPoints,error\n", to: "in/metrics.csv")
        try folder.write("", to: "in/notes.txt")
        try folder.write("old", to: "in/out.ndjson")
        let run = try folder.run(["batch", "--metrics-only", "in", "-o", "in/out.ndjson"])
        #expect(run.status == 0)
        let extensions = ".json, .ndjson, .jsonl or .csv, with or without .gz"
        #expect(
            run.error.hasPrefix(
                """
                options: skipped: 'in/metrics.csv' has a header without a member of a request
                options: skipped: 'in/notes.txt' is not named \(extensions)
                options: skipped: 'in/out.ndjson' is the output
                options: skipped: 'in/sub.json' is a folder
                options: answered 1, refused 0 in \

                """))
        #expect(try folder.text("in/out.ndjson") == Numbered.answers([1]))
        #expect(try folder.run(["batch", "--quiet", "in"]).error == "")
        for number in 1...9 { try folder.write("", to: "in/notes\(number)") }
        #expect(
            try folder.run(["batch", "in"]).error.contains(
                "'in/notes3' is not named \(extensions)\noptions: skipped: 7 more\n"))
    }

    @Test("inputs of every kind on one command line, in order")
    func mixed() throws {
        try folder.makeFolder("in")
        try folder.write(Numbered.requests([2]), to: "in/1.ndjson")
        try folder.write(Numbered.requests([3]), to: "in/2.ndjson")
        try folder.write(Numbered(1).request, to: "a.ndjson")
        try folder.write("[\(pretty(4)),7]", to: "b.json")
        try folder.write(pretty(7), to: "c.json")
        try folder.write(folder.packed(Numbered(8).request.utf8), to: "d.ndjson.gz")
        let output = Numbered.answers(1...4) + Self.notAnObject + Numbered.answers([5, 6, 7, 8, 1])
        for jobs in ["1", "2", "5"] {
            let run = try batch(
                "a.ndjson", "in", "b.json", "-", "c.json", "d.ndjson.gz", "a.ndjson", "--jobs", jobs,
                input: Numbered.requests(5...6))
            expect(run, output, status: 1)
        }
    }

    @Test("gzip: files of lines, arrays, several consecutive members")
    func packed() throws {
        try folder.write(folder.packed(Self.lines.utf8), to: "a.ndjson.gz")
        try folder.write(folder.packed(Self.lines.utf8), to: "b.gz")
        try folder.write(folder.packed(Self.array.utf8), to: "c.json.gz")
        // The second member continues in the middle of a line.
        let middle = Self.lines.index(Self.lines.startIndex, offsetBy: 150)
        try folder.write(
            folder.packed(Self.lines[..<middle].utf8) + folder.packed([])
                + folder.packed(Self.lines[middle...].utf8), to: "d.jsonl.GZ")
        for name in ["a.ndjson.gz", "b.gz", "c.json.gz", "d.jsonl.GZ"] {
            try expect(batch(name), Numbered.answers(1...3))
        }
        try folder.write(folder.packed([]), to: "e.ndjson.gz")
        try expect(batch("e.ndjson.gz"), "")
    }

    @Test(
        "line ends, blank lines, a byte-order mark, a last line without end",
        arguments: [
            ("", ""), ("\n \r\n\t\n", ""), ("1", "1\n"), ("1\r\n2\r\n", "1\n2\n"), ("\n\n1\n\n \t\n2", "1\n2\n"),
            ("\u{FEFF}1\n", "1\n"), ("\u{FEFF}\r\n\r\n1", "1\n"), ("\u{FEFF}", ""), ("1\r", "1\n"),
            (" \t1 \n\t2\t\r\n", "1\n2\n"),
        ])
    func lineEnds(input: String, output: String) throws {
        let requests = [Numbered(1), Numbered(2)]
        let text = requests.reduce(input) { $0.replacingOccurrences(of: "\($1.number)", with: $1.request) }
        let answers = output.split(separator: "\n").compactMap { Int($0) }
        try expect(batch(input: text), Numbered.answers(answers))
        try folder.write(text, to: "a.ndjson")
        try folder.write(folder.packed(text.utf8), to: "b.ndjson.gz")
        try expect(batch("a.ndjson", "b.ndjson.gz"), Numbered.answers(answers + answers))
    }

    /// A request with a given number of bytes.
    private func request(_ number: Int, bytes: Int) -> Data {
        let request = Data(Numbered(number).request.utf8)
        var padded = Data("{".utf8)
        padded += Data(repeating: UInt8(ascii: " "), count: bytes - request.count)
        padded += request.dropFirst()
        return padded
    }

    @Test("a line that is too long is refused in its place, and the longest is answered", arguments: ["1", "2"])
    func longLines(jobs: String) throws {
        var text = Data()
        for (number, bytes) in [200, Self.limit, Self.limit + 1, 200, Self.limit + 300_000, 200].enumerated() {
            text += request(number + 1, bytes: bytes)
            text += Data("\r\n".utf8)
        }
        try folder.write(text, to: "a.ndjson")
        try expect(
            batch("a.ndjson", "--jobs", jobs),
            Numbered.answers(1...2) + Self.tooLong + Numbered.answers([4]) + Self.tooLong + Numbered.answers([6]),
            status: 1)
    }

    @Test("a document, or an element of an array, that is too long is refused")
    func longDocuments() throws {
        let tooLong = request(2, bytes: Self.limit + 1)
        var array = Data("[\(Numbered(1).request),".utf8)
        array += tooLong
        array += Data(",\(Numbered(3).request)]".utf8)
        try folder.write(array, to: "a.json")
        try folder.write(tooLong, to: "b.json")
        try folder.write(request(4, bytes: Self.limit), to: "c.json")
        try expect(
            batch("a.json", "b.json", "c.json"),
            Numbered.answers([1]) + Self.tooLong + Numbered.answers([3]) + Self.tooLong + Numbered.answers([4]),
            status: 1)
    }

    @Test(
        "an error in an array is refused in its place",
        arguments: [
            ("[1,]", "1" + "E"), ("[1,2", "12" + "X"), ("[1,", "1" + "X"), ("[", "X"), ("[,1]", "E" + "1"),
            ("[1,,2]", "1" + "E" + "2"), ("[,]", "EE"), ("[1]2", "1" + "A"), ("[1]]", "1" + "A"),
            ("[1],[2]\n", "1" + "A"),
            ("[1,7,2]", "1" + "N" + "2"), ("[7", "N" + "X"), ("[1]\n \t", "1"),
        ])
    func damagedArrays(array: String, output: String) throws {
        let requests = [Numbered(1), Numbered(2)]
        let text = requests.reduce(array) { $0.replacingOccurrences(of: "\($1.number)", with: $1.request) }
        let answers: [Character: String] = [
            "1": Numbered.answers([1]), "2": Numbered.answers([2]), "E": Self.emptyElement, "X": Self.arrayWithoutEnd,
            "A": Self.afterArray, "N": Self.notAnObject,
        ]
        try folder.write(text, to: "a.json")
        try folder.write(Numbered(3).request, to: "b.json")
        try expect(
            batch("a.json", "b.json"), output.compactMap { answers[$0] }.joined() + Numbered.answers([3]),
            status: output == "1" ? 0 : 1)
    }

    @Test("incomplete elements, and two without a comma between them, are refused; the others are answered")
    func damagedElements() throws {
        let (one, two) = (Numbered(1).request, Numbered(2).request)
        for (text, answers) in [
            ("[\(one),\(one) \(two),\(two)]", ["1", nil, "2"]), ("[\(one)},\(two)]", [nil, "2"]),
            ("[\(one),\(two.dropLast())", ["1", nil]), (#"[\#(one),{"id":"\#(two)]"#, ["1", nil]),
            ("[\(one),tru,\(two)]", ["1", nil, "2"]),
        ] as [(String, [String?])] {
            try folder.write(text, to: "a.json")
            let run = try batch("a.json")
            #expect(run.status == 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == answers.count, "\(text)")
            for (line, answer) in zip(lines, answers) {
                if let number = answer.flatMap({ Int($0) }) {
                    #expect(line == Numbered(number).answer)
                } else {
                    #expect(line.hasPrefix(#"{"error":"the request is not valid JSON: "#))
                }
            }
        }
    }
}

/// The inputs that `options batch` rejects.
@Suite("options batch: inputs that cannot be read")
struct BatchUnreadableTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a missing file, anywhere: status 66, its name, no output", arguments: 0...2)
    func missing(place: Int) throws {
        try folder.write(Numbered.requests(1...2), to: "a.ndjson")
        try folder.write("before", to: "answers")
        var paths = ["a.ndjson", "."]
        paths.insert("b.json", at: place)
        let plain = try folder.run(["batch"] + paths)
        let toFile = try folder.run(["batch"] + paths + ["-o", "answers"])
        let resumed = try folder.run(["batch", "-o", "new", "--resume"] + paths)
        // A folder before the missing file names what it skips.
        let skipped =
            place == 2
            ? "options: skipped: './answers' is not named .json, .ndjson, .jsonl or .csv, with or without .gz\n" : ""
        for run in [plain, toFile, resumed] {
            #expect(run.status == 66)
            #expect(run.output == "")
            #expect(run.error == skipped + "options: cannot read 'b.json': No such file or directory\n")
        }
        #expect(try folder.names == ["a.ndjson", "answers"])
        #expect(try folder.text("answers") == "before")
    }

    @Test("a name without a file in a folder")
    func danglingLink() throws {
        try folder.makeFolder("in")
        try folder.write(Numbered.requests(1...2), to: "in/a.ndjson")
        try FileManager.default.createSymbolicLink(atPath: folder.path("in/b.json"), withDestinationPath: "nowhere")
        let run = try folder.run(["batch", "in", "-o", "answers"])
        #expect(run.status == 66)
        #expect(run.error == "options: cannot read 'in/b.json': No such file or directory\n")
        #expect(try folder.names == ["in"])
    }

    @Test("a file without permission", .disabled(if: geteuid() == 0, "root may read everything"))
    func permission() throws {
        try folder.write(Numbered.requests(1...2), to: "a.ndjson")
        try folder.write(Numbered.requests(1...2), to: "b.ndjson")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("b.ndjson"))
        let run = try folder.run(["batch", "a.ndjson", "b.ndjson"])
        #expect(run.status == 66)
        #expect(run.output == "")
        #expect(run.error == "options: cannot read 'b.ndjson': Permission denied\n")
    }

    @Test("standard input that is closed or a folder")
    func standardInput() throws {
        for (line, reason) in [("options batch <&-", "Bad file descriptor"), ("options batch < .", "Is a directory")] {
            let run = try folder.run(shell: line)
            #expect(run.status == 66)
            #expect(run.output == "")
            #expect(run.error == "options: cannot read standard input: \(reason)\n")
        }
    }

    @Test("a name with control characters is shown without them")
    func controlCharacters() throws {
        let run = try folder.run(["batch", "a\u{1B}[31m\nb"])
        #expect(run.status == 66)
        #expect(run.error == "options: cannot read 'a?[31m?b': No such file or directory\n")
    }

    @Test("gzip truncated at any position")
    func cutShort() throws {
        var texts = StrategyLines(seed: 1)
        let text = String(decoding: texts.lines(300).joinedLines, as: UTF8.self)
        let packed = try folder.packed(text.utf8)
        var random = SeededGenerator(seed: 2)
        var lengths = [1, 2, 9, 10, 11, packed.count - 8, packed.count - 4, packed.count - 1]
        lengths += (0..<8).map { _ in Int.random(in: 12..<packed.count, using: &random) }
        for length in lengths {
            try folder.write(packed.prefix(length), to: "a.ndjson.gz")
            try expectDamage(length)
        }
        // In a later member.
        for length in [5, packed.count / 2, packed.count - 1] {
            try folder.write(packed + packed.prefix(length), to: "a.ndjson.gz")
            try expectDamage(length)
        }
    }

    @Test("gzip with a flipped bit, and data that is not gzip")
    func changed() throws {
        var texts = StrategyLines(seed: 3)
        let packed = try folder.packed(texts.lines(300).joinedLines)
        var random = SeededGenerator(seed: 4)
        // The header has a time and a name, which are ignored.
        let places =
            [0, 1, 2, packed.count - 8, packed.count - 1]
            + (0..<8).map { _ in Int.random(in: 40..<packed.count - 8, using: &random) }
        for place in places {
            var bytes = Array(packed)
            bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            try folder.write(bytes, to: "a.ndjson.gz")
            try expectDamage(place)
        }
        try folder.write(Numbered.requests(1...2), to: "a.ndjson.gz")
        try expectDamage(0)
    }

    /// Expects that `a.ndjson.gz` gives status 66 and a message with its name, and that no output file remains.
    private func expectDamage(_ place: Int) throws {
        let run = try folder.run(["batch", "--metrics-only", "a.ndjson.gz", "-o", "answers"])
        #expect(run.status == 66, "\(place)")
        #expect(run.output == "")
        #expect(run.error.hasPrefix("options: cannot read 'a.ndjson.gz': ") && run.error.hasSuffix("\n"), "\(place)")
        #expect(try folder.names == ["a.ndjson.gz"])
    }
}
