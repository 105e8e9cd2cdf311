// Finds the terms of a glossary in texts.

internal import Localization

/// The terms of two languages, ready to be found: a tree of their words, so that
/// all terms are looked for at once.
struct GlossaryTerms {
    private struct Term {
        let spelling: String
        let wordCount: Int
        let translations: [(spelling: String, text: StemmedText)]
    }

    /// The end of the words that lead to it.
    private struct Node {
        /// The last of the words, as the glossary spells it.
        let word: StemmedText.Word
        /// The terms that have these words and no more.
        var terms: [Int] = []
    }

    /// A word after those of a node.
    private struct Edge: Hashable {
        let node: Int
        let stem: String
    }

    private let sourceMatcher: StemMatcher
    private let targetMatcher: StemMatcher
    private var terms: [Term] = []
    private var nodes: [Node] = []
    /// The nodes behind a node, by the stem of their word. Those of the first words are behind node -1.
    private var children: [Edge: [Int]] = [:]

    var isEmpty: Bool { terms.isEmpty }

    init(_ glossary: Glossary, from source: LocaleIdentifier, to target: LocaleIdentifier) {
        sourceMatcher = StemMatcher(source)
        targetMatcher = StemMatcher(target)
        for concept in glossary.concepts {
            let translations = concept.terms(for: target).map { ($0, targetMatcher.stemmed($0)) }
            guard !translations.isEmpty else { continue }
            for spelling in concept.terms(for: source) {
                let words = sourceMatcher.stemmed(spelling).words
                guard !words.isEmpty else { continue }
                let node = words.reduce(-1) { child(of: $0, $1) }
                nodes[node].terms.append(terms.count)
                terms.append(Term(spelling: spelling, wordCount: words.count, translations: translations))
            }
        }
    }

    /// The node of a word behind another node; it is added where there is none.
    private mutating func child(of node: Int, _ word: StemmedText.Word) -> Int {
        let edge = Edge(node: node, stem: word.stem)
        if let known = children[edge]?.first(where: { nodes[$0].word.word == word.word }) { return known }
        children[edge, default: []].append(nodes.count)
        nodes.append(Node(word: word))
        return nodes.count - 1
    }

    /// A place where terms of the same words are in a text.
    private struct TermOccurrence {
        let words: Range<Int>
        let terms: [Int]
    }

    /// The terms in a source text, each with its translations.
    func found(in source: String) -> [(term: String, translations: [String])] {
        places(in: source).map { place in
            (terms[place.terms[0]].spelling, place.terms.flatMap { terms[$0].translations.map(\.spelling) })
        }
    }

    /// The terms of a source text whose translations a text lacks.
    func missing(in translation: String, of source: String) -> [(term: String, allowed: [String])] {
        let places = places(in: source)
        guard !places.isEmpty else { return [] }
        let target = IndexedText(targetMatcher.stemmed(translation))
        return places.compactMap { place in
            // Of several concepts of one name, any may be meant.
            let allowed = place.terms.flatMap { terms[$0].translations }
            if allowed.contains(where: { targetMatcher.contains($0.text, in: target) }) { return nil }
            return (terms[place.terms[0]].spelling, allowed.map(\.spelling))
        }
    }

    /// Where different terms are in a source text.
    private func places(in source: String) -> [TermOccurrence] {
        let words = sourceMatcher.stemmed(source).words
        // At each word the longest term counts, and longer ones before those within them.
        let places = words.indices.compactMap { longestTerms(at: $0, in: words) }.sorted {
            ($1.words.count, terms[$0.terms[0]].spelling) < ($0.words.count, terms[$1.terms[0]].spelling)
        }
        var covered = CoveredWords(count: words.count)
        var known: Set<Int> = []
        return places.filter { covered.cover($0.words) && known.insert($0.terms[0]).inserted }
    }

    private func longestTerms(at start: Int, in words: [StemmedText.Word]) -> TermOccurrence? {
        var (reached, position) = ([-1], start)
        var longest: TermOccurrence?
        while position < words.count, !reached.isEmpty, !words[position].isLiteral {
            let word = words[position]
            reached = reached.flatMap { children[Edge(node: $0, stem: word.stem)] ?? [] }.filter {
                sourceMatcher.isNear(word.word, nodes[$0].word.word)
            }
            position += 1
            let found = reached.flatMap { nodes[$0].terms }
            if !found.isEmpty {
                let bySpelling = found.sorted { terms[$0].spelling < terms[$1].spelling }
                longest = TermOccurrence(words: start..<position, terms: bySpelling)
            }
        }
        return longest
    }
}

/// The words of a text that are part of a term.
private struct CoveredWords {
    /// For each word that is covered, one behind it, such that all words between the two
    /// are covered; else the word itself.
    private var next: [Int]

    init(count: Int) { next = Array(0...count) }

    /// Covers words; each is visited once, however many ranges contain it.
    ///
    /// - Returns: whether any of them was not covered yet.
    mutating func cover(_ words: Range<Int>) -> Bool {
        var word = free(from: words.lowerBound)
        let isNews = word < words.upperBound
        while word < words.upperBound {
            next[word] = word + 1
            word = free(from: word)
        }
        return isNews
    }

    /// The first word from a place on that is not covered.
    private mutating func free(from place: Int) -> Int {
        var word = place
        while next[word] != word { word = next[word] }
        // The way is short the next time.
        var step = place
        while next[step] != word, step != word { (next[step], step) = (word, next[step]) }
        return word
    }
}
