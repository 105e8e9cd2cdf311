// Finds bidirectional controls that are opened and not closed.

internal import ICU
internal import Localization
internal import Support

/// An embedding or isolate that goes on behind the words it is for, an override without its end, and an end
/// without a beginning.
///
/// The end of a paragraph closes whatever is open (UAX #9, X8), and a `PDI` the embeddings within its isolate
/// (X6a). So an open embedding or isolate does no harm if it is in the direction of the language, or if
/// nothing of the language follows the words of another one, as in `نمونه: \u{202A}name@example.org`. An open
/// override is reported in every case: it can make a text look like another one (UTS #55, Source Code
/// Spoofing).
struct BidirectionalControlsCheck: TextCheck {
    let identifier = "bidirectional-controls"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.generalPunctuation
    let example = CheckExample(
        "Folder %@ is empty", locale: "ar", wrong: "المجلد \\U2068%@ فارغ",
        right: "المجلد \\U2068%@\\U2069 فارغ")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.traits.contains(.generalPunctuation) else { return [] }
        var open: [(control: Unicode.Scalar, index: String.Index)] = []
        let scalars = text.text.unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) where (0x202A...0x2069).contains(scalar.value) {
            switch scalar.value {
            case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068: open.append((scalar, index))
            // An end may be in a later paragraph, since a program may show a line break as a space.
            case 0x202C:
                guard let last = open.last, last.control.value < 0x2066 else {
                    return [TranslationProblem(.text(scalar.codePoint), variant: "closing")]
                }
                open.removeLast()
            case 0x2069:
                guard let last = open.lastIndex(where: { $0.control.value >= 0x2066 }) else {
                    return [TranslationProblem(.text(scalar.codePoint), variant: "closing")]
                }
                open.removeSubrange(last...)
            default: break
            }
        }
        // Deeper ones have no effect (BD2).
        let harmful = open.prefix(125).last { (control, index) in
            // Behind a fragment the sentence goes on.
            text.isFragment || control.value == 0x202D || control.value == 0x202E
                || Self.coversOtherWords(control, at: index, in: text)
        }
        return harmful.map { [TranslationProblem(.text($0.control.codePoint))] } ?? []
    }

    /// Whether words of the language follow, in the paragraph of an open control, an argument or words of the
    /// other direction, which the control is for.
    private static func coversOtherWords(
        _ control: Unicode.Scalar, at start: String.Index, in text: TextPair
    ) -> Bool {
        let isRightToLeft = text.locale.isRightToLeft
        guard control.value == 0x2068 || (control.value == 0x202B || control.value == 0x2067) != isRightToLeft
        else { return false }
        var arguments = text.placeholders.flatMap { $0.ranges(in: text.text) }
            .sorted { $0.lowerBound < $1.lowerBound }[...]
        var offset = text.text.utf8.distance(from: text.text.startIndex, to: start)
        var hasOther = false
        for scalar in text.text.unicodeScalars[start...] {
            defer { offset += scalar.utf8.count }
            if scalar.endsParagraph { return false }
            while let argument = arguments.first, argument.upperBound <= offset { arguments.removeFirst() }
            if let argument = arguments.first, argument.lowerBound <= offset {
                hasOther = true
            } else if scalar.properties.isAlphabetic {
                if scalar.isRightToLeft != isRightToLeft {
                    hasOther = true
                } else if hasOther {
                    return true
                }
            }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether its bidirectional class is `B`.
    fileprivate var endsParagraph: Bool {
        switch value {
        case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: true
        default: false
        }
    }
}
