import Testing

@testable import StrategyContract

@Suite("Names")
struct NameTests {
    @Test("are all different, and an object has room for all")
    func texts() {
        #expect(Set(Name.allCases.map(\.text)).count == Name.allCases.count)
        #expect(Name.allCases.map(\.rawValue) == Array(0..<Int32(Name.allCases.count)))
        #expect(Name.allCases.count <= ObjectFields.capacity)
    }
}
