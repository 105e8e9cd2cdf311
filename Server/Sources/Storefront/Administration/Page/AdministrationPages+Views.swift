// The read-only views: catalogs, a search with its scores, queries.

internal import CatalogSearch
internal import CatalogStorage
internal import FoundationEssentials
internal import Hummingbird
internal import Localization
internal import ProductStore
internal import SearchService
internal import StorefrontPage

extension AdministrationPages {
    // MARK: Catalogs

    func catalogList(_ reader: Reader) async throws -> EndpointResponse {
        _ = catalogs.update()
        let stored = try await stored(reader) { () async throws(StoreError) in try await store.allCatalogs() }
        let own = Dictionary(stored.map { ($0.id, $0) }) { one, _ in one }
        let list = catalogs.service.engine.catalogs.map { catalog -> AdministrationValue in
            let id = catalog.description.id
            var members: [String: AdministrationValue] = [
                "id": .text(id), "records": .text(number(catalog.recordCount, reader)),
                "href": .text(reader.address("/admin/search", [("q", "catalog:" + id)])),
                "source": .text(word(own[id] == nil ? "Admin.OfFiles" : "Admin.OfStore", reader)),
                "locales": .text(catalog.locales.map(\.identifier).sorted().joined(separator: ", ")),
                "rules": .text(number(catalog.description.rules.count, reader)),
                "learned": .text(number(catalog.description.learned.records.count, reader)),
            ]
            if own[id] != nil {
                members["rulesHref"] = .text(reader.address("/admin/rules", [("catalog", id)]))
                members["learnedHref"] = .text(reader.address("/admin/learned", [("catalog", id)]))
            }
            return .object(members)
        }
        let problems = self.problems(reader)
        return html(
            reader, title: word("Admin.Catalogs", reader), view: "",
            [
                "catalogs": .object([
                    "list": .list(list), "states": .list(states(reader).map { .text($0) }),
                    "hasProblems": .flag(!problems.isEmpty), "problems": .list(problems),
                ])
            ])
    }

    /// Messages about the state of the whole store.
    private func states(_ reader: Reader) -> [String] {
        var states: [String] = []
        if !store.isInPlace { states.append(word("StoreMoved", reader)) }
        if let problem = store.following.problem {
            states.append(word("Admin.NotFollowing: %@", reader, .text("\(problem)")))
        }
        if let embedderLog {
            let (queries, records) = (embedderLog[.queries], embedderLog[.records])
            if let fault = queries.fault ?? records.fault {
                states.append(word("Admin.EmbedderFails: %@", reader, .text("\(fault)")))
            }
            if records.madeCount > 0 {
                states.append(word("Admin.Embedded: %@", reader, .text(number(records.madeCount, reader))))
            }
        }
        return states
    }

    /// The most problems that are listed.
    private static let problemLimit = 100

    private func problems(_ reader: Reader) -> [AdministrationValue] {
        let ofFiles = catalogs.files.problems.map { problem in
            (
                problem.file + (problem.line.map { ":\($0)" } ?? ""),
                texts.message(for: problem, in: reader.locale)
            )
        }
        let ofStore = store.unusableRecords.map { record in
            (
                record.catalog + "/" + record.id,
                record.diagnostics.map { texts.message(for: $0, in: reader.locale) }.joined(separator: "; ")
            )
        }
        return (ofFiles + ofStore).prefix(Self.problemLimit).map { place, text in
            .object(["place": .text(place), "text": .text(text)])
        }
    }

    // MARK: A search and its points

    /// The members of a search response that the view reads.
    private struct DecodedResponse: Decodable {
        struct Hit: Decodable {
            struct Word: Decodable { let text: [String] }

            let id: String
            let catalog: String
            let locale: String
            let title: String
            let rank: [String]
            let explanation: [Word]
        }

        struct Rule: Decodable {
            let catalog: String
            let id: String
            let overruled: [String]
        }

        struct Relaxed: Decodable {
            struct Word: Decodable {
                let word: String
                let found: [String]?
            }

            let words: [Word]
        }

        let label: String
        let hits: [Hit]
        let rules: [Rule]?
        let relaxed: Relaxed?
    }

    private static let hitLimit = 20

    func searchView(_ reader: Reader, _ context: ClientContext) async throws -> EndpointResponse {
        let query = reader.raw("q")
        let locale = reader["in"].isEmpty ? reader.locale.identifier : reader["in"]
        let preferences = reader["prefer"]
        var values: [String: AdministrationValue] = [
            "query": .text(query), "in": .text(locale), "prefer": .text(preferences),
        ]
        let title = word("Admin.Search", reader)
        if reader.input.list.contains(where: { $0.name == "q" }) {
            do {
                _ = catalogs.update()
                let response = try await decodedResponse(query, locale, limit: Self.hitLimit, reader, context)
                values["found"] = found(response, query, reader)
                if !preferences.isEmpty {
                    let after = try await decodedResponse(
                        query, locale, limit: Self.previewLimit, reader, context,
                        with: [("prefer", preferences)])
                    values["preview"] = preview(
                        before: Array(response.hits.prefix(Self.previewLimit)), after: after.hits)
                }
            } catch let problem as Problem {
                return self.problem(problem, reader, ["search": .object(values)])
            }
        }
        return html(reader, title: title, view: "search", ["search": .object(values)])
    }

    /// - Parameter others: further parameters.
    private func decodedResponse(
        _ query: String, _ locale: String, limit: Int, _ reader: Reader, _ context: ClientContext,
        with others: [(String, String)] = []
    ) async throws -> DecodedResponse {
        let parameters = [
            ("q", query), ("locale", locale), ("explain", "true"), ("limit", "\(limit)"), ("relax", "auto"),
        ]
        var searchRequest = try search.serviceRequest(
            parameters + others, LanguagePreferences(reader.request).locales)
        searchRequest.textsLocale = reader.locale
        let slot = SearchEndpoints.Slot(client: context.client, deadline: search.runner.deadline)
        let searchResponse = try await search.search(searchRequest, slot)
        return try JSONDecoder().decode(DecodedResponse.self, from: Data(searchResponse.json.utf8))
    }

    private func found(_ response: DecodedResponse, _ query: String, _ reader: Reader) -> AdministrationValue
    {
        let ruled = Set(store.snapshot().engine.catalogs.map(\.description.id))
        let hits = response.hits.enumerated().map { place, hit -> AdministrationValue in
            let matches = hit.explanation.flatMap(\.text)
            var members: [String: AdministrationValue] = [
                "place": .text("\(place + 1)"), "id": .text(hit.id), "catalog": .text(hit.catalog),
                "title": .text(hit.title),
                "lang": .text(LocaleIdentifier(hit.locale)?.base.languageTag ?? ""),
                "points": .list(hit.rank.map { .text($0) }), "explained": .flag(!matches.isEmpty),
                "matches": .list(matches.map { .text($0) }),
            ]
            if ruled.contains(hit.catalog) {
                members["rulesHref"] = .text(
                    reader.address(
                        "/admin/rule", [("catalog", hit.catalog), ("query", query), ("pin", hit.id)]))
            }
            return .object(members)
        }
        let applied = (response.rules ?? []).map { rule -> AdministrationValue in
            var members: [String: AdministrationValue] = [
                "name": .text(rule.catalog + "/" + rule.id),
                "href": .text(reader.address("/admin/rule", [("catalog", rule.catalog), ("id", rule.id)])),
            ]
            if !rule.overruled.isEmpty {
                members["overruled"] = .text(
                    word("Admin.Overruled: %@", reader, .text(rule.overruled.joined(separator: ", "))))
            }
            return .object(members)
        }
        var members: [String: AdministrationValue] = [
            "label": .text(response.label), "hits": .list(hits), "hasApplied": .flag(!applied.isEmpty),
            "applied": .list(applied),
        ]
        if let relaxed = response.relaxed {
            members["relaxed"] = .text(
                relaxed.words.map { "\($0.word) → \(($0.found ?? []).joined(separator: ", "))" }
                    .joined(separator: "; "))
        }
        return .object(members)
    }

    // MARK: Preferences before and after

    private static let previewLimit = 10

    /// The first results of a query without and with preferences, side by side.
    private func preview(before: [DecodedResponse.Hit], after: [DecodedResponse.Hit]) -> AdministrationValue {
        let known = before.map { [$0.catalog, $0.id] }
        func cell(_ hit: DecodedResponse.Hit?, isNew: Bool) -> AdministrationValue {
            guard let hit else { return .object([:]) }
            return .object([
                "title": .text(hit.title), "name": .text(hit.catalog + "/" + hit.id), "moved": .flag(isNew),
                "lang": .text(LocaleIdentifier(hit.locale)?.base.languageTag ?? ""),
            ])
        }
        return .object([
            "rows": .list(
                (0..<max(before.count, after.count)).map { place in
                    let (before, after) = (before.dropFirst(place).first, after.dropFirst(place).first)
                    let earlier = after.flatMap { known.firstIndex(of: [$0.catalog, $0.id]) }
                    return .object([
                        "place": .text("\(place + 1)"), "before": cell(before, isNew: false),
                        "after": cell(after, isNew: earlier != place),
                    ])
                })
        ])
    }

    // MARK: What was learned

    private static let learnedLimit = 100

    func learnedList(_ reader: Reader) async throws -> EndpointResponse {
        let catalog = reader["catalog"]
        let learned = try await stored(reader) { () async throws(StoreError) in
            try await store.learned(of: catalog)
        }
        let records = learned.popularity.mostPopular.prefix(Self.learnedLimit)
        return html(
            reader, title: word("Admin.Learned", reader) + " · " + catalog, view: nil,
            [
                "learned": .object([
                    "catalog": .text(catalog), "hasRecords": .flag(!records.isEmpty),
                    "records": .list(
                        records.map { record in
                            .object([
                                "id": .text(record.id),
                                "popularity": .text(number(record.popularity, reader)),
                                "factor": .text(
                                    number(LearnedPopularity.factor(of: record.popularity), reader)),
                            ])
                        }),
                ])
            ])
    }

    func forgetLearned(_ reader: Reader) async throws -> EndpointResponse {
        let catalog = reader["catalog"]
        _ = try await stored(reader) { () async throws(StoreError) in
            try await Learning.reset(catalog, in: store)
        }
        return redirect(reader, to: "/admin/learned", [("catalog", catalog)])
    }

    // MARK: Queries

    func queryList(_ reader: Reader) async throws -> EndpointResponse {
        let title = word("Admin.Queries", reader)
        guard let log else {
            return html(
                reader, title: title, view: "queries", ["notice": .text(word("QueryLogOff", reader))])
        }
        let none = reader["result"] == "none"
        var values: [String: AdministrationValue] = [
            "none": .flag(none), "of": .text(reader["of"]), "since": .text(reader["since"]),
        ]
        let selection: QueryLogFile.Selection
        do {
            selection = try AdministrationEndpoints.selection(
                result: reader["result"], locale: reader["of"], since: reader["since"], limit: "100", log)
        } catch {
            values["period"] = .text("")
            values["others"] = .object([:])
            return problem(error, reader, ["queries": .object(values)])
        }
        let (list, others) = try await stored(reader) { () async throws(StoreError) in
            try await log.queries(selection)
        }
        func number(_ number: Int) -> AdministrationValue { .text(self.number(number, reader)) }
        values["period"] = .text(
            word(
                "Admin.Period: %1$@ %2$@", reader, .text(AdministrationEndpoints.day(selection.since)),
                .text(AdministrationEndpoints.day(log.today))))
        values["list"] = .list(
            list.map { entry in
                .object([
                    "query": .text(entry.query.query), "locale": .text(entry.query.locale),
                    "trending": .flag(log.isTrending(entry.query)),
                    "href": .text(
                        reader.address(
                            "/admin/search", [("q", entry.query.query), ("in", entry.query.locale)])),
                    "searches": number(entry.counts.searches), "none": number(entry.counts.none),
                    "relaxed": number(entry.counts.relaxed),
                    "total": .text(entry.counts.total.map { "\($0)" } ?? ""),
                    "clicks": number(entry.counts.clicks),
                    "conversions": number(entry.counts.conversions),
                    "clicked": .text(
                        entry.clicked.map { "\($0.click.catalog)/\($0.click.id) (\($0.counts.clicks))" }
                            .joined(separator: ", ")),
                ])
            })
        values["others"] = .object([
            "searches": number(others.searches), "none": number(others.none),
            "relaxed": number(others.relaxed), "clicks": number(others.clicks),
            "conversions": number(others.conversions),
        ])
        return html(reader, title: title, view: "queries", ["queries": .object(values)])
    }
}
