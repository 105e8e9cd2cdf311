// Plural forms and substitutions that look wrong but are right.

import Testing
import TranslationTools

@Suite struct QuietFormsTests {
    @Test(arguments: [
        // `one` applies only to 1.
        ("de", ["one": "Eine Datei", "other": "%ld Dateien"]),
        // `one` applies to 0 and 1, but the program rarely shows 0.
        ("fr", ["one": "Un fichier", "many": "%ld de fichiers", "other": "%ld fichiers"]),
        // `zero` is allowed in every language, even if it is not one of its categories.
        ("en_GB", ["zero": "No files", "one": "One file", "other": "%ld files"]),
        ("ja", ["other": "%ldファイル"]),
        ("pl", ["one": "Jeden plik", "few": "%ld pliki", "many": "%ld plików", "other": "%ld pliku"]),
        ("cs", ["one": "Jeden soubor", "few": "%ld soubory", "other": "%ld souborů"]),
        (
            "ar",
            [
                "zero": "لا ملفات", "one": "ملف واحد", "two": "ملفان", "few": "%ld ملفات", "many": "%ld ملفًا",
                "other": "%ld ملف",
            ]
        ),
        ("he", ["one": "קובץ", "two": "קבצים", "many": "%ld קבצים", "other": "%ld קבצים"]),
    ])
    func pluralFormsOfTheLanguageAreQuiet(locale: String, forms: [String: String]) {
        let translation = forms.map { "\"n|==|plural.\($0.key)\" = \"\($0.value)\";" }.joined(separator: "\n")
        let project = LocalizationProject(
            source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";",
            [locale: translation])
        #expect(CheckRunner(project: project).findings().filter { $0.severity > .note } == [])
    }

    /// A language without plural forms does not need a count that only chooses a form.
    @Test func aCountThatOnlyChoosesAmongFormsIsNotMissing() {
        let project = LocalizationProject(
            source: """
                "s" = "%1$#@followers@";
                "s|==|substitutions.followers.plural.one" = "%2$@ follower";
                "s|==|substitutions.followers.plural.other" = "%2$@ followers";
                """, ["ko": "\"s\" = \"팔로워 %2$@명\";", "de": "\"s\" = \"%2$@ Follower\";"])
        let missing = CheckRunner(project: project).findings().filter { $0.check == "missing-argument" }
        #expect(missing.map(\.locale.identifier) == ["de"])
    }

    /// Foundation and Java count the specifiers without a number separately.
    @Test func oneSpecifierWithoutANumberIsClear() throws {
        func mixed(_ forms: String) -> [String] {
            let project = LocalizationProject(source: forms, [:])
            return CheckRunner(project: project).findings().filter { $0.check == "invalid-format" }
                .compactMap(\.key)
        }
        #expect(mixed("\"n|==|plural.other\" = \"%2$@, %3$@ and %d others\";") == [])
        #expect(mixed("\"n\" = \"%2$@, %3$@ and %d others\";") == [])
        // Here the argument has a number already, or several arguments have none.
        #expect(mixed("\"n\" = \"%1$@, %2$@ and %d others\";") == ["n"])
        #expect(mixed("\"n|==|plural.other\" = \"%2$@, %d of %d\";") == ["n"])
        // C has no such rule.
        let po = """
            msgid ""
            msgstr "Language: de\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

            msgid "%1$d file of %2$@"
            msgid_plural "%1$d files of %2$@"
            msgstr[0] "%1$d Datei von %2$@"
            msgstr[1] "%d Dateien von %2$@"
            """
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []), path: "de.po")
        let files = try #require(LocalizationFile.files(of: Array(po.utf8), POFormat(), from: source))
        let project = LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files)
        #expect(CheckRunner(project: project).findings().map(\.check) == ["invalid-format"])
    }

    /// A plain text besides the forms of a `.stringsdict` file is for readers without plural support.
    @Test func aPlainTextBesideTheFormsOfAStringsdictIsNotComparedWithForms() throws {
        func file(_ locale: String, _ forms: [String: String]) throws -> [LocalizationFile] {
            let entries = forms.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
            let text = """
                <plist><dict><key>n</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@tabs@</string>
                <key>tabs</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
                <key>NSStringFormatValueTypeKey</key><string>d</string>\(entries)</dict></dict></dict></plist>
                """
            let source = TranslationFileSource(
                project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []),
                path: "\(locale).lproj/T.stringsdict", locale: LocaleIdentifier(locale), table: "T")
            return try #require(
                LocalizationFile.files(of: Array(text.utf8), StringsdictFormat(), from: source))
        }
        func checks(_ files: [LocalizationFile]) -> [String] {
            CheckRunner(project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: files))
                .findings().filter { $0.severity > .note }.map(\.check)
        }
        let english = try file("en", ["one": "%d tab", "other": "%d tabs"])
        let plain = LocalizationFile(
            path: "de.lproj/T.strings", table: "T", locale: LocaleIdentifier("de")!,
            bytes: Array("\"n\" = \"n\";".utf8))
        #expect(checks(english + [plain] + (try file("de", ["one": "%d Tab", "other": "%d Tabs"]))) == [])
        // If nothing else translates the forms, the plain text must do so.
        #expect(checks(english + [plain]) == ["missing-argument", "missing-plural"])
    }

    @Test func substitutionsAreQuiet() {
        let english = """
            "s" = "%1$#@files@ in %2$#@folders@ of %3$@";
            "s|==|substitutions.files.plural.one" = "%1$ld file";
            "s|==|substitutions.files.plural.other" = "%1$ld files";
            "s|==|substitutions.folders.plural.one" = "%arg folder";
            "s|==|substitutions.folders.plural.other" = "%arg folders";
            """
        let japanese = """
            "s" = "%3$@の%2$#@folders@に%1$#@files@";
            "s|==|substitutions.files.plural.other" = "%1$ldファイル";
            "s|==|substitutions.folders.plural.other" = "%argフォルダ";
            """
        let project = LocalizationProject(source: english, ["ja": japanese])
        #expect(CheckRunner(project: project).findings().filter { $0.severity > .note } == [])
    }
}
