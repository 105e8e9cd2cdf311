// The parser of `.strings` files, which continues after errors.

/// Parses a `.strings` file (Apple, "Property List Programming Topics for Core Foundation", old-style ASCII
/// property lists; CoreFoundation, `CFOldStylePList.c`).
///
/// It parses valid UTF-8, in one pass without recursion. Positions count in that text; results
/// contain byte offsets of the file.
struct StringsParser {
    let decoded: DecodedText
    let text: [UInt8]
    let positions: PositionIndex
    var position = 0
    private(set) var elements = StringsElements()
    private(set) var entries: [StringsEntry] = []
    private var lastIndex: KeyIndex
    var diagnostics = FindingCollector<StringsDiagnostic>()
    /// How many bytes may still be scanned more than once. Without this limit, look-ahead in hostile files
    /// would take time in the square of their length.
    var lookaheadBudget: Int
    /// No comment that begins at or after this offset is closed, because no `*/` follows.
    let unclosedCommentsFrom: Int
    /// Whether the `{` around all entries is open.
    private(set) var isInsideBraces = false
    var noted: Set<StringsDiagnostic.Portability> = []
    private var comments = PendingComments()
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], encoding: TextEncoding?) {
        self.bytes = bytes
        decoded = DecodedText(bytes, as: encoding)
        text = decoded.utf8
        positions = PositionIndex(text)
        lookaheadBudget = 8 * text.count + 4096
        // Growing step by step would hash all keys several times. The shortest usual entry has 16 bytes.
        let expected = min(text.lazy.count { $0 == 0x3B }, text.count / 16)
        lastIndex = KeyIndex(capacity: expected)
        entries.reserveCapacity(expected)
        elements.reserveCapacity(3 * expected)
        var last = text.count - 2
        while last >= 0, text[last] != 0x2A || text[last + 1] != 0x2F { last -= 1 }
        unclosedCommentsFrom = last - 1
    }

    mutating func parse() {
        reportEncoding()
        if decoded.prefixLength > 0 {
            elements.append(.byteOrderMark, end: decoded.prefixLength)
        }
        if text.starts(with: [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]) {
            report(.doublyEncodedByteOrderMark, at: 0)
            position = 6
            add(.unreadable)
        }
        guard !parsePropertyList() else { return }
        var openingBrace: Int?
        while position < text.count {
            let start = position
            switch text[position] {
            case _ where skipWhitespace():
                add(.whitespace)
                comments.passWhitespace(text[start..<position])
            case 0x2F where isCommentStart(position):
                parseComment()
            case 0xEF where hasByteOrderMark(at: position):
                position += 3
                report(.strayByteOrderMark, at: start)
                add(.byteOrderMark)
            case 0x7B where openingBrace == nil && entries.isEmpty:
                position += 1
                openingBrace = start
                isInsideBraces = true
                add(.openingBrace)
            case 0x7D where isInsideBraces:
                position += 1
                isInsideBraces = false
                add(.closingBrace)
                comments.clear()
            case let byte where Self.isQuote(byte) || Self.isUnquoted(byte):
                if openingBrace != nil, !isInsideBraces {
                    report(.textAfterClosingBrace, at: start)
                    openingBrace = nil
                }
                parseEntry()
            default:
                report(.unexpectedText(excerpt(from: start)), at: start)
                resynchronize(from: start)
            }
        }
        if let openingBrace, isInsideBraces { report(.missingClosingBrace, at: openingBrace) }
    }

    var sortedDiagnostics: [StringsDiagnostic] {
        diagnostics.sorted { further in
            StringsDiagnostic(
                kind: .furtherFindings(further.count, further.severity),
                place: further.position ?? place(at: text.count))
        }
    }

    // MARK: Elements

    /// Whether any key has more than one entry.
    var hasDuplicates: Bool { lastIndex.count < entries.count }

    /// Adds the piece that ends at the current position.
    mutating func add(_ kind: StringsElement.Kind) {
        elements.append(kind, end: decoded.byteOffset(of: position))
    }

    mutating func report(_ kind: StringsDiagnostic.Kind, at offset: Int) {
        // To find the place takes longer than all else, and a finding that is only
        // counted is shown without its place.
        let place = diagnostics.isFull ? diagnostics.kept[0].place : place(at: offset)
        diagnostics.append(StringsDiagnostic(kind: kind, place: place))
    }

    /// Reports a portability note, once per construct, because a file usually repeats a construct.
    mutating func note(_ construct: StringsDiagnostic.Portability, at offset: Int) {
        if noted.insert(construct).inserted { report(.portability(construct), at: offset) }
    }

    func place(at offset: Int) -> SourcePosition {
        let place = positions.place(at: offset, in: text)
        return SourcePosition(
            line: place.line, column: place.column, byteOffset: decoded.byteOffset(of: offset))
    }

    /// Adds an entry that ends at the current position.
    mutating func add(_ entry: consuming StringsEntry) {
        let above = comments.take()
        if !above.isEmpty { entry.comments = above + entry.comments }
        let index = entries.count
        if let first = lastIndex.update(index, for: entry.key, key: { [entries] in entries[$0].key }) {
            let kind = StringsDiagnostic.Kind.duplicateKey(
                key: entry.key, firstLine: entries[first].position.line)
            diagnostics.append(StringsDiagnostic(kind: kind, place: entry.position))
        }
        entries.append(entry)
        add(.entry(index))
        comments.entryEnded(index)
    }

    /// Skips unreadable text up to the next offset at which an entry seems to begin.
    mutating func resynchronize(from start: Int) {
        position = max(endOfUnreadable(from: start), start + 1)
        add(.unreadable)
        comments.clear()
    }

    // MARK: Comments

    private mutating func parseComment() {
        let start = position
        let scanned = endOfComment(from: start)
        position = scanned.end
        if !scanned.isTerminated {
            report(.unterminatedComment, at: start)
        } else if text[start + 1] == 0x2A, let nested = lineBeginningWithComment(in: start + 2..<position) {
            report(.commentInsideComment, at: nested)
        }
        add(.comment)
        let followsLine = position == text.count || isLineBreak(skippingBlanks(from: position))
        if let index = comments.add(commentText(start..<position), endsLine: followsLine) {
            entries[index].comments.append(commentText(start..<position))
        }
    }

    private func lineBeginningWithComment(in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while let lineBreak = text[index..<range.upperBound].firstIndex(of: 0x0A) {
            index = skippingBlanks(from: lineBreak + 1)
            if index >= range.upperBound { return nil }
            if text[index] == 0x2F, index + 1 < range.upperBound, text[index + 1] == 0x2A { return index }
        }
        return nil
    }

    // MARK: What concerns the whole file

    private mutating func reportEncoding() {
        if bytes.isEmpty { report(.emptyFile, at: 0) }
        for fault in decoded.faults {
            switch fault {
            case .doubledByteOrderMark: report(.doubledByteOrderMark, at: 0)
            case .invalidSequence(let offset, let range):
                let kind = StringsDiagnostic.Kind.invalidSequence(
                    bytes: Array(bytes[range].prefix(8)), encoding: decoded.encoding)
                report(kind, at: offset)
            }
        }
        if decoded.hasByteOrderMark {
            if decoded.encoding == .utf32BigEndian || decoded.encoding == .utf32LittleEndian {
                note(.utf32, at: 0)
            }
        } else if decoded.encoding == .utf8 {
            if let first = text.firstIndex(where: { $0 >= 0x80 }) { note(.noByteOrderMark, at: first) }
        } else {
            report(.utf16WithoutByteOrderMark, at: 0)
        }
    }

    /// Xcode compiles `.strings` files into binary or XML property lists with the same name.
    private mutating func parsePropertyList() -> Bool {
        let isBinary = text.starts(with: "bplist".utf8)
        guard
            isBinary
                || ["<?xml", "<!DOCTYPE plist", "<plist"].contains(where: { text.starts(with: $0.utf8) })
        else { return false }
        // What bytes that are no text look like as text says nothing.
        if isBinary { diagnostics = FindingCollector() }
        report(.propertyList(format: isBinary ? "binary" : "XML"), at: 0)
        position = text.count
        add(.unreadable)
        return true
    }
}

/// The comments that wait for their entry, and the entry that may still get a comment.
private struct PendingComments {
    private var pending: [String] = []
    private var lastEntry: Int?

    /// Notes white space: a blank line separates a comment from the next entry, and a line break separates
    /// an entry from a comment after it.
    mutating func passWhitespace(_ bytes: ArraySlice<UInt8>) {
        var lineBreaks = 0
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { lineBreaks += 1 }
            previous = byte
        }
        if lineBreaks > 0 { lastEntry = nil }
        if lineBreaks > 1 { pending = [] }
    }

    /// Adds a comment. Returns the index of the entry before it if it belongs to that one.
    mutating func add(_ comment: String, endsLine: Bool) -> Int? {
        if let lastEntry, endsLine { return lastEntry }
        lastEntry = nil
        pending.append(comment)
        return nil
    }

    mutating func take() -> [String] {
        defer { pending = [] }
        return pending
    }

    mutating func entryEnded(_ index: Int) { lastEntry = index }

    mutating func clear() { (pending, lastEntry) = ([], nil) }
}
