// Which language does the user switch to? A list that is searched as it is typed in.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

/// The languages to choose from.
final class LanguageMenu {
    /// A language with its name in itself and in the user's language.
    struct Language: Equatable {
        let locale: LocaleIdentifier
        let ownName: String
        let name: String
    }

    /// What was typed to find a language.
    let field = SearchBar()
    /// The languages that fit, in the order of their names in themselves.
    private(set) var languages: [Language] = []
    /// The chosen one among them.
    var chosen = 0
    /// The first one that is seen.
    var scroll = 0

    private let wording: Wording
    private let engine: SearchEngine
    private let locale: LocaleIdentifier

    /// - Parameter current: the language that is chosen at first.
    init(_ locales: Set<LocaleIdentifier>, current: LocaleIdentifier, _ wording: Wording) {
        self.wording = wording
        locale = wording.texts.locale.base
        let locale = locale
        let records = locales.union([current]).map { other in
            CatalogRecord(
                id: other.identifier,
                texts: [
                    .init(.title, locale, other.displayName(in: other)),
                    .init(.summary, locale, wording.locale(other)),
                    .init(.keywords, locale, other.identifier),
                ])
        }
        engine = SearchEngine([CatalogIndex(CatalogDescription(id: "languages"), records: records)])
        update()
        chosen = languages.firstIndex { $0.locale == current } ?? 0
        field.becomeFirstResponder()
    }

    /// The language that is chosen now; `nil` where none fits.
    var choice: LocaleIdentifier? { languages.indices.contains(chosen) ? languages[chosen].locale : nil }

    /// Finds the languages that fit what was typed; whoever types an identifier may have any language.
    func update() {
        let typed = field.text.singleLine
        let request = SearchRequest(
            typed, locale: locale, chain: [locale], sort: typed.isEmpty ? .title : .relevance,
            limit: engine.catalogs[0].recordCount)
        let found = ((try? engine.search(request))?.hits ?? []).compactMap { LocaleIdentifier($0.id) }
        languages = found.map(language)
        if let named = LocaleIdentifier(typed), named.isKnown, !found.contains(named) {
            languages.insert(language(named), at: 0)
        }
        chosen = 0
        scroll = 0
    }

    private func language(_ locale: LocaleIdentifier) -> Language {
        Language(locale: locale, ownName: locale.displayName(in: locale), name: wording.locale(locale))
    }
}
