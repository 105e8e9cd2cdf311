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
    ) async throws -> Answer {
        let turn = SearchEndpoints.Turn(client: context.client, deadline: search.runner.deadline)
        let input = try RequestInput(request)
        let version = search.catalogs.update()
        let frame = frame(request, input, search)
        do {
            let catalog = try context.decoded("catalog")
            let id = try context.decoded("id")
            let locale = input.parameters.list.filter { $0.name == RequestName.locale.rawValue }
            var question = try search.question(locale, input.preferredLocales)
            question.request.limit = Self.similarLimit
            question.crop = Self.textLimit
            let asked = question
            let key = key(question, request, frame, version: version)
            return try await .unless(known: key.tag, to: request, in: frame.locale) {
                let replies = try await search.run(turn, .expensive) { service in
                    (
                        try service.record(id, in: catalog, asked),
                        try service.similar(to: id, in: catalog, asked)
                    )
                }
                return try await rendered(turn, search, in: frame.locale) {
                    try renderer.html(
                        RecordContent(
                            frame, record: Array(replies.0.json.utf8), similar: Array(replies.1.json.utf8)))
                }
            }
        } catch let problem as Problem {
            return try answer(
                problem, PageContent(frame, query: "", limit: Self.limit, outcome: .problem("")), search)
        }
    }
}
