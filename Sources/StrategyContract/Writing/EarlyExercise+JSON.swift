internal import OptionPricing
internal import StrategyRequests

extension JSONWriter {
    /// Writes the early exercise of each leg.
    mutating func append(_ legs: [EarlyExercise?]) {
        append("{")
        member("legs", depth: 2)
        append(lines: legs, depth: 2) { writer, leg in
            guard let leg else { return writer.append("null") }
            writer.append("{")
            writer.appendMembers(of: leg)
            writer.append("}")
        }
        line(depth: 1)
        append("}")
    }

    /// Writes a dividend.
    mutating func append(_ dividend: DiscreteDividend) {
        append("{")
        appendExDate(of: dividend)
        switch dividend.payment {
        case .amount(let amount): append(#","amount":"#, finite: amount)
        case .proportion(let proportion): append(#","proportion":"#, finite: proportion)
        }
        append("}")
    }

    private mutating func appendExDate(of dividend: DiscreteDividend) {
        append(#""exDate":"#)
        if let date = dividend.exDate { append(quoted: date.description) } else { append("null") }
        append(#","timeToExDate":"#, finite: dividend.timeToExDate)
    }

    /// Writes the members of an early exercise without braces.
    mutating func appendMembers(of exercise: EarlyExercise) {
        append(#""earlyExercisePremium":"#, finite: exercise.premium)
        append(exercise.isOptimalNow ? #","exercised":true"# : #","exercised":false"#)
        append(#","exerciseBoundary":"#, finite: exercise.boundary ?? .nan)
        append(#","secondExerciseBoundary":"#, finite: exercise.secondBoundary ?? .nan)
        if exercise.exDateBoundaries.isEmpty { return }
        append(#","exDateBoundaries":"#)
        append(inline: exercise.exDateBoundaries) { writer, boundary in
            writer.append("{")
            writer.appendExDate(of: boundary.dividend)
            writer.append(#","stockPrice":"#, finite: boundary.price ?? .nan)
            writer.append("}")
        }
    }
}
