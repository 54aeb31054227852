import Foundation
import OptionKernels
import Testing

@Suite("Instruction sets")
struct InstructionSetTests {
    @Test("the baseline is always supported, and the best one is the strongest")
    func order() {
        #expect(InstructionSet.supported.first == .baseline)
        #expect(InstructionSet.supported.last == .best)
        #expect(InstructionSet.supported == InstructionSet.supported.sorted())
    }

    #if os(Linux) && arch(x86_64)
        @Test("the best one matches the processor's features as the system lists them")
        func best() throws {
            let processors = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
            let line = processors.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
            let features = Set(line.split(separator: " ").map(String.init))
            if features.isSuperset(of: ["avx512f", "avx512dq", "avx512vl"]) {
                #expect(InstructionSet.best == .avx512)
            } else if features.isSuperset(of: ["avx2", "fma"]) {
                #expect(InstructionSet.best == .avx2)
            } else {
                #expect(InstructionSet.best == .baseline)
            }
            print("instruction sets tested: \(InstructionSet.supported)")
        }
    #endif
}
