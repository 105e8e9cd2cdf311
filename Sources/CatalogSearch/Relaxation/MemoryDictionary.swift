// The terms of records in memory, collected from their texts.

internal import ICU
internal import KitSupport

/// The terms of one field in one locale of records in memory.
final class Vocabulary: Sendable {
    /// A term and the records that contain it.
    struct Term: Sendable {
        let source: [UInt8]
        let standard: [UInt8]
        /// `nil` where it equals the standard folding.
        let search: [UInt8]?
        let bounds: IndexedTerm.Bounds
        /// The record of each text that contains the term, ascending.
        fileprivate(set) var records: [Int32] = []
    }

    let terms: [Term]

    /// Collects the terms of texts, given in the order of their records.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    init(
        _ locale: LocaleIdentifier,
        forEachText: (_ body: (_ record: Int, UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) throws(ICUError) {
        let folder = try TextFolder(locale)
        let borders = TermBorders(try Folding(locale))
        var numbers: [[UInt8]: Int] = [:]
        var terms: [Term] = []
        // The last text that contained each term.
        var lastTexts: [Int] = []
        var textNumber = 0
        forEachText { record, text in
            textNumber += 1
            Self.forEachTerm(of: text, borders) { term in
                let source = Array(term)
                let number: Int
                if let known = numbers[source] {
                    number = known
                } else {
                    number = terms.count
                    numbers[source] = number
                    terms.append(Self.term(source, folder.fold(term)))
                    lastTexts.append(0)
                }
                if lastTexts[number] != textNumber {
                    lastTexts[number] = textNumber
                    terms[number].records.append(Int32(truncatingIfNeeded: record))
                }
            }
        }
        self.terms = terms
    }

    private static func term(_ source: [UInt8], _ folded: FoldedText) -> Term {
        func bounds(_ form: FoldedText.Form) -> [UInt32] {
            var bounds: [UInt32] = []
            for bound in form.wordBounds where bounds.last != UInt32(bound) { bounds.append(UInt32(bound)) }
            return bounds
        }
        let standard = bounds(folded.standard)
        return Term(
            source: source, standard: folded.standard.bytes, search: folded.search?.bytes,
            bounds: IndexedTerm.Bounds(standard: standard, search: folded.search.map(bounds) ?? standard))
    }

    private static func forEachTerm(
        of text: UnsafeBufferPointer<UInt8>, _ borders: TermBorders,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        borders.classes.withUnsafeBufferPointer { classes in
            var tokenizer = TermTokenizer(text, borders, classes)
            while !tokenizer.isAtEnd {
                let piece = tokenizer.next()
                if piece.hasTerm { body(UnsafeBufferPointer(rebasing: text[piece.start..<piece.termEnd])) }
            }
        }
    }
}

/// The terms of one locale of records in memory, field after field.
struct MemoryDictionary: TermDictionary {
    let position: Int
    /// The fields' terms, each with the columns of nearer locales; records with a text in these are not searched
    /// here.
    let columns: [(terms: Vocabulary, nearer: [FoldedColumn])]
    /// The number of each field's first term.
    private let starts: [Int]

    init(position: Int, columns: [(terms: Vocabulary, nearer: [FoldedColumn])]) {
        self.position = position
        self.columns = columns
        var starts: [Int] = []
        var count = 0
        for column in columns {
            starts.append(count)
            count += column.terms.terms.count
        }
        self.starts = starts
    }

    private func place(ofTerm number: Int) -> (column: Int, term: Vocabulary.Term) {
        let column = starts.partitioningIndex { $0 > number } - 1
        return (column, columns[column].terms.terms[number - starts[column]])
    }

    func forEachTerm(
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        var number = 0
        for column in columns {
            for term in column.terms.terms {
                try term.standard.withUnsafeBufferPointer { standard throws(SegmentError) in
                    let standard = UnsafeRawBufferPointer(standard)
                    guard let search = term.search else {
                        return try body(DictionaryTerm(number: number, standard: standard, search: nil))
                    }
                    try search.withUnsafeBufferPointer { search throws(SegmentError) in
                        let search = UnsafeRawBufferPointer(search)
                        try body(DictionaryTerm(number: number, standard: standard, search: search))
                    }
                }
                number += 1
            }
        }
    }

    func details(ofTerm number: Int) -> (bounds: IndexedTerm.Bounds, source: [UInt8]) {
        let term = place(ofTerm: number).term
        return (term.bounds, term.source)
    }

    func withSource(ofTerm number: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        place(ofTerm: number).term.source.withUnsafeBytes(body)
    }

    func uses(
        ofTerm number: Int, within records: RecordSet, _ interruption: inout Interruption
    ) throws(SegmentError) -> Int {
        let (column, term) = place(ofTerm: number)
        try interruption.count(term.records.count)
        let nearer = columns[column].nearer
        return term.records.reduce(0) { uses, record in
            let record = Int(record)
            return records.contains(record) && !nearer.contains { $0.owns(record) } ? uses + 1 : uses
        }
    }
}
