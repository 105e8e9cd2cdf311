// Checks of gettext's files: entries that GNU msgfmt leaves out are not checked, and each file counts by its
// own rule.

import Localization
import Testing

@testable import TranslationTools

@Suite struct GettextCheckTests {
    @Test func whatIsNotCompiledIsNotChecked() {
        let entries = """
            #, fuzzy, c-format
            msgid "%d files?"
            msgstr "Dateien %s"

            #~ msgid "%d old"
            #~ msgstr "%s alt"
            """
        #expect(GettextFiles.findings(entries) == [])
        var options = CheckOptions()
        options.includesUnfinished = true
        let found = GettextFiles.findings(entries, options: options).map(\.check)
        #expect(found.contains("argument-type"))
    }

    /// GNU msgfmt ignores missing forms of fuzzy and obsolete entries.
    @Test(arguments: [("#, fuzzy\n", ""), ("", "#~ "), ("#, fuzzy\n", "#~ ")])
    func missingFormsOfWhatIsNotCompiledAreNotReported(flags: String, mark: String) {
        let lines = [
            "msgid \"%d file\"", "msgid_plural \"%d files\"", "msgstr[0] \"%d Datei\"",
            "msgstr[1] \"\"",
        ]
        #expect(GettextFiles.findings(flags + lines.map { mark + $0 }.joined(separator: "\n") + "\n") == [])
    }

    /// GNU msgfmt strictly compares the forms that more than five numbers from 0 to 1000 have.
    @Test(arguments: [("n>2", Severity.warning), ("n>5", .error), ("n%100!=1", .error)])
    func aFormForFewNumbersMayLackItsNumber(condition: String, severity: Severity) {
        let found = GettextFiles.findings(
            "#, kde-format\nmsgid \"One file\"\nmsgid_plural \"%1 files\"\nmsgstr[0] \"Datei\"\nmsgstr[1] \"%1\"\n",
            rule: "nplurals=2; plural=\(condition);")
        #expect(found.map(\.check) == ["missing-argument"])
        #expect(found.map(\.severity) == [severity])
    }

    /// Braces are not placeholders of C, and a text whose flag says that it is not a format has no
    /// placeholders.
    @Test(arguments: [
        ("#: src/options.c:83", "{unset}", "{nicht gesetzt}", []),
        ("#: src/options.py:83", "{unset}", "{leer}", ["extra-argument"]),
        ("#: a.c:1 b.js:2", "{unset}", "{leer}", ["extra-argument"]),
        ("#, impossible-c-format", "%d of %s", "%s", []),
        ("#, ruby-format", "%{name}", "%<name>s", []),
    ])
    func sourcesAndFlagsTellTheSyntax(about: String, source: String, translation: String, checks: [String]) {
        let found = GettextFiles.findings("\(about)\nmsgid \"\(source)\"\nmsgstr \"\(translation)\"\n")
        #expect(found.map(\.check).sorted() == checks)
    }

    /// xgettext flags what is a format of `printf`, and some programs have formats of their own.
    @Test(arguments: [
        ("#: a.cpp:1", "%T (%u unread)%?F? of '%F'&?", "%T (%u neu)%?F? von '%F'&?", []),
        ("#: a.cpp:1", "%d%, %s", "%d % fertig, %s", []),
        ("#, c-format", "%d%% of %s", "%d% von %s", ["invalid-format"]),
        ("#: a.cpp:1", "%d%% of %s", "%d% von %s", ["stray-percent"]),
        ("#, python-format", "%(a)s", "%(b)s", ["extra-argument"]),
    ])
    func unflaggedTextsMayHaveASyntaxOfTheirOwn(
        about: String, source: String, translation: String, checks: [String]
    ) {
        let entry = "\(about)\nmsgid \"\(source)\"\nmsgstr \"\(translation)\"\n"
        #expect(GettextFiles.findings(entry).map(\.check).sorted() == checks)
    }

    /// A template is checked by itself: nothing is wrong in a syntax that is not `printf`'s.
    @Test(arguments: [
        ("", "%d%, %s%?", [String]()), ("#, objc-format\n", "%d%, %s%?", ["stray-percent"]),
    ])
    func unflaggedSourceTextsMayHaveASyntaxOfTheirOwn(flag: String, text: String, checks: [String]) throws {
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: .english, files: []), path: "app.pot")
        let template = "msgid \"\"\nmsgstr \"\"\n\n\(flag)msgid \"\(text)\"\nmsgstr \"\"\n"
        let files = try #require(LocalizationFile.files(of: Array(template.utf8), POTFormat(), from: source))
        let project = LocalizationProject(sourceLocale: .english, files: files)
        #expect(Set(CheckRunner(project: project).findings().map(\.check)) == Set(checks))
    }

    @Test func textsEncodedTwiceAreFound() {
        #expect(GettextFiles.findings("msgid \"for\"\nmsgstr \"fÃ¼r\"\n").map(\.check) == ["mojibake"])
        #expect(GettextFiles.findings("#, fuzzy\nmsgid \"for\"\nmsgstr \"fÃ¼r\"\n") == [])
    }

    /// An entry of another context has another meaning. An obsolete one without a context may be older than
    /// the context.
    @Test func translationsOfAnotherContextAreNotProposed() {
        let options = CheckOptions(
            selected: ["has-been-translated", "inconsistent-translation"], runsOnlySelected: true,
            severities: ["has-been-translated": .warning])
        let entries = """
            msgctxt "verb"
            msgid "Open"
            msgstr "Öffnen"

            msgctxt "state"
            msgid "Open"
            msgstr "Offen"

            msgctxt "market"
            msgid "Open"
            msgstr ""


            """
        #expect(GettextFiles.findings(entries, options: options) == [])
        let obsolete = "#~ msgid \"Open now\"\n#~ msgstr \"Jetzt offen\"\n"
        let old = entries.replacing("\"Open\"", with: "\"Open now\"") + obsolete
        #expect(GettextFiles.findings(old, options: options).map(\.key) == ["market"])
    }

    /// If the header names no language, it is that of the folder.
    @Test func aFolderTellsTheLanguage() {
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: .english, files: []), path: "po/zh_TW/editor.po")
        let text =
            "msgid \"\"\nmsgstr \"Language: Traditional Chinese\\n\"\n\nmsgid \"Open\"\nmsgstr \"開啟\"\n"
        let read = POFormat().read(Array(text.utf8), from: source)
        #expect(read.tables.map(\.locale) == [LocaleIdentifier("zh_TW")])
    }

    /// If some forms of a message are missing, the others are still compiled.
    @Test func aMissingFormDoesNotHideTheOthers() {
        let found = GettextFiles.findings(
            """
            #, c-format
            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] ""
            msgstr[1] "%s Dateien"
            """)
        #expect(found.map(\.check).contains("argument-type"))
    }

    /// Rules of GNU gettext, translate-toolkit and Django that differ from CLDR's, or that ICU does not have.
    @Test(arguments: [
        ("oc", "nplurals=2; plural=(n > 1);"),
        ("szl", "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);"),
        ("lv", "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);"),
        ("cy", "nplurals=4; plural=(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;"),
        (
            "he",
            "nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : (n == 2 && n % 1 == 0) ? 1: (n % 10 == 0 && n % 1 == 0 && n > 10) ? 2 : 3;"
        ),
        ("ja", "nplurals=2; plural=(n != 1);"), ("fr", "nplurals=2; plural=(n > 1);"),
        ("ga", "nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;"),
    ])
    func formsOfARuleOfItsOwnAreChecked(locale: String, rule: String) throws {
        let count = try PluralForms(rule).count
        func entry(_ wrong: Int?) -> String {
            let forms = (0..<count).map { "msgstr[\($0)] \"\($0 == wrong ? "%s" : "%d") f\($0)\"" }
            return "#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\n"
                + forms.joined(separator: "\n")
        }
        #expect(GettextFiles.findings(entry(nil), locale: locale, rule: rule) == [])
        for wrong in 0..<count {
            let found = GettextFiles.findings(entry(wrong), locale: locale, rule: rule)
            #expect(found.map(\.check) == ["argument-type"])
        }
    }

    /// A form for several numbers must show the number, as GNU msgfmt requires; a form for one number need
    /// not.
    @Test func theNumberMayBeOmittedWhereItIsClear() {
        func found(_ locale: String, _ rule: String, _ forms: String...) -> [String] {
            let texts = forms.enumerated().map { "msgstr[\($0.offset)] \"\($0.element)\"" }
            return GettextFiles.findings(
                "#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\n" + texts.joined(separator: "\n"),
                locale: locale, rule: rule
            ).map(\.check)
        }
        let latvian =
            "nplurals=3; plural=(n % 10 == 0 || n % 100 >= 11 && n % 100 <= 19) ? 0 : ((n % 10 == 1 && n % 100 != 11) ? 1 : 2);"
        #expect(found("lv", latvian, "nav failu", "%d fails", "%d faili") == ["missing-argument"])
        #expect(found("de", "nplurals=2; plural=n != 1;", "eine Datei", "%d Dateien") == [])
        #expect(found("fr", "nplurals=2; plural=n > 1;", "un fichier", "%d fichiers") == [])
        let russian =
            "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;"
        #expect(found("ru", russian, "один файл", "%d файла", "%d файлов") == ["missing-argument"])
        #expect(found("ja", "nplurals=1; plural=0;", "%d") == [])
    }

    /// Transifex and Django have a separate form for fractions.
    @Test func aFormThatNoIntegerTakesIsChecked() {
        let rule =
            "nplurals=4; plural=(n % 1 == 0 && n % 10 == 1 && n % 100 != 11 ? 0 : n % 1 == 0 && n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : n % 1 == 0 && (n % 10 ==0 || (n % 10 >=5 && n % 10 <=9) || (n % 100 >=11 && n % 100 <=14 )) ? 2: 3);"
        func found(_ last: String) -> [String] {
            let entry =
                "#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"%d файл\"\nmsgstr[1] \"%d файли\"\n"
                + "msgstr[2] \"%d файлів\"\nmsgstr[3] \"\(last)\""
            return GettextFiles.findings(entry, locale: "uk", rule: rule).map(\.check)
        }
        #expect(found("%d файлу") == [])
        #expect(found("") == [])
        #expect(found("%s файлу") == ["argument-type"])
    }

    /// GNU gettext searches for `nplurals=` anywhere.
    @Test func aHeaderThatRepeatsItsNameCounts() {
        let entry =
            "#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"%d a\"\nmsgstr[1] \"%d b\""
        #expect(GettextFiles.findings(entry, rule: "Plural-Forms: nplurals=2; plural=(n != 1);") == [])
    }

    /// GNU msgfmt rejects a line break at only one of the sides; it accepts other white space.
    @Test func whatMsgfmtRefusesAtTheEdgesIsAnError() {
        func severities(_ source: String, _ translation: String) -> [Severity] {
            GettextFiles.findings("msgid \"\(source)\"\nmsgstr \"\(translation)\"").map(\.severity)
        }
        #expect(severities("One\\n", "Eins") == [.error])
        #expect(severities("One", "\\nEins") == [.error])
        #expect(severities("One ", "Eins") == [.warning])
        #expect(severities("One\\n\\n", "Eins\\n") == [.warning])
    }

    /// Only Apple's formats have `%@`, with or without a flag.
    @Test func whatMsgfmtRefusesOfApplesFormatsIsAnError() {
        let found = GettextFiles.findings("#, objc-format\nmsgid \"%@ of %d\"\nmsgstr \"%@\"")
        #expect(found.map(\.severity) == [.error])
    }

    /// Programs show the source text instead of a message that gettext does not compile.
    @Test func whatIsNotCompiledIsNotShown() throws {
        let text = """
            msgid ""
            msgstr "Language: de\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

            #, fuzzy
            msgid "Save"
            msgstr "Sichern"

            msgid "Open"
            msgstr "Öffnen"

            #~ msgid "%d file"
            #~ msgid_plural "%d files"
            #~ msgstr[0] "%d Datei"
            #~ msgstr[1] "%d Dateien"
            """
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: .english, files: []), path: "de.po")
        let files = try #require(LocalizationFile.files(of: Array(text.utf8), POFormat(), from: source))
        let project = LocalizationProject(sourceLocale: .english, files: files)
        let german = try #require(project.files.first { $0.locale.language == "de" })
        #expect(project.shownCatalog(of: german).list.map(\.key) == ["Open"])
    }

    /// GNU gettext 1.0 writes flags on two lines.
    @Test func flagsAfterAnEqualsSignCount() {
        let found = GettextFiles.findings("#, c-format\n#= fuzzy\nmsgid \"%d\"\nmsgstr \"%s\"\n")
        #expect(found == [])
        let other = GettextFiles.findings("#= python-format\nmsgid \"%(a)s\"\nmsgstr \"%(b)s\"\n")
        #expect(other.map(\.check).contains("extra-argument"))
    }

    @Test func aTemplateNeedsNoPluralForms() {
        let text =
            "msgid \"\"\nmsgstr \"\"\n\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
        #expect(POFile(Array(text.utf8)).diagnostics.map(\.kind) == [])
    }

    @Test func flagsLimitLengthsAndSilenceChecks() {
        #expect(
            GettextFiles.findings("#, max-length:5\nmsgid \"Settings\"\nmsgstr \"Einstellungen\"\n").map(
                \.check)
                == ["max-length"])
        #expect(
            GettextFiles.findings("#, ignore-end-punctuation\nmsgid \"Really?\"\nmsgstr \"Wirklich\"\n") == []
        )
    }
}
