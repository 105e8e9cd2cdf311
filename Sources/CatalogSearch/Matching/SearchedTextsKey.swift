// Identifies what a query searches, for what segments cache about words.

internal import ICU

/// Identifies the texts that a query searches.
struct SearchedTextsKey: Hashable {
    private let fields: [FieldName]
    private let searchesIDs: Bool
    private let chain: [LocaleIdentifier]
    private let match: MatchedLocales
    /// Those of the attributes whose labels are searched.
    private let labels: [Int]

    init(_ query: PreparedQuery) {
        fields = query.fields
        searchesIDs = query.searchesIDs
        chain = query.request.chain
        match = query.request.match
        labels = query.attributes.labelFields.map {
            query.attributes[AttributeName($0.rawValue)]?.labelsHash ?? 0
        }
    }
}
