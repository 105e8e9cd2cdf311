// Initials of a name, typed with spaces.

extension ParsedQuery {
    /// The query with initials joined if a letter repeats: `J. R. R.` becomes `J.R.R.`. Repeated words count
    /// once, so the letter would be lost.
    var joiningInitials: ParsedQuery {
        var joined = self
        joined.clauses = []
        var rest = clauses[...]
        while let clause = rest.first {
            let initials = rest.prefix { Self.initial($0) != nil }
            let letters = initials.compactMap(Self.initial)
            guard Set(letters.map { $0.lowercased() }).count < letters.count,
                let first = initials.first?.first, let last = initials.last?.first
            else {
                joined.clauses += initials.isEmpty ? [clause] : Array(initials)
                rest = rest.dropFirst(max(1, initials.count))
                continue
            }
            let text = letters.map { String($0) }.joined(separator: ".")
            let range = first.range.lowerBound..<last.range.upperBound
            joined.clauses.append([Term(content: .word(text), range: range, valueRange: range)])
            rest = rest.dropFirst(initials.count)
        }
        return joined
    }

    /// The letter of a clause that is one letter, with a full stop or without.
    private static func initial(_ clause: [Term]) -> Character? {
        guard clause.count == 1, clause[0].field == nil, !clause[0].isExcluded, clause[0].isTyped,
            case .word(let text) = clause[0].content, let letter = text.first, letter.isLetter,
            !letter.unicodeScalars.contains(where: \.isWrittenWithoutSpaces),
            ["", "."].contains(text.dropFirst())
        else { return nil }
        return letter
    }
}
