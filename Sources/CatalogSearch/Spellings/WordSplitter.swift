// Splits a word into words that texts have next to each other.

/// Splits a word into words of a dictionary. For one thread.
final class WordSplitter<Dictionary: TermDictionary> {
    private let dictionary: Dictionary
    private let key: [UInt8]
    /// Where each scalar begins, and the end, in bytes.
    private let starts: [Int]
    /// The typed scalars, if each is one of the key.
    private let typed: [Unicode.Scalar]?
    /// The positions between typed parts, at which the word is cut, and at one more at least: what is cut there
    /// alone is known without texts.
    private let borders: [Int]
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
    ///   - borders: between typed parts, in bytes of the key: `playstation-5` is `Play Station 5`.
    ///   - other: a word that is no part, folded; `nil` for none.
    ///   - areNeighbours: whether texts may have some words next to each other.
    init(
        _ dictionary: Dictionary, _ key: [UInt8], _ spelling: String, at borders: [Int] = [],
        besides other: [UInt8]? = nil,
        _ areNeighbours: @escaping ([String]) throws(SegmentError) -> Bool
    ) {
        self.areNeighbours = areNeighbours
        self.dictionary = dictionary
        self.key = key
        self.other = other
        let starts = key.indices.filter { key[$0] & 0xC0 != 0x80 } + [key.count]
        self.starts = starts
        self.borders = borders.compactMap { starts.firstIndex(of: $0) }
        let scalars = Array(spelling.unicodeScalars)
        typed = scalars.count == starts.count - 1 ? scalars : nil
        leastWord = scalars.contains { $0.isWrittenWithoutSpaces && !$0.isSyllableOrWord } ? 2 : 1
    }

    private var count: Int { starts.count - 1 }

    /// The word as two to ``LetterRuns/mostJoined`` words of the dictionary, with spaces between them, that
    /// may be neighbours in texts; the fewest words first. There may be twice as many words if they are cut
    /// between digits only. Words of one letter are looked for only where letters are cut once, alone among
    /// longer words, or if all are initials.
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
            if last.contains(start), borders.isEmpty || all.count - 2 > borders.count, try mayCut(all),
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
            // The last of the words decides first, because it is known already, and texts
            // last, because they take longest.
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
        // `rocknroll` is `rock n roll`, and `xboxseriesx` is `X Box Series X`: texts decide whether the words
        // are neighbours.
        let lengths = zip(bounds, bounds.dropFirst()).map { $1 - $0 }
        if 2 * lengths.count(where: { $0 == 1 }) <= lengths.count,
            lengths.allSatisfy({ $0 == 1 || $0 >= Self.leastBesideLetter })
        {
            return true
        }
        return try areInitials(bounds)
    }

    /// The least number of scalars of words beside a word of one letter.
    private static var leastBesideLetter: Int { 3 }

    /// Whether all words are single letters that texts write with a full stop
    /// behind each: `usa` is `U. S. A.`.
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

    /// Whether a position is between two letters.
    private func cutsLetters(at position: Int) -> Bool {
        !isDigit(key[starts[position] - 1]) && !isDigit(key[starts[position]])
    }

    /// Whether a position is between two digits.
    private func cutsDigits(at position: Int) -> Bool {
        isDigit(key[starts[position] - 1]) && isDigit(key[starts[position]])
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isWord(_ scalars: Range<Int>) throws(SegmentError) -> Bool {
        if let known = known[scalars] { return known }
        if scalars.count < leastWord || !borders.isEmpty && !isCutAtBorders(scalars) { return false }
        try interruption.count(Interruption.form)
        let bytes = Array(key[starts[scalars.lowerBound]..<starts[scalars.upperBound]])
        let isWord = bytes == other ? false : try dictionary.hasWord(.init(folded: BytePattern(bytes)))
        known[scalars] = isWord
        return isWord
    }

    /// Whether some scalars have no border within, and are cut from other digits at borders alone.
    private func isCutAtBorders(_ scalars: Range<Int>) -> Bool {
        !borders.contains { scalars.dropFirst().contains($0) }
            && ![scalars.lowerBound, scalars.upperBound].contains { position in
                0 < position && position < count && !borders.contains(position) && cutsDigits(at: position)
            }
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
