// Finds the rules of a catalog that hold for a query, among many, by its words.

internal import ICU
internal import Support

/// The rules of a catalog, found by their words in each requested locale. Copies of a catalog share it.
final class RuleIndex: Sendable {
    let rules: [SearchRule]
    private let words: Lazy<RuleWords>
    /// By the table that folds them: most locales share one.
    private let hashed = Cache<ObjectIdentifier, HashedWords>(limit: 100)

    init(_ rules: [SearchRule]) {
        self.rules = rules
        words = Lazy { RuleWords(rules) }
    }

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
            let all = self.words.value
            let folding = try Folding(locale)
            var numbers = Set(all.always)
            if words.isEmpty { numbers.formUnion(all.wordless) }
            for table in [folding.standard, folding.search] {
                hashed.value(of: ObjectIdentifier(table)) { HashedWords(all.entries, table) }
                    .addRules(for: words.searched, all.entries, to: &numbers)
            }
            var found: [SearchRule] = []
            for number in numbers.sorted() where rules[number].holds(for: conditions) {
                found.append(rules[number])
                if found.count == SearchRule.maximumAppliedCount { break }
            }
            return found
        }
    }
}

/// The words of the rules of a catalog, as typed.
private struct RuleWords: Sendable {
    /// Words for which a rule holds.
    struct Entry: Sendable {
        let rule: Int
        let match: SearchRule.QueryMatch
        let words: [String]

        /// The words as a table folds them. A query of marks that are not compared has none, and never holds.
        func folded(by table: FoldingTable) -> [[UInt8]] {
            words.map { table.folded($0) }.filter { !$0.isEmpty }
        }
    }

    /// Rules for all searches.
    private(set) var always: [Int] = []
    /// Rules for searches without words.
    private(set) var wordless: [Int] = []
    /// The words of all other rules.
    private(set) var entries: [Entry] = []

    init(_ rules: [SearchRule]) {
        for (number, rule) in rules.enumerated() {
            guard let query = rule.query else {
                if rule.onlyReplacesWords {
                    for replacement in rule.replacements { add(replacement.words, number, .contains) }
                } else {
                    always.append(number)
                }
                continue
            }
            if PreparedQuery.split(query).isEmpty {
                // Containing nothing is no condition.
                if rule.match == .exact { wordless.append(number) } else { always.append(number) }
            } else {
                add(query, number, rule.match)
            }
        }
    }

    private mutating func add(_ words: String, _ number: Int, _ match: SearchRule.QueryMatch) {
        let words: [String?] = PreparedQuery.split(words)
        entries.append(Entry(rule: number, match: match, words: words.searched.compactMap(\.self)))
    }
}

/// The entries of rules by hashes of their words as a table folds them. Entries of equal hashes are compared
/// word by word. The folded words themselves would take more memory than many a catalog's index.
private struct HashedWords: Sendable {
    /// Its identity is the key of these hashes, so it must live as long.
    private let table: FoldingTable
    /// Ascending by the hash.
    private let hashes: [(hash: Int, entry: Int32)]
    /// The numbers of words that entries have.
    private let lengths: [Int]

    init(_ entries: [RuleWords.Entry], _ table: FoldingTable) {
        self.table = table
        var lengths: Set<Int> = []
        hashes = entries.indices.compactMap { number -> (hash: Int, entry: Int32)? in
            let words = entries[number].folded(by: table)
            if words.isEmpty { return nil }
            lengths.insert(words.count)
            return (Self.hash(words[...]), Int32(number))
        }.sorted { $0 < $1 }
        self.lengths = lengths.sorted()
    }

    private static func hash(_ words: ArraySlice<[UInt8]>) -> Int {
        var hasher = Hasher()
        for word in words {
            hasher.combine(word.count)
            word.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    /// Adds the numbers of the rules that hold for words.
    func addRules(
        for words: [String?], _ entries: [RuleWords.Entry], to numbers: inout Set<Int>
    ) {
        let folded = words.map { $0.map { table.folded($0) } }.filter { $0?.isEmpty != true }
        for length in lengths.prefix(while: { $0 <= folded.count }) {
            for position in 0...folded.count - length {
                let wanted = folded[position..<position + length].compactMap(\.self)
                guard wanted.count == length else { continue }
                let hash = Self.hash(wanted[...])
                // Rules often have the same words, under different conditions.
                var equal: [String]?
                for index in hashes.partitioningIndex(where: { $0.hash >= hash })..<hashes.endIndex {
                    guard hashes[index].hash == hash else { break }
                    let entry = entries[Int(hashes[index].entry)]
                    if entry.match != .contains, position > 0 { continue }
                    if entry.match == .exact, folded.count != length { continue }
                    if entry.words != equal {
                        guard entry.folded(by: table) == wanted else { continue }
                        equal = entry.words
                    }
                    numbers.insert(entry.rule)
                }
            }
        }
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
