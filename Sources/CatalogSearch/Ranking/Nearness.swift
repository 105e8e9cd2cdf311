// How near to each other the words of a query stand in a text, and in which order.

/// How near to each other the words of a query are, at best, in one text.
package enum Nearness: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// Each word is in the same term as the word typed before it, or in the one behind it.
    case adjacent
    /// The same in another order: `lamp shade` for `shade lamp`.
    case reordered
    /// At most two other words are between them, in all.
    case close
    /// At most six.
    case loose
    /// Farther, in different texts, or there is only one word.
    case none

    /// - Parameter gap: what is between the words; `nil` if no text has all words.
    package init(gap: WordGap?) {
        guard let gap else {
            self = .none
            return
        }
        self =
            switch gap.words {
            case ...0: gap.isReordered ? .reordered : .adjacent
            case ...2: .close
            case ...6: .loose
            default: .none
            }
    }

    /// In hundredths.
    @inline(__always)
    package var factor: Int {
        switch self {
        case .adjacent: 200
        // Less than what a longer text takes: the order decides between titles that are alike otherwise.
        case .reordered: 197
        case .close: 160
        case .loose: 130
        case .none: 100
        }
    }

    /// The factor of 1.
    package static let unit = 100
    /// The greatest factor, in hundredths.
    static let greatestFactor = Nearness.adjacent.factor

    /// Nearer is less.
    package static func < (left: Nearness, right: Nearness) -> Bool { left.rawValue < right.rawValue }
}

/// What is between the words of a query in one text.
package struct WordGap: Hashable, Comparable, Sendable {
    /// The number of other words between each word and the one typed behind it, in all.
    package var words: Int
    /// Whether one of them stands before the word that was typed before it.
    package var isReordered: Bool

    package init(words: Int, isReordered: Bool = false) {
        self.words = words
        self.isReordered = isReordered
    }

    /// Fewer words are less, and of equally many those in the order in which they were typed.
    @inline(__always)
    package static func < (left: WordGap, right: WordGap) -> Bool {
        left.words != right.words ? left.words < right.words : !left.isReordered && right.isReordered
    }
}

/// Finds the smallest gap between the words of a query in one text, whose matches are given in order.
package struct GapFinder {
    /// The last term of each word's last match.
    private var lasts: [Int]
    /// The smallest gap between each word and the next one; `nil` if the text lacks one of them.
    private var gaps: [WordGap?]

    init(wordCount: Int) {
        lasts = [Int](repeating: -1, count: wordCount)
        gaps = [WordGap?](repeating: nil, count: max(0, wordCount - 1))
    }

    /// Adds a match. Matches must ascend by their first term.
    ///
    /// - Parameter terms: the first and the last term of the match, as indices in the text.
    @inline(__always)
    mutating func add(word: Int, terms: ClosedRange<Int>) {
        if word > 0, lasts[word - 1] >= 0 {
            add(max(0, terms.lowerBound - lasts[word - 1] - 1), isReordered: false, at: word - 1)
        }
        if word < gaps.count, lasts[word + 1] >= 0 {
            let words = terms.lowerBound - lasts[word + 1] - 1
            add(max(0, words), isReordered: words >= 0, at: word)
        }
        lasts[word] = max(lasts[word], terms.upperBound)
    }

    @inline(__always)
    private mutating func add(_ words: Int, isReordered: Bool, at word: Int) {
        let next = WordGap(words: words, isReordered: isReordered)
        if gaps[word].map({ next < $0 }) ?? true { gaps[word] = next }
    }

    /// Whether a word and the next one are in the same term, or in terms next to each other.
    @inline(__always)
    func areNeighbors(_ word: Int) -> Bool { gaps[word]?.words == 0 }

    /// Begins another text.
    mutating func reset() {
        for word in lasts.indices { lasts[word] = -1 }
        for word in gaps.indices { gaps[word] = nil }
    }

    /// The sum of the gaps; `nil` if the text lacks a word, or there is only one.
    var gap: WordGap? {
        guard !gaps.isEmpty else { return nil }
        var sum = WordGap(words: 0)
        for gap in gaps {
            guard let gap else { return nil }
            sum.words += gap.words
            sum.isReordered = sum.isReordered || gap.isReordered
        }
        return sum
    }
}
