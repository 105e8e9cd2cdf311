// The language of a response.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import SearchService

/// Chooses the language of a response among those that the client prefers.
struct LanguageChoice: Sendable {
    let service: SearchService

    /// The locale of messages about a request, which may be malformed.
    func locale(of request: Request) -> LocaleIdentifier {
        locale(
            parameters: try? RequestParameters(request.uri.query),
            preferred: LanguagePreferences(request).locales)
    }

    /// The locale that the parameters name; otherwise the first preferred one that the catalogs have,
    /// otherwise the default.
    func locale(parameters: RequestParameters?, preferred: [LocaleIdentifier]) -> LocaleIdentifier {
        if let named = parameters?["locale"].flatMap({ LocaleIdentifier($0) }) { return named }
        return service.nearestLocale(preferred) ?? service.defaults.request.locale
    }
}
