internal import ExactPayoff

/// The search for the least requirement of an account: exhaustive for small accounts; otherwise candidates that are compared
/// with the bound of a certificate, and a solver if none meets it.
struct RequirementSearch {
    private let withCertificate: Bool
    private let isExhaustive: Bool
    private let solver: () -> SolverLibrary?
    private let budget: WorkBudget
    private(set) var solverUse: SolverUse?

    /// Creates a search. If `isExhaustive` is false, small accounts are treated as large ones.
    init(
        withCertificate: Bool, isExhaustive: Bool = true, solver: @escaping () -> SolverLibrary?, budget: WorkBudget
    ) {
        self.isExhaustive = isExhaustive
        self.withCertificate = withCertificate
        self.solver = solver
        self.budget = budget
    }

    /// Returns the least requirement of positions that the account permits.
    mutating func least(_ rules: GroupRules) throws(StrategyError) -> MarginRequirement {
        var (best, proof): (Grouping?, MarginRequirement.Proof?) = (nil, nil)
        if isExhaustive, let search = ExhaustiveSearch(rules), let grouping = try search.search(budget) {
            (best, proof) = (grouping, .exhaustive)
            if !withCertificate { return requirement(grouping, rules, proof, nil) }
        }
        let program = GroupingProgram(rules)
        let relaxation = try Relaxation(program, budget)
        let certificate = CertificateBuilder(program, relaxation.multipliers)
        if proof == nil {
            let candidates = [
                relaxation.solution.flatMap { program.grouping($0) }, GreedyGrouping.bestSaving(rules),
                GreedyGrouping.firstFit(rules),
            ]
            best = Self.least(candidates, rules)
            if let best, rules.requirement(of: best) == certificate.lowerBound {
                proof = .certificate
            } else if let library = solver() {
                guard budget.limits.solverSeconds > 0 else {
                    throw StrategyError("", .withinLimit(.valuations, budget.limits.valuations))
                }
                try budget.check()
                solverUse = .library(library.name)
                let result = library.solve(program, seconds: budget.limits.solverSeconds)
                best = Self.least([best, result.solution.flatMap { program.grouping($0) }], rules)
                if result.isFinished { proof = .solver }
            } else {
                solverUse = .unavailable
            }
        }
        guard let best else { return .notPermitted }
        return requirement(best, rules, proof, certificate)
    }

    private static func least(_ candidates: [Grouping?], _ rules: GroupRules) -> Grouping? {
        candidates.compactMap { $0 }.map { candidate in
            var candidate = candidate
            candidate.merge(by: rules)
            return candidate
        }.min { rules.requirement(of: $0) < rules.requirement(of: $1) }
    }

    private func requirement(
        _ grouping: Grouping, _ rules: GroupRules, _ proof: MarginRequirement.Proof?, _ certificate: CertificateBuilder?
    ) -> MarginRequirement {
        var grouping = grouping
        grouping.merge(by: rules)
        let places = rules.holdings.scale
        let total = rules.requirement(of: grouping)
        let bound = proof == nil ? certificate?.lowerBound ?? total : total
        return MarginRequirement(
            exactRequirement: ExactMoney(units: total, places: places),
            exactLowerBound: ExactMoney(units: bound, places: places), isOptimal: proof != nil,
            groups: ExplainedGroups(rules).groups(of: grouping), proof: proof,
            certificate: withCertificate ? certificate?.certificate : nil)
    }
}

/// The relaxation of a program to fractions of contracts.
struct Relaxation {
    /// In money.
    let multipliers: [Double]
    /// `nil` if the method did not finish.
    let solution: [Double]?

    init(_ program: GroupingProgram, _ budget: WorkBudget) throws(StrategyError) {
        let scale = program.columns.reduce(Int128(1)) { max($0, Int128($1.cost.magnitude)) }
        let unit = Double(program.rules.holdings.unit)
        // Each contract is used once, so additions to its costs change every solution alike, and its multiplier.
        let additions = program.additions
        var simplex = DualSimplex(LinearProgram(program, costUnit: scale, additions))
        let rows = program.rows.count
        // Sixty-four steps take up to 70 ns for each row and row.
        let status = try simplex.solve(maximumSteps: 20 * (rows + program.columns.count)) { () throws(StrategyError) in
            try budget.spend(4 * rows * rows)
        }
        let factor = Double(scale) / unit
        multipliers = simplex.multipliers.enumerated().map { row, multiplier in
            multiplier * factor - (row < additions.count ? Double(additions[row]) / unit : 0)
        }
        solution = status == .optimal ? simplex.solution : nil
    }
}

extension LinearProgram {
    /// The relaxation of a program, with costs as multiples of a unit, and additions for each contract of an option. The limits
    /// of its columns follow from its rows.
    init(_ program: GroupingProgram, costUnit: Int128, _ additions: [Int128]) {
        self.init(
            columns: program.columns.map { column in
                // The row of an option has its index.
                let added = column.entries.reduce(Int128(0)) { $1.row < additions.count ? $0 + additions[$1.row] : $0 }
                return Column(
                    cost: Double(column.cost + added) / Double(costUnit),
                    entries: column.entries.map { ($0.row, Double($0.coefficient)) })
            },
            rows: program.rows.map { Row(isEquality: $0.isEquality, bound: Double($0.bound)) })
    }
}

extension GroupingProgram {
    /// The additions to the costs of each option by which no cost is negative. Shares with options may save more than the options
    /// cost.
    fileprivate var additions: [Int128] {
        var additions = [Int128](repeating: 0, count: rules.holdings.options.count)
        for column in columns where column.cost < 0 {
            for entry in column.entries where entry.row < additions.count {
                additions[entry.row] = max(additions[entry.row], -column.cost)
            }
        }
        return additions
    }
}
