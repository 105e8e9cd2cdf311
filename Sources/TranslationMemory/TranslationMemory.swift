// Finds earlier translations of similar texts.

public import CatalogSearch
public import Localization

/// A text and its translation from earlier work.
public struct MemoryUnit: Sendable, Hashable {
    /// The text in the source language.
    public let source: String
    public let translation: String
    /// The plural form that the texts are; `nil` for plain texts.
    public let category: PluralCategory?
    /// The file that the translation comes from, as it is shown to people.
    public let origin: String

    /// Keeps a translation.
    public init(source: String, translation: String, category: PluralCategory? = nil, origin: String) {
        self.source = source
        self.translation = translation
        self.category = category
        self.origin = origin
    }
}

/// A translation of a similar text.
public struct MemoryMatch: Sendable, Hashable {
    /// The text and its translation.
    public let unit: MemoryUnit
    /// How similar the text is, in percent: 100 for the same text.
    public let similarity: Int
}

/// Translations of one pair of languages, which are searched with ``SearchEngine``.
///
/// A text that resembles another one has some of its rarest words. The engine finds the texts that contain
/// any of them; these are compared word by word.
public struct TranslationMemory: Sendable {
    private let engine: SearchEngine
    private let sourceLocale: LocaleIdentifier
    private let units: [MemoryUnit]
    /// The different source texts.
    private let sources: [String]
    private let outlines: [TextOutline]
    /// The units of each source text.
    private let unitsOfSources: [[Int]]
    private let exact: [String: Int]
    /// In how many texts each word is.
    private let frequencies: [String: Int]

    /// The least similarity of a match unless the caller wants another one, in percent: that of `msgmerge`.
    public static let leastSimilarity = 60
    /// The most texts that are compared for a request.
    private static let mostCandidates = 300
    private static let mostWords = 12
    /// What the calculation of a bound may be off by, in percent.
    private static let rounding = 0.000_001

    /// Indexes translations.
    ///
    /// - Throws: `SearchError` if ICU lacks data for the language, or a text is too long for an index.
    public init(_ units: [MemoryUnit], sourceLocale: LocaleIdentifier) throws(SearchError) {
        var exact: [String: Int] = [:]
        var sources: [String] = []
        var unitsOfSources: [[Int]] = []
        var kept: [MemoryUnit] = []
        var known: Set<MemoryUnit> = []
        for unit in units where !unit.source.isEmpty && !unit.translation.isEmpty {
            let bare = MemoryUnit(
                source: unit.source, translation: unit.translation, category: unit.category, origin: "")
            guard known.insert(bare).inserted else { continue }
            if let index = exact[unit.source] {
                unitsOfSources[index].append(kept.count)
            } else {
                exact[unit.source] = sources.count
                sources.append(unit.source)
                unitsOfSources.append([kept.count])
            }
            kept.append(unit)
        }
        var frequencies: [String: Int] = [:]
        for source in sources {
            for word in Set(MemoryWords.words(of: source)) { frequencies[word, default: 0] += 1 }
        }
        let description = CatalogDescription(id: "memory", defaultLocale: sourceLocale, fields: [.title])
        let records = sources.enumerated().lazy.map { index, source in
            CatalogRecord(
                id: String(index),
                texts: [.init(.title, sourceLocale, MemoryWords.words(of: source).joined(separator: " "))])
        }
        engine = SearchEngine([try CatalogIndex(description, records: records)])
        outlines = sources.map(TextOutline.init)
        (self.units, self.sources, self.unitsOfSources) = (kept, sources, unitsOfSources)
        (self.exact, self.frequencies, self.sourceLocale) = (exact, frequencies, sourceLocale)
    }

    /// The number of different translations.
    public var count: Int { units.count }

    /// The translations of similar texts, the most similar first.
    ///
    /// - Parameters:
    ///   - least: the least similarity, in percent.
    ///   - category: the plural form that is wanted; `nil` for a plain text.
    /// - Throws: `SearchError` as ``SearchEngine/matches(_:)`` does.
    public func matches(
        for text: String, atLeast least: Int = leastSimilarity, limit: Int = 5,
        category: PluralCategory? = nil
    ) throws(SearchError) -> [MemoryMatch] {
        let wanted = ComparableText(text)
        let outline = TextOutline(text)
        var found: [(source: Int, similarity: Int)] = []
        let same = exact[text]
        if let same { found.append((same, 100)) }
        // Those that may be the most similar come first: they tell which others need not be compared.
        var candidates: [(source: Int, bound: Double)] = []
        // Only the same text has 100 percent, and needs no search.
        let others = least < 100 ? try self.candidates(for: text, atLeast: Double(least) / 100) : []
        for candidate in others where candidate != same {
            let bound = outline.bound(outlines[candidate]) * 100
            if bound + Self.rounding >= Double(least) { candidates.append((candidate, bound)) }
        }
        candidates.sort { ($1.bound, $0.source) < ($0.bound, $1.source) }
        var worst = BestNumbers(limit)
        for unit in same.map({ unitsOfSources[$0] }) ?? [] where units[unit].category == category {
            worst.insert(100)
        }
        for (candidate, bound) in candidates {
            if let least = worst.least, bound + Self.rounding < Double(least) { break }
            let similarity = TextSimilarity.similarity(wanted, ComparableText(sources[candidate]))
            let percent = min(99, Int(similarity * 100))
            guard percent >= least else { continue }
            found.append((candidate, percent))
            for unit in unitsOfSources[candidate] where units[unit].category == category {
                worst.insert(percent)
            }
        }
        found.sort { ($1.similarity, $0.source) < ($0.similarity, $1.source) }
        let matches = found.flatMap { source, similarity in
            unitsOfSources[source].map { units[$0] }.filter { $0.category == category }
                .map { MemoryMatch(unit: $0, similarity: similarity) }
        }
        return Array(matches.prefix(limit))
    }

    /// The source texts that may be similar enough.
    private func candidates(for text: String, atLeast least: Double) throws(SearchError) -> [Int] {
        var known: Set<String> = []
        let words = MemoryWords.words(of: text).filter { known.insert($0).inserted }
        // Words that no text has cannot find anything.
        let common = words.filter { frequencies[$0] != nil }.sorted {
            (frequencies[$0] ?? 0, $1.utf8.count, $0) < (frequencies[$1] ?? 0, $0.utf8.count, $1)
        }
        guard !common.isEmpty else { return [] }
        // A text that has none of these words differs in more letters than a similar one can.
        let letters = ComparableText(text).count
        var differing = (1 - least) / max(least, 0.01) * Double(letters)
        let rarest = common.prefix(Self.mostWords).prefix { word in
            defer { differing -= Double(word.unicodeScalars.count) }
            return differing >= 0
        }
        var found: [Int] = []
        var ids: Set<Int> = []
        func search(_ query: String, _ limit: Int) throws(SearchError) {
            var request = SearchRequest(
                query, locale: sourceLocale, chain: [sourceLocale], relax: .never, limit: limit)
            request.syntax = .operators
            for record in try engine.matches(request).records {
                if let index = Int(record.id), ids.insert(index).inserted { found.append(index) }
            }
        }
        if common.count > 1 {
            try search(common.prefix(Self.mostWords).joined(separator: " "), Self.mostCandidates / 3)
        }
        if common.count > 2 {
            // The texts with two of the rarest words, before the many that have one.
            for index in 1..<min(3, common.count) {
                try search(common[0] + " " + common[index], Self.mostCandidates / 3)
            }
        }
        try search(rarest.joined(separator: " OR "), Self.mostCandidates)
        return found
    }
}

/// The greatest of some numbers.
private struct BestNumbers {
    private var numbers: [Int] = []
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    mutating func insert(_ number: Int) {
        let place = numbers.firstIndex { $0 < number } ?? numbers.count
        guard place < limit else { return }
        numbers.insert(number, at: place)
        if numbers.count > limit { numbers.removeLast() }
    }

    /// The least of them; `nil` while there are fewer than wanted.
    var least: Int? { numbers.count == limit ? numbers.last : nil }
}

/// The words by which texts are found.
enum MemoryWords {
    /// More letters are not needed to find a word: its ending may differ.
    private static let longest = 5

    /// The beginnings of the words of a text, in lower case; pairs of letters in scripts without spaces.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var count = 0
        var previous: Unicode.Scalar?
        func endWord() {
            if !word.isEmpty { words.append(String(word)) }
            (word, count) = (String.UnicodeScalarView(), 0)
        }
        for scalar in text.unicodeScalars {
            if scalar.isOfScriptWithoutSpaces {
                endWord()
                if let previous {
                    words.append(String(previous) + String(scalar))
                }
                previous = scalar
                continue
            }
            previous = nil
            guard scalar.isWordPart else {
                endWord()
                continue
            }
            count += 1
            if count <= longest { word.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
        }
        endWord()
        return words
    }
}
