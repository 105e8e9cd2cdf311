// Finds a catalog's synonyms of a word.

internal import ICU
internal import Support

/// The synonyms of a catalog. Their foldings are kept for the chains that queries have.
final class CatalogSynonyms: Sendable {
    private struct Levels: Hashable, Sendable {
        let chain: [LocaleIdentifier]
        /// Whether the query has the folding of each locale of the chain.
        let isFolded: [Bool]
    }

    private let groups: [CatalogDescription.Synonyms]
    private let indexes = Cache<Levels, SynonymIndex>(limit: 32)

    init(_ groups: [CatalogDescription.Synonyms]) { self.groups = groups }

    /// See ``SynonymIndex/synonyms(of:_:)``.
    func synonyms(
        of word: PreparedQuery.Word, _ query: PreparedQuery
    ) throws(SegmentError) -> [Replacement] {
        if groups.isEmpty { return [] }
        let levels = Levels(chain: query.request.chain, isFolded: query.foldings.map { $0 != nil })
        return try indexes.value(of: levels) { () throws(SegmentError) in
            try SynonymIndex(groups, query)
        }.synonyms(of: word, query)
    }
}

/// The groups of synonyms by the foldings of their words, in the locales of a query's chain.
struct SynonymIndex: Sendable {
    private let groups: [CatalogDescription.Synonyms]
    /// The groups, ascending, that contain a word with a folding.
    private var numbers: [Key: [Int]] = [:]

    private struct Key: Hashable {
        /// The index of the locale in the chain.
        let level: Int
        let isSearch: Bool
        let bytes: [UInt8]
    }

    /// Folds each word of the groups once in each locale of the query that its group has.
    ///
    /// - Throws: `SegmentError.cancelled`.
    init(_ groups: [CatalogDescription.Synonyms], _ query: PreparedQuery) throws(SegmentError) {
        self.groups = groups
        var interruption = Interruption()
        for (number, group) in groups.enumerated() {
            for (level, locale) in query.request.chain.enumerated() {
                guard group.locale == nil || group.locale == locale, let folding = query.foldings[level]
                else { continue }
                for word in group.words {
                    try interruption.count(Interruption.record + word.utf8.count / 8)
                    for key in Self.keys(PreparedQuery.Form(word, folding), level)
                    where numbers[key]?.last != number {
                        numbers[key, default: []].append(number)
                    }
                }
            }
        }
    }

    private static func keys(_ form: PreparedQuery.Form, _ level: Int) -> [Key] {
        let standard = form.standard.map { Key(level: level, isSearch: false, bytes: $0.bytes) }
        let search = form.search.map { Key(level: level, isSearch: true, bytes: $0.bytes) }
        return [standard, search].compactMap(\.self)
    }

    /// The other words of the groups that contain a word, in the order of the groups; at most
    /// ``QueryVariant/limit``, and none that is too long to replace a word.
    ///
    /// - Throws: `SegmentError.cancelled`.
    func synonyms(
        of word: PreparedQuery.Word, _ query: PreparedQuery
    ) throws(SegmentError) -> [Replacement] {
        var holding: Set<Int> = []
        for (level, form) in word.forms.enumerated() {
            for key in Self.keys(form, level) { holding.formUnion(numbers[key] ?? []) }
        }
        var found: [Replacement] = []
        var seen: Set<String> = [word.spelling]
        var interruption = Interruption()
        for group in holding.sorted() {
            for synonym in groups[group].words {
                try interruption.count(Interruption.record)
                guard TermPieces.isShort(synonym.utf8), seen.insert(synonym).inserted else { continue }
                let parts = PreparedQuery.split(synonym)
                // The words of a synonym earn together what one word would.
                let percent = Score.factor(.forms) / max(1, parts.count)
                let words = parts.map { query.word($0, insteadOf: word, .forms, percent: percent) }
                    .filter { !$0.hasSameForms(as: word) }
                guard !words.isEmpty else { continue }
                found.append(Replacement(spelling: synonym, words: words, distance: 0))
                if found.count == QueryVariant.limit { return found }
            }
        }
        return found
    }
}
