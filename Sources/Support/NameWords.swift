// Names of members as labels for people.

extension StringProtocol {
    /// The words of a name: `release_date` and `releaseDate` are `Release date`. Words in capitals stay as
    /// they are; a name without letters and digits is unchanged.
    public var nameAsWords: String {
        var words: [String] = []
        var isInWord = false
        for character in self {
            guard character.isLetter || character.isNumber else {
                isInWord = false
                continue
            }
            let begins = !isInWord || character.isUppercase && words.last?.last?.isLowercase == true
            if begins { words.append("") }
            words[words.count - 1].append(character)
            isInWord = true
        }
        let lowered = words.map { $0.count > 1 && $0 == $0.uppercased() ? $0 : $0.lowercased() }
        let label = lowered.joined(separator: " ")
        return label.isEmpty ? String(self) : label.prefix(1).uppercased() + label.dropFirst()
    }
}
