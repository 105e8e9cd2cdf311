// The page of a search: the answer, the orders that suit it, and help where nothing was found.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import SearchService
internal import StorefrontPage

extension PageEndpoints {
    /// The number of hits on a page, and of popular records where nothing was found.
    static let limit = 20
    static let popularLimit = 8
    /// The most characters of a text: two or three lines.
    static let textLimit = 140
    /// The most corrections and single words that are offered.
    private static let offerLimit = 8

    func showSearch(
        _ request: Request, _ context: ClientContext, _ search: SearchEndpoints
    ) async throws -> Answer {
        let turn = SearchEndpoints.Turn(client: context.client, deadline: search.runner.deadline)
        let input = try RequestInput(request)
        let version = search.catalogs.update()
        let frame = frame(request, input, search)
        var content = PageContent(
            frame, query: input.parameters["q"] ?? "", limit: Self.limit, outcome: .problem(""))
        do {
            let question = try question(input, search)
            let key = key(question, request, frame, version: version)
            content.scope = question.request.scope ?? SearchResults.allScopes
            content.sort = question.request.sort
            content.isReversed = question.request.isReversed
            content.offset = question.request.offset
            let shown = content
            return try await .unless(known: key.tag, to: request, in: frame.locale) {
                let reply = try await search.reply(to: key) { try await pageReply(question, turn, search) }
                return try await rendered(turn, search, in: frame.locale) {
                    var content = shown
                    content.outcome = .answer(Array(reply.json.utf8))
                    return try renderer.html(content)
                }
            }
        } catch let problem as Problem {
            return try answer(problem, content, search)
        }
    }

    /// The search that an address of the page stands for. Other parameters, such as those of campaigns, are passed over.
    private func question(_ input: RequestInput, _ search: SearchEndpoints) throws -> ServiceRequest {
        let names = [RequestName.query, .scope, .locale, .sort, .offset].map(\.rawValue)
        var own = input.parameters.list.filter { names.contains($0.name) && !$0.value.isEmpty }
        // `price:desc` is the reverse order.
        if let index = own.lastIndex(where: { $0.name == RequestName.sort.rawValue }),
            own[index].value.hasSuffix(":desc")
        {
            own[index].value.removeLast(":desc".count)
            own.append((RequestName.reverse.rawValue, "true"))
        }
        var question = try search.question(own, input.preferredLocales)
        question.request.limit = Self.limit
        question.request.relax = .auto
        question.crop = Self.textLimit
        return question
    }

    // MARK: Answers

    /// The answer to a search, and what else its page shows, as one JSON object.
    private func pageReply(
        _ question: ServiceRequest, _ turn: SearchEndpoints.Turn, _ search: SearchEndpoints
    ) async throws -> SearchService.Reply {
        let reply = try await search.search(question, turn)
        if reply.total ?? 0 > 0 {
            var counted = question
            // Else records by other words would count where those found have no price.
            counted.request.triesOnlyForms = !reply.isRelaxed
            let orders = try await search.run(turn) { [counted] service in
                try Self.orders(for: counted, service)
            }
            return reply.page(orders: orders)
        }
        let help = try await search.run(turn, .expensive) { try Self.help(for: question, $0) }
        return reply.page(orders: [], help: help)
    }

    /// The values that records found can be sorted by: those that at least one of them has.
    private static func orders(for question: ServiceRequest, _ service: SearchService) throws -> [String] {
        var orders = [SearchRequest.SortOrder.title]
        for (sort, path) in [
            (SearchRequest.SortOrder.price, \SearchRequest.price), (.year, \SearchRequest.year),
        ] {
            var counted = question
            counted.request.limit = 0
            counted.request.offset = 0
            if counted.request[keyPath: path] == nil { counted.request[keyPath: path] = NumericRange() }
            if try service.answer(counted).total ?? 0 > 0 { orders.append(sort) }
        }
        return orders.map(\.rawValue)
    }

    /// Searches that find something, and the most popular records.
    private static func help(for question: ServiceRequest, _ service: SearchService) throws -> RawJSON {
        var meant = question
        meant.returned = .suggestions
        meant.request.limit = offerLimit
        meant.request.offset = 0
        var popular = question
        popular.request.query = ""
        popular.request.scope = nil
        popular.request.sort = .relevance
        popular.request.isReversed = false
        popular.request.offset = 0
        popular.request.limit = popularLimit
        return RawJSON.object([
            "suggestions": .init(json: try service.answer(meant).json),
            "words": .list(try words(of: question, service)),
            "languages": .list(try languages(for: question, service)),
            "popular": .init(json: try service.answer(popular).json),
        ])
    }

    /// The number of records that a changed search finds as its words are typed.
    private static func count(
        _ question: ServiceRequest, _ service: SearchService, _ change: (inout ServiceRequest) -> Void
    ) throws -> Int {
        var question = question
        question.request.limit = 0
        question.request.offset = 0
        question.request.relax = .never
        change(&question)
        return try service.answer(question).total ?? 0
    }

    /// The words of the query that find something alone.
    private static func words(of question: ServiceRequest, _ service: SearchService) throws -> [RawJSON] {
        let words = question.request.query.split(whereSeparator: \.isWhitespace).prefix(offerLimit)
        guard words.count > 1 else { return [] }
        return try words.compactMap { word in
            let count = try count(question, service) { $0.request.query = String(word) }
            return count > 0 ? RawJSON.object(["query": .init(String(word)), "count": .init(count)]) : nil
        }
    }

    /// The languages whose own texts have the words of the query, in any scope.
    private static func languages(for question: ServiceRequest, _ service: SearchService) throws -> [RawJSON]
    {
        guard !question.request.query.isEmpty else { return [] }
        let locales = Set(service.engine.catalogs.flatMap(\.locales)).sorted { $0.identifier < $1.identifier }
        return try locales.filter { $0.base != question.request.locale.base }.compactMap { locale in
            let count = try count(question, service) {
                $0.chain = [locale]
                $0.request.scope = nil
            }
            return count > 0
                ? RawJSON.object(["locale": .init(locale.identifier), "count": .init(count)]) : nil
        }
    }
}

extension SearchService.Reply {
    /// The answer with what else its page shows.
    fileprivate func page(orders: [String], help: RawJSON = .null) -> SearchService.Reply {
        let json = RawJSON.object([
            "answer": .init(json: json), "orders": .list(orders.map { RawJSON($0) }), "help": help,
        ])
        return SearchService.Reply(json: json.text, locale: locale)
    }
}
