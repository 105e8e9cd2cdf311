// The handler for clicks and conversions: which result of a query was chosen.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import SearchService

extension SearchEndpoints {
    /// The most bytes of a click.
    static let clickLength = 4_096
    /// The greatest position that counts.
    static let lastPlace = 10_000

    /// A choice as the request's JSON spells it.
    private struct Body: Decodable {
        let query: String
        let locale: String?
        let catalog: String
        let id: String
        let place: Int
    }

    func choose(_ kind: ChoiceKind, _ request: Request, _ context: ClientContext) async throws
        -> EndpointResponse
    {
        guard let log else { throw Problem(.notFound, "QueryLogOff") }
        try KnownParameters.check(request, languages)
        try MediaType.check(request, is: "application/json")
        let reader = BodyReader(
            limit: Self.clickLength, time: bodies.time, memory: bodies.memory, wait: bodies.wait)
        return try await reader.withBody(of: request) { body in
            let click = try read(body, kind, languages.locale(of: request))
            // Another listener, with newer records, may have returned the record.
            _ = catalogs.updated()
            // Ids without a record would fill the log.
            let slot = Slot(client: context.client, deadline: runner.deadline)
            let searchRequest = try serviceRequest(
                [("locale", click.locale.identifier)], [], names: RequestName.record)
            _ = try await run(slot) { try $0.record(click.id, in: click.catalog, searchRequest) }
            try await log.choose(click, kind, by: context.client)
            return EndpointResponse(.noContent)
        }
    }

    private func read(
        _ bytes: [UInt8], _ kind: ChoiceKind, _ locale: LocaleIdentifier
    ) throws(Problem) -> QueryLog.Click {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(bytes)),
            !QueryLog.normalized(body.query).isEmpty, (1...Self.lastPlace).contains(body.place),
            let locale = body.locale.map({ LocaleIdentifier($0) }) ?? locale
        else {
            let key = kind == .click ? "InvalidClick: %ld" : "InvalidConversion: %ld"
            throw Problem(.badRequest, key, .init(Self.lastPlace))
        }
        return QueryLog.Click(
            query: body.query, locale: locale, catalog: body.catalog, id: body.id, place: body.place)
    }
}
