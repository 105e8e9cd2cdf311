// Finds control characters, which no text should have.

internal import Localization

/// C0 and C1 controls but tab and line breaks: they are invisible, or shown as
/// boxes, and end texts in some readers.
struct ControlCharactersCheck: TextCheck {
    let identifier = "control-characters"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.control, .latin1Sign])
    let example = CheckExample("Open", locale: "fi", wrong: "Av\\U0008aa", right: "Avaa")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard !text.traits.isDisjoint(with: triggers) else { return [] }
        guard let found = text.text.unicodeScalars.first(where: Self.isControl),
            text.source?.unicodeScalars.contains(where: Self.isControl) != true
        else { return [] }
        return [TranslationProblem(.text(found.codePoint))]
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case ..<0x20, 0x7F..<0xA0: true
        default: false
        }
    }
}
