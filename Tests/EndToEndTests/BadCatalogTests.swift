// Checks bad catalogs: each message names the location and the remedy, and all other catalogs are searched.

import TestSupport
import Testing

@Suite struct BadCatalogTests {
    /// Runs the program over files, in their folder.
    private func search(
        _ words: String, in files: [String: String], environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try withFiles(files) { (folder) throws in try lsearch(words, environment: environment, in: folder) }
    }

    @Test func aMissingCatalogIsReportedAndTheOthersAreSearched() throws {
        let run = try search(
            "-l de -c none.jsonl -c a.jsonl", in: ["a.jsonl": #"{"id":"a","title":"Apfel"}"#])
        #expect(run.status == 0)
        #expect(run.errors == "lsearch: none.jsonl: Datei oder Ordner nicht vorhanden; Pfad prüfen\n")
        #expect(run.output.contains("Apfel"))
    }

    @Test func withoutAnyCatalogThereIsNothingToSearch() throws {
        let run = try search("-c none.jsonl", in: [:])
        #expect(run.status == 2)
        #expect(run.errors == "lsearch: none.jsonl: there is no such file or folder; check the path\n")
        #expect(run.output == "")
    }

    @Test func anUnreadableCatalogIsReportedAndTheOthersAreSearched() throws {
        try withFiles(["b.jsonl": #"{"id":"b","title":"Birne"}"#]) { (folder) throws in
            // The device cannot be read; permissions would not stop the superuser.
            try link(folder + "/a.jsonl", to: "/dev/zero")
            let run = try lsearch("-l en -c a.jsonl -c b.jsonl", in: folder)
            #expect(run.status == 0)
            #expect(
                run.errors
                    == "lsearch: a.jsonl: it is a pipe, a socket or a device; use a regular file\n")
            #expect(run.output.contains("Birne"))
        }
    }

    @Test func aFolderNamedLikeACatalogIsAFolder() throws {
        let run = try search(
            "-c a.jsonl -c b.jsonl", in: ["a.jsonl/notes.txt": "", "b.jsonl": "{\"id\":\"b\"}\n"])
        #expect(run.status == 0)
        #expect(
            run.errors
                == "lsearch: a.jsonl: the folder contains no catalog; add files ending in .jsonl, .json, .csv, .tsv, .po, .mo or .strings\n"
        )
    }

    @Test func aFolderWithoutCatalogsIsReported() throws {
        let run = try search("-l de -c leer", in: ["leer/.hidden.jsonl": "", "leer/readme.txt": ""])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "lsearch: leer: der Ordner enthält keinen Katalog; Dateien mit der Endung .jsonl, .json, .csv, .tsv, .po, .mo oder .strings hinzufügen\n"
        )
    }

    @Test func aFileOfAnotherKindIsReported() throws {
        let run = try search("-c notes.txt", in: ["notes.txt": "a"])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "lsearch: notes.txt: the catalog format is unknown; use a file ending in .jsonl, .json, .csv, .tsv, .po, .mo or .strings\n"
        )
    }

    @Test func anEmptyCatalogHoldsNothingAndIsNoError() throws {
        let run = try search("-l de -c a.jsonl", in: ["a.jsonl": ""])
        #expect(run.status == 1)
        #expect(
            run.errors == "lsearch: a.jsonl: der Katalog enthält keine Einträge; einen pro Zeile hinzufügen\n"
        )
        #expect(run.lines[0] == "Keine Treffer gefunden")
        #expect(try search("--strict -c a.jsonl", in: ["a.jsonl": ""]).status == 1)
    }

    @Test func twoFilesOfOneNameAreOneCatalogTooMany() throws {
        let run = try search(
            "-c a.jsonl -c deep/a.jsonl", in: ["a.jsonl": "{\"id\":1}", "deep/a.jsonl": "{\"id\":2}"])
        #expect(run.status == 0)
        #expect(
            run.errors
                == "lsearch: deep/a.jsonl: there is already a catalog named “a”; rename one of the two files\n"
        )
    }

    @Test func brokenJSONIsReportedWithItsLine() throws {
        let lines = (1...9).map { $0 == 7 ? "{\"id\":7,\"title\":" : "{\"id\":\($0),\"title\":\"Nummer\"}" }
        let run = try search(
            "-l de --format json -c a.jsonl", in: ["a.jsonl": lines.map { $0 + "\n" }.joined()])
        #expect(run.status == 0)
        #expect(run.errorLines.count == 2)
        #expect(
            run.errorLines[0]
                == "lsearch: a.jsonl:7: fehlerhaftes JSON (Byte 17), daher wird der Eintrag übersprungen; korrigieren"
        )
        #expect(
            run.errorLines[1] == "lsearch: 1 Eintrag wurde übersprungen; wie oben beschrieben korrigieren")
        #expect(try run.json["total"] == 8)
    }

    @Test(arguments: [
        (
            #"{"id":"a","title":"Birne"}"#,
            "the id “a” is already used on line 1, so the item is skipped; use another id"
        ),
        (
            #"{"id":"b","title":"\ud83d"}"#,
            "a \\u escape is only half of a character, so the item is skipped; write both halves or the character itself"
        ),
        ("[1]", "the item is not a JSON object and is skipped; write it as {\"id\": …}"),
        (#"{"title":"Birne"}"#, "the item has no id and is skipped; add one"),
        (
            #"{"id":"b","title":5}"#,
            "“title” must be a text or an object with a text for each language (item skipped); correct it"
        ),
        (
            #"{"id":"b","price":{"amount":"viel","currency":"EUR"}}"#,
            "“viel” in “price” is not a decimal number, so the item is skipped; write it like 51.99"
        ),
    ])
    func anItemThatCannotBeUsedIsLeftOut(item: String, message: String) throws {
        let files = [
            "a.jsonl": "{\"id\":\"a\",\"title\":\"Apfel\"}\n\(item)\n{\"id\":\"c\",\"title\":\"Citrone\"}\n"
        ]
        let run = try search("-c a.jsonl --format json", in: files)
        #expect(run.status == 0)
        #expect(
            run.errorLines == [
                "lsearch: a.jsonl:2: \(message)",
                "lsearch: 1 item was skipped; correct it as described above",
            ])
        #expect(try run.ids == ["a", "c"])
        let strict = try search("-c a.jsonl --strict", in: files)
        #expect(strict.status == 2)
        #expect(strict.output == "")
        #expect(strict.errorLines.first == run.errorLines.first)
    }

    @Test func bytesThatAreNoTextAreReported() throws {
        try withTemporaryFolder { (folder) throws in
            let bad = Array(#"{"id":"b","title":"Bir"#.utf8) + [0xFF] + Array("ne\"}\n".utf8)
            try makeFile(folder + "/a.jsonl", bad + Array("{\"id\":\"c\"}\n".utf8))
            let run = try lsearch("-l de -c a.jsonl --format json", in: folder)
            #expect(run.status == 0)
            #expect(
                run.errorLines.first
                    == "lsearch: a.jsonl:1: Byte 23 ist kein gültiges UTF-8, daher wird der Eintrag übersprungen; Datei als UTF-8 speichern"
            )
            #expect(try run.ids == ["c"])
        }
    }

    @Test func aLineOfFiftyMegabytesIsPassedOverQuickly() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/a.jsonl"
            try makeFile(path, "{\"id\":\"a\",\"title\":\"Apfel\"}\n{\"id\":\"b\"")
            try resizeFile(path, to: 50 << 20)
            // A program that is slower than the limit of its run is killed.
            let run = try lsearch("-l de -c a.jsonl apfel", in: folder)
            #expect(run.status == 0)
            #expect(
                run.errorLines.first
                    == "lsearch: a.jsonl:2: der Eintrag hat 52.428.773 Byte (höchstens erlaubt: 16.777.216) und wird übersprungen; kürzen"
            )
            #expect(run.lines.first == "1 Treffer gefunden")
        }
    }

    @Test func manyFindingsAreCutShortAndCounted() throws {
        let names = (10...39).map { "a\($0).jsonl" }
        let run = try search("-c .", in: Dictionary(uniqueKeysWithValues: names.map { ($0, "[]\n") }))
        #expect(run.status == 1)
        #expect(run.errorLines.count == 22)
        #expect(run.errorLines[19].contains("a29.jsonl:1: "))
        #expect(
            run.errorLines[20] == "lsearch: 10 further messages are not shown; correct those above first")
        #expect(run.errorLines[21] == "lsearch: 30 items were skipped; correct them as described above")
    }

    @Test func ofManyEqualFindingsTheFirstIsReportedWithTheirNumber() throws {
        let good = "{\"id\":\"a\",\"title\":\"Apfel\"}\n"
        let wrong = (1...1_500).map { "{\"id\":\"b\($0)\",\"year\":\"x\"}\n" }.joined()
        let files = ["a.jsonl": good + wrong + "[]\n" + "{\"id\":\"a\"}\n"]
        try withTemporaryFolder { (folder) throws in
            for (name, text) in files { try makeFile(folder + "/" + name, text) }
            // The second run reports the diagnostics that the index stores.
            for _ in 1...2 {
                let run = try lsearch("-l en -c a.jsonl --cache cache apfel", in: folder)
                #expect(run.status == 0)
                #expect(
                    run.errorLines == [
                        "lsearch: a.jsonl:2: “year” must be a whole number (item skipped); correct it",
                        "lsearch: a.jsonl: further messages of this kind: 1,499",
                        "lsearch: a.jsonl:1502: the item is not a JSON object and is skipped; write it as {\"id\": …}",
                        "lsearch: a.jsonl:1503: the id “a” is already used on line 1, so the item is skipped; use another id",
                        "lsearch: 1,502 items were skipped; correct them as described above",
                    ])
            }
        }
    }

    @Test func aPipeInAFolderIsReportedAndNotRead() throws {
        try withTemporaryFolder { (folder) throws in
            try makeFile(folder + "/a.jsonl", "{\"id\":\"a\",\"title\":\"Apfel\"}\n")
            try makePipe(folder + "/b.jsonl")
            let run = try lsearch("-c . --format json", in: folder)
            #expect(try run.ids == ["a"])
            #expect(run.errorLines.count == 1)
            #expect(run.errors.hasPrefix("lsearch: b.jsonl: it is a pipe"))
        }
    }

    @Test func aPipeWithANameIsACatalogToo() throws {
        try withTemporaryFolder { (folder) throws in
            try makePipe(folder + "/a.jsonl", holding: "{\"id\":\"a\",\"title\":\"Apfel\"}\n")
            let run = try lsearch("-c a.jsonl --format json", in: folder)
            #expect(try run.ids == ["a"])
            #expect(run.errors == "")
        }
    }

    @Test func aBrokenSidecarIsReportedAndTheCatalogIsSearched() throws {
        let run = try search(
            "-c a.jsonl --format json", in: ["a.jsonl": "{\"id\":\"a\"}", "a.catalog.json": "{\"label\":"])
        #expect(run.status == 0)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("lsearch: a.catalog.json:1: broken JSON ("))
        #expect(try run.ids == ["a"])
    }

    // MARK: Folders of catalogs

    @Test func catalogsAreThoseNamedElseThoseOfTheFolder() throws {
        try withFiles([
            "Catalogs/a.jsonl": "{\"id\":\"a\"}", "other/b.jsonl": "{\"id\":\"b\"}", "c.csv": "id\nc\n",
        ]) { (folder) throws in
            func ids(_ words: String, _ named: String) throws -> [String] {
                try lsearch(
                    "--sort title --format json " + words, environment: ["LSEARCH_CATALOGS": named],
                    in: folder
                ).ids
            }
            #expect(try ids("", "") == ["a"])
            #expect(try ids("", "other") == ["b"])
            #expect(try ids("", "other:c.csv") == ["b", "c"])
            #expect(try ids("-c c.csv -c Catalogs", "other") == ["a", "c"])
        }
    }
}
