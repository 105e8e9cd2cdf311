// Finds texts that were encoded twice.

internal import Localization

/// `Ã–ffnen` for `Öffnen`: UTF-8 that some program took for another encoding and encoded again.
struct MojibakeCheck: ParserCheck {
    let identifier = "mojibake"
    let severity = Severity.warning
    let example = CheckExample("Open", locale: "de", wrong: "Ã–ffnen", right: "Öffnen")

    func includes(_ kind: StringsDiagnostic.Kind) -> Bool {
        if case .mojibake = kind { true } else { false }
    }
}
