// The files for search engines: robots.txt, and the list of all records (sitemaps.org, protocol 0.9).

internal import CatalogSearch
internal import Hummingbird
internal import Localization
internal import NIOCore
internal import SearchService
internal import StorefrontPage

/// The list of all records, streamed, so that its size costs no memory. Records are read in the client's
/// slots.
struct SiteMap: Sendable {
    let search: SearchEndpoints
    /// The address of the site without a path; `nil` if it is not known.
    let site: String?

    /// The most addresses of one file; the default is the protocol's.
    var limit = 50_000
    /// How many addresses are read and sent at a time.
    private static let chunk = 500
    /// How long, and how often, a stream waits if too many of its client's searches wait already.
    private static let pause = Duration.milliseconds(200)
    private static let pauseCount = 300
    private static let type = "application/xml"
    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let namespace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""

    /// Search engines may read everything except the responses for programs.
    var robots: EndpointResponse {
        var lines = ["User-agent: *", "Disallow: /v1/"]
        if let site { lines.append("Sitemap: \(site)/sitemap.xml") }
        return EndpointResponse(lines.joined(separator: "\n") + "\n", type: "text/plain; charset=utf-8")
    }

    /// The list, or the list of its parts if there are more addresses than one file may have.
    ///
    /// - Throws: `Problem` while not all records are known, or if the site's address is not.
    func index(for client: Client) async throws -> EndpointResponse {
        let (engine, site) = try source()
        let count = engine.recordCount
        guard count >= limit else { return try await list(engine, at: site, from: 0, for: client) }
        let parts = (1...count / limit + 1).map { part in
            "<sitemap><loc>\(site)/sitemap-\(part).xml</loc></sitemap>\n"
        }
        return EndpointResponse(
            Self.head + "<sitemapindex \(Self.namespace)>\n" + parts.joined() + "</sitemapindex>\n",
            type: Self.type)
    }

    /// A part of the list.
    ///
    /// - Parameter name: `1.xml` and so on.
    /// - Throws: `Problem` if there is no such part, or as ``index(for:)`` does.
    func part(_ name: String, for client: Client) async throws -> EndpointResponse {
        let (engine, site) = try source()
        let number = name.hasSuffix(".xml") ? Int(name.dropLast(4)) : nil
        guard let number, name == "\(number).xml", number >= 1,
            number <= engine.recordCount / limit + 1
        else { throw Problem(.notFound, "PathNotFound") }
        return try await list(engine, at: site, from: (number - 1) * limit, for: client)
    }

    /// The records, and the address of the site. The protocol requires complete addresses. A client can put
    /// any host into its request, so the address comes from the configuration only.
    private func source() throws(Problem) -> (SearchEngine, site: String) {
        guard let site else { throw Problem(.notFound, "SiteMapNeedsSite: %@", .text("--site")) }
        try search.catalogs.checkAvailability()
        _ = search.catalogs.update()
        return (search.catalogs.service.engine, Self.escaped(site))
    }

    private func list(
        _ engine: SearchEngine, at site: String, from start: Int, for client: Client
    ) async throws -> EndpointResponse {
        // The address of the first page counts, too.
        let end = start == 0 ? limit - 1 : start + limit - 1
        let begin = start == 0 ? 0 : start - 1
        var first = Self.head + "<urlset \(Self.namespace)>\n"
        if start == 0 { first += "<url><loc>\(site)/</loc></url>\n" }
        // The first chunk is read before the response begins, so that a client with too many requests gets an
        // error status.
        let records = try await entries(engine, at: site, begin..<end, for: client)
        var response = EndpointResponse(.ok)
        response.type = Self.type
        response.stream = { [first] writer in
            try await writer.write(ByteBuffer(string: first))
            var (text, offset) = (records.text, records.end)
            while !text.isEmpty {
                try await writer.write(ByteBuffer(string: text))
                (text, offset) = try await patiently {
                    try await entries(engine, at: site, offset..<max(offset, end), for: client)
                }
            }
            try await writer.write(ByteBuffer(string: "</urlset>\n"))
            try await writer.finish(nil)
        }
        return response
    }

    /// The entries of the next records, read in a slot of the client, and the index after them; an empty text
    /// at the end.
    private func entries(
        _ engine: SearchEngine, at site: String, _ places: Range<Int>, for client: Client
    ) async throws -> (text: String, end: Int) {
        guard !places.isEmpty else { return ("", places.upperBound) }
        let slot = SearchEndpoints.Slot(client: client, deadline: search.runner.deadline)
        return try await search.run(slot, .expensive, work: "sitemap") { _ in
            let records = try engine.identifiers(
                offset: places.lowerBound, limit: min(Self.chunk, places.count))
            var text = ""
            for record in records {
                let path = PageRenderer.path(of: record.id, in: record.catalog)
                text += "<url><loc>\(site)\(Self.escaped(path))</loc></url>\n"
            }
            return (text, places.lowerBound + records.count)
        }
    }

    /// Runs `body`, and waits if too many slots are waiting: a list that has begun must not break off.
    private func patiently<Value>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<Self.pauseCount {
            do {
                return try await body()
            } catch let problem as Problem where problem.code.isPassing {
                try await Task.sleep(for: Self.pause)
            }
        }
        return try await body()
    }

    /// Paths are percent-encoded, so that only these characters need references.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("'", with: "&apos;").replacing("<", with: "&lt;")
    }
}
