// Cancelled searches end, at any stage.

import ICU
import Synchronization
import Testing

@testable import CatalogSearch

@Suite struct CancellationTests {
    private static let german = LocaleIdentifier("de")!
    private static let description = CatalogDescription(id: "c")

    private static func records(_ numbers: Range<Int>) -> [CatalogRecord] {
        numbers.map { number in
            CatalogRecord(
                id: "r\(number)", scope: number % 2 == 0 ? "even" : nil,
                texts: [
                    .init(.title, german, "Geburtstagskarte rot、blau \(number)"),
                    .init(.summary, german, "Karte zum Geburtstag, Nummer\(number)"),
                ],
                year: 1900 + number % 100, popularity: Double(number % 7))
        }
    }

    private static func segments() async throws -> [IndexedSegment] {
        [
            try await SearchComparison.segment(records(0..<30), description),
            try await SearchComparison.segment(records(30..<60), description, deletedEvery: 3),
        ]
    }

    private static func engine(
        _ segments: [IndexedSegment], _ concurrentCount: Int = ConcurrentSearch.worthwhileCount
    ) -> SearchEngine {
        SearchEngine(
            [CatalogIndex(description, segments: segments)],
            source: LocalRecords(concurrentCount: concurrentCount))
    }

    private static func request(
        _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }
    ) -> SearchRequest {
        var request = SearchRequest(query, locale: german, chain: [german], limit: 3)
        change(&request)
        return request
    }

    /// All kinds of searches: one word, several, none, words that no term contains, sorting, similar words.
    private static let requests = [
        request(""), request("karte"), request("a"), request("karte geburtstag"), request("rot、blau"),
        request("rot、blau karte") { $0.limit = 0 }, request("1955"),
        request("geburtstag") { $0.scope = "even" },
        request("karte") { $0.year = .init(lower: DecimalNumber(1950)) },
        request("karte") { $0.sort = .title }, request("karte zum") { $0.isReversed = true },
        request("") { $0.sort = .year }, request("gebrutstag") { $0.relax = .auto },
        request("karten rot") { $0.relax = .always },
    ]

    /// Runs in a task of its own, which is cancelled first.
    private static func cancelled<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await Task {
            cancelTask()
            return try body()
        }.value
    }

    private static func cancelTask() { withUnsafeCurrentTask { $0?.cancel() } }

    @Test(arguments: [1, ConcurrentSearch.worthwhileCount])
    func nothingIsSearchedInACancelledTask(concurrentCount: Int) async throws {
        let engine = Self.engine(try await Self.segments(), concurrentCount)
        for request in Self.requests {
            #expect(try engine.search(request).total > 0, "\(request)")
            await #expect(throws: SearchError.cancelled, "\(request)") {
                try await Self.cancelled { try engine.search(request) }
            }
            await #expect(throws: SearchError.cancelled, "\(request)") {
                try await Self.cancelled { try engine.matches(request) }
            }
        }
        await #expect(throws: SearchError.cancelled) {
            try await Self.cancelled { try engine.suggestions(for: Self.request("rot kar")).completions }
        }
        await #expect(throws: SearchError.cancelled) {
            try await Self.cancelled {
                try engine.suggestions(for: Self.request("gebrutstag"), completionLimit: 0).corrections
            }
        }
    }

    /// The threads of a search notice that its task was cancelled after they began.
    @Test func allThreadsOfACancelledTaskEnd() async {
        let search = Task {
            ConcurrentSearch.results(4) { number in
                while (try? Interruption.check()) != nil {}
                return number
            }
        }
        search.cancel()
        #expect(await search.value == [0, 1, 2, 3])
    }

    /// Reading a record and applying changes do not depend on the task's cancellation.
    @Test func whatIsNoSearchGoesOn() async throws {
        let engine = Self.engine(try await Self.segments())
        let record = try await Self.cancelled { try engine.record("r3", in: "c") }
        #expect(record?.year == 1903)
        let live = LiveCatalog(engine.catalogs[0])
        try await Self.cancelled { try live.apply([.put(Self.records(70..<71)[0]), .delete(id: "r1")]) }
        #expect(live.snapshot.recordCount == 60)
    }

    /// A search that is cancelled after any of its steps ends without a result.
    @Test func endsBeforeTheNextSegment() async throws {
        let engine = Self.engine(try await Self.segments())
        func expectEnd(_ name: String, _ search: @escaping @Sendable () throws -> Void) async throws {
            // The first search fills caches.
            try search()
            let all = StepCounter.count { #expect(throws: Never.self) { try search() } }
            for limit in stride(from: 1, through: all, by: max(1, all / 20)) {
                await Task {
                    _ = StepCounter.count(cancellingAfter: limit) {
                        #expect(throws: SearchError.cancelled, "\(name), step \(limit)") { try search() }
                    }
                }.value
            }
        }
        for request in Self.requests {
            try await expectEnd("search \(request)") { _ = try engine.search(request) }
            try await expectEnd("matches \(request)") { _ = try engine.matches(request) }
        }
        try await expectEnd("completions") {
            _ = try engine.suggestions(for: Self.request("rot kar")).completions
        }
        try await expectEnd("corrections") {
            _ = try engine.suggestions(for: Self.request("gebrutstag"), completionLimit: 0).corrections
        }
    }

    // MARK: Within a segment

    /// A search that has begun ends at its next stage.
    @Test func aSearchOfAnIndexThatWasBegunEnds() async throws {
        let segment = try await SearchComparison.segment(Self.records(0..<60), Self.description)
        for request in Self.requests where request.relax == .never {
            let query = try PreparedQuery(CheckedRequest(request), locales: [Self.german]).adapted(
                to: Self.description)
            for keeping in [0, 10, 1_000] where keeping > 0 || !query.words.isEmpty {
                await #expect(throws: SegmentError.cancelled, "\(request), \(keeping)") {
                    try await Task {
                        let search = try IndexedSearch(segment, query)
                        Self.cancelTask()
                        return try search.matches(keeping: keeping).total
                    }.value
                }
            }
            // Words that cross terms are scanned.
            if request.query.contains("、") { continue }
            await #expect(throws: SegmentError.cancelled, "\(request)") {
                try await Task {
                    let search = try IndexedSearch(segment, query)
                    let ranking = try IndexedRanking(search, count: 60)
                    Self.cancelTask()
                    return try ranking.best(10, of: RecordSet(all: 60)).count
                }.value
            }
        }
    }

    /// Gives a loop a function to call at each step. The tenth of very many steps cancels the task.
    ///
    /// - Returns: the number of steps.
    private static func steps(
        _ loop: @escaping @Sendable (_ step: () -> Void) throws(SegmentError) -> Void
    ) async -> Int {
        await Task {
            var steps = 0
            #expect(throws: SegmentError.cancelled) {
                try loop {
                    steps += 1
                    if steps == 10 { cancelTask() }
                }
            }
            return steps
        }.value
    }

    private static let manySteps = 20 * Interruption.interval
    /// The first check is at the first step, the next one after this many.
    private static let stepsToSecondLook = 10..<Interruption.interval + 10

    @Test func loopsLookAgain() async throws {
        let counted = await Self.steps { step throws(SegmentError) in
            var interruption = Interruption()
            for _ in 0..<Self.manySteps {
                try interruption.count()
                step()
            }
        }
        #expect(counted == Interruption.interval)
        let costly = await Self.steps { step throws(SegmentError) in
            var interruption = Interruption()
            for _ in 0..<Self.manySteps {
                try interruption.count(100)
                step()
            }
        }
        #expect((10..<40).contains(costly))
        let narrowed = await Self.steps { step throws(SegmentError) in
            var selection = Selection(Array(0..<Int32(Self.manySteps)), keeping: 5)
            try selection.narrow {
                step()
                return Int($0)
            }
        }
        #expect(Self.stepsToSecondLook.contains(narrowed))
        let sorted = await Self.steps { step throws(SegmentError) in
            var numbers = Array(0..<Self.manySteps)
            try numbers.sortInterruptibly {
                step()
                return $0 > $1
            }
        }
        #expect(Self.stepsToSecondLook.contains(sorted))
    }

    /// A term in all records has a long posting list.
    @Test func listsOfPostingsAreLeft() async throws {
        let count = 2 * Interruption.interval
        let records = (0..<count).map {
            CatalogRecord(id: "r\($0)", texts: [.init(.title, Self.german, "Karte")])
        }
        let segment = try await SearchComparison.segment(records, Self.description)
        let query = try PreparedQuery(CheckedRequest(Self.request("karte")), locales: [Self.german])
            .adapted(to: Self.description)
        let all = await Self.steps { step throws(SegmentError) in
            let level = try SearchedLevel.levels(of: segment, query)[0]
            var interruption = Interruption()
            try level.forEachRecord(ofTerm: 0, &interruption) { _ throws(SegmentError) in step() }
        }
        #expect(Self.stepsToSecondLook.contains(all))
    }

    /// Many terms, all of them `karte`.
    private struct ManyTerms: TermDictionary {
        let position = 0
        let step: () -> Void

        func forEachTerm(
            _ body: (DictionaryTerm) throws(SegmentError) -> Void
        ) throws(SegmentError) {
            let term = Array("karte".utf8)
            try term.withUnsafeBufferPointer { bytes throws(SegmentError) in
                let bytes = UnsafeRawBufferPointer(bytes)
                for number in 0..<CancellationTests.manySteps {
                    try body(DictionaryTerm(number: number, standard: bytes, search: nil))
                    step()
                }
            }
        }
        func details(ofTerm term: Int) -> (bounds: IndexedTerm.Bounds, source: [UInt8]) {
            (IndexedTerm.Bounds(standard: [0, 5], search: [0, 5]), Array("karte".utf8))
        }
        func withSource(ofTerm term: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
            Array("karte".utf8).withUnsafeBytes(body)
        }
        func uses(
            ofTerm term: Int, within records: RecordSet, _ interruption: inout Interruption
        ) throws(SegmentError) -> Int { 1 }
    }

    @Test(arguments: [
        (WordQuery.letters, "kartex"), (.stems, "karten"), (.typos, "katre"), (.completions, "kar"),
    ]) func dictionariesAreLeft(wordQuery: WordQuery, typed: String) async throws {
        let query = try PreparedQuery(CheckedRequest(Self.request(typed)), locales: [Self.german])
            .adapted(to: Self.description)
        let steps = await Self.steps { step throws(SegmentError) in
            try withoutActuallyEscaping(step) { step throws(SegmentError) in
                _ = try WordFinder(
                    dictionaries: [ManyTerms(step: step)], word: query.words[0], foldings: query.foldings,
                    languages: ["de"], chain: [Self.german], records: RecordSet(all: 1)
                ).words(wordQuery)
            }
        }
        #expect(Self.stepsToSecondLook.contains(steps))
    }
}
