/// What one request may hold at most. The numbers of legs, contracts and shares are those of ``Leg`` and
/// ``PayoffProfile``.
public enum RequestLimits {
    /// Bytes of one request: 16 MiB.
    public static let requestBytes = 16 << 20
    /// How many elements a list of dates, shifts or levels has.
    public static let listRange = 1...1000
    /// How many scenarios one request asks for.
    public static let scenarios = 1_000_000
    /// How many scenarios the positions of a book have together.
    public static let scenarioProfits = 10_000_000
    /// How many values the contracts of a book have in its scenarios: what is kept in memory.
    public static let contractValues = 50_000_000
    /// How deep arrays and objects may be nested; the request itself is level 1.
    public static let nestingDepth = 512
    /// How many positions a book may have.
    public static let positionRange = 1...10_000
}
