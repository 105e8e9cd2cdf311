// How the source texts of a resource file are written, so that the translations of a new
// language are written in the same way.

internal import Localization

/// How the contents of an element are written.
struct AndroidSpelling: Sendable {
    /// Whether tags are elements, which Android shows as styles. Else they are
    /// text, which programs read as HTML.
    var hasMarkup = false
    /// Whether the text is in a CDATA section.
    var isCDATA = false
    /// The texts that translators must leave alone (`<xliff:g>`), with their start tags.
    var protected: [(tag: String, text: String)] = []
}

/// The spellings of a file's texts that have tags.
struct AndroidSpellings: Sendable {
    private struct Form: Hashable {
        let key: String
        let variation: VariationKey.Variation?
    }

    private var spellings: [Form: AndroidSpelling] = [:]

    var isEmpty: Bool { spellings.isEmpty }

    /// Keeps the spelling of a form; most texts have no tags, and only one spelling.
    mutating func add(_ text: AndroidText, isCDATA: Bool, key: String, _ variation: VariationKey.Variation?) {
        guard isCDATA || !text.protected.isEmpty || text.text.utf8.contains(UInt8(ascii: "<")) else { return }
        spellings[Form(key: key, variation: variation)] = AndroidSpelling(
            hasMarkup: text.hasMarkup, isCDATA: isCDATA, protected: text.protected)
    }

    /// The spelling of a form, or of the one that stands for it in the source language.
    subscript(key: String, variation: VariationKey.Variation?) -> AndroidSpelling? {
        spellings[Form(key: key, variation: variation)]
            ?? variation.flatMap { _ in spellings[Form(key: key, variation: .plural(.other))] }
    }

    /// The same without the tags of texts that translators must leave alone: a file that does not declare
    /// their namespace cannot have them.
    var withoutProtection: AndroidSpellings {
        var plain = self
        plain.spellings = spellings.mapValues {
            AndroidSpelling(hasMarkup: $0.hasMarkup, isCDATA: $0.isCDATA)
        }
        return plain
    }

    /// The namespace of `<xliff:g>`.
    static let namespace = "xmlns:xliff=\"urn:oasis:names:tc:xliff:document:1.2\""
}
