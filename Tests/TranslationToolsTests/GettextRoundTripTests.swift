// The invariant of the exchange with gettext: tables are read back as they were written.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct GettextRoundTripTests {
    /// Random tables of a locale. Every plural has all forms of its locale, and no translation is empty:
    /// gettext cannot mark a missing form, and an empty text means that there is none.
    struct TableGenerator {
        var random: SeededGenerator
        let locale: LocaleIdentifier
        let categories: [PluralCategory]

        init(seed: UInt64, locale: LocaleIdentifier) {
            random = SeededGenerator(seed: seed)
            self.locale = locale
            categories = PluralFormsDerivation.forms(for: locale).categories
        }

        static let pieces = [
            "a", "b", "Z", "\"", "\\", "\n", "\r", "\t", "é", "e\u{301}", "😀", "\u{1}", "\u{4}", "\u{7F}",
            "|==|", "##{one}",
            "%d", "%@", "%", " ", "#", "x-source: key", "plural", "plain", ".", "\u{2028}", "日",
        ]

        mutating func text(least: Int = 0) -> String {
            (0..<Int.random(in: least...5, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random)!
            }.joined()
        }
        mutating func maybe(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &random) == 0 }
        mutating func words() -> String? {
            guard maybe(3) else { return nil }
            let text = text(least: 1).filter { $0 != "\r" && $0 != "\r\n" }
            return text.isEmpty || text.contains("x-source") ? nil : text
        }

        mutating func forms(_ categories: [PluralCategory], least: Int, isSubstitution: Bool = false)
            -> [PluralCategory: FormatString]
        {
            var forms: [PluralCategory: FormatString] = [:]
            for category in categories {
                forms[category] = FormatString(text(least: least), isSubstitution: isSubstitution)
            }
            return forms
        }

        mutating func message(_ key: String, _ categories: [PluralCategory], least: Int) -> Message {
            var text = maybe(2) ? FormatString(self.text(least: least)) : nil
            var plural = maybe(3) ? forms(categories, least: least) : [:]
            if !plural.isEmpty, maybe(3) { plural[.zero] = FormatString(self.text(least: least)) }
            if !plural.isEmpty, plural[.other] == nil, maybe(3) {
                plural[.other] = FormatString(self.text(least: least) + "differs")
            }
            let substitutions =
                maybe(8) ? ["files": forms(categories, least: least, isSubstitution: true)] : [:]
            let devices = maybe(8) ? ["mac": FormatString(self.text(least: least))] : [:]
            if text == nil, plural.isEmpty { text = FormatString(self.text(least: least)) }
            return Message(
                key: key, text: text, plural: plural, substitutions: substitutions, devices: devices)
        }

        mutating func unit(_ index: Int) -> TranslationUnit {
            let key =
                text() + (maybe(6) ? "|==|plural.one" : maybe(8) ? "|==|plain" : "")
                + (maybe(6) ? "" : "\(index)")
            var unit = TranslationUnit(
                key: key, source: maybe(9) ? nil : message(key, [.one, .other], least: 0))
            if !maybe(4) {
                unit.translation = message(key, categories, least: 1)
                unit.state = maybe(4) ? .needsReview : .translated
            } else {
                unit.state = .new
            }
            unit.comment = words()
            unit.translatorComment = words()
            unit.references = maybe(3) ? ["a b.swift:1", "c.swift:\(index)"] : []
            unit.flags = maybe(5) ? ["no-wrap"] : []
            unit.maximumLength = maybe(9) ? index + 1 : nil
            if maybe(6) { unit.previousSource = "was" + text() }
            if maybe(9) { unit.previousKey = "former" + text() }
            return unit
        }

        mutating func table() -> TranslationTable {
            var units: [TranslationUnit] = []
            var keys: Set<[UInt8]> = []
            for index in 0..<60 {
                let unit = unit(index)
                if keys.insert(Array(unit.key.utf8)).inserted { units.append(unit) }
            }
            for index in units.indices.suffix(5) { units[index].state = .obsolete }
            return TranslationTable(
                name: "T", sourceLocale: LocaleIdentifier("en")!, locale: locale, units: units)
        }
    }

    @Test(arguments: [
        "de", "ru", "pl", "cs", "ar", "lv", "fr", "ja", "cy", "he", "pt_PT", "zh_Hant", "sr_Latn", "mt",
    ])
    func tablesAreReadBack(locale: String) {
        for seed in 0..<4 {
            var generator = TableGenerator(seed: UInt64(seed), locale: LocaleIdentifier(locale)!)
            let table = generator.table()
            for contexts in GettextOptions.Contexts.allCases {
                var options = GettextOptions(project: "p")
                options.contexts = contexts
                let export = GettextExport(table, options: options)
                #expect(export.diagnostics == [])
                let file = POFile(export.document.serialized())
                let read = GettextImport(
                    file, table: "T", sourceLocale: table.sourceLocale, locale: table.locale)
                #expect(read.diagnostics == [])
                #expect(read.tables[0].units.count == table.units.count)
                for (unit, expected) in zip(read.tables[0].units, table.units) { #expect(unit == expected) }
            }
        }
    }

    /// Without contexts, only keys distinguish messages; all else is the same.
    @Test(arguments: ["de", "ru", "ar", "ja"])
    func tablesWithKeysAsIdentifiersAreReadBack(locale: String) {
        var options = GettextOptions(project: "p")
        options.identifiers = .key
        var generator = TableGenerator(seed: 77, locale: LocaleIdentifier(locale)!)
        var table = generator.table()
        table.units.removeAll { $0.key.isEmpty }
        let export = GettextExport(table, options: options)
        #expect(export.diagnostics == [])
        let file = POFile(export.document.serialized())
        let read = GettextImport(
            file, table: "T", sourceLocale: table.sourceLocale, locale: table.locale, identifiers: .key)
        #expect(read.diagnostics == [])
        for (unit, expected) in zip(read.tables[0].units, table.units) { #expect(unit == expected) }
    }
}
