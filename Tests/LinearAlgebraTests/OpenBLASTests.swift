import Foundation
import LinearAlgebra
import Testing
import VectorMath

@Suite("OpenBLAS")
struct OpenBLASTests {
    /// Kernels that multiply with the instruction sets' full width.
    static let names: [InstructionSet: Set<String>] = [
        .avx512: ["SkylakeX", "Cooperlake", "SapphireRapids"],
        .avx2: ["Haswell", "Zen"],
    ]

    #if os(Linux) || os(macOS)
        // In processes of their own, in which nothing has been loaded yet.
        @Test("gets the kernels that suit the processor, and one thread")
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

        @Test("leaves the environment as it was")
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

        @Test("keeps what the user has chosen")
        func choice() async {
            await #expect(processExitsWith: .success) {
                unsafe setenv("OPENBLAS_CORETYPE", "Nehalem", 1)
                unsafe setenv("OPENBLAS_NUM_THREADS", "2", 1)
                let library = try OpenBLAS()
                // On processors of another architecture there are no such kernels.
                if InstructionSet.best > .baseline { #expect(library.kernels == "Nehalem") }
                if ProcessInfo.processInfo.processorCount > 1 { #expect(library.threads == 2) }
            }
        }

        @Test("is loaded once by threads that come at the same time")
        func concurrency() async {
            await #expect(processExitsWith: .success) {
                let identity = DenseMatrix.identity(50)
                DispatchQueue.concurrentPerform(iterations: 64) { _ in
                    #expect((try? identity.multiplied(by: identity)) == identity)
                }
            }
        }

        @Test("is an error where it is missing")
        func unavailable() async {
            await #expect(processExitsWith: .success) {
                // No file can be opened any more.
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
        @Test("is the only one in the process, LAPACK's too")
        func single() async {
            // In a process of its own: the list of what is mapped changes while it is read where other tests run.
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
