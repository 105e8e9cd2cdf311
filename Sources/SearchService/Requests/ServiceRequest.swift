// The request of a client, and how it is read from JSON or parameters.

public import CatalogSearch
internal import JSON
internal import Localization
internal import ProgramTexts

/// The request of a client, with defaults for missing members.
public struct ServiceRequest: Hashable, Sendable {
    /// The search. Its chain is ignored: see ``chain``.
    public var request: SearchRequest
    /// The locales to search, in order; `nil` to negotiate them.
    public var chain: [LocaleIdentifier]?
    /// Whether each hit says why it was found.
    public var explains: Bool
    /// The contents of the response.
    public var returned: Returned
    /// The client's preferred locales, best first, for negotiating the chain; empty for the service's own.
    public var preferredLocales: [LocaleIdentifier] = []
    /// The locale of the response's texts, numbers and dates; `nil` for the locale that is searched. A page
    /// for operators shows a search in one language to readers of another.
    public var textsLocale: LocaleIdentifier?
    /// The most values of each counted attribute; 20 if `nil`.
    public var facetLimit: Int?
    /// Lists only values of counted attributes whose id or label begins with this; see
    /// ``FacetRequest/prefix``.
    public var facetPrefix: String?
    /// How many ranges of equal width counted numbers and dates have, see ``FacetRequest/buckets``.
    public var facetBuckets = 0
    /// Whether counted numbers are added up, see ``FacetRequest/sums``.
    public var sumsFacets = false
    /// Whether each hit has the locale of each of its texts, for markup.
    public var tellsLocales = false
    /// The most Unicode scalars of a text in a hit: longer texts are cropped around their matches, at word
    /// boundaries. 0 for whole texts.
    public var crop = 0
    /// The markup of matches, in addition to the plain texts; `nil` for none.
    public var highlight: Highlight?

    /// Queries of other clients, which suggestions include if they find something; `nil` for no such list.
    public var offered: [OfferedQuery]?

    /// A markup of matches.
    public enum Highlight: String, Hashable, Sendable, CaseIterable {
        /// Escaped HTML with `mark` elements.
        case html
    }

    /// Whether records are grouped.
    package enum Grouping: String, Hashable, Sendable, CaseIterable {
        /// By the attributes that the catalogs declare.
        case auto
        /// Each record is a hit of its own.
        case none
    }

    /// Which preferences apply.
    package enum Preferences: String, Hashable, Sendable, CaseIterable {
        /// Those of the catalogs and of the request.
        case all
        /// Those of the request only.
        case request
    }

    /// The contents of a response.
    public enum Returned: String, Hashable, Sendable, CaseIterable {
        /// Hits with their texts.
        case hits
        /// Ids only, for clients that store the records themselves.
        case ids
        /// Completions and corrections of the query.
        case suggestions
    }

    public init(
        _ request: SearchRequest, chain: [LocaleIdentifier]? = nil, explains: Bool = false,
        returned: Returned = .hits
    ) {
        self.request = request
        self.chain = chain
        self.explains = explains
        self.returned = returned
    }

    /// Reads a JSON request. Unknown members are refused.
    init(_ value: JSONValue, _ defaults: ServiceRequest) throws(RequestError) {
        guard value.kind == .object else { throw RequestError("RequestNotObject") }
        self = defaults
        var hasQuery = false
        for (name, value) in value.members {
            // Sidecars spell the name with a space.
            let name = name.string == "at most" ? RequestName.atMost.rawValue : name.string ?? ""
            let known = try Self.known(name, among: RequestName.search)
            guard !value.isNull else { continue }
            try set(known, JSONMember(name: known.rawValue, value: value))
            hasQuery = hasQuery || known == .query
        }
        guard hasQuery else { throw RequestError("RequestWithoutQuery") }
    }

    /// Reads parameters such as those of a URL. Lists are separated by commas; flags are `true` or `false`.
    /// The last of several with the same name wins; empty ones are ignored; unknown ones are refused. The
    /// locale is read first, so that errors can be worded in it.
    ///
    /// - Parameter names: the known names.
    mutating func read(
        parameters: some Sequence<(name: String, value: String)>, names: Set<RequestName>
    ) throws(RequestError) {
        let parameters = parameters.map(Parameter.init)
        for parameter in parameters
        where parameter.name == RequestName.locale.rawValue && !parameter.value.isEmpty {
            try set(.locale, parameter)
        }
        for parameter in parameters {
            let name = try Self.known(parameter.name, among: names)
            if name != .locale, !parameter.value.isEmpty { try set(name, parameter) }
        }
    }

    private static func known(_ name: String, among names: Set<RequestName>) throws(RequestError)
        -> RequestName
    {
        guard let known = RequestName(rawValue: name), names.contains(known) else {
            throw RequestError(unknown: name, known: names.names)
        }
        return known
    }

    private mutating func set(_ name: RequestName, _ member: some RequestMember) throws(RequestError) {
        switch name {
        case .query: request.query = try member.text()
        case .syntax: request.syntax = try member.choice()
        case .match: request.match = try member.choice()
        case .locale: request.locale = try member.locale()
        case .chain:
            var locales: [LocaleIdentifier] = []
            let names = try member.list(
                limit: SearchRequest.maximumChainLength, excess: "TooManyLocales: %ld")
            for name in names {
                let locale = try member.read { () throws(InvalidValue) in try ValueReader.locale(name) }
                locales.append(locale.base)
            }
            guard !locales.isEmpty else { throw member.wrongType("TypeList") }
            chain = locales
        case .scope: request.scope = try member.text()
        case .limit: request.limit = try member.count()
        case .offset: request.offset = try member.count()
        case .catalogs:
            request.catalogs = try member.list(
                limit: SearchRequest.maximumCatalogCount, excess: "TooManyCatalogs: %ld")
        case .fields:
            request.fields = try member.list(
                limit: SearchRequest.maximumFieldCount, excess: "TooManyFields: %ld"
            ).map { FieldName($0) }
        case .sort:
            let text = try member.text()
            (request.sort, request.order) = try member.read { () throws(InvalidValue) in
                try ValueReader.order(text)
            }
        case .filter: request.filter = try member.filter()
        case .spread:
            let name = try member.text()
            request.spread = name == "none" ? .off : .by(AttributeName(name))
        case .atMost: request.spreadLimit = try member.positive()
        case .prefer: request.preferences = try member.preferences()
        case .context:
            request.contexts += try member.list(
                limit: SearchRule.maximumContextCount, excess: "TooManyContexts: %ld")
        case .preferences:
            let choice: Preferences = try member.choice()
            request.appliesPreferences = choice == .all
        case .moment:
            let text = try member.text()
            guard let moment = Instant(text) else { throw member.wrongType("TypeDate") }
            request.moment = moment
        case .facets:
            request.count(try member.list(limit: FacetRequest.maximumCount, excess: "TooManyFacets: %ld"))
        case .ranges:
            let text = try member.text()
            request.count(try member.read { () throws(InvalidValue) in try ValueReader.ranges(text) })
        case .buckets: facetBuckets = try member.count()
        case .sums: sumsFacets = try member.flag()
        case .facetLimit: facetLimit = try member.count()
        case .prefix: facetPrefix = try member.text()
        case .reverse: request.isReversed = try member.flag()
        case .explain: explains = try member.flag()
        case .returns: returned = try member.choice()
        case .price: request.price = try member.range()
        case .currency: request.currency = try member.text().uppercased()
        case .market: request.market = try member.text()
        case .group:
            let choice: Grouping = try member.choice()
            request.isGrouped = choice == .auto
        case .year: request.year = try member.range()
        case .relax: request.relax = try member.choice()
        case .vector: request.vector = try member.vector()
        case .semanticRatio: request.semanticRatio = try member.ratio()
        case .crop: crop = try member.count()
        case .highlight: highlight = try member.choice()
        }
    }
}

/// A query of other clients that can be suggested.
public struct OfferedQuery: Hashable, Sendable {
    public var query: String
    /// Whether many more clients than usual send it.
    public var isTrending: Bool

    /// A query, and whether many more clients than usual send it.
    public init(_ query: String, isTrending: Bool = false) {
        self.query = query
        self.isTrending = isTrending
    }
}
