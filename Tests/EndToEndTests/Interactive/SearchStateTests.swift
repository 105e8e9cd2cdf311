// Checks that stored searches survive every end of the program, and damaged files.

import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct SearchStateTests {
    @Test func aProgramThatIsKilledGoesOnFromWhatWasStored() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("torte")
                try user.waitUntilStored("torte")
                let search = try #require(user.searches.first)
                #expect(kill(search.id, SIGKILL) == 0)
                #expect(try terminal.waitForEnd() == 128 + Int(SIGKILL))
            }
            try user.search { terminal in
                let screen = try terminal.waitUntil("it goes on") { $0.label == " 1 Treffer gefunden" }
                #expect(screen.field == " Suche: torte")
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func aProgramThatIsEndedStoresTheLastKey(signal: Int32) throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("it is in the field") { $0.field == " Suche: torte" }
                let search = try #require(user.searches.first)
                // A closed window and its shell send several signals.
                for _ in 0..<100 where kill(search.id, signal) == 0 { usleep(100) }
                #expect(try terminal.waitForEnd() == 128 + Int(signal))
            }
            #expect(try user.storedSearch()?["search"]?["text"] == "torte")
        }
    }

    @Test func aWindowThatIsClosedEndsTheProgramAndStoresTheLastKey() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("it is in the field") { $0.field == " Suche: torte" }
                try terminal.closeWindow()
                try user.waitUntil("nothing of the search runs") {
                    !processes(inHome: user.home).contains { $0.isSearch }
                }
            }
            #expect(try user.storedSearch()?["search"]?["text"] == "torte")
        }
    }

    /// Stores a search, and damages its file.
    private func spoil(_ user: TerminalUser, _ body: ([UInt8]) throws -> Void) throws {
        try user.search { terminal in
            try terminal.type("torte")
            try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
            try terminal.send("C-c")
            #expect(try terminal.waitForEnd() == 0)
        }
        try body(bytes(of: user.searchFile))
    }

    /// A new search reports why it does not continue the stored one, and is stored again.
    private func expectFresh(_ user: TerminalUser, saying reason: String, isStored: Bool = true) throws {
        try user.search { terminal in
            let screen = try terminal.waitUntil("a fresh search is shown") {
                $0.label == " 5 Treffer gefunden"
            }
            #expect(screen.field == " Suche: Suchbegriff eingeben")
            #expect(screen.bottom.hasPrefix(reason))
            try terminal.type("ring")
            try terminal.waitUntil("it is searched") {
                $0.label == " 1 Treffer gefunden" && $0.bottom.hasPrefix(" F1 Hilfe")
            }
            if isStored { try user.waitUntilStored("ring") }
        }
    }

    enum Damage: CaseIterable {
        case truncated, empty, random, deep, otherKind
    }

    @Test(arguments: Damage.allCases) func aDamagedFileIsReportedAndReplaced(damage: Damage) throws {
        try TerminalUser.ofShop { user in
            try spoil(user) { whole in
                var generator = SeededGenerator(seed: 1)
                let damaged: [UInt8] =
                    switch damage {
                    case .truncated: Array(whole.prefix(whole.count / 2))
                    case .empty: []
                    case .random: (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
                    case .deep: [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
                    case .otherKind: Array("[1, 2]".utf8)
                    }
                try makeFile(user.searchFile, damaged)
            }
            try expectFresh(user, saying: " Die gespeicherte Suche ist ")
        }
    }

    @Test func aFileOfAnotherVersionIsReportedAndReplaced() throws {
        try TerminalUser.ofShop { user in
            try spoil(user) { whole in
                let text = String(decoding: whole, as: UTF8.self)
                let parts = text.split(separator: #""version" : 1"#).map(String.init)
                #expect(parts.count == 2)
                try makeFile(user.searchFile, parts.joined(separator: #""version" : 99"#))
            }
            try expectFresh(user, saying: " Die letzte Suche stammt aus einer anderen Version")
        }
    }

    @Test func aFolderInPlaceOfTheFileIsReported() throws {
        try TerminalUser.ofShop { user in
            try makeFolder(user.home + "/state")
            try makeFolder(user.stateFolder)
            try makeFolder(user.searchFile)
            try user.search { terminal in
                let screen = try terminal.waitUntil("a fresh search is shown") {
                    $0.label == " 5 Treffer gefunden"
                }
                #expect(screen.bottom == " Die gespeicherte Suche ist nicht lesbar; neue Suche gestartet.")
                try terminal.type("ring")
                try terminal.waitUntil("the failure to store is shown") {
                    $0.label == " 1 Treffer gefunden"
                        && $0.bottom.hasPrefix(" Die Suche konnte nicht gespeichert werden: ")
                }
            }
        }
    }

    @Test func aFileThatCannotBeReadIsReported() throws {
        try TerminalUser.ofShop { user in
            try spoil(user) { _ in
                // The device cannot be read; permissions would not stop the superuser.
                remove(user.searchFile)
                try link(user.searchFile, to: "/dev/zero")
            }
            try user.search { terminal in
                let screen = try terminal.waitUntil("a fresh search is shown") {
                    $0.label == " 5 Treffer gefunden"
                }
                #expect(screen.bottom == " Die gespeicherte Suche ist nicht lesbar; neue Suche gestartet.")
            }
        }
    }

    @Test func aFolderThatCannotBeWrittenIsReportedAndNothingElseBreaks() throws {
        try TerminalUser.ofShop { user in
            try makeFile(user.home + "/state", "in the way")
            try user.search { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("the failure to store is shown") {
                    $0.label == " 1 Treffer gefunden"
                        && $0.bottom.hasPrefix(" Die Suche konnte nicht gespeichert werden: ")
                }
                try terminal.send("C-u")
                try terminal.type("ring")
                try terminal.waitUntil("it goes on") {
                    $0.contains("Ring mit Öse") && $0.bottom.hasPrefix(" F1 Hilfe")
                }
                try terminal.send("C-c")
                #expect(try terminal.waitForEnd() == 2)
                let shown = try terminal.waitUntil("it is shown again") {
                    $0.contains("lsearch: Die Suche konnte nicht gespeichert werden: ")
                }
                #expect(!shown.contains("Alle ("))
            }
            #expect(try contents(of: user.home + "/state") == "in the way")
        }
    }

    @Test func aProgramThatIsKilledAtAnyMomentLeavesAWholeFileOrNone() throws {
        var generator = SeededGenerator(seed: 3)
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                for round in 0..<20 {
                    try terminal.type("clear; search\n")
                    try user.waitUntil("the search of round \(round) runs") { !user.searches.isEmpty }
                    let search = try #require(user.searches.first)
                    // SIGTERM makes the program store; the kill interrupts it at some moment, or comes first.
                    usleep(UInt32.random(in: 0...60_000, using: &generator))
                    try terminal.type("ab")
                    usleep(UInt32.random(in: 0...20_000, using: &generator))
                    if round % 4 != 0 { kill(search.id, SIGTERM) }
                    usleep(UInt32.random(in: 0...4_000, using: &generator))
                    kill(search.id, SIGKILL)
                    try user.waitUntil("nothing of round \(round) runs") {
                        !processes(inHome: user.home).contains { $0.isSearch }
                    }
                    // Throws unless the file is whole.
                    _ = try user.storedSearch()
                }
            }
            // The next start removes unfinished files.
            try user.search { terminal in
                try terminal.waitUntil("it is there") { $0.bottom.hasPrefix(" F1") }
                let left = try exists(user.stateFolder) ? allNames(inFolder: user.stateFolder) : []
                #expect(left.filter { $0 != "interactive.json" && $0 != "recent.json" } == [])
            }
        }
    }
}
