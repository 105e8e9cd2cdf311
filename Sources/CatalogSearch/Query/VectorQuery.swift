// The meaning of a query, as a vector.

/// The vector of a query, and the limits of what it finds.
public struct VectorQuery: Hashable, Sendable {
    public var vector: QuantizedVector
    /// The name of the records' vectors that it is compared with.
    public var name: String
    /// The model of the vector; `nil` if it is unknown.
    public var model: String?
    /// The least cosine of records to find, up to 1.
    public var floor: Double

    public init(
        _ vector: QuantizedVector, name: String = VectorSpace.defaultName, model: String? = nil,
        floor: Double = Self.defaultFloor
    ) {
        self.vector = vector
        self.name = name
        self.model = model
        self.floor = floor
    }

    /// The floor unless the request or its model says otherwise.
    public static let defaultFloor = 0.3
    /// The most records that meaning finds: of all scopes, and of the chosen scope.
    public static let maximumCount = 1_000

    /// The space of the vectors that it can be compared with.
    var space: VectorSpace { VectorSpace(name: name, model: model, count: vector.numbers.count) }
}
