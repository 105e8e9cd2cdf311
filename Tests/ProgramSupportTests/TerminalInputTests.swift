// Checks the decoding of terminal input.

import TestSupport
import Testing

@testable import ProgramSupport

@Suite struct TerminalInputTests {
    /// The events of all bytes, after a pause at their end.
    private func events(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var input = TerminalInput()
        return input.feed(bytes) + input.flush()
    }

    private func events(_ text: String) -> [TerminalEvent] { events(text.utf8) }

    // MARK: Keys

    @Test(
        arguments: [
            ("\r", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
            ("\u{1B}", .escape), ("\u{1B}[Z", .backTab),
            // xterm, in both modes of its cursor keys.
            ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
            ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
            ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
            ("\u{1B}OP", .function(1)), ("\u{1B}OQ", .function(2)), ("\u{1B}OR", .function(3)),
            ("\u{1B}OS", .function(4)), ("\u{1B}OM", .enter),
            // VT220, the Linux console, tmux and screen, rxvt.
            ("\u{1B}[1~", .home), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[4~", .end),
            ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
            ("\u{1B}[[A", .function(1)), ("\u{1B}[[B", .function(2)), ("\u{1B}[[C", .function(3)),
            ("\u{1B}[[D", .function(4)), ("\u{1B}[[E", .function(5)),
            ("\u{1B}[11~", .function(1)), ("\u{1B}[14~", .function(4)), ("\u{1B}[15~", .function(5)),
            ("\u{1B}[17~", .function(6)), ("\u{1B}[18~", .function(7)), ("\u{1B}[19~", .function(8)),
            ("\u{1B}[20~", .function(9)), ("\u{1B}[21~", .function(10)), ("\u{1B}[23~", .function(11)),
            ("\u{1B}[24~", .function(12)), ("\u{1B}[25~", .function(13)), ("\u{1B}[34~", .function(20)),
            // kitty's protocol.
            ("\u{1B}[27u", .escape), ("\u{1B}[13;1u", .enter), ("\u{1B}[127u", .backspace),
            ("\u{1B}[9;2u", .backTab),
        ] as [(String, Key)])
    func everySpellingOfAKeyIsUnderstood(bytes: String, key: Key) {
        #expect(events(bytes) == [.key(key)])
    }

    @Test(
        arguments: [
            ("\u{0}", .character(" "), .control), ("\u{1}", .character("a"), .control),
            ("\u{17}", .character("w"), .control), ("\u{1A}", .character("z"), .control),
            ("\u{1C}", .character("\\"), .control), ("\u{1D}", .character("]"), .control),
            ("\u{1E}", .character("^"), .control), ("\u{1F}", .character("_"), .control),
            // Alt, as a prefix.
            ("\u{1B}1", .character("1"), .alt), ("\u{1B}x", .character("x"), .alt),
            ("\u{1B}X", .character("X"), .alt),
            ("\u{1B}ß", .character("ß"), .alt), ("\u{1B}😀", .character("😀"), .alt),
            ("\u{1B}\r", .enter, .alt),
            ("\u{1B}\t", .tab, .alt), ("\u{1B}\u{7F}", .backspace, .alt),
            ("\u{1B}\u{17}", .character("w"), [.alt, .control]), ("\u{1B}\u{1B}[A", .up, .alt),
            ("\u{1B}\u{1B}OA", .up, .alt), ("\u{1B}\u{1B}[3~", .delete, .alt),
            // Alt and a character that could begin a sequence, before a pause.
            ("\u{1B}[", .character("["), .alt), ("\u{1B}O", .character("O"), .alt),
            ("\u{1B}]", .character("]"), .alt),
            ("\u{1B}P", .character("P"), .alt),
            // xterm's modifiers, their sum plus one.
            ("\u{1B}[1;2A", .up, .shift), ("\u{1B}[1;3B", .down, .alt), ("\u{1B}[1;5C", .right, .control),
            ("\u{1B}[1;6D", .left, [.control, .shift]), ("\u{1B}[1;8H", .home, [.shift, .alt, .control]),
            ("\u{1B}[3;5~", .delete, .control), ("\u{1B}[15;2~", .function(5), .shift),
            ("\u{1B}[1;5P", .function(1), .control), ("\u{1B}O5P", .function(1), .control),
            ("\u{1B}O1;5P", .function(1), .control), ("\u{1B}[1;5Z", .backTab, .control),
            // rxvt's.
            ("\u{1B}[a", .up, .shift), ("\u{1B}Oa", .up, .control), ("\u{1B}Od", .left, .control),
            ("\u{1B}[3$", .delete, .shift), ("\u{1B}[3^", .delete, .control),
            ("\u{1B}[7@", .home, [.control, .shift]),
            ("\u{1B}\u{1B}[a", .up, [.alt, .shift]),
            // Those that name the character.
            ("\u{1B}[119;5u", .character("w"), .control), ("\u{1B}[49;3u", .character("1"), .alt),
            ("\u{1B}[27;5;13~", .enter, .control), ("\u{1B}[13;2u", .enter, .shift),
            ("\u{1B}[97:65;7:1u", .character("a"), [.alt, .control]),
        ] as [(String, Key, KeyModifiers)])
    func modifiersAreUnderstood(bytes: String, key: Key, modifiers: KeyModifiers) {
        #expect(events(bytes) == [.key(key, modifiers)])
    }

    // MARK: Text

    @Test(
        arguments: [
            ("abc", [.text("abc")]), ("Grüße 漢字 😀", [.text("Grüße 漢字 😀")]), ("", []),
            ("ab\rc", [.text("ab"), .key(.enter), .text("c")]),
            ("\u{1B}[Aab", [.key(.up), .text("ab")]),
            // Two successive characters, and keys that produce text.
            ("e\u{301}", [.text("e\u{301}")]), ("1\u{1B}Oj\u{1B}Ow\u{1B}OX2", [.text("1*7=2")]),
            ("\u{1B}[97u\u{1B}[98;2u", [.text("aB")]),
            // Direction marks are text; controls are not.
            ("\u{200F}\u{2067}", [.text("\u{200F}\u{2067}")]), ("a\u{85}b\u{9B}c", [.text("abc")]),
        ] as [(String, [TerminalEvent])])
    func charactersInARowAreOneText(bytes: String, expected: [TerminalEvent]) {
        #expect(events(bytes) == expected)
    }

    /// The examples of The Unicode Standard, section 3.9, and the ends of the ranges.
    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC0, 0x80, 0x61], "\u{FFFD}\u{FFFD}a"),
            (
                [0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41],
                "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"
            ),
            ([0xED, 0xA0, 0x80, 0x41], "\u{FFFD}\u{FFFD}\u{FFFD}A"),
            ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"),
            ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"),
            ([0xF4, 0x8F, 0xBF, 0xBD, 0xEE, 0x80, 0x80], "\u{10FFFD}\u{E000}"),
        ] as [([UInt8], String)])
    func brokenUTF8IsReplacedByItsMaximalSubparts(bytes: [UInt8], text: String) {
        #expect(events(bytes) == [.text(text)])
    }

    /// The standard library follows the same rule.
    @Test func textIsWhatTheStandardLibraryDecodes() {
        var random = SeededGenerator(seed: 11)
        let pieces: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xF5,
        ]
        for _ in 0..<2000 {
            // A letter ends an incomplete sequence.
            let bytes = (0..<12).map { _ in pieces.randomElement(using: &random)! } + [0x41]
            let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { !$0.isControl }
            #expect(events(bytes) == [.text(String(expected))])
        }
    }

    // MARK: Pastes

    @Test(arguments: [
        ("abc", "abc"), ("", ""), ("one\rtwo\r\nthree\nfour\r\r", "one\ntwo\nthree\nfour\n\n"),
        ("a\tb", "a\tb"),
        ("a\u{7}\u{0}b\u{9B}c", "abc"), ("\u{1B}[A", "[A"), ("\u{1B}\u{1B}[20", "[20"),
        ("\u{1B}[200~x", "[200~x"),
        ("漢字", "漢字"), ("x\u{1B}", "x"), ("x\u{1B}[201", "x[201"),
    ])
    func whatIsPastedIsOneText(pasted: String, text: String) {
        #expect(events("a\u{1B}[200~\(pasted)\u{1B}[201~b") == [.text("a"), .paste(text), .text("b")])
    }

    @Test func aPasteThatBreaksOffInACharacterSaysSo() {
        #expect(
            events(Array("\u{1B}[200~a".utf8) + [0xE6, 0xBC] + Array("\u{1B}[201~".utf8)) == [
                .paste("a\u{FFFD}")
            ])
    }

    @Test func aPasteIsLimited() {
        // Whole characters only: the last byte has no room for three.
        let text = String(repeating: "漢", count: 1 << 19)
        let expected = String(repeating: "漢", count: (1 << 20) / 3)
        let bytes = Array("\u{1B}[200~\(text)a\u{1B}[201~b".utf8)
        #expect(events(bytes) == [.paste(expected), .text("b")])
    }

    @Test func aPasteWaitsForItsEndHoweverLongThatTakes() {
        var input = TerminalInput()
        #expect(input.feed("\u{1B}[200~a\u{1B}".utf8) == [])
        #expect(!input.isIncomplete)
        #expect(input.flush() == [])
        #expect(input.feed("[201~".utf8) == [.paste("a")])
    }

    // MARK: The mouse

    @Test(arguments: [
        ("\u{1B}[<0;1;1M", MouseEvent(kind: .press, row: 0, column: 0)),
        ("\u{1B}[<0;1;1m", MouseEvent(kind: .release, row: 0, column: 0)),
        ("\u{1B}[<2;300;40M", MouseEvent(kind: .press, button: 2, row: 39, column: 299)),
        ("\u{1B}[<1;3;4m", MouseEvent(kind: .release, button: 1, row: 3, column: 2)),
        ("\u{1B}[<64;3;4M", MouseEvent(kind: .wheelUp, row: 3, column: 2)),
        ("\u{1B}[<65;3;4M", MouseEvent(kind: .wheelDown, row: 3, column: 2)),
        ("\u{1B}[<4;1;2M", MouseEvent(kind: .press, row: 1, column: 0, modifiers: .shift)),
        ("\u{1B}[<8;1;2M", MouseEvent(kind: .press, row: 1, column: 0, modifiers: .alt)),
        ("\u{1B}[<81;1;2M", MouseEvent(kind: .wheelDown, row: 1, column: 0, modifiers: .control)),
        // Terminals without mode 1006.
        ("\u{1B}[M !!", MouseEvent(kind: .press, row: 0, column: 0)),
        ("\u{1B}[M#$%", MouseEvent(kind: .release, row: 4, column: 3)),
        ("\u{1B}[M`!\"", MouseEvent(kind: .wheelUp, row: 1, column: 0)),
    ])
    func buttonsAndTheWheelAreUnderstood(bytes: String, mouse: MouseEvent) {
        #expect(events(bytes) == [.mouse(mouse)])
    }

    // MARK: Ignored input

    @Test(arguments: [
        // Movements, horizontal wheels, further buttons, invalid positions.
        "\u{1B}[<35;3;4M", "\u{1B}[<32;3;4M", "\u{1B}[<66;3;4M", "\u{1B}[<128;3;4M", "\u{1B}[<3;3;4M",
        "\u{1B}[<0;0;4M", "\u{1B}[<0;4M", "\u{1B}[<0;1;1;1M", "\u{1B}[<99999999999999999999;1;1M",
        // Focus; responses about the device, the cursor and modes; keys without a command.
        "\u{1B}[I", "\u{1B}[O", "\u{1B}[?64;1;2c", "\u{1B}[>0;276;0c", "\u{1B}[?2026;2$y", "\u{1B}[2;1$y",
        "\u{1B}[?1u", "\u{1B}[E", "\u{1B}[99~", "\u{1B}[97;1:3u", "\u{1B}[57441u", "\u{1B}[55296u",
        "\u{1B}[ q",
        "\u{1B}[99999999999999999999999u", "\u{1B}[133u", "\u{1B}OE", "\u{1B}[=1;2x", "\u{1B}[;;;x",
        // Strings, ended by ST, BEL or CAN.
        "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]52;c;YWJj\u{7}", "\u{1B}P1+r544e=78\u{1B}\\",
        "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^abc\u{18}", "\u{1B}Xabc\u{1B}\\",
    ])
    func unknownSequencesAreSwallowedWhole(bytes: String) {
        #expect(events(bytes + "a") == [.text("a")])
    }

    @Test(
        arguments: [
            ("\u{1B}[1;\u{1B}[A", [.key(.up)]), ("\u{1B}[1;\r", [.key(.enter)]),
            ("\u{1B}]11;\u{1B}[A", [.key(.up)]),
            ("\u{1B}[1ä", [.text("ä")]), ("\u{1B}[12", []), ("\u{1B}]ab", []), ("\u{1B}[M!", []),
            ("\u{1B}\u{1B}[1", []),
        ] as [(String, [TerminalEvent])])
    func whatInterruptsASequenceIsNotLost(bytes: String, expected: [TerminalEvent]) {
        #expect(events(bytes) == expected)
    }

    @Test func endlessSequencesAreGivenUp() {
        for introducer in ["\u{1B}[", "\u{1B}]"] {
            var input = TerminalInput()
            _ = input.feed(Array(introducer.utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 17))
            #expect(!input.isIncomplete)
        }
    }

    // MARK: Escape

    @Test(
        arguments: [
            ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
            ("\u{1B}\u{1B}\u{1B}[A", [.key(.escape), .key(.up, .alt)]),
            ("\u{1B}\u{1B}x", [.key(.escape), .key(.character("x"), .alt)]),
            ("\u{1B}\u{1B}[", [.key(.escape), .key(.character("["), .alt)]),
        ] as [(String, [TerminalEvent])])
    func escapesInARowAreKeys(bytes: String, expected: [TerminalEvent]) {
        #expect(events(bytes) == expected)
    }

    @Test func aLoneEscapeWaitsToBecomeAKey() {
        var input = TerminalInput()
        #expect(!input.isIncomplete)
        #expect(input.feed([0x1B]) == [])
        #expect(input.isIncomplete)
        #expect(input.flush() == [.key(.escape)])
        #expect(!input.isIncomplete)
        #expect(input.feed("[A".utf8) == [.text("[A")])
    }

    // MARK: Invariants

    /// Sequences of terminals, whole and damaged, and random bytes.
    private func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
        let pieces = [
            "a", "ß", "漢", "😀", "\u{85}", "\r", "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}P",
            "\u{1B}\\",
            "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[<0;12;3M", "\u{1B}[M", "\u{1B}[200~", "\u{1B}[201~",
            "\u{1B}[3$",
            "\u{1B}[[", ";", "5", "~", "$", "\u{7}", "\u{18}", "\u{1B}[97;5u", "\u{1B}[27;5;", "\u{1B}\u{1B}",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
            case 1: bytes += pieces.randomElement(using: &random)!.utf8.dropLast()
            default: bytes += pieces.randomElement(using: &random)!.utf8
            }
        }
        return bytes
    }

    /// The events, with adjacent texts joined.
    private func joined(_ events: [TerminalEvent]) -> [TerminalEvent] {
        events.reduce(into: []) { result, event in
            if case .text(let text) = event, case .text(let before)? = result.last {
                result[result.count - 1] = .text(before + text)
            } else {
                result.append(event)
            }
        }
    }

    @Test func eventsDoNotDependOnHowBytesAreParted() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<5000 {
            let bytes = randomBytes(&random)
            var whole = TerminalInput()
            var parted = TerminalInput()
            var single = TerminalInput()
            let expected = whole.feed(bytes)
            var events: [TerminalEvent] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                events += parted.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(joined(events) == expected, "\(bytes)")
            #expect(joined(bytes.flatMap { single.feed([$0]) }) == expected, "\(bytes)")
            #expect(parted.isIncomplete == whole.isIncomplete)
            #expect(parted.flush() == whole.flush())
        }
    }

    @Test func noControlCharacterBecomesText() {
        var random = SeededGenerator(seed: 13)
        for round in 0..<5000 {
            let bytes =
                round.isMultiple(of: 2)
                ? randomBytes(&random) : (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            for event in events(bytes) {
                switch event {
                case .text(let text):
                    #expect(!text.isEmpty)
                    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                case .paste(let text):
                    let scalars = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" }
                    #expect(scalars.allSatisfy { $0.properties.generalCategory != .control })
                case .key(.character(let character), let modifiers):
                    #expect(!modifiers.isDisjoint(with: [.alt, .control]))
                    #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                case .mouse(let mouse):
                    #expect(mouse.row >= 0 && mouse.column >= 0 && (0...2).contains(mouse.button))
                case .key: break
                }
            }
        }
    }
}
