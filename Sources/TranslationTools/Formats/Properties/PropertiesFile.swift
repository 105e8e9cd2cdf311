// The syntax of `.properties` files, as `java.util.Properties.load` reads them.

internal import JSON
internal import Localization
internal import XML
internal import Support

/// A `.properties` file, and where its texts are.
struct PropertiesFile: Sendable {
    struct Entry: Sendable {
        let key: String
        let text: String
        /// The comment lines directly above, without their signs.
        let comment: String?
        private let keyPlace: SmallRange
        private let place: SmallRange
        private let first: UInt32

        init(
            key: String, text: String, comment: String?, start: Int, keyRange: Range<Int>, range: Range<Int>
        ) {
            (self.key, self.text, self.comment) = (key, text, comment)
            (keyPlace, place, first) = (SmallRange(keyRange), SmallRange(range), UInt32(clamping: start))
        }

        /// Where the entry begins, with the comment.
        var start: Int { Int(first) }
        /// The key as it is spelled.
        var keyRange: Range<Int> { keyPlace.range }
        /// The text as it is spelled, over all lines that it continues on.
        var range: Range<Int> { place.range }
    }

    /// What was found, at an offset.
    struct Finding: Sendable {
        let kind: ExchangeDiagnostic.Kind
        let facts: [String]
        let offset: Int
    }

    /// The file in UTF-8 without a byte order mark, as offsets count.
    let text: [UInt8]
    /// How many bytes the byte order mark has.
    let markLength: Int
    /// Whether the file is in ISO 8859-1, as Java 8 reads it; else it is in UTF-8, as Java 9 reads
    /// it, or has only ASCII characters.
    let isLatin: Bool
    /// Whether the file is text: one with zeros, as UTF-16 has them, is not read.
    var isText: Bool { !text.contains(0) }
    /// The entries in their order; of several with one key the last one.
    private(set) var entries: [Entry] = []
    private(set) var findings: [Finding] = []
    private var indices: [ByteString: Int] = [:]

    /// Reads a file. Bytes that are no UTF-8 at all are ISO 8859-1.
    init(_ bytes: [UInt8]) {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        markLength = hasMark ? 3 : 0
        let content = hasMark ? Array(bytes.dropFirst(3)) : bytes
        let fault = Self.firstInvalidOffset(content)
        isLatin = fault.map { !hasMark && !Self.hasWideCharacters(content, around: $0) } ?? false
        text = isLatin ? LatinEncoding.iso88591.utf8(content) : content
        if let zero = text.firstIndex(of: 0) {
            report(.textEncoding, at: zero)
            return
        }
        if let fault, !isLatin { report(.textEncoding, at: fault) }
        read()
    }

    /// The file's own bytes for a text in UTF-8.
    func encoded(_ text: [UInt8]) -> [UInt8] {
        if isLatin { return LatinEncoding.iso88591.bytes(text, replacement: PropertiesSpelling.escape) }
        return (markLength > 0 ? [0xEF, 0xBB, 0xBF] : []) + text
    }

    /// The number of the entry of a key.
    func index(of key: String) -> Int? { indices[ByteString(key)] }

    private static func firstInvalidOffset(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// Whether a file with an invalid byte has characters of UTF-8 elsewhere: then the byte
    /// is damage, and no other encoding.
    private static func hasWideCharacters(_ bytes: [UInt8], around fault: Int) -> Bool {
        func isWide(_ part: ArraySlice<UInt8>) -> Bool { part.contains { $0 >= 0x80 } }
        if isWide(bytes[..<fault]) { return true }
        // The rest may have further damage; a sequence of three bytes is hardly ever anything else.
        return bytes.indices.dropFirst(2).contains { index in
            (0xE0...0xEF).contains(bytes[index - 2]) && bytes[index - 1] & 0xC0 == 0x80
                && bytes[index] & 0xC0 == 0x80
        }
    }

    // MARK: Lines

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String..., at offset: Int) {
        findings.append(Finding(kind: kind, facts: facts, offset: offset))
    }

    private mutating func read() {
        var all: [Entry] = []
        // An array that grows needs up to three times its size. Many lines may have nothing in them.
        let likelyCount = min(text.count { $0 == 0x0A }, text.count / 16)
        all.reserveCapacity(likelyCount)
        indices.reserveCapacity(likelyCount)
        var comment: [String] = []
        var start = 0
        var index = 0
        while index < text.count {
            if comment.isEmpty { start = index }
            index = Self.blanksEnd(text, index)
            guard index < text.count else { break }
            switch text[index] {
            case 0x0A, 0x0D:
                index = behindLineBreak(index)
                comment = []
            case UInt8(ascii: "#"), UInt8(ascii: "!"):
                let end = lineEnd(index)
                let line = String(streamSafe: text[(index + 1)..<end])
                comment.append(String(line.drop { $0 == "#" || $0 == "!" }[...].trimmingBlanks))
                index = behindLineBreak(end)
            default:
                let entry = entry(at: index, comment, from: start)
                comment = []
                index = behindLineBreak(entry.range.upperBound)
                if entry.key.isEmpty {
                    report(.missingName, at: entry.keyRange.lowerBound)
                } else {
                    all.append(entry)
                }
            }
        }
        for (number, entry) in all.enumerated() {
            indices[ByteString(entry.key)] = number
        }
        guard indices.count < all.count else {
            entries = all
            return
        }
        for (number, entry) in all.enumerated() {
            let last = indices[ByteString(entry.key)] ?? number
            if last == number {
                entries.append(entry)
            } else {
                report(.duplicateKey, entry.key, at: all[last].keyRange.lowerBound)
            }
        }
        for (number, entry) in entries.enumerated() { indices[ByteString(entry.key)] = number }
    }

    private func lineEnd(_ start: Int) -> Int {
        text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    }

    /// The offset behind a line break, if there is one.
    func behindLineBreak(_ index: Int) -> Int {
        guard index < text.count else { return index }
        return text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
            ? index + 2 : index + 1
    }

    /// Behind blanks: spaces, tabs and form feeds.
    fileprivate static func blanksEnd(_ text: [UInt8], _ start: Int) -> Int {
        var index = start
        while index < text.count, text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0C {
            index += 1
        }
        return index
    }

    private mutating func entry(at start: Int, _ comment: [String], from first: Int) -> Entry {
        var scanner = PropertiesScanner(text, start)
        var key = String.UnicodeScalarView()
        while let sign = scanner.peek, sign != UInt8(ascii: "="), sign != UInt8(ascii: ":"), sign != 0x20,
            sign != 0x09, sign != 0x0C, let scalar = scanner.next()
        { key.append(scalar) }
        let keyEnd = scanner.index
        scanner.skipBlanks()
        if scanner.peek == UInt8(ascii: "=") || scanner.peek == UInt8(ascii: ":") {
            scanner.index += 1
            scanner.skipBlanks()
        }
        let valueStart = scanner.index
        let value = scanner.text()
        for (signs, offset) in scanner.faults { report(.textEscape, signs, at: offset) }
        return Entry(
            key: String(key).streamSafe, text: value.streamSafe,
            comment: comment.isEmpty ? nil : comment.joined(separator: "\n"), start: first,
            keyRange: start..<keyEnd, range: valueStart..<scanner.index)
    }
}

/// Reads the characters of a key or a text, with their escapes, up to the end of
/// the line that does not continue.
struct PropertiesScanner {
    var index: Int
    /// Malformed escapes.
    private(set) var faults: [(signs: String, offset: Int)] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], _ start: Int) { (self.bytes, index) = (bytes, start) }

    /// The next byte, behind the ends of lines that continue; `nil` at the end.
    var peek: UInt8? {
        mutating get {
            skipContinuations()
            guard index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D else { return nil }
            return bytes[index]
        }
    }

    /// Goes behind blanks.
    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0C { index += 1 }
    }

    /// Goes behind backslashes at the ends of lines, and the blanks at the beginnings of those that follow.
    private mutating func skipContinuations() {
        while index + 1 < bytes.count, bytes[index] == 0x5C,
            bytes[index + 1] == 0x0A || bytes[index + 1] == 0x0D
        {
            let isPair =
                bytes[index + 1] == 0x0D && index + 2 < bytes.count && bytes[index + 2] == 0x0A
            index = PropertiesFile.blanksEnd(bytes, index + (isPair ? 3 : 2))
        }
        // One at the end of the file stands for nothing.
        if index + 1 == bytes.count, bytes[index] == 0x5C { index += 1 }
    }

    /// The text up to the end.
    mutating func text() -> String {
        // Most texts have no escapes.
        let end = bytes[index...].firstIndex { $0 == 0x5C || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        if end == bytes.count || bytes[end] != 0x5C {
            defer { index = end }
            return String(decoding: bytes[index..<end], as: UTF8.self)
        }
        var scalars = String.UnicodeScalarView()
        while peek != nil, let scalar = next() { scalars.append(scalar) }
        return String(scalars)
    }

    /// The next character.
    mutating func next() -> Unicode.Scalar? {
        guard let byte = peek else { return nil }
        guard byte == 0x5C else { return literal() }
        let start = index
        index += 1
        switch bytes[index] {
        case UInt8(ascii: "t"): index += 1; return "\t"
        case UInt8(ascii: "n"): index += 1; return "\n"
        case UInt8(ascii: "r"): index += 1; return "\r"
        case UInt8(ascii: "f"): index += 1; return "\u{C}"
        case UInt8(ascii: "u"):
            index += 1
            guard let unit = hexadecimal(at: index) else {
                fault(start)
                return "u"
            }
            index += 4
            if UTF16.isLeadSurrogate(unit), index + 1 < bytes.count, bytes[index] == 0x5C,
                bytes[index + 1] == UInt8(ascii: "u"), let low = hexadecimal(at: index + 2),
                UTF16.isTrailSurrogate(low)
            {
                index += 6
                return String(decoding: [unit, low], as: UTF16.self).unicodeScalars.first
            }
            guard let scalar = Unicode.Scalar(unit) else {
                fault(start)
                return "\u{FFFD}"
            }
            return scalar
        default: return literal()
        }
    }

    private mutating func fault(_ start: Int) {
        let end = bytes[start...].prefix(6).firstIndex { $0 < 0x20 } ?? min(start + 6, bytes.count)
        faults.append((String(decoding: bytes[start..<end], as: UTF8.self), start))
    }

    private func hexadecimal(at start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else { return nil }
        let digits = bytes[start..<start + 4]
        // A sign before the digits is none.
        guard digits.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 != UInt8(ascii: "+") }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func literal() -> Unicode.Scalar {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80, index - start < 4 { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    }
}
