// The words of a query that rules are compared with, and those that rules replace.

internal import ICU
internal import Support

extension ParsedQuery {
    /// The words that rules are compared with: those that are looked for in all fields, in the order typed;
    /// `nil` where others are between them.
    var wordsForRules: [String?] {
        clauses.flatMap { terms -> [String?] in
            guard terms.count == 1 else { return [nil] }
            let term = terms[0]
            if term.isExcluded { return [nil] }
            if case .filter = term.content { return [] }
            return term.field == nil ? term.words : [nil]
        }
    }

    /// The words that rules may replace, each with the index of its clause: those that stand alone and are
    /// looked for in all fields; `nil` where other words are between them.
    private var replaceableWords: [(clause: Int, word: String?)] {
        clauses.enumerated().compactMap { number, terms in
            guard terms.count == 1, terms[0].field == nil, !terms[0].isExcluded else { return (number, nil) }
            switch terms[0].content {
            case .word(let word): return (number, word)
            case .phrase: return (number, nil)
            case .filter: return nil
            }
        }
    }

    /// Replaces words as rules want. Each typed word is replaced at most once, so that
    /// replacements cannot go round in circles.
    ///
    /// If there were too many words, the query stays as typed.
    ///
    /// - Returns: the query, and for each rule what it replaced.
    func replacingWords(
        _ rules: HoldingRules
    ) throws(SearchError) -> (query: ParsedQuery, replaced: [[SearchRule.Substitution]]) {
        var replaced = rules.list.map { _ in [SearchRule.Substitution]() }
        guard rules.list.contains(where: { !$0.rule.replacements.isEmpty }) else { return (self, replaced) }
        let typed = replaceableWords
        // What stands for the word of a clause. The words for several clauses are in the first one.
        var replacements: [Int: String] = [:]
        try mappingError(SearchError.icu) { () throws(ICUError) in
            for (number, holding) in rules.list.enumerated() where !holding.rule.replacements.isEmpty {
                let words = FoldedWords(typed.map(\.word), try Folding(holding.locale))
                for replacement in holding.rule.replacements {
                    let clauses = words.ranges(of: replacement.words).map { typed[$0].map(\.clause) }
                    for own in clauses where own.allSatisfy({ replacements[$0] == nil }) {
                        for clause in own { replacements[clause] = "" }
                        replacements[own[0]] = replacement.replacement
                        if replaced[number].last != replacement { replaced[number].append(replacement) }
                    }
                }
            }
        }
        var query = self
        query.clauses = clauses.enumerated().flatMap { number, clause -> [[Term]] in
            guard let replacement = replacements[number] else { return [clause] }
            return PreparedQuery.split(replacement).map { [clause[0].replaced(by: $0)] }
        }
        guard query.clauses.count <= max(clauses.count, SearchRequest.maximumWordCount) else {
            return (self, replaced.map { _ in [] })
        }
        return (query, replaced)
    }
}

extension ParsedQuery.Term {
    /// Another word in the place of this one.
    fileprivate func replaced(by word: String) -> Self {
        var term = Self(content: .word(word), range: range, valueRange: valueRange)
        term.isTyped = false
        return term
    }
}

/// Words in both foldings of a locale, in which the words of rules are looked up.
private struct FoldedWords {
    private let folding: Folding
    private let standard: [[UInt8]?]
    private let search: [[UInt8]?]

    init(_ words: [String?], _ folding: Folding) {
        self.folding = folding
        standard = words.map { $0.map { folding.standard.folded($0) } }
        search = words.map { $0.map { folding.search.folded($0) } }
    }

    /// Where some words are, next to each other in one of the foldings.
    func ranges(of words: String) -> [Range<Int>] {
        let words = PreparedQuery.split(words)
        let wanted = [
            (words.map { folding.standard.folded($0) }, standard),
            (words.map { folding.search.folded($0) }, search),
        ].filter { !$0.0.isEmpty && !$0.0.contains([]) }
        guard words.count <= standard.count else { return [] }
        return (0...standard.count - words.count).map { $0..<$0 + words.count }.filter { range in
            wanted.contains { words, texts in texts[range].elementsEqual(words) { $0 == $1 } }
        }
    }
}
