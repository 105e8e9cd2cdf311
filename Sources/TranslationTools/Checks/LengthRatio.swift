// How long the translations of a file are beside their source texts.

internal import Localization

/// The characters of a file's translations for one of their source texts: the scripts of some languages have
/// fewer for the same words, and some languages fewer words.
enum LengthRatio {
    /// The ratio over the longer texts of a file; `nil` where there are too few of them.
    static func of(_ file: LocalizationFile, _ source: LocalizationFile) -> Double? {
        var (count, own, other) = (0, 0, 0)
        for (index, message) in file.catalog.list.enumerated() where count < mostTexts {
            guard let text = message.text?.source, !text.isEmpty,
                let model = source.catalog.message(for: message.key, near: index)?.text?.source,
                model.utf8.count >= leastLength, text != model
            else { continue }
            count += 1
            own += text.unicodeScalars.count
            other += model.unicodeScalars.count
        }
        return count >= leastTexts ? Double(own) / Double(other) : nil
    }

    private static let leastTexts = 20
    private static let mostTexts = 500
    /// The fewest bytes of a source text that counts. Labels may be of any length.
    private static let leastLength = 30
}
