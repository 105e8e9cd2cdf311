// The invariants of `ResultsSource`, as tests for any implementation.

public import CatalogSearch
public import SearchInterface
public import Testing

/// Checks that a `ResultsSource` responds as the search controllers expect. Each broken invariant is recorded
/// as an issue of the running test.
///
/// What is searched must not change during the test.
public struct ResultsSourceConformance: Sendable {
    private let source: any ResultsSource
    private let requests: [SearchRequest]

    /// Tests of a source.
    ///
    /// - Parameter requests: requests that the source can respond to; some should find several records.
    public init(_ source: any ResultsSource, requests: [SearchRequest]) {
        self.source = source
        self.requests = requests
    }

    /// Checks all invariants.
    ///
    /// - Throws: `SearchError` if a request of the list fails.
    public func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for request in requests {
            let results = try await source.results(for: request)
            Self.checkShape(of: results, for: request, sourceLocation)
            try await checkPages(of: request, results, sourceLocation)
            try await checkScopes(of: request, results, sourceLocation)
        }
        await checkErrors(sourceLocation)
        try await checkConcurrency(sourceLocation)
    }

    /// What results must look like, whatever was found.
    private static func checkShape(
        of results: SearchResults, for request: SearchRequest, _ place: SourceLocation
    ) {
        let rest = max(0, results.total - request.offset)
        #expect(
            results.hits.count == min(request.limit, rest),
            "the page has as many hits as asked for and found",
            sourceLocation: place)
        let ids = results.hits.map { RecordReference($0) }
        #expect(Set(ids).count == ids.count, "no record is found twice", sourceLocation: place)
        #expect(
            results.scopes.first?.id == SearchResults.allScopes,
            "the first scope count is that of all records",
            sourceLocation: place)
        for hit in results.hits { checkMatches(of: hit, place) }
    }

    /// Matches are in the texts of a hit, in order and without overlaps.
    private static func checkMatches(of hit: Hit, _ place: SourceLocation) {
        var last: (field: FieldName, text: Int, end: Int)?
        for match in hit.matches where match.field != .year && match.field != .price {
            let text = ([hit.titleText] + hit.texts).first { $0.field == match.field }
            guard let text, text.values.indices.contains(match.text) else {
                Issue.record("a match is in a text of its hit: \(match)", sourceLocation: place)
                continue
            }
            let count = text.values[match.text].unicodeScalars.count
            #expect(
                !match.range.isEmpty && match.range.upperBound <= count,
                "a match covers scalars of its text: \(match)", sourceLocation: place)
            if let last, last.field == match.field, last.text == match.text {
                #expect(
                    match.range.lowerBound >= last.end, "matches do not overlap: \(match)",
                    sourceLocation: place)
            }
            last = (match.field, match.text, match.range.upperBound)
        }
    }

    /// Pages one after the other give what one large page gives.
    private func checkPages(
        of request: SearchRequest, _ results: SearchResults, _ place: SourceLocation
    ) async throws {
        var page = request
        page.limit = 0
        let counted = try await source.results(for: page)
        #expect(
            counted.total == results.total && counted.hits.isEmpty, "a limit of 0 counts without hits",
            sourceLocation: place)
        page.limit = max(1, (results.hits.count + 2) / 3)
        var found: [Hit] = []
        while found.count < results.hits.count {
            page.offset = request.offset + found.count
            let next = try await source.results(for: page)
            #expect(next.total == results.total, "the total is that of all pages", sourceLocation: place)
            if next.hits.isEmpty { break }
            found += next.hits
        }
        #expect(
            found.map(\.id).starts(with: results.hits.map(\.id)), "pages continue one another",
            sourceLocation: place)
    }

    /// A scope's count is what a request in that scope finds.
    private func checkScopes(
        of request: SearchRequest, _ results: SearchResults, _ place: SourceLocation
    ) async throws {
        for scope in results.scopes {
            var narrowed = request
            narrowed.scope = scope.id == SearchResults.allScopes ? nil : scope.id
            let total = try await source.results(for: narrowed).total
            #expect(
                total == scope.count, "the count of scope \(scope.id) is what it finds", sourceLocation: place
            )
        }
    }

    /// Invalid requests fail, each with its own error.
    private func checkErrors(_ place: SourceLocation) async {
        guard let request = requests.first else { return }
        func error(_ change: (inout SearchRequest) -> Void) async -> SearchError? {
            var changed = request
            change(&changed)
            do throws(SearchError) {
                _ = try await source.results(for: changed)
                return nil
            } catch {
                return error
            }
        }
        let unknown = "no such name"
        let tooLong = await error {
            $0.query = String(repeating: "a", count: SearchRequest.maximumQueryLength + 1)
            $0.relax = .never
        }
        if case .queryTooLong = tooLong {
        } else {
            Issue.record(
                "without similar words, a query that is too long throws queryTooLong", sourceLocation: place)
        }
        if case .unknownScope(unknown, _) = await error({ $0.scope = unknown }) {
        } else {
            Issue.record("an unknown scope throws unknownScope with its name", sourceLocation: place)
        }
        if case .unknownCatalog(unknown, _) = await error({ $0.catalogs = [unknown] }) {
        } else {
            Issue.record("an unknown catalog throws unknownCatalog with its name", sourceLocation: place)
        }
        if case .unknownField(unknown, _) = await error({ $0.fields = [FieldName(unknown)] }) {
        } else {
            Issue.record("an unknown field throws unknownField with its name", sourceLocation: place)
        }
    }

    /// Requests at the same time, some of them cancelled, do not change one another's responses.
    private func checkConcurrency(_ place: SourceLocation) async throws {
        let source = source
        for request in requests {
            let expected = try await source.results(for: request)
            let cancelled = Task { _ = try? await source.results(for: request) }
            cancelled.cancel()
            try await withThrowingTaskGroup(of: SearchResults.self) { group in
                for _ in 0..<4 { group.addTask { try await source.results(for: request) } }
                for try await results in group {
                    #expect(
                        results == expected, "the same request has the same answer at any time",
                        sourceLocation: place)
                }
            }
            await cancelled.value
        }
    }
}
