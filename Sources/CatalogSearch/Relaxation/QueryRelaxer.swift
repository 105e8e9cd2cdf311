// The strict queries that make up a relaxed one.
//
// A relaxed query is a list of strict queries, in each of which words of the texts replace some words. A record
// matches if one of them finds it, and ranks by the nearest. So all laws of strict queries also hold here.

internal import ICU

/// A strict query that replaces a relaxed one.
struct QueryVariant {
    var query: PreparedQuery
    /// The least strict kind of the replacements; `nil` for the query as typed.
    var relaxation: Relaxation.Kind?
    /// The distance of the words from those typed, see ``FoundWord/distance``; it orders variants of one kind.
    var distance = 0
    /// The replacements: the index of the word in the query, what was typed, and the new spelling.
    var replacements: [(word: Int, typed: String, spelling: String)] = []
}

/// Finds the variants of a query. For one query and one thread.
final class QueryRelaxer {
    private let query: PreparedQuery
    private let catalogs: [CatalogIndex]
    /// Whether the texts contain each word as it is.
    private var standing: [Bool]?
    private var known: [Key: [Alternative]] = [:]

    private struct Key: Hashable {
        let word: Int
        let kind: Relaxation.Kind
    }

    /// A replacement of a word.
    private struct Alternative {
        let spelling: String
        /// Several if a synonym has several words.
        let words: [PreparedQuery.Word]
        let distance: Int
        let uses: Int
    }

    /// The maximum number of replacements for a word, and of variants for a query.
    static let limit = 32

    init(_ query: PreparedQuery, _ catalogs: [CatalogIndex]) {
        self.query = query
        self.catalogs = catalogs
    }

    /// The variants that need a kind of relaxation and no less strict one, nearest first.
    ///
    /// Words that no text contains are all replaced, each by this kind or a stricter one. If texts contain all words,
    /// one at a time is replaced.
    func variants(_ kind: Relaxation.Kind) throws(SearchError) -> [QueryVariant] {
        guard !query.words.isEmpty, !query.matchesNothing else { return [] }
        let missing = try missingWords()
        var variants: [QueryVariant] = []
        if missing.isEmpty {
            for word in query.words.indices {
                let alternatives = try self.alternatives(for: word, kind)
                variants += alternatives.map { variant([(word, $0)], kind) }
            }
        } else {
            // `needing` use the kind; `others` use only stricter kinds and were tried before.
            var needing: [Combination] = []
            var others: [Combination] = [[]]
            for word in missing {
                var stricter: Combination = []
                for other in Relaxation.Kind.allCases where other < kind {
                    stricter += try alternatives(for: word, other).map { (word, $0) }
                }
                let exact = try alternatives(for: word, kind).map { (word: word, alternative: $0) }
                needing = Self.nearest(
                    Self.combinations(needing, stricter + exact) + Self.combinations(others, exact))
                others = Self.nearest(Self.combinations(others, stricter))
            }
            variants = needing.map { variant($0, kind) }
        }
        variants.sort { $0.distance < $1.distance }
        return Array(variants.prefix(Self.limit))
    }

    /// The words to replace, with their replacements.
    private typealias Combination = [(word: Int, alternative: Alternative)]

    private static func combinations(_ first: [Combination], _ next: Combination) -> [Combination] {
        first.flatMap { combination in next.map { combination + [$0] } }
    }

    private static func nearest(_ combinations: [Combination]) -> [Combination] {
        Array(combinations.sorted { distance($0) < distance($1) }.prefix(limit))
    }

    private static func distance(_ combination: Combination) -> Int {
        combination.reduce(0) { $0 + $1.alternative.distance }
    }

    private func variant(
        _ replaced: Combination, _ kind: Relaxation.Kind
    ) -> QueryVariant {
        var variant = QueryVariant(query: query, relaxation: kind, distance: Self.distance(replaced))
        variant.query.words = query.words.indices.flatMap { word in
            replaced.first { $0.word == word }?.alternative.words ?? [query.words[word]]
        }
        variant.replacements = replaced.map {
            ($0.word, query.words[$0.word].typed, $0.alternative.spelling)
        }
        return variant
    }

    // MARK: Which words are missing

    /// The words that no text contains, ignoring the rest of the request.
    private func missingWords() throws(SearchError) -> [Int] {
        if standing == nil {
            var standing: [Bool] = []
            for word in query.words { standing.append(try stands(word)) }
            self.standing = standing
        }
        return query.words.indices.filter { !standing![$0] && query.words[$0].number == nil }
    }

    private func stands(_ word: PreparedQuery.Word) throws(SearchError) -> Bool {
        var alone = query
        alone.words = [word]
        alone.request.scope = nil
        alone.request.price = nil
        alone.request.year = nil
        for catalog in catalogs {
            for segment in catalog.segments {
                let matches = try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    return try segment.search(alone.adapted(to: catalog.description), keeping: 0)
                }
                if matches.total > 0 { return true }
            }
        }
        return false
    }

    // MARK: Replacements

    /// The replacements of a word by one kind, nearest first, then by falling number of uses.
    private func alternatives(for number: Int, _ kind: Relaxation.Kind) throws(SearchError) -> [Alternative] {
        let key = Key(word: number, kind: kind)
        if let known = known[key] { return known }
        let word = query.words[number]
        var found: [Alternative] = []
        // Numbers are never replaced.
        if word.number == nil {
            switch kind {
            case .letters: found = try words(.letters, like: word, kind)
            case .forms:
                found = try words(.stems, like: word, kind)
                let stems = Set(found.map(\.spelling))
                found += synonyms(of: word).filter { !stems.contains($0.spelling) }
            case .typos: found = try words(.typos, like: word, kind)
            }
        }
        known[key] = found
        return found
    }

    /// The words of the texts that resemble a word.
    private func words(
        _ sought: SoughtWords, like word: PreparedQuery.Word, _ kind: Relaxation.Kind
    ) throws(SearchError) -> [Alternative] {
        var words: [FoundWord] = []
        for catalog in catalogs {
            let adapted = query.adapted(to: catalog.description)
            for segment in catalog.segments {
                words += try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    return try segment.words(sought, like: word, adapted, within: nil)
                }
            }
        }
        let least = words.map(\.distance).min()
        let nearest = words.filter { $0.distance == least }
        let merged = try SearchEngine.interruptible { () throws(SegmentError) in
            try query.merged(nearest, insteadOf: word, kind)
        }
        return merged.prefix(Self.limit).map {
            Alternative(spelling: $0.word.spelling, words: [$0.word], distance: $0.distance, uses: $0.uses)
        }
    }

    /// The catalogs' synonyms of a word, in the locales of the chain.
    private func synonyms(of word: PreparedQuery.Word) -> [Alternative] {
        var found: [Alternative] = []
        var seen: Set<String> = [word.spelling]
        for group in catalogs.flatMap(\.description.synonyms) {
            let holdsWord = group.words.contains { synonym in
                query.request.chain.indices.contains { level in
                    guard group.locale == nil || group.locale == query.request.chain[level],
                        let folding = query.foldings[level]
                    else { return false }
                    return PreparedQuery.Form(synonym, folding).isSameWord(as: word.forms[level])
                }
            }
            guard holdsWord else { continue }
            for synonym in group.words where seen.insert(synonym).inserted {
                let words = PreparedQuery.split(synonym).map { query.word($0, insteadOf: word, .forms) }
                    .filter { !$0.hasSameForms(as: word) }
                guard !words.isEmpty else { continue }
                found.append(Alternative(spelling: synonym, words: words, distance: 0, uses: 0))
            }
        }
        return found
    }
}

extension PreparedQuery {
    /// A word that replaces a typed one.
    func word(_ spelling: String, insteadOf word: Word, _ relaxation: Relaxation.Kind?) -> Word {
        let spelling = Normalizer.composed(spelling)
        return Word(
            spelling: spelling, number: nil, forms: foldings.map { $0.map { Form(spelling, $0) } ?? .empty },
            typed: word.typed, relaxation: relaxation)
    }

    /// Words of the texts as words of the query. Words with equal foldings are one, in the most frequent spelling.
    /// Nearest first, then by falling number of texts.
    ///
    /// - Throws: `SegmentError.cancelled`.
    func merged(
        _ found: [FoundWord], insteadOf word: Word, _ relaxation: Relaxation.Kind? = nil
    ) throws(SegmentError) -> [(word: Word, distance: Int, uses: Int)] {
        // Several segments may give the same spelling.
        var spellings: [String: FoundWord] = [:]
        var interruption = Interruption()
        for next in found {
            try interruption.count()
            if let known = spellings[next.spelling] {
                spellings[next.spelling]!.uses = known.uses + next.uses
                spellings[next.spelling]!.distance = min(known.distance, next.distance)
            } else {
                spellings[next.spelling] = next
            }
        }
        var ordered = Array(spellings.values)
        try ordered.sortInterruptibly(by: Self.isUsedMore)
        var places: [[UInt8]: Int] = [:]
        var merged: [(word: Word, distance: Int, uses: Int)] = []
        for next in ordered {
            try interruption.count(Interruption.record)
            let candidate = self.word(next.spelling, insteadOf: word, relaxation)
            if candidate.hasSameForms(as: word) { continue }
            if let place = places[candidate.formKey] {
                merged[place].uses += next.uses
                merged[place].distance = min(merged[place].distance, next.distance)
            } else {
                places[candidate.formKey] = merged.count
                merged.append((candidate, next.distance, next.uses))
            }
        }
        try merged.sortInterruptibly { left, right in
            if left.distance != right.distance { return left.distance < right.distance }
            if left.uses != right.uses { return left.uses > right.uses }
            return left.word.spelling.utf8.lexicographicallyPrecedes(right.word.spelling.utf8)
        }
        return merged
    }

    private static func isUsedMore(_ left: FoundWord, _ right: FoundWord) -> Bool {
        if left.uses != right.uses { return left.uses > right.uses }
        // Prefer lower case, which sorts after capitals.
        return right.spelling.utf8.lexicographicallyPrecedes(left.spelling.utf8)
    }
}

extension PreparedQuery.Word {
    /// The bytes of all forms; equal for words that match the same texts.
    fileprivate var formKey: [UInt8] {
        var key: [UInt8] = []
        for form in forms {
            // No byte of UTF-8 is 0xFF.
            key += form.standard?.bytes ?? []
            key.append(0xFF)
            key += form.search?.bytes ?? []
            key.append(0xFE)
        }
        return key
    }

    func hasSameForms(as other: PreparedQuery.Word) -> Bool { formKey == other.formKey }
}

extension PreparedQuery.Form {
    /// Whether one of the foldings of two words is equal.
    fileprivate func isSameWord(as other: PreparedQuery.Form) -> Bool {
        standard != nil && standard?.bytes == other.standard?.bytes
            || search != nil && search?.bytes == other.search?.bytes
    }
}
