// How similar two texts are: by the letters that must be changed, word by word.

/// The words and signs of a text.
struct ComparableText {
    fileprivate struct Token {
        let letters: [Unicode.Scalar]
        let small: [Unicode.Scalar]
        var count: Int { letters.count }
    }

    fileprivate let tokens: [Token]
    /// The letters and signs, without white space.
    let count: Int
    /// The most words that are compared; the rest counts as different.
    static let mostTokens = 400

    init(_ text: String) {
        var tokens: [Token] = []
        var letters: [Unicode.Scalar] = []
        func endWord() {
            guard !letters.isEmpty else { return }
            let small = letters.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
            tokens.append(Token(letters: letters, small: small))
            letters = []
        }
        for scalar in text.unicodeScalars {
            if scalar.isWordPart {
                letters.append(scalar)
            } else {
                endWord()
                guard !scalar.properties.isWhitespace else { continue }
                tokens.append(Token(letters: [scalar], small: [scalar]))
            }
        }
        endWord()
        self.tokens = tokens
        count = tokens.reduce(0) { $0 + $1.count }
    }
}

enum TextSimilarity {
    /// How similar two texts are, from 0 to 1. Only texts with the same words and signs have 1.
    ///
    /// Words are aligned so that the fewest letters change: a word that is left out costs its
    /// letters, one that is replaced by another costs their edit distance. Another letter case
    /// costs a quarter of another letter.
    static func similarity(_ one: ComparableText, _ other: ComparableText) -> Double {
        let longest = max(one.count, other.count)
        guard longest > 0 else { return 1 }
        let (left, right) = (
            one.tokens.prefix(ComparableText.mostTokens), other.tokens.prefix(ComparableText.mostTokens)
        )
        let hidden =
            one.tokens.dropFirst(ComparableText.mostTokens).reduce(0) { $0 + $1.count }
            + other.tokens.dropFirst(ComparableText.mostTokens).reduce(0) { $0 + $1.count }
        var row: [Double] = [0]
        for token in right { row.append(row[row.count - 1] + Double(token.count)) }
        for token in left {
            var before = row[0]
            row[0] += Double(token.count)
            for (index, other) in right.enumerated() {
                let replaced = before + cost(token, other)
                before = row[index + 1]
                row[index + 1] = min(
                    replaced, row[index + 1] + Double(token.count), row[index] + Double(other.count))
            }
        }
        return max(0, 1 - (row[row.count - 1] + Double(hidden)) / Double(longest))
    }

    private static func cost(_ one: ComparableText.Token, _ other: ComparableText.Token) -> Double {
        if one.letters == other.letters { return 0 }
        if one.small == other.small {
            return 0.25 * Double(zip(one.letters, other.letters).count { $0 != $1 })
        }
        let all = Double(max(one.count, other.count))
        // A word of other letters is another word, however many of them it has in common by chance.
        if abs(one.small.count - other.small.count) * 2 > max(one.count, other.count) { return all }
        let distance = Double(distance(one.small, other.small))
        return distance * 2 > all ? all : distance
    }

    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        // No language has words of more than 100 letters.
        guard one.count <= 100, other.count <= 100 else { return max(one.count, other.count) }
        var row = Array(0...other.count)
        for (line, letter) in one.enumerated() {
            var before = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let replaced = before + (letter == candidate ? 0 : 1)
                before = row[column + 1]
                row[column + 1] = min(replaced, row[column + 1] + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a part of a word or of a number.
    var isWordPart: Bool {
        if value < 0x80 {
            return (0x30...0x39).contains(value) || (0x41...0x5A).contains(value)
                || (0x61...0x7A).contains(value)
        }
        return properties.isAlphabetic || properties.numericType != nil
            || properties.generalCategory == .nonspacingMark
    }

    /// Whether the scalar is of a script that does not put spaces between words.
    var isOfScriptWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
