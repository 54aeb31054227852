/// Computes the prices of American options with a continuous dividend yield.
///
/// An American option may be exercised at any time up to its expiration. Its premium over the European price follows from
/// the boundary of early exercise, for which a nonlinear integral equation is solved, several options at a time.
///
/// ## Units
/// Spots, strikes and prices are in one currency, per share; times are in years; rates, yields and volatilities are decimals
/// per year, rates and yields continuously compounded.
///
/// ## Domain
/// Volatilities from 0.001 to 10, times from one second to 50 years, rates and yields from −0.1 to 1, ratios of spot and
/// strike from 10⁻⁴ to 10⁴, spots and strikes in [2⁻³², 2³²). Every option has a status; the price is NaN unless it is
/// ``AmericanStatus/ok``. A call with r ≥ 0 and q ≤ 0, and a put with r ≤ 0 and q ≥ r, are European. A put with r < 0 and
/// q < r, and a call with q < 0 and r < q, are exercised between two boundaries.
///
/// ## Accuracy
/// ``AmericanLevel`` states it; `docs/american.md` has the figures. AVX2 and AVX-512 return the same bits, and an option has the
/// same bits alone and among others. Options with extreme terms, and those with two boundaries, take 0.2 to 0.4 ms each.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - level: The accuracy.
///   - prices: Receives the prices.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every status is `ok`.
/// - Precondition: The columns have the same count.
/// - Complexity: O(*n*), no allocation.
///
/// > Source: Andersen, Lake and Offengenden, "High-performance American option pricing", *Journal of Computational Finance*
/// > 20(1), 2016, doi:10.21314/JCF.2016.312. The equation is rearranged and solved by Newton's method. Two boundaries: Andersen
/// > and Lake, "Fast American Option Pricing: The Double-Boundary Case", *Wilmott*, 2021.
public func priceAmericanOptions(
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>, level: AmericanLevel = .standard,
    prices: inout MutableSpan<Double>, statuses: inout MutableSpan<AmericanStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        spots.count == count && strikes.count == count && times.count == count && rates.count == count
            && yields.count == count && volatilities.count == count && prices.count == count
            && statuses.count == count,
        "the columns must have the same count")
    guard count > 0 else { return true }
    return instructionSet.priceAmericanOptions(
        kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, level: level, prices: &prices, statuses: &statuses)
}

/// Computes the prices of American options, and the boundaries of early exercise now.
///
/// `boundaries` receives the price of the underlying next to the strike at which exercise now is optimal. `secondBoundaries`
/// receives the other one of an option that is exercised between two. They are NaN if exercise now is not optimal at any price, if the
/// premium is so small that the level leaves it out, and if the option has no price. All else is as in
/// `priceAmericanOptions` without boundaries, whose prices are the same.
///
/// ## Accuracy
/// Of ordinary options, the boundaries of 99 of 100 are within 1.5 · 10⁻⁵ of those of the level `precise` at `screen`, and within
/// 6 · 10⁻⁶ at `standard`. Errors are greatest where the price hardly depends on the boundary.
///
/// - Returns: Whether every status is `ok`.
/// - Precondition: The columns have the same count.
public func priceAmericanOptions(
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>, level: AmericanLevel = .standard,
    prices: inout MutableSpan<Double>, statuses: inout MutableSpan<AmericanStatus>,
    boundaries: inout MutableSpan<Double>, secondBoundaries: inout MutableSpan<Double>,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        spots.count == count && strikes.count == count && times.count == count && rates.count == count
            && yields.count == count && volatilities.count == count && prices.count == count
            && statuses.count == count && boundaries.count == count && secondBoundaries.count == count,
        "the columns must have the same count")
    guard count > 0 else { return true }
    return instructionSet.priceAmericanOptions(
        kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, level: level, prices: &prices, statuses: &statuses, boundaries: &boundaries,
        secondBoundaries: &secondBoundaries)
}

/// The accuracy of American prices.
///
/// Raw values are those of the kernel.
public enum AmericanLevel: Int32, CaseIterable, Comparable, Hashable, Sendable {
    /// An error of at most 10⁻⁵ of the larger of spot and strike.
    case screen = 0
    /// An error of at most 2 · 10⁻⁷ of the larger of spot and strike.
    case standard = 1
    /// An error of at most 3 · 10⁻⁸ of the larger of spot and strike.
    case precise = 2

    /// Whether `left` is less accurate than `right`.
    public static func < (left: AmericanLevel, right: AmericanLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Whether an American option has a price.
///
/// Raw values are those of the kernel, which writes a column of statuses as bytes.
public enum AmericanStatus: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The price has the accuracy of its level.
    case ok = 0
    /// The equation of the boundary was not solved, or the prices on no two grids agree.
    case notConverged = 1
    /// An input is outside the domain, or not finite.
    case outsideDomain = 2
}
