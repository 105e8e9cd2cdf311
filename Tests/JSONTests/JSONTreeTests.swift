// Trees preserve the content of JSON texts, and invalid JSON is rejected.

import JSON
import Testing

@Suite struct JSONTreeTests {
    private func read(_ text: String, _ options: JSONReader.Options = []) throws -> JSON {
        try JSONReader.value(of: Array(text.utf8), options)
    }

    @Test(arguments: [
        #"{"b":1.50,"a":-0,"c":[1e400,123456789012345678901234567890,null,true]}"#, #"{"":{},"a":[[]]}"#,
        #""\"\\\n\r\t\u0000""#, "0.10",
    ])
    func valuesAreWrittenAsTheyWereRead(text: String) throws {
        #expect(try read(text).text == text)
    }

    @Test func aTreeIsReadTheSame() throws {
        let value: JSON = ["a": [1, true, "\"\n", .null, .number(0.5)], "b": [:]]
        #expect(try read(value.text) == value)
    }

    @Test func charactersThatActAreEscapedEverywhere() {
        let value: JSON = ["\u{202E}": ["\u{9B}", "\u{7F}\u{2028}ü"]]
        #expect(value.text == #"{"\u202e":["\u009b","\u007f\u2028ü"]}"#)
        var object = JSONObject()
        object.set("\u{202E}", ["\u{9B}", "\u{7F}\u{2028}ü"])
        #expect(object.text == value.text)
    }

    @Test func theLastValueOfARepeatedNameStandsAtTheFirstPlace() throws {
        let text = #"{"a":1,"b":2,"a":3}"#
        #expect(try read(text).text == #"{"a":3,"b":2}"#)
        #expect(throws: JSONSyntaxError.self) { try read(text, .refusesRepeatedNames) }
    }

    @Test func manyRepeatedNamesAreReadInLinearTime() throws {
        let members = (0..<200_000).map { "\"\($0)\":0" } + ["\"0\":1"]
        let object = try read("{" + members.joined(separator: ",") + "}")
        #expect(object.members.count == 200_000)
        #expect(object.members[0].value == 1)
    }

    @Test func halvesOfSurrogatePairsAreRefusedOrCountAsOneCharacter() throws {
        let text = #"["\ud83d", "a\udc00b", "\ud83d\ude00", "\\ud83d", "\ud83d\u0041"]"#
        #expect(throws: JSONSyntaxError.self) { try read(text) }
        #expect(
            try read(text, .replacesLoneSurrogates)
                == ["\u{FFFD}", "a\u{FFFD}b", "😀", "\\ud83d", "\u{FFFD}A"])
    }

    @Test(arguments: [
        "", "{", "[1,]", #""\ud800""#, #""\x""#, "01", "-", "1.", "1e", "nul", "[1]2", "\"\u{1}\"", #"{"a"}"#,
        #"{1:2}"#, String(repeating: "[", count: 100_000), #""\u+123""#,
    ])
    func malformedTextIsRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try read(text) }
    }

    @Test func invalidUTF8IsRefused() {
        #expect(throws: JSONSyntaxError.self) { try JSONReader.value(of: [0x22, 0xC3, 0x22]) }
    }

    @Test(arguments: [
        ("", 0), ("[1,]", 3), ("{\"a\" 1}", 5), ("01", 2), ("[1] 2", 4), ("\"\t\"", 1), ("nul", 0),
        (String(repeating: "[", count: 65), 64),
    ])
    func errorsNameTheByte(text: String, offset: Int) {
        do throws(JSONSyntaxError) {
            _ = try JSONReader.value(of: Array(text.utf8))
            Issue.record("\(text) was read")
        } catch {
            #expect(error.offset == offset, "\(error)")
        }
    }

    @Test func membersAreSetAtTheirPlace() {
        var value: JSON = ["a": 1, "b": 2]
        value["a"] = "new"
        value["c"] = [.null]
        value["b"] = nil
        #expect(value.text == #"{"a":"new","c":[null]}"#)
    }

    @Test func valuesFollowEachOther() throws {
        var reader = JSONReader(Array("{\"a\":1}\n[2] 3 ".utf8))
        var values: [JSON] = []
        while !reader.isAtEnd() { values.append(try reader.value()) }
        #expect(values == [["a": 1], [2], 3])
    }
}
