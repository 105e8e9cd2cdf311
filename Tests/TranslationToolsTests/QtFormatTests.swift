// Qt's translation files: keys, states and plural forms, and the bytes that an edit changes.

import Localization
import Testing
@testable import TranslationTools

@Suite struct QtFormatTests {
    private static let english = LocaleIdentifier("en")!

    private static let text = """
        <?xml version="1.0" encoding="utf-8"?>
        <!DOCTYPE TS>
        <TS version="2.1" language="pl_PL">
        <context>
            <name>Main</name>
            <message>
                <location filename="main.cpp" line="10"/>
                <location line="+2"/>
                <source>Open &amp;all</source>
                <extracomment>Menu</extracomment>
                <translatorcomment>as in KDE</translatorcomment>
                <translation>Otwórz &amp;wszystko</translation>
            </message>
            <message>
                <source>Close</source>
                <comment>verb</comment>
                <oldsource>Shut</oldsource>
                <translation type="unfinished">Zamknij &apos;x&apos;</translation>
            </message>
            <message>
                <source>Quit</source>
                <translation type="unfinished"></translation>
            </message>
            <message numerus="yes">
                <source>%n file(s)</source>
                <translation>
                    <numerusform>%n plik</numerusform>
                    <numerusform>%n pliki</numerusform>
                    <numerusform>%n plików</numerusform>
                </translation>
            </message>
            <message>
                <source>Gone</source>
                <translation type="vanished">Nie ma</translation>
            </message>
            <message id="bell">
                <source>Bell<byte value="x7"/></source>
                <translation>Dzwonek<byte value="x7"/></translation>
            </message>
        </context>
        </TS>
        """

    private static func table(
        _ text: String, _ path: String = "app_pl.ts"
    ) -> (table: TranslationTable?, findings: [any LocalizationDiagnostic]) {
        let project = LocalizationProject(sourceLocale: english, files: [])
        let (tables, findings) = QtFormat().read(
            Array(text.utf8), from: TranslationFileSource(project: project, path: path, table: "app"))
        return (tables.first, findings)
    }

    private static func edited(_ old: String, _ change: (inout TranslationUnit) -> Void) throws -> String {
        var table = try #require(Self.table(old).table)
        for index in table.units.indices { change(&table.units[index]) }
        let file = QtFormat().applying(
            [TableEdits(setting: table)], to: TranslationDocument(Array(old.utf8)), at: "app_pl.ts",
            following: nil)
        return String(decoding: try #require(file).bytes, as: UTF8.self)
    }

    @Test func messagesHaveKeysStatesAndForms() throws {
        let (table, findings) = Self.table(Self.text)
        let units = try #require(table).units
        #expect(findings.isEmpty && table?.locale?.identifier == "pl_PL" && table?.counting == nil)
        #expect(
            units.map(\.key) == [
                "Main|Open &all", "Main|Close|verb", "Main|Quit", "Main|%n file(s)", "bell", "Main|Gone",
            ])
        #expect(
            units.map(\.state) == [.translated, .needsReview, .new, .translated, .translated, .obsolete])
        #expect(units[0].references == ["main.cpp:10", "main.cpp:12"] && units[0].comment == "Menu")
        #expect(units[0].translatorComment == "as in KDE" && units[1].previousSource == "Shut")
        let forms = try #require(units[3].translation).plural.mapValues(\.source)
        #expect(forms == [.one: "%n plik", .few: "%n pliki", .many: "%n plików"])
        #expect(units[3].places.translation[.plural(.few)]?.description == "28:13")
        #expect(units[4].translation?.text?.source == "Dzwonek\u{7}")
    }

    /// Turkish has one form in Qt, and two in CLDR.
    @Test(arguments: [
        ("tr", 1), ("de", 2), ("fr", 2), ("ru", 3), ("lv", 3), ("sl", 4), ("cy", 5), ("ar", 6), ("pt_BR", 2),
        ("xx", 2),
    ])
    func languagesCountByRulesOfQt(locale: String, count: Int) {
        #expect(QtPlurals.counting(LocaleIdentifier(locale)!).indices.count == count)
    }

    @Test func anEditChangesOnlyItsBytes() throws {
        let text = Self.text.replacing("\n", with: "\r\n")
        #expect(try Self.edited(text) { _ in } == text)
        let changed = try Self.edited(text) { unit in
            switch unit.key {
            case "Main|Close|verb": unit.state = .translated
            case "Main|Open &all":
                unit.translation = Message(key: unit.key, text: "Otwórz &wszystkie")
                unit.state = .needsReview
            case "Main|Quit":
                (unit.translation, unit.state) = (Message(key: unit.key, text: "<Koniec>"), .translated)
            case "Main|%n file(s)":
                unit.translation = Message(
                    key: unit.key, plural: [.one: "%n plik", .few: "%n pliki", .many: "%n akt"])
            default: break
            }
        }
        #expect(
            changed
                == text.replacing("<translation type=\"unfinished\">Z", with: "<translation>Z").replacing(
                    "<translation>Otwórz &amp;wszystko",
                    with: "<translation type=\"unfinished\">Otwórz &amp;wszystkie"
                ).replacing(
                    "<translation type=\"unfinished\"></translation>",
                    with: "<translation>&lt;Koniec&gt;</translation>"
                ).replacing("%n plików", with: "%n akt"))
    }

    /// Empty and missing forms, and a finished translation without a text.
    @Test(arguments: [
        "<translation></translation>", "<translation/>", "<translation type=\"unfinished\"/>", "",
        "<translation><numerusform>a</numerusform><numerusform></numerusform></translation>",
        "<translation><numerusform>a</numerusform></translation>",
        "<translation variants=\"yes\"><lengthvariant>a</lengthvariant><lengthvariant>b</lengthvariant></translation>",
    ])
    func anUnusualTranslationStaysAsItIs(translation: String) throws {
        for numerus in ["", " numerus=\"yes\""] {
            let text =
                "<TS language=\"pl\"><message\(numerus)><source>a</source>\(translation)</message></TS>"
            #expect(try Self.edited(text) { _ in } == text)
        }
    }

    /// Qt's lupdate writes such messages for empty texts of a program.
    @Test func anEmptySourceTextIsNoFault() {
        let message = "<message><source></source><translation></translation></message>"
        let (table, findings) = Self.table("<TS language=\"pl\">\(message)</TS>", "app_pl.ts")
        #expect(table?.units.isEmpty == true && findings.isEmpty)
    }

    @Test func sourcesOfTypeScriptAreNoFilesOfQt() throws {
        let (table, findings) = Self.table("export const a: Array<string> = [];\n", "app_de.ts")
        #expect(table == nil && findings.isEmpty)
        #expect(QtFormat().place(of: "src/main.ts")?.needsTranslations == true)
    }

    @Test(arguments: [
        (
            "<TS><context><name>A</name><message><translation>x</translation></message></context></TS>",
            "Text.MissingName"
        ),
        (
            "<TS><message id=\"a\"><source>A</source></message><message id=\"a\"><source>B</source></message></TS>",
            "Text.DuplicateName"
        ),
        ("<TS><message id=\"a\"><source>A</source></message><message>", "XML.NotWellFormed"),
        ("<?xml version=\"1.0\"?><html/>", "XML.UnexpectedDocument"),
    ])
    func aFaultIsReportedAndTheRestIsRead(text: String, finding: String) throws {
        let (table, findings) = Self.table(text)
        #expect(findings.map(\.messageKey) == [finding] && findings[0].position != nil)
        #expect((table?.units.map(\.key) ?? []).allSatisfy { $0 == "a" })
        #expect(try table == nil || Self.edited(text) { _ in } == text)
    }

    @Test func placeholdersAreThoseOfQt() throws {
        func file(_ messages: [(source: String, translation: String)]) throws -> LocalizationFile {
            let xml = messages.map { source, translation in
                "<message><source>\(source)</source><translation>\(translation)</translation></message>"
            }
            let text = "<TS language=\"de\"><context><name>A</name>\(xml.joined())</context></TS>"
            let project = LocalizationProject(sourceLocale: Self.english, files: [])
            let source = TranslationFileSource(
                project: project, path: "app_de.ts", table: "app")
            return try #require(LocalizationFile.files(of: Array(text.utf8), QtFormat(), from: source)?.first)
        }
        let german = try file([
            ("%1 of %L2", "%2 von %1"), ("Copy %1", "Kopie"), ("100% of", "100% von"),
            ("%n in %1", "%n in %2"),
        ])
        let findings = CheckRunner(
            project: LocalizationProject(sourceLocale: Self.english, files: [german])
        ).findings().filter { $0.severity > .note }
        #expect(
            Set(findings.map { "\($0.check) \($0.key ?? "")" }) == [
                "missing-argument A|Copy %1", "extra-argument A|%n in %1",
            ])
    }

    /// Khmer has one form in CLDR and two in Qt, which shows nothing for a missing form.
    @Test func aMissingFormIsOneOfQtsRule() throws {
        let text = """
            <TS language="km"><context><name>A</name><message numerus="yes"><source>%n file(s)</source>
            <translation><numerusform>%n ឯកសារ</numerusform></translation></message></context></TS>
            """
        let project = LocalizationProject(sourceLocale: Self.english, files: [])
        let source = TranslationFileSource(
            project: project, path: "app_km.ts", table: "app")
        let khmer = try #require(
            LocalizationFile.files(of: Array(text.utf8), QtFormat(), from: source)?.first)
        let found = CheckRunner(project: LocalizationProject(sourceLocale: Self.english, files: [khmer]))
            .findings()
        #expect(found.map(\.messageKey) == ["missing-other.rule"])
        #expect(found.first?.facts == [.text("A|%n file(s)"), .text("0, 2, 3, 4"), .text("Qt")])
    }

    /// Attributes represent the line breaks of a key by references, here and in resources of .NET.
    @Test(arguments: [QtFormat() as any TranslationFormat, ResxFormat()])
    func aKeyOfSeveralLinesComesBack(format: any TranslationFormat) throws {
        let key = "Not reached!\nIs\tthe key right?"
        let unit = TranslationUnit(
            key: key, source: Message(key: key, text: key), translation: Message(key: key, text: "Nein"))
        let table = TranslationTable(
            name: "T", sourceLocale: Self.english, locale: LocaleIdentifier("de")!, units: [unit])
        let file = try #require(format.write([table], name: "T", isOnly: true).last)
        let project = LocalizationProject(sourceLocale: Self.english, files: [])
        let read = format.read(file.bytes, from: TranslationFileSource(project: project, path: file.path))
        #expect(read.tables.flatMap(\.units).map(\.key) == [key])
    }

    /// Two branches translate messages that have no identifiers.
    @Test func messagesAreMergedByTheirTexts() throws {
        func message(_ source: String, _ translation: String) -> String {
            "<message>\n<source>\(source)</source>\n<translation>\(translation)</translation>\n</message>\n"
        }
        func file(_ messages: String...) -> [UInt8] {
            Array("<TS>\n<context>\n<name>A</name>\n\(messages.joined())</context>\n</TS>\n".utf8)
        }
        let outcome = FileMerge.merge(
            base: file(message("a", "1"), message("b", "2")),
            ours: file(message("x", "0"), message("a", "1"), message("b", "3")),
            theirs: file(message("a", "4"), message("b", "2")), syntax: .xml)
        guard case .merged(let bytes, clashes: []) = outcome else {
            Issue.record("not merged: \(outcome)")
            return
        }
        #expect(bytes == file(message("x", "0"), message("a", "4"), message("b", "3")))
    }
}
