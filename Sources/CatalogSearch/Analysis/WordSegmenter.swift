// Finds the words of a text.
//
// ICU does it for every script; it needs UTF-16 and half a microsecond for a title. Letters that need neither
// a dictionary nor combining marks, which most European texts use, are segmented here by the same rules (UAX
// #29) directly in UTF-8. The tests compare both.

package import ICU

/// Finds the words of texts in one locale. Not thread-safe, because ICU's iterator has a position.
package final class WordSegmenter {
    private let locale: LocaleIdentifier
    /// Opened by the first text that needs it; texts of most languages never do.
    private lazy var iterator: WordBreakIterator? = try? WordBreakIterator(locale)
    /// The classes of the scalars below U+2100, `nil` until first read. Texts with other scalars go to ICU.
    private var classes: [Unicode.Scalar.WordBreakClass?]
    /// Finnish and Swedish treat `EU:n` as one word; ICU's other rules removed the colon from UAX #29's list.
    private let joinsAtColon: Bool
    private var units: [UInt16] = []
    private var offsets: [Int32] = []

    package init(_ locale: LocaleIdentifier) {
        self.locale = locale
        joinsAtColon = locale.language == "fi" || locale.language == "sv"
        classes = Array(repeating: nil, count: 0x2100)
    }

    /// The space before punctuation in French, and between groups of digits. UAX #29 lets it join words
    /// (ExtendNumLet), as Mongolian uses it; those who type a space mean one.
    private static let narrowSpace: UInt32 = 0x202F

    private static func wordBreakClass(of scalar: UInt32) -> Unicode.Scalar.WordBreakClass {
        switch scalar {
        // ICU's rules treat the commercial at as a letter, so that addresses stay whole.
        case 0x40: .letter
        case narrowSpace: .other
        default: Unicode.Scalar(scalar)!.wordBreakClass
        }
    }

    /// Lists the bounds of all words in ascending order, in bytes: start and end of the first word, start
    /// and end of the second, and so on.
    ///
    /// - Parameter text: valid UTF-8.
    package func wordBounds(of text: UnsafeBufferPointer<UInt8>, into bounds: inout [Int32]) {
        bounds.removeAll(keepingCapacity: true)
        if !simpleWordBounds(of: text, into: &bounds) {
            bounds.removeAll(keepingCapacity: true)
            iteratorWordBounds(of: text, into: &bounds)
        }
    }

    /// The words of a text.
    func words(of text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var bounds: [Int32] = []
            wordBounds(of: bytes, into: &bounds)
            return stride(from: 0, to: bounds.count, by: 2).map {
                String(decoding: bytes[Int(bounds[$0])..<Int(bounds[$0 + 1])], as: UTF8.self)
            }
        }
    }

    /// The same with what UAX #29 counts as no word although it consists of letters
    /// and digits, such as `²` and `½`.
    package func searchBounds(of text: UnsafeBufferPointer<UInt8>, into bounds: inout [Int32]) {
        wordBounds(of: text, into: &bounds)
        // Those of ASCII are in words.
        guard !text.allSatisfy({ $0 < 0x80 }) else { return }
        var all: [Int32] = []
        var end = 0
        for index in stride(from: 0, through: bounds.count, by: 2) {
            let next = index < bounds.count ? Int(bounds[index]) : text.count
            Self.appendRuns(of: text, end..<next, to: &all)
            guard index < bounds.count else { break }
            all += bounds[index...index + 1]
            end = Int(bounds[index + 1])
        }
        bounds = all
    }

    /// Appends the bounds of the runs of letters and digits of a piece of a text.
    private static func appendRuns(
        of text: UnsafeBufferPointer<UInt8>, _ piece: Range<Int>, to bounds: inout [Int32]
    ) {
        var start: Int?
        var position = piece.lowerBound
        while position < piece.upperBound {
            let (scalar, length) = text.scalar(at: position)
            if scalar >= 0x80, scalar.isLetterOrDigit {
                start = start ?? position
            } else if let run = start {
                bounds += [Int32(run), Int32(position)]
                start = nil
            }
            position += length
        }
        if let start { bounds += [Int32(start), Int32(piece.upperBound)] }
    }

    /// Finds words without ICU.
    ///
    /// - Returns: `false` if the text contains a character that needs ICU.
    private func simpleWordBounds(of text: UnsafeBufferPointer<UInt8>, into bounds: inout [Int32]) -> Bool {
        classes.withUnsafeMutableBufferPointer { classes in
            var position = 0
            var current = Unicode.Scalar.WordBreakClass.other
            // The number of scalars in the word so far; 0 outside of words.
            var count = 0
            // The position of a mid character, which joins the characters around
            // it if both have the same class.
            var middle: Int?

            func endWord(at end: Int) {
                // ICU counts a single low line as punctuation.
                if count == 1, current == .joiner { bounds.removeLast() } else { bounds.append(Int32(end)) }
                count = 0
                middle = nil
            }
            while position < text.count {
                // Most characters are letters of ASCII after other letters.
                if count > 0, middle == nil, text[position].isASCIILetter, case .letter = current {
                    count += 1
                    position += 1
                    continue
                }
                let (scalar, length) = text.scalar(at: position)
                guard scalar < 0x2100 else { return false }
                var found: Unicode.Scalar.WordBreakClass
                if let known = classes[Int(scalar)] {
                    found = known
                } else {
                    found = Self.wordBreakClass(of: scalar)
                    classes[Int(scalar)] = found
                }
                if scalar == 0x3A, !joinsAtColon { found = .other }
                switch found {
                case .complex: return false
                case .letter, .numeric, .joiner:
                    if let start = middle {
                        if found == current { count += 1 } else { endWord(at: start) }
                        middle = nil
                    }
                    if count == 0 { bounds.append(Int32(position)) }
                    count += 1
                    current = found
                case .midLetter, .midNumeric, .midBoth, .other:
                    guard count > 0 else { break }
                    if middle == nil, found != .other, Self.joins(found, current) {
                        middle = position
                    } else {
                        endWord(at: middle ?? position)
                    }
                }
                position += length
            }
            if count > 0 { endWord(at: middle ?? text.count) }
            return true
        }
    }

    private static func joins(
        _ middle: Unicode.Scalar.WordBreakClass, _ neighbour: Unicode.Scalar.WordBreakClass
    ) -> Bool {
        switch neighbour {
        case .letter: middle == .midLetter || middle == .midBoth
        case .numeric: middle == .midNumeric || middle == .midBoth
        default: false
        }
    }

    private func iteratorWordBounds(of text: UnsafeBufferPointer<UInt8>, into bounds: inout [Int32]) {
        units.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        var position = 0
        while position < text.count {
            let (scalar, length) = text.scalar(at: position)
            if scalar < 0x10000 {
                units.append(scalar == Self.narrowSpace ? 0x20 : UInt16(scalar))
            } else {
                units.append(UInt16(0xD7C0 + (scalar >> 10)))
                units.append(UInt16(0xDC00 | scalar & 0x3FF))
                offsets.append(Int32(position))
            }
            offsets.append(Int32(position))
            position += length
        }
        offsets.append(Int32(position))
        units.withUnsafeBufferPointer { units in
            // ICU fails only for lack of memory or data; the text then has no words, and
            // matches in it rank as inside a word.
            try? iterator?.forEachWord(in: units) { word in
                bounds.append(offsets[word.lowerBound])
                bounds.append(offsets[word.upperBound])
            }
        }
    }
}

extension UInt8 {
    /// Whether the byte is one of `A` to `Z` or `a` to `z`.
    @inline(__always)
    fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
