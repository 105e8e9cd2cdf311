// Compares the terms, postings and leaves of a locale with its texts.

internal import ICU
internal import Support

/// The terms in the texts of a locale, found by reading all texts.
struct TermContents {
    /// How often each term occurs.
    private(set) var occurrences: [Int]
    /// The number of words that each term adds to the length of a text.
    private(set) var words: [Int] = []
    /// The texts that contain each term, ascending.
    private(set) var postings: [[ListedPosting]]
    private(set) var postingCount = 0
    /// Whether the stored classes of the texts' lengths are correct.
    private(set) var hasRightLengths = true

    /// Reads all texts.
    ///
    /// - Throws: `damaged` if a text cannot be read.
    init(of locale: LocaleIndex) throws(SegmentError) {
        occurrences = Array(repeating: 0, count: locale.termCount)
        postings = Array(repeating: [], count: locale.termCount)
        var interruption = Interruption()
        for number in 0..<locale.termCount {
            try interruption.count(Interruption.record)
            words.append(
                try locale.term(number).details().source.withUnsafeBufferPointer {
                    TextLength.words(ofTerm: $0)
                })
        }
        for text in 0..<locale.textCount {
            try interruption.count(Interruption.record)
            let bytes = try locale.bytes(ofText: text)
            guard UnsafeBufferPointer(start: bytes.base, count: bytes.count).isValidUTF8 else {
                throw .damaged
            }
            var tokens = try locale.tokens(ofText: text)
            var (termCount, tokenCount, wordCount) = (0, 0, 0)
            while let token = try tokens.next() {
                tokenCount += 1
                guard case .term(let term) = token else { continue }
                termCount += 1
                wordCount += words[term]
                occurrences[term] += 1
                // A text that contains a term several times has one posting.
                if let last = postings[term].indices.last, postings[term][last].text == text {
                    postings[term][last].isRepeated = true
                    continue
                }
                postings[term].append(ListedPosting(text: UInt32(text)))
                postingCount += 1
            }
            guard try locale.isSingleTerm(text) == (termCount == 1 && tokenCount == 1) else { throw .damaged }
            if try locale.lengthClass(ofText: text) != TextLength(words: wordCount).rawValue {
                hasRightLengths = false
            }
        }
    }
}

extension LocaleIndex {
    /// Checks that terms are numbered by their standard foldings, then by their bytes, and that the frequent
    /// terms are correct.
    func checkTerms(_ occurrences: [Int]) throws(SegmentError) {
        var interruption = Interruption()
        var last: (folding: [UInt8], source: [UInt8])?
        for number in 0..<termCount {
            try interruption.count(Interruption.record)
            let term = try term(number)
            let source = try term.details().source
            for folding in [term.standard, term.search] {
                guard folding.bindMemory(to: UInt8.self).span.firstInvalidUTF8 == nil else { throw .damaged }
            }
            guard source.span.firstInvalidUTF8 == nil else { throw .damaged }
            let folding = Array(term.standard)
            if let last {
                guard
                    last.folding.lexicographicallyPrecedes(folding)
                        || last.folding == folding && last.source.lexicographicallyPrecedes(source)
                else { throw .damaged }
            }
            last = (folding, source)
        }
        var counts = GrowingBuffer<UInt32>(capacity: occurrences.count)
        for count in occurrences { counts.append(UInt32(truncatingIfNeeded: count)) }
        let expected = FrequentTerms.choose(counts)
        guard expected.count == frequentCount else { throw .damaged }
        for place in 0..<frequentCount {
            guard try frequentTerms.number(place, as: UInt32.self) == expected[place] else { throw .damaged }
        }
    }

    /// Checks that the stored postings equal those of the texts, and the impacts those of the postings.
    func checkPostings(_ contents: TermContents) throws(SegmentError) {
        var interruption = Interruption()
        for number in 0..<termCount {
            try interruption.count(Interruption.record)
            var impacts = try TermImpacts(of: term(number), wordCount: contents.words[number])
            var stored: [ListedPosting] = []
            try forEachPosting(ofTerm: number) { (text, field, kind) throws(SegmentError) in
                guard let field = field ?? columns.firstIndex(where: { $0.texts.contains(text) }),
                    columns[field].texts.contains(text), try lengthClass(ofText: text) == kind.length
                else { throw .damaged }
                impacts.add(field: field, length: kind.length)
                stored.append(ListedPosting(text: UInt32(text), isRepeated: kind.isRepeated))
            }
            stored.sort { $0.text < $1.text }
            guard stored == contents.postings[number], try postingCount(ofTerm: number) == stored.count,
                try self.impacts(ofTerm: number).rawValue == impacts.rawValue
            else { throw .damaged }
        }
    }

    /// Calls `body` with each text that contains a term, and its field if the postings have it.
    private func forEachPosting(
        ofTerm number: Int, _ body: (_ text: Int, _ field: Int?, PostingKind) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        switch try postings(ofTerm: number) {
        case .one(let text, let kind): try body(text, nil, kind)
        case .short(let count, let reader):
            try TermPostings.forEach(count, reader, below: textCount) { text, kind throws(SegmentError) in
                try body(text, nil, kind)
            }
        case .grouped(_, var groups):
            while let group = try groups.next() {
                guard columns.indices.contains(group.field) else { throw .damaged }
                let texts = columns[group.field].texts
                try group.forEach(below: texts.count) { place throws(SegmentError) in
                    try body(texts.lowerBound + place, group.field, group.kind)
                }
            }
        }
    }

    /// Whether the leaves equal those that a writer makes from the terms. All terms must have been checked.
    func hasLeavesOfItsTerms(in file: SegmentFile) throws(SegmentError) -> Bool {
        guard let terms = file.section(.terms, locale: number),
            let offsets = try file.ascending(.termOffsets, locale: number, count: termCount + 1)?.numbers()
        else { return leaves.isEmpty }
        let termBytes = try terms.all()
        let made: [FinishedSection]
        do throws(SegmentWriterError) {
            made = try LeafSections.make(
                locale: number, terms: termBytes,
                offsets: UnsafeBufferPointer(start: offsets.base, count: offsets.count))
        } catch {
            return false
        }
        for set in IndexLayout.LeafSet.allCases {
            let stored = try file.section(.leaves, locale: number, field: set.rawValue)?.all()
            guard made.first(where: { $0.field == set.rawValue }).hasBytes(of: stored) else { return false }
        }
        return true
    }

    /// Whether the stems equal those of the terms' words. All terms must have been checked.
    func hasStemsOfItsTerms(in segment: IndexedSegment) throws(SegmentError) -> Bool {
        let folding = Folding(
            standard: try segment.foldingTable(foldingTables.standard),
            search: try segment.foldingTable(foldingTables.search))
        var interruption = Interruption()
        let expected = try StemSections.make(
            locale: number, language: locale.language, folding, count: termCount
        ) { (number) throws(SegmentError) in
            try interruption.count(Interruption.record)
            return try term(number)
        }
        return expected.first.hasBytes(of: try segment.file.section(.stems, locale: number)?.all())
    }

    /// Whether the terms with several components are found by them. All terms must have been checked.
    func hasJoinedTermsOfItsTerms(in file: SegmentFile) throws(SegmentError) -> Bool {
        let stored = try file.section(.joinedTerms, locale: number)?.all()
        // Other languages and ids lack the section.
        guard stored != nil else { return true }
        let grouping: UInt8?
        grouping = try mappingError(SegmentError.icu) { () throws(ICUError) in
            try LetterRuns.grouping(of: locale)
        }
        var interruption = Interruption()
        let expected = try JoinedTermSections.make(locale: number, grouping: grouping, count: termCount) {
            (number) throws(SegmentError) in
            try interruption.count(Interruption.record)
            return try term(number)
        }
        return expected.first.hasBytes(of: stored)
    }

    /// Whether the adjacent words equal those of the texts, if they are listed.
    ///
    /// - Parameter occurrences: how often each term occurs.
    func hasBigramsOfItsTexts(_ occurrences: [Int], in file: SegmentFile) throws(SegmentError) -> Bool {
        guard let stored = try file.section(.wordBigrams, locale: number)?.all() else { return true }
        var interruption = Interruption()
        var filter = BigramFilter(termCount: occurrences.reduce(0, +))
        var edges: [BigramFilter.Edge] = []
        for number in 0..<termCount {
            try interruption.count(Interruption.record)
            edges.append(try filter.edge(of: term(number)))
        }
        for text in 0..<textCount {
            try interruption.count(Interruption.record)
            filter.beginText()
            var tokens = try tokens(ofText: text)
            while let token = try tokens.next() {
                if case .term(let term) = token { filter.append(edges[term]) }
            }
        }
        return filter.sections(locale: number).first.hasBytes(of: stored)
    }

    /// Whether the terms with other letters equal the listed ones, if they are listed. All terms must have
    /// been checked.
    func hasLettersOfItsTerms(in file: SegmentFile) throws(SegmentError) -> Bool {
        guard let stored = try file.section(.otherLetters, locale: number)?.all() else { return true }
        var interruption = Interruption()
        let expected = try LetterSections.make(locale: number, language: locale.language, count: termCount) {
            (number) throws(SegmentError) in
            try interruption.count(Interruption.record)
            return try term(number)
        }
        return expected.withBytes { stored.elementsEqual($0) }
    }

    /// Checks that each title's stored position is the number of titles before it.
    func checkTitlePositions(recordCount: Int) throws(SegmentError) {
        guard placesTitles else { return }
        var places: [Int] = []
        for record in 0..<recordCount {
            if let place = try titlePosition(record) { places.append(place) }
        }
        places.sort()
        // Equal titles share the position of the first.
        for (index, place) in places.enumerated() {
            guard place == index || index > 0 && place == places[index - 1] else { throw .damaged }
        }
    }
}

extension IndexedColumn {
    /// Checks that texts are in the order of their records, and that the owners are the records with a text.
    func checkOwners(recordCount: Int) throws(SegmentError) {
        var owners = RecordSet(universe: recordCount)
        var last = -1
        for text in texts {
            let record = try record(ofText: text)
            guard record >= last, record < recordCount else { throw .damaged }
            owners.insert(record)
            last = record
        }
        guard try ownerSet() == owners else { throw .damaged }
    }
}

extension FinishedSection? {
    /// Whether a stored section equals a new one; a missing section equals an empty one.
    fileprivate func hasBytes(of stored: UnsafeRawBufferPointer?) -> Bool {
        guard let self else { return stored?.isEmpty ?? true }
        return self.withBytes { $0.elementsEqual(stored ?? .init(start: nil, count: 0)) }
    }
}
