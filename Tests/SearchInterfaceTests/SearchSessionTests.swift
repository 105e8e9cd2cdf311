// Responses arrive in the order of the input, however long each search takes.

import CatalogSearch
import SearchInterface
import Synchronization
import TestSupport
import Testing

@Suite struct SearchSessionTests {
    private let source = GatedSource()

    /// A request that takes one search.
    private func request(_ query: String) -> SearchRequest {
        var request = SearchRequest(query, locale: german)
        request.relax = .never
        return request
    }

    @Test func anOlderResponseNeverFollowsANewerOne() async {
        let session = SearchSession(source)
        session.submit(request("a"))
        await source.begins("a")
        session.submit(request("b"))
        await source.begins("b")
        let collected = responses(of: session)
        source.open("b")
        // The newest input gets its response while the older search still runs.
        await session.waitForResponse(2)
        source.open("a")
        await session.waitUntilIdle()
        #expect(session.latestResponse?.number == 2)
        session.finish()
        #expect(await collected.value.map(\.number) == [2])
    }

    /// Invariant: for any input and any duration of searches, numbers ascend, each response belongs to its
    /// request, and the newest input gets a response.
    @Test(arguments: 0..<60 as Range<UInt64>) func responsesComeInTheOrderOfTheInput(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 1...4, using: &random)
        let delivery: SearchSession.Delivery = seed % 2 == 0 ? .newest : .inOrder
        let session = SearchSession(source, width: width, delivery: delivery)
        let collected = responses(of: session)
        var submitted: [Int: String] = [:]
        var closed: [String] = []
        for step in 0..<40 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2:
                let query = "q\(step)"
                let number = session.submit(request(query))
                #expect(number > submitted.keys.max() ?? 0)
                submitted[number] = query
                closed.append(query)
            case 3...4:
                // Searches end in any order, possibly before they begin.
                guard let place = closed.indices.randomElement(using: &random) else { continue }
                source.open(closed.remove(at: place))
            default:
                for _ in 0..<Int.random(in: 1...20, using: &random) { await Task.yield() }
            }
        }
        submitted[session.submit(request("last"))] = "last"
        for query in (closed + ["last"]).shuffled(using: &random) { source.open(query) }
        await session.waitUntilIdle()
        #expect(session.latestResponse?.request.query == "last")
        session.finish()
        let responses = await collected.value
        #expect(zip(responses, responses.dropFirst()).allSatisfy { $0.number < $1.number })
        for response in responses {
            #expect(response.request.query == submitted[response.number])
            #expect(try response.results.get().ignoredWords == [response.request.query])
        }
        #expect(responses.last?.request.query == "last")
        #expect(source.mostRunning <= width)
    }

    @Test func aSearchThatWaitsIsNotBegunWhereThereIsNewerInput() async {
        let session = SearchSession(source, width: 1)
        session.submit(request("a"))
        await source.begins("a")
        session.submit(request("b"))
        session.submit(request("c"))
        source.open("c")
        source.open("a")
        await session.waitUntilIdle()
        #expect(source.begun == ["a", "c"])
        #expect(source.cancelled == ["a"])
        #expect(source.mostRunning == 1)
    }

    @Test func newerInputDropsTheResponsesToOlder() async {
        let session = SearchSession(source, width: 1)
        session.submit(request("a"))
        await source.begins("a")
        session.submit(request("b"))
        source.open("a")
        // It begins when the first one has ended.
        await source.begins("b")
        #expect(session.latestResponse == nil)
        source.open("b")
        await session.waitUntilIdle()
        #expect(session.latestResponse?.number == 2)
    }

    @Test func olderSearchesMayBeAnsweredInOrder() async throws {
        let session = SearchSession(source, delivery: .inOrder)
        session.submit(request("a"))
        await source.begins("a")
        session.submit(request("b"))
        await source.begins("b")
        var responses = session.responses.makeAsyncIterator()
        source.open("a")
        #expect(await responses.next()?.request.query == "a")
        source.open("b")
        #expect(await responses.next()?.request.query == "b")
        #expect(source.cancelled == [])
    }

    @Test func errorsAreResponses() async {
        let session = SearchSession(source)
        source.open("!")
        session.submit(request("!"))
        await session.waitUntilIdle()
        #expect(session.latestResponse?.results == .failure(.unknownScope("!", known: [])))
    }

    @Test func whatIsCancelledIsNotAnswered() async {
        let session = SearchSession(source)
        let collected = responses(of: session)
        session.submit(request("a"))
        await source.begins("a")
        session.cancel()
        source.open("a")
        await session.waitUntilIdle()
        #expect(session.latestResponse == nil)
        #expect(session.refresh() == nil)
        #expect(source.cancelled == ["a"])
        session.finish()
        session.submit(request("a"))
        await session.waitUntilIdle()
        #expect(await collected.value == [])
        #expect(source.begun == ["a"])
    }

    @Test func changedSourcesAnswerTheNewestInputOnceMore() async throws {
        let session = SearchSession(Shop.engine())
        #expect(session.replaceSource(Shop.engine()) == nil)
        session.submit(request("karte"))
        await session.waitUntilIdle()
        #expect(try session.latestResponse?.results.get().total == 2)
        let number = session.replaceSource(Shop.engine(Array(Shop.records.prefix(2))))
        await session.waitUntilIdle()
        #expect(session.latestResponse?.number == number)
        #expect(try session.latestResponse?.results.get().total == 1)
    }

    @Test func catalogsThatChangeAreSearchedAsTheyAre() async throws {
        let live = try LiveCatalog(CatalogIndex(CatalogDescription(id: "shop"), records: Shop.records))
        let session = SearchSession(LiveResults([live]))
        session.submit(request("karte"))
        await session.waitUntilIdle()
        try live.apply([.delete(id: "3")])
        #expect(try session.latestResponse?.results.get().total == 2)
        session.refresh()
        await session.waitUntilIdle()
        #expect(try session.latestResponse?.results.get().total == 1)
    }

    // MARK: Suggestions

    /// Suggests the query of its context, after the test allows it.
    private struct Echo: SuggestionSource {
        let gate: GatedSource

        func suggestions(for context: SuggestionContext) async -> [SearchSuggestion] {
            _ = try? await gate.results(for: SearchRequest(context.text, locale: german))
            return [SearchSuggestion(.completion, text: context.text, count: context.results?.total)]
        }
    }

    @Test func suggestionsFollowTheResults() async throws {
        let session = SearchSession(Shop.engine())
        var responses = session.responses.makeAsyncIterator()
        session.submit(request("karte"), suggestions: [Echo(gate: source), Echo(gate: source)])
        let first = try #require(await responses.next())
        #expect(first.suggestions == nil)
        #expect(try first.results.get().total == 2)
        source.open("karte")
        let second = try #require(await responses.next())
        #expect(second.suggestions?.map(\.count) == [2, 2])
        #expect(second.number == first.number && second.results == first.results)
    }

    /// Records which of its requests may look for similar words.
    private final class RecordingSource: ResultsSource {
        let areCheap = Mutex<[Bool]>([])
        func results(for request: SearchRequest) throws(SearchError) -> SearchResults {
            areCheap.withLock { $0.append(request.triesOnlyForms) }
            return try Shop.engine().search(request)
        }
    }

    @Test func whatIsFoundAsTypedIsAnsweredBeforeSimilarWordsAreLookedFor() async throws {
        let source = RecordingSource()
        let session = SearchSession(source)
        // Slow readers miss responses: here each one is received before the next is sent.
        var relaxed = request("hochzeitskatre")
        relaxed.relax = .auto
        let collected = Task {
            var responses: [SearchSession.Response] = []
            for await response in session.responses { responses.append(response) }
            return responses
        }
        session.submit(relaxed)
        await session.waitUntilIdle()
        session.finish()
        let responses = await collected.value
        #expect(source.areCheap.withLock { $0 } == [true, false])
        let last = try #require(responses.last)
        #expect(!last.isPreliminary && last.suggestions == [])
        #expect(try last.results.get().total == 1 && last.request == relaxed)
        for response in responses.dropLast() {
            #expect(response.isPreliminary && response.suggestions == nil)
            #expect(try response.results.get().total == 0)
        }
    }

    @Test(arguments: ["karte", "!unknown"]) func whatIsFoundOrCannotBeAskedIsAskedOnce(query: String) async {
        let source = RecordingSource()
        let session = SearchSession(source)
        var request = request(query)
        request.relax = .auto
        if query.hasPrefix("!") { request.scope = query }
        session.submit(request)
        await session.waitUntilIdle()
        #expect(source.areCheap.withLock { $0 } == [true])
        #expect(session.latestResponse?.isPreliminary == false)
    }

    /// Searches when the test opens the gate.
    private struct GatedEngine: ResultsSource {
        let gate: GatedSource
        func results(for request: SearchRequest) async throws(SearchError) -> SearchResults {
            _ = try await gate.results(for: request)
            return try Shop.engine().search(request)
        }
    }

    @Test func aSearchThatEndsForItWasCancelledIsNoResponse() async throws {
        let session = SearchSession(GatedEngine(gate: source))
        let collected = responses(of: session)
        session.submit(request("karte"))
        await source.begins("karte")
        session.submit(request("rosen"))
        source.open("karte")
        source.open("rosen")
        await session.waitUntilIdle()
        session.submit(request("torte"))
        await source.begins("torte")
        session.cancel()
        source.open("torte")
        await session.waitUntilIdle()
        session.finish()
        #expect(source.cancelled == ["karte", "torte"])
        let responses = await collected.value
        #expect(responses.map(\.request.query) == ["rosen"])
        for response in responses { _ = try response.results.get() }
    }

    @Test func suggestionsForOlderInputAreDropped() async throws {
        let session = SearchSession(Shop.engine())
        session.submit(request("karte"), suggestions: [Echo(gate: source)])
        await source.begins("karte")
        session.submit(request("rosen"))
        source.open("karte")
        await session.waitUntilIdle()
        #expect(session.latestResponse?.request.query == "rosen")
        #expect(session.latestResponse?.suggestions == [])
        #expect(source.cancelled == ["karte"])
    }
}
