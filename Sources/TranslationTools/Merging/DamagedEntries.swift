// Which findings of the parser of `.strings` files mean that a file cannot be rewritten.

internal import Localization

extension StringsDiagnostic {
    /// Whether the place may contain entries that were not understood.
    package var hidesEntries: Bool {
        switch kind {
        case .propertyList, .unterminatedComment, .unexpectedText, .missingEqualsSign, .missingValue,
            .missingQuote,
            .unescapedQuote, .unterminatedValue,
            // One of those that are not listed may.
            .furtherFindings(_, .error):
            true
        default: false
        }
    }
}
