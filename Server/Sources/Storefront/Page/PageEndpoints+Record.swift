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
        var frame = frame(request, input, search)
        do {
            try search.catalogs.checkAvailability()
            let catalog = try context.decoded("catalog")
            let id = try context.decoded("id")
            let names = Self.readerParameters.map(\.rawValue)
            let own = input.parameters.list.filter { names.contains($0.name) }
            var question = try search.question(own, input.preferredLocales)
            question.request.limit = Self.similarLimit
            question.crop = Self.textLimit
            frame.adopt(question.request)
            let asked = question
            let shown = frame
            let key = key(question, request, frame, version: version)
            let answer = try await Answer.unless(known: key.tag, to: request, in: frame.locale) {
                let content = try await search.run(turn, .expensive) { service in
                    var content = RecordContent(
                        shown, record: Array(try service.record(id, in: catalog, asked).json.utf8),
                        similar: Array(try service.similar(to: id, in: catalog, asked).json.utf8))
                    content.variants = try service.variants(of: id, in: catalog, asked).map {
                        Array($0.json.utf8)
                    }
                    let catalog = service.engine.catalogs.first { $0.description.id == catalog }
                    content.setAttributes(of: catalog?.description)
                    return content
                }
                return try await rendered(turn, search, in: shown.locale) { try renderer.html(content) }
            }
            await noteClick(on: id, in: catalog, request, turn, search)
            return answer
        } catch let problem as Problem {
            return try answer(
                problem, PageContent(frame, query: "", limit: Self.limit, outcome: .problem("")), search)
        }
    }
}

extension RecordContent {
    /// Says which attributes tell the variants of a catalog apart.
    fileprivate mutating func setAttributes(of catalog: CatalogDescription?) {
        group = catalog?.group
        for attribute in catalog?.attributes ?? [] where attribute.name != group && attribute.isShown {
            switch attribute.type {
            case .text: distinctions.append(attribute.name)
            case .number, .boolean: furtherDistinctions.append(attribute.name)
            // When a variant was added does not say what it is.
            case .date: break
            }
        }
    }
}
