// For which requests a rule holds.

internal import ICU

/// What the conditions of rules are compared with.
struct RuleConditions: Sendable {
    let request: SearchRequest
    /// The locale of the request and those above it.
    let lineage: Set<LocaleIdentifier>
    /// The conditions of the request. What it finds meets all of them.
    private let filters: Set<Filter>

    /// - Parameter parsed: the request's query, whose operators are conditions, too.
    init(_ request: SearchRequest, _ parsed: ParsedQuery) {
        self.request = request
        lineage = Set(request.locale.lineage.map(\.base))
        var filters = request.filter?.conjuncts ?? []
        for clause in parsed.clauses {
            let conditions = clause.filters
            guard conditions.count == clause.count else { continue }
            filters += (conditions.count == 1 ? conditions[0] : .any(conditions)).conjuncts
        }
        if let scope = request.scope { filters.append(.attribute(.scope, .equals(.text(scope)))) }
        if let price = request.price { filters += Filter.range(.price, price).conjuncts }
        if let year = request.year { filters += Filter.range(.year, year).conjuncts }
        self.filters = Set(filters.map(\.comparable))
    }

    /// Whether a filter has no condition that the request lacks.
    func include(_ filter: Filter) -> Bool {
        filter.conjuncts.allSatisfy { filters.contains($0.comparable) }
    }
}

extension SearchRule {
    /// Whether the rule holds for a request, whatever its query is.
    func holds(for conditions: RuleConditions) -> Bool {
        let request = conditions.request
        if from != nil || until != nil {
            // Without a time, rules with dates never hold.
            guard let time = request.time, from.map({ $0 <= time }) ?? true, until.map({ time < $0 }) ?? true
            else { return false }
        }
        guard contexts.isEmpty || contexts.contains(where: request.contexts.contains) else { return false }
        guard locales.isEmpty || locales.contains(where: { conditions.lineage.contains($0.base) }) else {
            return false
        }
        return filter.map(conditions.include) ?? true
    }

    /// The data for the reader of a request: in the first locale of the chain that has some, else
    /// in the catalog's default locale.
    func data(for request: SearchRequest, _ defaultLocale: LocaleIdentifier) -> String? {
        switch data {
        case nil: nil
        case .json(let json): json
        case .localized(let texts):
            (request.chain + [defaultLocale]).lazy.compactMap { texts[$0] }.first
        }
    }
}

extension Filter {
    /// The parts that must all hold.
    fileprivate var conjuncts: [Filter] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The filter in a form that is equal for filters of the same parts: values as they are
    /// spelled, alternatives in order.
    fileprivate var comparable: Filter {
        func sorted(_ parts: [Filter]) -> [Filter] {
            parts.map(\.comparable).sorted { $0.description < $1.description }.withoutDuplicates
        }
        func spelled(_ value: AttributeValue) -> AttributeValue { .text(value.spelling) }
        switch self {
        case .all(let parts): return .all(sorted(parts))
        case .any(let parts): return parts.count == 1 ? parts[0].comparable : .any(sorted(parts))
        case .not(let part): return .not(part.comparable)
        case .condition(var condition):
            condition.isForced = false
            switch condition.test {
            case .equals(let value): condition.test = .isOneOf([spelled(value)])
            case .isOneOf(let values):
                condition.test = .isOneOf(
                    values.map(spelled).sorted { $0.spelling < $1.spelling }.withoutDuplicates)
            case .isLess(let value): condition.test = .isLess(than: spelled(value))
            case .isAtMost(let value): condition.test = .isAtMost(spelled(value))
            case .isGreater(let value): condition.test = .isGreater(than: spelled(value))
            case .isAtLeast(let value): condition.test = .isAtLeast(spelled(value))
            case .isBetween(let lower, let upper): condition.test = .isBetween(spelled(lower), spelled(upper))
            case .exists, .place: break
            }
            return .condition(condition)
        }
    }
}
