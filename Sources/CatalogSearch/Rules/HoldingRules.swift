// Which rules of the searched catalogs hold for a request, and what they decide.

internal import ICU

/// The rules of the searched catalogs that hold for a request, in the order in which they decide.
struct HoldingRules: Sendable {
    /// What the rules of a catalog depend on.
    struct Catalog: Sendable {
        let description: CatalogDescription
        let rules: RuleIndex
        /// The locales in which its records have texts.
        let locales: Set<LocaleIdentifier>
    }

    /// - `locale`: the one by whose folding words are compared.
    private(set) var list: [(catalog: CatalogDescription, locale: LocaleIdentifier, rule: SearchRule)] = []

    /// - Parameter parsed: the query as typed.
    init(_ request: SearchRequest, _ parsed: ParsedQuery, _ searched: [Catalog]) throws(SearchError) {
        guard request.appliesRules else { return }
        let ruled = searched.filter { !$0.rules.rules.isEmpty }
        guard !ruled.isEmpty else { return }
        let words = parsed.wordsForRules
        let conditions = RuleConditions(request, parsed)
        for catalog in ruled {
            let locale = request.chain.first { catalog.locales.contains($0) } ?? request.locale.base
            list += try catalog.rules.rules(for: conditions, words: words, locale).map {
                (catalog.description, locale, $0)
            }
        }
    }

    /// The preferences that the rules give to catalogs, by the catalog's id.
    var preferences: [String: [Preference]] {
        list.reduce(into: [:]) { $0[$1.catalog.id, default: []] += $1.rule.preferences }
    }
}

extension RulePlan {
    /// The plan for a request; `nil` if no rule holds.
    ///
    /// A filter that cannot be used, such as one for an attribute that no catalog declares, changes nothing.
    ///
    /// - Parameters:
    ///   - replaced: what the rules replaced, in their order.
    ///   - query: with the replaced words.
    ///   - searched: the searched catalogs, in order.
    ///   - node: prepares a filter; `nil` if it cannot be used.
    init?(
        _ rules: HoldingRules, _ replaced: [[SearchRule.Substitution]], _ query: PreparedQuery,
        _ searched: [CatalogDescription], node: (Filter) throws(SearchError) -> PreparedFilter.Node?
    ) throws(SearchError) {
        guard !rules.list.isEmpty else { return nil }
        let request = query.request
        self.init()
        placements.moves = request.sort == .relevance && request.order.isEmpty && !request.isReversed
        var decisions: [String: CatalogDecisions] = [:]
        for (number, (description, _, rule)) in rules.list.enumerated() {
            // Its words were typed, but as part of a phrase, or an earlier rule replaces them.
            if rule.onlyReplacesWords, replaced[number].isEmpty { continue }
            var result = AppliedRule(catalog: description.id, id: rule.id)
            try decisions[description.id, default: CatalogDecisions()].add(rule, &result, node)
            result.replaced = replaced[number]
            result.data = rule.data(for: request, description.defaultLocale)
            applied.append(result)
        }
        guard !applied.isEmpty else { return nil }
        for id in searched.map(\.id) {
            guard let own = decisions[id] else { continue }
            let first = pins.count
            pins += own.pins.enumerated().map { position, pin in
                Pin(id: pin.id, placement: pin.placement, number: first + position)
            }
            moves[id] = own.moves.map(\.placement)
            placements.catalogs[id] = own.placements(firstPin: first)
        }
        placements.pinCount = pins.count
        // A stable order: positions, then catalogs and rules as they come.
        pins.sort { ($0.placement.position ?? 0, $0.number) < ($1.placement.position ?? 0, $1.number) }
    }
}

/// The decisions about the records of one catalog, in their order.
private struct CatalogDecisions {
    enum Action {
        case pin
        case hide
        case raise
        case bury
    }

    private var effects: [(action: Action, node: PreparedFilter.Node)] = []
    private var addedFilters: [PreparedFilter.Node] = []
    private(set) var pins: [(id: String?, node: PreparedFilter.Node, placement: Hit.Placement)] = []
    private(set) var moves: [(node: PreparedFilter.Node, placement: Hit.Placement)] = []
    private var decidedIDs: Set<String> = []

    /// Adds the effects of a rule, and notes in `result` those that count.
    mutating func add(
        _ rule: SearchRule, _ result: inout AppliedRule,
        _ node: (Filter) throws(SearchError) -> PreparedFilter.Node?
    ) throws(SearchError) {
        for pin in rule.pinned {
            let placement = Hit.Placement(rule: rule.id, position: pin.position)
            switch pin.target {
            case .id(let id):
                guard decidedIDs.insert(id).inserted else {
                    result.overruled.append(id)
                    continue
                }
                let node = PreparedFilter.Node.records([id])
                effects.append((.pin, node))
                pins.append((id, node, placement))
            case .filter(let filter):
                guard let node = try node(filter) else { continue }
                pins.append((nil, node, placement))
            }
            result.pinned.append(pin.target)
        }
        let placement = Hit.Placement(rule: rule.id)
        result.hidden = try add(.hide, rule.hidden, placement, &result.overruled, node)
        result.raised = try add(.raise, rule.raised, placement, &result.overruled, node)
        result.buried = try add(
            .bury, rule.buried, .init(rule: rule.id, isBuried: true), &result.overruled, node)
        if let filter = rule.addedFilter, let node = try node(filter) {
            addedFilters.append(node)
            result.addedFilter = filter
        }
    }

    /// - Returns: the targets about which no earlier effect decides by id.
    private mutating func add(
        _ action: Action, _ targets: [SearchRule.Target], _ placement: Hit.Placement,
        _ overruled: inout [String], _ node: (Filter) throws(SearchError) -> PreparedFilter.Node?
    ) throws(SearchError) -> [SearchRule.Target] {
        var ids: [String] = []
        var nodes: [PreparedFilter.Node] = []
        var used: [SearchRule.Target] = []
        for target in targets {
            switch target {
            case .id(let id):
                guard decidedIDs.insert(id).inserted else {
                    overruled.append(id)
                    continue
                }
                ids.append(id)
            case .filter(let filter):
                guard let node = try node(filter) else { continue }
                nodes.append(node)
            }
            used.append(target)
        }
        if !ids.isEmpty { nodes.append(.records(ids)) }
        guard !nodes.isEmpty else { return used }
        let node = PreparedFilter.Node.any(nodes)
        effects.append((action, node))
        if action == .raise || action == .bury {
            moves.append((node, placement))
        }
        return used
    }

    /// - Parameter firstPin: the number of the first pin.
    func placements(firstPin: Int) -> CatalogPlacements {
        func records(_ action: Action) -> PreparedFilter.Node? {
            guard effects.contains(where: { $0.action == action }) else { return nil }
            return .firstOf(effects.map { .init(node: $0.node, holds: $0.action == action) })
        }
        var result = CatalogPlacements()
        let restrictions = addedFilters + (records(.hide).map { [.not($0)] } ?? [])
        if !restrictions.isEmpty { result.restriction = .all(restrictions) }
        for (position, pin) in pins.enumerated() {
            if let id = pin.id {
                result.pinned[id] = firstPin + position
            } else {
                result.filterPins.append(.init(number: firstPin + position, node: pin.node))
            }
        }
        result.pinnedRecords = records(.pin)
        result.raised = records(.raise)
        result.buried = records(.bury)
        result.moves = moves.map(\.node)
        return result
    }
}
