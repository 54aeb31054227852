import COptionsZlib
import Foundation
import HTTPTypes
import Logging
import MarketData
import NIOCore
import Testing
import _TestSupport

@testable import OptionsServer

/// The files of the page in the browser: in memory, and over a connection.
@Suite("Page")
struct PageTests {
    private static let folder = "Sources/COptionsPage/page"
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'
        """

    /// Returns the answer to a GET of a server that has the routes of the page alone.
    private func get(
        _ target: String, market: MarketKind = .simulated, fields: HTTPFields = [:]
    ) async throws -> RoutesInMemory.Answer {
        try await RoutesInMemory(PageRoutes(market: market).routes).send(.get, target, fields: fields)
    }

    private static func path(_ file: PageFile) -> String {
        file.name == "index.html" ? "/" : "/\(PageRoutes.folder)/\(file.name)"
    }

    /// The page of a market, with its placeholders replaced.
    private static func index(of market: MarketKind) throws -> String {
        let source = try #require(PageFile.all.first { $0.name == "index.html" })
        return String(decoding: source.bytes, as: UTF8.self)
            .replacingOccurrences(of: "{{folder}}", with: PageRoutes.folder)
            .replacingOccurrences(of: "{{market}}", with: "\(market)")
    }

    @Test("the embedded files are those of the folder, byte for byte")
    func embeddedFiles() throws {
        let names = try Fixture.names(in: Self.folder, suffix: "").filter { !$0.hasPrefix(".") }.flatMap { name in
            // A view may have a folder of its own.
            try name.contains(".")
                ? [name] : Fixture.names(in: "\(Self.folder)/\(name)", suffix: "").map { "\(name)/\($0)" }
        }
        #expect(PageFile.all.map(\.name).sorted() == names.sorted())
        for file in PageFile.all {
            #expect(try file.bytes == Fixture.bytes("\(Self.folder)/\(file.name)"), "\(file.name)")
        }
    }

    @Test("every file has its media type", arguments: PageFile.all.map(\.name))
    func mediaTypes(_ name: String) async throws {
        let types = [
            "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
            "js": "text/javascript; charset=utf-8",
        ]
        let file = try #require(PageFile.all.first { $0.name == name })
        let response = try await get(Self.path(file))
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == types[String(name.split(separator: ".").last ?? "")])
    }

    @Test("the files are served, modules without comments, and cached indefinitely under a path that changes with them")
    func files() async throws {
        for file in PageFile.all where file.name != "index.html" {
            let response = try await get(Self.path(file))
            let (sent, source) = (String(buffer: response.body), String(decoding: file.bytes, as: UTF8.self))
            if file.name.hasSuffix(".js") {
                let lines = { (text: String) in text.components(separatedBy: "\n") }
                #expect(lines(sent).count == lines(source).count, "\(file.name)")
                for (line, original) in zip(lines(sent), lines(source)) where line != original {
                    // What is left out is a comment, and nothing else is changed.
                    let text = original.trimmingCharacters(in: .whitespaces)
                    let isComment = ["//", "/**", "*"].contains { text.hasPrefix($0) }
                    #expect(line.isEmpty && isComment, "\(file.name): \(original)")
                }
                let comments = lines(sent).filter { line in
                    let text = line.trimmingCharacters(in: .whitespaces)
                    return text.hasPrefix("// ") || text.hasPrefix("* ")
                        || text.hasPrefix("/**") && text.hasSuffix("*/")
                }
                #expect(comments.isEmpty, "\(file.name)")
            } else {
                #expect(sent == source)
            }
            #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(response.headers[.vary] == "Accept-Encoding")
        }
    }

    @Test("the page names its files and its market, and is revalidated each time", arguments: MarketKind.allCases)
    func index(_ market: MarketKind) async throws {
        let response = try await get("/", market: market)
        #expect(response.headers[.cacheControl] == "no-cache")
        let text = String(buffer: response.body)
        #expect(try text == Self.index(of: market))
        #expect(!text.contains("{{"))
        // Every address in the page is that of a file.
        let names = text.split(separator: "\"").filter { $0.hasPrefix("page/") }.map { "/\($0)" }
        #expect(!names.isEmpty)
        for name in names { #expect(try await get(name).status == .ok, "\(name)") }
    }

    @Test("the page of each market has its own tag, and a changed byte changes the hash")
    func hashes() async throws {
        let simulated = try #require(try await get("/", market: .simulated).headers[.eTag])
        let live = try #require(try await get("/", market: .live).headers[.eTag])
        #expect(simulated != live)
        // The test vectors of FNV-1a by Fowler, Noll and Vo.
        #expect(ContentHash.text(of: "".utf8) == "cbf29ce484222325")
        #expect(ContentHash.text(of: "a".utf8) == "af63dc4c8601ec8c")
        #expect(ContentHash.text(of: "foobar".utf8) == "85944171f73967e8")
    }

    @Test("a known file is not sent again, in either coding", arguments: ["", "gzip"])
    func notModified(_ coding: String) async throws {
        for file in PageFile.all {
            let accepted: HTTPFields = coding.isEmpty ? [:] : [.acceptEncoding: coding]
            let first = try await get(Self.path(file), fields: accepted)
            let tag = try #require(first.headers[.eTag])
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
            for known in [tag, "\"other\", W/\(tag)", "*"] {
                var fields = accepted
                fields[.ifNoneMatch] = known
                let second = try await get(Self.path(file), fields: fields)
                #expect(second.status == .notModified)
                #expect(second.body.readableBytes == 0)
                #expect(second.headers[.eTag] == tag)
                #expect(second.headers[.cacheControl] == first.headers[.cacheControl])
                #expect(second.headers[.contentEncoding] == nil && second.headers[.contentType] == nil)
            }
            var fields = accepted
            fields[.ifNoneMatch] = "\"other\""
            #expect(try await get(Self.path(file), fields: fields).status == .ok)
        }
    }

    @Test("compressed bytes are those of the file, under a tag of their own")
    func compression() async throws {
        for file in PageFile.all {
            let plain = try await get(Self.path(file), fields: [.acceptEncoding: "gzip;q=0"])
            let compressed = try await get(Self.path(file), fields: [.acceptEncoding: "br, gzip"])
            #expect(plain.headers[.contentEncoding] == nil)
            guard compressed.headers[.contentEncoding] != nil else {
                // Compression does not shorten a small file.
                #expect(compressed.body == plain.body && plain.body.readableBytes < 200, "\(file.name)")
                continue
            }
            #expect(compressed.headers[.contentEncoding] == "gzip")
            #expect(compressed.headers[.vary] == "Accept-Encoding")
            #expect(compressed.headers[.contentType] == plain.headers[.contentType])
            #expect(compressed.headers[.eTag] != plain.headers[.eTag])
            #expect(compressed.body.readableBytes < plain.body.readableBytes)
            let bytes = try Self.decompressed(
                Array(compressed.body.readableBytesView), count: plain.body.readableBytes)
            #expect(bytes == Array(plain.body.readableBytesView), "\(file.name)")
        }
    }

    @Test("a file that does not exist, or has another version, is 404")
    func unknown() async throws {
        let version = PageRoutes.folder.dropFirst("page/".count)
        for path in [
            "/page/\(version)/nothing.js", "/page/\(version)/index.html", "/page/0000000000000000/main.js",
            "/page/\(version)/..%2Findex.html", "/page/\(version.uppercased())x/main.js",
        ] {
            let response = try await get(path)
            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.headers[.cacheControl] == nil)
            #expect(String(buffer: response.body) == #"{"error":"there is no \#(path)","code":"not_found"}"#)
        }
    }

    @Test("the page may load and call nothing but this server")
    func policy() async throws {
        for file in PageFile.all {
            let tag = try #require(try await get(Self.path(file)).headers[.eTag])
            for fields: HTTPFields in [[:], [.ifNoneMatch: tag]] {
                let headers = try await get(Self.path(file), fields: fields).headers
                // Documents have policies.
                let isDocument = [".html", ".svg"].contains { file.name.hasSuffix($0) }
                #expect(headers[.contentSecurityPolicy] == (isDocument ? Self.policy : nil))
                let (referrer, opener) = ("Referrer-Policy", "Cross-Origin-Opener-Policy")
                #expect(headers[try #require(HTTPField.Name(referrer))] == (isDocument ? "no-referrer" : nil))
                #expect(headers[try #require(HTTPField.Name(opener))] == (isDocument ? "same-origin" : nil))
            }
        }
    }

    @Test("over a connection: open without the token, HEAD, identifiers and no sniffing")
    func connection() async throws {
        try await withServer(token: "secret") { (port: Int) throws in
            for file in PageFile.all {
                let get = try exchange(port, "GET", Self.path(file))
                let head = try exchange(port, "HEAD", Self.path(file))
                #expect(get.status == 200 && head.status == 200)
                #expect(get.fields["x-content-type-options"] == "nosniff")
                #expect(get.body.utf8.count == Int(get.fields["content-length"] ?? ""))
                for name in ["content-length", "content-type", "etag", "cache-control"] {
                    #expect(head.fields[name] == get.fields[name] && get.fields[name] != nil, "\(name)")
                }
                let tag = try #require(get.fields["etag"])
                let known = try exchange(port, "GET", Self.path(file), fields: ["If-None-Match": tag])
                #expect(known.status == 304 && known.fields["content-type"] == nil && known.body.isEmpty)
                #expect(try exchange(port, "POST", Self.path(file)).status == 401)
            }
            #expect(try exchange(port, "GET", "/?strategy=1").status == 200)
            #expect(try exchange(port, "GET", "/page/0/main.js").status == 404)
            for path in [
                "/index.html", "/page", "/page/", "/page/0", "/api/rest/options/calculate", "/api/rest/settings",
            ] {
                #expect(try exchange(port, "GET", path).status == 401, "\(path)")
            }
            let allowed = ["Authorization": "Bearer secret"]
            #expect(try exchange(port, "POST", "/", fields: allowed).fields["allow"] == "GET, HEAD")
            try expectMetric(#"route="/page/{version}/{file}",status="404"} 1"#, port, fields: allowed)
        }
    }

    @Test("over a connection: only known names of the server are accepted")
    func hosts() async throws {
        try await withServer { (port: Int) throws in
            for file in PageFile.all {
                let path = Self.path(file)
                #expect(try exchange(port, "GET", path, fields: ["Host": "evil.example"]).status == 403)
                #expect(try exchange(port, "GET", path, fields: ["Host": "localhost"]).status == 200)
            }
            // The server of the tests has the live market.
            #expect(try exchange(port, "GET", "/").body == Self.index(of: .live))
        }
    }

    /// Decompresses a member of gzip, which must have `count` bytes.
    private static func decompressed(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
        var bytes = bytes
        var output = [UInt8](repeating: 0, count: count + 1)
        var stream = unsafe z_stream()
        unsafe try #require(
            inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { unsafe inflateEnd(&stream) }
        let (inputCount, outputCount) = (UInt32(bytes.count), UInt32(output.count))
        // SAFETY: zlib reads and writes within the counts of the two arrays, while their pointers are valid.
        let status = unsafe bytes.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = inputCount
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = outputCount
                return unsafe inflate(&stream, Z_FINISH)
            }
        }
        try #require(status == Z_STREAM_END)
        return Array(output.prefix(Int(outputCount) - Int(unsafe stream.avail_out)))
    }
}
