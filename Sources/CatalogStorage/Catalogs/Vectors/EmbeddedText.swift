// The text of a record from which its vector is made.

public import CatalogSearch

/// The text of a record for a model, and the key under which its vector is stored, so that only changed texts
/// are embedded again.
public struct EmbeddedText: Hashable, Sendable {
    /// The text for the model.
    public let text: String
    /// The checksum of the text.
    public let key: String

    /// The most Unicode scalars of a text. Models read a few hundred words.
    static let longest = 2_000

    /// The texts of the searched fields, one a line, in the catalog's default locale, or in the first locale
    /// of a field.
    ///
    /// - Returns: `nil` if there are none.
    public init?(_ record: CatalogRecord, _ description: CatalogDescription) {
        var lines: [String] = []
        for field in [description.titleField] + description.fields where field.hasLocale {
            let texts = record.texts.filter { $0.field == field }
            let locale =
                texts.first { $0.locale == description.defaultLocale }?.locale ?? texts.first?.locale
            for text in texts where text.locale == locale && !lines.contains(text.value) {
                lines.append(text.value)
            }
        }
        self.init(lines.joined(separator: "\n"))
    }

    /// The beginning of a text.
    ///
    /// - Returns: `nil` if the text is empty.
    public init?(_ text: String) {
        let text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest)))
        guard !text.isEmpty else { return nil }
        self.text = text
        key = Self.key(of: [text])
    }

    /// The key of texts: the checksum of them, in 16 hexadecimal digits.
    public static func key(of texts: [String]) -> String {
        let checksum = Array(texts.joined(separator: "\0").utf8).withUnsafeBytes { Checksum.of($0) }
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
