// Properties of a spelling of a query.

extension PreparedQuery.Alternative {
    /// Sets the only field to search, also for the words of the spelling.
    mutating func setField(_ field: FieldName?) {
        guard let field else { return }
        self.field = field
        for index in phrase.indices { phrase[index].setField(field) }
        for part in parts.indices { for index in parts[part].indices { parts[part][index].setField(field) } }
    }

    /// Whether it is a single word as typed.
    var isTypedWord: Bool { relaxation == nil && equivalence == nil && !isComposite }

    var isTypedPhrase: Bool { relaxation == nil && equivalence == nil && !phrase.isEmpty }
}

extension String {
    /// Whether the text is one letter of a script with spaces.
    var isOneLetter: Bool {
        unicodeScalars.count == 1
            && unicodeScalars.allSatisfy { $0.properties.isAlphabetic && !$0.isWrittenWithoutSpaces }
    }
}
