// Checks report a fault of a format once, and follow the rules of other file formats.

import Localization
import Testing

@testable import TranslationTools

@Suite struct FormatCheckTests {
    private func findings(_ source: String, _ translations: [String: String?]) -> [Finding] {
        CheckRunner(project: LocalizationProject(source: source, translations)).findings()
    }

    /// A translator cannot do better than the source.
    @Test func aFaultOfTheSourceIsReportedThereAlone() {
        let wrong = "\"a\" = \"%1$@ of %@\";\n\"b\" = \"%1$@ of %1$d\";\n\"c\" = \"%d% of %@\";"
        let found = findings(wrong, ["de": wrong, "fr": wrong])
        #expect(!found.isEmpty)
        #expect(Set(found.map(\.locale.identifier)) == ["en"])
        #expect(Set(found.compactMap(\.key)) == ["a", "b", "c"])
    }

    /// A slash needs no backslash, and every reader drops it.
    @Test func anEscapeThatNoReaderKnowsIsReportedWithItsKey() {
        let found = findings(
            #""a \(b)" = "A"; "c" = "C"; "d" = "D";"#,
            ["de": #""a \(b)" = "A"; "c" = "1\/2 C"; "d" = "D\-E";"#]
        ).filter { $0.check == "invalid-escape" }
        #expect(found.map { "\($0.locale.identifier) \($0.key ?? "-")" } == ["de d", "en a (b)"])
    }

    /// An interpolation of Swift is told once, with the key that the compiler makes.
    @Test func interpolationsOfSwiftAreNamed() {
        func found(_ source: String, _ translation: String) -> [String] {
            findings(source, ["de": translation]).filter { $0.check == "invalid-escape" }.map { finding in
                let facts = finding.facts.map { if case .text(let text) = $0 { text } else { "?" } }
                return "\(finding.locale) \(finding.messageKey) \(facts.joined(separator: " | "))"
            }
        }
        let key = #""\(max(a, b)) of \(all)""#
        #expect(
            found(#"\#(key) = "\(x) of \(y)";"#, #"\#(key) = "\(x) von \(y)";"#) == [
                #"en invalid-escape.interpolation \(max(a, b)) | %@ of %@"#
            ])
        #expect(
            found(#""k" = "Hi %@";"#, #""k" = "Hallo \(name)!";"#) == [
                #"de invalid-escape.interpolation \(name) | Hallo %@!"#
            ])
        // The backslash itself may be escaped, and what has no end is none.
        #expect(
            found(#""a \\(b)" = "A";"#, #""a \\(b)" = "B";"#) == [
                #"en invalid-escape.interpolation \(b) | a %@"#
            ])
        #expect(found(#""k" = "A";"#, #""k" = "B \( c";"#) == [#"de Strings.UnknownEscape \("#])
    }

    @Test func aSubstitutionMayCountANumberWithDecimals() {
        let texts = """
            "d" = "%1$#@km@";
            "d|==|substitutions.km.plural.one" = "%1$.1f kilometre";
            "d|==|substitutions.km.plural.other" = "%1$.1f kilometres";
            """
        #expect(findings(texts, ["nl": texts]).filter { $0.severity > .note } == [])
    }

    /// Readers of a regional variant see the texts of the language if the variant has no text of its own.
    @Test func aRegionalVariantFallsBack() {
        let found = findings(
            "\"a\" = \"Apple\";\n\"b\" = \"Pear\";\n\"c\" = \"Plum\";",
            ["de": "\"a\" = \"Apfel\";\n\"b\" = \"Birne\";", "de_AT": "\"b\" = \"Birne\";"])
        #expect(found.map { "\($0.locale.identifier) \($0.key ?? "")" } == ["de c", "de_AT c"])
    }

    private func android(
        _ source: String, _ translation: String, ignored: String = ""
    ) throws -> [Finding] {
        func files(_ folder: String, _ resources: String) throws -> [LocalizationFile] {
            let text =
                "<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:ignore=\"\(ignored)\">"
                + "\(resources)</resources>"
            let source = TranslationFileSource(
                project: LocalizationProject(sourceLocale: .english, files: []),
                path: "res/\(folder)/strings.xml", table: "strings")
            return try #require(LocalizationFile.files(of: Array(text.utf8), AndroidFormat(), from: source))
        }
        let files = try files("values", source) + files("values-de", translation)
        return CheckRunner(project: LocalizationProject(sourceLocale: .english, files: files)).findings()
    }

    @Test func androidRefusesSeveralSpecifiersWithoutNumbers() throws {
        let found = try android(
            "<string name=\"a\">%s and %s</string>", "<string name=\"a\">%s und %s</string>")
        #expect(found.map(\.check) == ["invalid-format", "invalid-format"])
        #expect(found.map(\.locale.identifier).sorted() == ["de", "en"])
        // Most texts are not formats.
        #expect(
            try android("<string name=\"a\">50% off</string>", "<string name=\"a\">50% Rabatt</string>") == []
        )
        #expect(
            try android(
                "<string name=\"a\" formatted=\"false\">%s and %s</string>",
                "<string name=\"a\" formatted=\"false\">%s und %s</string>") == [])
        #expect(
            try android(
                "<string name=\"a\">%1$s: %2$tY</string>", "<string name=\"a\">%2$tY: %1$s</string>") == [])
    }

    /// The rule of aapt2 does not look at conversions, and applies only to texts without elements in
    /// `<string>`.
    @Test(arguments: [
        ("<string name=\"a\">%1$s of %s</string>", true), ("<string name=\"a\">%s and %&lt;s</string>", true),
        ("<string name=\"a\">100% of 50% all</string>", true),
        ("<string name=\"a\">%1$s is 50%</string>", false),
        ("<string name=\"a\">caf%C3%A9?q=%d7%90</string>", false),
        ("<string name=\"a\">%H:%M on %d</string>", false), ("<string name=\"a\">%s%%%n</string>", false),
        ("<string name=\"a\" translatable=\"false\">%s and %s</string>", false),
        ("<string name=\"a\"><b>%s</b> and %s</string>", false),
        (
            "<plurals name=\"a\"><item quantity=\"one\">%d of %s</item><item quantity=\"other\">%d of %s</item></plurals>",
            false
        ),
        ("<string-array name=\"a\"><item>%s and %s</item></string-array>", false),
    ])
    func androidLooksAtPlainTextsAlone(resource: String, isRefused: Bool) throws {
        let found = try android(resource, resource).filter { $0.messageKey == "invalid-format.unnumbered" }
        #expect(found.isEmpty != isRefused)
    }

    @Test func aNameIsInOneFileOfAFolder() throws {
        func file(_ path: String, _ resources: String) throws -> LocalizationFile {
            let source = TranslationFileSource(
                project: LocalizationProject(sourceLocale: .english, files: []), path: path, table: "strings")
            let text = "<resources>\(resources)</resources>"
            let files = LocalizationFile.files(of: Array(text.utf8), AndroidFormat(), from: source)
            return try #require(files?.first)
        }
        let plural =
            "<plurals name=\"b\"><item quantity=\"one\">B</item><item quantity=\"other\">B</item></plurals>"
        let project = LocalizationProject(
            sourceLocale: .english,
            files: [
                try file("values/a.xml", "<string name=\"a\">A</string><string name=\"b\">B</string>"),
                try file("values/b.xml", "<string name=\"a\">A</string>" + plural),
            ])
        let found = CheckRunner(project: project).findings().filter { $0.check == "duplicate-key" }
        #expect(found.map(\.path) == ["values/b.xml"])
        #expect(found.map(\.key) == ["a"])
        #expect(found.first?.related?.path == "values/a.xml")
        // Older systems look for `values-iw`, others for `values-he`.
        let hebrew = LocalizationProject(
            sourceLocale: .english,
            files: try ["values", "values-he", "values-iw"].map {
                try file("\($0)/a.xml", "<string name=\"a\">A</string>")
            })
        #expect(CheckRunner(project: hebrew).findings().filter { $0.check == "duplicate-key" } == [])
    }

    @Test func whatLintIsToldCountsHereToo() throws {
        let ignored = "<string name=\"a\" tools:ignore=\"MissingTranslation\">A</string>"
        #expect(try android(ignored, "") == [])
        #expect(try android("<string name=\"a\">A</string>", "", ignored: "MissingTranslation") == [])
        let apostrophe = "<string name=\"a\">A's</string>"
        #expect(try android("", apostrophe).first { $0.check == "invalid-escape" }?.key == "a")
        #expect(try android("<string name=\"a\">A</string>", "").map(\.check) == ["missing-key"])
        #expect(
            try android(
                "<string name=\"a\" translatable=\"false\">A</string>", "<string name=\"a\">B</string>"
            ).map(\.messageKey) == ["obsolete-key.untranslatable"])
    }
}
