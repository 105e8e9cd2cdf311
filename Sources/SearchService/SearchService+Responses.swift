// The requests that a service responds to: searches, batches, scopes, catalogs, records, tables of messages.

public import CatalogSearch
internal import JSON
internal import Localization
internal import ProgramTexts

extension SearchService {
    // MARK: Searches

    /// The response to a request as JSON.
    ///
    /// - Parameter json: one JSON object in UTF-8.
    /// - Throws: `Failure`, in the default locale if the request is malformed.
    public func response(to json: [UInt8]) throws(Failure) -> Response {
        try withTools { (tools, snapshot) throws(Failure) in
            let request = try parsed(json, tools.parser) { value throws(RequestError) in
                try ServiceRequest(value, defaults)
            }
            return try response(to: request, &tools, snapshot)
        }
    }

    /// The response to a request.
    ///
    /// - Throws: `Failure`, in the request's locale.
    public func response(to request: ServiceRequest) throws(Failure) -> Response {
        try withTools { (tools, snapshot) throws(Failure) in
            try response(to: request, &tools, snapshot)
        }
    }

    /// The responses to several requests, `{"requests":[…]}`: `{"answers":[…]}` in their order, with
    /// `{"error":{"message":"…"}}` for each request that failed.
    ///
    /// - Parameters:
    ///   - json: one JSON object in UTF-8.
    ///   - preferredLocales: the client's preferred locales, best first, for requests without a locale.
    /// - Throws: `Failure` if the requests cannot be read, are too many, or a failure concerns all of them.
    public func responses(
        to json: [UInt8], preferredLocales: [LocaleIdentifier] = []
    ) throws(Failure) -> Response {
        var responses: [Result<Response, Failure>] = []
        for request in try requests(json, preferredLocales: preferredLocales) {
            do throws(Failure) {
                responses.append(.success(try response(to: request.get())))
            } catch {
                guard error.kind.isOfOneRequest else { throw error }
                responses.append(.failure(error))
            }
        }
        return response(joining: responses, preferredLocales: preferredLocales)
    }

    /// Joins the responses to the requests of a batch into one, in the client's locale.
    public func response(
        joining responses: [Result<Response, Failure>], preferredLocales: [LocaleIdentifier] = []
    ) -> Response {
        let list = responses.map { response in
            switch response {
            case .success(let response): return response.json
            case .failure(let failure):
                var message = JSONObject()
                message.set("message", failure.message)
                var object = JSONObject()
                object.set("error", message)
                return object.text
            }
        }
        var object = JSONObject()
        object.set("answers", json: JSONObject.list(list))
        let locale = nearestLocale(preferredLocales) ?? defaults.request.locale
        return Response(json: object.text, locale: locale)
    }

    // MARK: Contents

    /// The scopes of a request's catalogs, with the number of records in each:
    /// `{"locale","scopes":[{"id","label","count"}]}`.
    ///
    /// - Throws: `Failure`, in the request's locale.
    public func scopes(_ request: ServiceRequest) throws(Failure) -> Response {
        try withTools { (tools, snapshot) throws(Failure) in
            var all = SearchRequest("", locale: request.request.locale, limit: 0)
            all.catalogs = request.request.catalogs
            let object = try worded(in: all.locale, &tools, snapshot) { messages throws(SearchError) in
                JSONResponse(messages: messages, explains: false)
                    .scopes(try snapshot.engine.matches(all).scopes, locale: all.locale)
            }
            return Response(json: object.text, locale: all.locale)
        }
    }

    /// The counts of an attribute's values among the records that a request finds, optionally only of values
    /// that begin with ``ServiceRequest/facetPrefix``:
    /// `{"locale","facet":{"attribute","label","type","count","values":[…],"others"}}`.
    ///
    /// - Throws: `Failure`, in the request's locale.
    public func facet(_ attribute: AttributeName, _ service: ServiceRequest) throws(Failure) -> Response {
        var service = service
        service.request.facets = [
            service.request.facets.first { $0.attribute == attribute } ?? FacetRequest(attribute)
        ]
        service.request.limit = 0
        service.request.offset = 0
        let faceted = service
        do throws(RequestError) {
            try limits.check(faceted)
        } catch {
            throw failure(error, in: faceted.request.locale, kind: .tooMuch)
        }
        return try withTools { (tools, snapshot) throws(Failure) in
            let locale = faceted.request.locale
            let object = try worded(in: locale, &tools, snapshot) { messages throws(SearchError) in
                try embedding(faceted) { embedded, _ throws(SearchError) in
                    let request = try embedded.resolved(
                        for: snapshot.engine, preferred: preferredLocales, available: snapshot.available,
                        messages)
                    return JSONResponse(messages: messages, explains: false)
                        .object(try snapshot.engine.matches(request).facets[0], of: request.request)
                }
            }
            return Response(json: object.text, locale: locale)
        }
    }

    /// The catalogs: `{"locale","catalogs":[{"id","label","count","locales"}]}`.
    public func catalogs(in locale: LocaleIdentifier) throws(Failure) -> Response {
        try withTools { (tools, snapshot) throws(Failure) in
            let object = try worded(in: locale, &tools, snapshot) { messages throws(SearchError) in
                JSONResponse(messages: messages, explains: false).catalogs(
                    snapshot.engine.catalogs, locale: locale)
            }
            return Response(json: object.text, locale: locale)
        }
    }

    /// A record with all its texts:
    /// `{"id","catalog","scope","locale","title","texts":{field:{locale:value}},…}`, its title in the
    /// nearest of the request's languages.
    ///
    /// - Throws: `Failure`, in the request's locale; `.notFound` if there is no such record or catalog.
    public func record(_ id: String, in catalog: String, _ request: ServiceRequest) throws(Failure)
        -> Response
    {
        try withTools { (tools, snapshot) throws(Failure) in
            let locale = request.request.locale
            let texts = localizedTexts.texts(for: locale)
            guard let index = snapshot.engine.catalogs.first(where: { $0.description.id == catalog }) else {
                let known = snapshot.engine.catalogs.map(\.description.id)
                throw Failure(
                    kind: .notFound, message: texts.message(for: .unknownCatalog(catalog, known: known)))
            }
            let chain = request.chain(preferred: preferredLocales, available: snapshot.available)
            let object = try worded(in: locale, &tools, snapshot) {
                messages throws(SearchError) -> JSONObject? in
                // The currency is checked as in a search.
                _ = try request.checked(messages.queryVocabulary)
                guard var record = try snapshot.engine.record(id, in: catalog) else { return nil }
                try snapshot.engine.addAvailability(to: &record, of: index.description, in: locale)
                return JSONResponse(messages: messages, explains: false)
                    .record(record, in: index, chain: chain, locale: locale, for: request.request)
            }
            guard let object else {
                throw failure(
                    RequestError("UnknownRecord: %1$@ %2$@", id, catalog), in: locale, kind: .notFound)
            }
            return Response(json: object.text, locale: locale)
        }
    }

    /// The messages of a table: `{"locale","direction","strings":{key:"…" or {"one":"…","other":"…"}}}`, each
    /// in the nearest language that has it.
    ///
    /// - Throws: `Failure` with `.notFound` if there is no such table.
    public func strings(table: String, in locale: LocaleIdentifier) throws(Failure) -> Response {
        let texts = localizedTexts.texts(for: locale)
        // A name with other characters could lead to other files.
        let isName =
            !table.isEmpty && table.utf8.count <= 100
            && table.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let messages = isName ? texts.messages(table: table) : []
        guard !messages.isEmpty else {
            throw failure(RequestError("UnknownTable: %@", table), in: locale, kind: .notFound)
        }
        return Response(json: StringsResponse(messages, locale: locale).object.text, locale: locale)
    }
}
