// The levels of a search: documents with all words come first, then those with typing errors, then those with
// fewer words.

internal import CatalogSearch

extension IndexSearch {
    /// The most words that may be left out of a query.
    private static let levelLimit = 10
    /// The most ids in one filter.
    private static let sliceLength = 500

    /// Finds documents: those with all words as they are, then those with typing errors, then those without
    /// the words that the strategy leaves out.
    ///
    /// - Parameter strict: the results of the first level for the same range, if they are known.
    /// - Returns: ``Step/tooFew(_:)`` if `isQuick` permits only the first level, and its documents are not
    ///   enough.
    func found(from offset: Int, count: Int, isQuick: Bool, after strict: SearchResults? = nil) throws -> Step
    {
        var request = try request()
        // The request's strategy decides which words may be left out.
        request.omitsWords = false
        request.relax = .auto
        // The check limits the query, which may be megabytes long.
        request.query = try CheckedRequest(request).request.query
        let words = QueryWord.words(request.query).withoutStopWords(index.settings.stopWords)
        if request.vector != nil {
            guard !isQuick else { return .tooFew(nil) }
            request.offset = offset
            request.limit = count
            if let results = try results(byVector: request) {
                return .found(outcome(results, words.count, of: words.count))
            }
            request.vector = nil
        }
        let levels = try levels(words, request)
        var first = request
        first.query = levels[0].text
        first.correctsTypos = false
        first.offset = offset
        first.limit = count
        let strict = try strict ?? engine.search(first, textLimit: Self.textLimit)
        // The number of pages must not depend on which page is requested.
        let isEnough = query.page == nil && strict.total >= offset + count
        if levels.count == 1 || isEnough { return .found(outcome(strict, words.count, of: words.count)) }
        guard !isQuick else { return .tooFew(strict) }
        // `strict` has only the hits of the page, which may not be all of them.
        let known = strict.hits.count == strict.total ? strict : nil
        var outcome = try found(levels, request, after: known, from: offset, count: count)
        outcome.isRelaxed = strict.total == 0 && outcome.total > 0
        return .found(outcome)
    }

    /// What a search has found so far.
    enum Step {
        case found(Outcome)
        /// The documents with all words as they are do not fill the page; `nil` if they were not searched.
        case tooFew(SearchResults?)
    }

    /// The results of a request with a vector; `nil` if the server made the vector, and the vectors of the
    /// documents come from another model and are being replaced.
    private func results(byVector request: SearchRequest) throws(SearchError) -> SearchResults? {
        do throws(SearchError) {
            return try engine.search(request, textLimit: Self.textLimit)
        } catch {
            switch error {
            case .otherVectorLength, .otherVectorModel:
                if query.vector == nil { return nil }
                throw error
            default: throw error
            }
        }
    }

    /// A query of one level.
    private struct Level {
        let text: String
        /// Whether words with typing errors are found, too.
        let allowsTypos: Bool
        let wordCount: Int
    }

    /// The queries of the levels, in the order in which they are searched.
    private func levels(_ words: [QueryWord], _ request: SearchRequest) throws -> [Level] {
        guard !words.isEmpty else { return [Level(text: request.query, allowsTypos: false, wordCount: 0)] }
        let leastLength = index.settings.leastLengthForTypos
        var dropped: Set<Int> = []
        var levels: [Level] = []
        for number in [nil] + (try droppedWords(words, request)).map(Optional.init) {
            if let number { dropped.insert(number) }
            let kept = words.indices.filter { !dropped.contains($0) }
            for allowsTypos in [false, true] {
                let isUseful =
                    index.settings.allowsTypos
                    && kept.contains { words[$0].isPlain && words[$0].length >= leastLength }
                if allowsTypos, !isUseful { continue }
                let text = kept.map { words[$0].text }.joined(separator: " ")
                levels.append(Level(text: text, allowsTypos: allowsTypos, wordCount: kept.count))
            }
        }
        return levels
    }

    /// The indices of the words that may be left out, in the order in which they are left out. Phrases and
    /// excluded words always stay.
    private func droppedWords(_ words: [QueryWord], _ request: SearchRequest) throws -> [Int] {
        guard query.strategy != .all else { return [] }
        var places = words.indices.filter { words[$0].isPlain }
        if query.strategy == .frequency {
            var counts: [Int: Int] = [:]
            for place in places.prefix(Self.levelLimit) {
                var alone = request
                alone.query = words[place].text
                alone.facets = []
                alone.relax = .never
                alone.limit = 0
                counts[place] = try engine.matches(alone).total
            }
            // The most frequent words are left out first.
            places.sort { counts[$0, default: .max] < counts[$1, default: .max] }
        }
        // A query of nothing but excluded words would find all other documents.
        if !places.isEmpty, words.allSatisfy({ $0.isPlain || $0.isExcluded }) { places.removeFirst() }
        return places.reversed().prefix(Self.levelLimit).map(\.self)
    }

    /// - Parameter strict: all results of the first level; `nil` if they are not known.
    private func found(
        _ levels: [Level], _ request: SearchRequest, after strict: SearchResults?, from offset: Int,
        count: Int
    ) throws -> Outcome {
        let all = levels[0].wordCount
        var outcome = strict.map { self.outcome($0, all, of: all) } ?? Outcome()
        var seen = Set(outcome.hits.map(\.hit.id))
        var place = seen.count
        for level in levels.dropFirst(strict == nil ? 0 : 1) {
            var request = request
            request.query = level.text
            request.relax = level.allowsTypos ? .always : .auto
            request.correctsTypos = level.allowsTypos
            request.offset = 0
            request.limit = offset + count + seen.count
            let matches = try engine.matches(request)
            // Each level also finds what earlier levels find.
            if matches.total >= outcome.total {
                outcome.total = matches.total
                outcome.facets = matches.facets
            }
            let new = matches.records.map(\.id).filter { seen.insert($0).inserted }
            let shown = new.indices.filter { place + $0 >= offset && place + $0 < offset + count }.map {
                new[$0]
            }
            place += new.count
            outcome.hits += try hits(shown, request, level.wordCount, of: all)
            if place >= offset + count, query.page == nil { break }
        }
        return outcome
    }

    /// The hits with some ids, in their order.
    private func hits(
        _ ids: [String], _ request: SearchRequest, _ matched: Int, of all: Int
    ) throws -> [Found] {
        var found: [Found] = []
        for start in stride(from: 0, to: ids.count, by: Self.sliceLength) {
            let slice = ids[start..<min(start + Self.sliceLength, ids.count)]
            var request = request
            request.facets = []
            request.isGrouped = false
            request.limit = slice.count
            request.filter = .all(
                [request.filter, .attribute(.id, .isOneOf(slice.map { .text($0) }))].compactMap(\.self))
            let part = outcome(try engine.search(request, textLimit: Self.textLimit), matched, of: all).hits
            let byID = Dictionary(part.map { ($0.hit.id, $0) }, uniquingKeysWith: { first, _ in first })
            found += slice.compactMap { byID[$0] }
        }
        return found
    }
}

/// A word or a phrase of a query.
struct QueryWord {
    let text: String

    var isExcluded: Bool { text.hasPrefix("-") }
    /// Whether it is neither a phrase nor excluded.
    var isPlain: Bool { !text.contains("\"") && !isExcluded }
    /// The length in Unicode scalars.
    var length: Int { text.unicodeScalars.count }

    static func words(_ text: String) -> [QueryWord] {
        var isQuoted = false
        let words = text.unicodeScalars.split { scalar in
            if scalar == "\"" { isQuoted.toggle() }
            return scalar.properties.isWhitespace && !isQuoted
        }
        return words.map { QueryWord(text: String($0)) }
    }
}

extension [QueryWord] {
    /// The words without stop words, such as `the`. The last word stays, because it may be the beginning of
    /// another one.
    fileprivate func withoutStopWords(_ stopWords: Set<String>) -> [QueryWord] {
        guard !stopWords.isEmpty, let last else { return self }
        return dropLast().filter { !$0.isPlain || !stopWords.contains($0.text.lowercased()) } + [last]
    }
}
