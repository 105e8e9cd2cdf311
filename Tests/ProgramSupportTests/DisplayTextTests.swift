// Checks the width of texts in all scripts, cutting and wrapping.

import Localization
import TestSupport
import Testing

@testable import ProgramSupport

@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("äöü", 3), ("e\u{301}", 1), ("a\u{300}\u{323}\u{34F}", 1), ("\u{AD}", 0),
        ("\u{200B}", 0), ("\u{A0}", 1), ("…", 1), ("“”", 2),
        // East Asian scripts: wide, half-width, conjoining.
        ("漢字", 4), ("カタカナ", 8), ("ｶﾀｶﾅ", 4), ("ｶﾞ", 2), ("ガ", 2), ("カ\u{3099}", 2), ("한국어", 6),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("（）", 4), ("「」", 4), ("　", 2), ("Ａ", 2), ("𠀋", 2),
        // Scripts with marks above, below and around.
        ("مُحَمَّد", 4), ("لا", 2), ("שָׁלוֹם", 4), ("เก่า", 3), ("น้ำ", 2), ("นี้", 1), ("ไฟล์", 3),
        ("हिन्दी", 5), ("कि", 2), ("क्ष", 2), ("தமிழ்", 4), ("মা", 2),
        // Emoji: plain, joined, with skin tone, flags, keycaps, chosen by selector.
        ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🏴‍☠️", 2), ("❤️", 2), ("❤", 1),
        ("1️⃣", 2), ("🏳️‍🌈", 2), ("🧑🏿‍🚀", 2), ("©", 1), ("☎️", 2), ("☎\u{FE0E}", 1), ("⌚", 2),
        // Direction marks have no width.
        ("\u{2068}abc\u{2069}", 3), ("\u{200F}\u{202A}", 0), ("\u{FEFF}", 0),
    ])
    func aTextTakesTheRoomThatATerminalGivesIt(text: String, columns: Int) {
        #expect(text.columns == columns)
        #expect(DisplayText(text).columns == columns)
    }

    @Test(arguments: [
        ("Geburtstag", 10, "Geburtstag"), ("Geburtstag", 9, "Geburtst…"), ("Geburtstag", 1, "…"),
        ("Geburtstag", 0, ""), ("Geburtstag", -3, ""), ("", 0, ""), ("漢字漢字", 8, "漢字漢字"),
        ("漢字漢字", 7, "漢字漢…"), ("漢字漢字", 6, "漢字…"), ("漢字", 2, "…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍👩‍👧abc", 4, "👩‍👩‍👧a…"), ("👩‍👩‍👧abc", 2, "…"), ("🇩🇪🇫🇷", 3, "🇩🇪…"),
    ])
    func aTextIsCutBetweenCharacters(text: String, limit: Int, cut: String) {
        #expect(DisplayText(text).truncated(to: limit).plain == cut)
    }

    /// Invariant: a cut text fits, is a prefix of the text, and is as long as possible.
    @Test func whatIsCutFits() {
        let pieces = ["a", "é", "e\u{301}", "漢", "ｶﾞ", "👩‍👩‍👧", "🇩🇪", "ไ", "ม่", "مُ", "कि", "\u{200D}", " "]
        var random = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }.joined()
            let limit = Int.random(in: 0...20, using: &random)
            let cut = DisplayText(text).truncated(to: limit)
            #expect(cut.columns <= limit)
            if text.columns <= limit {
                #expect(cut.plain == text)
            } else if limit > 0 {
                #expect(cut.plain.hasSuffix("…"))
                #expect(text.hasPrefix(String(cut.plain.dropLast())))
            }
        }
    }

    @Test func whatIsIsolatedStaysSoWhenItIsCut() {
        #expect(DisplayText("\u{2068}Geburtstag\u{2069}").truncated(to: 5).plain == "\u{2068}Gebu…\u{2069}")
        #expect(DisplayText("\u{2068}ab\u{2069}cdef").truncated(to: 4).plain == "\u{2068}ab\u{2069}c…")
        #expect(
            DisplayText("\u{2067}a\u{2066}bcd").truncated(to: 3).plain
                == "\u{2067}a\u{2066}b…\u{2069}\u{2069}")
    }

    @Test(arguments: [
        ("Drei Schichten Biskuit", 10, "de", ["Drei", "Schichten", "Biskuit"]),
        ("Drei Schichten", 14, "de", ["Drei Schichten"]),
        ("Drei  Schichten ", 6, "de", ["Drei", "Schich", "ten"]),
        ("rot-weiß", 4, "de", ["rot-", "weiß"]), ("三层松软蛋糕", 5, "zh", ["三层", "松软", "蛋糕"]),
        ("กุหลาบสีแดง", 7, "th", ["กุหลาบสี", "แดง"]), ("漢字", 1, "ja", ["漢", "字"]), ("", 5, "en", [""]),
        ("a\u{301}b\u{301}c\u{301}", 2, "en", ["a\u{301}b\u{301}", "c\u{301}"]),
    ])
    func linesAreBrokenAsTheLanguageBreaksThem(text: String, limit: Int, locale: String, lines: [String]) {
        #expect(DisplayText(text).wrapped(to: limit, in: LocaleIdentifier(locale)!).map(\.plain) == lines)
    }

    /// Invariant: lines fit, together they are the text except for white space, and letters keep their
    /// styles.
    @Test func nothingIsLostInLines() {
        let pieces = ["a", "lang", "e\u{301}", "漢", "👩‍👩‍👧", "ม่", "مُ", " ", "-", "  ", "…"]
        let styles: [Style] = [.plain, .match, .secondary]
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var text = DisplayText()
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                text.append(pieces.randomElement(using: &random)!, styles.randomElement(using: &random)!)
            }
            let limit = Int.random(in: 2...12, using: &random)
            let lines = text.wrapped(to: limit, in: LocaleIdentifier("en")!)
            #expect(lines.allSatisfy { $0.columns <= limit })
            func letters(_ texts: [DisplayText]) -> [String] {
                texts.flatMap {
                    $0.spans.flatMap { span in span.text.unicodeScalars.map { "\($0)\(span.style)" } }
                }
                .filter { !$0.hasPrefix(" ") }
            }
            #expect(letters(lines) == letters([text]))
        }
    }

    @Test func aChosenLineKeepsItsMatches() {
        var text = DisplayText("rote ", .secondary)
        text.append("Rose", .match)
        #expect(
            text.selected.spans == [
                Span(text: "rote ", style: .selected), Span(text: "Rose", style: .selectedMatch),
            ])
    }

    @Test func keptSpansAreNotCut() {
        var text = DisplayText("The Book of Dishes")
        text.append(" [en]", .secondary)
        text.append(" · 3 variants", .secondary)
        text.keptSpans = 2
        #expect(text.truncated(to: 24).plain == "The B… [en] · 3 variants")
        // The last part is removed first.
        #expect(text.truncated(to: 14).plain == "The Book… [en]")
        #expect(text.truncated(to: 7).plain == "T… [en]")
        #expect(text.truncated(to: 6).plain == "The B…")
    }

    @Test(
        arguments: [
            (0, 10, "…aaaXYbbb…"), (10, 10, "aXYbbbbbb…"), (20, 10, "…aaaaaaaXY"), (20, 42, nil),
        ] as [(Int, Int, String?)])
    func aMatchBeyondTheLimitIsShown(cut: Int, limit: Int, shown: String?) {
        let before = String(repeating: "a", count: cut == 10 ? 1 : 20)
        let after = String(repeating: "b", count: cut == 20 ? 0 : 20)
        let text = DisplayText(before + "XY" + after, emphasizing: [before.count..<before.count + 2])
        #expect(text.truncated(to: limit).plain == shown ?? text.plain)
        #expect(text.truncated(to: limit).spans.contains { $0.style == .match && $0.text == "XY" })
    }

    @Test func stylesSurviveTheCut() {
        var text = DisplayText("rote ", .plain)
        text.append("Rose", .match)
        text.append(" im Mai")
        let cut = text.truncated(to: 8)
        #expect(
            cut.spans == [
                Span(text: "rote ", style: .plain), Span(text: "Ro", style: .match),
                Span(text: "…", style: .plain),
            ])
    }

    @Test(arguments: [
        ([4..<8], ["Rot ", "[Rose", "]"], "Rot Rose"), ([], ["Rot Rose"], "Rot Rose"),
        ([0..<3, 4..<8], ["[Rot", "] ", "[Rose", "]"], "Rot Rose"),
        ([6..<99], ["Rot Ro", "[se", "]"], "Rot Rose"),
        ([99..<100], ["Rot Rose"], "Rot Rose"), ([2..<2], ["Rot Rose"], "Rot Rose"),
        ([4..<8, 5..<6], ["Rot ", "[Rose", "]"], "Rot Rose"),
    ])
    func matchesAreEmphasizedByTheirScalars(ranges: [Range<Int>], marked: [String], text: String) {
        let display = DisplayText(text, emphasizing: ranges)
        let shown = display.spans.map { $0.style == .match ? "[\($0.text)]" : $0.text }.joined()
        #expect(shown == marked.joined())
        #expect(display.plain == text)
    }

    // MARK: One line

    @Test(arguments: [
        ("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\tb", "a b"), ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
        ("\u{1B}[31mrot", "[31mrot"), ("a\u{0}\u{7}\u{8}b", "ab"), ("\u{9B}2J", "2J"), ("a\u{7F}b", "ab"),
        ("\u{202E}abc", "abc"), ("\u{2069}a\u{2068}b", "ab"), ("a\u{200F}b", "a\u{200F}b"),
        ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
    func aTextBecomesOneLine(text: String, line: String) { #expect(text.singleLine == line) }

    @Test(arguments: [
        ("a\nb\tc", "a\nb\tc"), ("a\r\nb", "a\nb"), ("\u{1B}[31ma\u{7}", "[31ma"), ("a\u{9B}2Jb", "a2Jb"),
        ("\u{202E}a\u{2066}b\u{2069}", "ab"), ("e\u{301}\u{200F}", "e\u{301}\u{200F}"),
    ])
    func contentsKeepTheirLines(text: String, shown: String) {
        #expect(text.withoutTerminalControls == shown)
    }

    @Test func noControlCharacterGetsThrough() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = String(scalar).singleLine.unicodeScalars
            #expect(
                shown.allSatisfy {
                    $0.properties.generalCategory != .control && !$0.properties.isWhitespaceControl
                })
            guard scalar != "\n", scalar != "\t" else { continue }
            let contents = String(scalar).withoutTerminalControls.unicodeScalars
            #expect(contents.allSatisfy { $0.properties.generalCategory != .control })
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character breaks lines or moves the cursor.
    fileprivate var isWhitespaceControl: Bool {
        generalCategory == .lineSeparator || generalCategory == .paragraphSeparator
    }
}
