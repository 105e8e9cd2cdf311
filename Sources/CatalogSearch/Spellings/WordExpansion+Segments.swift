// The words of a string in a script without spaces.

internal import ICU
internal import Support

extension WordExpansion {
    /// The words of a string without spaces by ICU's dictionaries.
    func segments(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        try parts(words(word)).map { [$0] } ?? []
    }

    /// The words of a string without spaces by ICU's dictionaries; empty in other scripts.
    func words(_ word: String) throws(ICUError) -> [String] {
        guard word.unicodeScalars.contains(where: \.isWrittenWithoutSpaces) else { return [] }
        let segmenter = WordSegmenter(query.request.chain.first ?? query.request.locale)
        return segmenter.words(of: word).flatMap(\.cutAtDigits)
    }

    /// The most components of a word.
    private static let mostParts = 12

    /// The components of a string without spaces; a record must contain all of them. Particles and the
    /// endings of Japanese words are left out. The stems must then be words: `青い靴` is `青` and `靴`.
    ///
    /// - Returns: `nil` unless there are several.
    func parts(_ words: [String]) throws(ICUError) -> PreparedQuery.Alternative? {
        var parts: [String] = []
        var stems: Set<String> = []
        var isStem = false
        for word in words where !word.isParticle {
            if let last = parts.last, last.unicodeScalars.allSatisfy(\.isDecimalDigit),
                try UnitNames.of(query.request.locale).names(of: word) != nil
            {
                parts[parts.count - 1] = last + word
                isStem = false
            } else if isStem, word.isHiraganaSyllable {
                stems.insert(parts.last!)
            } else {
                parts.append(word)
                isStem = word.unicodeScalars.allSatisfy(\.properties.isIdeographic)
            }
        }
        // A stem alone is only another form of the word.
        guard words.count > 1, !parts.isEmpty, parts.count > 1 || stems.isEmpty,
            parts.count <= Self.mostParts,
            parts.allSatisfy({ part in !part.isSyllable && !parts.contains { $0 != part && $0.contains(part) }
            }),
            Set(parts).count == parts.count
        else { return nil }
        let variants = ScriptVariants(languages)
        return compose(
            try parts.map { part throws(ICUError) in
                let own = query.alternative(part, nil)
                return [stems.contains(part) ? own.asWholeWord : own]
                    + (try variants.variants(of: part).prefix(3).map { query.alternative($0, nil) })
                    + (try units(part))
                    + (color(part) + adjectives(part)).map { query.alternative($0, nil).asWholeWord }
                    + Self.cutAtDigits([part]).filter { $0.count > 1 }.map { neighbours($0, .separators) }
            }, .segments)
    }
}

extension WordExpansion {
    /// The noun that is the stem of a Japanese adjective: `赤い` is `赤`.
    private func adjectives(_ word: String) -> [String] {
        languages.contains("ja") && word.unicodeScalars.last?.isHiragana == true
            ? RegularForms.others(of: word, "ja") : []
    }

    /// The name of a color without the word for color after it, as in labels: `赤色` is `赤`.
    fileprivate func color(_ word: String) -> [String] {
        guard word.unicodeScalars.count > 1, let name = word.without("色") else { return [] }
        return [name]
    }
}

extension String {
    /// A word cut between digits and letters of a script without spaces: Korean words stay whole.
    fileprivate var cutAtDigits: [String] {
        let scalars = Array(unicodeScalars)
        let cuts = scalars.indices.dropFirst().filter { position in
            let (before, next) = (scalars[position - 1], scalars[position])
            return before.isDecimalDigit && next.isWrittenWithoutSpaces
                || before.isWrittenWithoutSpaces && next.isDecimalDigit
        }
        return zip([0] + cuts, cuts + [scalars.count]).map { String(scalars[$0..<$1]) }
    }

    /// Whether a word is one character that is a syllable, which has no meaning alone.
    fileprivate var isSyllable: Bool {
        guard let only = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return only.isWrittenWithoutSpaces && !only.properties.isIdeographic
    }

    /// Whether a word is one character of hiragana.
    fileprivate var isHiraganaSyllable: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first!.isHiragana
    }

    /// Whether a word is a particle of Chinese or Japanese, which does not describe a product.
    fileprivate var isParticle: Bool {
        ["的", "の", "を", "に", "が", "は", "へ", "と", "で", "て", "も", "や", "か"].contains(self)
    }
}
