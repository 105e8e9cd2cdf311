// Texts from outside whose comparison takes no more time than their length.

extension String {
    /// The most combining marks in a row, which no language comes near.
    public static let combiningMarkLimit = 30

    /// The text in Stream-Safe Text Format (Unicode Standard Annex #15): a combining grapheme joiner, which
    /// is neither seen nor compared, is behind each 30th combining mark in a row. Almost all texts have it
    /// already.
    ///
    /// Swift compares strings by canonical equivalence, and sorts marks for that: without it the time grows
    /// with the square of the number of marks.
    public var streamSafe: String {
        var text = self
        guard text.withUTF8({ $0.mayHaveManyMarks }), hasManyMarks else { return self }
        var safe = UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isCombiningMark ? count + 1 : 0
            if count > Self.combiningMarkLimit {
                safe.append("\u{34F}")
                count = 1
            }
            safe.append(scalar)
        }
        return String(safe)
    }

    /// Whether there are more marks in a row than the limit: most long texts of Chinese or Thai have none.
    private var hasManyMarks: Bool {
        var count = 0
        return unicodeScalars.contains { scalar in
            count = scalar.isCombiningMark ? count + 1 : 0
            return count > Self.combiningMarkLimit
        }
    }

    /// The text of UTF-8 in Stream-Safe Text Format. Ill-formed sequences become U+FFFD.
    public init(streamSafe bytes: some Collection<UInt8>) {
        self = String(decoding: bytes, as: UTF8.self).streamSafe
    }
}

extension Unicode.Scalar {
    /// Whether normalization may move it behind or before the next one.
    fileprivate var isCombiningMark: Bool {
        // Properties take time, and there is none below, among ideographs or in Korean syllables.
        value >= 0x300 && !(0x3100..<0xA66F).contains(value) && !(0xAC00..<0xFB00).contains(value)
            && properties.canonicalCombiningClass != .notReordered
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether there may be more marks in a row than the limit: each takes two bytes or more, all beyond
    /// ASCII.
    fileprivate var mayHaveManyMarks: Bool {
        let length = 2 * (String.combiningMarkLimit + 1)
        // A row of this length has one of these bytes.
        var index = length - 1
        while index < count {
            defer { index += length }
            guard self[index] >= 0x80 else { continue }
            let start = self[...index].lastIndex { $0 < 0x80 } ?? -1
            let end = self[index...].firstIndex { $0 < 0x80 } ?? count
            if end - start > length { return true }
        }
        return false
    }
}
