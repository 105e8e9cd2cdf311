// A filter with its values in the types of the attributes, and its texts folded for a request.

internal import ICU
internal import Support

/// A filter as segments evaluate it.
struct PreparedFilter: Sendable {
    /// The parts of a filter.
    indirect enum Node: Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        case condition(PreparedCondition)
        /// The first of some nodes that holds decides; false if none does.
        case firstOf([Decision])
    }

    /// A node that decides where no earlier one does.
    struct Decision: Sendable {
        let node: Node
        /// What it decides.
        let holds: Bool
    }

    /// A part of the filter. All parts must hold.
    struct Part: Sendable {
        /// The only attribute that it names; `nil` if there are several, or if it is forced.
        let attribute: AttributeName?
        let node: Node
        /// Whether it has a forced condition, see ``Filter/Condition/isForced``.
        var isForced = false
    }

    /// The parts. All must hold.
    private(set) var parts: [Part] = []
    /// The attributes that the request counts values of.
    let counted: Set<AttributeName>

    /// The parts that every facet respects.
    var common: [Node] { parts.filter { !isOwn($0) }.map(\.node) }

    /// The parts that the facets of all attributes but this one respect, besides ``common``.
    func others(than attribute: AttributeName?) -> [Node] {
        parts.filter { isOwn($0) && $0.attribute != attribute }.map(\.node)
    }

    /// The parts on one attribute that stand alone.
    func own(_ attribute: AttributeName) -> [Node] { parts.filter { $0.attribute == attribute }.map(\.node) }

    /// The forced parts; `nil` if there are none.
    var forced: PreparedFilter? {
        let forced = parts.filter(\.isForced)
        return forced.isEmpty ? nil : PreparedFilter(parts: forced, counted: [])
    }

    private func isOwn(_ part: Part) -> Bool { part.attribute.map(counted.contains) ?? false }

    /// A filter that was prepared elsewhere.
    init(parts: [Part], counted: Set<AttributeName>) {
        self.parts = parts
        self.counted = counted
    }

    /// Prepares the filter of a request, and its ranges of prices and years; `nil` if it has none.
    ///
    /// - Throws: `SearchError.unknownAttribute`, `.filter`, `.icu`; `.damagedIndex`.
    init?(_ request: SearchRequest, _ searched: [CatalogIndex], _ engine: SearchEngine) throws(SearchError) {
        var filters: [Filter] = request.filter.map { [$0] } ?? []
        if let price = request.price { filters.append(.range(.price, price)) }
        if let year = request.year { filters.append(.range(.year, year)) }
        guard !filters.isEmpty else { return nil }
        counted = Set(request.facets.map(\.attribute))
        do throws(FilterError) {
            for filter in filters { try filter.checkLimits() }
        } catch {
            throw .filter(error)
        }
        let preparer = FilterPreparer(request, searched, engine)
        for filter in filters { try add(filter, preparer) }
    }

    /// Prepares a filter that is no part of a request's filter.
    ///
    /// - Throws: as ``init(_:_:_:)`` does.
    static func node(
        _ filter: Filter, _ request: SearchRequest, _ searched: [CatalogIndex], _ engine: SearchEngine
    ) throws(SearchError) -> Node {
        var names: Set<AttributeName> = []
        return try FilterPreparer(request, searched, engine).node(filter, &names)
    }

    /// The same for a filter of a catalog; `nil` where it cannot be used, which is no fault of the request.
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

    /// A filter that also wants a condition, which every facet respects.
    init(_ filter: PreparedFilter?, adding node: Node, for request: SearchRequest) {
        counted = filter?.counted ?? Set(request.facets.map(\.attribute))
        parts = (filter?.parts ?? []) + [Part(attribute: nil, node: node)]
    }

    private mutating func add(_ filter: Filter, _ preparer: FilterPreparer) throws(SearchError) {
        if case .all(let filters) = filter {
            for filter in filters { try add(filter, preparer) }
            return
        }
        var names: Set<AttributeName> = []
        let node = try preparer.node(filter, &names)
        let isForced = filter.hasForced
        parts.append(
            Part(attribute: names.count == 1 && !isForced ? names.first : nil, node: node, isForced: isForced)
        )
    }
}

/// A condition with its values in all types that the attribute has in the searched catalogs.
struct PreparedCondition: Sendable {
    enum Test: Sendable {
        case exists
        case equals([PreparedValue])
        case range(lower: Bound?, upper: Bound?)
        case place(PlaceTest)
    }

    struct Bound: Sendable {
        let value: PreparedValue
        let isIncluded: Bool
    }

    let attribute: AttributeName
    let test: Test
}

/// A value of a condition in every type that it can have.
struct PreparedValue: Sendable {
    var text: PreparedText?
    var number: DecimalNumber?
    var date: Instant?
    var boolean: Bool?
    var place: Coordinates?
}

/// A text that is compared with ids and labels.
struct PreparedText: Sendable {
    /// The text in canonical form.
    let id: String
    /// Whether only values with this id match, because there are some.
    let isExact: Bool
    /// The text folded for each locale of the chain; empty if ``isExact``.
    private(set) var forms: [FoldedWord] = []

    /// A text that only equal ids match.
    init(exactly id: String) {
        self.id = id
        isExact = true
    }

    /// A text that ids and labels match by the foldings of a request's locales.
    init(folding id: String, for request: SearchRequest) throws(SearchError) {
        self.id = id
        isExact = false
        for locale in request.chain.withoutDuplicates { forms.append(try FoldedWord(id, locale)) }
    }

    /// A text that was prepared elsewhere.
    init(id: String, isExact: Bool, forms: [FoldedWord]) {
        self.id = id
        self.isExact = isExact
        self.forms = forms
    }

    /// Whether the text is the id of a scope or catalog or a label of it, or their beginning.
    func names(
        _ id: String, of attribute: AttributeName, _ query: PreparedQuery, byPrefix: Bool = false
    ) -> Bool {
        let id = AttributeCoding.canonical(id)
        if isExact { return id == self.id }
        return forms.contains { form in
            form.matches(id, byPrefix: byPrefix)
                || query.attributes.ids(of: attribute, form, query.request, byPrefix: byPrefix).contains(id)
        }
    }
}

/// A text in both foldings of a locale.
struct FoldedWord: Sendable {
    let locale: LocaleIdentifier
    let folding: Folding
    let standard: [UInt8]
    let search: [UInt8]

    /// Folds a text.
    init(_ text: String, _ locale: LocaleIdentifier) throws(SearchError) {
        folding = try mappingError(SearchError.icu) { () throws(ICUError) in try Folding(locale) }
        self.locale = locale
        standard = folding.standard.folded(text)
        search = folding.search.folded(text)
    }

    /// Whether a text of the locale is equal in one of the foldings, or begins with this one.
    func matches(_ text: String, byPrefix: Bool = false) -> Bool {
        func holds(_ folded: [UInt8], _ own: [UInt8]) -> Bool {
            guard !own.isEmpty else { return false }
            return byPrefix ? folded.starts(with: own) : folded == own
        }
        return holds(folding.standard.folded(text), standard) || holds(folding.search.folded(text), search)
    }
}

extension Filter {
    /// The filter of a range of numbers.
    static func range(_ attribute: AttributeName, _ range: NumericRange) -> Filter {
        switch (range.lower, range.upper) {
        case (nil, nil): .attribute(attribute, .exists)
        case (let lower?, nil): .attribute(attribute, .isAtLeast(.number(lower)))
        case (nil, let upper?): .attribute(attribute, .isAtMost(.number(upper)))
        case (let lower?, let upper?): .attribute(attribute, .isBetween(.number(lower), .number(upper)))
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
        let types = try engine.types(of: condition.attribute)
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

    /// A value in all of the types that it can have.
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

extension AttributeType {
    /// Whether values have an order, so that a filter can ask for a range of them.
    public var isOrdered: Bool { self == .number || self == .date }
}
