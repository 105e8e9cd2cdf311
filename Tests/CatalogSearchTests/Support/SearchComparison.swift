// Compares indexes with a scan over the same records, however the records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

/// Compares indexes with a scan over the same records.
struct SearchComparison {
    let records: [CatalogRecord]
    let description: CatalogDescription
    let scan: SearchOracle
    /// All records in one segment on the heap.
    let whole: SearchEngine
    /// The records in several segments, written as files, with deleted records between them.
    let index: SearchEngine
    let locales: [LocaleIdentifier]

    /// - Parameter segmentSizes: the number of records in each segment except the last; the index
    ///   files also contain deleted records.
    init(
        _ records: [CatalogRecord], _ description: CatalogDescription = CatalogDescription(id: "c"),
        segmentSizes: [Int] = []
    ) async throws {
        self.records = records
        self.description = description
        scan = SearchOracle(description: description, records: records)
        whole = try SearchEngine([CatalogIndex(description, records: records)])
        var segments: [IndexedSegment] = []
        var rest = records[...]
        for size in segmentSizes {
            segments.append(try await Self.segment(Array(rest.prefix(size)), description, deletedEvery: 3))
            rest = rest.dropFirst(size)
        }
        let hasOneSegment = segments.isEmpty
        segments.append(
            try await Self.segment(Array(rest), description, deletedEvery: hasOneSegment ? nil : 2))
        index = SearchEngine([CatalogIndex(description, segments: segments)])
        locales = whole.catalogs[0].locales.sorted { $0.identifier < $1.identifier }
    }

    /// An index file of records, opened.
    static func segment(
        _ records: [CatalogRecord], _ description: CatalogDescription, deletedEvery step: Int? = nil
    ) async throws -> IndexedSegment {
        let others = records.enumerated().compactMap { number, record in
            guard let step, number % step == 0 else { return nil as CatalogRecord? }
            var other = record
            other.id = number % 2 == 0 ? "!\(record.id)" : "~\(record.id)"
            return other
        }
        let writer = SegmentWriter(description)
        for record in records + others { try writer.append(record) }
        var output = SegmentBytes()
        try await writer.finish(metadata: [1, 2, 3], to: &output)
        let segment = try output.segment()
        if others.isEmpty { return segment }
        var deleted = RecordSet(universe: records.count + others.count)
        for other in others { deleted.insert(try #require(try segment.number(ofID: other.id))) }
        return try segment.excluding(deleted)
    }

    /// Expects the same results from all: from the scan, too, unless the request asks for similar words.
    ///
    /// - Returns: the number of matches.
    @discardableResult
    func expectSame(_ request: SearchRequest) throws -> Int {
        let found = try whole.search(request)
        if request.relax == .never { expectSame(found, try scan.search(request), request) }
        expectSame(try index.search(request), found, request)
        return found.total
    }

    private func expectSame(_ found: SearchResults, _ expected: SearchResults, _ request: SearchRequest) {
        let scalars = request.query.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        let text: Comment = "\(request) (\(scalars))"
        #expect(found.total == expected.total, text)
        #expect(found.scopes == expected.scopes, text)
        #expect(found.ignoredWords == expected.ignoredWords, text)
        #expect(found.hits.map(\.id) == expected.hits.map(\.id), text)
        for (left, right) in zip(found.hits, expected.hits) where left.id == right.id {
            #expect(left.rank == right.rank, text)
            #expect(left.matches == right.matches, text)
            #expect(left.matchCount == right.matchCount, text)
            #expect(left.explanation == right.explanation, text)
            #expect(left.title == right.title, text)
            #expect(Set(left.texts) == Set(right.texts), text)
        }
    }

    /// Expects the same results for random pieces of the records' texts, in random orders.
    ///
    /// - Returns: the number of queries with matches.
    @discardableResult
    func expectSameForPieces(_ rounds: Int, using random: inout SeededGenerator) throws -> Int {
        var successes = 0
        let texts = records.flatMap(\.texts)
        for round in 0..<rounds {
            guard let text = texts.randomElement(using: &random) else { break }
            var words = [Self.piece(of: text.value, using: &random)]
            while Int.random(in: 0..<3, using: &random) == 0 {
                let others = records.randomElement(using: &random)!.texts
                words.append(
                    Self.piece(of: (others.randomElement(using: &random) ?? text).value, using: &random))
            }
            if round % 20 == 0 { words.append("2001") }
            let chain = [text.locale] + locales.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            var request = SearchRequest(
                words.joined(separator: [" ", "\t", "\u{3000}"].randomElement(using: &random)!),
                locale: text.locale, chain: Bool.random(using: &random) ? chain : chain.reversed(),
                relax: .never,
                limit: Int.random(in: 0...10, using: &random), offset: Int.random(in: 0...2, using: &random))
            if round % 3 == 0 {
                request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
                request.isReversed = Bool.random(using: &random)
            }
            if round % 7 == 0 { request.scope = scan.scopes.randomElement(using: &random)!.id }
            if round % 11 == 0 { request.year = NumericRange(lower: DecimalNumber(2000)) }
            if round % 13 == 0 { request.price = NumericRange(upper: DecimalNumber("2.5")) }
            if round % 5 == 0 {
                let fields = description.fields.shuffled(using: &random)
                request.fields = Array(fields.prefix(Int.random(in: 1...fields.count, using: &random)))
            }
            if try expectSame(request) > 0 { successes += 1 }
        }
        return successes
    }

    /// A few scalars of a text, possibly part of a character.
    private static func piece(of text: String, using random: inout SeededGenerator) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return "" }
        let start = Int.random(in: 0..<scalars.count, using: &random)
        let end = min(scalars.count, start + Int.random(in: 1...6, using: &random))
        var piece = String.UnicodeScalarView()
        piece.append(contentsOf: scalars[start..<end])
        let string = String(piece)
        return [string, string, string.lowercased(), string.uppercased()].randomElement(using: &random)!
    }
}
