import AccountMargin
import ExactPayoff
import OptionPricing
import Testing
import _TestSupport

/// An account of a fixture, as a request writes it.
struct AccountFixture: Decodable {
    struct Underlying: Decodable {
        let `class`: String?
        let leverageFactor: Double?
        let exerciseStyle: String?
        let settlement: String?
    }

    struct LegFixture: Decodable {
        let type: String
        let position: String
        let strikePrice: Double?
        let premium: Double
        let marketValue: Double?
        let quantity: Int
        let sharesPerContract: Int?
        let expirationDate: String?
    }

    let valuationDate: String
    let currentPrice: Double
    let underlying: Underlying
    let legs: [LegFixture]

    func account(_ type: MarginAccount.AccountType) throws -> MarginAccount {
        var shared = MarginUnderlying()
        if let name = underlying.class { shared.class = try #require(MarginUnderlying.Class(rawValue: name)) }
        shared.leverageFactor = underlying.leverageFactor ?? 1
        if let style = underlying.exerciseStyle { shared.exerciseStyle = try #require(ExerciseStyle(rawValue: style)) }
        if let name = underlying.settlement {
            shared.settlement = try #require(MarginUnderlying.Settlement(rawValue: name))
        }
        return MarginAccount(
            type, valuation: try #require(Timestamp(valuationDate)), currentPrice: currentPrice, underlying: shared,
            positions: try legs.map { try $0.held() })
    }
}

extension AccountFixture.LegFixture {
    func held() throws -> MarginPosition {
        let side = try #require(Leg.Side(rawValue: position))
        guard type != "stock" else {
            let leg = try Leg.stock(
                side, entryPrice: premium, quantity: quantity, sharesPerContract: sharesPerContract ?? 1)
            return MarginPosition(leg)
        }
        let strike = try #require(strikePrice)
        let date = try #require(expirationDate.flatMap { CalendarDate($0) })
        let leg = try Leg(
            type == "call" ? .call(strikePrice: strike) : .put(strikePrice: strike), side, premium: premium,
            quantity: quantity, sharesPerContract: sharesPerContract ?? 100, expiration: .date(date))
        return MarginPosition(leg, marketValue: marketValue)
    }
}
