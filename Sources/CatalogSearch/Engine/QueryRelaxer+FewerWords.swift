// Finds records that lack words of the query in one ranked pass. A word weighs more the fewer records have
// it.

internal import ICU

extension QueryRelaxer {
    /// The query whose matches have the most of the words.
    ///
    /// - Parameter wide: the query with alternatives.
    /// - Returns: `nil` if no word can be left out, or if no record has any of the words.
    func withFewerWords(
        _ wide: PreparedQuery, _ engine: SearchEngine
    ) throws(SearchError) -> PreparedQuery? {
        let wide = withWholeWords(wide) ?? wide
        var partial = wide
        partial.words = []
        // A word that is typed twice counts once, also in a string without spaces.
        var seen: Set<String> = []
        for number in wide.words.indices {
            partial.words += try parts(of: number, in: wide).filter { seen.insert($0.typed).inserted }
        }
        if partial.words.count > WordMask.capacity {
            partial.words.removeLast(partial.words.count - WordMask.capacity)
            triesAllWords = false
        }
        // A repeated character is one word, but not the typed one.
        guard partial.words.count > 1 || partial.words.first?.typed != wide.words.first?.typed else {
            return nil
        }
        var required = WordMask()
        for (number, word) in partial.words.enumerated() where word.hasPhrase { required.insert(number) }
        partial.partial = PartialQuery(weights: partial.words.map { _ in 0 }, required: required)

        var counts = try counts(ofWordsOf: partial)
        // A syllable that no text has with its marks may be typed without them.
        var isOther = false
        for number in partial.words.indices where counts[number] == 0 {
            for index in partial.words[number].alternatives.indices
            where partial.words[number].alternatives[index].countsMarks {
                partial.words[number].alternatives[index].countsMarks = false
                isOther = true
            }
        }
        if isOther {
            partial.partial!.forget()
            counts = try self.counts(ofWordsOf: partial)
        }
        let total = counts.last ?? 0
        partial.partial!.weights = counts.dropLast().map { Score.weight(texts: $0, of: total) }
        let isMissingPhrase = partial.words.indices.contains { required.contains($0) && counts[$0] == 0 }
        if isMissingPhrase { return nil }
        let greatest = try engine.source.greatestClaim(of: partial, in: catalogs)
        guard greatest.claim > 0 else { return nil }
        partial.partial!.leastClaim = Score.leastClaim(greatest: greatest.claim)
        partial.partial!.mostWords = greatest.words
        return partial
    }

    /// The number of records that have each word of a partial query, then the number of all records. Of the
    /// rest of the request only forced conditions apply.
    private func counts(ofWordsOf partial: PreparedQuery) throws(SearchError) -> [Int] {
        var counted = partial.withOnlyForced
        counted.words = partial.words
        counted.partial = partial.partial
        return try engine.source.wordCounts(of: counted, in: catalogs)
    }

    /// The syllables of a word joined by hyphens. Texts often write them with spaces, and each syllable
    /// weighs like one of another word.
    ///
    /// - Returns: `nil` for other words.
    private func syllables(of word: PreparedQuery.Word) -> [PreparedQuery.Word]? {
        guard hasWholeSyllables, word.isOneWord else { return nil }
        let typed = word.alternatives[0]
        let syllables = typed.spelling.split(separator: "-", omittingEmptySubsequences: false)
        let areWords = syllables.allSatisfy {
            !$0.isEmpty && $0.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        }
        guard syllables.count > 1, areWords else { return nil }
        return syllables.map { part in
            let syllable = String(part)
            var whole = query.alternative(syllable, nil).asWholeWord
            whole.countsMarks = countsTones
            whole.setField(typed.field)
            return PreparedQuery.Word(typed: syllable, [whole])
        }
    }

    /// The words to search for a word when words may be left out: a word that no text has, and that stands
    /// for several, is split.
    private func parts(of number: Int, in wide: PreparedQuery) throws(SearchError) -> [PreparedQuery.Word] {
        let word = wide.words[number]
        let typed = query.words[number]
        if let syllables = syllables(of: typed) { return syllables }
        if let apart = try partsApart(of: typed, word) { return apart }
        guard typed.isOneWord, typed.alternatives[0].number == nil, try uses(of: number) == 0,
            word.alternatives.count == 1
                || typed.spelling.unicodeScalars.contains(where: \.isOfScriptWithoutSpaces)
        else { return [word] }
        let spelling = typed.spelling
        let segmenter = WordSegmenter(query.request.locale)
        let parts = segmenter.words(of: spelling).flatMap { segmenter.kindApart($0) }
        guard !parts.isEmpty, parts != [spelling] else { return [word] }
        return parts.map { PreparedQuery.Word(typed: $0, [query.alternative($0, nil)]) }
    }

    /// The components of a word between separators, if no text has it in any spelling: `white/black` is
    /// either of them.
    ///
    /// - Returns: `nil` for other words.
    private func partsApart(
        of typed: PreparedQuery.Word, _ word: PreparedQuery.Word
    ) throws(SearchError) -> [PreparedQuery.Word]? {
        guard typed.isOneWord, typed.alternatives[0].number == nil else { return nil }
        let parts = typed.spelling.parts(grouping: nil)
        // Clauses of a script without spaces are split into words below.
        guard 2...LetterRuns.mostJoined ~= parts.count,
            !typed.spelling.unicodeScalars.contains(where: \.isOfScriptWithoutSpaces),
            parts.allSatisfy({ $0.unicodeScalars.allSatisfy(\.properties.isAlphabetic) && $0.count > 1 })
        else { return nil }
        var alone = query.withOnlyForced
        alone.words = [word]
        guard try engine.source.uses(of: alone, in: catalogs) == 0 else { return nil }
        return parts.map { part in
            var alternative = query.alternative(part, nil)
            alternative.setField(typed.alternatives[0].field)
            return PreparedQuery.Word(typed: part, [alternative])
        }
    }

    /// The report about records that lack words: the words missing in the best records, and what was found
    /// for words that no text has.
    func relaxation(ofPartial query: PreparedQuery) throws(SearchError) -> Relaxation? {
        guard let partial = query.partial else { return nil }
        var kind = Relaxation.Kind.fewer
        var words: [Relaxation.Word] = []
        for number in query.words.indices where partial.mostWords.contains(number) {
            let word = query.words[number]
            guard let typed = self.query.words.firstIndex(where: { $0.typed == word.typed }),
                !word.asTyped.alternatives.isEmpty, try uses(of: typed) == 0
            else { continue }
            let found = word.alternatives.filter { $0.relaxation != nil }
            kind = max(kind, found.compactMap(\.relaxation).max() ?? kind)
            if !found.isEmpty {
                words.append(.init(word: word.typed, found: found.map(\.spelling).withoutDuplicates))
            }
        }
        return Relaxation(
            kind: kind, words: words,
            omitted: query.words.indices.filter { !partial.mostWords.contains($0) }
                .map { query.words[$0].typed },
            weights: zip(query.words, partial.weights).map { .init(word: $0.typed, weight: $1) })
    }
}

extension WordSegmenter {
    /// The parts of a Chinese word whose last character names the kind of what the others name, as in
    /// `玫瑰花`: rose, flower. Texts often have one of both alone.
    ///
    /// - Returns: the word itself unless the dictionary has the others as a word.
    fileprivate func kindApart(_ word: String) -> [String] {
        let scalars = word.unicodeScalars
        guard scalars.count > 2, scalars.allSatisfy(\.properties.isIdeographic) else { return [word] }
        let start = String(scalars.dropLast())
        return words(of: start) == [start] ? [start, String(scalars.last!)] : [word]
    }
}

extension Unicode.Scalar {
    /// Whether its script writes words without spaces, or is mixed with such a script.
    fileprivate var isOfScriptWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
