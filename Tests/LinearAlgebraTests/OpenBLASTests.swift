import Foundation
import LinearAlgebra
import OptionKernels
import Testing

@Suite("OpenBLAS")
struct OpenBLASTests {
    /// The kernels that use the full width of the instruction sets.
    static let names: [InstructionSet: Set<String>] = [
        .avx512: ["SkylakeX", "Cooperlake", "SapphireRapids"],
        .avx2: ["Haswell", "Zen"],
    ]

    #if os(Linux) || os(macOS)
        // These tests run in separate processes, in which the library is not yet loaded.
        @Test("uses the kernels for the processor, and one thread")
        func kernels() async {
            await #expect(processExitsWith: .success) {
                unsafe unsetenv("OPENBLAS_CORETYPE")
                unsafe unsetenv("OPENBLAS_NUM_THREADS")
                let library = try OpenBLAS()
                #expect(library.threads == 1)
                #expect(library.configuration.contains(library.kernels))
                if let names = OpenBLASTests.names[.best] { #expect(names.contains(library.kernels)) }
            }
        }

        @Test("restores the environment")
        func environment() async {
            await #expect(processExitsWith: .success) {
                unsafe unsetenv("OPENBLAS_CORETYPE")
                unsafe setenv("OPENBLAS_NUM_THREADS", "2", 1)
                let before = ProcessInfo.processInfo.environment
                _ = try OpenBLAS()
                #expect(ProcessInfo.processInfo.environment == before)
                #expect(unsafe getenv("OPENBLAS_CORETYPE") == nil)
            }
        }

        @Test("respects the variables that the user has set")
        func choice() async {
            await #expect(processExitsWith: .success) {
                unsafe setenv("OPENBLAS_CORETYPE", "Nehalem", 1)
                unsafe setenv("OPENBLAS_NUM_THREADS", "2", 1)
                let library = try OpenBLAS()
                // Processors of other architectures do not have these kernels.
                if InstructionSet.best > .baseline { #expect(library.kernels == "Nehalem") }
                if ProcessInfo.processInfo.processorCount > 1 { #expect(library.threads == 2) }
            }
        }

        @Test("is loaded once by concurrent threads")
        func concurrency() async {
            await #expect(processExitsWith: .success) {
                let identity = DenseMatrix.identity(50)
                DispatchQueue.concurrentPerform(iterations: 64) { _ in
                    #expect((try? identity.multiplied(by: identity)) == identity)
                }
            }
        }

        @Test("throws an error if it is missing")
        func unavailable() async {
            await #expect(processExitsWith: .success) {
                // From here on, no file can be opened.
                var limit = rlimit(rlim_cur: 0, rlim_max: 0)
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                let error = #expect(throws: LinearAlgebraError.self) { try OpenBLAS() }
                guard case .unavailable(let name) = try #require(error) else { throw CocoaError(.featureUnsupported) }
                #expect(name.contains("openblas"))
                #expect(throws: LinearAlgebraError.unavailable(name)) { try Cholesky(.identity(2)) }
            }
        }
    #endif

    #if os(Linux)
        @Test("is the only one in the process, and LAPACKE uses it")
        func single() async {
            // Runs in a separate process, because other tests would change the list of mappings while it is read.
            await #expect(processExitsWith: .success) {
                _ = try OpenBLAS()
                let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
                let maps = try #require(try file.readToEnd())
                let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
                let paths = Set(lines.compactMap { $0.firstIndex(of: "/").map($0.suffix(from:)) })
                #expect(paths.filter { $0.contains("/libopenblas") }.count == 1)
            }
        }
    #endif
}
