// Syntaxes whose placeholders are in braces: those of Python, Perl, C#, Rust and C++.

/// Reads texts with placeholders in braces.
enum BraceReader {
    /// Python's `str.format` (PEP 3101).
    static func python(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            let start = scanner.index
            var name = identifierOrNumber(&scanner)
            let end = scanner.index
            while let byte = scanner.peek, byte == 0x2E || byte == 0x5B {
                scanner.index += 1
                if byte == 0x5B {
                    guard scanner.text(upTo: 0x5D) != nil else { return .invalid }
                } else if scanner.identifier() == nil {
                    return .invalid
                }
            }
            // `{a.b}` shows another value than `{a}`.
            if scanner.index > end { name = .named(.name(scanner.string(start..<scanner.index))) }
            let isConverted = scanner.skip(0x21)
            if isConverted {
                guard let conversion = scanner.peek, "rsa".utf8.contains(conversion) else { return .invalid }
                scanner.index += 1
            }
            let options = scanner.index
            if scanner.skip(0x3A) {
                guard skipOptions(&scanner) else { return .invalid }
                // GNU msgfmt takes `{a:d}` and `{a}` for two arguments. What it does not read does not count.
                if case .named = name, !isConverted, isStandard(scanner.bytes[(options + 1)..<scanner.index])
                {
                    name = .named(.name(scanner.string(start..<scanner.index)))
                }
            }
            return name
        }
    }

    /// Whether options are those of Python's numbers and texts ("Format Specification Mini-Language"), or
    /// another field. msgfmt does not know the comma for thousands.
    private static func isStandard(_ options: ArraySlice<UInt8>) -> Bool {
        var rest = options
        func isAny(_ byte: UInt8?, of signs: StaticString) -> Bool {
            byte.map { sign in signs.withUTF8Buffer { $0.contains(sign) } } ?? false
        }
        if rest.first == 0x7B { return rest.firstIndex(of: 0x7D) == rest.index(before: rest.endIndex) }
        if isAny(rest.dropFirst().first, of: "<>=^") {
            rest = rest.dropFirst(2)
        } else if isAny(rest.first, of: "<>=^") {
            rest = rest.dropFirst()
        }
        if isAny(rest.first, of: "+- ") { rest = rest.dropFirst() }
        if rest.first == 0x23 { rest = rest.dropFirst() }
        rest = rest.drop { isAny($0, of: "0123456789") }
        if rest.first == 0x2E {
            guard isAny(rest.dropFirst().first, of: "0123456789") else { return false }
            rest = rest.dropFirst().drop { isAny($0, of: "0123456789") }
        }
        if isAny(rest.first, of: "bcdoxXneEfFgGs%") { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    /// Rust's `format!` and C++'s `std::format`.
    static func rust(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            let name = identifierOrNumber(&scanner)
            if scanner.skip(0x3A) { guard skipOptions(&scanner) else { return .invalid } }
            while scanner.peek == 0x20 { scanner.index += 1 }
            return name
        }
    }

    /// .NET's `String.Format`.
    static func cSharp(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            guard let number = scanner.number() else { return .invalid }
            while scanner.peek == 0x20 { scanner.index += 1 }
            if scanner.skip(0x2C) {
                while scanner.peek == 0x20 { scanner.index += 1 }
                _ = scanner.skip(0x2D)
                guard scanner.number() != nil else { return .invalid }
                while scanner.peek == 0x20 { scanner.index += 1 }
            }
            if scanner.skip(0x3A) {
                guard scanner.text(upTo: 0x7D) != nil else { return .invalid }
                scanner.index -= 1
            }
            return .named(.number(number))
        }
    }

    /// Those of libintl-perl: other braces are text.
    static func perl(_ text: String) -> PlaceholderText {
        PlaceholderText(reading: text, sign: 0x7B) { scanner, start, result in
            if let name = scanner.identifier(), scanner.skip(0x7D) {
                result.add(.name(name), scanner, from: start)
            }
            return true
        }
    }

    /// What is between the braces.
    private enum Field {
        case named(ArgumentName)
        case unnamed
        case invalid
    }

    /// Reads texts in which `{{` and `}}` are braces.
    private static func read(
        _ text: String, field: (inout PlaceholderScanner) -> Field
    ) -> PlaceholderText {
        guard text.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) else { return PlaceholderText() }
        var scanner = PlaceholderScanner(text)
        var result = PlaceholderText()
        var next = 0
        while let byte = scanner.peek {
            let start = scanner.index
            scanner.index += 1
            if byte == 0x7D {
                guard scanner.skip(0x7D) else { return .invalid(scanner.excerpt(from: start)) }
            }
            guard byte == 0x7B, !scanner.skip(0x7B) else { continue }
            let field = field(&scanner)
            guard scanner.skip(0x7D) else { return .invalid(scanner.excerpt(from: start)) }
            switch field {
            case .named(let name): result.add(name, scanner, from: start)
            case .unnamed:
                result.add(.number(next), scanner, from: start, isExplicit: false)
                next += 1
            case .invalid: return .invalid(scanner.excerpt(from: start))
            }
        }
        return result
    }

    private static func identifierOrNumber(_ scanner: inout PlaceholderScanner) -> Field {
        if let number = scanner.number() { return .named(.number(number)) }
        if let name = scanner.identifier() { return .named(.name(name)) }
        return .unnamed
    }

    /// Goes beyond the options of a field, in which there may be fields.
    private static func skipOptions(_ scanner: inout PlaceholderScanner) -> Bool {
        var depth = 0
        let start = scanner.index
        while let byte = scanner.peek, scanner.index - start < 256 {
            if byte == 0x7B { depth += 1 }
            if byte == 0x7D {
                if depth == 0 { return true }
                depth -= 1
            }
            scanner.index += 1
        }
        return false
    }
}

extension PlaceholderText {
    mutating func add(
        _ argument: ArgumentName, _ scanner: PlaceholderScanner, from start: Int, isExplicit: Bool = true,
        _ types: ArgumentTypes = .any, length: String? = nil
    ) {
        let range = start..<scanner.index
        placeholders.append(
            Placeholder(
                argument: argument, types: types, length: length, source: scanner.string(range), range: range,
                isExplicit: isExplicit))
    }
}
