// Finds words of the texts that resemble a word of a query.

internal import ICU
internal import Stemming
internal import Support

/// Finds words in the dictionaries of a segment. For one query and one thread.
struct WordFinder<Dictionary: TermDictionary> {
    /// Nearest locale first.
    let dictionaries: [Dictionary]
    let word: PreparedQuery.Word
    /// The foldings and the languages of the chain's locales.
    let foldings: [Folding?]
    let languages: [String]
    /// The chain's locales.
    let chain: [LocaleIdentifier]
    /// The records whose texts are searched.
    let records: RecordSet
    /// Whether texts may have some adjacent words; `true` need not be certain.
    var areNeighbours: ([String]) throws(SegmentError) -> Bool = { (_) throws(SegmentError) in true }

    /// The words, without duplicates, in no particular order.
    func words(_ wordQuery: WordQuery) throws(SegmentError) -> [FoundWord] {
        switch wordQuery {
        case .letters: try letters()
        case .stems: try stems()
        case .typos: try typos()
        case .completions: try completions()
        case .joined: try joined()
        case .hyphenatedBeginnings: try hyphenatedBeginnings()
        case .apart: try apart()
        case .parts: try parts()
        case .inside: try inside()
        case .partsFrom(let indices): try parts(from: indices)
        case .readings: try readings()
        }
    }

    /// A term with its matching fragments.
    struct Candidate {
        let dictionary: Int
        let term: Int
        let spellings: [String]
    }

    /// The spellings of the candidates that searched texts contain.
    func found(_ candidates: [Candidate], distance: Int) throws(SegmentError) -> [FoundWord] {
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

    /// The words with the fewest edits, and of these the best positioned, without words that contain the word
    /// itself.
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
                    try interruption.count(term.steps)
                    // A folding that contains the word needs no edits.
                    let first = standard?.leastEdits(in: term.standard) ?? .max
                    if first == 0 { return }
                    let second =
                        term.search == nil && form.isSame
                        ? first : search?.leastEdits(in: term.search ?? term.standard) ?? .max
                    let least = min(first, second)
                    guard least > 0, least < .max, EditPattern.leastDistance(least) <= best else { return }
                    try interruption.count(term.steps * EditPattern.stepsForPieces)
                    let (bounds, source) = try dictionary.details(ofTerm: term.number)
                    var pieces = TermFragments(source)
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
                if let pieces = EditPattern.requiredFragments(of: patterns.compactMap(\.self)) {
                    try dictionary.forEachTerm(containingAnyOf: pieces, visit)
                } else {
                    try dictionary.forEachTerm(visit)
                }
            }
            if candidates.isEmpty { return [] }
            let words = try found(candidates, distance: best)
            if !words.isEmpty { return words }
            // No searched text contains them: try the next distance.
            beyond = best
        }
    }

    // MARK: Letters

    /// Words whose letters are the same by ``LetterKeys``, but with other foldings.
    private func letters() throws(SegmentError) -> [FoundWord] {
        // Scripts without spaces have neither marks nor capitals.
        if word.spelling.unicodeScalars.allSatisfy(\.isWrittenWithoutSpaces) { return [] }
        var candidates: [Candidate] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated() {
            let form = word.forms[dictionary.position]
            guard foldings[dictionary.position] != nil else { continue }
            // Opening a transliterator takes long.
            try Interruption.check()
            let language = languages[dictionary.position]
            let keys = LetterKeys(language)
            let patterns = keys.patterns(of: word.spelling)
            if patterns.isEmpty { continue }
            try dictionary.forEachTerm(withLettersOf: language, containingAnyOf: patterns) {
                term throws(SegmentError) in
                try interruption.count(term.steps)
                // Terms that contain the word itself match strictly and are left out here.
                if form.isContained(by: term) { return }
                var isLike = false
                try dictionary.withSource(ofTerm: term.number) { isLike = keys.mayHold($0, patterns) }
                guard isLike else { return }
                let spellings = keys.pieces(
                    of: try dictionary.details(ofTerm: term.number).source, patterns)
                if spellings.isEmpty { return }
                candidates.append(Candidate(dictionary: number, term: term.number, spellings: spellings))
            }
        }
        return try found(candidates, distance: 0)
    }

    // MARK: Stems

    /// The shortest stem that is looked for as a word, in scalars.
    private static var shortestStem: Int { 3 }

    /// Words with the same stem, and other forms by rules. The stem of a form may itself be a word with a
    /// shorter stem, such as `lens` of `lenses`. In languages with compounds a form may be the last part of
    /// one.
    private func stems() throws(SegmentError) -> [FoundWord] {
        var candidates: [Candidate] = []
        var possible: [(dictionary: Dictionary, folding: Folding, words: [String], ends: [String])] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated() {
            guard let folding = foldings[dictionary.position] else { continue }
            let language = languages[dictionary.position]
            let stemmer = Stemmer(language: language)
            let written =
                [word.spelling] + [RegularForms.withMarks(word.spelling, language)].compactMap(\.self)
            let stems = written.flatMap { stemmer?.stems(of: $0) ?? [] }.withoutDuplicates
            let regular = written.flatMap { RegularForms.others(of: $0, language) } + written.dropFirst()
            let ends =
                CompoundParts.isWritten(in: language)
                ? regular
                    + (stemmer.map { CompoundParts.lastForms(of: word.spelling, $0, language) } ?? []) : []
            possible.append(
                (
                    dictionary, folding,
                    regular + stems.filter { $0.unicodeScalars.count >= Self.shortestStem }, ends
                ))
            guard let stemmer,
                let beginning = word.forms[dictionary.position].prefix(StemSections.sameLetters)
            else { continue }
            var seen: Set<Int> = []
            for stem in stems {
                try dictionary.forEachTerm(withStem: stem, beginningWith: beginning) {
                    term throws(SegmentError) in
                    try interruption.count(term.steps)
                    let spellings = Self.spellings(
                        of: beginning, in: term, try dictionary.details(ofTerm: term.number), folding,
                        { Self.words(beginningWith: $0, in: $1, $2) }
                    ).filter { stemmer.stems(of: $0).contains(stem) }
                    if spellings.isEmpty || !seen.insert(term.number).inserted { return }
                    candidates.append(
                        Candidate(dictionary: number, term: term.number, spellings: spellings))
                }
            }
        }
        let stemmed = try found(candidates, distance: 0)
        var others: Set<String> = []
        for (dictionary, folding, words, ends) in possible {
            let known = stemmed.map(\.spelling) + [word.spelling]
            var seen = Set(known.map { PreparedQuery.Form($0, folding).standard?.bytes })
            for (spellings, isEnd) in [(words, false), (ends, true)] {
                for spelling in spellings {
                    try interruption.count(Interruption.form)
                    let form = PreparedQuery.Form(spelling, folding)
                    guard !seen.contains(form.standard?.bytes),
                        try isEnd ? dictionary.endsCompound(form, besides: nil) : dictionary.hasWord(form)
                    else { continue }
                    seen.insert(form.standard?.bytes)
                    others.insert(spelling)
                }
            }
        }
        return stemmed + others.map { FoundWord(spelling: $0, distance: 0) }
    }

    /// The words of a folding that begin with a pattern.
    static func words(
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

    /// The spellings of those ranges of a term whose foldings match the forms of a word, without duplicates.
    ///
    /// - Parameter pieces: finds the matching ranges in a folding with its word bounds, in bytes.
    static func spellings(
        of form: PreparedQuery.Form, in term: DictionaryTerm,
        _ details: (bounds: IndexedTerm.Bounds, source: [UInt8]), _ folding: Folding,
        _ pieces: (BytePattern, _ folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?) -> [Range<Int>]
    ) -> [String] {
        var found = TermFragments(details.source)
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
}

extension PreparedQuery.Form {
    /// Whether one of a term's foldings contains the word itself.
    func isContained(by term: DictionaryTerm) -> Bool {
        standard?.isContained(by: term.standard) ?? false
            || search?.isContained(by: term.search ?? term.standard) ?? false
    }
}
