// Turns the clauses of a query into words that can be searched for.

internal import ICU
internal import Support

/// Folds the words of a query, and separates those that cannot be searched for.
struct QueryWordReader {
    private let request: SearchRequest
    private let foldings: [Folding?]
    private var interruption = Interruption()
    private lazy var phraseCutter = PhraseCutter(request.chain.first ?? request.locale)
    /// The words to search for.
    private(set) var words: [PreparedQuery.Word] = []
    /// Symbols, and words that one collation ignores: searched for only if there is no better word.
    private(set) var weak: [PreparedQuery.Word] = []
    /// The words that no record may match.
    private(set) var excluded: [PreparedQuery.Word] = []
    /// The conditions on attributes that stand alone, or are joined only with each other.
    private(set) var filters: [Filter] = []
    /// Words without anything to search for.
    private(set) var ignored: [String] = []

    private enum Strength {
        case none
        case weak
        case full
    }

    init(_ request: SearchRequest, _ foldings: [Folding?]) {
        self.request = request
        self.foldings = foldings
    }

    /// Whether the query has words, but none that can be searched for.
    var matchesNothing: Bool {
        words.isEmpty && weak.isEmpty && excluded.isEmpty && filters.isEmpty && !ignored.isEmpty
    }

    /// Reads the clauses.
    ///
    /// - Throws: `SearchError.tooManyWords`, `.icu`, `.cancelled`.
    mutating func read(_ parsed: ParsedQuery) throws(SearchError) {
        var seen: Set<String> = []
        for clause in request.relax == .never ? parsed.clauses : parsed.joiningRepeatedWords.clauses {
            if clause.count == 1, clause[0].field == nil, !clause[0].isExcluded,
                case .word(let text) = clause[0].content
            {
                let typed = Normalizer.composed(text)
                guard seen.insert(typed).inserted else { continue }
                try add(clause[0], typed)
            } else {
                try add(clause)
            }
        }
        let count = (words + weak + excluded).lazy.flatMap(\.alternatives).reduce(0) {
            $0 + ($1.equivalence == nil ? max(1, $1.phrase.count) : 0)
        }
        guard count <= SearchRequest.maximumWordCount else {
            throw .tooManyWords(count: count, limit: SearchRequest.maximumWordCount)
        }
    }

    /// Adds a word that stands alone.
    private mutating func add(_ term: ParsedQuery.Term, _ typed: String) throws(SearchError) {
        let (alternative, strength) = try alternative(typed, at: term.isTyped ? term.valueRange : nil)
        if words.contains(where: { $0.spelling == alternative.spelling && $0.isOneWord }) { return }
        let word = PreparedQuery.Word(typed: typed, withSign(alternative, typed))
        switch strength {
        case .full: words.append(word)
        case .weak: weak.append(word)
        case .none: ignored.append(typed)
        }
    }

    /// The spellings of an amount: with the currency sign, which ranks first, and without.
    private func withSign(
        _ amount: PreparedQuery.Alternative, _ typed: String
    ) -> [PreparedQuery.Alternative] {
        guard request.relax != .never, amount.number != nil, amount.spelling != typed else { return [amount] }
        var signed = PreparedQuery.Alternative(
            typed, foldings.map { $0.map { PreparedQuery.Form(typed, $0) } ?? .empty })
        signed.number = amount.number
        signed.range = amount.range
        var bare = amount
        bare.percent = Score.unsignedFactor
        bare.equivalence = .edges
        return [signed, bare]
    }

    /// Adds a clause: terms joined by `OR`, or one excluded term.
    private mutating func add(_ clause: [ParsedQuery.Term]) throws(SearchError) {
        var alternatives: [PreparedQuery.Alternative] = []
        var strength = Strength.none
        var unused: [String] = []
        for term in clause {
            if case .filter = term.content { continue }
            guard let (alternative, next) = try alternative(term) else {
                unused.append(text(term))
                continue
            }
            alternatives.append(alternative)
            if term.isExcluded, case .word(let text) = term.content {
                alternatives += try withoutEdges(alternative, text).map { [$0] } ?? []
            }
            if case .phrase(let texts) = term.content, !alternative.phrase.isEmpty {
                alternatives += [try separated(alternative, texts), Self.contained(alternative)].compactMap(
                    \.self)
                alternatives += try writtenTogether(alternative)
            }
            if strength != .full { strength = next }
        }
        ignored += unused
        let filters = clause.filters
        guard !alternatives.isEmpty else {
            if !filters.isEmpty { self.filters.append(filters.count == 1 ? filters[0] : .any(filters)) }
            return
        }
        let typed = clause.map(text).joined(separator: " OR ")
        let word = PreparedQuery.Word(typed: typed, alternatives, conditions: filters)
        if clause[0].isExcluded {
            excluded.append(word)
        } else if strength == .full || !filters.isEmpty {
            words.append(word)
        } else {
            weak.append(word)
        }
    }

    /// The typed text of a term.
    private func text(_ term: ParsedQuery.Term) -> String {
        let scalars = request.query.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: term.range.lowerBound)
        return String(scalars[start..<scalars.index(start, offsetBy: term.range.count)])
    }

    /// The spelling or phrase of a term; `nil` if it has no words to search for.
    private mutating func alternative(
        _ term: ParsedQuery.Term
    ) throws(SearchError) -> (PreparedQuery.Alternative, Strength)? {
        var found: PreparedQuery.Alternative
        var strength = Strength.none
        switch term.content {
        case .filter: return nil
        case .word(let text):
            (found, strength) = try alternative(Normalizer.composed(text), at: term.valueRange)
        case .phrase(let texts) where texts.count == 1 && WordEdges(texts[0]).isNamed:
            // `"C++"` is a different word from `"C"`.
            (found, strength) = try alternative(
                Normalizer.composed(texts[0]), at: term.valueRange, asNumber: false)
            found.isWhole = true
        case .phrase(let texts):
            var parts: [(PreparedQuery.Alternative, Strength)] = []
            for text in texts {
                let text = Normalizer.composed(text)
                let words = phraseCutter.words(of: text).joined
                // In a phrase, a number is an ordinary word. Symbols alone are searched for as typed.
                for word in words.isEmpty ? [text] : words {
                    parts.append(try alternative(word, at: nil, asNumber: false))
                }
            }
            strength = parts.contains { $0.1 == .full } ? .full : .weak
            let words = parts.filter { $0.1 == strength }.map(\.0)
            if words.isEmpty { strength = .none }
            found = PreparedQuery.Alternative(phrase: words)
            found.range = term.valueRange
        }
        if strength == .none { return nil }
        if let field = term.field {
            found.field = field
            found.number = nil
            for index in found.phrase.indices { found.phrase[index].field = field }
        }
        return (found, strength)
    }

    /// An excluded word without the punctuation at its edges; `nil` if there is none, or if it may belong to
    /// a name.
    private mutating func withoutEdges(
        _ word: PreparedQuery.Alternative, _ typed: String
    ) throws(SearchError) -> PreparedQuery.Alternative? {
        let edges = WordEdges(Normalizer.composed(typed))
        guard request.relax != .never, !edges.word.isEmpty, !edges.isNamed, edges.word != word.spelling else {
            return nil
        }
        var (bare, strength) = try alternative(edges.word, at: word.range, asNumber: word.field == nil)
        guard strength == .full else { return nil }
        bare.isWhole = edges.needsWholeWord
        bare.equivalence = .edges
        bare.setField(word.field)
        return bare
    }

    /// A phrase with punctuation or spaces wherever its words may be cut.
    ///
    /// - Returns: `nil` if its words cannot be split.
    private mutating func separated(
        _ phrase: PreparedQuery.Alternative, _ texts: [String]
    ) throws(SearchError) -> PreparedQuery.Alternative? {
        let words = texts.flatMap { phraseCutter.words(of: Normalizer.composed($0)).single }
        guard phrase.phrase.count < words.count, words.count <= SearchRequest.maximumWordCount else {
            return nil
        }
        var parts: [PreparedQuery.Alternative] = []
        for word in words {
            let (part, strength) = try alternative(word, at: nil, asNumber: false)
            if strength == .full { parts.append(part) }
        }
        guard parts.count > phrase.phrase.count else { return nil }
        var separated = PreparedQuery.Alternative(phrase: parts)
        separated.percent = phrase.percent * Score.factor(.separators) / 100
        separated.equivalence = .separators
        separated.setField(phrase.field)
        return separated
    }

    /// What texts may have inside one word where a phrase has two: `"node js"` is Node.js. These characters
    /// do not end a word by Unicode's rules (UAX #29, `MidNumLet` and `ExtendNumLet`).
    private static let innerSeparators = [".", "'", "_"]

    /// The greatest number of words of a phrase that texts may write together.
    private static let mostWrittenTogether = 8

    /// A phrase with two of its words, or all of them, as one word of the texts.
    private mutating func writtenTogether(
        _ phrase: PreparedQuery.Alternative
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        let words = phrase.phrase.map(\.spelling)
        guard request.relax != .never, 2...Self.mostWrittenTogether ~= words.count else { return [] }
        var joints = words.indices.dropLast().map { $0...$0 + 1 }
        if words.count > 2, words.count <= LetterRuns.mostJoined { joints.append(0...words.count - 1) }
        var found: [PreparedQuery.Alternative] = []
        for joint in joints where words[joint].allSatisfy(\.isOfLetters) {
            for separator in Self.innerSeparators {
                let (word, strength) = try alternative(
                    words[joint].joined(separator: separator), at: nil, asNumber: false)
                guard strength == .full else { continue }
                var parts = phrase.phrase
                parts.replaceSubrange(joint, with: [word])
                var together = PreparedQuery.Alternative(phrase: parts)
                together.percent = phrase.percent * Score.factor(.separators) / 100
                together.equivalence = .separators
                together.setField(phrase.field)
                found.append(together)
            }
        }
        return found
    }

    /// A phrase of ideographs as a match anywhere in a text: where their words end depends on the context.
    ///
    /// - Returns: `nil` if the phrase has other words.
    private static func contained(_ phrase: PreparedQuery.Alternative) -> PreparedQuery.Alternative? {
        guard phrase.phrase.count == 1, var word = phrase.phrase.first,
            word.spelling.unicodeScalars.count > 1,
            word.spelling.unicodeScalars.allSatisfy(\.properties.isIdeographic)
        else { return nil }
        word.percent = phrase.percent * Score.factor(.segments) / 100
        word.equivalence = .segments
        word.isWhole = false
        return word
    }

    private mutating func alternative(
        _ typed: String, at range: Range<Int>?, asNumber: Bool = true
    ) throws(SearchError) -> (PreparedQuery.Alternative, Strength) {
        try SearchError.interruptible { () throws(SegmentError) in
            try interruption.count(foldings.count * Interruption.form)
        }
        var spelling = typed
        var number: DecimalNumber?
        if asNumber {
            (number, spelling) = try mappingError(SearchError.icu) { () throws(ICUError) in
                try PreparedQuery.number(typed, in: request.locale)
            }
        }
        let forms = foldings.map { $0.map { PreparedQuery.Form(spelling, $0) } ?? .empty }
        var alternative = PreparedQuery.Alternative(spelling, forms)
        alternative.number = number
        alternative.range = range
        let used = zip(forms, foldings).prefix(max(1, request.chain.count)).filter { $1 != nil }.map(\.0)
        if !typed.isSymbolic && !used.isEmpty && used.allSatisfy({ $0.standard != nil && $0.search != nil })
            || number != nil
        {
            return (alternative, .full)
        }
        let isWeak = used.contains { $0.standard != nil || $0.search != nil }
        return (alternative, isWeak ? .weak : .none)
    }
}

extension PreparedQuery.Word {
    /// Whether the word is a single word without operators.
    var isOneWord: Bool {
        alternatives.count == 1 && alternatives[0].phrase.isEmpty && alternatives[0].field == nil
            && conditions.isEmpty
    }

    /// Whether the word is a phrase, or has one among its typed spellings.
    var hasPhrase: Bool { alternatives.contains { !$0.phrase.isEmpty && $0.equivalence == nil } }

    /// Whether one of its spellings consists of several words.
    var hasComposite: Bool { alternatives.contains(where: \.isComposite) }

    /// Whether its nearness to other words counts: phrases and conditions have no single position.
    var hasPosition: Bool { !hasConditions && !hasPhrase }

    /// The typed spellings that similar words may replace.
    var replaceable: [PreparedQuery.Alternative] {
        alternatives.filter {
            $0.relaxation == nil && $0.equivalence == nil && !$0.isComposite && $0.number == nil
        }
    }
}

extension String {
    /// Whether the text consists of letters and their marks, in a script that writes spaces between words.
    fileprivate var isOfLetters: Bool {
        unicodeScalars.allSatisfy {
            ($0.properties.isAlphabetic || $0.properties.canonicalCombiningClass != .notReordered)
                && !$0.isWrittenWithoutSpaces
        }
    }
}
