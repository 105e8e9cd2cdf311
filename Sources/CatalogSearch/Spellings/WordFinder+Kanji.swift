// Finds words that texts write in kanji by their readings in kana or in Latin letters, if a dictionary is
// installed.

internal import ICU
internal import Stemming

extension WordFinder {
    /// The greatest number of words found, and of beginnings that are looked for in texts.
    private static var mostReadings: Int { 12 }
    private static var mostBeginnings: Int { 1_000 }
    /// The greatest number of kana that are read together.
    private static var longestRead: Int { 40 }

    /// The words in texts with a typed reading: `sakura`, `さくら` for 桜.
    ///
    /// - Parameter installed: the dictionary of readings, opened only if it is needed.
    func writtenInKanji(
        _ installed: @autoclosure () -> ReadingDictionary? = .installed
    ) throws(SegmentError) -> [FoundWord] {
        let japanese = dictionaries.filter {
            languages[$0.position] == "ja" && foldings[$0.position] != nil
        }
        guard !japanese.isEmpty, let (kana, comparisons) = Romanizations.katakana(word.spelling),
            2...Self.longestRead ~= kana.count, let installed = installed()
        else { return [] }
        // By the kana first: a sound has many readings.
        for comparison in comparisons {
            var found: Set<String> = []
            for dictionary in japanese {
                guard let folding = foldings[dictionary.position] else { continue }
                found.formUnion(
                    try words(readAs: kana, folding, dictionary) { installed.words(readAs: $0, comparison) })
            }
            if !found.isEmpty { return found.map { FoundWord(spelling: $0, distance: 0) } }
        }
        return []
    }

    /// Reads kana as consecutive words, as long as texts contain the result. Between words, kana may stand
    /// for themselves, as `の` does.
    private func words(
        readAs kana: [Unicode.Scalar], _ folding: Folding, _ dictionary: Dictionary,
        _ words: (_ reading: String) -> [String]
    ) throws(SegmentError) -> Set<String> {
        let whole = String(kana[...])
        var found: Set<String> = []
        var open = [(read: "", end: 0)]
        var seen: Set<String> = []
        var interruption = Interruption()
        while let next = open.popLast(), seen.count < Self.mostBeginnings, found.count < Self.mostReadings {
            // The longest words are pushed last, so that they are tried first.
            for end in (next.end + 1)...kana.count {
                let reading = String(kana[next.end..<end])
                var spellings = words(reading)
                if end == next.end + 1 { spellings.append(reading) }
                for spelling in spellings {
                    let read = next.read + spelling
                    guard seen.insert("\(read) \(end)").inserted else { continue }
                    try interruption.count(Interruption.form)
                    let folded = folding.standard.folded(read)
                    guard !folded.isEmpty, try dictionary.contains(BytePattern(folded)) else { continue }
                    if end < kana.count {
                        open.append((read, end))
                    } else if read != whole {
                        found.insert(read)
                    }
                }
            }
        }
        return found
    }
}
