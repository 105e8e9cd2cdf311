// Syntaxes whose placeholders are a percent sign and a number: those of Qt, KDE, Smalltalk, YCP and Boost.

internal import XML

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

    /// Both, as texts of Qt's own files have them.
    static func qtText(_ text: String) -> PlaceholderText {
        read(text) { scanner in
            _ = scanner.skip(0x4C)
            if scanner.skip(0x6E) { return .name("n") }
            return scanner.digits(most: 2).map { .number($0) }
        }
    }

    /// `KLocalizedString`: a number that does not begin with 0, however long.
    static func kde(_ text: String) -> PlaceholderText {
        let result = read(text) { scanner in
            guard scanner.peek != 0x30 else { return nil }
            return scanner.digits(most: 9).map { .number($0) }
        }
        // Of the arguments up to the last one, one may be missing.
        let numbers = Set(result.placeholders.map(\.argument))
        guard let last = result.placeholders.max(by: { $0.argument < $1.argument }),
            case .number(let number) = last.argument, number > numbers.count + 1
        else { return result }
        return .invalid(last.source)
    }

    /// The same in KUIT's markup, which has to be well-formed.
    static func kuit(_ text: String) -> PlaceholderText {
        let result = kde(text)
        guard text.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return result }
        let document = XMLParser.parse(Array("<kuit>\(text)</kuit>".utf8))
        return document.fault == nil ? result : .invalid(String(text.prefix(32)))
    }

    /// `bindWith:` of Smalltalk and `sformat` of YCP: one digit, `%%` is a percent sign,
    /// and no other sign may follow one.
    static func digits(_ text: String) -> PlaceholderText {
        PlaceholderText(reading: text, sign: 0x25) { scanner, start, result in
            if scanner.skip(0x25) { return true }
            guard scanner.peek != 0x30, let number = scanner.digits(most: 1) else { return false }
            result.add(.number(number), scanner, from: start)
            return true
        }
    }

    /// What follows a percent sign is a placeholder or text: no text has a fault.
    private static func read(
        _ text: String, argument: (inout PlaceholderScanner) -> ArgumentName?
    ) -> PlaceholderText {
        PlaceholderText(reading: text, sign: 0x25) { scanner, start, result in
            if let argument = argument(&scanner) {
                result.add(argument, scanner, from: start)
            } else {
                scanner.index = start + 1
            }
            return true
        }
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
        var next = 1
        let result = PlaceholderText(reading: text, sign: 0x25) { scanner, start, result in
            if scanner.skip(0x25) { return true }
            guard let (number, stars, types) = directive(&scanner) else { return false }
            for _ in 0..<stars {
                result.add(.number(next), scanner, from: start, isExplicit: false, .integer)
                next += 1
            }
            // `%|30t|` moves to a column.
            guard let types else { return true }
            result.add(.number(number ?? next), scanner, from: start, isExplicit: number != nil, types)
            if number == nil { next += 1 }
            return true
        }
        let numbered = result.placeholders.count(where: \.isExplicit)
        if numbered > 0, numbered < result.placeholders.count {
            return .invalid(result.placeholders.map(\.source).joined(separator: " "))
        }
        return result.withNarrowTypes
    }

    private static func directive(
        _ scanner: inout PlaceholderScanner
    ) -> (number: Int?, stars: Int, types: ArgumentTypes?)? {
        let isBracketed = scanner.skip(0x7C)
        var number: Int?
        var stars = 0
        let first = scanner.index
        if let value = scanner.number(), value > 0, scanner.peek != 0x30 {
            if !isBracketed, scanner.skip(0x25) { return (value, 0, .object) }
            if scanner.skip(0x24) { number = value } else { scanner.index = first }
        } else {
            scanner.index = first
        }
        while let byte = scanner.peek, "-+ #0'_=hlL.*".utf8.contains(byte) || (0x30...0x39).contains(byte) {
            if byte == 0x2A { stars += 1 }
            scanner.index += 1
        }
        if isBracketed, scanner.skip(0x7C) { return (number, stars, .object) }
        guard let letter = scanner.peek else { return nil }
        scanner.index += 1
        var types: ArgumentTypes?
        switch letter {
        case _ where "cC".utf8.contains(letter): types = .character
        case _ where "sS".utf8.contains(letter): types = .object
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
        return (number, stars, types)
    }
}
