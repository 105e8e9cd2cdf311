// The parsing of entries (key, equals sign, value, semicolon), with recovery if a part is missing.

internal import Support

extension StringsParser {
    /// A parsed key or value; ranges count in the parser's text.
    private struct Token {
        var value: StringsEntry.Value
        var range: Range<Int>
        var text: String { if case .text(let text) = value { text } else { "" } }
    }

    mutating func parseEntry() {
        let start = position
        guard let key = parseKey() else { return resynchronize(from: start) }
        var inner: [String] = []
        position = skipTrivia(from: position, comments: &inner)
        switch position < text.count ? text[position] : 0 {
        case 0x3B:
            note(.impliedValue, at: start)
            position += 1
            let end = key.range.upperBound
            finish(key, Token(value: .implied, range: end..<end), comments: inner)
        case 0x3D:
            position = skipTrivia(from: position + 1, comments: &inner)
            guard let value = parseValue(of: key.text, from: start) else {
                return resynchronize(from: start)
            }
            let next = skipTrivia(from: value.range.upperBound, comments: &inner)
            if next < text.count, text[next] == 0x3B {
                position = next + 1
            } else {
                position = value.range.upperBound
                inner = []
                report(.missingSemicolon(key: key.text), at: position)
            }
            finish(key, value, comments: inner)
        default:
            report(.missingEqualsSign(key: key.text), at: key.range.upperBound)
            resynchronize(from: start)
        }
    }

    private mutating func finish(_ key: Token, _ value: Token, comments: [String]) {
        let range = key.range.lowerBound..<position
        if case .structured(let form, _) = value.value {
            report(.structuredValue(key: key.text, form: form), at: value.range.lowerBound)
        }
        for token in [key, value] {
            guard let repaired = Mojibake.repaired(token.text) else { continue }
            report(.mojibake(text: token.text, repaired: repaired), at: token.range.lowerBound)
        }
        let entry = StringsEntry(
            key: key.text, value: value.value, comments: comments, position: place(at: range.lowerBound),
            valuePosition: place(at: value.range.lowerBound),
            keyEnd: decoded.byteOffset(of: key.range.upperBound),
            valueEnd: decoded.byteOffset(of: value.range.upperBound), end: decoded.byteOffset(of: position))
        add(entry)
    }

    private mutating func parseKey() -> Token? {
        let start = position
        guard Self.isQuote(text[start]) else { return parseUnquoted() }
        let scan = scanQuoted(from: start)
        var ignored: [String] = []
        let next = scan.isClosed ? skipTrivia(from: scan.end, comments: &ignored) : text.count
        let isFollowed = next < text.count && (text[next] == 0x3D || text[next] == 0x3B)
        // A key of several lines without `=` or `;` after it lacks its closing quote.
        if !isFollowed, !scan.isClosed || scan.firstLineEnd < scan.end {
            lookaheadBudget -= scan.end - start
            report(.missingQuote(text: excerpt(from: start)), at: scan.firstLineEnd)
            return nil
        }
        return parseQuoted(scan)
    }

    private mutating func parseValue(of key: String, from start: Int) -> Token? {
        guard position < text.count else {
            report(.missingValue(key: key), at: position)
            return nil
        }
        switch text[position] {
        case 0x22, 0x27: return parseQuotedValue(of: key)
        case 0x7B, 0x28, 0x3C: return parseStructured(of: key)
        case let byte where Self.isUnquoted(byte): return parseUnquoted()
        default:
            report(.missingValue(key: key), at: position)
            return nil
        }
    }

    private mutating func parseUnquoted() -> Token {
        let start = position
        while position < text.count, Self.isUnquoted(text[position]) { position += 1 }
        if position < text.count, text[position] == 0x3B { note(.unquotedText, at: start) }
        return Token(
            value: .text(String(streamSafe: text[start..<position])), range: start..<position)
    }

    private mutating func parseQuoted(_ scan: QuotedScan) -> Token {
        position = scan.end
        let range = scan.start..<scan.end
        if text[scan.start] == 0x27 { note(.singleQuotes, at: scan.start) }
        return Token(value: .text(unescaped(scan.content, hasEscapes: scan.hasEscapes)), range: range)
    }

    /// Parses a quoted value. If the text after it cannot be right, the value probably
    /// has a missing or unescaped quote.
    private mutating func parseQuotedValue(of key: String) -> Token {
        let start = position
        let scan = scanQuoted(from: start)
        let follower = scan.end < text.count ? text[scan.end] : 0x3B
        let spansLines = scan.firstLineEnd < scan.end
        if scan.isClosed {
            if follower == 0x3B { return parseQuoted(scan) }
            if spansLines {
                // `"a" = "b;` followed by a line whose first `"` should have opened the next key.
                if Self.isBlank(follower) || Self.isLineBreak(follower) || follower == 0x2F
                    || follower == 0x7D
                {
                    let firstLine = text[start..<scan.firstLineEnd]
                    let lastSign = firstLine.last { !Self.isBlank($0) }
                    var ignored: [String] = []
                    let next = skipTrivia(from: scan.end, comments: &ignored)
                    let isFollowed = next < text.count && text[next] == 0x3B
                    if lastSign != 0x3B || isFollowed { return parseQuoted(scan) }
                }
            } else if let end = endOfTextWithQuotes(behind: scan.end, quote: text[start]) {
                // `"a" = "say "b" twice";`
                report(.unescapedQuote(key: key), at: scan.end - 1)
                return parseQuoted(
                    QuotedScan(
                        start: start, content: start + 1..<end - 1, end: end, hasEscapes: true,
                        isClosed: true, firstLineEnd: end))
            } else {
                return parseQuoted(scan)
            }
        }
        // The closing quote is missing: the text ends with its line, before the semicolon.
        lookaheadBudget -= scan.end - start
        var end = scan.firstLineEnd
        while end > start + 1, Self.isBlank(text[end - 1]) { end -= 1 }
        if end > start + 1, text[end - 1] == 0x3B {
            end -= 1
            while end > start + 1, Self.isBlank(text[end - 1]) { end -= 1 }
        }
        report(.missingQuote(text: excerpt(from: start)), at: end)
        return parseQuoted(
            QuotedScan(
                start: start, content: start + 1..<end, end: end, hasEscapes: true, isClosed: false,
                firstLineEnd: end))
    }

    /// The end of a text with unescaped quotes, which is after the quote before the semicolon at the end of
    /// the line. `nil` if the text does not continue after its first closing quote.
    private mutating func endOfTextWithQuotes(behind end: Int, quote: UInt8) -> Int? {
        let follower = text[end]
        guard lookaheadBudget > 0, follower != 0x2F, follower != 0x7D, !Self.isBlank(follower),
            !Self.isLineBreak(follower)
        else {
            return nil
        }
        var last = end
        while last < text.count, !Self.isLineBreak(text[last]) { last += 1 }
        lookaheadBudget -= last - end
        while last > end, Self.isBlank(text[last - 1]) { last -= 1 }
        guard last > end, text[last - 1] == 0x3B else { return nil }
        last -= 1
        while last > end, Self.isBlank(text[last - 1]) { last -= 1 }
        return last > end && text[last - 1] == quote ? last : nil
    }

    private mutating func parseStructured(of key: String) -> Token? {
        let start = position
        guard let end = endOfStructure(from: start) else {
            report(.unterminatedValue(key: key), at: start)
            return nil
        }
        position = end
        let source = String(decoding: text[start..<end], as: UTF8.self)
        let form: StringsEntry.StructuredForm =
            switch text[start] {
            case 0x7B: .dictionary
            case 0x28: .array
            default: .data
            }
        return Token(value: .structured(form, source: source), range: start..<end)
    }
}
