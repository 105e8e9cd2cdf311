// How Fluent's files spell texts.

internal import Localization

/// Texts as Fluent's syntax writes them.
enum FluentSpelling {
    /// A text in which a literal in braces stands for each character that would be
    /// read as syntax, without an indent.
    static func escaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return literal([]) }
        // A text of several lines begins below its name.
        let hasLines = bytes.contains(0x0A)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isLineStart = index == 0 ? hasLines : bytes[index - 1] == 0x0A
            if byte == 0x20, index == 0 || isAtEnd(bytes, index, isLineStart) {
                let end = bytes[index...].firstIndex { $0 != 0x20 } ?? bytes.count
                result += literal(bytes[index..<end]).utf8
                index = end
                continue
            }
            switch byte {
            case 0x7B:
                var reader = FluentReader(bytes, at: index, isText: true)
                if (try? reader.placeable(depth: 0)) != nil {
                    result += bytes[index..<reader.index]
                    index = reader.index
                    continue
                }
                result += literal([byte]).utf8
            case 0x7D: result += literal([byte]).utf8
            case 0x0D: result += "{\"\\u000D\"}".utf8
            case 0x0A:
                // A line break at either end would be white space around the text.
                if index == 0 { result += literal([]).utf8 }
                result.append(byte)
                if index == bytes.count - 1 { result += literal([]).utf8 }
            case _ where isLineStart && "[*.".utf8.contains(byte): result += literal([byte]).utf8
            default: result.append(byte)
            }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func literal(_ bytes: some Sequence<UInt8>) -> String {
        "{\"\(String(decoding: Array(bytes), as: UTF8.self))\"}"
    }

    /// Whether the spaces that begin at an offset are the last ones of the text, or all of a line.
    private static func isAtEnd(_ bytes: [UInt8], _ start: Int, _ isLineStart: Bool) -> Bool {
        guard bytes[start - 1] != 0x20 else { return false }
        guard let end = bytes[start...].firstIndex(where: { $0 != 0x20 }) else { return true }
        return isLineStart && bytes[end] == 0x0A
    }

    /// A text behind an equals sign or the key of a variant; one of several lines begins on a line of its
    /// own.
    ///
    /// - Parameter indent: the spaces before each line.
    static func value(_ text: String, indent: Int, lineBreak: String) -> String {
        let lines = escaped(text).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 1 else { return " " + lines[0] }
        let margin = lineBreak + String(repeating: " ", count: indent)
        return lines.map { ($0.isEmpty ? lineBreak : margin) + $0 }.joined()
    }

    /// A comment as lines of their own. Lines about a group are those of the group's own comment.
    static func comment(_ text: String, lineBreak: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            "#\(line.isEmpty ? "" : " ")\(line)\(lineBreak)"
        }.joined()
    }

    /// Whether a name can be that of a message, an attribute or, behind a hyphen, of a term.
    static func isName(_ name: Substring) -> Bool {
        var reader = FluentReader(Array(name.utf8))
        return reader.name() != nil && reader.index == reader.bytes.count
    }
}

/// A key, taken apart.
struct FluentKey {
    /// The name of a message, or of a term with its hyphen.
    let name: String
    let attribute: String?

    /// `nil` where Fluent can have no such key.
    init?(_ key: String) {
        let dot = key.firstIndex(of: ".")
        let name = key[..<(dot ?? key.endIndex)]
        let attribute = dot.map { key[key.index(after: $0)...] }
        let isTerm = name.first == "-"
        guard FluentSpelling.isName(isTerm ? name.dropFirst() : name) else { return nil }
        if let attribute, isTerm || !FluentSpelling.isName(attribute) { return nil }
        (self.name, self.attribute) = (String(name), attribute.map(String.init))
    }
}
