// Messages in all languages, for programs that respond in several.

internal import CatalogSearch
internal import ICU
public import Localization
package import ProgramTexts
internal import Support

/// The messages of programs in all available locales, read at first use.
///
///     let texts = LocalizedTexts(folders: ["share/lsearch/Localizations"])
///     texts.text("NoItemsFoundTitle", in: LocaleIdentifier("de")!)
///
/// Any number of threads may use it at the same time.
public final class LocalizedTexts: Sendable {
    private let folders: [String]
    /// A bounded number, because clients may use any locale.
    private let known = Cache<LocaleIdentifier, Texts>(limit: 100)
    private let numberFormats = Cache<LocaleIdentifier, NumberFormatter?>(limit: 100)
    /// The tables that determine which of several folders fits a locale best.
    private static let tables = Texts.tables + ["Page", "Storefront"]

    /// - Parameter folders: folders of `.lproj` folders, best first.
    public init(folders: [String]) { self.folders = folders }

    /// Creates an object in which the messages of one locale are already loaded.
    init(folders: [String], known texts: Texts) {
        self.folders = folders
        _ = known.value(of: texts.locale) { texts }
    }

    /// The message of a key, in the nearest language that has it; the key itself if none has.
    ///
    /// - Parameter arguments: the values of the message's specifiers.
    public func text(
        _ key: String, _ arguments: [FormatValue] = [], table: String = "Localizable",
        in locale: LocaleIdentifier
    ) -> String {
        texts(for: locale).text(key, table: table, arguments: arguments)
    }

    /// A number in the format of a locale, with at most three decimals.
    public func number(_ number: Double, in locale: LocaleIdentifier) -> String {
        numberFormats.value(of: locale) { try? NumberFormatter(locale, fractionDigits: 0...3) }
            .flatMap { try? $0.string(from: "\(number)") } ?? "\(number)"
    }

    public func localizer(table: String, in locale: LocaleIdentifier) -> Localizer {
        texts(for: locale).localizer(table: table)
    }

    /// The messages of a locale and its fallbacks.
    package func texts(for locale: LocaleIdentifier) -> Texts {
        known.value(of: locale) {
            Texts.opened(folders: folders, preferred: [locale], tables: Self.tables)
        }
    }
}
