// Resource bundles of Java: which files they are, what is read, and the bytes that an edit changes.

import Localization
import Testing
@testable import TranslationTools

@Suite struct PropertiesFormatTests {
    private static let english = LocaleIdentifier("en")!
    private static let german = LocaleIdentifier("de")!

    private static func read(
        _ bytes: [UInt8], _ path: String = "messages_de.properties"
    ) -> (units: [TranslationUnit], findings: [any LocalizationDiagnostic]) {
        let project = LocalizationProject(sourceLocale: english, files: [])
        let (tables, findings) = PropertiesFormat().read(
            bytes, from: TranslationFileSource(project: project, path: path, table: "messages"))
        return (tables.flatMap(\.units), findings)
    }

    private static func texts(_ text: String) -> [String: String] {
        let units = read(Array(text.utf8)).units
        return Dictionary(uniqueKeysWithValues: units.map { ($0.key, $0.translation?.text?.source ?? "") })
    }

    private static func edited(
        _ old: [UInt8], _ texts: KeyValuePairs<String, String>, like source: String? = nil
    ) throws -> [UInt8] {
        let units = texts.map { key, text in
            TranslationUnit(key: key, translation: Message(key: key, text: text))
        }
        let table = TranslationTable(name: "messages", sourceLocale: english, locale: german, units: units)
        let project = LocalizationProject(sourceLocale: english, files: [])
        let following = source.flatMap { source in
            LocalizationFile.files(
                of: Array(source.utf8), PropertiesFormat(),
                from: TranslationFileSource(project: project, path: "messages.properties"))?.first
        }
        let file = PropertiesFormat().applying(
            [TableEdits(setting: table)], to: TranslationDocument(old), at: "messages_de.properties",
            following: following)
        return try #require(file).bytes
    }

    private static func edited(
        _ old: String, _ texts: KeyValuePairs<String, String>, like source: String? = nil
    ) throws -> String {
        String(decoding: try edited(Array(old.utf8), texts, like: source), as: UTF8.self)
    }

    /// In German no number has the form `zero`: ICU never shows a branch of that name.
    @Test(arguments: [nil, "n = {n, plural, one {# y} other {# z}}\n"])
    func theFormZeroIsABranchForZero(old: String?) throws {
        let forms: [PluralCategory: FormatString] = [.zero: "nichts", .one: "{n} y", .other: "{n} z"]
        let unit = TranslationUnit(key: "n", translation: Message(key: "n", plural: forms))
        let table = TranslationTable(
            name: "messages", sourceLocale: Self.english, locale: Self.german, units: [unit])
        let file = try #require(
            PropertiesFormat().applying(
                [TableEdits(setting: table)], to: old.map { TranslationDocument(Array($0.utf8)) },
                at: "messages_de.properties", following: nil))
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.contains("=0 {nichts}") && !text.contains("zero"))
        #expect(Self.read(file.bytes).units.first?.translation?.plural == forms)
    }

    // MARK: Files

    @Test(arguments: [
        ("src/messages.properties", "messages", nil), ("src/messages_de.properties", "messages", "de"),
        ("messages_de_AT.properties", "messages", "de_AT"), ("my_app.properties", "my_app", nil),
        ("Texts_zh_Hans_CN.properties", "Texts", "zh_Hans_CN"), ("_de.properties", "_de", nil),
    ])
    func aNameTellsTableAndLocale(path: String, table: String, locale: String?) throws {
        let placed = try #require(PropertiesFormat().place(of: path))
        #expect(placed.table == table && placed.locale?.identifier == locale)
        #expect(placed.needsTranslations == (locale == nil))
        #expect(FileFamily(path, separator: "_").path(of: Self.german).hasSuffix("\(table)_de.properties"))
    }

    // MARK: Reading

    @Test func linesAreReadAsJavaReadsThem() {
        let texts = Self.texts(
            "# comment\n! other\\\na=A\n b : B \n\tc\tC\nd\ne==x\nf\\ g\\:h = 1 2  \nlong = one \\\n   two\\\r\n\tthree\n"
                + "i = \\u00e4\\uD83D\\uDE00\\t\\n\\\\ \\z\\\"\nj = x\\\\\nk = y\\\n\nl=\\\n  z\rm=\\")
        #expect(
            texts == [
                "a": "A", "b": "B ", "c": "C", "d": "", "e": "=x", "f g:h": "1 2  ",
                "long": "one twothree", "i": "ä😀\t\n\\ z\"", "j": "x\\", "k": "y", "l": "z", "m": "",
            ])
    }

    @Test func bytesTellTheEncoding() {
        #expect(Self.read([0x61, 0x3D, 0xE4]).units.first?.translation?.text?.source == "ä")
        #expect(Self.read([0x61, 0x3D, 0xC3, 0xA4]).units.first?.translation?.text?.source == "ä")
        #expect(Self.read([0xEF, 0xBB, 0xBF, 0x61, 0x3D, 0xC3, 0xA4]).units.map(\.key) == ["a"])
        // One invalid byte in UTF-8 is damage, not another encoding.
        let (units, findings) = Self.read([0x61, 0x3D, 0xC3, 0xA4, 0xFF, 0x0A, 0x62, 0x3D, 0x62])
        #expect(findings.map(\.messageKey) == ["Text.Encoding"] && units.count == 2)
    }

    @Test(arguments: [
        ("a=\\u12\nb=B", "Text.Escape", "1:3"), ("a=\\u+123\nb=B", "Text.Escape", "1:3"),
        ("a=\\ud83d x\nb=B", "Text.Escape", "1:3"), ("b=A\nb=B", "Text.DuplicateKey", "2:1"),
        ("=A\nb=B", "Text.MissingName", "1:1"),
    ])
    func aFaultHasAPlaceAndTheRestIsRead(text: String, finding: String, place: String) throws {
        let (units, findings) = Self.read(Array(text.utf8))
        let first = try #require(findings.first)
        #expect(findings.count == 1 && first.messageKey == finding && first.position?.description == place)
        #expect(units.last?.key == "b" && units.last?.translation?.text?.source == "B")
    }

    @Test func commentsAndPluralsBelongToTheirMessage() throws {
        let units = Self.read(
            Array(
                """
                # License

                # Shown in the menu
                # max-length: 12
                n = {0, plural, one {# file} other {{0} files}}
                m = M
                """.utf8)
        ).units
        #expect(units.map(\.comment) == ["Shown in the menu", nil] && units[0].maximumLength == 12)
        #expect(units[0].translation?.plural[.one]?.source == "{0} file")
        #expect(units[0].places.translation[.plural(.other)]?.description == "5:37")
    }

    // MARK: Editing

    @Test func anEditChangesOnlyItsBytes() throws {
        let text = "# c\r\na   =  one \\\r\n   t\\u0077o\r\nb:B\r\n"
        #expect(try Self.edited(text, ["a": "one two", "b": "B"]) == text)
        #expect(
            try Self.edited(text, ["a": "one twos", "b": "Bär"])
                == "# c\r\na   =  one \\\r\n   t\\u0077os\r\nb:B\\u00E4r\r\n")
        #expect(try Self.edited("a=x y", ["a": " y"]) == "a=\\ y")
        #expect(try Self.edited("a=x", ["a": "x\\\n"]) == "a=x\\\\\\n")
    }

    @Test func aFileKeepsItsEncoding() throws {
        #expect(
            try Self.edited([0x61, 0x3D, 0xE4], ["a": "äö€"]) == [0x61, 0x3D, 0xE4, 0xF6] + "\\u20AC".utf8)
        #expect(try Self.edited("a=ä", ["a": "äö"]) == "a=äö")
        #expect(try Self.edited("\u{FEFF}a=a", ["a": "b"]) == "\u{FEFF}a=b")
        #expect(try Self.edited("a=\\u00e4", ["a": "äÖ"]) == "a=\\u00e4\\u00d6")
    }

    @Test func newTextsFollowTheirNeighborsInTheSource() throws {
        let source = "a = A\nb = B\nc\\ d = C\n"
        #expect(
            try Self.edited("a : 1\nz : 2", ["b": " x", "c d": "y"], like: source)
                == "a : 1\nb : \\ x\nc\\ d : y\nz : 2")
        #expect(try Self.edited("c\\ d=1\n", ["a": "ä"], like: source) == "a=\\u00E4\nc\\ d=1\n")
        #expect(try Self.edited("", ["a": "x"], like: source) == "a = x\n")
    }

    @Test func aDamagedFileKeepsItsBytes() throws {
        let bytes: [UInt8] = Array("a=ä".utf8) + [0xFF, 0x0A] + Array("c=\\u1\nb=B\n".utf8)
        #expect(try Self.edited(bytes, ["b": "C"]) == bytes.dropLast(2) + Array("C\n".utf8))
    }

    /// Java does not read files in UTF-16.
    @Test func aFileWithZerosIsNotChanged() throws {
        let bytes = Array("a\0=\0A\0\n\0".utf8)
        #expect(Self.read(bytes).units.isEmpty)
        #expect(Self.read(bytes).findings.map(\.messageKey) == ["Text.Encoding"])
        #expect(try Self.edited(bytes, ["b": "B"]) == bytes)
    }

    @Test func versionsAreMergedEntryByEntry() {
        func merged(_ base: String, _ ours: String, _ theirs: String) -> FileMerge.Outcome {
            FileMerge.merge(
                base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
                syntax: .properties)
        }
        let outcome = merged("a=1\nz=9\n", "a=1\nb=2\nz=9\n", "a=1\n# c\nc=3\nz=8\n")
        guard case .merged(let bytes, let clashes) = outcome else {
            Issue.record("not merged")
            return
        }
        #expect(clashes == [] && String(decoding: bytes, as: UTF8.self).contains("z=8\n"))
        #expect(Set(Self.read(bytes).units.map(\.key)) == ["a", "b", "c", "z"])
        guard case .merged(_, let clashes) = merged("a=1\n", "a=2\n", "a=3\n") else {
            Issue.record("not merged")
            return
        }
        #expect(clashes == ["a"])
    }

    // MARK: Checks

    /// An apostrophe quotes in a format, and is plain text in a text without arguments.
    @Test func argumentsAreThoseOfMessageFormat() throws {
        func file(_ text: String, _ path: String) throws -> LocalizationFile {
            let project = LocalizationProject(sourceLocale: Self.english, files: [])
            let source = TranslationFileSource(
                project: project, path: path, table: "messages")
            let files = LocalizationFile.files(of: Array(text.utf8), PropertiesFormat(), from: source)
            return try #require(files?.first)
        }
        let english = try file(
            "a=Open {0}\nb=Open it\nc=Close {0} of {1}", "messages.properties")
        let french = try file(
            "a=L'ouvrir {0}\nb=L'ouvrir\nc=Fermer {0} d''{1}", "messages_fr.properties")
        let findings = CheckRunner(
            project: LocalizationProject(sourceLocale: Self.english, files: [english, french])
        ).findings().filter { $0.severity > .note }
        #expect(findings.map { "\($0.check) \($0.key ?? "")" } == ["missing-argument a"])
    }
}
