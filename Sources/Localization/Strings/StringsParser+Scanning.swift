// The parser's look-ahead for the ends of strings, comments and nested values. It reports nothing.

internal import Support

/// A scanned quoted string; all offsets count in the parser's text.
struct QuotedScan {
    var start: Int
    /// The text between the quotes.
    var content: Range<Int>
    /// The offset after the closing quote, or the end of the text.
    var end: Int
    var hasEscapes: Bool
    var isClosed: Bool
    /// The offset of the first line break inside; `end` if there is none.
    var firstLineEnd: Int
}

extension StringsParser {
    static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The characters that need no quotes: letters, digits, and `_$/:.-`.
    static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x3A, 0x5F, 0x24, 0x2F, 0x2E, 0x2D: true
        default: false
        }
    }

    func isLineBreak(_ offset: Int) -> Bool { offset >= text.count || Self.isLineBreak(text[offset]) }

    func skippingBlanks(from offset: Int) -> Int {
        var offset = offset
        while offset < text.count, Self.isBlank(text[offset]) { offset += 1 }
        return offset
    }

    func hasByteOrderMark(at offset: Int) -> Bool {
        text[offset...].starts(with: [0xEF, 0xBB, 0xBF])
    }

    func isCommentStart(_ offset: Int) -> Bool {
        offset + 1 < text.count && text[offset] == 0x2F
            && (text[offset + 1] == 0x2F || text[offset + 1] == 0x2A)
    }

    /// The end of the white space at an offset: U+0009 to U+000D, the space, U+2028 and U+2029.
    private func endOfWhitespace(from start: Int) -> Int {
        var index = start
        while index < text.count {
            switch text[index] {
            case 0x20, 0x09...0x0D: index += 1
            case 0xE2
            where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8:
                index += 3
            default: return index
            }
        }
        return index
    }

    /// Skips white space; returns whether there was any.
    mutating func skipWhitespace() -> Bool {
        let start = position
        position = endOfWhitespace(from: start)
        return position > start
    }

    /// The end of the white space and comments at an offset; at the latest, the start of an unclosed comment.
    func skipTrivia(from start: Int, comments: inout [String]) -> Int {
        var index = endOfWhitespace(from: start)
        while isCommentStart(index) {
            let comment = endOfComment(from: index)
            guard comment.isTerminated else { return index }
            comments.append(commentText(index..<comment.end))
            index = endOfWhitespace(from: comment.end)
        }
        return index
    }

    /// The end of the comment that begins at an offset; the end of its line if `*/` is missing.
    func endOfComment(from start: Int) -> (end: Int, isTerminated: Bool) {
        var index = start + 2
        if text[start + 1] == 0x2F {
            while index < text.count, !Self.isLineBreak(text[index]) { index += 1 }
            return (index, true)
        }
        if start >= unclosedCommentsFrom { return (endOfLine(from: start), false) }
        while index + 1 < text.count {
            if text[index] == 0x2A, text[index + 1] == 0x2F { return (index + 2, true) }
            index += 1
        }
        return (endOfLine(from: start), false)
    }

    func endOfLine(from start: Int) -> Int {
        text[start...].firstIndex(where: Self.isLineBreak) ?? text.count
    }

    /// The text of a comment without its signs.
    func commentText(_ range: Range<Int>) -> String {
        var slice = text[range].dropFirst(2)
        if text[range.lowerBound + 1] == 0x2A, slice.count >= 2, slice.suffix(2) == [0x2A, 0x2F] {
            slice = slice.dropLast(2)
        }
        while let first = slice.first, first == 0x20 || (0x09...0x0D).contains(first) { slice.removeFirst() }
        while let last = slice.last, last == 0x20 || (0x09...0x0D).contains(last) { slice.removeLast() }
        return String(streamSafe: slice)
    }

    /// Finds the closing quote of the string that begins at an offset.
    func scanQuoted(from start: Int) -> QuotedScan {
        let quote = text[start]
        var scan = QuotedScan(
            start: start, content: start + 1..<start + 1, end: start, hasEscapes: false, isClosed: false,
            firstLineEnd: -1)
        var index = start + 1
        while index < text.count {
            let byte = text[index]
            if byte == quote {
                scan.isClosed = true
                break
            }
            if byte == 0x5C {
                scan.hasEscapes = true
                if index + 1 < text.count { index += 1 }
            }
            if Self.isLineBreak(text[index]) {
                if scan.firstLineEnd < 0 { scan.firstLineEnd = index }
                // The look-ahead budget is used up: stop at the end of the line.
                if lookaheadBudget <= 0 { break }
            }
            index += 1
        }
        scan.content = start + 1..<index
        scan.end = scan.isClosed ? index + 1 : index
        if scan.firstLineEnd < 0 { scan.firstLineEnd = scan.end }
        return scan
    }

    /// The end of the dictionary, array or data that begins at an offset; `nil` if it is not closed.
    mutating func endOfStructure(from start: Int) -> Int? {
        guard lookaheadBudget > 0 else { return nil }
        var open: [UInt8] = []
        var index = start
        while index < text.count {
            let byte = text[index]
            switch byte {
            case 0x22, 0x27: index = scanQuoted(from: index).end - 1
            case 0x2F where isCommentStart(index): index = endOfComment(from: index).end - 1
            case 0x7B: open.append(0x7D)
            case 0x28: open.append(0x29)
            case 0x3C: open.append(0x3E)
            case 0x7D, 0x29, 0x3E:
                guard open.popLast() == byte else {
                    lookaheadBudget -= index - start
                    return nil
                }
                if open.isEmpty { return index + 1 }
            default: break
            }
            index += 1
        }
        lookaheadBudget -= index - start
        return nil
    }

    /// The offset at which parsing can continue after an error: after a `;` that seems to end an entry, or at
    /// a line that begins like an entry or a comment.
    func endOfUnreadable(from start: Int) -> Int {
        var index = start
        while index < text.count {
            let byte = text[index]
            if byte == 0x3B {
                let next = skippingBlanks(from: index + 1)
                if isLineBreak(next) || Self.isQuote(text[next]) || isCommentStart(next)
                    || (text[next] == 0x7D && isInsideBraces)
                {
                    return index + 1
                }
            } else if Self.isLineBreak(byte), index > start {
                let next = endOfWhitespace(from: index)
                if next == text.count || beginsLikeElement(at: next) { return index }
                index = next - 1
            }
            index += 1
        }
        return text.count
    }

    private func beginsLikeElement(at offset: Int) -> Bool {
        let byte = text[offset]
        if Self.isQuote(byte) || byte == 0x7D || isCommentStart(offset) { return true }
        guard Self.isUnquoted(byte) else { return false }
        // A word begins an entry only if `=` follows, because most words here are prose.
        var end = offset
        while end < text.count, end - offset < 256, Self.isUnquoted(text[end]) { end += 1 }
        end = skippingBlanks(from: end)
        return end < text.count && text[end] == 0x3D
    }

    /// The text at an offset, up to 24 characters or the end of the line, for diagnostics.
    func excerpt(from start: Int) -> String {
        let line = text[start..<min(start + 96, text.count)].prefix { !Self.isLineBreak($0) }
        return String(String(decoding: line, as: UTF8.self).prefix(24))
    }
}
