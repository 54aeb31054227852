internal import CKernels

/// Divides integers by a power of ten: decimals become doubles.
///
/// ## Domain
/// The integers are below 2⁵¹ in magnitude; `divisor` is a power of ten from 1 to 10²².
///
/// ## Accuracy
/// In that domain each quotient is the double nearest to the exact value, on every instruction set.
///
/// - Parameters:
///   - numerators: The integers.
///   - divisor: What they are divided by.
///   - quotients: Receives the quotients in its first elements.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Precondition: There is room for all quotients.
/// - Complexity: O(*n*), one pass, no allocation.
public func divide(
    _ numerators: Span<Int64>, by divisor: Double, into quotients: inout MutableSpan<Double>,
    instructionSet: InstructionSet = .best
) {
    precondition(quotients.count >= numerators.count, "there is no room for all quotients")
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    // SAFETY: both pointers are valid for as many elements as there are numerators, and exclusive access to `quotients`
    // rules out overlap.
    unsafe numerators.withUnsafeBufferPointer { numerators in
        unsafe quotients.withUnsafeMutableBufferPointer { quotients in
            guard let source = numerators.baseAddress, let target = quotients.baseAddress else { return }
            unsafe kernel_divide(instructionSet.kernel, divisor, numerators.count, source, target)
        }
    }
}
