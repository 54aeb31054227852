internal import ExactPayoff
package import OptionPricing

/// The members of a row of `dividends`.
package struct DividendMembers: RequestObject {
    package var exDate: CalendarDate?
    package var timeToExDate, amount, proportion: Double?

    /// Creates an empty row, to be read.
    package init() {}

    init(_ dividend: RequestDividend) {
        switch dividend.exDate {
        case .date(let date): exDate = date
        case .years(let years): timeToExDate = years
        }
        switch dividend.payment {
        case .amount(let amount): self.amount = amount
        case .proportion(let proportion): self.proportion = proportion
        }
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        let hasDate = visitor.text("exDate", &exDate)
        let hasYears = visitor.number(
            "timeToExDate", .finite, &timeToExDate, hasDate ? .notGivenInRowWith("exDate") : .optional)
        if !hasDate, !hasYears { visitor.reportAbsent("exDate") }
        let hasAmount = visitor.number("amount", .nonNegative, &amount)
        let hasProportion = visitor.number(
            "proportion", .fromZeroToOne, &proportion, hasAmount ? .notGivenInRowWith("amount") : .optional)
        if !hasAmount, !hasProportion { visitor.reportAbsent("amount") }
    }
}

extension RequestDividend {
    /// Creates a dividend from a row; `nil` if a required member is absent.
    init?(_ members: DividendMembers) {
        if let date = members.exDate {
            exDate = .date(date)
        } else if let years = members.timeToExDate {
            exDate = .years(years)
        } else {
            return nil
        }
        if let amount = members.amount {
            payment = .amount(amount)
        } else if let proportion = members.proportion {
            payment = .proportion(proportion)
        } else {
            return nil
        }
    }
}

extension MemberVisitor where Self: ~Copyable {
    /// The rows of `dividends`; returns whether the list is given, perhaps without a row.
    @discardableResult
    mutating func dividends(_ dividends: inout [RequestDividend]) -> Bool {
        // Few requests have any.
        if skipIfAbsent("dividends") { return false }
        var rows = dividends.map { DividendMembers($0) }
        let isGiven = objects(
            "dividends", count: RequestLimits.dividendRange, .rows, setCount: rows.count, .optional
        ) { rows.visitElement($1, defaults: DividendMembers(), &$0) }
        if isGiven { dividends = rows.compactMap { RequestDividend($0) } }
        return isGiven
    }
}
