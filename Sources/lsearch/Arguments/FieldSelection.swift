// Selects the fields of a line to show or print: the values of --with-nth and --accept-nth, in fzf's syntax.

/// Fields by their numbers, counted from the end if negative: `2`, `1,3..`, `..-2`, or a text with such lists
/// in braces.
struct FieldSelection: Equatable {
    /// A range of fields, both ends included; an open end is the first or the last field.
    struct Range: Equatable {
        var first: Int?
        var last: Int?

        /// - Returns: `nil` unless the text is a number other than 0, or two of them with `..` between.
        init?(_ text: Substring) {
            func isEnd(_ text: Substring) -> Bool { text.isEmpty || Int(text).map { $0 != 0 } == true }
            guard let dots = text.firstRange(of: "..") else {
                guard !text.isEmpty, isEnd(text) else { return nil }
                (first, last) = (Int(text), Int(text))
                return
            }
            let (lower, upper) = (text[..<dots.lowerBound], text[dots.upperBound...])
            guard isEnd(lower), isEnd(upper) else { return nil }
            (first, last) = (Int(lower), Int(upper))
        }

        /// The indices of these fields among a number of fields.
        func places(in count: Int) -> Swift.Range<Int> {
            func place(_ number: Int) -> Int { number > 0 ? number - 1 : count + number }
            let lower = min(count, max(0, first.map(place) ?? 0))
            let upper = min(count, (last.map(place) ?? count - 1) + 1)
            return lower..<max(lower, upper)
        }
    }

    /// A part of the output for a line.
    enum Part: Equatable {
        case text([UInt8])
        case fields([Range])
    }

    let parts: [Part]

    /// - Returns: `nil` if the text is neither a list of fields nor a template with one.
    init?(_ text: String) {
        func list(_ text: Substring) -> [Range]? {
            let ranges = text.split(separator: ",", omittingEmptySubsequences: false).map(Range.init)
            return ranges.contains(nil) ? nil : ranges.compactMap(\.self)
        }
        if let ranges = list(text[...]) {
            parts = [.fields(ranges)]
            return
        }
        var parts: [Part] = []
        var literal: [UInt8] = []
        var rest = text[...]
        while let character = rest.first {
            if character == "{", let close = rest.firstIndex(of: "}"),
                let ranges = list(rest[..<close].dropFirst())
            {
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = []
                parts.append(.fields(ranges))
                rest = rest[rest.index(after: close)...]
            } else {
                literal += Array(String(character).utf8)
                rest.removeFirst()
            }
        }
        guard parts.contains(where: { if case .fields = $0 { true } else { false } }) else { return nil }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }
}
