// Finds characters without a shape where the language does not need them.

internal import Localization

/// Zero-width spaces, byte order marks and the like, which come with text that is copied from web pages.
///
/// Joiners belong to Arabic, Indic scripts and emoji, zero-width spaces to scripts without spaces. What a joiner
/// does behind an argument depends on the argument's last letter.
struct InvisibleCharactersCheck: TextCheck {
    let identifier = "invisible-characters"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.generalPunctuation, .special])
    let example = CheckExample(
        "Open file", locale: "fr", wrong: "Ouvrir\\U200B le fichier", right: "Ouvrir le fichier")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard !text.traits.isDisjoint(with: triggers) else { return [] }
        var reader = MarkupReader()
        var arguments: Arguments?
        // Those that the source text has; computed once for each character.
        var known: Set<Unicode.Scalar> = []
        for scalar in text.text.unicodeScalars {
            let (previous, offset) = (reader.previous, reader.endOfPrevious)
            reader.read(scalar)
            guard Self.isMisplaced(scalar, behind: previous, language: text.locale.language),
                !known.contains(scalar)
            else { continue }
            if scalar.value == 0x200C || scalar.value == 0x200D {
                let places = arguments ?? Arguments(in: text)
                arguments = places
                if places.mayBeJoined(by: scalar, behind: offset, before: reader.offset) { continue }
            }
            guard text.source?.unicodeScalars.contains(scalar) == true else {
                return [TranslationProblem(.text(scalar.codePoint))]
            }
            known.insert(scalar)
        }
        return []
    }

    private static func isMisplaced(
        _ scalar: Unicode.Scalar, behind previous: Unicode.Scalar, language: String
    ) -> Bool {
        switch scalar.value {
        case 0x200B: !["th", "lo", "km", "my", "bo", "dz", "ja", "zh", "jv", "shn"].contains(language)
        // ZWNJ and ZWJ do nothing after letters of simple scripts and white space.
        case 0x200C, 0x200D: previous.value < 0x0530 && previous.value != 0xA9 && previous.value != 0xAE
        // U+2060 joins words; the characters after it are invisible mathematics.
        case 0x2061...0x2064, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// What stands before each character, tags left out: letters are joined across them.
    private struct MarkupReader {
        private(set) var previous: Unicode.Scalar = " "
        /// Where `previous` ends, in UTF-8 code units, as `offset` is for the last character.
        private(set) var endOfPrevious = 0
        private(set) var offset = 0
        private var beforeTag: (scalar: Unicode.Scalar, end: Int)?

        mutating func read(_ scalar: Unicode.Scalar) {
            offset += scalar.utf8.count
            if scalar == "<" {
                beforeTag = (previous, endOfPrevious)
            } else if scalar == ">", let place = beforeTag {
                (previous, endOfPrevious) = place
                beforeTag = nil
                return
            }
            (previous, endOfPrevious) = (scalar, offset)
        }
    }

    /// Where the placeholders are in a text whose script has letters that are joined.
    private struct Arguments {
        private var starts: Set<Int> = []
        private var ends: Set<Int> = []
        private let bytes: [UInt8]

        init(in text: TextPair) {
            bytes = Array(text.text.utf8)
            guard text.text.unicodeScalars.contains(where: Self.isJoined) else { return }
            for range in text.placeholders.flatMap({ $0.ranges(in: text.text) }) {
                starts.insert(range.lowerBound)
                ends.insert(range.upperBound)
            }
        }

        /// Whether the text that replaces a placeholder tells what a joiner beside it does. ZWJ also changes
        /// a letter that nothing stands beside; ZWNJ keeps two apart.
        func mayBeJoined(by joiner: Unicode.Scalar, behind start: Int, before end: Int) -> Bool {
            if joiner.value == 0x200D { return ends.contains(start) || starts.contains(end) }
            return ends.contains(start) && end < bytes.count && (bytes[end] >= 0x80 || starts.contains(end))
        }

        /// Whether joiners shape a letter: Arabic, Syriac, N’Ko, Mandaic, Indic scripts, Burmese, Khmer,
        /// Mongolian and the scripts of Indonesia.
        private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0xDFF, 0x1000...0x109F, 0x1780...0x18AF,
                0x1A20...0x1BFF, 0xFB50...0xFDFF, 0xFE70...0xFEFE:
                scalar.properties.isAlphabetic
            default: false
            }
        }
    }
}
