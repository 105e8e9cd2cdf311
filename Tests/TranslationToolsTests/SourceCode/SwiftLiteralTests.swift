// The texts of Swift literals, and of expressions that contain them.

import Testing

@testable import TranslationTools

@Suite struct SwiftLiteralTests {
    @Test(arguments: [
        (#""a \"b\" \\ \t\u{e9}é""#, "a \"b\" \\ \téé"), (##"#"raw \n "x""#"##, #"raw \n "x""#),
        (##"#"raw \#n"#"##, "raw \n"), (#""a" + "b" + ("c")"#, "abc"),
        ("\"\"\"\n    one\n      two \\\n    three\n    \"\"\"", "one\n  two three"),
        ("\"\"\"\r\n    one\r\n    two\r\n    \"\"\"", "one\ntwo"), (#""100%""#, "100%"),
        (#"Keys.title"#, "Title"), (#"Keys.whole"#, "Title!"), ("greeting", "Hi"),
        ("Names.first.rawValue", "first"),
        ("Names.second.rawValue", "2nd"), ("Keys.computed", "Computed"),
    ])
    func textIsWhatTheProgramSees(literal: String, expected: String) {
        let source = """
            let greeting = "Hi"
            enum Keys { static let title = "Title"; static let whole = title + "!"; static var computed: String { "Computed" } }
            enum Names: String { case first, second = "2nd" }
            let text = NSLocalizedString(\(literal), comment: "")
            """
        #expect(keys(source) == [expected])
        #expect(extraction(source).findings == [])
    }

    @Test(arguments: [
        (#"isOn ? "a" : "b""#, ["a", "b"]), (#"x ? "a" : y ? "b" : "c" + "d""#, ["a", "b", "cd"]),
        (#"if x { "a" } else if y { "b" } else { "c" }"#, ["a", "b", "c"]),
        (#"switch x { case 1: "a"; default: "b" }"#, ["a", "b"]), (#"("a")"#, ["a"]),
    ])
    func allChoicesAreRead(expression: String, expected: [String]) {
        #expect(keys("let text = NSLocalizedString(\(expression), comment: \"\")") == expected)
    }

    @Test(arguments: [
        ("NSLocalizedString(key, comment: \"\")", "dynamic-key NSLocalizedString key"),
        (#"NSLocalizedString("a\(b)", comment: "")"#, #"dynamic-key NSLocalizedString "a\(b)""#),
        (#"NSLocalizedString("a" + b, comment: "")"#, #"dynamic-key NSLocalizedString "a" + b"#),
        (#"NSLocalizedString("", comment: "")"#, "empty-key NSLocalizedString"),
        (#"func tr(_ key: String) { localizer(key) }"#, "forwarded-key localizer key tr"),
        (#"localizer("a", table: name)"#, "dynamic-table localizer a name"),
        (#"NSLocalizedString("a", value: b, comment: "")"#, "dynamic-value NSLocalizedString a b"),
        (#"NSLocalizedString("a", comment: b)"#, "dynamic-comment NSLocalizedString a b"),
        (#"var key = "a"; localizer(key)"#, "dynamic-key localizer key"),
        (#"func f() { let key = "a"; do { let key = g(); localizer(key) } }"#, "dynamic-key localizer key"),
    ])
    func whatIsNoLiteralIsReported(source: String, finding: String) {
        #expect(extraction(source).lines == [finding])
    }

    @Test(arguments: [
        #"String(localized: resource)"#, #"String(localized: Titles.go)"#,
        #"String(localized: LocalizedStringResource("Go"))"#, #"NSLocalizedString("a", comment: nil)"#,
    ])
    func whatIsReadElsewhereIsNotReported(source: String) {
        let context = """
            enum Titles { static let go: LocalizedStringResource = "Go" }
            func show(_ resource: LocalizedStringResource) { \(source) }
            """
        #expect(extraction(context).findings == [])
    }
}
