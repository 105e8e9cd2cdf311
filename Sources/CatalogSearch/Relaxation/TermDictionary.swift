// Which terms do the texts of a locale have? The same view on an index file and on records in memory.

internal import ICU

/// A term with its foldings; valid as long as the call that gives it.
struct DictionaryTerm {
    /// Which of the dictionary's terms it is.
    let number: Int
    /// The term folded by the standard collation.
    let standard: UnsafeRawBufferPointer
    /// The term folded by the search collation; `nil` where both are the same.
    let search: UnsafeRawBufferPointer?
    /// Whether the term is known to be spelled as its standard folding is, apart from capitals.
    var isSpelledAsFolded = false
}

/// The terms of a locale's searched texts. Terms are what stands between separators, see ``TermBorders``.
protocol TermDictionary {
    /// The locale's place in the chain.
    var position: Int { get }

    /// Calls `body` with each term.
    func forEachTerm(
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Calls `body` with at least those terms in which a word of the text begins with a word.
    func forEachTerm(
        beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Calls `body` with at least those terms that hold one of some patterns in one of their foldings, each once.
    func forEachTerm(
        holdingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// A term as it is spelled, and where words begin or end in its foldings, also where both are the same.
    func details(ofTerm term: Int) throws(SegmentError) -> (bounds: IndexedTerm.Bounds, source: [UInt8])

    /// Gives the term as it is spelled to `body`.
    func withSource(
        ofTerm term: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SegmentError)

    /// In how many of the searched texts of some records a term stands.
    ///
    /// - Parameter interruption: counts the texts.
    func uses(
        ofTerm term: Int, within records: RecordSet, _ interruption: inout Interruption
    ) throws(SegmentError) -> Int
}

/// Where nothing says which terms these are, all are as good.
extension TermDictionary {
    func forEachTerm(
        beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }

    func forEachTerm(
        holdingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }
}

/// The terms of a locale in an index file.
struct IndexedDictionary: TermDictionary {
    let level: SearchedLevel
    var position: Int { level.position }

    func forEachTerm(
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        try forEach(0..<level.index.termCount, body)
    }

    private func forEach(
        _ numbers: some Sequence<Int>,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        for number in numbers {
            let term = try level.index.term(number)
            try body(
                DictionaryTerm(
                    number: number, standard: term.standard, search: term.isSplit ? term.search : nil,
                    isSpelledAsFolded: term.source == .folded || term.source == .capitalized))
        }
    }

    func forEachTerm(
        beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        let finder = TermFinder(level.index)
        let terms = try finder.termsBeginning(with: form, among: try finder.candidates(form).terms)
        try forEach(terms.lazy.map { Int($0) }, body)
    }

    func forEachTerm(
        holdingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        try forEach(try TermFinder(level.index).terms(holdingAnyOf: patterns).lazy.map { Int($0) }, body)
    }

    func details(ofTerm term: Int) throws(SegmentError) -> (bounds: IndexedTerm.Bounds, source: [UInt8]) {
        let details = try level.index.term(term).details()
        // Folding relies on valid UTF-8, which a forged file need not have.
        guard details.source.isValidUTF8 else { throw .damaged }
        return details
    }

    func withSource(
        ofTerm term: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SegmentError) {
        let entry = try level.index.term(term)
        switch entry.source {
        // Capitals do not count for whoever asks for letters.
        case .folded, .capitalized: body(entry.standard)
        case .listed: body(try entry.listedSource())
        case nil: throw .damaged
        }
    }

    func uses(
        ofTerm term: Int, within records: RecordSet, _ interruption: inout Interruption
    ) throws(SegmentError) -> Int {
        var uses = 0
        try level.forEachText(ofTerm: term, &interruption) { _, record, _, _ throws(SegmentError) in
            if records.contains(record) { uses += 1 }
        }
        return uses
    }
}

/// The terms of a field in a locale of records in memory.
final class Vocabulary: Sendable {
    /// A term and where it stands.
    struct Term: Sendable {
        let source: [UInt8]
        let standard: [UInt8]
        /// `nil` where it is the same.
        let search: [UInt8]?
        let bounds: IndexedTerm.Bounds
        /// The record of each text in which it stands, rising.
        fileprivate(set) var records: [Int32] = []
    }

    let terms: [Term]

    /// Collects the terms of texts that are met in the order of their records.
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
        // Of each term the text in which it was met last.
        var lastTexts: [Int] = []
        var textNumber = 0
        forEachText { record, text in
            textNumber += 1
            Self.forEachPiece(of: text, borders) { piece in
                let source = Array(piece)
                let number: Int
                if let known = numbers[source] {
                    number = known
                } else {
                    number = terms.count
                    numbers[source] = number
                    terms.append(Self.term(source, folder.fold(piece)))
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

    private static func forEachPiece(
        of text: UnsafeBufferPointer<UInt8>, _ borders: TermBorders,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start = 0
        var position = 0
        while position < text.count {
            let (scalar, length) = text.scalar(at: position)
            if borders.isSeparator(scalar) {
                if start < position { body(UnsafeBufferPointer(rebasing: text[start..<position])) }
                start = position + length
            }
            position += length
        }
        if start < position { body(UnsafeBufferPointer(rebasing: text[start..<position])) }
    }
}

/// The terms of a locale of records in memory: of one field after the other.
struct MemoryDictionary: TermDictionary {
    let position: Int
    /// The fields' terms, each with the columns of nearer locales, whose records are not searched here.
    let columns: [(terms: Vocabulary, nearer: [FoldedColumn])]
    /// Where each field's terms begin among all.
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
        let column = starts.lastIndex { $0 <= number } ?? 0
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
