import ExactPayoff
import PayoffChart
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

@Suite("JSONContract.chart")
struct ChartTests {
    private static let request = "Fixtures/extended/iron-condor.json"

    @Test("gives the committed bytes")
    func golden() throws {
        let svg = try JSONContract.chart(Fixture.bytes(Self.request))
        #expect(try svg == Fixture.bytes("Fixtures/chart/iron-condor.svg"))
    }

    @Test("draws the answer to the request")
    func diagram() throws {
        let json = try Fixture.bytes(Self.request)
        let request = try CalculationRequest(json: json)
        #expect(try JSONContract.diagram(json) == PayoffDiagram(request, request.calculate(limits: .generous)))
    }

    @Test("refuses the requests that calculate refuses, with the same errors")
    func refused() throws {
        struct Row: Decodable {
            let request, error: String
        }
        for row in try Fixture.decode([Row].self, "Fixtures/contract/refused.json") {
            let error = #expect(throws: ContractError.self) { try JSONContract.chart(Array(row.request.utf8)) }
            #expect(error?.message == row.error)
        }
        var limits = WorkLimits.strict
        limits.responsePoints = 10
        let json = try Fixture.bytes(Self.request)
        let error = #expect(throws: ContractError.self) { try JSONContract.chart(json, AnswerOptions(limits: limits)) }
        #expect(error?.code == .workExceeded)
        #expect(throws: ContractError.self) { try JSONContract.calculate(json, AnswerOptions(limits: limits)) }
    }

    @Test("ends when it is cancelled")
    func cancelled() async throws {
        let json = try Fixture.bytes(Self.request)
        let task = Task { () async -> ContractError.Code? in
            while !Task.isCancelled { await Task.yield() }
            do throws(ContractError) {
                _ = try await JSONContract.chart(json, AnswerOptions(limits: .strict))
                return nil
            } catch {
                return error.code
            }
        }
        task.cancel()
        // A short calculation may be complete before the first check.
        #expect([nil, .cancelled].contains(await task.value))
        #expect(try await JSONContract.chart(json, AnswerOptions(limits: .strict)) == JSONContract.chart(json))
    }
}
