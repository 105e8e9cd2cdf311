// The punctuation at the edges of a typed word.

/// A typed word, and the rest of it without punctuation at its edges.
struct WordEdges {
    /// The word without the punctuation; empty if there is nothing else.
    let word: String
    /// Whether the rest must be a whole word: the punctuation belongs to a name, or many words contain the
    /// short rest.
    let needsWholeWord: Bool
    /// Whether the punctuation belongs to a name, as in `C++` and `.NET`.
    let isNamed: Bool
    /// Whether the word consists of digits.
    let isNumber: Bool

    init(_ typed: String) {
        let scalars = Array(typed.unicodeScalars)
        guard let first = scalars.firstIndex(where: { $0.value.isPartOfWord }),
            let last = scalars.lastIndex(where: { $0.value.isPartOfWord })
        else {
            word = ""
            needsWholeWord = false
            isNamed = false
            isNumber = false
            return
        }
        let rest = scalars[first...last]
        word = String(rest)
        isNamed =
            scalars[..<first].contains { $0 == "." || !$0.isSentencePunctuation }
            || scalars[(last + 1)...].contains { !$0.isSentencePunctuation }
        let isShort = rest.count < 3 && !rest.contains(where: \.isWrittenWithoutSpaces)
        isNumber = rest.allSatisfy { $0.properties.numericType != nil }
        needsWholeWord = isNamed || isShort || isNumber
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is punctuation of sentences: a bracket, a quotation mark, a
    /// dash, or a mark such as a comma.
    fileprivate var isSentencePunctuation: Bool {
        switch properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation:
            true
        case .otherPunctuation: !["#", "@", "%", "&", "*", "/", "\\"].contains(self)
        default: false
        }
    }
}
