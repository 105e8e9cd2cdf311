// Finds the words of the texts that are a typed word, written together or apart.

internal import ICU

extension WordFinder {
    /// The greatest number of scalars of a word that may be written as several; of one in a script without spaces, whose words
    /// ``parts()`` finds; and the greatest number of ways to write it.
    private static var longestSplit: Int { 40 }
    private static var longestDenseSplit: Int { 12 }
    private static var mostSplits: Int { 16 }

    /// Terms with other separators between the parts of the word, as they are spelled. Where both the word and the term have borders
    /// of parts, all borders of one must be borders of the other: `pen-island` is not `penis-land`.
    ///
    /// - Returns: at distance 1 those that are the word in another number: `tshirt` is `T-Shirts`.
    func joined() throws(SegmentError) -> [FoundWord] {
        try inBothNumbers { spelling, form, dictionary, folding throws(SegmentError) in
            try joined(form, dictionary, folding)
        }
    }

    /// Separate words that form the word together, with spaces between them; at distance 1 those in another number.
    func apart() throws(SegmentError) -> [FoundWord] {
        try inBothNumbers { spelling, form, dictionary, folding throws(SegmentError) in
            try apart(form, spelling, dictionary)
        }
    }

    /// What is found for the word, and at distance 1 what is found for its other numbers alone.
    private func inBothNumbers(
        _ find: (String, PreparedQuery.Form, Dictionary, Folding) throws(SegmentError) -> Set<String>
    ) throws(SegmentError) -> [FoundWord] {
        var found: [String: Int] = [:]
        for dictionary in dictionaries {
            guard let folding = foldings[dictionary.position] else { continue }
            let own = word.forms[dictionary.position]
            for spelling in try find(word.spelling, own, dictionary, folding) { found[spelling] = 0 }
            for other in RegularForms.otherNumbers(of: word.spelling, languages[dictionary.position]) {
                for spelling in try find(other, PreparedQuery.Form(other, folding), dictionary, folding)
                where found[spelling] == nil { found[spelling] = 1 }
            }
        }
        return found.map { FoundWord(spelling: $0.key, distance: $0.value, uses: 1) }
    }

    /// - Parameter form: the spelling folded.
    private func joined(
        _ form: PreparedQuery.Form, _ dictionary: Dictionary, _ folding: Folding
    ) throws(SegmentError) -> Set<String> {
        var found: Set<String> = []
        var interruption = Interruption()
        let grouping = try grouping(of: dictionary)
        for pattern in form.patterns {
            try interruption.count(Interruption.form)
            let (key, borders) = pattern.joined(grouping)
            guard key.scalarCount > 1 else { continue }
            try dictionary.forEachTerm(withJoinedParts: String(decoding: key, as: UTF8.self)) {
                term throws(SegmentError) in
                try interruption.count(term.steps)
                var pieces = TermFragments(try dictionary.details(ofTerm: term.number).source)
                pieces.enter(
                    Self.pieces(of: term.standard, key, borders, grouping), of: term.standard,
                    distance: 0, folding.standard)
                if let search = term.search {
                    pieces.enter(
                        Self.pieces(of: search, key, borders, grouping), of: search, distance: 0,
                        folding.search)
                }
                found.formUnion(pieces.spellings)
            }
        }
        return found
    }

    /// - Parameter form: the spelling folded.
    private func apart(
        _ form: PreparedQuery.Form, _ spelling: String, _ dictionary: Dictionary
    ) throws(SegmentError) -> Set<String> {
        var found: Set<String> = []
        var interruption = Interruption()
        let grouping = try grouping(of: dictionary)
        // Hangul is folded to letters, of which a syllable has two or three.
        let isDense = spelling.unicodeScalars.contains { $0.isWrittenWithoutSpaces && !$0.isHangul }
        for pattern in form.patterns {
            try interruption.count(Interruption.form)
            let (key, borders) = pattern.joined(grouping)
            guard key.scalarCount > 1, borders.isEmpty else { continue }
            // What begins or ends with the typed word in another number is found by that word.
            let typed = spelling == word.spelling ? nil : word.forms[dictionary.position].standard?.bytes
            let splitter = WordSplitter(dictionary, key, spelling, besides: typed, areNeighbours)
            found.formUnion(
                try splitter.splits(
                    longest: isDense ? Self.longestDenseSplit : Self.longestSplit, limit: Self.mostSplits))
        }
        return found
    }

    private func grouping(of dictionary: Dictionary) throws(SegmentError) -> UInt8? {
        let locale = dictionary.position < chain.count ? chain[dictionary.position] : .root
        do throws(ICUError) {
            return try LetterRuns.grouping(of: locale)
        } catch {
            throw .icu(error)
        }
    }

    /// The pieces of a folding whose parts are a key when they are joined.
    private static func pieces(
        of folding: UnsafeRawBufferPointer, _ key: [UInt8], _ borders: [Int], _ grouping: UInt8?
    ) -> [Range<Int>] {
        let folding = folding.assumingMemoryBound(to: UInt8.self)
        var pieces: [Range<Int>] = []
        LetterRuns(folding, grouping: grouping).forEachJoined(in: folding) { (joined) throws(Never) in
            guard joined.reduce(0, { $0 + $1.count }) == key.count,
                LetterRuns.joined(joined, in: folding) == key
            else { return }
            let own = Set(LetterRuns.borders(joined))
            guard own.isSuperset(of: borders) || own.isSubset(of: borders) else { return }
            guard !key.areDigits || LetterRuns.mayJoinDigits(joined.map(\.count)) else { return }
            pieces.append(joined.first!.lowerBound..<joined.last!.upperBound)
        }
        return pieces
    }
}

extension PreparedQuery.Form {
    /// The different foldings of the word.
    fileprivate var patterns: [BytePattern] { [standard, isSame ? nil : search].compactMap(\.self) }
}

extension BytePattern {
    /// The pattern without its separators, and the borders of its parts in that.
    fileprivate func joined(_ grouping: UInt8?) -> (key: [UInt8], borders: [Int]) {
        bytes.withUnsafeBufferPointer { bytes in
            let runs = LetterRuns(bytes, grouping: grouping).ranges[...]
            return (LetterRuns.joined(runs, in: bytes), LetterRuns.borders(runs))
        }
    }
}

extension [UInt8] {
    fileprivate var areDigits: Bool { allSatisfy { (0x30...0x39).contains($0) } }
}

/// Splits a word into words of a dictionary. For one thread.
final class WordSplitter<Dictionary: TermDictionary> {
    private let dictionary: Dictionary
    private let key: [UInt8]
    /// Where each scalar begins, and the end, in bytes.
    private let starts: [Int]
    /// The typed scalars, if each is one of the key.
    private let typed: [Unicode.Scalar]?
    /// A word that is no part, folded; `nil` for none.
    private let other: [UInt8]?
    /// Whether texts may have some words next to each other.
    private let areNeighbours: ([String]) throws(SegmentError) -> Bool
    /// The least number of scalars of a word. One letter of a script without spaces is not a word.
    private let leastWord: Int
    private var known: [Range<Int>: Bool] = [:]
    private var knownNeighbours: [[Int]: Bool] = [:]
    private var knownRests: [Rest: Bool] = [:]
    private var interruption = Interruption()

    /// The greatest number of beginnings that are looked for in texts.
    private static var mostNeighbours: Int { 64 }

    /// - Parameters:
    ///   - key: the word folded.
    ///   - spelling: the word as typed.
    ///   - other: a word that is no part, folded; `nil` for none.
    ///   - areNeighbours: whether texts may have some words next to each other.
    init(
        _ dictionary: Dictionary, _ key: [UInt8], _ spelling: String, besides other: [UInt8]? = nil,
        _ areNeighbours: @escaping ([String]) throws(SegmentError) -> Bool
    ) {
        self.areNeighbours = areNeighbours
        self.dictionary = dictionary
        self.key = key
        self.other = other
        starts = key.indices.filter { key[$0] & 0xC0 != 0x80 } + [key.count]
        let scalars = Array(spelling.unicodeScalars)
        typed = scalars.count == starts.count - 1 ? scalars : nil
        leastWord = scalars.contains { $0.isWrittenWithoutSpaces && !$0.isSyllableOrWord } ? 2 : 1
    }

    private var count: Int { starts.count - 1 }

    /// The word as two to ``LetterRuns/mostJoined`` words of the dictionary, with spaces between them, that may be neighbours in
    /// texts; the fewest words first. There may be twice as many words if they are cut between digits only. Words of one letter
    /// are looked for only where letters are cut once, alone among longer words, or if all are initials.
    ///
    /// - Parameters:
    ///   - longest: a word of more scalars is not split.
    ///   - limit: the greatest number of ways.
    func splits(longest: Int, limit: Int) throws(SegmentError) -> [String] {
        guard 2...longest ~= count else { return [] }
        var first: [Int] = []
        for end in 1..<count where try isWord(0..<end) { first.append(end) }
        if first.isEmpty { return [] }
        var last: Set<Int> = []
        for start in first[0]..<count where try isWord(start..<count) { last.insert(start) }
        if last.isEmpty { return [] }
        var found: [String] = []
        // Telephone and account numbers have more groups.
        let most = (1..<count).contains(where: cutsDigits) ? 2 * LetterRuns.mostJoined : LetterRuns.mostJoined
        for parts in 2...most {
            for end in first where found.count < limit {
                try extend([0, end], by: parts - 1, last, limit, &found)
            }
        }
        return found
    }

    /// Adds the ways that begin with some words and have so many more.
    private func extend(
        _ bounds: [Int], by parts: Int, _ last: Set<Int>, _ limit: Int, _ found: inout [String]
    ) throws(SegmentError) {
        let start = bounds.last!
        if parts == 1 {
            let all = bounds + [count]
            if last.contains(start), try mayCut(all),
                !key.areDigits || LetterRuns.mayJoinDigits(zip(all, all.dropFirst()).map { $1 - $0 }),
                try mayBeNeighbours(all)
            {
                found.append(spelling(all))
            }
            return
        }
        guard start + 1 < count else { return }
        for end in start + 1..<count where found.count < limit {
            let longer = bounds + [end]
            // The last of the words decides first, because it is known already, and texts last, because they take longest.
            guard parts > 2 || last.contains(end), try mayCut(longer), try isWord(start..<end),
                try isSplit(from: end, into: parts - 1, last), try mayBeNeighbours(longer)
            else { continue }
            try extend(longer, by: parts - 1, last, limit, &found)
        }
    }

    /// Whether the rest of the word may be so many words.
    private func isSplit(from start: Int, into parts: Int, _ last: Set<Int>) throws(SegmentError) -> Bool {
        if parts == 1 { return last.contains(start) }
        let key = Rest(start: start, parts: parts)
        if let known = knownRests[key] { return known }
        var isSplit = false
        for end in start + 1..<max(start + 1, count) where try isWord(start..<end) {
            isSplit = try self.isSplit(from: end, into: parts - 1, last)
            if isSplit { break }
        }
        knownRests[key] = isSplit
        return isSplit
    }

    private struct Rest: Hashable {
        let start: Int
        let parts: Int
    }

    /// Whether a word may be cut so.
    private func mayCut(_ bounds: [Int]) throws(SegmentError) -> Bool {
        let cuts = bounds.dropFirst().filter { $0 < count }
        if cuts.count < 2 { return true }
        if cuts.count >= LetterRuns.mostJoined, !cuts.allSatisfy(cutsDigits) { return false }
        if cuts.count(where: cutsLetters) < 2 || zip(bounds, bounds.dropFirst()).allSatisfy({ $1 - $0 > 1 }) {
            return true
        }
        // `rocknroll` is `rock n roll`: texts decide whether the three are neighbours.
        let lengths = zip(bounds, bounds.dropFirst()).map { $1 - $0 }
        if lengths.count(where: { $0 == 1 }) == 1,
            lengths.allSatisfy({ $0 == 1 || $0 >= Self.leastBesideLetter })
        {
            return true
        }
        return try areInitials(bounds)
    }

    /// The least number of scalars of words beside a word of one letter.
    private static var leastBesideLetter: Int { 3 }

    /// Whether all words are single letters that texts write with a full stop behind each: `usa` is `U. S. A.`.
    private func areInitials(_ bounds: [Int]) throws(SegmentError) -> Bool {
        guard count <= LetterRuns.mostJoined else { return false }
        for (start, end) in zip(bounds, bounds.dropFirst()) {
            let initial = Array(key[starts[start]..<starts[end]]) + [UInt8(ascii: ".")]
            guard end - start == 1, try dictionary.hasWord(.init(folded: BytePattern(initial))) else {
                return false
            }
        }
        return true
    }

    /// Whether texts may have the words between bounds next to each other.
    private func mayBeNeighbours(_ bounds: [Int]) throws(SegmentError) -> Bool {
        if let known = knownNeighbours[bounds] { return known }
        guard knownNeighbours.count < Self.mostNeighbours else { return false }
        let areNeighbours = try areNeighbours(PreparedQuery.split(spelling(bounds)))
        knownNeighbours[bounds] = areNeighbours
        return areNeighbours
    }

    /// Whether a place is between two letters.
    private func cutsLetters(at place: Int) -> Bool {
        !isDigit(key[starts[place] - 1]) && !isDigit(key[starts[place]])
    }

    /// Whether a place is between two digits.
    private func cutsDigits(at place: Int) -> Bool {
        isDigit(key[starts[place] - 1]) && isDigit(key[starts[place]])
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isWord(_ scalars: Range<Int>) throws(SegmentError) -> Bool {
        if let known = known[scalars] { return known }
        if scalars.count < leastWord { return false }
        try interruption.count(Interruption.form)
        let bytes = Array(key[starts[scalars.lowerBound]..<starts[scalars.upperBound]])
        let isWord = bytes == other ? false : try dictionary.hasWord(.init(folded: BytePattern(bytes)))
        known[scalars] = isWord
        return isWord
    }

    private func spelling(_ bounds: [Int]) -> String {
        zip(bounds, bounds.dropFirst()).map { start, end in
            guard let typed else { return String(decoding: key[starts[start]..<starts[end]], as: UTF8.self) }
            var part = String.UnicodeScalarView()
            part.append(contentsOf: typed[start..<end])
            return String(part)
        }.joined(separator: " ")
    }
}
