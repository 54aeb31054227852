#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension SourceReply {
    /// The first 1,000 bytes of the body in lower case, to search the text of an error page.
    var beginning: String { String(decoding: body.prefix(1000), as: UTF8.self).lowercased() }

    /// Whether the first byte that is not white space begins a JSON object.
    var isObject: Bool {
        body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
}
