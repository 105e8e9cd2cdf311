// Finds bidirectional controls that are opened and not closed.

internal import Localization

/// An embedding, override or isolate without its end reorders what follows the text (UAX #9, 2.1 to 2.5).
struct BidirectionalControlsCheck: TextCheck {
    let identifier = "bidirectional-controls"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.generalPunctuation
    let example = CheckExample(
        "Folder %@", locale: "ar", wrong: "المجلد \\U2068%@", right: "المجلد \\U2068%@\\U2069")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.traits.contains(.generalPunctuation) else { return [] }
        var open: [Unicode.Scalar] = []
        for scalar in text.text.unicodeScalars where (0x202A...0x2069).contains(scalar.value) {
            switch scalar.value {
            case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068: open.append(scalar)
            case 0x202C, 0x2069:
                guard let last = open.last, (scalar.value == 0x2069) == (last.value >= 0x2066) else {
                    return [TranslationProblem(.text(scalar.codePoint), variant: "closing")]
                }
                open.removeLast()
            default: break
            }
        }
        return open.last.map { [TranslationProblem(.text($0.codePoint))] } ?? []
    }
}
