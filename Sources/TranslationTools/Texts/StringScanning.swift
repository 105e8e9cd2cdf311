// What is looked for in texts and comments everywhere: a few bytes, blanks at the ends, quotation marks.

extension String {
    /// Whether a text of ASCII characters is in here. Faster than a search for a
    /// string, which compares characters.
    func containsASCII(_ text: StaticString) -> Bool { containsASCII(text, text, text) }

    /// Whether any of three texts of ASCII characters is in here, found in one pass.
    func containsASCII(_ one: StaticString, _ two: StaticString, _ three: StaticString) -> Bool {
        var copy = self
        return copy.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            let signs = (one.utf8Start[0], two.utf8Start[0], three.utf8Start[0])
            // Comments of all messages are searched: a loop without iterators.
            var index = 0
            while index < bytes.count {
                let byte = start[index]
                if byte == signs.0 && Self.begins(start + index, bytes.count - index, one)
                    || byte == signs.1 && Self.begins(start + index, bytes.count - index, two)
                    || byte == signs.2 && Self.begins(start + index, bytes.count - index, three)
                {
                    return true
                }
                index += 1
            }
            return false
        }
    }

    /// Whether a text of ASCII characters is at the beginning of some bytes.
    private static func begins(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        var index = 1
        while index < text.utf8CodeUnitCount {
            if bytes[index] != text.utf8Start[index] { return false }
            index += 1
        }
        return true
    }
}

extension String.UTF8View {
    /// Whether the text contains two bytes in a row.
    func containsPair(_ first: UInt8, _ second: UInt8) -> Bool {
        var isBehindFirst = false
        for byte in self {
            if isBehindFirst, byte == second { return true }
            isBehindFirst = byte == first
        }
        return false
    }
}

extension Substring {
    package var trimmingBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it opens or closes a quotation; single marks are apostrophes, too.
    var isDoubleQuotationMark: Bool {
        switch self {
        case "\"", "“", "”", "„", "«", "»", "「", "」", "『", "』", "‟", "〝", "〞", "〟", "＂": true
        default: false
        }
    }
}
