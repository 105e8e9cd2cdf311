// Merge patches follow RFC 7396, and keep the spelling of other members.

import Foundation
import SearchTesting
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct MergePatchTests {
    private func merged(_ patch: String, into target: String) -> String {
        text(JSONMergePatch.apply(bytes(patch), to: bytes(target)))
    }

    /// RFC 7396, appendix A: document, patch, result.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, #"null"#, #"null"#),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func examplesOfTheStandard(target: String, patch: String, result: String) {
        #expect(merged(patch, into: target) == result)
        // White space makes no difference.
        let spaced = { (json: String) in
            " " + json.map { "{}[],:".contains($0) ? "\n\($0)\t" : String($0) }.joined() + " "
        }
        let compact = merged(spaced(patch), into: spaced(target)).filter { !$0.isWhitespace }
        #expect(compact == result)
    }

    @Test func whatIsNotNamedStaysAsItWasSpelled() {
        let target =
            #"{"price": {"amount": 7.90, "was" :1.0E+2}, "é\u0301" : [1.10, {"x":  null}], "id":"a"}"#
        #expect(
            merged(#"{"price": {"amount": 8.00}}"#, into: target)
                == #"{"price":{"amount":8.00,"was":1.0E+2},"é\u0301":[1.10, {"x":  null}],"id":"a"}"#)
    }

    @Test func namesAreTheSameWhateverTheirEscapes() {
        #expect(merged(#"{"\u0061": 1}"#, into: #"{"a": 2, "b": 3}"#) == #"{"a":1,"b":3}"#)
        #expect(
            merged(
                #"{"a\"\\\/\b\n\t\r\f}": null}"#,
                into: #"{"a\u0022\u005C/\u0008\u000a\u0009\u000D\u000C}": 2}"#) == "{}")
        #expect(merged(#"{"😀": null}"#, into: #"{"\ud83d\ude00": 2}"#) == "{}")
        // Canonically equivalent names are different names.
        #expect(merged("{\"e\u{301}\": null}", into: "{\"\u{e9}\":2}") == "{\"\u{e9}\":2}")
    }

    @Test func ofDoubledNamesTheLastValueCounts() {
        #expect(merged(#"{"a": 1, "a": null}"#, into: #"{"a": 2, "b": 3}"#) == #"{"b":3}"#)
        #expect(merged(#"{"b": 4}"#, into: #"{"a": 1, "b": 2, "a": 3}"#) == #"{"a":3,"b":4}"#)
    }

    /// The algorithm of RFC 7396, section 2, on values.
    private func reference(_ patch: Any, into target: Any?) -> Any {
        guard let patch = patch as? [String: Any] else { return patch }
        var result = target as? [String: Any] ?? [:]
        for (name, value) in patch {
            result[name] = value is NSNull ? nil : reference(value, into: result[name])
        }
        return result
    }

    @Test func resultIsThatOfTheStandardsProcedure() throws {
        var random = SeededGenerator(seed: 7396)
        func document(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 3 ? 4 : 8), using: &random) {
            case 0: return "null"
            case 1: return "-1.5"
            case 2: return #""t,}]\"{""#
            case 3: return "true"
            case 4: return "[" + (0..<2).map { _ in document(depth + 1) }.joined(separator: ", ") + "]"
            default:
                let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(
                    Int.random(in: 0...3, using: &random))
                return "{" + names.map { #""\#($0)": "# + document(depth + 1) }.joined(separator: ",") + "}"
            }
        }
        func value(_ json: String) throws -> Any {
            try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        }
        for _ in 0..<1_000 {
            let (patch, target) = (document(0), document(0))
            let expected = try reference(value(patch), into: value(target))
            let found = try value(merged(patch, into: target))
            #expect([found] as NSArray == [expected] as NSArray, "\(patch) into \(target)")
        }
    }
}
