// In which language is a request answered?

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import SearchService

/// Chooses among the languages that whoever asks reads.
struct LanguageChoice: Sendable {
    let service: SearchService

    /// The locales that the headers prefer, best first.
    func preferred(by request: Request) -> [LocaleIdentifier] {
        LanguagePreferences(request.headers[values: .acceptLanguage].joined(separator: ",")).locales
    }

    /// The locale for what is said of a request: the one that its address names, else the first preferred one that the
    /// catalogs have, else the default. For requests of any shape, malformed ones as well.
    func locale(of request: Request) -> LocaleIdentifier {
        let parameters = try? RequestParameters(request.uri.query)
        if let named = parameters?["locale"].flatMap({ LocaleIdentifier($0) }) { return named }
        return service.nearestLocale(preferred(by: request)) ?? service.defaults.request.locale
    }
}
