// Checks that only changed lines are written to the terminal.

import TestSupport
import Testing

@testable import ProgramSupport

@Suite struct FrameWriterTests {
    private let begin = "\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m"
    private let end = "\u{1B}[?2026l"

    @Test func theFirstFrameClearsTheScreen() {
        var writer = FrameWriter()
        let frame = TerminalFrame(lines: ["one", "", "three"], cursor: .init(row: 2, column: 5))
        #expect(
            writer.codes(for: frame, rows: 24)
                == begin + "\u{1B}[2J\u{1B}[1;1Hone\u{1B}[0m\u{1B}[3;1Hthree\u{1B}[0m\u{1B}[3;6H\u{1B}[?25h"
                + end)
    }

    @Test func linesBelowTheCursorAreCountedFromItsSavedPlace() {
        var writer = FrameWriter(isInline: true)
        let frame = TerminalFrame(lines: ["one", "two"], cursor: .init(row: 1, column: 3))
        let saved = "\u{1B}8\u{1B}[0m"
        #expect(
            writer.codes(for: frame, rows: 2)
                == begin + "\u{1B}8\u{1B}[0m\u{1B}[J" + saved + "\u{1B}[1Gone\u{1B}[0m" + saved
                + "\u{1B}[1B\u{1B}[1Gtwo\u{1B}[0m" + saved + "\u{1B}[1B\u{1B}[4G\u{1B}[?25h" + end)
    }

    @Test func onlyChangedLinesAreWritten() {
        var writer = FrameWriter()
        _ = writer.codes(for: TerminalFrame(lines: ["one", "two", "three", "four"]), rows: 24)
        #expect(
            writer.codes(for: TerminalFrame(lines: ["one", "\u{1B}[1mzwei", "three", "four"]), rows: 24)
                == begin + "\u{1B}[2;1H\u{1B}[2K\u{1B}[1mzwei\u{1B}[0m" + end)
        // Removed and emptied lines are erased.
        #expect(
            writer.codes(for: TerminalFrame(lines: ["", "\u{1B}[1mzwei", "three"]), rows: 24)
                == begin + "\u{1B}[1;1H\u{1B}[2K\u{1B}[4;1H\u{1B}[2K" + end)
    }

    @Test func theCursorMovesAlone() {
        var writer = FrameWriter()
        _ = writer.codes(for: TerminalFrame(lines: ["one"]), rows: 24)
        let frame = TerminalFrame(lines: ["one"], cursor: .init(row: 0, column: 2))
        #expect(writer.codes(for: frame, rows: 24) == begin + "\u{1B}[1;3H\u{1B}[?25h" + end)
        #expect(writer.codes(for: frame, rows: 24) == "")
        #expect(writer.codes(for: TerminalFrame(lines: ["one"]), rows: 24) == begin + end)
    }

    @Test func whatIsForgottenIsWrittenAgain() {
        var writer = FrameWriter()
        let frame = TerminalFrame(lines: ["one", "two"])
        let first = writer.codes(for: frame, rows: 24)
        writer.forget()
        #expect(writer.codes(for: frame, rows: 24) == first)
    }

    @Test func nothingIsWrittenBelowTheScreen() {
        var writer = FrameWriter()
        #expect(
            writer.codes(for: TerminalFrame(lines: ["one", "two", "three"]), rows: 2)
                == begin + "\u{1B}[2J\u{1B}[1;1Hone\u{1B}[0m\u{1B}[2;1Htwo\u{1B}[0m" + end)
        #expect(writer.codes(for: TerminalFrame(lines: ["one", "two", "four"]), rows: 2) == "")
        #expect(
            writer.codes(for: TerminalFrame(lines: ["one"]), rows: 0) == begin
                + "\u{1B}[1;1H\u{1B}[2K\u{1B}[2;1H\u{1B}[2K" + end)
    }

    /// Invariant: the screen shows the frame, whatever it showed before.
    @Test func theScreenShowsTheLastFrame() {
        var random = SeededGenerator(seed: 14)
        var writer = FrameWriter()
        var screen = [String](repeating: "?", count: 5)
        for _ in 0..<500 {
            let lines = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                ["", "a", "bc", "漢"].randomElement(using: &random)!
            }
            if Int.random(in: 0..<10, using: &random) == 0 { writer.forget() }
            apply(writer.codes(for: TerminalFrame(lines: lines), rows: 5), to: &screen)
            #expect(screen == lines + [String](repeating: "", count: 5 - lines.count))
        }
    }

    /// A terminal that interprets the writer's codes.
    private func apply(_ codes: String, to screen: inout [String]) {
        var row = 0
        for piece in codes.split(separator: "\u{1B}[") {
            let text = piece.drop { !$0.isLetter }.dropFirst()
            switch piece.first(where: \.isLetter) {
            case "H": row = Int(piece.prefix { $0 != ";" })! - 1
            case "J": screen = screen.map { _ in "" }
            case "K": screen[row] = ""
            default: break
            }
            if !text.isEmpty { screen[row] += text }
        }
    }
}
