/// The right that an option gives.
///
/// Raw values are those of the kernels, which read a column of kinds as bytes.
@frozen
public enum OptionKind: UInt8, CaseIterable, Hashable, Sendable, BitwiseCopyable {
    /// The right to buy at the strike price.
    case call = 0
    /// The right to sell at the strike price.
    case put = 1
}
