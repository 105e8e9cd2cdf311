// Which vectors can be compared.

/// Vectors that can be compared with each other: those of one name, made by one model.
public struct VectorSpace: Hashable, Sendable {
    /// The name by which records and requests call the vectors.
    public var name: String
    /// The model that made them; `nil` where it is not known.
    public var model: String?
    /// How many numbers each vector has.
    public var count: Int

    public init(name: String = Self.defaultName, model: String? = nil, count: Int) {
        self.name = name
        self.model = model
        self.count = count
    }

    /// The name of vectors whose record or request gives none.
    public static let defaultName = "default"

    /// Whether vectors of this space can be compared with those of another: an unknown model may be any.
    package func isComparable(to other: VectorSpace) -> Bool {
        name == other.name && count == other.count
            && (model == nil || other.model == nil || model == other.model)
    }
}
