// What the rules of the searched catalogs do to one search, contradictions decided.

/// The decisions of the rules that hold for a request. The first rule of a catalog that names a record decides about it.
struct RulePlan: Sendable {
    /// The records of one catalog.
    struct Catalog: Sendable {
        /// The records that are not found.
        var hidden: [String] = []
        /// The place and the rule of each pinned record.
        var pinned: [String: Hit.Placement] = [:]
        /// The rule of each raised record.
        var raised: [String: Hit.Placement] = [:]

        var placed: [String] { Array(pinned.keys) + Array(raised.keys) }

        /// Whether a record's place is decided, and by which rule.
        func placement(of id: String) -> Hit.Placement? { pinned[id] ?? raised[id] }
    }

    /// A pinned record.
    struct Pin: Sendable {
        let catalog: String
        let id: String
        let place: Int
    }

    private(set) var catalogs: [String: Catalog] = [:]
    /// In the order of their places, for the same place in the order of catalogs and rules.
    private(set) var pins: [Pin] = []
    private(set) var applied: [AppliedRule] = []
    /// Whether records are moved; in an order that the reader chose they are not.
    let moves: Bool

    /// The number of records that may be moved.
    var movedCount: Int { moves ? catalogs.values.reduce(0) { $0 + $1.pinned.count + $1.raised.count } : 0 }
    var hasPinned: Bool { !pins.isEmpty }

    /// The plan for a request; `nil` if no rule holds.
    init?(_ query: PreparedQuery, _ parsed: ParsedQuery, _ searched: [CatalogIndex]) throws(SearchError) {
        let request = query.request
        guard request.appliesRules, searched.contains(where: { !$0.rules.rules.isEmpty }) else { return nil }
        moves = request.sort == .relevance && request.order.isEmpty && !request.isReversed
        let words = parsed.wordsForRules
        for catalog in searched where !catalog.rules.rules.isEmpty {
            let locale = request.chain.first { catalog.locales.contains($0) } ?? request.locale.base
            for rule in try catalog.rules.rules(for: request, words: words, locale) {
                add(rule, of: catalog.description.id)
            }
        }
        guard !applied.isEmpty else { return nil }
        // A stable order: places, then catalogs and rules as they come.
        pins = pins.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element)
    }

    private mutating func add(_ rule: SearchRule, of id: String) {
        var catalog = catalogs[id] ?? Catalog()
        var result = AppliedRule(catalog: id, id: rule.id)
        let decided = Set(catalog.hidden).union(catalog.placed)
        for pin in rule.pinned {
            if decided.contains(pin.id) {
                result.overruled.append(pin.id)
            } else {
                catalog.pinned[pin.id] = Hit.Placement(rule: rule.id, place: pin.place)
                pins.append(Pin(catalog: id, id: pin.id, place: pin.place))
                result.pinned.append(pin.id)
            }
        }
        for record in rule.hidden {
            if decided.contains(record) {
                result.overruled.append(record)
            } else {
                catalog.hidden.append(record)
                result.hidden.append(record)
            }
        }
        for record in rule.raised {
            if decided.contains(record) {
                result.overruled.append(record)
            } else {
                catalog.raised[record] = Hit.Placement(rule: rule.id)
                result.raised.append(record)
            }
        }
        catalogs[id] = catalog
        applied.append(result)
    }
}

extension PreparedQuery {
    /// The number of best matches of each segment that are needed, with those that rules move away.
    var keeping: Int {
        let wanted = request.keeping
        guard wanted > 0, let rules else { return wanted }
        let (sum, overflows) = wanted.addingReportingOverflow(rules.movedCount)
        return overflows ? Int.max : sum
    }

    /// The query with the pinned records as matches of each word.
    var addingPinned: PreparedQuery {
        var query = self
        query.addsPinned = rules?.hasPinned ?? false
        query.partial?.forget()
        return query
    }

    /// Applies the rules to the records of one catalog.
    mutating func apply(_ rules: RulePlan.Catalog) {
        if !rules.hidden.isEmpty { restrict(to: .not(.records(rules.hidden))) }
        if addsPinned, !rules.pinned.isEmpty {
            let pinned = PreparedFilter.Node.records(Array(rules.pinned.keys))
            for index in words.indices {
                words[index].preparedConditions =
                    words[index].preparedConditions.map { .any([$0, pinned]) } ?? pinned
            }
        }
    }

    /// Finds only records that meet a condition.
    mutating func restrict(to node: PreparedFilter.Node) {
        filter = PreparedFilter(filter, adding: node, for: request)
        // What was found before was not restricted.
        partial?.forget()
    }
}

extension PreparedFilter.Node {
    /// The records with these ids.
    static func records(_ ids: [String]) -> Self {
        .condition(
            PreparedCondition(
                attribute: .id,
                test: .equals(ids.map { PreparedValue(text: PreparedText(exactly: $0)) })))
    }
}
