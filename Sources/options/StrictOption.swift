internal import ArgumentParser

/// `--strict`, of the commands that read requests.
struct StrictOption: ParsableArguments {
    @Flag(
        name: .customLong("strict"),
        help: "Refuse requests with unknown members, as \"strict\": true in a request does.")
    var isStrict = false
}
