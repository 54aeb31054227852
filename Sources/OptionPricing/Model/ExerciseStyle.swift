/// When the holder of an option may exercise it. Raw values are those of the JSON.
public enum ExerciseStyle: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// At the expiration only.
    case european
    /// At any time up to the expiration.
    case american
}
