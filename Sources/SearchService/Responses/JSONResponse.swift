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
    /// - Parameters:
    ///   - hasHits: whether it has hits, or only the ids of the records.
    ///   - nanoseconds: the time of the search itself.
    /// - Throws: `SearchError.responseTooLarge`; `SearchError.cancelled`.
    package func object(
        _ results: SearchResults, hasHits: Bool = true, _ request: SearchRequest, nanoseconds: Int
    ) throws(SearchError) -> JSONObject {
        var response = head(request, results)
        if results.isByMeaning { response.set("meaning", messages.byMeaning) }
        if lacksMeaning { response.set("wordsAlone", messages.byWordsAlone) }
        if !results.facets.isEmpty { response.set("facets", results.facets.map { facet($0, of: request) }) }
        if hasHits {
            try response.set("hits", count: results.hits.count) { number, object throws(SearchError) in
                if Task.isCancelled { throw .cancelled }
                write(results.hits[number], to: &object)
                guard object.size <= limit else { throw .responseTooLarge(limit: limit) }
            }
        } else {
            response.set("ids", results.records.map(\.id))
            response.set("catalogs", results.records.map(\.catalog))
        }
        if !results.ignoredWords.isEmpty { response.set("ignored", results.ignoredWords) }
        if let moment = results.moment { response.set("moment", moment.description) }
        setRules(results.rules, &response)
        response.set("ns", nanoseconds)
        return response
    }

    /// The data of the rules that apply to the request and, if it requests explanations, the rules.
    private func setRules(_ rules: [AppliedRule], _ response: inout JSONObject) {
        let data = rules.compactMap { rule in
            rule.data.map { json in
                var object = JSONObject()
                object.set("catalog", rule.catalog)
                object.set("rule", rule.id)
                object.set("data", json: json)
                return object
            }
        }
        if !data.isEmpty { response.set("data", data) }
        guard explains, !rules.isEmpty else { return }
        response.set(
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
    /// - Parameter popular: queries of other clients and the number of records that they find; `nil` for no
    ///   such list.
    package func object(
        _ suggestions: QuerySuggestions, _ popular: [(query: OfferedQuery, count: Int)]?,
        _ request: SearchRequest, nanoseconds: Int
    ) -> JSONObject {
        var response = head(request)
        if let popular {
            response.set("asked", count: popular.count) { number, object in
                let (query, count) = popular[number]
                object.set("query", query.query)
                object.set("count", count)
                if query.isTrending { object.set("trending", true) }
            }
        }
        response.set(
            "completions",
            suggestions.completions.map { completion in
                var object = JSONObject()
                object.set("query", completion.query)
                object.set("word", completion.word)
                object.set("count", completion.count)
                return object
            })
        response.set(
            "corrections",
            suggestions.corrections.map { correction in
                var object = JSONObject()
                object.set("query", correction.query)
                object.set("kind", correction.relaxation.rawValue)
                object.set("count", correction.count)
                return object
            })
        if !suggestions.isComplete { response.set("partial", true) }
        response.set("ns", nanoseconds)
        return response
    }

    private func head(_ request: SearchRequest) -> JSONObject {
        var response = JSONObject(capacity: Self.usualSize)
        response.set("query", request.query)
        response.set("locale", request.locale.identifier)
        response.set("chain", request.chain.map(\.identifier))
        response.set("scope", request.scope ?? SearchResults.allScopes)
        if let currency = request.currency { response.set("currency", currency) }
        if let market = request.market { response.set("market", market) }
        return response
    }

    /// The usual number of bytes of a response with ten hits.
    private static let usualSize = 16 << 10

    private func head(_ request: SearchRequest, _ results: SearchResults) -> JSONObject {
        var response = head(request)
        if let relaxation = results.relaxation {
            response.set("relaxed", relaxed(relaxation))
        } else {
            response.set("relaxed", nil)
        }
        // The similar words, or a query beyond its limits, were not searched completely; other strict matches
        // always are.
        if !results.isRelaxationComplete || results.unsearched != nil { response.set("partial", true) }
        if let unsearched = results.unsearched { response.set("unsearched", unsearched) }
        response.set("total", results.total)
        response.set("label", messages.total(results.total))
        set(results.scopes, in: &response)
        return response
    }

    private func set(_ scopes: [SearchResults.ScopeCount], in response: inout JSONObject) {
        response.set("scopes", count: scopes.count) { number, object in
            let scope = scopes[number]
            object.set(id: scope.id, label: messages.scope(scope.id, scope.label), count: scope.count)
        }
    }

    /// The scopes with their numbers of records.
    func scopes(_ scopes: [SearchResults.ScopeCount], locale: LocaleIdentifier) -> JSONObject {
        var response = JSONObject()
        response.set("locale", locale.identifier)
        set(scopes, in: &response)
        return response
    }

    /// The catalogs with their numbers of records and locales.
    func catalogs(_ catalogs: [CatalogIndex], locale: LocaleIdentifier) -> JSONObject {
        var response = JSONObject()
        response.set("locale", locale.identifier)
        response.set(
            "catalogs",
            catalogs.map { catalog in
                let id = catalog.description.id
                var object = JSONObject(id: id, label: messages.catalog(id), count: catalog.recordCount)
                object.set("locales", catalog.locales.map(\.identifier).sorted())
                return object
            })
        return response
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
