// Finds the words in texts that are parts of a typed word: in a script without spaces, or in a compound.

internal import ICU
internal import Support
internal import Stemming

extension WordFinder {
    /// The greatest number of scalars of a word that is taken apart.
    private static var longest: Int { 60 }

    /// Words that are parts of the word, in a script without spaces or in a language with compounds. If the
    /// texts have another form of a compound's part, that form follows the part after a space.
    ///
    /// - Returns: at distance 1 first parts that texts have as the last part of compounds only: `Holz` in `Eichenholz`.
    func parts() throws(SegmentError) -> [FoundWord] {
        var found: Set<String> = []
        var ends: Set<String> = []
        for dictionary in dictionaries {
            guard foldings[dictionary.position] != nil,
                let pattern = word.forms[dictionary.position].standard,
                4...Self.longest ~= pattern.bytes.scalarCount || pattern.bytes.count >= 9
            else { continue }
            let scalars = pattern.scalars.map { Unicode.Scalar($0)! }
            guard scalars.count <= Self.longest else { continue }
            if scalars.contains(where: \.isWrittenWithoutSpaces) {
                found.formUnion(try longestContained(scalars, dictionary))
            } else if CompoundParts.isWritten(in: languages[dictionary.position]) {
                let parts = try compoundParts(scalars, dictionary)
                found.formUnion(parts.words)
                ends.formUnion(parts.ends)
            }
        }
        return found.map { FoundWord(spelling: $0, distance: 0) }
            + ends.subtracting(found).map { FoundWord(spelling: $0, distance: 1) }
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

    // MARK: Compounds

    /// The parts from all ways to split a compound. Another part or the end of the compound follows each
    /// part. The last part may be the last part of another compound.
    private func compoundParts(
        _ scalars: [Unicode.Scalar], _ dictionary: Dictionary
    ) throws(SegmentError) -> (words: [String], ends: [String]) {
        let (least, count) = (CompoundParts.leastLength, scalars.count)
        guard count >= 2 * least else { return ([], []) }
        let language = languages[dictionary.position]
        let stemmer = Stemmer(language: language)
        // Most words end with no word of the texts, and are no compounds.
        var last: [Int: [String]] = [:]
        for start in least...count - least where scalars[start...].allSatisfy(\.value.isPartOfWord) {
            let spellings = try spellings(of: scalars[start...], isLast: true, stemmer, dictionary)
            if !spellings.isEmpty { last[start] = spellings }
        }
        if last.isEmpty { return ([], []) }
        var found: [String] = []
        var ends: [String] = []
        var open = [0]
        var seen: Set<Int> = [0]
        while let start = open.popLast() {
            guard count - start >= least else { continue }
            let mayBegin = try dictionary.mayBegin(BytePattern(scalars[start..<start + least]))
            for end in start + least...count where end == count ? start > 0 : count - end >= least {
                let part = scalars[start..<end]
                // Which words with signs an index knows is not sure.
                guard part.allSatisfy(\.value.isPartOfWord) else { break }
                let next = CompoundParts.starts(behind: end, in: scalars, language)
                let isFirstOfTwo = start == 0 && next.contains { last[$0] != nil }
                guard mayBegin || isFirstOfTwo || end == count else { continue }
                var spellings =
                    try end == count
                    ? last[start] ?? [] : spellings(of: part, isLast: false, stemmer, dictionary)
                if spellings.isEmpty {
                    guard isFirstOfTwo else { continue }
                    spellings = try otherForms(of: part, stemmer, dictionary)
                    if spellings.isEmpty {
                        guard try isEnd(part, dictionary), try isAnyWord(next, of: scalars, dictionary) else {
                            continue
                        }
                        ends.append(String(part))
                    }
                }
                found += spellings.map { String(part) + $0 }
                for next in next where next < count && seen.insert(next).inserted { open.append(next) }
            }
        }
        return (found, ends)
    }

    /// Forms of the first of two parts that stemming does not find.
    private func otherForms(
        of part: ArraySlice<Unicode.Scalar>, _ stemmer: Stemmer?, _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        guard let folding = foldings[dictionary.position] else { return [] }
        let spelling = String(part)
        var found: [String] = []
        for other in RegularForms.others(of: spelling, languages[dictionary.position])
        where try dictionary.hasWord(PreparedQuery.Form(other, folding)) { found.append(other) }
        let form = PreparedQuery.Form(folded: BytePattern(part))
        if found.isEmpty, let beginning = form.prefix(StemSections.sameLetters) {
            // A stem may have another stem.
            found = try forms(of: spelling, stem: spelling, beginning, stemmer, dictionary)
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

    /// What follows a part that is a word of the texts, or has the stem of one: nothing, or a space and that word.
    private func spellings(
        of part: ArraySlice<Unicode.Scalar>, isLast: Bool, _ stemmer: Stemmer?, _ dictionary: Dictionary
    ) throws(SegmentError) -> [String] {
        var interruption = Interruption()
        try interruption.count(Interruption.form)
        let form = PreparedQuery.Form(folded: BytePattern(part))
        var isOwn = try dictionary.hasWord(form)
        let mayEnd = isLast && part.count >= CompoundParts.leastSharedEnd
        if !isOwn, mayEnd { isOwn = try endsOther(form, dictionary) }
        let own = isOwn ? [""] : []
        guard let beginning = form.prefix(StemSections.sameLetters) else { return own }
        let word = String(part)
        var others =
            try stemmer.map { stemmer throws(SegmentError) in
                try forms(of: word, stem: stemmer.stems(of: word)[0], beginning, stemmer, dictionary)
            } ?? []
        if mayEnd { others += try lastForms(of: String(part), stemmer, dictionary) }
        return own + others.withoutDuplicates.map { " " + $0 }
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

    /// Whether the rest of a compound from one of some places on is a word: two ends of compounds are no sign of a compound.
    private func isAnyWord(
        _ starts: [Int], of scalars: [Unicode.Scalar], _ dictionary: Dictionary
    ) throws(SegmentError) -> Bool {
        for start in starts where start < scalars.count {
            if try dictionary.hasWord(.init(folded: BytePattern(scalars[start...]))) { return true }
        }
        return false
    }

    /// The words with a stem.
    private func forms(
        of part: String, stem: String, _ beginning: PreparedQuery.Form, _ stemmer: Stemmer?,
        _ dictionary: Dictionary
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
}

extension Unicode.Scalar {
    /// Whether the scalar is a letter of hiragana.
    var isHiragana: Bool { 0x3041...0x3096 ~= value }

    /// Whether the scalar is a syllable or a letter of Hangul.
    var isHangul: Bool { Hangul.syllables.contains(value) || 0x1100...0x11FF ~= value }

    /// Whether the scalar is more than a letter, in a script that is written without spaces.
    var isSyllableOrWord: Bool { value >= 0x2E80 }

    /// Whether the scalar's script is written without spaces, or with spaces that many leave out, as in Korean.
    var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FFF,
            0x3005...0x3007, 0x3040...0x318F, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
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
