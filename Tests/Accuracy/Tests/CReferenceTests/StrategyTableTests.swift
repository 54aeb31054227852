import CReference
import Testing

/// Compares profits, crossings and extremes of the reference with a table computed at 50 digits.
@Suite("Reference: strategies at their first expiration")
struct StrategyTableTests {
    struct Row: Decodable {
        struct Option: Decodable {
            let type, position: String
            let strikePrice, premium, quantity: Double
            let remainingTime, volatility: Double?

            var leg: reference_leg {
                reference_leg(
                    put: type == "put" ? 1 : 0, shares: (position == "long" ? 100 : -100) * quantity,
                    strike: strikePrice, premium: premium, time: remainingTime ?? 0, volatility: volatility ?? 0)
            }
        }

        let riskFreeRate, dividendYield, amount: Double
        let expiring, surviving: [Option]
        let maximumProfit, minimumProfit: Double?
        let breakEvenPoints, slopes: [Double]
        let profits: [[Double]]
    }

    @Test("every profit, break-even and extreme of the table")
    func table() throws {
        let rows: [Row] = try ReferenceTable.cases("calendars")
        #expect(rows.count == 264)
        for row in rows {
            let legs = (row.expiring + row.surviving).map(\.leg)
            unsafe legs.withUnsafeBufferPointer { legs in
                var strategy = unsafe reference_strategy(
                    legs: legs.baseAddress, count: legs.count, rate: row.riskFreeRate, yield: row.dividendYield)
                unsafe check(row, &strategy)
            }
        }
    }

    private func check(_ row: Row, _ strategy: inout reference_strategy) {
        // Premiums are doubles in the reference and decimals in the table.
        let tolerance = 0x1p-52 * row.amount
        for profit in row.profits {
            let value = unsafe reference_profit(&strategy, profit[0])
            #expect(abs(value.value - profit[1]) <= tolerance + profit[1].ulp)
        }
        var points = [reference_point](repeating: reference_point(), count: 4_096)
        let count = unsafe reference_scan(&strategy, 48, &points)
        let changes = zip(points[..<count], points[..<count].dropFirst())
            .filter { ($0.profit.value < 0) != ($1.profit.value < 0) }
        // Only the table contains a break-even of the asymptote outside the scan.
        #expect(changes.count == row.breakEvenPoints.count { $0 < points[count - 1].price.value })
        for ((low, high), (expected, slope)) in zip(changes, zip(row.breakEvenPoints, row.slopes)) {
            var found = 0.0
            let price = unsafe reference_crossing(&strategy, 0, low.price, high.price, &found)
            #expect(abs(price.value - expected) <= tolerance / abs(slope) + expected.ulp)
            #expect(abs(found - slope) <= 1e-9 * max(abs(slope), 1))
        }
        let profits = points[..<count].map(\.profit.value)
        if let maximum = row.maximumProfit, let found = profits.max() { #expect(found <= maximum + tolerance) }
        if let minimum = row.minimumProfit, let found = profits.min() { #expect(found >= minimum - tolerance) }
    }
}
