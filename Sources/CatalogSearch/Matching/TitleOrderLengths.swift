// The lengths of titles as hits show them: among records of equal score, shorter titles come first.

internal import ICU

/// The number of scalars of records' titles. For one query and one thread.
final class TitleOrderLengths {
    private let segment: IndexedSegment
    private let key: TitleOrderKey
    /// The locales with titles, nearest first.
    private let indexes: [LocaleIndex]

    init(_ segment: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        self.segment = segment
        key = TitleOrderKey(segment, query, collation: "")
        var indexes: [LocaleIndex] = []
        for locale in key.chain {
            if let index = try segment.locale(locale) { indexes.append(index) }
        }
        self.indexes = indexes
    }

    @inline(__always)
    func length(_ record: Int) throws(SegmentError) -> Int {
        for index in indexes {
            if let length = try index.titleLength(record) { return length }
        }
        // No title in a locale of the chain.
        return IndexLayout.length(ofTitle: try segment.title(of: record, key))
    }
}
