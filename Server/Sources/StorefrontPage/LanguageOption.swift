// The languages that a reader can choose, and their names.

internal import Localization

/// A language to choose.
struct LanguageOption: Sendable {
    let locale: LocaleIdentifier
    /// The locale as a language tag of HTML.
    let tag: String
    /// Its name in the language itself, capitalized as in a list.
    let name: String

    private init(_ locale: LocaleIdentifier) {
        self.locale = locale
        tag = locale.languageTag
        let name = locale.dialectName(in: locale)
        // Many languages do not capitalize their own name, and CLDR has no list context for some.
        self.name =
            (name.unicodeScalars.first?.properties.titlecaseMapping ?? "")
            + String(name.unicodeScalars.dropFirst())
    }

    /// Options sorted by the scalars of their names: readers look for their language by its script.
    static func all(of locales: [LocaleIdentifier]) -> [LanguageOption] {
        Set(locales).map(LanguageOption.init).sorted {
            ($0.name, $0.locale.identifier) < ($1.name, $1.locale.identifier)
        }
    }

    /// The option for a reader of a locale: `de` for `de_AT`, and `pt_BR` for `pt` if there is no other.
    static func nearest(to locale: LocaleIdentifier, in options: [LanguageOption]) -> LanguageOption? {
        let language = locale.identifier.languageWithScript
        return locale.base.lineage.lazy.compactMap { ancestor in options.first { $0.locale == ancestor } }
            .first
            ?? options.first { $0.locale.identifier.languageWithScript == language }
    }
}

extension String {
    /// The language of a locale, with the script if it has one: `zh_Hans` and `zh_Hant` differ.
    var languageWithScript: String {
        let parts = split(maxSplits: 2, omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard parts.count > 1, parts[1].count == 4 else { return String(parts[0]) }
        return "\(parts[0])_\(parts[1])"
    }
}
