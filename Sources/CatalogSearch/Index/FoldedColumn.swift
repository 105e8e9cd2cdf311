// The folded texts of one field in one locale.

/// The folded texts of a field in a locale; immutable and shared. Texts whose two foldings are equal, which are most,
/// are stored once.
final class FoldedColumn: Sendable {
    /// The location of a text.
    struct Placement: Sendable {
        /// Whether the two foldings differ. The number counts the texts of that kind.
        let isSplit: Bool
        let text: Int
    }

    /// Texts whose two foldings are equal.
    let shared: FoldedStream
    /// Texts whose foldings differ, by the standard collation and, under the same numbers, by the search collation.
    let standard: FoldedStream
    let search: FoldedStream
    /// The records of the shared and of the split texts, by the texts' numbers.
    let sharedRecords: [Int32]
    let splitRecords: [Int32]
    /// The number of each record's first text, counted over both kinds; -1 for none.
    private let firstText: [Int32]
    /// All texts in the order of their records.
    private let placements: [Placement]
    private let records: [Int32]

    /// Collects texts into a column.
    struct Builder {
        fileprivate var shared = FoldedStream.Builder()
        fileprivate var standard = FoldedStream.Builder()
        fileprivate var search = FoldedStream.Builder()
        fileprivate var sharedRecords: [Int32] = []
        fileprivate var splitRecords: [Int32] = []
        fileprivate var firstText: [Int32]
        fileprivate var placements: [Placement] = []
        fileprivate var records: [Int32] = []

        init(recordCount: Int) { firstText = [Int32](repeating: -1, count: recordCount) }

        /// Adds a text of a record; records must ascend.
        mutating func append(_ text: FoldedText, of record: Int) {
            if firstText[record] < 0 { firstText[record] = Int32(placements.count) }
            records.append(Int32(record))
            if let second = text.search {
                placements.append(Placement(isSplit: true, text: standard.count))
                standard.append(text.standard)
                search.append(second)
                splitRecords.append(Int32(record))
            } else {
                placements.append(Placement(isSplit: false, text: shared.count))
                shared.append(text.standard)
                sharedRecords.append(Int32(record))
            }
        }
    }

    /// A column without texts.
    static let empty = FoldedColumn(Builder(recordCount: 0))

    init(_ builder: Builder) {
        shared = FoldedStream(builder.shared)
        standard = FoldedStream(builder.standard)
        search = FoldedStream(builder.search)
        sharedRecords = builder.sharedRecords
        splitRecords = builder.splitRecords
        firstText = builder.firstText
        placements = builder.placements
        records = builder.records
    }

    /// Whether the record has a text here.
    @inline(__always)
    func owns(_ record: Int) -> Bool { record < firstText.count && firstText[record] >= 0 }

    /// The placements of a record's texts, in order.
    func placements(of record: Int) -> ArraySlice<Placement> {
        guard owns(record) else { return [] }
        let first = Int(firstText[record])
        var end = first
        while end < records.count, records[end] == record { end += 1 }
        return placements[first..<end]
    }

    /// Calls `body` with the foldings of a text; the second is `nil` where both are equal.
    func withForms<Result, Failure: Error>(
        _ placement: Placement,
        _ body: (_ standard: FoldedForm, _ search: FoldedForm?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard placement.isSplit else {
            return try shared.withForm(placement.text) { form throws(Failure) in try body(form, nil) }
        }
        return try standard.withForm(placement.text) { standard throws(Failure) in
            try search.withForm(placement.text) { search throws(Failure) in try body(standard, search) }
        }
    }
}
