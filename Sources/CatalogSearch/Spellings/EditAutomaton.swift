// Counts the edits between a pattern and a text, bit-parallel: one bit for each letter of the pattern.

/// Counts edits between a pattern and fragments of texts: a letter inserted, deleted, replaced, or transposed
/// with its neighbour, no position twice (optimal string alignment).
///
/// Bit-parallel after H. Hyyrö, A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances,
/// Nordic Journal of Computing 10 (2003).
struct EditAutomaton {
    let letters: [UInt32]
    /// The positions of each ASCII letter in the pattern, as bits.
    private let ascii: [UInt64]
    /// The positions of other letters.
    private let others: [(letter: UInt32, places: UInt64)]

    /// The length of the longest pattern.
    static let limit = 64

    /// - Parameter letters: 1 to 64 letters.
    init(_ letters: [UInt32]) {
        precondition((1...Self.limit).contains(letters.count))
        self.letters = letters
        var ascii = [UInt64](repeating: 0, count: 128)
        var others: [(letter: UInt32, places: UInt64)] = []
        for (place, letter) in letters.enumerated() {
            if letter < 128 {
                ascii[Int(letter)] |= 1 << UInt64(place)
            } else if let known = others.firstIndex(where: { $0.letter == letter }) {
                others[known].places |= 1 << UInt64(place)
            } else {
                others.append((letter, 1 << UInt64(place)))
            }
        }
        self.ascii = ascii
        self.others = others
    }

    /// The automaton of the reversed pattern.
    var reversed: EditAutomaton { EditAutomaton(letters.reversed()) }

    @inline(__always)
    private func places(of letter: UInt32) -> UInt64 {
        if letter < 128 { return ascii[Int(letter)] }
        for other in others where other.letter == letter { return other.places }
        return 0
    }

    /// The state after a part of a text.
    struct State {
        fileprivate var positive = UInt64.max
        fileprivate var negative: UInt64 = 0
        fileprivate var diagonal: UInt64 = 0
        fileprivate var lastPositions: UInt64 = 0
        /// The edits between the pattern and the text so far or, if not anchored, the best end of the text so
        /// far.
        fileprivate(set) var edits: Int
    }

    /// The state before the first letter.
    var start: State { State(edits: letters.count) }

    /// Advances over the next letter of the text.
    ///
    /// - Parameter isAnchored: whether the match must begin at the text's first letter;
    ///   otherwise it may begin anywhere.
    @inline(__always)
    func advance(_ state: inout State, by letter: UInt32, isAnchored: Bool) {
        let places = places(of: letter)
        let turned = ((~state.diagonal & places) << 1) & state.lastPositions
        let diagonal =
            (((places & state.positive) &+ state.positive) ^ state.positive) | places | state.negative
            | turned
        var positive = state.negative | ~(diagonal | state.positive)
        var negative = diagonal & state.positive
        let last: UInt64 = 1 << UInt64(letters.count - 1)
        if positive & last != 0 { state.edits += 1 }
        if negative & last != 0 { state.edits -= 1 }
        positive = positive << 1 | (isAnchored ? 1 : 0)
        negative <<= 1
        state.positive = negative | ~(diagonal | positive)
        state.negative = positive & diagonal
        state.diagonal = diagonal
        state.lastPositions = places
    }

    /// The fewest edits between the pattern and any fragment of the text.
    func leastEdits(within text: some Sequence<UInt32>) -> Int {
        var state = start
        var least = state.edits
        for letter in text {
            advance(&state, by: letter, isAnchored: false)
            if state.edits < least { least = state.edits }
        }
        return least
    }

    /// The edits between the pattern and each prefix of the text, from the empty one on.
    func editsOfBeginnings(_ text: some Sequence<UInt32>) -> [Int] { edits(along: text, isAnchored: true) }

    /// The edits between the pattern and the best fragment that ends at each position of the text, from 0 on.
    func editsOfEnds(_ text: some Sequence<UInt32>) -> [Int] { edits(along: text, isAnchored: false) }

    private func edits(along text: some Sequence<UInt32>, isAnchored: Bool) -> [Int] {
        var state = start
        var edits = [state.edits]
        for letter in text {
            advance(&state, by: letter, isAnchored: isAnchored)
            edits.append(state.edits)
        }
        return edits
    }
}

/// The letters of a folded text: its scalars, except that a Hangul syllable, which
/// foldings decompose, is one letter.
struct FoldedLetters: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next letter begins, in bytes.
    private(set) var position = 0

    /// - Parameter bytes: UTF-8; invalid bytes give letters that no pattern has.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    mutating func next() -> UInt32? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        if byte < 0x80 {
            position += 1
            return UInt32(byte)
        }
        return nextOther()
    }

    private mutating func nextOther() -> UInt32 {
        let (scalar, length) = Self.scalar(in: bytes, at: position)
        position += length
        guard Hangul.leads.contains(scalar), position < bytes.count else { return scalar }
        let (vowel, vowelLength) = Self.scalar(in: bytes, at: position)
        guard Hangul.vowels.contains(vowel) else { return scalar }
        position += vowelLength
        let syllable = Hangul.syllable(lead: scalar, vowel: vowel)
        guard position < bytes.count else { return syllable }
        let (tail, tailLength) = Self.scalar(in: bytes, at: position)
        guard Hangul.tails.contains(tail) else { return syllable }
        position += tailLength
        return Hangul.syllable(syllable, tail: tail)
    }

    /// The scalar at a position, and its length. Never reads out of bounds, whatever the bytes are.
    @inline(__always)
    private static func scalar(in bytes: UnsafeRawBufferPointer, at position: Int) -> (UInt32, Int) {
        let first = UInt32(bytes[position])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard position + length <= bytes.count else { return (.max, bytes.count - position) }
        var scalar = length == 1 ? first : first & (0x7F >> UInt32(length))
        for index in 1..<length { scalar = scalar << 6 | UInt32(bytes[position + index]) & 0x3F }
        return (scalar, length)
    }
}
