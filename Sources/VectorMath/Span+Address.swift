extension Span {
    /// Where the elements are; `nil` for none. To be used only while the span is.
    var address: UnsafePointer<Element>? {
        // SAFETY: a span is an address and a count, and its memory stays where it is as long as the span lives; the callers
        // use the address in one expression in which the span is still alive.
        unsafe withUnsafeBufferPointer { $0.baseAddress }
    }
}

extension MutableSpan {
    /// Where the elements are; `nil` for none. To be used only while the span is.
    var mutableAddress: UnsafeMutablePointer<Element>? {
        // SAFETY: as for `Span.address`; access to the span is exclusive while the callers hold it inout.
        mutating get { unsafe withUnsafeMutableBufferPointer { $0.baseAddress } }
    }
}

extension Span<OptionKind> {
    /// Where the kinds are, as bytes; `nil` for none. To be used only while the span is.
    var bytesAddress: UnsafePointer<UInt8>? {
        // SAFETY: as for `address`; a kind is stored as the byte that is its raw value, which a test checks.
        unsafe UnsafeRawPointer(address)?.assumingMemoryBound(to: UInt8.self)
    }
}

extension MutableSpan<ImpliedVolatilityStatus> {
    /// Where the statuses are, as bytes; `nil` for none. To be used only while the span is.
    var bytesAddress: UnsafeMutablePointer<UInt8>? {
        // SAFETY: as for `mutableAddress`; the kernels write no byte that is not a raw value.
        mutating get { unsafe UnsafeMutableRawPointer(mutableAddress)?.assumingMemoryBound(to: UInt8.self) }
    }
}
