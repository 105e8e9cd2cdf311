// The products of a query's vector with stored vectors.

internal import CVectors

/// A query's vector, prepared for products with rows of bytes.
struct VectorProduct {
    /// Rows are filled up with zeros to a multiple of so many numbers.
    static let width = 16

    /// The number of bytes of a row for vectors with a number of numbers.
    static func rowSize(_ count: Int) -> Int { (count + width - 1) / width * width }

    /// As many as a row has bytes.
    private let numbers: [Int16]
    private let squaredLength: Int

    init(_ vector: QuantizedVector) {
        var numbers = vector.numbers.map { Int16($0) }
        numbers += [Int16](repeating: 0, count: Self.rowSize(numbers.count) - numbers.count)
        self.numbers = numbers
        squaredLength = vector.squaredLength
    }

    /// The cosine of the angle between the query's vector and a row; `nil` if it is less than a bar.
    ///
    /// - Parameters:
    ///   - row: ``rowSize(_:)`` bytes.
    ///   - squaredLength: that of the row; positive.
    ///   - bar: cosines slightly below it may be returned, too.
    @inline(__always)
    func cosine(_ row: UnsafeRawPointer, squaredLength: Int, atLeast bar: Double) -> Double? {
        let product = product(row)
        if bar > 0 {
            // Compared by squares, which takes no roots: most rows are far away. Rounding loses less than
            // this slack.
            let least = bar * bar * (1 - 1e-9) * Double(self.squaredLength) * Double(squaredLength)
            guard product > 0, Double(product) * Double(product) >= least else { return nil }
        }
        return QuantizedVector.cosine(product, self.squaredLength, squaredLength)
    }

    @inline(__always)
    private func product(_ row: UnsafeRawPointer) -> Int {
        numbers.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return 0 }
            return Int(cvectors_product(first, row.assumingMemoryBound(to: Int8.self), numbers.count))
        }
    }
}
