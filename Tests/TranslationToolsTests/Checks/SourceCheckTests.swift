// The checks of texts beside the sources that use them find what was changed on one side only.

import TestSupport
import Testing

@testable import TranslationTools

@Suite struct SourceCheckTests {
    private func findings(
        _ program: String, table: String, tableName: String = "Localizable",
        language: SourceLanguage = .swift,
        kept: [String] = [], formatRoutines: [String] = []
    ) -> [String] {
        let file = LocalizationFile(
            path: "en.strings", table: tableName, locale: LocaleIdentifier("en")!, bytes: Array(table.utf8))
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

    /// Each side is changed by chance; exactly the keys that only one side has are reported.
    @Test(arguments: 1...20) func exactlyWhatOnlyOneSideHasIsReported(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let keys = (0..<12).map { "key \($0)" + (Bool.random(using: &random) ? "\n\"é\"" : "") }
        let declared = keys.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        let asked = keys.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        func quoted(_ key: String) -> String {
            "\"" + key.replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
        }
        let table = declared.map { "\(quoted($0)) = \"text\";\n" }.joined()
        let program = asked.map { "let x = NSLocalizedString(\(quoted($0)), comment: \"\")\n" }.joined()
        var expected: [String] = []
        for (line, key) in declared.enumerated() where !asked.contains(key) {
            expected.append("en.strings:\(line + 1):1 unused-key \(key)")
        }
        for (line, key) in asked.enumerated() where !declared.contains(key) {
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
    }

    @Test func aCommentInTheSourceSilencesAFinding() {
        let call = "NSLocalizedString(\"a\", comment: \"\")"
        #expect(findings("x(\(call)) // lint:ignore undeclared-key", table: "").isEmpty)
        #expect(findings("// lint:ignore undeclared-key\nx(\(call))\n\n\(call)", table: "").count == 1)
    }

    /// A call and a text, and what is wrong; `nil` where they fit.
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

    @Test func formsMayLeaveOutTheNumberThatSelectsThem() {
        let table = "\"k|==|plural.one\" = \"One\"; \"k|==|plural.other\" = \"Some\";"
        #expect(findings("localizer(\"k\", 3)", table: table) == [])
    }
}
