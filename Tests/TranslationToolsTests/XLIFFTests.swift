// XLIFF as Xcode and other programs write it, and the files that this library writes for them.

import Localization
import Testing
import TranslationTools

@Suite struct XLIFFTests {
    private func read(_ body: String, original: String = "App/Localizable.xcstrings") -> (
        tables: [TranslationTable], findings: [ExchangeDiagnostic]
    ) {
        XLIFF.read(Array(document(body, original: original).utf8))
    }

    private func document(_ body: String, original: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="\(original)" source-language="en" target-language="de" datatype="plaintext">
        <header><tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="16.0"/></header>
        <body>
        \(body)
        </body></file></xliff>
        """
    }

    @Test func exportsOfStringCatalogsAreRead() throws {
        let read = read(
            """
            <trans-unit id="Cancel" xml:space="preserve">
              <source>Cancel</source>
              <target state="translated">Abbrechen</target>
              <note>A button.</note>
            </trans-unit>
            <trans-unit id="%lld items|==|plural.one" xml:space="preserve">
              <source>%lld item</source><target state="needs-review-l10n">%lld Ding</target><note/>
            </trans-unit>
            <trans-unit id="%lld items|==|plural.other" xml:space="preserve">
              <source>%lld items</source><target state="needs-review-l10n">%lld Dinge</target><note/>
            </trans-unit>
            <trans-unit id="both|==|substitutions.a.b.plural.other" xml:space="preserve">
              <source>%1$ld files</source>
            </trans-unit>
            <trans-unit id="both" xml:space="preserve"><source>%1$#@a.b@</source></trans-unit>
            <trans-unit id="Tap|==|device.mac" xml:space="preserve">
              <source>Click</source><target state="new">Klick</target></trans-unit>
            <trans-unit id="Tap|==|device.other" xml:space="preserve">
              <source>Tap</source><target state="new">Tipp</target></trans-unit>
            """)
        #expect(read.findings == [])
        let table = try #require(read.tables.first)
        #expect(table.name == "Localizable")
        #expect(table.locale == LocaleIdentifier("de"))
        #expect(table.units.map(\.key) == ["Cancel", "%lld items", "both", "Tap"])
        #expect(table.units[0].translation == Message(key: "Cancel", text: "Abbrechen"))
        #expect(table.units[0].comment == "A button.")
        #expect(table.units[1].state == .needsReview)
        #expect(table.units[1].comment == nil)
        #expect(table.units[1].translation?.plural == [.one: "%lld Ding", .other: "%lld Dinge"])
        #expect(table.units[2].state == .new)
        #expect(table.units[2].source?.text?.source == "%1$#@a.b@")
        #expect(table.units[2].source?.substitutions["a.b"]?[.other]?.source == "%1$ld files")
        #expect(table.units[3].translation?.text?.source == "Tipp")
        #expect(table.units[3].translation?.devices == ["mac": "Klick"])
        #expect(table.units[3].state == .new)
    }

    @Test func exportsOfPluralDictionariesAreRead() throws {
        let read = read(
            """
            <trans-unit id="/a/b: %d:dict/NSStringLocalizedFormatKey:dict/:string">
              <source>%#@days@</source><target>%#@days@</target></trans-unit>
            <trans-unit id="/a/b: %d:dict/days:dict/one:dict/:string">
              <source>%d day</source><target>%d Tag</target></trans-unit>
            <trans-unit id="/a/b: %d:dict/days:dict/other:dict/:string">
              <source>%d days</source><target>%d Tage</target></trans-unit>
            <trans-unit id="/odd:dict/days:dict/:string"><source>x</source></trans-unit>
            """, original: "en.lproj/Localizable.stringsdict")
        #expect(read.findings.map(\.messageKey) == ["XLIFF.UnmappedUnit"])
        let unit = try #require(read.tables.first?.units.first)
        #expect(unit.key == "a/b: %d")
        #expect(unit.source?.plural == [.one: "%d day", .other: "%d days"])
        #expect(unit.translation?.plural == [.one: "%d Tag", .other: "%d Tage"])
        #expect(unit.state == .translated)
    }

    @Test func formsInPluralDictionariesAreUpdatedWhereTheyAre() throws {
        let body = """
            <trans-unit id="/%d files:dict/NSStringLocalizedFormatKey:dict/:string">
            <source>%#@files@</source><target>%#@files@</target></trans-unit>
            <trans-unit id="/%d files:dict/files:dict/one:dict/:string">
            <source>%d file</source><target>%d Datei</target></trans-unit>
            <trans-unit id="/%d files:dict/files:dict/other:dict/:string">
            <source>%d files</source><target>%d Dateien</target></trans-unit>
            """
        let original = "en.lproj/Localizable.stringsdict"
        let document = document(body, original: original)
        var tables = read(body, original: original).tables
        let old = Array(document.utf8)
        #expect(XLIFF.update(old, with: XLIFF.write(tables).bytes).bytes == old)

        var forms = MessageForms()
        for (category, text) in [(PluralCategory.one, "%d Datei"), (.many, "%d D"), (.other, "%d Dateien!")] {
            forms.set(text, for: .plural(category))
        }
        tables[0].units[0].translation = forms.message("%d files")
        let new = try #require(
            XLIFF.update(old, with: XLIFF.write(tables).bytes).bytes)
        let read = XLIFF.read(new)
        #expect(read.findings == [])
        #expect(
            read.tables.first?.units.map(\.translation?.plural) == [
                [.one: "%d Datei", .many: "%d D", .other: "%d Dateien!"]
            ])
        #expect(!String(decoding: new, as: UTF8.self).contains("|==|"))
    }

    @Test(arguments: [
        ("new", TranslationState.new), ("needs-translation", .new),
        ("needs-review-translation", .needsReview),
        ("needs-review-l10n", .needsReview), ("translated", .translated), ("signed-off", .translated),
        ("final", .translated),
    ])
    func statesAreRead(name: String, state: TranslationState) {
        let read = read(
            "<trans-unit id='a'><source>A</source><target state='\(name)'>B</target></trans-unit>")
        #expect(read.tables.first?.units.first?.state == state)
        #expect(read.findings == [])
    }

    @Test func anUnknownStateIsToBeReviewed() {
        let read = read("<trans-unit id='a'><source>A</source><target state='x-odd'>B</target></trans-unit>")
        #expect(read.tables.first?.units.first?.state == .needsReview)
        #expect(read.findings.map(\.facts) == [["a", "x-odd"]])
        #expect(read.findings.first?.position?.line == 6)
    }

    @Test func anEmptyTargetIsNoTranslationUnlessItSaysSo() {
        #expect(
            read("<trans-unit id='a'><source>A</source><target/></trans-unit>").tables.first?.units.first?
                .state
                == .new)
        let said = read(
            "<trans-unit id='a'><source>A</source><target state='translated'></target></trans-unit>")
        #expect(said.tables.first?.units.first?.translation == Message(key: "a", text: ""))
    }

    @Test func codesInTheTextAreKeptAndPlacesForCodesRefused() {
        let read = read(
            """
            <trans-unit id="a"><source>A <ph id="1">%@</ph> <mrk mtype="term">b</mrk>!</source></trans-unit>
            <trans-unit id="b"><source>A <x id="1"/></source></trans-unit>
            <trans-unit id="c"><source>A</source><target><g id="1">B</g></target></trans-unit>
            """)
        #expect(
            read.tables.first?.units == [
                TranslationUnit(key: "a", source: Message(key: "a", text: "A %@ b!"))
            ])
        #expect(read.findings.map(\.facts) == [["b", "x"], ["c", "g"]])
        #expect(read.findings.map { $0.position?.line } == [7, 8])
    }

    @Test func faultyUnitsCostNothingButThemselves() {
        let read = read(
            """
            <trans-unit><source>A</source></trans-unit>
            <trans-unit id="a"><source>A</source></trans-unit>
            <group><trans-unit id="a"><source>B</source></trans-unit>
            <trans-unit id="b"><source>B</source></trans-unit></group>
            """)
        #expect(read.tables.first?.units.map(\.key) == ["a", "b"])
        #expect(read.tables.first?.units.first?.source?.text?.source == "A")
        #expect(read.findings.map(\.messageKey) == ["XLIFF.MissingIdentifier", "XLIFF.DuplicateUnit"])
    }

    @Test(arguments: [
        ("<plist/>", "XLIFF.UnexpectedDocument"), ("<xliff version='3.0'/>", "XLIFF.UnsupportedVersion"),
        ("<xliff version='1.2'><file source-language='?'/></xliff>", "XLIFF.InvalidLocale"),
        ("<xliff", "XML.NotWellFormed"), ("", "XML.NotWellFormed"),
    ])
    func otherDocumentsAreRefused(text: String, key: String) {
        let read = XLIFF.read(Array(text.utf8))
        #expect(read.tables == [])
        #expect(read.findings.map(\.messageKey) == [key])
        #expect(read.findings.first?.position != nil)
    }

    @Test func everyFormOfTheTargetsLanguageHasAUnit() throws {
        let english = try #require(LocaleIdentifier("en"))
        let source = Message(key: "n", plural: [.one: "%ld item", .other: "%ld items"])
        let table = TranslationTable(
            name: "Localizable", sourceLocale: english, locale: LocaleIdentifier("pl"),
            units: [TranslationUnit(key: "n", source: source)])
        let written = XLIFF.write([table], toolVersion: "1.5")
        let text = String(decoding: written.bytes, as: UTF8.self)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" \
                xsi:schemaLocation="urn:oasis:names:tc:xliff:document:1.2 \
                http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">
                  <file original="en.lproj/Localizable.strings" source-language="en" target-language="pl" \
                datatype="plaintext">
                    <header>
                      <tool tool-id="org.lsearch.lstrings" tool-name="lstrings" tool-version="1.5"/>
                    </header>
                    <body>
                      <trans-unit id="n|==|plural.one" xml:space="preserve">
                        <source>%ld item</source>
                      </trans-unit>
                      <trans-unit id="n|==|plural.few" xml:space="preserve" extype="source-missing">
                        <source>%ld items</source>
                      </trans-unit>
                      <trans-unit id="n|==|plural.many" xml:space="preserve" extype="source-missing">
                        <source>%ld items</source>
                      </trans-unit>
                      <trans-unit id="n|==|plural.other" xml:space="preserve">
                        <source>%ld items</source>
                      </trans-unit>
                    </body>
                  </file>
                </xliff>

                """)
        #expect(XLIFF.read(written.bytes).tables == [table])
    }

    @Test func whatXMLCannotHoldIsRefused() throws {
        let english = try #require(LocaleIdentifier("en"))
        let table = TranslationTable(
            name: "Localizable", sourceLocale: english, locale: LocaleIdentifier("de"),
            units: [
                TranslationUnit(key: "a", source: Message(key: "a", text: "bell \u{7}")),
                TranslationUnit(key: "b|==|plural.one", source: Message(key: "b|==|plural.one", text: "b")),
                TranslationUnit(key: "c##{one}", source: Message(key: "c##{one}", text: "c")),
            ])
        let written = XLIFF.write([table])
        #expect(written.findings.map(\.messageKey) == ["XLIFF.CharacterNotAllowed", "XLIFF.AmbiguousKey"])
        #expect(written.findings.first?.facts == ["a", "U+0007"])
        #expect(XLIFF.read(written.bytes).tables.first?.units == [table.units[2]])
    }

    @Test func tablesOfOneNameAreKnownByTheirFolders() {
        func file(_ original: String, _ target: String) -> String {
            """
            <file original="\(original)" source-language="en" target-language="de"><body>
            <trans-unit id="Name"><source>Shop</source><target>\(target)</target></trans-unit></body></file>
            """
        }
        let files = [
            file("App/en.lproj/InfoPlist.strings", "App"), file("./Widget/InfoPlist.xcstrings", "Widget"),
            file("en.lproj/InfoPlist.strings", "Root"),
        ]
        let read = XLIFF.read(Array("<xliff version=\"1.2\">\(files.joined())</xliff>".utf8))
        #expect(read.findings == [])
        #expect(read.tables.map(\.name) == ["InfoPlist", "InfoPlist", "InfoPlist"])
        #expect(read.tables.map(\.folder) == ["App", "Widget", nil])
        #expect(read.tables.map { $0.units[0].translation?.text } == ["App", "Widget", "Root"])
    }

    @Test(arguments: [
        ("", "", TranslationState.translated), ("approved=\"no\"", "", .needsReview),
        ("approved=\"yes\"", "", .translated),
        ("approved=\"no\"", "state=\"final\"", .translated), ("", "state=\"needs-translation\"", .new),
        ("", "state=\"new\"", .new), ("", "state-qualifier=\"mt-suggestion\"", .needsReview),
        ("", "state-qualifier=\"exact-match\"", .translated),
    ])
    func theStateIsWhatTheFileSays(unit: String, target: String, state: TranslationState) throws {
        let read = read(
            "<trans-unit id=\"a\" \(unit)><source>A</source><target \(target)>B</target></trans-unit>")
        #expect(read.findings == [])
        #expect(read.tables[0].units[0].state == state)
        #expect(read.tables[0].units[0].isTranslatable)
    }

    @Test func unitsThatAreNotToBeTranslatedSaySo() throws {
        let read = read("<trans-unit id=\"a\" translate=\"no\"><source>A</source></trans-unit>")
        #expect(!read.tables[0].units[0].isTranslatable)
        let text = String(decoding: XLIFF.write(read.tables).bytes, as: UTF8.self)
        #expect(text.contains("translate=\"no\""))
        #expect(XLIFF.read(Array(text.utf8)).tables[0].units == read.tables[0].units)
    }

    @Test(arguments: [("ISO-8859-1", [0xE4] as [UInt8], "ä"), ("windows-1252", [0x84, 0xE4, 0x93], "„ä“")])
    func filesInLatinEncodingsAreRead(encoding: String, bytes: [UInt8], text: String) {
        let start = """
            <?xml version="1.0" encoding="\(encoding)"?><xliff version="1.2"><file original="T.strings" \
            source-language="en" target-language="de"><body><trans-unit id="a"><source>A</source><target>
            """
        let end = "</target></trans-unit></body></file></xliff>"
        let read = XLIFF.read(Array(start.utf8) + bytes + Array(end.utf8))
        #expect(read.findings == [])
        #expect(read.tables.first?.units.first?.translation?.text?.source.hasSuffix(text) == true)
    }

    @Test(arguments: [
        // Markup and placeholders between the same words.
        (
            "Click <g id=\"1\">here</g> to open <x id=\"2\"/>", "<x id=\"2\"/>: <g id=\"1\">hier</g> klicken",
            "Click <b>here</b> to open %@", "%@: <b>hier</b> klicken"
        ),
        // The text in the file itself.
        ("<x id=\"1\" equiv-text=\"%d\"/> files", "<x id=\"1\"/> Dateien", "anything", "%d Dateien"),
        (
            "<x id=\"1\" equiv-text=\"{{ a }}\"/> files", "<x id=\"1\" equiv-text=\"{{a}}\"/> Dateien",
            "anything",
            "{{ a }} Dateien"
        ),
        ("<bx id=\"1\"/>a<ex id=\"1\"/>", "<bx id=\"1\"/>b<ex id=\"1\"/>", "[a]", "[b]"),
        ("a <ph id=\"1\">%@</ph>", "b <ph id=\"1\">%@</ph>", "a %@", "b %@"),
    ])
    func inlineElementsAreWhatTheSourceHas(source: String, target: String, text: String, expected: String)
        throws
    {
        let read = try inline(source, target, text: text)
        #expect(read.findings == [])
        #expect(read.tables[0].units[0].translation?.text?.source == expected)
    }

    @Test(arguments: [
        // Words in two forms, two adjacent codes, a code that the source does not have, another source text.
        ("<x id=\"1\"/>a<x id=\"2\"/>", "<x id=\"1\"/>", "1a2a3"),
        ("<x id=\"1\"/><x id=\"2\"/>", "<x id=\"2\"/>", "%@%d"),
        ("a <x id=\"1\"/>", "<x id=\"3\"/>", "a %@"), ("a <x id=\"1\"/>", "<x id=\"1\"/>", "b %@"),
    ])
    func anInlineElementIsNeverGuessed(source: String, target: String, text: String) throws {
        let read = try inline(source, target, text: text)
        #expect(read.findings.map(\.messageKey).contains("XLIFF.InlineElement"))
        #expect(read.tables[0].units.isEmpty)
    }

    private static func place(_ target: String?, language: String = "de") -> String {
        """
        <xliff version="1.2"><file original="a.txt" source-language="en" target-language="\(language)"><body>
        <trans-unit id="k"><source>See <g id="1">all</g> of <ph id="2">{0}</ph></source>\(target.map { "<target>\($0)</target>" } ?? "")</trans-unit>
        </body></file></xliff>
        """
    }

    private static func files(_ text: String) -> [LocalizationFile] {
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []), path: "a.de.xlf")
        return LocalizationFile.files(of: Array(text.utf8), XLIFFFormat(), from: source) ?? []
    }

    /// If a file is read without conversion, its elements are part of its texts.
    @Test(arguments: [
        ("<g id=\"1\">Alles</g> von <ph id=\"2\">{0}</ph>", []),
        ("Von <ph id=\"2\">{0}</ph> <g id=\"1\">alles</g>", []),
        ("<g id=\"3\">Alles</g> von <ph id=\"2\">{0}</ph>", ["markup"]),
        ("<g id=\"1\">Alles</g> von {0}", ["markup"]),
    ])
    func lostElementsAreFound(target: String, checks: [String]) throws {
        let project = LocalizationProject(
            sourceLocale: try #require(LocaleIdentifier("en")), files: Self.files(Self.place(target)))
        #expect(CheckRunner(project: project).findings().map(\.check) == checks)
    }

    /// Elements in texts of a file that is read without conversion are written as elements, to that file and
    /// to a new one.
    @Test func writtenTextsKeepTheirElements() throws {
        let target = "<g id=\"1\">Alles</g> von <ph id=\"2\">{0}</ph> &amp; mehr"
        let locale = try #require(LocaleIdentifier("de"))
        var table = try #require(XLIFF.read(Array(Self.place(nil).utf8), keepsElements: true).tables.first)
        table.locale = locale
        table.units[0].translation = Message(
            key: "k", text: "<g id=\"1\">Alles</g> von <ph id=\"2\">{0}</ph> & mehr")
        table.units[0].state = .translated
        let edits = [TableEdits(setting: table)]
        for old in [nil, Array(Self.place("Alt").utf8)] {
            let file = try #require(
                XLIFFFormat().applying(
                    edits, to: old.map { TranslationDocument($0) }, at: "de.xlf", following: nil))
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(text.contains(">\(target)</target>"))
            #expect(text.contains("<source>See <g id=\"1\">all</g> of <ph id=\"2\">{0}</ph></source>"))
        }
    }

    /// An unreadable file is damage to the language that its name contains.
    @Test func theNameTellsWhoseTextsAreLost() {
        #expect(Self.files("<xliff><file>").map(\.locale.identifier) == ["de"])
    }

    private func inline(
        _ source: String, _ target: String, text: String
    ) throws -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        let english = try #require(LocaleIdentifier("en"))
        let file = """
            <xliff version="1.2"><file original="T.strings" source-language="en" target-language="de"><body>
            <trans-unit id="k"><source>\(source)</source><target>\(target)</target></trans-unit></body></file></xliff>
            """
        let catalog = MessageCatalog(locale: english, messages: [Message(key: "k", text: text)])
        return XLIFF.read(Array(file.utf8), sources: ["T": catalog])
    }
}
