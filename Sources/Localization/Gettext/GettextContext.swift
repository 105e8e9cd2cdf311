// How a context of a gettext file names a message, or one part of a message that gettext has no place for.

/// The context of an entry taken apart: `KEY` is the message itself, `KEY|==|plural.zero` one form of it.
///
/// The suffixes are those of `VariationKey`, and three more: an entry with plural forms holds all categories at once,
/// and a plain text beside them needs a name.
package struct GettextContext: Sendable, Hashable {
    /// What an entry holds of a message.
    package enum Part: Sendable, Hashable {
        /// The message: its plural forms if it has any, else its text. No suffix.
        case message
        /// The same with a suffix, `plural`, for keys that end in a suffix themselves.
        case plural
        /// The plain text beside plural forms: `plain`.
        case plain
        /// All forms of a substitution: `substitutions.NAME`.
        case substitution(String)
        /// A single form: `plural.zero`, `substitutions.NAME.plural.zero`, `device.NAME`.
        case form(VariationKey.Variation)
    }

    /// The message's key.
    package let key: String
    /// Which part of the message it is.
    package let part: Part

    /// Names a part of a message.
    package init(key: String, part: Part) {
        self.key = key
        self.part = part
    }

    /// Takes a context apart.
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

    /// The context as it stands in a file.
    package var text: String {
        switch part {
        case .message: key
        case .plural: key + VariationKey.separator + "plural"
        case .plain: key + VariationKey.separator + "plain"
        case .substitution(let name): key + VariationKey.separator + "substitutions." + name
        case .form(let variation): VariationKey(key: key, variation: variation).description
        }
    }

    /// How one of the forms that the entry holds would be named alone.
    package func form(_ category: PluralCategory) -> VariationKey {
        guard case .substitution(let name) = part else {
            return VariationKey(key: key, variation: .plural(category))
        }
        return VariationKey(key: key, variation: .substitution(name: name, category))
    }

    private static func part(_ suffix: Substring) -> Part? {
        switch suffix {
        case "plural": return .plural
        case "plain": return .plain
        default: break
        }
        // A key would be left in front of an older spelling of suffixes, which no context uses.
        if let form = VariationKey(VariationKey.separator + suffix), form.key.isEmpty {
            return .form(form.variation)
        }
        guard suffix.hasPrefix("substitutions.") else { return nil }
        let name = suffix.dropFirst("substitutions.".count)
        return name.isEmpty ? nil : .substitution(String(name))
    }
}
