internal import ExactPayoff
internal import OptionPricing
internal import StrategyRequests

/// Finds what is probably a mistake in requests that were answered: members that are not known, and percentages in place of
/// decimals. Of each name, the first occurrence counts.
package final class RequestWarnings {
    /// The kind of a request.
    package enum Kind {
        case calculation, scenario, price, impliedVolatility
    }

    package struct Warning: Hashable, Sendable {
        /// The member, in all requests.
        package let subject: String
        package let message: String
    }

    /// The maximum number of warnings.
    package static let limit = 20
    /// The maximum number of digests to remember. Requests after those with so many different sets of names are not read again.
    private static let digestLimit = 1 << 12

    private let kind: Kind
    private var reader: FieldReader
    private var digests: Set<UInt64> = []
    private var subjects: Set<String> = []

    package init(_ kind: Kind) {
        self.kind = kind
        reader = FieldReader(maximumElements: PayoffProfile.legCountRange.upperBound, strict: false)
    }

    /// Returns what is new in a request that was answered, in document order, without reading it again if an earlier one had
    /// the same digest of its names.
    package func new(in request: Span<UInt8>, digest: UInt64) -> [Warning] {
        guard subjects.count < Self.limit, digests.count < Self.digestLimit, digests.insert(digest).inserted else {
            return []
        }
        return new(in: request)
    }

    /// Returns what is new in a request that was answered, in document order.
    package func new(in request: Span<UInt8>) -> [Warning] {
        switch kind {
        case .calculation: new(in: request, .calculation, CalculationMembers())
        case .scenario: new(in: request, .scenario, ScenarioMembers())
        case .price: new(in: request, .price, OptionMembers(.volatility))
        case .impliedVolatility: new(in: request, .impliedVolatility, OptionMembers(.price))
        }
    }

    private func new(
        in request: Span<UInt8>, _ known: KnownObject, _ members: consuming some WarnedMembers
    ) -> [Warning] {
        var warnings: [(position: ReadingPosition, warning: Warning)] = []
        var subjects = subjects
        do throws(ContractError) {
            try reader.read(request, as: known, into: &members)
            try reader.findUnknownMembers(known) { reader, position, member in
                guard subjects.count < Self.limit else { return }
                let member = member()
                guard subjects.insert(member.name).inserted else { return }
                warnings.append((position, Warning(subject: member.name, message: reader.error(of: member).message)))
            }
        } catch {
            // A request that was answered has no error.
        }
        warnings.sort { $0.position < $1.position }
        for number in members.unusualNumbers {
            let subject = "\(number.path.split(separator: ".").last ?? "") %"
            guard subjects.count < Self.limit, subjects.insert(subject).inserted else { continue }
            warnings.append((.end, Warning(subject: subject, message: number.message)))
        }
        self.subjects = subjects
        return warnings.map(\.warning)
    }
}
