// Checks of texts by the format of their file, their comments and the other texts of the file.

import Localization
import Testing

@testable import TranslationTools

@Suite struct FormatsOfTextsTests {
    private func findings(
        _ format: any TranslationFormat, _ name: String, _ source: String, _ translation: String,
        _ locale: String = "de"
    ) throws -> [Finding] {
        func files(_ locale: LocaleIdentifier, _ text: String) throws -> [LocalizationFile] {
            let empty = LocalizationProject(sourceLocale: .english, files: [])
            let path = locale == .english ? name : name.replacing(".", with: "_\(locale).")
            return try #require(
                LocalizationFile.files(
                    of: Array(text.utf8), format,
                    from: TranslationFileSource(project: empty, path: path, locale: locale, table: "T")))
        }
        let project = LocalizationProject(
            sourceLocale: .english,
            files: try files(.english, source) + files(#require(LocaleIdentifier(locale)), translation))
        return CheckRunner(project: project).findings()
    }

    private func resx(_ text: String) -> String {
        "<root><data name=\"k\" xml:space=\"preserve\"><value>\(text)</value></data></root>"
    }

    /// Programs pass texts of these formats to MessageFormat and `String.Format`, in which `%` is text.
    @Test func percentSignsAreTextWhereNothingFormatsByThem() throws {
        let bundle = PropertiesFormat()
        #expect(
            try findings(bundle, "T.properties", "k=25% upon it", "k=25% größer, zu 100% gut", "nl") == [])
        let found = try findings(
            ResxFormat(), "T.resx", resx("In %LocalAppData% or C:"),
            resx("In %LocalAppData% oder C: (100% f)"))
        #expect(found == [])
        let added = try findings(ResxFormat(), "T.resx", resx("All 25% of it"), resx("%s"))
        #expect(added.map(\.check) == ["extra-argument"])
        let lost = try findings(ResxFormat(), "T.resx", resx("In %LocalAppData%"), resx("Im Ordner"))
        #expect(lost.map(\.check) == ["missing-argument"])
    }

    /// Programs pass some of these texts to `String.format`, as their specifiers show.
    @Test func specifiersMakeAFormatOfAnyText() throws {
        let found = try findings(PropertiesFormat(), "T.properties", "k=%s: 25%% of", "k=%d: 25% fertig")
        #expect(found.map(\.check).contains("argument-type"))
    }

    @Test(arguments: [
        ("Translators: if it is no title, translate this string as anything but \"titlecase?\".", 0),
        ("Translators: asks whether it is a title.", 1),
    ])
    func aCommentMayAskForAnotherText(comment: String, count: Int) {
        let found = GettextFiles.findings("#. \(comment)\nmsgid \"titlecase?\"\nmsgstr \"nein\"\n")
        #expect(found.count { $0.check == "end-punctuation" } == count)
    }

    /// Ethiopic has a letter for each syllable, so that whole sentences are short.
    @Test func lengthsAreComparedWithThoseOfTheFile() throws {
        let sentence = "The trash has to be emptied to regain this space. All of it is lost for good."
        func file(_ other: String, _ last: String) -> String {
            (0..<30).map { "\"k\($0)\" = \"\(other) \($0).\";\n" }.joined()
                + "\"\(sentence)\" = \"\(last)\";\n"
        }
        let whole = String(repeating: "ለማ", count: 15)
        func checks(_ other: String, _ last: String) -> [String] {
            let project = LocalizationProject(
                source: file(sentence, sentence), ["am": file(other, last)])
            return CheckRunner(project: project).findings().filter { $0.check == "truncation" }
                .map(\.locale.identifier).sorted()
        }
        #expect(checks(whole + "።", whole) == [])
        #expect(checks(whole + "።", String(repeating: "ለማ", count: 4)) == ["am"])
    }

    /// One word may be translated differently for men and women, and in two dialogs of Qt.
    @Test func translationsOfAnotherMeaningAreNotProposed() throws {
        func proposals(_ keys: String..., text: String = "last") -> Int {
            let project = LocalizationProject(
                source: keys.map { "\"\($0)\" = \"\(text)\";" }.joined(),
                ["de": "\"\(keys[0])\" = \"letzter\";"])
            return CheckRunner(project: project).findings().count { $0.check == "has-been-translated" }
        }
        #expect(proposals("last_m", "last_f") == 0)
        #expect(proposals("last_m", "last_day") == 1)
        #expect(proposals("Menu|last", "Font|last") == 0)
        #expect(proposals("Menu|the last of all", "Font|the last of all", text: "the last of all") == 1)
    }

    /// Flutter's `gen-l10n` compiles `=1` as the form `one`, which is shown for all numbers of that form.
    @Test(arguments: [
        ("fr", "=1{{n} image} other{{n} images}", []), ("sl", "=1{{n}} =2{{n}} few{{n}} other{{n}}", []),
        ("ja", "=0{なし} =1{一枚} =2{二枚} other{{n}枚}", []),
        ("ru", "=1{{n} файл} few{{n} файла} many{{n} файлов} other{{n} файла}", []),
        ("ru", "=1{1 файл} few{{n} файла} many{{n} файлов} other{{n} файла}", ["omitted-number"]),
        ("pl", "=1{{n} plik} other{{n} plików}", ["missing-plural-category", "missing-plural-category"]),
    ])
    func numbersAreCategoriesForFlutter(locale: String, branches: String, checks: [String]) throws {
        let english = "{\"k\": \"{n,plural,=1{{n} image} other{{n} images}}\"}"
        let text = "{\"k\": \"{n,plural,\(branches)}\"}"
        let found = try findings(JSONTextFormat.resourceBundle, "app.arb", english, text, locale)
        #expect(found.map(\.check) == checks)
    }

    /// Texts for intervals of numbers, from which Symfony and Laravel choose.
    @Test(arguments: [
        (
            "{0}No result|{1} One result|]1,Inf[ %count% results",
            "{0}Kein Ergebnis|[1,+Inf[%count% Ergebnisse"
        ),
        ("{0} none|[1,19] some|[20,*] :count many", "{0} keine|[1,*] :count viele"),
        ("{1} a day|]1,Inf] %count% days", "{1} ein Tag|]1,Inf] %count% Tage"),
    ])
    func intervalsOfNumbersAreNoText(english: String, text: String) throws {
        let found = try findings(
            JSONTextFormat.i18next, "t.json", "{\"k\": \"\(english)\"}", "{\"k\": \"\(text)\"}")
        #expect(found == [])
    }

    /// Two arguments beside a bar are not a choice.
    @Test func setsWithoutACountAreArguments() throws {
        let found = try findings(
            JSONTextFormat.i18next, "t.json", "{\"k\": \"{0} of it | {1}\"}", "{\"k\": \"{0} davon\"}")
        #expect(found.map(\.check) == ["missing-argument"])
    }

    /// One text with a name in braces may show them to readers; many have arguments that programs replace.
    @Test(arguments: [
        ("{{name}}", 5, "Speichern {{name}}", ["extra-argument"]), ("{{name}}", 4, "Speichern {{name}}", []),
        ("{{name}}", 5, "Speichern {name}", []),
        ("{name}", 5, "{n} Speichern {o}", ["extra-argument", "extra-argument"]),
        ("${name}", 5, "Speichern ${name}", ["extra-argument"]),
        ("%{name}", 5, "Speichern %{x}", ["extra-argument"]),
        ("{name}", 9, "Speichern {in Zeichen}", []),
    ])
    func namesOfATranslationAloneAreArgumentsWhereOthersHaveSome(
        name: String, count: Int, text: String, checks: [String]
    ) throws {
        func file(_ text: String) -> String {
            let others = (0..<count).map { "\"k\($0)\": \"\($0) \(name)\"" }
            return "{" + (others + ["\"plain\": \"\(text)\""]).joined(separator: ",\n") + "}"
        }
        let found = try findings(JSONTextFormat.i18next, "t.json", file("Save"), file(text))
        #expect(found.map(\.check) == checks)
        #expect(found.allSatisfy { $0.position?.line == count + 1 })
    }

    /// The key is there, so readers are led to what stands there in place of a text.
    @Test(arguments: ["12", "[]", "true", "{}"])
    func dataInThePlaceOfATextIsNamed(value: String) throws {
        func file(_ last: String) -> String {
            let others = (0..<20).map { "\"k\($0)\": \"Text \($0)\"" }
            return "{" + (others + ["\"last\": \(last)"]).joined(separator: ",\n") + "}"
        }
        let found = try findings(JSONTextFormat.i18next, "t.json", file("\"Save\""), file(value))
        #expect(found.map(\.messageKey) == ["missing-key.data"])
        #expect(found.map(\.position?.line) == [21] && found.map(\.position?.column) == [9])
    }

    /// Flutter reads all texts of a resource bundle as MessageFormat, also plain ones.
    @Test(arguments: [
        ("Speichern {name}", ["extra-argument"]), ("Speichern {", ["invalid-format"]), ("Das ist '{x}'", []),
    ])
    func plainTextsOfAFormatOfMessagesAreMessages(text: String, checks: [String]) throws {
        let found = try findings(
            JSONTextFormat.resourceBundle, "app.arb", "{\"k\": \"Save this\"}", "{\"k\": \"\(text)\"}")
        #expect(found.map(\.check) == checks)
    }
}
