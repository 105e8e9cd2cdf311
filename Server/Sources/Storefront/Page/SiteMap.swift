// What search engines read before the pages: robots.txt, and the list of all records (sitemaps.org, protocol 0.9).

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SearchService
internal import StorefrontPage

/// The list of all records, streamed, so that its size costs no memory.
struct SiteMap: Sendable {
    let catalogs: ServedCatalogs
    /// The address of the site to which a request was sent.
    let site: @Sendable (Request) -> String

    /// The most addresses of one file; the default is the protocol's.
    var limit = 50_000
    /// How many addresses are read and sent at a time.
    private static let chunk = 1_000
    private static let type = "application/xml"
    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let namespace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""

    /// All may be read except for the answers for programs.
    func robots(_ request: Request) -> Answer {
        var lines = ["User-agent: *", "Disallow: /v1/"]
        let site = site(request)
        if !site.isEmpty { lines.append("Sitemap: \(site)/sitemap.xml") }
        return Answer(lines.joined(separator: "\n") + "\n", type: "text/plain; charset=utf-8")
    }

    /// The list, or the list of its parts if there are more addresses than one file may have.
    ///
    /// - Throws: `Problem` while not all records are known.
    func index(_ request: Request) throws(Problem) -> Answer {
        try catalogs.checkAvailability()
        _ = catalogs.update()
        let engine = catalogs.service.engine
        let count = engine.recordCount
        guard count >= limit else { return list(engine, from: 0, request) }
        let site = Self.escaped(site(request))
        let parts = (1...count / limit + 1).map { part in
            "<sitemap><loc>\(site)/sitemap-\(part).xml</loc></sitemap>\n"
        }
        return Answer(
            Self.head + "<sitemapindex \(Self.namespace)>\n" + parts.joined() + "</sitemapindex>\n",
            type: Self.type)
    }

    /// A part of the list.
    ///
    /// - Parameter name: `1.xml` and so on.
    /// - Throws: `Problem` if there is no such part.
    func part(_ name: String, _ request: Request) throws(Problem) -> Answer {
        try catalogs.checkAvailability()
        _ = catalogs.update()
        let engine = catalogs.service.engine
        let number = name.hasSuffix(".xml") ? Int(name.dropLast(4)) : nil
        guard let number, name == "\(number).xml", number >= 1,
            number <= engine.recordCount / limit + 1
        else { throw Problem(.notFound, "PathNotFound") }
        return list(engine, from: (number - 1) * limit, request)
    }

    private func list(_ engine: SearchEngine, from start: Int, _ request: Request) -> Answer {
        let site = Self.escaped(site(request))
        var answer = Answer(.ok)
        answer.type = Self.type
        answer.stream = { [limit] writer in
            try await writer.write(ByteBuffer(string: Self.head + "<urlset \(Self.namespace)>\n"))
            if start == 0 { try await writer.write(ByteBuffer(string: "<url><loc>\(site)/</loc></url>\n")) }
            // The address of the first page counts, too.
            let end = start == 0 ? limit - 1 : start + limit - 1
            var offset = start == 0 ? 0 : start - 1
            while offset < end {
                let records = try engine.identifiers(offset: offset, limit: min(Self.chunk, end - offset))
                guard !records.isEmpty else { break }
                offset += records.count
                var text = ""
                for record in records {
                    let path = PageRenderer.path(of: record.id, in: record.catalog)
                    text += "<url><loc>\(site)\(Self.escaped(path))</loc></url>\n"
                }
                try await writer.write(ByteBuffer(string: text))
            }
            try await writer.write(ByteBuffer(string: "</urlset>\n"))
            try await writer.finish(nil)
        }
        return answer
    }

    /// Paths are percent-encoded, so that only these characters need references.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("'", with: "&apos;").replacing("<", with: "&lt;")
    }
}
