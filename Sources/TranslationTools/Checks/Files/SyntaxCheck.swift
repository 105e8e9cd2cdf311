// Finds what is no `.strings` syntax.

internal import Localization

/// Missing quotes, semicolons, equals signs and ends of comments, and property lists in place of sources.
struct SyntaxCheck: ParserCheck {
    let identifier = "syntax"
    let severity = Severity.error
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "de", wrong: "\"Open\" = \"Öffnen\"",
        right: "\"Open\" = \"Öffnen\";")

    func includes(_ kind: StringsDiagnostic.Kind) -> Bool {
        switch kind {
        case .propertyList, .unterminatedComment, .commentInsideComment, .unexpectedText, .missingEqualsSign,
            .missingValue, .missingSemicolon, .missingQuote, .unescapedQuote, .unterminatedValue,
            .missingClosingBrace, .textAfterClosingBrace, .furtherFindings:
            true
        default: false
        }
    }
}
