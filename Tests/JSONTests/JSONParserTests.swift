// The parser reads everything that JSON allows.

import Testing

@testable import JSON

@Suite struct JSONParserTests {
    @Test(arguments: [
        "99999999999999999999999", "-9999999999999999999", "18446744073709551616",
        "[1,100000000000000000000000]",
    ])
    func wholeNumbersMayHaveMoreThan64Bits(number: String) throws {
        let text = #"{"a":\#(number),"b":"\"99999999999999999999999","c":12}"#
        try JSONParser().withValue(of: Array(text.utf8)) { value in
            let members = Dictionary(
                uniqueKeysWithValues: value.members.map { ($0.name.string ?? "", $0.value) })
            #expect(Set(members.keys) == ["a", "b", "c"])
            #expect(members["b"]?.string == "\"99999999999999999999999")
            #expect(members["c"]?.integer == 12)
            #expect(members["a"]?.kind == (number.hasPrefix("[") ? .list : .double))
        }
    }

    @Test(arguments: ["1e400", "-1.5E+999", String(repeating: "9", count: 400)])
    func numbersThatNoDoubleHoldsAreTexts(number: String) throws {
        let text = #"{"a":\#(number),"b":"1e400","c":12}"#
        try JSONParser().withValue(of: Array(text.utf8)) { value in
            #expect(value.member("a")?.kind == .string)
            #expect(value.member("a")?.string == number)
            #expect(value.member("b")?.string == "1e400")
            #expect(value.member("c")?.integer == 12)
        }
    }

    @Test(arguments: [
        "01e400", "1.e400",
        "99999999999999999999999a", "{\"a\":0099999999999999999999999}", "[99999999999999999999999", "\"\\",
        "-",
    ])
    func otherDocumentsStayRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONParser().withValue(of: Array(text.utf8)) { _ in } }
    }

    // MARK: Places

    @Test(arguments: [
        "12", "-1.5e3", "18446744073709551615", "99999999999999999999999", "1e400", "null", "true", "{ }",
        "[]",
        #""a\"}, b""#, #"[ { "x" : [ 1 , 2.5 , "]" ] }, "" ]"#,
    ])
    func eachValueAndNameHasItsPlace(value: String) throws {
        let text = #" { "a\\" : \#(value) ,"b":[\#(value), \#(value)]}"# + "\n"
        let bytes = Array(text.utf8)
        try JSONParser().withLocatedValue(of: bytes) { root, locations in
            func spelled(_ value: JSONValue) -> String {
                String(decoding: bytes[locations.range(of: value)], as: UTF8.self)
            }
            let members = Array(root.members)
            #expect(members.map { spelled($0.name) } == [#""a\\""#, #""b""#])
            #expect(spelled(members[0].value) == value)
            #expect(members[1].value.elements.map(spelled) == [value, value])
            #expect(spelled(root) == text.drop { $0 == " " }.dropLast())
            #expect(locations.offset(of: members[0].name) == 3)
        }
    }
}
