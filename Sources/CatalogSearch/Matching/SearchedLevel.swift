// The texts of a locale that a query searches.

internal import ICU

/// The texts of one field in one locale, as a query searches them.
struct SearchedColumn {
    let column: IndexedColumn
    /// The number of the field in the segment.
    let number: Int
    /// The index of the field among those searched.
    let field: Int
    /// A bit for each record that is searched in a nearer locale instead; `nil` if there is none.
    let hidden: UnsafePointer<UInt64>?

    @inline(__always)
    func hides(_ record: Int) -> Bool {
        guard let hidden else { return false }
        return hidden[record >> 6] & 1 << UInt64(record & 63) != 0
    }
}

/// Identifies the texts of a segment that a level searches.
struct SearchedLevelKey: Hashable {
    let locale: Int
    let fields: [Int]
    let nearer: [Int]
}

/// A locale of a query's fallback chain in which a segment has texts. For one query and one thread.
final class SearchedLevel {
    /// The index of the locale in the chain; for ids one more, see ``PreparedQuery/idLevel``.
    let position: Int
    /// See ``PreparedQuery/step(ofLevel:)``.
    let step: Int
    let index: LocaleIndex
    /// The searched columns, in the order of their texts' numbers.
    let columns: UnsafeMutableBufferPointer<SearchedColumn>
    /// Identifies the locale, the searched fields, and the nearer locales whose texts hide others.
    let key: SearchedLevelKey
    private var hiddenSets: [UnsafeMutableBufferPointer<UInt64>] = []

    /// - Parameters:
    ///   - fields: the searched fields of the segment, their indexes in the query, and the fields whose texts
    ///     in nearer locales hide theirs.
    ///   - nearer: the columns of the nearer locales, by the segment's fields.
    init(
        _ index: LocaleIndex, position: Int, step: Int, fields: [(number: Int, place: Int, hiding: Int)],
        nearer: [LocaleIndex], recordCount: Int
    ) throws(SegmentError) {
        self.position = position
        self.step = step
        self.index = index
        key = SearchedLevelKey(
            locale: index.number, fields: fields.map(\.number).sorted(), nearer: nearer.map(\.number))
        var searched: [SearchedColumn] = []
        for field in fields.sorted(by: { $0.number < $1.number }) {
            let column = index.columns[field.number]
            guard !column.texts.isEmpty else { continue }
            let others = nearer.map { $0.columns[field.hiding] }.filter { !$0.texts.isEmpty }
            // If a nearer locale has texts of all records, this one is not searched.
            if others.contains(where: \.isComplete) { continue }
            var hidden: UnsafeMutableBufferPointer<UInt64>?
            if !others.isEmpty {
                var owners = RecordSet(universe: recordCount)
                for other in others { owners.formUnion(try other.ownerSet()) }
                hidden = .allocate(capacity: owners.words.count)
                _ = hidden!.initialize(from: owners.words)
                hiddenSets.append(hidden!)
            }
            searched.append(
                SearchedColumn(
                    column: column, number: field.number, field: field.place,
                    hidden: hidden.map { UnsafePointer($0.baseAddress!) }))
        }
        columns = .allocate(capacity: searched.count)
        _ = columns.initialize(from: searched)
    }

    /// The locales of a query's chain in which a segment has searched texts, nearest first, and last the ids.
    ///
    /// - Parameter only: the only field to search; `nil` for all searched fields.
    static func levels(
        of segment: IndexedSegment, _ query: PreparedQuery, only field: FieldName? = nil
    ) throws(SegmentError) -> [SearchedLevel] {
        // The head of a hidden text is hidden, too.
        let fields = query.fields.enumerated().compactMap { place, name in
            field == nil || field == name
                ? segment.fields.firstIndex(of: name).map {
                    (number: $0, place: place, hiding: name.headed.flatMap(segment.fields.firstIndex) ?? $0)
                } : nil
        }
        var levels: [SearchedLevel] = []
        var nearer: [LocaleIndex] = []
        for (position, locale) in query.request.chain.enumerated() {
            guard let index = try segment.locale(locale) else { continue }
            let level = try SearchedLevel(
                index, position: position, step: query.step(ofLevel: position), fields: fields,
                nearer: nearer,
                recordCount: segment.records.count)
            if query.request.match == .nearest { nearer.append(index) }
            if !level.columns.isEmpty { levels.append(level) }
        }
        if query.searchesIDs, let index = try segment.idIndex() {
            levels.append(
                try SearchedLevel(
                    index, position: query.idLevel, step: query.step(ofLevel: query.idLevel),
                    fields: fields.filter { [.id, FieldName.idHead].contains(segment.fields[$0.number]) },
                    nearer: [],
                    recordCount: segment.records.count))
        }
        return levels
    }

    deinit {
        columns.deallocate()
        for set in hiddenSets { set.deallocate() }
    }

    /// The index in ``columns`` of the column that has a text; `nil` if it is not searched.
    @inline(__always)
    func column(ofText text: Int) -> Int? {
        for place in 0..<columns.count where columns[place].column.texts.contains(text) { return place }
        return nil
    }

    /// The index in ``columns`` of a field of the segment; `nil` if it is not searched.
    @inline(__always)
    func column(ofField field: Int) -> Int? {
        for place in 0..<columns.count where columns[place].number == field { return place }
        return nil
    }

    /// A searched text that contains a term.
    struct Posting {
        let record: Int
        let text: Int
        /// The index in ``columns``.
        let column: Int
        let kind: PostingKind
    }

    /// Calls `body` with the record of each searched text that contains a term.
    ///
    /// - Parameter interruption: counts the term's postings.
    @inline(__always)
    func forEachRecord(
        ofTerm term: Int, _ interruption: inout Interruption,
        _ body: (_ record: Int) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        try forEachPosting(ofTerm: term, &interruption) { posting throws(SegmentError) in
            try body(posting.record)
        }
    }

    /// Calls `body` with each searched text that contains a term.
    ///
    /// - Parameter interruption: counts the term's postings.
    @inline(__always)
    func forEachPosting(
        ofTerm term: Int, _ interruption: inout Interruption,
        _ body: (Posting) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        @inline(__always)
        func visit(_ text: Int, _ kind: PostingKind) throws(SegmentError) {
            guard let place = column(ofText: text) else { return }
            let record = try columns[place].column.record(ofText: text)
            guard !columns[place].hides(record) else { return }
            try body(Posting(record: record, text: text, column: place, kind: kind))
        }
        switch try index.postings(ofTerm: term) {
        case .one(let text, let kind): try visit(text, kind)
        case .short(let count, let reader):
            try interruption.count(count)
            try TermPostings.forEach(count, reader, below: index.textCount) {
                text, kind throws(SegmentError) in try visit(text, kind)
            }
        case .grouped(_, var groups):
            while let group = try groups.next() {
                guard let place = column(ofField: group.field) else { continue }
                let column = columns[place]
                let first = column.column.texts.lowerBound
                // The usual case: each text is a record.
                let isPlain = column.hidden == nil && column.column.isPlain
                try group.forEach(below: column.column.texts.count) { position throws(SegmentError) in
                    try interruption.count()
                    let text = first + position
                    let record = isPlain ? position : try column.column.record(ofText: text)
                    guard isPlain || !column.hides(record) else { return }
                    try body(Posting(record: record, text: text, column: place, kind: group.kind))
                }
            }
        }
    }

    /// The record of a text; `nil` if the text is not searched.
    @inline(__always)
    func searchedRecord(ofText text: Int) throws(SegmentError) -> Int? {
        guard let place = column(ofText: text) else { return nil }
        let record = try columns[place].column.record(ofText: text)
        return columns[place].hides(record) ? nil : record
    }

    /// Adds the records whose searched texts contain a term to a set.
    ///
    /// - Parameter words: the words of the set, as many as the records need.
    /// - Returns: the number of the term's postings.
    @inline(__always)
    func insertRecords(
        ofTerm term: Int, into words: UnsafeMutablePointer<UInt64>
    ) throws(SegmentError) -> Int {
        switch try index.postings(ofTerm: term) {
        case .one(let text, _):
            if let record = try searchedRecord(ofText: text) { Self.insert(record, into: words) }
            return 1
        case .short(let count, let reader):
            try TermPostings.forEach(count, reader, below: index.textCount) { text, _ throws(SegmentError) in
                if let record = try searchedRecord(ofText: text) { Self.insert(record, into: words) }
            }
            return count
        case .grouped(let count, var groups):
            while let group = try groups.next() {
                guard let place = column(ofField: group.field) else { continue }
                let column = columns[place]
                let first = column.column.texts.lowerBound
                if column.hidden == nil, column.column.isPlain {
                    try group.forEach(below: column.column.texts.count) { Self.insert($0, into: words) }
                } else {
                    try group.forEach(below: column.column.texts.count) { place throws(SegmentError) in
                        let record = try column.column.record(ofText: first + place)
                        if !column.hides(record) { Self.insert(record, into: words) }
                    }
                }
            }
            return count
        }
    }

    @inline(__always)
    private static func insert(_ record: Int, into words: UnsafeMutablePointer<UInt64>) {
        words[record >> 6] |= 1 << UInt64(record & 63)
    }
}
