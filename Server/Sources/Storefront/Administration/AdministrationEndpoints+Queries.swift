// The handler for the query log.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import ProductStore

extension AdministrationEndpoints {
    /// The most queries in one list.
    private static let queryLimit = 1_000

    func listQueries(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        guard let log else { throw Problem(.notFound, "QueryLogOff") }
        let parameters = try RequestParameters(request.uri.query)
        let selection = try Self.selection(
            result: parameters["result"], locale: parameters["locale"], since: parameters["since"],
            limit: parameters["limit"], log)
        let (list, others) = try await converting(request) { () async throws(StoreError) in
            try await log.queries(selection)
        }
        var body = JSONObject()
        body.set("since", Self.day(selection.since))
        body.set("through", Self.day(log.today))
        body.set("queries", count: list.count) { number, query in
            let entry = list[number]
            query.set("query", entry.query.query)
            query.set("locale", entry.query.locale)
            if log.isTrending(entry.query) { query.set("trending", true) }
            query.set("searches", entry.counts.searches)
            query.set("none", entry.counts.none)
            query.set("relaxed", entry.counts.relaxed)
            query.set("total", json: entry.counts.total.map { "\($0)" } ?? "null")
            query.set("clicks", entry.counts.clicks)
            query.set("conversions", entry.counts.conversions)
            query.set("clicked", count: entry.clicked.count) { number, clicked in
                let (click, counts) = entry.clicked[number]
                clicked.set("catalog", click.catalog)
                clicked.set("id", click.id)
                clicked.set("clicks", counts.clicks)
                clicked.set("conversions", counts.conversions)
                let place = (Double(counts.places) / Double(counts.clicks) * 10).rounded() / 10
                clicked.set("place", json: counts.clicks > 0 ? "\(place)" : "null")
            }
        }
        body.set("others") { object in
            object.set("searches", others.searches)
            object.set("none", others.none)
            object.set("relaxed", others.relaxed)
            object.set("clicks", others.clicks)
            object.set("conversions", others.conversions)
        }
        var response = EndpointResponse(json: body)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static let day: Int64 = 86_400_000_000

    /// The date of a day, counted from 1970-01-01.
    static func day(_ number: Int) -> String {
        Instant(microseconds: Int64(number) * day).description
    }

    /// The queries that parameters select; `nil` and the empty text stand for defaults.
    static func selection(
        result: String?, locale: String?, since: String?, limit: String?, _ log: QueryLog
    ) throws(Problem) -> QueryLogFile.Selection {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        let text = given(limit) ?? "100"
        guard let limit = Int(text), (1...queryLimit).contains(limit) else {
            throw Problem(.badRequest, "ListLimit: %1$@ %2$ld", .text(text), .init(queryLimit))
        }
        var selection = QueryLogFile.Selection(since: log.today - QueryLog.keptDays + 1, limit: limit)
        if let since = given(since) {
            guard let instant = Instant(since), instant.isDay else {
                throw Problem(.badRequest, "InvalidDay: %@", .text(since))
            }
            selection.since = max(selection.since, Int(instant.microseconds / day))
        }
        if let name = given(locale) {
            guard let locale = LocaleIdentifier(name) else {
                throw Problem(.badRequest, "InvalidLocaleOfQueries: %@", .text(name))
            }
            selection.locale = locale.base.identifier
        }
        switch given(result) {
        case nil, "any": break
        case "none": selection.findingNothing = true
        case .some(let other): throw Problem(.badRequest, "InvalidResult: %@", .text(other))
        }
        return selection
    }
}
