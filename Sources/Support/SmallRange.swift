// A range of offsets in half the memory of `Range<Int>`.

/// A range of offsets in a file. Large files have hundreds of thousands of them, and are kept as trees.
package struct SmallRange: Sendable, Hashable {
    private let start: UInt32
    private let end: UInt32

    /// Keeps a range. Offsets beyond 4 GiB are cut to that.
    package init(_ range: Range<Int>) {
        start = UInt32(clamping: range.lowerBound)
        end = UInt32(clamping: range.upperBound)
    }

    package var range: Range<Int> { Int(start)..<Int(end) }
}
