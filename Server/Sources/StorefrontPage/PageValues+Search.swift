// The values of the page of a search.

internal import CatalogSearch
internal import Localization

extension PageValues {
    /// The values for a search and its outcome.
    init(_ content: PageContent, languages: [LanguageOption]) throws(PageError) {
        var address = PageAddress(
            query: content.query, locale: content.frame.locale, layout: content.frame.layout)
        if case .response = content.outcome {
            address.scope = content.scope
            address.filters = content.filters
            address.currency = content.frame.currency
            address.market = content.frame.market
            address.isGrouped = content.frame.isGrouped
            address.order = content.order
            address.offset = Self.bounded(content.offset, from: 0)
        }
        self.init(content.frame, address, languages)
        members["limit"] = .number(Self.bounded(content.limit, from: 1))
        members["languageFields"] = fields { $0 != "locale" && $0 != "offset" }
        members["orderFields"] = fields { $0 != "sort" && $0 != "offset" }
        members["formAction"] = "/"
        members["first"] = .number(address.offset + 1)
        setEmpty()
        setLayouts()
        setDropped(content.dropped)
        try setOffers(content)
        let query = content.query.trimmed
        var title = query
        var isCategory = address.filters.isEmpty
        var found: SearchResponse?
        switch content.outcome {
        case .response(let json):
            let page = try PageResponse(json: json)
            if query.isEmpty { title = subject(of: page.response) }
            isCategory = isCategory || isNode(page.response)
            found = page.response
            set(
                page, limit: Self.bounded(content.limit, from: 1),
                lookedUp: content.lookedUp, unsortable: content.unsortable)
        case .problem(let problem): members["problem"] = .text(problem)
        }
        // There are unlimited queries, filters and orders; the results themselves are listed as records.
        let isListed = query.isEmpty && isCategory && address.order == PageOrder()
        setHead(
            Description(
                title: title, text: title.isEmpty ? words.text("PageDescription") : "",
                path: address.textForAnyReader, shown: words.shownLocale, isListed: isListed), languages)
        if isListed, let found { setListData(found) }
    }

    /// Describes the records and the breadcrumbs of a page that search engines list.
    private mutating func setListData(_ response: SearchResponse) {
        let first = address.with {
            $0.scope = SearchResults.allScopes
            $0.filters = PageFilters()
            $0.offset = 0
        }
        var way = response.scopes.filter { $0.id == SearchResults.allScopes }.map { ($0.label, first) }
        if let scope = response.scopes.first(where: { $0.id == address.scope }),
            scope.id != SearchResults.allScopes
        {
            way.append((scope.label, first.with { $0.scope = scope.id }))
        }
        if let name = address.filters.choices.first?.key,
            let nodes = response.facets?.first(where: { $0.name == name })?.path
        {
            way += nodes.map { node in
                (
                    node.label,
                    first.with {
                        $0.scope = address.scope
                        $0.filters = $0.filters.choosing(node.value, of: name)
                    }
                )
            }
        }
        let crumbs = way.map { label, address in
            (name: label, path: frame.namesLocale ? address.text : address.textForAnyReader)
        }
        let data = ListData(response.hits, crumbs: crumbs, offset: address.offset, site: frame.site)
        members["listData"] = data.map { .text($0.json) }
    }

    /// What a page without a query shows: its scope, and the value of each filter that has one.
    private func subject(of response: SearchResponse) -> String {
        let scope = response.scopes.first {
            $0.id == response.scope && $0.id != SearchResults.allScopes
        }?.label
        let values = (response.facets ?? []).compactMap { facet -> String? in
            guard case .values(let chosen)? = address.filters.choices[facet.name], chosen.count == 1 else {
                return nil
            }
            return facet.path?.last?.label ?? facet.values?.first { $0.selected }?.label
        }
        return ([scope].compactMap(\.self) + values).joined(separator: " · ")
    }

    /// Whether the only filter is a node of a tree, as in the links of breadcrumbs.
    private func isNode(_ response: SearchResponse) -> Bool {
        guard address.filters.choices.count == 1, let (name, choice) = address.filters.choices.first,
            case .values(let chosen) = choice, chosen.count == 1
        else { return false }
        return response.facets?.contains { $0.name == name && !($0.path ?? []).isEmpty } ?? false
    }

    /// Sets the layouts to choose from, each with the address of this page in that layout.
    private mutating func setLayouts() {
        members["grid"] = .flag(address.layout == .grid)
        members["layouts"] = .list(
            PageLayout.allCases.map { layout in
                .object([
                    "id": .text("view-" + layout.rawValue),
                    "label": .text(words.text(layout == .list ? "LayoutList" : "LayoutGrid")),
                    "href": .text(address.with { $0.layout = layout }.text),
                    "current": .flag(layout == address.layout),
                ])
            })
    }

    /// Reports which filters of the address no longer exist.
    private mutating func setDropped(_ filters: [String]) {
        guard !filters.isEmpty else { return }
        let names = filters.map { words.text("Quoted: %@", $0) }
        members["dropped"] = .text(
            words.text("FiltersGone: %@", names.joined(separator: words.text("ListSeparator"))))
    }

    /// Sets what readers can continue with if the page has nothing.
    private mutating func setOffers(_ content: PageContent) throws(PageError) {
        guard let json = content.offers else { return }
        let offers = try SearchResponse(json: json)
        members["offers"] = hits(offers)
        members["hasOffers"] = .flag(!offers.hits.isEmpty)
        members["offersLabel"] = .text(words.text(content.areOffersSimilar ? "SimilarLabel" : "PopularLabel"))
    }

    /// Limits a number so that the sum of two cannot overflow.
    private static func bounded(_ number: Int, from least: Int) -> Int {
        min(max(number, least), Int(Int32.max))
    }

    private mutating func setEmpty() {
        members["label"] = ""
        for name in [
            "scopes", "moreScopes", "hits", "pages", "orders", "facets", "chips", "filterFields", "banners",
        ] {
            members[name] = []
        }
        for name in [
            "unsearched", "partial", "popular", "ordered", "hasMoreScopes", "paged", "filterable", "chosen",
        ] {
            members[name] = false
        }
        members["shown"] = ""
        members["clearHref"] = .text(address.home.text)
    }

    private mutating func set(
        _ page: PageResponse, limit: Int, lookedUp: [AttributeName: String], unsortable: Set<AttributeName>
    ) {
        let response = page.response
        members["label"] = .text(response.label)
        members["total"] = .text(words.count(response.total))
        setScopes(response)
        setOrders(response, unsortable)
        setFilters(response, lookedUp: lookedUp)
        let notes = [response.relaxed.map(words.relaxed), response.meaning, response.wordsAlone].compactMap(
            \.self)
        members["relaxed"] = notes.isEmpty ? nil : .text(notes.joined(separator: " "))
        members["unsearched"] = .flag(response.unsearched != nil)
        members["partial"] = .flag(response.partial ?? false && response.unsearched == nil)
        members["popular"] = .flag(
            address.query.trimmed.isEmpty && address.filters.isEmpty && address.order == PageOrder()
                && !response.hits.isEmpty)
        setBanners(response.data ?? [])
        members["hits"] = hits(response)
        members["help"] = page.help.map { help($0, response) }
        setPages(response, limit)
    }

    /// Sets what the shop's rules say. Of several rules that lead elsewhere the first one decides.
    private mutating func setBanners(_ data: [SearchResponse.RuleData]) {
        let target = data.compactMap(\.data.redirect).first?.text
        members["redirect"] = target.map { .text($0) }
        members["banners"] = .list(
            data.compactMap { data in
                guard let text = data.data.text, !text.isEmpty else { return nil }
                let address = data.data.address?.text
                return .object([
                    "label": .text(text), "linked": .flag(address != nil), "href": .text(address ?? ""),
                ])
            })
    }

    // MARK: Scopes and orders

    /// How many scopes are shown; further ones are collapsed.
    private static let scopeLimit = 8

    private mutating func setScopes(_ response: SearchResponse) {
        // The current scope is never collapsed.
        var shown: [TemplateValue] = []
        var folded: [TemplateValue] = []
        for scope in response.scopes {
            let isCurrent = scope.id == response.scope
            guard scope.count > 0 || isCurrent || scope.id == SearchResults.allScopes else { continue }
            let value = TemplateValue.object([
                "id": .text(scope.id), "label": .text(scope.label), "count": .text(words.count(scope.count)),
                "href": .text(
                    address.with {
                        $0.scope = scope.id
                        $0.offset = 0
                    }.text),
                "current": .flag(isCurrent),
            ])
            if shown.count < Self.scopeLimit || isCurrent {
                shown.append(value)
            } else {
                folded.append(value)
            }
        }
        members["scopes"] = .list(shown)
        members["moreScopes"] = .list(folded)
        members["hasMoreScopes"] = .flag(!folded.isEmpty)
    }

    /// Offers orders by relevance, and by each ordered attribute of the records found, in both directions.
    private mutating func setOrders(_ response: SearchResponse, _ unsortable: Set<AttributeName>) {
        var orders = [order(PageOrder(), words.text("OrderRelevance"))]
        func add(_ name: String, _ label: String, reversed: String) {
            orders.append(order(PageOrder(name, isReversed: false), label))
            orders.append(order(PageOrder(name, isReversed: true), reversed))
        }
        if response.total > 0 || address.order.sort == .title {
            add(
                SearchRequest.SortOrder.title.rawValue, words.text("OrderTitle"),
                reversed: words.text("OrderTitleReversed"))
        }
        if address.order.place != nil { orders.append(order(address.order, words.text("OrderNearest"))) }
        let chosen = address.order.attributes
        for facet in response.facets ?? []
        where (facet.count > 0 || chosen.contains(facet.attribute)) && !unsortable.contains(facet.name) {
            let name = facet.attribute
            let label = facet.label
            if facet.name == .price {
                add(name, words.text("OrderPrice"), reversed: words.text("OrderPriceReversed"))
            } else if facet.name == .year {
                add(name, words.text("OrderYear"), reversed: words.text("OrderYearReversed"))
            } else if facet.isDate {
                add(
                    name, words.text("OrderDate: %@", label),
                    reversed: words.text("OrderDateReversed: %@", label))
            } else if facet.hasRange {
                add(
                    name, words.text("OrderNumber: %@", label),
                    reversed: words.text("OrderNumberReversed: %@", label))
            } else if chosen.contains(name) {
                // Offered only if the address has it, because few readers sort by a text.
                add(
                    name, words.text("OrderText: %@", label),
                    reversed: words.text("OrderTextReversed: %@", label))
            }
        }
        // The first place that a catalog declares is that of its stores, or of what it sells.
        let place = response.facets?.first { $0.isPlace && $0.count > 0 && !unsortable.contains($0.name) }
        members["near"] = place.map { .object(["attribute": .text($0.attribute)]) }
        members["ordered"] = .flag(orders.count > 1)
        members["orders"] = .list(orders)
    }

    private func order(_ order: PageOrder, _ label: String) -> TemplateValue {
        .object([
            "value": .text(order.text), "label": .text(label), "selected": .flag(order == address.order),
        ])
    }

    // MARK: Pages

    /// How many pages before and after the current one have links, besides the first and the last.
    private static let nearPages = 2
    /// The greatest position of a result that the server pages to.
    private static let depth = 10_000

    private mutating func setPages(_ response: SearchResponse, _ limit: Int) {
        let last = address.offset + response.hits.count
        guard address.offset > 0 || last < response.total else { return }
        if !response.hits.isEmpty {
            members["shown"] = .text(
                words.text(
                    "Shown: %1$@ %2$@ %3$@", words.count(address.offset + 1), words.count(last),
                    words.count(response.total)))
        }
        func href(_ offset: Int) -> TemplateValue { .text(address.with { $0.offset = offset }.text) }
        let current = address.offset / limit
        let count = (min(response.total, Self.depth) + limit - 1) / limit
        var pages: [TemplateValue] = []
        var previous = -1
        for page in 0..<max(count, 1)
        where page == 0 || page == count - 1 || abs(page - current) <= Self.nearPages {
            pages.append(
                .object([
                    "number": .text(words.count(page + 1)), "href": href(page * limit),
                    "current": .flag(page == current), "gap": .flag(page > previous + 1),
                ]))
            previous = page
        }
        members["pages"] = .list(pages)
        members["paged"] = true
        if address.offset > 0 { members["previousHref"] = href(max(0, address.offset - limit)) }
        if last < response.total, !response.hits.isEmpty, address.offset + limit < Self.depth {
            members["nextHref"] = href(address.offset + limit)
        }
    }

    // MARK: Nothing found

    /// Help for a reader who found nothing: links to searches that find something, and popular records.
    private func help(_ help: PageResponse.Help, _ response: SearchResponse) -> TemplateValue {
        func link(_ label: String, _ count: Int, _ change: (inout PageAddress) -> Void) -> TemplateValue {
            .object([
                "label": .text(label), "count": .text(words.count(count)),
                "href": .text(
                    address.with {
                        $0.offset = 0
                        change(&$0)
                    }.text),
            ])
        }
        func group(_ heading: String, _ links: [TemplateValue]) -> TemplateValue? {
            links.isEmpty ? nil : .object(["heading": .text(words.text(heading)), "links": .list(links)])
        }
        let own = response.scope
        let unfiltered = link(words.text("ClearFilters"), help.unfiltered) { $0.filters = PageFilters() }
        let groups = [
            group("FiltersLabel", help.unfiltered > 0 ? [unfiltered] : []),
            group(
                "MeantLabel",
                help.suggestions.corrections.map { one in link(one.query, one.count) { $0.query = one.query }
                }),
            group(
                "OtherScopesLabel",
                response.scopes.filter { $0.id != own && $0.count > 0 }.prefix(Self.scopeLimit).map { one in
                    link(one.label, one.count) { $0.scope = one.id }
                }),
            group(
                "FewerWordsLabel",
                help.words.map { one in link(one.query, one.count) { $0.query = one.query } }),
            group(
                "OtherLanguagesLabel",
                help.languages.compactMap { one in
                    LocaleIdentifier(one.locale).map { locale in
                        link(words.nameOfLanguage(one.locale), one.count) {
                            $0.locale = locale
                            $0.scope = SearchResults.allScopes
                        }
                    }
                }),
        ]
        return .object([
            "groups": .list(groups.compactMap(\.self)), "popular": hits(help.popular),
            "hasPopular": .flag(!help.popular.hits.isEmpty),
        ])
    }
}
