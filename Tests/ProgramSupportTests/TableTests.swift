// Checks that columns are aligned in every script and in both directions.

import TestSupport
import Testing

@testable import ProgramSupport

@Suite struct TableTests {
    private static let leftToRight = Direction(isRightToLeft: false)
    private static let rightToLeft = Direction(isRightToLeft: true)

    private static let titles = [
        "Rose", "誕生日ケーキ", "e\u{301}te\u{301}", "👩‍👩‍👧 Familie", "मोमबत्तियाँ", "น้ำ", "", "🇩🇪", "ورد أحمر", "שָׁלוֹם",
    ]

    private func table(_ titles: [String], _ direction: Direction) -> Table {
        Table(
            columns: [
                .init(heading: "Titel", shrinks: true), .init(heading: "Katalog"),
                .init(heading: "Preis", isAtEnd: true),
            ],
            rows: titles.enumerated().map { index, title in
                [DisplayText(title), DisplayText("k"), DisplayText(String(repeating: "9", count: index + 1))]
            }, direction: direction)
    }

    @Test func aColumnThatGrowsTakesTheRoomThatIsLeft() {
        var columns = table(["Rose"], Self.leftToRight).columns
        columns[0].grows = true
        let grown = Table(
            columns: columns, rows: [[DisplayText("Rose"), DisplayText("k"), DisplayText("9")]],
            direction: Self.leftToRight)
        let lines = grown.lines(width: 40)
        #expect(lines.map(\.columns) == [40, 40])
        #expect(lines[1].plain.hasPrefix("Rose      ") && lines[1].plain.hasSuffix("  k            9"))
        #expect(grown.lines(width: nil).allSatisfy { $0.columns < 40 })
    }

    @Test func columnsThatGrowShareTheRoomByWhatTheyHold() {
        let table = Table(
            columns: [
                .init(heading: "A", grows: true), .init(heading: "B", grows: true),
                .init(heading: "C", isAtEnd: true),
            ], rows: [["aaaaaa", "bbb", "9"]], direction: Self.leftToRight)
        // Nine columns more: six and three.
        #expect(table.lines(width: 23)[1].plain == "aaaaaa        bbb     9")
    }

    @Test func columnsLineUpByDisplayWidth() {
        for direction in [Self.leftToRight, Self.rightToLeft] {
            let lines = table(Self.titles, direction).lines(width: nil)
            #expect(lines.count == Self.titles.count + 1)
            #expect(Set(lines.map(\.columns)).count == 1)
            // The catalog starts in the same column on every line.
            let catalogs = lines.dropFirst().map { line in
                line.plain.prefix { $0 != "k" }.description.columns
            }
            #expect(Set(catalogs).count == 1)
        }
    }

    @Test func plainTextIsLaidOutAsWritten() {
        let lines = table(["Rose", "誕生日"], Self.leftToRight).lines(width: nil)
        #expect(
            lines.map(\.plain) == ["Titel   Katalog  Preis", "Rose    k            9", "誕生日  k           99"])
    }

    @Test(arguments: [80, 30, 26, 24, 20, 10, 1, 0]) func noLineIsWiderThanTheTerminalWhileColumnsCanGiveWay(
        width: Int
    ) {
        let lines = table(Self.titles + ["ein sehr langer Titel, der weichen muss"], Self.leftToRight).lines(
            width: width)
        // Two columns that do not shrink, two gaps, and the least width of a column.
        let least = 6 + 7 + 11 + 4
        #expect(lines.allSatisfy { $0.columns <= max(width, least) })
        #expect(Set(lines.map(\.columns)).count == 1)
    }

    @Test func theWidestColumnGivesWayFirst() {
        let table = Table(
            columns: [.init(heading: "A", shrinks: true), .init(heading: "B", shrinks: true)],
            rows: [[DisplayText(String(repeating: "a", count: 30)), "bbbbbbbb"]], direction: Self.leftToRight)
        #expect(table.lines(width: 20)[1].plain == "aaaaaaaaa…  bbbbbbbb")
        #expect(table.lines(width: 10)[1].plain == "aaaaa…  bbbbb…")
    }

    @Test func aTableWithoutRowsIsItsHeading() {
        #expect(table([], Self.leftToRight).lines(width: nil).map(\.plain) == ["Titel  Katalog  Preis"])
        #expect(table([], Self.leftToRight).lines(width: nil)[0].spans.first?.style == .heading)
    }

    // MARK: Right to left

    @Test(arguments: [nil, 60, 25, 8]) func everyLineOfARightToLeftTableIsMarkedAndBalanced(width: Int?) {
        let titles = Self.titles + [String(repeating: "ورد", count: 20)]
        for line in table(titles, Self.rightToLeft).lines(width: width) {
            #expect(line.plain.unicodeScalars.first == "\u{200F}")
            #expect(isBalanced(line.plain))
        }
    }

    @Test func aRightToLeftCellIsIsolatedInEveryTable() {
        let line = table(["ورد"], Self.leftToRight).lines(width: nil)[1].plain
        #expect(line.hasPrefix("\u{2068}ورد\u{2069}  "))
        #expect(isBalanced(line))
        let plain = table(["Rose"], Self.leftToRight).lines(width: nil)[1].plain
        #expect(!plain.unicodeScalars.contains("\u{2068}"))
    }

    @Test func isolatesStandAroundTheWholeOfACutCell() {
        let cut = table([String(repeating: "ورد ", count: 20)], Self.leftToRight).lines(width: 30)[1]
        #expect(isBalanced(cut.plain))
        #expect(cut.plain.contains("…\u{2069}"))
    }

    @Test(arguments: [
        ("مزيد: --offset 10", "مزيد: \u{2066}--offset 10\u{2069}"), ("ورد", "ورد"), ("٣ (5)", "٣ (5)"),
        (
            "--price; اكتب A..B: 10..20, عند",
            "\u{2066}--price\u{2069}; اكتب \u{2066}A..B: 10..20\u{2069}, عند"
        ),
        ("اختر: all, birthdays", "اختر: \u{2066}all, birthdays\u{2069}"),
        ("(عادة: ./Localizations).", "(عادة: \u{2066}./Localizations\u{2069})."),
        ("(--json) هنا", "\u{2066}(--json)\u{2069} هنا"),
        ("بلا .lproj (عادة", "بلا \u{2066}.lproj\u{2069} (عادة"),
        ("(a عند", "(\u{2066}a\u{2069} عند"),
        ("استخدم .jsonl أو .csv", "استخدم \u{2066}.jsonl\u{2069} أو \u{2066}.csv\u{2069}"),
    ])
    func namesKeepTheirDirectionInASentence(sentence: String, isolated: String) {
        #expect(Self.rightToLeft.isolatingLatin(sentence) == isolated)
        #expect(Self.leftToRight.isolatingLatin(sentence) == sentence)
        #expect(Self.rightToLeft.isolatedSentence(sentence) == "\u{2067}\(isolated)\u{2069}")
        #expect(isBalanced(Self.rightToLeft.isolatedSentence(sentence)))
    }

    @Test func anEmptyTextNeedsNoIsolation() {
        #expect(Self.rightToLeft.isolated("").plain == "")
        #expect(Self.rightToLeft.isolated("a").plain == "\u{2068}a\u{2069}")
    }

    @Test(arguments: [40, 20, 12, 5]) func ofANumberNoDigitIsCut(width: Int) {
        let table = Table(
            columns: [
                .init(heading: "Ort", shrinks: true),
                .init(heading: "Einwohnerzahl", isAtEnd: true, shrinks: true),
            ], rows: [[DisplayText("Timbuktu"), DisplayText("54.453")]], direction: Self.leftToRight)
        let lines = table.lines(width: width).map(\.plain)
        #expect(lines[1].hasSuffix("54.453"))
        #expect(lines[0].contains("…") == (width < 23))
        #expect(table.width == 23)
    }
}
