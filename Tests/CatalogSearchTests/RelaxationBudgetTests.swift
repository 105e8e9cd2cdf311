// Similar words and suggestions within a budget of processor time.

import ICU
import Synchronization
import Testing

@testable import CatalogSearch

/// A clock that advances by a millisecond each time it is read.
final class CountingClock: Sendable {
    private let looks = Atomic<Int>(0)

    /// How often it was read.
    var count: Int { looks.load(ordering: .sequentiallyConsistent) }

    var time: @Sendable () -> Duration {
        { .milliseconds(self.looks.add(1, ordering: .sequentiallyConsistent).newValue) }
    }
}

/// An engine whose budgets use another clock.
struct ClockedEngine {
    let engine: SearchEngine
    let clock: CountingClock

    func search(_ request: SearchRequest) throws -> SearchResults {
        try RelaxationBudget.$clock.withValue(clock.time) { try engine.search(request) }
    }

    func matches(_ request: SearchRequest) throws -> SearchResults {
        try RelaxationBudget.$clock.withValue(clock.time) { try engine.matches(request) }
    }

    func suggestions(for request: SearchRequest, correctionLimit: Int = 3) throws -> QuerySuggestions {
        try RelaxationBudget.$clock.withValue(clock.time) {
            try engine.suggestions(for: request, correctionLimit: correctionLimit)
        }
    }
}

extension SearchEngine {
    /// This engine with another clock.
    func with(_ clock: CountingClock) -> ClockedEngine { ClockedEngine(engine: self, clock: clock) }
}

@Suite struct RelaxationBudgetTests {
    private static let german = LocaleIdentifier("de")!

    private static let titles = [
        "rote Rosen", "rote Hosen", "Rose", "Dose", "Rosenkarte", "rote Röse", "Karten", "Karte mit Rosen",
        "Kerze",
        "rote Kerzen",
    ]

    private static func engine(_ titles: [String]) -> SearchEngine {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, german, title)])
        }
        let half = records.count / 2
        let indexes = [records[..<half], records[half...]].enumerated().map { number, part in
            try! CatalogIndex(CatalogDescription(id: "c\(number)"), records: part)
        }
        return SearchEngine(indexes)
    }

    private static func request(
        _ query: String, _ relax: Relaxation.Policy = .never, time: Duration = .seconds(3_600)
    ) -> SearchRequest {
        var request = SearchRequest(query, locale: german, chain: [german], relax: relax, limit: 100)
        request.relaxationTime = time
        return request
    }

    /// Invariant: whenever the time is spent, all strict matches are found and counted, the others are a part
    /// of those that an unlimited search finds, and the results say whether something was left out.
    @Test(
        arguments: [("rosen", .always), ("rosen", .auto), ("rosse karte", .auto), ("rozen", .auto)]
            as [(String, Relaxation.Policy)])
    func relaxedSearchesReturnWhatWasFoundByThen(query: String, relax: Relaxation.Policy) throws {
        // A segment keeps the words that it found, so each search has an engine of its own.
        var engine: SearchEngine { Self.engine(Self.titles) }
        let strict = try engine.search(Self.request(query)).hits.map(\.id)
        let clock = CountingClock()
        let all = try engine.with(clock).search(Self.request(query, relax))
        #expect(all.isRelaxationComplete && all.hits.count > strict.count && clock.count > 3)
        var sizes: Set<Int> = []
        for limit in 0...clock.count {
            let found = try engine.with(CountingClock())
                .search(Self.request(query, relax, time: .milliseconds(limit)))
            let ids = found.hits.map(\.id)
            #expect(Set(strict).isSubset(of: ids))
            #expect(Set(ids).isSubset(of: all.hits.map(\.id)))
            #expect(found.total == ids.count && found.scopes[0].count == ids.count)
            #expect(found.isRelaxationComplete == (limit >= clock.count), "\(limit) of \(clock.count)")
            if found.isRelaxationComplete { #expect(found == all) }
            sizes.insert(ids.count)
            let matched = try engine.with(CountingClock())
                .matches(Self.request(query, relax, time: .milliseconds(limit)))
            #expect(matched.records.map(\.id) == ids)
            #expect(matched.isRelaxationComplete == found.isRelaxationComplete)
        }
        #expect(sizes.count > 1)
    }

    @Test(arguments: ["ro", "rote k", "rosse karte", "kertz"])
    func suggestionsAreThoseFoundByThen(query: String) throws {
        var engine: SearchEngine { Self.engine(Self.titles) }
        let clock = CountingClock()
        let all = try engine.with(clock).suggestions(for: Self.request(query))
        #expect(all.isComplete && !(all.completions.isEmpty && all.corrections.isEmpty))
        for limit in 0...clock.count {
            let found = try engine.with(CountingClock())
                .suggestions(for: Self.request(query, time: .milliseconds(limit)))
            #expect(Set(found.completions).isSubset(of: all.completions))
            #expect(Set(found.corrections.map(\.query)).isSubset(of: all.corrections.map(\.query)))
            #expect(found.isComplete == (limit >= clock.count), "\(limit) of \(clock.count)")
            if found.isComplete { #expect(found == all) }
        }
    }

    @Test func completionsAndCorrectionsShareTheTime() throws {
        let engine = Self.engine(Self.titles)
        let clock = CountingClock()
        let completions = try engine.with(clock)
            .suggestions(for: Self.request("rote kerz"), correctionLimit: 0).completions
        #expect(completions.map(\.word) == ["Kerzen"])
        let found = try engine.with(CountingClock())
            .suggestions(for: Self.request("rote kerz", time: .milliseconds(clock.count)))
        #expect(found.completions == completions && found.corrections.isEmpty && !found.isComplete)
    }

    @Test func strictSearchesTakeTheTimeTheyNeed() throws {
        let engine = Self.engine(Self.titles)
        for query in ["", "rose", "rote karte"] {
            let clock = CountingClock()
            let found = try engine.with(clock).search(Self.request(query, time: .zero))
            #expect(found.isRelaxationComplete && clock.count == 0)
            #expect(try found == engine.search(Self.request(query)))
        }
        // Other forms are not searched for, but what matches strictly is.
        let found = try engine.search(Self.request("rosen", .auto, time: .zero))
        #expect(!found.isRelaxationComplete)
        #expect(try found.hits.map(\.id) == engine.search(Self.request("rosen")).hits.map(\.id))
    }

    /// A cancelled search gives no partial results.
    @Test func cancelledSearchesFailWithinTheBudget() async throws {
        for time in [Duration.zero, .seconds(3_600)] {
            await #expect(throws: SearchError.cancelled) {
                try await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try Self.engine(Self.titles).suggestions(for: Self.request("rosse", time: time))
                }.value
            }
        }
        let request = Self.request("x", time: .zero)
        #expect(throws: SearchError.unknownScope("y", known: ["all"])) {
            var request = request
            request.scope = "y"
            return try Self.engine(Self.titles).suggestions(for: request)
        }
    }

    /// Without a clock of its own, an engine uses the processor time of the thread.
    @Test func noTimeIsSpentAtOnce() throws {
        let found = try Self.engine(Self.titles).search(Self.request("rosse karte", .auto, time: .zero))
        #expect(found.total == 0 && !found.isRelaxationComplete)
        #expect(
            try Self.engine(Self.titles).suggestions(for: Self.request("ro", time: .zero))
                == QuerySuggestions(isComplete: false))
    }
}
