// Tests of the syntax of MessageFormat 2: what is read, and the locations of errors.

import Localization
import Testing

@Suite struct MessageFormat2SyntaxTests {
    static func kinds(_ source: String) -> [MessageFormat2Fault.Kind] {
        do { return try MessageFormat2(source).faults.map(\.kind) } catch { return [error.kind] }
    }

    /// The text between the positions of an error.
    static func marked(_ source: String) -> String? {
        do {
            let range = try MessageFormat2(source).faults.first?.range
            return range.map { String(decoding: Array(source.utf8)[$0], as: UTF8.self) }
        } catch {
            return String(decoding: Array(source.utf8)[error.range], as: UTF8.self)
        }
    }

    @Test(arguments: [
        "", "no placeholder", "a .dot within a text", "{plain}", "{|a text with } and |}", "{$name}", "{:f}",
        "{ $name :number style=percent max=$n @note=|for you| }", "{#b}bold{/b}{#img src=|a.png| /}",
        ".input{$n}{{}}", ".local $a={1}.local $b={$a :f}{{ {$b} }}", "\u{200F} {{right}} \u{200F}",
        ".input {$n :number} .match $n 1 {{one}} |1.5| {{half}} -3 {{below}} * {{more}}",
        "{$\u{061C}name\u{200E} :ns:f ns:option=-1}", "{\u{3000}日本語\u{3000}}", "{\u{1F600}}", "\\{\\}\\|\\\\",
    ])
    func validMessagesAreRead(source: String) {
        #expect(Self.kinds(source) == [])
    }

    /// The fault and its location.
    @Test(arguments: [
        ("a } b", "}"), ("{", ""), ("{}", "}"), ("{ }", "}"), ("{$}", "}"), ("{$1}", "1"), ("{a b}", "b"),
        ("{42:f}", ":"), ("{|a|:f}", ":"), ("{|a", "|a"), (" .dot", "."), ("{:f x}", "}"), ("{:f x=}", "}"),
        ("{:f @a=$b}", "$"),
        ("{:f @a x=1}", "x"), ("{a @b :f}", ":"), ("{#b:}", "}"), ("{/b/}", "/"), ("\\n", "\\"),
        ("{|\\n|}", "\\"),
        ("nul \u{0} byte", "\u{0}"),
        ("{{a} b}}", "}"), ("{{a", ""), ("{{a}} b", "b"), (".other {{a}}", "."),
        (".input {1} {{a}}", "{1}"),
        (".input $n {{a}}", "$"), (".local$n = {1} {{a}}", "$"), (".local $n {1} {{a}}", "{"),
        (".match * {{a}}", "*"), (".input {$n :f} .match $n* {{a}}", "*"), (".input {$n :f} .match $n", ""),
        (".input {$n :f} .match $n 1|a| {{a}} * {{b}}", "|"), (".input {$n :f} .match $n * {a}", "{"),
        (".input {$n :f} .match $n {{a}}", "{"), ("{$na\u{200E}me}", "m"),
    ])
    func syntaxErrorsHaveTheirPlace(source: String, place: String) {
        #expect(Self.kinds(source) == [.syntaxError])
        #expect(Self.marked(source)?.hasPrefix(place) == true, "\(Self.marked(source) ?? "none")")
    }

    @Test(arguments: [0xFDD0, 0xFFFE, 0x1FFFE, 0x10FFFF, 0x85, 0xA0, 0x2028] as [UInt32])
    func namesHaveNoControlsAndNoNoncharacters(value: UInt32) throws {
        let scalar = String(try #require(Unicode.Scalar(value)))
        #expect(Self.kinds("{a\(scalar)}") == [.syntaxError])
        #expect(Self.kinds("{|a\(scalar)|}") == [])
    }

    @Test(arguments: [
        (".input {$a :f} .match $a 1 2 {{x}} * {{y}}", MessageFormat2Fault.Kind.variantKeyMismatch, "1 2"),
        (".input {$a :f} .match $a 1 {{x}}", .missingFallbackVariant, "$a"),
        (".input {$a :f} .match $a |*| {{x}}", .missingFallbackVariant, "$a"),
        (".match $a * {{x}}", .missingSelectorAnnotation, "$a"),
        (".local $a = {$b} .match $a * {{x}}", .missingSelectorAnnotation, "$a"),
        (".input {$a} .input {$a :f} {{x}}", .duplicateDeclaration, "{$a :f}"),
        (".local $a = {$a :f} {{x}}", .duplicateDeclaration, "{$a :f}"),
        (".input {$a :f o=$a} {{x}}", .duplicateDeclaration, "{$a :f o=$a}"),
        (".local $a = {1 :f o=$b} .input {$b} {{x}}", .duplicateDeclaration, "{$b}"),
        ("{:f o=1 o=|2|}", .duplicateOptionName, "o=|2|"), ("{#b o=1 o=1}", .duplicateOptionName, "o=1"),
        (".input {$a :f} .match $a |x| {{1}} x {{2}} * {{3}}", .duplicateVariant, "x"),
        // Names and keys are equal if their normalized forms are.
        (".input {$a\u{030A}} .input {$\u{00E5} :f} {{x}}", .duplicateDeclaration, "{$\u{00E5} :f}"),
        (".input {$a :f} .match $a a\u{030A} {{1}} \u{00E5} {{2}} * {{3}}", .duplicateVariant, "\u{00E5}"),
    ])
    func dataModelErrorsHaveTheirPlace(source: String, kind: MessageFormat2Fault.Kind, place: String) {
        #expect(Self.kinds(source) == [kind])
        #expect(Self.marked(source) == place)
    }

    @Test func selectorsThatGetAFunctionFromAnotherVariableAreAnnotated() {
        #expect(Self.kinds(".input {$a :f} .local $b = {$a} .match $b * {{x}}") == [])
    }

    @Test func argumentsAreVariablesThatAreNotLocal() throws {
        let message = try MessageFormat2(
            ".input {$n :number least=$digits} .local $half = {$n :offset add=1} "
                + ".match $half one {{ {$n} of {$name} }} * {{ {$half} {#b width=$w}{/b} }}")
        #expect(message.argumentNames == ["n", "digits", "name", "w"])
    }

    @Test func positionsCountLinesAndCharacters() {
        let source = ".input {$n :number}\n.match $n\n* {{größe e\u{301}} }}"
        #expect {
            try MessageFormat2(source)
        } throws: { error in
            let position = (error as? MessageFormat2Fault)?.position(in: source)
            return position?.line == 3 && position?.column == 12
        }
    }

    /// The parser does not recurse, and reads each byte once.
    @Test func longMessagesAreRead() throws {
        let count = 20_000
        let declarations = (1...count).map { ".local $v\($0) = {$v\($0 - 1) :number}" }.joined()
        let message = try MessageFormat2(declarations + "{{{$v\(count)}}}")
        #expect(message.argumentNames == ["v0"])
        let shown = MessageFormat2Formatter(LocaleIdentifier("en")!).format(message, ["v0": 7])
        #expect(shown.text == "7" && shown.faults == [])
        #expect(Self.kinds(String(repeating: "{", count: 100_000)) == [.syntaxError])
    }
}
