/// How many samples a test takes.
public enum SampleCount {
    /// All of them in an optimised build, such as that of `make engine-asan`; a fifth in a debug build, which is ten times slower.
    public static func all(_ count: Int) -> Int {
        #if DEBUG
            count / 5
        #else
            count
        #endif
    }
}
