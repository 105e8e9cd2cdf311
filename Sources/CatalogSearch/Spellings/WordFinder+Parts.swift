// Finds words in texts that are components of a typed word, in a script without spaces or in a compound.

internal import ICU
internal import Support
internal import Stemming

extension WordFinder {
    /// The most scalars of a word that is split.
    private static var longest: Int { 60 }

    /// The components of a word in a script without spaces, or its last component in a language with
    /// compounds. If texts have another form of a compound's component, that form follows it after a space.
    ///
    /// - Returns: at distance 1, last components that texts have only at the end of compounds.
    func parts() throws(SegmentError) -> [FoundWord] {
        var found: [String: Int] = [:]
        for whole in splitWords {
            let parts =
                try whole.isCompound
                ? lastParts(of: whole)
                : longestContained(whole.scalars, whole.dictionary).map {
                    FoundWord(spelling: $0, distance: 0)
                }
            for part in parts {
                found[part.spelling] = min(found[part.spelling] ?? part.distance, part.distance)
            }
        }
        return found.map { FoundWord(spelling: $0.key, distance: $0.value) }
    }

    /// Components of a compound that start at some positions, except for the last ones.
    ///
    /// - Returns: words of the texts and words with their stems; at distance 1, other forms of the first of
    ///   two components; at distance 2, first components that texts have only at the end of compounds: `Holz`
    ///   in `Eichenholz`.
    func parts(from places: CompoundPlaces) throws(SegmentError) -> [FoundWord] {
        var found: [String: Int] = [:]
        for whole in splitWords where whole.isCompound && String(whole.scalars[...]) == places.word {
            for start in places.starts where whole.scalars.indices.contains(start) {
                for part in try parts(of: whole, from: start, places) {
                    found[part.spelling] = min(found[part.spelling] ?? part.distance, part.distance)
                }
            }
        }
        return found.map { FoundWord(spelling: $0.key, distance: $0.value) }
    }

    /// The word in a dictionary whose terms split it.
    private struct Whole {
        let dictionary: Dictionary
        /// The word folded.
        let scalars: [Unicode.Scalar]
        /// The word as typed, if folding keeps each letter: stemming needs the letters of the language, and
        /// the Swedish folding turns ä into æ.
        let typed: [Unicode.Scalar]
        let isCompound: Bool

        /// A component, for stemming.
        func spelling(of part: ArraySlice<Unicode.Scalar>) -> String {
            Normalizer.composed(String(typed[part.indices]))
        }
    }

    /// The dictionaries that are used to split the word.
    private var splitWords: [Whole] {
        let typed = Array(Normalizer.composed(word.spelling.lowercased()).unicodeScalars)
        return dictionaries.compactMap { dictionary in
            guard foldings[dictionary.position] != nil,
                let pattern = word.forms[dictionary.position].standard,
                4...Self.longest ~= pattern.bytes.scalarCount || pattern.bytes.count >= 9
            else { return nil }
            let scalars = pattern.scalars.map { Unicode.Scalar($0)! }
            guard scalars.count <= Self.longest else { return nil }
            let isCompound = !scalars.contains(where: \.isWrittenWithoutSpaces)
            guard !isCompound || CompoundParts.isWritten(in: languages[dictionary.position]) else {
                return nil
            }
            return Whole(
                dictionary: dictionary, scalars: scalars,
                typed: typed.count == scalars.count ? typed : scalars, isCompound: isCompound)
        }
    }

    // MARK: Scripts without spaces

    /// The longest fragment from each scalar on that texts contain.
    private func longestContained(
        _ scalars: [Unicode.Scalar], _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        var pieces: [String] = []
        var interruption = Interruption()
        var end = 0
        for start in scalars.indices {
            // Each part of a contained fragment is contained, too, so no fragment ends before the one before
            // it.
            end = max(start, end)
            while end < scalars.count {
                try interruption.count(Interruption.form)
                guard try dictionary.contains(BytePattern(scalars[start...end])) else { break }
                end += 1
            }
            if end > start { pieces.append(String(scalars[start..<end])) }
        }
        return pieces
    }

    /// The whole words of texts within a Korean word, of at least two syllables: one is a word of its own too
    /// often.
    func inside() throws(SegmentError) -> [FoundWord] {
        var found: Set<String> = []
        var interruption = Interruption()
        for whole in splitWords where whole.scalars.contains(where: \.isHangul) {
            let syllables = Hangul.syllableStarts(of: whole.scalars) + [whole.scalars.count]
            for (place, start) in syllables.enumerated() {
                for end in syllables[place...].dropFirst(2) where end - start < whole.scalars.count {
                    try interruption.count(Interruption.form)
                    let part = whole.scalars[start..<end]
                    if try whole.dictionary.hasWord(.init(folded: BytePattern(part))) {
                        found.insert(String(part))
                    }
                }
            }
        }
        return found.map { FoundWord(spelling: $0, distance: 0) }
    }

    // MARK: Compounds

    /// The last components of a compound, which may be the last component of another compound.
    private func lastParts(of whole: Whole) throws(SegmentError) -> [FoundWord] {
        let (least, count) = (CompoundParts.leastLength, whole.scalars.count)
        guard count >= 2 * least else { return [] }
        let stemmer = Stemmer(language: languages[whole.dictionary.position])
        var found: [FoundWord] = []
        for start in leastFirst(of: whole)...count - least
        where whole.scalars[start...].allSatisfy(\.value.isPartOfWord) {
            found += try words(for: whole.scalars[start...], of: whole, isLast: true, stemmer)
        }
        return found
    }

    /// The least number of letters of the first component of a compound.
    private func leastFirst(of whole: Whole) -> Int {
        let language = languages[whole.dictionary.position]
        return CompoundParts.isShortNoun(whole.spelling(of: whole.scalars[..<2]), language)
            ? 2 : CompoundParts.leastLength
    }

    /// The components of a compound that start at one position and do not end it. Another component follows
    /// each.
    private func parts(
        of whole: Whole, from start: Int, _ places: CompoundPlaces
    ) throws(SegmentError) -> [FoundWord] {
        let (dictionary, scalars) = (whole.dictionary, whole.scalars)
        let (least, count) = (CompoundParts.leastLength, scalars.count)
        guard count - start >= 2 * least else { return [] }
        let language = languages[dictionary.position]
        let stemmer = Stemmer(language: language)
        let first = start == 0 ? leastFirst(of: whole) : start + least
        let mayBegin = try dictionary.mayBegin(BytePattern(scalars[start..<first]))
        var found: [FoundWord] = []
        for end in first...count - least {
            let part = scalars[start..<end]
            // The index does not know all words with signs.
            guard part.allSatisfy(\.value.isPartOfWord) else { break }
            let next = start == 0 ? CompoundParts.starts(behind: end, in: scalars, language) : []
            let isFirstOfTwo = next.contains(where: places.lastStarts.contains)
            guard mayBegin || isFirstOfTwo else { continue }
            let words = try words(for: part, of: whole, isLast: false, stemmer)
            found += words
            guard words.isEmpty, isFirstOfTwo else { continue }
            let forms = try otherForms(of: part, whole, stemmer)
            found += forms.map { FoundWord(spelling: String(part) + $0, distance: 1) }
            // Two components that only end compounds do not make a compound.
            if forms.isEmpty, next.contains(where: places.wordStarts.contains), try isEnd(part, dictionary) {
                found.append(FoundWord(spelling: String(part), distance: 2))
            }
        }
        return found
    }

    /// Forms of the first of two components that stemming does not find.
    private func otherForms(
        of part: ArraySlice<Unicode.Scalar>, _ whole: Whole, _ stemmer: Stemmer?
    ) throws(SegmentError) -> [String] {
        let dictionary = whole.dictionary
        let spelling = whole.spelling(of: part)
        var found = try known(RegularForms.others(of: spelling, languages[dictionary.position]), dictionary)
        let form = PreparedQuery.Form(folded: BytePattern(part))
        if found.isEmpty, let beginning = form.prefix(StemSections.sameLetters) {
            // The stem of a stem may differ.
            found = try forms(stem: spelling, beginning, stemmer, dictionary)
        }
        return found.map { " " + $0 }
    }

    /// Whether compounds of the texts end with a first component.
    private func isEnd(
        _ part: ArraySlice<Unicode.Scalar>, _ dictionary: Dictionary
    ) throws(SegmentError) -> Bool {
        guard part.count >= CompoundParts.leastSharedEnd else { return false }
        return try endsOther(.init(folded: BytePattern(part)), dictionary)
    }

    /// A component that is a word of the texts, and, after it and a space, each word with its stem.
    ///
    /// - Returns: at distance 1, a last component that only ends compounds.
    private func words(
        for part: ArraySlice<Unicode.Scalar>, of whole: Whole, isLast: Bool, _ stemmer: Stemmer?
    ) throws(SegmentError) -> [FoundWord] {
        let dictionary = whole.dictionary
        var interruption = Interruption()
        try interruption.count(Interruption.form)
        let form = PreparedQuery.Form(folded: BytePattern(part))
        let word = String(part)
        let spelling = whole.spelling(of: part)
        var found: [FoundWord] = []
        let mayEnd = isLast && part.count >= CompoundParts.leastSharedEnd
        if try dictionary.hasWord(form) {
            found.append(FoundWord(spelling: word, distance: 0))
        } else if mayEnd, try endsOther(form, dictionary) {
            found.append(FoundWord(spelling: word, distance: 1))
        }
        guard let beginning = form.prefix(StemSections.sameLetters) else { return found }
        var others: [String] = []
        if let stemmer {
            let stem = stemmer.stems(of: spelling)[0]
            others = try forms(stem: stem, beginning, stemmer, dictionary)
            if isLast {
                // A stem that is a word, such as `fiets` for `fietsen`, has no key of its own. Other words of
                // this segment must not matter: another segment may lack them.
                let possible = RegularForms.others(of: spelling, languages[dictionary.position]) + [stem]
                others += try known(
                    possible.filter {
                        $0.unicodeScalars.count >= CompoundParts.leastLength && $0 != spelling
                    }, dictionary)
            }
        }
        if mayEnd { others += try lastForms(of: spelling, stemmer, dictionary) }
        return found + others.withoutDuplicates.map { FoundWord(spelling: word + " " + $0, distance: 0) }
    }

    /// The spellings among these that texts have as whole words.
    private func known(
        _ spellings: [String], _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        guard let folding = foldings[dictionary.position] else { return [] }
        var found: [String] = []
        for spelling in spellings where try dictionary.hasWord(PreparedQuery.Form(spelling, folding)) {
            found.append(spelling)
        }
        return found
    }

    /// Whether a compound of the texts, other than the word, ends with a component.
    private func endsOther(
        _ part: PreparedQuery.Form, _ dictionary: Dictionary
    ) throws(SegmentError) -> Bool {
        try dictionary.endsCompound(part, besides: word.forms[dictionary.position])
    }

    /// The forms of a component that end compounds of the texts.
    private func lastForms(
        of part: String, _ stemmer: Stemmer?, _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        guard let stemmer, let folding = foldings[dictionary.position] else { return [] }
        var found: [String] = []
        let language = languages[dictionary.position]
        let forms =
            CompoundParts.lastForms(of: part, stemmer, language)
            + CompoundParts.lastPlurals(of: part, stemmer, language)
        for form in forms.withoutDuplicates
        where form.unicodeScalars.count >= CompoundParts.leastSharedEnd {
            guard try endsOther(PreparedQuery.Form(form, folding), dictionary) else { continue }
            found.append(form)
        }
        return found
    }

    /// The words with a stem.
    private func forms(
        stem: String, _ beginning: PreparedQuery.Form, _ stemmer: Stemmer?, _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        guard let stemmer, let folding = foldings[dictionary.position] else { return [] }
        var found: Set<String> = []
        try dictionary.forEachTerm(withStem: stem, beginningWith: beginning) { term throws(SegmentError) in
            let spellings = Self.spellings(
                of: beginning, in: term, try dictionary.details(ofTerm: term.number), folding,
                { Self.words(beginningWith: $0, in: $1, $2) })
            for spelling in spellings
            where stemmer.stems(of: spelling).contains(stem) && !spelling.contains(" ") {
                found.insert(spelling)
            }
        }
        return found.sorted()
    }
}

extension BytePattern {
    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var bytes: [UInt8] = []
        for scalar in scalars { bytes.append(utf8Of: scalar.value) }
        self.init(bytes)
    }
}

extension String {
    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
