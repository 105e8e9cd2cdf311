// XLIFF 2: written files are read back, codes represent their data, and existing files keep their bytes.

import Localization
import TranslationTools
import Testing

@Suite struct XLIFF2Tests {
    private static func document(_ units: String) -> [UInt8] {
        Array(
            """
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
              <file id="f1" original="en.lproj/T.strings">
            \(units)
              </file>
            </xliff>

            """.utf8)
    }

    private static func table(_ target: String, _ state: TranslationState = .translated) -> TranslationTable {
        var unit = TranslationUnit(
            key: "a", source: Message(key: "a", text: "A"), translation: Message(key: "a", text: target),
            state: state)
        unit.comment = "Title."
        unit.translatorComment = "Checked."
        unit.references = ["a.swift:1"]
        unit.flags = ["objc-format"]
        unit.previousSource = "Old A"
        unit.previousKey = "old"
        unit.maximumLength = 20
        return TranslationTable(
            name: "T", sourceLocale: LocaleIdentifier("en")!, locale: LocaleIdentifier("de")!, units: [unit])
    }

    @Test(arguments: [TranslationState.translated, .needsReview, .new, .obsolete])
    func allThatIsSaidAboutAUnitIsReadBack(state: TranslationState) {
        let table = Self.table("Ä & <b>", state)
        let (bytes, findings) = XLIFF.write([table], version: .v2)
        #expect(findings.isEmpty)
        let back = XLIFF.read(bytes)
        #expect(back.findings.isEmpty)
        #expect(back.tables == [table])
    }

    @Test(arguments: [
        ("<ph id=\"1\" dataRef=\"d1\"/> Tage", "%d Tage"), ("a<cp hex=\"0001\"/>", "a\u{1}"),
        ("<pc id=\"1\" dataRefStart=\"d2\" dataRefEnd=\"d3\">x</pc>", "<b>x</b>"),
        ("<mrk id=\"m\" type=\"term\">x</mrk>", "x"),
        ("<sc id=\"1\" dataRef=\"d2\"/>x<ec startRef=\"1\" dataRef=\"d3\"/>", "<b>x</b>"),
    ])
    func codesAreTheirData(target: String, text: String) {
        let bytes = Self.document(
            """
            <unit id="1" name="k"><originalData><data id="d1">%d</data><data id="d2">&lt;b&gt;</data>\
            <data id="d3">&lt;/b&gt;</data></originalData>
            <segment><source>x</source><target>\(target)</target></segment></unit>
            """)
        let (tables, findings) = XLIFF.read(bytes)
        #expect(findings.isEmpty)
        #expect(tables.first?.units.first?.translation?.text?.source == text)
    }

    @Test func aCodeWithoutDataIsAFinding() {
        let bytes = Self.document(
            "<unit id=\"1\"><segment><source>x</source><target><ph id=\"1\"/></target></segment></unit>")
        #expect(XLIFF.read(bytes).findings.map(\.messageKey) == ["XLIFF.InlineElement"])
    }

    @Test func aLengthMayBeTheLastOfTwo() {
        let read = XLIFF.read(
            Self.document(
                """
                <unit id="a" name="a" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" \
                slr:sizeRestriction="2, 20"><segment><source>A</source></segment></unit>
                """))
        #expect(read.tables.first?.units.first?.maximumLength == 20)
    }

    @Test func segmentsAreJoined() {
        let bytes = Self.document(
            """
            <group id="g" translate="no"><unit id="1" translate="yes"><segment state="final"><source>A.</source><target>B.</target></segment>\
            <ignorable><source> </source></ignorable><segment state="initial"><source>C.</source></segment></unit>\
            <unit id="2"><segment><source>x</source></segment></unit></group>
            """)
        let units = XLIFF.read(bytes).tables.first?.units ?? []
        #expect(units.map { $0.source?.text?.source } == ["A. C.", "x"])
        #expect(units.first?.translation?.text?.source == "B. C.")
        #expect(units.first?.state == .needsReview)
        #expect(units.map(\.isTranslatable) == [true, false])
    }

    @Test(arguments: XLIFF.Version.allCases) func anUpdateChangesTheTextThatChanged(version: XLIFF.Version)
        throws
    {
        let old = XLIFF.write([Self.table("Alt")], version: version).bytes
        let text = String(decoding: old, as: UTF8.self)
            .replacing("</file>", with: "<!-- theirs -->\n</file>")
        let new = XLIFF.write([Self.table("Neu")], version: version).bytes
        let updated = try #require(XLIFF.update(Array(text.utf8), with: new).bytes)
        #expect(String(decoding: updated, as: UTF8.self) == text.replacing(">Alt<", with: ">Neu<"))
        #expect(XLIFF.update(Array(text.utf8), with: old).bytes == Array(text.utf8))
        #expect(XLIFF.update(Array("<xliff".utf8), with: new).bytes == nil)
    }

    @Test(arguments: XLIFF.Version.allCases) func anUpdateAddsUnits(version: XLIFF.Version) throws {
        var table = Self.table("Alt")
        let old = XLIFF.write([table], version: version).bytes
        table.units.append(
            TranslationUnit(
                key: "b", source: Message(key: "b", text: "B"), translation: Message(key: "b", text: "Be")))
        let updated = try #require(
            XLIFF.update(old, with: XLIFF.write([table], version: version).bytes).bytes)
        #expect(XLIFF.read(updated).tables == [table])
        #expect(XLIFF.read(updated).findings.isEmpty)
    }
}
