// Syntaxes whose placeholders are a percent sign and a number: those of Qt, KDE, Smalltalk and Boost.

/// Reads texts with placeholders such as `%1`.
enum NumberedPlaceholders {
    /// `QString::arg`: `%1`, `%L1`, up to `%99`.
    static func qt(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            _ = scanner.skip(0x4C)
            let start = scanner.index
            guard let number = scanner.digits(most: 2), scanner.index > start else { return nil }
            return .number(number)
        }
    }

    /// `QObject::tr` with a number: `%n`, `%Ln`.
    static func qtPlural(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            _ = scanner.skip(0x4C)
            return scanner.skip(0x6E) ? .name("n") : nil
        }
    }

    /// `KLocalizedString`: a number that does not begin with 0, however long.
    static func kde(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            guard scanner.peek != 0x30 else { return nil }
            return scanner.digits(most: 9).map { .number($0) }
        }
    }

    /// `bindWith:` and `sformat`: one digit, `%%` is a percent sign.
    static func digits(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            guard scanner.peek != 0x30 else { return nil }
            return scanner.digits(most: 1).map { .number($0) }
        }
    }

    /// What follows a percent sign is a placeholder or text: no text has a fault.
    private static func read(
        _ text: String, argument: (inout PlaceholderScanner) -> ArgumentName?
    ) -> PlaceholderText {
        guard text.utf8.contains(0x25) else { return PlaceholderText() }
        var scanner = PlaceholderScanner(text)
        var result = PlaceholderText()
        while scanner.index < scanner.bytes.count {
            let start = scanner.index
            scanner.index += 1
            guard scanner.bytes[start] == 0x25 else { continue }
            if let argument = argument(&scanner) {
                result.add(argument, scanner, from: start)
            } else {
                scanner.index = start + 1
            }
        }
        return result
    }
}

extension PlaceholderScanner {
    /// Reads at most so many digits, and leaves the rest.
    fileprivate mutating func digits(most count: Int) -> Int? {
        let start = index
        var value = 0
        while let byte = peek, (0x30...0x39).contains(byte), index - start < count {
            value = value * 10 + Int(byte - 0x30)
            index += 1
        }
        return index > start ? value : nil
    }
}

/// Boost.Format: `%1%`, `%1$d`, `%|1$d|`, `%d`.
enum BoostReader {
    static func read(_ text: String) -> PlaceholderText {
        guard text.utf8.contains(0x25) else { return PlaceholderText() }
        var scanner = PlaceholderScanner(text)
        var result = PlaceholderText()
        var next = 1
        while let byte = scanner.peek {
            let start = scanner.index
            scanner.index += 1
            guard byte == 0x25, !scanner.skip(0x25) else { continue }
            guard let (number, types) = directive(&scanner) else {
                return .invalid(scanner.excerpt(from: start))
            }
            // `%|30t|` moves to a column.
            guard let types else { continue }
            result.add(.number(number ?? next), scanner, from: start, isExplicit: number != nil, types)
            if number == nil { next += 1 }
        }
        let numbered = result.placeholders.count(where: \.isExplicit)
        if numbered > 0, numbered < result.placeholders.count {
            return .invalid(result.placeholders.map(\.source).joined(separator: " "))
        }
        return result
    }

    private static func directive(
        _ scanner: inout PlaceholderScanner
    ) -> (number: Int?, types: ArgumentTypes?)? {
        let isBracketed = scanner.skip(0x7C)
        var number: Int?
        let first = scanner.index
        if let value = scanner.number(), value > 0, scanner.peek != 0x30 {
            if !isBracketed, scanner.skip(0x25) { return (value, .any) }
            if scanner.skip(0x24) { number = value } else { scanner.index = first }
        } else {
            scanner.index = first
        }
        while let byte = scanner.peek, "-+ #0'_=hlL.*$".utf8.contains(byte) || (0x30...0x39).contains(byte) {
            scanner.index += 1
        }
        if isBracketed, scanner.skip(0x7C) { return (number, .any) }
        guard let letter = scanner.peek else { return nil }
        scanner.index += 1
        var types: ArgumentTypes?
        switch letter {
        case _ where "cC".utf8.contains(letter): types = .character
        case _ where "sS".utf8.contains(letter): types = .any
        case _ where "idouxX".utf8.contains(letter): types = .integer
        case _ where "eEfgG".utf8.contains(letter): types = .floatingPoint
        case _ where "pn".utf8.contains(letter): types = .pointer
        case UInt8(ascii: "t"): types = nil
        case UInt8(ascii: "T"):
            guard scanner.peek != nil else { return nil }
            scanner.index += 1
        default: return nil
        }
        if isBracketed, !scanner.skip(0x7C) { return nil }
        return (number, types)
    }
}

/// `format` of Scheme and Lisp, as far as each directive takes one argument: `~a`, `~d`, `~2@*`. Loops and choices of Lisp are
/// not read, so texts with them are not compared.
enum TildeReader {
    static func read(_ text: String) -> PlaceholderText {
        guard text.utf8.contains(0x7E) else { return PlaceholderText() }
        var scanner = PlaceholderScanner(text)
        var result = PlaceholderText()
        var next = 1
        while let byte = scanner.peek {
            let start = scanner.index
            scanner.index += 1
            guard byte == 0x7E else { continue }
            var number: Int?
            while let byte = scanner.peek, ",':@#vV+-".utf8.contains(byte) || (0x30...0x39).contains(byte) {
                if let value = scanner.number() { number = value } else { scanner.index += 1 }
            }
            guard let letter = scanner.peek else { return .invalid(scanner.excerpt(from: start)) }
            scanner.index += 1
            switch letter | 0x20 {
            case _ where "%&~\n|_!/".utf8.contains(letter): continue
            case UInt8(ascii: "*"):
                // `~2@*` goes to argument 2, counted from 0.
                guard scanner.bytes[start..<scanner.index].contains(0x40), let number else {
                    return .invalid(scanner.excerpt(from: start))
                }
                next = number + 1
                continue
            case _ where "aswy".utf8.contains(letter | 0x20):
                result.add(.number(next), scanner, from: start, isExplicit: false, .any)
            case _ where "dxobr".utf8.contains(letter | 0x20):
                result.add(.number(next), scanner, from: start, isExplicit: false, .integer)
            case _ where "feg".utf8.contains(letter | 0x20), UInt8(ascii: "$"):
                result.add(.number(next), scanner, from: start, isExplicit: false, .floatingPoint)
            case UInt8(ascii: "c"):
                result.add(.number(next), scanner, from: start, isExplicit: false, .character)
            default: return .invalid(scanner.excerpt(from: start))
            }
            next += 1
        }
        return result
    }
}
