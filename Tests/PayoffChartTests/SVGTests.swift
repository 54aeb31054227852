import Foundation
import Testing
import _TestSupport

@testable import PayoffChart

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Drawings as SVG")
struct SVGTests {
    @Test("random strategies: well-formed, and within the plot area")
    func random() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<100 { try check(DiagramSample.random(&random)) }
    }

    @Test("extreme strategies: well-formed, and within the plot area")
    func extremes() throws {
        for diagram in try DiagramSample.extremes() { try check(diagram) }
    }

    @Test("ten thousand legs: the size stays bounded")
    func size() throws {
        #expect(try DiagramSample.manyLegs().svg().count < 500_000)
    }

    @Test("the labels of the break-evens are the numbers of the response")
    func breakEvens() throws {
        var random = SeededGenerator(seed: 32)
        var labels = 0
        for _ in 0..<300 {
            let diagram = try DiagramSample.random(&random)
            let points = Set(diagram.breakEvenPoints.map { NumberText.text($0) })
            let drawing = try Drawing(diagram.svg())
            #expect(drawing.breakEvenLabels.allSatisfy(points.contains))
            #expect(drawing.breakEvenLabels.map(value(of:)).allSatisfy { diagram.breakEvenPoints.contains($0 ?? .nan) })
            labels += drawing.breakEvenLabels.count
            let legend = try #require(drawing.texts.first { $0.contains("reak-even") })
            #expect(diagram.breakEvenPoints.prefix(4).allSatisfy { legend.contains(NumberText.text($0)) })
        }
        #expect(labels > 200)
    }

    @Test("the legend has the extremes, or states that they are unlimited")
    func legend() throws {
        let call = try Drawing(DiagramSample.longCall().svg())
        #expect(call.texts.contains("Maximum profit: unlimited"))
        #expect(call.texts.contains("Maximum loss: −925"))
        #expect(call.texts.contains("Break-even: 174.25"))
        #expect(call.texts.contains("Current price: 165.12"))
    }

    @Test("the name is escaped, in title and description too")
    func escaping() throws {
        let name = "a<b> & \"c\" 'd' ]]> é \u{1}\u{FFFE}"
        let diagram = PayoffDiagram(
            strategyName: name, currentPrice: 100, stockPrices: [], profitLosses: [], breakEvenPoints: [],
            maxProfit: nil, maxLoss: nil)
        let drawing = try Drawing(diagram.svg())
        let title = "A<b> & \"c\" 'd' ]]> é \u{FFFD}\u{FFFD}: profit and loss at expiration"
        #expect(drawing.texts.filter { $0 == title }.count == 2)
        #expect(drawing.texts.contains("No curve"))
    }

    @Test("has the role of an image, a title and a description, and no content that a security policy blocks")
    func policy() throws {
        let drawing = try Drawing(DiagramSample.longCall().svg())
        #expect(drawing.elements.prefix(3).map(\.name) == ["svg", "title", "desc"])
        #expect(drawing.elements.first?.attributes["role"] == "img")
        #expect(Set(drawing.elements.map(\.name)) == ["svg", "title", "desc", "rect", "text", "path", "g", "circle"])
        for element in drawing.elements {
            #expect(
                element.attributes.keys.allSatisfy { $0 != "style" && !$0.hasPrefix("on") && !$0.hasSuffix("href") })
            #expect(element.attributes.values.allSatisfy { !$0.contains("url(") })
        }
    }

    private func check(_ diagram: PayoffDiagram) throws {
        let svg = diagram.svg()
        #expect(svg == diagram.svg())
        let drawing = try Drawing(svg)
        let frame = SVGFrame(diagram)
        let area = frame.area
        #expect(drawing.elements.first?.attributes["viewBox"] == "0 0 800 \(Int(frame.height))")
        for place in drawing.places {
            #expect(area.left - 0.006 <= place.x && place.x <= area.right + 0.006, "\(place) in \(diagram.title)")
            #expect(area.top - 4.006 <= place.y && place.y <= area.bottom + 0.006, "\(place) in \(diagram.title)")
        }
        // The grid, the zero line, and the elements of the curve.
        #expect(drawing.elements.filter { $0.name == "path" }.count >= 2)
        #expect(drawing.breakEvenLabels.count <= diagram.breakEvenPoints.count)
    }
}

/// The elements of an SVG, as an XML parser reads them.
private final class Drawing: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
        let isBold: Bool
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ bytes: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        try #require(parser.parse(), "\(String(decoding: bytes, as: UTF8.self))")
        #expect(bytes.last == UInt8(ascii: "\n"))
    }

    var texts: [String] { elements.map(\.text) }

    /// The texts in bold, without their outlines.
    var breakEvenLabels: [String] { elements.filter { $0.name == "text" && $0.isBold }.map(\.text) }

    /// The ends of all lines, and the centres of all circles.
    var places: [Place] {
        elements.flatMap { element -> [Place] in
            if element.name == "circle" {
                let centre = ["cx", "cy"].compactMap { element.attributes[$0].flatMap { Double($0) } }
                return centre.count == 2 ? [Place(x: centre[0], y: centre[1])] : []
            }
            var place = Place(x: 0, y: 0)
            return (element.attributes["d"] ?? "").matches(of: /([MLHV])([-\d.]+)(?: ([-\d.]+))?/).map { match in
                let first = Double(match.2) ?? .nan
                switch match.1 {
                case "H": place.x = first
                case "V": place.y = first
                default: place = Place(x: first, y: match.3.flatMap { Double($0) } ?? .nan)
                }
                return place
            }
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let isBold = open.last.map { parent in
            elements[parent].attributes["font-weight"] == "bold" && elements[parent].attributes["stroke"] == nil
        }
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes, isBold: isBold ?? false))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if let last = open.last, elements[last].name != "svg", elements[last].name != "g" {
            elements[last].text += string
        }
    }
}
