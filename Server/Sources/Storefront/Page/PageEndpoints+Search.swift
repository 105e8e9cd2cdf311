// The page of a search: the response, the orders that suit it, and help if nothing was found.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import SearchService
internal import StorefrontPage

extension PageEndpoints {
    /// The number of hits on a page, and of popular records if nothing was found.
    static let limit = 20
    static let popularLimit = 8
    /// The most characters of a text: two or three lines.
    static let textLimit = 140
    /// The most records of all catalogs for which numbers are counted in ranges: it takes half as long again.
    private static let barRecordLimit = 100_000
    /// The most corrections and single words that are offered.
    private static let offerLimit = 8

    func showSearch(
        _ request: Request, _ context: ClientContext, _ search: SearchEndpoints
    ) async throws -> EndpointResponse {
        let slot = SearchEndpoints.Slot(client: context.client, deadline: search.runner.deadline)
        let input = try self.input(request)
        let version = search.catalogs.update()
        let frame = frame(request, input, search)
        var content = PageContent(
            frame, query: input.parameters["q"] ?? "", limit: Self.limit, outcome: .problem(""))
        do {
            try search.catalogs.checkAvailability()
            let attributes = readFilters(input, into: &content, search)
            // Fields of a form are converted to an address, which can be read and shared.
            if input.parameters.list.contains(where: { PageFilters.isTyped($0.name) }) {
                return redirect(input, content.filters)
            }
            let searchRequest = try serviceRequest(input, &content, attributes, search)
            let frame = content.frame
            let key = key(searchRequest, request, frame, version: version)
            content.scope = searchRequest.request.scope ?? SearchResults.allScopes
            content.offset = searchRequest.request.offset
            let shown = content
            return try await .unless(known: key.tag, to: request, in: frame.locale) {
                let searchResponse = try await search.cachedResponse(to: key) {
                    try await pageResponse(searchRequest, slot, search)
                }
                search.note(searchRequest, searchResponse, request, context)
                // The linked page may have existed before results changed.
                if let total = searchResponse.total, total > 0, searchRequest.request.offset >= total {
                    let last = (total - 1) / Self.limit * Self.limit
                    return redirect(input, shown.filters, offset: last)
                }
                var response = try await rendered(slot, search, in: frame.locale) {
                    var content = shown
                    content.outcome = .response(Array(searchResponse.json.utf8))
                    return try renderer.html(content)
                }
                response.isTransient = searchResponse.lacksMeaning
                return response
            }
        } catch let problem as Problem {
            return try problemResponse(problem, content, search)
        }
    }

    /// The parameters of the page besides the filters. Others, such as those of campaigns, are ignored.
    private static let parameters = ([.query, .scope, .sort, .offset] + readerParameters).map(\.rawValue)

    /// Reads the filters of an address of the page.
    ///
    /// - Returns: the attributes that can be filtered.
    func readFilters(
        _ input: RequestInput, into content: inout PageContent, _ search: SearchEndpoints
    ) -> [(name: AttributeName, type: AttributeType)] {
        let attributes = search.catalogs.service.engine.attributesOfPage
        content.filters = PageFilters(input.parameters.list, in: content.frame.locale) { name in
            attributes.first { $0.name == name }?.type
        }
        let engine = search.catalogs.service.engine
        content.dropped = content.filters.keepKnown { engine.shows($0) }.map(\.rawValue)
        for (name, value) in input.parameters.list where !value.isEmpty {
            if let attribute = PageFilters.lookedUp(name) { content.lookedUp[attribute] = value }
        }
        content.unsortable = Set(
            attributes.map(\.name).filter { name in
                !search.catalogs.service.engine.catalogs.allow(name, \.isSortable)
            })
        return attributes
    }

    /// The search that an address of the page stands for, with the filters of `content`. Sets what the reader
    /// chose in `content`.
    func serviceRequest(
        _ input: RequestInput, _ content: inout PageContent,
        _ attributes: [(name: AttributeName, type: AttributeType)], _ search: SearchEndpoints
    ) throws -> ServiceRequest {
        var own = input.parameters.list.filter { Self.parameters.contains($0.name) && !$0.value.isEmpty }
        // The linked category may exist no longer.
        if let index = own.lastIndex(where: { $0.name == RequestName.scope.rawValue }),
            !search.catalogs.service.hasScope(own[index].value, in: content.frame.locale)
        {
            content.dropped.append(own.remove(at: index).value)
        }
        // The linked order may exist no longer.
        if let index = own.lastIndex(where: { $0.name == RequestName.sort.rawValue }),
            !search.catalogs.service.engine.sorts(by: PageOrder(own[index].value))
        {
            content.dropped.append(PageOrder(own.remove(at: index).value).name)
        }
        content.order = PageOrder(
            own.last { $0.name == RequestName.sort.rawValue }?.value ?? PageOrder().text)
        // `price:desc` is the reverse order.
        if let index = own.lastIndex(where: { $0.name == RequestName.sort.rawValue }) {
            let order = PageOrder(own[index].value)
            own[index].value = order.text
            if let sort = order.sort, order.isReversed {
                own[index].value = sort.rawValue
                own.append((RequestName.reverse.rawValue, "true"))
            }
        }
        var searchRequest = try search.serviceRequest(own, input.preferredLocales)
        searchRequest.request.limit = Self.limit
        searchRequest.request.relax = .auto
        searchRequest.request.filter = content.filters.filter
        let hasBars = search.catalogs.service.engine.recordCount <= Self.barRecordLimit
        searchRequest.request.facets = attributes.prefix(FacetRequest.maximumCount).map { attribute in
            var facet = FacetRequest(attribute.name, prefix: content.lookedUp[attribute.name])
            if attribute.type == .number, hasBars { facet.buckets = PageFilters.barCount }
            return facet
        }
        searchRequest.crop = Self.textLimit
        content.frame.adopt(searchRequest.request)
        return searchRequest
    }

    /// The address without the fields of a form.
    ///
    /// - Parameter offset: replaces that of the address.
    private func redirect(
        _ input: RequestInput, _ filters: PageFilters, offset: Int? = nil
    ) -> EndpointResponse {
        func own(_ names: [RequestName]) -> [(name: String, value: String)] {
            names.compactMap { name in input.parameters[name.rawValue].map { (name.rawValue, $0) } }
        }
        var parameters = own([.query, .scope]) + filters.parameters + own(Self.readerParameters)
        if let layout = input.parameters[Self.layoutParameter] {
            parameters.append((Self.layoutParameter, layout))
        }
        parameters += own([.sort])
        if let offset {
            if offset > 0 { parameters.append((RequestName.offset.rawValue, "\(offset)")) }
        } else {
            parameters += own([.offset])
        }
        var response = EndpointResponse(.seeOther)
        response.headers[.location] = PageRenderer.path("/", parameters)
        response.headers[.cacheControl] = "no-cache"
        return response
    }

    // MARK: Responses

    /// The response to a search, and what else its page shows, as one JSON object.
    func pageResponse(
        _ searchRequest: ServiceRequest, _ slot: SearchEndpoints.Slot, _ search: SearchEndpoints
    ) async throws -> SearchService.Response {
        let searchResponse = try await search.search(searchRequest, slot)
        if searchResponse.total ?? 0 > 0 { return searchResponse.page() }
        let help = try await search.run(slot, .expensive) { try Self.help(for: searchRequest, $0) }
        return searchResponse.page(help: help)
    }

    /// Searches that find something, and the most popular records.
    private static func help(for searchRequest: ServiceRequest, _ service: SearchService) throws -> JSONObject
    {
        var meant = searchRequest
        meant.returned = .suggestions
        meant.request.limit = offerLimit
        meant.request.offset = 0
        meant.request.facets = []
        var popular = searchRequest
        popular.request.query = ""
        popular.request.scope = nil
        popular.request.filter = nil
        popular.request.facets = []
        popular.request.sort = .relevance
        popular.request.order = []
        popular.request.isReversed = false
        popular.request.offset = 0
        popular.request.limit = popularLimit
        var help = JSONObject()
        help.set("suggestions", json: try service.response(to: meant).json)
        help.set(
            "unfiltered",
            searchRequest.request.filter == nil
                ? 0 : try count(searchRequest, service) { $0.request.filter = nil })
        help.set("words", try words(of: searchRequest, service))
        help.set("languages", try languages(for: searchRequest, service))
        help.set("popular", json: try service.response(to: popular).json)
        return help
    }

    /// The number of records that a changed search finds without relaxation.
    private static func count(
        _ searchRequest: ServiceRequest, _ service: SearchService, _ change: (inout ServiceRequest) -> Void
    ) throws -> Int {
        var searchRequest = searchRequest
        searchRequest.request.limit = 0
        searchRequest.request.offset = 0
        searchRequest.request.relax = .never
        searchRequest.request.facets = []
        change(&searchRequest)
        return try service.response(to: searchRequest).total ?? 0
    }

    /// The words, phrases and conditions of the query that find something on their own.
    private static func words(of searchRequest: ServiceRequest, _ service: SearchService) throws
        -> [JSONObject]
    {
        let query = searchRequest.request.query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return try service.terms(of: searchRequest).prefix(offerLimit).filter { $0 != query }.compactMap {
            term in
            let count = try count(searchRequest, service) { $0.request.query = term }
            return count > 0 ? JSONObject("query", term, count: count) : nil
        }
    }

    /// The languages whose own texts contain the words of the query, in any scope.
    private static func languages(for searchRequest: ServiceRequest, _ service: SearchService) throws
        -> [JSONObject]
    {
        guard !searchRequest.request.query.isEmpty else { return [] }
        let locales = Set(service.engine.catalogs.flatMap(\.locales)).sorted { $0.identifier < $1.identifier }
        return try locales.filter { $0.base != searchRequest.request.locale.base }.compactMap { locale in
            let count = try count(searchRequest, service) {
                $0.chain = [locale]
                $0.request.scope = nil
            }
            return count > 0 ? JSONObject("locale", locale.identifier, count: count) : nil
        }
    }
}

extension SearchService.Response {
    /// The response with what else its page shows.
    fileprivate func page(help: JSONObject? = nil) -> SearchService.Response {
        var page = JSONObject()
        page.set("answer", json: json)
        page.set("help", json: help?.text ?? "null")
        var response = SearchService.Response(json: page.text, locale: locale, isEmpty: isEmpty, total: total)
        response.isRelaxed = isRelaxed
        response.hasOnlyPinned = hasOnlyPinned
        response.lacksMeaning = lacksMeaning
        response.records = records
        return response
    }
}

extension JSONObject {
    /// A search by its words or language, with the number of records that it finds.
    fileprivate init(_ name: String, _ value: String, count: Int) {
        self.init()
        set(name, value)
        set("count", count)
    }
}

extension SearchEngine {
    /// Whether readers may name an attribute.
    fileprivate func shows(_ name: AttributeName) -> Bool {
        AttributeName.builtIn.contains(name)
            || catalogs.contains { $0.description.attribute(name) != nil } && catalogs.allow(name)
    }

    /// Whether readers may sort by the first attribute of an order.
    fileprivate func sorts(by order: PageOrder) -> Bool {
        order.sort != nil
            || (order.place.map { [$0] } ?? order.attributes.map { AttributeName($0) }).contains {
                shows($0) && catalogs.allow($0, \.isSortable)
            }
    }

    /// The attributes by which readers of the page can filter, in the order of its panel, with their types.
    fileprivate var attributesOfPage: [(name: AttributeName, type: AttributeType)] {
        var attributes: [(name: AttributeName, type: AttributeType)] = []
        if catalogs.count > 1 { attributes.append((.catalog, .text)) }
        attributes.append((.price, .number))
        // Readers do not filter by the attribute that groups variants.
        let groups = catalogs.map(\.description.group)
        // The catalog that declares the most attributes determines their order.
        let declared = catalogs.map(\.description.attributes).sorted { $0.count > $1.count }
        for attribute in declared.joined()
        where !attributes.contains(where: { $0.name == attribute.name }) && !groups.contains(attribute.name)
            && catalogs.allow(attribute.name, \.isFacet)
        {
            attributes.append((attribute.name, attribute.type))
        }
        attributes.append((.year, .number))
        return attributes
    }
}
