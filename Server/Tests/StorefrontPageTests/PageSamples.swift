// The page, its messages, and responses of `/v1/search`, for all tests of the page.

import CatalogSearch
import Foundation
import Localization
import StorefrontTestSupport
import Testing

@testable import StorefrontPage

/// A file of the page's folder.
func pageFile(_ name: String) throws -> Data { Data(try contents(of: packageFolder + "/Page/" + name)) }

/// The locales that have messages.
func offeredLocales() throws -> [LocaleIdentifier] {
    try FileManager.default.contentsOfDirectory(atPath: localizations)
        .filter { $0.hasSuffix(".lproj") }.compactMap { LocaleIdentifier($0.dropLast(6)) }
}

/// The pages with their own templates.
func pageRenderer() throws -> PageRenderer {
    try PageRenderer(folders: [packageFolder + "/Page"], languages: offeredLocales())
}

/// The address of the site.
let site = "https://shop.example"

/// The messages of the page for a locale.
func pageTexts(_ locale: LocaleIdentifier) throws -> Localizer {
    let available = try offeredLocales()
    let chain = LocaleNegotiation.chain(preferred: [locale], available: available)
    var tables: [LocaleIdentifier: [String: MessageCatalog]] = [:]
    for one in chain where available.contains(one) {
        let strings = StringsFile(
            try contents(of: localizations + "/\(one.identifier).lproj/Page.strings"))
        tables[one] = ["Page": MessageCatalog(locale: one, strings: strings)]
    }
    return Localizer(chain: chain, tables: tables, userLocale: locale)
}

/// Texts of the page with the same text for every key.
func uniformTexts(_ text: String) -> Localizer {
    let keys = [
        "PageTitle", "SkipLink", "SearchLabel", "SearchPlaceholder", "OrderTitle", "NextPage",
        "FieldKeywords",
    ]
    let messages = keys.map { Message(key: $0, text: FormatString(text)) }
    return Localizer(
        chain: [english], tables: [english: ["Page": MessageCatalog(locale: english, messages: messages)]])
}

/// Content in a locale.
func content(
    in locale: String = "de", query: String = "rose", scope: String = "all",
    filters: PageFilters = PageFilters(), order: String = "relevance",
    offset: Int = 0, limit: Int = 20, texts: Localizer? = nil, _ outcome: PageContent.Outcome
) throws -> PageContent {
    try PageContent(
        frame(in: locale, texts: texts), query: query, scope: scope, filters: filters,
        order: PageOrder(order),
        offset: offset, limit: limit, outcome: outcome)
}

/// The filters in parameters of an address, in which these attributes have ranges.
func filters(
    _ parameters: [(String, String)], in locale: LocaleIdentifier = english,
    ranges: [AttributeName: AttributeType] = [.price: .number, .year: .number]
) -> PageFilters {
    PageFilters(parameters.map { (name: $0.0, value: $0.1) }, in: locale) { ranges[$0] ?? .text }
}

/// The counts of an attribute with values to choose from: value, label, count, and whether it is chosen.
func facet(
    _ attribute: String, _ label: String, type: String = "text", others: Int = 0,
    _ values: [(Any, String, Int, Bool)]
) -> [String: Any] {
    [
        "attribute": attribute, "label": label, "type": type, "count": values.reduce(0) { $0 + $1.2 },
        "others": others,
        "values": values.map { ["value": $0.0, "label": $0.1, "count": $0.2, "selected": $0.3] },
    ]
}

/// The counts of an attribute with a range, with prices of euros.
func range(
    _ attribute: String, _ label: String, type: String = "number", _ minimum: Any, _ minimumLabel: String,
    _ maximum: Any, _ maximumLabel: String, _ more: [String: Any] = [:]
) -> [String: Any] {
    let members: [String: Any] = [
        "attribute": attribute, "label": label, "type": type, "count": 2, "minimum": minimum,
        "minimumLabel": minimumLabel, "maximum": maximum, "maximumLabel": maximumLabel,
    ]
    return members.merging(more) { _, new in new }
}

/// The reader and the address.
func frame(in locale: String = "de", texts: Localizer? = nil) throws -> PageFrame {
    let locale = try #require(LocaleIdentifier(locale))
    return PageFrame(locale: locale, texts: try texts ?? pageTexts(locale), site: site)
}

/// The content of the page of a record.
func content(
    in locale: String = "de", texts: Localizer? = nil, record: [String: Any], similar: [String: Any]
) throws -> RecordContent {
    try RecordContent(frame(in: locale, texts: texts), record: json(record), similar: json(similar))
}

func json(_ object: Any) throws -> [UInt8] {
    // Members of responses are ordered; those of a dictionary are not.
    [UInt8](try JSONSerialization.data(withJSONObject: object, options: .sortedKeys))
}

/// A record with the required members only.
func record(_ members: [String: Any] = [:]) -> [String: Any] {
    [
        "id": "h-1", "catalog": "gifts", "scope": NSNull(), "locale": "de", "chain": ["de", "en"],
        "title": "Rose", "texts": ["title": ["de": "Rose", "en": "Rose"]],
    ].merging(members) { _, new in new }
}

/// A response to a search.
func searchResponse(
    hits: [[String: Any]] = [], total: Int? = nil, label: String = "found", scope: String = "all",
    scopes: [[String: Any]] = [], relaxed: Any = NSNull(), _ more: [String: Any] = [:]
) -> [String: Any] {
    let members: [String: Any] = [
        "query": "rose", "locale": "de", "chain": ["de"], "scope": scope, "relaxed": relaxed,
        "total": total ?? hits.count, "label": label, "scopes": scopes, "hits": hits, "ns": 1,
    ]
    return members.merging(more) { _, new in new }
}

/// The outcome of a search with the other content of its page.
func outcome(
    _ response: [String: Any], help: Any = NSNull()
) throws -> PageContent.Outcome {
    .response(try json(["answer": response, "help": help]))
}

/// The outcome of a search with a response.
func response(
    hits: [[String: Any]] = [], total: Int? = nil, label: String = "found", scope: String = "all",
    scopes: [[String: Any]] = [], relaxed: Any = NSNull(), _ more: [String: Any] = [:]
) throws -> PageContent.Outcome {
    try outcome(
        searchResponse(
            hits: hits, total: total, label: label, scope: scope, scopes: scopes, relaxed: relaxed, more))
}

/// A hit with the required members only.
func hit(_ members: [String: Any] = [:]) -> [String: Any] {
    ["id": "h-1", "catalog": "gifts", "scope": NSNull(), "locale": "de", "title": "Rose", "matches": []]
        .merging(members) { _, new in new }
}

/// A match.
func match(_ field: String, _ range: Range<Int>, index: Int? = nil) -> [String: Any] {
    let members: [String: Any] = ["field": field, "start": range.lowerBound, "end": range.upperBound]
    return index.map { members.merging(["index": $0]) { _, new in new } } ?? members
}

extension TemplateValue: Decodable {
    /// A value of `example.json`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([TemplateValue].self) {
            self = .list(list)
        } else {
            let members = try container.decode([String: TemplateValue].self)
            if members.count == 2, case .text(let text)? = members["value"],
                case .flag(let isMarked)? = members["marked"]
            {
                self = .part(text, isMarked: isMarked)
            } else {
                self = .object(members)
            }
        }
    }

    /// A member of an object; `nil` if there is none.
    subscript(_ name: String) -> TemplateValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// An element of a list; `nil` if there is none.
    subscript(_ index: Int) -> TemplateValue? {
        guard case .list(let list) = self, list.indices.contains(index) else { return nil }
        return list[index]
    }

    /// A text joined from its fragments, with matches in brackets.
    var marked: String? {
        guard case .list(let parts) = self else { return nil }
        return parts.map { part in
            guard case .part(let value, let isMarked) = part else { return "?" }
            return isMarked ? "[\(value)]" : value
        }.joined()
    }
}
