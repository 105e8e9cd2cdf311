// The cost of a search grows with its input, never with its square; and a search ends soon after it was
// cancelled.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct SearchCostTests {
    private static let german = LocaleIdentifier("de")!
    private static let description = CatalogDescription(id: "c", fields: [.title, .keywords])

    /// Records and a request that are costly to search, by their size.
    struct Input: CustomTestStringConvertible {
        let testDescription: String
        /// A size at which searches take many steps.
        let size: Int
        let records: @Sendable (_ size: Int) -> [CatalogRecord]
        let request: @Sendable (_ size: Int) -> SearchRequest

        init(
            _ name: String, _ size: Int, query: String,
            _ records: @escaping @Sendable (_ size: Int) -> [CatalogRecord],
            _ change: @escaping @Sendable (inout SearchRequest, _ size: Int) -> Void = { _, _ in }
        ) {
            testDescription = name
            self.size = size
            self.records = records
            request = { size in
                var request = SearchRequest(query, locale: german, chain: [german], limit: 3)
                change(&request, size)
                return request
            }
        }

        /// One record with one text.
        init(_ name: String, _ size: Int, query: String, text: @escaping @Sendable (_ size: Int) -> String) {
            self.init(name, size, query: query) { [record("1", text($0))] }
        }
    }

    private static func record(_ id: String, _ title: String, keywords: [String] = []) -> CatalogRecord {
        CatalogRecord(
            id: id, texts: [.init(.title, german, title)] + keywords.map { .init(.keywords, german, $0) })
    }

    private static func repeated(_ text: String) -> @Sendable (Int) -> String {
        { String(repeating: text, count: $0) }
    }

    static let inputs = [
        Input("a long word at all places of a long term", 2_000, query: String(repeating: "a", count: 200)) {
            repeated("a")($0)
        },
        Input(
            "a long word that nearly matches everywhere", 2_000,
            query: String(repeating: "a", count: 199) + "b",
            text: repeated("a")),
        Input(
            "a long word without its beginning", 2_000, query: "b" + String(repeating: "a", count: 199),
            text: repeated("a")),
        Input("a short word in a long term", 2_000, query: "ba", text: repeated("ab")),
        Input("words within a term", 2_000, query: "b", text: repeated("a-b-")),
        Input("a long term with accents", 2_000, query: "áb", text: repeated("áb")),
        Input("a long term in two foldings", 2_000, query: "ä", text: repeated("äß")),
        Input("a text of many words", 2_000, query: "a b", text: repeated("a b ")),
        Input("many words", 500, query: (0..<32).map { "w\($0)" }.joined(separator: " ")) { size in
            [record("1", (0..<size).map { "w\($0 % 32)" }.joined(separator: " "))]
        },
        Input("terms that match better at the end of a text", 500, query: "w") { size in
            let inside = (0..<size).map { "x\($0)w" }
            let beginning = (0..<size).map { "w\($0)" }
            return [record("1", (inside + beginning).joined(separator: " "))]
        },
        Input("many keywords", 500, query: "w") { size in
            [record("1", "x", keywords: (0..<size).map { "x\($0)w" } + (0..<size).map { "w\($0)" })]
        },
        Input("words beyond the separators of terms", 300, query: "a、b") { size in
            (0..<size).map { record("\($0)", "a、b c \($0)") }
        },
        Input("equal titles", 600, query: "same") { size in
            (0..<size).map { record("\($0)", "same") }
        } _: { request, _ in
            request.sort = .title
        },
        Input("a deep page", 600, query: "same") { size in
            (0..<size).map { record("\($0)", "same \($0)") }
        } _: { request, size in
            request.offset = size - 3
        },
        Input("a deep page in reverse", 600, query: "same title") { size in
            (0..<size).map { record("\($0)", "title \($0 % 7) same") }
        } _: { request, size in
            (request.offset, request.isReversed) = (size - 3, true)
        },
    ]

    private static func engine(_ records: [CatalogRecord]) throws -> SearchEngine {
        try SearchEngine([CatalogIndex(description, records: records)])
    }

    /// The steps of a search, and whether it was cancelled.
    private static func steps(
        _ engine: SearchEngine, _ request: SearchRequest, cancellingAfter limit: Int = .max
    ) async -> (count: Int, isCancelled: Bool) {
        await Task {
            var isCancelled = false
            let count = StepCounter.count(cancellingAfter: limit) {
                do throws(SearchError) {
                    _ = try engine.search(request)
                } catch {
                    isCancelled = error == .cancelled
                }
            }
            return (count, isCancelled)
        }.value
    }

    @Test(arguments: inputs) func costIsLinear(input: Input) async throws {
        var counts: [Int] = []
        for size in [input.size, 4 * input.size] {
            let engine = try Self.engine(input.records(size))
            let (count, isCancelled) = await Self.steps(engine, input.request(size))
            #expect(!isCancelled)
            counts.append(count)
        }
        // An index may rule a word out in a few steps, whatever the size.
        #expect(counts[0] > 0 && counts[1] < 6 * max(100, counts[0]), "\(counts)")
    }

    /// A search takes few more steps after it was cancelled, at any time.
    @Test(arguments: inputs) func endsSoon(input: Input) async throws {
        let request = input.request(input.size)
        let all = await Self.steps(try Self.engine(input.records(input.size)), request).count
        for part in 1...3 {
            let limit = all * part / 4
            // A second search of a segment may take fewer steps.
            let engine = try Self.engine(input.records(input.size))
            let (count, isCancelled) = await Self.steps(engine, request, cancellingAfter: limit)
            #expect(
                isCancelled && count < limit + Interruption.interval + 100, "\(count) of \(all), \(limit)")
        }
    }

    /// Invariant: long terms and many matches rank and match as in a scan.
    @Test(arguments: inputs) func anIndexOfLongTermsAnswersAsAScan(input: Input) async throws {
        let records = input.records(100) + [Self.record("0", "a w0 áb same")]
        let comparison = try await SearchComparison(records, Self.description)
        var request = input.request(100)
        request.limit = 20
        request.offset = 0
        for sort in [SearchRequest.SortOrder.relevance, .title] {
            request.sort = sort
            request.isReversed = false
            try comparison.expectSame(request)
            request.isReversed = true
            try comparison.expectSame(request)
        }
        for query in ["a", "b", "ab", "aaaaaaaaaaaaaaaaaaaaaaa", "a a", "ä", "w1", "b-a", "w0 a"] {
            request.query = query
            try comparison.expectSame(request)
        }
    }

    /// A text without spaces is one term with many words.
    @Test func matchesWithinALongTermAreClassedAsInAScan() async throws {
        let text = String(repeating: "กุหลาบแดงในสวนสีแดง", count: 40)
        let records = [text, "สวน" + text, text + "กุหลาบ", "สวน"].enumerated().map {
            Self.record("\($0.offset)", $0.element)
        }
        let comparison = try await SearchComparison(records, Self.description)
        var request = Input("", 0, query: "", text: { _ in "" }).request(0)
        request.limit = 20
        for query in ["กุหลาบ", "แดง", "กุ", "สวน", "ลาบแดง", "นสี", "สีแดง", "งใน", "สวน แดง"] {
            request.query = query
            try comparison.expectSame(request)
        }
    }

    // MARK: Matches of a hit

    /// A hit lists the first matches and counts all.
    @Test func matchesOfAHitAreCounted() throws {
        let records = [
            Self.record("1", String(repeating: "a b ", count: 300), keywords: ["b", "aab"]),
            Self.record("2", String(repeating: "ab ", count: 25) + String(repeating: "ba", count: 25)),
        ]
        let engine = try Self.engine(records)
        let hits = try engine.search(Input("", 0, query: "a b", text: { _ in "" }).request(0)).hits
        #expect(hits.map(\.id) == ["1", "2"])
        #expect(hits[0].matches == (0..<100).map { Hit.Match(field: .title, range: 2 * $0..<2 * $0 + 1) })
        #expect(hits[0].matchCount == 600 + 1 + 3)
        #expect(hits[1].matchCount == 100 && hits[1].matches.count == 100)
    }
}
