/// The right that an option gives.
///
/// A column of kinds is stored as bytes, each of which is the raw value that the kernels read.
@frozen
public enum OptionKind: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The right to buy at the strike price.
    case call = 0
    /// The right to sell at the strike price.
    case put = 1
}
