// How an entry of a PO file is written.

internal import Localization

/// Writes entries as GNU gettext's own tools do, but for long lines, which stay whole: comments above, a text
/// with line breaks on a line for each of its own.
package struct POWriter {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    mutating func write(_ entry: POEntry) {
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        for line in entry.translatorComments { write(comment: line, sign: "#") }
        for line in entry.extractedComments { write(comment: line, sign: "#.") }
        writeReferences(entry.references)
        writeFlags(entry)
        let prefix: StaticString = entry.isObsolete ? "#~ " : ""
        let previous: StaticString = entry.isObsolete ? "#~| " : "#| "
        if let text = entry.previousContext { write("msgctxt ", text, previous) }
        if let text = entry.previousIdentifier { write("msgid ", text, previous) }
        if let text = entry.previousPlural { write("msgid_plural ", text, previous) }
        if let text = entry.context { write("msgctxt ", text, prefix) }
        write("msgid ", entry.identifier, prefix)
        guard let plural = entry.plural else {
            return write("msgstr ", entry.translations.first ?? "", prefix)
        }
        write("msgid_plural ", plural, prefix)
        for (index, text) in (entry.translations.isEmpty ? [""] : entry.translations).enumerated() {
            append(prefix)
            append("msgstr[")
            bytes += String(index).utf8
            append("] ")
            writeString(text, prefix)
        }
    }

    /// A text in quotes, on one line.
    package static func quoted(_ text: String) -> String {
        var writer = POWriter()
        writer.bytes.append(0x22)
        writer.writeEscaped(Array(text.utf8)[...])
        writer.bytes.append(0x22)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Comments

    private mutating func write(comment: String, sign: StaticString) {
        // A line break inside of a line would end the comment.
        for line in comment.lines {
            append(sign)
            if !line.utf8.isEmpty { bytes.append(0x20) }
            bytes += line.utf8
            bytes.append(0x0A)
        }
    }

    private mutating func writeReferences(_ references: [String]) {
        var width = 0
        for reference in references where !reference.utf8.isEmpty {
            let place = Self.isolated(reference)
            if width > 0, width + place.utf8.count >= 78 {
                bytes.append(0x0A)
                width = 0
            }
            append(width == 0 ? "#: " : " ")
            bytes += place.utf8
            width += place.utf8.count + 3
        }
        if width > 0 { bytes.append(0x0A) }
    }

    /// A file name with blanks is between U+2068 and U+2069, the line number after it.
    private static func isolated(_ reference: String) -> String {
        let isPlain = !reference.utf8.contains { $0 <= 0x20 }
        guard !isPlain else { return reference }
        let name = reference.lines.joined(separator: " ")
        if let colon = name.lastIndex(of: ":"),
            name[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        {
            return "\u{2068}\(name[..<colon])\u{2069}\(name[colon...])"
        }
        return "\u{2068}\(name)\u{2069}"
    }

    private mutating func writeFlags(_ entry: POEntry) {
        guard entry.isFuzzy || !entry.flags.isEmpty else { return }
        let fuzzy = entry.isFuzzy ? ["fuzzy"] : []
        if entry.hasLineOfStickyFlags {
            writeFlags("#, ", fuzzy)
            writeFlags("#= ", entry.flags)
        } else {
            writeFlags("#, ", fuzzy + entry.flags)
        }
    }

    private mutating func writeFlags(_ sign: StaticString, _ flags: [String]) {
        guard !flags.isEmpty else { return }
        append(sign)
        bytes += flags.joined(separator: ", ").utf8
        bytes.append(0x0A)
    }

    // MARK: Strings

    private mutating func write(_ keyword: StaticString, _ text: String, _ prefix: StaticString) {
        append(prefix)
        append(keyword)
        writeString(text, prefix)
    }

    private mutating func writeString(_ text: String, _ prefix: StaticString) {
        var text = text
        text.withUTF8 { utf8 in
            guard let firstBreak = utf8.firstIndex(of: 0x0A), firstBreak < utf8.count - 1 else {
                bytes.append(0x22)
                writeEscaped(utf8)
                append("\"\n")
                return
            }
            append("\"\"\n")
            var start = 0
            while start < utf8.count {
                let end = utf8[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? utf8.count
                append(prefix)
                bytes.append(0x22)
                writeEscaped(utf8[start..<end])
                append("\"\n")
                start = end
            }
        }
    }

    private mutating func writeEscaped(_ text: some RandomAccessCollection<UInt8>) {
        var plain = text.startIndex
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F else { continue }
            bytes += text[plain..<index]
            plain = text.index(after: index)
            switch byte {
            case 0x22: append("\\\"")
            case 0x5C: append("\\\\")
            case 0x0A: append("\\n")
            case 0x09: append("\\t")
            case 0x0D: append("\\r")
            case 0x07: append("\\a")
            case 0x08: append("\\b")
            case 0x0C: append("\\f")
            case 0x0B: append("\\v")
            default: bytes += [0x5C, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7]
            }
        }
        bytes += text[plain...]
    }

    private mutating func append(_ text: StaticString) {
        bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
