import Testing

@testable import StrategyContract

@Suite("Positions of broken rules")
struct ReadingPositionTests {
    @Test("the ends of nested objects are between two values, from the inside out, at any depth")
    func order() {
        var ordered: [ReadingPosition] = [.beginning, ReadingPosition(of: 0), ReadingPosition(of: 6)]
        for depth in (0...512).reversed() {
            ordered.append(ReadingPosition(unknownMemberAtDepth: depth, before: 7))
            ordered.append(ReadingPosition(endOfObjectAtDepth: depth, before: 7))
        }
        ordered += [ReadingPosition(of: 7), .end]
        for (first, second) in zip(ordered, ordered.dropFirst()) { #expect(first < second && !(second < first)) }
    }
}
