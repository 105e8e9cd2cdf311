// Finds a catalog's synonyms of a word.

internal import ICU
internal import Stemming
internal import Support

/// The synonyms of a catalog, with their foldings cached for the chains of queries.
final class CatalogSynonyms: Sendable {
    private struct Levels: Hashable, Sendable {
        let chain: [LocaleIdentifier]
        /// Whether the query has the folding of each locale of the chain.
        let isFolded: [Bool]
    }

    private let groups: [CatalogDescription.Synonyms]
    private let indexes = Cache<Levels, SynonymIndex>(limit: 32)

    init(_ groups: [CatalogDescription.Synonyms]) { self.groups = groups }

    /// See ``SynonymIndex/synonyms(of:insteadOf:_:)``.
    func synonyms(
        of words: [String], insteadOf word: PreparedQuery.Word?, _ query: PreparedQuery
    ) throws(SegmentError) -> [Replacement] {
        if groups.isEmpty { return [] }
        let levels = Levels(chain: query.request.chain, isFolded: query.foldings.map { $0 != nil })
        return try indexes.value(of: levels) { () throws(SegmentError) in
            try SynonymIndex(groups, query)
        }.synonyms(of: words, insteadOf: word, query)
    }
}

/// The groups of synonyms by the foldings of their entries, in the locales of a query's chain.
struct SynonymIndex: Sendable {
    /// The greatest number of typed words that synonyms replace together.
    static let mostWords = 5

    private let groups: [CatalogDescription.Synonyms]
    /// The groups, ascending, by the foldings and stems of their entries that have synonyms.
    private var numbers: [Key: [Int]] = [:]

    private struct Key: Hashable {
        /// The index of the locale in the chain.
        let level: Int
        let kind: Kind
        let bytes: [UInt8]
    }

    private enum Kind {
        case standard
        case search
        /// With the stem of the last word.
        case stem
    }

    /// Folds each entry of the groups once in each of the query's locales in which its group applies.
    ///
    /// - Throws: `SegmentError.cancelled`.
    init(_ groups: [CatalogDescription.Synonyms], _ query: PreparedQuery) throws(SegmentError) {
        self.groups = groups
        var interruption = Interruption()
        let stemmers = query.languages.map { Stemmer(language: $0) }
        for (number, group) in groups.enumerated() {
            for (level, locale) in query.request.chain.enumerated() {
                guard group.locale == nil || group.locale == locale, let folding = query.foldings[level]
                else { continue }
                for entry in group.replaced {
                    try interruption.count(Interruption.record + entry.utf8.count / 8)
                    let words = Self.normalized([entry])
                    // `usbc` also stands for `usb-c`.
                    for words in [words, words.filter { $0 != " " }].withoutDuplicates {
                        let keys = Self.keys(words, level, folding, stemmers[level])
                        for key in keys where numbers[key]?.last != number {
                            numbers[key, default: []].append(number)
                        }
                    }
                }
            }
        }
    }

    /// Words with one space between their components: `t-shirt` and `t shirt` are the same.
    private static func normalized(_ words: [String]) -> String {
        words.flatMap(PreparedQuery.split).flatMap { word in
            let parts = word.parts(grouping: nil)
            return parts.isEmpty ? [word] : parts
        }.joined(separator: " ")
    }

    /// The words of an entry, split at separators: a text may have another separator.
    private static func parts(of entry: String) -> [String] {
        PreparedQuery.split(entry).flatMap { word in
            let parts = WordEdges(word).isNamed ? [word] : word.parts(grouping: nil)
            return parts.isEmpty ? [word] : parts
        }
    }

    private static func keys(
        _ words: String, _ level: Int, _ folding: Folding, _ stemmer: Stemmer?
    ) -> [Key] {
        let form = PreparedQuery.Form(words, folding)
        let standard = form.standard.map { Key(level: level, kind: .standard, bytes: $0.bytes) }
        let search = form.search.map { Key(level: level, kind: .search, bytes: $0.bytes) }
        var parts = PreparedQuery.split(words)
        guard let stemmer, let last = parts.popLast() else { return [standard, search].compactMap(\.self) }
        let stems = stemmer.stems(of: last).map { stem in
            let form = PreparedQuery.Form((parts + [stem]).joined(separator: " "), folding)
            return form.standard.map { Key(level: level, kind: .stem, bytes: $0.bytes) }
        }
        return ([standard, search] + stems).compactMap(\.self)
    }

    /// The other entries of the groups that contain these adjacent words, in the order of the groups: at most
    /// ``QueryVariant/limit``, without entries too long to replace a word.
    ///
    /// - Parameter word: the word that they replace; `nil` for several.
    /// - Throws: `SegmentError.cancelled`.
    func synonyms(
        of words: [String], insteadOf word: PreparedQuery.Word?, _ query: PreparedQuery
    ) throws(SegmentError) -> [Replacement] {
        let typed = Self.normalized(words)
        var holding: Set<Int> = []
        for (level, folding) in query.foldings.enumerated() {
            guard let folding else { continue }
            let language = query.languages[level]
            let stemmer = Stemmer(language: language)
            let parts = PreparedQuery.split(typed)
            let others = parts.last.map { RegularForms.others(of: $0, language) } ?? []
            for last in [parts.last ?? ""] + others {
                let form = (parts.dropLast() + [last]).joined(separator: " ")
                for key in Self.keys(form, level, folding, stemmer) {
                    holding.formUnion(numbers[key] ?? [])
                }
            }
        }
        let expansion = WordExpansion(query)
        var found: [Replacement] = []
        var seen: Set<String> = [words.joined(separator: " "), typed]
        var interruption = Interruption()
        for group in holding.sorted() {
            for synonym in groups[group].words.flatMap({ [$0] + Self.joined($0) }) {
                try interruption.count(Interruption.record)
                guard TermFragments.isShort(synonym.utf8), seen.insert(synonym).inserted else { continue }
                let parts = Self.parts(of: synonym)
                // A query must not exceed the limit of words.
                let wordCount = query.words.count - words.count + parts.count
                if parts.isEmpty || wordCount > SearchRequest.maximumWordCount { continue }
                var alternative = expansion.neighbours(parts, .synonyms)
                alternative.relaxation = .forms
                alternative.setField(word?.alternatives.first?.field)
                let other = PreparedQuery.Word(typed: word?.typed ?? typed, [alternative])
                if let word, parts.count == 1, other.hasSameForms(as: word) { continue }
                found.append(Replacement(spelling: synonym, words: [other], distance: 0))
                if found.count == QueryVariant.limit { return found }
            }
        }
        return found
    }

    /// A synonym with separators as one word without them: texts may have `tshirt` for `t-shirt`.
    private static func joined(_ synonym: String) -> [String] {
        let parts = synonym.contains(" ") ? [] : synonym.parts(grouping: nil)
        let joined = parts.joined()
        // `24/7` is not 247.
        guard 2...LetterRuns.mostJoined ~= parts.count, joined.contains(where: \.isLetter) else { return [] }
        return [joined]
    }
}
