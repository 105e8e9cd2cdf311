// The pages for people, made from the same responses as those for programs.

internal import CatalogSearch
internal import Files
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import SearchService
internal import StorefrontPage
internal import Support

/// The paths of the pages and of the files that they load.
struct PageEndpoints: Sendable {
    let renderer: PageRenderer
    private let assets: PageAssets
    private let administrationAssets: PageAssets
    private let images: ProductImages
    /// The address of the site; `nil` if it is not known.
    private let site: String?
    /// The locales that readers can choose; `nil` for all that have messages.
    private let offered: [LocaleIdentifier]?
    /// A hash of the pages' files.
    let version: String

    private static let table = "Page"

    /// The page loads and runs only what this server serves, and no other page may embed it. Pictures may
    /// come from the sites that records name; these do not learn the address of the page.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http:; font-src 'self'; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// Reads the pages' templates and files.
    init(_ configuration: StorefrontConfiguration) throws(StorefrontError) {
        let folders = configuration.pageFolders
        // The next folder supplies a file that one lacks, but a missing folder is an error.
        for folder in folders where (try? LocalFileSystem().kind(of: folder)) != .folder {
            throw .unreadable(path: folder)
        }
        let reader = LocalizationReader()
        offered = configuration.languages.isEmpty ? nil : configuration.languages
        let languages =
            offered.map(Set.init)
            ?? Set(
                configuration.localizations.flatMap { ((try? reader.locales(inFolder: $0)) ?? [:]).keys })
        do throws(PageError) {
            renderer = try PageRenderer(folders: folders, languages: Array(languages))
        } catch {
            throw StorefrontError(error)
        }
        assets = try PageAssets(folders: folders.map { $0 + "/assets" })
        administrationAssets = try PageAssets(folders: folders.map { $0 + "/administration" })
        images = ProductImages(catalogPaths: configuration.catalogPaths)
        site = configuration.site
        version = FileTree.fingerprint(of: folders).text
    }

    func list(_ search: SearchEndpoints) -> [Endpoint] {
        let siteMap = SiteMap(search: search, site: site)
        return [
            .get("/") { request, context in try await showSearch(request, context, search) },
            .get("/c/{catalog}/{id}") { request, context in try await showRecord(request, context, search) },
            .get("/assets/{name}", .status) { request, context in
                try await assets.response(try context.decoded("name"), to: request)
            },
            .get("/images/{name}") { request, context in
                let slot = SearchEndpoints.Slot(client: context.client, deadline: search.runner.deadline)
                let name = try context.decoded("name")
                return try await images.response(name, to: request) { read in
                    try await search.run(slot) { _ in read() }
                }
            },
            .get("/robots.txt", .status) { _, _ in siteMap.robots },
            .get("/sitemap.xml") { _, context in try await siteMap.index(for: context.client) },
            .get("/sitemap-{part}") { _, context in
                try await siteMap.part(try context.decoded("part"), for: context.client)
            },
        ]
    }

    /// A file that the operators' page loads.
    func administrationAsset(_ name: String, to request: Request) async throws -> EndpointResponse {
        administrationAssets.contains(name)
            ? try await administrationAssets.response(name, to: request)
            : try await assets.response(name, to: request)
    }

    // MARK: What pages share

    /// The address of the site without a path, as a request names it. Clients choose it: no response may show
    /// it, because a cache may send the response to others.
    func namedSite(of request: Request) -> String {
        if let site { return site }
        let authority = request.head.authority ?? ""
        let isHost = authority.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: ":"),
                UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        return isHost && !authority.isEmpty ? "http://" + authority : ""
    }

    /// The parameters of a request for a page. A locale that is not offered is ignored, because a link on
    /// another site may have it.
    func input(_ request: Request) throws(Problem) -> RequestInput {
        try RequestInput(request).offering(offered)
    }

    /// The part of a page that depends on its reader and its address.
    func frame(_ request: Request, _ input: RequestInput, _ search: SearchEndpoints) -> PageFrame {
        let locale = search.languages.locale(parameters: input.parameters, preferred: input.preferredLocales)
        var frame = PageFrame(
            locale: locale,
            texts: search.catalogs.service.localizedTexts.localizer(table: Self.table, in: locale),
            site: site ?? "")
        frame.namesLocale = input.namesLocale
        frame.layout = input.parameters[Self.layoutParameter].flatMap(PageLayout.init(rawValue:)) ?? .list
        for catalog in search.catalogs.service.engine.catalogs {
            frame.currencies[catalog.description.id] = catalog.currencies
        }
        return frame
    }

    /// The parameters by which a reader chooses how all pages are shown.
    static let readerParameters = [RequestName.locale, .currency, .market, .group]

    /// The parameter by which a reader chooses how results are laid out.
    static let layoutParameter = "view"

    /// Everything that the response with a page depends on.
    func key(
        _ searchRequest: ServiceRequest, _ request: Request, _ frame: PageFrame, version: String
    ) -> ResponseCache.Key {
        ResponseCache.Key(searchRequest, request, version: version + self.version + frame.site)
    }

    /// The response with a page that is rendered in a client's slot.
    func rendered(
        _ slot: SearchEndpoints.Slot, _ search: SearchEndpoints, in locale: LocaleIdentifier,
        _ html: @escaping @Sendable () throws -> String
    ) async throws -> EndpointResponse {
        try await search.run(slot) { _ in
            var response = htmlResponse(try html(), in: locale)
            response.deadline = slot.deadline
            return response
        }
    }

    func htmlResponse(_ html: String, in locale: LocaleIdentifier, _ status: HTTPResponse.Status = .ok)
        -> EndpointResponse
    {
        var response = EndpointResponse(html, type: "text/html; charset=utf-8", status: status)
        response.locale = locale
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.referrerPolicy] = "same-origin"
        return response
    }

    /// The page of the search, with a problem instead of results.
    func problemResponse(_ problem: Problem, _ content: PageContent, _ search: SearchEndpoints) throws
        -> EndpointResponse
    {
        var content = content
        content.outcome = .problem(
            problem.message(in: content.frame.locale, search.catalogs.service.localizedTexts))
        var response = htmlResponse(
            try renderer.html(content), in: content.frame.locale, problem.code.status)
        response.headers.append(contentsOf: problem.headers)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension PageFrame {
    /// Sets what a reader chose.
    mutating func adopt(_ request: SearchRequest) {
        currency = request.currency
        market = request.market
        isGrouped = request.isGrouped
    }
}

extension StorefrontError {
    fileprivate init(_ error: PageError) {
        switch error {
        case .unreadableTemplate(let path, _): self = .unreadable(path: path)
        case .malformedTemplate(let path, let line, let column, let reason):
            self = .template(path: path, reason: "\(line):\(column): \(reason)")
        case .unreadableResponse(let reason): self = .template(path: "", reason: reason)
        }
    }
}
