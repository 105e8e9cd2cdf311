// Tests of detecting encodings and reporting invalid bytes.

import Localization
import Testing

@Suite struct StringsEncodingTests {
    static let text = "/* ü */ \"键😀\" = \"値\";\n"

    @Test(arguments: TextEncoding.allCases, [true, false])
    func readsEveryEncoding(encoding: TextEncoding, hasMark: Bool) {
        let isUTF32 = encoding == .utf32BigEndian || encoding == .utf32LittleEndian
        if isUTF32 && !hasMark { return }
        let bytes = (hasMark ? encoding.byteOrderMark : []) + encoding.encoded(Self.text)
        let file = StringsFile(bytes)
        #expect(file.encoding == encoding)
        #expect(file.hasByteOrderMark == hasMark)
        #expect(file.pairs == [["键😀", "値"]])
        #expect(file["键😀"]?.comments == ["ü"])
        #expect(file["键😀"].map { file.sourceText(in: $0.valueRange) } == "\"値\"")
        #expect(file["键😀"]?.position.column == 9)
        #expect(file.serialized() == bytes)
        #expect(file.findings() == (hasMark || encoding == .utf8 ? [] : ["UTF16WithoutByteOrderMark 1:1"]))
    }

    @Test func notesAnEmptyFile() {
        let file = StringsFile([])
        #expect(file.entries.isEmpty && file.serialized().isEmpty)
        #expect(file.findings(atLeast: .note) == ["EmptyFile 1:1"])
    }

    @Test(arguments: TextEncoding.allCases)
    func diagnosesADoubledMark(encoding: TextEncoding) {
        let bytes = encoding.byteOrderMark + encoding.byteOrderMark + encoding.encoded("\"a\" = \"b\";")
        let file = StringsFile(bytes)
        #expect(file.pairs == [["a", "b"]])
        #expect(file.findings() == ["DoubledByteOrderMark 1:1"])
        #expect(file.serialized() == bytes)
    }

    @Test func diagnosesMarksAstray() {
        #expect(
            StringsFile(text: "a = b;\n\u{FEFF}c = d;").findings() == ["StrayByteOrderMark 2:1"])
        #expect(
            StringsFile(text: "ï»¿\"c\" = \"d\";").findings() == ["DoublyEncodedByteOrderMark 1:1"])
    }

    @Test(arguments: [
        // Latin-1, a lone continuation byte, an overlong form, a surrogate, a truncated sequence.
        ([0xFC] as [UInt8], "FC"), ([0xE4, 0xF6], "E4 F6"), ([0x80], "80"), ([0xC0, 0xAF], "C0 AF"),
        ([0xED, 0xA0, 0x80], "ED A0 80"), ([0xF0, 0x9F, 0x98], "F0 9F 98"),
    ])
    func diagnosesInvalidUTF8(invalid: [UInt8], shown: String) throws {
        let bytes = Array("\"a\" = \"b".utf8) + invalid + Array("\";\n\"c\" = \"d\";".utf8)
        let file = StringsFile(bytes)
        #expect(file.findings() == ["InvalidSequence 1:9"])
        let arguments = try #require(file.diagnostics.first?.arguments)
        #expect(arguments.map(\.formatValue) == [.text(shown), "UTF-8"])
        #expect(file["c"]?.text == "d")
        #expect(file["a"]?.text?.hasPrefix("b\u{FFFD}") == true)
        #expect(file["c"]?.position == SourcePosition(line: 2, column: 1, byteOffset: 11 + invalid.count))
        #expect(file.serialized() == bytes)
    }

    @Test func diagnosesInvalidUTF16() {
        let encoding = TextEncoding.utf16LittleEndian
        let bytes =
            encoding.byteOrderMark + encoding.encoded("\"a\" = \"") + [0x00, 0xD8] + encoding.encoded("\";")
            + [0x0A]
        let file = StringsFile(bytes)
        #expect(file["a"]?.text == "\u{FFFD}")
        #expect(file.findings().prefix(2) == ["InvalidSequence 1:8", "InvalidSequence 1:11"])
        #expect(file.serialized() == bytes)
    }

    @Test func keepsAStrayZeroByteAsUTF8() {
        let file = StringsFile(Array("\"a\" = \"b\0c\";".utf8))
        #expect(file.encoding == .utf8)
        #expect(file["a"]?.text == "b\0c")
    }
}
