// The parts of XML that are read, and those that are rejected.

import Testing
import XML

@Suite struct XMLTests {
    private func parse(_ text: String) -> XMLDocument { XMLParser.parse(Array(text.utf8)) }

    @Test func elementsAttributesAndTextAreRead() throws {
        let document = parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a comment --><a:root xmlns:a="urn:a" b="1 &amp; &#10;2"
              a:c='"'>one <b/>two &lt;<![CDATA[ <three> &amp;]]> four<!-- no --> five</a:root>
            """)
        #expect(document.fault == nil)
        let root = try #require(document.root)
        #expect(root.name == "a:root")
        #expect(root.attributes.map(\.name) == ["b", "a:c"])
        #expect(root[attribute: "b"] == "1 & \n2")
        #expect(root[attribute: "a:c"] == "\"")
        #expect(root[attribute: "none"] == nil)
        #expect(root.text == nil)
        #expect(root.elements.map(\.name) == ["b"])
        let texts = root.children.compactMap { if case .text(let text) = $0 { text } else { nil } }
        #expect(texts == ["one ", "two < <three> &amp; four five"])
        #expect(root.byteOffset == 57)
    }

    @Test func anElementsOffsetIsThatOfItsTag() throws {
        let filling = String(repeating: " x='1>2'", count: 1).replacing("x", with: "long")
        let text = "<r>\(String(repeating: "é", count: 5000))<e\(filling)><f/></e></r>"
        let element = try #require(parse(text).root?.first("e"))
        #expect(Array(text.utf8)[element.byteOffset...].starts(with: "<e ".utf8))
        let inner = try #require(element.first("f"))
        #expect(Array(text.utf8)[inner.byteOffset...].starts(with: "<f/>".utf8))
    }

    @Test(arguments: [
        "<!DOCTYPE r [<!ENTITY e 'x'>]><r>&e;</r>", "<!DOCTYPE r [<!ENTITY e 'x'>]><r a='&e;'/>",
        "<r>&e;</r>",
        "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><r>&e;</r>",
        "<!DOCTYPE r SYSTEM 'http://localhost/x.dtd'><r>&e;</r>",
    ])
    func entitiesAreNotExpanded(text: String) {
        let document = parse(text)
        #expect(document.fault?.kind == .entity(name: "e"))
        #expect(document.characters(containing: "root:") == false)
    }

    @Test func readingGoesOnBehindAnUnknownEntity() {
        let document = parse("<r><a>Tom &am; Jerry</a><b c='&x;'>&y;</b></r>")
        #expect(document.faults.map(\.kind) == ["am", "x", "y"].map { .entity(name: $0) })
        #expect(document.root?.elements.map(\.text) == ["Tom &am; Jerry", "&y;"])
    }

    @Test func aBombOfEntitiesIsRefusedAtOnce() {
        var text = "<!DOCTYPE r [<!ENTITY e0 'ha'>"
        for level in 1...40 { text += "<!ENTITY e\(level) '&e\(level - 1);&e\(level - 1);'>" }
        guard case .entity? = parse(text + "]><r>&e40;</r>").fault?.kind else {
            Issue.record("an entity was expanded")
            return
        }
        let parameters =
            "<!DOCTYPE r [<!ENTITY % a 'x'><!ENTITY % b '%a;%a;'> %b; ]><r/>"
        #expect(parse(parameters).root?.elements.isEmpty != false)
    }

    @Test func declaredDefaultsAreNotAdded() throws {
        let text = "<!DOCTYPE r [<!ATTLIST e a CDATA 'default'>]><r><e/><e b='1'/></r>"
        let root = try #require(parse(text).root)
        #expect(root.elements.map { $0.attributes.map(\.name) } == [[], ["b"]])
    }

    @Test func depthIsLimited() {
        let deep = 100_000
        let text = String(repeating: "<a>", count: deep) + String(repeating: "</a>", count: deep)
        let document = parse(text)
        guard case .notWellFormed? = document.fault?.kind else {
            Issue.record("\(deep) levels were read")
            return
        }
        let fitting = String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
        #expect(parse(fitting).fault == nil)
    }

    @Test func largeDocumentsAndAttributesAreReadOrRefused() {
        let attribute = "<r a='" + String(repeating: "x", count: 1 << 20) + "'/>"
        #expect(parse(attribute).root?[attribute: "a"]?.utf8.count == 1 << 20)
        let huge = "<r a='" + String(repeating: "x", count: 11 << 20) + "'/>"
        #expect(parse(huge).fault != nil)
        let document = XMLParser.parse(Array("<root/>".utf8), sizeLimit: 6)
        #expect(document.fault == XMLFault(kind: .tooLarge(limit: 6), byteOffset: 0))
    }

    @Test func aTruncatedDocumentIsReadUpToItsEnd() throws {
        let document = parse("<r><a>1</a><b>2</b><c>3")
        #expect(document.fault != nil)
        let root = try #require(document.root)
        #expect(root.isComplete == false)
        #expect(root.elements.map(\.name) == ["a", "b", "c"])
        #expect(root.elements.map(\.isComplete) == [true, true, false])
        #expect(root.elements.prefix(2).map(\.text) == ["1", "2"])
    }

    @Test(arguments: ["", " ", "x", "<a", "<a></b>", "<a/><b/>", "<a b=1/>", "<a>\u{1}</a>", "bplist00"])
    func brokenDocumentsHaveAFault(text: String) { #expect(parse(text).fault != nil) }

    @Test func encodingsAreUTF8AndUTF16() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><r>é日😀</r>"
        let big: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(XMLParser.parse(big).root?.text == "é日😀")
        #expect(XMLParser.parse(little).root?.text == "é日😀")
        #expect(XMLParser.parse([0xEF, 0xBB, 0xBF] + Array("<r>é</r>".utf8)).root?.text == "é")
        #expect(
            parse("<?xml version='1.0' encoding='ISO-8859-5'?><r/>").fault?.kind
                == .unsupportedEncoding("ISO-8859-5"))
        let invalid = XMLParser.parse(Array("<r>é".utf8) + [0xFF] + Array("</r>".utf8))
        #expect(invalid.fault == XMLFault(kind: .unsupportedEncoding("UTF-8"), byteOffset: 5))
        #expect(XMLParser.parse(Array(big.dropFirst(2))).fault != nil)
        #expect(XMLParser.parse([0xFE, 0xFF, 0xD8, 0x00]).fault?.kind == .unsupportedEncoding("UTF-16"))
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let text = "a <b> & \"c\" 'd' ]]> \t\n\r\r\n é 日 😀 \u{7F}\u{85}\u{2028}"
        var xml = XMLText()
        xml.start("r", ["a": text, "b": nil, "c": ""])
        xml.text(text)
        xml.empty("e")
        xml.end("r")
        let document = XMLParser.parse(xml.bytes)
        #expect(document.fault == nil)
        let root = try #require(document.root)
        #expect(root[attribute: "a"] == text)
        #expect(root[attribute: "b"] == nil)
        #expect(root[attribute: "c"] == "")
        #expect(
            root.children.first.map { if case .text(let read) = $0 { read == text } else { false } } == true)
    }

    @Test(arguments: ["--", "a---b", "----", "-----", "- --", "->", "--!>"])
    func commentsAreCommentsWhateverTheirHyphens(text: String) {
        #expect(XMLParser.parse(Array("<r>\(XMLText.comment(text))</r>".utf8)).fault == nil)
        #expect(XMLText.comment("a-b - c") == "<!-- a-b - c -->")
    }

    @Test(arguments: ["\u{0}", "\u{1}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func charactersThatXMLCannotHoldAreFound(text: String) {
        #expect(XMLText.unrepresentableScalar(in: "a" + text) == text.unicodeScalars.first)
        #expect(XMLText.unrepresentableScalar(in: "\t\n\r é\u{FFFD}\u{10FFFF}") == nil)
    }
}

extension XMLDocument {
    /// Whether a text was read that contains another.
    fileprivate func characters(containing text: String) -> Bool { root?.text?.contains(text) ?? false }
}
