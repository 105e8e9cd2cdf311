// A difference has the format that diff(1) prints and patch(1) reads, whatever the texts are.

import TestSupport
import Testing

@testable import lstrings

@Suite struct TextDifferenceTests {
    private func difference(_ old: String, _ new: String) -> String {
        TextDifference(old: old, new: new).unified(path: "a")
    }

    /// GNU diffutils prints these for `diff --unified --label a --label a`.
    @Test(arguments: [
        ("x\n", "y\n", "@@ -1 +1 @@\n-x\n+y\n"),
        (
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        ),
        ("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"),
        ("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"),
        ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
        ("a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n"),
        ("a\nb\n", "b\n", "@@ -1,2 +1 @@\n-a\n b\n"),
        // Six equal lines between two changes keep them in one hunk, seven separate them.
        (
            "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
            "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"
        ),
        (
            "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
            "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"
        ),
        // An entry among blank lines.
        ("a\n\nb\n", "a\n\nx\n\nb\n", "@@ -1,3 +1,5 @@\n a\n \n+x\n+\n b\n"),
        // A last line without a break.
        (
            "a\nb", "a\nc",
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
        ),
        ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("a\nb", "x\nb", "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"),
        // Lines end with a line feed, whatever precedes it, and are compared by their bytes.
        ("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\r\n c\r\n"),
        ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
        ("\u{E9}\n", "e\u{301}\n", "@@ -1 +1 @@\n-\u{E9}\n+e\u{301}\n"),
    ])
    func differencesAreWrittenAsByDiff(old: String, new: String, hunks: String) {
        #expect(Array(difference(old, new).utf8) == Array(("--- a\n+++ a\n" + hunks).utf8))
    }

    @Test(arguments: ["", "a\n", "a", "\n\n\n"]) func equalTextsHaveNoDifference(text: String) {
        #expect(difference(text, text) == "")
    }

    @Test(arguments: 0..<300 as Range<UInt64>) func aDifferenceAppliedToTheOldTextMakesTheNewOne(seed: UInt64)
    {
        var random = SeededGenerator(seed: seed)
        // Few different lines, so that many occur in a text more than once.
        let variety = Int.random(in: 2...40, using: &random)
        func text() -> String {
            let lines = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                "\(Int.random(in: 0..<variety, using: &random))\n"
            }
            return lines.joined() + (Bool.random(using: &random) ? "" : "end")
        }
        let (old, new) = (text(), text())
        #expect(applied(difference(old, new), to: old) == new)
        var edited = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        edited.insert("inserted", at: Int.random(in: 0...edited.count, using: &random))
        let changed = edited.joined(separator: "\n")
        #expect(applied(difference(old, changed), to: old) == changed)
    }

    /// A new locale of a large table: every line is new.
    // The limit is generous: a machine may be busy with other work. Quadratic time would take hours.
    @Test(.timeLimit(.minutes(30))) func textsWithoutCommonLinesTakeNoTime() {
        let old = (0..<50_000).map { "\"a\($0)\" = \"x\";\n" }.joined()
        let new = (0..<50_000).map { "\"b\($0)\" = \"x\";\n" }.joined()
        #expect(difference("", new).hasPrefix("--- a\n+++ a\n@@ -0,0 +1,50000 @@\n+"))
        #expect(difference(old, new).hasPrefix("--- a\n+++ a\n@@ -1,50000 +1,50000 @@\n-"))
    }

    /// Applies a difference as patch(1) does, and checks that the old lines are those in the difference;
    /// `nil` otherwise.
    private func applied(_ difference: String, to old: String) -> String? {
        var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) + "\n" }
        if lines.last == "\n" {
            lines.removeLast()
        } else if !lines.isEmpty {
            lines[lines.count - 1].removeLast()
        }
        var result: [String] = []
        var position = 0
        for line in difference.split(separator: "\n").dropFirst(2) {
            let text = line.dropFirst() + "\n"
            switch line.first {
            case "@":
                let range = line.split(separator: " ")[1].dropFirst().split(separator: ",")
                let start = Int(range[0])! - (range.count == 2 && range[1] == "0" ? 0 : 1)
                guard start >= position, start <= lines.count else { return nil }
                result += lines[position..<start]
                position = start
            case "+": result.append(String(text))
            case "\\":
                // Removed lines have left an empty text.
                if result.last?.isEmpty == false { result[result.count - 1].removeLast() }
            case let sign:
                guard position < lines.count, lines[position].hasPrefix(line.dropFirst()) else { return nil }
                if sign == " " { result.append(String(text)) } else { result.append("") }
                position += 1
            }
        }
        return (result + lines[position...]).joined()
    }
}
