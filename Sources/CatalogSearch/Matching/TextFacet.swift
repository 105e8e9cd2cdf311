// Counts of texts, or of true and false, among matches: of one attribute, in all segments.

internal import ICU
internal import Support

/// The counts of an attribute's values, by id.
struct TextFacet {
    /// A counted value.
    struct Entry {
        var count = 0
        /// The displayed label. Of several labels, the one with the smallest bytes: the result must not
        /// depend on segments.
        var label: String
    }

    private let request: FacetRequest
    private let locale: LocaleIdentifier
    /// Whether the values are paths. Then one level of them is listed.
    let isTree: Bool
    /// The beginning of the wanted labels, folded.
    let prefix: PreparedText?
    var entries: [String: Entry] = [:]
    /// The ids in the filter, with their labels; of a tree also ids that no record has, without a label.
    var selected: [String: String] = [:]
    private var isBoolean = false
    /// The counts of the first segment, until there is a second.
    private var only: Part?

    init(_ facet: FacetRequest, _ request: SearchRequest, isTree: Bool) throws(SearchError) {
        self.request = facet
        self.isTree = isTree
        locale = request.locale
        if let prefix = facet.prefix, !prefix.isEmpty {
            self.prefix = try PreparedText(folding: AttributeCoding.canonical(prefix), for: request)
        } else {
            prefix = nil
        }
    }

    /// Adds the matches of a scope or a catalog.
    ///
    /// - Parameter isMet: whether it is listed although no match counts yet, because groups are counted
    ///   later.
    mutating func add(
        _ id: String, _ count: Int, _ query: PreparedQuery, _ name: AttributeName, _ segment: IndexedSegment,
        isMet: Bool = false
    ) throws(SegmentError) {
        let id = AttributeCoding.canonical(id)
        let label = query.attributes.label(of: id, own: [:], name, for: query.request)
        for text in query.selectedTexts(of: name) where text.names(id, of: name, query) {
            selected[id] = label
        }
        if let prefix, !prefix.names(id, of: name, query, byPrefix: true) { return }
        if count > 0 || isMet { add(id, count, label) }
    }

    private mutating func add(_ id: String, _ count: Int, _ label: @autoclosure () -> String) {
        if entries[id]?.count != nil {
            entries[id]!.count += count
            let label = label()
            if label.utf8.lexicographicallyPrecedes(entries[id]!.label.utf8) { entries[id]!.label = label }
        } else {
            entries[id] = Entry(count: count, label: label())
        }
    }

    /// Adds the matches in a segment.
    ///
    /// - Parameters:
    ///   - counts: the number of matches with each value.
    ///   - met: the values of all matches, if matches are grouped; then each group counts once for values
    ///     with the same id.
    mutating func add(
        _ counts: [Int], _ column: AttributeColumn, _ segment: IndexedSegment, _ set: RecordSet,
        _ query: PreparedQuery, met: RecordSet? = nil
    ) throws(SegmentError) {
        // Records with coordinates are counted, but coordinates are not listed.
        if column.type == .place { return }
        let name = request.attribute
        if column.type == .boolean {
            isBoolean = true
            for (value, count) in counts.enumerated() where met?.contains(value) ?? (count > 0) {
                add(try column.value(value).spelling, count, "")
            }
            for flag in query.selectedFlags(of: name) { selected[flag ? "true" : "false"] = "" }
            return
        }
        for text in query.selectedTexts(of: name) {
            try segment.values(text, of: name, column, query).forEach { value throws(SegmentError) in
                selected[try column.text(value).id] = try segment.label(of: value, name, column, query)
            }
        }
        let listed = isTree ? try listedNodes(query.selectedTexts(of: name), column) : nil
        let part = Part(
            segment: segment, column: column, counts: counts, set: set, query: query,
            wanted: try prefix.map { text throws(SegmentError) in
                try segment.values(text, of: name, column, query, byPrefix: true)
            } ?? listed, met: met)
        if only == nil, entries.isEmpty {
            only = part
        } else {
            try addOnly()
            try add(part)
        }
    }

    /// The counts in one segment.
    private struct Part {
        let segment: IndexedSegment
        let column: AttributeColumn
        /// By value.
        let counts: [Int]
        /// The counted records.
        let set: RecordSet
        let query: PreparedQuery
        /// The values to list; `nil` for all.
        let wanted: RecordSet?
        /// The values that matches have, if ``counts`` counts groups.
        let met: RecordSet?

        func counts(_ value: Int) -> Bool {
            (met?.contains(value) ?? (counts[value] > 0)) && wanted?.contains(value) ?? true
        }

        /// Calls `body` with the values to count, ascending.
        func forEachValue(_ body: (Int) throws(SegmentError) -> Void) throws(SegmentError) {
            if let wanted {
                try wanted.forEach { value throws(SegmentError) in if counts(value) { try body(value) } }
            } else {
                for value in counts.indices where counts(value) { try body(value) }
            }
        }
    }

    /// Adds the counts of the only segment so far to those by id.
    mutating func addOnly() throws(SegmentError) {
        guard let part = only else { return }
        only = nil
        try add(part)
    }

    private mutating func add(_ part: Part) throws(SegmentError) {
        let name = request.attribute
        let column = part.column
        let hasOwnLabels = try part.segment.hasOwnLabels(name, column)
        var interruption = Interruption()
        try part.forEachValue { value throws(SegmentError) in
            try interruption.count()
            let (id, labels) = try column.text(value)
            // Nodes of one level have the labels of their last components.
            let label =
                isTree && prefix == nil
                ? part.query.attributes.listedLabel(of: id, own: labels, name, for: part.query.request)
                : part.query.attributes.label(of: id, own: labels, name, for: part.query.request)
            guard hasOwnLabels, column.hasLists, part.met == nil else {
                add(id, part.counts[value], label)
                return
            }
            // Several values of a record may have the same id: it counts once.
            let same = try column.values(withID: id)
            let isFirst = same.first(where: part.counts) == value
            let count =
                !isFirst
                ? 0
                : same.count == 1
                    ? part.counts[value]
                    : part.set.countOfIntersection(try column.records(withValues: same))
            add(id, count, label)
        }
    }

    /// The values to list if there is only one segment, the order is by count, and no record has labels:
    /// texts of other values are not read.
    private func resultOfOnly() throws(SegmentError) -> (values: [FacetCounts.Value], others: Int)? {
        guard let only, request.order != .label,
            try !only.segment.hasOwnLabels(request.attribute, only.column)
        else { return nil }
        var candidates: [(value: Int, count: Int)] = []
        try only.forEachValue { candidates.append(($0, only.counts[$0])) }
        // Values are in the order of their ids.
        let limit = request.limit
        var best = BestValues<Int>(limit)
        if limit > 0 { for candidate in candidates { best.insert(candidate.count) } }
        let least = limit == 0 ? Int.max : best.least ?? 0
        let more = candidates.count { $0.count > least }
        var equal = limit - more
        var listed: [(value: Int, count: Int)] = []
        var others = 0
        var missing = selected
        for candidate in candidates {
            let isChosen = candidate.count > least || candidate.count == least && equal > 0
            if isChosen, candidate.count == least { equal -= 1 }
            var isSelected = false
            if !selected.isEmpty {
                let id = try only.column.text(candidate.value).id
                isSelected = selected[id] != nil
                missing[id] = nil
            }
            if isChosen || isSelected { listed.append(candidate) } else { others += 1 }
        }
        try listed.sortInterruptibly { $0.count == $1.count ? $0.value < $1.value : $0.count > $1.count }
        var values: [FacetCounts.Value] = []
        for candidate in listed {
            let id = try only.column.text(candidate.value).id
            let label = try only.segment.label(
                of: candidate.value, request.attribute, only.column, only.query)
            values.append(value(id, label, candidate.count, isSelected: selected[id] != nil))
        }
        return (values + unfound(missing), others)
    }

    /// The selected values that no match has.
    private func unfound(_ missing: [String: String]) -> [FacetCounts.Value] {
        guard prefix == nil else { return [] }
        return missing.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            value($0.key, $0.value, 0, isSelected: true)
        }
    }

    /// Writes all counted values.
    mutating func write(to part: inout FacetPart) throws(SegmentError) {
        try addOnly()
        part.texts = entries.map { .init(id: $0.key, label: $0.value.label, count: $0.value.count) }
        part.selected = selected
        part.isBoolean = isBoolean
    }

    /// Counts groups that have a value, if it is listed.
    mutating func raise(_ name: String, by count: Int) {
        entries[AttributeCoding.canonical(name)]?.count += count
    }

    /// Adds the counts of a shard.
    mutating func add(_ part: FacetPart) {
        for text in part.texts { add(text.id, text.count, text.label) }
        selected.merge(part.selected) { own, other in
            if own.isEmpty || other.isEmpty { return own.isEmpty ? other : own }
            return other.utf8.lexicographicallyPrecedes(own.utf8) ? other : own
        }
        isBoolean = isBoolean || part.isBoolean
    }

    /// The values to list, and the number of others.
    mutating func result() throws(SegmentError) -> (values: [FacetCounts.Value], others: Int) {
        if let result = try resultOfOnly() { return result }
        try addOnly()
        var list = entries.map { (id: $0.key, entry: $0.value) }
        if request.order == .label, !isBoolean {
            let collator: Collator
            collator = try mappingError(SegmentError.icu) { () throws(ICUError) in
                try TitleCollators.collator(locale)
            }
            let keyed = list.map { (item: $0, key: collator.sortKey($0.entry.label)) }.sorted {
                $0.key == $1.key
                    ? $0.item.id.utf8.lexicographicallyPrecedes($1.item.id.utf8)
                    : $0.key.lexicographicallyPrecedes($1.key)
            }
            list = keyed.map(\.item)
        } else {
            try list.sortInterruptibly {
                $0.entry.count == $1.entry.count
                    ? $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) : $0.entry.count > $1.entry.count
            }
        }
        var listed: [FacetCounts.Value] = []
        var others = 0
        var missing = selected
        for (place, item) in list.enumerated() {
            let isSelected = missing.removeValue(forKey: item.id) != nil
            guard place < request.limit || isSelected else {
                others += 1
                continue
            }
            listed.append(value(item.id, item.entry.label, item.entry.count, isSelected: isSelected))
        }
        return (listed + unfound(missing), others)
    }

    func value(_ id: String, _ label: String, _ count: Int, isSelected: Bool) -> FacetCounts.Value {
        isBoolean
            ? .init(value: .boolean(id == "true"), label: nil, count: count, isSelected: isSelected)
            : .init(value: .text(id), label: label, count: count, isSelected: isSelected)
    }
}

extension PreparedQuery {
    /// The values in the parts of the filter that concern only one attribute.
    private func selectedValues(of name: AttributeName) -> [PreparedValue] {
        func values(_ node: PreparedFilter.Node) -> [PreparedValue] {
            switch node {
            case .all(let nodes), .any(let nodes): nodes.flatMap(values)
            case .not, .firstOf: []
            case .condition(let condition):
                if case .equals(let wanted) = condition.test { wanted } else { [] }
            }
        }
        return filter?.own(name).flatMap(values) ?? []
    }

    func selectedTexts(of name: AttributeName) -> [PreparedText] {
        selectedValues(of: name).compactMap(\.text)
    }

    func selectedFlags(of name: AttributeName) -> [Bool] { selectedValues(of: name).compactMap(\.boolean) }
}
