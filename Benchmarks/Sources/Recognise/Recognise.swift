import ExactPayoff
import StrategyNames
import Timing

/// Splits random accounts into strategies, and compares the number of strategies and the time per account with those
/// of a plain greedy matcher.
@main
enum Recognise {
    private struct Account {
        var legs: [Leg] = []
        var expirations: [Double] = []
    }

    static func main() throws {
        for (legCount, accountCount) in [(4, 400), (20, 40), (60, 4), (200, 2)] {
            var random = SplitMix(state: UInt64(legCount))
            let accounts = try (0..<accountCount).map { _ in try account(legCount, &random) }
            let splits = try accounts.map { try AccountSplit.recognise($0.legs, expirations: $0.expirations) }
            let greedy = accounts.map { GreedyMatcher($0.legs, $0.expirations) }
            let count = splits.reduce(0) { $0 + $1.strategies.count { $0.family != nil } }
            print("recognise_\(legCount)_strategies: \(mean(count, accountCount)) strategies")
            print(
                "greedy_\(legCount)_strategies: \(mean(greedy.reduce(0) { $0 + $1.strategies }, accountCount)) strategies"
            )
            print("recognise_\(legCount)_optimal: \(100 * splits.count(where: \.isOptimal) / accountCount) %")
            var measurement = Measurement()
            measurement.add("recognise_\(legCount)", count: accountCount, comparedWith: "greedy_\(legCount)") {
                for account in accounts {
                    _ = try? AccountSplit.recognise(account.legs, expirations: account.expirations)
                }
            }
            measurement.add("greedy_\(legCount)", count: accountCount) {
                for account in accounts { _ = GreedyMatcher(account.legs, account.expirations) }
            }
            measurement.print(rounds: 3)
        }
    }

    private static func mean(_ sum: Int, _ count: Int) -> Double { Double(100 * sum / count) / 100 }

    /// Options at 15 strikes and up to four expirations, one to five of each; every tenth leg is shares.
    private static func account(_ legCount: Int, _ random: inout SplitMix) throws -> Account {
        var account = Account()
        let expirationCount = min(4, 1 + legCount / 20)
        for _ in 0..<legCount {
            let side: Leg.Side = Bool.random(using: &random) ? .long : .short
            let quantity = Int.random(in: 1...5, using: &random)
            let strike = 50 + 5 * Double(Int.random(in: 0..<15, using: &random))
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<2: account.legs.append(try .stock(side, entryPrice: 80, quantity: 100 * quantity))
            case 2..<11: account.legs.append(try .call(side, strikePrice: strike, premium: 0, quantity: quantity))
            default: account.legs.append(try .put(side, strikePrice: strike, premium: 0, quantity: quantity))
            }
            account.expirations.append(Double(Int.random(in: 1...expirationCount, using: &random)) / 12)
        }
        return account
    }
}

/// The SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014,
/// doi:10.1145/2660193.2660195): the same accounts in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
