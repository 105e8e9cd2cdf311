// How checks of texts take them apart: small pieces that several of them need.

extension Unicode.Scalar {
    /// The character as people can talk about it: `U+200B`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether it is a letter or a combining sign.
    var isLetter: Bool { properties.isAlphabetic || properties.generalCategory == .nonspacingMark }
}

extension String {
    /// The text with white space and control characters shown as signs.
    var revealed: String {
        var shown = ""
        for scalar in unicodeScalars {
            switch scalar {
            case " ": shown += "␣"
            case "\n": shown += #"\n"#
            case "\r": shown += #"\r"#
            case "\t": shown += #"\t"#
            case _ where scalar.properties.isWhitespace || scalar.value < 0x20: shown += scalar.codePoint
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Whether a source text asks for the names of the translators, as GNOME's
    /// programs do: `translator-credits`.
    var asksForTranslators: Bool {
        utf8.count < 24 && replacing("_", with: "-").hasPrefix("translator-credits")
    }

    /// Whether the text gives examples and says that there are more: `40, 50, 60…` and `Contact Line, Rail…`,
    /// but not `Loading, please wait…`.
    var givesExamples: Bool {
        let text = self[...].trimmingBlanks
        guard text.hasSuffix("…") || text.hasSuffix("...") else { return false }
        let items = text.split(separator: ",").map(\.trimmingBlanks)
        return items.count > 2
            || (items.count == 2
                && items.allSatisfy { $0.first.map { $0.isUppercase || $0.isNumber || $0 == "…" } == true })
    }

    /// Whether something is below a line that announces examples, which translations replace by their own:
    /// `Example:`.
    func announcesExamples(above name: some StringProtocol) -> Bool {
        guard let place = firstRange(of: String(name)) else { return false }
        let lines = self[..<place.lowerBound].split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.dropLast().contains { line in
            let line = line.lowercased()[...].trimmingBlanks
            return line.hasSuffix("example:") || line.hasSuffix("examples:")
        }
    }

    /// The pieces between white space, as UTF-8, with the punctuation at their ends.
    var words: [Substring] {
        utf8.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.map(Substring.init)
    }
}

extension Array where Element: Hashable {
    /// The elements that are left when those of another list are taken away, one for one.
    func subtracting(_ other: [Element]) -> [Element] {
        var counts: [Element: Int] = [:]
        for element in other { counts[element, default: 0] += 1 }
        return filter { element in
            guard let count = counts[element], count > 0 else { return true }
            counts[element] = count - 1
            return false
        }
    }
}
