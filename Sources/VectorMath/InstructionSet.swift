internal import COptionsKernels

/// An instruction set that the kernels are built for, weakest first.
///
/// The strongest one that the processor runs is chosen once, on first use:
///
/// ```swift
/// InstructionSet.best                  // .avx512 on a recent server
/// InstructionSet.supported             // [.baseline, .avx2, .avx512]
/// ```
public enum InstructionSet: Int, CaseIterable, Comparable, Sendable {
    /// What every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    case baseline
    /// AVX2 with fused multiply–add (x86-64).
    case avx2
    /// AVX-512 F, DQ and VL (x86-64).
    case avx512

    /// The strongest instruction set that this processor runs.
    public static let best = InstructionSet(kernel: kernel_best_isa())

    /// Every instruction set that this processor runs, weakest first.
    public static var supported: [InstructionSet] {
        allCases.filter { $0 <= best }
    }

    /// Whether `left` is the weaker one.
    public static func < (left: InstructionSet, right: InstructionSet) -> Bool {
        left.rawValue < right.rawValue
    }

    private init(kernel: kernel_isa) {
        switch kernel {
        case KERNEL_AVX512: self = .avx512
        case KERNEL_AVX2: self = .avx2
        default: self = .baseline
        }
    }

    var kernel: kernel_isa {
        switch self {
        case .avx512: KERNEL_AVX512
        case .avx2: KERNEL_AVX2
        case .baseline: KERNEL_BASELINE
        }
    }
}
