// Checks of texts together with the sources that use them find changes on only one side.

import TestSupport
import Testing

@testable import TranslationTools

@Suite struct SourceCheckTests {
    private func findings(
        _ program: String, table: String, tableName: String = "Localizable", path: String = "en.strings",
        language: SourceLanguage = .swift,
        kept: [String] = [], formatRoutines: [String] = []
    ) -> [String] {
        let file = LocalizationFile(
            path: path, table: tableName, locale: LocaleIdentifier("en")!, bytes: Array(table.utf8))
        let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [file])
        let source = SourceFile(
            path: "source", bytes: Array(program.utf8), language: language,
            routines: formatRoutines.compactMap { SourceRoutine(specification: $0, formats: true) })
        let run = SourceCheckRun(
            projects: [project], sources: SourceUses([source]), kept: KeptKeys(kept))
        return SourceCheckRunner(run).findings().map { finding in
            "\(finding.path):\(finding.position?.description ?? "") \(finding.messageKey) \(finding.key ?? "")"
        }
    }

    /// Each side is changed at random; exactly the keys that only one side has are reported.
    @Test(arguments: 1...20) func exactlyWhatOnlyOneSideHasIsReported(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let keys = (0..<12).map { "key \($0)" + (Bool.random(using: &random) ? "\n\"é\"" : "") }
        let declared = keys.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        let used = keys.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        func quoted(_ key: String) -> String {
            "\"" + key.replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
        }
        let table = declared.map { "\(quoted($0)) = \"text\";\n" }.joined()
        let program = used.map { "let x = NSLocalizedString(\(quoted($0)), comment: \"\")\n" }.joined()
        var expected: [String] = []
        for (line, key) in declared.enumerated() where !used.contains(key) {
            expected.append("en.strings:\(line + 1):1 unused-key \(key)")
        }
        for (line, key) in used.enumerated() where !declared.contains(key) {
            expected.append("source:\(line + 1):27 undeclared-key \(key)")
        }
        #expect(findings(program, table: table) == expected)
    }

    @Test func aLiteralAnywhereIsAUse() {
        let table =
            "\"a\" = \"A\"; \"b\" = \"B\"; \"c\" = \"C\"; \"Files: %lld\" = \"%lld\"; \"alert.x\" = \"X\";"
        let program = """
            let keys = ["a"]; enum Key: String { case b }; f("\\(g("c"))"); String(localized: "Files: \\(n)")
            NSLocalizedString("alert.\\(name)", comment: "")
            """
        #expect(findings(program, table: table) == [])
    }

    @Test func keysAreKeptByCommentsAndPatterns() {
        let table = """
            /* Shown by the server.
               keep */
            "a" = "A";
            /* keep the spaces */
            "b" = "B";
            "status.1|==|plural.one" = "One"; "status.1|==|plural.other" = "Others";
            /* lint:ignore unused-key */
            "c" = "C";
            """
        #expect(
            findings("", table: table) == [
                "en.strings:5:1 unused-key b", "en.strings:6:1 unused-key status.1",
            ])
        #expect(findings("", table: table, kept: ["status.*", "?"]) == [])
        #expect(findings("", table: table, kept: ["Localizable:*"]) == [])
        #expect(findings("", table: table, kept: ["Other:*", "statu?", "*.2"]).count == 2)
        #expect(findings("", table: "\"CFBundleName\" = \"A\";", tableName: "InfoPlist") == [])
        let settings = "Settings.bundle/en.lproj/Root.strings"
        #expect(findings("", table: "\"Name\" = \"Name\";", tableName: "Root", path: settings) == [])
    }

    @Test func aCommentInTheSourceSilencesAFinding() {
        let call = "NSLocalizedString(\"a\", comment: \"\")"
        #expect(findings("x(\(call)) // lint:ignore undeclared-key", table: "").isEmpty)
        #expect(findings("// lint:ignore undeclared-key\nx(\(call))\n\n\(call)", table: "").count == 1)
    }

    /// A call and a text, and the fault; `nil` if they fit.
    @Test(arguments: [
        (#"String(format: NSLocalizedString("k", comment: ""), 3)"#, "%ld", nil),
        (#"String(format: NSLocalizedString("k", comment: ""), 3)"#, "%@", ""),
        (#"String(format: NSLocalizedString("k", comment: ""), "x")"#, "%ld", ""),
        (#"String(format: NSLocalizedString("k", comment: ""), items.count)"#, "%.1f", ""),
        (#"String(format: NSLocalizedString("k", comment: ""), x)"#, "%.1f", nil),
        (#"String(format: NSLocalizedString("k", comment: ""), x)"#, "%@ %@", ".missing"),
        (#"String(format: NSLocalizedString("k", comment: ""), x, y)"#, "%2$@ %1$@", nil),
        (#"String(format: NSLocalizedString("k", comment: ""), x, y)"#, "%@", ".extra"),
        (#"String(format: NSLocalizedString("k", comment: ""), arguments: x)"#, "%@", nil),
        (#"String(format: on ? NSLocalizedString("k", comment: "") : x, 3)"#, "%@", nil),
        (#"func f(x: Int) { String(format: NSLocalizedString("k", comment: ""), x) }"#, "%@", ""),
        (
            #"func f(x: Int) { }; if let x { String(format: NSLocalizedString("k", comment: ""), x) }"#, "%@",
            nil
        ),
        (#"localizer("k", 3)"#, "%@", nil), (#"localizer("k", "x")"#, "%ld", ""),
        (#"localizer("k")"#, "%ld", ".missing"), (#"localizer("k")"#, "100% of it", nil),
        (#"String(localized: "k")"#, "100%", nil),
        (#"tr("k", String(3), 4)"#, "%@ %ld", nil), (#"tr("k", 4, String(3))"#, "%@ %ld", ""),
    ])
    func callsWhoseArgumentsDoNotFitAreFound(call: String, text: String, variant: String?) throws {
        let found = findings(call, table: "\"k\" = \"\(text)\";", formatRoutines: ["tr"])
        let column = try #require(call.firstRange(of: "\"k\"")).lowerBound.utf16Offset(in: call) + 1
        #expect(found == (variant.map { ["source:1:\(column) call-argument-type\($0) k"] } ?? []))
    }

    @Test(arguments: [
        (#"printf(_("k"), 3);"#, "%d", nil), (#"printf(_("k"), "x");"#, "%d", ""),
        (#"printf(_("k"), "x");"#, "%s", nil), (#"int x; printf(_("k"), x);"#, "%s", ""),
        (#"fprintf(stderr, _("k"));"#, "%s", ".missing"), (#"vprintf(_("k"), list);"#, "%s", nil),
        (#"[NSString stringWithFormat:NSLocalizedString(@"k", nil), @"x"]"#, "%@", nil),
        (#"[NSString stringWithFormat:NSLocalizedString(@"k", nil), 4]"#, "%@", ""),
    ])
    func callsOfCWhoseArgumentsDoNotFitAreFound(call: String, text: String, variant: String?) {
        let found = findings(call, table: "\"k\" = \"\(text)\";", language: .c)
        #expect(
            found.map { $0.split(separator: " ")[1] } == (variant.map { ["call-argument-type\($0)"] } ?? []))
    }

    /// Calls that need no text of a table: they contain it themselves, have no words, or their table is
    /// unknown.
    @Test(arguments: [
        (#"NSLocalizedString("k", value: "Text", comment: "")"#, SourceLanguage.swift, 0),
        (#"NSLocalizedString("k", value: "", comment: "")"#, .swift, 1),
        (#"String(localized: "k", defaultValue: "Text \(name)")"#, .swift, 0),
        (#"String(localized: "k", defaultValue: text)"#, .swift, 0),
        (#"String(localized: "@\(account) — 4/\(n)")"#, .swift, 0), (#"String(localized: "k")"#, .swift, 1),
        (#"NSLocalizedStringWithDefaultValue(@"k", nil, b, @"Text", @"")"#, .c, 0),
        (#"[bundle localizedStringForKey:@"k" value:@"Text" table:nil]"#, .c, 0),
        (#"[bundle localizedStringForKey:@"k" value:nil table:nil]"#, .c, 1),
    ])
    func aTextThatTheCallSaysIsDeclared(call: String, language: SourceLanguage, count: Int) {
        #expect(findings(call, table: "", language: language).count == count)
        #expect(findings(call, table: "", tableName: "InfoPlist", language: language) == [])
    }

    @Test(arguments: [
        (#"#Preview("A") { Text(String(localized: "k")) }"#, 0),
        (#"struct P: PreviewProvider, Other { static var previews = String(localized: "k") }"#, 0),
        (#"#Preview { x }; String(localized: "k")"#, 1),
        ("import XCTest\nlet text = String(localized: \"k\")", 0),
    ])
    func previewsAndTestsNeedNoTexts(code: String, count: Int) {
        #expect(findings(code, table: "").count == count)
    }

    /// Options and counts are not a default text; the name of a constant may be one.
    @Test(arguments: [
        ("$t('k', { count: 2 })", 1), ("$t('k', {name})", 1), ("$tc('k', 2)", 1), ("$t('k', 'Text')", 0),
        ("$t('k', { defaultValue: 'Text' })", 0), ("$t('k', options)", 0),
    ])
    func optionsOfACallAreNoText(call: String, count: Int) {
        #expect(findings(call, table: "", language: .javaScript(hasElements: true)).count == count)
    }

    /// An interpolation is a specifier of its type in the key, so that `%@` is another key.
    @Test func interpolationsOfAnotherTypeAreAnotherKey() {
        let call = "func f(n: Int) { String(localized: \"Files: \\(n)\") }"
        #expect(findings(call, table: "\"Files: %lld\" = \"%lld\";") == [])
        #expect(
            findings(call, table: "\"Files: %@\" = \"%@\"; /* keep */").map { $0.split(separator: " ")[1] }
                == ["undeclared-key"])
    }

    /// The first text is the format; the others are its arguments.
    @Test func textsAmongTheArgumentsOfAFormatAreNoFormats() {
        let table = "\"k\" = \"Give\";"
        #expect(findings(#"snprintf(b, n, "NAME %s %s", _("k"), _("k"));"#, table: table, language: .c) == [])
        #expect(findings(#"snprintf(b, n, format, _("k"), 3);"#, table: table, language: .c) == [])
        #expect(findings(#"snprintf(b, n, _("k"), 3);"#, table: table, language: .c).count == 1)
    }

    /// Definitions of Siri's intents name their texts by identifiers.
    @Test func intentsUseTheirTexts() {
        let definition = "<plist><dict><key>INIntentTitleID</key><string>1aBcDe</string></dict></plist>"
        let table = "\"1aBcDe\" = \"Open\"; \"9xYz00\" = \"Close\";"
        let language = SourceLanguage(fileName: "Intents.intentdefinition")
        #expect(
            findings(definition, table: table, tableName: "Intents", language: language ?? .script)
                == ["en.strings:1:20 unused-key 9xYz00"])
    }

    /// If calls use hardly any text of a table, another program reads the table, and its texts are not
    /// reported.
    @Test func aTableOfWhichNothingIsUsedIsLeftAlone() {
        let table = (0..<20).map { "\"key \($0)\" = \"Text\";" }.joined(separator: "\n")
        #expect(findings("", table: table) == [])
        #expect(findings(#"f("key 7"); f("key 8")"#, table: table) == [])
        #expect(findings(#"f("key 7"); f("key 8"); f("key 9")"#, table: table).count == 17)
    }

    /// Entries whose references name sources that were not read may be used there; sources do not contain
    /// contexts.
    @Test func entriesOfGettextAreKnownByTheirTextsAndPlaces() throws {
        let entries = """
            #: src/a.py:3
            msgid "Elsewhere"
            msgstr "Anderswo"

            #: src/a.c:3
            msgid "Nowhere"
            msgstr "Nirgends"

            #: src/a.c:4
            msgctxt "menu"
            msgid "Open"
            msgstr "Öffnen"

            """
        let header = "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n"
        let bytes = Array((header + entries).utf8)
        let english = LocaleIdentifier("en")!
        let empty = LocalizationProject(sourceLocale: english, files: [])
        let files = try #require(
            LocalizationFile.files(
                of: bytes, TranslationFormats().format(ofFile: "po/de.po")!,
                from: TranslationFileSource(project: empty, path: "po/de.po")))
        let project = LocalizationProject(sourceLocale: english, files: files)
        let source = SourceFile(
            path: "src/a.c", bytes: Array(#"pgettext("menu", "Open");"#.utf8), language: .c)
        let run = SourceCheckRun(projects: [project], sources: SourceUses([source]))
        #expect(SourceCheckRunner(run).findings().map(\.key) == ["Nowhere"])
    }

    /// A translation that the source lacks is not obsolete if the sources use it; an unused entry is reported
    /// once.
    @Test func whatSourcesUseIsNotObsolete() {
        let english = LocaleIdentifier("en")!
        func file(_ locale: String, _ text: String) -> LocalizationFile {
            LocalizationFile(
                path: "\(locale).strings", table: "T", locale: LocaleIdentifier(locale)!,
                bytes: Array(text.utf8))
        }
        let project = LocalizationProject(
            sourceLocale: english,
            files: [file("en", "\"a\" = \"A\";"), file("de", "\"a\" = \"Ä\"; \"b\" = \"B\"; \"c\" = \"C\";")])
        let source = SourceFile(
            path: "a.swift", bytes: Array(#"f("a"); NSLocalizedString("b", value: "B", comment: "")"#.utf8),
            language: .swift)
        let run = SourceCheckRun(projects: [project], sources: SourceUses([source]))
        let own = SourceCheckRunner(run).findings()
        let found = run.reconciled(CheckRunner(project: project).findings(), with: own)
        #expect(found.map { "\($0.check) \($0.key ?? "")" } == ["obsolete-key c"])
    }

    @Test func formsMayLeaveOutTheNumberThatSelectsThem() {
        let table = "\"k|==|plural.one\" = \"One\"; \"k|==|plural.other\" = \"Some\";"
        #expect(findings("localizer(\"k\", 3)", table: table) == [])
    }
}
