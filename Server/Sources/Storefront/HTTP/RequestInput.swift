// What a request asks for, apart from its path and body.

internal import CatalogSearch
internal import Hummingbird

/// The parameters and preferred languages of a request, read once.
struct RequestInput: Sendable {
    let parameters: RequestParameters
    /// Best first.
    let preferredLocales: [LocaleIdentifier]

    /// - Throws: `Problem` if the parameters are malformed.
    init(_ request: Request) throws(Problem) {
        parameters = try RequestParameters(request.uri.query)
        preferredLocales = LanguagePreferences(request).locales
    }
}
