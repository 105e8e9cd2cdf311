// A typed query as clauses, as all front ends read it.

/// The clauses of a query. A record must meet all of them.
package struct ParsedQuery: Hashable, Sendable {
    /// One thing to find or to exclude.
    package struct Term: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            case word(String)
            /// The words of a phrase; at least one.
            case phrase([String])
            /// A condition on an attribute; an excluded one is a ``Filter/not(_:)``.
            case filter(Filter)
        }

        package let content: Content
        /// The only field to search; `nil` for all searched fields.
        package var field: FieldName?
        /// Whether the words must not occur. Never true of filters.
        package var isExcluded = false
        /// Where the term was typed, with its name and marks, in Unicode scalars of the query.
        package let range: Range<Int>
        /// Where its word or value was typed.
        package let valueRange: Range<Int>
        /// Whether the word was typed there; otherwise it replaces a typed word.
        package var isTyped = true

        /// The words to search for.
        package var words: [String] {
            switch content {
            case .word(let word): [word]
            case .phrase(let words): words
            case .filter: []
            }
        }
    }

    /// The clauses. A record must meet one term of each: `OR` joins terms. An excluded term is the only one
    /// of its clause.
    package var clauses: [[Term]] = []
    /// What was left out because it is not complete: marks, names without values, `OR` with nothing to join.
    package var pending: [String] = []
    /// Whether the query has no operators.
    package var isPlain = true

    /// A query of words without operators.
    init(words query: String) {
        let scalars = query.unicodeScalars
        var offset = 0
        var start: Int?
        var word = String.UnicodeScalarView()
        func finished(_ end: Int) -> Term? {
            guard let start else { return nil }
            return Term(content: .word(String(word)), range: start..<end, valueRange: start..<end)
        }
        for scalar in scalars {
            if scalar.properties.isWhitespace {
                if let term = finished(offset) { clauses.append([term]) }
                start = nil
                word = String.UnicodeScalarView()
            } else {
                start = start ?? offset
                word.append(scalar)
            }
            offset += 1
        }
        if let term = finished(offset) { clauses.append([term]) }
    }

    /// No clauses.
    init() {}
}

extension [ParsedQuery.Term] {
    /// The conditions among the terms.
    package var filters: [Filter] {
        compactMap { if case .filter(let filter) = $0.content { filter } else { nil } }
    }
}
