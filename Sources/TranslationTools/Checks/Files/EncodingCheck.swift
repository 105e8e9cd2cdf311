// Finds bytes that are no text, and byte order marks where none belongs.

internal import Localization

/// What readers in other programs decode otherwise, or not at all.
struct EncodingCheck: ParserCheck {
    let identifier = "encoding"
    let severity = Severity.error
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "de", wrong: "ï»¿\"Open\" = \"Öffnen\";",
        right: "\"Open\" = \"Öffnen\";")

    func includes(_ kind: StringsDiagnostic.Kind) -> Bool {
        switch kind {
        case .utf16WithoutByteOrderMark, .doubledByteOrderMark, .strayByteOrderMark,
            .doublyEncodedByteOrderMark,
            .invalidSequence:
            true
        default: false
        }
    }
}
