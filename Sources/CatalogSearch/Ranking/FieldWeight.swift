// How much the matches in a field count.

/// The weight of a field, and whether its texts say what a thing is.
struct FieldWeight: Hashable, Sendable {
    /// See ``Score/weights``.
    let value: Int
    /// Whether its texts are heads of others, see ``TextHead``, or values of an attribute that says so.
    let isKind: Bool

    init(_ value: Int, isKind: Bool = false) {
        self.value = value
        self.isKind = isKind
    }
}
