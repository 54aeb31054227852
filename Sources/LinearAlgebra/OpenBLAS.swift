internal import COptionsLAPACKE

/// The library that does the work: OpenBLAS, loaded on first use.
///
/// It gets the kernels that suit the processor, and one thread, since callers divide work among threads themselves. A user's
/// own `OPENBLAS_CORETYPE` and `OPENBLAS_NUM_THREADS` prevail. A program that has loaded OpenBLAS before, for uses of its
/// own, keeps the kernels and threads that it has.
///
/// ```swift
/// try OpenBLAS().kernels      // "SkylakeX" on a processor with AVX-512
/// ```
public struct OpenBLAS: Hashable, Sendable {
    /// The processor that the kernels were written for.
    public let kernels: String
    /// The version of the library and how it was built.
    public let configuration: String
    /// The number of threads that a call uses.
    public let threads: Int

    /// Reads what the library says of itself.
    ///
    /// - Throws: ``LinearAlgebraError/unavailable(_:)``.
    public init() throws(LinearAlgebraError) {
        let functions = try unsafe Self.functions()
        kernels = unsafe Self.text(functions.kernels()) ?? ""
        configuration = unsafe Self.text(functions.configuration()) ?? ""
        threads = unsafe Int(functions.threads())
    }

    /// The functions that are called.
    static func functions() throws(LinearAlgebraError) -> clapacke_functions {
        // SAFETY: the functions are constants once they are loaded, and live for ever.
        let functions = unsafe clapacke_load().pointee
        if let missing = unsafe text(functions.missing) { throw .unavailable(missing) }
        return unsafe functions
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String? {
        // SAFETY: the library's texts, and the names, are constants that end in a zero.
        unsafe characters.map { unsafe String(cString: $0) }
    }
}
