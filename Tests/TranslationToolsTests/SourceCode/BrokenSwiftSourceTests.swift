// Sources that break the grammar, or are made to break the extraction.

import Testing

@testable import TranslationTools

@Suite struct BrokenSwiftSourceTests {
    @Test(arguments: [
        (
            "let a = NSLocalizedString(\"a, comment: \"\")\nlet b = NSLocalizedString(\"b\", comment: \"\")\n",
            1, 41
        ),
        ("let a = \nlet b = NSLocalizedString(\"b\", comment: \"\")\n", 1, 8),
        ("func f( {\n_ = NSLocalizedString(\"b\", comment: \"\") }\n", 1, 8),
        ("let b = NSLocalizedString(\"b\", comment: \"\")\nstruct A {\n", 2, 11),
        ("let a = \"\\q\"\nlet b = NSLocalizedString(\"b\", comment: \"\")", 1, 10),
    ])
    func restOfABrokenSourceIsRead(source: String, line: Int, column: Int) {
        let found = extraction(source)
        #expect(found.keys.contains("b"))
        #expect(found.findings.first?.identifier == .syntaxError)
        #expect(found.findings.first.map { "\($0.position)" } == "\(line):\(column)")
    }

    @Test func lineOfManyKeysIsReadInLinearTime() {
        let source = "let a = [" + String(repeating: "localizer(\"ö\"), ", count: 1000) + "]"
        let found = extraction(source)
        #expect(found.keys.count == 1000)
        #expect(found.calls.last?.position.column == 10 + 999 * 16 + 10)
    }

    @Test(arguments: [
        ("(", 2000), ("{", 1000), ("a.", 2000), ("x ? \"a\" : ", 1000), ("\"a\" + ", 1000), ("\"\\(", 100),
        ("a[0]", 2000),
        ("!", 5000), ("\"", 3001), ("\"\"\"\n", 1001), ("/*", 3000), ("\\", 3000), ("\u{0}", 3000),
    ])
    func hostileSourceIsReadToItsEnd(repeated: String, count: Int) {
        let many = String(repeating: repeated, count: count)
        let first = "let a = localizer(\"first\")\n"
        #expect(keys(first + "let b = " + many).first == "first")
        _ = extraction("localizer(" + many)
        _ = extraction("String(localized: \"\\(" + many)
    }

    @Test func mutatedSourcesAreReadToTheirEnd() {
        let source = Array(
            ##"""
            enum Keys { static let a = "A" + #"b\#n"#; case b = "c" }
            #if DEBUG
            func f(_ n: Int) { _ = String(localized: "n: \(n, specifier: "%d") \(n as? Int)", comment: """
                x \
                y
                """) ; _ = NSLocalizedString(n > 1 ? Keys.a : Keys.b.rawValue, comment: nil) }
            #endif
            """##.utf8)
        var state: UInt64 = 42
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for _ in 0..<100 {
            var bytes = source
            for _ in 0...random(4) {
                let place = random(bytes.count)
                switch random(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(source[random(source.count)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + random(20)))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
            for call in extraction(text).calls { #expect((1...lines).contains(call.position.line)) }
        }
    }
}
