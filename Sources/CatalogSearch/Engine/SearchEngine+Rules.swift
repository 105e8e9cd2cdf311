// Applies rules to a search, and places the records that they pin.

internal import ICU

extension SearchEngine {
    /// Prepares a request with the rules that hold for it.
    func ruledQuery(
        _ checked: CheckedRequest, _ searched: [CatalogIndex]
    ) throws(SearchError) -> PreparedQuery {
        let parsed = try parsed(checked)
        let rules = try HoldingRules(checked.request, parsed, searched.map(\.ruled))
        guard !rules.list.isEmpty else { return try query(checked, searched, parsed: parsed) }
        let (replacing, replaced) = try parsed.replacingWords(rules)
        var query = try query(checked, searched, parsed: replacing, preferencesOfRules: rules.preferences)
        query.rules = try RulePlan(rules, replaced, query, searched.map(\.description)) {
            (filter) throws(SearchError) in
            try PreparedFilter.usableNode(filter, query.request, searched, self)
        }
        query.placements = query.rules?.placements
        return query
    }

    /// The first results with pinned records at their positions.
    ///
    /// - Parameter found: the best matches in order: the wanted number, plus the number of pins.
    func placed(_ found: Matches) throws(SearchError) -> [Candidate] {
        let query = found.queries[0]
        guard let rules = query.rules, rules.placements.moves else { return found.candidates }
        var matches = found.candidates
        for index in matches.indices { matches[index].placement = rules.placement(of: matches[index]) }
        guard !found.pinned.isEmpty else { return matches }
        var candidates = found.pinned[...]
        try source.addTitleKeys(to: &candidates, found.queries)
        let best = Dictionary(grouping: try Self.sorted(candidates)) { $0.pin ?? -1 }
        // Pins by filters do not use records that are pinned by their ids.
        var taken = Set(rules.pins.flatMap { $0.id == nil ? [] : best[$0.number] ?? [] }.map(\.reference))
        // The record of a group that is moved first represents the group.
        var groups: Set<GroupOfCatalog> = []
        var pinned: [Candidate] = []
        for pin in rules.pins {
            for var candidate in best[pin.number] ?? []
            where (pin.id != nil || !taken.contains(candidate.reference)) && candidate.isFirst(of: &groups) {
                taken.insert(candidate.reference)
                candidate.placement = pin.placement
                pinned.append(candidate)
                break
            }
        }
        // The records of a group may come from several segments.
        let keys = Set(pinned.map(\.reference))
        let others = matches.filter { !keys.contains($0.reference) && $0.isFirst(of: &groups) }
        return Self.joined(pinned[...], others, count: query.keepingResults)
    }

    /// Places pinned records at their positions: at the next free one if another pin has it, and at the end
    /// if there are too few records.
    private static func joined(
        _ pinned: ArraySlice<Candidate>, _ others: [Candidate], count: Int
    ) -> [Candidate] {
        var pinned = pinned
        var others = others[...]
        var result: [Candidate] = []
        while result.count < count {
            if let next = pinned.first, next.placement?.position ?? 0 <= result.count + 1 || others.isEmpty {
                result.append(next)
                pinned.removeFirst()
            } else if let next = others.popFirst() {
                result.append(next)
            } else {
                break
            }
        }
        return result
    }
}

extension CatalogIndex {
    /// The facts that its rules depend on.
    var ruled: HoldingRules.Catalog { .init(description: description, rules: rules, locales: locales) }
}

extension RulePlan {
    /// The rule that raised or buried a match; `nil` if none did.
    fileprivate func placement(of candidate: SearchEngine.Candidate) -> Hit.Placement? {
        guard let move = candidate.match.move, let moves = moves[candidate.match.rank.catalog],
            moves.indices.contains(move)
        else { return nil }
        return moves[move]
    }
}

extension SearchEngine.Candidate {
    /// The ids of its record.
    var reference: RecordReference { .init(catalog: match.rank.catalog, id: match.rank.id) }
}
