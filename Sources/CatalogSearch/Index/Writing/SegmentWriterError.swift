// Why can a segment not be written?

/// Why a segment cannot be written as one file; fewer records in each make it possible.
package enum SegmentWriterError: Error, Hashable, Sendable {
    /// A locale has more texts than posting lists can number (2^30).
    case tooManyTexts
    /// A part of the file would be longer than the offsets into it reach.
    ///
    /// - Parameter kind: the part's number in the description of the format.
    case sectionTooLong(kind: UInt32)
}
