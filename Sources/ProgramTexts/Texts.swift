// The texts of a program: finds, loads and looks them up.

package import Localization

/// The texts that a program shows.
package struct Texts: Sendable {
    private let source: TextSource
    /// The user's locale, for numbers and sort order.
    package let locale: LocaleIdentifier

    private static let resultTable = Localizer.defaultTable
    package static let tables = ["Localizable", "Errors", "Diagnostics", "Help", "Interactive"]

    /// Texts from folders of `.lproj` folders. Tables of a single folder are read when they are needed.
    /// Several folders are read at once, because their texts are compared with each other.
    package static func opened(
        folders: [String], preferred: [LocaleIdentifier], tables: [String] = Texts.tables
    ) -> Texts {
        guard folders.count == 1 else {
            return load(folders: folders, preferred: preferred, tables: tables).texts
        }
        let names = (try? LocalizationReader().locales(inFolder: folders[0])) ?? [:]
        let chain = LocaleNegotiation.chain(preferred: preferred, available: names.keys)
        let source = TextSource(folder: folders[0], names: names, chain: chain, userLocale: preferred.first)
        return Texts(source: source, locale: preferred[0])
    }

    /// Texts from folders of `.lproj` folders. Earlier folders have priority.
    ///
    /// - Returns: the texts, and for each folder the result of reading it.
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
                    // A translator's folder may lack messages or have some with wrong placeholders;
                    // later folders supply these.
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
        return (Texts(source: TextSource(localizer), locale: preferred[0]), readings)
    }

    private init(source: TextSource, locale: LocaleIdentifier) {
        self.source = source
        self.locale = locale
    }

    /// Whether the texts are written from right to left. They may be in another locale than the user's.
    package var isRightToLeft: Bool {
        source.locale(of: "NoItemsFoundTitle", table: Self.resultTable)?.isRightToLeft ?? false
    }

    /// A text of the default table.
    package func callAsFunction(_ key: String, _ arguments: any FormatArgument...) -> String {
        source.text(for: key, arguments: arguments, table: Self.resultTable)
    }

    /// A text of any table.
    package func text(_ key: String, table: String, arguments: [FormatValue] = []) -> String {
        source.text(for: key, arguments: arguments, table: table)
    }

    /// A message of the table of errors.
    package func error(_ key: String, _ arguments: [FormatValue] = []) -> String {
        source.text(for: key, arguments: arguments, table: "Errors")
    }

    /// The message about a finding in a localization file.
    package func finding(_ diagnostic: any LocalizationDiagnostic) -> String {
        source.text(for: diagnostic.messageKey, arguments: diagnostic.arguments, table: "Diagnostics")
    }

    /// All messages of a table, each in the nearest language; empty if there is no such table.
    package func messages(table: String) -> [(locale: LocaleIdentifier, message: Message)] {
        source.messages(table: table)
    }

    /// The localizer of a table, for all of the user's languages.
    package func localizer(table: String) -> Localizer { source.localizer(table: table) }

    /// A text of the help; `nil` if it does not exist.
    package func help(_ key: String) -> String? {
        source.hasMessage(key, table: "Help")
            ? source.text(for: key, arguments: [FormatValue](), table: "Help") : nil
    }

    /// Whether a text of the help is read from right to left.
    package func isHelpRightToLeft(_ key: String) -> Bool {
        source.locale(of: key, table: "Help")?.isRightToLeft ?? false
    }

    /// Whether one of the user's locales has the key.
    package func hasText(_ key: String) -> Bool { source.hasMessage(key, table: Self.resultTable) }

    /// A word in the language's quotation marks.
    package func quoted(_ word: String) -> String { self("Quoted: %@", word) }
}
