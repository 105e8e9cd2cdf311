// Texts that choose among others by intervals of numbers, as Symfony and Laravel read them.

/// `{0} No files|{1} One file|]1,Inf[ %count% files`: texts between bars, each after the numbers that it is
/// for (`TranslatorTrait` of Symfony Contracts; `MessageSelector` of Laravel, which writes `[2,*]`).
enum IntervalChoice {
    /// Where the intervals and the bars are: half-open ranges of UTF-8 code units, in order; empty for other
    /// texts.
    ///
    /// Sets such as `{0}` are arguments in other syntaxes, so they count beside an interval in brackets
    /// alone, or where the text shows the argument that these programs count.
    static func syntaxRanges(in text: String) -> [Range<Int>] {
        guard text.utf8.contains(bar) else { return [] }
        let bytes = Array(text.utf8)
        var ranges: [Range<Int>] = []
        var (hasInterval, hasSet) = (false, false)
        var start = 0
        while start < bytes.count {
            let end = end(ofPartFrom: start, in: bytes)
            let first = bytes[start..<end].firstIndex { $0 > 0x20 } ?? end
            if let interval = interval(in: bytes[first..<end]) {
                ranges.append(interval)
                if bytes[interval.lowerBound] == 0x7B { hasSet = true } else { hasInterval = true }
            }
            if end < bytes.count { ranges.append(end..<end + 1) }
            start = end + 1
        }
        let isChoice = hasInterval || hasSet && text.containsASCII("%count%", ":count", ":count")
        return isChoice && ranges.contains { bytes[$0.lowerBound] == bar } ? ranges : []
    }

    /// The text with a space for each interval and each bar.
    static func texts(of text: String) -> String {
        let ranges = syntaxRanges(in: text)
        return ranges.isEmpty ? text : text.withSpaces(for: ranges)
    }

    private static let bar = UInt8(ascii: "|")

    /// The end of the text before the next bar; two bars in a row are one that is shown.
    private static func end(ofPartFrom start: Int, in bytes: [UInt8]) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != bar || bytes[index...].dropFirst().first == bar {
            index += bytes[index] == bar ? 2 : 1
        }
        return min(index, bytes.count)
    }

    /// The set or interval of numbers that a part begins with: `{0}`, `{1, 2}`, `[0,5]`, `]1,Inf[`, `[2,*]`.
    private static func interval(in part: ArraySlice<UInt8>) -> Range<Int>? {
        guard let first = part.first, first == 0x7B || first == 0x5B || first == 0x5D,
            let end = part.dropFirst().prefix(32).firstIndex(where: { $0 == 0x7D || $0 == 0x5B || $0 == 0x5D }
            )
        else { return nil }
        let isSet = first == 0x7B
        guard (part[end] == 0x7D) == isSet else { return nil }
        let bounds = part[(part.startIndex + 1)..<end].split(
            separator: 0x2C, omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self).filter { $0 != " " } }
        let isSound =
            isSet
            ? bounds.allSatisfy { Double($0) != nil }
            : bounds.count == 2 && bounds.allSatisfy { isBound($0) }
        return isSound ? part.startIndex..<end + 1 : nil
    }

    private static func isBound(_ text: String) -> Bool {
        ["Inf", "+Inf", "-Inf", "*"].contains(text) || Double(text) != nil
    }
}
