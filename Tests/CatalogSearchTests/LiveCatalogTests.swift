// A changing catalog gives the same results as an index of its current records.

import ICU
import Synchronization
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct LiveCatalogTests {
    private static let chain = ["de", "ja", "th"]
    private static let description = CatalogDescription(id: "c")

    /// Merges early, so that few records are enough to reach all stages.
    private static var policy: MergePolicy {
        var policy = MergePolicy()
        policy.recordLimitInMemory = 8
        policy.tierFactor = 3
        return policy
    }

    private static func segment(_ records: [CatalogRecord]) async throws -> IndexedSegment {
        let writer = SegmentWriter(description)
        for record in records { try writer.append(record) }
        return try await write(writer)
    }

    private static func write(_ writer: SegmentWriter) async throws -> IndexedSegment {
        try await writer.segment()
    }

    private static func record(
        _ number: Int, using random: inout SeededGenerator
    ) -> CatalogRecord {
        var record = SampleTexts.record(number, locales: chain, using: &random)
        // A text that is not searched.
        if number % 9 == 0 { record.texts.append(.init("note", LocaleIdentifier("cs")!, "Čaj")) }
        // A scope and a locale of few records, which appear and disappear.
        if Int.random(in: 0..<30, using: &random) == 0 { record.scope = "rare" }
        if Int.random(in: 0..<30, using: &random) == 0 {
            record.texts.append(.init(.summary, LocaleIdentifier("el")!, "ΚΑΛΗΜΕΡΑ"))
        }
        return record
    }

    /// Compares a snapshot with a scan over the records that it should contain.
    private func check(
        _ snapshot: CatalogIndex, _ records: [String: CatalogRecord], queries: Int,
        using random: inout SeededGenerator
    ) throws {
        let all = records.values.sorted { $0.id < $1.id }
        let fresh = try CatalogIndex(Self.description, records: all)
        #expect(snapshot.recordCount == fresh.recordCount)
        #expect(snapshot.locales == fresh.locales)
        #expect(snapshot.scopes == fresh.scopes)
        #expect(try snapshot.recordCountsByLocale() == fresh.recordCountsByLocale())
        let engine = SearchEngine([snapshot])
        let scan = SearchOracle(description: Self.description, records: all)
        let locales = Self.chain.map { LocaleIdentifier($0)! }
        for round in 0..<queries {
            var request = SearchRequest(
                round == 0 || all.isEmpty ? "" : SampleTexts.query(from: all, using: &random),
                locale: locales[0], chain: locales, relax: .never)
            request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            request.isReversed = Bool.random(using: &random)
            request.limit = Int.random(in: 0...12, using: &random)
            if round % 3 == 0 { request.year = NumericRange(lower: DecimalNumber(2000)) }
            let expected = try scan.search(request)
            let found = try engine.search(request)
            #expect(found.total == expected.total, "\(request.query)")
            #expect(found.scopes == expected.scopes, "\(request.query)")
            #expect(found.hits.map(\.id) == expected.hits.map(\.id), "\(request)")
            for (left, right) in zip(found.hits, expected.hits) {
                #expect(left.rank == right.rank)
                #expect(left.matches == right.matches)
                #expect(left.title == right.title)
                #expect(Set(left.texts) == Set(right.texts))
            }
        }
    }

    @Test(arguments: 0..<2)
    func answersAsItsRecordsDoWhateverWasChangedAndMerged(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var records: [String: CatalogRecord] = [:]
        for number in 0..<20 { records["r\(number)"] = Self.record(number, using: &random) }
        let initial = records.values.sorted { $0.id < $1.id }
        let live = try await LiveCatalog(
            CatalogIndex(
                Self.description,
                segments: [Self.segment(Array(initial.prefix(12)))]
                    + CatalogIndex(Self.description, records: initial.dropFirst(12)).segments),
            policy: Self.policy)
        var old: [(snapshot: CatalogIndex, records: [String: CatalogRecord])] = []
        for step in 0..<40 {
            var changes: [RecordChange] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let number = Int.random(in: 0..<60, using: &random)
                // At times more records are deleted than inserted.
                if Int.random(in: 0..<10, using: &random) < (step % 20 < 12 ? 2 : 7) {
                    changes.append(.delete(id: "r\(number)"))
                    records["r\(number)"] = nil
                } else {
                    let record = Self.record(number, using: &random)
                    changes.append(.put(record))
                    records[record.id] = record
                }
            }
            try live.apply(changes)
            if step % 15 == 0 { old.append((live.snapshot, records)) }
            try check(live.snapshot, records, queries: 4, using: &random)
            if step % 7 == 6 {
                // Many at once, some of which replace others.
                let many = (0..<30).map { _ in
                    Self.record(Int.random(in: 0..<90, using: &random), using: &random)
                }
                let unique = Dictionary(many.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                let builder = CatalogIndexBuilder(Self.description, sizeLimit: step % 2 == 0 ? 1 : 64 << 20)
                for part in [unique.values.prefix(10), unique.values.dropFirst(10)] {
                    try await builder.append(Array(part))
                }
                try live.insert(try await builder.finish())
                records.merge(unique) { $1 }
                try check(live.snapshot, records, queries: 4, using: &random)
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                try await live.merge()
                try check(live.snapshot, records, queries: 4, using: &random)
                #expect(live.snapshot.segments.count < 12)
            }
        }
        for (snapshot, records) in old { try check(snapshot, records, queries: 8, using: &random) }
        try live.apply(records.keys.map { .delete(id: $0) })
        try await live.merge()
        #expect(live.snapshot.segments.isEmpty)
        try check(live.snapshot, [:], queries: 2, using: &random)
    }

    @Test func ofSeveralChangesOfOneRecordTheLastCounts() throws {
        let live = LiveCatalog(CatalogIndex(Self.description, segments: []))
        func titles() throws -> [String] {
            try live.snapshot.segments.flatMap { segment in
                try (0..<segment.numberCount).filter { segment.deleted?.contains($0) != true }
                    .map { try segment.record($0).texts[0].value }
            }
        }
        func put(_ id: String, _ title: String) -> RecordChange {
            .put(CatalogRecord(id: id, texts: [.init(.title, LocaleIdentifier("de")!, title)]))
        }
        try live.apply([put("a", "eins"), put("a", "zwei"), put("b", "drei"), .delete(id: "b")])
        #expect(try titles() == ["zwei"])
        try live.apply([.delete(id: "a"), put("a", "vier")])
        #expect(try titles() == ["vier"])
        // Ids are bytes: these two look the same.
        try live.apply([put("\u{E9}", "fünf"), put("e\u{301}", "sechs")])
        #expect(Set(try titles()) == ["vier", "fünf", "sechs"])
        try live.apply([.delete(id: "e\u{301}")])
        #expect(Set(try titles()) == ["vier", "fünf"])
    }

    @Test func fewSegmentsHoldManySmallChanges() throws {
        var random = SeededGenerator(seed: 2)
        let live = LiveCatalog(CatalogIndex(Self.description, segments: []))
        for number in 0..<1_500 {
            try live.apply([.put(Self.record(number, using: &random))])
            #expect(live.snapshot.segments.count <= 7)
        }
        #expect(live.snapshot.recordCount == 1_500)
    }

    /// What another task does while a segment is written.
    private final class Interference: Sendable {
        let action = Mutex<(@Sendable () throws -> Void)?>(nil)
        func run() throws { try action.withLock { $0 }?() }
    }

    /// A catalog of recent changes, which a merge takes up.
    private static func catalog(
        _ records: [CatalogRecord], _ interference: Interference
    ) throws -> LiveCatalog {
        let live = LiveCatalog(CatalogIndex(description, segments: []), policy: policy) { writer in
            try interference.run()
            return try await write(writer)
        }
        try live.apply(records.map { .put($0) })
        return live
    }

    @Test func whatChangesDuringAMergeIsNotLost() async throws {
        var random = SeededGenerator(seed: 5)
        var records: [String: CatalogRecord] = [:]
        for number in 0..<20 { records["r\(number)"] = Self.record(number, using: &random) }
        let interference = Interference()
        let live = try Self.catalog(Array(records.values), interference)
        let new = [
            Self.record(3, using: &random), Self.record(4, using: &random), Self.record(50, using: &random),
        ]
        interference.action.withLock { action in
            action = { [live] in
                try live.apply([.delete(id: "r7"), .delete(id: "r3")])
                try live.apply(new.map { .put($0) })
                try live.apply([.delete(id: "r4")])
            }
        }
        try await live.merge()
        records["r7"] = nil
        for record in new { records[record.id] = record }
        records["r4"] = nil
        try check(live.snapshot, records, queries: 30, using: &random)
        #expect(live.snapshot.segments.first?.deleted?.count == 3)
    }

    @Test func allThatIsMergedMayGoMeanwhile() async throws {
        var random = SeededGenerator(seed: 6)
        let records = (0..<20).map { Self.record($0, using: &random) }
        let interference = Interference()
        let live = try Self.catalog(records, interference)
        interference.action.withLock { action in
            action = { [live] in try live.apply(records.map { .delete(id: $0.id) }) }
        }
        try await live.merge()
        #expect(live.snapshot.segments.isEmpty)
    }

    @Test func aMergeThatFailsChangesNothing() async throws {
        struct Full: Error {}
        var random = SeededGenerator(seed: 7)
        var records: [String: CatalogRecord] = [:]
        for number in 0..<20 { records["r\(number)"] = Self.record(number, using: &random) }
        let interference = Interference()
        let live = try Self.catalog(Array(records.values), interference)
        interference.action.withLock { $0 = { throw Full() } }
        await #expect(throws: Full.self) { try await live.merge() }
        try check(live.snapshot, records, queries: 5, using: &random)
        // The next merge may succeed.
        interference.action.withLock { $0 = nil }
        try await live.merge()
        #expect(live.snapshot.segments.count == 1 && live.recentRecordCount == 0)
        try check(live.snapshot, records, queries: 5, using: &random)
    }

    /// Whether the writer has finished.
    private final class Writer: Sendable { let isDone = Atomic(false) }

    @Test func readersSeeAllOfAChangeOrNothing() async throws {
        let live = LiveCatalog(CatalogIndex(Self.description, segments: []), policy: Self.policy)
        let german = LocaleIdentifier("de")!
        func version(_ version: Int) -> [RecordChange] {
            (0..<6).map { number in
                .put(
                    CatalogRecord(
                        id: "r\(number)", texts: [.init(.title, german, "Fassung")], year: version))
            }
        }
        try live.apply(version(0))
        let writer = Writer()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { writer.isDone.store(true, ordering: .releasing) }
                for number in 1..<40 {
                    try live.apply(version(number))
                    // The writer sees its change at once.
                    let hit = try SearchEngine([live.snapshot]).search(
                        SearchRequest("fassung", locale: german)
                    ).hits.first
                    #expect(hit?.year == number)
                    await Task.yield()
                }
            }
            group.addTask {
                while !writer.isDone.load(ordering: .acquiring) {
                    try await live.merge()
                    await Task.yield()
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var last = 0
                    while !writer.isDone.load(ordering: .acquiring) {
                        let results = try SearchEngine([live.snapshot]).search(
                            SearchRequest("fassung", locale: german))
                        #expect(results.total == 6)
                        let years = Set(results.hits.map(\.year))
                        #expect(years.count == 1)
                        let year = (years.first ?? nil) ?? -1
                        #expect(year >= last)
                        last = year
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func mergesInTheBackgroundUntilCancelled() async throws {
        var random = SeededGenerator(seed: 8)
        let live = LiveCatalog(CatalogIndex(Self.description, segments: []), policy: Self.policy)
        for round in 0..<2 {
            let merging = Task { try await live.keepMerged() }
            for number in 0..<30 { try live.apply([.put(Self.record(round * 30 + number, using: &random))]) }
            // Eventually no more records in small segments than the policy allows.
            var waited = 0
            while live.recentRecordCount > 8, waited < 2_000 {
                try await Task.sleep(for: .milliseconds(5))
                waited += 1
            }
            #expect(waited < 2_000)
            merging.cancel()
            await #expect(throws: CancellationError.self) { try await merging.value }
        }
        #expect(live.snapshot.recordCount == 60)
    }
}
