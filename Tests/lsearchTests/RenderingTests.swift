// Checks styles as escape sequences, and objects as JSON.

import JSON
import ProgramSupport
import Testing

@testable import lsearch

@Suite struct RenderingTests {
    private var text: DisplayText {
        var text = DisplayText("rote ", .secondary)
        text.append("Rose", .match)
        text.append(" im ")
        text.append("Mai", .heading)
        text.append("!", .selected)
        return text
    }

    @Test func stylesBecomeEscapeSequencesThatEndWithTheirText() {
        #expect(
            Styler(usesColor: true).render(text)
                == "\u{1B}[2mrote \u{1B}[0m\u{1B}[1;33mRose\u{1B}[0m im \u{1B}[1mMai\u{1B}[0m\u{1B}[1;7m!\u{1B}[0m"
        )
    }

    @Test func withoutColorsOnlyTheTextIsLeft() {
        #expect(Styler(usesColor: false).render(text) == "rote Rose im Mai!")
    }

    @Test func membersStandInTheirOrder() {
        var object = JSONObject()
        object.set("b", "x")
        object.set("a", 1)
        object.set("none", nil)
        object.set("list", ["x", "y"])
        object.set("empty", [String]())
        var inner = JSONObject()
        inner.set("n", -5)
        object.set("object", inner)
        object.set("objects", [inner, JSONObject()])
        object.set("raw", json: "[true]")
        #expect(
            object.text
                == #"{"b":"x","a":1,"none":null,"list":["x","y"],"empty":[],"object":{"n":-5},"objects":[{"n":-5},{}],"raw":[true]}"#
        )
    }

    /// Nested objects that are written into the same buffer equal those with buffers of their own.
    @Test func objectsWithinAreWrittenWhereTheyStand() {
        var object = JSONObject()
        object.set("a", 1)
        object.set("list", count: 2) { number, element in
            if number == 0 { element.set("n", 5) }
            element.set("inner") { $0.set("x", "y") }
        }
        object.set("empty", count: 0) { _, _ in }
        object.set("none") { _ in }
        object.set("z", true)
        #expect(
            object.text
                == #"{"a":1,"list":[{"n":5,"inner":{"x":"y"}},{"inner":{"x":"y"}}],"empty":[],"none":{},"z":true}"#
        )
    }

    @Test(arguments: [
        ("\"", #""\"""#), ("\\", #""\\""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
        ("/", #""/""#), ("ä漢😀", "\"ä漢😀\""), ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("", #""""#),
    ])
    func textsAreEscapedAsJSONAsks(text: String, json: String) {
        var object = JSONObject()
        object.set(text, text)
        #expect(object.text == "{\(json):\(json)}")
    }
}
