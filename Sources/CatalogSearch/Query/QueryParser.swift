// Reads the operators of a query. Everything else is a word, so no typed text is an error.

/// Parses one query.
struct QueryParser {
    private let scalars: [Unicode.Scalar]
    private let names: QueryNames
    private let ors: Set<String>
    private var position = 0
    private var parsed = ParsedQuery()
    /// The `OR` that waits for its second term.
    private var joining: String?

    /// The marks that close a phrase, by the mark that opens it. Languages use
    /// the same marks in both directions.
    private static let closing: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "\"": ["\""], "„": ["“", "”", "\""], "“": ["”", "“"], "”": ["”"], "«": ["»"], "»": ["«", "»"],
        "＂": ["＂"], "「": ["」"], "『": ["』"],
    ]
    /// Opening marks that need no white space before them.
    private static let brackets: Set<Unicode.Scalar> = ["「", "『"]
    private static let colons: Set<Unicode.Scalar> = [":", "："]
    /// The hyphens, dashes and minus signs that exclude: keyboards and word processors substitute them.
    private static let dashes: Set<Unicode.Scalar> = [
        "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}", "\u{FE58}",
        "\u{FE63}", "\u{FF0D}",
    ]

    /// Whether a character opens or closes phrases.
    static func marksPhrase(_ scalar: Unicode.Scalar) -> Bool {
        closing[scalar] != nil || closing.values.contains { $0.contains(scalar) }
    }

    /// Whether a text excludes words: a dash after white space precedes them.
    static func excludesWords(_ text: Substring.UnicodeScalarView) -> Bool {
        text.split { $0.properties.isWhitespace }.contains { word in
            dashes.contains(word.first!) && word.dropFirst().first.map { !dashes.contains($0) } ?? false
        }
    }

    private init(_ query: String, _ ors: Set<String>, _ names: QueryNames) {
        scalars = Array(query.unicodeScalars)
        self.names = names
        self.ors = ors
    }

    /// The clauses of a request's query.
    ///
    /// - Throws: `SearchError.icu` where ICU lacks data or memory to compare names.
    static func parse(_ request: SearchRequest, _ names: QueryNames) throws(SearchError) -> ParsedQuery {
        let ors = request.vocabulary.operators
        guard request.syntax == .operators, mayHaveOperators(request.query, ors) else {
            return ParsedQuery(words: request.query)
        }
        var parser = QueryParser(request.query, ors, names)
        try parser.parse()
        return parser.parsed
    }

    /// Whether a query may have operators: most have none, and are only split.
    private static func mayHaveOperators(_ query: String, _ ors: Set<String>) -> Bool {
        var isFirst = true
        for scalar in query.unicodeScalars {
            if closing[scalar] != nil || colons.contains(scalar) || scalar == "|"
                || isFirst && dashes.contains(scalar)
            {
                return true
            }
            isFirst = scalar.properties.isWhitespace
        }
        return query.unicodeScalars.split { $0.properties.isWhitespace }.contains { ors.contains(String($0)) }
    }

    // MARK: Terms

    private mutating func parse() throws(SearchError) {
        var isBehindSpace = true
        while position < scalars.count {
            if scalars[position].properties.isWhitespace {
                position += 1
                isBehindSpace = true
                continue
            }
            try parseTerm(isBehindSpace)
            isBehindSpace = false
        }
        if let joining { parsed.pending.append(joining) }
    }

    private mutating func parseTerm(_ isBehindSpace: Bool) throws(SearchError) {
        let start = position
        var isExcluded = false
        if isBehindSpace, Self.dashes.contains(scalars[position]), let next = scalar(at: position + 1),
            !next.properties.isWhitespace, !Self.dashes.contains(next)
        {
            isExcluded = true
            position += 1
        }
        if try parseNamed(start, isExcluded) { return }
        if isBehindSpace || Self.brackets.contains(scalars[position]), opensPhrase(at: position) {
            if let content = phrase() { return add(content, nil, isExcluded, start) }
            if isExcluded { return leaveOutRest(from: start) }
            // Still being typed: words before the closing mark already count as words.
            if let next = scalar(at: position + 1), !next.properties.isWhitespace {
                parsed.isPlain = false
                parsed.pending.append(String(scalars[position]))
                position += 1
                return
            }
        }
        let word = nextWord()
        let text = text(word)
        if !isExcluded, ors.contains(text) { return join(text, word) }
        add(.init(content: .word(text), isExcluded: isExcluded, range: start..<position, valueRange: word))
    }

    /// Reads `name:word`, `name:"phrase"` or `attribute:value`.
    ///
    /// - Returns: `false` if there is no such term; then nothing was consumed.
    private mutating func parseNamed(_ start: Int, _ isExcluded: Bool) throws(SearchError) -> Bool {
        let first = position
        guard
            let colon = scalars[first...].firstIndex(where: {
                $0.properties.isWhitespace || Self.colons.contains($0) || Self.closing[$0] != nil
            }), colon > first, Self.colons.contains(scalars[colon]),
            let name = try names[text(first..<colon)]
        else { return false }
        parsed.isPlain = false
        position = colon + 1
        guard let next = scalar(at: position), !next.properties.isWhitespace else {
            parsed.pending.append(text(start..<position))
            return true
        }
        var quoted: Range<Int>?
        if opensPhrase(at: position) {
            guard let found = phrase() else {
                leaveOutRest(from: start)
                return true
            }
            quoted = found
        }
        let value = quoted ?? nextWord()
        switch name {
        case .field(let field):
            if quoted != nil {
                add(value, field, isExcluded, start)
            } else {
                add(
                    .init(
                        content: .word(text(value)), field: field, isExcluded: isExcluded,
                        range: start..<position, valueRange: value))
            }
        case .attribute(let attribute):
            guard let test = try names.test(text(value), of: attribute, isQuoted: quoted != nil) else {
                position = first
                return false
            }
            let filter = Filter.attribute(attribute, test)
            add(
                .init(
                    content: .filter(isExcluded ? .not(filter) : filter), range: start..<position,
                    valueRange: value))
        }
        return true
    }

    /// Adds a phrase, unless it has no words.
    ///
    /// - Parameter content: the range between its marks.
    private mutating func add(
        _ content: Range<Int>, _ field: FieldName?, _ isExcluded: Bool, _ start: Int
    ) {
        let words = scalars[content].split { $0.properties.isWhitespace }.map { words in
            text(words.startIndex..<words.endIndex)
        }
        guard !words.isEmpty else {
            parsed.isPlain = false
            parsed.pending.append(text(start..<position))
            return
        }
        add(
            .init(
                content: .phrase(words), field: field, isExcluded: isExcluded, range: start..<position,
                valueRange: content))
    }

    private mutating func add(_ term: ParsedQuery.Term) {
        if term.isExcluded || term.field != nil { parsed.isPlain = false }
        if case .word = term.content {} else { parsed.isPlain = false }
        defer { joining = nil }
        guard let joining else { return parsed.clauses.append([term]) }
        guard !term.isExcluded else {
            parsed.pending.append(joining)
            return parsed.clauses.append([term])
        }
        parsed.clauses[parsed.clauses.count - 1].append(term)
    }

    /// Reads an `OR`. Without a term before it, it is a word.
    private mutating func join(_ text: String, _ word: Range<Int>) {
        guard let last = parsed.clauses.last else {
            return add(.init(content: .word(text), range: word, valueRange: word))
        }
        parsed.isPlain = false
        if joining != nil || last[0].isExcluded { parsed.pending.append(text) } else { joining = text }
    }

    // MARK: Tokens

    private func scalar(at position: Int) -> Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// Whether a mark may open a phrase. White space may follow it in French only.
    private func opensPhrase(at position: Int) -> Bool {
        guard Self.closing[scalars[position]] != nil, let next = scalar(at: position + 1) else {
            return false
        }
        return !next.properties.isWhitespace || scalars[position] == "«"
    }

    /// Reads a phrase that begins here; `nil` if nothing closes it, and then nothing was consumed.
    private mutating func phrase() -> Range<Int>? {
        let marks = Self.closing[scalars[position]]!
        guard let end = scalars[(position + 1)...].firstIndex(where: marks.contains) else { return nil }
        let content = position + 1..<end
        position = end + 1
        return content
    }

    /// Reads up to white space, or to a bracket that opens a phrase.
    private mutating func nextWord() -> Range<Int> {
        let start = position
        position += 1
        while position < scalars.count, !scalars[position].properties.isWhitespace {
            if Self.brackets.contains(scalars[position]) {
                let marks = Self.closing[scalars[position]]!
                if scalars[(position + 1)...].contains(where: marks.contains) { break }
            }
            position += 1
        }
        return start..<position
    }

    private mutating func leaveOutRest(from start: Int) {
        parsed.isPlain = false
        position = scalars.count
        parsed.pending.append(text(start..<position))
    }
}
