// The values of the template. `Page/README.md` documents each name; the page's script makes the same values of an answer.

internal import CatalogSearch
internal import Localization
internal import Mustache

/// The values of a page by their names in the template.
struct PageValues: MustacheParent {
    private(set) var members: [String: TemplateValue] = [:]
    private let words: PageWords
    /// The search of this page, to which its links add. After a problem it is empty.
    private let address: PageAddress
    private let limit: Int

    init(_ content: PageContent, languages: [LanguageOption]) throws(PageError) {
        words = PageWords(content)
        limit = Self.bounded(content.limit, from: 1)
        switch content.outcome {
        case .answer(let json):
            address = PageAddress(
                query: content.query, scope: content.scope, locale: content.locale, sort: content.sort,
                offset: Self.bounded(content.offset, from: 0))
            setForms(content, languages)
            set(try SearchAnswer(json: json))
        case .problem(let problem):
            address = PageAddress(
                query: content.query, scope: SearchResults.allScopes, locale: content.locale,
                sort: .relevance,
                offset: 0)
            setForms(content, languages)
            set(problem: problem)
        }
    }

    func child(named name: String) -> Any? { name == "text" ? words : members[name] }

    /// Limits a number so that the sum of two cannot overflow.
    private static func bounded(_ number: Int, from least: Int) -> Int {
        min(max(number, least), Int(Int32.max))
    }

    /// Sets the values that do not depend on the answer.
    private mutating func setForms(_ content: PageContent, _ languages: [LanguageOption]) {
        members["lang"] = .text(content.locale.base.languageTag)
        members["direction"] = words.isRightToLeft ? "rtl" : "ltr"
        members["locale"] = .text(content.locale.identifier)
        members["limit"] = .number(limit)
        let query = content.query.trimmed
        let name = words.text("PageTitle")
        members["title"] = .text(query.isEmpty ? name : "\(query) · \(name)")
        members["query"] = .text(content.query)
        let own = LanguageOption.nearest(to: content.locale, in: languages)
        members["languages"] = .list(
            languages.map { language in
                .object([
                    "code": .text(language.locale.identifier), "tag": .text(language.tag),
                    "name": .text(language.name), "selected": .flag(language.locale == own?.locale),
                ])
            })
        members["languageFields"] = fields(["q", "scope", "sort"])
        members["searchFields"] = fields(["scope", "locale", "sort"])
        for sort in SearchRequest.SortOrder.allCases {
            members["order" + sort.rawValue.prefix(1).uppercased() + sort.rawValue.dropFirst()] = .object([
                "href": .text(address.with(sort: sort, offset: 0).text),
                "current": .flag(sort == address.sort),
            ])
        }
        members["first"] = .number(address.offset + 1)
    }

    /// The hidden fields of a form.
    private func fields(_ names: [String]) -> TemplateValue {
        .list(
            address.parameters.filter { names.contains($0.name) }.map { parameter in
                .object(["name": .text(parameter.name), "value": .text(parameter.value)])
            })
    }

    private mutating func set(problem: String) {
        members["problem"] = .text(problem)
        members["label"] = ""
        members["scopes"] = []
        members["hits"] = []
        members["partial"] = false
        members["nothingFound"] = false
        members["paged"] = false
        members["shown"] = ""
    }

    private mutating func set(_ answer: SearchAnswer) {
        members["label"] = .text(answer.label)
        members["scopes"] = .list(
            answer.scopes.map { scope in
                .object([
                    "id": .text(scope.id), "label": .text(scope.label),
                    "count": .text(words.count(scope.count)),
                    "href": .text(address.with(scope: scope.id, offset: 0).text),
                    "current": .flag(scope.id == answer.scope),
                ])
            })
        members["relaxed"] = answer.relaxed.map { .text(words.relaxed($0)) }
        members["partial"] = .flag(answer.partial ?? false)
        members["nothingFound"] = .flag(answer.total == 0)
        let labels = Dictionary(answer.scopes.map { ($0.id, $0.label) }) { first, _ in first }
        members["hits"] = .list(answer.hits.map { .object(hit($0, scopeLabels: labels)) })
        setPages(answer)
    }

    private mutating func setPages(_ answer: SearchAnswer) {
        let last = address.offset + answer.hits.count
        let isOnlyPage = address.offset == 0 && last >= answer.total
        members["paged"] = .flag(!isOnlyPage)
        members["shown"] =
            isOnlyPage || answer.hits.isEmpty
            ? ""
            : .text(
                words.text(
                    "Shown: %1$@ %2$@ %3$@", words.count(address.offset + 1), words.count(last),
                    words.count(answer.total)))
        if address.offset > 0 {
            members["previousHref"] = .text(address.with(offset: max(0, address.offset - limit)).text)
        }
        if last < answer.total, !answer.hits.isEmpty {
            members["nextHref"] = .text(address.with(offset: address.offset + limit).text)
        }
    }

    // MARK: Hits

    /// The most texts of a hit that are shown besides title, summary and description.
    private static let otherLimit = 10

    private func hit(_ hit: SearchAnswer.Hit, scopeLabels: [String: String]) -> [String: TemplateValue] {
        // Texts without a locale get an empty tag: unknown language.
        func tag(_ field: String) -> TemplateValue { .text(words.languageTag(hit.locales[field] ?? "")) }
        var values: [String: TemplateValue] = [
            "catalog": .text(hit.catalog), "record": .text(hit.id), "textTag": tag("title"),
            "titleParts": .parts(of: hit.texts["title"]?.single ?? hit.id, hit.matches(in: "title")),
        ]
        var facts: [String: TemplateValue] = [:]
        if let locale = hit.locales["title"], !locale.isEmpty {
            facts["languageName"] = words.nameOfForeignLanguage(locale).map { .text($0) }
        }
        facts["scopeParts"] = hit.scope.flatMap { scopeLabels[$0] }.map {
            .object(["parts": .parts(of: $0, hit.matches(in: "scope"))])
        }
        facts["yearParts"] = hit.year.map {
            .object(["parts": .parts(of: words.year($0), hit.matches(in: "year"))])
        }
        facts["priceParts"] = hit.price.map {
            .object(["parts": .parts(of: $0.text, hit.matches(in: "price"))])
        }
        values["facts"] = .flag(!facts.isEmpty)
        values.merge(facts) { value, _ in value }

        var paragraphs: [TemplateValue] = []
        for field in ["summary", "description"] {
            let matches = hit.matches(in: field)
            guard let text = hit.texts[field]?.single, field == "summary" || !matches.isEmpty else {
                continue
            }
            paragraphs.append(.object(["textTag": tag(field), "parts": .parts(of: text, matches)]))
        }
        values["paragraphs"] = .list(paragraphs)

        var others: [TemplateValue] = []
        var seen: Set<String> = ["title", "summary", "description", "year", "price", "scope", "catalog"]
        for field in hit.matches.map(\.field) where seen.insert(field).inserted {
            for (index, text) in (hit.texts[field]?.all ?? []).enumerated() {
                let matches = hit.matches(in: field, index)
                guard let text, !matches.isEmpty, others.count < Self.otherLimit else { continue }
                others.append(
                    .object([
                        "fieldLabel": .text(words.fieldName(field)), "textTag": tag(field),
                        "parts": .parts(of: text, matches),
                    ]))
            }
        }
        values["others"] = .list(others)
        return values
    }
}

extension String {
    /// The text without leading and trailing white space.
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = \.isWhitespace
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) })
        else {
            return ""
        }
        return String(self[first...last])
    }
}
