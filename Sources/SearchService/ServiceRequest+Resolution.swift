// Makes the request that an engine answers out of the request that a user or a program sent.

package import CatalogSearch
internal import Localization
internal import ProgramTexts

extension ServiceRequest {
    /// The locales to search: the chain that the request names, or one negotiated from what its sender
    /// prefers.
    ///
    /// - Parameters:
    ///   - preferred: the sender's locales where the request names none, best first.
    ///   - available: the locales of the records.
    package func chain(
        preferred: [LocaleIdentifier], available: Set<LocaleIdentifier>
    ) -> [LocaleIdentifier] {
        if let chain { return chain }
        let preferred = preferredLocales.isEmpty ? preferred : preferredLocales
        let negotiated = LocaleNegotiation.chain(
            preferred: preferred.preferred(for: request.locale), available: available)
        // Many preferred locales are no error: the nearest ones count, and the last resort.
        guard negotiated.count > SearchRequest.maximumChainLength else { return negotiated }
        return negotiated.prefix(SearchRequest.maximumChainLength - 1) + negotiated.suffix(1)
    }

    /// The request with what does not depend on catalogs, within its limits.
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
    /// - Parameter checked: what ``checked(_:)`` returned; `nil` to check it.
    /// - Throws: `SearchError.unknownScope`; `.unknownAttribute` for one that readers do not have.
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
