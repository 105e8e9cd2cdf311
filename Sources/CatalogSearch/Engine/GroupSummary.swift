// Facts about all records of a group, matching or not: the colors to choose from, and the lowest price.

extension Hit {
    /// All records of a hit's group that its reader may find, see ``CatalogDescription/group``.
    public struct Group: Hashable, Sendable {
        /// The number of records, at least 1.
        public var count = 0
        /// The lowest and the highest price in the currency and for the market of the request; `nil` if none
        /// has a price, or if the prices are in several currencies.
        public var prices: PriceRange?
        /// The text attributes in which the records differ, in the catalog's order, each with at most
        /// ``Hit/maximumVariantCount`` values, sorted by the bytes of their ids. Empty for more than
        /// ``countedLimit`` records.
        public var attributes: [Hit.Attribute] = []

        /// The most records whose texts are listed. Larger groups are not variants of a product.
        public static let countedLimit = 1_000
    }

    /// The lowest and the highest of some prices in one currency.
    public struct PriceRange: Hashable, Sendable {
        public var lowest: Price
        public var highest: Price
    }
}

/// Collects facts about the records of a group from all segments and shards.
struct GroupSummary: Hashable, Sendable {
    var count = 0
    private(set) var lowest: Price?
    private(set) var highest: Price?
    /// The currencies of prices, at most two: prices in several currencies are not compared.
    private(set) var currencies: Set<String> = []
    /// The labels of values, by their ids, for each attribute.
    private(set) var labels: [AttributeName: [String: String]] = [:]

    init(
        count: Int = 0, lowest: Price? = nil, highest: Price? = nil, currencies: Set<String> = [],
        labels: [AttributeName: [String: String]] = [:]
    ) {
        self.count = count
        self.lowest = lowest
        self.highest = highest
        self.currencies = currencies
        self.labels = labels
    }

    mutating func add(_ price: Price) {
        if lowest.map({ price.precedes($0) }) ?? true { lowest = price }
        if highest.map({ $0.precedes(price) }) ?? true { highest = price }
        if currencies.count < 2 { currencies.insert(price.currency) }
    }

    /// Adds a value. Records of a group may have different labels for it; the bytes of the labels decide.
    mutating func add(_ id: String, label: String, of name: AttributeName) {
        let known = labels[name]?[id]
        guard known.map({ label.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true else { return }
        labels[name, default: [:]][id] = label
    }

    mutating func add(_ other: GroupSummary) {
        count += other.count
        for price in [other.lowest, other.highest] { if let price { add(price) } }
        currencies.formUnion(other.currencies)
        for (name, values) in other.labels {
            for (id, label) in values { add(id, label: label, of: name) }
        }
    }

    /// The summary for readers.
    func group(of catalog: CatalogDescription) -> Hit.Group {
        var group = Hit.Group(count: count)
        if let lowest, let highest, currencies.count == 1 {
            group.prices = Hit.PriceRange(lowest: lowest, highest: highest)
        }
        guard count <= Hit.Group.countedLimit else { return group }
        for attribute in catalog.attributes {
            guard let values = labels[attribute.name], values.count > 1 else { continue }
            let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            group.attributes.append(
                Hit.Attribute(
                    name: attribute.name,
                    values: sorted.prefix(Hit.maximumVariantCount).map { id, label in
                        Hit.Attribute.Value(value: .text(id), label: label)
                    }))
        }
        return group
    }
}

extension Price {
    /// Whether it is lower; of equal amounts the spelling decides, so that the order of records does not
    /// matter.
    fileprivate func precedes(_ other: Price) -> Bool {
        if amount != other.amount { return amount < other.amount }
        return (currency, spelling, market ?? "") < (other.currency, other.spelling, other.market ?? "")
    }
}

extension CatalogDescription {
    /// The attributes whose texts tell the records of a group apart, and that readers may filter by.
    fileprivate var distinguishing: [Attribute] {
        attributes.filter { $0.type == .text && $0.isShown && $0.isFacet && $0.name != group }
    }
}

extension LocalRecords {
    /// Facts about all records of some groups that a reader may find: forced conditions and rules apply.
    ///
    /// - Parameter query: the query, or the first one of those that replace it.
    func summaries(
        of groups: [ShardGroup], _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [GroupSummary] {
        var found = Dictionary(groups.map { ($0, GroupSummary()) }) { first, _ in first }
        var visible = query.withOnlyForced
        visible.placements = query.placements
        visible.placements?.addsPinned = false
        for catalog in catalogs {
            let keys = groups.filter { $0.catalog == catalog.description.id }.map(\.key)
            guard !keys.isEmpty, let attribute = catalog.description.groupAttribute else { continue }
            var query = catalog.adapted(visible)
            query.restrict(to: .groups(keys, by: attribute))
            _ = try forEachSegment(of: [catalog]) { catalog, segment throws(SegmentError) in
                try segment.summarize(&found, catalog.description, attribute, query)
            }
        }
        return groups.map { found[$0] ?? GroupSummary() }
    }

    /// The same for the groups of matches; `nil` without a group.
    func summaries(
        of positions: ArraySlice<SearchEngine.Candidate>, _ query: PreparedQuery
    ) throws(SearchError) -> [GroupSummary?] {
        var groups: [(number: Int, group: ShardGroup)] = []
        for (number, position) in positions.enumerated() {
            if let group = try position.shardGroup() { groups.append((number, group)) }
        }
        var found = [GroupSummary?](repeating: nil, count: positions.count)
        guard !groups.isEmpty else { return found }
        var known: Set<String> = []
        let catalogs = positions.map(\.catalog).filter { known.insert($0.description.id).inserted }
        let summaries = try summaries(of: groups.map(\.group), query, in: catalogs)
        for (summary, group) in zip(summaries, groups) { found[group.number] = summary }
        return found
    }
}

extension SearchEngine.Candidate {
    /// The group of the record; `nil` without a group.
    func shardGroup() throws(SearchError) -> ShardGroup? {
        guard match.group != nil else { return nil }
        var key = group
        if key == nil, let attribute = catalog.description.groupAttribute {
            key = try catalog.damageNamed { () throws(SegmentError) -> GroupKey? in
                guard let column = segment.attributes.column(attribute.name), column.type == attribute.type
                else { return nil }
                return try column.groupKey(ofRecord: match.record)
            }
        }
        return key.map { ShardGroup(catalog: catalog.description.id, key: $0) }
    }
}

extension IndexedSegment {
    /// Adds the records of groups that a query matches to the summaries of their groups.
    fileprivate func summarize(
        _ found: inout [ShardGroup: GroupSummary], _ catalog: CatalogDescription,
        _ attribute: CatalogDescription.Attribute, _ query: PreparedQuery
    ) throws(SegmentError) {
        guard let groups = attributes.column(attribute.name), groups.type == attribute.type else { return }
        let texts = catalog.distinguishing.compactMap { attribute in
            attributes.column(attribute.name).flatMap {
                $0.type == .text ? (name: attribute.name, column: $0) : nil
            }
        }
        let choice = query.request.priceChoice
        var interruption = Interruption()
        try matchingRecords(query).all.forEach { record throws(SegmentError) in
            try interruption.count(1 + texts.count)
            guard let key = try groups.groupKey(ofRecord: record) else { return }
            let group = ShardGroup(catalog: catalog.id, key: key)
            guard found[group] != nil else { return }
            found[group]!.count += 1
            if let price = try records.price(of: record, choice) { found[group]!.add(price) }
            guard found[group]!.count <= Hit.Group.countedLimit else { return }
            for (name, column) in texts {
                try column.forEachOwnValue(of: record) { value throws(SegmentError) in
                    let (id, own) = try column.text(value)
                    let label = query.attributes.label(of: id, own: own, name, for: query.request)
                    found[group]!.add(id, label: label, of: name)
                }
            }
        }
    }
}

extension PreparedFilter.Node {
    /// The records of some groups.
    static func groups(_ keys: [GroupKey], by attribute: CatalogDescription.Attribute) -> Self {
        .condition(
            PreparedCondition(attribute: attribute.name, test: .equals(keys.map(\.preparedValue))))
    }
}

extension GroupKey {
    /// The value in a condition.
    fileprivate var preparedValue: PreparedValue {
        switch self {
        case .text(let bytes):
            PreparedValue(text: PreparedText(exactly: String(decoding: bytes, as: UTF8.self)))
        case .number(let number): PreparedValue(number: number)
        }
    }
}
