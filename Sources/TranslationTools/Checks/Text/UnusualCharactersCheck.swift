// Finds characters that replace lost ones or are private.

internal import Localization

/// U+FFFD, which takes the place of what could not be decoded, private-use characters, which most fonts lack,
/// and noncharacters. What the source text has, a translation may have.
struct UnusualCharactersCheck: TextCheck {
    let identifier = "unusual-characters"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.special, .supplementary])
    let example = CheckExample("Open", locale: "de", wrong: "\u{FFFD}ffnen", right: "Öffnen")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard !text.traits.isDisjoint(with: triggers) else { return [] }
        let unusual = text.text.unicodeScalars.filter { scalar in
            Self.isUnusual(scalar) && !(scalar == "\u{FFFD}" && text.hasInvalidBytes)
        }
        guard !unusual.isEmpty else { return [] }
        let known = Set(text.source?.unicodeScalars.filter(Self.isUnusual) ?? [])
        return unusual.first { !known.contains($0) }.map { [TranslationProblem(.text($0.codePoint))] } ?? []
    }

    private static func isUnusual(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Apple's logo and keyboard signs.
        case 0xF700...0xF8FF: false
        case 0xE000..<0xF700, 0xFFFC, 0xFFFD, 0xFDD0...0xFDEF, 0xF0000...: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
