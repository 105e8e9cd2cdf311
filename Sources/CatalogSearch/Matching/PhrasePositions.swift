// Finds where whole words follow each other in a text.

internal import Support

/// The positions of a phrase in one text: whole words in order, separated only by white space, marks and
/// symbols.
///
/// Reads the text once for each word.
struct PhrasePositions {
    private let source: UnsafeBufferPointer<UInt8>
    /// The positions of the words so far, ordered by their ends.
    private(set) var phrases: [Occurrence] = []
    private var isFirst = true

    /// - Parameter source: the text, valid UTF-8.
    init(_ source: UnsafeBufferPointer<UInt8>) { self.source = source }

    /// Adds the next word.
    ///
    /// - Parameter words: its matches as a whole word, ordered by their starts.
    /// - Throws: `SegmentError.cancelled`.
    mutating func add(_ words: [Occurrence]) throws(SegmentError) {
        var next: [Occurrence] = []
        if isFirst {
            next = words
            for index in next.indices { next[index].match = .wholeWord }
        } else if !phrases.isEmpty {
            var bounds = WordBounds(source)
            var interruption = Interruption()
            var place = 0
            // The last phrases that end before the word: with any spelling, and spelled as typed.
            var last: Occurrence?
            var lastAsTyped: Occurrence?
            for word in words {
                try interruption.count()
                while place < phrases.count, phrases[place].bytes.upperBound <= word.bytes.lowerBound {
                    last = phrases[place]
                    if !phrases[place].isRespelled { lastAsTyped = phrases[place] }
                    place += 1
                }
                let start = try bounds.endOfLetters(before: word.bytes.lowerBound)
                let begun = [lastAsTyped, last].compactMap(\.self)
                guard let phrase = begun.first(where: { $0.bytes.upperBound >= start }) else { continue }
                var longer = phrase
                longer.bytes = phrase.bytes.lowerBound..<word.bytes.upperBound
                longer.scalars = phrase.scalars.lowerBound..<word.scalars.upperBound
                longer.isRespelled = phrase.isRespelled || word.isRespelled
                longer.byStandard = phrase.byStandard && word.byStandard
                longer.bySearch = phrase.bySearch && word.bySearch
                next.append(longer)
            }
        }
        isFirst = false
        try next.sortInterruptibly { $0.bytes.upperBound < $1.bytes.upperBound }
        phrases = next
    }
}

/// Finds the letters and digits of a text, from its beginning on.
private struct WordBounds {
    private let source: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var end = 0
    private var interruption = Interruption()

    init(_ source: UnsafeBufferPointer<UInt8>) { self.source = source }

    /// Where the last letter or digit before an offset ends.
    ///
    /// - Parameter offset: not less than in the calls before.
    mutating func endOfLetters(before offset: Int) throws(SegmentError) -> Int {
        while position < offset {
            try interruption.count()
            let (scalar, length) = source.scalar(at: position)
            position += length
            if scalar.isLetterOrDigit { end = position }
        }
        return end
    }
}
