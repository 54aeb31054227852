import Foundation
import Testing
import _StrategySamples
import _TestSupport

/// A row of the tables of `docs/strategy-names.md`.
struct DocumentedName: CustomTestStringConvertible {
    enum Wings: String, CaseIterable {
        case any = ""
        case equal = "equal wings"
        case unequal = "unequal wings"
        case lowerTwiceUpper = "lower wing twice the upper"
        case upperTwiceLower = "upper wing twice the lower"
    }

    let name, family: String
    let opposite: String?
    let shapes: [[NotedLeg]]
    let wings: Wings
    /// The last column.
    let aliases: Aliases

    /// Other names: of every position, of the first arrangement only, and where `n` is 2.
    struct Aliases {
        var always: [String] = []
        var ofFirst: [String] = []
        var ofDouble: [String] = []

        init(_ cell: String) {
            let isOfFirst = cell.hasSuffix(" (the first)")
            for part in cell.replacing(" (the first)", with: "").split(separator: /[,;]\s/).map(String.init) {
                if part.hasPrefix("for n = 2 ") {
                    ofDouble.append(String(part.dropFirst(10)))
                } else if isOfFirst {
                    ofFirst.append(part)
                } else {
                    always.append(part)
                }
            }
        }
    }

    var testDescription: String { name }

    /// All rows, in their order.
    static func all() throws -> [DocumentedName] { try table.get() }

    private static let table = Result { try read() }

    private static func read() throws -> [DocumentedName] {
        let text = String(decoding: try Fixture.bytes("docs/strategy-names.md"), as: UTF8.self)
        var family = ""
        return text.split(separator: "\n").compactMap { line in
            if line.hasPrefix("### ") { family = String(line.dropFirst(4)) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[1].hasPrefix("`") else { return nil }
            return DocumentedName(
                name: cells[0], family: family, opposite: cells[2] == "–" ? nil : cells[2],
                shapes: cells[1].matches(of: /`([^`]+)`/).map { NotedLeg.list(String($0.1)) },
                wings: Wings.allCases.last { cells[1].hasSuffix($0.rawValue) } ?? .any,
                aliases: Aliases(cells[3]))
        }
    }
}

/// A position whose strikes are numbered as the tables number them.
struct NumberedPosition {
    /// Distinct and ascending.
    let strikes: [Double]
    /// By contracts, which are legs with a count of 0.
    let counts: [NotedLeg: Int]

    /// - Parameter legs: Legs in distinct contracts.
    init(_ legs: [NotedLeg]) {
        let strikes = Set(legs.filter { $0.kind != .stock }.map(\.strike)).sorted()
        let isDated = Set(legs.compactMap(\.expiration)).count > 1
        counts = Dictionary(
            uniqueKeysWithValues: legs.map { leg in
                let number = (strikes.firstIndex(of: leg.strike) ?? -1) + 1
                let expiration = isDated ? leg.expiration : nil
                return (NotedLeg(count: 0, kind: leg.kind, strike: Double(number), expiration: expiration), leg.count)
            })
        self.strikes = strikes
    }
}

extension DocumentedName {
    /// Whether a position matches the row.
    func fits(_ position: NumberedPosition) -> Bool {
        shapes.contains { Self.fits(position.counts, shape: $0) } && hasWings(position.strikes)
    }

    /// Whether a position is one of the arrangements of the row.
    func fits(_ position: NumberedPosition, shape: Int) -> Bool { Self.fits(position.counts, shape: shapes[shape]) }

    private static func fits(_ counts: [NotedLeg: Int], shape: [NotedLeg]) -> Bool {
        guard counts.count == shape.count else { return false }
        var units: Set<Fraction> = []
        var multiples: Set<Fraction> = []
        for leg in shape {
            let contract = NotedLeg(count: 0, kind: leg.kind, strike: leg.strike, expiration: leg.expiration)
            guard let count = counts[contract] else { return false }
            if leg.isOpen {
                multiples.insert(Fraction(Int128(count), Int128(leg.count.signum())))
            } else {
                units.insert(Fraction(Int128(count), Int128(leg.count)))
            }
        }
        guard let unit = units.first, units.count == 1, unit > .zero else { return false }
        guard let multiple = multiples.first else { return true }
        return multiples.count == 1 && multiple > unit
    }

    private func hasWings(_ strikes: [Double]) -> Bool {
        guard wings != .any else { return true }
        guard strikes.count > 2 else { return false }
        let (lower, upper) = (strikes[1] - strikes[0], strikes[strikes.count - 1] - strikes[strikes.count - 2])
        return switch wings {
        case .any: true
        case .equal: lower == upper
        case .unequal: lower != upper
        case .lowerTwiceUpper: lower == 2 * upper
        case .upperTwiceLower: upper == 2 * lower
        }
    }
}
