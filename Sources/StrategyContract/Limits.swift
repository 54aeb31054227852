/// What one request may hold at most. The numbers of legs, contracts and shares are those of `StrategyAnalytics`.
public enum Limits {
    /// Bytes of one request: 16 MiB.
    public static let requestBytes = 16 << 20
    /// How deep arrays and objects may be nested; the request itself is level 1.
    public static let nestingDepth = 512
}
