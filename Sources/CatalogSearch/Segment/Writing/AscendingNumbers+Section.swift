// Writes ascending numbers in as few bytes as their distances allow.

extension AscendingNumbers {
    /// A section with ascending numbers, in the smallest form that can have them.
    static func section(
        _ kind: IndexLayout.Section, locale: Int, field: Int = 0, _ numbers: UnsafeBufferPointer<UInt32>
    ) -> FinishedSection {
        func blocks<Distance: FixedWidthInteger>(_: Distance.Type) -> FinishedSection {
            let width = MemoryLayout<Distance>.size
            var bytes = GrowingBuffer<UInt8>(capacity: blockSize(numbers.count, width: width))
            for index in numbers.indices {
                let first = numbers[index - index % blockLength]
                if index % blockLength == 0 { bytes.append(number: first) }
                withUnsafeBytes(of: Distance(numbers[index] - first).littleEndian) { bytes.append($0) }
            }
            return FinishedSection(kind, locale: locale, field: field, bytes)
        }
        switch greatestDistance(numbers) {
        case ...UInt32(UInt8.max): return blocks(UInt8.self)
        case ...UInt32(UInt16.max): return blocks(UInt16.self)
        default:
            var plain = GrowingBuffer<UInt32>(capacity: numbers.count)
            if let base = numbers.baseAddress { plain.append(base, count: numbers.count) }
            return FinishedSection(kind, locale: locale, field: field, plain)
        }
    }

    /// The greatest distance of a number to the first of its block. A few numbers are left plain.
    private static func greatestDistance(_ numbers: UnsafeBufferPointer<UInt32>) -> UInt32 {
        guard numbers.count > blockLength else { return .max }
        var greatest: UInt32 = 0
        for first in stride(from: 0, to: numbers.count, by: blockLength) {
            let last = min(first + blockLength, numbers.count) - 1
            greatest = max(greatest, numbers[last] - numbers[first])
        }
        return greatest
    }
}
