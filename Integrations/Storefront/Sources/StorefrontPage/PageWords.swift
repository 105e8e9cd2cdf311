// What does the page say in the reader's language, beside what the answer says?

internal import Localization
internal import Mustache

/// The texts of the table `Page`, and numbers and names of languages as the reader writes them.
final class PageWords {
    private static let table = "Page"

    private let texts: Localizer
    private let locale: LocaleIdentifier
    /// The locale of the texts: that of the name of the page stands for all.
    private let written: LocaleIdentifier
    private let numbers: MessageFormatter
    private var languageNames: [String: String] = [:]
    private var languageTags: [String: String] = [:]

    init(_ content: PageContent) {
        texts = content.texts
        locale = content.locale
        written = texts.message(for: "PageTitle", table: Self.table)?.locale ?? locale
        // As the localizer writes them: whoever reads the texts of another language for want of their own reads its digits, too.
        numbers = MessageFormatter(locale.base.lineage.contains(written) ? locale : written)
    }

    /// Whether the texts are written from right to left.
    var isRightToLeft: Bool { written.isRightToLeft }

    /// The text of a key; the key where there is none, so that something can be read.
    func text(_ key: String, _ arguments: any FormatArgument...) -> String {
        texts.text(for: key, arguments: arguments, table: Self.table)
    }

    /// A number of things.
    func count(_ count: Int) -> String { numbers.format("%ld", count).text }

    /// A year: its digits, and nothing between them.
    func year(_ year: Int) -> String { numbers.format("%.1ld", year).text }

    /// How a field is called: by a text of ours, or as the catalog calls it.
    func fieldName(_ field: String) -> String {
        let key = "Field" + field.prefix(1).uppercased() + field.dropFirst()
        return texts.hasMessage(key, table: Self.table) ? text(key) : field
    }

    /// The name of a language for whoever reads another one; `nil` for the reader's own. Texts for a reader of `de_AT` may be
    /// `de`: that is none.
    func nameOfForeignLanguage(_ identifier: String) -> String? {
        guard identifier.languageWithScript != locale.identifier.languageWithScript else { return nil }
        if let name = languageNames[identifier] { return name }
        let name = LocaleIdentifier(identifier)?.dialectName(in: locale) ?? identifier
        languageNames[identifier] = name
        return name
    }

    /// A locale of a catalog as HTML spells it; empty, for an unknown language, where it is none.
    func languageTag(_ identifier: String) -> String {
        if let tag = languageTags[identifier] { return tag }
        let tag = LocaleIdentifier(identifier)?.languageTag ?? ""
        languageTags[identifier] = tag
        return tag
    }

    /// What was looked for instead of the words that were typed.
    func relaxed(_ relaxed: SearchAnswer.Relaxed) -> String {
        func list(_ items: [String]) -> String { items.joined(separator: text("ListSeparator")) }
        func quoted(_ word: String) -> String { text("Quoted: %@", word) }
        let words = relaxed.words.map { word in
            text("RelaxedWord: %1$@ %2$@", list(word.found.map(quoted)), quoted(word.word))
        }
        return text("RelaxedOnly: %@", list(words))
    }
}

extension PageWords: MustacheParent {
    /// The text of a key, for a template that names it.
    func child(named key: String) -> Any? { text(key) }
}
