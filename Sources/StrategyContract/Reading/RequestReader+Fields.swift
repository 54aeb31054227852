internal import CSimdjson
internal import OptionPricing
internal import StrategyAnalytics

extension RequestDecoder {
    /// The values of the text that was read; what is wrong with them is reported to the reader.
    mutating func request() throws(ContractError) -> (
        currentPrice: Double, legs: [Leg], extensions: RequestExtensions?
    ) {
        let fields = try reader.request()
        var extensions = RequestExtensions()
        let isExtended = read(&extensions, fields)
        let currentPrice = currentPrice(fields)
        let (legs, terms) = legs(fields, valuation: extensions.valuation)
        if terms.contains(where: { $0 != LegTerms() }) { extensions.legTerms = terms }
        return (currentPrice ?? .nan, legs, isExtended || !extensions.legTerms.isEmpty ? extensions : nil)
    }

    mutating func currentPrice(_ fields: ObjectFields) -> Double? {
        reader.number(.currentPrice, fields) { value throws(StrategyError) in
            try StrategyError.requirePositive(.currentPrice, value)
        }
    }

    /// The legs of a request or of a position.
    mutating func legs(_ container: ObjectFields, valuation: Timestamp?) -> ([Leg], [LegTerms]) {
        guard let array = reader.value(.legs, of: JSON_ARRAY, "an array", container) else { return ([], []) }
        let count = Int(reader.json[array].count)
        reader.check(array, container) { () throws(StrategyError) in
            try StrategyError.require(.legs, count, in: PayoffProfile.legCountRange)
        }
        var legs: [Leg] = []
        var terms: [LegTerms] = []
        var number = 0
        var index = array + 1
        while index < Int(reader.json[array].next) {
            if let fields = reader.object(index, at: container.path.leg(number)) {
                let own = self.terms(fields, valuation: valuation)
                if let leg = leg(fields, at: index) {
                    legs.append(leg)
                    // Shares do not expire and have no volatility.
                    terms.append(leg.instrument == .stock ? LegTerms() : own)
                }
            }
            number += 1
            index = Int(reader.json[index].next)
        }
        return (legs, terms)
    }

    mutating func leg(_ fields: ObjectFields, at index: Int) -> Leg? {
        let type = reader.choice(.type, of: [.call, .put, .stock], fields)
        let position = reader.choice(.position, of: [.long, .short], fields)
        let strikePrice = strikePrice(of: type, fields)
        let premium = reader.number(.premium, fields) { value throws(StrategyError) in
            try StrategyError.requireNonNegative(.premium, value)
        }
        let quantity = reader.integer(.quantity, .quantity, Leg.quantityRange, fields)
        let shares =
            fields[.sharesPerContract] == nil
            ? Leg.defaultShares(of: type)
            : reader.integer(.sharesPerContract, .sharesPerContract, Leg.sharesPerContractRange, fields)

        guard let type, let position, strikePrice != nil || type == .stock, let premium, let quantity, let shares
        else { return nil }
        do throws(StrategyError) {
            return try Leg(
                Leg.instrument(type, strikePrice: strikePrice), position == .long ? .long : .short,
                premium: premium, quantity: quantity, sharesPerContract: shares)
        } catch {
            reader.report(index) { _ in error.refusal(in: fields.path.text, written: nil) }
            return nil
        }
    }

    private mutating func strikePrice(of type: Name?, _ fields: ObjectFields) -> Double? {
        switch (type, fields[.strikePrice]) {
        case (.stock, let index?):
            reader.report(index) { .strikePriceOfStock(fields.path.member(.strikePrice), got: $0) }
            return nil
        case (.stock, nil), (nil, nil):
            // Without a type it is not known whether one is missing.
            return nil
        default:
            return reader.number(.strikePrice, fields) { value throws(StrategyError) in
                try StrategyError.requirePositive(.strikePrice, value)
            }
        }
    }
}
