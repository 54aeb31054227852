import DecimalNumbers
import Foundation
import Testing

@testable import StrategyContract

@Suite("Writing to reserved memory")
struct OutputCursorTests {
    @Test("output of the reserved size fits")
    func fits() {
        var bytes: [UInt8] = [1]
        bytes.write(atMost: 4) { end in end.put("null") }
        bytes.write(atMost: numberSize) { end in end.put(-1.5) }
        bytes.write(atMost: 0) { end in end.put("", [], "") }
        #expect(bytes == [1] + Array("null-1.5".utf8))
    }

    @Test("a write beyond the reserved size traps before it changes the memory")
    func traps() async {
        await #expect(processExitsWith: .exitCode(42)) {
            Self.expectTrap(size: 3) { end in end.put("null") }
        }
        await #expect(processExitsWith: .exitCode(42)) {
            Self.expectTrap(size: 3) { end in end.put("a", [1, 2], ",") }
        }
        await #expect(processExitsWith: .exitCode(42)) {
            Self.expectTrap(size: numberSize - 1) { end in end.put(1.5) }
        }
        await #expect(processExitsWith: .exitCode(42)) {
            Self.expectTrap(size: numberSize - 1) { end in
                end.put("", ResultNumber(1.5))
            }
        }
        await #expect(processExitsWith: .exitCode(42)) {
            Self.expectTrap(size: 9) { end in
                unsafe end.put(atMost: 10) { end in unsafe end.pointee = 1 }
            }
        }
        await #expect(processExitsWith: .exitCode(42)) {
            Self.expectTrap(size: 9) { end in end.removeLast() }
        }
    }

    @Test("writes are counted together")
    func counts() async {
        await #expect(processExitsWith: .failure) {
            var bytes: [UInt8] = []
            bytes.write(atMost: 4) { end in
                end.put("tru")
                end.put("e,")
            }
        }
    }

    /// Memory around that of a cursor, all bytes 0.
    nonisolated(unsafe) private static let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)

    /// Ends the process with status 42 if `body` traps while all memory is unchanged.
    private static func expectTrap(size: Int, _ body: (inout OutputCursor) -> Void) {
        unsafe memory.initialize(repeating: 0)
        for number in [SIGILL, SIGTRAP] {
            signal(number) { _ in _exit(unsafe OutputCursorTests.memory.allSatisfy { $0 == 0 } ? 42 : 1) }
        }
        guard let start = unsafe memory.baseAddress else { return }
        var cursor = unsafe OutputCursor(start + 64, size: size)
        body(&cursor)
    }
}
