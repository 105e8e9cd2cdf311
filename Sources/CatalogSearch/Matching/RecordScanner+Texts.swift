// Finds a query's words in single texts of records.

internal import ICU
internal import Support

extension RecordScanner {
    /// Calls `body` with each match in a text, and a closure that returns the terms of the match.
    ///
    /// - Returns: whether the text has an excluded word.
    func forEachOccurrence(
        in text: SearchedText, _ level: Int, _ field: Int,
        _ body: (_ word: Int, Occurrence, _ terms: () -> ClosedRange<Int>) -> Void
    ) throws(SegmentError) -> Bool {
        let (folder, borders) = try analyzer(level)
        if !checksExcluded, let matches = text.matches {
            for match in matches { body(match.word, match.occurrence, { match.term...match.term }) }
            let phrases = phrases(in: field)
            if phrases.isEmpty { return false }
            try text.value.utf8Span.span.withUnsafeBufferPointer { source throws(SegmentError) in
                guard try mayHaveNeighbours(phrases, source, folder, level) else { return }
                let terms = TermStarts(source, borders)
                try matchText(source, folder.fold(source), terms, level, field, onlyNeighbours: true) {
                    word, occurrence in body(word, occurrence, { terms.terms(of: occurrence.bytes) })
                }
            }
            return false
        }
        return try text.value.utf8Span.span.withUnsafeBufferPointer { source throws(SegmentError) in
            // Most texts of a record contain no word; their words and terms are not needed.
            if !checksExcluded, !(try mayMatch(source, folder, level, field)) { return false }
            let terms = TermStarts(source, borders)
            let folded = folder.fold(source)
            try matchText(source, folded, terms, level, field) { word, occurrence in
                body(word, occurrence, { terms.terms(of: occurrence.bytes) })
            }
            return checksExcluded ? try hasExcluded(source, folded, level, field) : false
        }
    }

    /// The class of a text's length, as an index has it.
    func length(of text: SearchedText, _ level: Int) throws(SegmentError) -> TextLength {
        let borders = try analyzer(level).borders
        return text.value.utf8Span.span.withUnsafeBufferPointer {
            TextLength(words: TermStarts($0, borders).wordCount)
        }
    }

    /// Whether a text may contain one of the words.
    private func mayMatch(
        _ source: UnsafeBufferPointer<UInt8>, _ folder: TextFolder, _ level: Int, _ field: Int
    ) throws(SegmentError) -> Bool {
        try folder.mayContain(source) { (folded, isOfSearch) throws(SegmentError) in
            for word in query.words.indices {
                try Interruption.check()
                for place in query.words[word].alternatives.indices
                where query.words[word].alternatives[place].searches(query.fields[field])
                    && query.words[word].alternatives[place].isPart(of: folded, level, isOfSearch: isOfSearch)
                {
                    return true
                }
            }
            return false
        }
    }

    /// A searched text or label, folded.
    struct FoldedField {
        let field: Int
        let level: Int
        let text: FoldedText
    }

    /// A record's texts and labels, folded. A head is a part of its text.
    func foldedFields(
        of record: CatalogRecord, _ texts: [[SearchedTexts]]
    ) throws(SegmentError) -> [FoldedField] {
        var found: [FoldedField] = []
        func add(_ text: String, _ level: Int, _ field: Int) throws(SegmentError) {
            let folder = try analyzer(level).folder
            let folded = text.utf8Span.span.withUnsafeBufferPointer { folder.fold($0) }
            found.append(FoldedField(field: field, level: level, text: folded))
        }
        for (field, searched) in texts.enumerated() where query.fields[field].headed == nil {
            for (level, texts) in searched {
                for text in texts { try add(text.value, level, field) }
            }
            guard query.isLabelField(field) else { continue }
            for label in query.searchedLabels(of: record, field) { try add(label.text, label.level, field) }
        }
        return found
    }

    /// Whether a record with these texts may have all parts of a spelling; a number need not be in a text.
    func mayHave(
        partsOf alternative: PreparedQuery.Alternative, in texts: [FoldedField]
    ) throws(SegmentError) -> Bool {
        for spellings in alternative.parts {
            var isFound = false
            for spelling in spellings where !isFound {
                isFound = spelling.number != nil
                if !isFound { isFound = try mayHave(spelling, in: texts) }
            }
            if !isFound { return false }
        }
        return true
    }

    private func mayHave(
        _ spelling: PreparedQuery.Alternative, in texts: [FoldedField]
    ) throws(SegmentError) -> Bool {
        for text in texts where spelling.searches(query.fields[text.field]) {
            var isFound = false
            try text.text.withForms { standard, search throws(SegmentError) in
                isFound = try spelling.mayMatch(standard, text.level, isOfSearch: false)
                if !isFound {
                    isFound = try spelling.mayMatch(search ?? standard, text.level, isOfSearch: true)
                }
            }
            if isFound { return true }
        }
        return false
    }

    /// Whether a text may have all words of one of these phrases, each in either folding.
    private func mayHaveNeighbours(
        _ phrases: [[PreparedQuery.Alternative]], _ source: UnsafeBufferPointer<UInt8>, _ folder: TextFolder,
        _ level: Int
    ) throws(SegmentError) -> Bool {
        var missing = phrases
        return try folder.mayContain(source) { (folded, isOfSearch) throws(SegmentError) in
            for index in missing.indices {
                try Interruption.check()
                missing[index].removeAll { $0.isPart(of: folded, level, isOfSearch: isOfSearch) }
                if missing[index].isEmpty { return true }
            }
            return false
        }
    }

    /// Whether a text has an excluded word.
    func hasExcluded(
        _ source: UnsafeBufferPointer<UInt8>, _ folded: FoldedText, _ level: Int, _ field: Int
    ) throws(SegmentError) -> Bool {
        var isFound = false
        for word in query.excluded where !isFound {
            try matcher.forEachOccurrence(
                of: word, field: field, level: level, step: 0, source: source, folded, length: .shortest
            ) { _ in isFound = true }
        }
        return isFound
    }

    func matchText(
        _ source: UnsafeBufferPointer<UInt8>, _ folded: FoldedText, _ terms: TermStarts, _ level: Int,
        _ field: Int, onlyNeighbours: Bool = false, _ body: (_ word: Int, Occurrence) -> Void
    ) throws(SegmentError) {
        let length = TextLength(words: terms.wordCount)
        let maps = SourceMaps(isAligned: folded.isAligned)
        for (number, word) in query.words.enumerated() {
            try matcher.forEachOccurrence(
                of: word, field: field, level: level, step: query.step(ofLevel: level), source: source,
                folded, length: length, maps: maps, onlyNeighbours: onlyNeighbours
            ) { body(number, $0) }
        }
    }
}

extension PreparedQuery.Alternative {
    /// Whether a folding of a text has the folded word, or any word of the phrase: the others may be in the
    /// other folding.
    fileprivate func isPart(
        of folded: UnsafeBufferPointer<UInt8>, _ level: Int, isOfSearch: Bool
    ) -> Bool {
        guard parts.isEmpty else { return false }
        guard phrase.isEmpty else {
            return phrase.contains { $0.isPart(of: folded, level, isOfSearch: isOfSearch) }
        }
        let pattern = isOfSearch ? forms[level].search : forms[level].standard
        return pattern?.first(in: folded, 0..<folded.count) != nil
    }
}

extension PreparedQuery.Alternative {
    /// Whether a folding of a text may have a match: it contains the word, as a whole word if only these
    /// match. This skips most texts with the compound itself, which contains all parts.
    fileprivate func mayMatch(
        _ folded: FoldedForm, _ level: Int, isOfSearch: Bool
    ) throws(SegmentError) -> Bool {
        guard isWhole, phrase.isEmpty else { return isPart(of: folded.bytes, level, isOfSearch: isOfSearch) }
        guard let pattern = isOfSearch ? forms[level].search : forms[level].standard else { return false }
        var positions = BytePositions(pattern, in: folded.bytes)
        while let start = try positions.next() {
            let end = start + pattern.bytes.count
            if folded.matchClass(start, end) <= .wholeWord || !folded.bytes.hasLetter(beside: start..<end)
                || compoundLevels.contains(level) && folded.endsCompound(start, end)
            {
                return true
            }
        }
        return false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether an ASCII letter or digit is right before or behind a range of a folding.
    fileprivate func hasLetter(beside piece: Range<Int>) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            indices.contains(index)
                && ((0x61...0x7A).contains(self[index]) || (0x30...0x39).contains(self[index]))
        }
        return isLetter(piece.lowerBound - 1) || isLetter(piece.upperBound)
    }
}

extension FoldedText {
    /// Calls `body` with both foldings; the second is `nil` where both are equal.
    func withForms<Failure: Error>(
        _ body: (_ standard: FoldedForm, _ search: FoldedForm?) throws(Failure) -> Void
    ) throws(Failure) {
        try standard.withForm { standard throws(Failure) in
            guard let search else { return try body(standard, nil) }
            try search.withForm { search throws(Failure) in try body(standard, search) }
        }
    }
}

extension FoldedText.Form {
    fileprivate func withForm<Failure: Error>(
        _ body: (FoldedForm) throws(Failure) -> Void
    ) throws(Failure) {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try body(
                FoldedForm(
                    bytes: bytes, matchClass: matchClass, longerWord: wordBounds.startOfLongerWord))
        }
    }

    /// The match class of the bytes from `start` to `end`.
    private func matchClass(_ start: Int, _ end: Int) -> MatchClass {
        if start == 0, end == bytes.count { return .wholeField }
        guard isWordBound(start) else { return .insideWord }
        return isWordBound(end) ? .wholeWord : .wordPrefix
    }

    private func isWordBound(_ offset: Int) -> Bool {
        let index = wordBounds.partitioningIndex { Int($0) >= offset }
        return index < wordBounds.count && Int(wordBounds[index]) == offset
    }
}
