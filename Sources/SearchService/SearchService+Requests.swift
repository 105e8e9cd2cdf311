// What was asked, in which language, and by how many requests at once?

public import CatalogSearch
internal import JSONCoding
internal import Localization
internal import ProgramTexts

extension SearchService {
    /// A request out of parameters such as those of a URL (`q`, `locale`, `limit`, …, as the members of a JSON request):
    /// lists with commas between their elements, `true` or `false` for what is or is not. Others are passed over; an
    /// empty one is as good as none, and without `q` all records are found.
    ///
    /// - Parameter preferredLocales: what whoever asks prefers, best first, where the parameters name no locale; as the
    ///   service's own where empty.
    /// - Throws: `Failure`, in the request's locale.
    public func request(
        parameters: some Sequence<(name: String, value: String)>, preferredLocales: [LocaleIdentifier] = []
    ) throws(Failure) -> ServiceRequest {
        var request = defaults
        if let nearest = nearestLocale(preferredLocales) {
            request.request.locale = nearest
            request.preferredLocales = Array(preferredLocales.drop { $0 != nearest })
        }
        do throws(RequestError) {
            try request.read(parameters: parameters)
            return request
        } catch {
            throw failure(error, in: request.request.locale)
        }
    }

    /// The first of somebody's locales in which there are records; `nil` where there is none.
    ///
    /// A locale counts as present with its parents' texts (`de_AT` reads `de`), and with those of its most likely region
    /// (`pt` reads `pt_BR`).
    public func nearestLocale(_ preferred: [LocaleIdentifier]) -> LocaleIdentifier? {
        let available = availableLocales
        return preferred.first { locale in
            LocaleNegotiation.chain(preferred: [locale], available: available, source: locale)
                .contains { available.contains($0) }
        }
    }

    /// The requests of a batch, `{"requests":[…]}`, in their order; those that are none as the reason why.
    ///
    /// - Parameters:
    ///   - json: one JSON object in UTF-8.
    ///   - preferredLocales: what whoever asks prefers, best first, for requests that name no locale.
    /// - Throws: `Failure` where there are no requests to be read, or too many.
    public func requests(
        _ json: [UInt8], preferredLocales: [LocaleIdentifier] = []
    ) throws(Failure) -> [Result<ServiceRequest, Failure>] {
        let general = try request(parameters: [], preferredLocales: preferredLocales)
        let locale = general.request.locale
        let requests = try withWorkspace { (workspace, _) throws(Failure) in
            try parsed(json, workspace.parser, in: locale) { value throws(RequestError) in
                guard value.kind == .object, let list = value.member("requests"), list.kind == .list else {
                    throw RequestError("BatchWithoutRequests")
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
