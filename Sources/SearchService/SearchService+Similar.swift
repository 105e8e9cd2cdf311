// Records that are similar to one: in its scope, with words of its title and keywords, or near in meaning.

internal import CatalogSearch
internal import ICU
internal import JSON
internal import Localization
internal import ProgramTexts

extension SearchService {
    /// Records that are similar to one, in the form of a response to a search: those of its scope that share
    /// words of its title and keywords, rarer words first, and those whose vectors are nearest; then the most
    /// popular ones of the scope. Variants of the record are excluded, and of each other group only one
    /// record is included. No words are marked as matches.
    ///
    /// - Parameter request: determines the locale, the chain, the limit, and the form of the hits.
    /// - Throws: `Failure`, in the request's locale; `.notFound` if there is no such record or catalog.
    public func similar(to id: String, in catalog: String, _ request: ServiceRequest) throws(Failure)
        -> Response
    {
        try withTools { (tools, snapshot) throws(Failure) in
            let locale = request.request.locale
            let cropper = tools.cropper
            do throws(RequestError) {
                try limits.check(request)
            } catch {
                throw failure(error, in: locale, kind: .tooMuch)
            }
            let json = try worded(in: locale, &tools, snapshot) { messages throws(SearchError) -> String? in
                guard let record = try snapshot.engine.record(id, in: catalog),
                    let description = snapshot.engine.catalogs.first(where: { $0.description.id == catalog })
                else { return nil }
                var search = SearchRequest("", locale: locale, relax: .never, limit: request.request.limit)
                search.chain = request.chain(preferred: preferredLocales, available: snapshot.available)
                search.scope = record.scope
                // Words of texts must not be read as operators.
                search.syntax = .plain
                // The words come from a record, not from a reader.
                search.appliesRules = false
                search.currency = request.request.currency
                search.market = request.request.market
                // Variants of the record are the same product.
                if let group = description.group(of: record) {
                    search.filter = .not(
                        .all([
                            .attribute(.catalog, .equals(.text(catalog))),
                            .attribute(group.attribute, .equals(group.value)),
                        ]))
                }
                search.labelTexts = messages.labelTexts(for: search, snapshot.engine.catalogs)
                var results = try snapshot.engine.similar(
                    to: record, in: description.description, search, textLimit: limits.textSize)
                try snapshot.engine.addAvailability(to: &results.hits, in: locale)
                return try JSONResponse(messages: messages, request, cropper, limit: limits.responseSize)
                    .object(results, search, nanoseconds: 0).text
            }
            guard let json else {
                throw failure(
                    RequestError("UnknownRecord: %1$@ %2$@", id, catalog), in: locale, kind: .notFound)
            }
            return Response(json: json, locale: locale)
        }
    }
}

extension SearchEngine {
    /// The most words that are searched, and the most candidates of one.
    private static let similarWords = 8
    private static let similarCandidates = 12

    /// Records that are similar to one.
    ///
    /// - Parameter request: a search for all records of its scope.
    fileprivate func similar(
        to record: CatalogRecord, in catalog: CatalogDescription, _ request: SearchRequest, textLimit: Int
    ) throws(SearchError) -> SearchResults {
        var all = try search(request.limited(to: request.limit + 1), textLimit: textLimit)
        let own = RecordReference(catalog: catalog.id, id: record.id)
        var scores: [RecordReference: Double] = [:]
        var found: [(key: RecordReference, hit: Hit)] = []
        for word in record.significantWords(in: catalog, request.chain).prefix(Self.similarWords) {
            var search = request.limited(to: Self.similarCandidates)
            search.query = word
            let results = try self.search(search, textLimit: textLimit)
            // Rare words weigh more: by the logarithm of the ratio of all records to those with the word.
            let weight = log2Ratio(all.total, results.total)
            for hit in results.hits {
                let key = RecordReference(hit)
                if scores[key] == nil { found.append((key, hit)) }
                scores[key, default: 0] += weight
            }
        }
        let similar = found.enumerated().filter {
            $0.element.key != own && scores[$0.element.key, default: 0] > 0
        }
        .sorted {
            let (one, other) = (scores[$0.element.key, default: 0], scores[$1.element.key, default: 0])
            return one == other ? $0.offset < $1.offset : one > other
        }.map(\.element)
        let near = try nearest(to: record, request, textLimit: textLimit)
            .map { (key: RecordReference($0), hit: $0) }.filter { $0.key != own }
        let related = fused(similar, near)
        let keys = Set(related.map(\.key))
        let popular = all.hits.map { (key: RecordReference($0), hit: $0) }
            .filter { $0.key != own && !keys.contains($0.key) }
        all.hits = (related + popular).prefix(request.limit).map { pair in
            var hit = pair.hit
            hit.matches = []
            hit.matchCount = 0
            return hit
        }
        all.total = all.hits.count
        return all
    }

    /// The records whose vectors are nearest to that of a record, nearest first; none if it has no vector.
    private func nearest(
        to record: CatalogRecord, _ request: SearchRequest, textLimit: Int
    ) throws(SearchError) -> [Hit] {
        let own = record.vectors.first { $0.name == VectorSpace.defaultName } ?? record.vectors.first
        guard let own else { return [] }
        var search = request.limited(to: request.limit + 1)
        search.vector = VectorQuery(own.vector, name: own.name, model: own.model)
        search.semanticRatio = 1
        return try self.search(search, textLimit: textLimit).hits
    }

    /// Merges records that share words and records that are near in meaning, by their positions in both
    /// lists. Words count twice as much, as in searches.
    private func fused(
        _ similar: [(key: RecordReference, hit: Hit)], _ near: [(key: RecordReference, hit: Hit)]
    ) -> [(key: RecordReference, hit: Hit)] {
        if near.isEmpty { return similar }
        var fused: [(key: RecordReference, hit: Hit, score: Double)] = []
        var positions: [RecordReference: Int] = [:]
        let ratio = SearchRequest.defaultSemanticRatio
        for (list, weight) in [(similar, 1 - ratio), (near, ratio)] {
            for (place, record) in list.enumerated() {
                let score = weight / (Self.placeOffset + Double(place + 1))
                if let known = positions[record.key] {
                    fused[known].score += score
                } else {
                    positions[record.key] = fused.count
                    fused.append((record.key, record.hit, score))
                }
            }
        }
        return fused.enumerated().sorted {
            let (one, other) = ($0.element.score, $1.element.score)
            return one == other ? $0.offset < $1.offset : one > other
        }.map { ($0.element.key, $0.element.hit) }
    }

    /// Added to positions, as in searches that combine words and meaning.
    private static let placeOffset = 60.0

    /// The information of a word in bits, rounded to whole ones, which is precise enough and needs no
    /// mathematical library.
    private func log2Ratio(_ total: Int, _ count: Int) -> Double {
        guard count > 0 else { return 0 }
        let ratio = Double(total) / Double(count)
        return Double(ratio.exponent) + (ratio.significand - 1)
    }
}

extension SearchRequest {
    fileprivate func limited(to limit: Int) -> SearchRequest {
        var request = self
        request.limit = limit
        return request
    }
}

extension CatalogRecord {
    /// The distinct words of the title and the keywords in the nearest language.
    fileprivate func significantWords(in catalog: CatalogDescription, _ chain: [LocaleIdentifier]) -> [String]
    {
        var words: [String] = []
        for field in [catalog.titleField, .keywords] {
            let own = texts.filter { $0.field == field }
            let locale = chain.first { locale in own.contains { $0.locale == locale } } ?? own.first?.locale
            // ICU fails only for lack of memory or data; then the popular records have to do.
            guard let locale, let iterator = try? WordBreakIterator(locale) else { continue }
            for text in own where text.locale == locale {
                Array(text.value.utf16).withUnsafeBufferPointer { units in
                    try? iterator.forEachWord(in: units) { range in
                        let word = String(decoding: units[range], as: UTF16.self)
                        if word.count > 1, word.utf8.count < 200, !words.contains(word) { words.append(word) }
                    }
                }
            }
        }
        return words
    }
}
