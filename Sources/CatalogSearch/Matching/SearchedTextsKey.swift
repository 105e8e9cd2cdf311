// Identifies what a query searches, for what segments cache about words.

internal import ICU

/// Identifies the texts that a query searches, and how it reads them.
struct SearchedTextsKey: Hashable {
    private let fields: [FieldName]
    private let searchesIDs: Bool
    private let chain: [LocaleIdentifier]
    private let match: MatchedLocales
    /// The languages of the texts, which determine other forms of words. Requests may name different
    /// languages for the same locales.
    private let languages: [String]
    /// Whether the query has the folding of each locale, and of ids. A query has the foldings of all searched
    /// catalogs.
    private let isFolded: [Bool]
    /// The attributes whose labels are searched.
    private let labels: [Int]
    /// The program's texts for these labels, in the reader's language.
    private let labelTexts: [String: String]

    init(_ query: PreparedQuery) {
        fields = query.fields
        searchesIDs = query.searchesIDs
        chain = query.request.chain
        match = query.request.match
        labels = query.attributes.labelFields.map {
            query.attributes[AttributeName($0.rawValue)]?.labelsHash ?? 0
        }
        languages = query.languages
        isFolded = query.foldings.map { $0 != nil }
        labelTexts = labels.isEmpty ? [:] : query.request.labelTexts
    }
}
