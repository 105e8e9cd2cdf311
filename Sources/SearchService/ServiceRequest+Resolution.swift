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
        let preferred = preferredLocales.isEmpty ? preferred : preferredLocales
        return chain
            ?? LocaleNegotiation.chain(
                preferred: preferred.preferred(for: request.locale), available: available)
    }

    /// The request for an engine: with its chain, and with the id of the scope that it names by id or label.
    ///
    /// - Throws: `SearchError.unknownScope`.
    package func resolved(
        for engine: SearchEngine, preferred: [LocaleIdentifier], available: Set<LocaleIdentifier>,
        _ wording: Wording
    ) throws(SearchError) -> SearchRequest {
        var request = request
        request.chain = chain(preferred: preferred, available: available)
        request.scope = try engine.scope(named: request.scope, wording)
        return request
    }
}
