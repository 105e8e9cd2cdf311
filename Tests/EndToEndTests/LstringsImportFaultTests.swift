// `lstrings import` of broken files: messages name the location and the remedy, and no translation is lost.

import TestSupport
import Testing

@Suite struct LstringsImportFaultTests {
    private static let header =
        "msgid \"\"\nmsgstr \"Language: de\\nContent-Type: text/plain; charset=UTF-8\\n%\"\n\n"

    private static func po(_ forms: String, _ entries: String) -> String {
        header.replacing("%", with: forms.isEmpty ? "" : "Plural-Forms: \(forms)\\n") + entries
    }

    private static let plural =
        "msgctxt \"Files: %ld\"\nmsgid \"%ld file\"\nmsgid_plural \"%ld files\"\n"
        + "msgstr[0] \"%ld Akte\"\nmsgstr[1] \"%ld Akten\"\n"

    /// The name of a file, its content, and the start of the first message about it.
    static let broken = [
        (
            "escape.po", po("", "msgctxt \"Title\"\nmsgid \"Shop\"\nmsgstr \"La\\qden\"\n"),
            "6: \\q is not an escape; "
        ),
        ("open.po", po("", "msgctxt \"Title\"\nmsgid \"Shop\"\nmsgstr \"Lad\n"), "6: "),
        ("count.po", po("nplurals=5; plural=n!=1;", plural), "4: "),
        (
            "zero.po", po("nplurals=2; plural=n%0;", plural),
            "1: the expression of Plural-Forms divides by zero; "
        ),
        ("range.po", po("nplurals=2; plural=n;", plural), "1: "),
        ("nonsense.po", po("", "nonsense\n"), "4: "),
        ("language.po", "msgid \"Shop\"\nmsgstr \"Laden\"\n", ""),
        ("empty.po", "", "1: "), ("empty.mo", "", " the MO file ends at byte 0, "),
        ("text.mo", "this is no MO file at all, but a text", " "),
        ("open.xliff", "<xliff version=\"1.2\"><file original=\"a\"", "1: the XML is not well-formed here ("),
        ("other.xliff", "<html/>", "1: "), ("empty.xliff", "", "1: "),
        (
            "bomb.xliff",
            "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]>\n<xliff><file original=\"&c;\"/></xliff>",
            "1: the entity “b” is not expanded; "
        ),
        (
            "secret.xliff",
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>\n<xliff><file original=\"&b;\"/></xliff>",
            ""
        ),
        ("Localizable.xcstrings", "", "1: this is not JSON: "),
        ("List.xcstrings", "[]", "1: “sourceLanguage” "),
        ("a.stringsdict", "<plist><dict/></plist>", " the file does not state its language; "),
        ("de.lproj/b.stringsdict", "<plist><dict><key>a</key>", "1: "),
        ("notes.txt", "x", " the format is not known; "), ("noend", "x", " the format is not known; "),
    ]

    private static let good =
        po("", "msgctxt \"Title\"\nmsgid \"Shop\"\nmsgstr \"店铺\"\n").replacing(
            "Language: de", with: "Language: ja")

    @Test(arguments: broken)
    func aBrokenFileIsReportedAndTheOthersAreRead(name: String, text: String, message: String) throws {
        try withProject([name: text, "ja.po": Self.good]) { (project) throws in
            let run = try project.run("import \(name) ja.po")
            #expect(run.status == 2)
            #expect(run.output == "")
            let first = try #require(run.errorLines.first)
            #expect(first.hasPrefix("lstrings: \(name):" + message))
            #expect(first.contains("; "), "no cure: \(first)")
            #expect(run.errorLines.allSatisfy { $0.count < 500 })
            #expect(try project.strings("ja") == ShopTexts.japanese.replacing("\"店\"", with: "\"店铺\""))
            try project.write(ShopTexts.path("ja"), ShopTexts.japanese)
            #expect(try project.isUntouched())
        }
    }

    @Test func aFileThatIsNotThereIsReported() throws {
        try withProject(["ja.po": Self.good]) { (project) throws in
            let run = try project.run("import nowhere.po ja.po")
            #expect(run.status == 2)
            #expect(run.errorLines.first == "lstrings: nowhere.po: there is no such file; check the path")
            #expect(try project.strings("ja").contains("店铺"))
        }
    }

    @Test func aFileWithoutALanguageSaysOnlyThat() throws {
        try withProject(["shop.po": "msgid \"\"\nmsgstr \"\"\n\n" + Self.plural]) { (project) throws in
            let run = try project.run("import shop.po")
            #expect(run.status == 2)
            #expect(
                run.errorLines.last { $0.hasPrefix("lstrings: ") }
                    == "lstrings: shop.po: the file does not state its language; specify it with --locale")
            #expect(!run.errors.contains("()"))
        }
    }

    @Test(arguments: stride(from: 1, to: 40, by: 4).map { $0 }) func aTruncatedMOFileIsReported(part: Int)
        throws
    {
        try withProject { (project) throws in
            #expect(try project.run("export --to mo -l de -o out").status == 0)
            let whole = try bytes(of: project.path + "/out/de/LC_MESSAGES/Localizable.mo")
            let length = whole.count * part / 40
            try makeFile(project.path + "/de.mo", Array(whole[..<length]))
            let run = try project.run("import -l de de.mo")
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("lstrings: de.mo: "))
            #expect(try project.isUntouched())
        }
    }

    /// A text and its variations exclude each other.
    @Test func aCatalogThatContradictsItselfChangesOnlyWhatIsClear() throws {
        let unit = #"{"stringUnit":{"state":"translated","value":"X"}"#
        let catalog = """
            {"sourceLanguage":"en","version":"1.0","strings":{
            "Title":{"localizations":{"de":\(unit),"variations":{"plural":{"other":\(unit)}}}}}},
            "Bye":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Tschüss"}}}}}}
            """
        try withProject(["Localizable.xcstrings": catalog]) { (project) throws in
            let run = try project.run("import Localizable.xcstrings")
            #expect(run.status == 2)
            #expect(
                run.errors.hasPrefix(
                    "lstrings: Localizable.xcstrings:2: in de, “Title” has a text and variations, "))
            #expect(
                try project.strings("de")
                    == ShopTexts.german.replacing("\"Auf Wieder\\U0073ehen\"", with: "\"Tschüss\""))
            #expect(try project.strings("en") == ShopTexts.english)
        }
    }

    /// Unreadable translations would be considered missing and overwritten.
    @Test func nothingIsImportedIntoAProjectThatCannotBeRead() throws {
        try withProject(["ja.po": Self.good]) { (project) throws in
            try makeFolder(project.path + "/Localizations/ja.lproj/Errors.strings")
            let run = try project.run("import ja.po")
            #expect(run.status == 2)
            #expect(run.errorLines.count == 1)
            #expect(try project.isUntouched())
        }
    }

    @Test func aBrokenFileOfTheProjectStaysAsItIs() throws {
        try withProject(["ja.po": Self.good]) { (project) throws in
            let broken = ShopTexts.japanese.replacing("\"Bye\"", with: "\"Bye")
            try project.write(ShopTexts.path("ja"), broken)
            let run = try project.run("import ja.po")
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("lstrings: \(ShopTexts.path("ja")):4: "))
            #expect(try project.strings("ja") == broken)
        }
    }

    @Test(arguments: ["", "--unknown ja.po", "--into Nowhere ja.po", "-l xx-yy ja.po", "--msgid both ja.po"])
    func aWrongCommandLineChangesNothing(options: String) throws {
        try withProject(["ja.po": Self.good]) { (project) throws in
            let run = try project.run("import " + options)
            #expect(run.status == 2)
            #expect(!run.errors.isEmpty)
            #expect(try project.isUntouched())
        }
    }
}
