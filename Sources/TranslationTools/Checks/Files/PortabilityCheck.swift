// Finds constructs that Apple, GNUstep and GNU gettext read differently.

internal import Localization

/// What is right for one reader and not for another; files without text and values without translations among
/// it. Most projects have one reader: opt-in.
struct PortabilityCheck: ParserCheck {
    let identifier = "portability"
    let severity = Severity.note
    let isOptIn = true
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "nl", wrong: "'Open' = 'Open';", right: "\"Open\" = \"Open\";"
    )

    func includes(_ kind: StringsDiagnostic.Kind) -> Bool {
        switch kind {
        case .portability, .emptyFile, .structuredValue: true
        default: false
        }
    }
}
