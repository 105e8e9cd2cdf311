// Written JSON contains no character that affects the program that displays it.

import JSON
import Testing

@Suite struct JSONTextTests {
    /// Unicode's `Bidi_Control`, the line separators, and the controls that terminals interpret, with the
    /// adjacent characters.
    private static let acting: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]

    @Test func everyCharacterIsWrittenSoThatItIsReadAgain() throws {
        for value in UInt32(0)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(scalar)b"
            let json = JSONText.string(text)
            let isActing = Self.acting.contains { $0.contains(value) }
            let isEscaped = isActing || scalar == "\"" || scalar == "\\"
            if json.utf8.elementsEqual("\"\(text)\"".utf8) == isEscaped {
                Issue.record("U+\(String(value, radix: 16)) is written as \(json.debugDescription)")
            }
            guard isEscaped else { continue }
            let read = try JSONParser().withValue(of: Array(json.utf8)) { $0.string }
            if read.map({ Array($0.utf8) }) != Array(text.utf8) {
                Issue.record("U+\(String(value, radix: 16)) is read from \(json)")
            }
        }
    }

    @Test(arguments: [
        ("\u{9B}31m", #""\u009b31m""#), ("\u{7F}", #""\u007f""#), ("\u{61C}", #""\u061c""#),
        ("\u{202E}cod", #""\u202ecod""#), ("\u{2069}", #""\u2069""#), ("\u{1}", #""\u0001""#),
        ("“é”…", "\"“é”…\""),
    ])
    func controlsAreEscaped(text: String, json: String) {
        #expect(JSONText.string(text) == json)
    }

    @Test func nestedValuesAreEscapedToo() throws {
        let json = try JSONParser().withValue(of: Array("{\"\u{202E}\":[\"\u{9B}\"]}".utf8)) {
            JSONText.value($0)
        }
        #expect(json == #"{"\u202e":["\u009b"]}"#)
    }
}
