// The terms of a locale's texts.

/// A term with its foldings; valid only during the call that provides it.
struct DictionaryTerm {
    let number: Int
    /// The term folded by the standard collation.
    let standard: UnsafeRawBufferPointer
    /// The term folded by the search collation; `nil` where both are the same.
    let search: UnsafeRawBufferPointer?

    /// The steps charged for comparing the term: one for a word, more for a term of a script without spaces.
    var steps: Int { 1 + standard.count / 64 }
}

/// The terms of a locale's searched texts. Separators delimit terms, see ``TermBorders``. Tests compare
/// ``IndexedDictionary`` with dictionaries in which all terms are candidates: it must find the same words.
protocol TermDictionary {
    /// The index of the locale in the chain.
    var position: Int { get }

    /// Calls `body` with each term.
    func forEachTerm(
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Calls `body` with at least those terms that contain a word beginning with `form`.
    func forEachTerm(
        beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Calls `body` with at least those terms that contain a word with a stem which begins with `form`.
    func forEachTerm(
        withStem stem: String, beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Calls `body` once with each term whose folding contains one of the patterns, and perhaps with more
    /// terms.
    func forEachTerm(
        containingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Whether any term meets a condition. Tests at least the terms whose folding contains one of the
    /// patterns, until one meets it.
    func isAnyTerm(
        containingAnyOf patterns: [BytePattern], _ isMatch: (DictionaryTerm) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Bool

    /// Calls `body` once with each term that has a key with one of the patterns, and perhaps with more terms,
    /// see ``LetterKeys``.
    ///
    /// - Parameter language: the language of the keys.
    func forEachTerm(
        withLettersOf language: String, containingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Calls `body` with each term that has parts which form a text when joined, and perhaps with more terms,
    /// see ``LetterRuns``.
    func forEachTerm(
        withJoinedParts text: String, _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError)

    /// Whether a term has a word as a whole word.
    func hasWord(_ form: PreparedQuery.Form) throws(SegmentError) -> Bool

    /// Whether a word of a term ends with a word, which may be the last part of a compound.
    ///
    /// - Parameter other: words that end with this one do not count; `nil` for none.
    func endsCompound(
        _ form: PreparedQuery.Form, besides other: PreparedQuery.Form?
    ) throws(SegmentError) -> Bool

    /// Whether a term contains a pattern in its standard folding.
    func contains(_ pattern: BytePattern) throws(SegmentError) -> Bool

    /// Whether a word may begin with a pattern.
    func mayBegin(_ pattern: BytePattern) throws(SegmentError) -> Bool

    /// The spelling of a term, and where words begin or end in its foldings, also where both are the same.
    func details(ofTerm term: Int) throws(SegmentError) -> (bounds: IndexedTerm.Bounds, source: [UInt8])

    /// Calls `body` with the spelling of a term, which may have the case of the folding.
    func withSource(
        ofTerm term: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SegmentError)

    /// The number of searched texts of some records that contain a term.
    ///
    /// - Parameter interruption: counts the texts.
    func uses(
        ofTerm term: Int, within records: RecordSet, _ interruption: inout Interruption
    ) throws(SegmentError) -> Int
}

/// By default all terms are candidates.
extension TermDictionary {
    func forEachTerm(
        beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }

    func forEachTerm(
        withStem stem: String, beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }

    func forEachTerm(
        containingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }

    func forEachTerm(
        withLettersOf language: String, containingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }
}

extension TermDictionary {
    func isAnyTerm(
        containingAnyOf patterns: [BytePattern], _ isMatch: (DictionaryTerm) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Bool {
        var isFound = false
        try forEachTerm(containingAnyOf: patterns) { term throws(SegmentError) in
            if !isFound { isFound = try isMatch(term) }
        }
        return isFound
    }

    func forEachTerm(
        withJoinedParts text: String, _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) { try forEachTerm(body) }

    func hasWord(_ form: PreparedQuery.Form) throws(SegmentError) -> Bool {
        var isFound = false
        try forEachTerm(beginningWith: form) { term throws(SegmentError) in
            if !isFound { isFound = try self.isWord(form, in: term) }
        }
        return isFound
    }

    func endsCompound(
        _ form: PreparedQuery.Form, besides other: PreparedQuery.Form?
    ) throws(SegmentError) -> Bool {
        let patterns = [form.standard, form.search].compactMap(\.self)
        return try isAnyTerm(containingAnyOf: patterns) { term throws(SegmentError) in
            let bounds = try self.details(ofTerm: term.number).bounds
            return form.endsCompound(
                FoldedForm(ofTerm: term.standard, bounds.standard),
                FoldedForm(ofTerm: term.search ?? term.standard, bounds.search), besides: other)
        }
    }

    func contains(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        try isAnyTerm(containingAnyOf: [pattern]) { term throws(SegmentError) in
            pattern.isContained(by: term.standard)
        }
    }

    func mayBegin(_ pattern: BytePattern) throws(SegmentError) -> Bool { true }

    /// Whether a term has a word as a whole word.
    fileprivate func isWord(
        _ form: PreparedQuery.Form, in term: DictionaryTerm
    ) throws(SegmentError) -> Bool {
        guard form.isContained(by: term) else { return false }
        let bounds = try details(ofTerm: term.number).bounds
        return form.standard?.isWord(of: term.standard, bounds.standard) ?? false
            || form.search?.isWord(of: term.search ?? term.standard, bounds.search) ?? false
    }
}

extension PreparedQuery.Form {
    /// Whether the word may be the last part of a compound in one of the foldings of a term.
    fileprivate func endsCompound(
        _ folded: FoldedForm, _ search: FoldedForm, besides other: PreparedQuery.Form?
    ) -> Bool {
        standard?.endsCompound(folded, besides: other?.standard) ?? false
            || self.search?.endsCompound(search, besides: other?.search) ?? false
    }
}

extension BytePattern {
    /// Whether the pattern may be the last part of a compound in a folding.
    ///
    /// - Parameter other: words that end with it do not count.
    fileprivate func endsCompound(_ folded: FoldedForm, besides other: BytePattern?) -> Bool {
        let folding = UnsafeRawBufferPointer(folded.bytes)
        var place = place(in: folding, from: 0)
        while let start = place {
            let end = start + bytes.count
            let isOther =
                other.map { folding[..<end].suffix($0.bytes.count).elementsEqual($0.bytes) } ?? false
            if !isOther, folded.endsCompound(start, end) { return true }
            place = self.place(in: folding, from: start + 1)
        }
        return false
    }

    /// Whether a folding with these word bounds has the pattern as a whole word, or is the pattern.
    fileprivate func isWord(of folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?) -> Bool {
        if bytes.count == folding.count { return begins(folding) }
        guard let bounds else { return false }
        return bounds.contains { start in
            let (start, end) = (Int(start), Int(start) + bytes.count)
            return end <= folding.count && bounds.contains(UInt32(end))
                && folding[start..<end].elementsEqual(bytes)
        }
    }
}

extension PreparedQuery.Form {
    /// The form of letters of a folding: both foldings have them.
    init(folded pattern: BytePattern) { self.init(standard: pattern, search: pattern, isSame: true) }
}

extension IndexedTerm {
    /// Whether the standard folding has a pattern as a whole word, or is the pattern.
    fileprivate func hasWord(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        try hasWord(pattern, in: standard, isSearch: false)
    }

    /// Whether the search folding has a pattern as a whole word, or is the pattern.
    fileprivate func hasSearchWord(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        try hasWord(pattern, in: search, isSearch: true)
    }

    private func hasWord(
        _ pattern: BytePattern, in folding: UnsafeRawBufferPointer, isSearch: Bool
    ) throws(SegmentError) -> Bool {
        if pattern.bytes.count == folding.count { return pattern.begins(folding) }
        var classes = matchClasses(inSearch: isSearch)
        return try pattern.isWord(in: folding) { start, end throws(SegmentError) in
            try classes.matchClass(start, end)
        }
    }
}

/// The terms of a locale of a segment.
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
        for number in numbers { try body(term(number)) }
    }

    private func term(_ number: Int) throws(SegmentError) -> DictionaryTerm {
        let term = try level.index.term(number)
        return DictionaryTerm(
            number: number, standard: term.standard, search: term.isSplit ? term.search : nil)
    }

    func isAnyTerm(
        containingAnyOf patterns: [BytePattern], _ isMatch: (DictionaryTerm) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Bool {
        for number in try TermFinder(level.index).terms(containingAnyOf: patterns) {
            if try isMatch(term(Int(number))) { return true }
        }
        return false
    }

    func forEachTerm(
        beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        let terms = try TermFinder(level.index).terms(beginningWith: form)
        try forEach(terms.lazy.map { Int($0) }, body)
    }

    func forEachTerm(
        withStem stem: String, beginningWith form: PreparedQuery.Form,
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        guard let stems = level.index.stems else { return }
        try forEach(try stems.terms(with: stem).lazy.map { Int($0) }, body)
    }

    func forEachTerm(
        containingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        try forEach(try TermFinder(level.index).terms(containingAnyOf: patterns).lazy.map { Int($0) }, body)
    }

    func forEachTerm(
        withLettersOf language: String, containingAnyOf patterns: [BytePattern],
        _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        guard let others = level.index.otherLetters else { return try forEachTerm(body) }
        // The keys of all other terms are their foldings.
        let terms = TermUnion(termCount: level.index.termCount)
        for term in try TermFinder(level.index).terms(containingAnyOf: patterns) { terms.insert(term) }
        for text in Set(patterns.flatMap { LetterSections.pairs(of: $0.bytes) }) {
            for term in try others.terms(with: text) { terms.insert(term) }
        }
        let texts = try level.index.caches.value(of: LetterTextsKey(language: language)) {
            () throws(SegmentError) in
            try LetterTexts(others.terms(with: LetterSections.always), of: level.index, language)
        }
        for pattern in patterns { try texts.forEachTerm(holding: pattern) { terms.insert($0) } }
        try forEach(terms.terms.lazy.map { Int($0) }, body)
    }

    func forEachTerm(
        withJoinedParts text: String, _ body: (DictionaryTerm) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        guard let joined = level.index.joinedTerms else { return }
        try forEach(try joined.terms(with: text).lazy.map { Int($0) }, body)
    }

    func hasWord(_ form: PreparedQuery.Form) throws(SegmentError) -> Bool {
        try level.index.caches.value(of: KnownWordKey(word: WordTermsKey(form))) { () throws(SegmentError) in
            try TermFinder(level.index).isAnyTerm(mayHaveWord: form) { number throws(SegmentError) in
                let term = try level.index.term(number)
                if let pattern = form.standard, try term.hasWord(pattern) { return true }
                guard let pattern = form.search, term.isSplit || !form.isSame else { return false }
                return try term.hasSearchWord(pattern)
            }
        }
    }

    func endsCompound(
        _ form: PreparedQuery.Form, besides other: PreparedQuery.Form?
    ) throws(SegmentError) -> Bool {
        try TermFinder(level.index).isAnyTerm(mayHaveWord: form, endsCompounds: true) {
            number throws(SegmentError) in
            let term = try level.index.term(number)
            guard
                form.standard?.isContained(by: term.standard) ?? false
                    || form.search?.isContained(by: term.search) ?? false
            else { return false }
            let bounds = term.listsBounds ? try term.details().bounds : .init()
            return form.endsCompound(
                FoldedForm(ofTerm: term.standard, bounds.standard),
                FoldedForm(ofTerm: term.search, bounds.search), besides: other)
        }
    }

    func contains(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        try TermFinder(level.index).contains(pattern)
    }

    func mayBegin(_ pattern: BytePattern) throws(SegmentError) -> Bool {
        try TermFinder(level.index).mayBegin(pattern)
    }

    func details(ofTerm term: Int) throws(SegmentError) -> (bounds: IndexedTerm.Bounds, source: [UInt8]) {
        let details = try level.index.term(term).details()
        // Folding needs valid UTF-8, which a forged file need not have.
        guard details.source.isValidUTF8 else { throw .damaged }
        return details
    }

    func withSource(
        ofTerm term: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SegmentError) {
        try level.index.term(term).withSource(body)
    }

    func uses(
        ofTerm term: Int, within records: RecordSet, _ interruption: inout Interruption
    ) throws(SegmentError) -> Int {
        var uses = 0
        try level.forEachRecord(ofTerm: term, &interruption) { if records.contains($0) { uses += 1 } }
        return uses
    }
}
