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

    /// Writes the members of an early exercise without braces.
    mutating func appendMembers(of exercise: EarlyExercise) {
        append(#""earlyExercisePremium":"#, finite: exercise.premium)
        append(exercise.isOptimalNow ? #","exercised":true"# : #","exercised":false"#)
        append(#","exerciseBoundary":"#, finite: exercise.boundary ?? .nan)
        append(#","secondExerciseBoundary":"#, finite: exercise.secondBoundary ?? .nan)
    }
}
