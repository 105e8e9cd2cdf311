// Finds a phrase in texts by the numbers of their terms, without reading what the terms spell.

internal import ICU

/// The terms of one locale as components of a phrase. For one query and one thread.
///
/// Each term is examined once, however many texts contain it: where it has words of the phrase, and which of
/// them may continue a beginning in the terms before it.
final class PhraseTerms {
    let level: SearchedLevel
    /// The search for each different word, and for each word of the phrase the index of its search.
    private let searches: [WordSearch]
    private let words: [Int]
    /// The bit of the last word.
    private let last: UInt64
    private lazy var marks = TermMarks(level.index)
    private var known: [Int: Term] = [:]
    private var wordless: [Int: Bool] = [:]
    /// The states after the positions of the current term; the array is reused.
    private var states: [State] = []
    private var interruption = Interruption()

    /// Beginnings of the phrase that end at a position, as one bit for each possible last word.
    private struct State {
        var all: UInt64 = 0
        /// Beginnings that are spelled as typed.
        var asTyped: UInt64 = 0

        mutating func formUnion(_ other: State) {
            all |= other.all
            asTyped |= other.asTyped
        }
    }

    private struct WordPosition {
        /// The words of the phrase that it is, one bit each.
        let words: UInt64
        let isRespelled: Bool
        /// Whether no letter or digit of the term is before it, or behind it.
        let isFirst: Bool
        let isLast: Bool
        /// The index of the last position that this one may follow; `equal` links the others.
        var previous: Int?
        /// The index of the previous position that ends after the same letter.
        var equal: Int?
    }

    private struct Term {
        var places: [WordPosition] = []
        /// Whether it has letters or digits.
        var hasLetters = true
    }

    /// - Parameters:
    ///   - searches: the searches for the different words of the phrase.
    ///   - words: for each word of the phrase the index of its search.
    init(_ level: SearchedLevel, _ searches: [[WordSearch]], words: [Int]) {
        self.level = level
        self.words = words
        last = 1 << UInt64(words.count - 1)
        self.searches = searches.compactMap { word in word.first { $0.level.position == level.position } }
    }

    /// `false` if no text has the phrase. Reads no texts and no terms.
    func mayOccur() throws(SegmentError) -> Bool {
        for (first, second) in zip(words, words.dropFirst()) {
            guard let before = searches[first].bigramWords, let behind = searches[second].bigramWords else {
                continue
            }
            if !(try level.index.mayHave(before, before: behind)) { return false }
        }
        return true
    }

    /// Marks the terms that may have words of the phrase.
    func prepare() throws(SegmentError) {
        for search in searches { marks.insert(try search.mayHold()) }
    }

    /// Whether a text has the phrase only in another spelling than the typed one; `nil` if it does not have
    /// the phrase.
    func isRespelled(inText text: Int) throws(SegmentError) -> Bool? {
        var reader = try level.index.tokens(ofText: text)
        try interruption.count(1 + reader.size / Interruption.bytes)
        var state = State()
        var isFound = false
        while let token = try reader.next() {
            guard case .term(let number) = token else { continue }
            guard marks.isMarked(number) else {
                if state.all != 0, try !isWordless(number) { state = State() }
                continue
            }
            let found = try follow(try term(number), &state)
            if found.asTyped & last != 0 { return false }
            isFound = isFound || found.all & last != 0
        }
        return isFound ? true : nil
    }

    /// Moves a state past a term.
    ///
    /// - Returns: all beginnings of the phrase that end in the term.
    private func follow(_ term: Term, _ state: inout State) throws(SegmentError) -> State {
        var found = State()
        var next = term.hasLetters ? State() : state
        states.removeAll(keepingCapacity: true)
        try interruption.count(term.places.count / 8)
        for place in term.places {
            var before = place.isFirst ? state : State()
            if let previous = place.previous { before.formUnion(states[previous]) }
            var own = State(all: place.words & (before.all << 1 | 1))
            if !place.isRespelled { own.asTyped = place.words & (before.asTyped << 1 | 1) }
            found.formUnion(own)
            if place.isLast { next.formUnion(own) }
            if let equal = place.equal { own.formUnion(states[equal]) }
            states.append(own)
        }
        state = next
        return found
    }

    private func term(_ number: Int) throws(SegmentError) -> Term {
        if let term = known[number] { return term }
        let entry = try level.index.term(number)
        var found: [(words: UInt64, bytes: Range<Int>, isRespelled: Bool)] = []
        for (index, search) in searches.enumerated() {
            let summary = try search.summary(ofTerm: number)
            guard summary.isMatch else { continue }
            var bits: UInt64 = 0
            for place in words.indices where words[place] == index { bits |= 1 << UInt64(place) }
            if entry.listsBounds {
                try search.matcher.forEachOccurrence(
                    of: search.alternative, level: level.position, inTerm: entry
                ) { occurrence, _ in found.append((bits, occurrence.bytes, occurrence.isRespelled)) }
            } else {
                // The term is one word.
                found.append((bits, 0..<0, summary.wholeGrade.isRespelled))
            }
        }
        var term = Term(hasLetters: try !isWordless(number))
        if entry.listsBounds {
            term.places = Self.linked(found, try LetterCounts(entry.details().source))
        } else {
            term.places = found.map {
                WordPosition(words: $0.words, isRespelled: $0.isRespelled, isFirst: true, isLast: true)
            }
        }
        known[number] = term
        return term
    }

    /// The positions of a term in order, each with those that it may follow: only marks and symbols are
    /// between them.
    private static func linked(
        _ found: [(words: UInt64, bytes: Range<Int>, isRespelled: Bool)], _ letters: LetterCounts
    ) -> [WordPosition] {
        let found = found.sorted {
            ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound)
        }
        var places: [WordPosition] = []
        // The last position that ends after this many letters.
        var ends: [Int: Int] = [:]
        for (index, next) in found.enumerated() {
            let start = letters.before(next.bytes.lowerBound)
            let end = letters.before(next.bytes.upperBound)
            var previous = ends[start]
            while let place = previous, found[place].bytes.upperBound > next.bytes.lowerBound {
                previous = places[place].equal
            }
            places.append(
                WordPosition(
                    words: next.words, isRespelled: next.isRespelled, isFirst: start == 0,
                    isLast: end == letters.all, previous: previous, equal: ends[end]))
            ends[end] = index
        }
        return places
    }

    /// Whether a term has no letters and digits.
    private func isWordless(_ number: Int) throws(SegmentError) -> Bool {
        if let known = wordless[number] { return known }
        let isWordless = try level.index.term(number).isWordless()
        wordless[number] = isWordless
        return isWordless
    }
}

/// How many letters and digits are before each offset of a text.
private struct LetterCounts {
    /// By offset in bytes; the last count is for the end.
    private var counts: [Int32] = []

    /// - Parameter source: valid UTF-8.
    init(_ source: [UInt8]) {
        counts.reserveCapacity(source.count + 1)
        var count: Int32 = 0
        source.withUnsafeBufferPointer { source in
            var offset = 0
            while offset < source.count {
                let (scalar, length) = source.scalar(at: offset)
                for _ in 0..<length { counts.append(count) }
                if scalar.isLetterOrDigit { count += 1 }
                offset += length
            }
        }
        counts.append(count)
    }

    var all: Int { Int(counts.last ?? 0) }

    func before(_ offset: Int) -> Int { Int(counts[min(offset, counts.count - 1)]) }
}
