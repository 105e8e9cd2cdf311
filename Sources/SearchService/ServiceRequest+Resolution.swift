// Makes the request that an engine answers out of the request that a user or a program sent.

package import CatalogSearch
internal import Localization
internal import ProgramTexts

extension ServiceRequest {
    /// The locales to search: the chain that the request names, or one negotiated from what its sender prefers.
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

    /// Checks the lengths of the request, before there are catalogs to search.
    ///
    /// - Throws: as `SearchRequest.checkLimits()` does.
    package func checkLimits() throws(SearchError) {
        var request = request
        // A negotiated chain is never too long.
        request.chain = chain ?? []
        try request.checkLimits()
    }

    /// The request for an engine: with its chain, and with the id of the scope that it names by id or label.
    ///
    /// - Throws: `SearchError.unknownScope`; `.unknownAttribute` for one that readers do not have.
    package func resolved(
        for engine: SearchEngine, preferred: [LocaleIdentifier], available: Set<LocaleIdentifier>,
        _ wording: Wording
    ) throws(SearchError) -> SearchRequest {
        var request = request
        request.chain = chain(preferred: preferred, available: available)
        request.scope = try engine.scope(named: request.scope, wording)
        for index in request.facets.indices {
            if let facetLimit { request.facets[index].limit = facetLimit }
            if let facetPrefix { request.facets[index].prefix = facetPrefix }
        }
        try engine.checkVisibility(of: request)
        if request.time == nil { request.time = .now }
        request.vocabulary = wording.queryVocabulary
        request.labelTexts = wording.labelTexts(for: request, engine.catalogs)
        return request
    }
}
