// Resource files of .NET: which entries are texts, and the bytes that an edit changes.

import Localization
import Testing
@testable import TranslationTools

@Suite struct ResxFormatTests {
    private static let english = LocaleIdentifier("en")!

    private static let text = """
        <?xml version="1.0" encoding="utf-8"?>
        <root>
          <!-- a schema -->
          <resheader name="version">
            <value>2.0</value>
          </resheader>
          <data name="Open" xml:space="preserve">
            <value>Say &quot;Hi&quot; &amp; go</value>
            <comment>Button
        max-length: 20</comment>
          </data>
          <data name="Icon" type="System.Drawing.Bitmap, System.Drawing" mimetype="application/x-microsoft.net.object.bytearray.base64">
            <value>AAAA</value>
          </data>
          <data name="&gt;&gt;box.Name" xml:space="preserve">
            <value>box</value>
          </data>
          <data name="Two" xml:space="preserve">
            <value>one
        two</value>
          </data>
        </root>
        """

    private static func read(
        _ text: String
    ) -> (units: [TranslationUnit], findings: [any LocalizationDiagnostic]) {
        let project = LocalizationProject(sourceLocale: english, files: [])
        let source = TranslationFileSource(project: project, path: "Resources.de.resx", table: "Resources")
        let (tables, findings) = ResxFormat().read(Array(text.utf8), from: source)
        return (tables.flatMap(\.units), findings)
    }

    private static func edited(_ old: String, _ texts: KeyValuePairs<String, String>) throws -> String {
        let units = texts.map { key, text in
            TranslationUnit(key: key, translation: Message(key: key, text: text))
        }
        let table = TranslationTable(
            name: "Resources", sourceLocale: english, locale: LocaleIdentifier("de")!, units: units)
        let file = ResxFormat().applying(
            [TableEdits(setting: table)], to: TranslationDocument(Array(old.utf8)), at: "Resources.de.resx",
            following: nil)
        return String(decoding: try #require(file).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("a/Resources.resx", "Resources", nil), ("a/Resources.de.resx", "Resources", "de"),
        ("Form.Main.pt-BR.resx", "Form.Main", "pt_BR"),
    ])
    func aNameTellsTableAndLocale(path: String, table: String, locale: String?) throws {
        let placed = try #require(ResxFormat().place(of: path))
        #expect(placed.table == table && placed.locale?.identifier == locale)
    }

    @Test func onlyTextsAreRead() throws {
        let (units, findings) = Self.read(Self.text)
        #expect(findings.isEmpty && units.map(\.key) == ["Open", "Two"])
        #expect(units.map(\.translation?.text?.source) == ["Say \"Hi\" & go", "one\ntwo"])
        #expect(units[0].comment == "Button" && units[0].maximumLength == 20)
        #expect(units[0].places.translation[nil]?.description == "8:5")
    }

    @Test func anEditChangesOnlyItsBytes() throws {
        let text = "\u{FEFF}" + Self.text.replacing("\n", with: "\r\n")
        #expect(try Self.edited(text, ["Open": "Say \"Hi\" & go", "Two": "one\ntwo"]) == text)
        #expect(
            try Self.edited(text, ["Open": "Say \"Hi\" & stay", "Two": "one\n<two>\n"])
                == text.replacing("&amp; go", with: "&amp; stay").replacing(
                    "one\r\ntwo", with: "one\r\n&lt;two&gt;\r\n"))
    }

    @Test func newTextsAreWrittenLikeTheOthers() throws {
        let changed = try Self.edited(Self.text, ["New": "a & b"])
        #expect(
            changed
                == Self.text.replacing(
                    "</data>\n</root>",
                    with: """
                        </data>
                          <data name="New" xml:space="preserve">
                            <value>a &amp; b</value>
                          </data>
                        </root>
                        """))
    }

    @Test(arguments: [
        (
            "<root><data><value>A</value></data><data name=\"b\"><value>B</value></data></root>",
            "Text.MissingName"
        ),
        (
            "<root><data name=\"b\"><value>B</value></data><data name=\"b\"><value>A</value></data></root>",
            "Text.DuplicateName"
        ),
        ("<root><data name=\"b\"><value>B</value></data><data", "XML.NotWellFormed"),
    ])
    func aFaultIsReportedAndTheRestIsRead(text: String, finding: String) throws {
        let (units, findings) = Self.read(text)
        #expect(findings.map(\.messageKey) == [finding])
        #expect(findings.first?.position != nil && units.map(\.translation?.text?.source) == ["B"])
    }

    @Test func anotherDocumentIsNotChanged() throws {
        #expect(Self.read("<resources/>").findings.map(\.messageKey) == ["XML.UnexpectedDocument"])
        #expect(try Self.edited("<root><data", ["a": "A"]) == "<root><data")
    }

    @Test func aRowOfBracesIsComparedAsDotNETFormatsIt() throws {
        func file(_ text: String, _ path: String) throws -> LocalizationFile {
            let project = LocalizationProject(sourceLocale: Self.english, files: [])
            let source = TranslationFileSource(
                project: project, path: path, table: "Resources")
            let xml = "<root>\(text)</root>"
            return try #require(
                LocalizationFile.files(of: Array(xml.utf8), ResxFormat(), from: source)?.first)
        }
        func data(_ name: String, _ text: String) -> String {
            "<data name=\"\(name)\" xml:space=\"preserve\"><value>\(text)</value></data>"
        }
        let english = try file(data("a", "{0:N2} of {1}") + data("b", "{{0}} {0}"), "Resources.resx")
        let german = try file(data("a", "{0:N2} von {2}") + data("b", "{{0}} {0}"), "Resources.de.resx")
        let findings = CheckRunner(
            project: LocalizationProject(sourceLocale: Self.english, files: [english, german])
        ).findings().filter { $0.severity > .note }
        #expect(findings.map { "\($0.check) \($0.key ?? "")" } == ["extra-argument a"])
    }
}
