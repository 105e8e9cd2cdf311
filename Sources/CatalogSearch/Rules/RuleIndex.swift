// Finds the rules of a catalog that hold for a query, among many, by its first words.

internal import ICU
internal import Support

/// The rules of a catalog, folded for each locale in which they are asked for. Copies of a catalog share it.
final class RuleIndex: Sendable {
    let rules: [SearchRule]
    private let folded = Cache<String, FoldedRules>(limit: 100)

    init(_ rules: [SearchRule]) { self.rules = rules }

    /// The rules that hold for a request, in order.
    ///
    /// - Parameters:
    ///   - words: the words of its query, in order; `nil` where words before and behind are not next to each other.
    ///   - locale: the locale by whose folding words are compared.
    func rules(for request: SearchRequest, words: [String?], _ locale: LocaleIdentifier)
        throws(SearchError) -> [SearchRule]
    {
        guard !rules.isEmpty else { return [] }
        return try PreparedQuery.withICU { () throws(ICUError) in
            let folding = try Folding(locale)
            let folded = try folded.value(of: locale.icuIdentifier) { () throws(ICUError) in
                FoldedRules(rules, folding)
            }
            return folded.rules(for: words, folding).map { rules[$0] }.filter { $0.holds(for: request) }
        }
    }
}

/// Rules by the folded words of their queries.
private struct FoldedRules: Sendable {
    /// The words of a rule's query.
    struct Entry: Sendable {
        let rule: Int
        let isExact: Bool
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
                always.append(number)
                continue
            }
            let words = PreparedQuery.split(query)
            guard !words.isEmpty else {
                // Containing nothing is no condition.
                if rule.match == .contains { always.append(number) } else { wordless.append(number) }
                continue
            }
            add(words, number, rule, folding.standard, to: &standard)
            add(words, number, rule, folding.search, to: &search)
        }
    }

    private func add(
        _ words: [String?], _ number: Int, _ rule: SearchRule, _ table: FoldingTable,
        to entries: inout [[UInt8]: [Entry]]
    ) {
        // A query of marks that are not compared never holds.
        let words = words.searched.compactMap { $0.map { table.folded($0) } }.filter { !$0.isEmpty }
        guard let first = words.first else { return }
        entries[first, default: []].append(
            Entry(rule: number, isExact: rule.match == .exact, words: words))
    }

    /// The numbers of the rules that hold for words, ascending.
    func rules(for words: [String?], _ folding: Folding) -> [Int] {
        var found = Set(always)
        if words.isEmpty { found.formUnion(wordless) }
        for (entries, table) in [(standard, folding.standard), (search, folding.search)]
        where !entries.isEmpty {
            let folded = words.searched.map { $0.map { table.folded($0) } }.filter { $0?.isEmpty != true }
            for (place, word) in folded.enumerated() {
                guard let word else { continue }
                for entry in entries[word] ?? [] {
                    if entry.isExact, place > 0 || folded.count != entry.words.count { continue }
                    if folded[place...].starts(with: entry.words, by: { $0 == $1 }) {
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

extension ParsedQuery {
    /// The words that rules are compared with: those that are looked for in all fields, in the order typed; `nil` where others
    /// are between them.
    var wordsForRules: [String?] {
        clauses.flatMap { terms -> [String?] in
            guard terms.count == 1 else { return [nil] }
            let term = terms[0]
            if term.isExcluded { return [nil] }
            if case .filter = term.content { return [] }
            return term.field == nil ? term.words : [nil]
        }
    }
}
