// Lays out text that mixes directions for terminals.

internal import ICU
internal import Support

/// The direction in which the user reads.
///
/// A terminal with the bidirectional algorithm (UAX #9) lays out each line by its first strong character and
/// reorders numbers and Latin words in it. So every line of a right-to-left user begins with a right-to-left
/// mark, and every cell is isolated, so that no cell moves another. Terminals without the algorithm show the
/// text in logical order. Marks and isolates have no width.
package struct Direction: Equatable {
    package let isRightToLeft: Bool

    package init(isRightToLeft: Bool) { self.isRightToLeft = isRightToLeft }

    /// The mark at the start of each line.
    package var lineStart: DisplayText { isRightToLeft ? DisplayText("\u{200F}") : DisplayText() }

    /// A text between a first-strong isolate and a pop directional isolate, so that the
    /// text around it does not move it.
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

    /// A sentence in which names of options, files and the like are isolated. In a right-to-left text the
    /// hyphens of `--offset` would otherwise move to its other end.
    package func isolatingLatin(_ sentence: String) -> String {
        guard isRightToLeft else { return sentence }
        var result = ""
        var run = ""
        func endRun() {
            // The punctuation around a name belongs to the sentence, and so does half a pair of brackets.
            let isPair = run.contains("(") && run.contains(")")
            func isOutside(_ character: Character) -> Bool {
                Self.isPunctuation(character) || !isPair && (character == "(" || character == ")")
            }
            let before = run.prefix(while: isOutside)
            let rest = run.dropFirst(before.count)
            let after = rest.reversed().prefix { isOutside($0) || $0 == "." }
            let literal = rest.dropLast(after.count)
            let hasLetter = literal.contains { $0.isLetter }
            result +=
                before + (hasLetter ? "\u{2066}\(literal)\u{2069}" : String(literal))
                + String(after.reversed())
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

    /// A sentence after a left-to-right prefix (the program's name, a file), laid out on its own.
    package func isolatedSentence(_ sentence: String) -> String {
        isRightToLeft ? "\u{2067}\(isolatingLatin(sentence))\u{2069}" : sentence
    }
}
