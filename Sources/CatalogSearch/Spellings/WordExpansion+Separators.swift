// What texts may have instead of typed separators: others, spaces or nothing between the components of a
// word, and signs for `and`.

internal import ICU
internal import Support

extension WordExpansion {
    /// The components between separators as adjacent words, and joined.
    func separated(_ word: String) throws(ICUError) -> [PreparedQuery.Alternative] {
        let parts = try word.parts(grouping: LetterRuns.grouping(of: query.request.locale))
        guard parts.count > 1, parts.count <= 2 * LetterRuns.mostJoined else { return [] }
        var found = Self.cutAtDigits(parts).map { neighbours($0, .separators) }
        let others = withOtherConjunctions(word, parts)
        found += others.map { neighbours($0, .separators) }
        // `levis-501` is Levi's 501, and `ben-and-jerrys` is Ben & Jerry's.
        found += ([parts] + others).flatMap(withPossessives).map { neighbours($0, .elision) }
        let areDigits = parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
        if areDigits
            ? LetterRuns.mayJoinDigitsWithoutSpaces(parts.map(\.utf8.count))
            : parts.count <= LetterRuns.mostJoined
        {
            let joined = parts.joined()
            for written in [joined] + (try ScriptVariants(languages).variants(of: joined)) {
                found.append(spelling(written, .separators, isWhole: true))
            }
            // `hair-dryer` is `Hair dryers`, too.
            let others = languages.flatMap { RegularForms.otherNumbers(of: parts.last!, $0) }
            for last in others.withoutDuplicates {
                let parts = parts.dropLast() + [last]
                found.append(neighbours(Array(parts), .forms))
                found.append(spelling(parts.joined(), .forms, isWhole: true))
            }
            // In Romance languages the first noun takes the ending: `soutiens-gorge`.
            let first = languages.filter(Self.endingFirst.contains)
                .flatMap { RegularForms.otherNumbers(of: parts[0], $0) }
            for first in first.withoutDuplicates {
                found.append(neighbours([first] + parts.dropFirst(), .forms))
            }
            // `buku-buku` is the plural of `buku`.
            if parts.count == 2, parts[0].lowercased() == parts[1].lowercased(),
                !Self.doubling.isDisjoint(with: languages)
            {
                found.append(spelling(parts[0], .forms, isWhole: true))
            }
        }
        let mayBeCompound = parts.allSatisfy { part in
            part.unicodeScalars.count >= CompoundParts.leastLength
                && part.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
        }
        if mayBeCompound, parts.count <= LetterRuns.mostJoined,
            languages.contains(where: CompoundParts.isWritten)
        {
            found.append(compose(parts.map { [query.alternative($0, nil).asWholeWord] }, .compound))
        }
        return found
    }

    /// The words between two parts of a list, from CLDR's list patterns.
    private static let conjunctions = [
        "ca": "i", "cs": "a", "da": "og", "de": "und", "el": "και", "en": "and", "es": "y", "fi": "ja",
        "fr": "et",
        "hi": "और", "hr": "i", "hu": "és", "it": "e", "nb": "og", "nl": "en", "pl": "i", "pt": "e",
        "ro": "și",
        "ru": "и", "sv": "och", "th": "และ", "tr": "ve", "uk": "і", "vi": "và",
    ]

    /// The signs that texts may have for a word such as `and`.
    func conjunctions(_ word: String) -> [PreparedQuery.Alternative] {
        guard isConjunction(word) else { return [] }
        return ["&", "+"].map { spelling($0, .separators, isWhole: false) }
    }

    /// The components with the word for a typed `&` between them, or without a typed word that the sign may
    /// replace: `salt&pepper` is `salt and pepper`, and `plug-and-play` is `Plug & Play`.
    private func withOtherConjunctions(_ word: String, _ parts: [String]) -> [[String]] {
        let conjunctions = languages.compactMap { Self.conjunctions[$0] }
        if word.contains("&") {
            return conjunctions.map { conjunction in
                Array(parts.map { [$0] }.joined(separator: [conjunction]))
            }
        }
        let others = [parts[0]] + parts.dropFirst().dropLast().filter { !isConjunction($0) } + [parts.last!]
        return others.count < parts.count ? [others] : []
    }

    /// Whether a word means `and` in one of the languages.
    func isConjunction(_ word: String) -> Bool {
        let typed = word.lowercased()
        return languages.contains { Self.conjunctions[$0] == typed }
    }

    /// Languages whose compounds with a hyphen have their noun first.
    private static let endingFirst: Set<String> = ["ca", "es", "fr", "gl", "it", "pt", "ro"]

    /// Languages that double a noun for its plural.
    private static let doubling: Set<String> = ["id", "ms", "jv", "su"]

    /// The most borders between letters and digits at which separators are tried one by one.
    private static let mostDigitBorders = 3

    /// The components of a word with separators, also with separators at some borders between letters and
    /// digits: `EF24-70` is `EF 24-70`.
    static func cutAtDigits(_ parts: [String]) -> [[String]] {
        var pieces: [(text: String, isPart: Bool)] = []
        for part in parts {
            var isPart = true
            var rest = part.unicodeScalars[...]
            while let first = rest.first {
                let isDigit = first.isDecimalDigit
                let run = rest.prefix { $0.isDecimalDigit == isDigit }
                pieces.append((String(run), isPart))
                rest = rest.dropFirst(run.count)
                isPart = false
            }
        }
        let borders = pieces.indices.filter { !pieces[$0].isPart }
        guard borders.count <= mostDigitBorders else { return [parts] }
        return (0..<1 << borders.count).map { cut in
            var words: [String] = []
            for (position, piece) in pieces.enumerated() {
                let border = borders.firstIndex(of: position)
                if piece.isPart || cut >> (border ?? 0) & 1 == 1 {
                    words.append(piece.text)
                } else {
                    words[words.count - 1] += piece.text
                }
            }
            return words
        }
    }
}

extension LetterRuns {
    /// Whether separators between digits may be removed: in groups of three, or from five digits on, as in
    /// article numbers. Others are ratios, dates and dimensions.
    static func mayJoinDigits(_ counts: [Int]) -> Bool {
        counts.reduce(0, +) >= 5 || counts[0] <= 3 && counts.dropFirst().allSatisfy { $0 == 3 }
    }

    /// The same where no spaces are among the separators: then two digits and two are one number, too.
    static func mayJoinDigitsWithoutSpaces(_ counts: [Int]) -> Bool {
        counts == [2, 2] || mayJoinDigits(counts)
    }
}

extension String {
    /// The components of a word between separators.
    func parts(grouping: UInt8?) -> [String] {
        var text = self
        return text.withUTF8 { bytes in
            LetterRuns(bytes, grouping: grouping).ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }
}
