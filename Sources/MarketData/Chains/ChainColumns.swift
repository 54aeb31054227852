/// The contracts of a chain as columns, ascending by strike, calls before puts, one for each strike and kind.
struct ChainColumns {
    /// The positions in the quotes of the snapshot.
    private(set) var quotes: [Int] = []
    private(set) var kinds: [OptionKind] = []
    private(set) var strikes: [Double] = []
    /// Bids and asks; 0 if missing or not positive.
    private(set) var bids: [Double] = []
    private(set) var asks: [Double] = []
    /// Whether the price of the contract determines a volatility of the underlying.
    private(set) var isUsable: [Bool] = []

    var count: Int { quotes.count }

    init(_ snapshot: ChainSnapshot) {
        let all = snapshot.quotes
        var order = Array(all.indices)
        let strikes = all.map { $0.contract.strike.doubleValue }
        func precedes(_ left: Int, _ right: Int) -> Bool {
            if strikes[left] != strikes[right] { return strikes[left] < strikes[right] }
            let (leftKind, rightKind) = (all[left].contract.kind, all[right].contract.kind)
            if leftKind != rightKind { return leftKind == .call }
            let (isLeft, isRight) = (all[left].contract.isStandard, all[right].contract.isStandard)
            return isLeft == isRight ? left < right : isLeft
        }
        if !zip(order, order.dropFirst()).allSatisfy(precedes) { order.sort(by: precedes) }
        // Contracts with other deliverables are used only if the chain has no standard contract.
        let hasStandard = all.contains { $0.contract.isStandard }
        reserve(order.count)
        for index in order {
            let (strike, kind) = (strikes[index], all[index].contract.kind)
            // Of several contracts with one strike and kind, the first in this order is used.
            if let last = self.strikes.last, last == strike, kinds[kinds.count - 1] == kind { continue }
            quotes.append(index)
            kinds.append(kind)
            self.strikes.append(strike)
            bids.append(max(all[index].bid?.doubleValue ?? 0, 0))
            asks.append(max(all[index].ask?.doubleValue ?? 0, 0))
            isUsable.append(!hasStandard || all[index].contract.isStandard)
        }
    }

    /// The contracts of one strike.
    func contracts(at strike: Double) -> ChainColumns {
        let first = strikes.firstIndex(of: strike) ?? count
        let places = first..<first + strikes[first...].prefix { $0 == strike }.count
        var columns = self
        columns.quotes = Array(quotes[places])
        columns.kinds = Array(kinds[places])
        columns.strikes = Array(strikes[places])
        columns.bids = Array(bids[places])
        columns.asks = Array(asks[places])
        columns.isUsable = Array(isUsable[places])
        return columns
    }

    private mutating func reserve(_ count: Int) {
        quotes.reserveCapacity(count)
        kinds.reserveCapacity(count)
        strikes.reserveCapacity(count)
        bids.reserveCapacity(count)
        asks.reserveCapacity(count)
        isUsable.reserveCapacity(count)
    }

    /// Whether a contract has a bid, and an ask that is not below the bid.
    func isSound(_ index: Int) -> Bool {
        isUsable[index] && strikes[index] > 0 && bids[index] > 0 && asks[index] >= bids[index]
    }

    func mid(_ index: Int) -> Double { bids[index] + (asks[index] - bids[index]) / 2 }

    func isOutOfTheMoney(_ index: Int, _ forward: Double) -> Bool {
        (strikes[index] >= forward) == (kinds[index] == .call)
    }

    /// Returns the contract out of the money at the strike of a contract; `nil` if there is none.
    func outOfTheMoney(_ index: Int, _ forward: Double) -> Int? {
        if isOutOfTheMoney(index, forward) { return index }
        let other = kinds[index] == .call ? index + 1 : index - 1
        guard quotes.indices.contains(other), strikes[other] == strikes[index], kinds[other] != kinds[index] else {
            return nil
        }
        return other
    }

    /// The strikes with a sound call and a sound put.
    func pairs() -> ParityPairs {
        var pairs = ParityPairs()
        for index in 0..<count where kinds[index] == .call && isSound(index) {
            let next = index + 1
            guard next < count, strikes[next] == strikes[index], isSound(next) else { continue }
            pairs.append(strike: strikes[index], call: mid(index), put: mid(next))
        }
        return pairs
    }
}
