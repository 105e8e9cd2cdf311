// Finds replacements for the words of a query.

internal import ICU
internal import Support

/// Finds replacements of a query's words. For one query and one thread.
final class QueryRelaxer {
    let query: PreparedQuery
    let catalogs: [CatalogIndex]
    /// The engine that has the records of the catalogs.
    let engine: SearchEngine
    /// The words to replace in suggestions; `nil` until computed.
    private var relaxed: RelaxedWords?
    private var known: [Key: [Replacement]] = [:]
    private var knownUses: [Int: Int] = [:]
    var knownEquivalents: [Int: [PreparedQuery.Alternative]] = [:]

    private struct Key: Hashable {
        let word: Int
        let kind: Relaxation.Kind
    }

    /// The words of a query to replace.
    private struct RelaxedWords {
        /// Their indexes in the query.
        var words: [Int]
        /// Whether all of them are replaced at once, because no text contains them; else one at a time.
        var areMissing: Bool
    }

    /// Whether no word was left out because the query has too many.
    var triesAllWords = true

    init(_ query: PreparedQuery, _ catalogs: [CatalogIndex], _ engine: SearchEngine) {
        self.query = query
        self.engine = engine
        self.catalogs = catalogs
    }

    /// The variants that need this kind of relaxation, but no looser one, nearest first.
    ///
    /// Words that no text contains are all replaced, each by this kind or a stricter one. If texts contain
    /// all words, one word at a time is replaced. At most ``Relaxation/maximumWordCount`` words are replaced.
    ///
    /// - Returns: if the budget is exceeded, those found until then.
    func variants(
        _ kind: Relaxation.Kind, within budget: RelaxationBudget
    ) throws(SearchError) -> [QueryVariant] {
        guard !query.words.isEmpty, !query.matchesNothing else { return [] }
        var variants: [QueryVariant] = []
        try budget.run { () throws(SearchError) in
            try prefetch(kind)
            let relaxed = try relaxedWords()
            if relaxed.areMissing {
                variants = try replacingAll(relaxed.words, kind).map { variant($0, kind) }
            } else {
                for word in relaxed.words {
                    variants += try replacements(for: word, kind)
                        .map { variant(ReplacedWords().adding($0, for: word), kind) }
                }
            }
        }
        // A synonym may have several words.
        variants.removeAll { $0.query.words.count > SearchRequest.maximumWordCount }
        variants.sort { $0.distance < $1.distance }
        return Array(variants.prefix(QueryVariant.limit))
    }

    /// The nearest combinations of replacements of all these words. In each, at least one replacement needs
    /// the kind.
    private func replacingAll(
        _ words: [Int], _ kind: Relaxation.Kind
    ) throws(SearchError) -> [ReplacedWords] {
        // `needing` use the kind; `others` use only stricter kinds and were tried before.
        var needing: [ReplacedWords] = []
        var others = [ReplacedWords()]
        for word in words {
            var stricter: [Replacement] = []
            for other in Relaxation.Kind.allCases where other < kind {
                stricter += try replacements(for: word, other)
            }
            let exact = try replacements(for: word, kind)
            let all = (stricter + exact).sorted { $0.distance < $1.distance }
            stricter.sort { $0.distance < $1.distance }
            needing = ReplacedWords.nearest(
                ReplacedWords.nearest(needing, with: all, for: word)
                    + ReplacedWords.nearest(others, with: exact, for: word))
            others = ReplacedWords.nearest(others, with: stricter, for: word)
        }
        return needing
    }

    private func variant(_ replaced: ReplacedWords, _ kind: Relaxation.Kind) -> QueryVariant {
        var variant = QueryVariant(query: query, relaxation: kind, distance: replaced.distance)
        variant.query.words = query.words.indices.flatMap { word in
            replaced.words.first { $0.word == word }?.replacement.words ?? [query.words[word]]
        }
        variant.replacements = replaced.words.map { ($0.replacement.range, $0.replacement.spelling) }
        return variant
    }

    // MARK: Which words are missing

    /// The words to replace: all that no text contains or, if there are none, each word in turn. Of the rest
    /// of the request only forced conditions apply.
    private func relaxedWords() throws(SearchError) -> RelaxedWords {
        if let relaxed { return relaxed }
        var missing: [Int] = []
        for (number, word) in query.words.enumerated() where !word.replaceable.isEmpty {
            if try uses(of: number) == 0 { missing.append(number) }
        }
        let all = missing.isEmpty ? Array(query.words.indices) : missing
        triesAllWords = all.count <= Relaxation.maximumWordCount
        // If too many words are missing, replacing some of them finds nothing.
        let words = missing.isEmpty || triesAllWords ? Array(all.prefix(Relaxation.maximumWordCount)) : []
        let relaxed = RelaxedWords(words: words, areMissing: !missing.isEmpty)
        self.relaxed = relaxed
        return relaxed
    }

    /// The indexes of the words that may be replaced by words other than their forms: those that no text
    /// contains or, if there are none, all words.
    func replacedWords() throws(SearchError) -> [Int] {
        let relaxed = try relaxedWords()
        // If texts contain all of many words, records that lack some are nearer than other words.
        return relaxed.areMissing || query.words.count <= Self.fewWords ? relaxed.words : []
    }

    /// The most words of a query whose words are replaced although texts contain them.
    static let fewWords = 4

    /// The number of records whose texts contain a word as typed. Of the rest of the request only forced
    /// conditions apply.
    func uses(of number: Int) throws(SearchError) -> Int {
        if let known = knownUses[number] { return known }
        let uses = try engine.source.uses(of: alone(number), in: catalogs)
        knownUses[number] = uses
        return uses
    }

    /// A query for one word as typed.
    func alone(_ number: Int) -> PreparedQuery {
        var alone = query.withOnlyForced
        alone.words = [query.words[number].asTyped]
        return alone
    }

    func isUseKnown(of number: Int) -> Bool { knownUses[number] != nil }

    /// Whether it is known already that no text contains a word as typed.
    func isKnownToBeMissing(_ number: Int) -> Bool { knownUses[number] == 0 }

    // MARK: Replacements

    /// The replacements of a word by one kind, nearest first, then by falling number of uses.
    func replacements(
        for number: Int, _ kind: Relaxation.Kind
    ) throws(SearchError) -> [Replacement] {
        let key = Key(word: number, kind: kind)
        if let known = known[key] { return known }
        var found: [Replacement] = []
        // Numbers and phrases are never replaced.
        for word in replaceableWords(number) {
            for var replacement in try replacements(of: word, kind) {
                replacement.range = word.alternatives[0].range
                found.append(replacement)
            }
        }
        known[key] = found
        return found
    }

    /// The alternatives of a word that may be replaced, each as a word.
    func replaceableWords(_ number: Int) -> [PreparedQuery.Word] {
        query.words[number].replaceable.map {
            .init(typed: query.words[number].typed, [query.withoutEdges($0)])
        }
    }

    func areReplacementsKnown(for number: Int, _ kind: Relaxation.Kind) -> Bool {
        known[Key(word: number, kind: kind)] != nil
    }

    private func replacements(
        of word: PreparedQuery.Word, _ kind: Relaxation.Kind
    ) throws(SearchError) -> [Replacement] {
        switch kind {
        case .letters:
            var found = try words(.letters, like: word, kind) + words(.readings, like: word, kind)
            // Brackets are letters on other keyboards.
            let retyped = [word.spelling, word.typed].withoutDuplicates.flatMap {
                KeyboardLayouts.retyped($0, query.languages)
            }
            let kana = try mappingError(SearchError.icu) { () throws(ICUError) in
                try Romanizations.kana(word.spelling, query.languages)
            }
            for spelling in retyped + kana {
                let read = query.word(spelling, insteadOf: word, kind)
                found.append(Replacement(spelling: spelling, words: [read], distance: 0))
            }
            // `cevrb` is `сумки` on a Russian keyboard, and `sumki` its transliteration; texts may have
            // `сумка`.
            let written = retyped + Romanizations.likeliest(word.spelling, query.languages)
            for spelling in written.withoutDuplicates.prefix(Self.mostReadForms) {
                let read = query.word(spelling, insteadOf: word, kind)
                // On a Korean keyboard spaces are often left out.
                found += try words(.apart, like: read, kind)
                found += try words(.stems, like: read, kind).map { form in
                    var form = form
                    form.words[0].alternatives[0].isWhole = true
                    return form
                }
            }
            return found
        case .forms:
            let found = try forms(of: word, as: .forms)
            let forms = Set(found.map(\.spelling))
            let synonyms = try synonyms(of: [word.spelling], word)
            var others = synonyms.filter { !forms.contains($0.spelling) }
            for synonym in inflected(synonyms) where !forms.contains(synonym.spelling) {
                others += try self.forms(of: synonym, as: .synonyms)
            }
            return found + others
        case .typos:
            // A different digit makes a different number or model.
            let digits = word.spelling.digits
            return try words(.typos, like: word, kind).filter {
                digits.isEmpty || $0.spelling.digits == digits
            }
        case .fewer: return []
        }
    }

    /// The greatest number of readings of a word whose other forms are searched for.
    private static let mostReadForms = 4

    /// The greatest number of synonyms of a word whose other forms are searched for.
    private static let mostInflectedSynonyms = 4

    /// The first single-word synonyms, whose other forms are searched for.
    func inflected(_ synonyms: [Replacement]) -> [PreparedQuery.Word] {
        synonyms.prefix(Self.mostInflectedSynonyms).compactMap(\.words.first).filter {
            $0.alternatives.first.map { !$0.isComposite } ?? false
        }
    }

    /// Other forms of a word, which are whole words, or the last part of compounds.
    ///
    /// - Parameter equivalence: why these forms stand for the typed word.
    func forms(
        of word: PreparedQuery.Word, as equivalence: Equivalence
    ) throws(SearchError) -> [Replacement] {
        let found = try words(.stems, like: word, .forms)
        let spellings = Set(found.map { $0.spelling.lowercased() })
        return found.map { form in
            var form = form
            form.words[0].alternatives[0].isWhole = true
            form.words[0].alternatives[0].equivalence = equivalence
            // If texts have `Jacke`, `Jack` is a different word.
            if equivalence == .forms, !spellings.contains(form.spelling.lowercased() + "e") {
                form.words[0].alternatives[0].compoundLevels = query.compoundLevels
            }
            return form
        }
    }

    /// The words of the texts that resemble a word.
    private func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ kind: Relaxation.Kind
    ) throws(SearchError) -> [Replacement] {
        let words = try engine.source.words(wordQuery, like: word, query, in: catalogs)
        let least = words.map(\.distance).min()
        let nearest = words.filter { $0.distance == least }
        let merged = try SearchError.interruptible { () throws(SegmentError) in
            try query.merged(nearest, insteadOf: word, kind)
        }
        return merged.prefix(QueryVariant.limit).map {
            Replacement(
                spelling: $0.word.spelling, words: [withNeighbours($0.word, kind)], distance: $0.distance,
                uses: max(1, $0.uses))
        }
    }

    /// A word of the texts; one with spaces becomes several adjacent words.
    private func withNeighbours(_ word: PreparedQuery.Word, _ kind: Relaxation.Kind) -> PreparedQuery.Word {
        let parts = PreparedQuery.split(word.spelling)
        guard parts.count > 1 else { return word }
        var alternative = WordExpansion(query).neighbours(parts, .separators)
        alternative.relaxation = kind
        alternative.percent = Score.factor(kind)
        alternative.setField(word.alternatives[0].field)
        return PreparedQuery.Word(typed: word.typed, [alternative])
    }

    /// The catalogs' synonyms of a word, or of several next to each other, in the locales of the chain.
    ///
    /// - Parameter word: the word that the synonyms replace.
    func synonyms(
        of words: [String], _ word: PreparedQuery.Word? = nil
    ) throws(SearchError) -> [Replacement] {
        var found: [Replacement] = []
        for catalog in catalogs {
            let others = try SearchError.interruptible { () throws(SegmentError) in
                try catalog.synonyms.synonyms(of: words, insteadOf: word, query)
            }
            for other in others where !found.contains(where: { $0.spelling == other.spelling }) {
                found.append(other)
            }
        }
        return Array(found.prefix(QueryVariant.limit))
    }
}

extension String {
    /// The digits of the text.
    fileprivate var digits: [Unicode.Scalar] {
        unicodeScalars.filter(\.isDecimalDigit)
    }
}
