internal import ArgumentParser
internal import OptionPricing

/// `--exercise`, of the commands that value options.
struct ExerciseOption: ParsableArguments {
    @Option(
        name: .customLong("exercise"),
        help: ArgumentHelp(
            """
            When the holder of an option may exercise it, unless a line or a leg has its own "exercise": european, at the \
            expiration, or american, at any time up to it.
            """, valueName: "style"),
        completion: .list(ExerciseStyle.allCases.map(\.rawValue)), transform: Self.style)
    var style: ExerciseStyle?

    private static func style(_ text: String) throws -> ExerciseStyle {
        guard let style = ExerciseStyle(rawValue: text) else { throw ValidationError("expected european or american") }
        return style
    }
}
