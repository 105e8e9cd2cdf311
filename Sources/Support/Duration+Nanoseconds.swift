// Durations as whole numbers.

extension Duration {
    /// The duration in whole nanoseconds, rounded toward zero.
    public var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
