// Finds a word with typing errors in a term.

/// A word that matches with a few edits.
///
/// Each fragment of a term has a *distance* from the word: three times the number of edits, plus 0 for a
/// whole word, 1 for the beginning of a word, 2 for a match inside a word.
struct EditPattern {
    private let automaton: EditAutomaton
    private let reversed: EditAutomaton
    /// The maximum number of edits.
    private let edits: Int
    /// Pieces of the word; every folding that matches contains at least one of them. `nil` if a piece is so
    /// short that most foldings contain it.
    let requiredFragments: [BytePattern]?
    /// Whether matches may be inside words.
    private let isFoundInside: Bool

    /// - Returns: `nil` for a word that must match exactly.
    init?(_ pattern: BytePattern?) {
        guard let pattern else { return nil }
        let text = pattern.bytes.withUnsafeBytes { LetteredText($0) }
        let letters = text.letters
        edits = Self.forgivenEdits(letters)
        guard edits > 0, letters.count <= EditAutomaton.limit else { return nil }
        isFoundInside = Self.size(letters) >= Self.leastInside
        automaton = EditAutomaton(letters)
        reversed = automaton.reversed
        requiredFragments = Self.requiredFragments(of: pattern.bytes, text, edits: edits)
    }

    /// Cuts the word into one more piece than the allowed edits: each edit changes one piece, so one stays
    /// intact. A transposition across a cut changes two pieces; therefore each piece is also listed with its
    /// last letter transposed. Two such transpositions change three pieces; the first of those is still
    /// listed, because no letter is transposed twice.
    private static func requiredFragments(
        of bytes: [UInt8], _ text: LetteredText, edits: Int
    ) -> [BytePattern]? {
        let cuts = (0...edits + 1).map { text.letters.count * $0 / (edits + 1) }
        func piece(_ letters: Range<Int>) -> ArraySlice<UInt8> { bytes[text.bytes(of: letters)] }
        var pieces = zip(cuts, cuts.dropFirst()).map { Array(piece($0..<$1)) }
        for (start, cut) in zip(cuts, cuts.dropFirst().dropLast()) {
            pieces.append(Array(piece(start..<cut - 1) + piece(cut..<cut + 1) + piece(cut - 1..<cut)))
        }
        let patterns = pieces.map { BytePattern($0) }
        return patterns.allSatisfy(TermFinder.isSelective) ? patterns : nil
    }

    /// The pieces of all patterns; `nil` if one pattern has none.
    static func requiredFragments(of patterns: [EditPattern]) -> [BytePattern]? {
        var pieces: [BytePattern] = []
        for pattern in patterns {
            guard let held = pattern.requiredFragments else { return nil }
            pieces += held
        }
        return pieces
    }

    /// The edits allowed in a word: one from four letters on, two from eight. In scripts whose characters are
    /// syllables or words, two characters count as four.
    private static func forgivenEdits(_ letters: [UInt32]) -> Int {
        letters.count >= 8 ? 2 : isLong(letters) ? 1 : 0
    }

    /// Whether the letters count as four.
    private static func isLong(_ letters: some Sequence<UInt32>) -> Bool {
        size(letters) >= 4
    }

    private static func size(_ letters: some Sequence<UInt32>) -> Int {
        letters.reduce(0) { $0 + ($1.isOfDenseScript ? 2 : 1) }
    }

    /// The least size of a word that is found inside another word with an edit: `eiche` is in `leicht` by
    /// chance.
    private static let leastInside = 6

    /// The class of a match among a text's words, best first.
    private enum MatchPosition: Int {
        case wholeWord
        case wordPrefix
        case insideWord

        static let count = 3
    }

    /// The cost of finding the nearest fragments of a term, relative to counting its edits.
    static let stepsForPieces = 8

    /// The least distance with a number of edits.
    static func leastDistance(_ edits: Int) -> Int { edits * MatchPosition.count }

    /// Whether a match with this distance is a word.
    static func isWholeWord(_ distance: Int) -> Bool {
        distance % MatchPosition.count == MatchPosition.wholeWord.rawValue
    }

    /// Whether a match with this distance is the beginning of a word, but not all of it.
    static func isBeginning(_ distance: Int) -> Bool {
        distance % MatchPosition.count == MatchPosition.wordPrefix.rawValue
    }

    /// The fewest edits between the word and any fragment of a folding; `Int.max` if too many.
    @inline(__always)
    func leastEdits(in folding: UnsafeRawBufferPointer) -> Int {
        // Each letter has at least one byte.
        if folding.count + self.edits < automaton.letters.count { return .max }
        let edits = automaton.leastEdits(within: FoldedLetters(folding))
        return edits <= self.edits ? edits : .max
    }

    /// The nearest fragments of a folding, in bytes, among those with edits and a distance greater than
    /// `beyond`.
    ///
    /// - Parameter bounds: where words begin or end, in bytes; `nil` for one word.
    func pieces(
        of folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?, beyond: Int
    ) -> (ranges: [Range<Int>], distance: Int) {
        let text = LetteredText(folding)
        var found: (ranges: [Range<Int>], distance: Int) = ([], .max)
        func enter(_ edits: Int, _ position: MatchPosition, _ letters: Range<Int>) {
            let distance = edits * MatchPosition.count + position.rawValue
            guard edits > 0, edits <= self.edits, distance > beyond, distance <= found.distance,
                // Nearly every word would match such a short fragment.
                position == .wholeWord ? !letters.isEmpty : Self.isLong(text.letters[letters])
            else { return }
            if distance < found.distance { found = ([], distance) }
            found.ranges.append(text.bytes(of: letters))
        }
        for word in text.words(bounds) {
            let edits = automaton.editsOfBeginnings(text.letters[word])
            enter(edits[word.count], .wholeWord, word)
            if let (length, least) = bestLength(edits), length < word.count {
                enter(least, .wordPrefix, word.lowerBound..<word.lowerBound + length)
            }
        }
        let ends = automaton.editsOfEnds(text.letters)
        let least = ends.min() ?? .max
        guard least <= edits, isFoundInside,
            least * MatchPosition.count + MatchPosition.insideWord.rawValue <= found.distance
        else {
            return found
        }
        // Prefer fragments as long as the word.
        var best: [Range<Int>] = []
        var bestDifference = Int.max
        for end in ends.indices where ends[end] == least {
            let before = text.letters[..<end].reversed().prefix(automaton.letters.count + least)
            guard let (length, _) = bestLength(reversed.editsOfBeginnings(before)) else { continue }
            let difference = abs(length - automaton.letters.count)
            if difference < bestDifference { best = [] }
            if difference <= bestDifference { best.append(end - length..<end) }
            bestDifference = min(bestDifference, difference)
        }
        for range in best { enter(least, .insideWord, range) }
        return found
    }

    /// The length with the fewest edits; of several, the nearest to the word's, then the longer one.
    private func bestLength(_ edits: [Int]) -> (length: Int, edits: Int)? {
        guard let least = edits.min() else { return nil }
        let wanted = automaton.letters.count
        let best = edits.indices.filter { edits[$0] == least }
            .min { (abs($0 - wanted), -$0) < (abs($1 - wanted), -$1) }
        return best.map { ($0, least) }
    }
}
