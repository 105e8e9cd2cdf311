// Finds the words in texts that are parts of a typed word: in a script without spaces, or in a compound.

internal import ICU
internal import Support
internal import Stemming

extension WordFinder {
    /// The greatest number of scalars of a word that is taken apart.
    private static var longest: Int { 60 }

    /// Words that are parts of the word, in a script without spaces, or its last part in a
    /// language with compounds. If the texts have another form of a compound's part, that form
    /// follows the part after a space.
    ///
    /// - Returns: at distance 1 last parts that texts have as the last part of compounds only.
    func parts() throws(SegmentError) -> [FoundWord] {
        var found: [String: Int] = [:]
        for whole in takenApart {
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

    /// Parts of a compound from some places on, except for last parts.
    ///
    /// - Returns: words of the texts and words with their stems; at distance 1 other forms of the
    ///   first of two parts; at distance 2 first parts that texts have as the last part of
    ///   compounds only: `Holz` in `Eichenholz`.
    func parts(from places: CompoundPlaces) throws(SegmentError) -> [FoundWord] {
        var found: [String: Int] = [:]
        for whole in takenApart where whole.isCompound && String(whole.scalars[...]) == places.word {
            for start in places.starts where whole.scalars.indices.contains(start) {
                for part in try parts(of: whole, from: start, places) {
                    found[part.spelling] = min(found[part.spelling] ?? part.distance, part.distance)
                }
            }
        }
        return found.map { FoundWord(spelling: $0.key, distance: $0.value) }
    }

    /// The word in a dictionary in which it is taken apart.
    private struct Whole {
        let dictionary: Dictionary
        /// The word folded.
        let scalars: [Unicode.Scalar]
        /// The word as typed, if folding keeps each letter: stemming knows the letters of the language, and
        /// the folding of Swedish has æ for ä.
        let typed: [Unicode.Scalar]
        let isCompound: Bool

        /// A part for stemming.
        func spelling(of part: ArraySlice<Unicode.Scalar>) -> String {
            Normalizer.composed(String(typed[part.indices]))
        }
    }

    /// The dictionaries in which the word is taken apart.
    private var takenApart: [Whole] {
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

    /// The longest piece from each scalar on that texts contain.
    private func longestContained(
        _ scalars: [Unicode.Scalar], _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        var pieces: [String] = []
        var interruption = Interruption()
        var end = 0
        for start in scalars.indices {
            // Each part of a piece that is contained is contained, too, so no piece ends before the last one.
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
        for whole in takenApart where whole.scalars.contains(where: \.isHangul) {
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

    /// The last parts of a compound, which may be the last part of another one.
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

    /// The least number of letters of the first part of a compound.
    private func leastFirst(of whole: Whole) -> Int {
        let language = languages[whole.dictionary.position]
        return CompoundParts.isShortNoun(whole.spelling(of: whole.scalars[..<2]), language)
            ? 2 : CompoundParts.leastLength
    }

    /// The parts of a compound that begin at one place and do not end it. Another part follows each.
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
            // Which words with signs an index knows is not sure.
            guard part.allSatisfy(\.value.isPartOfWord) else { break }
            let next = start == 0 ? CompoundParts.starts(behind: end, in: scalars, language) : []
            let isFirstOfTwo = next.contains(where: places.lastStarts.contains)
            guard mayBegin || isFirstOfTwo else { continue }
            let words = try words(for: part, of: whole, isLast: false, stemmer)
            found += words
            guard words.isEmpty, isFirstOfTwo else { continue }
            let forms = try otherForms(of: part, whole, stemmer)
            found += forms.map { FoundWord(spelling: String(part) + $0, distance: 1) }
            // Two ends of compounds are no sign of a compound.
            if forms.isEmpty, next.contains(where: places.wordStarts.contains), try isEnd(part, dictionary) {
                found.append(FoundWord(spelling: String(part), distance: 2))
            }
        }
        return found
    }

    /// Forms of the first of two parts that stemming does not find.
    private func otherForms(
        of part: ArraySlice<Unicode.Scalar>, _ whole: Whole, _ stemmer: Stemmer?
    ) throws(SegmentError) -> [String] {
        let dictionary = whole.dictionary
        let spelling = whole.spelling(of: part)
        var found = try known(RegularForms.others(of: spelling, languages[dictionary.position]), dictionary)
        let form = PreparedQuery.Form(folded: BytePattern(part))
        if found.isEmpty, let beginning = form.prefix(StemSections.sameLetters) {
            // A stem may have another stem.
            found = try forms(stem: spelling, beginning, stemmer, dictionary)
        }
        return found.map { " " + $0 }
    }

    /// Whether compounds of the texts end with a first part.
    private func isEnd(
        _ part: ArraySlice<Unicode.Scalar>, _ dictionary: Dictionary
    ) throws(SegmentError) -> Bool {
        guard part.count >= CompoundParts.leastSharedEnd else { return false }
        return try endsOther(.init(folded: BytePattern(part)), dictionary)
    }

    /// A part that is a word of the texts, and the words with its stem behind it and a space.
    ///
    /// - Returns: a last part that is only the end of compounds at distance 1.
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
                // A stem that is a word has no key of its own, such as `fiets` for `fietsen`. What else this
                // segment has decides nothing: another one may have less.
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

    /// Those of some spellings that texts have as whole words.
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

    /// Whether a compound of the texts other than the word ends with a part.
    private func endsOther(
        _ part: PreparedQuery.Form, _ dictionary: Dictionary
    ) throws(SegmentError) -> Bool {
        try dictionary.endsCompound(part, besides: word.forms[dictionary.position])
    }

    /// The forms of a part that compounds of the texts end with.
    private func lastForms(
        of part: String, _ stemmer: Stemmer?, _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        guard let stemmer, let folding = foldings[dictionary.position] else { return [] }
        var found: [String] = []
        for form in CompoundParts.lastForms(of: part, stemmer, languages[dictionary.position])
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
