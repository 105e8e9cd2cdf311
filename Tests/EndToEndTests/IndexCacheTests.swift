// Checks that results are right with a fresh, stale, damaged, full, shared or interrupted index cache.

import TestSupport
import Testing

@Suite struct IndexCacheTests {
    /// Runs a test with the shop's files in a folder. The runs use its folder `cache`.
    private func withShop(_ body: (String) throws -> Void) throws {
        try withFiles(["shop.jsonl": Shop.records, "shop.catalog.json": Shop.sidecar], body)
    }

    private func search(_ words: String, in folder: String, _ environment: [String: String] = [:]) throws
        -> ProgramRun
    {
        try lsearch(
            words,
            environment: ["LSEARCH_CATALOGS": folder + "/shop.jsonl", "XDG_CACHE_HOME": folder + "/cache"]
                .merging(environment) { $1 }, in: folder)
    }

    /// The folder of the only index.
    private func index(_ folder: String) throws -> String {
        let cache = folder + "/cache/lsearch"
        return cache + "/" + (try names(inFolder: cache).first ?? "")
    }

    private func segment(_ folder: String) throws -> String {
        let index = try index(folder)
        return index + "/" + (try names(inFolder: index).first { $0.hasSuffix(".segment") } ?? "")
    }

    @Test(arguments: [
        "-l de geburtstag --explain", "-l en birthday --format jsonl",
        "-l de --sort price --reverse --limit 3",
        "--list-scopes -l de", "--list-catalogs", "--list-locales", "-l de -s Hochzeiten", "-l de xyzzy",
        "-l de 20 2001", "--price 3..20 --year ..2000 --format jsonl", "-l de öl --chain de,en",
    ])
    func theResponseIsTheSameWithAndWithoutAnIndex(words: String) throws {
        try withShop { folder in
            let scanned = try search("--no-cache " + words, in: folder)
            #expect(!exists(folder + "/cache"))
            for _ in 0..<2 {
                let indexed = try search(words, in: folder)
                #expect(indexed.output == scanned.output)
                #expect(indexed.errors == "")
                #expect(indexed.status == scanned.status)
            }
            #expect(try names(inFolder: folder + "/cache/lsearch").count == 1)
        }
    }

    @Test func theSecondRunSaysWhatTheFirstOneSaid() throws {
        let files = [
            "shop.csv": "id;title;year\n1;Tasse;20x1\n2;Kanne;\n", "shop.catalog.json": #"{"lable": "x"}"#,
        ]
        try withFiles(files) { folder in
            let runs = try (0..<2).map { _ in
                try lsearch(
                    "-l en -c shop.csv", environment: ["XDG_CACHE_HOME": folder + "/cache"], in: folder)
            }
            #expect(
                runs[0].errors.contains(
                    "shop.catalog.json:1: there is no setting “lable”; did you mean “label”?"))
            #expect(runs[0].errors.contains("shop.csv:2: “year”"))
            #expect(runs[1].errors == runs[0].errors)
        }
    }

    @Test func aFreshIndexIsNotTouched() throws {
        try withShop { folder in
            try setModificationTime(of: folder + "/shop.jsonl", secondsAgo: 100)
            _ = try search("-l de torte", in: folder)
            let built = try segment(folder)
            for words in ["-l de torte", "--list-catalogs", "--cache \(folder)/cache/lsearch -l de torte"] {
                #expect(try search(words, in: folder).errors == "")
                #expect(try segment(folder) == built)
            }
            #expect(try search("--rebuild -l de torte", in: folder).errors == "")
            #expect(try segment(folder) != built)
        }
    }

    @Test func indexesAreExaminedWithoutAChange() throws {
        try withShop { folder in
            let missing = try search("--verify -l en --format json", in: folder)
            #expect(missing.status == 2)
            #expect(missing.output.contains(#""index":"missing""#))
            _ = try search("-l de torte", in: folder)
            let sound = try search("--verify -l en", in: folder)
            #expect(sound.status == 0)
            #expect(sound.errors == "")
            #expect(sound.output.contains("sound"))
            var damaged = try bytes(of: segment(folder))
            damaged[damaged.count / 2] ^= 1
            try makeFile(segment(folder), damaged)
            let found = try search("--verify -l en --format json", in: folder)
            #expect(found.status == 1)
            #expect(found.output.contains(#""index":"damaged","damaged":["checksums""#))
            #expect(try bytes(of: segment(folder)) == damaged)
        }
    }

    @Test func aFolderThatOthersCanWriteIntoIsReportedAndNotUsed() throws {
        try withShop { folder in
            _ = try search("-l en torte", in: folder)
            try setPermissions(0o777, of: folder + "/cache/lsearch")
            let run = try search("-l en torte --relax never", in: folder)
            #expect(run.errorLines.count == 1)
            #expect(run.errors.contains("others can write into this folder of indexes"))
            let scanned = try search("-l en torte --relax never --no-cache", in: folder)
            #expect(run.output == scanned.output)
            #expect(try search("--verify -l en", in: folder).status == 2)
        }
    }

    @Test func aChangedCatalogIsReportedAndFoundAsItIs() throws {
        try withShop { folder in
            #expect(try search("-l de torte", in: folder).status == 0)
            try makeFile(folder + "/shop.jsonl", #"{"id":"kerze","title":{"de":"Kerze"}}"# + "\n")
            let run = try search("-l de kerze", in: folder)
            #expect(run.status == 0)
            #expect(
                try search("-l de torte", in: folder).status == 1)
            #expect(run.errorLines.count == 1)
            #expect(try search("-l de kerze", in: folder).errors == "")
        }
    }

    @Test func theCacheIsWhereItIsRequested() throws {
        try withShop { folder in
            _ = try search("--cache here -l de torte", in: folder)
            #expect(try names(inFolder: folder + "/here").count == 1)
            #expect(!exists(folder + "/cache"))
            _ = try search(
                "-l de torte", in: folder, ["XDG_CACHE_HOME": "relative", "HOME": folder + "/home"])
            #expect(try names(inFolder: folder + "/home/.cache/lsearch").count == 1)
            #expect(try search("-l de torte", in: folder, ["XDG_CACHE_HOME": "", "HOME": ""]).errors == "")
        }
    }

    @Test func aCacheWithoutANameIsRefused() throws {
        let run = try searchShop(["--cache", "", "torte"])
        #expect(run.status == 2)
        #expect(run.errors == "lsearch: no folder was specified; specify one with --cache\n")
    }

    @Test func findingsAreReportedAtEachRun() throws {
        try withFiles(["shop.jsonl": Shop.records + "{\n[]\n", "shop.catalog.json": "{"]) { (folder) throws in
            let scanned = try search("--no-cache -l de torte", in: folder)
            #expect(scanned.errorLines.count == 4)
            for words in [
                "-l de torte", "-l de torte", "--strict -l de torte", "--no-cache --strict -l de torte",
            ] {
                let run = try search(words, in: folder)
                #expect(run.errors == scanned.errors)
                #expect(run.status == (words.contains("--strict") ? 2 : 0))
            }
        }
    }

    @Test func aDamagedIndexIsReportedAndBuiltAnew() throws {
        try withShop { folder in
            let whole = try search("-l de geburtstag --format jsonl", in: folder)
            var generator = SeededGenerator(seed: 7)
            for round in 0..<8 {
                let path = try round % 3 == 0 ? index(folder) + "/manifest" : segment(folder)
                var damaged = try bytes(of: path)
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch round % 4 {
                case 0: damaged[place] ^= 0x10
                case 1: damaged = Array(damaged[..<place])
                case 2: for index in damaged.indices { damaged[index] = 0 }
                default: for index in place..<min(place + 8_192, damaged.count) { damaged[index] ^= 0xFF }
                }
                try makeFile(path, damaged)
                let run = try search("-l de geburtstag --format jsonl", in: folder)
                #expect(run.output == whole.output)
                #expect(run.status == 0)
                // A query that does not read the damaged part does not notice it.
                #expect(run.errorLines.count <= 1)
                if round % 4 != 0 || round % 3 == 0 {
                    #expect(run.errors.isEmpty || run.errors.contains("shop.jsonl: "))
                }
                _ = try search("--rebuild -l de torte", in: folder)
            }
        }
    }

    @Test func aBatchGoesOnOverADamagedIndex() throws {
        try withShop { folder in
            _ = try search("-l de torte", in: folder)
            let path = try segment(folder)
            var damaged = try bytes(of: path)
            // Everything between the header and the footer is damaged: opening succeeds, and searching fails.
            for index in 64..<damaged.count - 4_096 where index % 512 == 0 { damaged[index] ^= 0xFF }
            try makeFile(path, damaged)
            let run = try lsearch(
                "--batch -l de",
                environment: [
                    "LSEARCH_CATALOGS": folder + "/shop.jsonl", "XDG_CACHE_HOME": folder + "/cache",
                ], input: "{\"q\":\"torte\"}\n{\"q\":\"ring\"}\n", in: folder)
            #expect(run.status == 0)
            #expect(try run.jsonLines.map { $0["total"] } == [1, 1])
        }
    }

    @Test(arguments: ["/proc/nowhere", "/dev/null/cache"])
    func aCacheThatCannotBeWrittenCostsNoResponse(cache: String) throws {
        try withShop { folder in
            for _ in 0..<2 {
                let run = try search("-l de torte --cache \(cache)", in: folder)
                #expect(run.status == 0)
                #expect(run.errorLines.count == 1)
                #expect(run.errors.hasPrefix("lsearch: \(cache): "))
            }
        }
    }

    @Test func aFullDiskCostsNoResponse() throws {
        try withShop { folder in
            let scanned = try search("-l de torte --no-cache", in: folder)
            // Files are limited to some blocks of 512 bytes.
            let run = try lsearch(
                "-l de torte",
                environment: [
                    "LSEARCH_CATALOGS": folder + "/shop.jsonl", "XDG_CACHE_HOME": folder + "/cache",
                ], in: folder, limits: RunLimits(fileBlocks: 2))
            #expect(run.output == scanned.output)
            #expect(run.errorLines.count == 1)
            #expect(try search("-l de torte", in: folder).errors == "")
        }
    }

    @Test func aReadOnlyCacheIsRead() throws {
        try withShop { folder in
            try setModificationTime(of: folder + "/shop.jsonl", secondsAgo: 100)
            _ = try search("-l de torte", in: folder)
            // Permissions do not stop the superuser; a file at the path of the lock stops every user.
            try rename(index(folder) + "/lock", to: folder + "/lock")
            try makeFolder(index(folder) + "/lock")
            #expect(try search("-l de torte", in: folder).errors == "")
            try makeFile(folder + "/shop.jsonl", #"{"id":"torte","title":"Torte"}"#)
            let run = try search("-l de torte", in: folder)
            #expect(run.status == 0)
            #expect(run.errorLines.count == 1)
        }
    }

    @Test func foldersOfTranslationsAreIndexed() throws {
        let files = [
            "L10n/de.lproj/A.strings": #""greeting" = "Guten Tag";"#,
            "L10n/en.lproj/A.strings": #""greeting" = "Hello";"#,
        ]
        try withFiles(files) { (folder) throws in
            func hits(_ words: String) throws -> ProgramRun {
                try lsearch(words, environment: ["XDG_CACHE_HOME": folder + "/cache"], in: folder)
            }
            #expect(try hits("-l de tag -c L10n").status == 0)
            #expect(try hits("-l de tag -c ./L10n/").errors == "")
            #expect(try names(inFolder: folder + "/cache/lsearch").count == 1)
            try makeFolder(folder + "/L10n/fr.lproj")
            try makeFile(folder + "/L10n/fr.lproj/A.strings", #""greeting" = "Bonjour";"#)
            #expect(try hits("-l fr bonjour -c L10n").status == 0)
            try makeFile(folder + "/L10n/de.lproj/A.strings", #""greeting" = "Grüezi";"#)
            #expect(try hits("-l de tag -c L10n").status == 1)
            #expect(try hits("-l de grüezi -c L10n").status == 0)
        }
    }

    @Test func aBuildThatIsKilledLeavesAnOldIndexOrNone() throws {
        let rounds = 6
        try withShop { folder in
            var generator = SeededGenerator(seed: 3)
            for round in 0..<rounds {
                let title = "Torte\(round)"
                let records = (0..<400).map { #"{"id":"\#($0)","title":{"de":"\#(title) \#($0)"}}"# + "\n" }
                try makeFile(folder + "/shop.jsonl", records.joined())
                let killed = try lsearch(
                    "-l de --rebuild torte",
                    environment: [
                        "LSEARCH_CATALOGS": folder + "/shop.jsonl", "XDG_CACHE_HOME": folder + "/cache",
                    ], in: folder,
                    limits: RunLimits(time: .milliseconds(Int.random(in: 0..<300, using: &generator))))
                let run = try search("-l de \(title) --format json -n 0", in: folder)
                #expect(try run.json["total"] == 400, "round \(round), \(killed.status)")
            }
            let again = try search("-l de Torte\(rounds - 1) --format json -n 0", in: folder)
            #expect(try again.json["total"] == 400)
            #expect(again.errors == "")
            // The killed programs leave no files.
            _ = try search("--rebuild -l de torte", in: folder)
            #expect(try allNames(inFolder: index(folder)).count == 3)
        }
    }

    @Test func manyAtOnceBuildTheSameIndex() throws {
        try withShop { folder in
            let script =
                "for i in 1 2 3 4 5 6; do \"$0\" -l de torte --format json -n 0 --rebuild & done; wait"
            let run = try shell(
                script, ["LSEARCH_CATALOGS": folder + "/shop.jsonl", "XDG_CACHE_HOME": folder + "/cache"])
            #expect(run.errors == "")
            #expect(try run.jsonLines.map { $0["total"] } == Array(repeating: 1, count: 6))
            #expect(try allNames(inFolder: index(folder)).count == 3)
        }
    }
}
