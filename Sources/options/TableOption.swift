internal import ArgumentParser
internal import StrategyContract

/// `--from`, of the commands that answer many requests.
struct TableOption: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case ndjson, csv
    }

    @Option(help: "The format of the input: ndjson, or csv. (default: csv if the first line names members)")
    var from: Format?
}
