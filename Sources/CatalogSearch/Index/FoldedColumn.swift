// All texts of one field in one locale, folded.

internal import ICU

/// The folded texts of a field in a locale. Texts that both foldings of the locale leave alike, most of them,
/// are kept once.
struct FoldedColumn: Sendable {
    /// Where a text stands.
    struct Placement: Sendable {
        /// Whether the two foldings differ; the number counts within the texts of that kind.
        let isSplit: Bool
        let text: Int
    }

    /// Texts whose two foldings are equal.
    private(set) var shared = FoldedStream()
    /// Texts whose foldings differ, by the standard collation and, under the same numbers, by the search one.
    private(set) var standard = FoldedStream()
    private(set) var search = FoldedStream()
    /// The records of the shared and of the split texts, by the texts' numbers.
    private(set) var sharedRecords: [Int32] = []
    private(set) var splitRecords: [Int32] = []
    /// For each record the number of its first text, counted over both kinds, -1 for none.
    private(set) var firstText: [Int32]
    /// All texts in the order of their records.
    private(set) var placements: [Placement] = []
    private(set) var records: [Int32] = []

    init(recordCount: Int) { firstText = [Int32](repeating: -1, count: recordCount) }

    /// Whether the record has a text here.
    @inline(__always)
    func owns(_ record: Int) -> Bool { firstText[record] >= 0 }

    /// The placements of a record's texts, in order.
    func placements(of record: Int) -> ArraySlice<Placement> {
        guard firstText[record] >= 0 else { return [] }
        let first = Int(firstText[record])
        var end = first
        while end < records.count, records[end] == record { end += 1 }
        return placements[first..<end]
    }

    /// Adds a text of a record; records come in rising order.
    mutating func append(_ text: FoldedText, of record: Int) {
        if firstText[record] < 0 { firstText[record] = Int32(placements.count) }
        records.append(Int32(record))
        if text.search == nil {
            placements.append(Placement(isSplit: false, text: shared.count))
            shared.append(text.standard.bytes, wordBounds: text.standard.wordBounds)
            sharedRecords.append(Int32(record))
        } else {
            placements.append(Placement(isSplit: true, text: standard.count))
            standard.append(text.standard.bytes, wordBounds: text.standard.wordBounds)
            let second = text.search ?? text.standard
            search.append(second.bytes, wordBounds: second.wordBounds)
            splitRecords.append(Int32(record))
        }
    }
}

/// One text in both foldings.
struct FoldedText {
    /// One folding of a text.
    struct Form: Equatable {
        var bytes: [UInt8] = []
        /// Where words begin and end, in folded bytes, rising.
        var wordBounds: [Int32] = []
    }

    var standard = Form()
    /// The search collation's folding, where it differs.
    var search: Form?
}

/// Folds texts of one locale with their word bounds. Not for use by two threads at once.
final class TextFolder {
    private let folding: Folding
    private let segmenter: WordSegmenter
    /// Whether ASCII letters fold alike in both tables, so that plain texts need one pass only.
    private let asciiFoldsAlike: Bool
    private var bounds: [Int32] = []

    init(_ locale: LocaleIdentifier) throws(ICUError) {
        folding = try Folding(locale)
        segmenter = try WordSegmenter(locale)
        asciiFoldsAlike =
            folding.standard.foldsASCIIByteByByte && folding.standard.ascii == folding.search.ascii
    }

    /// Folds a text.
    ///
    /// - Parameter text: valid UTF-8.
    func fold(_ text: UnsafeBufferPointer<UInt8>) -> FoldedText {
        segmenter.wordBounds(of: text, into: &bounds)
        var result = FoldedText()
        fold(text, by: folding.standard, into: &result.standard)
        if !(asciiFoldsAlike && text.allSatisfy { $0 < 0x80 }) {
            var second = FoldedText.Form()
            fold(text, by: folding.search, into: &second)
            if second != result.standard { result.search = second }
        }
        return result
    }

    private func fold(
        _ text: UnsafeBufferPointer<UInt8>, by table: FoldingTable, into form: inout FoldedText.Form
    ) {
        form.wordBounds.reserveCapacity(bounds.count)
        var sink = WordBoundSink(source: bounds)
        swap(&sink.folded, &form.wordBounds)
        table.fold(text, into: &form.bytes, sink: &sink)
        sink.finish(at: form.bytes.count)
        swap(&sink.folded, &form.wordBounds)
    }
}

/// Carries word bounds from the source over to the folded text.
private struct WordBoundSink: FoldingSink {
    let source: [Int32]
    var folded: [Int32] = []
    private var next = 0

    init(source: [Int32]) { self.source = source }

    @inline(__always)
    mutating func willFold(sourceOffset offset: Int, folded output: borrowing [UInt8]) {
        while next < source.count, source[next] <= offset {
            folded.append(Int32(output.count))
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
