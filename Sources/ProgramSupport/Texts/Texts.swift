// The program's words: found, loaded, and asked for in one place.

package import Localization
package import Storage

/// The texts that the program shows.
package struct Texts: Sendable {
    private let localizer: Localizer
    /// The locale whose numbers and order the user reads.
    package let locale: LocaleIdentifier

    package static let tables = ["Localizable", "Errors", "Diagnostics", "Help"]

    /// Texts from folders of `.lproj` folders, those of the first folder first.
    ///
    /// - Returns: the texts, and what was wrong with the files of each folder.
    package static func load(
        folders: [String], preferred: [LocaleIdentifier], tables: [String] = Texts.tables
    ) -> (texts: Texts, readings: [LocalizationReading]) {
        let reader = LocalizationReader()
        let names = folders.map { (try? reader.locales(inFolder: $0)) ?? [:] }
        let available = Set(names.flatMap(\.keys))
        let chain = LocaleNegotiation.chain(preferred: preferred, available: available)
        let readings = folders.map {
            (try? reader.read(folder: $0, locales: chain, tables: tables)) ?? LocalizationReading()
        }
        let source = LocaleNegotiation.chain(preferred: [], available: available)[0]
        var merged: [LocaleIdentifier: [String: MessageCatalog]] = [:]
        for (index, reading) in readings.enumerated() {
            let later = readings[(index + 1)...]
            for (locale, tables) in reading.tables {
                for (name, table) in tables {
                    // A folder that a translator tries may hold some messages only, and some that do not fit the
                    // program: what is behind it fills in.
                    let model = later.lazy.compactMap { $0.tables[source]?[name] }.first
                    let fitting = table.list.filter { message in
                        model?[message.key].flatMap(message.formatMismatch) == nil
                    }
                    let known = merged[locale]?[name]
                    let messages =
                        (known?.list ?? [])
                        + fitting.filter { known?[$0.key] == nil }
                    merged[locale, default: [:]][name] = MessageCatalog(locale: locale, messages: messages)
                }
            }
        }
        let localizer = Localizer(chain: chain, tables: merged, userLocale: preferred.first)
        return (Texts(localizer: localizer, locale: preferred[0]), readings)
    }

    private init(localizer: Localizer, locale: LocaleIdentifier) {
        self.localizer = localizer
        self.locale = locale
    }

    /// Whether the texts are written from right to left. They need not be in the user's locale.
    package var isRightToLeft: Bool {
        localizer.message(for: "NoItemsFoundTitle")?.locale.isRightToLeft ?? false
    }

    /// A text of the results.
    package func callAsFunction(_ key: String, _ arguments: any FormatArgument...) -> String {
        localizer.text(for: key, arguments: arguments)
    }

    /// A text of any table.
    package func text(_ key: String, table: String, arguments: [FormatValue] = []) -> String {
        localizer.text(for: key, arguments: arguments, table: table)
    }

    /// A message of the table of errors.
    package func error(_ key: String, _ arguments: [FormatValue] = []) -> String {
        localizer.text(for: key, arguments: arguments, table: "Errors")
    }

    /// The words for a finding in a localization file.
    package func finding(_ diagnostic: any LocalizationDiagnostic) -> String {
        localizer.text(for: diagnostic.messageKey, arguments: diagnostic.arguments, table: "Diagnostics")
    }

    /// A text of the help; `nil` where there is none.
    package func help(_ key: String) -> String? {
        localizer.hasMessage(key, table: "Help")
            ? localizer.text(for: key, arguments: [FormatValue](), table: "Help") : nil
    }

    /// Whether some locale of the user has the key.
    package func hasText(_ key: String) -> Bool { localizer.hasMessage(key) }

    /// A word in the language's quotation marks.
    package func quoted(_ word: String) -> String { self("Quoted: %@", word) }
}
