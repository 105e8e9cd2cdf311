// A search: converts the client's request to the engine's, and results to JSON.

public import CatalogSearch
internal import JSON
internal import Localization
internal import ProgramTexts
internal import Support

extension SearchService {
    func response(
        to service: ServiceRequest, _ tools: inout RequestTools.Tools, _ snapshot: Snapshot
    ) throws(Failure) -> Response {
        do throws(RequestError) {
            try limits.check(service)
        } catch {
            throw failure(error, in: service.request.locale, kind: .tooMuch)
        }
        let locale = service.request.locale
        let cropper = tools.cropper
        let shown = service.textsLocale.map { messages(in: $0, &tools, snapshot) }
        return try worded(in: locale, &tools, snapshot) { messages throws(SearchError) in
            try embedding(service) { service, lacksMeaning throws(SearchError) in
                let request = try service.resolved(
                    for: snapshot.engine, preferred: preferredLocales, available: snapshot.available, messages
                )
                var result = JSONResponse(
                    messages: shown ?? messages, service, cropper, limit: limits.responseSize)
                result.lacksMeaning = lacksMeaning
                return try response(request, service, snapshot.engine, result)
            }
        }
    }

    private func response(
        _ checked: CheckedRequest, _ service: ServiceRequest, _ engine: SearchEngine, _ json: JSONResponse
    ) throws(SearchError) -> Response {
        let request = checked.request
        let locale = request.locale
        let started = ContinuousClock.now
        var nanoseconds: Int { (ContinuousClock.now - started).nanoseconds }
        switch service.returned {
        case .hits, .ids:
            let hasHits = service.returned == .hits
            var results =
                hasHits
                ? try engine.search(checked, textLimit: limits.textSize, isExplained: service.explains)
                : try engine.matches(checked)
            try engine.addAvailability(to: &results.hits, in: locale)
            let object = try json.object(results, hasHits: hasHits, request, nanoseconds: nanoseconds)
            var response = Response(
                json: object.text, locale: locale, isEmpty: Self.isEmpty(results.scopes),
                total: results.total)
            response.isRelaxed = results.relaxation?.kind.keepsMeaning == false
            response.hasOnlyPinned = results.hasOnlyPinned
            response.lacksMeaning = json.lacksMeaning
            let records = hasHits ? results.hits.map { RecordReference($0) } : results.records
            response.records = records.map { ShownRecord(catalog: $0.catalog, id: $0.id) }
            return response
        case .suggestions:
            let suggestions = try engine.suggestions(
                for: checked, completionLimit: request.limit, correctionLimit: request.limit)
            let popular = try service.offered.map { offered throws(SearchError) in
                try Self.popularQueries(offered, request, engine)
            }
            return Response(
                json: json.object(suggestions, popular, request, nanoseconds: nanoseconds).text,
                locale: locale)
        }
    }

    /// Queries of other clients that find something, with the numbers of records.
    private static func popularQueries(
        _ offered: [OfferedQuery], _ request: SearchRequest, _ engine: SearchEngine
    ) throws(SearchError) -> [(query: OfferedQuery, count: Int)] {
        var popular: [(query: OfferedQuery, count: Int)] = []
        for query in offered {
            guard popular.count < request.limit else { break }
            var counted = request
            counted.query = query.query
            (counted.limit, counted.relax, counted.facets) = (0, .never, [])
            let count = try engine.matches(counted).total
            if count > 0 { popular.append((query, count)) }
        }
        return popular
    }

    private static func isEmpty(_ scopes: [SearchResults.ScopeCount]) -> Bool {
        scopes.allSatisfy { $0.count == 0 }
    }

    /// Whether records can be searched in a scope of this id or, ignoring case, of this label in a locale.
    public func hasScope(_ name: String, in locale: LocaleIdentifier) -> Bool {
        let engine = engine
        if engine.scopes.contains(where: { $0.id == name }) { return true }
        let messages = ResultMessages(localizedTexts.texts(for: locale), catalogs: engine.catalogs)
        do throws(SearchError) {
            _ = try engine.scope(named: name, messages)
            return true
        } catch {
            return false
        }
    }

    /// Runs `body` with the messages of a locale, and words its errors.
    func worded<Result>(
        in locale: LocaleIdentifier, _ tools: inout RequestTools.Tools, _ snapshot: Snapshot,
        _ body: (ResultMessages) throws(SearchError) -> Result
    ) throws(Failure) -> Result {
        let messages = messages(in: locale, &tools, snapshot)
        do throws(SearchError) {
            return try body(messages)
        } catch {
            throw Failure(kind: Failure.Kind(error), message: messages.texts.message(for: error))
        }
    }

    private func messages(
        in locale: LocaleIdentifier, _ tools: inout RequestTools.Tools, _ snapshot: Snapshot
    ) -> ResultMessages {
        tools.messages(locale) {
            ResultMessages(localizedTexts.texts(for: locale), catalogs: snapshot.engine.catalogs)
        }
    }

    /// Parses JSON and reads the value.
    func parsed<Value>(
        _ json: [UInt8], _ parser: JSONParser, in locale: LocaleIdentifier? = nil,
        _ read: (JSONValue) throws(RequestError) -> Value
    ) throws(Failure) -> Value {
        let outcome: Result<Value, RequestError>
        do {
            outcome = try parser.withValue(of: json) { value in
                Result { () throws(RequestError) in try read(value) }
            }
        } catch let error as JSONError {
            outcome = .failure(RequestError("RequestInvalidJSON: %@", error.message))
        } catch {
            outcome = .failure(RequestError("InternalFailure: %@", String(describing: error)))
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw failure(error, in: locale ?? defaults.request.locale)
        }
    }
}

extension SearchEngine {
    /// The id of a scope named by its id or, ignoring case, by its label; `nil` for all records.
    package func scope(named name: String?, _ messages: ResultMessages) throws(SearchError) -> String? {
        guard let name, name != SearchResults.allScopes else { return nil }
        if scopes.contains(where: { $0.id == name }) { return name }
        let labelled = scopes.first { messages.scope($0.id, $0.label).lowercased() == name.lowercased() }
        if labelled?.id == SearchResults.allScopes { return nil }
        guard let labelled else { throw .unknownScope(name, known: scopes.map(\.id)) }
        return labelled.id
    }
}
