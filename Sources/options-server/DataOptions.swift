internal import ArgumentParser
internal import OptionsServer
internal import _OptionsMath

/// The flags for the location of the data, which the server and the commands share.
struct DataOptions: ParsableArguments {
    @Option(help: .init(ServerSetting.dataFolder.help), completion: .directory) var data: String?
    @Option(help: .init(ServerSetting.market.help)) var market: String?

    private static let settings = [ServerSetting.dataFolder, ServerSetting.market]

    /// The values of the flags, `nil` if they are not given.
    var values: [(setting: ServerSetting, value: String?)] {
        Array(zip(Self.settings, [data, market]))
    }

    /// Returns the configuration of a command, which reads only the location of the data: other environment variables
    /// of the server are ignored, and its other flags are rejected.
    ///
    /// - Parameters:
    ///   - command: The name of the command.
    ///   - flags: The given flags of the server.
    /// - Returns: The configuration; an invalid value ends the process with exit status 64.
    static func configuration(of command: String, flags: [String: String]) -> ServerConfiguration {
        let names = Set(settings.map(\.flag))
        if let other = flags.keys.filter({ !names.contains($0) }).min() {
            Process.fail(
                "\(other) is a flag of the server; options-server \(command) takes "
                    + settings.map(\.flag).joined(separator: " and "), status: EX_USAGE)
        }
        var environment = Process.environment
        for setting in ServerSetting.all where !names.contains(setting.flag) { environment[setting.variable] = nil }
        return Process.checkingUsage { () throws(ConfigurationError) in
            try ServerConfiguration(flags: flags, environment: environment)
        }
    }
}
