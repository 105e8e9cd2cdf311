// A text of Fluent as translators see it: without the indent of the file, and what a
// change of it changes in the file.

internal import Localization
internal import Support

/// A text without its indent.
///
/// A literal such as `{" "}` that only keeps a character from being read as syntax is that character. All
/// else in braces is as the file has it.
struct FluentText: Sendable {
    let text: String
    /// The parts of the text beside the bytes of the file, in order.
    private let parts: [Part]
    /// The spaces before each line of the text in the file.
    private let indent: Int?

    private struct Part: Sendable {
        /// Where the part begins in the text.
        let start: Int
        let length: Int
        /// Where the bytes are in the file; of the same length where the part is as the file has it.
        let range: Range<Int>
    }

    init(_ pattern: FluentPattern, in bytes: [UInt8]) {
        let literal = FluentText(pattern, bytes, decodesLiterals: false)
        guard pattern.elements.contains(where: { Self.literal($0, bytes) != nil }) else {
            self = literal
            return
        }
        let decoded = FluentText(pattern, bytes, decodesLiterals: true)
        let isSame = FluentSpelling.escaped(decoded.text).utf8.elementsEqual(
            literal.canonical(pattern, bytes))
        self = isSame ? decoded : literal
    }

    private init(_ pattern: FluentPattern, _ bytes: [UInt8], decodesLiterals: Bool) {
        var text: [UInt8] = []
        var parts: [Part] = []
        func append(_ content: some Collection<UInt8>, _ range: Range<Int>) {
            guard !content.isEmpty || !range.isEmpty else { return }
            parts.append(Part(start: text.count, length: content.count, range: range))
            text += content
        }
        let indent = pattern.indent ?? Self.commonIndent(pattern, bytes)
        // Of a text that begins below its name the first line may have a deeper indent than the common one.
        if pattern.isBlock {
            let start = pattern.range.lowerBound
            let blanks = bytes[..<start].reversed().prefix { $0 == 0x20 }.count - (indent ?? 0)
            if blanks > 0 { append(bytes[start - blanks..<start], start - blanks..<start) }
        }
        for element in pattern.elements {
            if decodesLiterals, let value = Self.literal(element, bytes) {
                append(value, element.range)
                continue
            }
            var index = element.range.lowerBound
            let end = element.range.upperBound
            while index < end {
                let line = bytes[index..<end].firstIndex(of: 0x0A) ?? end
                let hasReturn = line < end && line > index && bytes[line - 1] == 0x0D
                append(bytes[index..<(hasReturn ? line - 1 : line)], index..<(hasReturn ? line - 1 : line))
                guard line < end else { break }
                let content = bytes[(line + 1)..<end].firstIndex { $0 != 0x20 } ?? end
                let isBlank = content < end && FluentReader(bytes).behindLineEnd(content) != nil
                let next = isBlank ? content : min(content, line + 1 + (indent ?? 0))
                append([0x0A], (hasReturn ? line - 1 : line)..<next)
                index = next
            }
        }
        self.text = String(streamSafe: text)
        (self.parts, self.indent) = (parts, indent)
    }

    /// The indent that the lines within placeables have in common, where no others tell.
    private static func commonIndent(_ pattern: FluentPattern, _ bytes: [UInt8]) -> Int? {
        var common: Int?
        var index = pattern.range.lowerBound
        while let line = bytes[index..<pattern.range.upperBound].firstIndex(of: 0x0A) {
            index =
                bytes[(line + 1)..<pattern.range.upperBound].firstIndex { $0 != 0x20 }
                ?? pattern.range.upperBound
            guard index < pattern.range.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D else {
                continue
            }
            common = min(common ?? .max, index - line - 1)
        }
        return common
    }

    /// The value of a placeable that is a literal in quotes.
    private static func literal(_ element: FluentPattern.Element, _ bytes: [UInt8]) -> [UInt8]? {
        guard case .placeable(let placeable) = element, case .string(let range) = placeable.expression else {
            return nil
        }
        var value: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == 0x5C,
                let length = FluentReader.escapeLength(bytes[index..<range.upperBound])
            else {
                value.append(bytes[index])
                index += 1
                continue
            }
            if length == 2 {
                value.append(bytes[index + 1])
            } else {
                let digits = String(decoding: bytes[(index + 2)..<(index + length)], as: UTF8.self)
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
                value += String(scalar).utf8
            }
            index += length
        }
        return value
    }

    /// The text with all of its literals spelled as `FluentSpelling` spells them.
    private func canonical(_ pattern: FluentPattern, _ bytes: [UInt8]) -> [UInt8] {
        let all = Array(text.utf8)
        var literals: [Int: Range<Int>] = [:]
        for case .placeable(let placeable) in pattern.elements {
            if case .string(let range) = placeable.expression { literals[placeable.range.lowerBound] = range }
        }
        return parts.flatMap { part -> [UInt8] in
            guard let range = literals[part.range.lowerBound] else {
                return Array(all[part.start..<part.start + part.length])
            }
            return Array("{\"".utf8) + bytes[range] + Array("\"}".utf8)
        }
    }

    /// Where the byte at an offset of the text is in the file.
    func position(of offset: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return parts.first?.range.lowerBound ?? 0 }
        let part = parts[low - 1]
        let distance = min(offset - part.start, part.length)
        if part.length == part.range.count { return part.range.lowerBound + distance }
        return distance == 0 ? part.range.lowerBound : part.range.upperBound
    }

    /// The edit that makes another text of this one, by the bytes that differ.
    ///
    /// It may read as something else where it meets syntax; `FluentEditor` replaces the whole text then.
    func edit(to new: String, lineBreak: String) -> TextEdit {
        let part = ChangedPart(of: text, in: new)
        let start = position(of: part.start)
        let end = position(ofEnd: part.end, from: part.start)
        let lines = part.text.replacing("\n", with: lineBreak + String(repeating: " ", count: indent ?? 4))
        return TextEdit(start..<max(start, end), lines)
    }

    /// Where the byte before an offset of the text ends in the file.
    private func position(ofEnd offset: Int, from start: Int) -> Int {
        guard offset > start, let last = parts.last(where: { $0.start < offset }) else {
            return position(of: offset)
        }
        let distance = offset - last.start
        return distance == last.length
            ? last.range.upperBound
            : last.length == last.range.count ? last.range.lowerBound + distance : last.range.upperBound
    }
}
