internal import MarketData

/// The invented shares, whose names end with "(simulated)".
enum InventedInstruments {
    /// The number of invented shares.
    static let count = 10_000
    /// The number of invented shares with options: the first ones.
    static let optionableCount = 40

    /// The instruments, in the order in which they were invented.
    static let instruments: [Instrument] = {
        var taken = Set(ShippedParameters.instruments.map(\.key))
        var names: Set<String> = []
        var instruments: [Instrument] = []
        instruments.reserveCapacity(count)
        let random = HashedRandom(symbol: "invented shares")
        var attempt = 0
        while instruments.count < count {
            attempt += 1
            let word = inventedWord(random, attempt)
            guard let symbol = freeSymbol(of: word, taken) else { continue }
            let instrument = instrument(symbol, word, hasOptions: instruments.count < optionableCount)
            guard names.insert(instrument.name).inserted else { continue }
            taken.insert(symbol)
            instruments.append(instrument)
        }
        return instruments
    }()

    private static func instrument(_ symbol: String, _ word: String, hasOptions: Bool) -> Instrument {
        let random = HashedRandom(symbol: symbol)
        let isFund = !hasOptions && random.uniform(.name, 0) < 0.12
        let exchanges = isFund ? ["ARCX", "XNAS", "BATS"] : ["XNAS", "XNAS", "XNYS"]
        let name: String
        if isFund {
            name = "\(word) \(choice(themes, random, 1)) ETF (simulated)"
        } else {
            name = "\(word) \(choice(businesses, random, 1)) \(choice(forms, random, 2)) (simulated)"
        }
        let volatility =
            isFund ? random.uniform(.parameter, 1, in: 0.12...0.35) : random.uniform(.parameter, 1, in: 0.2...0.75)
        let paysDividends = random.uniform(.parameter, 4) < 0.45
        return Instrument(
            key: symbol, name: name, exchange: choice(exchanges, random, 3), kind: isFund ? .etf : .stock,
            price: (PortableMath.exp(random.uniform(.parameter, 2, in: 2.3...5.8)) * 100).rounded() / 100,
            volatility: volatility,
            marketBeta: min(random.uniform(.parameter, 3, in: 0.4...1.8), 0.8 * volatility / StockMarket.volatility),
            dividendYield: paysDividends ? (random.uniform(.parameter, 5, in: 0.4...5) * 10).rounded() / 1000 : 0,
            volume: PortableMath.exp(random.uniform(.parameter, 6, in: 11...15.5)).rounded(), hasOptions: hasOptions)
    }

    /// A word of two or three syllables.
    private static func inventedWord(_ random: HashedRandom, _ attempt: Int) -> String {
        let bits = random.bits(.name, attempt)
        func part(_ list: [String], _ shift: UInt64) -> String { list[Int((bits >> shift) & 0xFFFF) % list.count] }
        let middle = (bits >> 60).isMultiple(of: 3) ? part(middles, 32) : ""
        return part(beginnings, 0) + middle + part(endings, 16)
    }

    /// The first free symbol of four letters of a word that begins with its first letter; `nil` if there is none.
    private static func freeSymbol(of word: String, _ taken: Set<String>) -> String? {
        let letters = Array(word.uppercased().utf8)
        for second in 1..<letters.count {
            for third in (second + 1)..<max(letters.count, second + 1) {
                for fourth in (third + 1)..<max(letters.count, third + 1) {
                    let symbol = String(
                        decoding: [letters[0], letters[second], letters[third], letters[fourth]], as: UTF8.self)
                    if !taken.contains(symbol) { return symbol }
                }
            }
        }
        return nil
    }

    private static func choice(_ list: [String], _ random: HashedRandom, _ index: Int) -> String {
        list[Int(random.bits(.name, index) % UInt64(list.count))]
    }

    private static let beginnings = [
        "Zar", "Quo", "Bel", "Tru", "Vex", "Nor", "Ly", "Mira", "Ost", "Pre", "Kel", "Dra", "Fen", "Gal", "Hul", "Ix",
        "Jor",
        "Cy", "Ar", "Ere", "Sol", "Umb", "Wyn", "Xan", "Yel", "Thal", "Ran", "Obe", "Plin", "Cor",
    ]
    private static let middles = ["a", "i", "o", "ve", "lu", "ri", "no", "ta", "de", "mo"]
    private static let endings = [
        "vex", "dine", "tris", "lumo", "gard", "nix", "phor", "stell", "mond", "quin", "rune", "sker", "thene", "volt",
        "wick", "xor", "yard", "zeph", "bira", "cade", "dax", "fyne", "glint", "hollow", "jax", "kova", "lith", "mere",
    ]
    private static let businesses = [
        "Robotics", "Therapeutics", "Semiconductors", "Energy", "Foods", "Logistics", "Software", "Materials",
        "Bancorp",
        "Biosciences", "Networks", "Mining", "Aerospace", "Apparel", "Insurance", "Instruments", "Water", "Media",
        "Motors", "Properties", "Shipping", "Diagnostics", "Games", "Optics", "Chemicals",
    ]
    private static let forms = ["Inc.", "Corp.", "Holdings Inc.", "Group Inc.", "Co.", "Ltd."]
    private static let themes = [
        "Large Cap", "Small Cap Value", "Robotics", "Clean Energy", "Dividend Growth", "Treasury Ladder", "Momentum",
        "Emerging Markets", "Health Care", "Infrastructure", "Low Volatility", "Agriculture",
    ]
}
