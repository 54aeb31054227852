import Testing
import _TestSupport

@testable import PayoffChart

@Suite("Drawings as text")
struct TextTests {
    @Test("a long call")
    func longCall() throws {
        #expect(
            try DiagramSample.longCall().text(columns: 60, rows: 17) == """
                Profit and loss at expiration
                ▲ Maximum profit: unlimited   ▼ Maximum loss: −925
                ● Break-even: 174.25   ┊ Current price: 165.12
                      │                          ┊
                4,000 ┤                          ┊                       ⡠⠔⠉
                      │                          ┊                    ⡠⠔⠉
                      │                          ┊                 ⡠⠔⠉
                2,000 ┤                          ┊              ⡠⠔⠉
                      │                          ┊           ⡠⠔⠉
                      │                          ┊        ⡠⠔⠉
                      │                          ┊     ⣀⠔⠊
                    0 ┤──────────────────────────┼──⢀⡠●─────────────────────
                      │⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡠⠒⠁
                      │                          ┊
                      └──────────────────┬─────────────────────────┬────────
                                        150                       200
                              Price of the underlying at expiration

                """)
    }

    @Test("every line fits, for all sizes and extremes")
    func sizes() throws {
        for diagram in try DiagramSample.extremes() {
            for (columns, rows) in [(0, 0), (40, 10), (80, 24), (133, 50)] {
                let lines = diagram.text(columns: columns, rows: rows).split(
                    separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.last == "")
                #expect(lines.dropLast().allSatisfy { $0.count <= max(40, columns) })
                if rows >= 24 { #expect(lines.count - 1 == rows) }
            }
        }
    }

    @Test("random strategies show their break-evens and the zero line")
    func breakEvens() throws {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<200 {
            let diagram = try DiagramSample.random(&random)
            let plot = diagram.text(columns: 100, rows: 30).split(separator: "\n").filter { $0.contains(/[┤│]/) }
            let zero = try #require(plot.first { $0.drop { $0 == " " }.hasPrefix("0 ┤") })
            let shown = diagram.breakEvenPoints.filter(diagram.priceRange.contains)
            #expect(plot.joined().contains("●") == !shown.isEmpty)
            #expect(zero.filter { $0 == "●" }.count <= shown.count)
        }
    }
}
