// Where in a term stands a word with typing errors?

/// A word in which a few edits are forgiven.
///
/// Pieces of terms have a *distance* from it: three times the number of edits, and 0 more for whole words, 1 for the
/// beginnings of words, 2 for what stands inside words.
struct EditPattern {
    private let automaton: EditAutomaton
    private let reversed: EditAutomaton
    /// How many edits are forgiven.
    private let edits: Int
    /// Pieces of the word, of which each folding with no more edits holds at least one; `nil` where some are so short
    /// that most foldings do.
    let heldPieces: [BytePattern]?

    /// - Returns: `nil` for a word in which none is.
    init?(_ pattern: BytePattern?) {
        guard let pattern else { return nil }
        let text = pattern.bytes.withUnsafeBytes { LetteredText($0) }
        let letters = text.letters
        edits = Self.forgivenEdits(letters)
        guard edits > 0, letters.count <= EditAutomaton.limit else { return nil }
        automaton = EditAutomaton(letters)
        reversed = automaton.reversed
        heldPieces = Self.heldPieces(of: pattern.bytes, text, edits: edits)
    }

    /// Cuts the word into one piece more than there are edits: each edit changes one piece, so that one stays as it is.
    /// Two pieces are changed where their neighbouring letters are turned round; then the first one is held with its end
    /// so. Two such turns change three pieces, and the first of those is held so, for no letter is turned twice.
    private static func heldPieces(
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

    /// The pieces of some patterns together; `nil` where one has none.
    static func heldPieces(of patterns: [EditPattern]) -> [BytePattern]? {
        var pieces: [BytePattern] = []
        for pattern in patterns {
            guard let held = pattern.heldPieces else { return nil }
            pieces += held
        }
        return pieces
    }

    /// How many edits are forgiven in a word of some letters: one from four on, two from eight. Where a character is a
    /// syllable or a word, two are as good as four.
    private static func forgivenEdits(_ letters: [UInt32]) -> Int {
        letters.count >= 8 ? 2 : isLong(letters) ? 1 : 0
    }

    /// Whether letters are as good as four.
    private static func isLong(_ letters: some Sequence<UInt32>) -> Bool {
        letters.reduce(0) { $0 + (IndexLayout.Gram.isDense($1) ? 2 : 1) } >= 4
    }

    /// Where a piece stands among a text's words, best first.
    private enum Place: Int {
        case wholeWord
        case wordPrefix
        case insideWord

        static let count = 3
    }

    /// The least distance of what so many edits make.
    static func leastDistance(_ edits: Int) -> Int { edits * Place.count }

    /// Whether what has a distance is the beginning of a word, and not all of it.
    static func isBeginning(_ distance: Int) -> Bool { distance % Place.count == Place.wordPrefix.rawValue }

    /// The edits that make the word of a piece of a folding, wherever it stands; the greatest number where too many.
    @inline(__always)
    func leastEdits(in folding: UnsafeRawBufferPointer) -> Int {
        // No letter has less than a byte.
        if folding.count + self.edits < automaton.letters.count { return .max }
        let edits = automaton.leastEdits(within: FoldedLetters(folding))
        return edits <= self.edits ? edits : .max
    }

    /// The nearest pieces of a folding, in bytes, of those with edits whose distance is beyond another one.
    ///
    /// - Parameter bounds: where words begin or end, in bytes; `nil` where there is one.
    func pieces(
        of folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?, beyond: Int
    ) -> (ranges: [Range<Int>], distance: Int) {
        let text = LetteredText(folding)
        var found: (ranges: [Range<Int>], distance: Int) = ([], .max)
        func enter(_ edits: Int, _ place: Place, _ letters: Range<Int>) {
            let distance = edits * Place.count + place.rawValue
            guard edits > 0, edits <= self.edits, distance > beyond, distance <= found.distance,
                // Of a part so short nearly every word has one.
                place == .wholeWord ? !letters.isEmpty : Self.isLong(text.letters[letters])
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
        guard least <= edits, least * Place.count + Place.insideWord.rawValue <= found.distance else {
            return found
        }
        // Of the pieces those that are as long as the word, as far as there are such.
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

    /// Of the pieces' lengths that take the fewest edits the one nearest to the word's, the longer one of two.
    private func bestLength(_ edits: [Int]) -> (length: Int, edits: Int)? {
        guard let least = edits.min() else { return nil }
        let wanted = automaton.letters.count
        let best = edits.indices.filter { edits[$0] == least }
            .min { (abs($0 - wanted), -$0) < (abs($1 - wanted), -$1) }
        return best.map { ($0, least) }
    }
}
