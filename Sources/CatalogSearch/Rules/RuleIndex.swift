// Finds the rules of a catalog that hold for a query, among many, by its first words.

internal import ICU
internal import Support

/// The rules of a catalog, folded for each requested locale. Copies of a catalog share it.
final class RuleIndex: Sendable {
    let rules: [SearchRule]
    private let folded = Cache<String, FoldedRules>(limit: 100)

    init(_ rules: [SearchRule]) { self.rules = rules }

    /// The rules that hold for a request, in order; the first ``SearchRule/maximumAppliedCount``.
    ///
    /// - Parameters:
    ///   - conditions: those of the request.
    ///   - words: the words of its query, in order; `nil` where words before and
    ///     behind are not next to each other.
    ///   - locale: the locale by whose folding words are compared.
    func rules(
        for conditions: RuleConditions, words: [String?], _ locale: LocaleIdentifier
    ) throws(SearchError) -> [SearchRule] {
        guard !rules.isEmpty else { return [] }
        return try mappingError(SearchError.icu) { () throws(ICUError) in
            let folding = try Folding(locale)
            let folded = try folded.value(of: locale.icuIdentifier) { () throws(ICUError) in
                FoldedRules(rules, folding)
            }
            var found: [SearchRule] = []
            for number in folded.rules(for: words, folding) where rules[number].holds(for: conditions) {
                found.append(rules[number])
                if found.count == SearchRule.maximumAppliedCount { break }
            }
            return found
        }
    }
}

/// Rules by the folded words of their queries.
private struct FoldedRules: Sendable {
    /// Words for which a rule holds.
    struct Entry: Sendable {
        let rule: Int
        let match: SearchRule.QueryMatch
        let words: [[UInt8]]
    }

    /// Rules for all searches.
    var always: [Int] = []
    /// Rules for searches without words.
    var wordless: [Int] = []
    /// By the first word, in the standard and in the search folding.
    var standard: [[UInt8]: [Entry]] = [:]
    var search: [[UInt8]: [Entry]] = [:]

    init(_ rules: [SearchRule], _ folding: Folding) {
        for (number, rule) in rules.enumerated() {
            guard let query = rule.query else {
                if rule.onlyReplacesWords {
                    for replacement in rule.replacements {
                        add(PreparedQuery.split(replacement.words), number, .contains, folding)
                    }
                } else {
                    always.append(number)
                }
                continue
            }
            let words = PreparedQuery.split(query)
            guard !words.isEmpty else {
                // Containing nothing is no condition.
                if rule.match == .exact { wordless.append(number) } else { always.append(number) }
                continue
            }
            add(words, number, rule.match, folding)
        }
    }

    private mutating func add(
        _ words: [String], _ number: Int, _ match: SearchRule.QueryMatch, _ folding: Folding
    ) {
        Self.add(words, number, match, folding.standard, to: &standard)
        Self.add(words, number, match, folding.search, to: &search)
    }

    /// Adds a rule's words to a dictionary. It must have no other reference, or each addition copies it.
    private static func add(
        _ words: [String?], _ number: Int, _ match: SearchRule.QueryMatch, _ table: FoldingTable,
        to entries: inout [[UInt8]: [Entry]]
    ) {
        // A query of marks that are not compared never holds.
        let words = words.searched.compactMap { $0.map { table.folded($0) } }.filter { !$0.isEmpty }
        guard let first = words.first else { return }
        entries[first, default: []].append(Entry(rule: number, match: match, words: words))
    }

    /// The numbers of the rules that hold for words, ascending.
    func rules(for words: [String?], _ folding: Folding) -> [Int] {
        var found = Set(always)
        if words.isEmpty { found.formUnion(wordless) }
        for (entries, table) in [(standard, folding.standard), (search, folding.search)]
        where !entries.isEmpty {
            let folded = words.searched.map { $0.map { table.folded($0) } }.filter { $0?.isEmpty != true }
            for (position, word) in folded.enumerated() {
                guard let word else { continue }
                for entry in entries[word] ?? [] {
                    if entry.match != .contains, position > 0 { continue }
                    if entry.match == .exact, folded.count != entry.words.count { continue }
                    if folded[position...].starts(with: entry.words, by: { $0 == $1 }) {
                        found.insert(entry.rule)
                    }
                }
            }
        }
        return found.sorted()
    }
}

extension [String?] {
    /// The words that are searched for: symbols only if there is nothing else.
    fileprivate var searched: [String?] {
        let words = filter { $0?.isSymbolic != true }
        return words.isEmpty ? self : words
    }
}

extension SearchRule {
    /// Whether the rule changes nothing but words of the query: then it need not be
    /// looked at where these were not typed.
    package var onlyReplacesWords: Bool {
        targets.isEmpty && addedFilter == nil && preferences.isEmpty && data == nil
    }
}
