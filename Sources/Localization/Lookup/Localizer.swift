// What a program asks when it has something to say: the text for a key, in the user's language.

public import ICU

/// Words for keys, looked up along a chain of locales.
///
///     let localizer = Localizer(chain: chain, tables: tables)
///     localizer("NoItemsFoundTitle")
///     localizer("Items found: %ld", 3)
///
/// A text is taken from the first locale that has the key, a form for the number given, and a format that
/// fits the arguments; a translation that does not fit is passed over instead of being shown garbled. Where
/// no locale has one, the key itself is the text.
public struct Localizer: Sendable {
    /// The table that is meant where none is named, after `Localizable.strings`.
    public static let defaultTable = "Localizable"

    /// The locales in the order in which they are asked.
    public let chain: [LocaleIdentifier]
    /// How numbers are written.
    public let numberStyle: NumberStyle
    private let levels: [Level]
    /// Writes the arguments into a key that has no text.
    private let lastResort: MessageFormatter

    /// One locale of the chain that has texts.
    private struct Level: Sendable {
        let locale: LocaleIdentifier
        let tables: [String: MessageCatalog]
        let formatter: MessageFormatter
    }

    /// Makes a localizer.
    ///
    /// - Parameters:
    ///   - chain: the locales to ask, best first (`LocaleNegotiation.chain`).
    ///   - tables: the tables of each locale, by name.
    ///   - numberStyle: how numbers are written.
    ///   - userLocale: the locale whose numbers the user reads, with keywords if any (`ar-u-nu-latn`). It is
    ///     used for messages of its own language; by default the nearest locale of the chain serves, so that a
    ///     Swiss reader of German texts sees Swiss numbers.
    public init(
        chain: [LocaleIdentifier], tables: [LocaleIdentifier: [String: MessageCatalog]],
        numberStyle: NumberStyle = .localized, userLocale: LocaleIdentifier? = nil
    ) {
        self.chain = chain
        self.numberStyle = numberStyle
        let readers = (userLocale.map { [$0] } ?? []) + chain
        let lineages = readers.map { Set($0.base.lineage) }
        var conventions: [LocaleIdentifier: LocaleConventions] = [:]
        func shared(_ locale: LocaleIdentifier) -> LocaleConventions {
            if let known = conventions[locale] { return known }
            let new = LocaleConventions(locale)
            conventions[locale] = new
            return new
        }
        func formatter(_ locale: LocaleIdentifier) -> MessageFormatter {
            let reader = lineages.firstIndex { $0.contains(locale) }.map { readers[$0] } ?? locale
            return MessageFormatter(
                plurals: shared(locale), numbers: shared(reader), numberStyle: numberStyle)
        }
        levels = chain.compactMap { locale in
            tables[locale].map { Level(locale: locale, tables: $0, formatter: formatter(locale)) }
        }
        lastResort = formatter(chain.last ?? LocaleIdentifier.english)
    }

    /// The text for a key.
    public func callAsFunction(
        _ key: String, _ arguments: any FormatArgument..., table: String = Localizer.defaultTable
    ) -> String {
        text(for: key, arguments: arguments, table: table)
    }

    /// The text for a key.
    ///
    /// Without arguments a text is shown even where it has specifiers, as it is written: `100% of all` is one.
    public func text(
        for key: String, arguments: [any FormatArgument] = [], table: String = Localizer.defaultTable
    ) -> String {
        fittingText(for: key, arguments: arguments, table: table)
            ?? lastResort.format(FormatString(key), arguments: arguments.map(\.formatValue)).text
    }

    /// The text for a key; `nil` where no locale of the chain has one that fits the arguments.
    public func fittingText(
        for key: String, arguments: [any FormatArgument] = [], table: String = Localizer.defaultTable
    ) -> String? {
        let arguments = arguments.map(\.formatValue)
        for level in levels {
            guard let message = level.tables[table]?[key],
                let formatted = level.formatter.format(message, arguments: arguments)
            else { continue }
            if formatted.problems.isEmpty || arguments.isEmpty { return formatted.text }
        }
        return nil
    }

    /// Whether any locale of the chain has the key.
    public func hasMessage(_ key: String, table: String = Localizer.defaultTable) -> Bool {
        levels.contains { $0.tables[table]?[key] != nil }
    }

    /// The first message that the chain has under a key, and the locale it is written in.
    public func message(
        for key: String, table: String = Localizer.defaultTable
    ) -> (locale: LocaleIdentifier, message: Message)? {
        for level in levels {
            if let message = level.tables[table]?[key] { return (level.locale, message) }
        }
        return nil
    }

    /// All messages of a table, sorted by their keys: each as the first locale has it whose formats take the same
    /// arguments as those of the last locale that has it, which is the source.
    public func messages(
        table: String = Localizer.defaultTable
    ) -> [(locale: LocaleIdentifier, message: Message)] {
        var sources: [String: Message] = [:]
        for level in levels {
            for message in level.tables[table]?.list ?? [] { sources[message.key] = message }
        }
        return sources.sorted { $0.key < $1.key }.compactMap { key, source in
            for level in levels {
                if let message = level.tables[table]?[key], message.formatMismatch(with: source) == nil {
                    return (level.locale, message)
                }
            }
            return nil
        }
    }

    /// What a look-up meets, in the order in which it meets it; empty where the first locale of the chain that
    /// has the table answers.
    public func diagnostics(
        for key: String, arguments: [any FormatArgument] = [], table: String = Localizer.defaultTable
    ) -> [LookupDiagnostic] {
        let arguments = arguments.map(\.formatValue)
        var found: [LookupDiagnostic] = []
        func report(_ kind: LookupDiagnostic.Kind, _ level: Level?, at position: SourcePosition? = nil) {
            found.append(
                LookupDiagnostic(
                    kind: kind, key: key, table: table, locale: level?.locale, position: position))
        }
        for level in levels {
            guard let catalog = level.tables[table] else { continue }
            guard let message = catalog[key] else {
                report(.missingMessage, level)
                continue
            }
            guard let formatted = level.formatter.format(message, arguments: arguments) else {
                report(.missingForm, level, at: message.position)
                continue
            }
            for problem in formatted.problems { report(.argument(problem), level, at: message.position) }
            if formatted.problems.isEmpty || arguments.isEmpty { return found }
        }
        report(.keyShown, nil)
        return found
    }
}
