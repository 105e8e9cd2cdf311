// Finds the words of the texts that are a typed word, written together or apart.

internal import ICU
internal import Support

extension WordFinder {
    /// The greatest number of scalars of a word that may be written as several; of one in a script without
    /// spaces, whose words ``parts()`` finds; and the greatest number of ways to write it.
    private static var longestSplit: Int { 40 }
    private static var longestDenseSplit: Int { 12 }
    private static var mostSplits: Int { 16 }

    /// Terms with other separators between the parts of the word, as they are spelled. Where both the
    /// word and the term have borders of parts, all borders of one must be borders of the other:
    /// `pen-island` is not `penis-land`.
    ///
    /// - Returns: at distance 1 those that are the word in another number: `tshirt` is `T-Shirts`.
    func joined() throws(SegmentError) -> [FoundWord] {
        try inBothNumbers { written, dictionary, folding throws(SegmentError) in
            try joined(written, dictionary, folding)
        }
    }

    /// Separate words that form the word together, with spaces between them; at
    /// distance 1 those in another number.
    func apart() throws(SegmentError) -> [FoundWord] {
        try inBothNumbers { written, dictionary, _ throws(SegmentError) in try apart(written, dictionary) }
    }

    /// The word in one of its numbers, as it may be written together or apart.
    private struct Written {
        let spelling: String
        /// A folding without its separators.
        let key: [UInt8]
        /// The borders of the parts in the key.
        let borders: [Int]
        let grouping: UInt8?
    }

    /// What is found for the word, and at distance 1 what is found for its other numbers alone.
    private func inBothNumbers(
        _ find: (Written, Dictionary, Folding) throws(SegmentError) -> Set<String>
    ) throws(SegmentError) -> [FoundWord] {
        var found: [String: Int] = [:]
        var interruption = Interruption()
        for dictionary in dictionaries {
            guard let folding = foldings[dictionary.position] else { continue }
            let grouping = try grouping(of: dictionary)
            let others = RegularForms.otherNumbers(of: word.spelling, languages[dictionary.position])
            let forms =
                [(word.spelling, word.forms[dictionary.position], 0)]
                + others.map { ($0, PreparedQuery.Form($0, folding), 1) }
            for (spelling, form, distance) in forms {
                for pattern in form.patterns {
                    try interruption.count(Interruption.form)
                    let (key, borders) = pattern.bytes.withUnsafeBufferPointer { bytes in
                        let runs = LetterRuns(bytes, grouping: grouping).ranges[...]
                        return (LetterRuns.joined(runs, in: bytes), LetterRuns.borders(runs))
                    }
                    guard key.scalarCount > 1 else { continue }
                    // Digits may be grouped otherwise: `030/1234567` is `030 / 123 45-67`.
                    let written = Written(
                        spelling: spelling, key: key, borders: key.areDigits ? [] : borders,
                        grouping: grouping)
                    for word in try find(written, dictionary, folding) {
                        found[word] = min(found[word] ?? distance, distance)
                    }
                }
            }
        }
        return found.map { FoundWord(spelling: $0.key, distance: $0.value) }
    }

    private func joined(
        _ written: Written, _ dictionary: Dictionary, _ folding: Folding
    ) throws(SegmentError) -> Set<String> {
        var found: Set<String> = []
        var interruption = Interruption()
        let key = String(decoding: written.key, as: UTF8.self)
        try dictionary.forEachTerm(withJoinedParts: key) { term throws(SegmentError) in
            try interruption.count(term.steps)
            var pieces = TermFragments(try dictionary.details(ofTerm: term.number).source)
            pieces.enter(
                Self.pieces(of: term.standard, written), of: term.standard, distance: 0, folding.standard)
            if let search = term.search {
                pieces.enter(Self.pieces(of: search, written), of: search, distance: 0, folding.search)
            }
            found.formUnion(pieces.spellings)
        }
        return found
    }

    private func apart(_ written: Written, _ dictionary: Dictionary) throws(SegmentError) -> Set<String> {
        // Hangul is folded to letters: a syllable has two or three.
        let isDense = written.spelling.unicodeScalars.contains { $0.isWrittenWithoutSpaces && !$0.isHangul }
        // What begins or ends with the typed word in another number is found by that word.
        let typed =
            written.spelling == word.spelling ? nil : word.forms[dictionary.position].standard?.bytes
        let splitter = WordSplitter(
            dictionary, written.key, written.spelling.parts(grouping: written.grouping).joined(),
            at: written.borders, besides: typed, areNeighbours)
        return Set(
            try splitter.splits(
                longest: isDense ? Self.longestDenseSplit : Self.longestSplit, limit: Self.mostSplits))
    }

    private func grouping(of dictionary: Dictionary) throws(SegmentError) -> UInt8? {
        let locale = dictionary.position < chain.count ? chain[dictionary.position] : .root
        return try mappingError(SegmentError.icu) { () throws(ICUError) in
            try LetterRuns.grouping(of: locale)
        }
    }

    /// The pieces of a folding whose parts are the word when they are joined.
    private static func pieces(of folding: UnsafeRawBufferPointer, _ written: Written) -> [Range<Int>] {
        let (key, borders) = (written.key, written.borders)
        let folding = folding.assumingMemoryBound(to: UInt8.self)
        var pieces: [Range<Int>] = []
        LetterRuns(folding, grouping: written.grouping).forEachJoined(in: folding) { (joined) throws(Never) in
            guard joined.reduce(0, { $0 + $1.count }) == key.count,
                LetterRuns.joined(joined, in: folding) == key
            else { return }
            let own = Set(LetterRuns.borders(joined))
            guard own.isSuperset(of: borders) || own.isSubset(of: borders) else { return }
            guard !key.areDigits || LetterRuns.mayJoinDigitsWithoutSpaces(joined.map(\.count)) else { return }
            pieces.append(joined.first!.lowerBound..<joined.last!.upperBound)
        }
        return pieces
    }
}

extension [UInt8] {
    var areDigits: Bool { allSatisfy { (0x30...0x39).contains($0) } }
}
