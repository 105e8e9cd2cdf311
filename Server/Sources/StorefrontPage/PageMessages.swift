// The page's own words in the reader's language.

internal import CatalogSearch
internal import Localization
internal import Mustache

/// The texts of the table `Page`, and numbers and names of languages in the reader's language.
final class PageMessages {
    private static let table = "Page"

    private let texts: Localizer
    private let locale: LocaleIdentifier
    /// The locale of the texts, taken from the title of the page.
    private let written: LocaleIdentifier
    private let numbers: MessageFormatter
    private var languageNames: [String: String] = [:]
    private var languageTags: [String: String] = [:]

    init(_ frame: PageFrame) {
        texts = frame.texts
        locale = frame.locale
        written = texts.message(for: "PageTitle", table: Self.table)?.locale ?? locale
        // As the localizer writes them: texts of a fallback language have its digits.
        numbers = MessageFormatter(locale.base.lineage.contains(written) ? locale : written)
    }

    /// The language that the page is shown in: the locale's, unless there are no texts in it.
    var shownLocale: LocaleIdentifier { locale.base.lineage.contains(written) ? locale.base : written }

    /// Whether the texts are written from right to left.
    var isRightToLeft: Bool { written.isRightToLeft }

    /// The text of a key; the key itself if there is no text.
    func text(_ key: String, _ arguments: any FormatArgument...) -> String {
        texts.text(for: key, arguments: arguments, table: Self.table)
    }

    func count(_ count: Int) -> String { numbers.format("%ld", count).text }

    /// A number as filters spell it, in the reader's digits, so that it can be read again; the text itself if
    /// it is not a number.
    func number(_ spelling: String) -> String {
        // Beyond 15 digits a binary number is another one.
        guard let number = DecimalNumber(spelling), number.significand.magnitude < 1_000_000_000_000_000
        else { return spelling }
        return numbers.format(FormatString("%.\(number.scale)f"), Double(number.description) ?? 0).text
    }

    /// A year, without grouping of digits.
    func year(_ year: Int) -> String { numbers.format("%.1ld", year).text }

    /// A currency in a list: its code and its name.
    func currency(_ code: String) -> String {
        let name = Price.name(ofCurrency: code, in: locale)
        return name == code ? code : "\(code) – \(name)"
    }

    /// The label of a field: a text of the table, or the field's name in the catalog.
    func fieldName(_ field: String) -> String {
        let key = "Field" + field.prefix(1).uppercased() + field.dropFirst()
        return texts.hasMessage(key, table: Self.table) ? text(key) : field
    }

    /// The name of a language; `nil` for the reader's own, as `de` is for a reader of `de_AT`.
    func nameOfForeignLanguage(_ identifier: String) -> String? {
        guard identifier.languageWithScript != locale.identifier.languageWithScript else { return nil }
        return nameOfLanguage(identifier)
    }

    /// The name of a language in the reader's.
    func nameOfLanguage(_ identifier: String) -> String {
        if let name = languageNames[identifier] { return name }
        let name = LocaleIdentifier(identifier)?.dialectName(in: locale) ?? identifier
        languageNames[identifier] = name
        return name
    }

    /// A locale of a catalog as a language tag of HTML; empty, for an unknown language, if it is malformed.
    func languageTag(_ identifier: String) -> String {
        if let tag = languageTags[identifier] { return tag }
        let tag = LocaleIdentifier(identifier)?.languageTag ?? ""
        languageTags[identifier] = tag
        return tag
    }

    /// The direction of a text in a locale of a catalog; `auto`, by its first strong
    /// letter, where the locale is not known.
    func direction(_ identifier: String) -> String {
        LocaleIdentifier(identifier).map { $0.isRightToLeft ? "rtl" : "ltr" } ?? "auto"
    }

    /// The sentences that say which words replaced those typed, and which were left out.
    func relaxed(_ relaxed: SearchResponse.Relaxed) -> String {
        func list(_ items: [String]) -> String { items.joined(separator: text("ListSeparator")) }
        func quoted(_ word: String) -> String { text("Quoted: %@", word) }
        let words = relaxed.words.map { word in
            text("RelaxedWord: %1$@ %2$@", list(word.found.map(quoted)), quoted(word.word))
        }
        var sentences: [String] = []
        if !words.isEmpty {
            let found = list(words)
            // Another form of a word is what was meant, not a failure.
            let isAlso = relaxed.also == true || relaxed.kind == "forms"
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
