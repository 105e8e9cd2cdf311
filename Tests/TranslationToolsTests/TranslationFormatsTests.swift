// A file's name determines its format, however it is spelled, and every format reads back its own files.

import SearchTesting
import Testing
import TranslationTools

@Suite struct TranslationFormatsTests {
    static let formats = TranslationFormats()
    static let names = formats.all.map(\.name)

    @Test(arguments: [
        ("de.po", "po"), ("shop.pot", "pot"), ("de/LC_MESSAGES/shop.mo", "mo"), ("de.gmo", "mo"),
        ("de.xliff", "xliff"), ("de.XLF", "xliff"), ("a/de.lproj/Localizable.stringsdict", "stringsdict"),
        ("Localizable.xcstrings", "xcstrings"), ("a.b.PO", "po"), ("values-de/strings.xml", "android"),
        ("de.lproj/Localizable.strings", "strings"), ("locales/de.json", "i18next"), ("app_de.arb", "arb"),
        ("messages_de.properties", "properties"), ("Resources.de.resx", "resx"), ("app_de.ts", "qt"),
        ("locales/de/app.ftl", "fluent"),
    ])
    func theEndOfANameTellsTheFormat(path: String, format: String) {
        #expect(Self.formats.format(ofFile: path)?.name == format)
    }

    @Test(arguments: ["", "po", "de.string", "de.po.bak", "de.po/x", "de.", "/"])
    func otherNamesTellNone(path: String) {
        #expect(Self.formats.format(ofFile: path) == nil)
    }

    @Test func namesAndExtensionsAreUnique() {
        #expect(Set(Self.names).count == Self.names.count)
        // XLIFF is one format to read, and two to write; so is JSON.
        let extensions = Self.formats.all.filter { !["xliff2", "formatjs"].contains($0.name) }.flatMap(
            \.fileExtensions)
        #expect(Set(extensions).count == extensions.count)
    }

    /// If two locales shared one file, the translations of one would be lost.
    @Test(arguments: names) func noTwoLocalesShareAFile(name: String) throws {
        let format = try #require(Self.formats.format(named: name))
        guard [.table, .locale].contains(format.contents) else { return }
        let names = [
            "zh_CN", "zh_Hans", "zh_Hant", "zh_TW", "zh_Hans_CN", "pt", "pt_BR", "sr", "sr_Latn", "sr_Cyrl",
            "nb",
            "no", "he", "id", "es_419", "de", "de_DE", "ca_ES_VALENCIA",
        ]
        let locales = Set(names.compactMap(LocaleIdentifier.init)).sorted { $0.identifier < $1.identifier }
        let files = locales.map {
            LocalizationFile(path: "\($0)", table: "T", locale: $0, bytes: Array("\"a\" = \"\($0)\";".utf8))
        }
        let english = LocalizationFile(
            path: "en", table: "T", locale: .english, bytes: Array("\"a\" = \"A\";".utf8))
        let project = LocalizationProject(sourceLocale: .english, files: [english] + files)
        var found: [String: [UInt8]] = [:]
        TranslationExport(project, tables: ["T"], locales: locales).write(format) { file in
            guard format.fileExtensions.contains(where: { file.path.hasSuffix("." + $0) }) else { return }
            #expect(found.updateValue(file.bytes, forKey: file.path) == nil, "\(file.path)")
        }
        // The locale that is read back is the one that was written.
        for (path, bytes) in found {
            let source = TranslationFileSource(project: project, path: path)
            let tables = format.read(bytes, from: source).tables
            for table in tables where table.units.contains(where: { $0.translation != nil }) {
                #expect(table.units.first?.translation?.text?.source == table.locale?.identifier, "\(path)")
            }
        }
    }

    private static let project = LocalizationProject(
        source: """
            "Open" = "Open";
            "n|==|plural.one" = "%ld file";
            "n|==|plural.other" = "%ld files";
            """,
        [
            "de": """
            "Open" = "Öffnen";
            "n|==|plural.one" = "%ld Datei";
            "n|==|plural.other" = "%ld Dateien";
            """
        ])

    private static func files(_ format: any TranslationFormat) -> [TranslationFile] {
        var files: [TranslationFile] = []
        let export = TranslationExport(
            project, tables: project.tables, locales: [LocaleIdentifier("de")!], commonName: "shop")
        export.write(format) { files.append($0) }
        return files
    }

    @Test(arguments: names) func everyFormatConforms(name: String) throws {
        let format = try #require(Self.formats.format(named: name))
        TranslationFormatConformance(format).run()
    }

    @Test(arguments: names) func aFormatReadsWhatItWrote(name: String) throws {
        let format = try #require(Self.formats.format(named: name))
        let file = try #require(Self.files(format).first)
        #expect(Self.formats.format(ofFile: file.path)?.fileExtensions == format.fileExtensions)
        let source = TranslationFileSource(
            project: Self.project, path: file.path, locale: LocaleIdentifier("de")!, table: "Localizable")
        let (tables, findings) = format.read(file.bytes, from: source)
        #expect(findings.filter { $0.severity > .note }.map(\.messageKey) == [])
        let german = try #require(tables.first { $0.locale?.language == "de" })
        #expect(german.name == "Localizable")
        let plural = german.units.first { $0.key == "n" }?.translation?.plural[.other]?.source
        #expect(plural == (format.contents == .template ? nil : "%ld Dateien"))
    }

    /// Apple's files of a table, including the plain one, are changed in place.
    @Test func theFileBesideAStringsdictIsChangedInItsOwnBytes() throws {
        let project = LocalizationProject(
            source: "\"a\" = \"A\";\n\"b\" = \"B\";\n\"c\" = \"C\";",
            ["de": "/* Translator: note */\n\"a\" = \"Ah\";\n\"b\" = \"Be\";\n\"c\" = \"Ce\";"])
        let export = TranslationExport(project, tables: project.tables, locales: [LocaleIdentifier("de")!])
        let old = "// own\n\"b\"   =\"alt\" ;\n\n\"left\" = \"x\";\n\"c\" = \"Ce\"; // end\n"
        var written: [String: String] = [:]
        export.write(StringsdictFormat(), existing: { $0.hasSuffix(".strings") ? Array(old.utf8) : nil }) {
            written[$0.path] = String(decoding: $0.bytes, as: UTF8.self)
        }
        let plain = try #require(written.first { $0.key.hasSuffix(".strings") }?.value)
        #expect(plain.contains("// own\n") && plain.contains("\"b\"   =\"Be\" ;\n\n\"left\" = \"x\";"))
        #expect(plain.hasSuffix("\"c\" = \"Ce\"; // end\n") && plain.contains("\"a\" = \"Ah\";"))
        #expect(!plain.contains("note"))
    }

    @Test func anEmptyTextIsWrittenBesideAStringsdict() throws {
        let project = LocalizationProject(source: "\"a\" = \"\";", ["de": "\"a\" = \"\";"])
        var written: [String] = []
        TranslationExport(project, tables: project.tables, locales: [LocaleIdentifier("de")!])
            .write(StringsdictFormat()) { written.append(String(decoding: $0.bytes, as: UTF8.self)) }
        #expect(written.contains("\"a\" = \"\";\n"))
    }

    /// Android still reads the former codes of languages. A language without texts gets no file.
    @Test func androidFilesAreWrittenWhereTheyAre() throws {
        let project = LocalizationProject(source: "\"a\" = \"A\";", ["he": "\"a\" = \"B\";", "fi": ""])
        let export = TranslationExport(project, tables: project.tables, locales: project.locales)
        func paths(_ old: Set<String>) -> Set<String> {
            var paths: Set<String> = []
            export.write(AndroidFormat(), existing: { old.contains($0) ? Array("<resources/>".utf8) : nil }) {
                paths.insert($0.path)
            }
            return paths
        }
        #expect(paths([]) == ["values/strings.xml", "values-he/strings.xml"])
        #expect(
            paths(["values-iw/strings.xml", "values-fi/strings.xml"])
                == ["values/strings.xml", "values-iw/strings.xml", "values-fi/strings.xml"])
    }

    @Test(arguments: names) func damagedBytesAreFindingsAndNoCrash(name: String) throws {
        let format = try #require(Self.formats.format(named: name))
        let source = TranslationFileSource(project: Self.project, path: "de.lproj/Localizable.\(name)")
        let (tables, findings) = format.read(Array("<\u{0}{\"".utf8), from: source)
        #expect(!findings.isEmpty || tables.allSatisfy(\.units.isEmpty))
    }

    /// The dates in gettext's headers alone are no reason to write a file again.
    @Test(arguments: names) func aFormatWithDatesKnowsAFileThatSaysTheSame(name: String) throws {
        func file(_ date: String) throws -> (format: any TranslationFormat, bytes: [UInt8]) {
            let options = TranslationFormatOptions(
                gettext: GettextOptions(project: "shop", creationDate: date))
            let format = try #require(TranslationFormats(options).format(named: name))
            return (format, try #require(Self.files(format).first).bytes)
        }
        let (format, old) = try file("2024-05-01 12:00+0000")
        let new = try file("2025-05-01 12:00+0000").bytes
        #expect(format.isUpToDate(old, with: new) == ["po", "pot"].contains(name))
        #expect(!format.isUpToDate([], with: new))
    }

    /// A program's own format is used like those of the library.
    @Test func anotherFormatJoinsTheRegistry() throws {
        var formats = Self.formats
        formats.all.append(KeyList())
        let format = try #require(formats.format(ofFile: "de.keys"))
        let file = try #require(Self.files(format).first)
        #expect(file.path == "de.keys")
        #expect(String(decoding: file.bytes, as: UTF8.self) == "Open\nn\n")
        let source = TranslationFileSource(project: Self.project, path: file.path)
        #expect(format.read(file.bytes, from: source).tables.first?.units.map(\.key) == ["Open", "n"])
    }
}

/// A list of keys, one per line.
private struct KeyList: TranslationFormat {
    let name = "keys"
    let fileExtensions = ["keys"]
    let contents = TranslationFileContents.locale

    func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let keys = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        let table = TranslationTable(
            name: source.tableName, sourceLocale: source.project.sourceLocale,
            locale: LocaleIdentifier(source.stem), units: keys.map { TranslationUnit(key: $0) })
        return ([table], [])
    }

    func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let keys = tables.flatMap { $0.units.map { $0.key + "\n" } }.joined()
        return [TranslationFile(path: name + ".keys", bytes: Array(keys.utf8))]
    }
}
