// A filter with its values in the types of the attributes, and its texts folded for a request.

internal import ICU
internal import Support

/// A filter as segments evaluate it.
struct PreparedFilter: Sendable {
    /// A node of a filter.
    indirect enum Node: Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        case condition(PreparedCondition)
        /// The first of these nodes that holds decides; false if none holds.
        case firstOf([Decision])
    }

    /// A node that decides if no earlier one does.
    struct Decision: Sendable {
        let node: Node
        /// The decision.
        let holds: Bool
    }

    /// A part of the filter. All parts must hold.
    struct Part: Sendable {
        /// The only attribute that it names; `nil` if it names several, or is forced.
        let attribute: AttributeName?
        let node: Node
        /// Whether it has a forced condition, see ``Filter/Condition/isForced``.
        var isForced = false
    }

    /// The parts. All must hold.
    private(set) var parts: [Part] = []
    /// The attributes whose values the request counts.
    let counted: Set<AttributeName>

    /// The parts that every facet respects.
    var common: [Node] { parts.filter { !isOwn($0) }.map(\.node) }

    /// The parts, besides ``common``, that facets of other attributes than this one respect.
    func others(than attribute: AttributeName?) -> [Node] {
        parts.filter { isOwn($0) && $0.attribute != attribute }.map(\.node)
    }

    /// The parts that name only this attribute.
    func own(_ attribute: AttributeName) -> [Node] { parts.filter { $0.attribute == attribute }.map(\.node) }

    /// The forced parts; `nil` if there are none.
    var forced: PreparedFilter? {
        let forced = parts.filter(\.isForced)
        return forced.isEmpty ? nil : PreparedFilter(parts: forced, counted: [])
    }

    private func isOwn(_ part: Part) -> Bool { part.attribute.map(counted.contains) ?? false }

    init(parts: [Part], counted: Set<AttributeName>) {
        self.parts = parts
        self.counted = counted
    }

    /// A filter with an additional condition that every facet respects.
    init(_ filter: PreparedFilter?, adding node: Node, for request: SearchRequest) {
        counted = filter?.counted ?? Set(request.facets.map(\.attribute))
        parts = (filter?.parts ?? []) + [Part(attribute: nil, node: node)]
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
    /// Whether only values with this id match, because some value has it.
    let isExact: Bool
    /// The text folded for each locale of the chain; empty if ``isExact``.
    private(set) var forms: [FoldedWord] = []

    /// A text that matches only equal ids.
    init(exactly id: String) {
        self.id = id
        isExact = true
    }

    /// A text that matches ids and labels by the foldings of a request's locales.
    init(folding id: String, for request: SearchRequest) throws(SearchError) {
        self.id = id
        isExact = false
        for locale in request.chain.withoutDuplicates { forms.append(try FoldedWord(id, locale)) }
    }

    init(id: String, isExact: Bool, forms: [FoldedWord]) {
        self.id = id
        self.isExact = isExact
        self.forms = forms
    }

    /// Whether the text is an id or a label of a scope or catalog or, with `byPrefix`, begins one.
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

    init(_ text: String, _ locale: LocaleIdentifier) throws(SearchError) {
        folding = try mappingError(SearchError.icu) { () throws(ICUError) in try Folding(locale) }
        self.locale = locale
        standard = folding.standard.folded(text)
        search = folding.search.folded(text)
    }

    /// Whether a text of the locale is equal in one of the foldings or, with `byPrefix`, begins with this
    /// one.
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

extension AttributeType {
    /// Whether values have an order, so that a filter can have a range of them.
    public var isOrdered: Bool { self == .number || self == .date }
}
