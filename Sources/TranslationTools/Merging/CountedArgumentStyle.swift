// Keeps a file's way of writing the number that a form of a substitution counts: `%arg` or a specifier.

internal import Localization

/// `%arg` and `%1$ld` mean the same in a form of a substitution. Some formats have only one of them, and an
/// imported text keeps the spelling of the file.
enum CountedArgumentStyle {
    /// A text in the style of another one of the same form.
    static func text(
        _ text: String, of variation: VariationKey.Variation?, like model: String
    ) -> String {
        guard case .substitution? = variation, model.contains("%arg"), !text.contains("%arg") else {
            return text
        }
        let format = FormatString(text, isSubstitution: true)
        let specifiers = format.specifiers
        let isOneNumber =
            Set(specifiers.map(\.position)).count == 1
            // `%arg` alone means this type: another one would be lost.
            && specifiers.allSatisfy { $0.type == StringsdictRule.defaultValueType }
        guard isOneNumber else { return text }
        var bytes = Array(text.utf8)
        for specifier in specifiers.reversed() { bytes.replaceSubrange(specifier.range, with: "%arg".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
