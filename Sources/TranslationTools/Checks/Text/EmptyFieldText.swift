// Texts that stand in a field before anything is typed there.

internal import Localization

extension TextPair {
    /// Whether the text is shown in an empty field, to say what belongs there, as its key or its comment says.
    var isShownInEmptyField: Bool { isKeyOfHint || isCommentOnPlaceholder }

    /// Whether the key is a name that has a word for such texts: `search_hint`, `Login.namePlaceholder`. A
    /// source text that is a key itself says nothing about itself.
    private var isKeyOfHint: Bool {
        guard let key, let source, !key.hasSuffix(source), !key.contains(where: \.isWhitespace) else {
            return false
        }
        return Self.words(ofKey: key).contains {
            ["hint", "hints", "placeholder", "placeholders"].contains($0)
        }
    }

    /// Whether the comment speaks of a placeholder where the text has none for an argument.
    private var isCommentOnPlaceholder: Bool {
        guard let comment, let source, comment.containsASCII("laceholder") else { return false }
        let words = comment.lowercased().split { !$0.isLetter }
        return words.contains("placeholder") && PlaceholderSyntax.prose(of: source, placeholders) == source
    }

    /// The words of a key in any case style: `searchHint`, `search-hint` and `SEARCH_HINT` have two.
    private static func words(ofKey key: String) -> [String] {
        var words: [String] = []
        var word = ""
        let letters = Array(key)
        for (index, letter) in letters.enumerated() {
            guard letter.isLetter else {
                words.append(word)
                word = ""
                continue
            }
            let next = index + 1 < letters.count ? letters[index + 1] : "_"
            if letter.isUppercase, word.last?.isLowercase == true || next.isLowercase {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        return (words + [word]).map { $0.lowercased() }
    }
}
