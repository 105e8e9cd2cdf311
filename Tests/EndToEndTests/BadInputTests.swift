// Checks bad command lines and queries: each message names the location and the remedy.

import TestSupport
import Testing

@Suite struct BadInputTests {
    /// Runs the program over files, in their folder.
    private func search(
        _ words: String, in files: [String: String], environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try withFiles(files) { (folder) throws in try lsearch(words, environment: environment, in: folder) }
    }

    // MARK: The command line

    @Test(arguments: [
        ("-l xx", "there is no language “xx”; use a code such as de or pt_BR"),
        ("-l %%", "there is no language “%%”; use a code such as de or pt_BR"),
        ("--chain de,,en", "there is no language “”; use a code such as de or pt_BR"),
        ("--scope x", "there is no scope “x”; choose one of all, birthdays, weddings"),
        (
            "--sort size",
            "no catalog has an attribute “size”; choose one of relevance, title, scope, catalog, year, price, popularity, id"
        ),
        (
            "--format xml",
            "“xml” is not a valid value for --format; choose one of text, json, jsonl, csv, tsv"
        ),
        ("--color no", "“no” is not a valid value for --color; choose one of auto, always, never"),
        ("--limit=-1", "“-1” is not a valid value for --limit; specify a whole number, 0 or greater"),
        ("--limit 1.5", "“1.5” is not a valid value for --limit; specify a whole number, 0 or greater"),
        ("--offset x", "“x” is not a valid value for --offset; specify a whole number, 0 or greater"),
        (
            "--price a..b",
            "“a..b” is not a valid range for --price; write A..B, where one end may be omitted: 10..20, ..20, 10.."
        ),
        (
            "--year ..",
            "“..” is not a valid range for --year; write A..B, where one end may be omitted: 10..20, ..20, 10.."
        ),
        ("--price 3..2", "the range “3..2” of --price is empty; put the smaller number first"),
        (
            "--list-scopes --list-locales",
            "--list-scopes and --list-locales exclude each other; omit one of them"
        ),
        ("--batch word", "--batch and word exclude each other; omit one of them"),
        ("--relax on x", "“on” is not a valid value for --relax; choose one of auto, always, never"),
        ("--cache x --no-cache", "--no-cache and --cache exclude each other; omit one of them"),
        ("--rebuild --no-cache", "--no-cache and --rebuild exclude each other; omit one of them"),
    ])
    func aWrongOptionIsReportedWithItsCure(words: String, message: String) throws {
        let run = try searchShop(words)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors == "lsearch: \(message)\n")
    }

    @Test func aWrongOptionIsReportedInTheUsersLanguage() throws {
        let german = ["LANG": "de_DE.UTF-8"]
        #expect(
            try searchShop("-l xx", environment: german).errors
                == "lsearch: die Sprache „xx“ gibt es nicht; einen Code wie „de“ oder „pt_BR“ angeben\n"
        )
        #expect(
            try searchShop("-l de -s Nirgendwo").errors
                == "lsearch: den Bereich „Nirgendwo“ gibt es nicht; zur Auswahl stehen: all, birthdays, weddings\n"
        )
    }

    @Test(arguments: [
        ("-l de --limti 3 x", "die Option „--limti“ gibt es nicht; war „--limit“ gemeint?"),
        ("-l de --zzz", "die Option „--zzz“ gibt es nicht; „lsearch --help“ zeigt alle"),
        ("-l de --limit", "--limit braucht einen Wert; „lsearch --help“ zeigt, welchen"),
        ("-l de --strict=yes", "--strict hat keinen Wert; „yes“ weglassen"),
        (
            "-l fr -Z",
            "l’option «\u{A0}-Z\u{A0}» n’existe pas\u{A0}; «\u{A0}lsearch --help\u{A0}» les affiche toutes"
        ),
    ])
    func unknownOptionsAreReportedInTheUsersLanguage(words: String, message: String) throws {
        #expect(try searchShop(words).errors == "lsearch: \(message)\n")
    }

    @Test(arguments: [
        ("chek .", "den Befehl „chek“ gibt es nicht; war „check“ gemeint?"),
        ("zzzzzz", "den Befehl „zzzzzz“ gibt es nicht; „lstrings --help“ zeigt alle"),
    ])
    func unknownCommandsAreReportedInTheUsersLanguage(words: String, message: String) throws {
        let run = try run(
            .lstrings, words.split(separator: " ").map(String.init), environment: ["LANGUAGE": "de"])
        #expect(run.errors == "lstrings: \(message)\n")
        #expect(run.status == 2)
    }

    /// gettext writes such texts in the locale C.
    @Test(arguments: [
        ("C", "lsearch: there is no language \"xx\"; use a code such as de or pt_BR\n"),
        ("C.UTF-8", "lsearch: there is no language “xx”; use a code such as de or pt_BR\n"),
    ])
    func theLocaleCHasPunctuationInASCII(locale: String, errors: String) throws {
        #expect(try searchShop("-l xx", environment: ["LANG": locale]).errors == errors)
        let narrow = try searchShop("-l de geburtstag", environment: ["LANG": locale, "COLUMNS": "12"])
        #expect(narrow.output.contains("...") == (locale == "C"))
        #expect(narrow.output.contains("…") == (locale != "C"))
        let help = try searchShop("--help", environment: ["LANG": locale]).output
        #expect(help.unicodeScalars.allSatisfy(\.isASCII) == (locale == "C"))
    }

    @Test(arguments: ["--frobnicate", "--limit", "-n", "-c"]) func unknownAndCutOptionsAreErrors(
        words: String
    ) throws {
        let run = try searchShop(words)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(!run.errors.isEmpty)
    }

    // MARK: Queries

    @Test func aQueryOfAHundredThousandCharactersIsTooLong() throws {
        let run = try searchShop(["-l", "de", "--relax", "never", String(repeating: "a", count: 100_000)])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "lsearch: die Suchanfrage hat 100.000 Zeichen, erlaubt sind höchstens 2.000; Suchanfrage kürzen\n"
        )
        let longest = String(repeating: "äää ", count: 500)
        #expect(try searchShop(["--relax", "never", longest]).status == 1)
        #expect(try searchShop(["--relax", "never", longest + "ä"]).status == 2)
    }

    @Test func aWordOfMoreThanTwoHundredCharactersIsTooLong() throws {
        #expect(try searchShop(["--relax", "never", String(repeating: "ä", count: 200)]).status == 1)
        #expect(try searchShop(["--relax", "never", String(repeating: "ä", count: 201)]).status == 2)
    }

    @Test func theBeginningOfAPastedTextIsSearchedFor() throws {
        let run = try searchShop(["-l", "de", "ring " + String(repeating: "a", count: 100_000)])
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.lines[1] == "Die Suchanfrage ist zu lang; nur ihr Anfang wurde gesucht.")
    }

    @Test func aLoneCombiningMarkFindsNothingAndSaysWhy() throws {
        let run = try searchShop(["\u{301}"])
        #expect(run.status == 1)
        #expect(run.errors == "")
        #expect(run.lines[0] == "No items found")
        #expect(run.lines[2] == "“\u{301}” has no letters or digits and is not searched for")
        #expect(try searchShop(["--format", "json", "\u{301}"]).json["ignored"] == ["\u{301}"])
    }

    @Test func besideOtherWordsALoneMarkDoesNotCount() throws {
        #expect(try searchShop(["-l", "de", "--format", "json", "\u{301}", "torte"]).ids == ["torte"])
    }

    @Test(arguments: [
        "\u{1B}[31m", "%@ %ld %n", "\u{202E}abc", "*", "\\", "\"", "--", "\u{FFFD}", "👩‍👩‍👧", "\u{200D}", "﷽",
        "a\u{0}b", "e\u{301}\u{301}\u{301}", ".*", "' OR 1=1", "\u{E000}", "\u{10FFFF}", "\u{FEFF}", "\r\n",
    ])
    func anyQueryIsAnswered(query: String) throws {
        let run = try searchShop(["--explain", "--", query])
        #expect(run.status < 2)
        #expect(run.errors == "")
    }
}
