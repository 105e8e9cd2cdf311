// The queries that may be suggested instead of a typed one, and the nearest combinations of replacements.

/// A strict query that may replace a typed one.
struct QueryVariant {
    var query: PreparedQuery
    /// The least strict kind of the replacements; `nil` for the query as typed.
    var relaxation: Relaxation.Kind?
    /// The distance of the words from the typed ones, see ``FoundWord/distance``; it orders variants of one
    /// kind.
    var distance = 0
    /// The ranges of the replaced words in the typed query, and the new spellings.
    var replacements: [(range: Range<Int>?, spelling: String)] = []

    /// The typed query with the new spellings. Operators stay.
    var replacedQuery: String {
        var scalars = Array(query.request.query.unicodeScalars)
        for case let (range?, spelling) in replacements.sorted(by: {
            ($0.range?.lowerBound ?? 0) > ($1.range?.lowerBound ?? 0)
        }) {
            scalars.replaceSubrange(range, with: spelling.unicodeScalars)
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// The maximum number of replacements for a word from one source, and of variants for a query.
    static let limit = 32
}

/// A replacement of a word.
struct Replacement {
    let spelling: String
    /// Where the replaced word was typed, in Unicode scalars of the query.
    var range: Range<Int>?
    var words: [PreparedQuery.Word]
    let distance: Int
    /// The number of texts with terms that contain it; 0 for synonyms.
    var uses = 0
}

extension Replacement {
    /// Whether a correction is a word, or begins like the typed word, which may be the beginning of a word.
    func isLike(_ typed: PreparedQuery.Word) -> Bool {
        if EditPattern.isWholeWord(distance) { return true }
        return zip(words[0].forms, typed.forms).contains { found, typed in
            guard let found = found.standard, let typed = typed.standard else { return false }
            return found.scalars.first(where: \.isLetterOrDigit)
                == typed.scalars.first(where: \.isLetterOrDigit)
        }
    }
}

/// A set of replaced words of a query.
struct ReplacedWords {
    /// The index of each word in the query, and its replacement.
    private(set) var words: [(word: Int, replacement: Replacement)] = []
    /// The sum of the replacements' distances.
    private(set) var distance = 0

    /// These words and another one.
    func adding(_ replacement: Replacement, for word: Int) -> ReplacedWords {
        var longer = self
        longer.words.append((word, replacement))
        longer.distance += replacement.distance
        return longer
    }

    /// The nearest of all combinations with replacements of one more word, nearest first; equally near
    /// ones in the order of both lists.
    ///
    /// Makes only combinations that can be among the nearest: a combination comes after all those of an
    /// earlier component and an earlier replacement.
    ///
    /// - Parameters:
    ///   - parts: nearest first.
    ///   - replacements: nearest first.
    static func nearest(
        _ parts: [ReplacedWords], with replacements: [Replacement], for word: Int,
        limit: Int = QueryVariant.limit
    ) -> [ReplacedWords] {
        var made: [ReplacedWords] = []
        for (position, part) in parts.enumerated() {
            let count = limit / (position + 1)
            if count == 0 { break }
            made += replacements.prefix(count).map { part.adding($0, for: word) }
        }
        return nearest(made, limit: limit)
    }

    /// The nearest ones, nearest first; equally near ones stay in order.
    static func nearest(_ made: [ReplacedWords], limit: Int = QueryVariant.limit) -> [ReplacedWords] {
        Array(made.sorted { $0.distance < $1.distance }.prefix(limit))
    }
}
