// Converts the request of a user or a program to the engine's request.

package import CatalogSearch
internal import Localization
internal import ProgramTexts

extension ServiceRequest {
    /// The locales to search: the chain that the request names, or one negotiated from its sender's
    /// preferences.
    ///
    /// - Parameters:
    ///   - preferred: the sender's locales, best first, if the request names none.
    ///   - available: the locales of the records.
    package func chain(
        preferred: [LocaleIdentifier], available: Set<LocaleIdentifier>
    ) -> [LocaleIdentifier] {
        if let chain { return chain }
        let preferred = preferredLocales.isEmpty ? preferred : preferredLocales
        let negotiated = LocaleNegotiation.chain(
            preferred: preferred.preferred(for: request.locale), available: available)
        // Too many preferred locales are not an error: the nearest ones and the last resort are used.
        guard negotiated.count > SearchRequest.maximumChainLength else { return negotiated }
        return negotiated.prefix(SearchRequest.maximumChainLength - 1) + negotiated.suffix(1)
    }

    /// Resolves what does not depend on catalogs, and checks the limits.
    ///
    /// - Parameter vocabulary: the names of operators in the reader's language.
    /// - Throws: as `CheckedRequest` does.
    package func checked(_ vocabulary: QueryVocabulary) throws(SearchError) -> CheckedRequest {
        var request = request
        // A negotiated chain is never too long.
        request.chain = chain ?? []
        for index in request.facets.indices {
            if let facetLimit { request.facets[index].limit = facetLimit }
            if facetBuckets > 0 { request.facets[index].buckets = facetBuckets }
            if sumsFacets { request.facets[index].sums = true }
            if let facetPrefix { request.facets[index].prefix = facetPrefix }
        }
        if request.time == nil { request.time = .now }
        request.vocabulary = vocabulary
        return try CheckedRequest(request)
    }

    /// The request for an engine: with its chain, and with the id of the scope that it names by id or label.
    ///
    /// - Parameter checked: the result of ``checked(_:)``; `nil` to check the request here.
    /// - Throws: `SearchError.unknownScope`; `.unknownAttribute` for an attribute that readers cannot use.
    package func resolved(
        for engine: SearchEngine, preferred: [LocaleIdentifier], available: Set<LocaleIdentifier>,
        _ messages: ResultMessages, _ checked: CheckedRequest? = nil
    ) throws(SearchError) -> CheckedRequest {
        let scope = try engine.scope(named: request.scope, messages)
        try engine.checkVisibility(of: request)
        let valid: CheckedRequest
        if let checked { valid = checked } else { valid = try self.checked(messages.queryVocabulary) }
        return valid.localized(
            chain: chain(preferred: preferred, available: available), scope: scope,
            names: messages.queryVocabulary.names
        ) { messages.labelTexts(for: $0, engine.catalogs) }
    }
}
