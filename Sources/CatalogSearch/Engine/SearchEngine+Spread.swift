// Puts hits with the same value of an attribute on different pages.
//
// The order is divided into blocks of whole pages. Each page of a block takes, from the hits that earlier
// pages left, first those within the limit; then it repeats this with a fresh limit until it is full. So a
// block keeps its hits, and all of its pages are computed alike.

extension SearchEngine {
    /// Whether a request limits the values on a page.
    ///
    /// - Throws: `SearchError.unknownAttribute`, `.unspreadable` for the attribute of the request.
    func isSpread(_ request: SearchRequest, _ searched: [CatalogIndex]) throws(SearchError) -> Bool {
        if case .by(let name) = request.spread {
            _ = try types(of: name)
            guard !AttributeName.builtIn.contains(name) || Spread.builtIn.contains(name) else {
                throw .unspreadable(name.rawValue)
            }
        }
        return searched.contains { $0.description.spread(for: request) != nil }
    }

    /// Moves matches in order after others of their block, if a page has too many hits with their values.
    ///
    /// - Parameter candidates: the best matches, each group once: all matches through the block of the page.
    func spread(_ candidates: [Candidate], _ request: SearchRequest) throws(SearchError) -> [Candidate] {
        let block = request.spreadBlock
        let start = request.offset / block * block
        guard start < candidates.count else { return candidates }
        var own = Array(candidates[start...])
        try source.addSpreadValues(to: &own, request)
        let order = SpreadOrder(own, request)
        var result = Array(candidates[..<start])
        var rest = own.indices
        while !rest.isEmpty {
            result += order.spread(rest.prefix(block), pages: request.spreadPage).map { own[$0] }
            rest = rest.dropFirst(block)
        }
        return result
    }
}

/// The order of the hits of a block.
private struct SpreadOrder {
    private struct Value: Hashable {
        let attribute: AttributeName
        let value: String
    }

    private struct Entry {
        let values: [Int]
        let limit: Int
        /// Rules precede limits: a pinned record stays, and no record comes before one in a better tier.
        let isPinned: Bool
        let tier: Rank.Tier
    }

    private var entries: [Entry] = []

    init(_ candidates: [SearchEngine.Candidate], _ request: SearchRequest) {
        var numbers: [Value: Int] = [:]
        entries = candidates.map { candidate in
            let spread = candidate.catalog.description.spread(for: request)
            let values = candidate.spreadValues.map { text in
                let value = Value(attribute: spread?.attribute ?? .id, value: text)
                let number = numbers[value] ?? numbers.count
                numbers[value] = number
                return number
            }
            return Entry(
                values: values, limit: spread?.atMost ?? 1, isPinned: candidate.placement?.position != nil,
                tier: candidate.match.rank.tier)
        }
    }

    /// The indexes of a block's hits in their new order.
    ///
    /// - Parameter length: the number of hits of a page.
    func spread(_ block: Range<Int>, pages length: Int) -> [Int] {
        var result: [Int] = []
        var pending = block.filter { !entries[$0].isPinned }
        var rest = block
        while !rest.isEmpty {
            let page = rest.prefix(length)
            rest = rest.dropFirst(length)
            var counts: [Int: Int] = [:]
            for value in page.filter({ entries[$0].isPinned }).flatMap({ entries[$0].values }) {
                counts[value, default: 0] += 1
            }
            let wanted = page.count(where: { !entries[$0].isPinned })
            var chosen: [Int] = []
            while chosen.count < wanted { chosen += next(wanted - chosen.count, of: &pending, &counts) }
            var moved = chosen[...]
            result += page.map { entries[$0].isPinned ? $0 : moved.removeFirst() }
        }
        return result
    }

    /// Takes the next hits of the first tier: all if there are at most `wanted`.
    ///
    /// - Parameter counts: how many hits of the page have each value.
    private func next(_ wanted: Int, of pending: inout [Int], _ counts: inout [Int: Int]) -> [Int] {
        let tier = entries[pending[0]].tier
        var seen = counts
        var first = 0
        var rounds: [(round: Int, index: Int)] = []
        for index in pending {
            let entry = entries[index]
            guard entry.tier == tier, first < wanted else { break }
            let round = entry.values.map { seen[$0, default: 0] / entry.limit }.max() ?? 0
            for value in entry.values { seen[value, default: 0] += 1 }
            if round == 0 { first += 1 }
            rounds.append((round, index))
        }
        rounds.sort { ($0.round, $0.index) < ($1.round, $1.index) }
        let chosen = rounds.prefix(wanted).map(\.index)
        for value in chosen.flatMap({ entries[$0].values }) { counts[value, default: 0] += 1 }
        pending.replaceSubrange(..<rounds.count, with: rounds.dropFirst(wanted).map(\.index).sorted())
        return chosen
    }
}

extension LocalRecords {
    func addSpreadValues(
        to candidates: inout [SearchEngine.Candidate], _ request: SearchRequest
    ) throws(SearchError) {
        for index in candidates.indices {
            let candidate = candidates[index]
            guard let spread = candidate.catalog.description.spread(for: request) else { continue }
            candidates[index].spreadValues = try candidate.catalog.damageNamed { () throws(SegmentError) in
                try Interruption.check()
                return try candidate.segment.spellings(of: spread.attribute, of: candidate.match.record)
                    ?? [candidate.catalog.description.id]
            }
        }
    }
}

extension IndexedSegment {
    /// The values of a record, each once; `nil` for `catalog`, whose value is the catalog's id.
    fileprivate func spellings(
        of name: AttributeName, of record: Int
    ) throws(SegmentError) -> [String]? {
        switch name {
        case .catalog: return nil
        case .scope: return try records.scope(of: record).map { [$0] } ?? []
        case .year: return try records.year(of: record).map { [String($0)] } ?? []
        default:
            guard let column = attributes.column(name) else { return [] }
            var found: [String] = []
            try column.forEachOwnValue(of: record) { value throws(SegmentError) in
                found.append(
                    column.type == .text ? try column.text(value).id : try column.value(value).spelling)
            }
            return found.withoutDuplicates
        }
    }
}
