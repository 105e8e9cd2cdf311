// One slip in one text is one finding, whatever else it changes about the text.

import Localization
import Testing
import TranslationTools

@Suite struct ConsequentFindingTests {
    private func findings(
        _ source: String, _ translation: String, _ options: CheckOptions = CheckOptions()
    ) -> [Finding] {
        CheckRunner(
            project: LocalizationProject(
                source: "\"k\" = \"\(source)\";", ["de": "\"k\" = \"\(translation)\";"]), options: options
        ).findings()
    }

    @Test(arguments: [
        // Another name is what is missing and what is unknown.
        ("Hi {name}, {count} left", "Hallo {nmae}, noch {count}", "extra-argument", "{nmae}", "{name}"),
        ("Hi {name}, {count} left", "Hallo {Name}, noch {Anzahl}", "extra-argument", "{Name}", "{name}"),
        ("Open “{{file}}” now", "„{file}“ jetzt öffnen", "extra-argument", "{file}", "{{file}}"),
        ("For ${user}", "Für $ {user}", "extra-argument", "{user}", "${user}"),
        // So is one with a sign less, or a space more.
        ("Hi {name}", "Hallo {name", "missing-argument", "{name", "{name}"),
        ("Hi {name}", "Hallo name}", "missing-argument", "name}", "{name}"),
        ("Copy %1$@ to %2$@", "%1$@ nach 2$@ kopieren", "missing-argument", "2$@", "%2$@"),
        ("Hi %@ there", "Hallo % @ dort", "stray-percent", "% @", "%@"),
        ("Copy %1$@ to %2$@", "%1$@ nach %2 $@ kopieren", "stray-percent", "%2 $@", "%2$@"),
        ("Copy %1$@ to %2$@", "%1$@ nach %2@ kopieren", "invalid-format", "%2@", "%2$@"),
    ])
    func aChangedPlaceholderIsNamed(
        source: String, translation: String, check: String, written: String, model: String
    ) {
        let found = findings(source, translation)
        let ofPlaceholder = found.filter { $0.facts == [.text(written), .text(model)] }
        #expect(ofPlaceholder.map(\.messageKey) == ["Format.ChangedPlaceholder"], "\(found)")
        #expect(ofPlaceholder.map(\.check) == [check])
        #expect(found.allSatisfy { $0.messageKey == "Format.ChangedPlaceholder" }, "\(found)")
    }

    /// Names with the same letters are paired once: those of the source in their order, capitals first.
    @Test func namesWithTheSameLettersArePairedOnce() {
        let found = findings("{name} {Name} {place}", "{NAME} {naMe} {place}")
            .filter { $0.messageKey == "Format.ChangedPlaceholder" }
        #expect(
            found.map(\.facts) == [
                [.text("{NAME}"), .text("{Name}")], [.text("{naMe}"), .text("{name}")],
            ], "\(found)")
    }

    /// Which of several unknown names stands for which is not known, so these alone are reported.
    @Test func severalOtherNamesAreOneFindingEach() {
        let found = findings("{name} has {count} in {place}", "{imya} {kolvo} {mesto}")
        #expect(found.map(\.messageKey) == Array(repeating: "extra-argument.name", count: 3))
        #expect(findings("{name} has {count}", "{x} hat").count == 3)
    }

    /// The key tells what the program passes.
    @Test func whatTheKeyPassesReplacesNothing() {
        let project = LocalizationProject(
            source: "\"Hi {user}\" = \"Hi {name}\";", ["de": "\"Hi {user}\" = \"Hallo {user}\";"])
        #expect(CheckRunner(project: project).findings().map(\.check) == ["missing-argument"])
    }

    /// The arguments behind one that is left out are not of another type.
    @Test(arguments: [
        ("Hi %@, you have %ld new", "Hallo, %ld neue", "%@"), ("%@: %ld of %.1f", "%@: %.1f", "%ld"),
        ("%ld of %@ (%.1f)", "%@ (%.1f)", "%ld"),
    ])
    func anArgumentThatIsLeftOutIsMissing(source: String, translation: String, missing: String) {
        let found = findings(source, translation)
        #expect(found.map(\.check) == ["missing-argument"])
        #expect(found.map(\.severity) == [.error])
        #expect(found.map(\.facts) == [[.text(missing)]])
    }

    /// A plural form that leaves out its number has to number the others.
    @Test func formsMayLeaveOutTheirNumber() {
        let project = LocalizationProject(
            source: "\"n|==|plural.one\" = \"%ld file in %@\";\n\"n|==|plural.other\" = \"%ld files in %@\";",
            [
                "de":
                    "\"n|==|plural.one\" = \"Eine Datei in %@\";\n\"n|==|plural.other\" = \"%ld Dateien in %@\";"
            ])
        #expect(CheckRunner(project: project).findings().map(\.check) == ["argument-type"])
    }

    @Test(arguments: [
        ("See [this](https://a.org) now", "Siehe [dies](https://a.org jetzt", "brackets"),
        ("See [this](https://a.org) now", "Siehe dies](https://a.org) jetzt", "brackets"),
        ("See [this](https://a.org) now", "Siehe dies jetzt", "markdown"),
        ("<a href=\\\"https://a.org\\\">Open</a>", "<a href=\\\"https://a.org>Öffnen</a>", "markup"),
        ("<a href=\\\"https://a.org\\\">Open</a>", "Öffnen", "markup"),
        ("<a href=\\\"https://a.org\\\">Open</a>", "<a href=https://a.org\\\">Öffnen</a>", "quotes"),
        ("Size (in {unit})", "Größe (in {unit}", "brackets"),
        ("Add all games", "Alle Spiele\\\\\\\" hinzufügen", "escapes"),
    ])
    func whatFollowsFromASlipIsNotReported(source: String, translation: String, check: String) {
        #expect(findings(source, translation).map(\.check) == [check])
    }

    /// A check that does not run, or that a comment silences, explains nothing.
    @Test func whatIsNotReportedExplainsNothing() {
        let (source, translation) = ("See [this](https://a.org) now", "Siehe [dies](https://a.org jetzt")
        #expect(
            findings(source, translation, CheckOptions(ignored: ["brackets"])).map(\.check) == ["markdown"])
        let project = LocalizationProject(
            source: "\"k\" = \"\(source)\";",
            ["de": "/* lint:ignore brackets */\n\"k\" = \"\(translation)\";"])
        #expect(CheckRunner(project: project).findings().map(\.check) == ["markdown"])
    }

    // MARK: Android

    private func android(_ source: String, _ translation: String) throws -> [Finding] {
        func file(_ folder: String, _ text: String) throws -> [LocalizationFile] {
            let source = TranslationFileSource(
                project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []),
                path: "res/\(folder)/strings.xml", table: "strings")
            let resources = "<resources><string name=\"a\">\(text)</string></resources>"
            return try #require(
                LocalizationFile.files(of: Array(resources.utf8), AndroidFormat(), from: source))
        }
        let files = try file("values", source) + file("values-de", translation)
        return CheckRunner(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
        ).findings()
    }

    /// Java's formatter stops at all of these but the flag for numbers that are not negative.
    @Test(arguments: [
        ("%d cards", "% d Karten", "% d", Severity.warning), ("By %s", "Von % s", "% s", .error),
        ("By %1$s", "Von %1 $s", "%1 $s", .error), ("%1$d cards", "%1$ d Karten", "%1$ d", .warning),
        ("%1$d cards", "1$d Karten", "1$d", .warning),
    ])
    func aSpaceInASpecifierOfJavaIsNamed(
        source: String, translation: String, written: String, severity: Severity
    ) throws {
        let found = try android(source, translation)
        #expect(found.map(\.messageKey) == ["Format.ChangedPlaceholder"], "\(found)")
        #expect(found.first?.facts.first == .text(written))
        #expect(found.map(\.severity) == [severity])
    }

    /// The excerpt has whole characters, and a text that is no format is not asked to number its specifiers.
    @Test func aTextThatIsNoFormatIsOneFinding() throws {
        let found = try android("%1$s of %2$s", "%1$s von %ä").filter { $0.locale.language == "de" }
        #expect(found.map(\.messageKey) == ["invalid-format.syntax"])
        #expect(found.first?.facts.first == .text("%ä"))
    }
}
