// The menu of languages: a list that narrows while the user types.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

/// The languages to choose from.
final class LanguageMenu {
    /// A language with its name in the language itself and in the user's language.
    struct Language: Equatable {
        let locale: LocaleIdentifier
        let ownName: String
        let name: String
    }

    /// The field in which the user types to find a language.
    let field = SearchBar()
    /// The matching languages, in the order of their own names.
    private(set) var languages: [Language] = []
    /// The index of the selected language.
    var chosen = 0
    /// The index of the first visible language.
    var scroll = 0

    private let messages: ResultMessages
    private let engine: SearchEngine
    private let locale: LocaleIdentifier

    /// - Parameter current: the language selected first.
    init(_ locales: Set<LocaleIdentifier>, current: LocaleIdentifier, _ messages: ResultMessages) {
        self.messages = messages
        locale = messages.texts.locale.base
        let locale = locale
        let records = locales.union([current]).map { other in
            CatalogRecord(
                id: other.identifier,
                texts: [
                    .init(.title, locale, other.displayName(in: other)),
                    .init(.summary, locale, messages.locale(other)),
                    .init(.keywords, locale, other.identifier),
                ])
        }
        let index = try? CatalogIndex(CatalogDescription(id: "languages"), records: records)
        // Without ICU's data, no search finds anything.
        engine = SearchEngine(index.map { [$0] } ?? [])
        update()
        chosen = languages.firstIndex { $0.locale == current } ?? 0
        field.becomeFirstResponder()
    }

    /// The selected language; `nil` if none matches.
    var choice: LocaleIdentifier? { languages.indices.contains(chosen) ? languages[chosen].locale : nil }

    /// Finds the languages that match the typed text. The identifier of any locale matches that locale.
    func update() {
        let typed = field.text.singleLine
        var request = SearchRequest(
            typed, locale: locale, chain: [locale], sort: typed.isEmpty ? .title : .relevance,
            limit: engine.catalogs.reduce(0) { $0 + $1.recordCount })
        request.syntax = .plain
        let found = ((try? engine.search(request))?.hits ?? []).compactMap { LocaleIdentifier($0.id) }
        languages = found.map(language)
        if let named = LocaleIdentifier(typed), named.isKnown, !found.contains(named) {
            languages.insert(language(named), at: 0)
        }
        chosen = 0
        scroll = 0
    }

    private func language(_ locale: LocaleIdentifier) -> Language {
        Language(locale: locale, ownName: locale.displayName(in: locale), name: messages.locale(locale))
    }
}
