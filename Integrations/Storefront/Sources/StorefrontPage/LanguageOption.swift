// Which languages can a reader choose, and what are they called?

internal import Localization

/// A language on offer.
struct LanguageOption: Sendable {
    let locale: LocaleIdentifier
    /// The locale as HTML spells it.
    let tag: String
    /// Its name in the language itself, with a capital letter as in a list of names.
    let name: String

    private init(_ locale: LocaleIdentifier) {
        self.locale = locale
        tag = locale.languageTag
        let name = locale.dialectName(in: locale)
        // Not every language writes its own name with a capital letter, and CLDR does not know of all that do so in lists.
        self.name =
            (name.unicodeScalars.first?.properties.titlecaseMapping ?? "")
            + String(name.unicodeScalars.dropFirst())
    }

    /// Options sorted by name. The scalars do: whoever looks for a language knows its script, and where that begins.
    static func all(of locales: [LocaleIdentifier]) -> [LanguageOption] {
        Set(locales).map(LanguageOption.init).sorted {
            ($0.name, $0.locale.identifier) < ($1.name, $1.locale.identifier)
        }
    }

    /// The option that a reader of a locale reads: `de` for `de_AT`, and `pt_BR` for `pt` where there is no other.
    static func nearest(to locale: LocaleIdentifier, in options: [LanguageOption]) -> LanguageOption? {
        let language = locale.identifier.languageWithScript
        return locale.base.lineage.lazy.compactMap { ancestor in options.first { $0.locale == ancestor } }
            .first
            ?? options.first { $0.locale.identifier.languageWithScript == language }
    }
}

extension String {
    /// The language of a locale's identifier: of `zh_Hans` and `zh_Hant` it is `zh` with the script, which readers tell
    /// apart.
    var languageWithScript: String {
        let parts = split(maxSplits: 2, omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard parts.count > 1, parts[1].count == 4 else { return String(parts[0]) }
        return "\(parts[0])_\(parts[1])"
    }
}
