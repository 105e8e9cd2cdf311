// Finds the words of the texts that are a typed word, written together or apart.

internal import ICU

extension WordFinder {
    /// The greatest number of scalars of a word that may be written as several, and of the ways that are looked for.
    private static var longestSplit: Int { 40 }
    private static var mostSplits: Int { 16 }

    /// Neighbouring words of which the word consists: terms that have other separators between the same parts, as they are
    /// spelled; and words that are apart, with spaces between them. Where both the word and the texts have borders of parts,
    /// all borders of one must be borders of the other: `pen-island` is not `penis land`.
    func joined() throws(SegmentError) -> [FoundWord] {
        var found: Set<String> = []
        var interruption = Interruption()
        for dictionary in dictionaries {
            let form = word.forms[dictionary.position]
            guard let folding = foldings[dictionary.position] else { continue }
            let grouping = try grouping(of: dictionary)
            for pattern in [form.standard, form.isSame ? nil : form.search].compactMap({ $0 }) {
                try interruption.count(Interruption.form)
                let (key, borders) = pattern.bytes.withUnsafeBufferPointer { bytes in
                    let runs = LetterRuns(bytes, grouping: grouping).ranges[...]
                    return (LetterRuns.joined(runs, in: bytes), LetterRuns.borders(runs))
                }
                guard key.scalarCount > 1 else { continue }
                try dictionary.forEachTerm(withJoinedParts: String(decoding: key, as: UTF8.self)) {
                    term throws(SegmentError) in
                    try interruption.count(term.steps)
                    var pieces = TermPieces(try dictionary.details(ofTerm: term.number).source)
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
                if borders.isEmpty {
                    let splitter = WordSplitter(dictionary, key, word.spelling)
                    found.formUnion(
                        try splitter.splits(longest: Self.longestSplit, limit: Self.mostSplits))
                }
            }
        }
        return found.map { FoundWord(spelling: $0, distance: 0, uses: 1) }
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
    private var known: [Range<Int>: Bool] = [:]
    /// The most bytes of a number in groups: an IBAN has up to 34 letters and digits.
    private static var longestNumber: Int { 34 }
    private var interruption = Interruption()

    /// - Parameters:
    ///   - key: the word folded.
    ///   - spelling: the word as typed.
    init(_ dictionary: Dictionary, _ key: [UInt8], _ spelling: String) {
        self.dictionary = dictionary
        self.key = key
        starts = key.indices.filter { key[$0] & 0xC0 != 0x80 } + [key.count]
        let scalars = Array(spelling.unicodeScalars)
        typed = scalars.count == starts.count - 1 ? scalars : nil
    }

    private var count: Int { starts.count - 1 }

    /// The word as two to ``LetterRuns/mostJoined`` words of the dictionary, with spaces between them; the fewest words first. Letters are
    /// cut once at most: more cuts are between letters and digits, or between digits.
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
        // Only letters, if any, stand before the digits of telephone and account numbers.
        let isNumber = key.drop { !isDigit($0) }.allSatisfy(isDigit) && key.count <= Self.longestNumber
        let most = isNumber ? 2 * LetterRuns.mostJoined : LetterRuns.mostJoined
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
            if last.contains(start),
                !key.areDigits || LetterRuns.mayJoinDigits(zip(all, all.dropFirst()).map { $1 - $0 })
            {
                found.append(spelling(all))
            }
            return
        }
        guard start + 1 < count else { return }
        let mayCutLetters = !bounds.dropFirst().contains(where: cutsLetters)
        for end in start + 1..<count where found.count < limit && (mayCutLetters || !cutsLetters(at: end)) {
            // The last of the words decides first, because it is known already.
            guard parts > 2 || last.contains(end), try isWord(start..<end) else { continue }
            try extend(bounds + [end], by: parts - 1, last, limit, &found)
        }
    }

    /// Whether a place is between two letters.
    private func cutsLetters(at place: Int) -> Bool {
        !isDigit(key[starts[place] - 1]) && !isDigit(key[starts[place]])
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isWord(_ scalars: Range<Int>) throws(SegmentError) -> Bool {
        if let known = known[scalars] { return known }
        try interruption.count(Interruption.form)
        let pattern = BytePattern(Array(key[starts[scalars.lowerBound]..<starts[scalars.upperBound]]))
        let isWord = try dictionary.hasWord(.init(standard: pattern, search: pattern, isSame: true))
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
