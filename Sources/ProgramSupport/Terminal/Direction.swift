// Texts that mix directions, laid out so that a terminal shows them as they are read.

internal import ICU

/// The direction in which the user reads.
///
/// A terminal that knows the bidirectional algorithm (UAX #9) lays out each line by its first strong letter and
/// moves numbers and Latin words about within it. So every line of a right-to-left user begins with a mark that
/// makes it one, and every cell is isolated, so that no cell moves another. Terminals without bidirectional
/// layout show the same texts in their logical order; marks and isolates take no room on either.
package struct Direction: Equatable {
    package let isRightToLeft: Bool

    package init(isRightToLeft: Bool) { self.isRightToLeft = isRightToLeft }

    /// What each line begins with.
    package var lineStart: DisplayText { isRightToLeft ? DisplayText("\u{200F}") : DisplayText() }

    /// A piece of text that others do not move: between first-strong isolate and pop directional isolate.
    package func isolated(_ text: DisplayText) -> DisplayText {
        guard isRightToLeft || text.plain.unicodeScalars.contains(where: \.isRightToLeft), !text.plain.isEmpty
        else {
            return text
        }
        var result = DisplayText("\u{2068}")
        result.append(text)
        result.append("\u{2069}")
        return result
    }

    /// A sentence in which names of options, files and the like keep their own direction: in a right-to-left text
    /// the hyphens of `--offset` would else wander to its other end.
    package func isolatingLatin(_ sentence: String) -> String {
        guard isRightToLeft else { return sentence }
        var result = ""
        var run = ""
        func endRun() {
            // The punctuation around a name belongs to the sentence.
            let before = run.prefix(while: Self.isPunctuation)
            let rest = run.dropFirst(before.count)
            let after = String(rest.reversed().prefix(while: Self.isPunctuation).reversed())
            let literal = rest.dropLast(after.count)
            let hasLetter = literal.contains { $0.isLetter }
            result += before + (hasLetter ? "\u{2066}\(literal)\u{2069}" : String(literal)) + after
            run = ""
        }
        for character in sentence {
            let isLatin = character.isASCII && (character != " " || !run.isEmpty)
            if isLatin { run.append(character) } else { endRun(); result.append(character) }
        }
        endRun()
        return result
    }

    private static func isPunctuation(_ character: Character) -> Bool { " :;,".contains(character) }

    /// A sentence that stands behind a left-to-right prefix (a program's name, a file) and is laid out by itself.
    package func isolatedSentence(_ sentence: String) -> String {
        isRightToLeft ? "\u{2067}\(isolatingLatin(sentence))\u{2069}" : sentence
    }
}

extension Unicode.Scalar {
    /// Whether the character belongs to a script written from right to left.
    fileprivate var isRightToLeft: Bool {
        (0x0590...0x08FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
            || (0xFE70...0xFEFC).contains(value)
            || (0x10800...0x10FFF).contains(value) || (0x1E800...0x1EFFF).contains(value)
    }
}
