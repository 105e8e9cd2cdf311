// The contexts (`msgctxt`) of this library's gettext files: each names a message, or a part of
// one that gettext has no place for.

/// A parsed context: `KEY` is the message itself, `KEY|==|plural.zero` one form of it.
///
/// The suffixes are those of `VariationKey` and three more, for an entry with all plural categories, a
/// substitution with all categories, and a plain text beside plural forms.
package struct GettextContext: Sendable, Hashable {
    /// The part of a message that an entry contains.
    package enum Part: Sendable, Hashable {
        /// The plural forms of the message if it has any, else its text. No suffix.
        case message
        /// The same with the suffix `plural`, for keys that themselves end in a suffix.
        case plural
        /// The plain text of a message that also has plural forms: `plain`.
        case plain
        /// All forms of a substitution: `substitutions.NAME`.
        case substitution(String)
        /// All plural forms for a device: `device.NAME.plural`.
        case devicePlural(String)
        /// A single form: `plural.zero`, `substitutions.NAME.plural.zero`, `device.NAME`,
        /// `stringSet.1`.
        case form(VariationKey.Variation)
    }

    /// The message's key.
    package let key: String
    /// Which part of the message it is.
    package let part: Part

    /// Creates the context of a part of a message.
    package init(key: String, part: Part) {
        self.key = key
        self.part = part
    }

    /// Parses a context.
    package init(_ text: String) {
        if text.utf8.contains(0x7C),
            let separator = VariationKey.lastRange(of: VariationKey.separator, in: text),
            let part = Self.part(text[separator.upperBound...])
        {
            self.init(key: String(text[..<separator.lowerBound]), part: part)
        } else {
            self.init(key: text, part: .message)
        }
    }

    /// The context as written in a file.
    package var text: String {
        switch part {
        case .message: key
        case .plural: key + VariationKey.separator + "plural"
        case .plain: key + VariationKey.separator + "plain"
        case .substitution(let name): key + VariationKey.separator + "substitutions." + name
        case .devicePlural(let name): key + VariationKey.separator + "device.\(name).plural"
        case .form(let variation): VariationKey(key: key, variation: variation).description
        }
    }

    /// The key that one of the entry's forms would have as an entry of its own.
    package func form(_ category: PluralCategory) -> VariationKey {
        switch part {
        case .substitution(let name):
            return VariationKey(key: key, variation: .substitution(name: name, category))
        case .devicePlural(let name): return VariationKey(key: key, variation: .devicePlural(name, category))
        case .message, .plural, .plain, .form: return VariationKey(key: key, variation: .plural(category))
        }
    }

    private static func part(_ suffix: Substring) -> Part? {
        switch suffix {
        case "plural": return .plural
        case "plain": return .plain
        default: break
        }
        // A remaining key means the older spelling `key##{one}`, which contexts do not use.
        if let form = VariationKey(VariationKey.separator + suffix), form.key.isEmpty {
            return .form(form.variation)
        }
        if suffix.hasPrefix("device."), suffix.hasSuffix(".plural") {
            let name = suffix.dropFirst("device.".count).dropLast(".plural".count)
            return name.isEmpty || name.contains(".") ? nil : .devicePlural(String(name))
        }
        guard suffix.hasPrefix("substitutions.") else { return nil }
        let name = suffix.dropFirst("substitutions.".count)
        return name.isEmpty ? nil : .substitution(String(name))
    }
}
