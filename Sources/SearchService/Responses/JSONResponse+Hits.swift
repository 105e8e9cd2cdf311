// A hit, as JSON.

package import CatalogSearch
package import JSON
internal import Localization

extension JSONResponse {
    /// The members of hits that texts and members of records cannot replace.
    private static let ownMembers: Set = [
        "id", "catalog", "scope", "locale", "title", "titles", "locales", "year", "price", "matches",
        "matchCount", "matchedLocale", "explanation", "rank", "highlighted", "attributes", "variants",
        "foundBy", "similarity", "distance",
    ]

    package func hit(_ hit: Hit) -> JSONObject {
        var object = JSONObject()
        write(hit, to: &object)
        return object
    }

    func write(_ hit: Hit, to object: inout JSONObject) {
        let hit = crop.map { $0.cropper.cropped(hit, length: $0.length) } ?? hit
        object.set("id", hit.id)
        object.set("catalog", hit.catalog)
        object.set("scope", hit.scope)
        object.set("locale", hit.locale.identifier)
        if let locale = hit.matchedLocale { object.set("matchedLocale", locale.identifier) }
        object.set("title", hit.title)
        // Such as the plural forms of a translation; matches refer to them by index.
        if hit.titleText.values.count > 1 { object.set("titles", hit.titleText.values) }
        for text in hit.texts where text.field != .title && !Self.ownMembers.contains(text.field.rawValue) {
            object.set(text.field.rawValue, text.values, of: text.field)
        }
        if tellsLocales { object.set("locales") { setLocales(of: hit, in: &$0) } }
        object.setFacts(year: hit.year, price: hit.price, hit.additionalMembers, messages)
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
        if let similarity = hit.similarity {
            object.set("foundBy", similarity.wordsPosition == nil ? ["meaning"] : ["words", "meaning"])
            object.set("similarity", json: String(similarity.cosine))
        }
        if let distance = hit.distance {
            var one = JSONObject()
            one.set("metres", json: String((distance * 10).rounded() / 10))
            one.set("text", messages.distance(distance))
            object.set("distance", one)
        }
        if explains {
            object.set("explanation", hit.explanation.map(explanation))
            object.set("rank", Explanation(messages: messages).rank(hit))
        }
    }

    /// The values that all records of a hit's group share.
    private func write(_ group: Hit.Group, ofCatalog catalog: String, to object: inout JSONObject) {
        object.set("all", group.count)
        if let prices = group.prices {
            object.set("lowest", JSONObject(prices.lowest, messages))
            object.set("highest", JSONObject(prices.highest, messages))
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
            let scalars = Array(messages.price(price).unicodeScalars)
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
                if place.isKind { object.set("kind", true) }
                object.set("rule", String(describing: place.rule))
                object.set("text", place.matchedText)
                return object
            })
        if !explanation.numbers.isEmpty { object.set("numbers", explanation.numbers.map(\.rawValue)) }
        object.set("text", Explanation(messages: messages).words(explanation))
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
        year: Int?, price: Price?, _ members: [CatalogRecord.Member], _ messages: ResultMessages
    ) {
        if let year { set("year", year) }
        guard let price else { return }
        var object = JSONObject(price, messages)
        if let regular = members.regularPrice(beside: price) {
            object.set("regular", JSONObject(regular, messages))
        }
        set("price", object)
    }

    /// A price, with its text in the user's format.
    init(_ price: Price, _ messages: ResultMessages) {
        self.init()
        set("amount", price.spelling)
        set("currency", price.currency)
        if let market = price.market { set("market", market) }
        set("text", messages.price(price))
    }

    /// Sets members of the catalog, except for names that the response uses itself.
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
