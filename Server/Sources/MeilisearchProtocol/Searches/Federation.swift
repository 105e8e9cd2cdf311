// The options of a request for several searches in one list.

internal import JSON

/// The member `federation` of a request of several searches, read and checked.
struct Federation {
    let offset: Int
    let limit: Int
    /// Attributes to count, by index.
    let facets: [String: [String]]
    /// The most values of an attribute if the counts of all indexes are added; `nil` to list them by index.
    let mergedValues: Int?

    private static let members: Set<String> = ["offset", "limit", "facetsByIndex", "mergeFacets"]

    /// - Throws: `ProtocolError` with the code of the member that is wrong.
    init(_ json: JSON) throws(ProtocolError) {
        guard case .object = json else {
            throw .invalid(
                "invalid_multi_search_federation",
                "Invalid value type at `.federation`: expected an object.")
        }
        try json.check(knows: Self.members)
        offset = try Self.count("offset", of: json) ?? 0
        limit = try Self.count("limit", of: json) ?? 20
        facets = try Self.facets(json["facetsByIndex"] ?? .null)
        mergedValues = try Self.mergedValues(json["mergeFacets"] ?? .null)
    }

    private static func count(_ name: String, of json: JSON) throws(ProtocolError) -> Int? {
        guard let value = json[name], !value.isNull else { return nil }
        guard let number = value.integer, (0...1_000).contains(number) else {
            throw .invalid(
                "invalid_multi_search_\(name)",
                "Invalid value at `.federation.\(name)`: expected a number of 0 to 1000.")
        }
        return number
    }

    private static func facets(_ json: JSON) throws(ProtocolError) -> [String: [String]] {
        let code = "invalid_multi_search_facets_by_index"
        if json.isNull { return [:] }
        guard case .object = json else {
            throw .invalid(code, "Invalid value type at `.federation.facetsByIndex`: expected an object.")
        }
        var facets: [String: [String]] = [:]
        for member in json.members where !member.value.isNull {
            guard let list = member.value.strings else {
                throw .invalid(
                    code,
                    "Invalid value type at `.federation.facetsByIndex.\(member.name)`: expected an array of strings."
                )
            }
            guard let names = SearchQuery.names(list) else {
                throw ProtocolError(.invalidFacets, "`.federation.facetsByIndex` has too many names.")
            }
            facets[member.name] = names
        }
        return facets
    }

    private static func mergedValues(_ merge: JSON) throws(ProtocolError) -> Int? {
        if merge.isNull { return nil }
        let code = "invalid_multi_search_merge_facets"
        guard case .object = merge else {
            throw .invalid(code, "Invalid value type at `.federation.mergeFacets`: expected an object.")
        }
        if let unknown = merge.members.first(where: { $0.name != "maxValuesPerFacet" }) {
            throw .invalid(
                code,
                "Unknown field `\(unknown.name)` inside `.federation.mergeFacets`: expected `maxValuesPerFacet`."
            )
        }
        guard let most = merge["maxValuesPerFacet"], !most.isNull else { return 100 }
        guard let number = most.integer, number >= 0 else {
            throw .invalid(
                "invalid_multi_search_max_values_per_facet",
                "Invalid value at `.federation.mergeFacets.maxValuesPerFacet`: expected a positive integer.")
        }
        return number
    }

    /// Checks that a search has no members for pages and facets, which only the merged list has.
    ///
    /// - Throws: `ProtocolError` with the code of the member that is wrong.
    static func check(_ query: JSON) throws(ProtocolError) {
        for name in ["limit", "offset", "page", "hitsPerPage"] where !(query[name] ?? .null).isNull {
            throw .invalid(
                "invalid_multi_search_query_pagination",
                "A federated query cannot have `\(name)`. Use `federation.limit` and `federation.offset`.")
        }
        if let facets = query["facets"]?.elements, !facets.isEmpty {
            throw .invalid(
                "invalid_multi_search_query_facets",
                "A federated query cannot have `facets`. Use `federation.facetsByIndex`.")
        }
    }
}
