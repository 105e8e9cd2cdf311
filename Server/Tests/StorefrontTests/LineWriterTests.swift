// What the server writes for its operator is text, whatever clients send.

import Testing

@testable import lsearchd

@Suite struct LineWriterTests {
    @Test(arguments: [
        ("listening at “x” / عنوان 😀", "listening at “x” / عنوان 😀"),
        ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb\r\n", "a\\u{A}b\\u{D}\\u{A}"),
        ("\t\u{0}\u{7F}", "\\u{9}\\u{0}\\u{7F}"),
        ("\u{9B}31m\u{85}", "\\u{9B}31m\\u{85}"),
        ("\u{2028}\u{202E}\u{2066}\u{2069}", "\\u{2028}\\u{202E}\\u{2066}\\u{2069}"),
        ("\u{2027}\u{202F}\u{2065}\u{206A}\u{A0}", "\u{2027}\u{202F}\u{2065}\u{206A}\u{A0}"),
    ])
    func whatATerminalWouldObeyIsShown(text: String, written: String) { #expect(text.visible == written) }
}
