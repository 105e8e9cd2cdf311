// The rules of a tenant's token: which indexes it may search, and which of their documents.

internal import JSON

/// The rules of a token: the filter of an index, or of all indexes that a pattern matches.
struct SearchRules: Sendable {
    private let list: [(pattern: IndexPattern, filter: JSON)]

    /// Reads the claim `searchRules`: an array of indexes, or an object with a rule for each. A rule is null,
    /// or an object whose only member is `filter`.
    ///
    /// - Returns: `nil` if it has another form: an unknown member could be a restriction.
    init?(_ json: JSON?) {
        var list: [(pattern: IndexPattern, filter: JSON)] = []
        switch json {
        case .array?:
            guard let names = json?.strings else { return nil }
            for name in names {
                guard let pattern = IndexPattern(name) else { return nil }
                list.append((pattern, .null))
            }
        case .object(let members)?:
            for member in members {
                guard let pattern = IndexPattern(member.name) else { return nil }
                switch member.value {
                case .null: list.append((pattern, .null))
                case .object(let parts) where parts.allSatisfy({ $0.name == "filter" }):
                    list.append((pattern, member.value["filter"] ?? .null))
                default: return nil
                }
            }
        default: return nil
        }
        self.list = list
    }

    /// The filter of an index by its most specific rule, whatever the order of rules;
    /// `nil` if no rule names the index.
    func filter(of uid: String) -> JSON? {
        var best: (pattern: IndexPattern, filter: JSON)?
        for rule in list where rule.pattern.matches(uid) {
            if best.map({ rule.pattern.isMoreSpecific(than: $0.pattern) }) ?? true { best = rule }
        }
        return best?.filter
    }
}
