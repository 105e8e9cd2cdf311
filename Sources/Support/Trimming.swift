// Texts and files without what surrounds them.

extension StringProtocol {
    /// The text without the scalars at its ends for which a condition holds.
    package func trimmed(where isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        let scalars = unicodeScalars
        var (start, end) = (scalars.startIndex, scalars.endIndex)
        while start < end, isTrimmed(scalars[start]) { scalars.formIndex(after: &start) }
        while start < end {
            let last = scalars.index(before: end)
            guard isTrimmed(scalars[last]) else { break }
            end = last
        }
        return String(self[start..<end])
    }

    /// The text without white space at its ends, no-break spaces included.
    package var trimmingWhiteSpace: String { trimmed(where: \.isWhiteSpace) }
}

extension [UInt8] {
    /// The bytes without the mark with which some programs begin files in UTF-8.
    package var withoutByteOrderMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is white space, for loops over whole texts: ASCII needs no look-up.
    package var isWhiteSpace: Bool {
        value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
    }
}
