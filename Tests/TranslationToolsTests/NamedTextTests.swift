// What programs show of texts whose arguments have names.

import Localization
import Testing

@testable import TranslationTools

@Suite struct NamedTextTests {
    private func shown(
        _ forms: [PluralCategory: String], _ arguments: [String], locale: String = "en",
        syntax: PlaceholderSyntax? = nil, flag: String? = nil, isRaw: Bool = false
    ) throws -> String? {
        let message = Message(
            key: "k", plural: forms.mapValues { FormatString($0) }, comment: flag.map { "Flag: \($0)" })
        let locale = try #require(LocaleIdentifier(locale))
        return NamedText(message, syntax: syntax, in: locale, arguments: arguments)?
            .shown(isRaw: isRaw) { $0 == "shop" ? "Blooms" : nil }
    }

    private func shown(
        _ text: String, _ arguments: [String], syntax: PlaceholderSyntax? = nil, isRaw: Bool = false
    ) -> String? {
        NamedText(Message(key: "k", text: text), syntax: syntax, in: .english, arguments: arguments)?
            .shown(isRaw: isRaw) { $0 == "shop" ? "Blooms" : nil }
    }

    /// i18next, Vue I18n and others insert values as they are.
    @Test(arguments: [
        ("Hello {{name}}, {{count}} mails", ["Ada", "3000"], "Hello Ada, 3000 mails"),
        ("Hello {{name}}, {{count}} mails", ["count=3", "Ada"], "Hello Ada, 3 mails"),
        ("Hello {{name}}", [], "Hello {{name}}"), ("Hello {{name}}", ["a=b"], "Hello a=b"),
        ("{{date, short}} {{user.name}}", ["user.name=Ada", "date=today"], "today Ada"),
        ("${total} of %{all}", ["1", "2"], "1 of 2"), ("{{a}} {{b}} {{a}}", ["1", "{{b}}"], "1 {{b}} 1"),
        ("At $t(shop) in $t(street), {{name}}", ["Ada"], "At Blooms in $t(street), Ada"),
        ("{1} then {0}", ["a", "b"], "b then a"),
    ])
    func valuesAreInserted(text: String, arguments: [String], expected: String) {
        #expect(shown(text, arguments) == expected)
        #expect(shown(text, arguments, isRaw: true) == text)
    }

    @Test(arguments: ["nothing", "%ld of %@", "100%"])
    func textsWithoutNamesAreOthers(text: String) {
        #expect(shown(text, ["1"]) == nil)
    }

    @Test(arguments: [
        (["1", "Ada"], "1 mail for Ada"), (["5", "Ada"], "5 mails for Ada"),
        (["name=Ada", "1"], "1 mail for Ada"),
        ([], "{{count}} mails for {{name}}"),
    ])
    func theNumberChoosesTheForm(arguments: [String], expected: String) throws {
        let forms: [PluralCategory: String] = [
            .one: "{{count}} mail for {{name}}", .other: "{{count}} mails for {{name}}",
        ]
        #expect(try shown(forms, arguments) == expected)
    }

    /// A form may leave out the number, even where the text shows others.
    @Test func aNumberThatAFormLeavesOutIsCounted() throws {
        let forms: [PluralCategory: String] = [
            .one: "{{user}} has a mail", .other: "{{user}} has {{n}} mails",
        ]
        #expect(try shown(forms, ["7", "1"]) == "7 has a mail")
        #expect(try shown(forms, ["7", "2"]) == "7 has 2 mails")
    }

    @Test func placesAreCountedAsOrdinals() throws {
        let forms: [PluralCategory: String] = [
            .one: "{{count}}st", .two: "{{count}}nd", .few: "{{count}}rd", .other: "{{count}}th",
        ]
        for (number, text) in [("1", "1st"), ("2", "2nd"), ("13", "13th"), ("23", "23rd")] {
            #expect(try shown(forms, [number], flag: TranslationUnit.ordinalFlag) == text)
        }
        #expect(try shown(forms, ["2"], flag: TranslationUnit.ordinalFlag, isRaw: true) == "{{count}}nd")
    }

    @Test func messagesOfMessageFormatAreShownAsProgramsDo() throws {
        let text = "{count, plural, one {# mail} other {# mails}} for {name}"
        #expect(shown(text, ["2000", "Ada"], syntax: .icu) == "2,000 mails for Ada")
        #expect(shown(text, ["2000"], syntax: .icu) == text)
        let forms: [PluralCategory: String] = [
            .one: "{n} plik", .few: "{n} pliki", .many: "{n} plików", .other: "{n} pliku",
        ]
        for (number, text) in [("1", "1 plik"), ("3", "3 pliki"), ("5", "5 plików"), ("1.5", "1,5 pliku")] {
            #expect(try shown(forms, [number], locale: "pl", syntax: .icu) == text)
        }
    }
}
