/// An instruction set for which the kernels are compiled, weakest first.
///
/// The strongest one that the processor supports is selected once, on first use:
///
/// ```swift
/// InstructionSet.best                  // .avx512 on a recent server
/// InstructionSet.supported             // [.baseline, .avx2, .avx512]
/// ```
public enum InstructionSet: Int, CaseIterable, Comparable, Sendable {
    /// The instructions that every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    case baseline
    /// AVX2 with fused multiply–add (x86-64).
    case avx2
    /// AVX-512 F, DQ and VL (x86-64).
    case avx512

    /// The strongest instruction set that this processor supports.
    public static let best = detect()

    /// Every instruction set that this processor supports, weakest first.
    public static var supported: [InstructionSet] {
        allCases.filter { $0 <= best }
    }

    /// Whether `left` is weaker than `right`.
    public static func < (left: InstructionSet, right: InstructionSet) -> Bool {
        left.rawValue < right.rawValue
    }
}
