// The runner adds to the checks: locations, opt-outs, options, and the same result each time.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct CheckRunnerTests {
    private func found(_ project: LocalizationProject, _ options: CheckOptions = CheckOptions()) -> [String] {
        CheckRunner(project: project, options: options).findings().map {
            "\($0.locale) \($0.check) \($0.position?.description ?? "-")"
        }
    }

    @Test func findingsPointToTheValueOfTheFormInQuestion() {
        let project = LocalizationProject(
            source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";",
            ["de": "\"n|==|plural.one\" = \"%ld Datei\";\n\"n##{other}\" = \"%@ Dateien\";"])
        #expect(found(project) == ["de argument-type 2:16"])
    }

    @Test func missingKeysNameTheEntryOfTheSource() throws {
        let project = LocalizationProject(source: "\"a\" = \"A\";\n\"b\" = \"B\";", ["de": "\"a\" = \"A\";"])
        let finding = try #require(CheckRunner(project: project).findings().first)
        #expect(finding.position == nil)
        #expect(finding.path == "de.lproj/Localizable.strings")
        #expect(finding.related?.path == "en.lproj/Localizable.strings")
        #expect(finding.related?.position.line == 2)
    }

    @Test func anEmptyTextIsOneFinding() {
        let project = LocalizationProject(source: "\"a\" = \"To %@\";", ["de": "\"a\" = \"\";"])
        #expect(found(project) == ["de empty-value 1:7"])
    }

    /// Without the form, a program shows another one, or nothing.
    @Test func anEmptyFormIsNamed() throws {
        let forms = "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";"
        let project = LocalizationProject(
            source: forms, ["de": "\"n|==|plural.one\" = \"\";\n\"n|==|plural.other\" = \"%ld Dateien\";"])
        let finding = try #require(CheckRunner(project: project).findings().first)
        #expect(finding.messageKey == "empty-value.form")
        #expect(finding.facts == [.text("one"), .text("%ld file")])
        #expect(found(project) == ["de empty-value 1:21"])
    }

    /// The source names some devices and lacks the others: that is one finding, not one for each translation.
    @Test func textsForSomeDevicesAreTheFaultOfTheSource() {
        let devices = "\"k|==|device.mac\" = \"A\";\n\"k|==|device.iphone\" = \"B\";"
        let project = LocalizationProject(source: devices, ["de": devices])
        #expect(found(project) == ["en missing-other 1:1"])
        let translation = LocalizationProject(
            source: devices + "\n\"k|==|device.other\" = \"C\";", ["de": devices])
        #expect(found(translation).contains("de missing-other 1:1"))
    }

    /// Polish integers never take `other`, so only fractions would lack it.
    @Test(arguments: [("%ld", "pl", Severity.warning), ("%.1f", "pl", .error), ("%ld", "de", .error)])
    func formsForAllIntegersWork(specifier: String, locale: String, severity: Severity) {
        func forms(_ categories: String...) -> String {
            categories.map { "\"n|==|plural.\($0)\" = \"\(specifier) \($0)\";\n" }.joined()
        }
        let project = LocalizationProject(
            source: forms("one", "other"), [locale: forms("one", "few", "many")])
        let found = CheckRunner(project: project).findings().filter { $0.check == "missing-other" }
        #expect(found.map(\.severity) == [severity])
    }

    /// ICU has no rules for Occitan and Corsican; Japanese has one form.
    @Test(arguments: [("oc", 0), ("co", 0), ("ja", 1)])
    func categoriesOfUnknownLanguagesAreNotJudged(locale: String, count: Int) {
        let forms = "\"n|==|plural.one\" = \"%ld a\";\n\"n|==|plural.other\" = \"%ld b\";"
        let project = LocalizationProject(source: forms, [locale: forms])
        let found = CheckRunner(project: project).findings()
        #expect(found.count { $0.check == "unused-plural-category" } == count)
    }

    /// Then nothing can be compared. The texts of `InfoPlist.strings` translate those of the property list.
    @Test(arguments: [("Localizable", 1), ("InfoPlist", 0)])
    func translationsOfNothingAreFound(table: String, count: Int) {
        let file = LocalizationFile(
            path: "de.lproj/\(table).strings", table: table, locale: LocaleIdentifier("de")!,
            bytes: Array("\"a\" = \"A\";".utf8))
        let project = LocalizationProject(sourceLocale: .english, files: [file])
        for (areAll, severity) in [(true, Severity.error), (false, .note)] {
            let found = CheckRunner(project: project).missingSources(areAll: areAll)
            #expect(found.map(\.check) == Array(repeating: "missing-table", count: count))
            #expect(found.allSatisfy { $0.severity == severity && $0.path == file.path })
        }
        let ignoring = CheckOptions(ignored: ["missing-table"])
        #expect(CheckRunner(project: project, options: ignoring).missingSources(areAll: true).isEmpty)
    }

    @Test func twiceTheSameMistakeIsOneFinding() {
        let project = LocalizationProject(source: "\"a\" = \"%@ of %@\";", ["hi": "\"a\" = \"%a का %a\";"])
        #expect(found(project) == ["hi argument-type 1:7"])
    }

    /// `{{Country}}` is a text that users write themselves, not one that a program replaces.
    @Test func namesThatMayBeExamplesAreWarnings() {
        let project = LocalizationProject(
            source: "\"a\" = \"Such as {{Country}}\";", ["fi": "\"a\" = \"Kuten {{Maa}}\";"])
        #expect(CheckRunner(project: project).findings().allSatisfy { $0.severity == .warning })
    }

    /// No reader misses a text that is never shown.
    @Test func textsThatNobodySeesAreNotes() {
        let project = LocalizationProject(
            source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";",
            [
                "ja":
                    "\"n|==|plural.one\" = \"%ldファイル\";\n\"n|==|plural.other\" = \"%ldファイル\";\n\"old\" = \"旧\";"
            ])
        let findings = CheckRunner(project: project).findings()
        #expect(findings.map(\.check).sorted() == ["obsolete-key", "unused-plural-category"])
        #expect(findings.allSatisfy { $0.severity == .note })
    }

    /// Specifiers without numbers take the arguments in their order: a translation that keeps the order is
    /// right.
    @Test func unnumberedReferencesMatterWhereTheirOrderChanges() {
        let source = """
            "s" = "%#@a@ %#@b@";
            "s|==|substitutions.a.plural.other" = "%arg";
            "s|==|substitutions.b.plural.other" = "%arg";
            """
        let reordered = source.replacing("%#@a@ %#@b@", with: "%#@b@ %#@a@")
        let project = LocalizationProject(source: source, ["ja": source, "ko": reordered])
        let found = CheckRunner(project: project).findings().filter { $0.check == "broken-substitution" }
        #expect(found.map(\.locale.identifier).sorted() == ["en", "ko"])
        #expect(Set(found.map(\.severity)) == [.note, .warning])
    }

    /// A lack in one language of a catalog does not hide the mistakes of the others.
    @Test func findingsAreLimitedByFileAndLocale() throws {
        func findings(_ locale: String, _ count: Int) throws -> [Finding] {
            let locale = try #require(LocaleIdentifier(locale))
            return (0..<count).map {
                Finding(
                    check: "c", severity: .warning, path: "p", table: "t", locale: locale, key: "\($0)",
                    messageKey: "m")
            }
        }
        let limited = Finding.limited(try findings("de", 1_200) + findings("fi", 3))
        #expect(limited.count == 1_004)
        #expect(limited.filter { $0.locale.identifier == "fi" }.count == 3)
        #expect(limited.last?.facts == [.integer(200)])
    }

    /// Of hundreds of findings of a check, users see the first ones of all files, and the total number.
    @Test func findingsOfACheckAreCountedOverAllFiles() throws {
        func findings(_ check: String, _ path: String, _ count: Int, _ severity: Severity = .warning)
            -> [Finding]
        {
            (0..<count).map {
                Finding(
                    check: check, severity: severity, path: path, table: "t", locale: .english, key: "\($0)",
                    messageKey: "m")
            }
        }
        let all =
            findings("a", "p", 12) + findings("b", "p", 8) + findings("b", "q", 8) + findings("b", "r", 8)
        let listed = Finding.listed(all + findings("b", "r", 5, .error), most: 10, mostOfCheck: 20)
        #expect(listed.count { $0.check == "a" } == 11)
        #expect(listed.filter { $0.check == "b" && $0.severity == .warning }.map(\.path).count == 11)
        #expect(listed.count { $0.severity == .error } == 5)
        #expect(listed.last?.facts == [.integer(14), .integer(2)])
        #expect(listed.reduce(0) { $0 + $1.count } == all.count + 5)
    }

    @Test func aCommentSilencesACheckForItsEntry() {
        let project = LocalizationProject(
            source: "\"a\" = \"A?\";\n\"b\" = \"B?\";",
            ["de": "/* lint:ignore end-punctuation */\n\"a\" = \"A\";\n\"b\" = \"B\";"])
        #expect(found(project) == ["de end-punctuation 3:7"])
    }

    @Test func aCommentInTheSourceSilencesACheckForAllLocales() {
        let project = LocalizationProject(
            source: "/* lint:ignore end-punctuation, missing-key */\n\"a\" = \"A?\";\n\"b\" = \"B?\";",
            ["de": "\"a\" = \"A\";\n\"b\" = \"B\";", "fr": "\"b\" = \"B ?\";"])
        #expect(found(project) == ["de end-punctuation 2:7"])
    }

    @Test(arguments: [
        "/* lint:ignore-file end-punctuation */\n\n", "// lint:ignore-file\n\n",
        "/* a\n lint:ignore-file: all */\n\n",
    ])
    func aCommentSilencesAWholeFile(comment: String) {
        let project = LocalizationProject(source: "\"a\" = \"A?\";", ["de": comment + "\"a\" = \"A\";"])
        #expect(found(project) == [])
        let other = LocalizationProject(
            source: "\"a\" = \"A?\";", ["de": "/* lint:ignore-file brackets */\n\n\"a\" = \"A\";"])
        #expect(found(other) == ["de end-punctuation 3:7"])
    }

    /// A message that was just added, or one for the source language alone.
    @Test(arguments: [
        (["de": "a", "fr": "a"], ["en missing-key.all 2:7"]), (["de": "a", "fr": "ab"], ["de missing-key"]),
        (["de": "a"], ["de missing-key"]),
        (["de": "a", "fr": "a", "fr_CA": "b"], ["de missing-key", "fr missing-key"]),
        (["de": "a", "en_GB": "a", "fr": "a", "qps": "a"], ["en missing-key.all 2:7"]),
    ])
    func aMessageThatNoLanguageHasIsReportedOnce(translations: [String: String], expected: [String]) {
        let texts = translations.mapValues { keys in keys.map { "\"\($0)\" = \"T\($0)\";\n" }.joined() }
        let project = LocalizationProject(source: "\"a\" = \"A\";\n\"b\" = \"B\";", texts)
        let findings = CheckRunner(project: project).findings().filter { $0.check == "missing-key" }
        let found = findings.map { finding in
            "\(finding.locale) \(finding.messageKey)"
                + (finding.position.map { " \($0.line):\($0.column)" } ?? "")
        }
        #expect(found == expected)
    }

    /// A comment, or a text that is the same everywhere.
    @Test func whatNoLanguageNeedsIsNotReported() {
        func found(_ entry: String, _ translation: String = "") -> [String] {
            let texts = translation + "\"a\" = \"Ta\";\n"
            let project = LocalizationProject(
                source: "\"a\" = \"A\";\n" + entry, ["de": texts, "fr": texts])
            return CheckRunner(project: project).findings().map(\.messageKey)
        }
        #expect(found("\"b\" = \"Ask\";") == ["missing-key.all"])
        #expect(found("/* lint:ignore missing-key */\n\"b\" = \"Ask\";") == [])
        #expect(found("/* Do not translate. */\n\"b\" = \"Ask\";") == [])
        #expect(found("\"b\" = \"Ask\";", "/* lint:ignore-file missing-key */\n\n") == [])
        #expect(found("\"b\" = \"sans-serif-medium\";") == [])
        #expect(found("\"b\" = \"sans-souci\";") == ["missing-key.all"])
    }

    /// Where only translations are reported on, each has its own finding.
    @Test func aTranslationAloneIsReportedOn() {
        let project = LocalizationProject(
            source: "\"a\" = \"A\";\n\"b\" = \"B\";", ["de": "\"a\" = \"Ä\";", "fr": "\"a\" = \"A\";"])
        let runner = CheckRunner(
            project: project, options: CheckOptions(selected: ["missing-key"], runsOnlySelected: true)
        ) {
            $0.locale.language == "de"
        }
        #expect(runner.findings().map { "\($0.locale) \($0.messageKey)" } == ["de missing-key"])
    }

    @Test func theSignInATextSilencesNothing() {
        let project = LocalizationProject(
            source: "\"a\" = \"A?\";", ["de": "\"a\" = \"lint:ignore-file\";"])
        #expect(found(project) == ["de end-punctuation 1:7"])
    }

    @Test func oneMistakeIsOneFinding() {
        // Neither the missing argument of a broken specifier nor the characters of broken bytes are separate
        // mistakes.
        #expect(
            found(LocalizationProject(source: "\"a\" = \"To %@\";", ["de": "\"a\" = \"An % @\";"]))
                == ["de stray-percent 1:7"])
        let latin1 = LocalizationFile(
            path: "de", table: "T", locale: LocaleIdentifier("de")!,
            bytes: Array("\"a\" = \"".utf8) + [0xD6, 0x66] + Array("\";".utf8))
        #expect(
            found(LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: [latin1]))
                == ["de encoding 1:8"])
    }

    @Test func optionsChooseChecksAndSeverities() {
        let project = LocalizationProject(
            source: "\"a\" = \"Really (a)?\";", ["de": "\"a\" = \"Wirklich  (a\";"])
        #expect(found(project) == ["de brackets 1:7", "de end-punctuation 1:7"])
        #expect(
            found(project, CheckOptions(selected: ["doubled-spaces"]))
                == ["de brackets 1:7", "de doubled-spaces 1:7", "de end-punctuation 1:7"])
        #expect(
            found(project, CheckOptions(selected: ["brackets"], runsOnlySelected: true)) == [
                "de brackets 1:7"
            ])
        #expect(found(project, CheckOptions(ignored: ["text"])) == [])
        #expect(
            found(project, CheckOptions(selected: ["brackets"], ignored: ["text"])) == ["de brackets 1:7"])
        let strict = CheckRunner(project: project, options: CheckOptions(severities: ["brackets": .error]))
        #expect(strict.findings().map(\.severity) == [.error, .warning])
    }

    @Test func unknownNamesAreReported() {
        let options = CheckOptions(selected: ["brackets", "text", "no-such"], ignored: ["all", "other"])
        #expect(options.unknownNames() == ["no-such", "other"])
    }

    @Test func theResponseIsTheSameHoweverItIsRun() async {
        let entries = (0..<200).map { "\"key \($0)\" = \"Really (\($0))?\";" }
        let wrong = (0..<200).map { "\"key \($0)\" = \"Wirklich (\($0)\";" }
        let project = LocalizationProject(
            source: entries.joined(separator: "\n"),
            ["de": wrong.joined(separator: "\n"), "fr": wrong.joined(separator: "\n"), "it": nil])
        let runner = CheckRunner(project: project)
        let first = runner.findings()
        #expect(first.count == 801)
        #expect(runner.findings() == first)
        #expect(await runner.concurrentFindings() == first)
        #expect(
            first.filter { $0.path.hasPrefix("de") }.compactMap(\.position?.line)
                == (1...200).flatMap { [$0, $0] })
    }

    @Test(arguments: 0..<30)
    func hostileFilesAreCheckedToTheirEnd(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let signs = Array("\"=;%@$#1d(<{/*\\ \nU\u{200B}\u{2067}\u{FFFD}«.-:|plural.one")
        func text() -> String {
            String((0..<400).map { _ in signs[Int.random(in: 0..<signs.count, using: &generator)] })
        }
        let project = LocalizationProject(source: text(), ["ru": text(), "ar": text()])
        let options = CheckOptions(selected: ["all"])
        let first = CheckRunner(project: project, options: options).findings()
        #expect(first == CheckRunner(project: project, options: options).findings())
    }

    /// The square of any of these lengths would take hours.
    @Test(
        // The limit is generous: a machine may be busy with other work. Quadratic time would take hours.
        .timeLimit(.minutes(30)),
        arguments: [
            ("ab ", "\u{200B}"), ("ab ", "\u{E000}"), ("a.txt ", "b.txt "), ("\u{E000}", "\u{E001}"),
            ("a.txt ", "a.txt "), ("<a", "</a>"),
            ("((", "))"),
            ("a@b.cd ", "a@b.ce "), ("x://a.b ", "x://a.c "), ("%@ ", "%1$@ "), ("aa ", "aa "), ("1.", "2,"),
        ])
    func hugeTextsAreCheckedInLinearTime(source: String, translation: String) {
        func file(_ piece: String, _ end: String) -> String {
            let text = String(repeating: piece, count: 12_000)
            return "\"a\" = \"\(text)\(end)\";"
        }
        let project = LocalizationProject(
            source: file(source, translation), ["de": file(translation, source)])
        let runner = CheckRunner(project: project, options: CheckOptions(selected: ["all"]))
        #expect(runner.findings().count <= 8)
    }

    @Test func manyFormsAreCheckedInLinearTime() {
        func file(_ text: String) -> String {
            "\"n\" = \"%ld %@ %f\";\n"
                + (0..<1_000).map { "\"n|==|device.d\($0)\" = \"\(text)\";" }.joined(separator: "\n")
        }
        let project = LocalizationProject(source: file("%ld %@ %f"), ["de": file("%@ %ld %f")])
        let checks = CheckRunner(project: project).findings().map(\.check)
        #expect(checks == Array(repeating: "argument-order", count: 1_000))
    }
}
