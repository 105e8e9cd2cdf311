// Rules of a catalog that contradict each other for the same searches.

internal import CatalogSearch

/// A contradiction of rules that a catalog's owner should know; searches still work.
enum RuleContradiction: Equatable {
    /// Whenever a rule applies, an earlier rule also applies and places the same record.
    case overruled(rule: String, earlier: String, record: String)
    /// Replacements lead from words to other words and back. A search replaces each typed word once.
    case circle(rule: String, words: String)

    /// The contradictions among rules, in their order.
    static func all(in rules: [SearchRule]) -> [RuleContradiction] {
        overruled(in: rules) + circles(in: rules)
    }

    private static func overruled(in rules: [SearchRule]) -> [RuleContradiction] {
        // The rules that place targets, by their conditions.
        var decided: [SearchRule: [SearchRule.Target: String]] = [:]
        return rules.compactMap { rule in
            let conditions = rule.conditions
            // Removed from the dictionary, so that it is changed without a copy.
            var known = decided.removeValue(forKey: conditions) ?? [:]
            var found: RuleContradiction?
            for target in rule.targets {
                if let earlier = known[target] {
                    guard let record = target.id else { continue }
                    found = found ?? .overruled(rule: rule.id, earlier: earlier, record: record)
                } else {
                    known[target] = rule.id
                }
            }
            decided[conditions] = known
            return found
        }
    }

    private static func circles(in rules: [SearchRule]) -> [RuleContradiction] {
        func key(_ words: String) -> String {
            words.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        }
        var next: [String: String] = [:]
        for replacement in rules.flatMap(\.replacements) {
            let words = key(replacement.words)
            next[words] = next[words] ?? key(replacement.replacement)
        }
        // Each chain is followed once.
        var isSettled: Set<String> = []
        var inCircle: Set<String> = []
        for start in next.keys {
            var chain: [String] = []
            var places: [String: Int] = [:]
            var words: String? = start
            while let current = words, !isSettled.contains(current) {
                if let place = places[current] {
                    inCircle.formUnion(chain[place...])
                    break
                }
                places[current] = chain.count
                chain.append(current)
                words = next[current]
            }
            isSettled.formUnion(chain)
        }
        guard !inCircle.isEmpty else { return [] }
        return rules.compactMap { rule in
            rule.replacements.first {
                inCircle.contains(key($0.words)) && next[key($0.words)] == key($0.replacement)
            }
            .map { .circle(rule: rule.id, words: $0.words) }
        }
    }
}

extension SearchRule {
    /// The rule without its effects and its id.
    fileprivate var conditions: SearchRule {
        var rule = SearchRule(id: "")
        (rule.query, rule.match, rule.locales) = (query, match, locales)
        (rule.contexts, rule.filter, rule.from, rule.until) = (contexts, filter, from, until)
        return rule
    }
}
