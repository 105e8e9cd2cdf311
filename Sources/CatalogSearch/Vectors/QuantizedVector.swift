// The vector of a record or a query, in numbers of eight bits.

/// A vector whose numbers are multiples of one scale.
///
/// Vectors are compared by the cosine of their angle, in which lengths and scales cancel. So the score of two
/// vectors is computed from whole numbers, and is the same on every machine.
public struct QuantizedVector: Hashable, Sendable {
    /// Why numbers are no vector that can be compared.
    public enum Problem: Error, Hashable, Sendable {
        /// There are no numbers, or more than ``QuantizedVector/maximumCount``.
        case count(Int)
        /// A number is not finite, by its index.
        case notFinite(Int)
        /// All numbers are 0, so that there is no direction.
        case zero
    }

    /// The multiples of ``scale``, from -127 to 127. At least one is -127 or 127.
    public let numbers: [Int8]
    /// The size of one step; positive and finite.
    public let scale: Float
    /// The sum of the squares of ``numbers``; at least 16,129.
    let squaredLength: Int

    /// The most numbers of a vector.
    public static let maximumCount = 4_096
    /// The greatest multiple.
    static let greatest = 127

    /// Rounds numbers to the nearest multiples of a 127th of the greatest of them.
    ///
    /// - Throws: `Problem`.
    public init(_ values: some Collection<Double>) throws(Problem) {
        guard 1...Self.maximumCount ~= values.count else { throw .count(values.count) }
        var greatest = 0.0
        for (index, value) in values.enumerated() {
            guard value.isFinite else { throw .notFinite(index) }
            greatest = max(greatest, abs(value))
        }
        guard greatest > 0 else { throw .zero }
        // Divided first: the step of the greatest numbers would round to infinity, and
        // that of the least ones to zero.
        numbers = values.map { Int8(($0 / greatest * Double(Self.greatest)).rounded()) }
        let step = Float(greatest / Double(Self.greatest))
        scale = step.isFinite ? max(step, .leastNonzeroMagnitude) : .greatestFiniteMagnitude
        squaredLength = Self.squaredLength(of: numbers)
    }

    /// A vector that was quantized before.
    ///
    /// - Returns: `nil` unless the numbers and the scale are as this type promises.
    init?(numbers: [Int8], scale: Float) {
        guard 1...Self.maximumCount ~= numbers.count, scale.isFinite, scale > 0,
            numbers.contains(where: { abs(Int($0)) == Self.greatest }), !numbers.contains(.min)
        else { return nil }
        self.numbers = numbers
        self.scale = scale
        squaredLength = Self.squaredLength(of: numbers)
    }

    private static func squaredLength(of numbers: [Int8]) -> Int {
        numbers.reduce(0) { $0 + Int($1) * Int($1) }
    }

    /// The numbers times the scale: what the vector was made of, except for what rounding lost.
    public var values: [Float] { numbers.map { Float($0) * scale } }

    /// The cosine of the angle between this vector and another one of as many numbers, from -1 to 1.
    public func similarity(to other: QuantizedVector) -> Double {
        precondition(numbers.count == other.numbers.count, "vectors of different lengths")
        var product: Int32 = 0
        for (own, its) in zip(numbers, other.numbers) { product &+= Int32(own) * Int32(its) }
        return Self.cosine(Int(product), squaredLength, other.squaredLength)
    }

    /// The cosine of the angle between two vectors.
    ///
    /// - Parameters:
    ///   - product: the sum of the products of their numbers.
    ///   - first: the squared length of one; positive.
    ///   - second: that of the other; positive.
    @inline(__always)
    static func cosine(_ product: Int, _ first: Int, _ second: Int) -> Double {
        // Each operation is rounded as IEEE 754 prescribes, so all machines agree.
        Double(product) / (Double(first).squareRoot() * Double(second).squareRoot())
    }
}
