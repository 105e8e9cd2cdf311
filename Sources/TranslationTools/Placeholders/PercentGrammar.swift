// The family of printf: what differs between its syntaxes, and one reader for all of them.

/// A syntax whose placeholders begin with `%` and end with a letter that tells the type.
struct PercentGrammar: Sendable, Hashable {
    /// How a placeholder may name its argument.
    struct Naming: OptionSet, Sendable, Hashable {
        let rawValue: UInt16
        /// `%1$d`
        static let dollar = Naming(rawValue: 1 << 0)
        /// `%(name)d`
        static let parentheses = Naming(rawValue: 1 << 1)
        /// `%<name>d` and `%{name}`
        static let angles = Naming(rawValue: 1 << 2)
        /// `%[1]d`, and the next placeholder shows the next argument.
        static let brackets = Naming(rawValue: 1 << 3)
        /// `%0:d`, counted from 0.
        static let colon = Naming(rawValue: 1 << 4)
        /// `%<d`: the argument of the placeholder before.
        static let previous = Naming(rawValue: 1 << 5)
        /// `%1$d` also sets the number of the next argument.
        static let dollarSetsNext = Naming(rawValue: 1 << 6)
        /// Every argument up to the last one is to be shown: `%2$d` alone is no format.
        static let withoutGaps = Naming(rawValue: 1 << 7)
    }

    /// What else differs.
    struct Traits: OptionSet, Sendable, Hashable {
        let rawValue: UInt16
        /// `*` reads a width or a precision from the arguments.
        static let star = Traits(rawValue: 1)
        /// Numbered and unnumbered placeholders may be in one text.
        static let mixes = Traits(rawValue: 2)
        /// Lengths are part of the types.
        static let comparesLengths = Traits(rawValue: 4)
        /// `'` and any character is a flag.
        static let quotedPadding = Traits(rawValue: 8)
        /// `t` and a letter is a date.
        static let dates = Traits(rawValue: 16)
        /// `%<PRId64>`
        static let macros = Traits(rawValue: 32)
        /// After `%2$` a `*` reads argument 2, and the placeholder shows argument 3.
        static let numberedStars = Traits(rawValue: 64)
        /// A text may show one argument with types that exclude each other.
        static let anyTypes = Traits(rawValue: 128)
        /// A point is followed by a precision.
        static let needsPrecision = Traits(rawValue: 256)
    }

    let name: String
    var naming: Naming = [.dollar]
    var traits: Traits = [.star]
    var flags = "-+ #0"
    var lengths: [String] = []
    /// The types of the letters.
    let types: [UInt8: ArgumentTypes]
    /// Letters that take no argument; `%` is one in all syntaxes.
    var literals = ""
    /// Letters that show a value which is no argument.
    var constants = ""
    /// Letters whose arguments are of a type of their own each.
    var ownTypes = ""
    /// The most digits of a width and a precision.
    var mostDigits = 6

    static func == (left: PercentGrammar, right: PercentGrammar) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func read(_ text: String) -> PlaceholderText {
        // Most texts have no placeholder.
        guard text.utf8.contains(0x25) else { return PlaceholderText() }
        var reader = PercentReader(self, text)
        return reader.read()
    }

    /// The types of letters, one group of letters after the other.
    static func types(_ groups: (String, ArgumentTypes)...) -> [UInt8: ArgumentTypes] {
        groups.reduce(into: [:]) { types, group in
            for letter in group.0.utf8 { types[letter] = group.1 }
        }
    }
}

/// Reads a text of a syntax.
private struct PercentReader {
    private let grammar: PercentGrammar
    private var scanner: PlaceholderScanner
    private var result = PlaceholderText()
    private var next = 1
    private var previous: ArgumentName?
    private var hasNumbered = false
    private var hasUnnumbered = false
    private var hasNamed = false

    init(_ grammar: PercentGrammar, _ text: String) {
        self.grammar = grammar
        scanner = PlaceholderScanner(text)
    }

    mutating func read() -> PlaceholderText {
        while let byte = scanner.peek {
            guard byte == 0x25 else {
                scanner.index += 1
                continue
            }
            let start = scanner.index
            guard readPlaceholder() else { return .invalid(scanner.excerpt(from: start)) }
        }
        let kinds = [hasNumbered, hasUnnumbered, hasNamed].count { $0 }
        if kinds > 1, !grammar.traits.contains(.mixes) || hasNamed {
            return .invalid(result.placeholders.map(\.source).joined(separator: " "))
        }
        let conflict =
            grammar.traits.contains(.anyTypes) ? nil : result.placeholders.conflicts.first?.placeholder
        if let fault = gap ?? conflict { return .invalid(fault.source) }
        return result
    }

    /// The placeholder of the first argument before which another one is not shown,
    /// if the syntax wants all of them.
    private var gap: Placeholder? {
        guard grammar.naming.contains(.withoutGaps), hasNumbered else { return nil }
        var last = 0
        for placeholder in result.placeholders.sorted(by: { $0.argument < $1.argument }) {
            guard case .number(let number) = placeholder.argument else { continue }
            if number > last + 1 { return placeholder }
            last = number
        }
        return nil
    }

    /// Reads a placeholder; `false` where the syntax has no such one.
    private mutating func readPlaceholder() -> Bool {
        let start = scanner.index
        scanner.index += 1
        guard var name = readName() else { return false }
        // `%{name}` is complete.
        if case .name(let key)? = name, scanner.bytes[scanner.index - 1] == 0x7D {
            add(.name(key), .object, nil, from: start)
            return true
        }
        let flags = scanner.index
        while let byte = scanner.peek {
            if grammar.traits.contains(.quotedPadding), byte == 0x27 {
                guard scanner.byte(after: 1) != nil else { return false }
                scanner.index += 2
            } else if grammar.flags.utf8.contains(byte) {
                scanner.index += 1
                // Perl's flag `v` is the last one.
                if byte == 0x76 { break }
            } else {
                break
            }
        }
        // Perl's flag `v` shows the numbers of characters.
        let isVector = scanner.bytes[flags..<scanner.index].contains(0x76)
        var stars: [(ArgumentName?, Range<Int>)] = []
        guard readAmount(&stars) else { return false }
        if scanner.skip(0x2E) {
            let start = scanner.index
            guard readAmount(&stars), scanner.index > start || !grammar.traits.contains(.needsPrecision)
            else { return false }
        }
        if grammar.naming.contains(.brackets), scanner.peek == 0x5B {
            guard let position = readBrackets() else { return false }
            name = position
        }
        if grammar.traits.contains(.numberedStars), case .number(var number)? = name {
            for index in stars.indices {
                stars[index].0 = .number(number)
                number += 1
            }
            name = .number(number)
        }
        guard let (spelled, known) = readConversion() else { return false }
        // A letter without an argument.
        guard var types = known else {
            let letter = scanner.bytes[scanner.index - 1]
            if grammar.constants.utf8.contains(letter) {
                result.add(.name(scanner.string(scanner.index - 1..<scanner.index)), scanner, from: start)
            }
            return true
        }
        var length = spelled
        // In C `%lc` is another spelling of `%C`, and `l` changes nothing about `%f` (ISO C, 7.23.6.1).
        if grammar.traits.contains(.macros), length == "l" {
            switch types {
            case .character: (types, length) = (.wideCharacter, nil)
            case .string: (types, length) = (.wideString, nil)
            case .floatingPoint: length = nil
            default: break
            }
        }
        for (argument, range) in stars {
            add(argument, .integer, nil, from: range.lowerBound, to: range.upperBound)
        }
        add(
            name, isVector ? .list : types, grammar.traits.contains(.comparesLengths) ? length : nil,
            from: start)
        return true
    }

    /// Reads the length and the letter; no types where the letter takes no argument, and `nil` where
    /// the syntax has no such conversion.
    private mutating func readConversion() -> (length: String?, types: ArgumentTypes?)? {
        if grammar.traits.contains(.macros), scanner.peek == 0x3C { return readMacro() }
        let length = readLength()
        guard let letter = scanner.peek else { return nil }
        if letter == 0x25 || grammar.literals.utf8.contains(letter)
            || grammar.constants.utf8.contains(letter)
        {
            scanner.index += 1
            return (nil, nil)
        }
        guard let types = grammar.types[letter] ?? dateTypes(letter) else { return nil }
        scanner.index += 1
        let isOwn = grammar.ownTypes.utf8.contains(letter)
        return (isOwn ? scanner.string(scanner.index - 1..<scanner.index) : length, types)
    }

    /// `t` and the letter of a part of a date.
    private mutating func dateTypes(_ letter: UInt8) -> ArgumentTypes? {
        guard grammar.traits.contains(.dates), letter | 0x20 == 0x74, let part = scanner.byte(after: 1),
            "HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc".utf8.contains(part)
        else { return nil }
        scanner.index += 1
        return .date
    }

    /// `<PRId64>`, which C compilers replace.
    private mutating func readMacro() -> (length: String?, types: ArgumentTypes?)? {
        scanner.index += 1
        guard let macro = scanner.text(upTo: 0x3E, most: 16), macro.hasPrefix("PRI"),
            let letter = macro.utf8.dropFirst(3).first, let types = grammar.types[letter]
        else { return nil }
        return (String(macro.dropFirst(4)), types)
    }

    /// The name of the argument; `.some(nil)` if it has none, `nil` if what is there is not in the syntax.
    private mutating func readName() -> ArgumentName?? {
        let start = scanner.index
        switch scanner.peek {
        case 0x28? where grammar.naming.contains(.parentheses):
            // Parentheses in a name come in pairs.
            var depth = 0
            while let byte = scanner.peek, scanner.index - start < 256 {
                scanner.index += 1
                if byte == 0x28 { depth += 1 }
                if byte == 0x29 { depth -= 1 }
                if depth == 0 { return .name(scanner.string(start + 1..<scanner.index - 1)) }
            }
            return nil
        case 0x3C? where grammar.naming.contains(.previous):
            guard let previous else { return nil }
            scanner.index += 1
            return previous
        case 0x3C? where grammar.naming.contains(.angles):
            scanner.index += 1
            return scanner.text(upTo: 0x3E).map { .name($0) }
        case 0x7B? where grammar.naming.contains(.angles):
            scanner.index += 1
            return scanner.text(upTo: 0x7D).map { .name($0) }
        default: break
        }
        let sign: UInt8? =
            grammar.naming.contains(.dollar) ? 0x24 : grammar.naming.contains(.colon) ? 0x3A : nil
        if let sign, let number = scanner.number(), scanner.skip(sign) {
            guard number > 0 || sign == 0x3A else { return nil }
            if grammar.naming.contains(.dollarSetsNext) { next = number }
            return .number(number)
        }
        scanner.index = start
        return .some(nil)
    }

    private mutating func readBrackets() -> ArgumentName? {
        scanner.index += 1
        guard let number = scanner.number(), number > 0, scanner.skip(0x5D) else { return nil }
        next = number + 1
        return .number(number)
    }

    /// Reads a width or a precision, which may be absent.
    private mutating func readAmount(_ stars: inout [(ArgumentName?, Range<Int>)]) -> Bool {
        let start = scanner.index
        if scanner.peek == 0x5B, grammar.naming.contains(.brackets) {
            var ahead = scanner
            ahead.index += 1
            if let number = ahead.number(), ahead.skip(0x5D), ahead.skip(0x2A) {
                next = number + 1
                scanner = ahead
                stars.append((.number(number), start..<scanner.index))
            }
            return true
        }
        if scanner.peek == 0x2A {
            guard grammar.traits.contains(.star) else { return false }
            scanner.index += 1
            let afterStar = scanner.index
            if grammar.naming.contains(.dollar), let number = scanner.number(), scanner.skip(0x24) {
                guard number > 0 else { return false }
                stars.append((.number(number), start..<scanner.index))
            } else {
                scanner.index = afterStar
                stars.append((nil, start..<scanner.index))
            }
            return true
        }
        guard let byte = scanner.peek, (0x30...0x39).contains(byte) else { return true }
        return scanner.number(most: grammar.mostDigits) != nil
    }

    private mutating func readLength() -> String? {
        for length in grammar.lengths where scanner.bytes[scanner.index...].starts(with: length.utf8) {
            let end = scanner.index + length.utf8.count
            // Some letters are a length and a conversion.
            if end < scanner.bytes.count, grammar.types[scanner.bytes[end]] != nil {
                scanner.index = end
                return length
            }
        }
        return nil
    }

    private mutating func add(
        _ name: ArgumentName?, _ types: ArgumentTypes, _ length: String?, from start: Int, to end: Int? = nil
    ) {
        let range = start..<(end ?? scanner.index)
        var argument = name ?? .number(next)
        switch name {
        case nil:
            hasUnnumbered = true
            next += 1
        case .number(let number)?:
            hasNumbered = true
            if grammar.naming.contains(.colon) { argument = .number(number + 1) }
            if grammar.naming.contains(.dollarSetsNext) { next = number + 1 }
        case .name?: hasNamed = true
        }
        previous = argument
        result.placeholders.append(
            Placeholder(
                argument: argument, types: types, length: length, source: scanner.string(range), range: range,
                isExplicit: name != nil))
    }
}
