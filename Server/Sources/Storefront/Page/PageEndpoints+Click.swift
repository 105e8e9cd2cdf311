// Counts which results readers of the page choose, without a script and without marks in addresses: the
// browser names the search from which a reader comes.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import SearchService
internal import StorefrontPage

extension PageEndpoints {
    /// Counts that a reader reached a record from a search of this site that lists it. The search runs again,
    /// mostly from the cache: this yields the position, and no client can name a search that does not find
    /// the record.
    ///
    /// A failure here does not affect the page of the record.
    func noteClick(
        on id: String, in catalog: String, _ request: Request, _ slot: SearchEndpoints.Slot,
        _ search: SearchEndpoints
    ) async {
        guard let log = search.log,
            let referring = ReferringSearch(of: request, site: namedSite(of: request))
        else { return }
        do {
            let input = try RequestInput(referring.request)
            let version = search.catalogs.update()
            var content = PageContent(
                frame(referring.request, input, search), query: "", limit: Self.limit, outcome: .problem(""))
            let attributes = readFilters(input, into: &content, search)
            let searchRequest = try serviceRequest(input, &content, attributes, search)
            guard !QueryLog.normalized(searchRequest.request.query).isEmpty else { return }
            let key = key(searchRequest, referring.request, content.frame, version: version)
            let searchResponse = try await search.cachedResponse(to: key) {
                try await pageResponse(searchRequest, slot, search)
            }
            let place = try await search.run(slot) { _ in
                try PageRenderer.place(of: id, in: catalog, response: Array(searchResponse.json.utf8))
            }
            guard let place else { return }
            let click = QueryLog.Click(
                query: searchRequest.request.query, locale: searchRequest.request.locale, catalog: catalog,
                id: id, place: searchRequest.request.offset + place)
            try log.note(click, of: slot.client)
            log.learn(from: click, of: slot.client)
        } catch {}
    }
}

/// The search of this site in which a reader followed a link.
struct ReferringSearch {
    /// The request of the same reader for the page of that search.
    let request: Request

    /// Reads the headers of a request for another page. Reloads, prefetched pages, pictures, scripts, and
    /// links on other sites do not count as choices of a result.
    ///
    /// - Parameter site: the configured address of the site, or that of the request; empty if there is none.
    init?(of request: Request, site: String) {
        let headers = request.headers
        guard request.method == .get, let address = headers[.referer] else { return nil }
        for (name, value) in Self.navigation where headers[name].map({ $0 != value }) ?? false { return nil }
        for name in Self.notNavigation where headers[name] != nil { return nil }
        let host = request.head.authority ?? ""
        let origins = [site, "https://" + host, "http://" + host].filter { !$0.hasSuffix("/") && !$0.isEmpty }
        guard let origin = origins.first(where: { address.hasPrefix($0 + "/") }) else { return nil }
        let path = address.dropFirst(origin.count)
        guard path == "/" || path.hasPrefix("/?") else { return nil }
        var head = request.head
        head.path = String(path)
        self.request = Request(head: head, body: RequestBody(buffer: .init()))
    }

    /// What browsers send when a link is followed within a site (W3C Fetch Metadata). Older browsers send
    /// none of it.
    private static let navigation: [(HTTPField.Name, String)] = [
        (HTTPField.Name("Sec-Fetch-Site")!, "same-origin"), (HTTPField.Name("Sec-Fetch-Mode")!, "navigate"),
        (HTTPField.Name("Sec-Fetch-Dest")!, "document"),
    ]

    /// What browsers send with a reload (`Cache-Control: max-age=0` or `no-cache`), and when they prefetch a
    /// page.
    private static let notNavigation: [HTTPField.Name] = [
        .cacheControl, HTTPField.Name("Sec-Purpose")!, HTTPField.Name("Purpose")!,
    ]
}
