import Testing
import _TestSupport

@testable import PayoffChart

@Suite("The line of a plot")
struct PlottedLineTests {
    private static func area(_ diagram: PayoffDiagram) -> PlotArea {
        PlotArea(left: 0, top: 0, width: 1000, height: 500, prices: diagram.priceRange, profits: diagram.profitRange)
    }

    @Test("has the corners of the payoff only")
    func corners() throws {
        let diagram = try DiagramSample.longCall()
        let line = PlottedLine(diagram, in: Self.area(diagram), tolerance: 0.05)
        #expect(line.places.map(\.x) == [0, 500, 1000])
    }

    @Test("passes every point of the curve within the tolerance")
    func tolerance() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let diagram = try DiagramSample.random(&random)
            let area = Self.area(diagram)
            let line = PlottedLine(diagram, in: area, tolerance: 0.05)
            #expect(line.places.count <= 2 + 8 + 9)
            for (price, profit) in zip(diagram.stockPrices, diagram.profitLosses) {
                let y = try #require(line.y(at: area.x(price)))
                #expect(abs(y - area.y(profit)) <= 0.0500001)
            }
        }
    }

    @Test("goes through the break-evens that a coarse curve omits")
    func breakEvens() {
        let diagram = PayoffDiagram(
            strategyName: nil, currentPrice: 100, stockPrices: [90, 100, 110], profitLosses: [-10, 30, -10],
            breakEvenPoints: [85, 91, 100, 108, 120], maxProfit: 30, maxLoss: -10)
        #expect(diagram.stockPrices == [90, 91, 100, 108, 110])
        #expect(diagram.profitLosses == [-10, 0, 30, 0, -10])
    }

    @Test("has areas bounded by the line and by the zero line")
    func outlines() {
        let diagram = PayoffDiagram(
            strategyName: nil, currentPrice: 1, stockPrices: [0, 1, 2], profitLosses: [-10, 10, 10],
            breakEvenPoints: [], maxProfit: nil, maxLoss: nil)
        let area = PlotArea(
            left: 0, top: 0, width: 20, height: 20, prices: diagram.priceRange,
            profits: AxisRange(lower: -10, upper: 10))
        let line = PlottedLine(diagram, in: area, tolerance: 0.05)
        let places = { (outline: [Place]) in outline.map { [$0.x, $0.y] } }
        #expect(places(line.outline(above: true, 10)) == [[0, 10], [5, 10], [10, 0], [20, 0], [20, 10]])
        #expect(places(line.outline(above: false, 10)) == [[0, 10], [0, 20], [5, 10], [20, 10]])
    }
}
