// `lstrings check` on projects whose texts are not translated yet, have no source, or are in other formats.

import TestSupport
import Testing

@Suite struct LstringsUntranslatedTests {
    /// The findings of a check, one per line.
    private func findings(_ files: [String: String], _ arguments: String = "check .") throws -> [String] {
        try withFiles(files) { (folder) throws in
            try lstrings(arguments, in: folder).lines.filter { $0.hasSuffix("]") }
        }
    }

    private func xliff(_ units: String, target language: String = "vi") -> String {
        #"<?xml version="1.0" encoding="UTF-8"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">"#
            + #"<file source-language="en" datatype="plaintext" original="ng2.template" target-language="\#(language)">"#
            + "<body>\(units)</body></file></xliff>\n"
    }

    // MARK: Keys that are texts

    /// A table of the source overrides only a few texts; another one has none.
    @Test(arguments: ["\"\" = \"\";", "\"Open the file\" = \"Open a file\";"])
    func keysThatAreTextsNeedNoSource(source: String) throws {
        let translation = (1...8).map { "\"Open file \($0)\" = \"Datei \($0) öffnen\";\n" }.joined()
        let found = try findings([
            "en.lproj/Localizable.strings": source, "de.lproj/Localizable.strings": translation,
        ])
        #expect(!found.contains { $0.hasSuffix("[obsolete-key]") }, "\(found)")
    }

    @Test func oneKeyAmongManyIsStillObsolete() throws {
        let source = (1...8).map { "\"Open file \($0)\" = \"Open file \($0)\";\n" }.joined()
        let translation = (1...9).map { "\"Open file \($0)\" = \"Datei \($0) öffnen\";\n" }.joined()
        let found = try findings([
            "en.lproj/Localizable.strings": source, "de.lproj/Localizable.strings": translation,
        ])
        #expect(found.count == 1 && found[0].hasSuffix("[obsolete-key]"))
    }

    @Test func callsShowTheirTextsWhereTheSourceHasNone() throws {
        let files = [
            "en.lproj/Localizable.strings": "\"\" = \"\";",
            "de.lproj/Localizable.strings": "\"Open it\" = \"Öffnen\";",
            "App.swift": "let a = NSLocalizedString(\"Close it\", comment: \"\")\n",
        ]
        let found = try findings(files, "check . --sources App.swift")
        #expect(!found.contains { $0.hasSuffix("[undeclared-key]") }, "\(found)")
    }

    // MARK: Not translated yet

    @Test func anEmptyTextIsOneFinding() throws {
        let found = try findings([
            "locales/en.json": #"{"k": "<b>Open</b> /other/custom.pem"}"#, "locales/de.json": #"{"k": ""}"#,
        ])
        #expect(found.count == 1 && found[0].hasSuffix("[empty-value]"), "\(found)")
    }

    @Test func aCopyOfTheSourceIsUnfinishedAndNothingElse() throws {
        let text = "{n, plural, one {one file} other {{n} files}} "
        let unit =
            "<trans-unit id=\"1\"><source>\(text)</source>"
            + "<target state=\"needs-translation\">\(text.dropLast())</target></trans-unit>"
        let found = try findings([
            "messages.xlf": xliff("<trans-unit id=\"1\"><source>\(text)</source></trans-unit>", target: "en"),
            "messages.mk.xlf": xliff(unit, target: "mk"),
        ])
        #expect(found.allSatisfy { $0.hasSuffix("[unfinished]") } && !found.isEmpty, "\(found)")
    }

    // MARK: Elements and markers

    @Test func anElementThatATranslationLosesIsFound() throws {
        let element = #"<x id="PH" equiv-text="document.title"/>"#
        func unit(_ target: String) -> String {
            #"<trans-unit id="1"><source>Document "\#(element)" deleted</source><target state="final">\#(target)</target></trans-unit>"#
        }
        let lost = try findings(["messages.vi.xlf": xliff(unit("Tài liệu \"\" đã xóa"))])
        #expect(lost.count == 1 && lost[0].hasSuffix("[markup]"), "\(lost)")
        let renamed = element.replacing("document.title", with: "tiêu đề")
        #expect(try findings(["messages.vi.xlf": xliff(unit("Tài liệu \"\(renamed)\" đã xóa"))]) == [])
    }

    /// Placeholders that JabRef and other programs replace themselves.
    @Test func markersWithNumbersArePlaceholders() throws {
        func files(_ translation: String) -> [String: String] {
            ["l10n/App_en.properties": "k=Open %0 in %1\n", "l10n/App_tr.properties": "k=\(translation)\n"]
        }
        #expect(try findings(files("%1 içinde %0ler aç")) == [])
        let lost = try findings(files("%1 içinde aç"))
        #expect(lost.count == 1 && lost[0].hasSuffix("[missing-argument]"), "\(lost)")
    }

    @Test func formatsOfOtherProgramsInATemplateAreTexts() throws {
        let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
        let found = try findings([
            "po/app.pot": header + "msgid \"%N %V - %?O?Open File&Save File? - %f\"\nmsgstr \"\"\n"
        ])
        #expect(!found.contains { $0.hasSuffix("[invalid-format]") }, "\(found)")
    }

    // MARK: Folders

    @Test func foldersBelowAProjectAreFound() throws {
        let files = [
            "en.lproj/InfoPlist.strings": "\"CFBundleName\" = \"App\";",
            "zh.lproj/InfoPlist.strings": "\"CFBundleName\" = \"App\";",
            "Extension/en.lproj/Localizable.strings": "\"open\" = \"Open %@\";",
            "Extension/de.lproj/Localizable.strings": "\"open\" = \"Öffnen\";",
        ]
        let found = try findings(files)
        #expect(
            found.contains { $0.hasPrefix("Extension/de.lproj") && $0.hasSuffix("[missing-argument]") },
            "\(found)")
    }

    @Test func whatOthersBuiltIsNotLookedAt() throws {
        let files = [
            "en.lproj/Localizable.strings": "\"open\" = \"Open\";",
            "de.lproj/Localizable.strings": "\"open\" = \"Öffnen\";",
            "Sparkle.framework/Resources/en.lproj/Sparkle.strings": "\"a\" = \"Open %@\";",
            "Sparkle.framework/Resources/de.lproj/Sparkle.strings": "\"a\" = \"Öffnen\";",
        ]
        #expect(try findings(files) == [])
    }

    /// The property list itself contains the source texts.
    @Test func tablesOfTheSystemNeedNoSource() throws {
        #expect(try findings(["de.lproj/App-InfoPlist.strings": "\"CFBundleName\" = \"App\";"]) == [])
    }
}
