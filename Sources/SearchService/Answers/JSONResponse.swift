// Answers to searches, as JSON.

package import CatalogSearch
internal import CatalogStorage
internal import ICU
package import JSON
internal import Localization

/// Renders results as JSON, without side effects.
package struct JSONResponse {
    let wording: ResultMessages
    private let explains: Bool
    private let tellsLocales: Bool
    private var highlight: ServiceRequest.Highlight?
    /// The most bytes of an answer.
    private var limit = Int.max
    /// Cuts texts, and the most scalars of one.
    private var crop: (cropper: TextCropper, length: Int)?

    package init(wording: ResultMessages, explains: Bool, tellsLocales: Bool = false) {
        self.wording = wording
        self.explains = explains
        self.tellsLocales = tellsLocales
    }

    /// An answer in the form that a request wants.
    ///
    /// - Parameter limit: the most bytes.
    init(wording: ResultMessages, _ request: ServiceRequest, _ cropper: TextCropper, limit: Int) {
        self.init(wording: wording, explains: request.explains, tellsLocales: request.tellsLocales)
        self.limit = limit
        highlight = request.highlight
        if request.crop > 0 { crop = (cropper, request.crop) }
    }

    /// The whole answer in one line.
    ///
    /// - Parameter nanoseconds: the time of the search itself.
    /// - Throws: `SearchError.answerTooLarge`; `SearchError.cancelled`.
    package func object(
        _ results: SearchResults, _ request: SearchRequest, nanoseconds: Int
    ) throws(SearchError) -> JSONObject {
        var answer = head(
            request, results.relaxation, isComplete: results.isRelaxationComplete, total: results.total,
            results.scopes)
        if !results.facets.isEmpty { answer.set("facets", results.facets.map { facet($0, of: request) }) }
        try answer.set("hits", count: results.hits.count) { number, object throws(SearchError) in
            if Task.isCancelled { throw .cancelled }
            write(results.hits[number], to: &object)
            guard object.size <= limit else { throw .answerTooLarge(limit: limit) }
        }
        if !results.ignoredWords.isEmpty { answer.set("ignored", results.ignoredWords) }
        if let moment = results.moment { answer.set("moment", moment.description) }
        setRules(results.rules, &answer)
        answer.set("ns", nanoseconds)
        return answer
    }

    /// The answer with ids only.
    package func object(_ found: MatchedRecords, _ request: SearchRequest, nanoseconds: Int) -> JSONObject {
        var answer = head(
            request, found.relaxation, isComplete: found.isRelaxationComplete, total: found.total,
            found.scopes)
        if !found.facets.isEmpty { answer.set("facets", found.facets.map { facet($0, of: request) }) }
        answer.set("ids", found.records.map(\.id))
        answer.set("catalogs", found.records.map(\.catalog))
        if !found.ignoredWords.isEmpty { answer.set("ignored", found.ignoredWords) }
        if let moment = found.moment { answer.set("moment", moment.description) }
        setRules(found.rules, &answer)
        answer.set("ns", nanoseconds)
        return answer
    }

    /// The data of the rules that hold for the request and, if it wants explanations, the rules.
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

    /// The answer with completions and corrections.
    ///
    /// - Parameter asked: queries of others and how many records they find; `nil` for no list of them.
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

    /// The usual number of bytes of an answer with ten hits.
    private static let usualSize = 16 << 10

    private func head(
        _ request: SearchRequest, _ relaxation: Relaxation?, isComplete: Bool, total: Int,
        _ scopes: [SearchResults.ScopeCount]
    ) -> JSONObject {
        var answer = head(request)
        if let relaxation {
            answer.set("relaxed", relaxed(relaxation))
        } else {
            answer.set("relaxed", nil)
        }
        // Of the similar words only: strict matches are always complete.
        if !isComplete { answer.set("partial", true) }
        answer.set("total", total)
        answer.set("label", wording.total(total))
        set(scopes, in: &answer)
        return answer
    }

    private func set(_ scopes: [SearchResults.ScopeCount], in answer: inout JSONObject) {
        answer.set("scopes", count: scopes.count) { number, object in
            let scope = scopes[number]
            object.set(id: scope.id, label: wording.scope(scope.id, scope.label), count: scope.count)
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
                var object = JSONObject(id: id, label: wording.catalog(id), count: catalog.recordCount)
                object.set("locales", catalog.locales.map(\.identifier).sorted())
                return object
            })
        return answer
    }

    /// The words that were searched instead of those typed.
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

    /// The members of hits that no text or member of a record replaces.
    private static let ownMembers: Set = [
        "id", "catalog", "scope", "locale", "title", "titles", "locales", "year", "price", "matches",
        "matchCount", "matchedLocale", "explanation", "rank", "highlighted", "attributes", "variants",
    ]

    package func hit(_ hit: Hit) -> JSONObject {
        var object = JSONObject()
        write(hit, to: &object)
        return object
    }

    private func write(_ hit: Hit, to object: inout JSONObject) {
        let hit = crop.map { $0.cropper.cropped(hit, length: $0.length) } ?? hit
        object.set("id", hit.id)
        object.set("catalog", hit.catalog)
        object.set("scope", hit.scope)
        object.set("locale", hit.locale.identifier)
        if let locale = hit.matchedLocale { object.set("matchedLocale", locale.identifier) }
        object.set("title", hit.title)
        // For example the plural forms of a translation; matches name them by index.
        if hit.titleText.values.count > 1 { object.set("titles", hit.titleText.values) }
        for text in hit.texts where text.field != .title && !Self.ownMembers.contains(text.field.rawValue) {
            object.set(text.field.rawValue, text.values, of: text.field)
        }
        if tellsLocales { object.set("locales") { setLocales(of: hit, in: &$0) } }
        object.setFacts(year: hit.year, price: hit.price, hit.additionalMembers, wording)
        if hit.unpricedCurrency != nil { object.set("price", nil) }
        if let variants = hit.variants {
            var found = JSONObject()
            found.set("count", variants.count)
            found.set("ids", variants.ids)
            if let group = hit.group { write(group, ofCatalog: hit.catalog, to: &found) }
            object.set("variants", found)
        }
        if !hit.attributes.isEmpty {
            object.set("attributes", attributes(hit.attributes, ofCatalog: hit.catalog))
        }
        object.setMembers(hit.additionalMembers, besides: Self.ownMembers)
        if highlight == .html { object.set("highlighted", highlighted(hit)) }
        object.set("matches", count: hit.matches.count) { write(hit.matches[$0], in: hit, to: &$1) }
        if hit.matchCount > hit.matches.count { object.set("matchCount", hit.matchCount) }
        if explains {
            object.set("explanation", hit.explanation.map(explanation))
            object.set("rank", Explanation(wording: wording).rank(hit))
        }
    }

    /// What all records of a hit's group have.
    private func write(_ group: Hit.Group, ofCatalog catalog: String, to object: inout JSONObject) {
        object.set("all", group.count)
        if let prices = group.prices {
            object.set("lowest", JSONObject(prices.lowest, wording))
            object.set("highest", JSONObject(prices.highest, wording))
        }
        if !group.attributes.isEmpty {
            object.set("attributes", attributes(group.attributes, ofCatalog: catalog))
        }
    }

    /// The locale of each text, by the name of its member.
    private func setLocales(of hit: Hit, in object: inout JSONObject) {
        object.set(FieldName.title.rawValue, hit.titleText.locale.identifier)
        for text in hit.texts where text.field != .title {
            object.set(text.field.rawValue, text.locale.identifier)
        }
    }

    /// The texts as HTML, by the name of their member.
    private func highlighted(_ hit: Hit) -> JSONObject {
        func marked(_ text: Hit.Text) -> [String] {
            text.values.enumerated().map { number, value in
                let found = hit.matches.filter { $0.field == text.field && $0.text == number }
                return MarkedHTML.text(value, marking: found.map(\.range))
            }
        }
        var object = JSONObject()
        let titles = marked(hit.titleText)
        object.set(FieldName.title.rawValue, titles.first)
        if titles.count > 1 { object.set("titles", titles) }
        for text in hit.texts where text.field != .title && !Self.ownMembers.contains(text.field.rawValue) {
            object.set(text.field.rawValue, marked(text), of: text.field)
        }
        return object
    }

    private func write(_ match: Hit.Match, in hit: Hit, to object: inout JSONObject) {
        var range = match.range
        // A match of a number refers to the formatted price, from its first to its last digit.
        if match.field == .price, let price = hit.price {
            let scalars = Array(wording.price(price).unicodeScalars)
            if let first = scalars.firstIndex(where: { $0.decimalDigitValue != nil }),
                let last = scalars.lastIndex(where: { $0.decimalDigitValue != nil })
            {
                range = first..<last + 1
            }
        }
        object.set(
            "field", match.field == hit.titleText.field ? FieldName.title.rawValue : match.field.rawValue)
        if match.text > 0 { object.set("index", match.text) }
        object.set("start", range.lowerBound)
        object.set("end", range.upperBound)
    }

    private func explanation(_ explanation: WordExplanation) -> JSONObject {
        var object = JSONObject()
        object.set("word", explanation.word)
        object.set(
            "places",
            explanation.locations.map { place in
                var object = JSONObject()
                object.set("field", place.field.rawValue)
                object.set("locale", place.locale.identifier)
                object.set("match", String(describing: place.match))
                object.set("rule", String(describing: place.rule))
                object.set("text", place.matchedText)
                return object
            })
        if !explanation.numbers.isEmpty { object.set("numbers", explanation.numbers.map(\.rawValue)) }
        object.set("text", Explanation(wording: wording).words(explanation))
        return object
    }
}

extension JSONObject {
    /// Sets the texts of a field: a list if there are several, and for keywords always.
    mutating func set(_ name: String, _ texts: [String], of field: FieldName) {
        if field == .keywords || texts.count > 1 {
            set(name, texts)
        } else {
            set(name, texts[0])
        }
    }

    /// Sets the year and price of a record.
    ///
    /// - Parameter members: the members of the record. One may be its price without the reduction.
    mutating func setFacts(
        year: Int?, price: Price?, _ members: [CatalogRecord.Member], _ wording: ResultMessages
    ) {
        if let year { set("year", year) }
        guard let price else { return }
        var object = JSONObject(price, wording)
        if let regular = members.regularPrice(beside: price) {
            object.set("regular", JSONObject(regular, wording))
        }
        set("price", object)
    }

    /// A price, with its text in the user's format.
    init(_ price: Price, _ wording: ResultMessages) {
        self.init()
        set("amount", price.spelling)
        set("currency", price.currency)
        if let market = price.market { set("market", market) }
        set("text", wording.price(price))
    }

    /// Sets members of the catalog, except for names that the answer uses itself.
    mutating func setMembers(_ members: [CatalogRecord.Member], besides own: Set<String>) {
        for member in members where !own.contains(member.name) { set(member.name, json: member.json) }
    }

    /// A scope, a catalog or a locale with its number of records.
    package init(id: String, label: String, count: Int) {
        self.init()
        set(id: id, label: label, count: count)
    }

    /// Sets the members of a scope, a catalog or a locale with its number of records.
    mutating func set(id: String, label: String, count: Int) {
        set("id", id)
        set("label", label)
        set("count", count)
    }
}
