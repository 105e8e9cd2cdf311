// Responses to searches, as JSON.

package import CatalogSearch
internal import CatalogStorage
internal import ICU
package import JSON
internal import Localization

/// Renders results as JSON, without side effects.
package struct JSONResponse {
    let messages: ResultMessages
    let explains: Bool
    let tellsLocales: Bool
    var highlight: ServiceRequest.Highlight?
    /// The most bytes of a response.
    private var limit = Int.max
    /// Crops texts to a length in scalars; `nil` for whole texts.
    var crop: (cropper: TextCropper, length: Int)?
    /// Whether only words were searched, because the vector of the query was not made in time.
    var lacksMeaning = false

    package init(messages: ResultMessages, explains: Bool, tellsLocales: Bool = false) {
        self.messages = messages
        self.explains = explains
        self.tellsLocales = tellsLocales
    }

    /// A response in the form that a request specifies.
    ///
    /// - Parameter limit: the most bytes.
    init(messages: ResultMessages, _ request: ServiceRequest, _ cropper: TextCropper, limit: Int) {
        self.init(messages: messages, explains: request.explains, tellsLocales: request.tellsLocales)
        self.limit = limit
        highlight = request.highlight
        if request.crop > 0 { crop = (cropper, request.crop) }
    }

    /// The whole response in one line.
    ///
    /// - Parameter nanoseconds: the time of the search itself.
    /// - Throws: `SearchError.responseTooLarge`; `SearchError.cancelled`.
    package func object(
        _ results: SearchResults, _ request: SearchRequest, nanoseconds: Int
    ) throws(SearchError) -> JSONObject {
        var answer = head(
            request, results.relaxation, isComplete: results.isRelaxationComplete,
            unsearched: results.unsearched, total: results.total, results.scopes)
        setMeaning(results.isByMeaning, &answer)
        if !results.facets.isEmpty { answer.set("facets", results.facets.map { facet($0, of: request) }) }
        try answer.set("hits", count: results.hits.count) { number, object throws(SearchError) in
            if Task.isCancelled { throw .cancelled }
            write(results.hits[number], to: &object)
            guard object.size <= limit else { throw .responseTooLarge(limit: limit) }
        }
        if !results.ignoredWords.isEmpty { answer.set("ignored", results.ignoredWords) }
        if let moment = results.moment { answer.set("moment", moment.description) }
        setRules(results.rules, &answer)
        answer.set("ns", nanoseconds)
        return answer
    }

    /// The response with ids only.
    package func object(_ found: MatchedRecords, _ request: SearchRequest, nanoseconds: Int) -> JSONObject {
        var answer = head(
            request, found.relaxation, isComplete: found.isRelaxationComplete, unsearched: found.unsearched,
            total: found.total, found.scopes)
        setMeaning(found.isByMeaning, &answer)
        if !found.facets.isEmpty { answer.set("facets", found.facets.map { facet($0, of: request) }) }
        answer.set("ids", found.records.map(\.id))
        answer.set("catalogs", found.records.map(\.catalog))
        if !found.ignoredWords.isEmpty { answer.set("ignored", found.ignoredWords) }
        if let moment = found.moment { answer.set("moment", moment.description) }
        setRules(found.rules, &answer)
        answer.set("ns", nanoseconds)
        return answer
    }

    /// Says whether records were found by meaning, or whether only words were searched.
    private func setMeaning(_ isByMeaning: Bool, _ answer: inout JSONObject) {
        if isByMeaning { answer.set("meaning", messages.byMeaning) }
        if lacksMeaning { answer.set("wordsAlone", messages.byWordsAlone) }
    }

    /// The data of the rules that apply to the request and, if it requests explanations, the rules.
    private func setRules(_ rules: [AppliedRule], _ answer: inout JSONObject) {
        let data = rules.compactMap { rule in
            rule.data.map { json in
                var object = JSONObject()
                object.set("catalog", rule.catalog)
                object.set("rule", rule.id)
                object.set("data", json: json)
                return object
            }
        }
        if !data.isEmpty { answer.set("data", data) }
        guard explains, !rules.isEmpty else { return }
        answer.set(
            "rules",
            rules.map { rule in
                var object = JSONObject()
                object.set("catalog", rule.catalog)
                object.set("id", rule.id)
                object.set("pinned", json: list(rule.pinned))
                object.set("hidden", json: list(rule.hidden))
                object.set("raised", json: list(rule.raised))
                object.set("buried", json: list(rule.buried))
                object.set("overruled", rule.overruled)
                if !rule.replaced.isEmpty {
                    object.set("replaced") { object in
                        for replaced in rule.replaced { object.set(replaced.words, replaced.replacement) }
                    }
                }
                if let filter = rule.addedFilter { object.set("filter", filter.description) }
                return object
            })
    }

    /// Ids, and filters as objects.
    private func list(_ targets: [SearchRule.Target]) -> String { JSONObject.list(targets.map(\.json)) }

    /// The response with completions and corrections.
    ///
    /// - Parameter asked: queries of other clients and the number of records that they find; `nil` for no
    ///   such list.
    package func object(
        _ suggestions: QuerySuggestions, _ asked: [(query: String, count: Int)]?,
        _ request: SearchRequest, nanoseconds: Int
    ) -> JSONObject {
        var answer = head(request)
        if let asked {
            answer.set("asked", count: asked.count) { number, object in
                object.set("query", asked[number].query)
                object.set("count", asked[number].count)
            }
        }
        answer.set(
            "completions",
            suggestions.completions.map { completion in
                var object = JSONObject()
                object.set("query", completion.query)
                object.set("word", completion.word)
                object.set("count", completion.count)
                return object
            })
        answer.set(
            "corrections",
            suggestions.corrections.map { correction in
                var object = JSONObject()
                object.set("query", correction.query)
                object.set("kind", correction.relaxation.rawValue)
                object.set("count", correction.count)
                return object
            })
        if !suggestions.isComplete { answer.set("partial", true) }
        answer.set("ns", nanoseconds)
        return answer
    }

    private func head(_ request: SearchRequest) -> JSONObject {
        var answer = JSONObject(capacity: Self.usualSize)
        answer.set("query", request.query)
        answer.set("locale", request.locale.identifier)
        answer.set("chain", request.chain.map(\.identifier))
        answer.set("scope", request.scope ?? SearchResults.allScopes)
        if let currency = request.currency { answer.set("currency", currency) }
        if let market = request.market { answer.set("market", market) }
        return answer
    }

    /// The usual number of bytes of a response with ten hits.
    private static let usualSize = 16 << 10

    private func head(
        _ request: SearchRequest, _ relaxation: Relaxation?, isComplete: Bool, unsearched: String?,
        total: Int, _ scopes: [SearchResults.ScopeCount]
    ) -> JSONObject {
        var answer = head(request)
        if let relaxation {
            answer.set("relaxed", relaxed(relaxation))
        } else {
            answer.set("relaxed", nil)
        }
        // The similar words, or a query beyond its limits, were not searched completely; other strict matches
        // always are.
        if !isComplete || unsearched != nil { answer.set("partial", true) }
        if let unsearched { answer.set("unsearched", unsearched) }
        answer.set("total", total)
        answer.set("label", messages.total(total))
        set(scopes, in: &answer)
        return answer
    }

    private func set(_ scopes: [SearchResults.ScopeCount], in answer: inout JSONObject) {
        answer.set("scopes", count: scopes.count) { number, object in
            let scope = scopes[number]
            object.set(id: scope.id, label: messages.scope(scope.id, scope.label), count: scope.count)
        }
    }

    /// The scopes with their numbers of records.
    func scopes(_ scopes: [SearchResults.ScopeCount], locale: LocaleIdentifier) -> JSONObject {
        var answer = JSONObject()
        answer.set("locale", locale.identifier)
        set(scopes, in: &answer)
        return answer
    }

    /// The catalogs with their numbers of records and locales.
    func catalogs(_ catalogs: [CatalogIndex], locale: LocaleIdentifier) -> JSONObject {
        var answer = JSONObject()
        answer.set("locale", locale.identifier)
        answer.set(
            "catalogs",
            catalogs.map { catalog in
                let id = catalog.description.id
                var object = JSONObject(id: id, label: messages.catalog(id), count: catalog.recordCount)
                object.set("locales", catalog.locales.map(\.identifier).sorted())
                return object
            })
        return answer
    }

    /// The words that were searched instead of those of the query.
    private func relaxed(_ relaxation: Relaxation) -> JSONObject {
        var object = JSONObject()
        object.set("kind", relaxation.kind.rawValue)
        object.set(
            "words",
            relaxation.words.map { word in
                var object = JSONObject()
                object.set("word", word.word)
                object.set("found", word.found)
                return object
            })
        if !relaxation.omitted.isEmpty { object.set("omitted", relaxation.omitted) }
        if !relaxation.weights.isEmpty {
            object.set(
                "weights",
                relaxation.weights.map { word in
                    var object = JSONObject()
                    object.set("word", word.word)
                    object.set("weight", word.weight)
                    return object
                })
        }
        if relaxation.addsToStrict { object.set("also", true) }
        return object
    }
}
