// Errors of writing a segment.

/// Why a segment cannot be written as one file; use several segments with fewer records.
package enum SegmentWriterError: Error, Hashable, Sendable {
    /// A locale has more texts than posting lists can number (2^28).
    case tooManyTexts
    /// A section would be longer than the offsets into it allow.
    ///
    /// - Parameter kind: the section's number in the description of the format.
    case sectionTooLong(kind: UInt32)
}
