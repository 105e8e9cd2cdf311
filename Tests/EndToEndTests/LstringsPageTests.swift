// The page for translators, and the files that it saves, with the built program.

import TestSupport
import Testing

@Suite struct LstringsPageTests {
    private static let english = """
        /* Title. */
        "Albums" = "Albums";
        "Open" = "Open";
        "n|==|plural.one" = "%ld file";
        "n|==|plural.other" = "%ld files";

        """
    private static let german = """
        "Albums" = "Alben";
        /* Flag: fuzzy */
        "Open" = "Auf";
        "n|==|plural.one" = "%ld Datei";
        "n|==|plural.other" = "%ld Dateien";

        """
    private static let files = ["en.lproj/App.strings": english, "de.lproj/App.strings": german]

    private static func saved(_ units: String...) -> String {
        """
        {
         "format": "lstrings-page",
         "version": 1, "source": "en", "locale": "de",
         "tables": [{"name": "App", "units": [\(units.joined(separator: ", "))]}]
        }
        """
    }

    private static let opened =
        #"{"key": "Open", "source": {"": "Open"}, "translation": {"": "Öffnen"}, "state": "translated", "note": "Verb"}"#
    private static let counted =
        #"{"key": "n", "source": {"plural.one": "%ld file", "plural.other": "%ld files"}, "translation": {"plural.one": "%ld Datei", "plural.other": "%ld Akten"}, "state": "needsReview"}"#

    /// A plural of MessageFormat is in fields for its forms, and comes back into its text.
    @Test func pluralsWithinTextsAreFormsOnThePage() throws {
        let source = #"{"cart": "You have {n, plural, one {# item} other {# items}} here"}"#
        let german = #"{"cart": "Hier {n, plural, one {liegt # Ding} other {liegen # Dinge}}"}"#
        let unit =
            #"{"key": "cart", "source": {"plural.one": "You have {n} item here", "plural.other": "You have {n} items here"}, "#
            + #""translation": {"plural.one": "Hier liegt {n} Ding", "plural.other": "Hier sind {n} Dinge"}, "state": "translated"}"#
        let saved = Self.saved(unit).replacing("\"App\"", with: "\"translation\"")
        let files = ["locales/en.json": source, "locales/de.json": german]
        try withProjectFiles(files, besides: ["back.json": saved]) { (folder) throws in
            #expect(try folder.run("export p/locales --to html -l de -o o").status == 0)
            let page = try folder.text("o/de.html")
            #expect(page.contains("You have {n} items here") && !page.contains("n, plural,"))
            #expect(try folder.run("import back.json --into p/locales").status == 0)
            let expected = #"{"cart": "Hier {n, plural, one {liegt # Ding} other {sind # Dinge}}"}"#
            #expect(try folder.text("p/locales/de.json") == expected)
        }
    }

    /// A folder that is named is meant, whatever is below it.
    @Test func aFolderBelowAnotherHindersNoExport() throws {
        let texts = #"{"open": "Open", "close": "Close"}"#
        let files = ["locales/en.json": texts, "locales/de.json": texts, "locales/countries/de.json": texts]
        try withProjectFiles(files) { (folder) throws in
            let po = try folder.run("export p/locales --to po -l de -o o")
            #expect(po.status == 0 && po.errors.contains("1 file written."))
            #expect(try folder.run("import o/de.po --into p/locales").errors == "Nothing to change.\n")
            let page = try folder.run("export p/locales --to html -l de -o o")
            #expect(page.errors.contains("p/locales/countries/de.json: the table"))
            #expect(try folder.files("o") == ["o/de.html", "o/de.po"])
        }
    }

    @Test func aPageIsInTheLanguageOfTheTranslator() throws {
        try withProjectFiles(Self.files) { (folder) throws in
            #expect(try folder.run("sync p -l ar -l fi").status == 0)
            #expect(try folder.run("export p --to html -o o").status == 0)
            #expect(try folder.files("o").map { $0.suffix(7) } == ["ar.html", "de.html", "fi.html"])
            #expect(try folder.text("o/de.html").contains("<html lang=\"de\" dir=\"ltr\">"))
            #expect(try folder.text("o/ar.html").contains("<html lang=\"ar\" dir=\"rtl\">"))
            // The program has no Finnish texts, so it uses the user's language.
            #expect(try folder.text("o/fi.html").contains("<html lang=\"en\" dir=\"ltr\">"))
            #expect(try folder.text("o/fi.html").contains("<title>Translation: Finnish</title>"))
        }
    }

    @Test func exportingAgainChangesNothing() throws {
        try withProjectFiles(Self.files) { (folder) throws in
            #expect(try folder.run("export p --to html -l de -o o").errors.contains("1 file"))
            #expect(try folder.run("export p --to html -l de -o o").errors.contains("0 files"))
        }
    }

    @Test func aPageThatComesBackChangesNothingAndTheProgramSaysSo() throws {
        try withProjectFiles(Self.files) { (folder) throws in
            #expect(try folder.run("export p --to html -l de -o o").status == 0)
            let run = try folder.run("import o/de.html --into p")
            #expect(run.status == 0 && run.errors.contains("specify the JSON file"))
            for (name, text) in Self.files { #expect(try folder.text("p/" + name) == text) }
        }
    }

    @Test func whatAPageSavedGoesWhereItBelongs() throws {
        let saved = ["back (1).json": Self.saved(Self.opened, Self.counted)]
        try withProjectFiles(Self.files, besides: saved) { (folder) throws in
            let run = try folder.run(["import", "back (1).json", "--into", "p"])
            #expect(run.status == 0, "\(run.errors)")
            let expected = """
                "Albums" = "Alben";
                /* Translator: Verb */
                "Open" = "Öffnen";
                /* Flag: fuzzy */
                "n|==|plural.one" = "%ld Datei";
                "n|==|plural.other" = "%ld Akten";

                """
            #expect(try folder.text("p/de.lproj/App.strings") == expected)
            #expect(try folder.text("p/en.lproj/App.strings") == Self.english)
            #expect(try folder.run(["import", "back (1).json", "--into", "p"]).errors.contains("Nothing"))
        }
    }

    @Test func aTextWhoseSourceChangedNeedsReview() throws {
        var files = Self.files
        files["en.lproj/App.strings"] = Self.english.replacing("= \"Open\"", with: "= \"Open it\"")
        try withProjectFiles(files, besides: ["de.json": Self.saved(Self.opened)]) { (folder) throws in
            let run = try folder.run("import de.json --into p")
            #expect(run.errors.contains("Open"), "\(run.errors)")
            let text = try folder.text("p/de.lproj/App.strings")
            #expect(text.contains("Flag: fuzzy") && text.contains("Previous: \"Open\""))
        }
    }

    @Test func termsOfTheProjectAreInThePage() throws {
        try withProjectFiles(Self.files, besides: ["p/glossary.csv": "en,de\nalbum,Fotobuch\n"]) {
            (folder) throws in
            #expect(try folder.run("export p --to html -l de -o o").status == 0)
            #expect(try folder.text("o/de.html").contains(#""terms":[["album","Fotobuch"]]"#))
        }
    }

    @Test func whatTheChecksFindIsInThePageInItsLanguage() throws {
        var files = Self.files
        files["de.lproj/App.strings"] = Self.german.replacing("\"%ld Dateien\"", with: "\"%@ Dateien\"")
            .replacing("Alben", with: "Alben ")
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to html -l de -o o").status == 0)
            let page = try folder.text("o/de.html")
            #expect(page.contains(#""remarks":[["error","Fehler:""#))
            #expect(page.contains(#""remarks":[["warning","Warnung:""#))
        }
    }

    /// A comment names no file outside of the project and the current folder.
    @Test func picturesThatCommentsNameAreInThePage() throws {
        let png = "\u{89}PNG".unicodeScalars.map { UInt8($0.value) } + Array("\r\n\u{1A}\nrest".utf8)
        let english = """
            /* Screenshot: pictures/open.png
               Screenshot: ../../outside.png
               Screenshot: /etc/hostname
               Screenshot: missing.png */
            "Open" = "Open";
            /* Screenshot: pictures/open.png */
            "Close" = "Close";

            """
        try withProjectFiles(
            ["en.lproj/App.strings": english, "de.lproj/App.strings": "\"Open\" = \"Auf\";\n"],
            besides: ["p/pictures/note": ""]
        ) {
            (folder) throws in
            try makeFile(folder.path + "/p/pictures/open.png", png)
            #expect(try folder.run("export p --to html -l de -o o").status == 0)
            let page = try folder.text("o/de.html")
            #expect(page.contains(#""pictures":["data:image/png;base64,iVBORw0KGgpyZXN0"]"#))
            // Both messages name the only picture.
            #expect(page.split(separator: #""pictures":[0]"#, omittingEmptySubsequences: false).count == 3)
        }
    }

    /// A browser runs the script only if the policy names the hash of exactly these bytes.
    @Test(arguments: [("script", "<script>"), ("style", "<style>")])
    func thePolicyNamesTheHashesOfScriptAndStyle(kind: String, start: String) throws {
        try withProjectFiles(Self.files) { (folder) throws in
            #expect(try folder.run("export p --to html -l de -o o").status == 0)
            let page = try folder.text("o/de.html")
            let content = try #require(page.components(between: start, and: "</\(kind)>"))
            let named = try #require(page.components(between: "\(kind)-src 'sha256-", and: "'"))
            try makeFile(folder.path + "/content", content)
            let digest = try shell("sha256sum \"$FILE\"", ["FILE": folder.path + "/content"])
            #expect(named == Self.base64(ofHexadecimal: digest.output.prefix(64)))
        }
    }

    /// Base64 (RFC 4648, section 4) of the 32 bytes of a hash.
    private static func base64(ofHexadecimal digits: some StringProtocol) -> String {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bits = digits.compactMap(\.hexDigitValue).flatMap { digit in (0..<4).map { digit >> (3 - $0) & 1 }
        }
        let groups = stride(from: 0, to: bits.count, by: 6).map { start in
            (0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
        return String(groups.map { signs[$0] }) + "="
    }
}

extension String {
    /// The text between the first occurrence of one text and the next one of another.
    fileprivate func components(between start: String, and end: String) -> String? {
        guard let first = firstRange(of: start), let last = self[first.upperBound...].firstRange(of: end)
        else {
            return nil
        }
        return String(self[first.upperBound..<last.lowerBound])
    }
}
