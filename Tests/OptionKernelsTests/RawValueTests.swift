import OptionKernels
import Testing

/// The kernels read and write columns of these types as bytes.
@Suite("Raw values")
struct RawValueTests {
    @Test("a column of kinds is a column of bytes")
    func kinds() {
        #expect(MemoryLayout<OptionKind>.size == 1 && MemoryLayout<OptionKind>.stride == 1)
        let column: [OptionKind] = [.call, .put, .put, .call]
        let bytes = unsafe column.withUnsafeBytes { unsafe Array($0) }
        #expect(bytes == [0, 1, 1, 0])
        #expect(OptionKind.allCases.map(\.rawValue) == [0, 1])
    }

    @Test("a column of statuses is a column of bytes")
    func statuses() {
        #expect(MemoryLayout<ImpliedVolatilityStatus>.size == 1 && MemoryLayout<ImpliedVolatilityStatus>.stride == 1)
        let column: [ImpliedVolatilityStatus] = [
            .ok, .belowIntrinsic, .aboveMaximum, .notDeterminable, .unanswered,
        ]
        let bytes = unsafe column.withUnsafeBytes { unsafe Array($0) }
        #expect(bytes == [0, 1, 2, 3, 4])
        #expect(ImpliedVolatilityStatus.allCases == column)
    }

    @Test("a column of American statuses is a column of bytes")
    func americanStatuses() {
        #expect(MemoryLayout<AmericanStatus>.size == 1 && MemoryLayout<AmericanStatus>.stride == 1)
        let column: [AmericanStatus] = [.ok, .notConverged, .outsideDomain]
        let bytes = unsafe column.withUnsafeBytes { unsafe Array($0) }
        #expect(bytes == [0, 1, 2])
        #expect(AmericanStatus.allCases == column)
    }

    @Test("a column of statuses of prices with dividends is a column of bytes")
    func dividendStatuses() {
        #expect(MemoryLayout<DividendStatus>.size == 1 && MemoryLayout<DividendStatus>.stride == 1)
        let column: [DividendStatus] = [.ok, .notConverged, .outsideDomain]
        let bytes = unsafe column.withUnsafeBytes { unsafe Array($0) }
        #expect(bytes == [0, 1, 2])
        #expect(DividendStatus.allCases == column)
    }
}
