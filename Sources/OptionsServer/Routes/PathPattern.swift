/// A path with parameters in braces, each of which stands for one segment.
struct PathPattern: Sendable {
    private enum Segment: Equatable {
        case fixed(Substring)
        case parameter(Substring)
    }

    private let segments: [Segment]

    init(_ path: String) {
        segments = Self.segments(of: path[...]).map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(segment.dropFirst().dropLast()) : .fixed(segment)
        }
    }

    static func segments(of path: Substring) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }

    var hasParameters: Bool {
        segments.contains { if case .parameter = $0 { true } else { false } }
    }

    /// Whether it matches a path of these segments.
    func matches(_ path: [Substring]) -> Bool {
        segments.count == path.count
            && zip(segments, path).allSatisfy { segment, text in
                if case .fixed(let fixed) = segment { fixed == text } else { !text.isEmpty }
            }
    }

    /// Returns the names of the parameters, and their values in a path that it matches.
    func parameters(in path: Substring) -> [(key: Substring, value: Substring)] {
        zip(segments, Self.segments(of: path)).compactMap { segment, text in
            if case .parameter(let name) = segment { (name, text) } else { nil }
        }
    }

    /// Whether some path matches both.
    func overlaps(_ other: PathPattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { one, other in
                if case .fixed(let one) = one, case .fixed(let other) = other { one == other } else { true }
            }
    }
}
