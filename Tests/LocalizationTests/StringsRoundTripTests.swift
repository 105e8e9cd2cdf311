// Tests of the syntax tree's invariants: it is lossless, an edit changes only its
// value, and parsing takes linear time.

import Localization
import TestSupport
import Testing

@Suite struct StringsRoundTripTests {
    static let seeds = [
        "/* Header */\n\n/* Title */\n\"Title\" = \"Titel\";\n// note\n\"Items: %ld|==|plural.one\" = \"%ld Ding\";\n",
        "{ a = b; 'c' = 'd'; \"e\"; f = { g = (1, 2); }; h = <0f>; }",
        "\"esc\" = \"\\n\\U00e4\\Ud83d\\Ude00\\341\\q\\\\\\\"\";\r\n\"日本\" = \"値😀\";\r\n",
        "\"a\" = \"unclosed;\n\"b\" = \"x \"y\" z\";\n/* open\n\"c\" = ;\n<<<<<<<\n}",
    ]

    static func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let signs = Array("\"';={}()<>/*\\\n\r uU0dD8\u{FEFF}\u{2028}äé".utf8) + [0, 0xFF, 0xC0, 0xED]
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let index = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where index < bytes.count: bytes.remove(at: index)
            case 1 where index < bytes.count: bytes[index] = signs.randomElement(using: &generator)!
            case 2 where index < bytes.count:
                let end = Int.random(in: index...min(bytes.count, index + 20), using: &generator)
                bytes.insert(
                    contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            default: bytes.insert(signs.randomElement(using: &generator)!, at: index)
            }
        }
        return bytes
    }

    @Test(arguments: TextEncoding.allCases)
    func loosesNothingOfMutatedFiles(encoding: TextEncoding) {
        var generator = SeededGenerator(seed: 20_260_101)
        for round in 0..<800 {
            let text = Self.seeds[round % Self.seeds.count]
            let mark = round % 3 == 0 ? [] : encoding.byteOrderMark
            let bytes = Self.mutated(mark + encoding.encoded(text), &generator)
            let file = StringsFile(bytes)
            #expect(file.serialized() == bytes, "seed round \(round)")
            var end = 0
            for element in file.elements {
                #expect(element.byteRange.lowerBound == end && !element.byteRange.isEmpty)
                end = element.byteRange.upperBound
            }
            #expect(end == bytes.count)
            for entry in file.entries {
                #expect(entry.byteRange.contains(entry.keyRange.lowerBound))
                #expect(entry.valueRange.upperBound <= entry.byteRange.upperBound)
                #expect(entry.keyRange.upperBound <= entry.valueRange.lowerBound)
            }
        }
    }

    @Test(arguments: TextEncoding.allCases)
    func changesOneValueAlone(encoding: TextEncoding) throws {
        let values = ["", "neu", "a\"b'c\\d", "zwei\nZeilen\t", "日本😀", "\u{0}\u{7F}\u{85}", "\\U0041"]
        for text in Self.seeds {
            let bytes = encoding.byteOrderMark + encoding.encoded(text)
            let file = StringsFile(bytes)
            for key in file.keys {
                let entry = try #require(file[key])
                for value in values {
                    let edited = try file.settingValue(value, forKey: key)
                    #expect(edited[key]?.text == value)
                    #expect(edited.encoding == encoding)
                    let new = edited.serialized()
                    #expect(new.starts(with: bytes[..<entry.valueRange.lowerBound]))
                    #expect(new.reversed().starts(with: bytes[entry.valueRange.upperBound...].reversed()))
                    let others = file.keys.filter { $0 != key }
                    #expect(others.allSatisfy { edited[$0]?.value == file[$0]?.value })
                }
            }
        }
    }

    @Test func keepsTheQuotesOfAValue() throws {
        let file = StringsFile(text: "a = 'b'; c = d; e; f = \"g\";")
        let edited = try file.settingValues(["a": "it's", "c": "x y", "e": "z", "f": "'"])
        #expect(
            String(decoding: edited.serialized(), as: UTF8.self)
                == "a = 'it\\'s'; c = \"x y\"; e = \"z\"; f = \"'\";")
    }

    @Test func refusesWhatItCannotEdit() {
        let file = StringsFile(text: "a = b;")
        #expect(throws: StringsEditError.noEntry(key: "x")) { try file.settingValue("y", forKey: "x") }
        #expect(throws: StringsEditError.invalidRange(4..<9)) {
            try file.applying([.init(byteRange: 4..<9, source: "")])
        }
        #expect(throws: StringsEditError.invalidRange(1..<3)) {
            try file.applying([.init(byteRange: 0..<2, source: ""), .init(byteRange: 1..<3, source: "")])
        }
    }

    @Test func readsBackWhateverItQuotes() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let most: UInt32 = Bool.random(using: &generator) ? 0x7F : 0x10FFFF
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &generator)) {
                    scalars.append(scalar)
                }
            }
            let text = String(scalars)
            for quote in ["\"", "'"] as [Character] {
                let file = StringsFile(text: "k = \(StringsFile.quoted(text, with: quote));")
                #expect(file["k"]?.text?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
                #expect(
                    file.diagnostics.allSatisfy {
                        $0.severity == .note || $0.messageKey == "Strings.Mojibake"
                    })
            }
        }
    }

    /// Without bounded look-ahead, each repeated piece would take quadratic time.
    @Test(arguments: [
        "\"a\" = {\n", "\"a\" = \"b\n", "\"a\" = 'b;\n", "/* ", "\"\\", "'", "\"a\" = \"b \"c\"", "{", "(",
        "\"a\" = (\n\"",
        "x\n", "\u{FEFF}", "\"a\" = \"\\", "\"a", "\"a\"=\"b\"", "\"k\" = \"x\" \"y\"\n", "\\\"\n",
        "/*\n\"a\"=\"b\"", "\"a\" /**/",
        ";", "}", "\"a\" = <", "'a = b;\n",
    ])
    func readsHostileFilesInLinearTime(piece: String) {
        let clock = ContinuousClock()
        let bytes = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
        let elapsed = clock.measure {
            #expect(StringsFile(bytes).serialized() == bytes)
        }
        // Linear time is well under a second even in a debug build; quadratic time would be minutes.
        #expect(elapsed < .seconds(20))
    }
}
