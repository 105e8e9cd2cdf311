// Checks of gettext's files: what GNU msgfmt leaves out is not looked at, and each file counts by its own rule.

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

    /// Of a message some of whose forms are missing the others are compiled.
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

    /// Rules of GNU gettext, of translate-toolkit and of Django that differ from CLDR's, or that ICU does not have.
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

    /// A form for several numbers must say which one is meant, as GNU msgfmt demands; a form for one number need not.
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
