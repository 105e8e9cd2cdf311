// The page of a record.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import SearchService
internal import StorefrontPage

extension PageEndpoints {
    /// The number of similar records.
    private static let similarLimit = 6

    func showRecord(
        _ request: Request, _ context: ClientContext, _ search: SearchEndpoints
    ) async throws -> EndpointResponse {
        let slot = SearchEndpoints.Slot(client: context.client, deadline: search.runner.deadline)
        let input = try self.input(request)
        let version = search.catalogs.update()
        var frame = frame(request, input, search)
        do {
            try search.catalogs.checkAvailability()
            let catalog = try context.decoded("catalog")
            let id = try context.decoded("id")
            let names = Self.readerParameters.map(\.rawValue)
            let own = input.parameters.list.filter { names.contains($0.name) }
            var searchRequest = try search.serviceRequest(own, input.preferredLocales)
            searchRequest.request.limit = Self.similarLimit
            searchRequest.crop = Self.textLimit
            frame.adopt(searchRequest.request)
            let finalRequest = searchRequest
            let shown = frame
            let key = key(searchRequest, request, frame, version: version)
            let response = try await EndpointResponse.unless(known: key.tag, to: request, in: frame.locale) {
                let content = try await search.run(slot, .expensive) { service in
                    var content = RecordContent(
                        shown, record: Array(try service.record(id, in: catalog, finalRequest).json.utf8),
                        similar: Array(try service.similar(to: id, in: catalog, finalRequest).json.utf8))
                    content.variants = try service.variants(of: id, in: catalog, finalRequest).map {
                        Array($0.json.utf8)
                    }
                    let catalog = service.engine.catalogs.first { $0.description.id == catalog }
                    content.setAttributes(of: catalog?.description)
                    return content
                }
                return try await rendered(slot, search, in: shown.locale) { try renderer.html(content) }
            }
            await noteClick(on: id, in: catalog, request, slot, search)
            return response
        } catch let problem as Problem {
            var content = PageContent(frame, query: "", limit: Self.limit, outcome: .problem(""))
            guard problem.code == .notFound else { return try problemResponse(problem, content, search) }
            try await setOffers(&content, instead: (try? context.decoded("id")) ?? "", input, slot, search)
            return try problemResponse(Problem(.notFound, "RecordGone"), content, search)
        }
    }

    /// The page for an unknown address; `nil` for requests of programs.
    func showUnknown(
        _ request: Request, _ context: ClientContext, _ search: SearchEndpoints
    ) async throws -> EndpointResponse? {
        guard [.get, .head].contains(request.method), !request.uri.path.hasPrefix("/v1/"),
            request.headers[values: .accept].contains(where: { $0.lowercased().contains("text/html") }),
            let input = try? self.input(request)
        else { return nil }
        let slot = SearchEndpoints.Slot(client: context.client, deadline: search.runner.deadline)
        var content = PageContent(
            frame(request, input, search), query: "", limit: Self.limit, outcome: .problem(""))
        try await setOffers(&content, instead: "", input, slot, search)
        return try problemResponse(Problem(.notFound, "PageNotFound"), content, search)
    }

    /// Sets records to continue with: those that contain words of the id, as ids of shops often do; otherwise
    /// the most popular ones.
    private func setOffers(
        _ content: inout PageContent, instead id: String, _ input: RequestInput,
        _ slot: SearchEndpoints.Slot, _ search: SearchEndpoints
    ) async throws {
        let parts: [Substring] = id.split(whereSeparator: { !$0.isLetter })
        let words = parts.filter { $0.count > 2 }.joined(separator: " ")
        let names = Self.readerParameters.map(\.rawValue)
        let own = input.parameters.list.filter { names.contains($0.name) }
        guard var searchRequest = try? search.serviceRequest(own, input.preferredLocales) else { return }
        searchRequest.request.limit = Self.similarLimit
        searchRequest.crop = Self.textLimit
        for query in words.isEmpty ? [""] : [words, ""] {
            searchRequest.request.query = query
            // The page reports the problem, with or without offers.
            guard let searchResponse = try? await search.search(searchRequest, slot) else { return }
            content.offers = Array(searchResponse.json.utf8)
            content.areOffersSimilar = !query.isEmpty
            if searchResponse.total ?? 0 > 0 { return }
        }
    }
}

extension RecordContent {
    /// Sets the attributes that distinguish the variants of a catalog.
    fileprivate mutating func setAttributes(of catalog: CatalogDescription?) {
        group = catalog?.group
        declared = (catalog?.attributes ?? []).map(\.name)
        for attribute in catalog?.attributes ?? [] where attribute.name != group && attribute.isShown {
            switch attribute.type {
            case .text: distinctions.append(attribute.name)
            case .number, .boolean: furtherDistinctions.append(attribute.name)
            // A variant's date or location does not describe it.
            case .date, .place: break
            }
        }
    }
}
