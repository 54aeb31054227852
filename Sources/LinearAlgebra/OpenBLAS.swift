internal import COptionsLAPACKE

/// The library that computes products and factorisations: OpenBLAS, loaded on first use.
///
/// It selects the kernels for the processor and uses one thread, because callers divide work among threads themselves. The
/// environment variables `OPENBLAS_CORETYPE` and `OPENBLAS_NUM_THREADS` take precedence if they are set. If the program
/// loaded OpenBLAS earlier for another purpose, the kernels and threads of that load remain in effect.
///
/// ```swift
/// try OpenBLAS().kernels      // "SkylakeX" on a processor with AVX-512
/// ```
public struct OpenBLAS: Hashable, Sendable {
    /// The name of the processor for which the kernels in use were written.
    public let kernels: String
    /// The version and the build options of the library.
    public let configuration: String
    /// The number of threads that a call uses.
    public let threads: Int

    /// Reads the properties of the library.
    ///
    /// - Throws: ``LinearAlgebraError/unavailable(_:)``.
    public init() throws(LinearAlgebraError) {
        let functions = try unsafe Self.functions()
        kernels = unsafe Self.text(functions.kernels()) ?? ""
        configuration = unsafe Self.text(functions.configuration()) ?? ""
        threads = unsafe Int(functions.threads())
    }

    private static func functions() throws(LinearAlgebraError) -> clapacke_functions {
        // SAFETY: once loaded, the functions are constants that are never freed.
        let functions = unsafe clapacke_load().pointee
        if let missing = unsafe text(functions.missing) { throw .unavailable(missing) }
        return unsafe functions
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String? {
        // SAFETY: the texts of the library, and the names, are constants that end in a zero.
        unsafe characters.map { unsafe String(cString: $0) }
    }
}

/// The calls. Every unsafe expression of this target is in this file; the callers check counts and strides.
extension OpenBLAS {
    /// product = left · right, for matrices stored row after row.
    static func multiply(
        rows: Int, inner: Int, columns: Int, left: Span<Double>, leftStride: Int, right: Span<Double>, rightStride: Int,
        product: inout MutableSpan<Double>, productStride: Int
    ) throws(LinearAlgebraError) {
        let functions = try unsafe functions()
        guard rows > 0, columns > 0 else { return }
        // SAFETY: rows, columns and strides lie within the spans, and exclusive access to `product` rules out overlap.
        unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { right in
                unsafe product.withUnsafeMutableBufferPointer { product in
                    unsafe functions.dgemm(
                        UInt32(CLAPACKE_ROW_MAJOR), UInt32(CLAPACKE_AS_IS), UInt32(CLAPACKE_AS_IS),
                        Int32(rows), Int32(columns), Int32(inner), 1, left.baseAddress, Int32(max(1, leftStride)),
                        right.baseAddress, Int32(rightStride), 0, product.baseAddress, Int32(productStride))
                }
            }
        }
    }

    /// Overwrites the upper triangle of a symmetric matrix, stored column after column, by its upper Cholesky factor.
    ///
    /// - Returns: The order of the first leading minor that is not positive; 0 if there is none.
    static func factorise(_ elements: inout [Double], size: Int) throws(LinearAlgebraError) -> Int {
        let functions = try unsafe functions()
        guard size > 0 else { return 0 }
        // SAFETY: the array holds size · size elements.
        return unsafe elements.withUnsafeMutableBufferPointer { elements in
            unsafe Int(
                functions.dpotrf(
                    Int32(CLAPACKE_COLUMN_MAJOR), CChar(UInt8(ascii: "U")), Int32(size), elements.baseAddress,
                    Int32(size)))
        }
    }
}
