// The request that a command line specifies, checked.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService

extension SearchArguments {
    /// The record members for columns of the catalogs. If a column occurs twice, the later mapping counts.
    func mappedColumns() throws(UsageError) -> [String: String] {
        var columns: [String: String] = [:]
        for map in map {
            columns.merge(
                try OptionValue.read("--map") { () throws(InvalidValue) in try ValueReader.columns(map) }
            ) { _, later in later }
        }
        return columns
    }

    /// The request in a locale. Its scope is an id or a label, and its chain is missing if the command line
    /// has none: both depend on the catalogs.
    ///
    /// - Parameter limit: the number of results if the command line does not specify it.
    func request(in locale: LocaleIdentifier, limit: Int) throws(UsageError) -> ServiceRequest {
        let text = ((query.map { [$0] } ?? []) + words).joined(separator: " ")
        var request = SearchRequest(text, locale: locale)
        request.scope = scope
        request.limit = limit
        try setOrder(&request)
        try setRecords(&request)
        try setCounts(&request)
        if let limit = self.limit { request.limit = try OptionValue.count(limit, of: "--limit") }
        if let offset { request.offset = try OptionValue.count(offset, of: "--offset") }
        if let syntax { request.syntax = try OptionValue.choice(syntax, of: "--syntax") }
        if let match { request.match = try OptionValue.choice(match, of: "--match") }
        if let relax { request.relax = try OptionValue.choice(relax, of: "--relax") }
        if let semanticRatio {
            request.semanticRatio = try OptionValue.read("--semantic-ratio") { () throws(InvalidValue) in
                try ValueReader.ratio(semanticRatio)
            }
        }
        var service = ServiceRequest(request, chain: try locales(), explains: explain)
        service.sumsFacets = sums
        if let buckets { service.facetBuckets = try OptionValue.count(buckets, of: "--buckets") }
        return service
    }

    /// The chain of locales, without duplicates; `nil` if the command line has none.
    private func locales() throws(UsageError) -> [LocaleIdentifier]? {
        guard let chain else { return nil }
        var locales: [LocaleIdentifier] = []
        for name in chain.split(separator: ",", omittingEmptySubsequences: false) {
            let locale = try OptionValue.locale(String(name)).base
            if !locales.contains(locale) { locales.append(locale) }
        }
        return locales
    }

    /// Sets the order of records.
    private func setOrder(_ request: inout SearchRequest) throws(UsageError) {
        request.isReversed = reverse
        if let sort {
            (request.sort, request.order) = try OptionValue.read("--sort") { () throws(InvalidValue) in
                try ValueReader.order(sort)
            }
        }
        if let spread { request.spread = spread == "none" ? .off : .by(AttributeName(spread)) }
        if let atMost {
            request.spreadLimit = try OptionValue.read("--at-most") { () throws(InvalidValue) in
                try ValueReader.positive(atMost)
            }
        }
        for text in prefer {
            request.preferences += try OptionValue.read("--prefer") { () throws(InvalidValue) in
                try ValueReader.preferences(text)
            }
        }
        if let preferences {
            let choice: ServiceRequest.Preferences = try OptionValue.choice(preferences, of: "--preferences")
            request.appliesPreferences = choice == .all
        }
    }

    /// Sets which records are found.
    private func setRecords(_ request: inout SearchRequest) throws(UsageError) {
        if let filter {
            do throws(FilterError) {
                request.filter = try Filter(filter)
            } catch {
                throw UsageError(error.message)
            }
        }
        request.contexts = context
        if let price { request.price = try Self.range(price, of: "--price") }
        request.currency = currency?.uppercased()
        request.market = market
        if let group {
            let choice: ServiceRequest.Grouping = try OptionValue.choice(group, of: "--group")
            request.isGrouped = choice == .auto
        }
        if let year { request.year = try Self.range(year, of: "--year") }
    }

    /// Sets the attributes whose values are counted.
    private func setCounts(_ request: inout SearchRequest) throws(UsageError) {
        if let facets { request.count(facets.split(separator: ",").map(String.init)) }
        if let ranges {
            request.count(
                try OptionValue.read("--ranges") { () throws(InvalidValue) in
                    try ValueReader.ranges(ranges)
                })
        }
    }

    private static func range(_ value: String, of option: String) throws(UsageError) -> NumericRange {
        try OptionValue.read(option) { () throws(InvalidValue) in try ValueReader.range(value) }
    }
}
