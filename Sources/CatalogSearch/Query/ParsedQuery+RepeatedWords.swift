// Words that would be lost because a repeated word counts once.

internal import Support

extension ParsedQuery {
    /// The query with initials and sizes, typed with spaces, each as one word if it repeats a letter or a
    /// number.
    var joiningRepeatedWords: ParsedQuery { joiningSizes.joiningInitials }

    /// The query with sizes whose numbers are the same as one word: `60 x 60` becomes `60x60`.
    private var joiningSizes: ParsedQuery {
        var joined = self
        joined.clauses = []
        var rest = clauses[...]
        while let clause = rest.first {
            let size = rest.prefix(3).compactMap(Self.word)
            guard size.count == 3, size[0] == size[2], size[1].isTimesSign,
                size[0].unicodeScalars.allSatisfy(\.isDecimalDigit)
            else {
                joined.clauses.append(clause)
                rest = rest.dropFirst()
                continue
            }
            joined.clauses.append(Self.joined(rest.prefix(3), size.joined()))
            rest = rest.dropFirst(3)
        }
        return joined
    }

    /// The query with initials joined if a letter repeats: `J. R. R.` becomes `J.R.R.`.
    private var joiningInitials: ParsedQuery {
        var joined = self
        joined.clauses = []
        var rest = clauses[...]
        while let clause = rest.first {
            let initials = rest.prefix { Self.initial($0) != nil }
            let letters = initials.compactMap(Self.initial)
            guard Set(letters.map { $0.lowercased() }).count < letters.count else {
                joined.clauses += initials.isEmpty ? [clause] : Array(initials)
                rest = rest.dropFirst(max(1, initials.count))
                continue
            }
            joined.clauses.append(Self.joined(initials, letters.map { String($0) }.joined(separator: ".")))
            rest = rest.dropFirst(initials.count)
        }
        return joined
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
