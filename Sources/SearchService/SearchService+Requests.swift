// Reads requests: parameters, batches, and their languages.

public import CatalogSearch
internal import JSON
internal import Localization
internal import ProgramTexts

extension SearchService {
    /// Reads a request from parameters such as those of a URL (`q`, `locale`, `limit`, …, named like the
    /// members of a JSON request). Lists are separated by commas; flags are `true` or `false`. Empty
    /// parameters are ignored, unknown ones refused; without `q` all records are found.
    ///
    /// - Parameters:
    ///   - names: the known names.
    ///   - preferredLocales: the client's preferred locales, best first, for parameters without a locale;
    ///     empty for those of the service.
    /// - Throws: `Failure`, in the request's locale.
    public func request(
        parameters: some Sequence<(name: String, value: String)>,
        names: Set<RequestName> = RequestName.search,
        preferredLocales: [LocaleIdentifier] = []
    ) throws(Failure) -> ServiceRequest {
        var request = defaults
        if let nearest = nearestLocale(preferredLocales) {
            request.request.locale = nearest
            request.preferredLocales = Array(preferredLocales.drop { $0 != nearest })
        }
        do throws(RequestError) {
            try request.read(parameters: parameters, names: names)
            return request
        } catch {
            throw failure(error, in: request.request.locale)
        }
    }

    /// Reads the record members for columns of a table: `name=title,preis=price[EUR],notes=`.
    ///
    /// - Returns: `nil` if the text is something else.
    public static func columns(_ text: String) -> [String: String]? { try? ValueReader.columns(text) }

    /// The first of these locales that has records; `nil` if none has.
    ///
    /// Texts of a parent count (`de_AT` reads `de`), and those of the most likely region (`pt` reads
    /// `pt_BR`).
    public func nearestLocale(_ preferred: [LocaleIdentifier]) -> LocaleIdentifier? {
        let available = availableLocales
        return preferred.first { locale in
            LocaleNegotiation.chain(preferred: [locale], available: available, source: locale)
                .contains { available.contains($0) }
        }
    }

    /// Reads the requests of a batch, `{"requests":[…]}`, in order; malformed ones become failures.
    ///
    /// - Parameters:
    ///   - json: one JSON object in UTF-8.
    ///   - preferredLocales: the client's preferred locales, best first, for requests without a locale.
    /// - Throws: `Failure` if the requests cannot be read, or are too many.
    public func requests(
        _ json: [UInt8], preferredLocales: [LocaleIdentifier] = []
    ) throws(Failure) -> [Result<ServiceRequest, Failure>] {
        let general = try request(parameters: [], preferredLocales: preferredLocales)
        let locale = general.request.locale
        let requests = try withTools { (tools, _) throws(Failure) in
            try parsed(json, tools.parser, in: locale) { value throws(RequestError) in
                guard value.kind == .object, let list = value.member("requests"), list.kind == .list else {
                    throw RequestError("BatchWithoutRequests")
                }
                for (name, _) in value.members where name.string != "requests" {
                    throw RequestError(unknown: name.string ?? "", known: ["requests"])
                }
                var requests: [Result<ServiceRequest, RequestError>] = []
                for value in list.elements {
                    requests.append(Result { () throws(RequestError) in try ServiceRequest(value, general) })
                    if requests.count > limits.requests { break }
                }
                return requests
            }
        }
        guard requests.count <= limits.requests else {
            throw failure(RequestError("BatchTooLong: %ld", limits.requests), in: locale, kind: .tooMuch)
        }
        return requests.map { $0.mapError { failure($0, in: locale) } }
    }
}
