// Checks that the terminal is restored and no process remains, however the search ends.

import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct TakenTerminalTests {
    /// Searches from a shell with earlier output.
    private func searchInShell(_ user: TerminalUser, _ body: (TmuxTerminal) throws -> Void) throws {
        try user.shell { terminal in
            try terminal.type("echo before\n")
            try terminal.waitUntil("the shell answers") { $0.lines.contains("before") }
            try terminal.type("search; status=$?\n")
            try terminal.waitUntil("the search is there") { $0.label == " 5 Treffer gefunden" }
            #expect(try terminal.format("#{alternate_on} #{mouse_any_flag}") == "1 1")
            try terminal.type("ring")
            try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
            try body(terminal)
        }
    }

    /// Whether the shell has its terminal again, and no process of the search runs.
    private func expectGivenBack(_ terminal: TmuxTerminal, _ user: TerminalUser) throws {
        try user.waitUntil("nothing of the search runs") {
            !processes(inHome: user.home).contains { $0.isSearch }
        }
        try terminal.waitUntil("the terminal's modes are what they were") { _ in
            try terminal.format("#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{wrap_flag}") == "0 1 0 1"
        }
        try terminal.type("stty -a\n")
        let screen = try terminal.waitUntil("the terminal's mode is shown") { screen in
            // A command that asked for `icanon` may still be on the screen.
            screen.lines.contains { $0.contains("iexten") }
        }
        #expect(screen.lines.contains("before"))
        let words = screen.lines.flatMap { $0.split { $0 == " " || $0 == ";" } }
        for word in ["icanon", "echo", "isig", "iexten", "icrnl", "opost"] {
            #expect(words.contains { $0 == word }, "\(word)")
        }
    }

    /// Whether the shell saw how the search ended, and received no unread keys or responses of the terminal.
    private func expectStatus(_ status: Int32, _ terminal: TmuxTerminal, _ user: TerminalUser) throws {
        // Only now: the guard drops input when it restores the terminal.
        try user.waitUntil("nothing of the search runs") {
            !processes(inHome: user.home).contains { $0.isSearch }
        }
        // The shell skips the rest of a line after a command that control-C ended.
        try terminal.type("echo status ${status:-$?}\n")
        try terminal.waitUntil("the status is shown") { $0.lines.contains("status \(status)") }
    }

    @Test func quitting() throws {
        try TerminalUser.ofShop { user in
            try searchInShell(user) { terminal in
                try terminal.send("C-c")
                try expectStatus(0, terminal, user)
                try expectGivenBack(terminal, user)
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGKILL])
    func beingEnded(by signal: Int32) throws {
        try expectGivenBack(after: signal)
    }

    @Test func beingEndedByAFault() throws {
        try expectGivenBack(after: SIGSEGV)
    }

    private func expectGivenBack(after signal: Int32) throws {
        try TerminalUser.ofShop { user in
            try searchInShell(user) { terminal in
                let search = try #require(user.searches.first)
                #expect(kill(search.id, signal) == 0)
                try expectStatus(128 + signal, terminal, user)
                try expectGivenBack(terminal, user)
            }
        }
    }

    @Test func stoppingAndGoingOn() throws {
        try TerminalUser.ofShop { user in
            try searchInShell(user) { terminal in
                try terminal.send("C-z")
                let shell = try terminal.waitUntil("the shell is back") { $0.contains("Stopped") }
                #expect(shell.lines.contains("before"))
                #expect(try terminal.format("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0")
                try terminal.type("stty -a | grep -c ' icanon'\n")
                try terminal.waitUntil("lines are edited") { $0.lines.contains("1") }
                try terminal.type("fg\n")
                let again = try terminal.waitUntil("the search is back") { $0.label == " 1 Treffer gefunden" }
                #expect(again.field == " Suche: ring")
                #expect(try terminal.format("#{alternate_on} #{mouse_any_flag}") == "1 1")
                try terminal.type("x")
                try terminal.waitUntil("it goes on") { $0.field == " Suche: ringx" }
                try terminal.send("C-c")
                try expectGivenBack(terminal, user)
            }
        }
    }

    @Test func beingStoppedFromOutside() throws {
        try TerminalUser.ofShop { user in
            try searchInShell(user) { terminal in
                let search = try #require(user.searches.first)
                #expect(kill(search.id, SIGTSTP) == 0)
                try terminal.waitUntil("the shell is back") { $0.contains("Stopped") }
                #expect(try terminal.format("#{alternate_on} #{mouse_any_flag}") == "0 0")
                try terminal.type("fg\n")
                try terminal.waitUntil("the search is back") { $0.field == " Suche: ring" }
            }
        }
    }
}
