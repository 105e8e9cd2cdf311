// Prepares filters by the attributes of the searched catalogs.

internal import ICU
internal import Support

extension PreparedFilter {
    /// Prepares the filter of a request, and its ranges of prices and years; `nil` if it has none.
    ///
    /// - Throws: `SearchError.unknownAttribute`, `.filter`, `.icu`; `.damagedIndex`.
    init?(_ request: SearchRequest, _ searched: [CatalogIndex], _ engine: SearchEngine) throws(SearchError) {
        var filters: [Filter] = request.filter.map { [$0] } ?? []
        if let price = request.price { filters.append(.range(.price, price)) }
        if let year = request.year { filters.append(.range(.year, year)) }
        guard !filters.isEmpty else { return nil }
        do throws(FilterError) {
            for filter in filters { try filter.checkLimits() }
        } catch {
            throw .filter(error)
        }
        let preparer = FilterPreparer(request, searched, engine)
        var parts: [Part] = []
        for filter in filters { parts += try preparer.parts(of: filter) }
        self.init(parts: parts, counted: Set(request.facets.map(\.attribute)))
    }

    /// Prepares a filter that is not part of a request's filter.
    ///
    /// - Throws: as ``init(_:_:_:)`` does.
    static func node(
        _ filter: Filter, _ request: SearchRequest, _ searched: [CatalogIndex], _ engine: SearchEngine
    ) throws(SearchError) -> Node {
        var names: Set<AttributeName> = []
        return try FilterPreparer(request, searched, engine).node(filter, &names)
    }

    /// The same for a filter of a catalog; `nil` if it cannot be used: the request is not to blame for it.
    static func usableNode(
        _ filter: Filter, _ request: SearchRequest, _ searched: [CatalogIndex], _ engine: SearchEngine
    ) throws(SearchError) -> Node? {
        guard (try? filter.checkLimits()) != nil else { return nil }
        do throws(SearchError) {
            return try node(filter, request, searched, engine)
        } catch {
            switch error {
            case .unknownAttribute, .filter: return nil
            default: throw error
            }
        }
    }
}

/// Prepares the conditions of a filter.
private struct FilterPreparer {
    private let request: SearchRequest
    private let searched: [CatalogIndex]
    private let engine: SearchEngine

    init(_ request: SearchRequest, _ searched: [CatalogIndex], _ engine: SearchEngine) {
        self.request = request
        self.searched = searched
        self.engine = engine
    }

    /// The parts of a filter that must all hold.
    func parts(of filter: Filter) throws(SearchError) -> [PreparedFilter.Part] {
        var parts: [PreparedFilter.Part] = []
        if case .all(let filters) = filter {
            for filter in filters { parts += try self.parts(of: filter) }
            return parts
        }
        var names: Set<AttributeName> = []
        let node = try node(filter, &names)
        let isForced = filter.hasForced
        let attribute = names.count == 1 && !isForced ? names.first : nil
        return [PreparedFilter.Part(attribute: attribute, node: node, isForced: isForced)]
    }

    func node(
        _ filter: Filter, _ names: inout Set<AttributeName>
    ) throws(SearchError) -> PreparedFilter.Node {
        switch filter {
        case .all(let filters):
            var nodes: [PreparedFilter.Node] = []
            for filter in filters { nodes.append(try node(filter, &names)) }
            return .all(nodes)
        case .any(let filters):
            var nodes: [PreparedFilter.Node] = []
            for filter in filters { nodes.append(try node(filter, &names)) }
            return .any(nodes)
        case .not(let filter): return .not(try node(filter, &names))
        case .condition(let condition):
            names.insert(condition.attribute)
            return .condition(try prepared(condition))
        }
    }

    private func prepared(_ condition: Filter.Condition) throws(SearchError) -> PreparedCondition {
        let types = try engine.types(of: condition.attribute, for: request)
        if condition.test.comparesOrder, !types.contains(where: \.isOrdered) {
            throw .filter(
                FilterError(.notOrdered(condition.attribute, types[0]), position: condition.position))
        }
        if case .place = condition.test, !types.contains(.place) {
            throw .filter(
                FilterError(.notPlaces(condition.attribute, types[0]), position: condition.position))
        }
        func value(_ value: AttributeValue) throws(SearchError) -> PreparedValue {
            try prepared(value, types, condition)
        }
        func bound(_ limit: AttributeValue, _ isIncluded: Bool) throws(SearchError) -> PreparedCondition.Bound
        {
            PreparedCondition.Bound(value: try value(limit), isIncluded: isIncluded)
        }
        let test: PreparedCondition.Test
        switch condition.test {
        case .exists: test = .exists
        case .place(let wanted): test = .place(wanted)
        case .equals(let wanted): test = .equals([try value(wanted)])
        case .isOneOf(let wanted):
            var values: [PreparedValue] = []
            for wanted in wanted { values.append(try value(wanted)) }
            test = .equals(values)
        case .isLess(let limit): test = .range(lower: nil, upper: try bound(limit, false))
        case .isAtMost(let limit): test = .range(lower: nil, upper: try bound(limit, true))
        case .isGreater(let limit): test = .range(lower: try bound(limit, false), upper: nil)
        case .isAtLeast(let limit): test = .range(lower: try bound(limit, true), upper: nil)
        case .isBetween(let lower, let upper):
            test = .range(lower: try bound(lower, true), upper: try bound(upper, true))
        }
        return PreparedCondition(attribute: condition.attribute, test: test)
    }

    /// A value in all types that it can have.
    private func prepared(
        _ value: AttributeValue, _ types: [AttributeType], _ condition: Filter.Condition
    ) throws(SearchError) -> PreparedValue {
        var prepared = PreparedValue()
        var isUsable = false
        for type in types where !condition.test.comparesOrder || type.isOrdered {
            guard let typed = value.type == type ? value : AttributeValue(value.spelling, type) else {
                continue
            }
            isUsable = true
            switch typed {
            case .text(let id, _) where condition.isForced:
                prepared.text = PreparedText(exactly: canonical(id, condition.attribute))
            case .text(let id, _): prepared.text = try text(id, condition.attribute)
            case .number(let number): prepared.number = number
            case .date(let date): prepared.date = date
            case .boolean(let flag): prepared.boolean = flag
            case .place(let place): prepared.place = place
            }
        }
        guard isUsable else {
            let type = types.first { !condition.test.comparesOrder || $0.isOrdered } ?? types[0]
            throw .filter(
                FilterError(
                    .wrongType(condition.attribute, value: value.spelling, type), position: condition.position
                ))
        }
        return prepared
    }

    /// A text as the ids of an attribute are spelled.
    private func canonical(_ id: String, _ attribute: AttributeName) -> String {
        AttributeCoding.canonical(id, isPath: searched.contains { $0.attributes.hasPaths(attribute) })
    }

    private func text(_ text: String, _ attribute: AttributeName) throws(SearchError) -> PreparedText {
        let id = canonical(text, attribute)
        if attribute == .id { return PreparedText(exactly: id) }
        return try engine.source.haveValue(id, of: attribute, in: searched)
            ? PreparedText(exactly: id) : PreparedText(folding: id, for: request)
    }
}
