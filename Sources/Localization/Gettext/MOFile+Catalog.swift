// The conversion of an MO file to a message catalog.

public import ICU

extension MOFile {
    /// Where the keys of the messages come from.
    public enum KeySource: String, Sendable, Hashable, CaseIterable {
        /// The context if there is one, else the original text. This library's tools write PO files so.
        case context
        /// The original text, as in programs that call `gettext("NoItemsFoundTitle")`. Contexts are dropped.
        /// If several messages differ only in their context, the first one is used.
        case identifier
    }

    /// The file's messages, with CLDR's plural categories instead of the file's own form numbers.
    ///
    /// - Parameters:
    ///   - locale: the locale of the translations.
    ///   - keys: where the keys come from.
    ///   - mapping: which form belongs to which category; by default found by `PluralMapping(_:locale:)`.
    /// - Throws: `PluralMapping.Failure` if a mapping is needed and none is unambiguous.
    public func messageCatalog(
        locale: LocaleIdentifier, keys: KeySource = .context, mapping: PluralMapping? = nil
    ) throws(PluralMapping.Failure) -> MessageCatalog {
        var mapping = mapping
        var builder = MessageCatalogBuilder()
        var seen: Set<String> = []
        // Forms with entries of their own, which take precedence over those of a plural entry.
        let own = Set(
            entries.lazy.filter { $0.plural == nil }.map {
                keys == .context ? $0.context ?? "" : $0.identifier
            }
            .filter { $0.utf8.contains(0x7C) })
        for entry in entries {
            let key = keys == .context ? entry.context ?? entry.identifier : entry.identifier
            guard seen.insert(key).inserted else {
                builder.reportConflict(key)
                continue
            }
            let name = GettextContext(key)
            guard entry.plural != nil else {
                let text = entry.translations.first ?? ""
                if name.part == .plain {
                    builder.add(literalKey: name.key, text: text)
                } else {
                    builder.add(key: key, text: text, comment: nil, position: nil)
                }
                continue
            }
            let known: PluralMapping
            if let mapping { known = mapping } else { known = try PluralMapping(pluralForms, locale: locale) }
            mapping = known
            // A message with too few forms, which msgfmt would refuse, keeps those that exist.
            var forms = known.indices.compactMapValues { index in
                index < entry.translations.count ? entry.translations[index] : nil
            }.filter { category, _ in
                own.isEmpty || !own.contains(name.form(category).description)
            }
            if let zero = known.zero, zero < entry.translations.count, forms[.zero] == nil,
                !own.contains(name.form(.zero).description)
            {
                forms[.zero] = entry.translations[zero]
            }
            switch name.part {
            case .substitution(let substitution):
                builder.add(key: name.key, substitution: substitution, forms: forms)
            case .devicePlural(let device):
                for (category, text) in forms.sorted(by: { $0.key < $1.key }) {
                    builder.add(
                        key: VariationKey(key: name.key, variation: .devicePlural(device, category))
                            .description,
                        text: text, comment: nil, position: nil)
                }
            case .plural: builder.add(key: name.key, plural: forms, comment: nil)
            case .message, .plain, .form: builder.add(key: key, plural: forms, comment: nil)
            }
        }
        return MessageCatalog(locale: locale, builder: builder)
    }
}
