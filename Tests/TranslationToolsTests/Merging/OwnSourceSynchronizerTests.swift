// Translations in documents with their source texts get the messages that they lack, and suggestions must
// pass the checks first.

import Localization
import Testing

@testable import TranslationTools

private let english = LocaleIdentifier("en")!
private let polish = LocaleIdentifier("pl")!

@Suite struct OwnSourceSynchronizerTests {
    private let source = MessageCatalog(
        locale: english,
        messages: [
            Message(key: "title.new", text: "Shop"),
            Message(key: "files", plural: [.one: "%d file", .other: "%d files"]),
            Message(key: "Close", text: "Close"),
        ])

    private func changes(
        _ messages: [Message]?
    ) -> (table: TranslationTable, untranslated: [TranslationUnit]) {
        let file = LocalizationFile(
            path: "Shop.xcstrings", format: StringCatalogFormat(),
            table: TranslationTable(name: "Shop", source: source, translation: nil))
        let changes = Synchronizer(source: file).changes(
            in: messages.map { MessageCatalog(locale: polish, messages: $0) }, locale: polish)
        return (changes.edits.changedTable, changes.untranslated)
    }

    @Test func formsOfTheLanguageAreAddedForReviewAndTheOthersKeepTheirStates() throws {
        let (table, untranslated) = changes([
            Message(key: "files", plural: [.one: "%d plik", .other: "%d pliku"])
        ])
        let unit = try #require(table.units.first)
        #expect(table.units.map(\.key) == ["files"])
        #expect(unit.translation?.plural[.few] == "%d pliku" && unit.translation?.plural[.many] == "%d pliku")
        #expect(unit.state(of: .plural(.one)) == .translated)
        #expect(unit.state(of: .plural(.few)) == .needsReview)
        #expect(untranslated.map(\.key) == ["title.new", "Close"])
    }

    @Test func aMessageUnderANewKeyTakesItsTranslationAlong() {
        let (table, _) = changes([Message(key: "title.old", text: "Sklep")])
        #expect(table.units.map(\.key) == ["title.new"])
        #expect(table.units.first?.translation?.text == "Sklep")
        #expect(table.units.first?.state == .needsReview && table.units.first?.previousKey == "title.old")
    }

    @Test func aNewLanguageGetsAllMessages() {
        let (table, untranslated) = changes(nil)
        #expect(table.units.map(\.key) == ["title.new", "files", "Close"])
        #expect(table.units.allSatisfy { $0.state == .new } && untranslated.count == 3)
        #expect(table.units[1].translation?.plural.count == polish.pluralCategories.count)
    }

    @Test func aSuggestionWithoutAPlaceholderOfTheEntrysFlagIsRefused() {
        let po = """
            msgid ""
            msgstr "Content-Type: text/plain; charset=UTF-8\\n"

            #, python-format
            msgid "Failed to open %(name)s"
            msgstr ""

            msgid "Close"
            msgstr ""
            """
        let source = POFormat.messages(of: Array(po.utf8), path: "pl.po", sourceLocale: english)
        let review = SuggestionReview(
            ["Failed to open %(name)s": "Nie otwarto", "Close": "Zamknij"].map {
                SuggestedTranslation(Message(key: $0.key, text: $0.value))
            },
            of: source, locale: polish, path: "pl.po")
        #expect(review.table.units.map(\.key) == ["Close"])
        #expect(review.table.units.first?.state == .needsReview)
        #expect(review.refused.map(\.key) == ["Failed to open %(name)s"])
    }
}
