// Reads the codes of all records of a column: the hot loops of filters and facets.

internal import Support

/// The code of each record in a column without lists: the number of its value plus 1,
/// or 0. Valid as long as the file.
struct ColumnCodes {
    private let bytes: UnsafeRawBufferPointer
    /// The size of a code, in bytes.
    private let width: Int
    private let recordCount: Int
    private let valueCount: Int

    /// - Parameter bytes: a code for each record, aligned to the size of a code.
    init(_ bytes: UnsafeRawBufferPointer, width: Int, recordCount: Int, valueCount: Int) {
        precondition(bytes.count == recordCount * width)
        self.bytes = bytes
        self.width = width
        self.recordCount = recordCount
        self.valueCount = valueCount
    }

    /// The records with one of the values in a range.
    ///
    /// - Throws: `SegmentError.damaged` if a code belongs to no value, `.cancelled`.
    func records(withValues values: Range<Int>) throws(SegmentError) -> RecordSet {
        switch width {
        case 1: try records(of: UInt8.self, values)
        case 2: try records(of: UInt16.self, values)
        default: try records(of: UInt32.self, values)
        }
    }

    /// The records with one of these values.
    ///
    /// - Throws: `SegmentError.damaged` if a code belongs to no value, `.cancelled`.
    func records(withValues values: RecordSet) throws(SegmentError) -> RecordSet {
        switch width {
        case 1: try records(of: UInt8.self, values)
        case 2: try records(of: UInt16.self, values)
        default: try records(of: UInt32.self, values)
        }
    }

    /// The number of records of a set with each value.
    ///
    /// - Throws: `SegmentError.damaged` if a code belongs to no value, `.cancelled`.
    func counts(in set: RecordSet) throws(SegmentError) -> [Int] {
        switch width {
        case 1: try counts(of: UInt8.self, set)
        case 2: try counts(of: UInt16.self, set)
        default: try counts(of: UInt32.self, set)
        }
    }

    @inline(__always)
    private func codes<Code: FixedWidthInteger>(_ type: Code.Type) -> UnsafeBufferPointer<Code> {
        bytes.assumingMemoryBound(to: type)
    }

    @inline(__always)
    private func records<Code: FixedWidthInteger & UnsignedInteger>(
        of type: Code.Type, _ values: Range<Int>
    ) throws(SegmentError) -> RecordSet {
        let codes = codes(type)
        let first = Code(truncatingIfNeeded: values.lowerBound + 1)
        let count = Code(truncatingIfNeeded: values.count)
        var greatest: Code = 0
        var found = RecordSet(universe: recordCount)
        var interruption = Interruption()
        for start in stride(from: 0, to: recordCount, by: 64) {
            try interruption.count()
            var word: UInt64 = 0
            for position in 0..<min(64, recordCount - start) {
                let code = Code(littleEndian: codes[start + position])
                greatest = max(greatest, code)
                word |= (code &- first < count ? 1 : 0) &<< UInt64(truncatingIfNeeded: position)
            }
            found.setWord(start >> 6, word)
        }
        guard Int(greatest) <= valueCount else { throw .damaged }
        return found
    }

    @inline(__always)
    private func records<Code: FixedWidthInteger & UnsignedInteger>(
        of type: Code.Type, _ values: RecordSet
    ) throws(SegmentError) -> RecordSet {
        let codes = codes(type)
        var found = RecordSet(universe: recordCount)
        var interruption = Interruption()
        for start in stride(from: 0, to: recordCount, by: 64) {
            try interruption.count()
            var word: UInt64 = 0
            for position in 0..<min(64, recordCount - start) {
                let code = Int(Code(littleEndian: codes[start + position]))
                guard code <= valueCount else { throw .damaged }
                if code > 0, values.contains(code - 1) { word |= 1 &<< UInt64(truncatingIfNeeded: position) }
            }
            found.setWord(start >> 6, word)
        }
        return found
    }

    @inline(__always)
    private func counts<Code: FixedWidthInteger & UnsignedInteger>(
        of type: Code.Type, _ set: RecordSet
    ) throws(SegmentError) -> [Int] {
        let codes = codes(type)
        // Index 0 counts records without a value.
        var counts = [Int](repeating: 0, count: valueCount + 1)
        var interruption = Interruption()
        try counts.withUnsafeMutableBufferPointer { counts throws(SegmentError) in
            try set.forEach { record throws(SegmentError) in
                try interruption.count()
                let code = Int(Code(littleEndian: codes[record]))
                guard code < counts.count else { throw .damaged }
                counts[code] += 1
            }
        }
        counts.removeFirst()
        return counts
    }
}
