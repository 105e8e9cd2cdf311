// Syllables and short words of a query that match inside other words only by chance.

extension QueryRelaxer {
    /// Whether all records that a query finds contain one of its syllables or short words only inside other
    /// words, or with other tones.
    ///
    /// - Parameter wide: the query with alternatives.
    func findsOnlyByChance(_ wide: PreparedQuery) throws(SearchError) -> Bool {
        guard let whole = withWholeWords(wide) else { return false }
        return try count(whole, engine) == 0
    }

    /// Languages that write each syllable as a word, so that a match inside another word is accidental.
    private static let syllabic: Set<String> = ["vi"]

    /// Short words that join others, by language: prepositions, articles and "and" (the grammars of each).
    /// Matches inside other words are accidental.
    private static let joining: [String: Set<String>] = [
        "en": ["of", "for", "by", "in", "on", "to", "and"],
        "de": [
            "für", "mit", "von", "vom", "aus", "zum", "zur", "zu", "im", "in", "am", "auf", "bei", "und",
        ],
        "nl": ["van", "uit", "in", "op", "bij", "met", "en"], "sv": ["av", "för", "med", "i", "på", "och"],
        "da": ["af", "for", "til", "med", "i", "på", "og"],
        "nb": ["av", "for", "til", "med", "i", "på", "og"],
        "fr": ["de", "du", "des", "en", "à", "et", "la", "le", "les"],
        "es": ["de", "del", "en", "con", "el", "la", "los", "las", "y", "por"],
        "it": ["di", "in", "con", "da", "del", "per", "e"],
        "pt": ["de", "do", "da", "dos", "das", "em", "com", "por", "e", "no", "na"],
        "ca": ["de", "del", "en", "amb", "i"], "ro": ["de", "din", "cu", "la", "pe"],
        "pl": ["z", "ze", "w", "na", "do", "dla"], "cs": ["z", "ze", "v", "na", "do", "pro"],
        "sk": ["z", "zo", "v", "na", "do", "pre"], "hr": ["iz", "za", "s", "sa", "u", "na", "od", "do"],
        "ru": ["из", "для", "с", "в", "на", "под", "и"], "uk": ["з", "із", "для", "на", "в", "у"],
        "bg": ["от", "за", "с", "в", "на"], "tr": ["ve", "ile"],
    ]

    /// The query with whole-word matches for words that would match by accident inside others: syllables of a
    /// language that writes them apart, except the last, which may be incomplete, and short words between
    /// others. Each tone makes another syllable, unless the query is typed without tones.
    ///
    /// - Returns: `nil` if the query has no such words.
    func withWholeWords(_ wide: PreparedQuery) -> PreparedQuery? {
        guard wide.words.count == query.words.count else { return nil }
        let countsMarks = hasWholeSyllables && countsTones
        var whole = wide
        var isOther = false
        for number in wide.words.indices.dropLast() where query.words[number].isOneWord {
            let typed = query.words[number].alternatives[0]
            guard hasWholeSyllables || number > 0 && joinsWords(typed.spelling),
                typed.number == nil, typed.spelling.unicodeScalars.allSatisfy(\.value.isPartOfWord)
            else { continue }
            for index in whole.words[number].alternatives.indices
            where whole.words[number].alternatives[index].isTypedWord {
                whole.words[number].alternatives[index].isWhole = true
                whole.words[number].alternatives[index].countsMarks = countsMarks
                isOther = true
            }
        }
        return isOther ? whole : nil
    }

    private func joinsWords(_ word: String) -> Bool {
        guard let language = query.languages.first else { return false }
        return Self.joining[language]?.contains(word.lowercased()) ?? false
    }

    /// Whether the query has many words, in a language that writes syllables apart.
    var hasWholeSyllables: Bool {
        guard let language = query.languages.first else { return false }
        return Self.syllabic.contains(language) && query.words.count > Self.fewWords
    }

    /// Whether each tone makes another syllable: the query is typed with tones.
    var countsTones: Bool {
        query.words.contains { !$0.typed.utf8.allSatisfy { $0 < 0x80 } }
    }
}
