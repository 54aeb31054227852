/// An element of a batch that was rejected, and the reason.
public struct PricingRefusal: Equatable, Sendable {
    /// The index of the element.
    public let index: Int
    /// The error of the first parameter outside its domain.
    public let error: PricingError
}
