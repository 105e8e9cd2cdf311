// Positions are those of the protocol, and successive edits give the text that the client has.

import JSON
import SearchTesting
import Testing

@testable import LanguageServer

@Suite struct LineTextTests {
    private static let pieces = ["a", "é", "漢", "😀", "\n", "\r\n", "\r", "\"", " ", "\u{301}"]

    private static func text(_ generator: inout SeededGenerator, _ length: Int) -> String {
        (0..<Int.random(in: 0...length, using: &generator)).map { _ in
            pieces.randomElement(using: &generator)!
        }
        .joined()
    }

    /// The lines of a text with their ends, found one character after the other.
    private static func lines(_ text: String) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = [[]]
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            lines[lines.count - 1].append(scalar)
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == "\n" || (scalar == "\r" && next != "\n") { lines.append([]) }
        }
        return lines
    }

    private static func width(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
        encoding == .utf8 ? UTF8.width(scalar) : UTF16.width(scalar)
    }

    @Test(arguments: [PositionEncoding.utf8, .utf16], 1...20 as ClosedRange<UInt64>)
    func everyBoundaryOfACharacterHasOnePlace(encoding: PositionEncoding, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let string = Self.text(&generator, 40)
        let text = LineText(string)
        var offset = 0
        let lines = Self.lines(string)
        #expect(text.lineCount == lines.count)
        for (number, line) in lines.enumerated() {
            var units = 0
            for scalar in line {
                if scalar != "\n" && scalar != "\r" {
                    let place = TextPosition(line: number, character: units)
                    #expect(text.position(of: offset, encoding) == place)
                    #expect(text.offset(of: place, encoding) == offset)
                }
                units += Self.width(scalar, encoding)
                offset += UTF8.width(scalar)
            }
        }
        #expect(text.offset(of: TextPosition(line: 99, character: 0), encoding) == string.utf8.count)
    }

    @Test(arguments: [PositionEncoding.utf8, .utf16], 1...20 as ClosedRange<UInt64>)
    func incrementalEditsGiveTheTextThatTheClientHas(encoding: PositionEncoding, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var expected = Array(Self.text(&generator, 60).unicodeScalars)
        var document = OpenDocument(
            uri: "file:///a", path: "/a", version: 1, text: Self.string(expected), stored: nil)
        for version in 2...30 {
            // A client's positions are between characters, and a line break is one character.
            let places = (0...expected.count).filter {
                $0 == 0 || $0 == expected.count || !(expected[$0 - 1] == "\r" && expected[$0] == "\n")
            }
            let ends = [places.randomElement(using: &generator)!, places.randomElement(using: &generator)!]
                .sorted()
            let new = Self.text(&generator, 8)
            let place = { (end: Int) in Self.place(end, in: expected, encoding).json }
            let change: JSON = [
                "range": ["start": place(ends[0]), "end": place(ends[1])], "text": .string(new),
            ]
            let isUnderstood = document.change([change], version: version, encoding)
            #expect(isUnderstood)
            expected.replaceSubrange(ends[0]..<ends[1], with: new.unicodeScalars)
            #expect(document.text.string.unicodeScalars.elementsEqual(expected))
        }
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func place(
        _ end: Int, in scalars: [Unicode.Scalar], _ encoding: PositionEncoding
    ) -> TextPosition {
        let before = lines(string(Array(scalars[..<end])))
        // A carriage return at the end of a piece is not a line break if a line feed follows; such positions
        // are left out.
        return TextPosition(
            line: before.count - 1, character: before[before.count - 1].reduce(0) { $0 + width($1, encoding) }
        )
    }

    @Test func addressesNamePaths() {
        for path in ["/a/b c.strings", "/ä/%20/#?.po", "/日本"] {
            #expect(DocumentURI.path(DocumentURI.uri(path)) == path)
        }
        #expect(DocumentURI.path("file://localhost/a//b/") == "/a/b")
        #expect(DocumentURI.path("file:///C%3A/x") == "/C:/x")
        for uri in ["untitled:a", "file://host/a", "file:///%ZZ", "file:///%00", "file:///%ff", ""] {
            #expect(DocumentURI.path(uri) == nil)
        }
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0x61], [0x61], [0xFF, 0xFE, 0x61, 0x00], [0x00, 0x61], [0xE4, 0x61],
        ] as [[UInt8]])
    func anUnchangedDocumentHasTheBytesOfItsFile(bytes: [UInt8]) {
        let text = bytes.count == 2 && bytes[0] == 0xE4 ? "äa" : "a"
        let document = OpenDocument(uri: "file:///a", path: "/a", version: 1, text: text, stored: bytes)
        #expect(document.bytes == bytes)
    }
}
