// The members of requests as JSON schemas, for agents. Each name of the table has one.

internal import CatalogSearch
internal import JSON
internal import SearchService

extension RequestName {
    /// The arguments of a search.
    static let searchSchema = JSON.object(allCases.filter(search.contains).map(\.property))

    /// The arguments of a call about a record.
    ///
    /// - Parameter names: the arguments besides the record's catalog and id.
    static func schema(ofRecord names: Set<RequestName>) -> JSON {
        let record: [JSON.Member] = [
            JSON.Member("catalog", text("The id of the record's catalog, as hits have it.")),
            JSON.Member("id", text("The record's id, as hits have it.")),
        ]
        return .object(record + allCases.filter(names.contains).map(\.property))
    }

    var property: JSON.Member { JSON.Member(rawValue, schema) }

    private var schema: JSON {
        switch self {
        case .query:
            Self.text(
                "The words to find, each in any field. \"a phrase\", -excluded, OR, title:word and attribute:value are operators; \"\" finds all records."
            )
        case .locale:
            Self.text("The reader's locale, such as de_DE: its rules, and the language of the answer.")
        case .chain:
            Self.list(
                "The locales whose texts are searched and shown, in order; by default what suits the locale.")
        case .scope: Self.text("The id of the only scope, or its label in the locale.")
        case .catalogs: Self.list("The ids of the only catalogs.")
        case .fields: Self.list("The only fields, such as title, summary, description, keywords, id.")
        case .syntax: Self.choice(QuerySyntax.self, "Whether the query has operators.")
        case .match:
            Self.choice(MatchedLocales.self, "Whether a field is searched in its nearest locale or in any.")
        case .limit: Self.count("The most results: 10 by default, 0 to count only, at most 100.")
        case .offset: Self.count("The results to skip.")
        case .filter:
            Self.several(
                "Conditions on attributes, such as \"color = red AND price < 20\"; or a list of which all must hold."
            )
        case .facets: Self.list("The attributes whose values are counted.")
        case .facetLimit: Self.count("The most values of each counted attribute: 20 by default.")
        case .prefix: Self.text("The beginning of the counted values.")
        case .ranges: Self.text("Ranges to count in, such as price:0,10,50.")
        case .buckets:
            Self.count("How many ranges of equal width to count numbers and dates in; at most 100.")
        case .sums: Self.flag("Adds the sum and the average of counted numbers.")
        case .sort:
            Self.text("relevance, title, price, year, or attributes such as \"added:desc,title:asc\".")
        case .reverse: Self.flag("Reverses the order.")
        case .spread:
            Self.text(
                "The attribute of which no value fills a page of results, such as brand; none for no limit of the catalogs either."
            )
        case .atMost: Self.count("The most results of a page with the same value: 2 by default.")
        case .prefer:
            Self.several(
                "What multiplies the scores of records: a list of objects, or a text such as \"stock > 0: 2\"."
            )
        case .preferences:
            Self.choice(
                ServiceRequest.Preferences.self,
                "Whether the preferences of the catalogs apply besides those of the request.")
        case .context:
            Self.list("Where the search is made, for rules of the catalogs that hold in some contexts only.")
        case .moment: Self.text("The day or instant that ages are counted from, such as 2026-01-31.")
        case .price: Self.several("A range of prices such as \"10..20\" or \"..50\".")
        case .currency: Self.text("The currency of prices, such as EUR.")
        case .market: Self.text("The market whose prices come first; only with a currency.")
        case .group: Self.choice(ServiceRequest.Grouping.self, "Whether variants are found as one hit.")
        case .year: Self.several("A range of years such as \"1990..1999\".")
        case .relax: Self.choice(Relaxation.Policy.self, "When similar words are searched for, too.")
        case .vector:
            Self.several("The meaning of the query, in numbers of the model of the records' vectors.")
        case .semanticRatio:
            Self.several("How much meaning counts beside words, with a vector: from 0 to 1.")
        case .explain: Self.flag("Adds to each hit why it was found.")
        case .returns:
            Self.choice(
                ServiceRequest.Returned.self,
                "Hits, their ids only, or completions and corrections of the query.")
        case .crop: Self.count("The most characters of a text in a hit: 300 by default, 0 for whole texts.")
        case .highlight:
            Self.choice(ServiceRequest.Highlight.self, "Adds the texts as HTML with marked matches.")
        }
    }

    private static func text(_ description: String) -> JSON {
        ["type": "string", "description": .string(description)]
    }

    private static func list(_ description: String) -> JSON {
        ["type": "array", "items": ["type": "string"], "description": .string(description)]
    }

    private static func count(_ description: String) -> JSON {
        ["type": "integer", "minimum": 0, "description": .string(description)]
    }

    private static func flag(_ description: String) -> JSON {
        ["type": "boolean", "description": .string(description)]
    }

    /// A member that has more than one type.
    private static func several(_ description: String) -> JSON { ["description": .string(description)] }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ type: Choice.Type, _ description: String
    ) -> JSON {
        [
            "type": "string", "enum": .strings(type.allCases.map(\.rawValue)),
            "description": .string(description),
        ]
    }
}
