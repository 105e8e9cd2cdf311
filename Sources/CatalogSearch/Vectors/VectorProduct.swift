// The products of a query's vector with stored vectors.

/// A query's vector, prepared for products with rows of bytes.
struct VectorProduct {
    /// The numbers of a row that are multiplied at once. Rows are filled up with zeros to a multiple of it.
    static let width = 16

    /// The number of bytes of a row for vectors with a number of numbers.
    static func rowSize(_ count: Int) -> Int { (count + width - 1) / width * width }

    private let chunks: [SIMD16<Int16>]
    private let squaredLength: Int

    init(_ vector: QuantizedVector) {
        let numbers = vector.numbers
        chunks = stride(from: 0, to: numbers.count, by: Self.width).map { start in
            var chunk = SIMD16<Int16>()
            for (lane, number) in numbers[start...].prefix(Self.width).enumerated() {
                chunk[lane] = Int16(number)
            }
            return chunk
        }
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
        chunks.withUnsafeBufferPointer { chunks in
            var sums = SIMD16<Int32>()
            for index in chunks.indices {
                let bytes = row.loadUnaligned(fromByteOffset: index * Self.width, as: SIMD16<Int8>.self)
                // A product of two bytes fits into 16 bits, even one of a damaged row.
                let products = chunks[index] &* SIMD16<Int16>(truncatingIfNeeded: bytes)
                sums &+= SIMD16<Int32>(truncatingIfNeeded: products)
            }
            return Int(sums.wrappedSum())
        }
    }
}
