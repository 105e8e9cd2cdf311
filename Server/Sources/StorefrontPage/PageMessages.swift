// The page's messages in the reader's language.

internal import CatalogSearch
internal import Localization
internal import Mustache
internal import Support

/// The messages of the table `Page`, and numbers and names of languages in the reader's language.
final class PageMessages {
    private static let table = "Page"

    private let texts: Localizer
    private let locale: LocaleIdentifier
    /// The locale of the messages, taken from the title of the page.
    private let written: LocaleIdentifier
    private let numbers: MessageFormatter
    private var languageNames: [String: String] = [:]
    private var languageTags: [String: String] = [:]

    init(_ frame: PageFrame) {
        texts = frame.texts
        locale = frame.locale
        written = texts.message(for: "PageTitle", table: Self.table)?.locale ?? locale
        // As the localizer does: messages in a fallback language have its digits.
        numbers = MessageFormatter(locale.base.lineage.contains(written) ? locale : written)
    }

    /// The language in which the page is shown: the locale's, unless it has no messages.
    var shownLocale: LocaleIdentifier { locale.base.lineage.contains(written) ? locale.base : written }

    /// Whether the messages are written from right to left.
    var isRightToLeft: Bool { written.isRightToLeft }

    /// The message of a key; the key itself if there is none.
    func text(_ key: String, _ arguments: any FormatArgument...) -> String {
        texts.text(for: key, arguments: arguments, table: Self.table)
    }

    func count(_ count: Int) -> String { numbers.format("%ld", count).text }

    /// Formats the spelling of a number in a filter with the reader's digits, so that the reader can type it,
    /// too. Returns the text itself if it is not a number.
    func number(_ spelling: String) -> String {
        // A binary number cannot represent more than 15 digits exactly.
        guard let number = DecimalNumber(spelling), number.significand.magnitude < 1_000_000_000_000_000
        else { return spelling }
        return numbers.format(FormatString("%.\(number.scale)f"), Double(number.description) ?? 0).text
    }

    /// A year, without grouping of digits.
    func year(_ year: Int) -> String { numbers.format("%.1ld", year).text }

    /// The entry for a currency in a list: its code and its name.
    func currency(_ code: String) -> String {
        let name = Price.name(ofCurrency: code, in: locale)
        return name == code ? code : "\(code) – \(name)"
    }

    /// The label of a field: a message of the table, or the field's name in the catalog.
    func fieldName(_ field: String) -> String {
        let key = "Field" + field.prefix(1).uppercased() + field.dropFirst()
        return texts.hasMessage(key, table: Self.table) ? text(key) : field.nameAsWords
    }

    /// The name of a language; `nil` for the reader's own language: `de` for a reader of `de_AT`.
    func nameOfForeignLanguage(_ identifier: String) -> String? {
        guard identifier.languageWithScript != locale.identifier.languageWithScript else { return nil }
        return nameOfLanguage(identifier)
    }

    /// The name of a language in the reader's language.
    func nameOfLanguage(_ identifier: String) -> String {
        if let name = languageNames[identifier] { return name }
        let name = LocaleIdentifier(identifier)?.dialectName(in: locale) ?? identifier
        languageNames[identifier] = name
        return name
    }

    /// The language tag of HTML for a locale of a catalog; empty, which means unknown, if the locale is
    /// malformed.
    func languageTag(_ identifier: String) -> String {
        if let tag = languageTags[identifier] { return tag }
        let tag = LocaleIdentifier(identifier)?.languageTag ?? ""
        languageTags[identifier] = tag
        return tag
    }

    /// The direction of a text in a locale of a catalog. For an unknown locale `auto`: the first letter with
    /// a direction decides.
    func direction(_ identifier: String) -> String {
        LocaleIdentifier(identifier).map { $0.isRightToLeft ? "rtl" : "ltr" } ?? "auto"
    }

    /// The sentences that say which words replaced those in the query, and which were left out.
    func relaxed(_ relaxed: SearchResponse.Relaxed) -> String {
        func list(_ items: [String]) -> String { items.joined(separator: text("ListSeparator")) }
        func quoted(_ word: String) -> String { text("Quoted: %@", word) }
        let words = relaxed.words.map { word in
            text("RelaxedWord: %1$@ %2$@", list(word.found.map(quoted)), quoted(word.word))
        }
        var sentences: [String] = []
        if !words.isEmpty {
            let found = list(words)
            let isAlso =
                relaxed.also == true || Relaxation.Kind(rawValue: relaxed.kind)?.keepsMeaning == true
            sentences.append(isAlso ? text("RelaxedAlso: %@", found) : text("RelaxedOnly: %@", found))
        }
        if let omitted = relaxed.omitted, !omitted.isEmpty {
            sentences.append(text("RelaxedWithout: %@", list(omitted.map(quoted))))
        }
        return sentences.joined(separator: " ")
    }
}

extension PageMessages: MustacheParent {
    /// The text of a key, for templates.
    func child(named key: String) -> Any? { text(key) }
}
