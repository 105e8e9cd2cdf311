// Two ways to write the number that a form of a substitution counts, and how a file keeps its own.

internal import Localization

/// `%arg` and `%1$ld` say the same in a form of a substitution. Some formats know one of them only, and a text that
/// comes back from there is to look like the one in the file.
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
            && specifiers.allSatisfy { $0.conversion.argumentClass == .integer }
        guard isOneNumber else { return text }
        var bytes = Array(text.utf8)
        for specifier in specifiers.reversed() { bytes.replaceSubrange(specifier.range, with: "%arg".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
