// Who knows the words of every language? One place, asked by all that answer in several.

internal import CatalogSearch
internal import KitSupport
public import Localization
package import ProgramTexts

/// The texts of programs in any of the locales that there are, read when somebody first asks for them.
///
///     let texts = LocalizedTexts(folders: ["share/lsearch/Localizations"])
///     texts.text("NoItemsFoundTitle", in: LocaleIdentifier("de")!)
///
/// Any number of threads may ask at once.
public final class LocalizedTexts: Sendable {
    private let folders: [String]
    /// The texts of some locales, not of all that may be asked for.
    private let known = Cache<LocaleIdentifier, Texts>(limit: 100)
    /// What the texts of several folders are held against each other for.
    private static let tables = Texts.tables + ["Page", "Storefront"]

    /// - Parameter folders: folders of `.lproj` folders, best first.
    public init(folders: [String]) { self.folders = folders }

    /// The same with texts at hand for their locale.
    init(folders: [String], known texts: Texts) {
        self.folders = folders
        _ = known.value(of: texts.locale) { texts }
    }

    /// The text for a key, in the nearest language that has it; the key itself where none has.
    ///
    /// - Parameter arguments: what the text's specifiers stand for.
    public func text(
        _ key: String, _ arguments: [FormatValue] = [], table: String = "Localizable",
        in locale: LocaleIdentifier
    ) -> String {
        texts(for: locale).text(key, table: table, arguments: arguments)
    }

    /// What looks up the texts of a table for a locale.
    public func localizer(table: String, in locale: LocaleIdentifier) -> Localizer {
        texts(for: locale).localizer(table: table)
    }

    /// The texts of a locale, and of what it falls back on.
    package func texts(for locale: LocaleIdentifier) -> Texts {
        known.value(of: locale) {
            Texts.opened(folders: folders, preferred: [locale], tables: Self.tables)
        }
    }
}
