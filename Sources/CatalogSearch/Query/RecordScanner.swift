// Finds a query's words in the texts of single records: for hits, and where a word crosses the borders of terms.

internal import ICU
internal import KitSupport

/// Finds the words of a query in records, one after the other. For one catalog and one thread.
final class RecordScanner {
    private let query: PreparedQuery
    private let matcher: RecordMatcher
    /// The indexes of the searched fields, and of the chain's locales.
    private let fields: [FieldName: Int]
    private let levels: [LocaleIdentifier: Int]
    /// By index in the chain, and for ids; created when first needed.
    private var folders: [Int: TextFolder] = [:]

    /// - Parameter query: adapted to the catalog.
    init(_ query: PreparedQuery) {
        self.query = query
        matcher = RecordMatcher(query)
        fields = Dictionary(
            query.fields.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        levels = Dictionary(
            query.request.chain.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The matches of each word in the searched texts of a record, which are in each field those in the first locale of
    /// the chain that has some; and in the labels of its scope and catalog.
    ///
    /// - Parameter found: called with the range of each match, in scalars; field after field, text after text, and within
    ///   a text word after word.
    /// - Throws: `SegmentError.icu` where ICU lacks data or memory; `SegmentError.cancelled`.
    func words(
        in record: CatalogRecord,
        _ found: (_ field: Int, _ text: Int, Range<Int>) -> Void = { _, _, _ in }
    ) throws(SegmentError) -> [WordMatch] {
        var matches = query.words.map {
            WordMatch(numbers: $0.numericFields(year: record.year, price: record.price))
        }
        guard !matches.isEmpty else { return matches }
        for (field, searched) in searchedTexts(of: record).enumerated() {
            if FieldName.labels.contains(query.fields[field]) {
                for word in matches.indices {
                    for label in query.words[word].labels(ofScope: record.scope)
                    where label.best.field == field {
                        matches[word].append(label.best, field: field, text: 0)
                        for range in label.ranges { found(field, 0, range) }
                    }
                }
                continue
            }
            guard let (level, texts) = searched else { continue }
            let folder = try folder(level)
            for (number, text) in texts.enumerated() {
                try Interruption.check()
                try Array(text.utf8).withUnsafeBufferPointer { source throws(SegmentError) in
                    let folded = folder.fold(source)
                    try folded.withForms { standard, search throws(SegmentError) in
                        for word in matches.indices {
                            try matcher.forEachOccurrence(
                                of: word, level: level, source: source, standard: standard, search: search
                            ) { occurrence in
                                var occurrence = occurrence
                                // Ids have no locale that could be far down the chain.
                                if level == query.idLevel { occurrence.locale = 0 }
                                matches[word].append(occurrence, field: field, text: number)
                                found(field, number, occurrence.scalars)
                            }
                        }
                    }
                }
            }
        }
        return matches
    }

    /// The texts of each searched field, in the nearest locale; ids in none.
    private func searchedTexts(of record: CatalogRecord) -> [(level: Int, texts: [String])?] {
        var searched = [(level: Int, texts: [String])?](repeating: nil, count: query.fields.count)
        for text in record.texts {
            guard text.field.hasLocale, let field = fields[text.field], let level = levels[text.locale] else {
                continue
            }
            if let known = searched[field]?.level, known <= level {
                if known == level { searched[field]!.texts.append(text.value) }
            } else {
                searched[field] = (level, [text.value])
            }
        }
        if query.searchesIDs, let field = fields[.id] { searched[field] = (query.idLevel, [record.id]) }
        return searched
    }

    private func folder(_ level: Int) throws(SegmentError) -> TextFolder {
        if let folder = folders[level] { return folder }
        do throws(ICUError) {
            let folder = try TextFolder(level == query.idLevel ? .root : query.request.chain[level])
            folders[level] = folder
            return folder
        } catch {
            throw .icu(error)
        }
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
            try body(FoldedForm(bytes: bytes, matchClass: matchClass))
        }
    }

    /// The match position of the bytes from `start` to `end`.
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
