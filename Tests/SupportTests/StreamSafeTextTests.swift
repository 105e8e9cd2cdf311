import Support
import Testing

@Suite struct StreamSafeTextTests {
    private static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

    @Test func asManyMarksAsTheLimitStayAsTheyAre() {
        let text = "a" + Self.marks(30)
        #expect(text.streamSafe.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func aJoinerIsBehindEachThirtiethMark() {
        let safe = ("a" + Self.marks(65)).streamSafe
        let expected = "a" + Self.marks(30) + "\u{34F}" + Self.marks(30) + "\u{34F}" + Self.marks(5)
        #expect(safe.unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(safe.streamSafe.unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test func aRowMayBeginAnywhere() {
        for before in 0..<130 {
            let text = String(repeating: "x", count: before) + "a" + Self.marks(31) + "b"
            #expect(text.streamSafe.unicodeScalars.contains("\u{34F}"), "\(before)")
        }
    }

    @Test func marksOfAllScriptsCount() {
        for mark in [
            "\u{316}", "\u{5B0}", "\u{64B}", "\u{E38}", "\u{302A}", "\u{3099}", "\u{20D0}", "\u{FE20}",
            "\u{A66F}", "\u{1D165}",
        ] {
            let text = "a" + String(repeating: mark, count: 40)
            #expect(text.streamSafe.unicodeScalars.count == 42, "\(mark)")
        }
    }

    @Test func textsOfLanguagesStayAsTheyAre() {
        for text in ["Größe", "النَّصُّ", "ตัวอย่างที่", "प्रकार", "제목", "标题", "がぎぐげご"] {
            let long = String(repeating: text, count: 60)
            #expect(long.streamSafe.utf8.elementsEqual(long.utf8), "\(text)")
        }
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        #expect(String(streamSafe: [0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }
}
