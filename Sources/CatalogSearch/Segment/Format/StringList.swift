// Strings of a file that may be damaged, by their numbers.

/// Concatenated strings after their offsets.
struct StringList: Sendable {
    private let offsets: CheckedBytes
    private let bytes: CheckedBytes
    let count: Int

    /// The list at the beginning of a part of the file; `nil` if the part is missing.
    ///
    /// - Returns: also the size of the list in bytes.
    static func read(_ part: CheckedBytes?) throws(SegmentError) -> (list: StringList, size: Int)? {
        guard let part else { return nil }
        guard part.count >= 8 else { throw .damaged }
        let count = Int(try part.number(0, as: UInt32.self))
        let header = 4 * (count + 2)
        guard header <= part.count else { throw .damaged }
        let offsets = try part.slice(4..<header)
        let size = Int(try offsets.number(count, as: UInt32.self))
        guard header + size <= part.count else { throw .damaged }
        let bytes = try part.slice(header..<header + size)
        return (StringList(offsets: offsets, bytes: bytes, count: count), header + size)
    }

    private init(offsets: CheckedBytes, bytes: CheckedBytes, count: Int) {
        self.offsets = offsets
        self.bytes = bytes
        self.count = count
    }

    subscript(index: Int) -> UnsafeRawBufferPointer {
        get throws(SegmentError) {
            guard index < count else { throw .damaged }
            return try bytes.bytes(from: offsets.number(index), to: offsets.number(index + 1))
        }
    }

    func string(_ index: Int) throws(SegmentError) -> String {
        String(decoding: try self[index], as: UTF8.self)
    }

    func strings() throws(SegmentError) -> [String] {
        var strings: [String] = []
        strings.reserveCapacity(count)
        for index in 0..<count { strings.append(try string(index)) }
        return strings
    }
}
