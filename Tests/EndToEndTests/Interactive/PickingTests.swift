// Chooses results for scripts at a real terminal: output and exit statuses are those of fzf.

import TestSupport
import Testing

@Suite struct PickingTests {
    /// A choice among three lines: the options, the keys by their names in tmux, the output, and the status.
    private static let choices: [(options: String, keys: [String], output: String, status: Int)] = [
        ("", ["Enter"], "apple\n", 0), ("", ["Down", "Enter"], "banana\n", 0), ("", ["Escape"], "", 130),
        ("", ["C-c"], "", 130), ("-q banana", ["Enter"], "banana\n", 0), ("-q none", ["Enter"], "", 1),
        ("-q none -0", [], "", 1), ("-q cherry -1", [], "cherry\n", 0),
        ("-m", ["Tab", "Tab", "Enter"], "apple\nbanana\n", 0),
        ("-m --print0", ["Tab", "Enter"], "apple\0", 0),
        ("--expect=ctrl-v", ["C-v"], "ctrl-v\napple\n", 0), ("--expect=ctrl-v", ["Enter"], "\napple\n", 0),
        ("-q none --print-query", ["Enter"], "none\n", 1), ("--nonsense", [], "", 2),
        ("-m --bind ctrl-t:toggle-all", ["C-t", "Enter"], "apple\nbanana\ncherry\n", 0),
    ]

    @Test func bytesAndStatusesAreThoseOfFzf() throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                for (number, choice) in Self.choices.enumerated() {
                    try terminal.type(
                        "clear; printf 'apple\\nbanana\\ncherry\\n' | search --relax never --lines --pick "
                            + "\(choice.options) >out 2>/dev/null; echo end \(number) $?\n")
                    if !choice.keys.isEmpty {
                        // The lines are searched while they arrive.
                        let label = choice.options.contains("-q none") ? "Keine Treffer" : "3 Treffer"
                        let wanted = choice.options.contains("-q banana") ? "1 Treffer" : label
                        try terminal.waitUntil("there is a choice") { $0.contains(wanted) }
                    }
                    for key in choice.keys { try terminal.send(key) }
                    try terminal.waitUntil("\(choice.options) ends with \(choice.status)") {
                        $0.lines.contains("end \(number) \(choice.status)")
                    }
                    #expect(try contents(of: user.home + "/out") == choice.output, "\(choice)")
                }
            }
        }
    }

    @Test func aScriptGetsTheChosenId() throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                try terminal.type("id=$(search --pick=id </dev/null); echo \"[$id] $?\"\n")
                try terminal.waitUntil("there is a choice") { $0.contains("5 Treffer gefunden") }
                try terminal.type("ring")
                // The choice waits for the results of the typed query.
                try terminal.send("Enter")
                try terminal.waitUntil("the id is there") { $0.lines.contains("[ring] 0") }
                #expect(!exists(user.searchFile))
            }
        }
    }

    /// Before raw mode the terminal translates Enter into a line feed, which is another key afterwards.
    @Test func anEnterTypedAheadChooses() throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                try terminal.type("search --pick >out; echo end $?\n\n")
                try terminal.waitUntil("it ended") { $0.lines.contains("end 0") }
                #expect(try contents(of: user.home + "/out") == "torte\n")
            }
        }
    }

    /// Invariant: a preview command that fails or hangs never blocks the terminal, and leaves no process.
    @Test func aHangingPreviewEndsWithTheChoice() throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                try terminal.type(
                    "search --pick --preview 'echo seen {id}; echo bad >&2; sleep 1000' >out; echo end $?\n")
                try terminal.waitUntil("the preview is there") {
                    $0.contains("seen torte") && $0.contains("bad")
                }
                try terminal.send("Down")
                try terminal.waitUntil("the preview follows") { $0.contains("seen karte") }
                try terminal.send("Enter")
                try terminal.waitUntil("it ended") { $0.lines.contains("end 0") }
                #expect(try contents(of: user.home + "/out") == "karte\n")
                try user.waitUntil("no preview runs") {
                    !processes(inHome: user.home).contains { $0.arguments.contains("1000") }
                }
            }
        }
    }

    @Test func aFewLinesLeaveTheRestOfTheScreen() throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                try terminal.type("clear; echo before; search --pick --height 8 >out; echo end $?\n")
                let screen = try terminal.waitUntil("there is a choice") { $0.contains("Treffer") }
                #expect(screen.lines.contains("before"))
                #expect(try terminal.format("#{alternate_on}") == "0")
                try terminal.send("Enter")
                let after = try terminal.waitUntil("it ended") { $0.lines.contains("end 0") }
                #expect(after.lines.prefix(3) == ["before", "end 0", "$"])
            }
        }
    }
}
