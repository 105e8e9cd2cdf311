// Which words of the texts are like a word of a query?

internal import ICU
internal import Stemming

/// A word of the texts that may stand for a word of a query.
package struct FoundWord: Sendable {
    /// As a text spells it.
    package var spelling: String
    /// How far it is from what was typed, 0 for as near as can be; see ``EditPattern``.
    package var distance: Int
    /// In how many texts terms stand that hold it so.
    package var uses: Int
}

/// What is looked for in the words of the texts.
package enum SoughtWords: Sendable {
    /// Words with the same letters but for marks and hyphens.
    case letters
    /// Words with the same stem.
    case stems
    /// Words that a few edits make the same.
    case typos
    /// Words that begin so.
    case completions
}

/// Finds words in the dictionaries of a segment. Made for one query, by one thread.
struct WordFinder<Dictionary: TermDictionary> {
    /// Nearest locale first.
    let dictionaries: [Dictionary]
    let word: PreparedQuery.Word
    /// The foldings and the languages of the chain's locales.
    let foldings: [Folding?]
    let languages: [String]
    /// The records whose texts count.
    let records: RecordSet

    /// The words, each spelling once, in no particular order.
    func words(_ sought: SoughtWords) throws(SegmentError) -> [FoundWord] {
        switch sought {
        case .letters: try letters()
        case .stems: try stems()
        case .typos: try typos()
        case .completions: try completions()
        }
    }

    /// A term with the pieces of its spelling that are sought.
    private struct Candidate {
        let dictionary: Int
        let term: Int
        let spellings: [String]
    }

    /// The spellings of candidates that stand in texts that count.
    private func found(_ candidates: [Candidate], distance: Int) throws(SegmentError) -> [FoundWord] {
        var uses: [String: Int] = [:]
        var interruption = Interruption()
        for candidate in candidates {
            let count = try dictionaries[candidate.dictionary]
                .uses(ofTerm: candidate.term, within: records, &interruption)
            guard count > 0 else { continue }
            for spelling in candidate.spellings { uses[spelling, default: 0] += count }
        }
        return uses.map { FoundWord(spelling: $0.key, distance: distance, uses: $0.value) }
    }

    // MARK: Typing errors

    /// The words that the fewest edits make of the word, and of these the best placed; none that hold it as it is.
    ///
    /// All have the same distance, see ``EditPattern/pieces(of:_:beyond:)``.
    private func typos() throws(SegmentError) -> [FoundWord] {
        var beyond = -1
        var interruption = Interruption()
        while true {
            var best = Int.max
            var candidates: [Candidate] = []
            for (number, dictionary) in dictionaries.enumerated() {
                let form = word.forms[dictionary.position]
                guard let folding = foldings[dictionary.position] else { continue }
                let standard = EditPattern(form.standard)
                let search = form.isSame ? standard : EditPattern(form.search)
                if standard == nil && search == nil { continue }
                let visit = { (term: DictionaryTerm) throws(SegmentError) in
                    try interruption.count()
                    // As it is in one folding, nothing needs to be forgiven.
                    let first = standard?.leastEdits(in: term.standard) ?? .max
                    if first == 0 { return }
                    let second =
                        term.search == nil && form.isSame
                        ? first : search?.leastEdits(in: term.search ?? term.standard) ?? .max
                    let least = min(first, second)
                    guard least > 0, least < .max, EditPattern.leastDistance(least) <= best else { return }
                    let (bounds, source) = try dictionary.details(ofTerm: term.number)
                    var pieces = TermPieces(source)
                    if let standard, first < .max {
                        let found = standard.pieces(of: term.standard, bounds.standard, beyond: beyond)
                        pieces.enter(
                            found.ranges, of: term.standard, distance: found.distance, folding.standard)
                    }
                    if let search, second < .max, term.search != nil || !form.isSame {
                        let bytes = term.search ?? term.standard
                        let found = search.pieces(of: bytes, bounds.search, beyond: beyond)
                        pieces.enter(found.ranges, of: bytes, distance: found.distance, folding.search)
                    }
                    guard pieces.distance < .max, pieces.distance <= best else { return }
                    if pieces.distance < best {
                        best = pieces.distance
                        candidates = []
                    }
                    candidates.append(
                        Candidate(dictionary: number, term: term.number, spellings: pieces.spellings))
                }
                let patterns = form.isSame ? [standard] : [standard, search]
                if let pieces = EditPattern.heldPieces(of: patterns.compactMap(\.self)) {
                    try dictionary.forEachTerm(holdingAnyOf: pieces, visit)
                } else {
                    try dictionary.forEachTerm(visit)
                }
            }
            if candidates.isEmpty { return [] }
            let words = try found(candidates, distance: best)
            if !words.isEmpty { return words }
            // All of them stand in texts that do not count: what comes next?
            beyond = best
        }
    }

    // MARK: Letters

    /// Words that have the word's letters, as ``LetterKeys`` sees them, where their foldings do not.
    private func letters() throws(SegmentError) -> [FoundWord] {
        var candidates: [Candidate] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated() {
            let form = word.forms[dictionary.position]
            guard foldings[dictionary.position] != nil else { continue }
            let keys = LetterKeys(languages[dictionary.position])
            let patterns = keys.patterns(of: word.spelling)
            if patterns.isEmpty { continue }
            // What holds the word as it is matches strictly, and is not sought here.
            let others = patterns.filter { $0.bytes != form.standard?.bytes }
            try dictionary.forEachTerm { term throws(SegmentError) in
                try interruption.count()
                var isLike = false
                if term.isSpelledAsFolded, LetterKeys.isKey(term.standard) {
                    // Of most terms the folding is the key.
                    isLike = others.contains { $0.isHeld(by: term.standard) }
                } else {
                    try dictionary.withSource(ofTerm: term.number) { source in
                        isLike = keys.mayHold(source, patterns)
                    }
                }
                guard isLike, !form.isHeld(by: term) else { return }
                let spellings = keys.pieces(
                    of: try dictionary.details(ofTerm: term.number).source, patterns)
                if spellings.isEmpty { return }
                candidates.append(Candidate(dictionary: number, term: term.number, spellings: spellings))
            }
        }
        return try found(candidates, distance: 0)
    }

    // MARK: Stems

    /// So many letters at the beginning are the same in all forms of a word; shorter words have no other forms.
    private static var sameLetters: Int { 3 }

    /// Words with the word's stem.
    private func stems() throws(SegmentError) -> [FoundWord] {
        var candidates: [Candidate] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated() {
            let form = word.forms[dictionary.position]
            guard let folding = foldings[dictionary.position],
                let beginning = form.prefix(Self.sameLetters),
                let stemmer = Stemmer(language: languages[dictionary.position])
            else { continue }
            let stem = stemmer.stem(of: word.spelling)
            try dictionary.forEachTerm(beginningWith: beginning) { term throws(SegmentError) in
                try interruption.count()
                let spellings = Self.spellings(
                    of: beginning, in: term, try dictionary.details(ofTerm: term.number), folding,
                    { Self.words(beginningWith: $0, in: $1, $2) }
                ).filter { stemmer.stem(of: $0) == stem }
                if spellings.isEmpty { return }
                candidates.append(Candidate(dictionary: number, term: term.number, spellings: spellings))
            }
        }
        return try found(candidates, distance: 0)
    }

    /// How a term spells the pieces that are found in its foldings by the forms of a word, each once.
    ///
    /// - Parameter pieces: finds them in a folding with its word bounds, in bytes.
    private static func spellings(
        of form: PreparedQuery.Form, in term: DictionaryTerm,
        _ details: (bounds: IndexedTerm.Bounds, source: [UInt8]), _ folding: Folding,
        _ pieces: (BytePattern, _ folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?) -> [Range<Int>]
    ) -> [String] {
        var found = TermPieces(details.source)
        if let pattern = form.standard {
            let ranges = pieces(pattern, term.standard, details.bounds.standard)
            found.enter(ranges, of: term.standard, distance: 0, folding.standard)
        }
        if let pattern = form.search, term.search != nil || !form.isSame {
            let bytes = term.search ?? term.standard
            let ranges = pieces(pattern, bytes, details.bounds.search)
            found.enter(ranges, of: bytes, distance: 0, folding.search)
        }
        return found.spellings
    }

    /// The words of a folding that begin with a pattern.
    private static func words(
        beginningWith pattern: BytePattern, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
    ) -> [Range<Int>] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return zip(bounds, bounds.dropFirst()).compactMap { start, end in
            guard start + pattern.bytes.count <= end,
                folding[start..<start + pattern.bytes.count].elementsEqual(pattern.bytes)
            else { return nil }
            return start..<end
        }
    }

    // MARK: Completions

    /// The words that begin with the word and go on.
    private func completions() throws(SegmentError) -> [FoundWord] {
        var candidates: [Candidate] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated() {
            let form = word.forms[dictionary.position]
            guard let folding = foldings[dictionary.position] else { continue }
            try dictionary.forEachTerm(beginningWith: form) { term throws(SegmentError) in
                try interruption.count()
                guard form.isHeld(by: term) else { return }
                let spellings = Self.spellings(
                    of: form, in: term, try dictionary.details(ofTerm: term.number), folding,
                    { Self.completions(of: $0, in: $1, $2) })
                if spellings.isEmpty { return }
                candidates.append(Candidate(dictionary: number, term: term.number, spellings: spellings))
            }
        }
        return try found(candidates, distance: 0)
    }

    /// From where a word begins with the pattern to where the word ends in which the pattern does.
    private static func completions(
        of pattern: BytePattern, in folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
    ) -> [Range<Int>] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return bounds.compactMap { start in
            let end = start + pattern.bytes.count
            guard end < folding.count, folding[start..<end].elementsEqual(pattern.bytes),
                let bound = bounds.first(where: { $0 >= end }), bound > end
            else { return nil }
            return start..<bound
        }
    }
}

extension PreparedQuery.Form {
    /// Whether one of a term's foldings holds the word as it is.
    fileprivate func isHeld(by term: DictionaryTerm) -> Bool {
        standard?.isHeld(by: term.standard) ?? false
            || search?.isHeld(by: term.search ?? term.standard) ?? false
    }
}
