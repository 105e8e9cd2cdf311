// Folds a text by both collations of its locale, with its word bounds.

internal import ICU

/// One text in both foldings.
struct FoldedText {
    struct Form: Equatable {
        var bytes: [UInt8] = []
        /// Where words begin and end, in folded bytes, ascending.
        var wordBounds: [Int32] = []
    }

    var standard = Form()
    /// The search collation's folding, where it differs.
    var search: Form?
    /// Whether each scalar becomes exactly one scalar with as many bytes, in both foldings.
    var isAligned = false
}

/// Folds texts of one locale with their word bounds. Not thread-safe.
final class TextFolder {
    private let folding: Folding
    private let segmenter: WordSegmenter
    /// Whether both tables fold ASCII equally, so that an ASCII text needs one pass only.
    private let asciiFoldsAlike: Bool
    private var bounds: [Int32] = []
    private var scratch: [UInt8] = []

    convenience init(_ locale: LocaleIdentifier) throws(ICUError) { self.init(locale, try Folding(locale)) }

    /// - Parameter folding: of the locale.
    init(_ locale: LocaleIdentifier, _ folding: Folding) {
        self.folding = folding
        segmenter = WordSegmenter(locale)
        asciiFoldsAlike =
            folding.standard.foldsASCIIByteByByte && folding.standard.ascii == folding.search.ascii
    }

    /// Folds a text.
    ///
    /// - Parameter text: valid UTF-8.
    func fold(_ text: UnsafeBufferPointer<UInt8>) -> FoldedText {
        segmenter.searchBounds(of: text, into: &bounds)
        var result = FoldedText()
        result.isAligned = fold(text, by: folding.standard, into: &result.standard)
        if !foldsAlike(text) {
            var second = FoldedText.Form()
            result.isAligned = fold(text, by: folding.search, into: &second) && result.isAligned
            if second != result.standard { result.search = second }
        }
        return result
    }

    /// Whether a folding of a text may contain what is searched for, without the work for its words.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - contains: whether a folding has it, given the folding and whether it
    ///     is that of the search collation.
    func mayContain<Failure: Error>(
        _ text: UnsafeBufferPointer<UInt8>,
        _ contains: (_ folded: UnsafeBufferPointer<UInt8>, _ isOfSearch: Bool) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        foldIntoScratch(text, by: folding.standard)
        if try scratch.withUnsafeBufferPointer({ (folded) throws(Failure) in try contains(folded, false) }) {
            return true
        }
        if !foldsAlike(text) { foldIntoScratch(text, by: folding.search) }
        return try scratch.withUnsafeBufferPointer { (folded) throws(Failure) in try contains(folded, true) }
    }

    private func foldIntoScratch(_ text: UnsafeBufferPointer<UInt8>, by table: FoldingTable) {
        scratch.removeAll(keepingCapacity: true)
        var sink = NoSink()
        table.fold(text, into: &scratch, sink: &sink)
    }

    /// Whether both foldings of a text are known to be equal.
    private func foldsAlike(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        asciiFoldsAlike && text.allSatisfy { $0 < 0x80 }
    }

    /// - Returns: whether source and folding are aligned.
    private func fold(
        _ text: UnsafeBufferPointer<UInt8>, by table: FoldingTable, into form: inout FoldedText.Form
    ) -> Bool {
        var sink = WordBoundSink(source: bounds)
        table.fold(text, into: &form.bytes, sink: &sink)
        sink.finish(at: form.bytes.count)
        form.wordBounds = sink.folded
        // The letters of an expansion may have as many bytes as their source (ß, ss), but are more scalars.
        return sink.isAligned && form.bytes.count == text.count && sink.units == text.scalarCount
            && form.bytes.scalarCount == sink.units
    }
}

/// Maps word bounds from the source to the folded text.
private struct WordBoundSink: FoldingSink {
    let source: [Int32]
    var folded: [Int32] = []
    private var next = 0
    /// Whether each character or contraction so far has the same offset in source and folding.
    private(set) var isAligned = true
    /// The number of characters and contractions so far.
    private(set) var units = 0

    init(source: [Int32]) {
        self.source = source
        folded.reserveCapacity(source.count)
    }

    @inline(__always)
    mutating func willFold(sourceOffset offset: Int, foldedOffset: Int) {
        isAligned = isAligned && offset == foldedOffset
        units += 1
        while next < source.count, source[next] <= offset {
            folded.append(Int32(foldedOffset))
            next += 1
        }
    }

    @inline(__always)
    mutating func willFold(bytes count: Int, sourceOffset offset: Int, foldedOffset: Int) {
        isAligned = isAligned && offset == foldedOffset
        units += count
        while next < source.count, Int(source[next]) < offset + count {
            folded.append(Int32(foldedOffset + max(0, Int(source[next]) - offset)))
            next += 1
        }
    }

    mutating func finish(at end: Int) {
        while next < source.count {
            folded.append(Int32(end))
            next += 1
        }
    }
}
