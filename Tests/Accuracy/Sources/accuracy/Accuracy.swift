import Foundation

/// `accuracy [--points N] [region…]`: measures the engines against the exact values, and prints tables.
///
/// A region is selected by a prefix of its name; without arguments all regions are measured. The region `calendars` measures
/// one strategy for every ten points. The exit status is 1 if an error exceeds its bound.
@main
enum Accuracy {
    static func main() async {
        var points: Int?
        var prefixes: [String] = []
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--points":
                guard let text = arguments.popFirst(), let count = Int(text), count > 0 else { usage() }
                points = count
            case _ where (Region.all.map(\.name) + [calendars]).contains { $0.hasPrefix(argument) }:
                prefixes.append(argument)
            default:
                usage()
            }
        }

        var isWithinBounds = true
        for region in Region.all where prefixes.isEmpty || prefixes.contains(where: region.name.hasPrefix) {
            let measurement = await Measurement.run(region, points: points ?? region.points)
            isWithinBounds = isWithinBounds && measurement.isWithinBounds
            print(measurement.markdown(region))
        }
        if prefixes.isEmpty || prefixes.contains(where: calendars.hasPrefix) {
            let check = await CalendarCheck.run(strategies: points.map { max($0 / 10, 1) } ?? strategies)
            isWithinBounds = isWithinBounds && check.failures.isEmpty
            print(check.markdown)
        }
        exit(isWithinBounds ? 0 : 1)
    }

    private static let calendars = "calendars"
    private static let strategies = 10_000

    private static func usage() -> Never {
        let regions = Region.all.map { "  \($0.name): \($0.summary), \($0.points) points" }
        let calendars = "  \(calendars): strategies at their first expiration, \(strategies) strategies"
        let text = (["usage: accuracy [--points N] [region…]"] + regions + [calendars]).joined(separator: "\n") + "\n"
        FileHandle.standardError.write(Data(text.utf8))
        exit(2)
    }
}
