// Finds the words of the texts that complete a typed beginning.

internal import Support

extension WordFinder {
    /// The most scalars of a beginning that is completed across separators, and the separators that texts may
    /// have.
    private static var longestJoined: Int { 16 }
    private static var separators: [String] {
        ["-", "\u{2011}", "\u{2013}", "/", ".", "&", "_", "'", "·", "\u{5BE}"]
    }

    /// Words that begin with the word, also after an article, and, at distance 1, words that begin so when a
    /// separator is removed: `tsh` becomes `T-Shirt`.
    func completions() throws(SegmentError) -> [FoundWord] {
        let own = try completions(of: [word.spelling]) { form, folding, bounds in
            Self.completions(of: form, in: folding, bounds)
        }
        let elided = WordExpansion.withArticles(word.spelling, languages)
        let behindArticles = try completions(of: elided) { form, folding, bounds in
            Self.wholeWords(beginningWith: form, in: folding, bounds).map {
                $0.lowerBound + Self.articleLength(form)..<$0.upperBound
            }
        }
        let separated = try completions(of: otherBeginnings()) { form, folding, bounds in
            Self.wholeWords(beginningWith: form, in: folding, bounds)
        }
        return try found(own + behindArticles, distance: 0) + found(separated, distance: 1)
    }

    /// The bytes up to and with the apostrophe.
    private static func articleLength(_ pattern: BytePattern) -> Int {
        pattern.bytes.withUnsafeBufferPointer { bytes in
            var end = 0
            while end < bytes.count {
                let (scalar, length) = bytes.scalar(at: end)
                end += length
                if !scalar.isLetterOrDigit { return end }
            }
            return 0
        }
    }

    /// The fragments of terms that begin with one of these spellings.
    private func completions(
        of spellings: [String],
        _ pieces: (BytePattern, _ folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?) -> [Range<Int>]
    ) throws(SegmentError) -> [Candidate] {
        var candidates: [Candidate] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated() {
            guard let folding = foldings[dictionary.position] else { continue }
            var seen: Set<[UInt8]?> = []
            for spelling in spellings {
                try interruption.count(Interruption.form)
                let form = PreparedQuery.Form(spelling, folding)
                // Some separators have the same folding.
                guard seen.insert(form.standard?.bytes).inserted else { continue }
                try dictionary.forEachTerm(beginningWith: form) { term throws(SegmentError) in
                    try interruption.count(term.steps)
                    guard form.isContained(by: term) else { return }
                    let spellings = Self.spellings(
                        of: form, in: term, try dictionary.details(ofTerm: term.number), folding, pieces)
                    if spellings.isEmpty { return }
                    candidates.append(
                        Candidate(dictionary: number, term: term.number, spellings: spellings))
                }
            }
        }
        return candidates
    }

    /// The word with one separator at each possible position; a word with separators, without them and with
    /// another one instead.
    private func otherBeginnings() -> [String] {
        let scalars = Array(word.spelling.unicodeScalars)
        guard 2...Self.longestJoined ~= scalars.count,
            !scalars.contains(where: \.isWrittenWithoutSpaces)
        else { return [] }
        let letters = scalars.filter(\.value.isPartOfWord)
        if letters.count < scalars.count {
            // After a separator, only the next component is completed.
            if letters.isEmpty || !scalars.last!.value.isPartOfWord { return [] }
            let others = Self.separators.map { other in
                scalars.map { $0.value.isPartOfWord ? String($0) : other }.joined()
            }
            return [String(letters[...])] + others.filter { $0 != word.spelling }
        }
        return Self.separators.flatMap { Self.spellings(of: scalars, separatedBy: $0) }
    }

    /// Letters with a separator at each possible position.
    private static func spellings(of letters: [UnicodeScalar], separatedBy separator: String) -> [String] {
        (1..<letters.count).map { String(letters[..<$0]) + separator + String(letters[$0...]) }
    }

    /// The spellings of the word with a hyphen with which a word of the texts begins: `wi-f` for `wif`, if
    /// they have Wi-Fi.
    func hyphenatedBeginnings() throws(SegmentError) -> [FoundWord] {
        let letters = Array(word.spelling.unicodeScalars)
        guard WordQuery.lengthsOfHyphenatedBeginnings.contains(letters.count) else { return [] }
        let beginnings = try completions(of: Self.spellings(of: letters, separatedBy: "-")) {
            form, folding, bounds in
            Self.wholeWords(beginningWith: form, in: folding, bounds).map {
                $0.lowerBound..<$0.lowerBound + form.bytes.count
            }
        }
        return Set(beginnings.flatMap(\.spellings)).map { FoundWord(spelling: $0, distance: 0) }
    }

    /// The least number of letters of a component that completes a beginning alone: of Wi-Fi it is not `Wi`.
    private static var leastComponent: Int { 3 }

    /// Whether a word is a few letters before a sign such as a hyphen.
    private static func isShortComponent(_ word: Range<Int>, of folding: UnsafeRawBufferPointer) -> Bool {
        guard word.upperBound < folding.count, folding[word.upperBound] < 0x80,
            !UInt32(folding[word.upperBound]).isLetterOrDigit
        else { return false }
        let letters = folding[word]
        return letters.count { $0 & 0xC0 != 0x80 } < leastComponent
            && !letters.contains { (0x30...0x39).contains($0) }
    }

    /// The ranges from a word that begins with the pattern to the end of the word in which the pattern ends
    /// or, if the pattern is a whole word or that word is short, of the term's last word.
    private static func completions(
        of pattern: BytePattern, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
    ) -> [Range<Int>] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return bounds.compactMap { start in
            let end = start + pattern.bytes.count
            guard end < folding.count, folding[start..<end].elementsEqual(pattern.bytes) else { return nil }
            let bound = bounds.partitioningIndex { $0 >= end }
            guard bound < bounds.count else { return nil }
            // A whole word may be the first component of a longer one: `Wi-Fi`.
            let isWord = bounds[bound] > end && !isShortComponent(start..<bounds[bound], of: folding)
            let longer = isWord ? bounds[bound] : bounds.last!
            return longer > end ? start..<longer : nil
        }
    }

    /// The ranges from a word that begins with the pattern to the end of the word in which the pattern ends.
    private static func wholeWords(
        beginningWith pattern: BytePattern, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
    ) -> [Range<Int>] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return bounds.compactMap { start in
            let end = start + pattern.bytes.count
            guard end <= folding.count, folding[start..<end].elementsEqual(pattern.bytes) else { return nil }
            return bounds.first { $0 >= end }.map { start..<$0 }
        }
    }
}
