// Words that would be lost because a repeated word counts once.

internal import Support

extension ParsedQuery {
    /// The query with initials and sizes, typed with spaces, each as one word if it repeats a letter or a
    /// number.
    var joiningRepeatedWords: ParsedQuery { joining(Self.size).joining(Self.initials) }

    /// The query with several clauses as one word, from the first clause on.
    ///
    /// - Parameter words: how many of the next clauses, at least one, are taken together, and the word that they
    ///   are; `nil` if they stay as they are.
    private func joining(_ words: (ArraySlice<[Term]>) -> (count: Int, joined: String?)) -> ParsedQuery {
        var result = self
        result.clauses = []
        var rest = clauses[...]
        while !rest.isEmpty {
            let (count, joined) = words(rest)
            let taken = rest.prefix(count)
            result.clauses += joined.map { [Self.joined(taken, $0)] } ?? Array(taken)
            rest = rest.dropFirst(count)
        }
        return result
    }

    /// A size whose numbers are the same: `60 x 60` becomes `60x60`.
    private static func size(_ clauses: ArraySlice<[Term]>) -> (count: Int, joined: String?) {
        let size = clauses.prefix(3).compactMap(word)
        guard size.count == 3, size[0] == size[2], size[1].isTimesSign,
            size[0].unicodeScalars.allSatisfy(\.isDecimalDigit)
        else { return (1, nil) }
        return (3, size.joined())
    }

    /// Initials of which one repeats: `J. R. R.` becomes `J.R.R.`.
    private static func initials(_ clauses: ArraySlice<[Term]>) -> (count: Int, joined: String?) {
        let letters = clauses.prefix { initial($0) != nil }.compactMap(initial)
        let isRepeated = Set(letters.map { $0.lowercased() }).count < letters.count
        return (max(1, letters.count), isRepeated ? letters.map { String($0) }.joined(separator: ".") : nil)
    }

    /// One word in the place of several.
    private static func joined(_ clauses: ArraySlice<[Term]>, _ text: String) -> [Term] {
        let ranges = clauses.joined().map(\.range)
        let range = ranges.map(\.lowerBound).min()!..<ranges.map(\.upperBound).max()!
        return [Term(content: .word(text), range: range, valueRange: range)]
    }

    /// The word of a clause that is one, as it was typed.
    private static func word(_ clause: [Term]) -> String? {
        guard clause.count == 1, clause[0].field == nil, !clause[0].isExcluded, clause[0].isTyped,
            case .word(let text) = clause[0].content
        else { return nil }
        return text
    }

    /// The letter of a clause that is one letter, with a full stop or without.
    private static func initial(_ clause: [Term]) -> Character? {
        guard let text = word(clause), let letter = text.first, letter.isLetter,
            !letter.unicodeScalars.contains(where: \.isWrittenWithoutSpaces),
            ["", "."].contains(text.dropFirst())
        else { return nil }
        return letter
    }
}

extension Unicode.Scalar {
    /// Whether it stands between the numbers of a size.
    var isTimesSign: Bool { ["x", "X", "×", "*", "х", "Х"].contains(self) }
}

extension String {
    /// Whether it is one sign that stands between the numbers of a size.
    var isTimesSign: Bool { unicodeScalars.count == 1 && unicodeScalars.first!.isTimesSign }
}
