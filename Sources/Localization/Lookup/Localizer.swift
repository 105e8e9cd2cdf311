// The lookup that programs use: the text for a key, in the user's language.

public import ICU

/// Looks up texts by key along a chain of locales.
///
///     let localizer = Localizer(chain: chain, tables: tables)
///     localizer("NoItemsFoundTitle")
///     localizer("Items found: %ld", 3)
///
/// The text comes from the first locale that has the key, a form for the given number, and a format
/// that fits the arguments. A translation that does not fit is skipped. If no locale has a fitting
/// text, the key itself is the text.
public struct Localizer: Sendable {
    /// The default table, named after `Localizable.strings`.
    public static let defaultTable = "Localizable"

    /// The locales in lookup order.
    public let chain: [LocaleIdentifier]
    /// How numbers are written.
    public let numberStyle: NumberStyle
    var levels: [Level]
    /// Formats the key itself when it has no text.
    private let lastResort: MessageFormatter

    /// One locale of the chain that has texts.
    struct Level: Sendable {
        let locale: LocaleIdentifier
        let tables: [String: MessageCatalog]
        var formatter: MessageFormatter
        /// The formats for messages of MessageFormat.
        let formats: MessageFormats
    }

    /// Makes a localizer.
    ///
    /// - Parameters:
    ///   - chain: the locales to look in, the most preferred first (`LocaleNegotiation.chain`).
    ///   - tables: the tables of each locale, by name.
    ///   - numberStyle: how numbers are written.
    ///   - userLocale: the locale for the format of numbers, with keywords if any (`ar-u-nu-latn`). It
    ///     applies to messages in its own language. By default, a message uses the first locale of the chain
    ///     that descends from the message's locale, so that a Swiss reader of German texts sees Swiss
    ///     numbers.
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
        func reader(_ locale: LocaleIdentifier) -> LocaleIdentifier {
            lineages.firstIndex { $0.contains(locale) }.map { readers[$0] } ?? locale
        }
        func formatter(_ locale: LocaleIdentifier) -> MessageFormatter {
            MessageFormatter(
                plurals: shared(locale), numbers: shared(reader(locale)), numberStyle: numberStyle)
        }
        levels = chain.compactMap { locale in
            tables[locale].map {
                Level(
                    locale: locale, tables: $0, formatter: formatter(locale),
                    formats: MessageFormats(reader(locale), pluralsOf: locale))
            }
        }
        lastResort = formatter(chain.last ?? LocaleIdentifier.english)
    }

    /// The same texts, chosen for a device and a width:
    ///
    ///     let label = localizer.showing(in: PresentationContext(width: 12))
    ///     label("Search results")
    public func showing(in context: PresentationContext) -> Localizer {
        var localizer = self
        for index in localizer.levels.indices { localizer.levels[index].formatter.context = context }
        return localizer
    }

    /// The text for a key.
    public func callAsFunction(
        _ key: String, _ arguments: any FormatArgument..., table: String = Localizer.defaultTable
    ) -> String {
        text(for: key, arguments: arguments, table: table)
    }

    /// The text for a key.
    ///
    /// Without arguments, a text with specifiers is shown as written, because `100% of all` contains one too.
    public func text(
        for key: String, arguments: [any FormatArgument] = [], table: String = Localizer.defaultTable
    ) -> String {
        fittingText(for: key, arguments: arguments, table: table)
            ?? lastResort.format(FormatString(key), arguments: arguments.map(\.formatValue)).text
    }

    /// The text for a key; `nil` if no locale of the chain has one that fits the arguments.
    public func fittingText(
        for key: String, arguments: [any FormatArgument] = [], table: String = Localizer.defaultTable
    ) -> String? {
        let arguments = arguments.map(\.formatValue)
        for level in levels {
            guard let message = level.tables[table]?[key] else { continue }
            if let shown = level.pattern(message, arguments.named) {
                if shown.isWhole || arguments.isEmpty { return shown.text }
                continue
            }
            guard let formatted = level.formatter.format(message, arguments: arguments) else { continue }
            if formatted.problems.isEmpty || arguments.isEmpty { return formatted.text }
        }
        return nil
    }

    /// Whether any locale of the chain has the key.
    public func hasMessage(_ key: String, table: String = Localizer.defaultTable) -> Bool {
        levels.contains { $0.tables[table]?[key] != nil }
    }

    /// The first message for a key in the chain, and its locale.
    public func message(
        for key: String, table: String = Localizer.defaultTable
    ) -> (locale: LocaleIdentifier, message: Message)? {
        for level in levels {
            if let message = level.tables[table]?[key] { return (level.locale, message) }
        }
        return nil
    }

    /// All messages of a table, sorted by key.
    ///
    /// The source of a message is the last locale of the chain that has it. Each message is taken from the
    /// first locale whose formats take the same arguments as the source's.
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

    /// The problems that a lookup finds, in lookup order; empty if the first locale that has
    /// the table also has a fitting text.
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
            if level.pattern(message, arguments.named)?.isWhole == true { return found }
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
