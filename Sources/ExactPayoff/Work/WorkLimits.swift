/// The limits of the work of one request.
///
/// ```swift
/// let budget = WorkBudget(.strict)
/// let calendar = try HorizonProfile(expiring: [near], surviving: [far], riskFreeRate: 0.04, budget: budget)
/// ```
public struct WorkLimits: Hashable, Sendable {
    /// A limit. Raw values are the names that refusals give.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// ``WorkLimits/bytes``.
        case bytes
        /// ``WorkLimits/legs``.
        case legs
        /// ``WorkLimits/valuations``.
        case valuations
        /// ``WorkLimits/responsePoints``.
        case responsePoints
        /// ``WorkLimits/combinations``.
        case combinations
        /// ``WorkLimits/expirationPairs``.
        case expirationPairs = "expiration pairs"
    }

    /// The length of a request in bytes.
    public var bytes: Int
    /// The number of legs of all positions together.
    public var legs: Int
    /// The amount of computation. One valuation is the time in which a vector kernel values one option at one price, 5 to 10 ns;
    /// all other steps are converted into valuations.
    public var valuations: Int
    /// The number of points of curves and value curves, of profits in scenarios, and of greeks and densities over prices, in the
    /// response.
    public var responsePoints: Int
    /// The number of legs of an account whose margin is computed. Refusals name it ``Name/legs``.
    public var marginLegs: Int
    /// The seconds of each search by a solver, which cannot be cancelled; such a search may end without a proof. If it is 0, an account
    /// that needs a solver is refused, with the name ``Name/valuations``.
    public var solverSeconds: Double
    /// The number of combinations of contracts that a search covers.
    public var combinations: Int
    /// The number of pairs of expirations whose combinations a search covers. Each takes time before its combinations.
    public var expirationPairs: Int

    /// Creates limits.
    public init(
        bytes: Int, legs: Int, valuations: Int, responsePoints: Int, marginLegs: Int = .max,
        solverSeconds: Double = .infinity, combinations: Int = 20_000_000_000, expirationPairs: Int = 4
    ) {
        self.marginLegs = marginLegs
        self.solverSeconds = solverSeconds
        self.bytes = bytes
        self.legs = legs
        self.valuations = valuations
        self.responsePoints = responsePoints
        self.combinations = combinations
        self.expirationPairs = expirationPairs
    }

    /// The limits of the command line: whatever `docs/contract.md` allows, without a limit on computation.
    public static let generous = WorkLimits(
        bytes: 16 << 20, legs: .max, valuations: .max, responsePoints: .max, combinations: 1_000_000_000_000,
        expirationPairs: .max)

    /// The limits of a server: the most expensive request that they accept takes at most about half a second of one core and
    /// 256 MiB, apart from searches by a solver. `make bench-work` searches for it.
    public static let strict = WorkLimits(
        bytes: 16 << 20, legs: 100_000, valuations: 30_000_000, responsePoints: 1_000_000, marginLegs: 100,
        solverSeconds: 5)

    /// The value of a limit.
    @inlinable
    public subscript(name: Name) -> Int {
        switch name {
        case .bytes: bytes
        case .legs: legs
        case .valuations: valuations
        case .responsePoints: responsePoints
        case .combinations: combinations
        case .expirationPairs: expirationPairs
        }
    }
}
