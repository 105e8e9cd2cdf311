// The products of a query's vector with stored vectors.

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

    /// The cosine of the angle between the query's vector and a row.
    ///
    /// - Parameters:
    ///   - row: ``rowSize(_:)`` bytes.
    ///   - squaredLength: that of the row; positive.
    @inline(__always)
    func cosine(_ row: UnsafeRawPointer, squaredLength: Int) -> Double {
        QuantizedVector.cosine(product(row), self.squaredLength, squaredLength)
    }

    @inline(__always)
    private func product(_ row: UnsafeRawPointer) -> Int {
        numbers.withUnsafeBufferPointer { numbers in
            let row = row.assumingMemoryBound(to: Int8.self)
            // The compiler makes vector instructions of this plain loop: twice as fast as SIMD types, whose
            // conversions it does not always inline. A sum of 4,096 products of bytes fits into 32 bits.
            var sum: Int32 = 0
            for index in numbers.indices { sum &+= Int32(numbers[index]) &* Int32(row[index]) }
            return Int(sum)
        }
    }
}
