// How compounds and strings without spaces are put together of words that texts have.

/// How compounds are taken apart.
enum CompoundParts {
    /// The least number of letters of a part.
    static let leastLength = 3

    /// Whether a language writes compounds as one word.
    static func isWritten(in language: String) -> Bool { languages.contains(language) }

    private static let languages: Set<String> = [
        "af", "da", "de", "et", "fi", "fo", "fy", "gsw", "hu", "is", "lb", "nb", "nds", "nl", "nn", "no",
        "se", "sv",
    ]
    /// Whether a word of two letters is a noun that begins compounds, such as `Öl` in `Ölkanne`. Other words
    /// of two letters are in many words by chance.
    static func isShortNoun(_ word: String, _ language: String) -> Bool {
        shortNouns[language]?.contains(word) ?? false
    }

    private static let shortNouns: [String: Set<String>] = [
        "de": ["öl", "ei"], "nl": ["ei", "ui"], "sv": ["te", "is", "öl"], "da": ["te", "is", "øl", "æg"],
        "nb": ["te", "is", "øl"], "nn": ["te", "is", "øl"], "no": ["te", "is", "øl"],
    ]

    /// The letters that may join parts, in Germanic languages.
    private static let links = ["s", "n", "e", "en", "er", "es"].map { Array($0.unicodeScalars) }
    private static let unlinked: Set<String> = ["et", "fi", "hu", "se"]

    /// Where the next part may begin; a hyphen between two parts belongs to none.
    static func starts(behind end: Int, in scalars: [Unicode.Scalar], _ language: String) -> [Int] {
        let rest = scalars[end...]
        if let next = rest.first, !next.value.isPartOfWord { return [end + 1] }
        let links = unlinked.contains(language) ? [] : links.filter { rest.starts(with: $0) }
        return [end] + links.map { end + $0.count }
    }

    /// A string cut into the longest of some pieces, from its beginning on; empty if they are not enough. A
    /// letter of hiragana may be the ending of a word, so it is cut off where no piece begins.
    static func longest(of scalars: [Unicode.Scalar], _ pieces: Set<String>) -> [String] {
        var parts: [String] = []
        var start = 0
        while start < scalars.count {
            let longest = (start + 1...scalars.count).last { pieces.contains(String(scalars[start..<$0])) }
            guard let end = longest ?? (scalars[start].isHiragana ? start + 1 : nil) else { return [] }
            parts.append(String(scalars[start..<end]))
            start = end
        }
        return parts
    }

    /// The greatest number of parts of a compound, of ways to take it apart, and of steps to find them.
    static let mostParts = 4
    private static let mostWays = 4
    private static let mostSteps = 500

    /// The ways to take a compound apart: for each part its spellings; those of fewest parts first, then
    /// those whose first parts are longest.
    ///
    /// - Parameter pieces: the parts, alone or with another form behind a space.
    static func compounds(
        _ scalars: [Unicode.Scalar], _ pieces: Set<String>, _ languages: [String]
    ) -> [[[String]]] {
        var spellings: [String: [String]] = [:]
        for piece in pieces.sorted() {
            let words = piece.split(separator: " ").map { String($0) }
            spellings[words[0], default: []].append(words.last!)
        }
        let language = languages.first(where: isWritten) ?? ""
        let parts = spellings.map { (scalars: Array($0.key.unicodeScalars), spellings: $0.value) }
        // Paths share their starts: for each, the spellings of the part that ends at an index.
        var partsFrom: [Int: [[String]?]] = [:]
        func partsByEnd(from start: Int) -> [[String]?] {
            if let known = partsFrom[start] { return known }
            var found = [[String]?](repeating: nil, count: scalars.count + 1)
            for part in parts where scalars[start...].starts(with: part.scalars) {
                found[start + part.scalars.count] = part.spellings
            }
            partsFrom[start] = found
            return found
        }
        var ways: [[[String]]] = []
        var paths: [(start: Int, parts: [[String]])] = [(0, [])]
        var steps = 0
        for _ in 1...mostParts {
            var longer: [(start: Int, parts: [[String]])] = []
            for path in paths {
                let found = partsByEnd(from: path.start)
                for end in (path.start + 1...scalars.count).reversed() {
                    steps += 1
                    if steps > mostSteps || ways.count == mostWays { return ways }
                    guard let part = found[end] else { continue }
                    let parts = path.parts + [part]
                    if end == scalars.count {
                        if parts.count > 1 { ways.append(parts) }
                        continue
                    }
                    for start in starts(behind: end, in: scalars, language) where start < scalars.count {
                        longer.append((start, parts))
                    }
                }
            }
            paths = longer
        }
        return ways
    }
}

/// Where parts of a compound may begin, as far as they are known. Texts anywhere may have the parts, so what
/// one segment has does not decide which parts are looked for in another.
package struct CompoundPlaces: Hashable, Sendable {
    /// The folded compound.
    let word: String
    /// Where the parts begin that are looked for, in scalars of the word.
    let starts: [Int]
    /// Where its last part may begin.
    let lastStarts: [Int]
    /// Those of them where a word begins, not only the end of a compound.
    let wordStarts: [Int]
}
