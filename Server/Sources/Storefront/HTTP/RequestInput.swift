// The parameters and preferences of a request.

internal import CatalogSearch
internal import Hummingbird
internal import Localization
internal import SearchService

/// The parameters and preferred languages of a request, read once.
struct RequestInput: Sendable {
    private(set) var parameters: RequestParameters
    /// Best first.
    let preferredLocales: [LocaleIdentifier]
    private(set) var namesLocale: Bool

    /// - Throws: `Problem` if the parameters are malformed.
    init(_ request: Request) throws(Problem) {
        parameters = try RequestParameters(request.uri.query)
        preferredLocales = LanguagePreferences(request).locales
        namesLocale = parameters[RequestName.locale.rawValue] != nil
    }

    /// The request without a locale that readers cannot choose: then the preferred locales count, or the
    /// first one offered.
    ///
    /// - Parameter offered: the locales to choose from; `nil` for all.
    func offering(_ offered: [LocaleIdentifier]?) -> RequestInput {
        var input = self
        func isOffered(_ locale: LocaleIdentifier) -> Bool {
            guard let offered else { return locale.isKnown }
            return offered.contains {
                locale.base.lineage.contains($0) || $0.lineage.contains(locale.base)
            }
        }
        let name = RequestName.locale.rawValue
        if let named = parameters[name], LocaleIdentifier(named).map(isOffered) != true {
            input.parameters = parameters.without(name)
            input.namesLocale = false
        }
        // Readers may choose a locale without texts in the catalogs, so no other one is negotiated.
        if !input.namesLocale, let offered,
            let locale = preferredLocales.first(where: isOffered) ?? offered.first
        {
            input.parameters = input.parameters.with(name, locale.identifier)
        }
        return input
    }
}
